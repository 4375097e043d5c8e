"""Units as text: lists of some of them, and one in full."""

from tarawa_cli.games.malta.model.places import in_words
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.narration.sentences import PLAYERS
from tarawa_cli.games.malta.rules.ch08_supply import needs_supply, supply_of
from tarawa_cli.kernel.engine.order_words import some_of_each
from tarawa_cli.kernel.narration.visible import wrapped

MOST_COMMANDS = 12
"""Commands that are listed, unless all are asked for."""
_PRINTED = ("offence", "support", "range", "anti_air", "aa_range", "antitank", "armour", "factors", "bombard")

_MOBILITIES = {"foot": "on foot", "motor": "motorised", "mech": "mechanised", "static": "static"}


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
    return [note for one in unit.traits.values() if (note := one.note_on(unit))]


# ── One in full


def unit(state: State, it: Unit, verbose: bool = False) -> str:
    """Everything about a unit, and what it can do."""
    return "\n".join([*unit_summary(state, it), *_supply(state, it), *_can(state, it, verbose)])


def _supply(state: State, it: Unit) -> list[str]:
    """The supply line of a unit as it is now, or why it has none (8)."""
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
    from tarawa_cli.games.malta.legal.listing import legal_for  # start-up

    commands = legal_for(state, it)
    return _commands(state, commands, it, verbose) if commands else _idle(state, it)


def _idle(state: State, it: Unit) -> list[str]:
    """Why a unit can do nothing."""
    from tarawa_cli.games.malta.legal.api import idle  # start-up

    why = idle(state, it.id)
    return ["  can do nothing now:", *(wrapped(f"    {reason}  [{rule}]", 6) for rule, reason in why)]


def _commands(state: State, commands: list[str], it: Unit, verbose: bool) -> list[str]:
    """Commands with their costs, one a line; a long list is cut."""
    from tarawa_cli.games.malta.legal.costs import costs  # start-up

    limit = len(commands) if verbose else MOST_COMMANDS
    left, listed = len(commands) - limit, some_of_each(commands, limit)
    prices = costs(state, [command.split() for command in listed])
    lines = [f"    {order}{f'  # {cost.price}' if cost else ''}" for order, cost in zip(listed, prices, strict=True)]
    return ["  can now:", *lines, *([f"    … and {left} more (malta legal {it.id})"] if left > 0 else [])]
