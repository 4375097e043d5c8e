"""Fit the weights of a position's worth to the results of many games.

    python tools/fit_worth.py --games 240 --seed 3000
    python tools/fit_worth.py --games 240 --seed 3000 --only battle

Plays games with several pairs of players, and keeps the position at the start of each player turn with the side that
won. The rolls of 20.3 count by their chances: a game that a double six has ended says little about its positions. The
weights are those under which these results are the likeliest (logistic regression with a small penalty on large
weights), and none says the opposite of the rules. Every third game is left out and shows how well they judge games that
they have not seen. They are written to `games/malta/data/worth.toml`, which only the players read. The same seed gives
the same weights.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterable, Sequence
from functools import partial
from math import exp, log
from pathlib import Path
from typing import NamedTuple

from ladder import make, solve

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.players.worth import kinds, outlook, roll, terms
from tarawa_cli.games.malta.rules.ch20_22_victory_scenarios import has_every_city, nobody_left
from tarawa_cli.games.malta.views.course import WON
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import play_on
from tarawa_cli.kernel.players.simulation import GameSeries, paired

FILE = Path(__file__).resolve().parents[1] / "tarawa_cli/games/malta/data/worth.toml"
PAIRS = (("strong", "strong"), ("strong", "old-strong"), ("old-strong", "strong"))
"""Who plays the Axis, and who the Allies, in the whole battle."""
SHORT_PAIRS = (*PAIRS, ("strong", "historical"))
"""The same in a short scenario."""
SCENARIOS = {"battle": {"herkules": 1.0}, "goal": {"hal-far": 1.0, "cottonera": 1.0, "south-beach": 0.5}}
"""How many games of each are played for the weights of a kind, as a share of what was asked for."""
BATTLE = ("opening", "siege")
"""The kinds of weights that judge the whole battle."""
PENALTY = 0.15
HELPS_AXIS = (
    *("pressure", "surrender", "steps, axis", "guns, axis", "to come", "shaken, allied", "unsupplied, allied"),
    *("reached", "reached late", "spare"),
)
HELPS_ALLIES = (
    *("objectives held off", "last city", "losses", "too many lost", "call-off", "a roll", "a roll near"),
    *("steps, allied", "guns, allied", "shaken, axis", "unsupplied, axis"),
)
"""What the rules say of a term; a weight against that comes of terms that change together, and is set to 0."""
HEAD = """\
# What each term of a position's worth counts (players/worth.py), as logits of the chance that the Axis win.
# Made by tools/fit_worth.py. It is no part of the rules: no save depends on it.
"""


PRIOR = {"siege/surrender": (2.0, 3.0), "siege/pressure": (0.3, 1.0)}
"""What is known of a weight beforehand, and how firmly: late games with a high P are nearly all alike."""


class Sample(NamedTuple):
    """A position, and how likely it was that the Axis won from it."""

    kind: str
    """`battle` or `goal`."""
    terms: dict[str, float]
    won: float
    weight: float
    seen: bool
    """Whether it counts for the fit, and not for the judgement of it."""


class Reached(NamedTuple):
    """A position of a game: its turn, its terms, and the chances of a roll that may call the battle off."""

    turn: int
    terms: dict[str, float]
    roll: tuple[float, float]


def samples(scenario: str, games: int, seed: int) -> Iterable[Sample]:
    setup = Setup(scenario)
    kind = "goal" if GAME.begin(setup).setting.scenario.goal else "battle"
    pairs = PAIRS if scenario == "herkules" else SHORT_PAIRS
    for number in range(games):
        axis, allied = pairs[number % len(pairs)]
        series = GameSeries(setup, axis, games, seed, sides={"axis": axis, "allied": allied})
        state = GAME.begin(setup)
        player = paired(GAME, series, partial(make, "malta"), str(seed + number))
        found, last = list[Reached](), ("", 0)
        for _ in play_on(GAME, state, player, seed + number):
            now = _stage(state), state.turn
            if now != last and not state.outcome and not state.stack:
                found.append(Reached(state.turn, _spread(state), roll(state)))
            last = now
        results = battle_results(state, found) if kind == "battle" else [float(state.outcome in WON)] * len(found)
        for one, won in zip(found, results, strict=True):
            yield Sample(kind, one.terms, won, 1 / len(found), number % 3 > 0)


def _stage(state: State) -> str:
    return "allied" if state.phase.startswith("allied") else "axis"


def _spread(state: State) -> dict[str, float]:
    """The terms of a position for each kind of weights, by its share."""
    found, shares = terms(state), kinds(state)
    every = ("goal",) if "goal" in shares else BATTLE
    return {f"{kind}/{name}": shares.get(kind, 0.0) * value for kind in every for name, value in found.items()}


def battle_results(end: State, found: Sequence[Reached]) -> list[float]:
    """How likely the Axis were to win from each position of a game: what came of it, the rolls by their chances."""
    decided = has_every_city(end) or nobody_left(end)
    won = float(has_every_city(end)) if decided else outlook(end)[0]
    results = []
    turn, later = end.turn, None
    for one in reversed(found):
        for passed in range(turn - 1, one.turn - 1, -1):
            box = end.charts.turns[passed - 1]
            surrender, off = later.roll if later and box.day > 1 else (0.0, 0.0)
            off = off if box.day >= end.charts.value("call-off-day") else 0.0
            won = surrender + (1 - surrender - off) * won
        turn, later = one.turn, one
        results.append(won)
    return results[::-1]


def fitted(
    seen: Sequence[Sample], helps: Sequence[str] = HELPS_AXIS, harms: Sequence[str] = HELPS_ALLIES
) -> dict[str, float]:
    """The likeliest weights, none of which says the opposite of the rules: what helps to win, and what harms."""
    names = list(seen[0].terms)
    free = list(names)
    while True:
        weights = _likeliest(seen, free)
        wrong = [
            name
            for name, weight in weights.items()
            if name.rpartition("/")[2] in (helps if weight < 0 else harms if weight > 0 else ())
        ]
        if not wrong:
            return {name: weights.get(name, 0.0) for name in names}
        free = [name for name in free if name not in wrong]


def _likeliest(seen: Sequence[Sample], names: Sequence[str]) -> dict[str, float]:
    """By Newton's method."""
    priors = [PRIOR.get(name, (0.0, PENALTY)) for name in names]
    weights = [mean for mean, _ in priors]
    for _ in range(12):
        slope = [penalty * (mean - weight) for weight, (mean, penalty) in zip(weights, priors, strict=True)]
        curve = [[priors[one][1] * (one == other) for other in range(len(names))] for one in range(len(names))]
        for sample in seen:
            row = [sample.terms[name] for name in names]
            chance = _chance(row, weights)
            rest, bend = sample.weight * (sample.won - chance), sample.weight * chance * (1 - chance)
            filled = [(one, value) for one, value in enumerate(row) if value]
            for one, value in filled:
                slope[one] += rest * value
                line, times = curve[one], bend * value
                for other, second in filled:
                    line[other] += times * second
        weights = [weight + step for weight, step in zip(weights, solve(curve, slope), strict=True)]
    return dict(zip(names, weights, strict=True))


