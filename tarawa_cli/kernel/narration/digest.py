"""Sentences for events, a roll explained line by line, and what others have done in a few lines, the biggest first.

`changes` compares two positions key by key.
"""

from tarawa_cli.kernel.board.tables import Table
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Any, Callable, Generic, Iterable, Iterator, Mapping, NamedTuple, Sequence, TypeVar
from tarawa_cli.kernel.narration.visible import folded
from tarawa_cli.kernel.standard import import_module

# ── A roll explained line by line


def is_roll(event: Event) -> bool:
    return event.type in ("roll", "throw")


def explained(event: Event, table: Table | None, sources: Mapping[str, str]) -> list[str]:
    """The lines; a throw has no table. `sources` says what the tags of tables mean."""
    facts = event.facts
    on = facts.get("on", "")
    if table is None:
        return [f"{f'{on}: ' if on else ''}{facts['purpose']}  [{event.rule}]", *_sum(facts)]
    row = _row(facts, table, sources, event.remark)
    return [f"{table.name}{f' on {on}' if on else ''}  [{event.rule}]", *_sum(facts), *row]


def _sum(facts: dict[str, Any]) -> Iterator[str]:
    dice = facts["dice"]
    yield f"  {sum(dice):>4}  {'die' if len(dice) == 1 else 'dice ' + ' '.join(map(str, dice))}"
    yield from (_line(modifier) for modifier in facts["modifiers"])
    yield f"  {facts['total']:>4}  in all"


def _line(modifier: dict[str, Any], what: str = "") -> str:
    return f"  {modifier['value']:>+4d}  {what}{modifier['label']}  [{modifier['rule']}]"


def _row(facts: dict[str, Any], table: Table, sources: Mapping[str, str], basis: str) -> Iterator[str]:
    """The column, and how the roll came to it; the row, and the result there."""
    column = facts.get("column", "")
    if facts.get("shifts") or basis:
        yield f"  {f'{basis}: ' if basis else ''}column {facts['start']} at first"
        yield from (_line(shift, "columns: ") for shift in facts["shifts"])
    where = f"column {column}, " if len(table.columns) > 1 else ""
    row = table.row(facts["total"], column)
    result = "no effect" if row.result == "-" else row.result
    yield f"  {where}row {row.span}: {result}  (table {table.id}, {sources[row.tag]})"


# ── Sentences for events


S = TypeVar("S")
Facts = dict[str, Any]
HEADINGS = ("phase-begun", "phase-passed", "phases-left-out", "turn-begun", "order-given")
"""Events that begin something new."""


class Sentences(Generic[S]):
    """The sentences of a game, by the type of event that each describes."""

    def __init__(self, *modules: str) -> None:
        self._modules: Sequence[str] = modules
        """Where the rarer ones are; imported with the first of them that is asked for."""
        self._tellers: dict[str, Callable[[Facts, S], str]] = {}

    def tells(self, *types: str) -> "Callable[[Callable[[Facts, S], str]], Callable[[Facts, S], str]]":
        """Marks the function that words an event; it may give nothing, if the event needs no words."""

        def mark(teller: "Callable[[Facts, S], str]") -> "Callable[[Facts, S], str]":
            for type in types:
                self._tellers[type] = teller
            return teller

        return mark

    def words(self, type: str, text: str) -> None:
        """The wording of an event that needs only its facts filled in."""
        self._tellers[type] = lambda facts, _: text.format(**facts)

    def sentence(self, event: Event, state: S) -> str:
        """An event as a line with its paragraph; nothing if it needs no words."""
        if event.type not in self._tellers:
            self._import_all()
        facts = event.facts | {"remark": event.remark} if event.remark else event.facts
        text = self._tellers[event.type](facts, state)
        if not text:
            return ""
        return f"── {text}" if event.type in HEADINGS else f"  {text}  [{event.rule}]"

    def types(self) -> set[str]:
        """Every type of event that has words."""
        self._import_all()
        return set(self._tellers)

    def _import_all(self) -> None:
        for module in self._modules:
            import_module(module)

    def sentences(self, events: Iterable[Event], state: S) -> list[str]:
        """What happened, in order."""
        return [line for event in events if (line := self.sentence(event, state))]


class Unused(str):
    """Something that a player could still use: a few words, and the order that uses it.

    The order is a whole line, or only its name: then the legal order of that name is meant that names most of the same.
    """

    order: str

    def __new__(cls, text: str, order: str = "") -> "Unused":
        made = super().__new__(cls, text)
        made.order = order
        return made


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
