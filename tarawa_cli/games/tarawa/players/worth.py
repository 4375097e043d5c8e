"""A position's worth: how likely the Marines are to win from it.

A handful of terms, each a number that the rules know (`terms`), times a weight each (`data/worth.toml`); their sum is
the logit of the chance. The weights are fitted to the results of many games by `tools/fit_tarawa_worth.py`. No save
depends on them.

The whole battle is judged by what decides it (12): the ground that is left and the time for it, the morale that every
roll depends on (9), pillboxes, the men who can still fight, where they are and what supply they have, and casualties.
A short scenario is judged by its goal (13.3), which counts the more the later it is, and by the forces.
"""

from math import exp

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.model.board import ABSENT, LOST
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import limit, progress
from tarawa_cli.kernel.hints import Mapping

MEN, HEXES, COST = 100.0, 100.0, 1000.0
"""Steps, hexes and casualties are divided by these, so that all terms are of about the same size."""
BOXES = 5.0
GRADES = {"victory": 1.0, "pyrrhic": 0.7}
"""What an end is worth; all others are defeats."""


def chance(state: State) -> float:
    """How likely the Marines are to win; certain when the game is over."""
    if state.outcome:
        return GRADES.get(state.outcome, 0.0)
    return 1 / (1 + exp(-max(-30.0, min(30.0, logit(terms(state), kind(state))))))


def kind(state: State) -> str:
    """Which weights a position is judged by: those of the whole battle, or of a goal."""
    return "goal" if state.setting.scenario.goal else "battle"


def logit(found: Mapping[str, float], kind: str) -> float:
    weights: Mapping[str, float] = data.document("worth.toml")[kind]
    return sum(weights[name] * value for name, value in found.items())


def terms(state: State) -> dict[str, float]:
    """What a position is judged by, by name."""
    own = _goal(state) if state.setting.scenario.goal else _battle(state)
    return {"one": 1.0, **own, **_morale(state), **_forces(state)}


def lateness(state: State) -> float:
    """The share of the scenario's turns that is over."""
    return state.turn / state.setting.scenario.length


def _battle(state: State) -> dict[str, float]:
    """The ground that is left, and what has been paid for the rest."""
    left, late = len(state.uncleared) / HEXES, lateness(state)
    boxes = sum(1 for at in state.board.pillboxes if state.pillboxes_standing(at) > 0)
    return {
        "late": late,
        "hexes left": left,
        "hexes left, late": left * late,
        "hexes a turn": len(state.uncleared) / (state.setting.scenario.length - state.turn + 1) / 10,
        "pillboxes": boxes / 10,
        "pillboxes, late": boxes / 10 * late,
        "casualties near the limit": max(0.0, state.casualties - limit(state) + COST) / COST,
    }


def _goal(state: State) -> dict[str, float]:
    """How much of the goal is reached, and how little time is left for the rest."""
    parts = progress(state)
    missing = sum(max(0, part.needed - part.done) / part.needed for part in parts)
    late = 1 / (1 + max(0, state.setting.scenario.length - state.turn))
    over = max(0.0, state.casualties - limit(state)) / COST
    return {
        "late": late,
        "missing": missing,
        "missing, late": missing * late,
        "parts missing": float(sum(not part.met for part in parts)),
        "over the limit": over,
    }


def _morale(state: State) -> dict[str, float]:
    """Morale as a share of half its track; with what is left of the time, it decides how fast ground is won."""
    tracks, early = state.tracks, 1 - lateness(state)
    regiments = [min(0, box) for name, box in tracks.items() if name not in ("japanese", "marines")]
    return {
        "Japanese morale": tracks["japanese"] / BOXES,
        "Japanese morale, early": tracks["japanese"] / BOXES * early,
        "Marine morale": tracks["marines"] / BOXES,
        "regiments shaken": -sum(regiments) / BOXES,
    }


def _forces(state: State) -> dict[str, float]:
    """Steps of infantry and engineers ashore and to come, those out of supply, weak infantry, tanks and guns."""
    ashore = hungry = to_come = heavy = 0.0
    weak = 0
    land = state.board.land
    for unit in state.units.values():
        type = unit.type
        if type.is_craft or not unit.steps or unit.at in (LOST, ABSENT):
            continue
        if not type.on_foot:
            heavy += unit.steps if unit.at in land else 0
        elif unit.at in land:
            ashore += unit.steps
            hungry += unit.steps if unit.supply == "none" else 0
            weak += unit.steps * 4 <= type.steps
        else:
            to_come += unit.steps
    return {
        "steps ashore": ashore / MEN,
        "steps to come": to_come / MEN,
        "steps unsupplied": hungry / MEN,
        "weak units": weak / 10,
        "tanks and guns": heavy / MEN,
        "supply heads": len(state.heads) / 4,
    }
