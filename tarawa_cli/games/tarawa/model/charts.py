"""Tables, units, terrain, turn track, values and modifiers; the player's own replace ours."""

from itertools import pairwise

from tarawa_cli.games.tarawa import data, rule
from tarawa_cli.games.tarawa.model.unit_types import Ability, Nature, UnitType, unit_types
from tarawa_cli.games.tarawa.model.unit_types import sheet_problems as unit_problems
from tarawa_cli.kernel.board.tables import Modifier, Row, Table, gaps, read_rows
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Any, Iterator, NamedTuple
from tarawa_cli.kernel.standard import cache, cached_property


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


class TurnBox(NamedTuple):
    """A box of the turn track (2.4)."""

    number: int
    date: str
    time: str
    night: bool

    @property
    def label(self) -> str:
        return f"{self.date}, {'night, ' if self.night else ''}{self.time}"


def signed(level: int) -> str:
    """A morale level as it is written."""
    return f"{level:+d}" if level else "0"


class Charts:
    """All numbers of a game."""

    def __init__(self, own: dict[str, Any]) -> None:
        self.own = own
        """The player's own tables and values, already checked (`own_tables`)."""
        self._tables: dict[str, Table] = {}
        self._able: dict[Ability, tuple[str, ...]] = {}

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
    def turns(self) -> tuple[TurnBox, ...]:
        boxes = [(day["date"], box) for day in data.document("charts.toml")["days"] for box in day["turns"]]
        return tuple(
            TurnBox(number, date, box.removeprefix("night "), box.startswith("night"))
            for number, (date, box) in enumerate(boxes, 1)
        )

    def turn(self, number: int) -> TurnBox:
        return self.turns[number - 1]

    @cached_property
    def boxes(self) -> tuple[int, ...]:
        """The morale boxes from left to right (9)."""
        return tuple(data.document("charts.toml")["morale"]["boxes"])

    @cached_property
    def levels(self) -> dict[int, int]:
        """The number in every morale box, counted from the 0 box (9)."""
        return dict(enumerate(self.boxes, -(len(self.boxes) // 2)))

    @cached_property
    def craft_ids(self) -> tuple[str, ...]:
        """All craft, in the order of the file."""
        return tuple(id for id, type in self.units.items() if type.is_craft)

    def who_can(self, ability: Ability) -> tuple[str, ...]:
        """The units with an ability, in the order of the file."""
        if ability not in self._able:
            self._able[ability] = tuple(id for id, type in self.units.items() if type.can(ability))
        return self._able[ability]

    def level(self, box: int) -> int:
        return self.levels[box]

    def box_name(self, box: int) -> str:
        """A morale box in words: its number, and which one it is, counted from 0, if two have the same."""
        level = self.levels[box]
        same = sorted((other for other in self.levels if self.levels[other] == level), key=abs)
        which = f", {('first', 'second')[same.index(box)]} box" if len(same) > 1 else ""
        return f"{signed(level)}{which}"

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
            self._tables[id] = own_table(id, own[id]) if id in own else printed_table(id)
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


def own_table(id: str, rows: dict[str, Any]) -> Table:
    """The player's own rows in a table of ours."""
    return _table(id, data.document("tables.toml")[id] | {"rows": rows}, notes="replaced by the player")


def _table(id: str, sheet: dict[str, Any], notes: str = "") -> Table:
    columns = {name: _rows(sheet, name, rows)[0] for name, rows in columns_of(sheet["rows"]).items()}
    return Table(id, sheet["name"], sheet["rule"], sheet["tag"], "1d6", columns, notes)


def columns_of(rows: dict[str, Any]) -> dict[str, dict[str, Any]]:
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
    for name, rows in columns_of(sheet["rows"]).items():
        read, wrong = _rows(sheet, name, rows)
        where = f"tables.{id}{'.' + name if name else ''}"
        yield from (f"{where}: {what}" for what in wrong or gaps(read, low, high))


# ── The results of the tables as values; nothing else takes their text apart


NO_RESULT = "-"


def result_number(result: str) -> int:
    """A result that is a number."""
    return 0 if result == NO_RESULT else int(result)


class FireResult(NamedTuple):
    """A result of the Japanese Fire table: `S S* H Pin 2 course` (6.6.1, 7.3)."""

    steps: int
    hits: int
    casualties: int
    pins: int
    course: bool


@cache
def fire_result(result: str) -> FireResult:
    words = result.split()
    pins = max((int(number) for word, number in pairwise(words) if word == "Pin"), default=0)
    steps = words.count("S") + words.count("S*")
    return FireResult(steps, words.count("H"), words.count("S*"), pins, "course" in words)


def suppresses(result: str) -> bool:
    """Whether a result of the Marine Fire table suppresses (6.7, 7.2.2)."""
    return result in ("S", "S*")


class AttackResult(NamedTuple):
    """A result of the Marine Attack table (7.2.4)."""

    repulsed: bool = False
    clears: bool = False
    clears_all: bool = False


ATTACK_RESULTS = {
    "repulsed Pin 1": AttackResult(repulsed=True),
    NO_RESULT: AttackResult(),
    "one hex cleared": AttackResult(clears=True),
    "all hexes cleared": AttackResult(clears=True, clears_all=True),
}


def demolition_steps(result: str) -> int:
    """The steps of demolition: `D2` is two (7.2.5)."""
    return result_number(result.removeprefix("D"))


class RaidResult(NamedTuple):
    """A result of the air raid on Betio: `4 hits Pin 1`, or bombs on the Japanese (10.1.1)."""

    hits: int = 0
    pins: int = 0
    marker: bool = False


def raid_result(result: str) -> RaidResult:
    if result == "marker":
        return RaidResult(marker=True)
    words = result.split()
    return RaidResult(int(words[0]), int("Pin" in words))


class BanzaiResult(NamedTuple):
    """A result of the Banzai table: `retreat 2 S S` (10.1.6.3)."""

    steps: int
    retreat: int
    """The hexes that the Marines retreat; none, if the banzai is repelled."""


def banzai_result(result: str) -> BanzaiResult:
    first, *words = result.split()
    return BanzaiResult(words.count("S"), 0 if first == "repelled" else int(words[0]))


class CollapseResult(NamedTuple):
    """A result of the Japanese Collapse table: `2d6 hexes fall`, or an area (9.2.3)."""

    area: bool = False
    dice: int = 0


def collapse_result(result: str) -> CollapseResult:
    if result == "area falls":
        return CollapseResult(area=True)
    return CollapseResult(dice=result_number(result.partition("d6")[0]))
