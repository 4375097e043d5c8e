"""Several orders given as one: `suppress red1 red2`, `embark --due`.

A game says which plain orders an order means. They are carried out one after the other, and the journal gets an entry
for each. All that follow the first are marked, so that `undo` takes them back together. As long as no dice have rolled
it is all or nothing. Once they have, what was done stands, and the first refusal stops the rest.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from tarawa_cli.kernel import session
from tarawa_cli.kernel.dice import WouldRoll
from tarawa_cli.kernel.errors import BadOrder, GameError, NeedDice, Refused
from tarawa_cli.kernel.hints import Any, TypeVar
from tarawa_cli.kernel.orders import Meant, find_name
from tarawa_cli.kernel.play import Stacked
from tarawa_cli.kernel.session import Done, Match, Part

S = TypeVar("S", bound=Stacked)


class Stopped(GameError):
    """Some of several orders were carried out and stand, because dice have rolled; the next one was refused."""

    kind = "stopped"
    exit_code = 5

    def __init__(self, cause: GameError, done: list[Done], not_done: list[str]) -> None:
        super().__init__(cause.message, rule=cause.rule, hint=cause._hint)
        self._postscript = cause._postscript
        self.cause, self.done, self.not_done = cause, done, not_done
        self.details = [
            *cause.details,
            f"done: {'; '.join(each.command for each in done)}",
            f"not done: {'; '.join(not_done)}",
        ]

    def told(self) -> dict[str, Any]:
        """For JSON: what was carried out, and what was not."""
        return {"done": [done.command for done in self.done], "not_done": self.not_done}


def way_back(match: Match[S]) -> Callable[[], None]:
    """A function that puts the match back to how it is now, for orders that are given together."""
    before, marks = match.game.dump(match.truth), _marks(match)

    def restore() -> None:
        match.state = match.game.load(match.setup, before)
        for name, value in marks.items():
            setattr(match, name, value)

    return restore


def _marks(match: Match[S]) -> dict[str, Any]:
    """All that an order changes besides the position."""
    return {
        name: getattr(match, name)
        for name in ("journal", "used", "rolled", "edited", "edits", "data", "rules", "taken_back")
    }


def meant(match: Match[S], tokens: list[str]) -> Meant:
    """The plain orders that an order means, as far as the side knows."""
    orders = match.game.orders
    grammar = orders[find_name(tokens[0], orders, "order")] if tokens else None
    if grammar and any(option.answers for option in grammar.options):
        from tarawa_cli.kernel.beforehand import taken_out

        tokens, answers = taken_out(grammar, tokens)
    else:
        answers = {}
    if not grammar or not grammar.several:
        return Meant([tokens], answers=answers)
    try:
        return match.game.meant(match.state, tokens)._replace(answers=answers)
    except Refused as error:
        from tarawa_cli.kernel.alternatives import improve

        improve(error, match.game, match.state, [grammar.name, *tokens[1:]], match.side)
        raise


def perform(
    match: Match[S],
    orders: Sequence[list[str]],
    given: Sequence[int] | None = None,
    *,
    joined: bool = False,
    rehearsed: bool = False,
    then: Iterable[list[str]] = (),
) -> list[Done]:
    """Carry out plain orders together; `joined`: together with the entry before them, too.

    `then` are orders that are found only when these are done, such as answers to what they ask.
    Stopped: some of them stand. Whatever else is raised, nothing was done. If they are only rehearsed, that may be
    WouldRoll.
    """
    if len(orders) == 1 and not then:
        return [_one(match, orders[0], given, Part(joined), rehearsed)]
    in_words = [" ".join(tokens) for tokens in orders]
    steps = chain(orders, then)
    return one_by_one(match, steps, lambda done: in_words[done:], given, joined=joined, rehearsed=rehearsed)


def one_by_one(
    match: Match[S],
    orders: Iterator[list[str]],
    rest: Callable[[int], list[str]],
    given: Sequence[int] | None = None,
    *,
    joined: bool = False,
    rehearsed: bool = False,
) -> list[Done]:
    """Like `perform`, for orders found along the way; `rest` names what is left undone after so many of them."""
    restore, used, done = way_back(match), match.used, list[Done]()
    try:
        for tokens in orders:
            left = given[match.used - used :] if given else given
            done.append(_one(match, tokens, left, Part(joined or bool(done), more=True), rehearsed))
        session.check_all_used(given, match.used - used)
    except GameError as error:
        if match.used > used and not _is_about_dice(match, error):
            raise Stopped(error, done, rest(len(done))) from None
        restore()
        raise NeedDice(len(given or ()), error.purpose) if isinstance(error, NeedDice) else error from None
    return done


def _one(match: Match[S], tokens: list[str], given: Sequence[int] | None, part: Part, rehearsed: bool) -> Done:
    return (session.rehearse if rehearsed else session.perform)(match, tokens, given, part)


def _is_about_dice(match: Match[S], error: GameError) -> bool:
    """Whether the player has given too few dice or too many, so that nothing at all is done."""
    return match.manual and isinstance(error, NeedDice | BadOrder)


def foresee(match: Match[S], orders: Sequence[list[str]]) -> list[str]:
    """The plain orders in full, each checked unless dice would be rolled before it; the match must not be saved."""
    if len(orders) == 1:
        return [session.read_order(match, orders[0]).text()]
    texts: list[str] = []
    for tokens in orders:
        try:
            texts.append(session.read_order(match, tokens).text())
            session.rehearse(match, tokens)
        except (WouldRoll, NeedDice):
            return [*texts, *(" ".join(rest) for rest in orders[len(texts) :])]
    return texts
