"""Many games by a computer player, and what they have in common."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol, TypeVar

from tarawa_cli.kernel.game import Game, Setup
from tarawa_cli.kernel.play import Event
from tarawa_cli.kernel.players import Ending, Player, play_on

S = TypeVar("S", bound=Ending)
Facts = dict[str, Any]
"""What a game was like, as plain values; every game of a series has the same keys."""


# ── Playing


class Series(NamedTuple):
    """Which games are played: game number n, from 0, has seed + n."""

    setup: Setup
    player: str
    games: int
    seed: int


class Record(Protocol):
    """Watches a game order by order."""

    def take(self, events: Iterable[Event]) -> None:
        """Another order has been carried out."""

    def facts(self) -> Facts: ...


def play_game(
    game: Game[S], series: Series, number: int, player: Callable[[str, str], Player[S]], watch: Callable[[S], Record]
) -> Facts:
    """One game of a series; `player` makes one of a name and a seed for his chances, `watch` opens the record."""
    seed = series.seed + number
    state = game.begin(series.setup)
    record = watch(state)
    for move in play_on(game, state, player(series.player, str(seed)), seed):
        record.take(move.events)
    return {"seed": seed, **record.facts()}


def play_series(play: Callable[[Series, int], Facts], series: Series, jobs: int) -> Iterator[Facts]:
    """All games, in their order, whoever plays them; `play` is a function of a module, so that others find it."""
    if jobs == 1:
        for number in range(series.games):
            yield play(series, number)
        return
    from functools import partial
    from multiprocessing import get_context

    with _undisturbed():
        pool = get_context("spawn").Pool(jobs)
    with pool:
        yield from pool.imap(partial(play, series), range(series.games), chunksize=1)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Who is started here does not hear Ctrl-C: that is for whoever asked for the games."""
    import signal

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# ── Figures


class Figure(NamedTuple):
    """A row of the summary: the middle of some games, and what lies between a tenth of them at either end."""

    name: str
    games: int
    middle: float
    low: float
    high: float
    band: tuple[float, float] | None = None
    """Where the middle should lie, if anybody has said so."""

    @property
    def holds(self) -> bool | None:
        """Whether it lies there; None if nothing is said about it."""
        return None if self.band is None else self.band[0] <= self.middle <= self.band[1]

    def facts(self) -> Facts:
        facts = self._asdict()
        return facts | {"band": list(self.band) if self.band else None, "holds": self.holds}


def figure(
    name: str, values: Iterable[Any], band: Sequence[float] | None = None, *, average: bool = False
) -> Figure | None:
    """Of a value from every game, None where it has none; its middle may be their average. None if no game has one."""
    known = [float(value) for value in values if value is not None]
    if not known:
        return None
    middle = sum(known) / len(known) if average else share(known, 0.5)
    limits = (band[0], band[1]) if band else None
    return Figure(name, len(known), middle, share(known, 0.1), share(known, 0.9), limits)


def share(values: Sequence[float], part: float) -> float:
    """The value below which a part of the others lie; the middle of two at the half."""
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


# ── Rows


def rows(games: Sequence[Facts]) -> list[list[str]]:
    """Every game as a row of plain cells, under a row of names."""
    flat = [_flat(game) for game in games]
    return [list(flat[0]), *([_cell(value) for value in row.values()] for row in flat)]


def _flat(game: Facts) -> Facts:
    flat: Facts = {}
    for key, value in game.items():
        if isinstance(value, dict):
            flat |= {f"{key} {name}": inner for name, inner in value.items()}
        elif isinstance(value, list):
            flat |= {f"{key} {number}": inner for number, inner in enumerate(value, 1)}
        else:
            flat[key] = value
    return flat


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else str(value)
