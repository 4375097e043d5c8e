"""What a refusal offers instead. Ending the phase is the last thing to suggest while anything else can be done."""

from collections.abc import Sequence
from functools import cache

from tarawa_cli.kernel import sides
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.game import Game
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.visible import plural

ABLE = "able"
"""The list of a game's choices that names the units that can do something now."""


def improve(error: Refused, game: Game[Any], state: Any, words: Sequence[str], side: str = "") -> None:
    """Let a refusal whose hint is to end the phase offer an order first; `words` are what was refused.

    Nothing is worked out before somebody asks for the hint.
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
    """The legal order that has most in common with some words; nothing if all that can be done is to go on."""
    return closest(useful(game, state, words[0], side), words)


def useful(game: Game[Any], state: Any, wanted: str, side: str = "") -> list[str]:
    """The legal orders that may be offered to a player who wanted another order."""
    orders = [command for command in game.choices.legal(state) if _serves(game, command, wanted)]
    return [*sides.own_orders(game, state, orders, side)]


def closest(orders: Sequence[str], words: Sequence[str]) -> str:
    """The order that has most in common with some words; nothing if there are no orders."""
    wanted = [_bare(word) for word in words]
    return max(orders, key=lambda order: _closeness(wanted, order), default="")


def simplest(orders: Sequence[list[str]], told: str) -> str:
    """Of some orders in words, the shortest that names something that was told; nothing if there are no orders."""
    named = {_bare(word) for word in told.split()}
    shortest: list[str] = min(orders, key=lambda order: (named.isdisjoint(order), len(order)), default=[])
    return " ".join(shortest)


def _bare(word: str) -> str:
    return word.strip(",;:()`")


def _serves(game: Game[Any], command: str, wanted: str) -> bool:
    """Whether a player who wanted another order may like this one: it ends nothing, and calls off nothing unasked."""
    name = command.split(" ", 1)[0]
    return not game.orders[name].ends and (name == wanted or not game.orders[name].calls_off)


def _closeness(wanted: Sequence[str], command: str) -> tuple[bool, int]:
    """An order of the same kind is closest, then one that names the same."""
    name, *words = command.split()
    return name == wanted[0], len({word for word in words if not word.startswith("--")}.intersection(wanted))


def still_able(game: Game[Any], state: Any) -> str:
    """How many units can still act, in brackets; nothing if the game does not know of any."""
    names = game.choices.WORDS.get(ABLE)
    count = len(names(state)) if names else 0
    return f" ({plural(count, 'unit')} can still act)" if count else ""
