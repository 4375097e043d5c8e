"""Exact chances of every outcome of an order, by going through all dice; also in another phase."""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

from tarawa_cli.kernel.board.tables import Row, Table
from tarawa_cli.kernel.engine.play import Event, Frame, Play, Stacked
from tarawa_cli.kernel.errors import BadFile, OtherPhase, Refused
from tarawa_cli.kernel.hints import Any, Callable, Generic, Hashable, Iterable, Iterator, NamedTuple, Sequence, TypeVar
from tarawa_cli.kernel.presentation import Look
from tarawa_cli.kernel.standard import cache, suppress

# ── Odds in another phase


def in_its_phase(state: Any, phases: Sequence[str], copied: Callable[[Any], Any], ask: Callable[[Any], Look]) -> Look:
    """The answer for an order now; if the rules forbid it now, the answer as if a phase that allows it had come.

    Refused, if no phase does: for the reason in the order's own phase, which says more than that it is another one.
    """
    refusals: list[Refused] = []
    for phase in _from(phases, state.phase) if not state.stack and not state.outcome else [state.phase]:
        there = state if phase == state.phase else copied(state)
        there.phase = phase
        try:
            found = ask(there)
        except Refused as error:
            refusals.append(error)
        except BadFile:  # the turn does not have this phase
            continue
        else:
            return found if there is state else _as_if(found, phase)
    raise next((error for error in refusals if not isinstance(error, OtherPhase)), refusals[0])


def _from(phases: Sequence[str], phase: str) -> list[str]:
    """All phases, from one on, around the turn."""
    here = phases.index(phase)
    return [*phases[here:], *phases[:here]]


def _as_if(found: Look, phase: str) -> Look:
    return found._replace(
        facts=lambda: {"as_if": phase, **found.facts()},
        text=lambda: f"as if it were the `{phase}` phase:\n{found.text()}",
    )


# ── Exact chances of every end of an order, by going through all dice
#
# A forecast plays an order on copies of the position, one piece of work after another. At each roll it follows every
# row of the table that the dice can give, with its share of them. Positions that turn out equal are merged. Shares
# are fractions, so they add up to one.


S = TypeVar("S", bound=Stacked)
T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class Foresight(NamedTuple, Generic[S]):
    """What a forecast needs to know of a game."""

    copied: Callable[[S], S]
    """An independent copy of a position."""
    key: Callable[[S], Hashable]
    """A key that is the same for equal positions."""
    go_on: Callable[[Play[S]], None]
    """Take the topmost work off the stack and do it, or answer the topmost question."""
    label: Callable[[str, Sequence[Event]], str]
    """The label of a branch, from the label before and what has just happened."""


class Node(NamedTuple, Generic[S]):
    """A position on a branch, with its label and its chance."""

    state: S
    label: str
    chance: Fraction


def ends(start: S, begin: Callable[[Play[S]], None], game: Foresight[S], *, answers: bool = False) -> Iterator[Node[S]]:
    """Every position in which an order can end, with an empty stack; a position may come more than once.

    `answers`: the order takes a question off the stack.
    """
    nodes = list(_step(Node(start, "", Fraction(1)), begin, game, frames=int(answers)))
    while nodes:
        yield from (node for node in nodes if not node.state.stack)
        merged: dict[Hashable, Node[S]] = {}
        for node in nodes:
            if node.state.stack:
                key = node.label, game.key(node.state)
                before = merged[key].chance if key in merged else Fraction(0)
                merged[key] = node._replace(chance=before + node.chance)
        nodes = [after for node in merged.values() for after in _step(node, game.go_on, game, frames=1)]


def added(chances: Iterable[tuple[K, Fraction]]) -> dict[K, Fraction]:
    """The sum of the chances of each thing."""
    found: dict[K, Fraction] = {}
    for thing, chance in chances:
        found[thing] = found.get(thing, Fraction(0)) + chance
    return found


