"""Result tables: ranges of totals and what they give, checked to be complete, tagged with their source."""

import itertools
from collections.abc import Mapping
from typing import Any, NamedTuple

from tarawa_cli.kernel.orders import shown

SOURCES = {
    "R": "rulebook",
    "S": "sequence aid",
    "T": "terrain chart",
    "D": "derived",
    "X": "reconstruction",
}


MOST_ROWS, LONGEST_SPAN, LONGEST_RESULT = 100, 12, 80


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

    def holds(self, total: int) -> bool:
        return (self.low is None or self.low <= total) and (self.high is None or total <= self.high)


class Table(NamedTuple):
    """A table as the engine uses it; a plain table has one column, named ""."""

    id: str
    name: str
    rule: str
    tag: str
    dice: str
    columns: dict[str, tuple[Row, ...]]
    notes: str = ""

    def row(self, total: int, column: str = "") -> Row:
        for row in self.columns[column]:
            if row.holds(total):
                return row
        raise LookupError(f"{self.id}: no row for {total}")

    def result(self, total: int, column: str = "") -> str:
        return self.row(total, column).result


def read_span(text: str) -> tuple[int | None, int | None]:
    """`4`, `6..8`, `..3` or `9..`."""
    if len(text) > LONGEST_SPAN:
        raise ValueError("no totals are that large")
    low, dots, high = text.partition("..")
    if not dots:
        return int(low), int(low)
    return (int(low) if low else None), (int(high) if high else None)


def read_rows(rows: Mapping[str, Any], tag: str, fixed: Mapping[str, str]) -> tuple[tuple[Row, ...], list[str]]:
    """The rows of a column, and what is wrong with them."""
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
            long = f" of at most {LONGEST_RESULT} signs" if isinstance(result, str) else ""
            wrong.append(f"{span}: the result must be a text{long}")
            continue
        read.append(Row(low, high, result, fixed.get(span, tag)))
    return tuple(read), wrong


def gaps(rows: tuple[Row, ...], low: int | None, high: int | None) -> list[str]:
    """What keeps the rows from covering low…high (None: without limit) exactly once, in order."""
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
