"""Several orders given as one: `suppress red1 red2`, `embark --due`; and answers given with an order.

A game says which plain orders an order means. They are tried out one after the other on a copy (`Trial`), so that of
those who are named together only those take part who can when their turn comes.

The plain orders are carried out one after the other, and the journal gets an entry for each. All that follow the first
are marked, so that `undo` takes them back together. As long as no dice have rolled it is all or nothing. Once they
have, what was done stands, and the first refusal stops the rest.

`carry_out` is the way of a player's whole command, from its words to the plain orders that it gives. Answers to the
questions that an order leads to may be given with it (`attack … --hits hold`): the journal holds the order and its
answers one by one, as if they had been given by hand.
"""

from tarawa_cli.kernel.board.dice import NoDice, WouldRoll
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.grammar import SURE, OrderLine, Words, parsed
from tarawa_cli.kernel.engine.order_words import ALL, Answer, Expanded, Named, pieces, shown
from tarawa_cli.kernel.engine.play import Play, Stacked
from tarawa_cli.kernel.engine.session import BatchPart, Done, Match
from tarawa_cli.kernel.errors import BadOrder, GameError, NeedDice, Refused
from tarawa_cli.kernel.game import Game
from tarawa_cli.kernel.hints import Any, Callable, Generic, Iterable, Iterator, Mapping, NamedTuple, Sequence, TypeVar

S = TypeVar("S", bound=Stacked)


def left_out(id: str, why: str) -> str:
    """The note that a unit named with others was left out."""
    return f"left out: {why}" if why.startswith(f"{id} ") else f"left out: {id}, {why}"


def nobody_can(why: str, refusals: Sequence[Refused], hint: str = "`legal` lists what you can do") -> Refused:
    """The refusal if no unit can: the common reason, or that nobody can, with the first reason."""
    if not refusals:
        return Refused("", why, hint)
    first = refusals[0]
    if all(no.message == first.message for no in refusals):
        return first
    return Refused(first.rule, f"{why}: {first.message}", first.hint)


class Trial(Generic[S]):
    """Orders tried out one after the other on a copy of the position, up to the first that rolls dice."""

    def __init__(self, state: S, copy: S, check: Callable[[S, Any], None]) -> None:
        self.start, self.state, self.check, self.blind = state, copy, check, False
        """Once dice would be rolled, the rest is checked against the present position."""
        self.orders: list[Words] = []
        self.left_out: list[str] = []
        self.refusals: list[Refused] = []

    def add(self, order: Any, who: Named) -> None:
        """Add an order; one that is refused only if its unit was named by its id."""
        try:
            self.check(self.state, order)
        except Refused as no:
            self.refusals.append(no)
            if not who.alone:
                self.left_out.append(left_out(who.id, no.message))
                return
        else:
            self._carry_out(order)
        self.orders.append(order.in_words())

    def _carry_out(self, order: Any) -> None:
        if self.blind:
            return
        try:
            order.resolve(Play(self.state, NoDice()))
        except WouldRoll:
            self.state, self.blind = self.start, True

    def expanded(self, nobody: str, talks: bool = True) -> Expanded:
        """The plain orders; Refused with the reason if no unit takes part."""
        if not self.orders:
            raise nobody_can(nobody, self.refusals)
        return Expanded(self.orders, self.left_out if talks else [])


def one_each(game: Game[Any], state: Any, line: OrderLine) -> Expanded:
    """The same order for every unit that the first word names: separated by commas, or `all` that can act."""
    words = parsed(game.orders, line)
    first, *rest = words.plain or [""]
    if "," not in first and first.lower() != ALL:
        return Expanded([words])
    everybody = [Named(id, alone=True) for id in pieces([first])]
    if first.lower() == ALL:
        everybody = [Named(id, alone=False) for id in game.legal.WORDS["able"](state)]
    from copy import deepcopy  # start-up

    trial = Trial(state, deepcopy(state), game.check)
    for who in everybody:
        trial.add(game.read(trial.state, words.changed([who.id, *rest])), who)
    return trial.expanded(f"nobody can {words.name}", talks=first.lower() != ALL)