def _step(node: Node[S], piece: Callable[[Play[S]], None], game: Foresight[S], frames: int) -> Iterator[Node[S]]:
    """All positions that one piece of work leads to."""
    open_ = [list[int]()]
    while open_:
        branches = _Branches(open_.pop())
        play = _Forecast(game.copied(node.state), branches, frames)
        with suppress(_Paused):
            piece(play)
        open_ += branches.open
        yield Node(play.state, game.label(node.label, play.events), node.chance * branches.chance)


class _Paused(Exception):
    """Raised when more work is on the stack: a forecast does it piece by piece."""


class _Branches:
    """The way taken through the rolls of one piece of work, and the ways still to be taken."""

    def __init__(self, taken: list[int]) -> None:
        self.taken = taken
        self.place = 0
        self.chance = Fraction(1)
        self.open: list[list[int]] = []

    def choose(self, shares: Sequence[int]) -> int:
        """The next choice among some possibilities; the others are noted for later runs."""
        if self.place == len(self.taken):
            self.open += [[*self.taken, other] for other in range(1, len(shares))]
            self.taken = [*self.taken, 0]
        choice = self.taken[self.place]
        self.place += 1
        self.chance *= Fraction(shares[choice], sum(shares))
        return choice


class _AllDice:
    """Dice that show every face in turn."""

    def __init__(self, branches: _Branches) -> None:
        self.branches = branches
        self.rolled: list[int] = []

    def die(self, purpose: str, subject: str = "") -> int:
        self.rolled.append(1 + self.branches.choose([1] * 6))
        return self.rolled[-1]


class _Forecast(Play[S]):
    """A play that goes through all dice, run by run.

    It takes a given number of frames off the stack, and pauses at the next.
    """

    def __init__(self, state: S, branches: _Branches, frames: int) -> None:
        super().__init__(state, _AllDice(branches))
        self.branches = branches
        self.frames = frames

    def table_dice(self, table: Table, column: str, plus: int, purpose: str, subject: str = "") -> list[int]:
        """Dice for each row in turn; they show the lowest total that gives it."""
        shares: dict[Row, int] = {}
        lowest: dict[Row, int] = {}
        for total, share in _totals(table.thrown).items():
            row = table.row(total + plus, column)
            shares[row] = shares.get(row, 0) + share
            lowest.setdefault(row, total)
        row = list(shares)[self.branches.choose(list(shares.values()))]
        return _showing(table.thrown, lowest[row])

    def free_dice(self, count: int, purpose: str, subject: str = "") -> list[int]:
        hands = _hands(count)
        return list(list(hands)[self.branches.choose(list(hands.values()))])

    def pick(self, things: Sequence[T], purpose: str, rule: str, subject: str = "") -> T:
        return things[self.branches.choose([1] * len(things))]

    def pop(self) -> Frame:
        if not self.frames:
            raise _Paused
        self.frames -= 1
        return super().pop()


@cache
def _hands(count: int) -> dict[tuple[int, ...], int]:
    """Every combination that a number of dice can show, sorted, and in how many ways."""
    hands = combinations_with_replacement(range(1, 7), count)
    return {hand: factorial(count) // prod(factorial(hand.count(face)) for face in range(1, 7)) for hand in hands}


@cache
def _totals(count: int) -> dict[int, int]:
    """Every total of a number of dice, in rising order, and in how many ways."""
    totals: dict[int, int] = {}
    for hand, share in _hands(count).items():
        totals[sum(hand)] = totals.get(sum(hand), 0) + share
    return dict(sorted(totals.items()))


def _showing(count: int, total: int) -> list[int]:
    """Dice that show a total."""
    return next(list(hand) for hand in _hands(count) if sum(hand) == total)


def percent(chance: Fraction | float) -> str:
    """A chance as text: `48.6 %`."""
    return f"{float(chance) * 100:.1f} %"
