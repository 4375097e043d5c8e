"""Scenarios: what is played, to what goal, who arrives when, and the position it starts from, if any."""

from os.path import abspath, basename, dirname, exists, realpath

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.model import codec
from tarawa_cli.games.tarawa.model.board import betio
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.state import Setting
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import is_file_name
from tarawa_cli.kernel.hints import Any, Iterator, NamedTuple
from tarawa_cli.kernel.saves import scenarios
from tarawa_cli.kernel.saves.scenarios import LAST, REMEMBERED, Shelf, is_number, label
from tarawa_cli.kernel.standard import lru_cache

TABLES = ("scenario", "goal", "schedule", "position")
KEYS = {"id", "name", "description", "introduction", "order", "base", "length", "beaches", "plan", "tracks"}
SHELF = Shelf("tarawa")
folder, shipped, read = SHELF.folder, SHELF.shipped, SHELF.read


# ── 13.3: a scenario's own goal, in its `[goal]` table


JUDGED = ("at once", "at the end")
GOAL_KEYS = ("text", "judged", "casualties", "heads", "ground")
GROUND_KEYS = ("name", "areas", "hexes", "at_least")
MOST_CASUALTIES = 99_950


class GroundGoal(NamedTuple):
    """Ground to hold: all of it, or a number of its hexes."""

    name: str
    areas: tuple[str, ...] = ()
    hexes: tuple[Hex, ...] = ()
    at_least: int = 0
    """The number of hexes; 0 means all of them."""

    @property
    def targets(self) -> tuple[Hex, ...]:
        """The hexes that count: those named, and those to clear in the areas named; by default the whole island."""
        board = betio()
        if not self.areas and not self.hexes:
            return tuple(sorted(board.land))
        within = (hex for area in self.areas for hex in board.areas[area].hexes if hex in board.defended)
        return tuple(dict.fromkeys((*self.hexes, *within)))

    @property
    def needed(self) -> int:
        return self.at_least or len(self.targets)

    def as_doc(self) -> dict[str, Any]:
        """The ground as a scenario file holds it, without defaults."""
        doc = {"name": self.name, "areas": list(self.areas), "hexes": list(self.hexes), "at_least": self.at_least}
        return {key: value for key, value in doc.items() if value}


class Goal(NamedTuple):
    text: str
    """The goal in a sentence."""
    judged: str = JUDGED[0]
    """`at once`: reaching it wins; `at the end`: it must be met when the last turn is over."""
    casualties: int = 0
    """At this number of casualties or more a victory is pyrrhic; 0: only chapter 12 counts."""
    heads: int = 0
    """The number of supply heads needed."""
    ground: tuple[GroundGoal, ...] = ()

    @property
    def at_once(self) -> bool:
        return self.judged == JUDGED[0]

    def facts(self) -> dict[str, Any]:
        """The goal as plain values, with the hexes of its ground."""
        ground = [{"name": it.name, "hexes": list(it.targets), "needed": it.needed} for it in self.ground]
        return {**self._asdict(), "casualties": self.casualties or None, "ground": ground}

    def as_doc(self) -> dict[str, Any]:
        """The goal as a scenario file holds it, without defaults."""
        doc = {**self._asdict(), "ground": [ground.as_doc() for ground in self.ground]}
        return {key: value for key, value in doc.items() if value}


# ── Scenarios


class Arrival(NamedTuple):
    """When and where a unit or battalion may come (13.1)."""

    turn: int
    beaches: tuple[str, ...]
    price: int = 0
    """Boxes of Marine general morale, paid once when its first unit embarks."""


class Scenario(NamedTuple):
    id: str
    name: str
    description: str
    introduction: str
    length: int
    beaches: tuple[str, ...]
    plan: str
    """schedule (13.1) or free (13.2)."""
    tracks: dict[str, int]
    schedule: dict[str, Arrival]
    position: dict[str, Any]
    content: str
    """Everything that affects play, including what comes from the base."""
    goal: Goal | None = None
    """Its own goal (13.3), if it has one."""
    order: int = LAST
    """Its place in the list of scenarios."""


def locate(name: str, base: str) -> str:
    """The file of a scenario, given a shipped scenario's name or a path relative to a folder."""
    path = SHELF.locate(name, base)
    return _moved(path) if is_file_name(name) else path


def _moved(path: str) -> str:
    """The present path of a file; shipped scenarios used to be one folder higher."""
    is_old = path.endswith(".toml") and dirname(abspath(path)) == dirname(folder()) and not exists(path)
    return shipped().get(basename(path).removesuffix(".toml"), path) if is_old else path


