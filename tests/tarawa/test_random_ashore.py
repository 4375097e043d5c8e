"""Random legal play ashore: no crash, no dead end, always sound, and everything can be taken back and proved."""

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.invariants import invariants
from tarawa_cli.games.tarawa.legal import legal
from tarawa_cli.games.tarawa.rules.allowance import ap_left
from tarawa_cli.games.tarawa.rules.stacking import has_room
from tarawa_cli.games.tarawa.state import State
from tarawa_cli.kernel import savefile, session
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.hexes import distance
from tarawa_cli.kernel.session import Match

from .tools import facts, write_scenario

GAMES_PLAYED = int(os.environ.get("TARAWA_RANDOM_GAMES", "12"))
COMMANDS = 40
BATTALIONS = {"2/8": "red3", "3/8": "red3", "2/2": "red2", "1/2": "red2", "3/2": "red1"}
KINDS = {"decide": 60, "attack": 6, "fire": 6, "demolish": 8, "recover": 3, "dig": 1, "move": 4, "next": 1}
"""How much each order is liked by the player of these games."""


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
    """A hex where the unit may stand; it is put there, so that the next one stands beside it."""
    unit = state.units[id]
    unit.at = rng.choice([hex for hex in hexes if has_room(state, hex, unit)])
    return unit.at


def choose(commands: list[str], rng: Random) -> str:
    """One of the legal commands: first the order, then which."""
    kinds = sorted({command.split()[0] for command in commands})
    kind = rng.choices(kinds, [KINDS.get(kind, 4) for kind in kinds])[0]
    return rng.choice([command for command in commands if command.split()[0] == kind])


def body(match: Match[Any]) -> list[str]:
    """The save without what undoing may change: mulligans, and the digest that follows from them."""
    return [line for line in match.text().splitlines() if not line.startswith(("mulligans", "digest"))]


def shown(state: State) -> dict[str, Any]:
    """Everything that a state holds; of AP those that are left count, not how many more than all were spent."""
    held = facts(state)
    for id, unit in held["units"].items():
        unit["spent"] = ap_left(state, state.units[id])
    return held


def play_game(folder: Path, seed: int) -> tuple[Match[Any], int]:
    """One game; after each command the position is sound and reads back from a save as it was."""
    rng = Random(seed)
    match: Match[Any] = Match(GAME, write_scenario(folder, position(rng)), seed)
    done = 0
    for _ in range(COMMANDS):
        commands = legal(match.state)
        if match.state.outcome:
            break
        assert commands, f"a dead end in {match.state.phase} of turn {match.state.turn}"
        before = body(match)
        command = choose(commands, rng)
        session.perform(match, command.split())
        done += 1
        assert invariants(match.state) == [], command
        if rng.random() < 0.1:
            session.undo(match, 1)
            assert body(match) == before, command
            session.perform(match, command.split())
    return match, done


@pytest.mark.parametrize("seed", range(GAMES_PLAYED))
def test_a_random_game_ashore_is_sound_from_command_to_command(seed: int, tmp_path: Path) -> None:
    match, done = play_game(tmp_path, seed)
    assert done > 5
    path = str(tmp_path / "game.toml")
    session.begin(path, match, force=False)
    again = session.load(lambda _: GAME, path, savefile.read(path))  # type: ignore[arg-type]
    assert shown(again.state) == shown(match.state)
    assert again.text() == match.text()
    assert legal(again.state) == legal(match.state)
    assert session.prove(again).holds


@pytest.mark.parametrize("seed", range(6))
def test_everything_listed_as_legal_passes_the_law(seed: int, tmp_path: Path) -> None:
    rng = Random(1000 + seed)
    match: Match[Any] = Match(GAME, write_scenario(tmp_path, position(rng)), seed)
    for _ in range(6):
        commands = legal(match.state)
        assert len(set(commands)) == len(commands)
        for command in commands:
            assert session.read_order(match, command.split()).text() == command
        session.perform(match, choose(commands, rng).split())
