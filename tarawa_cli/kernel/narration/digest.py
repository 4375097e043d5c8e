"""What others have done in a few lines, the biggest first; and what has changed between two positions."""

from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Any, Callable, Generic, Iterable, Iterator, Mapping, NamedTuple, Sequence, TypeVar
from tarawa_cli.kernel.narration.visible import folded
from tarawa_cli.kernel.narration.wording import HEADINGS

# ── What has changed from one position to another, whatever the game


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


# ── A digest: what others have done in a few lines, the biggest first
#
# A game says what counts for what: it lists functions that each word one kind of thing, in the order of their weight.


MOST = 12
"""The most lines of a digest."""
WIDE = 80
S = TypeVar("S")


class DigestLine(NamedTuple):
    """A line of a digest; the lower its rank, the bigger it is."""

    rank: int
    text: str


class Digest(Generic[S]):
    """What a game finds worth telling of some events, by rank."""

    def __init__(self, *tellers: "Callable[[Sequence[Event], S], Iterable[str]]") -> None:
        self._tellers = tellers

    def lines(self, events: Sequence[Event], state: S) -> list[DigestLine]:
        return [
            DigestLine(rank, text) for rank, tell in enumerate(self._tellers) for text in tell(events, state) if text
        ]


def split(events: Sequence[Event]) -> tuple[list[Event], list[Event]]:
    """What an order itself caused, and what others did after it: a phase began, or the computer gave orders."""
    first = next((place for place, event in enumerate(events) if event.type in HEADINGS), len(events))
    return [*events[:first]], [*events[first:]]


def orders_given(events: Iterable[Event]) -> Iterator[str]:
    """`The computer gave 14 orders: 9 move, 3 attack, 2 support.`"""
    counts: dict[str, int] = {}
    for event in events:
        name = str(event.facts.get("command", "")).partition(" ")[0] if event.type == "order-given" else ""
        if name not in ("", "next"):
            counts[name] = counts.get(name, 0) + 1
    if counts:
        told = ", ".join(f"{count} {name}" for name, count in sorted(counts.items(), key=lambda item: -item[1]))
        number = sum(counts.values())
        yield f"The computer gave {number} order{'s' * (number != 1)}: {told}."


def some(names: Iterable[str], most: int = 8) -> str:
    """`a, b, c and 4 more`."""
    listed = [*names]
    more = len(listed) - most
    if more <= 1:
        return ", ".join(listed)
    return f"{', '.join(listed[:most])} and {more} more"


def printed(lines: Iterable[DigestLine]) -> list[str]:
    """The lines as they are printed."""
    return [folded(f"  {line.text}", WIDE, "    ") for line in lines]


def height(lines: Iterable[str]) -> int:
    """How many lines texts take on paper."""
    return sum(text.count("\n") + 1 for text in lines)


def shortened(lines: Sequence[str], most: int, rest: str = "") -> list[str]:
    """The first of some texts, in no more lines than `most`; the last one says how many are left out, and where."""
    if height(lines) <= most:
        return [*lines]
    kept: list[str] = []
    for text in lines:
        if height([*kept, text]) >= most:
            break
        kept.append(text)
    left = len(lines) - len(kept)
    return [*kept, f"  … {left} more{f': `{rest}`' if rest else ''}"]