def load(path: str) -> Scenario:
    """The scenario in a file."""
    text = read(path)
    itself = next((id for id, file in shipped().items() if realpath(file) == realpath(path)), "")
    return parsed(text, path, itself)


def in_order() -> list[Scenario]:
    return SHELF.in_order(load)


@lru_cache(REMEMBERED)
def parsed(text: str, what: str, itself: str = "") -> Scenario:
    """A scenario, fully checked; BadFile lists everything wrong with it."""
    doc = data.FILES.parse(text, what)
    head = doc.get("scenario")
    if not isinstance(head, dict):
        raise BadFile(f"{what} is not a scenario:", problems=["scenario: there is no such table"])
    wrong = [*_base_problems(itself, head), *_problems(doc, head)]
    if wrong:
        wrong += _position_problems(doc.get("position", {}))
        raise BadFile(f"{what} is not a valid scenario:", problems=wrong)
    base = load(shipped()[head["base"]]) if "base" in head else None
    return _build(doc, head, base)


def _base_problems(itself: str, head: dict[str, Any]) -> Iterator[str]:
    name = head.get("base", "")
    others = shipped().keys() - {itself}
    if "base" in head and (not isinstance(name, str) or name not in others):
        yield f"scenario.base: there is no other scenario {shown(str(name))}"


def _position_problems(position: Any) -> Iterator[str]:
    """What cannot be read in the position of a scenario that has other faults."""
    if not isinstance(position, dict):
        return
    stand_in = Scenario("", "", "", "", 30, (), "schedule", _starting_tracks(), {}, {}, "")
    try:
        codec.load(Setting(stand_in, Charts({})), position, "")
    except BadFile as error:
        yield from (f"position.{what}" for what in error.problems)


def _build(doc: dict[str, Any], head: dict[str, Any], base: Scenario | None) -> Scenario:
    beaches = tuple(head["beaches"]) if "beaches" in head else base.beaches if base else ()
    schedule = {
        name: Arrival(entry["turn"], tuple(entry.get("beaches", beaches)), entry.get("price", 0))
        for name, entry in doc.get("schedule", {}).items()
    }
    if base and "schedule" not in doc:
        schedule = {name: _inherited(arrival, base.beaches, beaches) for name, arrival in base.schedule.items()}
    goal = build_goal(doc["goal"]) if "goal" in doc else base.goal if base else None
    return Scenario(
        head["id"],
        head["name"],
        head.get("description", ""),
        head.get("introduction", "").strip(),
        head.get("length", base.length if base else 30),
        beaches,
        head.get("plan", base.plan if base else "schedule"),
        (dict(base.tracks) if base else _starting_tracks()) | head.get("tracks", {}),
        schedule,
        doc.get("position", {}),
        scenarios.content(doc, head) + (base.content if base else ""),
        goal,
        head.get("order", LAST),
    )


def _inherited(arrival: Arrival, before: tuple[str, ...], now: tuple[str, ...]) -> Arrival:
    """An arrival of the base scenario, adapted: "any beach" there means any open beach here."""
    kept = now if arrival.beaches == before else tuple(beach for beach in arrival.beaches if beach in now)
    return arrival._replace(beaches=kept)


def _starting_tracks() -> dict[str, int]:
    morale = data.document("charts.toml")["morale"]
    return dict.fromkeys(morale["tracks"], morale["start"])


def _problems(doc: dict[str, Any], head: dict[str, Any]) -> Iterator[str]:
    yield from scenarios.problems(doc, head, TABLES, KEYS)
    if not is_number(head.get("length", 30), 1, 30):
        yield "scenario.length: must be a turn from 1 to 30"
    if head.get("plan", "schedule") not in ("schedule", "free"):
        yield "scenario.plan: must be schedule or free"
    if "base" not in head or "beaches" in head:
        yield from _beach_problems("scenario.beaches", head.get("beaches"))
    yield from _track_problems(head.get("tracks", {}))
    if "goal" in doc:
        yield from _goal_problems(doc["goal"])
    yield from _schedule_problems(doc.get("schedule", {}))


def _beach_problems(where: str, value: Any) -> Iterator[str]:
    if not isinstance(value, list) or not value or not all(isinstance(beach, str) for beach in value):
        yield f"{where}: must be an array of beaches"
        return
    yield from (f"{where}: there is no beach {shown(beach)}" for beach in value if beach not in betio().beaches)


