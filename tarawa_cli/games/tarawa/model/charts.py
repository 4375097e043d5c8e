"""Tables, units, terrain, turn track, values and modifiers; the player's own replace ours.

What the rulebook fixes cannot be changed. Whatever is tagged as a reconstruction can be replaced by a file (`new
--tables`) with the same layout: [tables.ID], [units.ID], [values] and [modifiers].
"""

from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any, NamedTuple

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.model.unit_sheets import problems as unit_problems
from tarawa_cli.games.tarawa.model.unit_types import Nature, UnitType, unit_types
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.kernel.dice import MOST_THINGS
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.modifiers import Modifier
from tarawa_cli.kernel.orders import shown
from tarawa_cli.kernel.tables import SOURCES, Row, Table, gaps, read_rows, read_span

_LIMITS = {
    "ap": (1, 8, "7.2.1: no allowance is above 8"),
    "steps": (2, 99, "2.1, 7.2.6: half of them is a unit's back side, on which lost craft return"),
    "least-ap": (1, 8, "6.4: no allowance is below 1, 7.2.1: or above 8"),
}
"""The limits of a reconstructed number, and the reason for them."""
MOST_PARTS = 9
"""The most parts that a result may consist of."""


class Terrain(NamedTuple):
    """A line of the terrain chart (2.3); None means no entry."""

    id: str
    name: str
    place: str
    foot: float | None
    tank: float | None
    craft: float | None
    combat: int

    def cost(self, unit: UnitType) -> float | None:
        if unit.is_craft:
            return self.craft
        return self.tank if unit.is_tank else self.foot


class Turn(NamedTuple):
    """A box of the turn track (2.4)."""

    number: int
    date: str
    time: str
    night: bool

    @property
    def label(self) -> str:
        return f"{self.date}, {'night, ' if self.night else ''}{self.time}"


