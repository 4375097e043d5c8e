"""Commands that continue: the order that ends the player's part (`next`, `next turn`), and macros (`land`).

By itself `next` is one plain order. With a phase or turn it is given again and again until that has come, and stops at
every question. The game lists what it would waste; a careful player is refused, others get a note.
"""

from tarawa_cli.kernel.engine import batch, session
from tarawa_cli.kernel.engine.grammar import YES, Words
from tarawa_cli.kernel.engine.legal import improve, simplest, useful
from tarawa_cli.kernel.engine.order_words import find_name, shown
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.game import Moment
from tarawa_cli.kernel.hints import Any, Iterable, Iterator, Sequence

TURN = "turn"


def go_on(
    match: Match[Any],
    words: Words,
    given_dice: Sequence[int] | None = None,
    *,
    careful: bool = False,
    offering: bool = False,
    joined: bool = False,
    rehearsed: bool = False,
) -> batch.BatchResult:
    """End the player's part, once or until a goal is reached, or give the orders of a macro until it is done.

    `careful`: Refused if that would waste something. `offering`: with what is wasted goes the order that would use it.
    What is raised is as for groups of orders.
    """
    words.count(words.grammar.least, words.grammar.most)
    way = (
        _MacroWay(match, words, careful, offering) if words.grammar.macro else Progress(match, words, careful, offering)
    )
    if way.goal is not None and way.reached():
        return batch.BatchResult([], note=f"this is already {way.here()}: nothing was done")
    steps = [*way.steps()] if way.is_one_step else way.steps()
    done = batch.perform(match, steps, given_dice, joined=joined, rehearsed=rehearsed, undone=lambda _: [way.line])
    return batch.BatchResult(done, wasted=way.wasted, note=way.note())


def macro_orders(match: Match[Any], words: Words) -> Iterator[list[str]]:
    """The orders of a macro, each chosen in the position that the last one has left."""
    return _MacroWay(match, words, careful=False, offering=False).orders()


class Progress:
    """Progress toward a goal, step by step."""

    def __init__(self, match: Match[Any], words: Words, careful: bool, offering: bool) -> None:
        self.match, self.words, self.careful = match, words, careful
        self.offering, self.start = offering, self.now
        self.wasted: list[str] = []
        """What was wasted on the way, a sentence for each thing."""
        self.prepare()

    def prepare(self) -> None:
        """Work out the goal."""
        self.careful = self.careful and not self.words.flag(YES.name)
        self.goal: Goal | None = _goal(self.words, self.start, self.match.game.sides.names)

    @property
    def line(self) -> str:
        """The command in words, for a player who reads that it was stopped."""
        return " ".join([self.words.name, *self.words.plain])

    @property
    def is_one_step(self) -> bool:
        return self.goal is None

    @property
    def now(self) -> Moment:
        moment: Moment = self.match.game.moment(self.match.state)
        return moment

    def steps(self) -> Iterator[list[str]]:
        """The plain order, as often as it is needed."""
        while True:
            self.look_out(self.words.name)
            yield [self.words.name]
            if self.goal is None or self._stops() or self.reached() or self._is_past():
                return

    def look_out(self, order: str) -> None:
        """Refuse or note what an order that ends the player's part would waste; a forbidden order wastes nothing."""
        session.read_order(self.match, [order])
        wasted = self.match.game.narration.find_waste(self.match.state)
        if wasted and self.careful:
            raise self._too_early(order, wasted)
        orders = self._uses(wasted) if wasted and self.offering else [""] * len(wasted)
        self.wasted += [
            f"{self.here()} ended, and you still had: {unused(what, order)}"
            for what, order in zip(wasted, orders, strict=True)
        ]

    def _uses(self, wasted: Sequence[str]) -> list[str]:
        """For each thing that is wasted, the order that would use it; nothing, if none is known."""
        match, legal = self.match, list[str]()
        found = []
        for what in wasted:
            name = getattr(what, "order", "")
            if name in match.game.orders:
                legal = legal or useful(match.game, match.state, name, match.side)
                name = simplest([order.split() for order in legal if order.split(" ", 1)[0] == name], what)
            found.append(name)
        return found

    def _too_early(self, order: str, wasted: list[str]) -> Refused:
        """The refusal that lists what would be wasted, each with an order that uses it, and how to continue anyway."""
        orders = self._uses(wasted)
        goal = " ".join([order, *([] if self.words.grammar.macro else self.words.plain), YES.name])
        first, *more = map(unused, wasted, orders)
        error = Refused("", f"you still have: {first}", goal)
        error.details = [f"and: {each}" for each in more]
        if useful_one := next(filter(None, orders), ""):
            error.suggest(useful_one, f"`{goal}` ends the phase anyway")
        return error

    def here(self) -> str:
        return moment_name(self.now)

    def _stops(self) -> bool:
        """Whether a player must answer or act first, or nothing more can happen."""
        match = self.match
        return bool(self.now.over) or session.is_held_up(match)

    def reached(self) -> bool:
        """Whether the goal is reached. A next turn that is asked for never is at first."""
        now = self.now
        if isinstance(self.goal, int):
            return now.turn >= self.goal
        return now.phase in (self.goal or ())

    def _is_past(self) -> bool:
        """Whether the goal was skipped: its phase was left out, or there was nothing to do in it."""
        return isinstance(self.goal, tuple) and is_past(self.goal, self.start, self.now)

    def note(self) -> str:
        """Why it stopped before its goal, if it did and no question is open."""
        if self.goal is None or self.reached() or self._stops():
            return ""
        return skipped(self.words.plain[0], self.now)


