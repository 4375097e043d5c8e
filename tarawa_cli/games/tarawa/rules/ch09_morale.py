"""9: morale. The markers move at once; the operative levels follow in phase `morale`."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.kernel.engine.play import Play

LOWEST, HIGHEST = -5, 5


def move_marker(play: Play[State], track: str, by: int, why: str, rule: str) -> None:
    """Move a marker, up to the end of its track."""
    before = play.state.tracks[track]
    after = max(LOWEST, min(HIGHEST, before + by))
    if after == before:
        return
    apply.marker_moved(play, rule, track=track, to=after, by=after - before, why=why)
    if after == LOWEST and track not in ("japanese", "marines"):
        regiment_breaks(play, track)


@rule("9.2.1", "9.2.2")
def regiment_breaks(play: Play[State], regiment: str) -> None:
    """What happens each time a regiment reaches -3."""
    move_marker(play, "japanese", +1, f"the {regiment} Marines reach -3", "9.2.1")
    move_marker(play, "marines", -1, f"the {regiment} Marines reach -3", "9.2.2")


@rule("3.5.1")
def copy_levels(play: Play[State]) -> None:
    """The markers' levels become the operative ones."""
    state = play.state
    changed = {track: box for track, box in state.tracks.items() if state.operative[track] != box}
    if changed:
        apply.levels_copied(play, "3.5.1", levels=changed)
