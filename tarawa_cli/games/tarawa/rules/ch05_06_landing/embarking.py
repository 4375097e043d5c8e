"""6.2, 6.3: onto the map at the edge of the reef, and the way ashore of loads in boats."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model.board import PIER_BASE, PIER_HEAD, POOL, neighbours
from tarawa_cli.games.tarawa.model.state import IMPULSES, State, Unit, allowance
from tarawa_cli.games.tarawa.model.unit_types import SUPPLY
from tarawa_cli.games.tarawa.rules.ch05_06_landing import front_steps
from tarawa_cli.games.tarawa.rules.ch05_06_landing.advancing import free_entries, is_due_back
from tarawa_cli.games.tarawa.rules.ch07_actions import is_pier_free
from tarawa_cli.games.tarawa.rules.ch11_pier import is_pier_cleared, is_pier_usable
from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import beaches_for, check_due
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Sequence
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.standard import cached_property, suppress

# ── 6.2, 6.3: onto the map at the edge of the reef


def best_entry(state: State, craft: Unit, load: str, beach: str) -> Hex:
    """The best entry hex: next to the pier if the load needs it, otherwise with the shortest way in."""
    free = free_entries(state, beach)
    if needs_help(state, craft, load):
        helped = ways_ashore(state, craft, load, beach, free)
        if helped:
            return helped[0]
    way_in = front_steps(beach, "craft", state.board.beaches[beach].landing)
    return min(free, key=lambda hex: (way_in.get(hex, 999), hex), default="")


@rule("6.2")
def check_embark(state: State, unit: Unit, craft: Unit, beach: str, hex: Hex) -> None:
    """The unit must be due, the craft free and able to carry it, the entry hex empty and of its beach."""
    check_due(state, unit)
    if unit.type.can("starts-on-pier"):
        raise Refused("6.2", "Hawkins starts without a craft, at the head of the pier")
    able = beaches_for(state, unit)
    if beach not in able:
        raise Refused("6.2", f"{unit.id} lands on {' or '.join(able)}")
    check_craft(state, craft, unit.kind)
    check_entry(state, craft, unit.kind, beach, hex)


@rule("6.2", "6.3")
def check_craft(state: State, craft: Unit, load: str) -> None:
    if load not in craft.type.carries:
        raise Refused("6.3", f"{craft.id} does not carry {_plural(state, load)}")
    if craft.at != POOL:
        raise Refused("6.2", f"{craft.id} is not in the pool: it is {craft.where}")


def _plural(state: State, load: str) -> str:
    return "supplies" if load == SUPPLY else state.charts.natures[load].plural


@rule("6.2")
def check_entry(state: State, craft: Unit, load: str, beach: str, hex: Hex) -> None:
    free = free_entries(state, beach)
    if beach not in state.setting.scenario.beaches:
        raise Refused("13.1", f"{beach} is not used in this scenario, only {' '.join(state.setting.scenario.beaches)}")
    if not free:
        raise Refused("6.2", f"every entry hex of {beach} is taken")
    if hex not in state.board.beaches[beach].entry:
        raise Refused("6.2", f"{hex} is not an entry hex of {beach}; free there: {' '.join(free)}")
    if hex not in free:
        raise Refused("6.2", f"{hex} is taken; free there: {' '.join(free)}")
    if needs_help(state, craft, load) and not ways_ashore(state, craft, load, beach, [hex]):
        why = why_not_ashore(state, craft, beach, hex)
        raise Refused("6.2", f"{_plural(state, load)} in {craft.id} could not get ashore from {hex} this turn: {why}")


def needs_help(state: State, craft: Unit, load: str) -> bool:
    """Whether a load needs help to get ashore: artillery and supplies never wade, and boats do not cross the reef."""
    if craft.type.crosses == "always":
        return False
    kind = state.charts.natures.get(load)
    return not kind.wades if kind else load == SUPPLY


def _check_going_on(state: State) -> None:
    if state.no_embarking:
        raise Refused("9.2.3", "the invasion falters: no unit can embark this turn", "next")


@rule("6.2")
def check_embark_supply(state: State, craft: Unit, beach: str, hex: Hex) -> None:
    _check_going_on(state)
    if not state.stock:
        raise Refused("8.3", "there are no supply points to send", "next")
    check_craft(state, craft, SUPPLY)
    check_entry(state, craft, SUPPLY, beach, hex)


@rule("6.2")
def check_put_out(state: State, craft: Unit, beach: str, hex: Hex) -> None:
    """Empty amtracs may wait at the edge to take loads over."""
    _check_going_on(state)
    if not craft.type.can("takes-loads-over"):
        raise Refused("6.2", f"only amtracs can embark empty, and {craft.id} is not one")
    if craft.at != POOL:
        raise Refused("6.2", f"{craft.id} is not in the pool: it is {craft.where}")
    check_entry(state, craft, "", beach, hex)


@rule("11.2")
def check_bairiki(state: State, unit: Unit) -> None:
    if not unit.type.can("goes-to-bairiki"):
        raise Refused("11.2", f"only artillery can go to Bairiki, and {unit.id} is not artillery")
    check_due(state, unit)


@rule("6.2", "14.1")
def check_hawkins(state: State, unit: Unit, hex: Hex) -> None:
    """Only Hawkins starts without a craft, at the head of the pier."""
    if not unit.type.can("starts-on-pier"):
        raise Refused("6.3", f"{unit.id} needs a craft and a beach; only Hawkins starts on the pier")
    check_due(state, unit)
    if hex not in PIER_HEAD:
        raise Refused("6.2", f"Hawkins starts on the head of the pier, {' or '.join(PIER_HEAD)}, not in {hex}")
    if not may_start_on_pier(state):
        raise Refused("11.33", "with a supply head at 2731 Hawkins cannot start on the pier", "next")
    if not is_pier_free(state, hex):
        raise Refused("11.33", f"a pier hex holds one unit, and {hex} is taken")


@rule("11.33")
def may_start_on_pier(state: State) -> bool:
    """Whether Hawkins may start on the pier: with a head at 2731 it is for supplies and artillery only."""
    return PIER_BASE not in state.heads


@rule("6.2")
def check_withdraw(state: State, craft: Unit) -> None:
    """A loaded boat at the edge returns to the pool with its load; an empty amtrac does so alone."""
    if state.board.terrain.get(craft.at) != "entry":
        raise Refused("6.2", f"{craft.id} is not at the edge of the reef: it is {craft.where}", "units craft")
    if craft.type.crosses == "always" and state.is_loaded(craft):
        raise Refused("6.2", "a loaded amtrac cannot be withdrawn: it goes ashore", "next")


def can_withdraw(state: State, craft: Unit) -> bool:
    """Whether `withdraw` would take a craft off the map."""
    if state.board.terrain.get(craft.at) != "entry":
        return False
    with suppress(Refused):
        check_withdraw(state, craft)
        return True
    return False


# ── 6.2: how artillery and supplies in a boat get ashore this turn: at high water, over the pier, or in an amtrac


Wanted = dict[str, list[str]]
"""Boats with a load that never wades, each with the amtracs that could take it over."""


@rule("6.2")
def ways_ashore(state: State, craft: Unit, load: str, beach: str, entries: Sequence[Hex]) -> list[Hex]:
    """The entry hexes from which a boat's load gets ashore this turn; only Higgins boats hand loads over."""
    pier = state.board.pier_landing_from if is_pier_usable(state, load) else ()
    fleet = Amtracs(state) if craft.type.can("hands-loads-over") else None
    return [
        hex
        for hex in entries
        if hex in pier or crosses_reef(state, craft, beach, hex) or (fleet and fleet.serve(beach, hex))
    ]


