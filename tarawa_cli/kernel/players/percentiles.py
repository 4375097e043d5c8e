"""One game beside many: what a series of games came to in a few figures, and where a single game lies among them."""

from bisect import bisect_left, bisect_right

from tarawa_cli.kernel.hints import Any, Iterable, Mapping, NamedTuple, Sequence
from tarawa_cli.kernel.players.simulation import share

Facts = dict[str, Any]
PARTS = 20
"""A spread cuts many values into so many parts of the same size."""


class Result(NamedTuple):
    """What a game came to."""

    end: str
    merit: float
    """Which of two games with the same end was the better one: it has more of this."""
    figures: Mapping[str, float]


def summed_up(games: Sequence[Result], ends: Iterable[str]) -> Facts:
    """Many games as plain values; `ends` are all that there can be, the best one first."""
    merits = {end: [game.merit for game in games if game.end == end] for end in ends}
    return {
        "games": len(games),
        "figures": {name: spread([game.figures[name] for game in games]) for name in games[0].figures},
        "ends": {end: {"games": len(merit), "merit": spread(merit)} for end, merit in merits.items()},
    }


def spread(values: Sequence[float]) -> list[float]:
    """The lowest value, the one below which a twentieth of them lies, two twentieths, and so on to the highest."""
    return [round(share(values, part / PARTS), 1) for part in range(PARTS + 1)] if values else []


def rank(values: Sequence[float], value: float) -> float:
    """The share of a spread's values that lies below a value; of those equal to it, half."""
    first, last = bisect_left(values, value), bisect_right(values, value)
    if first < last:
        return (first + last - 1) / 2 / PARTS
    if not 0 < first < len(values):
        return 0.0 if first == 0 else 1.0
    low, high = values[first - 1 : first + 1]
    return (first - 1 + (value - low) / (high - low)) / PARTS


def better_than(many: Mapping[str, Any], game: Result) -> float:
    """The share of many games that ended worse, or in the same way with less merit."""
    ends, games = list(many["ends"]), float(many["games"])
    own = many["ends"][game.end]
    worse: int = sum(many["ends"][end]["games"] for end in ends[ends.index(game.end) + 1 :])
    alike: float = own["games"] * rank(own["merit"], game.merit)
    return (worse + alike) / games


class Span(NamedTuple):
    """The middle of a spread, and its range without the lowest and the highest tenth."""

    middle: float
    low: float
    high: float


def span(values: Sequence[float]) -> Span:
    return Span(*(values[round(part * PARTS)] for part in (0.5, 0.1, 0.9)))