def _chance(row: Sequence[float], weights: Sequence[float]) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, sum(a * b for a, b in zip(row, weights, strict=True))))))


def judged(found: Iterable[Sample], weights: dict[str, float]) -> str:
    """How well weights foretell the results: the loss by logarithm, and how often the favourite won."""
    loss = right = total = 0.0
    for sample in found:
        chance = _chance([sample.terms[name] for name in weights], [*weights.values()])
        for result, share in ((chance, sample.won), (1 - chance, 1 - sample.won)):
            loss -= sample.weight * share * log(max(1e-9, result))
        right += sample.weight * ((chance > 0.5) == (sample.won > 0.5))
        total += sample.weight
    return f"log loss {loss / total:.3f}, the favourite won {right / total * 100:.0f} %" if total else "no games"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=240, metavar="N", help="of herkules; default 240")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="of the first game of each scenario; default 1"
    )
    parser.add_argument("--only", choices=SCENARIOS, help="leave the other weights as they are")
    given = parser.parse_args()
    weights: dict[str, dict[str, float]] = dict(tomllib.loads(FILE.read_text(encoding="utf-8")))
    for name in [given.only] if given.only else SCENARIOS:
        found = [
            one
            for scenario, share in SCENARIOS[name].items()
            for one in samples(scenario, max(1, round(given.games * share)), given.seed)
        ]
        fit = fitted([one for one in found if one.seen])
        print(f"{name}: {len(found)} positions; seen: {judged([one for one in found if one.seen], fit)};")
        print(f"  not seen: {judged([one for one in found if not one.seen], fit)}", flush=True)
        for kind in BATTLE if name == "battle" else ("goal",):
            weights[kind] = {
                term.partition("/")[2]: weight for term, weight in fit.items() if term.startswith(f"{kind}/")
            }
    tables = [
        f"[{kind}]\n" + "".join(f'"{term}" = {value:.3f}\n' for term, value in weights[kind].items())
        for kind in (*BATTLE, "goal")
    ]
    FILE.write_text("\n".join([HEAD, *tables]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
