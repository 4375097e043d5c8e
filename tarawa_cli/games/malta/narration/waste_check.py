"""What `next` would waste: counted from the state, without listing what is legal.

Nobody has to move or attack, and a gun that does not fire keeps its ammunition. Only what the phase end loses counts.
"""

from tarawa_cli.games.malta.model.state import AIR_MARKER, State
from tarawa_cli.games.malta.narration.sentences import listed
from tarawa_cli.games.malta.rules.ch06_movement import movers
from tarawa_cli.games.malta.rules.ch09_combat.attack import air_markers
from tarawa_cli.games.malta.rules.ch09_combat.odds import targets
from tarawa_cli.games.malta.rules.ch16_special_units.planes_and_ships import landable, open_fields, room, unplaced
from tarawa_cli.games.malta.rules.ch17_special_rules import can_strike, strikes_left
from tarawa_cli.games.malta.rules.ch18_landings import lift_left, points, possible
from tarawa_cli.kernel.hints import Callable, Iterator
from tarawa_cli.kernel.narration.digest import Unused
from tarawa_cli.kernel.narration.visible import plural


def find_waste(state: State) -> list[str]:
    """A few words for each thing that could still be used and would be lost."""
    tell = None if state.question else BY_PHASE.get(state.phase) or BY_PHASE.get(state.phase.partition("-")[2])
    return [*tell(state)] if tell else []


def _support(state: State) -> Iterator[str]:
    """Unused air support markers."""
    free = [at for at in targets(state) if AIR_MARKER not in state.assigned.get(at, ())]
    left = min(air_markers(state), len(free))
    if left > 0:
        yield Unused(f"{plural(left, 'air support marker')} left, for {' '.join(free)}", f"support {free[0]} --air")


def _bombardment(state: State) -> Iterator[str]:
    """Support of a hex that can be bombarded now, and not attacked later (10.1)."""
    near = targets(state)
    for at, given in state.assigned.items():
        if given and at not in near and at not in state.bombarded:
            yield Unused(f"{listed(given)} assigned to {at}, which nobody can attack", f"bombard {at}")


def _combat(state: State) -> Iterator[str]:
    """Support assigned to a hex that can still be attacked (9.2)."""
    open_ = targets(state)
    for at, given in state.assigned.items():
        if given and at in open_:
            yield Unused(f"{listed(given)} assigned to {at}, which can still be attacked", "attack")


def _strikes(state: State) -> Iterator[str]:
    """Air strikes of this morning, while there is a gun to strike (17.5)."""
    if can_strike(state):
        yield Unused(f"{plural(strikes_left(state), 'air strike')} left", "strike")


def _movement(state: State) -> Iterator[str]:
    """A movement phase in which no unit has moved (6)."""
    able = movers(state)
    if able and not any(unit.moved for unit in state.units.values() if unit.side == state.active):
        yield Unused(f"{plural(len(able), 'unit')} can move, and none has moved", "move")
    if state.active == "axis":
        yield from _planes(state)


def _planes(state: State) -> Iterator[str]:
    """Unused points of air-landing (16.1)."""
    for at in open_fields(state):
        if any(points(unit) for unit in landable(state, at)):
            yield Unused(f"planes could bring {plural(room(state, at), 'point')} more to {at}", "airland")


def _embark(state: State) -> Iterator[str]:
    """Unused sealift of this turn (18.3)."""
    if any(points(unit) for unit, _, _ in possible(state)):
        yield Unused(f"{plural(lift_left(state), 'point')} of sealift left", "embark")


def _ships(state: State) -> Iterator[str]:
    """Warships that are not placed and not in the plan (16.7)."""
    plan = {} if state.setting.options.own_plan else state.setting.scenario.plan.ships
    away = [ship.id for ship in unplaced(state) if ship.id not in plan]
    if away:
        yield Unused(f"unplaced warships are out of the game: {listed(away)}", "place")


BY_PHASE: dict[str, Callable[[State], Iterator[str]]] = {
    "movement": _movement,
    "support": _support,
    "bombardment": _bombardment,
    "combat": _combat,
    "air-strikes": _strikes,
    "embark": _embark,
    "ships": _ships,
}
