"""Random positions in the thick of battle, for tests that need many."""

from pathlib import Path
from random import Random
from typing import Any

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.board import betio, distance
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rules.ch07_actions import has_room
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup
from tests.tarawa.tools import write_scenario

BATTALIONS = {"2/8": "red3", "3/8": "red3", "2/2": "red2", "1/2": "red2", "3/2": "red1"}
COMBAT = (
    "2/2A", "2/2B", "2/2E", "3/2A", "3/2B", "3/2E", "2/8A", "2/8B", "2/8E", "3/8A", "3/8B",
    "1/8A", "1/8B", "hawkins", "sherman-1", "stuart-1", "1/10",
)  # fmt: skip


def new_match(scenario: str, seed: int) -> Match[State]:
    return Match(GAME, Setup(scenario), seed)


def battle(folder: Path, seed: int) -> Match[State]:
    """The evening of the second day, with half the island cleared and the lines in contact."""
    rng = Random(seed)
    board = betio()
    cleared = {at for at in board.defended if int(at[2:]) > 24 + seed % 12} - set(
        rng.sample(sorted(board.defended), 30)
    )
    places = sorted((cleared | board.free) - {"2632"})
    here = dict(zip(COMBAT, rng.sample(places, len(COMBAT)), strict=True))
    units = {id: {"at": at, "landed": 5, "steps": rng.randint(1, 2)} for id, at in here.items()}
    heads = [at for at in places if board.terrain[at] == "landing"][:2]
    position = {
        "turn": 14, "phase": "actions", "cleared": sorted(cleared), "heads": heads, "stock": 5, "wreck": "occupied",
        "units": units,
    }  # fmt: skip
    return Match(GAME, write_scenario(folder, position), seed)


def position(rng: Random) -> dict[str, Any]:
    """Some battalions ashore on turns 2 to 5, with a few hexes cleared around them, and sometimes more to come."""
    state = GAME.begin(Setup("campaign"))
    board = state.board
    landing = {beach: sorted(board.beaches[beach].landing) for beach in ("red1", "red2", "red3")}
    cleared = _ground_won(state, landing, rng)
    friendly = sorted(board.free | cleared)
    units: dict[str, Any] = {}
    for battalion in rng.sample(sorted(BATTALIONS), 4):
        near = _around(landing[BATTALIONS[battalion]], friendly)
        for half in "ABE":
            id = f"{battalion}{half}"
            units[id] = {"at": _place(state, id, near, rng), "steps": rng.randint(1, state.units[id].type.steps)}
            units[id]["supply"] = rng.choice(["active", "active", "active", "general", "none"])
            units[id]["unsupplied"] = rng.randint(0, 3) if units[id]["supply"] == "none" else 0
    for id in ("hawkins", "sherman-1", "sherman-2", "stuart-1", "1/10", "2/10"):
        units[id] = {"at": _place(state, id, _around(landing["red3"] + landing["red2"], friendly), rng)}
    units["3/10"] = {"at": "bairiki"}
    alone = {"default": "absent"} if rng.random() < 0.7 else {}
    return alone | {
        "turn": rng.randint(2, 5),
        "phase": "actions",
        "tracks": {track: rng.randint(-5, 5) for track in state.tracks},
        "casualties": 50 * rng.randint(0, 100),
        "shore": rng.randint(0, 3),
        "stock": rng.randint(0, 3),
        "policy": {"hits": rng.choice(["ask", "ask", "step", "morale"])},
        "cleared": sorted(cleared),
        "heads": rng.sample(["2531", "2732", "2836"], rng.randint(0, 2)),
        "chits": {area: rng.randint(-2, 0) for area in rng.sample(sorted(board.areas), 3)},
        "units": units,
    }


def _ground_won(state: State, landing: dict[str, list[str]], rng: Random) -> set[str]:
    near = {
        hex for hexes in landing.values() for start in hexes for hex in state.board.defended if distance(start, hex) < 3
    }
    return set(rng.sample(sorted(near), rng.randint(3, len(near) // 2)))


def _around(starts: list[str], friendly: list[str]) -> list[str]:
    return [hex for hex in friendly if any(distance(start, hex) < 3 for start in starts)]


def _place(state: State, id: str, hexes: list[str], rng: Random) -> str:
    """A hex where the unit may stand; the unit is put there, so that the next one stands beside it."""
    unit = state.units[id]
    state.units.put(unit, rng.choice([hex for hex in hexes if has_room(state, hex, unit)]))
    return unit.at
