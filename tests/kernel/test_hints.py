"""Our named tuples beside those of `typing`: made from the same lines, they must do the same."""

import collections.abc
import contextlib
import copy
import pickle
import typing
from collections.abc import Callable
from typing import Any

import pytest

from tarawa_cli.kernel import hints

T = typing.TypeVar("T")


class _Theirs(typing.NamedTuple):
    """A place."""

    at: str
    count: int = 0  # type: ignore[assignment]  # as the method of a tuple
    marks: tuple[str, ...] = ()

    @property
    def doubled(self) -> int:
        return self.count * 2


class _Ours(hints.NamedTuple):
    """A place."""

    at: str
    count: int = 0  # type: ignore[assignment]  # as the method of a tuple
    marks: tuple[str, ...] = ()

    @property
    def doubled(self) -> int:
        return self.count * 2


class _Derived(_Ours):
    note: str = "none"


class _Nothing(hints.NamedTuple):
    pass


class _Holder(hints.NamedTuple, hints.Generic[T]):
    held: T


def _match(made: Any) -> Any:
    match made:
        case _Ours(at, count) | _Theirs(at, count):
            return at, count


DOINGS: dict[str, Callable[[Any], Any]] = {
    "by place": lambda kind: [*kind("a", 1, ("x",))],
    "by name": lambda kind: [*kind(marks=("x",), at="a")],
    "defaults": lambda kind: [*kind("a")],
    "fields": lambda kind: (kind._fields, kind._field_defaults, kind.__match_args__),
    "words": lambda kind: repr(kind("a", 1)).partition("(")[2],
    "text": lambda kind: kind.__doc__,
    "attributes": lambda kind: (kind("a", 3).at, kind("a", 3).count, kind("a", 3).doubled),
    "changed": lambda kind: [*kind("a", 3)._replace(count=4, at="b")],
    "kind of the changed": lambda kind: type(kind("a")._replace(at="b")) is kind,
    "as a table": lambda kind: kind("a", 3)._asdict(),
    "equal": lambda kind: (kind("a") == kind("a"), kind("a") == kind("b"), kind("a") == ("a", 0, ())),
    "hash": lambda kind: hash(kind("a")) == hash(("a", 0, ())),
    "order": lambda kind: sorted([kind("b"), kind("a", 2), kind("a", 1)])[0].count,
    "pickled": lambda kind: pickle.loads(pickle.dumps(kind("a", 3))) == kind("a", 3),
    "copied": lambda kind: copy.deepcopy(kind("a", 3)) == copy.copy(kind("a", 3)) == kind("a", 3),
    "matched": lambda kind: _match(kind("a", 3)),
    "a tuple": lambda kind: isinstance(kind("a"), tuple),
}


@pytest.mark.parametrize("name", DOINGS)
def test_it_does_what_one_of_typing_does(name: str) -> None:
    do = DOINGS[name]
    assert do(_Ours) == do(_Theirs)


FAULTS: dict[str, Callable[[Any], Any]] = {
    "too few": lambda kind: kind(),
    "too many": lambda kind: kind("a", 1, (), 4),
    "unknown": lambda kind: kind("a", nosuch=1),
    "twice": lambda kind: kind("a", at="b"),
    "changed unknown": lambda kind: kind("a")._replace(nosuch=1),
    "set": lambda kind: setattr(kind("a"), "at", "b"),
    "set new": lambda kind: setattr(kind("a"), "nosuch", "b"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_it_refuses_what_one_of_typing_refuses(name: str) -> None:
    def refusal(kind: Any) -> type[BaseException]:
        with pytest.raises((TypeError, ValueError, AttributeError)) as caught:
            FAULTS[name](kind)
        return caught.type

    assert refusal(_Ours) is refusal(_Theirs)


def test_what_is_derived_from_one_is_an_ordinary_class() -> None:
    made = _Derived("a", 2)
    made.note = "changed"
    assert (made, made.note, made.doubled, type(made)) == (("a", 2, ()), "changed", 4, _Derived)
    assert _Ours("a", 2) == made
    assert type(_Ours("a")) is _Ours


def test_one_may_have_no_fields_or_be_of_any_kind() -> None:
    assert (_Nothing(), repr(_Nothing())) == ((), "_Nothing()")
    assert _Holder(4).held == _Holder[int](4).held == 4


def test_a_hint_can_stand_wherever_typing_lets_it() -> None:
    variable = hints.TypeVar("variable")
    alias: Any = Callable[[variable, hints.Any], variable | None]
    assert alias[int]
    assert hints.get_args(hints.Literal["a", "b"]) == ("a", "b")
    assert hints.NewType("Place", str)("here") == "here"
    for hint in (hints.Any, hints.Self, hints.Literal["a"], hints.Final[int], hints.Generic[variable]):  # type: ignore[index]
        assert hint | None


def test_the_list_of_names_is_whole() -> None:
    assert all(hasattr(hints, name) for name in hints.__all__)
    public = {*dir(typing), *dir(collections.abc), *dir(contextlib)}
    assert set(hints.__all__) <= public


@pytest.mark.parametrize("name", [name for name in hints.__all__ if hasattr(collections.abc, name)])
def test_the_abstract_classes_are_those_of_the_standard_library(name: str) -> None:
    assert getattr(hints, name) is getattr(collections.abc, name)
