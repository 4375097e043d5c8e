"""Chapter 3 at work: from phase to phase, down to the player's next part or to a question."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.phases import Phase, phase
from tarawa_cli.games.tarawa.phases.order import PHASES
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.kernel.play import Frame, Play


@rule("3")
def leave(play: Play[State]) -> None:
    """The player ends a phase; one that is the engine's own, where only a position can stand, is run first."""
    here = phase(play.state.phase)
    if here and not here.is_players:
        _enter(play, here)
        return
    play.push("sequence")
    if here:
        here.leave(play)


def _here(state: State) -> Phase:
    return phase(state.phase) or Phase()


@rule("3")
def sequence(play: Play[State], _: Frame) -> None:
    """Go on to the next phase of the turn."""
    state = play.state
    if state.outcome:
        return
    following = PHASES[(PHASES.index(state.phase) + 1) % len(PHASES)]
    apply.phase_begun(play, "3", phase=following)
    there = phase(following)
    if there and there.applies(state):
        _enter(play, there)
    else:
        play.events.pop()
        _leave_out(play, there.missed(state) if there else "")
        play.push("sequence")


def _leave_out(play: Play[State], why: str) -> None:
    """Phases that the turn does not have: one line for all in a row that are missing for the same reason."""
    last = play.events[-1] if play.events else None
    if last and last.type == "phases-left-out" and last.facts["why"] == why:
        last.facts["phases"].append(play.state.phase)
    elif why:
        play.note("phases-left-out", "3", phases=[play.state.phase], why=why)


def _enter(play: Play[State], there: Phase) -> None:
    play.push("arrive")
    there.enter(play)


def arrive(play: Play[State], _: Frame) -> None:
    """All that a phase does by itself is done: it waits for the player, or is over."""
    here = _here(play.state)
    if play.state.outcome or here.waits(play.state):
        return
    if here.is_players:
        _forget_beginning(play)
        play.note("phase-passed", "3", phase=play.state.phase)
    play.push("sequence")
    here.leave(play)


def _forget_beginning(play: Play[State]) -> None:
    """A phase that is passed over leaves one line, so its beginning is not told as well if nothing came of it."""
    told = [event for event in play.events if event.type != "impulse-begun"]
    if told and told[-1].type == "phase-begun":
        play.events.remove(told[-1])
