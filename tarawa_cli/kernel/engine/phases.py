"""From phase to phase of a turn, until the player must act or answer a question.

Going on is work like any other: `sequence` begins the next phase, `arrive` lets a phase wait or end. A question may
come between, so saves hold both, by these names.
"""

from tarawa_cli.kernel.engine.play import Play, Stacked, Work
from tarawa_cli.kernel.hints import Any, Callable, Generic, NamedTuple, Protocol, Sequence, TypeVar


class Phased(Stacked, Protocol):
    """A state that is in a phase."""

    phase: str
    outcome: str
    """How the game ended; nothing while it continues."""


S = TypeVar("S", bound=Phased)


def _nothing(_: Any) -> None: ...


def _yes(_: Any) -> bool:
    return True


def _no(_: Any) -> bool:
    return False


class Phase(NamedTuple, Generic[S]):
    """What a phase does at each point of the sequence."""

    applies: Callable[[S], bool] = _yes
    """Whether the turn has this phase at all."""
    enter: Callable[[Play[S]], None] = _nothing
    """What happens by itself when it begins."""
    waits: Callable[[S], bool] = _no
    """Whether the player has something to do; otherwise the phase is skipped."""
    check_leave: Callable[[S], None] = _nothing
    """Refuses `next` while the player still has to do something."""
    leave: Callable[[Play[S]], None] = _nothing
    """What happens when the player says `next`."""
    missed: Callable[[S], str] = lambda _: ""
    """Why the turn does not have it, if the player may expect it; otherwise it is left out silently."""

    @property
    def is_players(self) -> bool:
        return self.waits is not _no


class TurnSequence(Generic[S]):
    """The phases of a turn; after the last comes the first of the next turn."""

    def __init__(
        self,
        names: Sequence[str],
        phase: Callable[[str], Phase[S]],
        begin: Callable[..., None],
        rule: str,
        openings: Sequence[str] = (),
        idle: Callable[[S], bool] = _no,
        settled: Callable[[S], bool] = _no,
    ) -> None:
        self.names = names
        self.phase = phase
        """Finds a phase by its name."""
        self.begin = begin
        """The event `phase_begun`."""
        self.rule = rule
        """The paragraph that gives the order of play."""
        self.openings = openings
        """Events that only say that a phase begins."""
        self.idle = idle
        """Whether the player wants a phase skipped in which nothing matters, although something could be done."""
        self.settled = settled
        """Whether a standing answer has done everything in a phase, so that it ends without a message."""
        self.sequence: Work[S, []] = Work("sequence", self._sequence)
        self.arrive: Work[S, []] = Work("arrive", self._arrive)

    def leave(self, play: Play[S]) -> None:
        """The player ends a phase. If a position was loaded in one without a part for the player, that is run first."""
        here = self.phase(play.state.phase)
        if not here.is_players and here.applies(play.state):
            self._enter(play, here)
            return
        play.push(self.sequence)
        here.leave(play)

    def _sequence(self, play: Play[S]) -> None:
        """Continue with the next phase of the turn."""
        state = play.state
        if state.outcome:
            return
        following = self.names[(self.names.index(state.phase) + 1) % len(self.names)]
        self.begin(play, self.rule, phase=following)
        there = self.phase(following)
        if there.applies(state):
            self._enter(play, there)
        else:
            play.events.pop()
            self._leave_out(play, there.missed(state))
            play.push(self.sequence)

    def _leave_out(self, play: Play[S], why: str) -> None:
        """Report the phases that the turn does not have, one line for consecutive ones with the same reason."""
        last = play.events[-1] if play.events else None
        if last and last.type == "phases-left-out" and last.facts["why"] == why:
            last.facts["phases"].append(play.state.phase)
        elif why:
            play.note("phases-left-out", self.rule, phases=[play.state.phase], why=why)

    def _enter(self, play: Play[S], there: Phase[S]) -> None:
        play.push(self.arrive)
        there.enter(play)

    def _arrive(self, play: Play[S]) -> None:
        """The automatic part of a phase is done: it waits for the player, or ends."""
        here = self.phase(play.state.phase)
        if play.state.outcome or (here.waits(play.state) and not self.idle(play.state)):
            return
        if here.is_players and not self.settled(play.state):
            self._forget_beginning(play)
            play.note("phase-passed", self.rule, phase=play.state.phase)
        play.push(self.sequence)
        here.leave(play)

    def _forget_beginning(self, play: Play[S]) -> None:
        """Drop the event that began a phase if nothing came of it: the line that it was skipped is enough."""
        told = [event for event in play.events if event.type not in self.openings]
        if told and told[-1].type == "phase-begun":
            play.events.remove(told[-1])
