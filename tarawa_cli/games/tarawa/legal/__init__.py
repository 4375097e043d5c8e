"""What may be ordered now, its words and its chances. Here the units that can act, and the filters of `units`."""

from tarawa_cli.games.tarawa.model import names
from tarawa_cli.games.tarawa.model.board import ABSENT, SCHEDULE, is_hex
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left
from tarawa_cli.kernel.engine.order_words import find_name

# ── 3, 7.2: which units can still act, found without listing what is legal


def takes_part(state: State, unit: Unit) -> bool:
    """Whether a unit has AP to use in this phase: ashore in `actions`, on its way in an impulse."""
    if state.phase == "actions":
        return state.is_ashore(unit)
    if not state.phase.startswith("impulse") or unit.homeward or unit.emptied:
        return False
    return state.board.is_water(unit.at) or bool(unit.on_pier)


def is_ready(state: State, unit: Unit) -> bool:
    """Whether a unit has AP left and nothing keeps it from using them; in phase `embark`, whether it is due."""
    if state.phase == "embark":
        from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import is_due  # start-up

        return is_due(state, unit)
    if not takes_part(state, unit) or ap_left(state, unit) <= 0:
        return False
    if state.phase == "actions":
        from tarawa_cli.games.tarawa.rules.ch07_actions import can_act  # start-up

        return can_act(state, unit)
    from tarawa_cli.games.tarawa.rules.ch05_06_landing.advancing import can_move  # start-up

    return can_move(state, unit)


# ── Filters: groups, places, formations, kinds, beginnings of names


_GROUPS = (
    *("ready", "pinned", "unsupplied", "isolated", "reduced", "busy", "ashore", "afloat", "pier", "due", "schedule"),
    *("lost", "bairiki", "craft", "pool", "all"),
)


def filtered(state: State, words: str) -> list[Unit]:
    """The units that all filters select; without one, those on the map, and a few others."""
    if not words.strip(" "):
        return [unit for unit in state.units.values() if unit.on_map or _is_listed(unit)]
    found = [_filtered(state, word) for word in words.split(" ") if word]
    return [unit for unit in found[0] if all(unit in others for others in found[1:])]


def _filtered(state: State, word: str) -> list[Unit]:
    """The units that a filter selects: a group, place, battalion, regiment, kind, or the beginning of a name."""
    units = list(state.units.values())
    low = word.lower().removeprefix("@")
    if is_hex(low):
        at = names.find_hex(state, low)
        return [unit for unit in units if state.hex_of(unit) == at]
    begun = [unit for unit in units if unit.id.lower().startswith(low)]
    exact = low in {*_GROUPS, *state.board.areas, *state.board.beaches, *_kinds(state)}
    if begun and not exact:
        return begun
    low = _filter_word(state, low)
    if low in _GROUPS:
        return [unit for unit in units if _in_group(state, unit, low)]
    if low in state.board.areas:
        return [unit for unit in units if state.board.area_of.get(unit.at) == low]
    return [unit for unit in units if low in (unit.kind, unit.type.regiment, unit.type.battalion, unit.beach)]


def _is_listed(unit: Unit) -> bool:
    """Whether a unit off the map is listed with those on it: it is on Bairiki, lost, or at the wreck."""
    return not unit.type.is_craft and (unit.wrecking or unit.at not in (ABSENT, SCHEDULE))


def _kinds(state: State) -> set[str]:
    """Kinds, regiments and battalions."""
    types = state.charts.units.values()
    return {word for type in types for word in (type.kind, type.regiment, type.battalion) if word}


def filters(state: State) -> list[str]:
    """The words by which units can be listed, besides names and hexes."""
    return list(dict.fromkeys([*_GROUPS, *state.board.areas, *state.board.beaches, *sorted(_kinds(state))]))


def _filter_word(state: State, word: str) -> str:
    """The meaning of a filter that is not the beginning of a unit's name."""
    groups = ", ".join(_GROUPS)
    use = f"use {groups}, an area, a beach, @HEX, a battalion (2/8), a regiment (8th) or a kind (lvt)"
    return find_name(word, filters(state), "filter", use)


def _in_group(state: State, unit: Unit, group: str) -> bool:
    from tarawa_cli.games.tarawa.rules.ch07_actions import is_isolated  # start-up
    from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import is_due

    answers = {
        "ready": is_ready(state, unit),
        "pinned": bool(unit.pins),
        "unsupplied": state.is_ashore(unit) and unit.supply == "none",
        "isolated": state.is_ashore(unit) and is_isolated(state, unit),
        "reduced": 0 < unit.steps < unit.type.steps,
        "busy": unit.is_busy,
        "ashore": state.is_ashore(unit),
        "afloat": state.is_afloat(unit),
        "pier": bool(unit.on_pier),
        "due": is_due(state, unit),
        "craft": unit.type.is_craft,
        "all": True,
    }
    return answers.get(group, unit.at == group)
