"""Many games by computer players: played, in figures, as JSON lines, and one game compared with them.

Many machines can each play a part of a series and write its games as JSON lines, which one merges.
"""

import os
from bisect import bisect_left, bisect_right

from tarawa_cli.kernel.board.dice import NoDice
from tarawa_cli.kernel.engine.play import Event, Play
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Game, Setup
from tarawa_cli.kernel.hints import Any, Callable, Iterable, Iterator, Mapping, NamedTuple, Protocol, Sequence, TypeVar
from tarawa_cli.kernel.players import Bots, Ending, Pairing, Player, at_work, is_program, play_on
from tarawa_cli.kernel.saves.files import read_regular
from tarawa_cli.kernel.standard import contextmanager, partial

S = TypeVar("S", bound=Ending)
Facts = dict[str, Any]
"""The figures of a game as plain values; every game of a series has the same keys."""
MOST_GAMES = 1_000_000
"""In one series."""
OTHER = 2**63
"""TOML has no number as large as this, so no save has it for a seed."""


# ── Playing


class GameSeries(NamedTuple):
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


class Recorder(Protocol):
    """Watches a game order by order."""

    def take(self, events: Iterable[Event]) -> None:
        """Take note of an order that has been carried out."""

    def facts(self) -> Facts: ...


def play_game(
    game: Game[S],
    series: GameSeries,
    number: int,
    player: Callable[[str, str], Player[S]],
    watch: Callable[[S], Recorder],
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


def paired(game: Game[S], series: GameSeries, player: Callable[[str, str], Player[S]], seed: str) -> Player[S]:
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


def play_series(play: Callable[[GameSeries, int], Facts], series: GameSeries, jobs: int) -> Iterator[Facts]:
    """All games in order, however many processes play them; `play` must be a module's function, to be importable."""
    if jobs == 1:
        for number in range(series.games):
            yield play(series, number)
        return
    from multiprocessing import get_context  # start-up

    with _undisturbed():
        pool = get_context("spawn").Pool(jobs, _end_tidily if series.has_bots else None)
    with pool:
        yield from pool.imap(partial(play, series), range(series.games), chunksize=1)


def _end_tidily() -> None:
    """In a process of the pool: end by an exception when the pool is given up, so that its bots are ended too."""
    import signal  # start-up
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
    """The margin of error of a share of N games: 19 times out of 20 the true share is within it.

    Two extra games on either side keep it reasonable if all games end alike.
    """
    share = (hits + 2) / (games + 4)
    return float(2 * (share * (1 - share) / (games + 4)) ** 0.5)


def chances(counts: Mapping[str, int], games: int) -> Facts:
    """The chance of each thing that has happened in N games."""
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


PARTS = 20
"""A spread cuts many values into this many parts of the same size."""


class Result(NamedTuple):
    """The result of a game."""

    end: str
    merit: float
    """Ranks games with the same end: the better one has more of it."""
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


LARGEST_FILE = 200_000_000
"""Bytes of one file."""


def as_json_lines(game: Game[Any], series: GameSeries, played: Sequence[Facts]) -> str:
    """A line for each game, with what is needed to know which lines belong together."""
    import json  # start-up

    head = _head(game, series)
    return "".join(json.dumps({**head, "played": one}, ensure_ascii=False) + "\n" for one in played)


def _head(game: Game[Any], series: GameSeries) -> Facts:
    setup = series.setup
    return {
        "game": game.id,
        "rules": game.rules,
        "data": game.digest(setup),
        "scenario": setup.scenario,
        "tables": setup.tables,
        "player": series.player,
        "sides": dict(series.sides),
    }


def merge_json_lines(game: Game[Any], folder: str, paths: Sequence[str]) -> tuple[GameSeries, list[Facts]]:
    """The series that some files are parts of, and its games by seed; BadFile, if they do not belong together."""
    heads: list[Facts] = []
    games: dict[int, Facts] = {}
    for path in paths:
        for number, text in enumerate(read_regular(path, path, LARGEST_FILE, "").split(b"\n"), 1):
            if text.strip():
                head, one = _read_line(f"{path}, line {number}", text)
                heads = heads or [head]
                if head != heads[0]:
                    raise BadFile(f"{path}, line {number} is from a different series than the lines before it")
                if games.setdefault(one["seed"], one) != one:
                    raise BadFile(f"{path}, line {number}: seed {one['seed']} has another result in an earlier line")
    if not heads:
        raise BadFile("there is no game in these files")
    first = min(games)
    series = _series(game, folder, heads[0], len(games), first)
    return series, [games[seed] for seed in sorted(games)]


def _read_line(where: str, text: bytes) -> tuple[Facts, Facts]:
    import json  # start-up

    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        raise BadFile(f"{where} is not JSON") from None
    one = line.pop("played", None) if isinstance(line, dict) else None
    if not isinstance(one, dict) or not isinstance(one.get("seed"), int):
        raise BadFile(f"{where} is not a game that `simulate --jsonl` has written")
    return line, one


def _series(game: Game[Any], folder: str, head: Facts, games: int, seed: int) -> GameSeries:
    try:
        setup = Setup(str(head["scenario"]), folder, dict(head["tables"]))
        series = GameSeries(setup, str(head["player"]), games, seed, sides=dict(head["sides"]))
    except (KeyError, TypeError, ValueError):
        raise BadFile("these games were not written by `simulate --jsonl`") from None
    if head.get("game") != game.id:
        raise BadFile("these games are from another program")
    game.begin(setup)
    if head != _head(game, series):
        raise BadFile("these games were played under other rules, or with other data")
    return series
