"""Made-up starts for what is rare: a landing, a breakthrough, and a morning in the middle of the campaign."""

from collections.abc import Callable
from random import Random

from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import STATES, State, Unit
from tarawa_cli.games.malta.model.unit import LOST, WAVES, on_track, wave_box, zone_of
from tarawa_cli.kernel.board.hexes import Hex
from tests.malta.starts import LONGEST, TIMES, Position, ashore, battle, file_of, garrisoned, ground_won, whole_battle

NAVY, REPLACED = CHARTS.value("navy-day"), CHARTS.value("replacements-day")
_MORNING = ("formations", "aides", "aides", "replacements", "replacements", "absorb")


def late(rng: Random) -> tuple[Position, str]:
    """A morning in the middle of the campaign, mostly that of 3 July with its replacements: the Axis hold the ground
    about an airfield; both sides have lost much, and leaders are to come back."""
    state = whole_battle()
    turn = (rng.choice([NAVY, REPLACED, REPLACED]) - 1) * TIMES + 1
    won = ground_won(state, rng, state.board.airfields)
    units = _worn(state, won, rng)
    for id, sheet in units.items():
        state.units.put(state.units[id], sheet.get("at", state.units[id].at))
    state.control = won - garrisoned(state)
    units |= ashore(state, rng, share=0.6, front=0.1) if state.control else {}
    units |= _thrown_back(state, units, rng) | _to_come_back(state, turn, rng)
    position = {
        "turn": CHARTS.turn(turn).id,
        "phase": rng.choice(_MORNING),
        "weather": "clear",
        "stock": rng.choice([0, 3, 12]),
        "control": {"axis": sorted(state.control)},
        "strongpoints": sorted(state.strongpoints - state.control),
        "lost_steps": rng.choice([0, 20]),
        "units": units,
    }
    return position, CHARTS.turn(turn + rng.randint(1, LONGEST)).id


def _worn(state: State, won: set[Hex], rng: Random) -> dict[str, Position]:
    """Allied units that are lost, most of them on the ground that the Axis have won; battalions with fewer steps, and
    the security companies with some of these."""
    garrison = [unit for unit in state.units.values() if unit.side == "allied" and unit.on_map]
    lost: dict[str, Position] = {unit.id: {"at": LOST} for unit in garrison if _is_lost(unit, won, rng)}
    left = [unit for unit in garrison if unit.id not in lost and unit.type.size == "bn"]
    worn: dict[str, Position] = {unit.id: {"steps": rng.randint(1, unit.type.steps)} for unit in left}
    guards = [unit for unit in garrison if left and unit.can("security")]
    return lost | worn | {unit.id: {"at": rng.choice(left).at} for unit in guards}


def _is_lost(unit: Unit, won: set[Hex], rng: Random) -> bool:
    return not (unit.can("lead") or unit.can("security")) and rng.random() < (0.9 if unit.at in won else 0.1)


def _thrown_back(state: State, ashore: dict[str, Position], rng: Random) -> dict[str, Position]:
    """Some of those who are still at sea are shaken."""
    waiting = [unit for unit in state.units.values() if zone_of(unit.at) and unit.id not in ashore]
    shaken = [unit for unit in waiting if unit.can("combat") and rng.random() < 0.3]
    return {unit.id: {"state": rng.choice(STATES[1:])} for unit in shaken}


def _to_come_back(state: State, turn: int, rng: Random) -> dict[str, Position]:
    """Some leaders wait on the track."""
    leaders = [unit for unit in state.units.values() if unit.can("lead") and rng.random() < 0.3]
    return {unit.id: {"at": on_track(CHARTS.turn(turn + rng.randint(0, 2)).id)} for unit in leaders}


def landing(rng: Random) -> tuple[Position, str]:
    """A daytime turn of the first three days: boats are on their way to beaches, some of which are held."""
    state = whole_battle()
    turn = rng.choice([turn for turn in range(1, 3 * TIMES) if turn % TIMES])
    units: dict[str, Position] = {}
    for zone in ("south", "east"):
        boxes = [wave_box(at, wave) for at in state.board.beaches[zone] for wave in WAVES]
        aboard = [unit for unit in state.units.values() if zone_of(unit.at) == zone and unit.type.type]
        units |= {unit.id: {"at": box} for unit, box in zip(aboard, rng.sample(boxes, len(boxes)), strict=False)}
    beaches = [at for zone in ("south", "east") for at in state.board.beaches[zone]]
    garrison = [unit for unit in state.units.values() if unit.side == "allied" and unit.type.size == "bn"]
    held = rng.sample(beaches, 6)
    units |= {unit.id: {"at": at} for unit, at in zip(rng.sample(garrison, 6), held, strict=True)}
    position = {"turn": CHARTS.turn(turn).id, "phase": "coast-fire", "weather": "clear", "stock": 12, "units": units}
    return position, CHARTS.turn(turn + rng.randint(0, LONGEST)).id


def thrust(rng: Random) -> tuple[Position, str]:
    """A battle in which some have just advanced, each with a leader of his formation beside him."""
    position, last = battle(rng)
    state, side, placed = whole_battle(), rng.choice(["axis", "allied"]), position["units"]
    position["phase"] = f"{side}-breakthrough"
    for leader in [unit for unit in state.units.values() if unit.side == side and unit.can("lead")]:
        led = [id for id, sheet in placed.items() if is_hex(sheet["at"]) and _follows(state.units[id], leader)]
        if led:
            chosen = placed[rng.choice(led)]
            chosen |= {"advanced": True, "state": STATES[0]}
            placed[leader.id] = {"at": chosen["at"]}
    return position, last


def _follows(unit: Unit, leader: Unit) -> bool:
    return unit.can("combat") and unit.formation == leader.formation


RARE: dict[str, Callable[[Random], str]] = {
    "landing": lambda rng: file_of("landing", landing(rng), rng),
    "late": lambda rng: file_of("late", late(rng), rng),
    "thrust": lambda rng: file_of("thrust", thrust(rng), rng),
}
