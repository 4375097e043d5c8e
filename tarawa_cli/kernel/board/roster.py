"""The units of a position by id, and an index of them by place.

A game asks far more often who is in a hex than it moves a unit, so the index is kept up to date and not searched for.
Whoever moves a unit of a position does so with `put`; the fuzzer compares the index with a search after every order.
"""

from tarawa_cli.kernel.hints import Any, Callable, Generic, Iterable, Iterator, Mapping, Protocol, TypeVar


class Placed(Protocol):
    """A unit with a place."""

    id: str
    at: Any
    """A text; a game may have a type of its own for it."""


T = TypeVar("T")
U = TypeVar("U", bound=Placed)


class Roster(dict[str, U], Generic[U]):
    """Units by id in a fixed order; positions that share a roster share its index."""

    __slots__ = ("_ranks", "_stacks", "derived")

    def __init__(self, units: "Mapping[str, U] | Iterable[tuple[str, U]]" = ()) -> None:
        super().__init__(units)
        self._stacks: dict[str, tuple[U, ...]] | None = None
        """Built with the first question, so that a position can be read without it."""
        self._ranks: dict[str, int] = {}
        self.derived: dict[str, Any] = {}
        """What a game has worked out from the places alone; forgotten as soon as a unit moves."""

    def at(self, place: str) -> tuple[U, ...]:
        """The units in a place, in the order of the roster."""
        return (self._index() if self._stacks is None else self._stacks).get(place, ())

    def stacks(self) -> Mapping[str, tuple[U, ...]]:
        """The units by place, as they are now and as they will be."""
        return self._index() if self._stacks is None else self._stacks

    def put(self, unit: U, place: str) -> None:
        """Move a unit to a place. Stacks are replaced, so that whoever goes through one is not disturbed."""
        stacks, before = self._stacks, unit.at
        unit.at = place
        self.derived.clear()
        if stacks is None or before == place:
            return
        left = tuple([other for other in stacks[before] if other is not unit])
        if left:
            stacks[before] = left
        else:
            del stacks[before]
        there = stacks.get(place)
        stacks[place] = (unit,) if there is None else tuple(sorted((*there, unit), key=self._rank))

    def problems(self) -> Iterator[str]:
        """Every place of which the index does not say what a search says."""
        if self._stacks is not None:
            now = _by_place(self.values())
            for place in sorted({*now, *self._stacks}):
                if now.get(place) != self._stacks.get(place):
                    yield f"{place}: a unit came or went without `put`"

    def _index(self) -> dict[str, tuple[U, ...]]:
        self._stacks = _by_place(self.values())
        return self._stacks

    def _rank(self, unit: U) -> int:
        if not self._ranks:
            self._ranks = {id: rank for rank, id in enumerate(self)}
        return self._ranks[unit.id]


def cloner(kind: type[T]) -> Callable[[T], T]:
    """A function that makes shallow copies of the objects of a class with slots, much faster than `copy.copy`."""
    names = [name for base in kind.__mro__ for name in getattr(base, "__slots__", ())]
    body = "".join(f"  new.{name} = old.{name}\n" for name in names)
    made: dict[str, Any] = {"blank": kind.__new__, "kind": kind}
    exec(f"def clone(old):\n  new = blank(kind)\n{body}  return new", made)
    clone: Callable[[T], T] = made["clone"]
    return clone


def _by_place(units: Iterable[U]) -> dict[str, tuple[U, ...]]:
    found: dict[str, list[U]] = {}
    for unit in units:
        if unit.at in found:
            found[unit.at].append(unit)
        else:
            found[unit.at] = [unit]
    return {place: tuple(there) for place, there in found.items()}
