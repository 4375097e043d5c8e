"""Every legal command now; everything listed here passes `check`."""

from collections.abc import Callable, Iterator

from tarawa_cli.games.malta.choices.offers import offers
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.orders import Order, passes
from tarawa_cli.kernel.offers import draw


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
    found: Order | None = draw(offers(state), lambda order: passes(state, order), below)
    return found
