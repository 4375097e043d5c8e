"""What may be ordered now, and what a refusal offers instead."""

from itertools import accumulate, islice

from tarawa_cli.kernel.engine import sides
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.game import Game
from tarawa_cli.kernel.hints import Any, Callable, Iterable, Iterator, NamedTuple, Sequence
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.standard import cache

# ── What may be ordered now
#
# An offer is a group of orders of one kind, such as the moves of a unit, that a player might think of; the law
# decides which are legal. To list everything legal, go through all offers. To get one order at random, draw an offer
# and leave the others alone. A game puts every order into exactly one offer, once.


class Cost(NamedTuple):
    """What an order takes from a unit before any dice."""

    price: str
    """As it is paid: `3 AP`, or `3 AP each`."""
    left: str = ""
    """What the unit has to pay it with."""
    way: tuple[str, ...] = ()
    """The hexes that it enters."""

    @property
    def text(self) -> str:
        """The way and the price in a line."""
        by = f"by {' '.join(self.way)}, " if self.way else ""
        return f"{by}costs {self.price}{f' of {self.left}' if self.left else ''}"

    def facts(self) -> dict[str, Any]:
        return {"price": self.price, "left": self.left, "way": list(self.way)}


Law = Callable[[Any], bool]
"""Whether an order of the game is allowed."""


class Offer:
    """Orders of one kind, computed only when asked for."""

    __slots__ = ("_nth", "_orders", "bound", "most", "sure")

    def __init__(
        self,
        most: int,
        orders: Callable[[], Iterable[Any]] | list[Any] | None = None,
        sure: bool = False,
        bound: Callable[[], int] | None = None,
        nth: Callable[[int], Any] | None = None,
    ) -> None:
        self.most = most
        """An upper bound for their number."""
        self.sure = sure
        """Whether all of them are legal, so that the law need not check each."""
        self.bound = bound
        """A lower bound than `most`, which takes longer to work out but not as long as the orders."""
        self._orders = orders
        self._nth = nth

    def orders(self) -> Iterable[Any]:
        found, nth = self._orders, self._nth
        if nth:
            return (order for number in range(self.most) if (order := nth(number)) is not None)
        return found if isinstance(found, list) else found() if found else ()

    def legal(self, passes: Law) -> Iterator[Any]:
        return (order for order in self.orders() if self.sure or passes(order))

    def order(self, number: int) -> Any:
        """The order with this number; None if there are fewer."""
        if self.bound and number >= self.bound():
            return None
        if self._nth:
            return self._nth(number)
        found = self.orders()
        if isinstance(found, list):
            return found[number] if number < len(found) else None
        return next(islice(found, number, None), None)


def offer(orders: list[Any]) -> Offer:
    """An offer of a few orders that are already known."""
    return Offer(len(orders), orders)


def numbered(most: int, order: Callable[[int], Any]) -> Offer:
    """An offer whose orders are made by their numbers, each by itself; those that are None do not count."""
    return Offer(most, nth=order)


def prechecked(orders: Iterable[Any]) -> Offer:
    """An offer of a few orders that are all legal."""
    found = list(orders)
    return Offer(len(found), found, sure=True)


def sample(offers: Iterable[Offer], passes: Law, below: Callable[[int], int]) -> Any:
    """One of the legal orders, without listing them; None if there are none.

    Each is as likely as any other if `below(n)` gives each number from 0 to n - 1 alike, as `Random.randrange` does.
    """
    from bisect import bisect_right  # start-up

    found = list(offers)
    ends = list(accumulate([offer.most for offer in found]))
    for drawn in _shuffled(ends[-1] if ends else 0, below):
        number = bisect_right(ends, drawn)
        order = found[number].order(ends[number] - drawn - 1)
        if order is not None and (found[number].sure or passes(order)):
            return order
    return None


def _shuffled(count: int, below: Callable[[int], int]) -> Iterator[int]:
    """The numbers below a count in random order, each computed when needed."""
    moved: dict[int, int] = {}
    for last in range(count - 1, -1, -1):
        place = below(last + 1)
        yield moved.get(place, place)
        moved[place] = moved.get(last, last)


# ── What a refusal offers instead; `next` only if nothing else is legal


ABLE = "able"
"""The name of a game's list of units that can do something now."""


def improve(error: Refused, game: Game[Any], state: Any, words: Sequence[str], side: str = "") -> None:
    """Let a refusal whose hint is to end the phase offer an order first; `words` are what was refused.

    The hint is only computed when it is needed.
    """
    before = error.later_hint

    @cache
    def found() -> tuple[str, str]:
        hint = before()
        name = hint.split(" ", 1)[0]
        if name not in game.orders or not game.orders[name].ends:
            return hint, ""
        order = best(game, state, words, side)
        return (order, f"`{hint}` ends the phase{still_able(game, state)}") if order else (hint, "")

    error.suggest(lambda: found()[0], lambda: found()[1])


def best(game: Game[Any], state: Any, words: Sequence[str], side: str = "") -> str:
    """The legal order that has most in common with some words; nothing if the only thing to do is continue."""
    return closest(useful(game, state, words[0], side), words)


def useful(game: Game[Any], state: Any, wanted: str, side: str = "") -> list[str]:
    """The legal orders that may be offered to a player who wanted another order."""
    orders = [command for command in game.legal.legal(state) if _serves(game, command, wanted)]
    return [*sides.own_orders(game, state, orders, side)]


def closest(orders: Sequence[str], words: Sequence[str]) -> str:
    """The order that has most in common with some words; nothing if there are no orders."""
    wanted = [_bare(word) for word in words]
    return max(orders, key=lambda order: _closeness(wanted, order), default="")


def simplest(orders: Sequence[list[str]], told: str) -> str:
    """Of some orders in words, the shortest that names something given; nothing if there are no orders."""
    named = {_bare(word) for word in told.split()}
    shortest: list[str] = min(orders, key=lambda order: (named.isdisjoint(order), len(order)), default=[])
    return " ".join(shortest)


def _bare(word: str) -> str:
    return word.strip(",;:()`")


def _serves(game: Game[Any], command: str, wanted: str) -> bool:
    """Whether an order can be offered instead of another: it ends nothing, and cancels nothing unasked."""
    name = command.split(" ", 1)[0]
    return not game.orders[name].ends and (name == wanted or not game.orders[name].calls_off)


def _closeness(wanted: Sequence[str], command: str) -> tuple[bool, int]:
    """An order of the same kind is closest, then one that names the same."""
    name, *words = command.split()
    return name == wanted[0], len({word for word in words if not word.startswith("--")}.intersection(wanted))


def still_able(game: Game[Any], state: Any) -> str:
    """How many units can still act, in brackets; nothing if the game does not know of any."""
    names = game.legal.WORDS.get(ABLE)
    count = len(names(state)) if names else 0
    return f" ({plural(count, 'unit')} can still act)" if count else ""
