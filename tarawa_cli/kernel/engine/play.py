"""One command being carried out: the state, the dice, what has happened so far, and the work that is left to do.

Only events change the state. An event is a fact with its paragraph; the function that applies it is in the game's
`apply` modules under the `@event` mark, and calling it through a `Play` both records the fact and makes it true.

Work that a decision may interrupt is on the state's stack. A frame is the call of a handler that has still to be made,
and the save holds its arguments. An order pushes work, and work may push more. The topmost is done first, down to a
decision: there the command ends, and the answer to it continues from there. A handler is a function; what a save may
hold for it is what its parameters say.
"""

from tarawa_cli.kernel.board.dice import NOBODY, Dice, pick
from tarawa_cli.kernel.board.tables import Modifier, Row, Table, modifier_sum
from tarawa_cli.kernel.hints import (
    Any,
    Callable,
    Concatenate,
    Generic,
    Mapping,
    NamedTuple,
    ParamSpec,
    Protocol,
    Sequence,
    TypeVar,
)
from tarawa_cli.kernel.saves.readers import Reader, Wrong, read_at, short


class Event(NamedTuple):
    """What happened, and by which paragraph."""

    type: str
    rule: str
    facts: dict[str, Any]
    remark: str = ""
    """A remark for the reader; it follows from the position, so it is not recorded."""

    def as_json(self) -> dict[str, Any]:
        return {"type": self.type, "rule": self.rule, **self.facts}


class Frame(NamedTuple):
    """A piece of unfinished work, or a question to the player: a call that has still to be made, with its arguments."""

    handler: "Handler[Any, ...]"
    facts: dict[str, Any]

    @property
    def kind(self) -> str:
        """Its name in saves."""
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
        """Add a remark for the reader to the last event."""
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
        start, column = column, table.shifted(column, modifier_sum(shifts)) if shifts else column
        purpose = f"{table.name}{f' ({column})' if column else ''}{f' on {on}' if on else ''}"
        plus = modifier_sum(modifiers)
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
        total = sum(dice) + modifier_sum(modifiers)
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


class Question(NamedTuple):
    """A decision that the rules leave to a player, and every answer that it takes."""

    text: str
    options: list[str]
    side: str = ""
    """The side asked; empty in a game with one side."""


class Handler(Generic[S, P]):
    """A function whose call can wait on the stack."""

    def __init__(self, kind: str, function: Callable[..., Any]) -> None:
        self.kind = kind
        """Its name in saves; empty if it is always done before any question."""
        self.function = function
        self._readers: dict[str, Reader[Any]] | None = None

    @property
    def readers(self) -> dict[str, Reader[Any]]:
        """What a save may hold for each parameter after the first: `Annotated[str, reader]`."""
        if self._readers is None:
            _, *hints = self.function.__annotations__.items()
            self._readers = {name: hint.__metadata__[0] for name, hint in hints if name != "return"}
        return self._readers

    def __repr__(self) -> str:
        return f"<{self.kind or self.function.__name__}>"

    def __deepcopy__(self, _: Any) -> "Handler[S, P]":
        return self


class Work(Handler[S, P]):
    """Something to be done."""

    def __call__(self, play: Play[S], *args: "P.args", **facts: "P.kwargs") -> None:
        self.function(play, *args, **facts)


class Decision(Handler[S, P]):
    """A question: its function asks it, and another function takes the answer."""

    def __init__(self, kind: str, function: Callable[..., Any]) -> None:
        super().__init__(kind, function)
        self.take: Callable[..., None] = _nobody

    def __call__(self, state: S, *args: "P.args", **facts: "P.kwargs") -> Question:
        asked: Question = self.function(state, *args, **facts)
        return asked

    def answered(
        self, take: "Callable[Concatenate[Play[S], str, P], None]"
    ) -> "Callable[Concatenate[Play[S], str, P], None]":
        """Marks the function that takes the answer; it has the same parameters, after the answer."""
        self.take = take
        return take


def _nobody(*_: Any, **__: Any) -> None:
    raise NotImplementedError("nothing takes the answer to this question")


class Handlers(Generic[S]):
    """A game's handlers by their names in saves: each is `module:function` in the game's package.

    A module is imported when a save holds one of its handlers; `work` and `decision` mark the functions.
    """

    def __init__(self, package: str, places: Mapping[str, str]) -> None:
        self.package = package
        self.places = places
        self._kinds = {f"{package}.{place}": kind for kind, place in places.items()}

    def work(self, function: "Callable[Concatenate[Play[S], P], None]") -> Work[S, P]:
        """Marks a function that does work."""
        return Work(self._kind(function), function)

    def decision(self, function: "Callable[Concatenate[S, P], Question]") -> Decision[S, P]:
        """Marks a function that puts a question."""
        return Decision(self._kind(function), function)

    def _kind(self, function: Callable[..., Any]) -> str:
        return self._kinds.get(f"{function.__module__}:{function.__name__}", "")

    def named(self, kind: str) -> Handler[S, ...]:
        """The handler with this name in saves."""
        from tarawa_cli.kernel.standard import import_module  # start-up

        module, _, name = self.places[kind].partition(":")
        handler: Handler[S, ...] = getattr(import_module(f"{self.package}.{module}"), name)
        return handler

    def frame(self, kind: str, **facts: Any) -> Frame:
        """A frame by the name of its kind."""
        return Frame(self.named(kind), facts)

    def read(self, knows: Any, value: Any) -> list[Frame]:
        """Reads a stack: each frame has exactly the parameters of its handler, and each of them can be read."""
        frames: list[Any] = value if isinstance(value, list) else [None]
        if not all(isinstance(frame, dict) and isinstance(frame.get("kind"), str) for frame in frames):
            raise Wrong("must be an array of tables with a kind")
        return [self._read_frame(knows, frame) for frame in frames]

    def _read_frame(self, knows: Any, frame: dict[str, Any]) -> Frame:
        kind = frame["kind"]
        if kind not in self.places:
            raise Wrong(f"{short(kind)} is not a kind of unfinished work")
        handler = self.named(kind)
        if set(handler.readers) != set(frame) - {"kind"}:
            raise Wrong(f"{kind} must have {', '.join(handler.readers) or 'no key of its own'}, and nothing else")
        facts = {name: read_at(f"{kind}.{name}", read, knows, frame[name]) for name, read in handler.readers.items()}
        return Frame(handler, facts)


def run(play: Play[Any]) -> None:
    """Do all that is unfinished, down to a decision or to the end of the stack."""
    stack = play.state.stack
    while stack and not isinstance(stack[-1].handler, Decision):
        handler, facts = play.pop()
        handler.function(play, **facts)


def do(play: Play[Any], frame: Frame) -> None:
    """Do one piece of work, taken off the stack."""
    frame.handler.function(play, **frame.facts)


def is_question(frame: Frame) -> bool:
    return isinstance(frame.handler, Decision)


def question(state: Stacked) -> Question:
    """The question on top of the stack."""
    frame = state.stack[-1]
    asked: Question = frame.handler.function(state, **frame.facts)
    return asked


def asked_side(state: Stacked) -> str:
    """The side asked; empty if there is no question."""
    return question(state).side if state.stack else ""


def answer(play: Play[Any], answer: str) -> None:
    """Take the question off the stack, and do what its answer says."""
    frame = play.pop()
    assert isinstance(frame.handler, Decision)
    frame.handler.take(play, answer, **frame.facts)
