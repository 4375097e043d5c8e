"""One command being carried out: the state, the dice, and what has happened so far.

Only events change the state. An event is a fact with its paragraph; the function that applies it
stands in the game's `apply` module under the `@event` mark, and calling it through a `Play` both
records the fact and makes it true. Work that a decision may interrupt lies on the state's stack.
"""

from tarawa_cli.kernel.board.dice import NOBODY, Dice, pick
from tarawa_cli.kernel.board.tables import Modifier, Row, Table
from tarawa_cli.kernel.hints import (
    TYPE_CHECKING,
    Any,
    Callable,
    Concatenate,
    Generic,
    NamedTuple,
    ParamSpec,
    Protocol,
    Sequence,
    TypeVar,
)

if TYPE_CHECKING:
    from tarawa_cli.kernel.engine.work_stack import Handler


class Event(NamedTuple):
    """What happened, and by which paragraph."""

    type: str
    rule: str
    facts: dict[str, Any]
    remark: str = ""
    """What a reader is told besides; it follows from the position, so no record holds it."""

    def as_json(self) -> dict[str, Any]:
        return {"type": self.type, "rule": self.rule, **self.facts}


class Frame(NamedTuple):
    """A piece of unfinished work, or a question to the player: a call that has still to be made, with its arguments."""

    handler: "Handler[Any, ...]"
    facts: dict[str, Any]

    @property
    def kind(self) -> str:
        """What saves call it."""
        return self.handler.kind


class Stacked(Protocol):
    """A state with a stack of unfinished work, so that it can be played."""

    stack: list[Frame]


class Throw(NamedTuple):
    """Dice that no table reads, lowest first, and their total with all modifiers."""

    dice: tuple[int, ...]
    total: int


S = TypeVar("S", bound=Stacked)
T = TypeVar("T")
P = ParamSpec("P")


class Play(Generic[S]):
    """One command at work on the state."""

    def __init__(self, state: S, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.events: list[Event] = []

    def note(self, type: str, rule: str, **facts: Any) -> None:
        """Record a fact that changes nothing."""
        self.events.append(Event(type, rule, facts))

    def remark(self, text: str) -> None:
        """Tell the reader of the last event something besides."""
        self.events[-1] = self.events[-1]._replace(remark=text)

    def roll(
        self,
        table: Table,
        modifiers: Sequence[Modifier] = (),
        *,
        rule: str,
        column: str = "",
        shifts: Sequence[Modifier] = (),
        on: str = "",
        subject: str = "",
    ) -> tuple[Row, int]:
        """Roll on a table and record the dice with every modifier; returns the row and the total.

        `on` is what the roll is for, in words; `subject` is the hex or unit that it is for by rule, if `on` says more.
        On a table with heads, `column` is where the roll starts, and shifts move it from there. Consequences must
        depend on the row only, because forecasts treat all totals of a row alike.
        """
        start, column = column, table.shifted(column, _sum(shifts)) if shifts else column
        purpose = f"{table.name}{f' ({column})' if column else ''}{f' on {on}' if on else ''}"
        plus = _sum(modifiers)
        dice = self.table_dice(table, column, plus, purpose, subject or on or NOBODY)
        total = sum(dice) + plus
        row = table.row(total, column)
        facts: dict[str, Any] = {"table": table.id}
        if table.heads:
            facts["start"], facts["shifts"] = start, [shift.facts() for shift in shifts]
        if column:
            facts["column"] = column
        if on:
            facts["on"] = on
        facts["dice"], facts["modifiers"] = dice, [modifier.facts() for modifier in modifiers]
        facts["total"], facts["result"] = total, row.result
        self.events.append(Event("roll", rule, facts))
        return row, total

    def throw(
        self,
        count: int,
        modifiers: Sequence[Modifier] = (),
        *,
        purpose: str,
        rule: str,
        on: str = "",
        subject: str = "",
    ) -> Throw:
        """Throw dice for their total, or to read each by itself, and record them with every modifier."""
        dice = self.free_dice(count, f"{purpose}{f' on {on}' if on else ''}", subject or on or NOBODY)
        total = sum(dice) + _sum(modifiers)
        self.note(
            "throw",
            rule,
            purpose=purpose,
            **({"on": on} if on else {}),
            dice=dice,
            modifiers=[modifier.facts() for modifier in modifiers],
            total=total,
        )
        return Throw(tuple(sorted(dice)), total)

    def table_dice(self, table: Table, column: str, plus: int, purpose: str, subject: str = NOBODY) -> list[int]:
        """The dice of a roll in a column, to which `plus` will be added."""
        return self.free_dice(table.thrown, purpose, subject)

    def free_dice(self, count: int, purpose: str, subject: str = NOBODY) -> list[int]:
        """So many dice."""
        return [self.dice.die(purpose, subject) for _ in range(count)]

    def pick(self, things: Sequence[T], purpose: str, rule: str, subject: str = NOBODY) -> T:
        """One of the things, by dice; recorded unless there was no choice."""
        before = len(self.dice.rolled)
        chosen = things[pick(self.dice, len(things), purpose, subject)]
        if len(things) > 1:
            dice = self.dice.rolled[before:]
            self.note("pick", rule, purpose=purpose, dice=dice, among=[str(t) for t in things], picked=str(chosen))
        return chosen

    def push(self, handler: "Handler[S, P]", *unnamed: "P.args", **facts: "P.kwargs") -> None:
        """Put work or a question on top of the stack, with its arguments by their names."""
        assert not unnamed
        self.state.stack.append(_made(Frame, (handler, facts)))

    def pop(self) -> Frame:
        return self.state.stack.pop()


_made = tuple.__new__
"""Makes a named tuple in half the time: a game is made of events and frames."""


def _sum(modifiers: Sequence[Modifier]) -> int:
    return sum([modifier.value for modifier in modifiers])


def event(
    handler: "Callable[Concatenate[S, P], None]",
) -> "Callable[Concatenate[Play[S], str, P], None]":
    """Makes a change of state an event: `moved(play, "7.2.1", unit=…, to=…)` records and applies it."""
    name = handler.__name__.replace("_", "-")

    def emit(play: Play[S], rule: str, /, *args: "P.args", **facts: "P.kwargs") -> None:
        play.events.append(_made(Event, (name, rule, facts, "")))
        handler(play.state, *args, **facts)

    emit.__name__ = handler.__name__
    emit.__doc__ = handler.__doc__
    return emit