class _MacroWay(Progress):
    """The orders of a macro, up to its end, or until a player must answer or act first.

    Each is chosen from the position that the last one has left, dice included. The journal gets the plain orders, as
    one group: `undo` takes all of them back, and the same orders given by hand roll the same dice.
    """

    is_one_step = False

    def prepare(self) -> None:
        """Begin it; a refusal offers what can be done instead."""
        assert self.words.grammar.macro
        match = self.match
        try:
            self.goal, self.macro = None, self.words.grammar.macro(match.state, self.words)
        except Refused as error:
            improve(error, match.game, match.state, [self.words.name, *self.words.plain], match.side)
            raise

    @property
    def line(self) -> str:
        return " ".join(self.words.grammar.tokens(self.words.plain, self.words.options))

    def orders(self) -> Iterator[list[str]]:
        """The orders; the caller checks what the first one wastes."""
        while tokens := self.macro.order(self.match.state):
            yield tokens
            if self._stops():
                return

    def steps(self) -> Iterator[list[str]]:
        for number, tokens in enumerate(self.orders()):
            if not number and self.match.game.orders[tokens[0]].ends:
                self.look_out(tokens[0])
            yield tokens

    def note(self) -> str:
        return self.macro.note


def unused(what: str, order: str) -> str:
    """Something unused, with the order that would use it."""
    return f"{what} (`{order}`)" if order else what


def moment_name(now: Moment) -> str:
    return f"`{now.phase}` of {now.turn_name(now.turn)}" if now.phase else now.turn_name(now.turn)


def is_past(phases: Sequence[str], start: Moment, now: Moment) -> bool:
    """Whether phases have gone by that were to come next after the start: later in its turn, or in the next turn."""
    places = [start.phases.index(phase) for phase in phases]
    here = start.phases.index(start.phase)
    ahead = [(start.turn, place) for place in places if place > here]
    last = max(ahead or [(start.turn + 1, place) for place in places])
    return (now.turn, now.phases.index(now.phase)) > last


def skipped(phase: str, now: Moment) -> str:
    return f"`{phase}` was skipped: this is {moment_name(now)}"


Goal = int | tuple[str, ...]
"""A turn, or the phases of a name."""


def goals(words: Sequence[str], begun: str, phases: Iterable[str], sides: Iterable[str] = ()) -> list[str]:
    """What TAB offers after an order that ends the player's part: the phases that it can continue to, or `turn`; --yes.

    Names that several phases share are offered once one of them is begun.
    """
    plain, own = [word for word in words[1:] if not word.startswith("-")], list(phases)
    shared = [name for name in by_name(own, sides) if name not in own] if begun else []
    listed = [YES.name] if plain else [*own, *shared, TURN, YES.name]
    return [word for word in listed if word.startswith(begun) and word not in words]


def by_name(phases: Iterable[str], sides: Iterable[str] = ()) -> dict[str, tuple[str, ...]]:
    """The phases of a turn under all their names: `impulse-2` is also an `impulse`, `axis-movement` a `movement`."""
    exact = {phase: (phase,) for phase in phases}
    found: dict[str, tuple[str, ...]] = {}
    for phase in exact:
        whole, _, part = phase.rpartition("-")
        others = [whole] if part.isdigit() else [phase.removeprefix(f"{side}-") for side in sides]
        for name in dict.fromkeys(others):
            found[name] = (*found.get(name, ()), phase)
    return found | exact


def _goal(words: Words, now: Moment, sides: Sequence[str]) -> Goal | None:
    if not words.plain:
        return None
    found = find_phases(words.plain[0], now.phases, TURN, sides=sides)
    if found == (TURN,):
        return _turn(words, now)
    words.count(1, 1)
    return found


def find_phases(word: str, phases: Sequence[str], *others: str, sides: Iterable[str] = ()) -> tuple[str, ...]:
    """The phases that a word means: `impulse-2` is one, `impulse` all its parts; or one of some other words."""
    known = by_name(phases, sides)
    name = find_name(word, [*known, *others], "phase")
    return known.get(name, (name,))


def _turn(words: Words, now: Moment) -> int:
    number = (*words.plain[1:], str(now.turn + 1))[0]
    if number in now.names:
        return now.names.index(number) + 1
    if not (number.isascii() and number.isdigit() and len(number) < 5):
        raise BadOrder(f"{words.name} turn {shown(number)}: must be a number", hint=f"{words.name} turn {now.turn + 1}")
    return int(number)
