"""A match at night with the player's own dice: positions, orders, what an order did in its phase, refusals."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.engine.play import Event, question
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.errors import NeedDice
from tests.kit.scripted import holds
from tests.tarawa.common import of_type, tracks
from tests.tarawa.tools import write_scenario

QUIET = 1
"""A die that does as little as possible in the phases after the one under test."""


def at_night(units: Mapping[str, str | Mapping[str, Any]], **keys: Any) -> Match[State]:
    """A match at nightfall of turn 6: only the units named, and all morale at 0."""
    placed = {id: {"landed": 1, **({"at": unit} if isinstance(unit, str) else unit)} for id, unit in units.items()}
    position = {"turn": 6, "phase": "night", "default": "absent", "tracks": tracks(), **keys, "units": placed}
    with TemporaryDirectory() as folder:
        return Match(GAME, write_scenario(Path(folder), position), None)


def do(match: Match[State], line: str, *dice: int, until: str = "morale") -> list[Event]:
    """Carry out an order; returns what it did, with exactly these dice, before phase `until` began or was passed.

    The dice of later phases are all 1. What the order leaves can be loaded, and the journal proves it.
    """
    given = list(dice)
    while True:
        try:
            done = perform(match, line.split(), given)
            break
        except NeedDice:
            given.append(QUIET)
    before = list[Event]()
    for event in done.events:
        if event.type in ("phase-begun", "phase-passed") and event.facts["phase"] == until:
            break
        before.append(event)
    assert [die for event in before for die in event.facts.get("dice", [])] == list(dice)
    holds(match)
    return before


def asked(match: Match[State]) -> tuple[str, list[str]]:
    """The pending question's kind, and its answers."""
    frame = match.state.question
    return (frame.kind, question(match.state).options) if frame else ("", [])


def struck(events: Iterable[Event]) -> list[str]:
    """The units struck by banzais, in order."""
    return [facts["unit"] for facts in of_type(events, "banzai-struck")]


def lost(events: Iterable[Event]) -> list[str]:
    """The hexes lost, in order."""
    return [facts["hex"] for facts in of_type(events, "hex-lost")]


def moved(events: Iterable[Event]) -> list[tuple[str, int]]:
    """The morale markers that moved, in order."""
    return [(facts["track"], facts["by"]) for facts in of_type(events, "marker-moved")]


def steps(match: Match[State], id: str) -> int:
    return match.state.units[id].steps
