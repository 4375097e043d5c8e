"""Every command that is legal now; everything listed here passes `check`."""

from itertools import pairwise

from tarawa_cli.games.tarawa.legal.offers import offers
from tarawa_cli.games.tarawa.model.board import is_hex
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.orders import Order, passes, read_order
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.legal import sample
from tarawa_cli.kernel.hints import Callable, Iterator


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
    """For every hex that somebody can act on or enter now: the orders, and the units that can carry out each."""
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
    """The hex that a command is about. None for two targets: nobody need be next to both."""
    if name in ("move", "fire", "advance"):
        return [word for word in words[1:2] if is_hex(word)]
    on = [word for option, word in pairwise(words) if option == "--on"]
    return on if len(on) == 1 else []
