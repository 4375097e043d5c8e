"""Scenarios: what is played, how long, for what, the starting position, and the plan that they offer to the Axis."""

from tarawa_cli.games.malta import data, rule
from tarawa_cli.games.malta.model.board import OCEAN, is_hex, malta
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.codec import OFFSETS, read_zones
from tarawa_cli.games.malta.model.state import DropZone, Setting
from tarawa_cli.games.malta.model.unit import WAVES
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Any, Iterator, NamedTuple
from tarawa_cli.kernel.saves import scenarios
from tarawa_cli.kernel.saves.readers import Wrong
from tarawa_cli.kernel.saves.scenarios import LAST, REMEMBERED, Shelf
from tarawa_cli.kernel.standard import lru_cache

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


def read_plan(doc: dict[str, Any]) -> Plan:
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
        yield "plan.airland: must be a string of units"


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


# ── Scenarios


TABLES = ("scenario", "goal", "plan", "position")
KEYS = {"id", "name", "description", "introduction", "order", "last", "surrender"}
TOTALS = range(3, 40)
"""The totals that a scenario may set for the surrender of Malta (20.3)."""
GOAL = {"hexes", "text"}
GOAL_MORE = {"needed", "least", "supplied", "losses"}
SHELF = Shelf("malta")
shipped, read = SHELF.shipped, SHELF.read


class Goal(NamedTuple):
    """The goal of a scenario (22): the Axis need more of the hexes than the Allies, or at least `least` of them."""

    hexes: tuple[Hex, ...]
    text: str
    needed: tuple[Hex, ...] = ()
    """Without these the Axis have not won, whatever else they control."""
    least: int = 0
    """The number of hexes that the Axis need; 0 means more than the Allies."""
    supplied: bool = False
    """Whether only hexes count to which a headquarters of the Axis has a supply line."""
    losses: int | None = None
    """Battalion equivalents that the Axis may lose at most; None: any number."""


class Scenario(NamedTuple):
    id: str
    name: str
    description: str
    introduction: str
    last: int
    """The number of its last turn."""
    goal: Goal | None
    position: dict[str, Any]
    content: str
    """All of it that decides how it is played."""
    order: int = LAST
    plan: Plan = Plan()
    """The printed plan of the Axis."""
    surrender: int = 0
    """The total at which Malta surrenders, if that is not the table's (20.3)."""


@rule("22")
def locate(name: str, base: str) -> str:
    """The file of a scenario: a shipped one's name, or a path relative to a folder."""
    return SHELF.locate(name, base)


def load(path: str) -> Scenario:
    return parsed(read(path), path)


def in_order() -> list[Scenario]:
    return SHELF.in_order(load)


@lru_cache(REMEMBERED)
def parsed(text: str, what: str) -> Scenario:
    """A scenario with its own keys checked; BadFile lists everything wrong."""
    doc = data.FILES.parse(text, what)
    head = doc.get("scenario")
    if not isinstance(head, dict):
        raise BadFile(f"{what} is not a scenario:", problems=["scenario: no such table"])
    wrong = [*_problems(doc, head)]
    if wrong:
        raise BadFile(f"{what} is not a valid scenario:", problems=wrong)
    return Scenario(
        head["id"],
        head["name"],
        head.get("description", ""),
        head.get("introduction", "").strip(),
        CHARTS.turn_numbers[head.get("last", CHARTS.turns[-1].id)],
        _goal(doc["goal"]) if "goal" in doc else None,
        doc.get("position", {}),
        scenarios.content(doc, head),
        head.get("order", LAST),
        read_plan(doc.get("plan", {})),
        head.get("surrender", 0),
    )


def _goal(goal: dict[str, Any]) -> Goal:
    needed = tuple(goal.get("needed", "").split())
    more = {key: goal[key] for key in ("least", "supplied", "losses") if key in goal}
    return Goal(tuple(goal["hexes"].split()), scenarios.label(goal["text"]), needed, **more)


def _problems(doc: dict[str, Any], head: dict[str, Any]) -> Iterator[str]:
    yield from scenarios.problems(doc, head, TABLES, KEYS)
    if head.get("last", CHARTS.turns[-1].id) not in list(CHARTS.turn_numbers):
        yield f"scenario.last: must be a turn like 6jul-night, not {shown(str(head['last']))}"
    if not scenarios.is_number(head.get("surrender", TOTALS[0]), TOTALS[0], TOTALS[-1]):
        yield f"scenario.surrender: must be a total of {TOTALS[0]} to {TOTALS[-1]}"
    if "goal" in doc:
        yield from _goal_problems(doc["goal"])
    yield from problems(doc.get("plan", {}))
    yield from _jump_problems(doc.get("plan", {}))


def _jump_problems(doc: Any) -> Iterator[str]:
    """Problems with the drops of a scenario's plan, which are read like those of a position."""
    if not isinstance(doc, dict) or not isinstance(doc.get("jumps"), dict):
        return
    try:
        read_zones(Setting(Scenario("", "", "", "", 1, None, {}, "")), doc["jumps"])
    except Wrong as reason:
        yield f"plan.jumps: {reason}"


def _goal_problems(goal: Any) -> Iterator[str]:
    if not isinstance(goal, dict) or not GOAL <= set(goal) <= GOAL | GOAL_MORE:
        yield f"goal: must have {' and '.join(sorted(GOAL))}, and may have {' and '.join(sorted(GOAL_MORE))}"
        return
    if not all(isinstance(goal.get(key, ""), str) for key in ("hexes", "text", "needed")):
        yield "goal: hexes, text and needed must be strings"
        return
    if not isinstance(goal.get("supplied", True), bool):
        yield "goal.supplied: must be true or false"
    if not _is_count(goal.get("losses", 0), 99):
        yield "goal.losses: must be a number of battalion equivalents"
    hexes = goal["hexes"].split()
    if not hexes or not all(is_hex(at) and at in malta().land for at in [*hexes, *goal.get("needed", "").split()]):
        yield "goal.hexes, goal.needed: must be land hexes"
    if not _is_count(goal.get("least", 0), len(hexes)):
        yield "goal.least: must not exceed the number of hexes"


def _is_count(value: Any, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most
