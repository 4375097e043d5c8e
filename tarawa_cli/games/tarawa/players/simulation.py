"""Many games by a computer player."""

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.players import player
from tarawa_cli.games.tarawa.players.record import Record
from tarawa_cli.kernel.hints import Any, Iterator
from tarawa_cli.kernel.players import simulation
from tarawa_cli.kernel.players.simulation import Series


def play_game(series: Series, number: int) -> dict[str, Any]:
    """The figures of one game of a series."""
    return simulation.play_game(GAME, series, number, player, Record)


def play_series(series: Series, jobs: int) -> Iterator[dict[str, Any]]:
    """All games of a series, in order."""
    return simulation.play_series(play_game, series, jobs)
