"""Many games by a computer player, and what they have in common."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.players import player
from tarawa_cli.games.tarawa.players.playing import play_on
from tarawa_cli.games.tarawa.players.record import Record
from tarawa_cli.kernel.door import Series


def play_game(series: Series, number: int) -> dict[str, Any]:
    """One game of a series, as its figures."""
    seed = series.seed + number
    state = GAME.begin(series.setup)
    record = Record(state)
    for move in play_on(state, player(series.player, str(seed)), seed):
        record.take(move.events)
    return {"seed": seed, **record.facts()}


def play_series(series: Series, jobs: int) -> Iterator[dict[str, Any]]:
    """All games, in their order, whoever plays them."""
    if jobs == 1:
        for number in range(series.games):
            yield play_game(series, number)
        return
    from functools import partial
    from multiprocessing import get_context

    with _undisturbed():
        pool = get_context("spawn").Pool(jobs)
    with pool:
        yield from pool.imap(partial(play_game, series), range(series.games), chunksize=1)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Who is started here does not hear Ctrl-C: that is for whoever asked for the games."""
    import signal

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
