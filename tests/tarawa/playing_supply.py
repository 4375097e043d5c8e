"""Positions in which supply, recovery and morale are played, order by order, with the player's own dice."""

from atexit import register
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.play import Event, Play
from tests.tarawa.tools import new_state, write_scenario

AFTER = (1, 1)
"""Shore points and supply points of the turn that follows."""

Match = session.Match[State]
_HOME = Path(mkdtemp(prefix="tarawa-"))
register(rmtree, _HOME, ignore_errors=True)
_numbers = count(1)


def start(units: dict[str, Any], **keys: Any) -> Match:
    """A game with manual dice that starts in a position; each unit is a hex or a table."""
    folder = _HOME / str(next(_numbers))
    folder.mkdir()
    table = {id: values if isinstance(values, dict) else {"at": values} for id, values in units.items()}
    return session.Match(GAME, write_scenario(folder, {"default": "absent", **keys, "units": table}), None)


def do(match: Match, order: str, dice: Sequence[int] = ()) -> list[Event]:
    """Carry out an order; returns what happened."""
    return session.perform(match, split_line(order), dice).events


def unit(match: Match, id: str) -> Unit:
    return match.state.units[id]


def supply_of(match: Match, *ids: str) -> list[str]:
    """For each unit: active, general or none, and the group whose marker it holds."""
    return [f"{unit(match, id).supply}:{unit(match, id).group}".rstrip(":") for id in ids]


def rolls(events: Sequence[Event], table: str) -> list[Event]:
    return [event for event in events if event.type == "roll" and event.facts["table"] == table]


def modifiers(roll: Event) -> dict[str, int]:
    return {modifier["label"]: modifier["value"] for modifier in roll.facts["modifiers"]}


def only(events: Sequence[Event], type: str) -> Event:
    """The one event of that type."""
    (found,) = [event for event in events if event.type == type]
    return found


def types(events: Sequence[Event]) -> list[str]:
    return [event.type for event in events]


def play(match: Match, dice: Sequence[int] = ()) -> Play[State]:
    """A play on the state, to call one rule by itself."""
    return Play(match.state, match.dice(dice))


def hexes_of(*areas: str) -> list[str]:
    """The hexes of some areas that must be cleared."""
    board = new_state().board
    return [hex for area in areas for hex in board.areas[area].hexes if hex in board.defended]


def all_hexes_but(*kept: str) -> list[str]:
    """Every hex that must be cleared, except a few."""
    return sorted(new_state().board.defended - set(kept))


def quiet(*uncleared: str, **keys: Any) -> dict[str, Any]:
    """A nearly cleared island, so that nobody is fired at; only 4403 is left, far off in the east."""
    board = new_state().board
    fallen = {at for at, steps in keys.get("demolished", {}).items() if steps == 2 * board.pillboxes[at]}
    standing = board.pillboxes.keys() & {"4403", *uncleared} - fallen
    return {
        "cleared": all_hexes_but("4403", *uncleared),
        "occupied": sorted(board.free),
        "secured": [area for area in board.areas if standing.isdisjoint(board.around_area(area, 3))],
        **keys,
    }


def at_morale(units: dict[str, Any], **keys: Any) -> Match:
    resting = {id: {"landed": 1, "recovering": True, **values} for id, values in units.items()}
    return start(resting, **{"turn": 8, "phase": "morale", **quiet(heads="2531")} | keys)
