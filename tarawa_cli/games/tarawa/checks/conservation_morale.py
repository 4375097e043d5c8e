"""9: the books of morale. Every cause moves its marker as far as the track allows; no marker moves without a cause."""

from collections import deque
from collections.abc import Iterator

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rules.ch09.morale import HIGHEST, LOWEST
from tarawa_cli.kernel.play import Event


class Morale:
    def __init__(self, state: State) -> None:
        self.markers = dict(state.tracks)
        self.levels = dict(state.operative)
        self.due: deque[tuple[str, int]] = deque()
        """Moves whose cause has been booked, in order."""
        self.allowed: list[tuple[str, int]] = []
        """Moves that may follow but need not: the player chooses a regiment's gain, the scenario sets a price."""
        self.wrong: list[str] = []
        self.units = {unit.id: unit.type for unit in state.units.values()}
        self.battalions = {(type.battalion, type.regiment) for type in self.units.values() if type.regiment}
        self.regiments = [track for track in state.tracks if track not in ("japanese", "marines")]
        self.casualties = state.casualties
        self.thousand = int(state.charts.value("casualties-per-morale"))
        self.pillboxes = _Pillboxes(state)
        self.raised = self.more_ground = False
        """The last banzai has retaken its hex; its further ground raises Japanese morale if that has not (9.2.1)."""

    def book(self, event: Event) -> None:
        match event:
            case Event("marker-moved", _, {"track": track, "by": by}):
                self._moved(track, by)
            case Event("levels-copied"):
                self.levels = dict(self.markers)
            case Event("turn-begun"):
                self.allowed.clear()
            case _:
                self.due.extend(self._moves_due(event))
                self.allowed.extend(self._moves_allowed(event))

    def _moves_due(self, event: Event) -> Iterator[tuple[str, int]]:
        """The marker moves that an event causes (9.2.1, 9.2.2, 9.2.4)."""
        match event:
            case Event("hit-as-morale", _, {"unit": unit}):
                yield self.units[unit].regiment, -1
            case Event("unit-lost", _, {"unit": unit}) if self.units[unit].can("heartens-japanese"):
                yield "japanese", +1
            case Event("banzai-repelled", _, {"unit": unit}):
                yield "japanese", -1
                if self.units[unit].regiment:
                    yield self.units[unit].regiment, +1
            case Event("banzai-struck"):
                self.raised = self.more_ground = False
            case Event("hex-lost", "10.1.6.3"):
                self.raised = True
                yield "japanese", +1
            case Event("die", "10.1.8"):
                self.more_ground = not self.raised
            case Event("hex-lost", "10.1.8") if self.more_ground:
                self.more_ground = False
                yield "japanese", +1
            case Event("area-secured"):
                yield "marines", +1
            case Event("casualties-counted", _, {"total": total}):
                yield from [("marines", -1)] * (total // self.thousand - self.casualties // self.thousand)
                self.casualties = total
            case Event("demolished" | "hex-cleared"):
                fallen = self.pillboxes.fallen(event)
                if fallen:
                    yield "marines", fallen
                if fallen and event.type == "hex-cleared":
                    yield "japanese", -1

    def _moves_allowed(self, event: Event) -> Iterator[tuple[str, int]]:
        match event:
            case Event("hex-cleared", "7.2.4" | "7.2.5", {"hex": at}) if at in self.pillboxes.whole:
                yield from ((regiment, +1) for regiment in self.regiments)
            case Event("step-recovered", _, {"unit": unit}) if self.units[unit].regiment:
                yield self.units[unit].regiment, +1
            case Event("roll", _, {"table": "recovery", "on": on, "result": result}) if result != "-":
                yield from ((regiment, +1) for battalion, regiment in self.battalions if battalion == on)
            case Event("price-paid"):
                yield from (("marines", -boxes) for boxes in range(1, HIGHEST - LOWEST + 1))

    def _moved(self, track: str, by: int) -> None:
        self._settle()
        if self.due and self.due[0][0] == track and self._reach(*self.due[0]) == by:
            self.due.popleft()
        elif (track, by) in self.allowed:
            self.allowed.remove((track, by))
        else:
            self.wrong.append(f"morale marker of {track}: moved by {by:+d} without a cause")
        self.markers[track] += by
        if track in self.regiments and self.markers[track] == LOWEST and by < 0:
            self.due.extendleft([("marines", -1), ("japanese", +1)])

    def _settle(self) -> None:
        """Drop moves that a marker at the end of its track cannot make."""
        while self.due and not self._reach(*self.due[0]):
            self.due.popleft()

    def _reach(self, track: str, by: int) -> int:
        """How far a marker can move in this direction."""
        return max(LOWEST, min(HIGHEST, self.markers[track] + by)) - self.markers[track]

    def differences(self, state: State) -> Iterator[str]:
        self._settle()
        yield from self.wrong
        yield from (f"morale marker of {track}: {by:+d} is due, but it has not moved" for track, by in self.due)
        for track, box in state.tracks.items():
            if box != self.markers[track]:
                yield f"morale marker of {track}: {self.markers[track]} by its moves, but {box} on the table"
            if not LOWEST <= box <= HIGHEST:
                yield f"morale marker of {track}: {box} is beyond its track"
        if state.operative != self.levels:
            yield f"morale levels: {self.levels} by what has happened, but {state.operative} on the table"
        self.wrong.clear()
        self.due.clear()


class _Pillboxes:
    """Counts the pillboxes that each event destroys (7.2.4, 7.2.5, 11.37)."""

    def __init__(self, state: State) -> None:
        self.size = int(state.charts.value("pillbox-steps"))
        self.whole = {at: state.whole_demolition(at) for at in state.board.pillboxes}
        self.steps = dict(state.demolished)

    def fallen(self, event: Event) -> int:
        """The steps that finish off a hex are counted with the clearing event that follows."""
        at: str = event.facts["hex"]
        before, whole = self.steps.get(at, 0), self.whole.get(at, 0)
        after = whole if event.type == "hex-cleared" else event.facts["total"]
        if event.type == "demolished" and after == whole:
            return 0
        self.steps[at] = after
        return after // self.size - before // self.size
