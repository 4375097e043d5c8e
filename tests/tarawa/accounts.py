"""What must add up over a whole game of Tarawa: the accounts of a ledger, morale included (9)."""

from collections import Counter

from tarawa_cli.games.tarawa.model.board import OFF_MAP, PIER_HEAD
from tarawa_cli.games.tarawa.model.charts import fire_result
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import HIGHEST, LOWEST
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.standard import deque
from tests.kit.conservation import Account, names_in, unequal

# ── 9: the books of morale


class MoraleAccount:
    """9: every move of a morale marker has a cause, and every cause moves one."""

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


# ── What must add up over a whole game of Tarawa


class PlaceAccount:
    """Every unit is in one existing place, and moves only by an event that names it."""

    def __init__(self, state: State) -> None:
        self.last = {unit.id: unit.at for unit in state.units.values()}
        self.named: set[str] = set()

    def book(self, event: Event) -> None:
        self.named.update(names_in(event))

    def differences(self, state: State) -> Iterator[str]:
        here = {unit.id: unit.at for unit in state.units.values()}
        yield from unequal("units", sorted(self.last), sorted(state.units))
        yield from unequal("units by their names", list(state.units), list(here))
        for unit in state.units.values():
            if not _is_place(state, unit):
                yield f"{unit.id}: {unit.at!r} is not a place"
            if self.last.get(unit.id) != unit.at and unit.id not in self.named:
                yield f"{unit.id}: from {self.last.get(unit.id)} to {unit.at}, and no event reports it"
        self.last, self.named = here, set()


def _is_place(state: State, unit: Unit) -> bool:
    if unit.craft:
        carrier = state.units.get(unit.craft)
        return bool(carrier and carrier.type.is_craft and carrier.at in state.board.terrain)
    if unit.on_pier:
        return unit.on_pier in (*PIER_HEAD, *state.board.pier_route[:-1])
    return unit.at in OFF_MAP or unit.at in state.board.terrain


class StepAccount:
    """7.3, 7.2.6: a unit has the steps it started with, less those lost, plus those recovered."""

    def __init__(self, state: State) -> None:
        self.left = {unit.id: unit.steps for unit in state.units.values()}

    def book(self, event: Event) -> None:
        match event:
            case Event("steps-lost", _, {"unit": unit, "steps": steps}):
                self.left[unit] -= steps
            case Event("unit-lost", _, {"unit": unit}):
                self.left[unit] = 0
            case Event("step-recovered", _, {"unit": unit}):
                self.left[unit] += 1
            case Event("craft-returned", _, {"craft": craft, "steps": steps}):
                self.left[craft] += steps

    def differences(self, state: State) -> Iterator[str]:
        for unit in state.units.values():
            yield from unequal(f"steps of {unit.id}", self.left.get(unit.id), unit.steps)


class CraftAccount:
    """7.2.6: of every two craft of a kind that are lost one returns; an odd one is counted until the next is lost."""

    def __init__(self, state: State) -> None:
        self.lost = Counter(state.craft_lost)
        self.pair = int(state.charts.value("craft-lost"))
        self.kinds = {unit.id: unit.kind for unit in state.units.values() if unit.type.is_craft}

    def book(self, event: Event) -> None:
        match event:
            case Event("unit-lost", _, {"unit": unit}) if unit in self.kinds:
                self.lost[self.kinds[unit]] += 1
            case Event("craft-returned", _, {"craft": craft}):
                self.lost[self.kinds[craft]] -= self.pair

    def differences(self, state: State) -> Iterator[str]:
        for kind in sorted(set(self.kinds.values())):
            yield from unequal(f"lost craft, {kind}", self.lost[kind], state.craft_lost.get(kind, 0))


class CasualtyAccount:
    """7.4: each asterisk that falls on a combat unit, tanks excepted, moves the casualty marker one space."""

    def __init__(self, state: State) -> None:
        self.total = state.casualties
        self.space = int(state.charts.value("casualty-space"))
        self.counted = {u.id for u in state.units.values() if u.type.can("counts-as-casualties")}

    def book(self, event: Event) -> None:
        match event:
            case Event("roll", _, {"table": "japanese-fire", "on": target, "result": result}):
                if target.split()[0] in self.counted:
                    self.total += fire_result(result).casualties * self.space

    def differences(self, state: State) -> Iterator[str]:
        yield from unequal("casualties", self.total, state.casualties)


