"""The order that ends the player's part, and how far it continues: `next`, `next actions`, `next turn`.

By itself it is one plain order. With a phase or turn it is given again and again until that has come, and stops at
every question. What it would waste is for the game to say; a careful player is refused, others get a note.
"""

from collections.abc import Iterable, Iterator, Sequence

from tarawa_cli.kernel import groups, session
from tarawa_cli.kernel.alternatives import simplest, useful
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.game import Moment
from tarawa_cli.kernel.grammar import YES, Grammar, Words
from tarawa_cli.kernel.hints import Any, NamedTuple, TypeVar
from tarawa_cli.kernel.orders import find_name, shown
from tarawa_cli.kernel.play import Stacked
from tarawa_cli.kernel.session import Done, Match

S = TypeVar("S", bound=Stacked)

TURN = "turn"


class Gone(NamedTuple):
    """How far it went on."""

    done: list[Done]
    wasted: list[str]
    """What was wasted on the way, a sentence for each thing."""
    note: str = ""
    """Why it went no further, or did nothing."""


def ends(match: Match[S], tokens: list[str]) -> Grammar | None:
    """The grammar of an order, if it is one that ends the player's part."""
    orders = match.game.orders
    grammar = orders[find_name(tokens[0], orders, "order")]
    return grammar if grammar.ends else None


def go_on(
    match: Match[S],
    words: Words,
    given: Sequence[int] | None = None,
    *,
    careful: bool = False,
    offering: bool = False,
    joined: bool = False,
    rehearsed: bool = False,
) -> Gone:
    """End the player's part, once or until a goal is reached. `careful`: Refused if that would waste something.

    `offering`: with what is wasted goes the order that would use it. What is raised is as for groups of orders.
    """
    way = Way(match, words, careful, offering)
    if way.goal is not None and way.reached():
        return Gone([], [], f"this is {way.here()} already: nothing was done")
    if way.goal is None:
        done = groups.perform(match, [*way.steps()], given, joined=joined, rehearsed=rehearsed)
        return Gone(done, way.wasted)
    line = " ".join([words.name, *words.plain])
    done = groups.one_by_one(match, way.steps(), lambda _: [line], given, joined=joined, rehearsed=rehearsed)
    return Gone(done, way.wasted, way.note())


class Way:
    """The way to a goal, step by step."""

    def __init__(self, match: Match[Any], words: Words, careful: bool, offering: bool) -> None:
        self.match, self.words, self.careful = match, words, careful and not words.flag(YES.name)
        self.offering, self.start = offering, self.now
        self.goal = _goal(words, self.start, match.game.sides.names)
        self.wasted: list[str] = []

    @property
    def now(self) -> Moment:
        moment: Moment = self.match.game.moment(self.match.state)
        return moment

    def steps(self) -> Iterator[list[str]]:
        """The plain order, as often as it is needed."""
        while True:
            self.look_out()
            yield [self.words.name]
            if self.goal is None or self._stops() or self.reached() or self._is_past():
                return

    def look_out(self) -> None:
        """Refuse or note what the next step wastes; what is forbidden anyway wastes nothing."""
        session.read_order(self.match, [self.words.name])
        wasted = self.match.game.telling.wasted(self.match.state)
        if wasted and self.careful:
            raise self._too_early(wasted)
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

    def _too_early(self, wasted: list[str]) -> Refused:
        """That something would be wasted, a line for each thing with an order that uses it, and how to go on anyway."""
        orders = self._uses(wasted)
        goal = " ".join([self.words.name, *self.words.plain, YES.name])
        first, *more = map(unused, wasted, orders)
        error = Refused("", f"you still have: {first}", goal)
        error.details = [f"and: {each}" for each in more]
        if order := next(filter(None, orders), ""):
            error.suggest(order, f"`{goal}` ends the phase anyway")
        return error

    def here(self) -> str:
        return told(self.now)

    def _stops(self) -> bool:
        """Whether somebody must answer or act first, or nothing more can come."""
        match = self.match
        return bool(self.now.over) or session.is_held_up(match)

    def reached(self) -> bool:
        """Whether the goal is reached. A next turn that is asked for never is at first."""
        now = self.now
        if isinstance(self.goal, int):
            return now.turn >= self.goal
        return now.phase in (self.goal or ())

    def _is_past(self) -> bool:
        """Whether the goal has been passed over: its phase was left out, or nobody could do anything in it."""
        return isinstance(self.goal, tuple) and is_past(self.goal, self.start, self.now)

    def note(self) -> str:
        """Why it ended short of its goal, if it did and nobody is asked."""
        if self.reached() or self._stops():
            return ""
        return skipped(self.words.plain[0], self.now)


def unused(what: str, order: str) -> str:
    """Something that is left, with the order that would use it."""
    return f"{what} (`{order}`)" if order else what


def told(now: Moment) -> str:
    return f"`{now.phase}` of {now.told(now.turn)}" if now.phase else now.told(now.turn)


def is_past(phases: Sequence[str], start: Moment, now: Moment) -> bool:
    """Whether phases have gone by that were to come next after the start: later in its turn, or in the next turn."""
    places = [start.phases.index(phase) for phase in phases]
    here = start.phases.index(start.phase)
    ahead = [(start.turn, place) for place in places if place > here]
    last = max(ahead or [(start.turn + 1, place) for place in places])
    return (now.turn, now.phases.index(now.phase)) > last


def skipped(phase: str, now: Moment) -> str:
    return f"`{phase}` was skipped: this is {told(now)}"


Goal = int | tuple[str, ...]
"""A turn, or the phases of a name."""


def goals(words: Sequence[str], begun: str, phases: Iterable[str], sides: Iterable[str] = ()) -> list[str]:
    """What TAB offers after an order that ends the player's part: the phases that it can go on to, or `turn`; --yes.

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
