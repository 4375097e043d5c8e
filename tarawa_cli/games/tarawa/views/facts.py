"""The state as facts, for `--json` and for the text reports; supply in words."""

from tarawa_cli.games.tarawa.model import codec
from tarawa_cli.games.tarawa.model.board import BAIRIKI, LOST, SCHEDULE, neighbours, on_pier
from tarawa_cli.games.tarawa.model.state import ATTRIBUTES, State, Unit, allowance, ap_left
from tarawa_cli.games.tarawa.rules.ch07_actions import is_isolated
from tarawa_cli.kernel.board import units
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import question
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.hints import Any, Iterable
from tarawa_cli.kernel.narration.visible import plural

# ── Supply in words: where a unit's comes from, for how long it has had none, and what that forbids (8.2 to 8.10)


def supply_words(state: State, unit: Unit) -> str:
    """E.g. `active (marker)`, `general`, `unsupplied for 2 turns`."""
    if unit.supply == "none":
        without = f"unsupplied{_turns(' for ', unit)}"
        return f"isolated ({without})" if is_isolated(state, unit) else without
    from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import supplied_by  # start-up

    landing = f"landing, turns {unit.landed}-{max(unit.landed + 1, state.turn)}" if unit.landed else "landing"
    why = {"marker": "marker", "landing": landing, "check": "no line"}.get(supplied_by(state, unit), "")
    return f"{unit.supply} ({why})" if why else unit.supply


def _turns(before: str, unit: Unit) -> str:
    return before + plural(unit.unsupplied, "turn") if unit.unsupplied else ""


def supply_limits(state: State, unit: Unit) -> str:
    """What a unit without supply may not do; empty for other units."""
    if unit.supply != "none":
        return ""
    isolated = is_isolated(state, unit)
    *first, last = _barred(unit, isolated)
    fire = "; fires at -1" if unit.type.on_foot else ""
    return f"may not {', '.join(first)}{' or ' if first else ''}{last}{fire} [{'8.10' if isolated else '8.9'}]"


def _barred(unit: Unit, isolated: bool) -> list[str]:
    """The forbidden actions, of those that its kind can do at all."""
    can = unit.type.can
    still = ["move", *(["recover"] if can("recovers") else [])] if isolated else []
    fights = [*(["attack"] if can("attacks") else []), *(["demolish"] if can("demolishes") else [])]
    return [*still, *fights, "support"]


def by_supply(state: State, units: Iterable[Unit]) -> dict[str, list[str]]:
    """Units grouped by the words for their supply."""
    groups: dict[str, list[str]] = {}
    for unit in units:
        groups.setdefault(supply_words(state, unit), []).append(unit.id)
    return groups


def units_without_supply(state: State, isolated: bool) -> str:
    """The units unsupplied or isolated, and for how long: `2/8A 2/8E (1 turn), 3/8B (2 turns)`."""
    groups: dict[str, list[str]] = {}
    for unit in state.ashore():
        if unit.supply == "none" and is_isolated(state, unit) == isolated:
            groups.setdefault(_turns("", unit), []).append(unit.id)
    return ", ".join(f"{' '.join(units)}{f' ({turns})' if turns else ''}" for turns, units in sorted(groups.items()))


def brief(state: State, match: Match[State]) -> dict[str, Any]:
    """The facts in every answer."""
    turn = state.charts.turn(state.turn)
    return {
        "turn": state.turn,
        "date": turn.label,
        "night": turn.night,
        "phase": state.phase,
        "tracks": {name: track(state, name) for name in state.tracks},
        "casualties": state.casualties,
        "shore": state.shore,
        "stock": state.stock,
        "pending": pending(state),
        "mulligans": match.mulligans,
        "peeks": match.peeks,
        "outcome": state.outcome or None,
        "counts": counts(state),
        "goal": goal(state),
    }


