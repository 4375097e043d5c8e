"""What must add up over a whole game of Malta: the accounts of a ledger. `invariants` checks one position.

The accounts are kept from events alone. An event that changes what is counted here without an entry shows up as a
difference, so a new event needs a line in the account that it touches.
"""

from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import DISORGANISED, OK, STATES, State
from tarawa_cli.games.malta.model.unit import LOST
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Iterator
from tests.kit.conservation import Account, names_in, unequal


class Places:
    """Every unit is somewhere, once, and goes elsewhere only by an event that names it."""

    def __init__(self, state: State) -> None:
        self.last = _places(state)
        self.named: set[str] = set()

    def book(self, event: Event) -> None:
        words = set(names_in(event))
        self.named |= words | {CHARTS.units[word].of for word in words if word in CHARTS.units}
        if event.type == "step-returned":  # a company of the battalion, which is lost no longer
            self.named |= {id for id, unit in CHARTS.units.items() if unit.of == event.facts["unit"]}

    def differences(self, state: State) -> Iterator[str]:
        here = _places(state)
        yield from unequal("units by their names", list(state.units), [unit.id for unit in state.units.values()])
        for id in sorted(self.last.keys() | here.keys()):
            if self.last.get(id) != here.get(id) and id not in self.named:
                yield f"{id}: from {self.last.get(id)} to {here.get(id)}, and no event reports it"
        self.last, self.named = here, set()


def _places(state: State) -> dict[str, str]:
    return {id: unit.at for id, unit in state.units.items()}


class Steps:
    """2.2, 13: a unit has the steps it started with, less those lost; a battalion and its companies share theirs."""

    def __init__(self, state: State) -> None:
        self.left = _steps(state)

    def book(self, event: Event) -> None:
        match event:
            case Event("step-lost", _, {"unit": unit}):
                self.left[unit] -= 1
            case Event("step-returned", _, {"unit": unit}):
                self.left[unit] += 1
            case Event("broken-up", _, {"unit": unit, "companies": companies}):
                self.left |= {unit: self.left[unit] - len(companies), **dict.fromkeys(companies, 1)}
            case Event("joined", _, {"unit": unit, "companies": companies}):
                self.left |= {unit: self.left[unit] + len(companies), **dict.fromkeys(companies, 0)}
            case Event("unit-lost", _, {"unit": unit}) | Event("displaced", _, {"unit": unit, "to": "lost"}):
                self.left[unit] = 0
            case Event("security-absorbed", _, {"security": unit}) | Event("ship-left", _, {"ship": unit}):
                self.left[unit] = 0
            case Event("headquarters-back" | "aide-arrived", _, {"unit": unit}):
                self.left[unit] = 1

    def differences(self, state: State) -> Iterator[str]:
        for id, steps in _steps(state).items():
            yield from unequal(f"steps of {id}", self.left.get(id), steps)
        for id, unit in state.units.items():
            if (unit.steps == 0) != (unit.at == LOST):
                yield f"{id}: {unit.steps} steps, and its place is {unit.at}"


def _steps(state: State) -> dict[str, int]:
    """The steps of a unit on the map; a battalion that is broken into companies has none."""
    return {id: 0 if unit.in_battalion or unit.is_broken else unit.steps for id, unit in state.units.items()}


class States:
    """11: a unit gets better or worse by an event, one state at a time when it recovers."""

    def __init__(self, state: State) -> None:
        self.now = {id: unit.state for id, unit in state.units.items()}

    def book(self, event: Event) -> None:
        match event:
            case Event("state-changed", _, {"unit": unit, "to": to}):
                self.now[unit] = to
            case Event("headquarters-back", _, {"unit": unit}):
                self.now[unit] = OK
            case Event("thrown-back", _, {"units": units}):
                shaken = [id for id in units if self.now[id] == OK and not CHARTS.units[id].can("lead")]
                self.now |= dict.fromkeys(shaken, DISORGANISED)
            case Event("rested-at-sea", _, {"units": units}):
                self.now |= dict.fromkeys(units, OK)
            case Event("broken-up", _, {"unit": unit, "companies": companies}):
                self.now |= {**dict.fromkeys(companies, self.now[unit]), unit: OK}
            case Event("joined", _, {"unit": unit, "companies": companies}):
                self.now[unit] = max((self.now[id] for id in [unit, *companies]), key=STATES.index)
                self.now |= dict.fromkeys(companies, OK)

    def differences(self, state: State) -> Iterator[str]:
        for id, unit in state.units.items():
            if unit.is_broken:  # off the table, a counter shows nothing
                self.now[id] = OK
            yield from unequal(f"state of {id}", self.now.get(id, OK), unit.state)


class Ammunition:
    """12: a gun that fires has had its marker, and spends it; a marker of the Axis comes out of the stock."""

    def __init__(self, state: State) -> None:
        self.guns = {id: unit.ammo for id, unit in state.units.items() if unit.can("gun")}
        self.axis = {id for id in self.guns if state.units[id].side == "axis"}
        self.stock = state.stock
        self.wrong: list[str] = []

    def book(self, event: Event) -> None:
        match event:
            case Event("support-given" | "defence-supported", _, {"by": by}):
                self._fire([id for id in by if id in self.guns])
            case Event("ammunition-given", _, {"units": units}):
                self.wrong += [f"{id} has its marker already" for id in units if self.guns[id]]
                self.guns.update(dict.fromkeys(units, True))
                self.stock -= len(self.axis & set(units))
            case Event("ammunition-landed", _, {"landed": landed}):
                self.stock += landed

    def _fire(self, guns: list[str]) -> None:
        self.wrong += [f"{id} fires without ammunition" for id in guns if not self.guns[id]]
        self.guns.update(dict.fromkeys(guns, False))

    def differences(self, state: State) -> Iterator[str]:
        yield from (f"ammunition: {what}" for what in self.wrong)
        yield from unequal("ammunition in stock", self.stock, state.stock)
        for id, ammo in self.guns.items():
            yield from unequal(f"ammunition of {id}", ammo, state.units[id].ammo)


