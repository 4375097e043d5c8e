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
from tarawa_cli.games.malta.players.ground import GARRISON, STRIKES
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex, is_walled
from tarawa_cli.games.malta.rules.ch09_combat import attack, defence
from tarawa_cli.games.malta.rules.ch20_22_victory_scenarios import (
    HALF,
    STEPS,
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
MORE_LOSSES = 12
"""How many more steps the Axis may soon have lost."""
OPENING = (8, 18)
"""Until the first turn the battle is judged as at its opening, from the second on as a siege; in between by both."""
SHAKEN = {OK: 0.0, "disorganised": 0.4, DEMORALISED: 1.0}
SURRENDER_AT = "surrender at"
"""How the purpose of the roll of 20.3 begins."""
EVEN = 7
TWO_DICE = {total: 6 - abs(7 - total) for total in range(2, 13)}


def chance(state: State, side: Side) -> float:
    """How likely a side is to win; certain when the game is over."""
    axis = float(state.outcome in WON) if state.outcome else 1 / (1 + exp(-logit(terms(state), kinds(state))))
    return axis if side == "axis" else 1 - axis


def kinds(state: State) -> dict[str, float]:
    """Which weights a position is judged by, and their shares: those of a goal, or of the whole battle by its age."""
    if state.setting.scenario.goal:
        return {"goal": 1.0}
    early = min(1.0, max(0.0, (OPENING[1] - state.turn) / (OPENING[1] - OPENING[0])))
    return {"opening": early, "siege": 1 - early}


def logit(found: Mapping[str, float], kinds: Mapping[str, float]) -> float:
    document: Mapping[str, Mapping[str, float]] = data.document("worth.toml")
    return sum(share * document[kind][name] * value for kind, share in kinds.items() for name, value in found.items())


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
    held_off = last_city = 0.0
    for at, weight in state.board.objectives.items():
        if state.controller(at) == "allied":
            held_off += weight * safety(field, at, "allied") / TEN
            if state.board.terrain[at] == "city":
                last_city = max(last_city, _shield(field, at, "allied") / GARRISON)
    surrender, called_off = outlook(state)
    return {
        "objectives held off": held_off,
        "last city": last_city,
        "pressure": pressure(state) / TEN,
        "losses": state.lost_steps / FORCE,
        "late": state.turn / turns,
        "surrender": surrender,
        "call-off": called_off,
        "a roll": roll(state)[1],
        "a roll near": roll(state, MORE_LOSSES)[1],
    }


def _shield(field: HexIndex, at: Hex, side: Side) -> int:
    """What those in a hex who fight defend with, walls aside."""
    return sum(defence(unit) for unit in field.units(side, at) if unit.can("combat"))


def safety(field: HexIndex, at: Hex, side: Side) -> float:
    """How safely a hex is held, from 0 to 1: its defenders against all enemies who could come next to it."""
    state, foes = field.state, field.stacks[other_side(side)]
    walls = 2 if is_walled(state, at) else 1
    shield = walls * _shield(field, at, side)
    threat = sum(_force(units) for there, units in foes.items() if distance(at, there) <= STRIKES)
    return (shield + 1) / (shield + 1 + threat)


def _force(units: list[Unit]) -> int:
    return sum(attack(unit) for unit in units if unit.can("combat"))


def next_roll(state: State) -> tuple[float, float]:
    """The chances that the next roll of 20.3 ends the game: by surrender, by calling it off."""
    surrender, called_off = roll(state)
    return surrender, called_off if can_be_called_off(state) else 0.0


def idle_total(state: State) -> int:
    """What the two dice of the next roll may show so that it ends nothing; any total, if it must end the game."""
    half = pressure(state) // HALF
    off = most(state) if can_be_called_off(state) else 0
    return max((total for total in TWO_DICE if off < total + half < least(state)), default=EVEN)


def roll(state: State, losses: int = 0) -> tuple[float, float]:
    """Those of a roll that may call it off, with so many more steps lost."""
    half = pressure(state) // HALF
    off = most(state) + (state.lost_steps + losses) // STEPS // HALF - state.lost_steps // STEPS // HALF
    surrender = sum(ways for total, ways in TWO_DICE.items() if total + half >= least(state))
    called_off = sum(ways for total, ways in TWO_DICE.items() if total + half <= off)
    return surrender / 36, min(called_off, 36 - surrender) / 36


def outlook(state: State) -> tuple[float, float]:
    """The chances that any roll to come ends the game, if nothing changed from now on."""
    surrender, called_off = roll(state)
    first, lasts = state.charts.value("call-off-day"), 1.0
    by_surrender = by_calling_off = 0.0
    for box in state.charts.turns[state.turn - 1 : state.setting.scenario.last]:
        if box.day > 1:
            off = called_off if box.day >= first else 0.0
            by_surrender += lasts * surrender
            by_calling_off += lasts * off
            lasts *= 1 - surrender - off
    return by_surrender, by_calling_off


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
