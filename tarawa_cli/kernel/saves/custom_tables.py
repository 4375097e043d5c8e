"""The player's own tables and numbers in place of ours.

Everything in a game's data has a tag that says where it comes from. Only reconstructions can be replaced, by a file
with the same layout; what a source fixes stays. Everything that is wrong with such a file is reported at once.
"""

from tarawa_cli.kernel.board.tables import MOST_PARTS, Row, Table
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.hints import Any, Callable, Collection, Iterator, Mapping, NamedTuple, Sequence

RECONSTRUCTION = "X"

Sheet = Mapping[str, Any]
Check = Callable[[str, str, Any], Iterator[str]]
"""Takes the part of a file, a name in it, and what stands there; gives everything that is wrong."""


class Limit(NamedTuple):
    """The least and the greatest value of a number, and the reason."""

    low: int
    high: int
    why: str

    def holds(self, value: Any) -> bool:
        return all(self.low <= number <= self.high for number in (value if isinstance(value, list) else [value]))


class Results(NamedTuple):
    """The results that a table may have besides those that are printed in it."""

    also: Collection[str] = ()
    parts: Sequence[str] = ()
    """Results may be put together from these."""


class Replacing:
    """What a game says about its numbers: the sources that its tags name, and the limits of some numbers."""

    def __init__(self, program: str, sources: Mapping[str, str], limits: Mapping[str, Limit]) -> None:
        self._program = program
        self._sources = sources
        self._limits = limits

    def fixed(self, tag: str, rule: str) -> str:
        """Why a thing with this tag cannot be replaced; nothing if it can."""
        if tag == RECONSTRUCTION:
            return ""
        return f"fixed ({self._sources[tag]}, {rule}): only reconstructions can be replaced"

    def values(self, printed: Mapping[str, Sheet]) -> Check:
        """A check for single numbers, or small tables of them."""

        def problems(part: str, name: str, value: Any) -> Iterator[str]:
            sheet = printed.get(name)
            if sheet is None:
                yield f"{part}.{name}: there is no such value (see `{self._program} table {part}`)"
            elif fixed := self.fixed(sheet["tag"], sheet["rule"]):
                yield f"{part}.{name}: {fixed}"
            else:
                yield from self.number(f"{part}.{name}", name, sheet["value"], value)

        return problems

    def number(self, where: str, key: str, printed: Any, value: Any) -> Iterator[str]:
        """What is wrong with a number, or with several that belong together."""
        if not same_shape(printed, value):
            yield f"{where}: must look like {printed}"
        elif (limit := self._limits.get(key)) and not limit.holds(value):
            yield f"{where}: must be from {limit.low} to {limit.high}, not {value} ({limit.why})"

    def results(self, printed: Table, own: Table, may: Results) -> Iterator[str]:
        """What is wrong with the results of a player's own table; its rows are complete."""
        wrong = [*_closed(printed, own), *self._changed(printed, own), *_unknown(printed, own, may)]
        yield from (f"tables.{own.id}: {what}" for what in wrong)

    def _changed(self, printed: Table, own: Table) -> Iterator[str]:
        """Totals that a source fixes, and that do not keep their results."""
        for column, rows in printed.columns.items():
            for row in rows:
                if row.tag != RECONSTRUCTION and any(
                    other.result != row.result for other in own.columns[column] if _overlap(row, other)
                ):
                    place = f"{column}.{row.written}" if len(printed.columns) > 1 else row.written
                    yield f"{place} is fixed ({self._sources[row.tag]}, {printed.rule}): {row.result}"


def problems(own: Mapping[str, Any], checks: Mapping[str, Check]) -> Iterator[str]:
    """Everything that is wrong with a player's file; `checks` by the part of the file that they are for."""
    *most, last = checks
    for part, things in own.items():
        if part not in checks:
            yield f"{part}: only {', '.join(most)} and {last} can be replaced"
        elif not isinstance(things, dict):
            yield f"{part}: must be a table"
        else:
            for name, thing in things.items():
                yield from checks[part](part, name, thing)


def same_shape(printed: Any, value: Any) -> bool:
    """Whether a value can replace another: same types, small numbers."""
    if isinstance(printed, dict):
        same_keys = isinstance(value, dict) and set(value) == set(printed)
        return same_keys and all(same_shape(printed[key], value[key]) for key in value)
    if isinstance(printed, list):
        return isinstance(value, list) and len(value) == len(printed) and all(map(same_shape, printed, value))
    low = -9 if printed < 0 else 0
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= 99


def _closed(printed: Table, own: Table) -> Iterator[str]:
    """Ends that must stay open, since modifiers can lead beyond the dice."""
    for column, rows in printed.columns.items():
        if rows[0].low is None and own.columns[column][0].low is not None:
            yield "it must start open below, e.g. ..3"
        if rows[-1].high is None and own.columns[column][-1].high is not None:
            yield "it must end open above, e.g. 9.."


def _overlap(one: Row, other: Row) -> bool:
    below = one.low is None or other.high is None or one.low <= other.high
    above = one.high is None or other.low is None or other.low <= one.high
    return below and above


def _unknown(printed: Table, own: Table, may: Results) -> Iterator[str]:
    """Results that the engine does not know."""
    known = {row.result for rows in printed.columns.values() for row in rows} | set(may.also)
    for row in (row for rows in own.columns.values() for row in rows):
        if not _is_known(row.result, known, may.parts) and not _is_number_like(row.result, known):
            yield f"{row.written}: {shown(row.result)} is none of: {', '.join(sorted(known))} ({printed.rule})"


def _is_known(result: str, known: set[str], parts: Sequence[str]) -> bool:
    """Whether a result is one of the table's own, or a new combination of a few of their parts."""
    text, at = f"{result} ", 0
    for _ in range(MOST_PARTS):
        part = next((part for part in parts if text.startswith(f"{part} ", at)), "")
        at += len(part) + 1 if part else 0
    return result in known or at == len(text)


def _is_number_like(result: str, known: set[str]) -> bool:
    """Whether a result is a number in a table of numbers; a table with a single number keeps it."""
    numbers = known - {"-"}
    return _is_number(result) and len(numbers) > 1 and all(map(_is_number, numbers))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 2
