"""Every legal command now; everything listed here passes `check`."""

from collections.abc import Callable, Iterator
from itertools import pairwise

from tarawa_cli.games.tarawa.choices.offers import offers
from tarawa_cli.games.tarawa.geography.grid import is_hex
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.orders import Order, passes, read_order
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.offers import draw


def legal(state: State) -> list[str]:
    """All commands that the player may give now, `policy` aside.

    What only saves typing is left out (`fire --times`, a passenger's name for its craft's), and of attackers,
    supporters, craft, entry hexes and chits that may be put together in many ways only those are listed that a
    player would look at first.
    """
    return list(commands(state))


def commands(state: State) -> Iterator[str]:
    """The same one by one, for those who need only the first."""
    return (order.text() for order in orders(state))


def orders(state: State, favoured: Unit | None = None) -> Iterator[Order]:
    """The same as orders."""
    return (order for offer in offers(state, favoured) for order in offer.legal(lambda order: passes(state, order)))


def pick(state: State, below: Callable[[int], int]) -> Order | None:
    """One of the orders that `legal` lists, without listing them; None if there are none.

    Each is as likely as any other if `below(n)` gives each number from 0 to n - 1 alike, as `Random.randrange` does.
    """
    found: Order | None = draw(offers(state), lambda order: passes(state, order), below)
    return found


def is_legal(state: State, command: str) -> bool:
    return passes(state, read_order(state, command.split()))


def legal_for(state: State, unit: Unit) -> list[str]:
    """What one unit may do now, or may be done with it."""
    words = {unit.id, unit.craft} - {""}
    found = (order.text() for order in orders(state, unit))
    return [command for command in found if words & set(command.split())]


def doers(state: State) -> dict[Hex, dict[str, list[str]]]:
    """For every hex that somebody can act on or enter now: the orders, and who can give each."""
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
    """The hex that a command of an impulse or of `actions` is about; of two targets, nobody need be next to both."""
    if name in ("move", "fire", "advance"):
        return [word for word in words[1:2] if is_hex(word)]
    on = [word for option, word in pairwise(words) if option == "--on"]
    return on if len(on) == 1 else []