def goal(state: State) -> dict[str, Any] | None:
    """The scenario's own goal and its progress; nothing if it has none (13.3)."""
    wanted = state.setting.scenario.goal
    if not wanted:
        return None
    from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import is_met, limit, progress  # start-up

    return {
        "text": wanted.text,
        "judged": wanted.judged,
        "last_turn": state.setting.scenario.length,
        "casualties": limit(state),
        "parts": [part.facts() for part in progress(state)],
        "met": is_met(state),
    }


def whole(state: State, match: Match[State]) -> dict[str, Any]:
    """Everything: the brief facts, the position as a save holds it, and every unit and area in full."""
    position = codec.dump(state)
    return brief(state, match) | {
        "scenario": match.setup.scenario,
        "seed": match.seed,
        "dice": match.used,
        "policy": policy(state),
        "position": position,
        "units": {unit.id: unit_facts(state, unit) for unit in state.units.values()},
        "areas": {id: area_facts(state, id) for id in state.board.areas},
    }


def track(state: State, name: str) -> dict[str, Any]:
    marker, operative = state.tracks[name], state.operative[name]
    return {
        "marker": _box(state, marker),
        "operative": _box(state, operative),
    }


def _box(state: State, box: int) -> dict[str, Any]:
    return {"box": box, "level": state.charts.level(box), "name": state.charts.box_name(box)}


def pending(state: State) -> dict[str, Any] | None:
    """The question that must be answered first."""
    if not state.question:
        return None
    from tarawa_cli.games.tarawa.legal.api import stakes  # start-up

    asked = question(state)
    about = {"question": asked.text, "options": asked.options, "stakes": stakes(state)}
    return {"kind": state.question.kind, **about, **state.question.facts}


def counts(state: State) -> dict[str, int]:
    """How many units are where, and how much of the island is taken."""
    board = state.board
    combat = [unit for unit in state.units.values() if not unit.type.is_craft]
    return {
        "ashore": sum(1 for unit in combat if state.is_ashore(unit)),
        "afloat": sum(1 for unit in combat if state.is_afloat(unit)),
        "pier": sum(1 for unit in combat if unit.on_pier),
        "bairiki": sum(1 for unit in combat if unit.at == BAIRIKI),
        "schedule": sum(1 for unit in combat if unit.at == SCHEDULE),
        "lost": sum(1 for unit in combat if unit.at == LOST),
        "cleared": len(state.cleared),
        "uncleared": len(board.defended) - len(state.cleared),
        "free": len(board.free),
        "held": len(state.cleared) + len(state.occupied),
        "land": len(board.land),
        "secured": sum(1 for area in board.areas if state.is_secured(area)),
    }


_UNIT = (
    *("id", "kind", "name", "regiment", "battalion", "at", "hex", "area", "beach", "steps", "full", "side", "ap"),
    *("allowance", "pins", "supply", "course", "moved", "homeward", "landed", "load", "digging", "recovering"),
    *("wrecking", "unsupplied", "supply_by", "isolated"),
)
"""The order of a unit's keys. Keys that are not here come last."""


def unit_facts(state: State, unit: Unit) -> dict[str, Any]:
    """Everything about a counter."""
    from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import supplied_by  # start-up

    passenger = state.passenger(unit) if unit.type.is_craft else None
    left = ap_left(state, unit)
    return units.facts(
        unit,
        _UNIT,
        id=unit.id,
        kind=unit.kind,
        name=unit.type.name,
        regiment=unit.type.regiment,
        battalion=unit.type.battalion,
        hex=state.hex_of(unit),
        area=state.board.area_of.get(unit.at, ""),
        full=unit.type.steps,
        side="back" if unit.on_back else "front",
        ap=int(left) if left == int(left) else left,
        allowance=int(allowance(state, unit)),
        landed=unit.landed or None,
        load=unit.load or (passenger.id if passenger else ""),
        supply_by=(supplied_by(state, unit) if state.is_ashore(unit) else "") or None,
        isolated=is_isolated(state, unit),
    )


def unit_in_full(state: State, unit: Unit) -> dict[str, Any]:
    """Everything about a counter, and what it may do now."""
    from tarawa_cli.games.tarawa.legal.listing import legal_for, reasons  # start-up

    commands = legal_for(state, unit)
    why = [] if commands else [{"rule": rule, "reason": reason} for rule, reason in reasons(state, unit)]
    return unit_facts(state, unit) | {"commands": commands, "why_none": why}


