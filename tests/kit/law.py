"""Compare `legal` with `check`: every listed order must be allowed, and unlisted allowed orders are found."""

from collections.abc import Iterable, Iterator

from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.session import Match, read_order
from tarawa_cli.kernel.engine.sides import own_orders
from tarawa_cli.kernel.errors import GameError
from tarawa_cli.kernel.game import Game
from tarawa_cli.kernel.players import S


def why_not(game: Game[S], state: S, line: str) -> str:
    """Why an order cannot be given now; nothing if it can."""
    try:
        game.check(state, game.read(state, split_line(line)))
    except GameError as error:
        return error.message
    return ""


def misjudged(game: Game[S], state: S, lines: Iterable[str]) -> Iterator[str]:
    """The listed orders that `check` refuses, or whose own text differs."""
    for line in lines:
        if why := why_not(game, state, line):
            yield f"{line!r} is legal, but refused: {why}"
        elif (written := game.read(state, split_line(line)).text()) != line:
            yield f"{line!r} is written {written!r}"


def unlisted(game: Game[S], state: S, lines: Iterable[str]) -> list[str]:
    """Those of the given orders that `check` allows and `legal` does not list."""
    legal = game.legal.legal(state)
    allowed = (game.read(state, split_line(line)).text() for line in lines if not why_not(game, state, line))
    return sorted(set(allowed) - set(legal))


def bad_hint(match: Match[S], hint: str) -> str:
    """Why the order that a refusal offers instead would be refused too; nothing if it would not.

    A hint that is no whole order, or that leaves a word for the player to fill in, is taken as it is.
    """
    words = hint.split()
    if not words or words[0] not in match.game.orders or any(_is_open(word) for word in words):
        return ""
    try:
        read_order(match, words)
    except GameError as error:
        return error.message
    return ""


def hasty_hint(match: Match[S], hint: str) -> str:
    """The order that a refusal should have offered instead of ending the phase, or nothing."""
    orders = match.game.orders
    if hint.split(" ", 1)[0] not in orders or not orders[hint.split(" ", 1)[0]].ends:
        return ""
    legal = own_orders(match.game, match.state, match.game.legal.legal(match.state), match.side)
    grammars = ((command, orders[command.split(" ", 1)[0]]) for command in legal)
    return next((command for command, grammar in grammars if not (grammar.ends or grammar.calls_off)), "")


def _is_open(word: str) -> bool:
    """Whether a word is a placeholder that the player fills in."""
    return "…" in word or (word.isalpha() and word.isupper())
