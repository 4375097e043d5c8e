"""The numbers of the paragraphs, on the code that carries them out."""

from tarawa_cli.kernel.hints import Callable, NamedTuple, TypeVar

T = TypeVar("T", bound=Callable[..., object])


class CodePlace(NamedTuple):
    """Where in the code a paragraph is carried out."""

    module: str
    name: str
    line: int


class Rulebook:
    """The paragraphs of one game, each with the code that carries it out."""

    def __init__(self) -> None:
        self._places: dict[str, list[Callable[..., object]]] = {}

    def rule(self, *numbers: str) -> Callable[[T], T]:
        """Marks a function or class as carrying out one or more paragraphs."""

        def mark(thing: T) -> T:
            for number in numbers:
                self._places.setdefault(number, []).append(thing)
            return thing

        return mark

    def places(self, number: str) -> list[CodePlace]:
        """Where a paragraph is carried out, among the modules imported so far."""
        import inspect  # start-up

        found = []
        for thing in self._places.get(number, ()):
            line = inspect.getsourcelines(thing)[1]
            found.append(CodePlace(thing.__module__, thing.__qualname__, line))
        return found

    def numbers(self) -> list[str]:
        """Every paragraph that some imported code carries out."""
        return sorted(self._places, key=sort_key)


def sort_key(number: str) -> tuple[int, ...]:
    """Paragraphs in book order: 7.2 before 7.10."""
    return tuple(int(part) for part in number.split(".") if part.isdigit())
