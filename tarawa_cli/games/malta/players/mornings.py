"""The computer's orders outside the land war: mornings, planes, and one-hex moves after a landing."""

from tarawa_cli.games.malta.model.board import distance
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.unit import zone_of
from tarawa_cli.games.malta.orders import Order
from tarawa_cli.games.malta.orders.morning_and_air import Absorb, Airland, Dismantle, Replace, Step, Strike
from tarawa_cli.games.malta.rules.ch16_special_units import dismantlable
from tarawa_cli.games.malta.rules.ch16_special_units.planes_and_ships import landable, open_fields
from tarawa_cli.games.malta.rules.ch17_special_rules import (
    absorbable_pairs,
    can_strike,
    replaceable,
    steps_to_give,
    strike_targets,
)
from tarawa_cli.games.malta.rules.ch19_drops.steps import steppers

FORWARD = 4
"""Strongpoints that are farther from the Axis than this are worth more as engineers."""


def strike(state: State) -> tuple[Order, str] | None:
    """One strike after the other, on the gun that bears on most of the beaches that are wanted.

    Guns that are silenced for the day come last.
    """
    if not can_strike(state):
        return None
    wanted = beaches(state)
    gun = max(strike_targets(state), key=lambda gun: (gun.id not in state.silenced, _bears_on(gun, wanted), gun.at))
    return Strike((gun.id,)), "it covers the most beaches"


def beaches(state: State) -> list[str]:
    """The beaches of the zones before which divisions wait."""
    zones = sorted({zone for unit in state.units.values() if (zone := zone_of(unit.at))})
    return [at for zone in zones or sorted(state.board.beaches) for at in state.board.beaches[zone]]


def _bears_on(gun: Unit, wanted: list[str]) -> float:
    reach = gun.type.range or 6
    return sum(1.0 + 0.5 * (distance(gun.at, at) <= 3) for at in wanted if distance(gun.at, at) <= reach)


def replace(state: State) -> tuple[Order, str] | None:
    """The weakest battalions first."""
    able = sorted(replaceable(state), key=lambda unit: unit.steps)[: steps_to_give(state)]
    return (Replace(tuple(unit.id for unit in able)), "the weakest battalion first") if able else None


def absorb(state: State) -> tuple[Order, str] | None:
    found = absorbable_pairs(state)
    return (
        (Absorb(found[0][0].id, found[0][1].id), "a battalion's step is worth more than a security company")
        if found
        else None
    )


def airland(state: State) -> tuple[Order, str] | None:
    """Land units by plane, strongest first."""
    for at in open_fields(state):
        able = sorted(landable(state, at), key=lambda unit: (not unit.can("hq"), -unit.type.attack, unit.id))
        if able:
            return Airland((able[0].id,), at), "reinforcements by air"
    return None


def step(state: State) -> tuple[Order, str] | None:
    return (Step(), "companies join their battalions") if steppers(state) else None


def dismantle(state: State) -> tuple[Order, str] | None:
    """Two strongpoints far behind, for a company of engineers."""
    axis = [unit.at for unit in state.units.values() if unit.side == "axis" and unit.on_map and unit.can("combat")]
    far = [at for at in dismantlable(state) if axis and min(distance(at, foe) for foe in axis) > FORWARD]
    return (Dismantle(tuple(far[:2])), "the enemy is far away and engineers are needed") if len(far) > 1 else None
