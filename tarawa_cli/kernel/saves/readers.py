"""Readers of plain values: each gives what a key may hold, or says why a value is not allowed there; and patches.

A reader gets what the game knows, such as its map and its units, and the value.
"""

from itertools import compress

from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Any, Callable, Container, Iterable, Mapping, NamedTuple, TypeVar
from tarawa_cli.kernel.standard import is_not


class Wrong(ValueError):
    """Why a value is not allowed where it is."""


C = TypeVar("C")
Reader = Callable[[C, Any], Any]
"""What the game knows, and a value → what was read."""


def count(low: int, high: int) -> Reader[Any]:
    def read(_: Any, value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise Wrong(f"must be a whole number from {low} to {high}, not {short(value)}")
        return value

    return read


def flag(_: Any, value: Any) -> bool:
    if not isinstance(value, bool):
        raise Wrong(f"must be true or false, not {short(value)}")
    return value


def choice(*options: str) -> Reader[Any]:
    def read(_: Any, value: Any) -> str:
        if value not in options or not isinstance(value, str):
            raise Wrong(f"must be one of {', '.join(o or repr(o) for o in options)}, not {short(value)}")
        return value

    return read


def text(_: Any, value: Any) -> str:
    if not isinstance(value, str):
        raise Wrong(f"must be a string, not {short(value)}")
    return value


class Known(NamedTuple):
    """Things of one kind that have names."""

    what: str
    """What each of them is, e.g. `a land hex`."""
    among: Callable[[Any], Container[str]]
    """All names, by what the game knows."""

    def checked(self, names: Iterable[str], knows: Any) -> list[str]:
        names, allowed = list(names), self.among(knows)
        unknown = [name for name in names if name not in allowed]
        if unknown:
            raise Wrong(f"{', '.join(map(short, unknown[:5]))}: not {self.what}")
        return names


def names(known: Known, make: Callable[[list[str]], Any]) -> Reader[Any]:
    """Reads names of known things into a set, a list, or whatever `make` gives."""
    return lambda knows, value: make(known.checked(_list(value), knows))


def _list(value: Any) -> list[str]:
    """A list of names: an array, or one text with spaces."""
    if isinstance(value, str):
        return value.split()
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return value
    raise Wrong(f"must be a string or an array of strings, not {short(value)}")


def counts(known: Known, low: int, high: int) -> Reader[Any]:
    """A table of numbers for known things."""
    return by_name(known, count(low, high))


def by_name(known: Known, read: Reader[Any]) -> Reader[Any]:
    """A table of values for known things, each read in the same way."""
    return lambda knows, value: {name: read(knows, value[name]) for name in known.checked(a_table(value), knows)}


def a_table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Wrong(f"must be a table, not {short(value)}")
    return value


def read_at(where: str, read: Reader[Any], knows: Any, value: Any) -> Any:
    """The value, read; if it is not allowed there, the reason begins with the place."""
    try:
        return read(knows, value)
    except Wrong as reason:
        raise Wrong(f"{where}: {reason}") from None


def table(
    keys: Mapping[str, Reader[Any]], doc: Mapping[str, Any], knows: Any, where: str, wrong: list[str]
) -> dict[str, Any]:
    """Every key of a document that can be read; what is wrong with the others is added to `wrong`, a line each."""
    found: dict[str, Any] = {}
    for name, value in doc.items():
        try:
            found[name] = keys.get(name, _no_key)(knows, value)
        except Wrong as reason:
            wrong.append(f"{where}{name}: {reason}")
    return found


def nested(
    keys: Mapping[str, Reader[Any]], make: Callable[..., Any], needed: Iterable[str] | None = None
) -> Reader[Any]:
    """A table with these keys, which `make` takes by name; all of them are needed, unless it says which."""

    def read(knows: Any, value: Any) -> Any:
        found, wrong = _whole(keys, a_table(value), knows, "", keys if needed is None else needed)
        if wrong:
            raise Wrong("; ".join(wrong))
        return make(**found)

    return read


def tables(names: Iterable[str], keys: Mapping[str, Reader[Any]], make: Callable[..., Any]) -> Reader[Any]:
    """A table of tables with the same keys, one for each of the names in their order."""

    def read(knows: Any, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict) or [*value] != [*names]:
            raise Wrong(f"must be a table of {', '.join(names)}")
        read = {name: _whole(keys, a_table(doc), knows, f"{name}.", keys) for name, doc in value.items()}
        if wrong := [line for _, lines in read.values() for line in lines]:
            raise Wrong("; ".join(wrong))
        return {name: make(**found) for name, (found, _) in read.items()}

    return read


def position(keys: Mapping[str, Reader[Any]], doc: Mapping[str, Any], make: Callable[..., C]) -> C:
    """What a whole document holds, made by the names of its keys; BadFile lists everything wrong with it."""
    found, wrong = _whole(keys, doc, None, "", keys)
    if wrong:
        raise BadFile("this is not a valid position:", problems=wrong)
    return make(**found)


def unsound(what: str, wrong: list[str]) -> BadFile:
    """The error for a position with everything that is wrong with it."""
    newer = "a newer version may have written it" if any(fault.endswith(": no such key") for fault in wrong) else ""
    return BadFile(f"{what} is not a valid position:", problems=wrong, hint=newer)


def _whole(
    keys: Mapping[str, Reader[Any]], doc: Mapping[str, Any], knows: Any, where: str, needed: Iterable[str]
) -> tuple[dict[str, Any], list[str]]:
    """What can be read, and everything that is wrong or missing."""
    wrong: list[str] = []
    found = table(keys, doc, knows, where, wrong)
    return found, wrong + [f"{where}{name} is missing" for name in sorted(needed) if name not in doc]


def _no_key(_: Any, value: Any) -> Any:
    raise Wrong("no such key")


def short(value: Any) -> str:
    """A value in a message, cut if it is long."""
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "…"


# ── What makes one document of another: JSON merge patches (RFC 7386)


def merge_patch(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What makes the second document of the first; None removes a key, for documents hold no null.

    Parts that are the same objects are not looked into.
    """
    patch: dict[str, Any] = {}
    for key in compress(after, map(is_not, after.values(), map(before.get, after))):
        value, old = after[key], before.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            if changed := merge_patch(old, value):
                patch[key] = changed
        elif value != old:
            patch[key] = value
    if not before.keys() <= after.keys():
        patch |= {key: None for key in before if key not in after}
    return patch
