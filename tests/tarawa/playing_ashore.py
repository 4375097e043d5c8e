"""A match in phase `actions` with the player's own dice: positions, orders, rolls, refusals."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import State, ap_left
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tests.kit import scripted
from tests.tarawa.common import tracks
from tests.tarawa.tools import write_scenario


def ashore(units: Mapping[str, str | Mapping[str, Any]], **keys: Any) -> Match[State]:
    """A match in phase `actions`: only the units named, in active supply, and all morale at 0."""
    placed = {
        id: {"supply": "active", **({"at": unit} if isinstance(unit, str) else unit)} for id, unit in units.items()
    }
    position = {"turn": 4, "phase": "actions", "default": "absent", "tracks": tracks(), **keys, "units": placed}
    with TemporaryDirectory() as folder:
        match = Match(GAME, write_scenario(Path(folder), position), None)
    assert match.state.phase == "actions"
    return match


def facing(match: Match[State]) -> str:
    """The phase, or the kind of the pending question."""
    return match.state.stack[-1].kind if match.state.stack else match.state.phase


def do(match: Match[State], line: str, *dice: int) -> list[Event]:
    """Carry out an order with exactly these dice; what it leaves can be loaded, and its journal proves it."""
    done = scripted.do(match, line, *dice)
    assert done.command == line
    return done.events


def rules_of(events: Iterable[Event], type: str) -> set[str]:
    return {event.rule for event in events if event.type == type}


def ap(match: Match[State], id: str) -> float:
    return ap_left(match.state, match.state.units[id])


def markers(match: Match[State], *names: str) -> tuple[int, ...]:
    """The boxes of some morale markers."""
    return tuple(match.state.tracks[name] for name in names)
