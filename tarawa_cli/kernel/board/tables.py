"""Paragraphs of the rules, and tables of results.

A paragraph's number is on the code that carries it out (`Rulebook`). A table has ranges of totals and their results,
which are checked to be complete; a roll has modifiers.
"""

import itertools
from sys import modules

from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.hints import Any, Callable, Iterable, Iterator, Mapping, NamedTuple, Sequence, TypeVar
from tarawa_cli.kernel.standard import lru_cache

T = TypeVar("T", bound=Callable[..., object])


class CodePlace(NamedTuple):
    """Where in the code a paragraph is carried out."""

    file: str
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
            path = thing.__module__.replace(".", "/") + ("/__init__" * hasattr(modules[thing.__module__], "__path__"))
            found.append(CodePlace(f"{path}.py", thing.__qualname__, inspect.getsourcelines(thing)[1]))
        return found

    def numbers(self) -> list[str]:
        """Every paragraph that some imported code carries out."""
        return sorted(self._places, key=sort_key)


def sort_key(number: str) -> tuple[int, ...]:
    """Paragraphs in book order: 7.2 before 7.10."""
    return tuple(int(part) for part in number.split(".") if part.isdigit())


# ── Modifiers


class Modifier(NamedTuple):
    value: int
    label: str
    rule: str

    def __str__(self) -> str:
        return f"{self.value:+d} {self.label}"

    def facts(self) -> dict[str, object]:
        return {"value": self.value, "label": self.label, "rule": self.rule}


def modifier_sum(modifiers: Iterable[Modifier]) -> int:
    return sum([modifier.value for modifier in modifiers])


# ── Result tables
#
# A table may have heads over its columns: odds such as 2:1, or strengths. They say in which column a roll starts, and
# shifts move it from there.


MOST_ROWS, MOST_COLUMNS, LONGEST_SPAN, LONGEST_RESULT = 100, 30, 12, 80
MOST_PARTS = 9
"""The most parts that a result may consist of."""
NO_HEAD = "-"
"""The head of a column in which no roll starts; shifts can still lead there."""


class Row(NamedTuple):
    """Totals from `low` to `high` (None: no limit) give `result`."""

    low: int | None
    high: int | None
    result: str
    tag: str

    @property
    def span(self) -> str:
        if self.low is None:
            return "any" if self.high is None else f"{self.high} or less"
        if self.high is None:
            return f"{self.low}+"
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"

    @property
    def written(self) -> str:
        """The span as written in a file."""
        low, high = ("" if end is None else str(end) for end in (self.low, self.high))
        return low if low and low == high else f"{low}..{high}"

    def holds(self, total: int) -> bool:
        return (self.low is None or self.low <= total) and (self.high is None or total <= self.high)


class Table(NamedTuple):
    """A table as the engine uses it; a plain table has one column, named "".

    `heads`: rows of heads by name, each with a head for every column, in rising order.
    """

    id: str
    name: str
    rule: str
    tag: str
    dice: str
    columns: dict[str, tuple[Row, ...]]
    notes: str = ""
    heads: Mapping[str, tuple[str, ...]] = {}

    @property
    def thrown(self) -> int:
        """How many dice are thrown: 2 for `2d6`."""
        return int(self.dice.partition("d")[0])

    def row(self, total: int, column: str = "") -> Row:
        for row in self.columns[column]:
            if row.holds(total):
                return row
        raise LookupError(f"{self.id}: no row for {total}")

    def result(self, total: int, column: str = "") -> str:
        return self.row(total, column).result

    def column_for(self, strength: int, against: int = 1, heads: str = "") -> str | None:
        """The last column whose head does not exceed strength : against; None if even the first one does.

        So 5:2 counts as 2:1, in favour of the side that the strength is `against`.
        """
        reached = [
            column
            for column, head in zip(self.columns, self.heads[heads], strict=True)
            if (ratio := read_head(head)) and strength * ratio[1] >= ratio[0] * against
        ]
        return reached[-1] if reached else None

    def shifted(self, column: str, by: int) -> str:
        """The column this many places to the right (left if negative), stopping at the ends."""
        names = list(self.columns)
        return names[min(max(0, names.index(column) + by), len(names) - 1)]


def read_span(text: str) -> tuple[int | None, int | None]:
    """`4`, `6..8`, `..3` or `9..`."""
    if len(text) > LONGEST_SPAN:
        raise ValueError("no totals are that large")
    low, dots, high = text.partition("..")
    if not dots:
        return int(low), int(low)
    return (int(low) if low else None), (int(high) if high else None)


