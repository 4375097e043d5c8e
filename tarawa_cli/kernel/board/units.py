"""The units of a position: what a save keeps of each, and an index of them by place.

Each trait is declared once, in the game's class of units. Saves, JSON, notes, marks on counters, `diff` and films read
these declarations, so none of them can lack a trait.

A game asks far more often who is in a hex than it moves a unit, so the index is kept up to date and not searched for.
Units of a position are moved only with `put`; the fuzzer compares the index with a search after every order.
"""

from itertools import compress

from tarawa_cli.kernel.hints import (
    TYPE_CHECKING,
    Any,
    Callable,
    Generic,
    Iterable,
    Iterator,
    Mapping,
    Protocol,
    TypeVar,
)
from tarawa_cli.kernel.saves.readers import merge_patch
from tarawa_cli.kernel.standard import attrgetter, cache, ne

if TYPE_CHECKING:
    from tarawa_cli.kernel.hints import Collection, Container
    from tarawa_cli.kernel.saves.readers import Reader


class Sign:
    """A mark on a counter: the fields of a scene's `Mark`."""

    def __init__(self, name: str, text: str, words: str, ascii: str = "", value: int = 0) -> None:
        self.name = name
        self.text = text
        self.words = words
        self.ascii = ascii
        """If it is not to be worked out from the text."""
        self.value = value


class Trait:
    """One fact of a unit: a condition, a place, a number."""

    def __init__(
        self,
        read: "Reader[Any]",
        start: Any = False,
        *,
        usual: Any = None,
        when: "Callable[[Any], bool] | None" = None,
        note: "str | Callable[[Any], str]" = "",
        signs: "tuple[Sign, ...]" = (),
        change: "tuple[str, str] | Callable[[Any, Any], str]" = ("", ""),
        json: bool = False,
        film: bool = False,
        ends: "tuple[str, ...]" = (),
        busy: str = "",
        sound: "Callable[[Any, Any], bool] | None" = None,
        wrong: str = "",
        write: "Callable[[Any, Any], Any] | None" = None,
        joined: "Callable[[list[Any]], Any] | None" = None,
    ) -> None:
        self.name = ""
        """The attribute that holds it, and its key in a save and in JSON."""
        self.read = read
        """How the value in a save is read."""
        self.start = start
        """The value of a new unit; None if it depends on the unit's type, so that the constructor gives it."""
        self.usual = start if usual is None else usual
        """The value that no look mentions."""
        self.when = when
        """Whether a unit shows it, if that is not the case for every value but the usual one."""
        self.note = note
        """Words for lists of units, `{}` for the value; or a function of the unit."""
        self.signs = signs
        """The mark on counters; if there are several, each is named after its value."""
        self.change = change
        """What `diff` says when a unit begins to show it and when it no longer does; or a function of both units."""
        self.json = json
        self.film = film
        """Whether the film has it as an attribute of the counter."""
        self.ends = ends
        """The moments at which it becomes usual again. The game names them."""
        self.busy = busy
        """What a unit does that takes its whole turn: `digs in`."""
        self.sound = sound
        """Which units can show it, by position and unit."""
        self.wrong = wrong
        """Why the others cannot."""
        self.write = write
        """How a save writes it, by position and value, if not as it is."""
        self.joined = joined
        """How the value of a unit follows from those of its parts, which get it when the unit breaks up."""

    def shows(self, unit: Any) -> bool:
        return self.when(unit) if self.when else getattr(unit, self.name) != self.usual

    def note_on(self, unit: Any) -> str:
        """The note about a unit, if there is one."""
        if not self.note or not self.shows(unit):
            return ""
        return self.note.format(getattr(unit, self.name)) if isinstance(self.note, str) else self.note(unit)

    def sign_on(self, unit: Any) -> "Sign | None":
        """The mark on a unit's counter, if there is one."""
        if not self.signs or not self.shows(unit):
            return None
        first, *others = self.signs
        return next((sign for sign in self.signs if sign.name == getattr(unit, self.name)), None) if others else first

    def changed(self, old: Any, new: Any) -> str:
        """What `diff` says about a unit before and after, if there is anything to say."""
        if not isinstance(self.change, tuple):
            return self.change(old, new)
        then, now = self.shows(old), self.shows(new)
        return "" if then == now else self.change[then].format(getattr(new, self.name))


trait: Any = Trait
"""Declares a trait. To the type checker the attribute holds its values: `digging: bool = trait(flag)`."""


def _starter(starts: "dict[str, Any]") -> "Callable[[Any], None]":
    """A function that sets attributes: written out, since `setattr` takes ten times as long and units are many."""
    groups: dict[tuple[type, Any], list[str]] = {}
    for name, value in starts.items():
        groups.setdefault((type(value), value), []).append(f"unit.{name}")
    lines = [f"{' = '.join(names)} = values[{number}]" for number, names in enumerate(groups.values())]
    made: dict[str, Any] = {"values": [value for _, value in groups]}
    exec("\n ".join(["def begin(unit):", *lines, "return"]), made)
    begin: Callable[[Any], None] = made["begin"]
    return begin


