"""Lines that show what can be done next."""

from collections.abc import Iterable

from tarawa_cli.games.malta.model.state import State

MOST = 12


def do(command: str, why: str = "") -> str:
    """A line with a command to type; other lines are information."""
    return f"→ {command}{f' — {why}' if why else ''}"


def by_battalions(state: State, command: str) -> str:
    """A command with battalions in place of their companies, where all remaining companies are named."""
    words = command.split()
    for battalion in filter(lambda unit: unit.is_broken, state.units.values()):
        out = [company.id for company in state.companies_out(battalion)]
        if len(out) > 1 and set(out) <= set(words):
            words[words.index(out[0])] = battalion.id
            words = [word for word in words if word not in out]
    return " ".join(words)


def some(names: Iterable[str], limit: int = MOST) -> str:
    """The first of many names, and how many more there are."""
    found = list(names)
    more = f" and {len(found) - limit} more" if len(found) > limit else ""
    return f"{', '.join(found[:limit])}{more}"


def jump_plan(state: State) -> list[str]:
    """Units waiting to drop, the airlift of the turns that can be planned now, how to plan, and what is planned.

    Turns whose plan is sealed are left out (24.3).
    """
    from tarawa_cli.games.malta.rules.ch19.plan import jumpers, open_turns  # start-up

    turns = [box for turn in open_turns(state) if (box := state.charts.turn(turn).id) not in state.seals]
    step = [plan_step(state, f"zone north 1414 --turn {turns[0]}")] if turns else []
    waiting = some(unit.id for unit in jumpers(state))
    return [*([f"waiting to drop: {waiting}"] if waiting else []), airlift_left(state), *step, *zones(state)]


def airlift_left(state: State) -> str:
    from tarawa_cli.games.malta.rules.ch19.plan import airlift, open_turns, planned_points  # start-up

    left = {
        state.charts.turn(turn).id: airlift(state, turn) - planned_points(state, turn) for turn in open_turns(state)
    }
    told = ", ".join(f"{turn} {points}" for turn, points in left.items() if turn not in state.seals)
    return f"airlift left, in points: {told}" if told else "the plan is sealed"


def zones(state: State, names: Iterable[str] | None = None) -> list[str]:
    """What is planned, zone by zone."""
    planned = {name: state.plan[name] for name in (state.plan if names is None else names)}
    return [
        f"{name}: {state.charts.turn(zone.turn).id}, marker {zone.marker}; {'; '.join(zone.series) or 'nobody yet'}"
        for name, zone in planned.items()
    ]


def plan_step(state: State, zone: str) -> str:
    """The line that shows how to plan a drop, in an open or a sealed game."""
    if state.setting.options.sealed and state.phase != "airborne":
        return do("seal FILE", "write `zone` and `series` orders into FILE, one a line; without FILE nobody drops")
    then = "`series NAME UNIT… --offset ne1` adds units, and their offset from the marker"
    return do(zone, f"plan a drop zone and name it; then {then}")