class GroundLedger:
    """2.3: land changes hands when a combat unit enters or passes it, and only then; retreating takes nothing."""

    def __init__(self, state: State) -> None:
        self.axis = set(state.control)
        self.strongpoints = set(state.strongpoints)
        self.takers = {id: unit.side for id, unit in state.units.items() if unit.can("combat")}

    def book(self, event: Event) -> None:
        match event:
            case Event("moved", _, {"unit": unit, "route": route}) if unit in self.takers:
                self._take(self.takers[unit], route)
            case Event("advanced" | "stepped", _, {"unit": unit, "to": to}) if unit in self.takers:
                self._take(self.takers[unit], [to])
            case Event("hex-taken" | "beach-taken", _, {"hex": at}):
                self._take("axis", [at])
            case Event("strongpoint-dismantled", _, {"hex": at}):
                self.strongpoints.discard(at)
            case Event("broken-through", _, {"units": units, "to": to}):
                self._take(self.takers[units[0]], [to])

    def _take(self, side: str, hexes: list[str]) -> None:
        if side == "axis":
            self.axis.update(hexes)
            self.strongpoints.discard(hexes[-1])
        else:
            self.axis.difference_update(hexes)

    def differences(self, state: State) -> Iterator[str]:
        yield from unequal("hexes of the Axis", sorted(self.axis), sorted(state.control))
        yield from unequal("strongpoints", sorted(self.strongpoints), sorted(state.strongpoints))
        for at in sorted(state.control - state.board.land):
            yield f"{at} is controlled, and is not land"


class Sealift:
    """18.3: what embarks counts against the sealift of its turn."""

    def __init__(self, state: State) -> None:
        self.lifted = state.lifted

    def book(self, event: Event) -> None:
        match event:
            case Event("embarked", _, {"points": points}):
                self.lifted += points
            case Event("counters-readied"):
                self.lifted = 0

    def differences(self, state: State) -> Iterator[str]:
        yield from unequal("points lifted", self.lifted, state.lifted)


class Deeds:
    """4.42, 9.1, 12.1: a unit moves once, attacks once and fires once a game turn, until its counter is readied."""

    def __init__(self, state: State) -> None:
        units = state.units.items()
        self.known = set(state.units)
        self.done = {
            "fired": {id for id, unit in units if unit.fired},
            "attacked": {id for id, unit in units if unit.attacked},
            "moved": {id for id, unit in units if unit.moved},
        }
        self.twice: list[str] = []

    def book(self, event: Event) -> None:
        match event:
            case Event("support-given" | "defence-supported", _, {"by": by}):
                self._do("fired", by)
            case Event("fired-at-planes", _, {"gun": gun}):
                self._do("fired", [gun])
            case Event("breakthrough-tried", _, {"units": units, "succeeds": True}):
                self.done["attacked"].difference_update(units)
            case Event("aimed", _, {"by": ship}) if CHARTS.units[ship].can("ship"):
                self._do("fired", [ship])
            case Event("ship-sailed", _, {"ship": ship}):
                self._do("moved", [ship])
            case Event("attack-begun", _, {"units": units}):
                self._do("attacked", units)
            case Event("moved", _, {"unit": unit}):
                self._do("moved", [unit])
            case Event("displaced", _, {"unit": unit, "to": "absent"}):
                self.done["moved"].discard(unit)
            case Event("broken-up", _, {"unit": unit, "companies": companies}):
                self._hand_on([unit], companies)
            case Event("joined", _, {"unit": unit, "companies": companies}):
                self._hand_on(companies, [unit])
                self.done["moved"].add(unit)
            case Event("counters-readied"):
                for units in self.done.values():
                    units.clear()

    def _hand_on(self, before: list[str], after: list[str]) -> None:
        """Pass what a battalion has done on to its companies, or the other way round (13.2)."""
        for units in self.done.values():
            if units & set(before):
                units.difference_update(before)
                units.update(after)

    def _do(self, deed: str, units: list[str]) -> None:
        """Record that a unit has done something; planes may fly again."""
        self.twice += [f"{id} has {deed} twice in a turn" for id in units if id in self.done[deed]]
        self.done[deed].update(self.known & set(units))

    def differences(self, state: State) -> Iterator[str]:
        yield from self.twice
        resting = {id for id, unit in state.units.items() if unit.is_broken}
        lost = {id for id, unit in state.units.items() if unit.at == LOST}
        for deed, units in self.done.items():
            units -= resting  # off the table, a counter shows nothing
            marked = {id for id, unit in state.units.items() if getattr(unit, deed)}
            yield from unequal(f"who has {deed}", sorted(units - lost), sorted(marked - lost))


ACCOUNTS: tuple[type[Account[State]], ...] = (Places, Steps, States, Ammunition, GroundLedger, Sealift, Deeds)
