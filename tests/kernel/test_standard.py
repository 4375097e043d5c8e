"""Our parts of collections, functools, contextlib, operator and importlib do what theirs do."""

import collections
import contextlib
import functools
import importlib
import operator
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from tarawa_cli.kernel import standard

THEIRS = ModuleType("theirs")
for module in (collections, contextlib, functools, importlib, operator):
    vars(THEIRS).update({name: made for name, made in vars(module).items() if name in standard.__all__})


class Odd(Exception):
    pass


def cached(library: Any, decorator: Callable[[Any], Any]) -> list[Any]:
    """What a remembering function says, and how often it is asked."""
    asked: list[int] = []

    @decorator
    def double(number: int) -> int:
        """Twice the number."""
        asked.append(number)
        return 2 * number

    answers = [double(number) for number in (1, 2, 1, 3, 2, 1)]
    counts = tuple(double.cache_info())
    double.cache_clear()
    return [answers, double(1), asked, counts, double.__name__, double.__doc__, double.__wrapped__(5)]


class Box:
    def __init__(self) -> None:
        self.asked = 0


def property_of(library: Any) -> list[Any]:
    class Made(Box):
        @library.cached_property
        def number(self) -> int:
            """How often it was worked out."""
            self.asked += 1
            return self.asked

    one, other = Made(), Made()
    found = [one.number, one.number, vars(one)["number"], vars(other), Made.number.__doc__]
    del one.number
    return [*found, one.number, other.number]


def managed(library: Any, body: Callable[[], object], *, forgiving: bool = False) -> list[Any]:
    """What a block of a generator does, and what it lets through."""
    seen: list[Any] = []

    @library.contextmanager
    def block(name: str, *, more: str = "!") -> Iterator[str]:
        seen.append("begins")
        try:
            yield name + more
        except Odd:
            seen.append("odd")
            if not forgiving:
                raise
        finally:
            seen.append("ends")

    try:
        with block("a", more="?") as given:
            seen.append(given)
            body()
    except BaseException as error:
        seen += [type(error), str(error)]
    return [*seen, block.__name__]


def failing(error: BaseException) -> Callable[[], object]:
    def body() -> object:
        raise error

    return body


def changed(library: Any) -> list[Any]:
    """A block that turns one error into another."""
    seen: list[Any] = []

    @library.contextmanager
    def block() -> Iterator[None]:
        try:
            yield
        except Odd:
            raise ValueError("changed") from None

    try:
        with block():
            raise Odd("this")
    except ValueError as error:
        seen += [str(error), error.__suppress_context__]
    return seen


def suppressed(library: Any) -> list[Any]:
    seen: list[Any] = []
    with library.suppress(Odd, KeyError):
        raise KeyError("a")
    with library.suppress(Odd):
        seen.append("all of it")
    try:
        with library.suppress(Odd):
            raise ValueError("b")
    except ValueError as error:
        seen.append(str(error))
    return seen


def unstopped(library: Any) -> str:
    @library.contextmanager
    def block() -> Iterator[None]:
        yield
        yield

    with pytest.raises(RuntimeError) as caught, block():
        pass
    return str(caught.value)


DOINGS: dict[str, Callable[[Any], Any]] = {
    "cache": lambda library: cached(library, library.cache),
    "lru_cache": lambda library: cached(library, library.lru_cache(2)),
    "lru_cache by name": lambda library: cached(library, library.lru_cache(maxsize=1)),
    "cache of a partial": lambda library: [library.cache(library.partial(pow, 2))(number) for number in (3, 4, 3)],
    "cached_property": property_of,
    "partial": lambda library: library.partial(int, base=2)("101"),
    "a block": lambda library: managed(library, lambda: None),
    "a block with an error": lambda library: managed(library, failing(Odd("this"))),
    "a block with another": lambda library: managed(library, failing(KeyError("that"))),
    "a block that forgives": lambda library: managed(library, failing(Odd("this")), forgiving=True),
    "a block at the end of an iterator": lambda library: managed(library, failing(StopIteration("that"))),
    "a block that is interrupted": lambda library: managed(library, failing(KeyboardInterrupt("that"))),
    "a block that changes the error": changed,
    "a block that goes on": unstopped,
    "suppress": suppressed,
    "import_module": lambda library: library.import_module("tarawa_cli.kernel.standard") is standard,
    "deque": lambda library: [*library.deque("abc", 2)],
    "attrgetter": lambda library: library.attrgetter("real", "imag")(3),
    "itemgetter": lambda library: library.itemgetter(1)("ab"),
    "ne": lambda library: (library.ne(1, 2), library.ne((), [])),
    "is_not": lambda library: (library.is_not(None, None), library.is_not([], [])),
}


@pytest.mark.parametrize("name", DOINGS)
def test_it_does_what_theirs_does(name: str) -> None:
    assert DOINGS[name](standard) == DOINGS[name](THEIRS)


def test_the_list_of_names_is_whole() -> None:
    assert all(hasattr(standard, name) for name in standard.__all__)
    assert set(standard.__all__) <= {name for name in vars(THEIRS) if not name.startswith("_")}
