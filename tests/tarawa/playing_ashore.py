"""A match in phase `actions` with the player's own dice: positions, orders, rolls, refusals."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tarawa_cli.games.tarawa.board import betio
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.orders import ORDERS
from tarawa_cli.games.tarawa.rules.allowance import ap_left
from tarawa_cli.games.tarawa.state import State
from tarawa_cli.kernel.errors import NeedDice, Refused
from tarawa_cli.kernel.play import Event
from tarawa_cli.kernel.session import Match, perform, prove, read_order
from tests.tarawa.tools import write_scenario

TRACKS = ("japanese", "marines", "2nd", "6th", "8th", "10th")
Facts = dict[str, Any]


def tracks(**boxes: int) -> dict[str, int]:
    """All morale at 0 but what is named; regiments as r2, r6, r8, r10."""
    names = {"r2": "2nd", "r6": "6th", "r8": "8th", "r10": "10th"}
    return dict.fromkeys(TRACKS, 0) | {names.get(name, name): box for name, box in boxes.items()}


def ashore(units: Mapping[str, str | Mapping[str, Any]], **keys: Any) -> Match[State]:
    """A match in `actions`: nobody but the units named, in active supply, and all morale at 0."""
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
    done = perform(match, line.split(), dice)
    assert done.dice == list(dice)
    assert done.command == line
    assert GAME.dump(GAME.load(match.setup, GAME.dump(match.state))) == GAME.dump(match.state)
    assert prove(match).reason == ""
    return done.events


def refused(match: Match[State], line: str) -> Refused:
    """The refusal of an order: nothing changed, paragraph, reason and help are given, and a command in it works."""
    before = match.text()
    with pytest.raises(Refused) as caught:
        perform(match, line.split())
    error = caught.value
    assert match.text() == before
    assert error.rule
    assert error.message
    assert error.hint
    if error.hint.split()[0] in ORDERS and "…" not in error.hint:
        read_order(match, error.hint.split())
    return error


def allowed(match: Match[State], line: str) -> bool:
    """Whether the law lets an order through."""
    try:
        read_order(match, line.split())
    except Refused:
        return False
    return True


def next_die(match: Match[State], line: str, *dice: int) -> str:
    """What the next die would be for."""
    with pytest.raises(NeedDice) as caught:
        perform(match, line.split(), dice)
    return caught.value.purpose


def of_type(events: Iterable[Event], type: str) -> list[Facts]:
    return [event.facts for event in events if event.type == type]


def rolls(events: Iterable[Event], table: str = "") -> list[Facts]:
    """The rolls, on one table or on all."""
    return [roll for roll in of_type(events, "roll") if table in ("", roll["table"])]


def modifiers(roll: Facts) -> dict[str, int]:
    return {modifier["label"]: modifier["value"] for modifier in roll["modifiers"]}


def rules_of(events: Iterable[Event], type: str) -> set[str]:
    return {event.rule for event in events if event.type == type}


def ap(match: Match[State], id: str) -> float:
    return ap_left(match.state, match.state.units[id])


def at(match: Match[State], id: str) -> str:
    return match.state.units[id].at


def markers(match: Match[State], *names: str) -> tuple[int, ...]:
    """Boxes of the morale markers."""
    return tuple(match.state.tracks[name] for name in names)


def all_but(*hexes: str) -> str:
    """Every hex that must be cleared, but these."""
    return " ".join(sorted(betio().defended - set(hexes)))


def airstrips() -> str:
    return " ".join(sorted(at for at, terrain in betio().terrain.items() if terrain == "airstrip"))
