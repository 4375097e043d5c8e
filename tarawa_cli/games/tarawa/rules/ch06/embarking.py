"""6.2, 6.3: onto the map at the edge of the reef. If a refusal here has no hint, the order adds one."""

from contextlib import suppress

from tarawa_cli.games.tarawa.model.board import PIER_BASE, PIER_HEAD
from tarawa_cli.games.tarawa.model.places import POOL
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.model.unit_types import SUPPLY
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch06.handing_over import ways_ashore, why_not_ashore
from tarawa_cli.games.tarawa.rules.ch06.homeward import free_entries
from tarawa_cli.games.tarawa.rules.ch07.stacking import is_pier_free
from tarawa_cli.games.tarawa.rules.ch13.plan import beaches_for, check_due
from tarawa_cli.games.tarawa.rules.reef_routes import front_steps
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import Hex


def best_entry(state: State, craft: Unit, load: str, beach: str) -> Hex:
    """The entry hex that a player would choose: beside the pier if needed, otherwise with the shortest way in."""
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
        raise Refused("6.2", f"only amtracs are put out empty, and {craft.id} is not one")
    if craft.at != POOL:
        raise Refused("6.2", f"{craft.id} is not in the pool: it is {craft.where}")
    check_entry(state, craft, "", beach, hex)


@rule("11.2")
def check_bairiki(state: State, unit: Unit) -> None:
    if not unit.type.can("goes-to-bairiki"):
        raise Refused("11.2", f"only artillery goes to Bairiki, and {unit.id} is not artillery")
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
        raise Refused("11.33", "with a supply head at 2731 Hawkins does not land on the pier either", "next")
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
        raise Refused("6.2", "a loaded amtrac is not withdrawn: it goes in", "next")


def can_withdraw(state: State, craft: Unit) -> bool:
    """Whether `withdraw` would take a craft off the map."""
    if state.board.terrain.get(craft.at) != "entry":
        return False
    with suppress(Refused):
        check_withdraw(state, craft)
        return True
    return False
