"""Units as text: lists of some of them, and one in full."""

from collections.abc import Callable, Iterable
from functools import partial

from tarawa_cli.games.malta.geography.grid import is_hex
from tarawa_cli.games.malta.looking.facts import boxes
from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.places import ABSENT, AIR, LOST, in_words, wave_of, zone_of
from tarawa_cli.games.malta.model.state import OK, State, Unit
from tarawa_cli.games.malta.telling.sentences import PLAYERS, wrapped
from tarawa_cli.kernel.orders import find_name, some_of_each

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
MOST_COMMANDS = 12
"""Commands that are listed, unless all are asked for."""
_PRINTED = ("offence", "support", "range", "anti_air", "aa_range", "antitank", "armour", "factors", "bombard")

_MOBILITIES = {"foot": "on foot", "motor": "motorised", "mech": "mechanised", "static": "static"}


def _in_play(unit: Unit) -> bool:
    """Whether the unit itself is in this game, not as part of a battalion."""
    return unit.at != ABSENT and not unit.rests


def filters(state: State) -> dict[str, Filter]:
    """The words by which units can be listed, besides names and hexes."""
    found: dict[str, Filter] = {"ready": _is_ready(state), **_GROUPS}
    tests: list[tuple[Iterable[str], Callable[[str, Unit], bool]]] = [
        (state.charts.formations, lambda word, unit: unit.formation == word and _in_play(unit)),
        (state.board.regions, lambda word, unit: unit.at in state.board.regions[word].hexes),
        (boxes(state), lambda word, unit: unit.at == word),
        (_kinds(state), lambda word, unit: unit.type.kind.id == word and unit.on_map),
    ]
    for words, test in tests:
        for word in words:
            found.setdefault(word, partial(test, word))
    return found


def _is_ready(state: State) -> Filter:
    able: set[str] = set()

    def test(unit: Unit) -> bool:
        from tarawa_cli.games.malta.choices.ready import ready

        if not able:
            able.update(["", *(found.id for found in ready(state))])
        return unit.id in able

    return test


def _kinds(state: State) -> list[str]:
    return list(dict.fromkeys(unit.type.kind.id for unit in state.units.values()))


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


# ── Lists

_WHERE = 10
"""Least width of the column `where`."""


def units(found: list[Unit]) -> str:
    if not found:
        return "no units (try: units all, units ready, units lost)"
    where = max(_WHERE, *(len(unit.at) for unit in found))
    head = f"{'unit':13} {'where':{where}} {'A-D-M':>6} {'steps':>5} morale {'formation':10} notes"
    return "\n".join([head, *(unit_line(unit, where=where) for unit in found)])


def unit_line(unit: Unit, margin: str = "", where: int = _WHERE) -> str:
    strength, steps = printed(unit), f"{unit.steps}/{unit.type.steps}"
    row = f"{margin}{unit.id:13} {unit.at:{where}} {strength:>6} {steps:>5} {unit.type.morale:>6} {unit.formation:10}"
    return wrapped(f"{row} {', '.join(unit_notes(unit))}".rstrip(), 45 + where + len(margin))


def printed(unit: Unit) -> str:
    """Attack, defence and movement of a unit with its remaining steps."""
    attack, defence = unit.strength if unit.steps else (0, 0)
    return f"{attack}-{defence}-{unit.type.move}"


def unit_notes(unit: Unit) -> list[str]:
    """The state of a unit in short notes."""
    notes = [
        unit.state if unit.state != OK else "",
        "" if unit.supplied else "out of supply",
        "fired" if unit.fired else "no ammunition" if unit.can("gun") and not unit.ammo else "",
        f"moved ({unit.moved})" if unit.moved else "",
        "attacked" if unit.attacked else "",
        "landed" if unit.landed else "",
        "reduced" if unit.reduced else "",
        "" if unit.revealed else "face down",
    ]
    return [note for note in notes if note]


# ── One in full


def unit(state: State, it: Unit, verbose: bool = False) -> str:
    """Everything about a unit, and what it can do."""
    return "\n".join([*unit_summary(state, it), *_supply(state, it), *_can(state, it, verbose)])


def _supply(state: State, it: Unit) -> list[str]:
    """The supply line of a unit as it is now, or why it has none (8)."""
    from tarawa_cli.games.malta.rules.ch08.supply import needs_supply, supply_of

    if not needs_supply(it):
        return []
    supply = supply_of(state, it)
    if supply.why:
        return [wrapped(f"  no supply line: {supply.why}  [{supply.rule}]", 4)]
    if not supply.to_source:
        return [f"  carries supplies until {state.charts.turn(it.carries_until).id}  [{supply.rule}]"]
    by = f" by {supply.hq}" if supply.hq != it.id else ""
    return [wrapped(f"  supply line{by}: {' '.join(supply.line)}  [{supply.rule}]", 4)]


def unit_summary(state: State, it: Unit) -> list[str]:
    """Everything about a unit, without its orders."""
    type = it.type
    more = [f"{name.replace('_', ' ')} {value}" for name in _PRINTED if (value := getattr(type, name))]
    more += [f"rating {it.rating}"] if it.can("lead") else []
    regiment = f", regiment {type.regiment}" if type.regiment and type.regiment != it.formation else ""
    name = state.board.name_of(it.at) if it.on_map else ""
    lines = [
        f"{it.id} — {type.name}",
        f"  {type.kind.name}, {PLAYERS[it.side]}, {formation(state, it)}{regiment}",
        f"  {in_words(it.at)}{f' ({name})' if name else ''}",
        f"  attack-defence-movement {printed(it)}, {_MOBILITIES[type.mobility]}",
        f"  steps {it.steps} of {type.steps}, morale {type.morale}",
    ]
    parts = [f"{part.id} {in_words(part.at)}" for part in state.companies_out(it)] if it.is_broken else []
    notes = [", ".join(more), ", ".join(unit_notes(it)), f"its companies: {', '.join(parts)}" if parts else ""]
    return [*lines, *(wrapped(f"  {note}", 4) for note in notes if note)]


def formation(state: State, it: Unit) -> str:
    known = state.charts.formations.get(it.formation)
    return str(known["name"]) if known else "independent"


def _can(state: State, it: Unit, verbose: bool) -> list[str]:
    from tarawa_cli.games.malta.choices.legal import legal_for

    commands = legal_for(state, it)
    return _commands(state, commands, it, verbose) if commands else _idle(state, it)


def _idle(state: State, it: Unit) -> list[str]:
    """Why a unit can do nothing."""
    from tarawa_cli.games.malta.choices.asked import idle

    why = idle(state, it.id)
    return ["  can do nothing now:", *(wrapped(f"    {reason}  [{rule}]", 6) for rule, reason in why)]


def _commands(state: State, commands: list[str], it: Unit, verbose: bool) -> list[str]:
    """Commands with their costs, one a line; a long list is cut."""
    from tarawa_cli.games.malta.choices.costs import costs

    limit = len(commands) if verbose else MOST_COMMANDS
    left, listed = len(commands) - limit, some_of_each(commands, limit)
    prices = costs(state, [command.split() for command in listed])
    lines = [f"    {order}{f'  # {cost.price}' if cost else ''}" for order, cost in zip(listed, prices, strict=True)]
    return ["  can now:", *lines, *([f"    … and {left} more (malta legal {it.id})"] if left > 0 else [])]
