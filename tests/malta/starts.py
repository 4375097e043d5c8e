"""Made-up starts of the land war, so that what is rare or late comes up often."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from tarawa_cli.games.malta.model.board import distance, malta
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.scenario import Scenario
from tarawa_cli.games.malta.model.state import STATES, Setting, State, Unit
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import fits
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.saves import toml

Position = dict[str, Any]

_HEAD = """\
[scenario]
id = "{name}"
name = "A made-up start"
last = "{last}"
"""
_GOAL = """
[goal]
hexes = "{hexes}"
text = "some hexes"
"""
LONGEST = 5
AT_THE_FRONT = 0.8
"""The share of units that stand along the line."""
DAYS, TIMES = 12, 4
_MORNING = ["air-strikes", "plan-drops", "axis-status", "formations", "weather", "replacements", "absorb", "dismantle"]
"""The first three are those of 29 June too."""
_PHASES = [f"{side}-{part}" for side in ("axis", "allied") for part in ("movement", "movement", "support", "combat")]


def whole_battle() -> State:
    """The position from which others are made."""
    return State(Setting(Scenario("", "", "", "", len(CHARTS.turns), None, {}, "")))


def battle(rng: Random) -> tuple[Position, str]:
    """A line across the island with both sides along it, in all states and strengths; and how long it lasts."""
    state = whole_battle()
    state.control = ground_won(state, rng)
    turn = rng.randint(2, len(CHARTS.turns))
    units = _forces(state, rng)
    position = {
        "turn": CHARTS.turn(turn).id,
        "phase": rng.choice(_PHASES),
        "weather": rng.choice(["clear", "clear", "cloudy", "rain"]),
        "stock": rng.choice([0, 1, 3, 12, 49]),
        "control": {"axis": sorted(state.control)},
        "strongpoints": sorted(state.strongpoints - state.control),
        "default": "absent",
        "units": units,
    }
    return position, CHARTS.turn(min(turn + rng.randint(0, LONGEST), len(CHARTS.turns))).id


def invasion(rng: Random) -> tuple[Position, str]:
    """A morning of the whole battle: the garrison where it is set up, some Axis units ashore, the others to come."""
    state = whole_battle()
    state.control = ground_won(state, rng) - garrisoned(state)
    day = rng.randint(1, DAYS - 1)
    turn = (day - 1) * TIMES + 1
    position = {
        "turn": CHARTS.turn(turn).id,
        "phase": rng.choice(_MORNING if day > 1 else _MORNING[:3]),
        "weather": "clear" if day == 1 else rng.choice(["clear", "clear", "cloudy", "rain"]),
        "stock": rng.choice([0, 3, 12]),
        "control": {"axis": sorted(state.control)},
        "strongpoints": sorted(state.strongpoints - state.control),
        "lost_steps": rng.choice([0, 0, 20, 60]),
        "units": ashore(state, rng) if state.control else {},
    }
    return position, CHARTS.turn(min(turn + rng.randint(0, LONGEST), len(CHARTS.turns))).id


def garrisoned(state: State) -> set[Hex]:
    return {unit.at for unit in state.units.values() if unit.side == "allied" and unit.on_map}


def ashore(state: State, rng: Random, share: float = 0.3, front: float = AT_THE_FRONT) -> dict[str, Position]:
    """Some of the Axis on what they hold."""
    taken: dict[Hex, list[Unit]] = {}
    comers = [u for u in state.units.values() if u.side == "axis" and not u.can("ship") and not u.type.of]
    chosen = [unit for unit in comers if unit.at != "absent" and rng.random() < share]
    return {unit.id: _placed(state, unit, taken, rng, front) for unit in chosen if _has_place(state, unit, taken)}


def _has_place(state: State, unit: Unit, taken: dict[Hex, list[Unit]]) -> bool:
    return any(fits(state, [*taken.get(at, []), unit]) for at in state.control)


def ground_won(state: State, rng: Random, hearts: Iterable[Hex] = ()) -> set[Hex]:
    """Land within some distance of a hex, with holes; the hex is one of these, or any."""
    land = sorted(state.board.land)
    heart, depth, holes = rng.choice([*hearts] or land), rng.choice([3, 5, 7, 9]), rng.choice([0.0, 0.05, 0.2])
    return {at for at in land if distance(at, heart) < depth and rng.random() >= holes}


def _forces(state: State, rng: Random) -> dict[str, Position]:
    """Some units of both sides, most of them near the line, some lost."""
    share = rng.choice([0.2, 0.4, 0.7])
    taken: dict[Hex, list[Unit]] = {}
    placed: dict[str, Position] = {}
    for unit in state.units.values():
        if unit.can("ship") or unit.type.of or rng.random() > share:
            continue
        if rng.random() < 0.1:
            placed[unit.id] = {"at": "lost"}
        elif unit.type.type and rng.random() < 0.2:
            companies = state.companies_of(unit)
            some = rng.sample(companies, rng.randint(1, len(companies)))
            placed[unit.id] = {"at": "pool"}
            placed |= {company.id: _placed(state, company, taken, rng) for company in some}
        else:
            placed[unit.id] = _placed(state, unit, taken, rng)
    return placed


def _placed(
    state: State, unit: Unit, taken: dict[Hex, list[Unit]], rng: Random, front: float = AT_THE_FRONT
) -> Position:
    """A unit where there is room for it, put there, so that the next one stands beside it; lost where there is none."""
    own = state.control if unit.side == "axis" else state.board.land - state.control
    free = [at for at in sorted(own) if fits(state, [*taken.get(at, []), unit])]
    line = [at for at in free if any(state.controller(o) != unit.side for o in state.board.adjacent[at])]
    if not free:
        return {"at": "lost"}
    at = rng.choice(line if line and rng.random() < front else free)
    taken.setdefault(at, []).append(unit)
    sheet: Position = {"at": at, "steps": rng.randint(1, unit.type.steps), "supplied": rng.random() < 0.8}
    if not (unit.can("lead") or unit.can("coast-gun")):
        sheet["state"] = rng.choice([*STATES[:1] * 3, *STATES])
    if unit.type.reduced:
        sheet["reduced"] = rng.random() < 0.3
    if unit.can("gun"):
        sheet["ammo"] = rng.random() < 0.7
    return sheet


def file_of(name: str, made: tuple[Position, str], rng: Random) -> str:
    """The scenario file that starts in a position; about half of them have a goal of their own."""
    position, last = made
    head = _HEAD.format(name=name, last=last)
    if rng.random() < 0.5:
        head += _GOAL.format(hexes=" ".join(sorted(rng.sample(sorted(malta().land), rng.randint(1, 5)))))
    return f"{head}\n[position]\n" + "\n".join(toml.lines(position)) + "\n"


MADE_UP: dict[str, Callable[[Random], str]] = {
    "battle": lambda rng: file_of("battle", battle(rng), rng),
    "invasion": lambda rng: file_of("invasion", invasion(rng), rng),
}