class Charts:
    """All numbers of a game."""

    def __init__(self, own: dict[str, Any]) -> None:
        self.own = own
        """The player's own tables and values, already checked by `check_own`."""
        self._tables: dict[str, Table] = {}

    @cached_property
    @rule("2.1")
    def units(self) -> dict[str, UnitType]:
        own = self.own.get("units", {})
        sheets = [sheet | own.get(name, {}) for name, sheet in unit_sheets().items()]
        return {unit.id: unit for sheet in sheets for unit in unit_types(sheet)}

    @cached_property
    def natures(self) -> dict[str, Nature]:
        """By kind: what all units of the kind have in common."""
        found: dict[str, Nature] = {}
        for unit in self.units.values():
            found.setdefault(unit.kind, unit.nature)
        return found

    @cached_property
    def craft(self) -> tuple[str, ...]:
        """The kinds of craft."""
        return tuple(kind for kind, nature in self.natures.items() if nature.moves == "craft")

    @cached_property
    def battalions(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(unit.battalion for unit in self.units.values() if unit.battalion))

    @cached_property
    def other_half(self) -> dict[str, str]:
        """By unit: the other half of its battalion, for infantry that has one (7.2)."""
        halves = [unit for unit in self.units.values() if unit.stacks == "battalion"]
        return {
            one.id: other.id for one in halves for other in halves if one.battalion == other.battalion and one != other
        }

    @cached_property
    @rule("2.3")
    def terrain(self) -> dict[str, Terrain]:
        chart = data.document("charts.toml")["terrain"]
        return {
            id: Terrain(id, t["name"], t["place"], t.get("foot"), t.get("tank"), t.get("craft"), t["combat"])
            for id, t in chart.items()
        }

    @cached_property
    @rule("2.4")
    def turns(self) -> tuple[Turn, ...]:
        boxes = [(day["date"], box) for day in data.document("charts.toml")["days"] for box in day["turns"]]
        return tuple(
            Turn(number, date, box.removeprefix("night "), box.startswith("night"))
            for number, (date, box) in enumerate(boxes, 1)
        )

    def turn(self, number: int) -> Turn:
        return self.turns[number - 1]

    @cached_property
    def boxes(self) -> tuple[int, ...]:
        """The morale boxes from left to right (9)."""
        return tuple(data.document("charts.toml")["morale"]["boxes"])

    @cached_property
    def levels(self) -> dict[int, int]:
        """The number in every morale box, counted from the 0 box (9)."""
        return dict(enumerate(self.boxes, -(len(self.boxes) // 2)))

    def level(self, box: int) -> int:
        return self.levels[box]

    def value(self, name: str) -> Any:
        return self._values[name]

    @cached_property
    def _values(self) -> dict[str, Any]:
        printed = data.document("charts.toml")["values"]
        return {name: sheet["value"] for name, sheet in printed.items()} | dict(self.own.get("values", {}))

    def modifier(self, name: str, times: int = 1) -> Modifier:
        """A named modifier, multiplied by how often it applies."""
        sheet = data.document("charts.toml")["modifiers"][name]
        value = self.own.get("modifiers", {}).get(name, sheet["value"])
        label = sheet["label"] if times == 1 else f"{sheet['label']} ×{times}"
        return Modifier(value * times, label, sheet["rule"])

    def table(self, id: str) -> Table:
        if id not in self._tables:
            own = self.own.get("tables", {})
            self._tables[id] = _own_table(id, own[id]) if id in own else printed_table(id)
        return self._tables[id]

    @property
    def table_ids(self) -> tuple[str, ...]:
        return tuple(data.document("tables.toml"))


@cache
def unit_sheets() -> dict[str, Any]:
    """The entries of units.toml, checked for completeness."""
    sheets = data.document("units.toml")
    wrong = unit_problems(sheets)
    if wrong:
        raise BadFile("units.toml cannot be used:", problems=wrong)
    return sheets


@cache
def printed_table(id: str) -> Table:
    """A table as shipped."""
    return _table(id, data.document("tables.toml")[id])


def _own_table(id: str, rows: dict[str, Any]) -> Table:
    return _table(id, data.document("tables.toml")[id] | {"rows": rows}, notes="replaced by the player")


def _table(id: str, sheet: dict[str, Any], notes: str = "") -> Table:
    columns = {name: _rows(sheet, name, rows)[0] for name, rows in _columns(sheet["rows"]).items()}
    return Table(id, sheet["name"], sheet["rule"], sheet["tag"], "1d6", columns, notes)


def _columns(rows: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Columns by name; a plain table has a single column."""
    if rows and all(isinstance(value, dict) for value in rows.values()):
        return rows
    return {"": rows}


def _rows(sheet: dict[str, Any], column: str, rows: dict[str, Any]) -> tuple[tuple[Row, ...], list[str]]:
    prefix = f"{column}." if column else ""
    fixed = {span.removeprefix(prefix): tag for span, tag in sheet.get("fixed", {}).items() if span.startswith(prefix)}
    return read_rows(rows, sheet["tag"], fixed)


def table_problems(id: str, sheet: dict[str, Any]) -> Iterator[str]:
    """What is wrong with a table: bad spans, gaps, overlaps."""
    low, high = sheet.get("die", (None, None))
    for name, rows in _columns(sheet["rows"]).items():
        read, wrong = _rows(sheet, name, rows)
        where = f"tables.{id}{'.' + name if name else ''}"
        yield from (f"{where}: {what}" for what in wrong or gaps(read, low, high))


def check_own(own: dict[str, Any], file: str) -> None:
    """Check a player's own tables and values; BadFile lists everything wrong with them."""
    wrong = list(_own_problems(own))
    if not any(what.startswith(("tables:", "tables.bombardment", "values:", "values.cup")) for what in wrong):
        wrong += _chit_problems(own)
    if wrong:
        raise BadFile(f"{file} cannot be used:", problems=wrong)


def _own_problems(own: dict[str, Any]) -> Iterator[str]:
    checks = {
        "tables": _table_override,
        "units": _unit_override,
        "values": _value_override,
        "modifiers": _value_override,
    }
    for part, things in own.items():
        if part not in checks:
            yield f"{part}: only tables, units, values and modifiers can be replaced"
        elif not isinstance(things, dict):
            yield f"{part}: must be a table"
        else:
            for name, thing in things.items():
                yield from checks[part](part, name, thing)


def _chit_problems(own: dict[str, Any]) -> Iterator[str]:
    """The cup must hold enough chits for the best bombardment, and the map enough areas to place them (5.1)."""
    charts = Charts(own)
    won = [int(row.result) for row in charts.table("bombardment").columns[""]]
    if min(won) < 1:
        yield "tables.bombardment: 0 chits are too few, every bombardment wins one at least (5.1)"
    most, cup = max(won), sum(charts.value("cup").values())
    room = {"the map has {} areas": len(data.document("map.toml")["areas"]), "the cup holds {} chits": cup}
    for what, number in room.items():
        if most > number:
            yield f"tables.bombardment: {most} chits are too many, {what.format(number)}"
    if cup > MOST_THINGS:
        yield f"values.cup: {cup} chits are too many, three dice tell {MOST_THINGS} apart (5.1)"


def _table_override(part: str, id: str, rows: Any) -> Iterator[str]:
    sheet = data.document("tables.toml").get(id)
    if sheet is None:
        yield f"{part}.{id}: there is no such table"
    elif sheet["tag"] != "X":
        yield f"{part}.{id}: {_fixed(sheet)}"
    elif not isinstance(rows, dict) or set(_columns(rows)) != set(_columns(sheet["rows"])):
        names = ", ".join(_columns(sheet["rows"]))
        yield f"{part}.{id}: must have {'the columns ' + names if names else 'spans and results'}"
    else:
        problems = list(table_problems(id, sheet | {"rows": rows}))
        yield from problems or _fixed_rows(id, sheet, rows)


def _fixed_rows(id: str, sheet: dict[str, Any], rows: dict[str, Any]) -> Iterator[str]:
    """Totals that the sources fix must keep their results, and every result must be one that the engine knows."""
    printed = _columns(sheet["rows"])
    known = {result for column in printed.values() for result in column.values()} | set(sheet.get("also", []))
    for place, tag in sheet.get("fixed", {}).items():
        column, _, span = ("", "", place) if "" in printed else place.partition(".")
        right = printed[column][span]
        own, _ = _rows(sheet, column, _columns(rows)[column])
        if any(row.result != right for row in own if _overlaps(row, *read_span(span))):
            yield f"tables.{id}: {place} is fixed by the {SOURCES[tag]} ({sheet['rule']}): {right}"
    for column in _columns(rows).values():
        for span, result in column.items():
            if not _is_known(result, known, sheet.get("parts", [])) and not _is_number_like(result, known):
                yield f"tables.{id}: {span}: {shown(result)} is none of: {', '.join(sorted(known))} ({sheet['rule']})"


def _overlaps(row: Row, low: int | None, high: int | None) -> bool:
    below = row.low is None or high is None or row.low <= high
    above = row.high is None or low is None or low <= row.high
    return below and above


def _is_known(result: str, known: set[str], parts: list[str]) -> bool:
    """Whether a result is one of the table's own, or a new combination of a few of their parts."""
    text, at = f"{result} ", 0
    for _ in range(MOST_PARTS):
        part = next((part for part in parts if text.startswith(f"{part} ", at)), "")
        at += len(part) + 1 if part else 0
    return result in known or at == len(text)


def _is_number_like(result: str, known: set[str]) -> bool:
    """Whether a result is a number in a table of numbers; a table with a single number keeps it (7.2.6)."""
    numbers = known - {"-"}
    return _is_number(result) and len(numbers) > 1 and all(map(_is_number, numbers))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 2


def _fixed(sheet: dict[str, Any]) -> str:
    return f"fixed by the {SOURCES[sheet['tag']]} ({sheet['rule']}), only reconstructions can be replaced"


def _unit_override(part: str, id: str, sheet: Any) -> Iterator[str]:
    printed = data.document("units.toml").get(id)
    if printed is None:
        yield f"{part}.{id}: there is no such kind of unit (see `tarawa table units`)"
        return
    if not isinstance(sheet, dict):
        yield f"{part}.{id}: must be a table"
        return
    for key, value in sheet.items():
        tag = printed["tags"].get(key)
        if tag is None:
            yield f"{part}.{id}.{key}: cannot be replaced"
        elif tag != "X":
            yield f"{part}.{id}.{key}: {_fixed({'tag': tag, 'rule': '2.1'})}"
        elif not _same_shape(printed[key], value):
            yield f"{part}.{id}.{key}: must look like {printed[key]}"
        else:
            yield from _beyond_limits(f"{part}.{id}.{key}", key, value)


def _beyond_limits(where: str, key: str, value: Any) -> Iterator[str]:
    low, high, why = _LIMITS.get(key, (None, None, ""))
    if why and not all(low <= number <= high for number in (value if isinstance(value, list) else [value])):
        yield f"{where}: must be from {low} to {high}, not {value} ({why})"


def _value_override(part: str, name: str, value: Any) -> Iterator[str]:
    printed = data.document("charts.toml")[part].get(name)
    if printed is None:
        yield f"{part}.{name}: there is no such value (see `tarawa table {part}`)"
    elif printed["tag"] != "X":
        yield f"{part}.{name}: {_fixed(printed)}"
    elif not _same_shape(printed["value"], value):
        yield f"{part}.{name}: must look like {printed['value']}"
    else:
        yield from _beyond_limits(f"{part}.{name}", name, value)


def _same_shape(printed: Any, value: Any) -> bool:
    """Whether a value can replace another: same types, small numbers."""
    if isinstance(printed, dict):
        return (
            isinstance(value, dict)
            and set(value) == set(printed)
            and all(_same_shape(printed[k], value[k]) for k in value)
        )
    if isinstance(printed, list):
        return isinstance(value, list) and len(value) == len(printed) and all(map(_same_shape, printed, value))
    low = -9 if printed < 0 else 0
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= 99
