"""Tables, terrain chart, turn track, modifiers, single values, units; the player's own numbers replace ours."""

from tarawa_cli.games.malta import data, rule
from tarawa_cli.games.malta.model.unit_types import UnitType, unit_types
from tarawa_cli.kernel.board.tables import Modifier, Table, read_column_table
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Iterator, NamedTuple
from tarawa_cli.kernel.standard import cache, cached_property, partial

if TYPE_CHECKING:
    from tarawa_cli.kernel.saves.custom_tables import Replacing

SIXTHS = 6
"""Movement points are counted in sixths (6.1)."""
PROHIBITED = "-"
AGAIN = "again"
"""A result that asks for another roll, in the next column (21.2)."""
TIMES = 4
"""Turns of a day (2.4)."""


class Prices(NamedTuple):
    """The cost of a terrain for each mobility, in sixths of a point; None if prohibited."""

    foot: int | None
    motor: int | None
    mech: int | None


class TerrainRow(NamedTuple):
    """A line of the terrain chart (6.1)."""

    id: str
    name: str
    tactical: Prices
    strategic: Prices
    letter: str = ""
    crt: str = ""
    """The row of heads by day (9.4)."""
    halves_guns: bool = False
    doubles: bool = False
    walled: bool = False
    """Whether units cannot advance into it after combat (9.8)."""
    saves: int = 0
    """Hits fewer on the defender (9.94)."""

    def price(self, mobility: str, strategic: bool = False) -> int | None:
        """The cost in sixths; static units have none."""
        found: int | None = getattr(self.strategic if strategic else self.tactical, mobility, None)
        return found


class TurnBox(NamedTuple):
    """A box of the turn track (2.4)."""

    number: int
    id: str
    label: str
    time: str

    @property
    def night(self) -> bool:
        return self.time == "night"

    @property
    def day(self) -> int:
        """The number of the day; 29 June is 1."""
        return (self.number - 1) // TIMES + 1


def sixths(text: str) -> int | None:
    """`2/3` of a movement point as 4."""
    if text == PROHIBITED:
        return None
    whole, _, parts = text.partition("/")
    value, left = divmod(int(whole) * SIXTHS, int(parts or 1))
    if left:
        raise BadFile(f"charts.toml: {text} is not a number of sixths")
    return value


def _prices(sheet: dict[str, Any], more: dict[str, str]) -> Prices:
    return Prices(*(sixths(more.get(mobility, sheet[mobility])) for mobility in Prices._fields))


def _ground(id: str, sheet: dict[str, Any]) -> TerrainRow:
    rest = {key: value for key, value in sheet.items() if key not in (*Prices._fields, "strategic")}
    return TerrainRow(id, tactical=_prices(sheet, {}), strategic=_prices(sheet, sheet.get("strategic", {})), **rest)


