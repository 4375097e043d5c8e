"""7.2.3: shore support points."""

from tarawa_cli.games.tarawa.model import apply, results
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.kernel.play import Play


@rule("7.2.3", "10.1.3", "10.1.5")
def roll_shore_points(play: Play[State]) -> None:
    """Rolled each day turn, less permanent losses to raids and sunk ships."""
    state = play.state
    row, _ = play.roll(state.charts.table("shore-support"), rule="7.2.3")
    apply.shore_points_set(play, "7.2.3", points=max(0, results.number(row.result) - state.shore_loss))
