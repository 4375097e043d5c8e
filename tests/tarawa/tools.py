"""What the tests of the game's data share: settings, positions written to files, random sound positions."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import settings

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.state import OUTCOMES, PHASES, State, Unit, allowance
from tarawa_cli.games.tarawa.model.work import HANDLERS
from tarawa_cli.kernel.engine.play import Frame
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves import toml
from tests.tarawa.tables import CAMPAIGN, TABLES

EXAMPLE = """\
[scenario]
id = "example-6-6-1"
name = "Anti-landing fire off Red 3"
base = "campaign"                 # takes schedule, beaches, length from there

[position]
turn = 3
phase = "impulse-2"
default = "absent"                # units not named below are out of this game
tracks = { japanese = 3, marines = 3, "2nd" = 3, "6th" = 3, "8th" = 3, "10th" = 3 }
casualties = 0
shore = 0
stock = 0
cleared = "2728"
occupied = ""
heads = ""
demolished = { "2728" = 2 }
suppressed = {}
area_suppression = "red3"
chits = {}
improved = ""

[position.units."3/8A"]
at = "2327"
beach = "red3"
steps = 8
ap = 8
pins = 0
supply = "active"
"""
"""The example of 6.6.1, as a scenario."""
HEAD = '[scenario]\nid = "test"\nname = "A test"\nbase = "campaign"\n'


def examples(count: int) -> settings:
    """The same examples on every run, kept nowhere."""
    return settings(max_examples=count, deadline=None, derandomize=True, database=None)


def new_state() -> State:
    """The campaign as it begins."""
    return GAME.begin(CAMPAIGN)


def members(charts: Charts, name: str) -> list[str]:
    """The units of a battalion, or the unit of that name."""
    return [unit.id for unit in charts.units.values() if name in (unit.battalion, unit.id)]


def position(**keys: Any) -> State:
    """A position of the campaign, given as a save would hold it."""
    return GAME.load(CAMPAIGN, keys)


def wrong(**keys: Any) -> list[str]:
    """What is wrong with a position; nothing if it is sound."""
    try:
        position(**keys)
    except BadFile as error:
        return list(error.problems) or [error.message]
    return []


def through_text(doc: dict[str, Any]) -> dict[str, Any]:
    """A document as it comes back from a file."""
    return toml.parse("\n".join(toml.lines(doc)), "the text")


def words(text: str) -> list[str]:
    return text.split()


def write_scenario(folder: Path, position: Mapping[str, Any], head: str = HEAD) -> Setup:
    """A scenario file with a position, and the setup that starts it."""
    text = head + "\n[position]\n" + "\n".join(toml.lines(position)) + "\n"
    (folder / "test.toml").write_text(text, encoding="utf-8")
    return Setup("test.toml", str(folder), TABLES)


def facts(state: State) -> dict[str, Any]:
    """Everything in a state, to compare two states."""
    held = {name: value for name, value in vars(state).items() if name not in ("setting", "units", "tracks_order")}
    units = {
        id: {slot: getattr(unit, slot) for slot in unit.slots if slot != "type"} for id, unit in state.units.items()
    }
    return held | {"units": units}


# ── Random sound positions


def random_state(seed: int) -> State:
    """A random sound position of the campaign: anything that can be on the table at once."""
    rng = Random(seed)
    state = new_state()
    _random_game(state, rng)
    _random_hexes(state, rng)
    _random_units(state, rng)
    occupied = sorted({unit.at for unit in state.units.values() if unit.at in state.board.land and not unit.homeward})
    state.improved = set(_some(rng, occupied))
    state.stack = _random_work(state, rng)
    return state


def _some(rng: Random, things: Iterable[str], share: float = 0.3) -> list[str]:
    return [thing for thing in things if rng.random() < share]


def _flag(rng: Random) -> bool:
    return rng.random() < 0.2


def phases_of(state: State) -> list[str]:
    """The phases that can occur this turn (3)."""
    never = {"support"} if state.night else {"night"}
    if state.turn > 1:
        never.add("bombardment")
    if state.turn < 3:
        never |= {"supply-points", "supply-check"}
    return [phase for phase in PHASES if phase not in never]


def _random_game(state: State, rng: Random) -> None:
    areas = list(state.board.areas)
    state.turn = rng.randint(1, 30)
    state.phase = rng.choice(phases_of(state))
    state.tracks = {track: rng.randint(-5, 5) for track in state.tracks}
    state.operative = {track: rng.randint(-5, 5) for track in state.tracks}
    state.casualties = 50 * rng.randint(0, 130)
    state.shore, state.stock, state.chits_due = rng.randint(0, 3), rng.randint(0, 30), rng.randint(0, 9)
    state.delay, state.pier_landings, state.pier_artillery = (rng.randint(0, 2) for _ in range(3))
    state.supply_loss, state.shore_loss = (rng.randint(0, 3) for _ in range(2))
    state.heavy_embarked = set(_some(rng, ["sherman-1", "sherman-2", "stuart-5", "1/10"]))
    state.wreck, state.wreck_fire = rng.choice(["", "occupied", "cleared"]), rng.randint(0, 2)
    for name, value in vars(state).items():
        if isinstance(value, bool):
            setattr(state, name, _flag(rng))
    state.chits = {area: rng.randint(-2, 0) for area in _some(rng, areas)}
    state.raids = {area: rng.randint(1, 2) for area in _some(rng, areas)}
    state.area_suppression, state.suppression_tried = set(_some(rng, areas)), set(_some(rng, areas))
    state.craft_lost = dict.fromkeys(_some(rng, state.charts.craft), 1)
    state.paid = set(_some(rng, ["2/6", "6th"]))
    state.plan = rng.sample(["2nd", "6th", "8th"], rng.randint(0, 2))
    state.direct_supply = set(_some(rng, state.charts.battalions))
    state.hits, state.empty_lvt = rng.choice(["ask", "step", "morale"]), rng.choice(["pool", "wait"])
    state.outcome = rng.choice(["", "", *OUTCOMES])


def _random_work(state: State, rng: Random) -> list[Frame]:
    """Unfinished work with a question on top, in a phase that can ask it; or nothing."""
    phase = state.phase.rstrip("-123")
    able = [id for id, unit in state.units.items() if unit.on_map and unit.type.regiment]
    if state.outcome or not able or phase not in ("anti-landing", "offensive-fire", "night") or rng.random() < 0.2:
        return []
    left = {"anti-landing": list(state.units), "offensive-fire": list(state.board.areas)}.get(phase, [])
    fire = [HANDLERS.frame(phase, left=some)] if (some := _some(rng, left)) else []
    return [HANDLERS.frame("arrive"), *fire, HANDLERS.frame("hit", unit=rng.choice(able))]


def _random_hexes(state: State, rng: Random) -> None:
    board = state.board
    state.cleared = frozenset(_some(rng, sorted(board.defended), rng.random()))
    state.occupied = frozenset(_some(rng, sorted(board.free)))
    for at, number in board.pillboxes.items():
        steps = 2 * number if at in state.cleared else rng.randint(0, 2 * number)
        if steps:
            state.demolished[at] = steps
    state.suppressed = {at: rng.randint(1, 4) for at in _some(rng, sorted(state.uncleared), 0.05)}
    state.secured = {area for area in board.areas if _was_secured(state, area)}
    friendly = sorted(state.cleared | board.free)
    state.heads = frozenset(rng.sample(friendly, rng.randint(0, 4)))


def _was_secured(state: State, area: str) -> bool:
    """Whether an area may once have been secured (9.2.2)."""
    pillboxes = state.board.around_area(area, 3) & state.board.pillboxes.keys()
    return state.board.airstrip(area) <= state.occupied and not any(map(state.pillboxes_standing, pillboxes))


def _random_units(state: State, rng: Random) -> None:
    board = state.board
    free = {
        "land": sorted(state.cleared | board.free),
        "reef": sorted(at for at, kind in board.terrain.items() if kind in ("reef", "entry")),
        "entry": sorted(at for at, kind in board.terrain.items() if kind == "entry"),
        "pier": ["1431", *board.pier_route[:-1]],
    }
    for places in free.values():
        rng.shuffle(places)
    taken: set[str] = set()

    def take(kind: str) -> str:
        place = next((at for at in free[kind] if f"{kind == 'pier'}{at}" not in taken), "")
        taken.add(f"{kind == 'pier'}{place}")
        return place

    for craft in [unit for unit in state.units.values() if unit.type.is_craft]:
        _random_craft(state, craft, rng, take)
    for unit in [unit for unit in state.units.values() if not unit.type.is_craft]:
        _random_combat_unit(state, unit, rng, take)
    for unit in state.units.values():
        _random_counter(state, unit, rng)


def _random_craft(state: State, craft: Unit, rng: Random, take: Callable[[str], str]) -> None:
    state.units.put(craft, rng.choice(["pool", "lost", "absent", "water", "water"]))
    if craft.at == "water":
        state.units.put(craft, take("reef" if craft.kind == "lvt" else "entry"))
        craft.beach = rng.choice(list(state.board.beaches))
        craft.homeward = craft.kind == "lvt" and _flag(rng)
        craft.emptied = not craft.homeward and _flag(rng)
        if craft.homeward and _flag(rng):
            state.units.put(craft, rng.choice(sorted(state.board.landing)))
        if "supply" in craft.type.carries and not craft.homeward and not craft.emptied and _flag(rng):
            craft.load = f"supply:{rng.choice(state.charts.battalions)}"


def _random_combat_unit(state: State, unit: Unit, rng: Random, take: Callable[[str], str]) -> None:
    ways = ["land", "land", "land", "in", "schedule", "lost", "absent"]
    ways += ["bairiki"] if unit.kind == "artillery" else ["reef"]
    ways += [] if unit.type.is_tank else ["pier"]
    way = rng.choice(ways)
    empty = [
        craft.id
        for craft in state.units.values()
        if unit.kind in craft.type.carries and craft.at.isdigit() and not state.is_loaded(craft)
        if not craft.homeward and not craft.emptied
    ]
    mates = [other.at for other in state.units.values() if other.type.battalion == unit.type.battalion and other.at in
             state.board.land] if unit.type.battalion else []  # fmt: skip
    if way == "land" and mates and _flag(rng):
        state.units.put(unit, mates[0])
    elif way == "in" and empty:
        state.units.put(unit, f"in:{rng.choice(empty)}")
    elif way in ("land", "reef", "pier"):
        place = take(way)
        state.units.put(unit, "schedule" if not place else f"pier:{place}" if way == "pier" else place)
        unit.beach = rng.choice(list(state.board.beaches)) if way != "land" else ""
    else:
        state.units.put(unit, "schedule" if way == "in" else way)


def _random_counter(state: State, unit: Unit, rng: Random) -> None:
    unit.steps = 0 if unit.at == "lost" else rng.randint(1, unit.type.steps)
    if not unit.on_map:
        return
    unit.spent = rng.randint(0, int(2 * allowance(state, unit))) / 2
    unit.pins = rng.choice([0, 0, 1, 2])
    unit.moved = _flag(rng)
    if state.board.is_water(unit.at):
        unit.course = rng.choice(["", "", "left", "right"])
    if unit.type.is_craft:
        return
    unit.landed = rng.randint(0, state.turn)
    unit.supply = rng.choice(["active", "general", "none"])
    unit.unsupplied = rng.randint(0, 4)
    unit.group = rng.choice(["", unit.id, f"{unit.id}@1"])
    unit.fired = tuple(rng.sample(sorted(state.board.defended), rng.randint(0, 2)))
    for name in ("acted", "attacked", "banzai", "hurt", "paid", "rushed", "walking", "wrecking"):
        setattr(unit, name, _flag(rng))
    if unit.at in state.board.land:
        unit.digging, unit.recovering = _flag(rng), _flag(rng)


def written(folder: Path, text: str) -> Path:
    """A scenario file, each in a place of its own."""
    path = folder / f"scenario-{len(list(folder.iterdir()))}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def problems(path: Path) -> list[str]:
    """What is wrong with a scenario file; the message names it."""
    with pytest.raises(BadFile) as caught:
        GAME.begin(Setup(path.name, str(path.parent)))
    assert path.name in caught.value.message
    for problem in caught.value.problems:
        assert problem in caught.value.message
    return list(caught.value.problems)
