"""The ways over the reef, worked out once: they depend only on the map, a kind of movement and a goal."""

from collections.abc import Iterable
from functools import cache

from tarawa_cli.games.tarawa.board import betio
from tarawa_cli.games.tarawa.charts import Charts, UnitType
from tarawa_cli.kernel.hexes import Hex, hexside, neighbours, spread
from tarawa_cli.kernel.rulebook import rule

GAITS = ("foot", "tank", "craft")


def gait(unit: UnitType) -> str:
    """How a unit moves in the water: as craft, as tank, or on foot."""
    return "craft" if unit.is_craft else "tank" if unit.is_tank else "foot"


@cache
def open_terrain(gait: str) -> frozenset[str]:
    """Terrain of the reef, landing hexes included, that a kind of unit may enter (2.3)."""
    chart = Charts({}).terrain
    return frozenset(
        t.id for t in chart.values() if (t.place == "water" or t.id == "landing") and getattr(t, gait) is not None
    )


@cache
@rule("6.4", "11.33", "11.34")
def links(gait: str) -> dict[Hex, tuple[Hex, ...]]:
    """From every water hex, the hexes that may be entered: no obstacles for craft and tanks, no way over the pier."""
    board, able = betio(), open_terrain(gait)
    return {
        here: tuple(
            there
            for there in neighbours(here)
            if board.terrain.get(there) in able and hexside(here, there) not in board.pier_sides
        )
        for here in board.terrain
        if board.is_water(here) and board.terrain[here] in able
    }


@cache
def _backward(gait: str) -> dict[Hex, list[Hex]]:
    back: dict[Hex, list[Hex]] = {}
    for here, onward in links(gait).items():
        for there in onward:
            back.setdefault(there, []).append(here)
    return back


@cache
def steps_to(gait: str, goal: Hex) -> dict[Hex, int]:
    """How many steps every water hex is from a landing or entry hex."""
    back = _backward(gait)
    return spread([goal], lambda here: back.get(here, ()))


def nearest(gait: str, at: Hex, goals: Iterable[Hex]) -> int:
    """Steps to the nearest of some goals; 999 if none can be reached."""
    return min((steps_to(gait, goal).get(at, 999) for goal in goals), default=999)


@cache
@rule("6.4")
def front_way(beach: str, gait: str, goal: Hex) -> frozenset[Hex]:
    """The hexes from which the front hexes of a beach's facing lead to one of its landing hexes."""
    facing, open_ = betio().beaches[beach], links(gait)

    def behind(there: Hex) -> list[Hex]:
        return [here for here in neighbours(there) if there in open_.get(here, ()) and there in facing.front(here)]

    return frozenset(spread([goal], behind))
