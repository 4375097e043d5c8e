"""The plan that a scenario offers to the Axis (18.2, 18.3, 19.3), and a plan of drops taken apart (19.2)."""

from tarawa_cli.games.malta.model.board import OCEAN, malta
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.codec import OFFSETS
from tarawa_cli.games.malta.model.places import WAVES
from tarawa_cli.games.malta.model.state import DropZone
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.hints import Any, Iterator, NamedTuple

# ── The series of a drop zone and their units (19.2)


class DropSeries(NamedTuple):
    """Units that drop together, and their offset from the marker: `ne1`, or nothing."""

    units: tuple[str, ...]
    offset: str = ""

    def text(self) -> str:
        return " ".join(filter(None, [*self.units, self.offset]))


def read_series(text: str) -> DropSeries:
    *units, last = text.split()
    return DropSeries(tuple(units), last) if units and last in OFFSETS else DropSeries((*units, last))


def series_of(zone: DropZone) -> list[DropSeries]:
    return [read_series(text) for text in zone.series]


def units_of(zone: DropZone) -> list[str]:
    return [id for series in series_of(zone) for id in series.units]


def without(zone: DropZone, units: list[str]) -> DropZone:
    """A drop zone without some units, and without empty series."""
    kept = [DropSeries(tuple(id for id in one.units if id not in units), one.offset) for one in series_of(zone)]
    return zone._replace(series=tuple(one.text() for one in kept if one.units))


# ── The printed plan of a scenario for the Axis (18.2, 18.3, 19.3)


class PlannedLanding(NamedTuple):
    """A unit's place in a lift."""

    turn: int
    unit: str
    at: Hex
    wave: int


class Plan(NamedTuple):
    approach: dict[str, str] = {}
    """The zone of each division."""
    ships: dict[str, Hex] = {}
    """Where warships are placed."""
    sea: tuple[PlannedLanding, ...] = ()
    """Units that embark, in the order of the lifts."""
    jumps: dict[str, Any] = {}
    """Drop zones by name, as a position has them."""
    airland: tuple[str, ...] = ()
    """Units that are air-landed as soon as there is an airfield."""


def read(doc: dict[str, Any]) -> Plan:
    """A plan without problems."""
    sea = [_landing(turn, line) for turn, lines in doc.get("sea", {}).items() for line in lines]
    return Plan(
        doc.get("approach", {}),
        doc.get("ships", {}),
        tuple(sorted(sea, key=lambda landing: landing.turn)),
        doc.get("jumps", {}),
        tuple(doc.get("airland", "").split()),
    )


def _landing(turn: str, line: str) -> PlannedLanding:
    unit, at, wave = line.split()
    return PlannedLanding(CHARTS.turn_numbers[turn], unit, at, int(wave))


def problems(doc: Any) -> Iterator[str]:
    """Everything that is wrong with a scenario's plan."""
    if not isinstance(doc, dict):
        yield "plan: must be a table"
        return
    yield from (f"plan.{key}: no such key" for key in doc if key not in Plan._fields)
    tables = {key: doc.get(key, {}) for key in ("approach", "ships", "sea", "jumps")}
    bad = [key for key, value in tables.items() if not isinstance(value, dict)]
    yield from (f"plan.{key}: must be a table" for key in bad)
    if not bad:
        yield from _approach_problems(tables["approach"])
        yield from _ship_problems(tables["ships"])
        yield from _sea_problems(tables["sea"])
    airland = doc.get("airland", "")
    if not isinstance(airland, str) or not all(word in CHARTS.units for word in airland.split()):
        yield "plan.airland: must be a text with units"


def _approach_problems(approach: dict[str, Any]) -> Iterator[str]:
    for division, zone in approach.items():
        if division not in CHARTS.formations or not isinstance(zone, str) or zone not in malta().beaches:
            yield f"plan.approach.{shown(division)}: must be a division and its zone"


def _ship_problems(ships: dict[str, Any]) -> Iterator[str]:
    for ship, at in ships.items():
        if ship not in CHARTS.units or not CHARTS.units[ship].can("ship"):
            yield f"plan.ships.{shown(ship)}: no such ship"
        elif malta().terrain.get(at if isinstance(at, str) else "") != OCEAN:
            yield f"plan.ships.{ship}: must be a hex of ocean"


def _sea_problems(sea: dict[str, Any]) -> Iterator[str]:
    for turn, lines in sea.items():
        if turn not in CHARTS.turn_numbers or not isinstance(lines, list):
            yield f"plan.sea.{shown(turn)}: must be a turn with an array of landings"
            continue
        yield from (f"plan.sea.{turn}: {shown(str(line))} is not UNIT HEX WAVE" for line in lines if not _reads(line))


def _reads(line: Any) -> bool:
    words = line.split() if isinstance(line, str) else []
    if len(words) != 3:
        return False
    unit, at, wave = words
    return unit in CHARTS.units and at in malta().zone_of and wave in map(str, WAVES)
