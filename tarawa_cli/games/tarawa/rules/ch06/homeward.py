"""6.5: empty craft go home by themselves."""

from collections.abc import Sequence

from tarawa_cli.games.tarawa.geography.grid import neighbours
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.sequence import IMPULSES
from tarawa_cli.games.tarawa.model.state import State, Unit, allowance
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.reef_routes import links, nearest
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.play import Play


def free_entries(state: State, beach: str) -> list[Hex]:
    """Empty entry hexes of a beach, by number; empty craft going home do not count."""
    stacks = state.units.stacks()
    entries = state.board.beaches[beach].entry
    return [hex for hex in entries if hex not in stacks or all(unit.homeward for unit in stacks[hex])]


@rule("6.5")
def go_home(play: Play[State]) -> None:
    """Emptied craft move toward the nearest empty entry hex of their beach in later impulses; pinned ones wait."""
    for craft in play.state.units.values():
        if craft.homeward and not craft.moved and not craft.pins:
            _one_goes_home(play, craft)


def _one_goes_home(play: Play[State], craft: Unit) -> None:
    state = play.state
    goals = _goals(state, craft)
    here, spent = craft.hex, 0
    while here not in goals and spent < allowance(state, craft):
        here = _next_home(here, goals)
        spent += 1
    if here != craft.at:
        apply.went_homeward(play, "6.5", craft=craft.id, to=here, spent=float(spent))
    if here in goals:
        _arrives(play, craft)


def _goals(state: State, craft: Unit) -> Sequence[Hex]:
    return free_entries(state, craft.beach) or state.board.beaches[craft.beach].entry


def _next_home(here: Hex, goals: Sequence[Hex]) -> Hex:
    """The next hex toward the edge; from the beach, back into the water it came through."""
    open_ = [hex for hex in neighbours(here) if here in links("craft", hex)]
    return min(open_, key=lambda hex: (nearest("craft", hex, goals), hex))


@rule("6.2", "6.5")
def is_due_back(state: State, craft: Unit) -> bool:
    """Whether a craft going home can reach the edge within this turn's impulses."""
    if not craft.homeward:
        return False
    goals = _goals(state, craft)
    steps = 0 if craft.at in goals else 1 + nearest("craft", _next_home(craft.at, goals), goals)
    return steps <= allowance(state, craft) * (len(IMPULSES) - craft.pins)


@rule("6.5")
def _arrives(play: Play[State], craft: Unit) -> None:
    """The craft goes to the pool or waits for a load, as the standing order says."""
    taken = any(unit is not craft and not unit.homeward for unit in play.state.units_at(craft.at))
    if craft.type.can("takes-loads-over") and play.state.empty_lvt == "wait" and not taken:
        apply.waits_at_edge(play, "6.5", craft=craft.id)
    else:
        apply.back_in_pool(play, "6.5", craft=craft.id)


@rule("6.3")
def boats_return(play: Play[State]) -> None:
    """After the fire, boats that have unloaded return to the pool."""
    for craft in play.state.units.values():
        if craft.emptied:
            apply.back_in_pool(play, "6.3", craft=craft.id)


@rule("6.3")
def tide_falls(play: Play[State]) -> None:
    """When high water ends, boats on the reef go to the pool, and passengers on foot wade on."""
    state = play.state
    if state.turn != max(state.charts.value("high-water")):
        return
    for craft in state.units.values():
        if craft.type.crosses == "high-water" and craft.hex and state.board.terrain[craft.at] != "entry":
            _stranded(play, craft)


def _stranded(play: Play[State], craft: Unit) -> None:
    passenger = play.state.passenger(craft)
    if passenger and passenger.type.on_foot:
        apply.wades_on(play, "6.3", unit=passenger.id, hex=craft.at, beach=craft.beach)
    elif passenger:
        apply.unit_lost(play, "6.3", unit=passenger.id)
    if craft.load:
        apply.supply_lost(play, "6.3", craft=craft.id)
    apply.back_in_pool(play, "6.3", craft=craft.id)
