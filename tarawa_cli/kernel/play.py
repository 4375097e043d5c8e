"""One command being carried out: the state, the dice, and what has happened so far.

Only events change the state. An event is a fact with its paragraph; the function that applies it
stands in the game's `apply` module under the `@event` mark, and calling it through a `Play` both
records the fact and makes it true. Work that a decision may interrupt lies on the state's stack.
"""

from collections.abc import Callable, Sequence
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, Protocol, TypeVar

from tarawa_cli.kernel.dice import Dice, pick
from tarawa_cli.kernel.modifiers import Modifier
from tarawa_cli.kernel.tables import Row, Table


class Event(NamedTuple):
    """What happened, by which paragraph."""

    type: str
    rule: str
    facts: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        return {"type": self.type, "rule": self.rule, **self.facts}


class Frame(NamedTuple):
    """A piece of unfinished work, or a question to the player; its facts are what the save holds of it."""

    kind: str
    facts: dict[str, Any]


class Stacked(Protocol):
    """A state that can be played: it holds its unfinished work."""

    stack: list[Frame]


S = TypeVar("S", bound=Stacked)
T = TypeVar("T")
P = ParamSpec("P")


class Play(Generic[S]):
    """The state under one command's hands."""

    def __init__(self, state: S, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.events: list[Event] = []

    def note(self, type: str, rule: str, **facts: Any) -> None:
        """Record a fact that changes nothing."""
        self.events.append(Event(type, rule, facts))

    def roll(
        self,
        table: Table,
        modifiers: Sequence[Modifier] = (),
        *,
        rule: str,
        column: str = "",
        on: str = "",
    ) -> tuple[Row, int]:
        """Roll one die on a table and record it with every modifier; the row it gives, and the total."""
        purpose = f"{table.name}{f' ({column})' if column else ''}{f' on {on}' if on else ''}"
        die = self.dice.die(purpose)
        total = die + sum(modifier.value for modifier in modifiers)
        row = table.row(total, column)
        self.note(
            "roll",
            rule,
            table=table.id,
            **({"column": column} if column else {}),
            **({"on": on} if on else {}),
            dice=[die],
            modifiers=[modifier.facts() for modifier in modifiers],
            total=total,
            result=row.result,
        )
        return row, total

    def pick(self, things: Sequence[T], purpose: str, rule: str) -> T:
        """One of the things, by dice; recorded unless there was no choice."""
        before = len(self.dice.rolled)
        chosen = things[pick(self.dice, len(things), purpose)]
        if len(things) > 1:
            dice = self.dice.rolled[before:]
            self.note("pick", rule, purpose=purpose, dice=dice, among=[str(t) for t in things], picked=str(chosen))
        return chosen

    def push(self, kind: str, **facts: Any) -> None:
        """Put work, or a question, on top of what is unfinished."""
        self.state.stack.append(Frame(kind, facts))

    def pop(self) -> Frame:
        return self.state.stack.pop()


def event(
    handler: Callable[Concatenate[S, P], None],
) -> Callable[Concatenate[Play[S], str, P], None]:
    """Make a change of state an event: `moved(play, "7.2.1", unit=…, to=…)` records and applies it."""
    name = handler.__name__.replace("_", "-")

    def emit(play: Play[S], rule: str, /, *args: P.args, **facts: P.kwargs) -> None:
        play.events.append(Event(name, rule, dict(facts)))
        handler(play.state, *args, **facts)

    emit.__name__ = handler.__name__
    emit.__doc__ = handler.__doc__
    return emit
