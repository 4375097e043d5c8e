"""Fit the weights of a position's worth to the results of many games.

    python tools/fit_worth.py --games 200 --seed 1

Plays games of every scenario with several pairs of players, and keeps the position at the start of each player turn
with the side that won. The weights are those under which these results are the likeliest (logistic regression with a
small penalty on large weights), and none says the opposite of the rules. Every third game is left out and shows how
well they judge games that they have not seen. They are written to `games/malta/data/worth.toml`, which only the players
read. The same seed gives the same weights.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from math import exp, log
from pathlib import Path
from typing import NamedTuple

from ladder import make, solve

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.players.worth import kind, terms
from tarawa_cli.games.malta.views.course import WON
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import play_on
from tarawa_cli.kernel.players.simulation import Series, paired

FILE = Path(__file__).resolve().parents[1] / "tarawa_cli/games/malta/data/worth.toml"
PAIRS = (("strong", "strong"), ("strong", "old-strong"), ("old-strong", "strong"), ("strong", "historical"))
"""Who plays the Axis, and who the Allies."""
SCENARIOS = {"herkules": 1.0, "last-stand": 0.5, "hal-far": 1.0, "cottonera": 1.0, "south-beach": 0.5}
"""How many games of each are played, as a share of what was asked for."""
PENALTY = 0.05
HELPS_AXIS = (
    *(
        "objectives",
        "cities",
        "pressure",
        "surrender",
        "steps, axis",
        "guns, axis",
        "to come",
        "shaken, allied",
    ),
    *("unsupplied, allied", "reached", "reached late", "spare"),
)
HELPS_ALLIES = (
    *(
        "objectives held off",
        "cities held off",
        "losses",
        "losses late",
        "too many lost",
        "call-off",
        "steps, allied",
        "guns, allied",
    ),
    *("shaken, axis", "unsupplied, axis"),
)
"""What the rules say of a term; a weight against that comes of terms that change together, and is set to 0."""
HEAD = """\
# What each term of a position's worth counts (players/worth.py), as logits of the chance that the Axis win.
# Made by tools/fit_worth.py. It is no part of the rules: no save depends on it.
"""


class Sample(NamedTuple):
    """A position, and whether the Axis won from it."""

    kind: str
    terms: dict[str, float]
    won: bool
    weight: float
    seen: bool
    """Whether it counts for the fit, and not for the judgement of it."""


def samples(scenario: str, games: int, seed: int) -> Iterable[Sample]:
    for number in range(games):
        axis, allied = PAIRS[number % len(PAIRS)]
        series = Series(Setup(scenario), axis, games, seed, sides={"axis": axis, "allied": allied})
        state = GAME.begin(series.setup)
        player = paired(GAME, series, partial(make, "malta"), str(seed + number))
        found, last = [], ("", 0)
        for _ in play_on(GAME, state, player, seed + number):
            now = _stage(state), state.turn
            if now != last and not state.outcome and not state.stack:
                found.append(terms(state))
            last = now
        won = state.outcome in WON
        yield from (Sample(kind(state), one, won, 1 / len(found), number % 3 > 0) for one in found)


def _stage(state: State) -> str:
    return "allied" if state.phase.startswith("allied") else "axis"


def fitted(
    seen: Sequence[Sample], helps: Sequence[str] = HELPS_AXIS, harms: Sequence[str] = HELPS_ALLIES
) -> dict[str, float]:
    """The likeliest weights, none of which says the opposite of the rules: what helps to win, and what harms."""
    names = list(seen[0].terms)
    free = list(names)
    while True:
        weights = _likeliest(seen, free)
        wrong = [name for name, weight in weights.items() if name in (helps if weight < 0 else harms)]
        if not wrong:
            return {name: weights.get(name, 0.0) for name in names}
        free = [name for name in free if name not in wrong]


def _likeliest(seen: Sequence[Sample], names: Sequence[str]) -> dict[str, float]:
    """By Newton's method."""
    weights = [0.0] * len(names)
    for _ in range(12):
        slope = [-PENALTY * weight for weight in weights]
        curve = [[PENALTY * (one == other) for other in range(len(names))] for one in range(len(names))]
        for sample in seen:
            row = [sample.terms[name] for name in names]
            chance = _chance(row, weights)
            rest, bend = sample.weight * (sample.won - chance), sample.weight * chance * (1 - chance)
            for one, value in enumerate(row):
                slope[one] += rest * value
                for other, second in enumerate(row):
                    curve[one][other] += bend * value * second
        weights = [weight + step for weight, step in zip(weights, solve(curve, slope), strict=True)]
    return dict(zip(names, weights, strict=True))


def _chance(row: Sequence[float], weights: Sequence[float]) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, sum(a * b for a, b in zip(row, weights, strict=True))))))


def judged(found: Iterable[Sample], weights: dict[str, float]) -> str:
    """How well weights foretell the results: the loss by logarithm, and how often the favourite won."""
    loss = right = total = 0.0
    for sample in found:
        chance = _chance([sample.terms[name] for name in weights], [*weights.values()])
        loss -= sample.weight * log(max(1e-9, chance if sample.won else 1 - chance))
        right += sample.weight * ((chance > 0.5) == sample.won)
        total += sample.weight
    return f"log loss {loss / total:.3f}, the favourite won {right / total * 100:.0f} %" if total else "no games"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=120, metavar="N", help="of herkules; default 120")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="of the first game of each scenario; default 1"
    )
    given = parser.parse_args()
    found = [
        one
        for name, share in SCENARIOS.items()
        for one in samples(name, max(1, round(given.games * share)), given.seed)
    ]
    parts = [HEAD]
    for name in ("battle", "goal"):
        own = [one for one in found if one.kind == name]
        weights = fitted([one for one in own if one.seen])
        print(f"{name}: {len(own)} positions; seen: {judged([one for one in own if one.seen], weights)};")
        print(f"  not seen: {judged([one for one in own if not one.seen], weights)}")
        parts.append(f"[{name}]\n" + "".join(f'"{term}" = {weight:.3f}\n' for term, weight in weights.items()))
    FILE.write_text("\n".join(parts), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
