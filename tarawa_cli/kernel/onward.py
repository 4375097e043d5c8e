"""The order that ends the player's part, and how far it goes on: `next`, `next actions`, `next turn`.

By itself it is one plain order. With a phase or turn it is given again and again until that has come, and stops at
every question. What it would waste is for the game to say; a careful player is refused, others get a note.
"""

from collections.abc import Iterable, Iterator, Sequence

from tarawa_cli.kernel import groups, session
from tarawa_cli.kernel.alternatives import best
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
    """What was wasted on the way, a sentence for each step."""
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
    joined: bool = False,
    rehearsed: bool = False,
) -> Gone:
    """End the player's part, once or until a goal is reached. `careful`: Refused if that would waste something.

    What is raised is as for groups of orders.
    """
    way = Way(match, words, careful)
    if way.goal is not None and way.reached():
        return Gone([], [], f"{way.here()} already: nothing is done")
    if way.goal is None:
        done = groups.perform(match, [*way.steps()], given, joined=joined, rehearsed=rehearsed)
        return Gone(done, way.wasted)
    line = " ".join([words.name, *words.plain])
    done = groups.one_by_one(match, way.steps(), lambda _: [line], given, joined=joined, rehearsed=rehearsed)
    return Gone(done, way.wasted, way.note())


class Way:
    """The way to a goal, step by step."""

    def __init__(self, match: Match[Any], words: Words, careful: bool) -> None:
        self.match, self.words, self.careful = match, words, careful and not words.flag(YES.name)
        self.start = self.now
        self.goal = _goal(words, self.start)
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
        if wasted:
            self.wasted.append(f"{self.here()} ends, and something is wasted: {'; '.join(wasted)}")

    def _too_early(self, wasted: list[str]) -> Refused:
        """That something would be wasted, with an order that uses it, and how to go on all the same."""
        match, told = self.match, "; ".join(wasted)
        goal = " ".join([self.words.name, *self.words.plain, YES.name])
        error = Refused("", f"`{self.words.name}` would waste something: {told}", goal)
        if order := best(match.game, match.state, ["", *told.split()], match.side):
            error.suggest(order, f"`{goal}` goes on all the same")
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


def goals(words: Sequence[str], begun: str, phases: Iterable[str]) -> list[str]:
    """What TAB offers after an order that ends the player's part: the phases that it can go on to, or `turn`; --yes."""
    plain = [word for word in words[1:] if not word.startswith("-")]
    listed = [YES.name] if plain else [*phases, TURN, YES.name]
    return [word for word in listed if word.startswith(begun) and word not in words]


def _goal(words: Words, now: Moment) -> Goal | None:
    if not words.plain:
        return None
    found = find_phases(words.plain[0], now.phases, TURN)
    if found == (TURN,):
        return _turn(words, now)
    words.count(1, 1)
    return found


def find_phases(word: str, phases: Sequence[str], *others: str) -> tuple[str, ...]:
    """The phases that a word means: `impulse-2` is one, `impulse` all its parts; or one of some other words."""
    parts = {phase: phase.rpartition("-") for phase in phases}
    names = dict.fromkeys([*phases, *(whole for whole, _, part in parts.values() if part.isdigit()), *others])
    name = find_name(word, names, "phase")
    if name in others:
        return (name,)
    return tuple(phase for phase, (whole, _, part) in parts.items() if name in (phase, whole if part.isdigit() else ""))


def _turn(words: Words, now: Moment) -> int:
    number = (*words.plain[1:], str(now.turn + 1))[0]
    if number in now.names:
        return now.names.index(number) + 1
    if not (number.isascii() and number.isdigit() and len(number) < 5):
        raise BadOrder(f"{words.name} turn {shown(number)}: must be a number", hint=f"{words.name} turn {now.turn + 1}")
    return int(number)
