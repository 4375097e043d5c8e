"""Many games by computer players, in this process or wherever an executor plays them."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib import import_module

from tarawa_cli.games import GAMES, PROGRAMS
from tarawa_cli.kernel.engine.order_words import find_name, shown
from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.hints import Any, NamedTuple, Protocol
from tarawa_cli.kernel.players import SEARCHER
from tarawa_cli.kernel.players.bots import program_file
from tarawa_cli.kernel.players.lookahead import MOST_PLAYOUTS
from tarawa_cli.kernel.players.simulation import MOST_GAMES, GameSeries
from tarawa_cli.kernel.saves.scenarios import scenario_name
from tarawa_cli.library.arguments import check_number, check_players, check_text

Facts = dict[str, Any]
AHEAD = 512
"""The most unfinished games that an executor is given at a time."""
LAST_SEED = 2**62
"""The highest seed of a first game."""


class Future(Protocol):
    """A future, as `concurrent.futures` has it."""

    def result(self) -> Any: ...


class Executor(Protocol):
    """Runs a function with arguments, like an executor of `concurrent.futures`."""

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future: ...


class Simulation(NamedTuple):
    """The results of many games."""

    played: list[Facts]
    """The figures of each game, by seed."""
    figures: Facts
    """Their summary, as `simulate --json` prints it."""
    text: str
    """The summary as a table."""


def simulate(
    scenario: str = "",
    *,
    game: str = "tarawa",
    games: int = 100,
    seed: int = 1,
    player: str = "strong",
    sides: Mapping[str, str] | None = None,
    executor: Executor | None = None,
) -> Simulation:
    """Play many games with computer players and summarise them; game number n, from 0, has seed + n.

    `sides` names players for single sides, `player` plays the others. An executor of `concurrent.futures`, or one like
    it, plays them elsewhere; the figures are the same. A player may be a program: see docs/bots.md.

    >>> import tarawa_cli
    >>> result = tarawa_cli.simulate("red-beach-3", player="random", games=2, seed=5)
    >>> [played["seed"] for played in result.played]
    [5, 6]
    """
    check_text(scenario=scenario, game=game, player=player)
    check_number("games", games, 1, MOST_GAMES)
    check_number("seed", seed, 0, LAST_SEED)
    check_players("sides", sides or {}, '{"axis": "strong"}')
    if executor is not None and not hasattr(executor, "submit"):
        raise TypeError(f"executor must have a method `submit`, as those of concurrent.futures; got {executor!r}")
    program = PROGRAMS[find_name(game, PROGRAMS, "game")]
    chosen = GAMES(program.game)
    name = scenario_name(chosen, scenario or program.words["new"]["SCENARIO"].default, os.getcwd())
    known = chosen.players.PLAYERS
    by_side = {find_name(side, chosen.sides.names, "side"): _player(who, known) for side, who in (sides or {}).items()}
    series = GameSeries(Setup(name, os.getcwd()), _player(player, known), games, seed, sides=by_side)
    chosen.begin(series.setup)  # a bad scenario is reported before anything is played
    played = list(spread(executor, program.game, series) if executor else chosen.players.play_series(series, 1))
    told = chosen.players.figures(series, played)
    return Simulation(played, told.facts, "\n".join(told.lines))


def _player(name: str, known: Mapping[str, str]) -> str:
    """A player by name, with a number of playouts if there is one (`expert:8`), or a program by its path."""
    if os.sep in name:
        return program_file(name)
    plain, colon, count = name.partition(":")
    if colon and (plain != SEARCHER or not count.isdecimal() or not 1 <= int(count) <= MOST_PLAYOUTS):
        raise BadOrder(f"there is no player {shown(name)}", hint=f"{SEARCHER}:12 plays each plan out 12 times")
    return find_name(plain, known, "player") + colon + count


def spread(executor: Executor, game: str, series: GameSeries) -> Iterator[Facts]:
    """The games of a series in order, each played by the executor."""
    pending: list[Future] = []
    numbers = iter(range(series.games))
    for number in numbers:
        pending.append(executor.submit(partial(play_one, game, series), number))
        if len(pending) == AHEAD:
            yield pending.pop(0).result()
    for future in pending:
        yield future.result()


def play_one(game: str, series: GameSeries, number: int) -> Facts:
    """One game of a series; a function of its own, so that another process can import it."""
    alone = series._replace(games=1, seed=series.seed + number)
    return next(GAMES(game).players.play_series(alone, 1))


# ── A Dask cluster; Dask is needed only here (the extra `cluster`)


ANSWER_SECONDS = 10
"""How long a scheduler may take to answer."""


@contextmanager
def connected(address: str) -> Iterator[Executor]:
    """The workers of a scheduler, such as `tcp://host:8786`; a game whose worker is lost is played by another."""
    try:
        make: Any = import_module("distributed").Client
    except ImportError:
        raise BadOrder("--cluster needs Dask", hint="pip install 'tarawa-cli[cluster]'") from None
    try:
        client = make(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise BadFile(f"no cluster answers at {address}: {error}") from None
    with client:
        yield client.get_executor(retries=3, pure=False)