@rule("6.2", "6.3", "6.4")
def crosses_reef(state: State, boat: Unit, beach: str, hex: Hex) -> bool:
    """Whether it is high water and a turn's AP take the boat from its entry hex to the nearest landing hex."""
    if boat.type.crosses == "never" or not state.high_water:
        return False
    way = front_steps(beach, "craft", state.board.beaches[beach].landing).get(hex, 999)
    return way <= allowance(state, boat) * len(IMPULSES)


@rule("6.2")
def why_not_ashore(state: State, craft: Unit, beach: str, hex: Hex) -> str:
    """Why a boat's load cannot get ashore from an entry hex this turn."""
    if not craft.type.can("hands-loads-over"):
        return "no usable pier next to it"
    tide = f"with {plural(craft.steps, 'step')} it is too slow for {beach}" if state.high_water else "no high water"
    amtrac = "no empty amtrac next to it, or due back to wait there"
    if Amtracs(state).of(beach, hex):
        amtrac = "the amtrac there is for another boat"
    return f"{amtrac}, no usable pier, {tide}"


class Amtracs:
    """The empty amtracs on the map; each can take over one load."""

    def __init__(self, state: State) -> None:
        self.state = state

    @cached_property
    def empty(self) -> list[Unit]:
        state = self.state
        here = [unit for id in state.charts.who_can("takes-loads-over") if (unit := state.units[id]).on_map]
        return [unit for unit in here if not state.is_loaded(unit)]

    def of(self, beach: str, hex: Hex) -> list[str]:
        """The amtracs beside an entry hex, and those coming back to its beach to wait there."""
        waits = self.state.empty_lvt == "wait"
        return [
            unit.id
            for unit in self.empty
            if hex in neighbours(unit.at) or (waits and unit.beach == beach and is_due_back(self.state, unit))
        ]

    @rule("6.2")
    def serve(self, beach: str, hex: Hex) -> bool:
        """Whether one more boat there can have an amtrac, after every boat already waiting has got one."""
        wanted: Wanted = {"": self.of(beach, hex)}
        if not wanted[""]:
            return False
        wanted |= {boat.id: self.of(boat.beach, boat.at) for boat in _waiting(self.state)}
        served = dict[str, str]()
        for boat in [*wanted][1:]:
            _serve(boat, wanted, served, set())
        return _serve("", wanted, served, set())


def _serve(boat: str, wanted: Wanted, served: dict[str, str], asked: set[str]) -> bool:
    """Find an amtrac for a boat, moving another boat to a different amtrac if necessary."""
    for amtrac in wanted[boat]:
        if amtrac not in asked:
            asked.add(amtrac)
            if amtrac not in served or _serve(served[amtrac], wanted, served, asked):
                served[amtrac] = boat
                return True
    return False


def _waiting(state: State) -> list[Unit]:
    """Higgins boats at the edge whose load has no other way ashore."""
    terrain = state.board.terrain
    boats = [state.units[id] for id in state.charts.who_can("hands-loads-over")]
    return [boat for boat in boats if terrain.get(boat.at) == "entry" and _is_help_needed(state, boat)]


def _is_help_needed(state: State, boat: Unit) -> bool:
    passenger = state.passenger(boat)
    if not boat.load and (passenger is None or passenger.type.nature.wades):
        return False
    over_pier = boat.at in state.board.pier_landing_from and is_pier_cleared(state)
    return not over_pier and not crosses_reef(state, boat, boat.beach, boat.at)
