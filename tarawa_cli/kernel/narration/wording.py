"""Sentences for events, and a roll explained line by line."""

from tarawa_cli.kernel.board.tables import Table
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Any, Callable, Generic, Iterable, Iterator, Mapping, Sequence, TypeVar
from tarawa_cli.kernel.standard import import_module

# ── A roll explained line by line


def is_roll(event: Event) -> bool:
    return event.type in ("roll", "throw")


def explained(event: Event, table: Table | None, sources: Mapping[str, str]) -> list[str]:
    """The lines; a throw has no table. `sources` says what the tags of tables mean."""
    facts = event.facts
    name = table.name if table else facts["purpose"]
    on = f" on {facts['on']}" if facts.get("on") else ""
    row = _row(facts, table, sources, event.remark) if table else ()
    return [f"{name}{on}  [{event.rule}]", *_sum(facts), *row]


def _sum(facts: dict[str, Any]) -> Iterator[str]:
    dice = facts["dice"]
    yield f"  {sum(dice):>4}  {'die' if len(dice) == 1 else 'dice ' + ' '.join(map(str, dice))}"
    yield from (_line(modifier) for modifier in facts["modifiers"])
    yield f"  {facts['total']:>4}  in all"


def _line(modifier: dict[str, Any], what: str = "") -> str:
    return f"  {modifier['value']:>+4d}  {what}{modifier['label']}  [{modifier['rule']}]"


def _row(facts: dict[str, Any], table: Table, sources: Mapping[str, str], basis: str) -> Iterator[str]:
    """The column, and how the roll came to it; the row, and what stands there."""
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
    """The sentences of a game, by the type of event that each tells of."""

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
