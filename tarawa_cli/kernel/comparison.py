"""What has changed from one position to another, whatever the game: their documents, compared key by key."""

from collections.abc import Iterator, Mapping

from tarawa_cli.kernel.hints import Any, NamedTuple


class Change(NamedTuple):
    """A value that is not what it was; None is one that a document does not hold."""

    path: tuple[str, ...]
    before: Any
    after: Any

    def as_json(self) -> dict[str, Any]:
        return {"path": list(self.path), "before": self.before, "after": self.after}

    def text(self) -> str:
        """The change, without any game's own words."""
        return f"{' '.join(self.path)}: {_value(self.before)} → {_value(self.after)}"


def _value(value: Any) -> str:
    if value is None:
        return "-"
    return (" ".join(map(str, value)) or "-") if isinstance(value, list | tuple) else str(value)


def changes(before: Mapping[str, Any], after: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[Change]:
    """Every change, in the order of the keys."""
    for name in dict.fromkeys([*before, *after]):
        old, new = before.get(name), after.get(name)
        if isinstance(old, Mapping) or isinstance(new, Mapping):
            yield from changes(_table(old), _table(new), (*path, name))
        elif old != new:
            yield Change((*path, name), old, new)


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
