"""6.2: how artillery and supplies in a boat get ashore this turn: at high water, over the pier, or in an amtrac."""

from collections.abc import Sequence
from functools import cached_property

from tarawa_cli.games.tarawa.geography.grid import neighbours
from tarawa_cli.games.tarawa.model.sequence import IMPULSES
from tarawa_cli.games.tarawa.model.state import State, Unit, allowance
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch06.homeward import is_due_back
from tarawa_cli.games.tarawa.rules.ch11.pier import is_pier_cleared, is_pier_usable
from tarawa_cli.games.tarawa.rules.reef_routes import front_steps
from tarawa_cli.kernel.hexes import Hex

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
    tide = f"with {craft.steps} steps it is too slow for {beach}" if state.high_water else "no high water"
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