def _track_problems(tracks: Any) -> Iterator[str]:
    if not isinstance(tracks, dict):
        yield "scenario.tracks: must be a table"
        return
    for name, box in tracks.items():
        if name not in _starting_tracks():
            yield f"scenario.tracks.{name}: no such track"
        elif not is_number(box, -5, 5):
            yield f"scenario.tracks.{name}: must be a box from -5 to 5"


def _schedule_problems(schedule: Any) -> Iterator[str]:
    if not isinstance(schedule, dict):
        yield "schedule: must be a table"
        return
    charts = Charts({})
    for name, entry in schedule.items():
        where = f"schedule.{name}"
        if name not in charts.battalions and (name not in charts.units or charts.units[name].is_craft):
            yield f"{where}: no such battalion or unit"
        yield from _arrival_problems(where, entry)


def _arrival_problems(where: str, entry: Any) -> Iterator[str]:
    if not isinstance(entry, dict):
        yield f"{where}: must be a table with a turn"
        return
    yield from (f"{where}.{key}: no such key" for key in entry if key not in ("turn", "beaches", "price"))
    if not is_number(entry.get("turn"), 1, 30):
        yield f"{where}.turn: must be a turn from 1 to 30"
    if "beaches" in entry:
        yield from _beach_problems(f"{where}.beaches", entry["beaches"])
    if not is_number(entry.get("price", 0), 0, 5):
        yield f"{where}.price: must be a number of boxes from 0 to 5"


def build_goal(doc: dict[str, Any]) -> Goal:
    """The goal in a `[goal]` table that has been checked."""
    ground = tuple(_ground(entry | {"name": label(entry["name"])}) for entry in doc.get("ground", []))
    return Goal(**{**doc, "text": label(doc["text"]), "ground": ground})


def _ground(entry: dict[str, Any]) -> GroundGoal:
    areas, hexes = (tuple(entry.get(key, ())) for key in ("areas", "hexes"))
    return GroundGoal(entry["name"], areas, hexes, entry.get("at_least", 0))


def _goal_problems(doc: Any) -> Iterator[str]:
    """Key and reason for everything wrong with a `[goal]` table."""
    if not isinstance(doc, dict):
        yield "goal: must be a table"
        return
    most_heads = data.document("charts.toml")["values"]["heads"]["value"]
    yield from (f"goal.{key}: no such key" for key in doc if key not in GOAL_KEYS)
    if not _is_text(doc.get("text")):
        yield "goal.text: must be a string"
    if doc.get("judged", JUDGED[0]) not in JUDGED:
        yield f"goal.judged: must be {' or '.join(JUDGED)}"
    if not _is_count(doc.get("casualties", 1), MOST_CASUALTIES):
        yield f"goal.casualties: must be a whole number from 1 to {MOST_CASUALTIES}"
    if not _is_count(doc.get("heads", 1), most_heads):
        yield f"goal.heads: must be a whole number from 1 to {most_heads}"
    if not doc.get("ground") and "heads" not in doc:
        yield "goal: must name ground or heads"
    yield from _all_ground_problems(doc.get("ground", []))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_count(value: Any, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most


def _all_ground_problems(entries: Any) -> Iterator[str]:
    if not isinstance(entries, list):
        yield "goal.ground: must be an array of tables"
        return
    for number, entry in enumerate(entries, 1):
        yield from _ground_problems(f"goal.ground.{number}", entry)


def _ground_problems(where: str, entry: Any) -> Iterator[str]:
    if not isinstance(entry, dict):
        yield f"{where}: must be a table"
        return
    board = betio()
    yield from (f"{where}.{key}: no such key" for key in entry if key not in GROUND_KEYS)
    if not _is_text(entry.get("name")):
        yield f"{where}.name: must be a string"
    wrong = [
        *_name_problems(f"{where}.areas", entry.get("areas", []), board.areas, "area"),
        *_name_problems(f"{where}.hexes", entry.get("hexes", []), board.land, "land hex"),
    ]
    yield from wrong
    most = len(board.land) if wrong else len(_ground({"name": "", **entry, "at_least": 0}).targets)
    if not _is_count(entry.get("at_least", 1), most):
        yield f"{where}.at_least: must be a whole number from 1 to {most}"


def _name_problems(where: str, names: Any, known: Any, what: str) -> Iterator[str]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        yield f"{where}: must be an array of strings"
        return
    yield from (f"{where}: there is no {what} {shown(name)}" for name in names if name not in known)
