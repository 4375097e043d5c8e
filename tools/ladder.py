"""Play every pair of computer players on both sides, and rate them by Elo.

    python tools/ladder.py --game malta --games 50 --jobs 2
    python tools/ladder.py --game malta --games 200 --seed 100001 expert old-strong
    python tools/ladder.py --game malta --scenario cottonera expert:8 strong historical
    python tools/ladder.py --game malta --games 10 --against old-strong historical strong expert:4
    python tools/ladder.py --game tarawa --games 50 historical strong

`--games` counts the games of a pair on each side. `expert:8` is `expert` with 8 playouts for a plan. `old-strong` is
`strong` of version 0.2.2. In a game of one side both players of a pair play the same seeds, and whoever comes to the
better end wins.

The same seeds give the same table, however many games are played at a time.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import combinations, permutations
from math import exp, log
from typing import Any, NamedTuple

from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import simulation
from tarawa_cli.kernel.players.simulation import GameSeries

USUAL = {"malta": "herkules", "tarawa": "campaign"}
OLD = {"malta": {"old-strong": "old_players.malta.strong:strong"}}
"""Players that are kept for the measurement only: a function that makes one from a seed."""
NINETY = 1.645
"""Standard errors on either side of a 90 % interval."""
SCALE = 400 / log(10)
"""Elo points in a logit."""


def part(game: str, name: str) -> Any:
    return import_module(f"tarawa_cli.games.{game}.{name}")


def make(game: str, name: str, seed: str) -> Any:
    """A player by name, of today or of old."""
    if name not in OLD.get(game, {}):
        return part(game, "players").player(name, seed)
    module, _, function = OLD[game][name].partition(":")
    return getattr(import_module(module), function)(seed)


# ── Games


class Last:
    """Keeps only the end of a game: how good it was, and whether the first side won."""

    def __init__(self, game: str, state: Any) -> None:
        self.course, self.state = part(game, "views.course"), state
        self.ends = [*(self.course.ENDS if game == "malta" else part(game, "model.state").OUTCOMES)]
        self.first = (state.turn,) if game == "malta" else ()

    def take(self, events: object) -> None:
        """Nothing on the way counts."""

    def facts(self) -> dict[str, Any]:
        ended = self.course.ended(self.state, *self.first)
        return {"rank": [-self.ends.index(ended.end), ended.merit], "won": ended.end in getattr(self.course, "WON", ())}


def play(game: str, series: GameSeries, number: int) -> dict[str, Any]:
    return play_with(partial(make, game), game, series, number)


def play_with(maker: Callable[[str, str], Any], game: str, series: GameSeries, number: int) -> dict[str, Any]:
    """A game of a series, with players that `maker` makes from a name and a seed."""
    return simulation.play_game(part(game, "game").GAME, series, number, maker, partial(Last, game))


class Match(NamedTuple):
    """The games of a pair: who had which side, and how many the first one won."""

    first: str
    second: str
    won: int
    games: int

    @property
    def share(self) -> float:
        return self.won / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, 9 times out of 10 (Wilson)."""
        square = NINETY**2
        middle = (self.won + square / 2) / (self.games + square)
        spread = NINETY * (self.share * (1 - self.share) * self.games + square / 4) ** 0.5 / (self.games + square)
        return middle - spread, middle + spread


def wanted(pairs: Iterable[tuple[str, str]], against: str) -> Iterator[tuple[str, str]]:
    """The pairs to play: all, or those with one player."""
    return (pair for pair in pairs if not against or against in pair)


def matches(game: str, setup: Setup, players: Sequence[str], given: argparse.Namespace) -> Iterator[Match]:
    """Every pair, or those with one player; in a game of two sides, each of both on either side."""
    sides = part(game, "game").GAME.sides

    def games(series: GameSeries) -> list[dict[str, Any]]:
        return [*simulation.play_series(partial(play, game), series, given.jobs)]

    if sides.several:
        for pair in wanted(permutations(players, 2), given.against):
            played = games(
                GameSeries(setup, pair[0], given.games, given.seed, sides=dict(zip(sides.names, pair, strict=True)))
            )
            yield Match(*pair, sum(one["won"] for one in played), given.games)
        return
    played_by = {name: games(GameSeries(setup, name, given.games, given.seed)) for name in players}
    for one, other in wanted(combinations(players, 2), given.against):
        results = zip(played_by[one], played_by[other], strict=True)
        yield Match(one, other, sum(ours["rank"] > theirs["rank"] for ours, theirs in results), given.games)