class BatchResult(NamedTuple):
    """What came of a command."""

    done: list[Done]
    """The plain orders that were carried out."""
    left_out: Sequence[str] = ()
    """The units named with others that took no part, and why."""
    unused: Sequence[str] = ()
    """Words given as answers that answered no question."""
    wasted: Sequence[str] = ()
    """What was wasted by ending a phase, a sentence for each thing."""
    note: str = ""
    """Why it stopped there, or did nothing."""


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
            *([f"not done: {'; '.join(not_done)}"] if not_done else []),
        ]

    def as_json(self) -> dict[str, Any]:
        """The orders carried out and not carried out, for JSON."""
        return {"done": [done.command for done in self.done], "not_done": self.not_done}


_CHANGED = ("journal", "used", "rolled", "edited", "edits", "data", "rules", "taken_back", "mulligans")
"""What orders and `undo` change besides the position; `delegate` and sittings change two tables in place."""


def way_back(match: Match[S]) -> Callable[[], None]:
    """A function that restores the match to its present state, for orders that are given together."""
    before, kept = match.game.dump(match.truth), {name: getattr(match, name) for name in _CHANGED}
    kept |= {"delegated": dict(match.delegated), "secrets": dict(match.secrets)}

    def restore() -> None:
        match.state = match.game.load(match.setup, before)
        for name, value in kept.items():
            setattr(match, name, value)

    return restore


def expand(match: Match[S], line: OrderLine) -> Expanded:
    """The plain orders that an order stands for, as far as the side knows."""
    words, answers = parsed(match.game.orders, line), dict[str, Answer]()
    if any(option.answers for option in words.grammar.options):
        words, answers = taken_out(words)
    if not words.grammar.several:
        return Expanded([words], answers=answers)
    try:
        return match.game.expand(match.state, words)._replace(answers=answers)
    except Refused as error:
        from tarawa_cli.kernel.engine.legal import improve  # start-up

        improve(error, match.game, match.state, [words.name, *words.tokens[1:]], match.side)
        raise


def perform(
    match: Match[S],
    orders: Iterable[OrderLine],
    given_dice: Sequence[int] | None = None,
    *,
    joined: bool = False,
    rehearsed: bool = False,
    undone: Callable[[int], list[str]] | None = None,
) -> list[Done]:
    """Carry out plain orders together, each found when the last is done; `joined`: with the entry before them, too.

    `undone` names what is left after so many of them, if that is not the rest of a list. Stopped: some of them stand.
    Whatever else is raised, nothing was done. If they are only rehearsed, that may be WouldRoll.
    """
    if isinstance(orders, list) and len(orders) == 1:
        return _with_bot(match, [session.perform(match, orders[0], given_dice, BatchPart(joined), rehearsed=rehearsed)])
    listed = in_words(orders) if isinstance(orders, list) else []
    restore, used, done = way_back(match), match.used, list[Done]()
    try:
        for line in orders:
            left = given_dice[match.used - used :] if given_dice else given_dice
            part = BatchPart(joined or bool(done), more=True)
            done.append(session.perform(match, line, left, part, rehearsed=rehearsed))
            if match.bot_failure:
                break
        session.check_all_used(given_dice, match.used - used)
    except GameError as error:
        if match.used > used and not _is_about_dice(match, error):
            left_over = undone(len(done)) if undone else listed[len(done) :]
            raise Stopped(error, done, left_over) from None
        restore()
        raise NeedDice(len(given_dice or ()), error.purpose) if isinstance(error, NeedDice) else error from None
    return _with_bot(match, done)


def _with_bot(match: Match[S], done: list[Done]) -> list[Done]:
    """The result; Stopped, if a bot failed after the order was carried out."""
    if match.bot_failure:
        failure, match.bot_failure = match.bot_failure, None
        raise Stopped(failure, done, [])
    return done


def in_words(orders: Iterable[OrderLine]) -> list[str]:
    """Orders as lines of text."""
    return [" ".join(line.tokens if isinstance(line, Words) else line) for line in orders]


def _is_about_dice(match: Match[S], error: GameError) -> bool:
    """Whether the player gave too few or too many dice, so that nothing is done."""
    return match.manual and isinstance(error, NeedDice | BadOrder)