class GroundAccount:
    """The whole island is cleared, uncleared or free; stars and demolition steps change only by events."""

    def __init__(self, state: State) -> None:
        self.stars = Counter(state.cleared)
        self.demolished = Counter(state.demolished)
        self.whole = {at: state.whole_demolition(at) for at in state.board.pillboxes}

    def book(self, event: Event) -> None:
        match event:
            case Event("hex-cleared", _, {"hex": at}):
                self.stars[at] += 1
                self.demolished[at] = self.whole.get(at, 0)
            case Event("hex-lost", _, {"hex": at}):
                self.stars[at] -= 1
            case Event("demolished", _, {"hex": at, "steps": steps}):
                self.demolished[at] += steps

    def differences(self, state: State) -> Iterator[str]:
        parts = len(state.cleared) + len(state.uncleared) + len(state.board.free)
        yield from unequal("hexes of the island", len(state.board.land), parts)
        for at in sorted(self.stars.keys() | state.cleared):
            yield from unequal(f"stars in {at}", self.stars[at], int(at in state.cleared))
        for at in sorted(self.demolished.keys() | state.demolished):
            yield from unequal(f"demolition steps in {at}", self.demolished[at], state.demolished.get(at, 0))


class SupplyAccount:
    """8: every point rolled is spent, lost, in stock or aboard a craft; a point that lands is used or wasted."""

    def __init__(self, state: State) -> None:
        self.points = self._on_table(state)
        self.landed = 0

    @staticmethod
    def _on_table(state: State) -> int:
        return state.stock + sum(1 for unit in state.units.values() if unit.load)

    def book(self, event: Event) -> None:
        match event:
            case Event("roll", _, {"table": "supply-points", "result": points}):
                self.points += int(points)
            case Event("supply-given" | "supply-lost"):
                self.points -= 1
            case Event("recovery-begun", _, {"paid": paid}):
                self.points -= paid
            case Event("stock-lost" | "head-lost", _, {"points": points}):
                self.points -= points
            case Event("supply-brought-in" | "supply-unloaded-at-pier"):
                self.points -= 1
                self.landed += 1
            case Event("supplied-directly" | "supply-wasted"):
                self.landed -= 1

    def differences(self, state: State) -> Iterator[str]:
        yield from unequal("supply points, in stock and afloat", self.points, self._on_table(state))
        if state.stock < 0:
            yield f"supply points: {state.stock} in stock"
        if self.landed:
            yield f"supply points: {self.landed} landed, but neither used nor wasted"


class MarkerAccount:
    """8.2: a unit holds the marker of one point, each point has its own group, and used markers are gone."""

    def __init__(self, state: State) -> None:
        self.held = {unit.id: unit.group for unit in state.units.values()}
        self.points = {group for group in self.held.values() if group}
        self.twice = list[str]()

    def book(self, event: Event) -> None:
        match event:
            case Event("supply-given" | "free-marker-given", _, {"units": units, "group": group}):
                self._give(units, group)
            case Event("supplied-directly", _, {"marked": units, "group": group}):
                self._give(units, group)
            case Event("markers-used", _, {"units": units}):
                self.held.update(dict.fromkeys(units, ""))
            case Event("supply-status", _, {"unit": unit, "group": group}):
                self.held[unit] = group

    def _give(self, units: list[str], group: str) -> None:
        self.twice += [f"{unit} holds one already" for unit in units if self.held[unit]]
        self.twice += [f"{group} was spent before"] if group in self.points else []
        self.points |= {group} - {""}
        self.held.update(dict.fromkeys(units, group))

    def differences(self, state: State) -> Iterator[str]:
        yield from (f"supply markers: {what}" for what in self.twice)
        for unit in state.units.values():
            yield from unequal(f"supply marker of {unit.id}", self.held[unit.id], unit.group)


class ShoreAccount:
    """7.2.3: the shore points rolled, less lasting losses, are used or lapse at the end of the turn."""

    def __init__(self, state: State) -> None:
        self.points = state.shore
        self.loss = state.shore_loss

    def book(self, event: Event) -> None:
        match event:
            case Event("roll", _, {"table": "shore-support", "result": points}):
                self.points = max(0, int(points) - self.loss)
            case Event("shore-point-used"):
                self.points -= 1
            case Event("wreck-shelled" | "markers-cleaned"):
                self.points = 0
            case Event("carrier-sunk" | "shore-points-hurt"):
                self.loss += 1

    def differences(self, state: State) -> Iterator[str]:
        yield from unequal("shore points", self.points, state.shore)
        yield from unequal("lasting loss of shore points", self.loss, state.shore_loss)
        if state.shore < 0:
            yield f"shore points: {state.shore} left"


ACCOUNTS: tuple[type[Account[State]], ...] = (
    PlaceAccount,
    StepAccount,
    CraftAccount,
    CasualtyAccount,
    GroundAccount,
    SupplyAccount,
    MarkerAccount,
    ShoreAccount,
    MoraleAccount,
)