def read_rows(rows: Mapping[str, Any], tag: str, fixed: Mapping[str, str]) -> tuple[tuple[Row, ...], list[str]]:
    """The rows of a column, and everything wrong with them."""
    if len(rows) > MOST_ROWS:
        return (), [f"{len(rows)} rows are too many, {MOST_ROWS} are enough for any dice"]
    read: list[Row] = []
    wrong: list[str] = []
    for span, result in rows.items():
        try:
            low, high = read_span(span)
        except ValueError:
            wrong.append(f"{shown(span)} is not a span like 4, 6..8, ..3 or 9..")
            continue
        if not isinstance(result, str) or len(result) > LONGEST_RESULT:
            long = f" of at most {LONGEST_RESULT} characters" if isinstance(result, str) else ""
            wrong.append(f"{span}: the result must be a string{long}")
            continue
        read.append(Row(low, high, result, fixed.get(span, tag)))
    return tuple(read), wrong


def gaps(rows: tuple[Row, ...], low: int | None, high: int | None) -> list[str]:
    """Why the rows do not cover low…high (None: no limit) exactly once and in order."""
    wrong = []
    if not rows:
        return ["it has no rows"]
    if rows[0].low != low:
        wrong.append(f"it must start {'at ' + str(low) if low is not None else 'open below, e.g. ..3'}")
    if rows[-1].high != high:
        wrong.append(f"it must end {'at ' + str(high) if high is not None else 'open above, e.g. 9..'}")
    for before, after in itertools.pairwise(rows):
        if before.high is None or after.low is None or after.low != before.high + 1:
            wrong.append(f"{after.span} does not follow {before.span}")
    wrong += [f"{row.span} runs backwards" for row in rows if _backwards(row)]
    return wrong


def _backwards(row: Row) -> bool:
    return row.low is not None and row.high is not None and row.low > row.high


# ── Tables with heads


@lru_cache(256)
def read_head(text: str) -> tuple[int, int] | None:
    """A head as a ratio: `1:3`, or `8` for 8:1; None if no roll begins there."""
    if text == NO_HEAD:
        return None
    numbers = [int(word) if word.isascii() and word.isdigit() and len(word) <= 4 else 0 for word in text.split(":")]
    if len(numbers) > 2 or 0 in numbers:
        raise ValueError("not a head")
    return numbers[0], numbers[-1] if len(numbers) == 2 else 1


def read_column_table(id: str, sheet: Mapping[str, Any]) -> tuple[Table, list[str]]:
    """A table written row by row with heads over its columns, and everything wrong with it.

    The results of a row, and the heads of a row of heads, are one text each. Columns count from 1.
    """
    columns, wrong = _read_columns(sheet["rows"], sheet["tag"])
    heads = {name: tuple(str(text).split()) for name, text in sheet["heads"].items()}
    table = Table(id, sheet["name"], sheet["rule"], sheet["tag"], sheet["dice"], columns, sheet.get("notes", ""), heads)
    if wrong:
        return table, wrong
    wrong += [f"column {name}: {gap}" for name, rows in columns.items() for gap in _dice_gaps(table.thrown, rows)]
    wrong += [f"heads {shown(name)}: {said}" for name, found in heads.items() for said in _head_faults(found, columns)]
    return table, wrong


def _read_columns(rows: Mapping[str, Any], tag: str) -> tuple[dict[str, tuple[Row, ...]], list[str]]:
    cells = {span: str(text).split() for span, text in rows.items()}
    count = len(next(iter(cells.values()), []))
    wrong = [f"{shown(span)}: {len(row)} results, not {count}" for span, row in cells.items() if len(row) != count]
    if not 1 <= count <= MOST_COLUMNS:
        wrong = [f"{count} columns: it must have from 1 to {MOST_COLUMNS}"]
    if wrong:
        return {}, wrong
    read = [read_rows({span: row[place] for span, row in cells.items()}, tag, {}) for place in range(count)]
    columns = {str(number): column for number, (column, _) in enumerate(read, 1)}
    return columns, list(dict.fromkeys(said for _, found in read for said in found))


def _dice_gaps(dice: int, rows: tuple[Row, ...]) -> list[str]:
    """Totals of a number of dice that no row covers; a column with an open end covers everything beyond."""
    low = None if rows and rows[0].low is None else dice
    high = None if rows and rows[-1].high is None else 6 * dice
    return gaps(rows, low, high)


def _head_faults(heads: Sequence[str], columns: Mapping[str, Any]) -> Iterator[str]:
    if len(heads) != len(columns):
        yield f"{len(heads)} heads for {len(columns)} columns"
        return
    try:
        ratios = [read_head(head) for head in heads]
    except ValueError:
        yield f"a head must look like 1:3, 8 or {NO_HEAD}"
        return
    reached = [ratio for ratio in ratios if ratio]
    if ratios[len(ratios) - len(reached) :] != reached:
        yield f"{NO_HEAD} must come before the others"
    if not all(one[0] * other[1] < other[0] * one[1] for one, other in itertools.pairwise(reached)):
        yield "they must rise from column to column"