class Charts:
    """Everything that is printed next to the map."""

    def __init__(self, own: dict[str, Any]) -> None:
        self.own = own
        """Custom tables and numbers, already checked (`check_own`)."""
        self._tables: dict[str, Table] = {}
        self._values: dict[str, int] = {}

    @cached_property
    @rule("2.1", "2.2")
    def units(self) -> dict[str, UnitType]:
        return unit_types(data.document("units.toml"))

    @cached_property
    @rule("6.1")
    def terrain(self) -> dict[str, TerrainRow]:
        return {id: _ground(id, sheet) for id, sheet in data.document("charts.toml")["terrain"].items()}

    @cached_property
    def hexsides(self) -> dict[str, TerrainRow]:
        return {id: _ground(id, sheet) for id, sheet in data.document("charts.toml")["hexsides"].items()}

    @cached_property
    @rule("2.4")
    def turns(self) -> tuple[TurnBox, ...]:
        doc = data.document("charts.toml")
        boxes = [(day, date, time, name) for day, date in doc["days"].items() for time, name in doc["times"].items()]
        return tuple(
            TurnBox(number, f"{day}-{time}", f"{date}, {name}", time)
            for number, (day, date, time, name) in enumerate(boxes, 1)
        )

    @cached_property
    def battalions_in(self) -> dict[str, tuple[str, ...]]:
        """By regiment its battalions, in the order of the units."""
        found: dict[str, tuple[str, ...]] = {}
        for id, type in self.units.items():
            if type.type and type.regiment:
                found[type.regiment] = (*found.get(type.regiment, ()), id)
        return found

    def turn(self, number: int) -> TurnBox:
        return self.turns[number - 1]

    @cached_property
    def turn_numbers(self) -> dict[str, int]:
        return {turn.id: turn.number for turn in self.turns}

    def value(self, name: str) -> int:
        if name not in self._values:
            self._values[name] = self._number("values", name)
        return self._values[name]

    def _number(self, part: str, name: str) -> Any:
        return self.own.get(part, {}).get(name, data.document("charts.toml")[part][name]["value"])

    def modifier(self, name: str, times: int = 1, of: str = "") -> Modifier:
        """A named modifier, times the number of times it applies; `of` names its cause."""
        sheet = data.document("charts.toml")["modifiers"][name]
        label = f"{sheet['label']}{f' ({of})' if of else ''}"
        return Modifier(self._number("modifiers", name) * times, label, sheet["rule"])

    def table(self, id: str) -> Table:
        if id not in self._tables:
            own = self.own.get("tables", {})
            self._tables[id] = own_table(id, own[id])[0] if id in own else printed_table(id)
        return self._tables[id]

    @property
    def table_ids(self) -> tuple[str, ...]:
        return tuple(data.document("tables.toml"))

    @property
    def formations(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = data.document("units.toml")["formations"]
        return found


@cache
def printed_table(id: str) -> Table:
    """A table as shipped."""
    return read_column_table(id, {"heads": {}, **data.document("tables.toml")[id]})[0]


def own_table(id: str, rows: dict[str, str]) -> tuple[Table, list[str]]:
    """The player's own rows in a table of ours, and everything wrong with them."""
    sheet = {"heads": {}, **data.document("tables.toml")[id], "rows": rows, "notes": "replaced by the player"}
    return read_column_table(id, sheet)


def table_problems() -> Iterator[str]:
    """Problems with the shipped tables."""
    for id, sheet in data.document("tables.toml").items():
        yield from (f"tables.{id}: {said}" for said in read_column_table(id, {"heads": {}, **sheet})[1])


CHARTS = Charts({})


# ── Results of the tables as values: nothing else takes their text apart


NOTHING = "-"


class Hits(NamedTuple):
    """What a fight does to one side: `2D` is two hits and D (9.4)."""

    hits: int
    mark: str
    """D, Z or nothing."""


class CombatResult(NamedTuple):
    """A result of the combat results table: `1/2D`."""

    attacker: Hits
    defender: Hits


@cache
def combat_result(result: str) -> CombatResult:
    attacker, _, defender = result.partition("/")
    return CombatResult(_hits_of(attacker), _hits_of(defender))


def _hits_of(part: str) -> Hits:
    mark = part[-1] if part[-1] in "DZ" else ""
    number = part.removesuffix(mark)
    return Hits(0 if number == NOTHING else int(number), mark)


class BombardmentResult(NamedTuple):
    """A result of the bombardment table: `Z1` is Z and a step (10.1)."""

    letter: str = ""
    steps: int = 0


def barrage_result(result: str) -> BombardmentResult:
    return BombardmentResult() if result == NOTHING else BombardmentResult(result[:1], int(result[1:] or 0))


# ── Custom tables and numbers (`new --tables`), laid out as in our files: [tables.ID], [values], [modifiers]


def check_own(own: dict[str, Any], file: str) -> None:
    """Check custom tables and numbers; BadFile lists everything wrong with them.

    What comes from the source, is derived from it, or is history, cannot be changed; reconstructions can be replaced.
    """
    from tarawa_cli.kernel.saves.custom_tables import Limit, Replacing, problems  # start-up

    limits = {"strategic": Limit(1, 9, "6.2: strategic movement must not be slower")}
    replacing = Replacing("malta", data.SOURCES, limits)
    charts = data.document("charts.toml")
    numbers = {part: replacing.values(charts[part]) for part in ("values", "modifiers")}
    if wrong := list(problems(own, {"tables": partial(_table_problems, replacing), **numbers})):
        raise BadFile(f"{file} cannot be used:", problems=wrong)


def _table_problems(replacing: "Replacing", part: str, id: str, rows: Any) -> Iterator[str]:
    from tarawa_cli.kernel.saves.custom_tables import Results  # start-up

    where, sheet = f"{part}.{id}", data.document("tables.toml").get(id)
    if sheet is None:
        yield f"{where}: no such table"
    elif fixed := replacing.fixed(sheet["tag"], sheet["rule"]):
        yield f"{where}: {fixed}"
    elif not isinstance(rows, dict) or not all(isinstance(row, str) for row in rows.values()):
        yield f"{where}: must be rows, each a string of results"
    else:
        printed, (custom, wrong) = printed_table(id), own_table(id, rows)
        if wrong:
            yield from (f"{where}: {what}" for what in wrong)
        elif len(custom.columns) != len(printed.columns):
            yield f"{where}: must have {len(printed.columns)} results per row, not {len(custom.columns)}"
        else:
            yield from replacing.results(printed, custom, Results())
            if id == "follow-up" and any(row.result == AGAIN for row in custom.columns["2"]):
                yield f"{where}: after {AGAIN} the second column must name a zone ({printed.rule})"
