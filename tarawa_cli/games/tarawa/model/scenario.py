"""Scenarios: what is played, who arrives when, and the position it starts from, if any."""

from os.path import abspath, basename, dirname, exists, realpath

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.model import codec
from tarawa_cli.games.tarawa.model.board import betio
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.state import Setting
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import is_file_name
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Iterator, NamedTuple
from tarawa_cli.kernel.saves import scenarios
from tarawa_cli.kernel.saves.scenarios import LAST, REMEMBERED, Shelf, is_number
from tarawa_cli.kernel.standard import lru_cache

if TYPE_CHECKING:
    from tarawa_cli.games.tarawa.model.goal import Goal

TABLES = ("scenario", "goal", "schedule", "position")
KEYS = {"id", "name", "description", "introduction", "order", "base", "length", "beaches", "plan", "tracks"}
SHELF = Shelf("tarawa")
folder, shipped, read = SHELF.folder, SHELF.shipped, SHELF.read


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
    goal: "Goal | None" = None
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
        raise BadFile(f"{what} is not a sound scenario:", problems=wrong)
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
        _goal(doc, base),
        head.get("order", LAST),
    )


def _goal(doc: dict[str, Any], base: Scenario | None) -> "Goal | None":
    if "goal" not in doc:
        return base.goal if base else None
    from tarawa_cli.games.tarawa.model import goal  # start-up

    return goal.build(doc["goal"])


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
        from tarawa_cli.games.tarawa.model import goal  # start-up

        yield from goal.problems(doc["goal"])
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
