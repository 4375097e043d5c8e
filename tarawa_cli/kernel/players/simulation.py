"""Many games by a computer player, and their figures."""

import os

from tarawa_cli.kernel.board.dice import NoDice
from tarawa_cli.kernel.engine.play import Event, Play
from tarawa_cli.kernel.game import Game, Setup
from tarawa_cli.kernel.hints import Any, Callable, Iterable, Iterator, Mapping, NamedTuple, Protocol, Sequence, TypeVar
from tarawa_cli.kernel.players.computer_player import Bots, Ending, Pairing, Player, at_work, is_program, play_on
from tarawa_cli.kernel.standard import contextmanager

S = TypeVar("S", bound=Ending)
Facts = dict[str, Any]
"""The figures of a game as plain values; every game of a series has the same keys."""
MOST_GAMES = 1_000_000
"""In one series."""
OTHER = 2**63
"""TOML has no number as large as this, so no save has it for a seed."""


# ── Playing


class Series(NamedTuple):
    """Which games are played: game number n, from 0, has seed + n."""

    setup: Setup
    player: str
    games: int
    seed: int
    start: Facts | None = None
    """The position from which they are played; None is where the scenario starts."""
    sides: Mapping[str, str] = {}
    """Players of single sides; `player` plays the others."""
    bots: Bots = Bots()

    @property
    def who(self) -> str:
        """Who plays, in words."""
        return ", ".join(f"{side} {_short(name)}" for side, name in self.sides.items()) or _short(self.player)

    @property
    def has_bots(self) -> bool:
        return any(map(is_program, (self.player, *self.sides.values())))


def _short(player: str) -> str:
    """A player's name; that of a program is its file's."""
    return os.path.basename(player) if is_program(player) else player


def other_dice(seed: int) -> int:
    """The seed of a series whose dice are those of no save: a save's seed is below it."""
    return OTHER + seed * MOST_GAMES


class Record(Protocol):
    """Watches a game order by order."""

    def take(self, events: Iterable[Event]) -> None:
        """Take note of an order that has been carried out."""

    def facts(self) -> Facts: ...


def play_game(
    game: Game[S], series: Series, number: int, player: Callable[[str, str], Player[S]], watch: Callable[[S], Record]
) -> Facts:
    """One game of a series; `player` makes a player from a name and a seed, `watch` opens the record."""
    seed = series.seed + number
    state = game.begin(series.setup) if series.start is None else game.load(series.setup, series.start)
    record = watch(state)
    with at_work(paired(game, series, player, str(seed))) as chosen:
        if not series.has_bots:
            for move in play_on(game, state, chosen, seed):
                record.take(move.events)
            return {"seed": seed, **record.facts()}
        from tarawa_cli.kernel.players.bots import BotFailed  # start-up

        reason = ""
        try:
            for move in play_on(game, state, chosen, seed):
                record.take(move.events)
        except BotFailed as failed:  # its side gives up, whatever is asked of whom
            reason = failed.message
            play = Play(state, NoDice())
            game.resolve(play, game.read(state, ["resign"]))
            record.take(play.events)
    return {"seed": seed, **record.facts(), "forfeit": reason}


def paired(game: Game[S], series: Series, player: Callable[[str, str], Player[S]], seed: str) -> Player[S]:
    """Who plays a game of a series: one for all sides, or one for each."""

    def made(name: str, seed: str, side: str) -> Player[S]:
        if not is_program(name):
            return player(name, seed)
        from tarawa_cli.kernel.players.bots import Bot  # start-up

        return Bot(game, series.bots, name, side, series.setup.scenario)

    if not game.sides.several:
        return made(series.player, seed, game.sides.names[0])
    names = {side: series.sides.get(side, series.player) for side in game.sides.names}
    return Pairing(game, {side: made(name, f"{seed}:{side}", side) for side, name in names.items()})


def play_series(play: Callable[[Series, int], Facts], series: Series, jobs: int) -> Iterator[Facts]:
    """All games in order, however many processes play them; `play` must be a module's function, to be importable."""
    if jobs == 1:
        for number in range(series.games):
            yield play(series, number)
        return
    from multiprocessing import get_context  # start-up

    from tarawa_cli.kernel.standard import partial  # start-up

    with _undisturbed():
        pool = get_context("spawn").Pool(jobs, _end_tidily if series.has_bots else None)
    with pool:
        yield from pool.imap(partial(play, series), range(series.games), chunksize=1)


def _end_tidily() -> None:
    """In a process of the pool: end by an exception when the pool is given up, so that its bots are ended too."""
    import signal
    import sys

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Processes started here ignore Ctrl-C, which is meant for the one that started them."""
    import signal  # start-up

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# ── Figures


class Figure(NamedTuple):
    """A row of the summary: the median (or average) and the range without the lowest and highest tenth."""

    name: str
    games: int
    middle: float
    low: float
    high: float
    band: tuple[float, float] | None = None
    """Where the median should lie, if that is known."""

    @property
    def holds(self) -> bool | None:
        """Whether it lies in the band; None if there is no band."""
        return None if self.band is None else self.band[0] <= self.middle <= self.band[1]

    def facts(self) -> Facts:
        facts = self._asdict()
        return facts | {"band": list(self.band) if self.band else None, "holds": self.holds}


def figure(
    name: str, values: Iterable[Any], band: Sequence[float] | None = None, *, average: bool = False
) -> Figure | None:
    """The figure of one value per game, or None if no game has it; `None` values are left out."""
    known = [float(value) for value in values if value is not None]
    if not known:
        return None
    middle = sum(known) / len(known) if average else share(known, 0.5)
    limits = (band[0], band[1]) if band else None
    return Figure(name, len(known), middle, share(known, 0.1), share(known, 0.9), limits)


def share(values: Sequence[float], part: float) -> float:
    """The value below which a given share of the values lies."""
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def margin(hits: int, games: int) -> float:
    """How far a share of so many games may well be off: 19 times out of 20 the truth lies within it.

    Two games more on either side keep it honest where all games end alike.
    """
    share = (hits + 2) / (games + 4)
    return float(2 * (share * (1 - share) / (games + 4)) ** 0.5)


def chances(counts: Mapping[str, int], games: int) -> Facts:
    """The chance of everything that has happened in so many games."""
    return {name: {"chance": hits / games, "margin": margin(hits, games)} for name, hits in counts.items() if hits}


def chances_line(told: Facts, names: Mapping[str, str] | None = None) -> str:
    """Chances as a line, each by its name in words: `victory 62 % ± 9, out of time 38 % ± 9`."""
    named = ((names or {}).get(name, name) for name in told)
    shares = (f"{one['chance'] * 100:.0f} % ± {one['margin'] * 100:.0f}" for one in told.values())
    return ", ".join(f"{name} {share}" for name, share in zip(named, shares, strict=True))


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