class _Collecting(type):
    """Makes a class whose traits are slots."""

    def __new__(meta, name: str, bases: "tuple[type, ...]", body: "dict[str, Any]") -> Any:
        found = {key: value for key, value in body.items() if isinstance(value, Trait)}
        rest: dict[str, Any] = {key: value for key, value in body.items() if key not in found}
        for key, one in found.items():
            one.name = key
        made: Any = super().__new__(meta, name, bases, rest | {"__slots__": (*rest.get("__slots__", ()), *found)})
        made.traits = found
        made.slots = tuple(slot for base in reversed(made.__mro__) for slot in vars(base).get("__slots__", ()))
        if found:
            made.begin = _starter({key: one.start for key, one in found.items() if one.start is not None})
        moments = dict.fromkeys(moment for one in found.values() for moment in one.ends)
        made.endings = {at: tuple((one.name, one.usual) for one in found.values() if at in one.ends) for at in moments}
        return made


class Traited(metaclass=_Collecting):
    """The base of a game's class of units."""

    traits: "Mapping[str, Trait]"
    slots: "tuple[str, ...]"
    """All attributes: the traits and what a game keeps besides them."""
    endings: "Mapping[str, tuple[tuple[str, Any], ...]]"

    begin: "Callable[[], None]"
    """Gives every trait the value of a new unit, unless that depends on its type."""

    def end(self, moment: str) -> None:
        """Make everything usual again that ends now."""
        for name, usual in self.endings[moment]:
            setattr(self, name, usual)


def all_signs(units: "type[Traited]") -> "list[Sign]":
    """Every mark that the counters of a game can have."""
    return list(dict.fromkeys(sign for one in units.traits.values() for sign in one.signs))


def limits(units: "type[Traited]") -> "Callable[[Any, Any], list[str]]":
    """A function that says, by position and unit, which traits the unit cannot have and why."""
    limited = [(name, one, one.sound) for name, one in units.traits.items() if one.sound]
    values = attrgetter("id", *(name for name, _, _ in limited))
    usual = tuple(one.usual for _, one, _ in limited)

    def wrong(state: Any, unit: Any) -> list[str]:
        if values(unit)[1:] == usual:  # almost always
            return []
        return [f"{name}: {one.wrong}" for name, one, sound in limited if one.shows(unit) and not sound(state, unit)]

    return wrong


def signs(unit: Traited) -> "list[Sign]":
    """The marks on a unit's counter."""
    return list(dict.fromkeys(sign for one in unit.traits.values() if (sign := one.sign_on(unit))))


def changes(old: Traited, new: Traited, but: "Container[str]" = ()) -> "Iterator[str]":
    """What `diff` says about a unit, except about traits that the caller words itself."""
    for name, one in new.traits.items():
        if name not in but and (words := one.changed(old, new)):
            yield words


def facts(unit: Traited, first: "tuple[str, ...]", **own: Any) -> "dict[str, Any]":
    """A unit for JSON: its traits and the caller's own facts, in the order of `first`; the rest follows."""
    found = {name: getattr(unit, name) for name, one in unit.traits.items() if one.json} | own
    return {name: found[name] for name in first} | found


class PlacedUnit(Protocol):
    """A unit with a place."""

    id: str
    at: Any
    """A text; a game may have a type of its own for it."""


T = TypeVar("T")
U = TypeVar("U", bound=PlacedUnit)


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
        """Move a unit to a place. Stacks are replaced, so that a loop over one is not disturbed."""
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

    def copied(self, clone: Callable[[U], U], shared: Callable[[U], bool] | None = None) -> "Roster[U]":
        """A roster of copies; units for which `shared` is true are in both."""
        if shared:
            return Roster([(id, unit if shared(unit) else clone(unit)) for id, unit in self.items()])
        return Roster([(id, clone(unit)) for id, unit in self.items()])

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


def written(
    units: "Mapping[str, Any]", names: "tuple[str, ...]", write: "Callable[[Any, tuple[Any, ...]], dict[str, Any]]"
) -> "dict[str, dict[str, Any]]":
    """What `write` makes of each unit and the values of its attributes in `names`, if that is anything."""
    values = attrgetter(*names)
    found = {id: write(unit, values(unit)) for id, unit in units.items()}
    return {id: keys for id, keys in found.items() if keys}


def rewritten(
    units: "Mapping[str, Any]",
    names: "tuple[str, ...]",
    write: "Callable[[Any, tuple[Any, ...]], dict[str, Any]]",
    kept: "dict[str, Any]",
    stale: "Collection[str]" = (),
) -> "dict[str, Any]":
    """What has changed in `written` since the last call with `kept`, as a merge patch.

    A unit whose values have not changed is not written again, unless it is stale.
    """
    ids, seen = list(units), _seer(names)(units.values())
    before, patch = kept.setdefault("written", {}), dict[str, Any]()
    if kept.get("ids") != ids:
        changed = list(zip(ids, seen, strict=True))
        patch = {id: None for id in [*before] if id not in units and before.pop(id)}
    else:
        changed = list(compress(zip(ids, seen, strict=True), map(ne, seen, kept["seen"])))
        if stale:
            changed += [(id, values) for id, values in zip(ids, seen, strict=True) if id in stale]
    kept["ids"], kept["seen"] = ids, seen
    for id, values in changed:
        old, new = before.get(id, {}), write(units[id], values)
        if new != old:
            patch[id] = merge_patch(old, new) if new else None
            before[id] = new
    return patch


@cache
def _seer(names: "tuple[str, ...]") -> "Callable[[Iterable[Any]], list[tuple[Any, ...]]]":
    """A function that gives these attributes of each unit: written out, so three times as fast as `attrgetter`."""
    made: dict[str, Any] = {}
    exec(f"def see(units): return [({' '.join(f'unit.{name},' for name in names)}) for unit in units]", made)
    see: Callable[[Iterable[Any]], list[tuple[Any, ...]]] = made["see"]
    return see
