"""The same looks as text."""

from collections.abc import Callable, Iterable
from typing import Any

from tarawa_cli.games.malta.looking.facts import hex_facts, region_facts
from tarawa_cli.games.malta.model.places import in_words
from tarawa_cli.games.malta.model.state import OK, State, Unit
from tarawa_cli.games.malta.telling.sentences import next_steps, score
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.orders import find_name
from tarawa_cli.kernel.session import Match

Filter = Callable[[Unit], bool]
PLAYERS = {"axis": "Axis", "allied": "Allies"}


def status(state: State, match: Match[State]) -> str:
    scenario = state.setting.scenario
    goal = [f"  goal: {scenario.goal.text} ({' '.join(scenario.goal.hexes)})"] if scenario.goal else []
    last = state.charts.turn(scenario.last).id
    return "\n".join(
        [
            next_steps(state),
            "",
            f"  {scenario.name}, to the end of {last}; weather {state.weather}",
            f"  {score(state)}",
            *goal,
            f"  ammunition in the Axis stock: {state.stock}",
            *([f"  undone orders with dice: {match.mulligans}"] if match.mulligans else []),
        ]
    )


# ── Units


def filters(state: State) -> dict[str, Filter]:
    """The words that `units` takes."""
    found: dict[str, Filter] = {
        "all": lambda unit: unit.at != "absent" and not unit.rests,
        "axis": lambda unit: unit.side == "axis" and unit.on_map,
        "allied": lambda unit: unit.side == "allied" and unit.on_map,
        "lost": lambda unit: unit.at == "lost",
        "guns": lambda unit: unit.can("gun") and unit.on_map,
        "shaken": lambda unit: unit.state != OK and unit.on_map,
    }
    for name in state.charts.formations:
        found[name] = lambda unit, name=name: unit.formation == name and unit.at != "absent" and not unit.rests  # type: ignore[misc]
    for id, region in state.board.regions.items():
        found[id] = lambda unit, region=region: unit.at in region.hexes  # type: ignore[misc]
    return found


def filtered(state: State, word: str) -> list[Unit]:
    known = filters(state)
    if not word:
        return [unit for unit in state.units.values() if unit.on_map]
    try:
        name = find_name(word, known, "group of units")
    except BadOrder as error:
        raise BadOrder(error.message, hint=error.hint or f"one of: {', '.join(known)}") from None
    return [unit for unit in state.units.values() if known[name](unit)]


def units(found: Iterable[Unit]) -> str:
    lines = [f"{'unit':14} {'where':10} {'A-D':>5} steps move morale  {'formation':10} state"]
    return "\n".join([*lines, *map(_line, found)])


def _line(unit: Unit) -> str:
    attack, defence = unit.strength if unit.steps else (0, 0)
    marks = [unit.state if unit.state != OK else "", "" if unit.supplied else "out of supply"]
    marks += ["no ammunition" if unit.can("gun") and not unit.ammo and not unit.fired else "", "fired" * unit.fired]
    marks += [f"moved ({unit.moved})" if unit.moved else "", "attacked" * unit.attacked]
    told = ", ".join(filter(None, marks))
    strength, steps = f"{attack}-{defence}", f"{unit.steps}/{unit.type.steps}"
    row = f"{unit.id:14} {unit.at:10} {strength:>5} {steps:5} {unit.type.move:>4} {unit.type.morale:>6}"
    return f"{row}  {unit.formation:10} {told}".rstrip()


def unit(state: State, it: Unit) -> str:
    from tarawa_cli.games.malta.choices.legal import legal_for

    type = it.type
    names = (
        "offence",
        "support",
        "range",
        "anti_air",
        "aa_range",
        "antitank",
        "armour",
        "factors",
        "bombard",
        "rating",
    )
    more = [f"{name.replace('_', ' ')} {value}" for name in names if (value := getattr(type, name))]
    commands = legal_for(state, it)
    return "\n".join(
        [
            f"{it.id}: {type.name}",
            f"  {type.kind.name}, {it.side}, {it.formation}{f', regiment {type.regiment}' if type.regiment else ''}",
            f"  it is {in_words(it.at)}",
            f"  {_line(it)}",
            *([f"  {', '.join(more)}"] if more else []),
            *(f"  → {command}" for command in commands[:20]),
            *([f"  … and {len(commands) - 20} more (legal {it.id})"] if len(commands) > 20 else []),
        ]
    )


# ── Places


def hex(state: State, at: str) -> str:
    facts = hex_facts(state, at)
    name = f" {facts['name']}" if facts["name"] else ""
    return "\n".join([f"{at}{name}: {', '.join(_ground(facts))}", *_around(facts), *_there(state, facts)])


def _ground(facts: dict[str, Any]) -> list[str]:
    found = [facts["terrain"]]
    found += [f"{facts['zone']} zone"] if facts["zone"] else []
    found += ["strongpoint"] if facts["strongpoint"] else []
    found += [f"objective {facts['objective']}"] if facts["objective"] else []
    found += [f"held by the {PLAYERS[facts['control']]}"] if facts["control"] else []
    zones = " and the ".join(PLAYERS[side] for side in facts["zoc"])
    found += [f"in a zone of control of the {zones}"] if zones else []
    return found


def _around(facts: dict[str, Any]) -> list[str]:
    return [f"  to {other}: {', '.join(kinds) or 'open'}" for other, kinds in facts["sides"].items()]


def _there(state: State, facts: dict[str, Any]) -> list[str]:
    if not facts["units"]:
        return ["  nobody is there"]
    lines = [f"  {facts['equivalents']} battalion equivalents"]
    return lines + [f"  {_line(state.units[id])}" for id in facts["units"]]


def region(state: State, id: str) -> str:
    facts = region_facts(state, id)
    objectives = [f"{at} {state.board.name_of(at)} ({weight})" for at, weight in facts["objectives"].items()]
    held = f"{len(facts['axis'])} of {len(facts['hexes'])} hexes are held by the Axis"
    lines = [f"{facts['name']} (`{id}`, {facts['letter']}): {held}"]
    lines += [f"  objectives: {', '.join(objectives)}"] if objectives else []
    return "\n".join([*lines, *(f"  {_line(state.units[unit])}" for unit in facts["units"])])
