"""The filters of `units`: groups, formations, regions, boxes, kinds, beginnings of names."""

from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.places import ABSENT, AIR, LOST, wave_of, zone_of
from tarawa_cli.games.malta.model.state import OK, State, Unit
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.hints import Callable, Iterable
from tarawa_cli.kernel.standard import partial

Filter = Callable[[Unit], bool]
_GROUPS: dict[str, Filter] = {
    "all": lambda unit: _in_play(unit),
    "axis": lambda unit: unit.side == "axis" and unit.on_map,
    "allied": lambda unit: unit.side == "allied" and unit.on_map,
    "lost": lambda unit: unit.at == LOST,
    "guns": lambda unit: unit.can("gun") and unit.on_map,
    "shaken": lambda unit: unit.state != OK and unit.on_map,
    "unsupplied": lambda unit: not unit.supplied and unit.on_map,
    "disorganised": lambda unit: unit.state == "disorganised" and unit.on_map,
    "demoralised": lambda unit: unit.state == "demoralised" and unit.on_map,
    "reduced": lambda unit: unit.reduced and unit.on_map,
    "moved": lambda unit: bool(unit.moved) and unit.on_map,
    "fired": lambda unit: unit.fired and unit.on_map,
    "at-sea": lambda unit: bool(zone_of(unit.at) or wave_of(unit.at)),
    "air": lambda unit: unit.at == AIR,
}


def _in_play(unit: Unit) -> bool:
    """Whether the unit itself is in this game, not as part of a battalion."""
    return unit.at != ABSENT and not unit.in_battalion


def filters(state: State) -> dict[str, Filter]:
    """The words by which units can be listed, besides names and hexes."""
    found: dict[str, Filter] = {"ready": _is_ready(state), **_GROUPS}
    kinds = dict.fromkeys(unit.type.kind.id for unit in state.units.values())
    tests: list[tuple[Iterable[str], Callable[[str, Unit], bool]]] = [
        (state.charts.formations, lambda word, unit: unit.formation == word and _in_play(unit)),
        (state.board.regions, lambda word, unit: unit.at in state.board.regions[word].hexes),
        (state.boxes(), lambda word, unit: unit.at == word),
        (kinds, lambda word, unit: unit.type.kind.id == word and unit.on_map),
    ]
    for words, test in tests:
        for word in words:
            found.setdefault(word, partial(test, word))
    return found


def _is_ready(state: State) -> Filter:
    able: set[str] = set()

    def test(unit: Unit) -> bool:
        from tarawa_cli.games.malta.legal.offers import ready  # start-up

        if not able:
            able.update(["", *(found.id for found in ready(state))])
        return unit.id in able

    return test


def filtered(state: State, words: str) -> list[Unit]:
    """The units that all words select; without one, those on the map."""
    if not words.strip(" "):
        return [unit for unit in state.units.values() if unit.on_map]
    found = [_filtered(state, word) for word in words.split(" ") if word]
    return [unit for unit in found[0] if all(unit in others for others in found[1:])]


def _filtered(state: State, word: str) -> list[Unit]:
    """The units that a word selects: a group, formation, region, box, kind or hex, or the beginning of a name."""
    units, low = list(state.units.values()), word.lower()
    if low.startswith("@"):
        return list(state.units_at(names.hex(state, low.removeprefix("@"))))
    if is_hex(low):
        return list(state.units_at(names.hex(state, low)))
    known = filters(state)
    begun = [unit for unit in units if unit.id.lower().startswith(low) and _in_play(unit)]
    if begun and low not in known:
        return begun
    use = f"use {', '.join(['ready', *_GROUPS])}, a formation, a region, a box, a kind, @HEX or a unit"
    return [unit for unit in units if known[find_name(low, known, "group of units", use)](unit)]
