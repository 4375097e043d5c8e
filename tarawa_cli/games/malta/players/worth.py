"""A position's worth: how likely the Axis are to win from it.

A handful of terms, each a number that the rules know (`terms`), times a weight each (`data/worth.toml`); their sum is
the logit of the chance. The weights are fitted to the results of many games by `tools/fit_worth.py`. No save depends on
them.

The whole battle is judged by what decides it (20.3): objectives and cities by how safely they are held, what has been
lost, the forces on either side, their supply and guns, the time left, and the chances of the next roll. A short
scenario is judged by its goal (22), which counts the more the later it is, and by the forces.
"""

from math import exp

from tarawa_cli.games.malta import data
from tarawa_cli.games.malta.model.board import distance
from tarawa_cli.games.malta.model.scenario import Goal
from tarawa_cli.games.malta.model.state import DEMORALISED, OK, State, Unit, other_side
from tarawa_cli.games.malta.model.unit import wave_of, zone_of
from tarawa_cli.games.malta.model.unit_types import SIDES, Side
from tarawa_cli.games.malta.players.ground import STRIKES
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex, is_walled
from tarawa_cli.games.malta.rules.ch09_combat import attack, defence
from tarawa_cli.games.malta.rules.ch20_22_victory_scenarios import (
    HALF,
    can_be_called_off,
    held,
    least,
    lost_equivalents,
    most,
    pressure,
)
from tarawa_cli.games.malta.views.course import WON
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Mapping

TEN, FORCE = 10.0, 30.0
"""Weights, and steps or strengths, are divided by these, so that all terms are of about the same size."""
SHAKEN = {OK: 0.0, "disorganised": 0.4, DEMORALISED: 1.0}
TWO_DICE = {total: 6 - abs(7 - total) for total in range(2, 13)}


def chance(state: State, side: Side) -> float:
    """How likely a side is to win; certain when the game is over."""
    axis = float(state.outcome in WON) if state.outcome else 1 / (1 + exp(-logit(terms(state), kind(state))))
    return axis if side == "axis" else 1 - axis


def kind(state: State) -> str:
    """Which weights a position is judged by: those of the whole battle, or of a goal."""
    return "goal" if state.setting.scenario.goal else "battle"


def logit(found: Mapping[str, float], kind: str) -> float:
    weights: Mapping[str, float] = data.document("worth.toml")[kind]
    return sum(weights[name] * value for name, value in found.items())


def terms(state: State) -> dict[str, float]:
    """What a position is judged by, by name."""
    field = HexIndex(state)
    goal = state.setting.scenario.goal
    own = _goal(state, goal) if goal else _battle(field)
    return {"one": 1.0, **own, **_forces(state)}


# ── What the game is played for


def _goal(state: State, goal: Goal) -> dict[str, float]:
    """How much of the goal the Axis have, and how little time is left to change that."""
    last = state.setting.scenario.last
    late = 1 / (1 + max(0, last - state.turn))
    axis, wanted = held(state, "axis"), goal.least or len(goal.hexes) // 2 + 1
    needed = sum(at in state.control for at in goal.needed) - len(goal.needed)
    reached = min(axis, wanted) - wanted + needed
    over = 0.0 if goal.losses is None else min(0.0, (goal.losses - lost_equivalents(state)) / 4)
    return {
        "reached": float(reached),
        "reached late": reached * late,
        "spare": max(0, axis - wanted) * late,
        "late": late,
        "too many lost": -over,
    }


def _battle(field: HexIndex) -> dict[str, float]:
    """Objectives and cities by how safely they are held, losses, time, and the next roll (20.3)."""
    state, turns = field.state, len(field.state.charts.turns)
    found = dict.fromkeys(("objectives", "objectives held off", "cities", "cities held off"), 0.0)
    for at, weight in state.board.objectives.items():
        side = state.controller(at)
        safe = safety(field, at, side)
        found["objectives" if side == "axis" else "objectives held off"] += weight * safe / TEN
        if state.board.terrain[at] == "city":
            found["cities" if side == "axis" else "cities held off"] += safe
    surrender, called_off = next_roll(state)
    lost, late = state.lost_steps / FORCE, state.turn / turns
    return {
        **found,
        "pressure": pressure(state) / TEN,
        "losses": lost,
        "losses late": lost * late,
        "late": late,
        "surrender": surrender,
        "call-off": called_off,
    }


def safety(field: HexIndex, at: Hex, side: Side) -> float:
    """How safely a hex is held, from 0 to 1: its defenders against all enemies who could come next to it."""
    state, foes = field.state, field.stacks[other_side(side)]
    walls = 2 if is_walled(state, at) else 1
    shield = walls * sum(defence(unit) for unit in field.units(side, at) if unit.can("combat"))
    threat = sum(_force(units) for there, units in foes.items() if distance(at, there) <= STRIKES)
    return (shield + 1) / (shield + 1 + threat)


def _force(units: list[Unit]) -> int:
    return sum(attack(unit) for unit in units if unit.can("combat"))


def next_roll(state: State) -> tuple[float, float]:
    """The chances that the next roll of 20.3 ends the game: by surrender, by calling it off."""
    half = pressure(state) // HALF
    surrender = sum(ways for total, ways in TWO_DICE.items() if total + half >= least(state))
    called_off = sum(ways for total, ways in TWO_DICE.items() if total + half <= most(state))
    return surrender / 36, called_off / 36 if can_be_called_off(state) else 0.0


# ── Forces


def _forces(state: State) -> dict[str, float]:
    """Steps of those who fight, by side and condition; who is still to come; guns that can fire."""
    steps, shaken, hungry, guns = (dict.fromkeys(SIDES, 0.0) for _ in range(4))
    to_come = 0.0
    for unit in state.units.values():
        if not unit.steps:
            continue
        side = unit.side
        if unit.can("gun") and unit.on_map:
            ready = unit.state != DEMORALISED and unit.supplied
            guns[side] += unit.type.offence + unit.type.support if ready else 0
        elif unit.can("combat") and unit.on_map:
            steps[side] += unit.steps
            shaken[side] += unit.steps * SHAKEN[unit.state]
            hungry[side] += 0 if unit.supplied else unit.steps
        elif unit.can("combat") and side == "axis" and not unit.type.of and _is_to_come(unit):
            to_come += unit.steps
    told = {"steps": steps, "shaken": shaken, "unsupplied": hungry, "guns": guns}
    found = {f"{name}, {side}": told[name][side] / FORCE for name in told for side in SIDES}
    return {**found, "to come": to_come / FORCE}


def steps_of(state: State, side: Side) -> int:
    """All steps that a side has left, companies and those to come counted."""
    return sum(state.steps_left(unit) for unit in state.units.values() if unit.side == side)


def _is_to_come(unit: Unit) -> bool:
    return unit.at == "air" or bool(zone_of(unit.at)) or wave_of(unit.at) is not None