def hex_in_full(state: State, at: Hex) -> dict[str, Any]:
    """A hex, and the units that can reach it or act on it now."""
    from tarawa_cli.games.tarawa.legal.listing import orders_by_hex  # start-up

    return hex_facts(state, at) | {"reach": reach(state, at), "orders": orders_by_hex(state).get(at, {})}


def reach(state: State, at: Hex) -> list[str]:
    """The legal commands that name a hex."""
    from tarawa_cli.games.tarawa.legal.listing import legal  # start-up

    return [command for command in legal(state) if at in command.split()]


def hex_facts(state: State, at: Hex) -> dict[str, Any]:
    """A hex: what is printed on it, its markers and its units."""
    board = state.board
    terrain = board.terrain.get(at, "sea")
    return {
        "id": at,
        "terrain": state.charts.terrain[terrain].name,
        "combat": state.charts.terrain[terrain].combat,
        "area": board.area_of.get(at, ""),
        "status": state.hex_status(at),
        "pillboxes": board.pillboxes.get(at, 0),
        "standing": state.pillboxes_standing(at) if at in board.pillboxes and state.is_uncleared(at) else 0,
        "demolished": state.demolished.get(at, 0),
        "suppressed": state.suppressed.get(at, 0),
        "improved": at in state.improved,
        "head": at in state.heads,
        "entered": at in state.occupied or at in state.cleared,
        "beach": board.landing.get(at, "") or board.entry_beach(at),
        "limits": [beach.id for beach in board.beaches.values() if at in beach.limit],
        "wreck": at == board.wreck,
        "units": [unit.id for unit in state.units_at(at)],
        "on_pier": [unit.id for unit in state.units_at(on_pier(at))],
        "neighbours": [hex for hex in neighbours(at) if hex in board.terrain],
    }


def area_in_full(state: State, id: str) -> dict[str, Any]:
    """An area, and the units that can act in it now."""
    from tarawa_cli.games.tarawa.legal.listing import orders_by_hex  # start-up

    hexes = state.board.areas[id].hexes
    return area_facts(state, id) | {"orders": {at: able for at, able in orders_by_hex(state).items() if at in hexes}}


def area_facts(state: State, id: str) -> dict[str, Any]:
    """Everything about an area."""
    board, area = state.board, state.board.areas[id]
    defended = [hex for hex in area.hexes if hex in board.defended]
    pillboxes = board.pillbox_hexes(id)
    return {
        "id": id,
        "name": area.name,
        "letter": area.letter,
        "hexes": list(area.hexes),
        "defended": len(defended),
        "uncleared": [hex for hex in defended if hex not in state.cleared],
        "cleared": [hex for hex in defended if hex in state.cleared],
        "pillboxes": {hex: board.pillboxes[hex] for hex in pillboxes},
        "demolished": {hex: state.demolished[hex] for hex in pillboxes if hex in state.demolished},
        "airstrip_left": [h for h in area.hexes if board.terrain[h] == "airstrip" and h not in state.occupied],
        "secured": state.is_secured(id),
        "suppressed": id in state.area_suppression,
        "chit": state.chits.get(id),
        "raid": state.raids.get(id, 0),
        "next_to": list(board.next_areas(id)),
        "beaches": [beach.id for beach in board.beaches.values() if id in board.areas_of(beach.landing)],
        "units": [u.id for u in state.units.values() if u.at in area.hexes and not u.type.is_craft],
    }


def beach(state: State, id: str) -> dict[str, Any]:
    """A beach, and everything about its areas."""
    areas = [area_in_full(state, area) for area in state.board.beach_areas(id)]
    return {"id": f"beach:{id}", "name": state.board.beaches[id].name, "areas": areas}


def policy(state: State) -> dict[str, str]:
    """The standing answers."""
    return {name: getattr(state, attribute) for name, attribute in ATTRIBUTES.items()}
