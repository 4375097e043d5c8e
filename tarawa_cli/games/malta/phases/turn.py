"""From phase to phase (4)."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.sequence import PHASES
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.phases import air, land, morning, sea
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch12_artillery import must_share
from tarawa_cli.games.malta.rules.ch22_scenarios import judge
from tarawa_cli.kernel.engine.phases import Phase, TurnSequence
from tarawa_cli.kernel.engine.play import Play


@rule("4.42")
def _end_turn(play: Play[State]) -> None:
    apply.counters_readied(play, "4.42")
    apply.turn_begun(play, "4.42", turn=play.state.turn + 1)


def complete(parts: dict[str, Phase[State]]) -> dict[str, Phase[State]]:
    """The same, if it holds every phase of a day and nothing else."""
    astray = sorted(set(parts) ^ set(PHASES))
    if astray:
        raise ValueError(f"phases without a name in the sequence, or names without a phase: {', '.join(astray)}")
    return parts


_PHASES = complete(
    {
        **morning.PARTS,
        **sea.PARTS,
        **air.PARTS,
        "surrender": Phase(enter=judge),
        "transition": Phase(enter=_end_turn),
        **{f"{side}-{part}": phase for side in ("axis", "allied") for part, phase in land.PARTS.items()},
        "axis-status": land.AXIS_STATUS,
    }
)


@rule("4")
def phase(name: str) -> Phase[State]:
    return _PHASES[name]


TURN: TurnSequence[State] = TurnSequence(PHASES, phase, apply.phase_begun, "4")
sequence, arrive = TURN.sequence, TURN.arrive


def leave(play: Play[State]) -> None:
    """A player ends a phase; a position that was loaded in the status phase of the Axis has still to have it."""
    if play.state.phase == "axis-status" and not must_share(play.state):
        play.push(arrive)
        land.AXIS_STATUS.enter(play)
    else:
        TURN.leave(play)
