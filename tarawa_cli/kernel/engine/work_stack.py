"""Work on the stack: a frame is the call of a handler that has still to be made, and the save holds its arguments.

An order pushes work, and work may push more. The topmost is done first, down to a decision: there the command ends, and
the answer to it goes on from there. A handler is a function; what a save may hold for it is what its parameters say.
"""

from tarawa_cli.kernel.engine.play import Frame, Play, Stacked
from tarawa_cli.kernel.hints import Any, Callable, Concatenate, Generic, Mapping, NamedTuple, ParamSpec, TypeVar
from tarawa_cli.kernel.saves.readers import Reader, Wrong, read_at, short

S = TypeVar("S", bound=Stacked)
P = ParamSpec("P")


class Question(NamedTuple):
    """A decision that the rules leave to a player, and every answer that it takes."""

    text: str
    options: list[str]
    side: str = ""
    """Who is asked; nothing in a game with one side."""


class Handler(Generic[S, P]):
    """A function whose call can wait on the stack."""

    def __init__(self, kind: str, function: Callable[..., Any]) -> None:
        self.kind = kind
        """What saves call it; nothing if it is always done before anybody is asked."""
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
    """Something to be decided: the function puts the question, and another one takes the answer."""

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
        """The handler that saves call so."""
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
            raise Wrong(f"{short(kind)} is not work that can be unfinished")
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
    """Who is asked; nothing if there is no question."""
    return question(state).side if state.stack else ""


def answer(play: Play[Any], answer: str) -> None:
    """Take the question off the stack, and do what its answer says."""
    frame = play.pop()
    assert isinstance(frame.handler, Decision)
    frame.handler.take(play, answer, **frame.facts)
