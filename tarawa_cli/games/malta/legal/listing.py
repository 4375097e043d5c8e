"""Every legal command now, who can still act, and who can do something to a hex."""

from tarawa_cli.games.malta.legal.offers import offers
from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.orders import Order, passes
from tarawa_cli.games.malta.rules.ch06_movement import movers
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.legal import sample
from tarawa_cli.kernel.hints import Callable, Iterator

# ── Every legal command now; everything listed here passes `check`


def orders(state: State) -> Iterator[Order]:
    """All orders that may be given now, `policy` aside.

    Of units that may move or attack together only those groups are listed that a player would look at first.
    """
    return (order for offer in offers(state) for order in offer.legal(lambda order: passes(state, order)))


def commands(state: State) -> Iterator[str]:
    return (order.text() for order in orders(state))


def legal_for(state: State, unit: Unit) -> list[str]:
    """What one unit may do now, or may be done with it."""
    return [command for command in commands(state) if unit.id in command.split()]


def pick(state: State, below: Callable[[int], int]) -> Order | None:
    """One of the orders that `legal` lists, without listing them; None if there are none."""
    found: Order | None = sample(offers(state), lambda order: passes(state, order), below)
    return found


# ── Who can still do something in this phase, by the law


def ready(state: State) -> list[Unit]:
    """The active side's units that some legal order names; none while a question is open."""
    if state.question or state.outcome:
        return []
    if state.phase.endswith("-movement"):
        return movers(state)

    named = {word for command in commands(state) for word in command.split()}
    return [unit for id, unit in state.units.items() if id in named and unit.side == state.active]


# ── Who can do something to a hex now


def orders_by_hex(state: State) -> dict[Hex, dict[str, list[str]]]:
    """By hex and order, the units that some legal order sends there."""
    found: dict[Hex, dict[str, dict[str, None]]] = {}
    for command in commands(state):
        name, *words = command.split()
        hexes = [word for word in words if is_hex(word)]
        if hexes:
            named = found.setdefault(hexes[-1], {}).setdefault(name, {})
            named.update((word, None) for word in words if word in state.units or word == "--air")
    return {at: {name: _named(units) for name, units in orders.items()} for at, orders in found.items()}


def _named(units: dict[str, None]) -> list[str]:
    return ["planes" if unit == "--air" else unit for unit in units]
