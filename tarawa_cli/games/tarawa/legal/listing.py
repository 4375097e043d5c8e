"""Every command that passes `check` now, why a unit has none, what orders cost, and how far a unit gets."""

from itertools import pairwise

from tarawa_cli.games.tarawa.legal.offers import offers
from tarawa_cli.games.tarawa.model.board import ABSENT, BAIRIKI, LOST, POOL, SCHEDULE, is_hex, neighbours
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left
from tarawa_cli.games.tarawa.orders import Order, check_order, passes, read_order
from tarawa_cli.games.tarawa.orders.actions import Attack, Demolish, Dig, Fire, Move, Recover
from tarawa_cli.games.tarawa.orders.general import Next, Supply
from tarawa_cli.games.tarawa.orders.landing import Advance, Unload
from tarawa_cli.games.tarawa.rules import ch11_pier
from tarawa_cli.games.tarawa.rules.ch05_06_landing import advancing
from tarawa_cli.games.tarawa.rules.ch05_06_landing.advancing import can_move, mover_of
from tarawa_cli.games.tarawa.rules.ch05_06_landing.reef import Ways
from tarawa_cli.games.tarawa.rules.ch07_actions import step_cost
from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import destinations, plan_move
from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import check_due
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.grammar import OrderLine
from tarawa_cli.kernel.engine.legal import Cost, sample
from tarawa_cli.kernel.errors import GameError, refusal
from tarawa_cli.kernel.hints import Callable, Iterable, Iterator
from tarawa_cli.kernel.standard import partial


def legal(state: State) -> list[str]:
    """All commands that the player may give now, except `policy`.

    Shortcuts are left out (`fire --times`, a passenger's name in place of its craft's). Where attackers, supporters,
    craft, entry hexes or chits can be combined in many ways, only the combinations that a player would try first are
    listed.
    """
    return list(commands(state))


def commands(state: State) -> Iterator[str]:
    """The commands of `legal`, one at a time, for callers that need only the first few."""
    return (order.text() for order in orders(state))


def orders(state: State, favoured: Unit | None = None) -> Iterator[Order]:
    """The orders behind the commands of `legal`."""
    return (order for offer in offers(state, favoured) for order in offer.legal(lambda order: passes(state, order)))


def pick(state: State, below: Callable[[int], int]) -> Order | None:
    """One of the orders that `legal` lists, without listing them; None if there are none.

    Each is as likely as any other if `below(n)` gives each number from 0 to n - 1 alike, as `Random.randrange` does.
    """
    found: Order | None = sample(offers(state), lambda order: passes(state, order), below)
    return found


def is_legal(state: State, command: str) -> bool:
    return passes(state, read_order(state, command.split()))


def legal_for(state: State, unit: Unit) -> list[str]:
    """The commands that a unit can carry out now or that name it."""
    words = {unit.id, unit.craft} - {""}
    found = (order.text() for order in orders(state, unit))
    return [command for command in found if words & set(command.split())]


def orders_by_hex(state: State) -> dict[Hex, dict[str, list[str]]]:
    """For every hex that a unit can act on or enter now: the orders, and the units that can carry out each."""
    found: dict[Hex, dict[str, list[str]]] = {}
    for command in legal(state):
        name, *rest = command.split()
        for at in _hexes_named(name, rest):
            units = found.setdefault(at, {}).setdefault(name, [])
            units += [word for word in _actors(rest) if word in state.units and word not in units]
    return {at: found[at] for at in sorted(found)}


def _actors(words: list[str]) -> list[str]:
    """The words before the first option: who acts, and where."""
    return words[: next((place for place, word in enumerate(words) if word.startswith("--")), len(words))]


def _hexes_named(name: str, words: list[str]) -> list[Hex]:
    """The hex that a command is about; none if it has two targets, since a unit need not be next to both."""
    if name in ("move", "fire", "advance"):
        return [word for word in words[1:2] if is_hex(word)]
    on = [word for option, word in pairwise(words) if option == "--on"]
    return on if len(on) == 1 else []


# ── Why a unit can do nothing now


Reason = tuple[str, str]
"""A paragraph, and what it says."""


def reasons(state: State, unit: Unit) -> list[Reason]:
    """Why a unit has no orders now: one reason for all of them, or a reason against each."""
    if state.outcome or state.question:
        return [*_refusal_of(lambda: check_order(state, Next()))]
    return [*dict.fromkeys(_off_map(state, unit) or _afloat(state, unit) or _refusals(state, unit))]


def _refusal_of(check: Callable[[], None]) -> Iterator[Reason]:
    if no := refusal(check):
        yield no.rule, no.message


def _off_map(state: State, unit: Unit) -> list[Reason]:
    """Why a unit off the map has no orders."""
    if unit.at == SCHEDULE:
        return [*_refusal_of(lambda: check_due(state, unit))] or [("6.2", f"{unit.id} waits for phase `embark`")]
    where = {
        LOST: ("7.3", f"{unit.id} is lost"),
        ABSENT: ("13", f"{unit.id} is not in this game"),
        BAIRIKI: ("11.2", f"{unit.id} is on Bairiki, and only supports"),
        POOL: ("6.2", f"{unit.id} is in the pool, and takes loads in phase `embark`"),
    }
    return [where[unit.at]] if unit.at in where else []


