"""Warships (16.7, 16.71): placed off the coast on the first turn, and sailing over the ocean."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.board import OCEAN, disc, malta, neighbours
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.unit import POOL
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.kernel.board.hexes import Hex, ways
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.standard import cache


def ships(state: State) -> list[Unit]:
    """Warships on the map."""
    return [unit for unit in state.units.values() if unit.can("ship") and unit.on_map]


def sailors(state: State) -> list[Unit]:
    """Warships that may still move in this phase (16.71)."""
    return [ship for ship in ships(state) if not ship.moved and state.active == "axis"]


def unplaced(state: State) -> list[Unit]:
    return [unit for unit in state.units_at(POOL) if unit.can("ship")]


@cache
@rule("16.7")
def berths() -> tuple[Hex, ...]:
    """Hexes of ocean far enough from land, by number."""
    board, near = malta(), CHARTS.value("ship-berth") - 1
    return tuple(at for at, kind in board.terrain.items() if kind == OCEAN and not disc(at, near) & board.land)


@rule("16.7")
def check_place(state: State, ship: Unit, at: Hex) -> None:
    if not ship.can("ship"):
        raise Refused("16.7", f"{ship.id} is not a warship", lambda: _example(state))
    if ship not in unplaced(state):
        raise Refused("16.7", f"{ship.id} is already placed or out of the game", lambda: _example(state))
    if at not in berths():
        least = state.charts.value("ship-berth")
        raise Refused("16.7", f"{at} is not an ocean hex at least {least} hexes from land", lambda: _example(state))


def _example(state: State) -> str:
    found = unplaced(state)
    return f"place {found[0].id} {state.setting.scenario.plan.ships.get(found[0].id, berths()[0])}" if found else "next"


@rule("16.7")
def place_rest(play: Play[State]) -> None:
    """Place the remaining ships as planned; without a plan they are out of the game."""
    state = play.state
    plan = {} if state.setting.options.own_plan else state.setting.scenario.plan.ships
    for ship in unplaced(state):
        if ship.id in plan:
            apply.ship_placed(play, "16.7", ship=ship.id, to=plan[ship.id])


@rule("16.71")
def courses(ship: Unit) -> list[Hex]:
    """Where a ship can sail in a turn, by number."""
    return sorted(way.hexes[-1] for way in ways(ship.at, _over_sea, ship.type.move) if way.hexes)


def _over_sea(here: Hex) -> Iterator[tuple[Hex, float]]:
    terrain = malta().terrain
    return ((there, 1) for there in neighbours(here) if terrain.get(there) == OCEAN)


def check_sailor(state: State, ship: Unit) -> None:
    if not ship.can("ship") or not ship.on_map:
        raise Refused("16.71", f"{ship.id} is not a warship at sea", lambda: _a_course(state))
    if ship.moved:
        raise Refused("16.71", f"{ship.id} has already sailed this turn", lambda: _a_course(state))


def _a_course(state: State) -> str:
    """An order for a ship that can still sail."""
    able = [(ship, found[0]) for ship in ships(state) if not ship.moved and (found := courses(ship))]
    return f"sail {able[0][0].id} {able[0][1]}" if able else "next"


@rule("16.71")
def check_sail(state: State, ship: Unit, to: Hex) -> None:
    check_sailor(state, ship)
    found = courses(ship)
    if to not in found:
        why = f"{ship.id} cannot sail from {ship.at} to {to}: it sails {ship.type.move} hexes, over ocean only"
        raise Refused("16.71", why, lambda: f"sail {ship.id} {found[0]}")