# ── Elo


class Rating(NamedTuple):
    elo: float
    error: float
    """95 of 100 true ratings lie within it."""


def ratings(played: Sequence[Match], players: Sequence[str]) -> tuple[dict[str, Rating], float]:
    """The ratings under which the results are the likeliest, their mean 0; and what the first side is worth.

    A quarter of a game on either side of each result keeps players apart who won everything.
    """
    width = len(players) + 1
    found = [0.0] * width
    curve: list[list[float]] = []
    for _ in range(50):
        slope = [0.0] * width
        curve = [[1e-6 * (one == other) for other in range(width)] for one in range(width)]
        for match in played:
            row = [0.0] * width
            row[players.index(match.first)], row[players.index(match.second)], row[-1] = 1.0, -1.0, 1.0
            chance = 1 / (1 + exp(-sum(a * b for a, b in zip(row, found, strict=True)) / SCALE))
            games = match.games + 0.5
            rest = match.won + 0.25 - games * chance
            for one, weight in enumerate(row):
                slope[one] += weight * rest
                for other in range(width):
                    curve[one][other] += weight * row[other] * games * chance * (1 - chance)
        step = solve(curve, slope)
        found = [value + SCALE * change for value, change in zip(found, step, strict=True)]
    mean = sum(found[:-1]) / len(players)
    errors = [_error(curve, number, len(players)) for number in range(len(players))]
    told = {name: Rating(found[n] - mean, errors[n]) for n, name in enumerate(players)}
    return told, found[-1]


def _error(curve: list[list[float]], number: int, players: int) -> float:
    """Of a player's rating against the mean of all."""
    against = [(one == number) - 1 / players for one in range(players)] + [0.0]
    spread = sum(a * b for a, b in zip(against, solve(curve, against), strict=True))
    return float(1.96 * SCALE * max(spread, 0.0) ** 0.5)


def solve(matrix: list[list[float]], right: Sequence[float]) -> list[float]:
    """Linear equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for place in range(len(rows)):
        best = max(range(place, len(rows)), key=lambda row: abs(rows[row][place]))
        rows[place], rows[best] = rows[best], rows[place]
        rows[place] = [value / rows[place][place] for value in rows[place]]
        for other, row in enumerate(rows):
            if other != place:
                rows[other] = [value - row[place] * base for value, base in zip(row, rows[place], strict=True)]
    return [row[-1] for row in rows]


# ── The table


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("players", nargs="*", metavar="PLAYER", help="default: all that the game has")
    parser.add_argument("--game", choices=USUAL, default="malta")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--games", type=int, default=50, metavar="N", help="of a pair on each side; default 50")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first game; default 1")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many at a time")
    parser.add_argument("--against", default="", metavar="PLAYER", help="only the games against this player")
    given = parser.parse_args()
    players = given.players or [*part(given.game, "players").PLAYERS]
    if given.against:
        players = [*dict.fromkeys((*players, given.against))]
    setup = Setup(given.scenario or USUAL[given.game])
    played = []
    for match in matches(given.game, setup, players, given):
        played.append(match)
        low, high = match.interval
        bounds = f"90 %: {low * 100:.1f} to {high * 100:.1f}"
        result = f"{match.won:5} of {match.games}  {match.share * 100:5.1f} %"
        print(f"{match.first:>16} – {match.second:16}{result}  {bounds}", flush=True)
    rated, side = ratings(played, players)
    print(f"\n{'':16}{'Elo':>7}")
    for name, one in sorted(rated.items(), key=lambda item: -item[1].elo):
        print(f"{name:16}{one.elo:7.0f} ± {one.error:.0f}")
    print(f"{'the first side':16}{side:+7.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