def foresee(match: Match[S], orders: Iterable[OrderLine]) -> list[str]:
    """Plain orders in full, each checked unless dice would be rolled before it; the match must not be saved."""
    if isinstance(orders, list) and len(orders) == 1:
        return [session.read_order(match, orders[0]).text()]
    texts: list[str] = []
    try:
        for line in orders:
            texts.append(session.read_order(match, line).text())
            session.perform(match, line, rehearsed=True)
    except (WouldRoll, NeedDice):
        texts += in_words(orders[len(texts) :]) if isinstance(orders, list) else []
    return texts


# ── A player's command


def carry_out(
    match: Match[Any],
    line: OrderLine,
    given_dice: Sequence[int] | None = None,
    *,
    careful: bool = False,
    offering: bool = False,
    joined: bool = False,
    rehearsed: bool = False,
) -> BatchResult:
    """Carry out a command on a match; `joined`: together with the entry before it.

    `careful`: Refused if the end of a phase would waste something. `offering`: with what is wasted goes the order that
    would use it. What is raised is as for groups of orders.
    """
    words = parsed(match.game.orders, line)
    if words.grammar.ends or words.grammar.macro:
        from tarawa_cli.kernel.engine.fast_forward import go_on  # start-up

        how = {"careful": careful, "offering": offering, "joined": joined, "rehearsed": rehearsed}
        return go_on(match, words, given_dice, **how)
    if words.grammar.gives_up and careful and not words.flag(SURE.name):
        session.read_order(match, words)
        raise Refused("", "this ends the game, and you lose it", f"{words.name} --yes")
    found = expand(match, words)
    if not found.answers:
        done = perform(match, found.orders, given_dice, joined=joined, rehearsed=rehearsed)
        return BatchResult(done, found.left_out)
    from itertools import chain  # start-up

    answers, listed = Beforehand(match, found.answers), in_words(found.orders)
    orders = chain(found.orders, answers.orders())
    done = perform(match, orders, given_dice, joined=joined, rehearsed=rehearsed, undone=lambda count: listed[count:])
    return BatchResult(done, found.left_out, answers.notes)


_NONE = "none"
"""What ends a question that takes one name after the other."""


def taken_out(words: Words) -> tuple[Words, dict[str, Answer]]:
    """An order without its answers, and the answers by the kind of question."""
    found = {option: words.values(option.name) for option in words.grammar.options if option.answers}
    answers = {
        option.answers: Answer([one for value in values for one in value.split(",") if one], option.several)
        for option, values in found.items()
        if values
    }
    if not answers:
        return words, answers
    for option, values in found.items():
        if values and option.takes.islower() and any(one not in option.takes.split("|") for one in values):
            raise BadOrder(f"{option.name} {shown(values[-1])}: must be one of {option.takes.replace('|', ', ')}")
    return words.changed(values={option.name: () for option in found}), answers


class Beforehand:
    """Answers questions as long as they go to the side that gave the order."""

    def __init__(self, match: Match[Any], answers: Mapping[str, Answer]) -> None:
        self.match, self.answers, self.side = match, answers, match.to_act
        self.notes: list[str] = []
        """The answers that fitted no question."""
        self._given: set[str] = set()
        """The kinds of question for which all names were given."""

    def orders(self) -> Iterator[Words]:
        """The answers in words, one after the other."""
        while kind := self._asked():
            words = [_NONE] if kind in self._given else self.answers[kind].words
            try:
                orders = expand(self.match, [self._decide, *words]).orders
                session.read_order(self.match, orders[0])
            except GameError as error:
                if kind not in self._given:
                    self.notes.append(
                        f"`{self._decide} {' '.join(words)}` does not answer this question: {error.message}"
                    )
                return
            if self.answers[kind].once:
                self._given.add(kind)
            yield from orders

    def _asked(self) -> str:
        """The kind of question that is open, if it is one to answer; nothing otherwise."""
        match = self.match
        kind = match.state.stack[-1].kind if match.state.stack else ""
        return kind if kind in self.answers and match.to_act == self.side and not session.is_waiting(match) else ""

    @property
    def _decide(self) -> str:
        orders = self.match.game.orders
        return next(name for name in orders if orders[name].answers)