def _afloat(state: State, unit: Unit) -> list[Reason]:
    """A unit on the water waits for the next impulse."""
    if state.phase.startswith("impulse") or not state.is_afloat(unit) or unit.type.is_craft:
        return []
    return [("6.4", f"{unit.id} is still on the water: it moves in the next impulse")]


def _refusals(state: State, unit: Unit) -> Iterator[Reason]:
    """The refusal of each order that a unit of its kind could get in this phase."""
    tried = [*_tried(state, unit)]
    for order in tried:
        yield from _refusal_of(partial(check_order, state, order))
    if not tried:
        yield "3", f"there are no orders for {unit.id} in phase `{state.phase}`"


def _tried(state: State, unit: Unit) -> Iterator[Order]:
    if state.impulse or unit.type.is_craft or unit.craft:
        yield Advance(unit.id)
        if unit.type.is_craft:
            yield Unload(unit.id, unit.at)
    elif state.phase == "supply-points":
        yield Supply(unit.id)
    elif state.phase == "actions":
        yield from _ashore(state, unit)


def _ashore(state: State, unit: Unit) -> Iterator[Order]:
    around = neighbours(unit.hex)
    yield from (Move(unit.id, (at,)) for at in around if state.is_friendly(at))
    targets = [at for at in around if state.is_uncleared(at)][:1]
    for at in targets:
        yield Fire(unit.id, at)
        yield Attack((unit.id,), (at,)) if unit.type.can("attacks") else Demolish((unit.id,), at)
    yield Dig((unit.id,))
    yield Recover((unit.id,))


# ── Where a unit can go now, and what that costs


def hexes_in_reach(state: State, unit: Unit) -> dict[Hex, float]:
    """Every hex where a unit, or the craft that carries it, may end its move in this phase, with the AP it takes."""
    if state.question or state.outcome:
        return {}
    if state.phase == "actions":
        return destinations(state, unit)
    mover = mover_of(state, unit)
    if not state.impulse or not state.phase.startswith("impulse") or not can_move(state, mover):
        return {}
    if mover.on_pier:
        way = ch11_pier.pier_way(state, mover)
        moves = [ch11_pier.pier_way(state, mover, stop) for stop in way.route]
    else:
        ways = Ways(state, mover)
        moves = [ways.forced()] if mover.course else [*ways.moves()]
    return {move.route[-1]: move.spent - mover.spent for move in moves if move.route}


# ── What orders cost, and how far a unit gets


def costs(state: State, orders: Iterable[OrderLine]) -> list[Cost | None]:
    """The cost of each order; None for one that costs no AP, or is not legal."""
    return [_cost(state, line) for line in orders]


def _cost(state: State, line: OrderLine) -> Cost | None:
    try:
        return cost(state, read_order(state, line))
    except GameError:
        return None


def cost(state: State, order: Order) -> Cost | None:
    """The AP of an order, with the way of a move."""
    if isinstance(order, Move):
        return _of_move(state, state.units[order.unit], order.route)
    if isinstance(order, Advance):
        return _of_advance(state, order) if order.unit and not order.craft else None
    if isinstance(order, Fire):
        times = " each time" if order.times > 1 else ""
        return _of_action(state, [order.unit], "fire-ap", times)
    if isinstance(order, Attack):
        return _of_action(state, order.units, "attack-ap", " each")
    if isinstance(order, Demolish):
        return _of_action(state, order.units, "demolition-ap", " each")
    return None


def _of_move(state: State, unit: Unit, route: tuple[Hex, ...]) -> Cost:
    way = plan_move(state, unit, route)
    spent = sum(step_cost(state, unit, *step) or 0 for step in zip((unit.hex, *way), way, strict=False))
    return Cost(f"{spent:g} AP", _left(state, unit), way)


def _of_advance(state: State, order: Advance) -> Cost:
    mover = advancing.mover_of(state, state.units[order.unit])
    move = advancing.plan_move(state, mover, order.route)
    return Cost(f"{max(0, move.spent - mover.spent):g} AP", _left(state, mover), move.route)


def _of_action(state: State, units: Iterable[str], chart: str, each: str) -> Cost:
    named = [state.units[id] for id in units]
    alone = len(named) == 1
    price = f"{state.charts.value(chart):g} AP{'' if alone and each == ' each' else each}"
    return Cost(price, _left(state, named[0]) if alone else "")


def _left(state: State, unit: Unit) -> str:
    return f"{ap_left(state, unit):g}"


def reach(state: State, unit: Unit) -> dict[Hex, Cost]:
    """Every hex that a unit can move or advance to now, with the cost, the cheapest first; none if it cannot move."""
    if state.question or state.outcome:
        return {}
    if state.phase == "actions":
        found = destinations(state, unit)
        return {at: Cost(f"{price:g} AP", _left(state, unit)) for at, price in found.items()}
    if state.impulse and state.phase.startswith("impulse"):
        from tarawa_cli.games.tarawa.legal.completion import within_reach  # start-up

        mover = advancing.mover_of(state, unit)
        ways = {at: _cost(state, ["advance", mover.id, at]) for at in within_reach(state, mover)}
        return {at: found for at, found in ways.items() if found}
    return {}
