"""The phases of a turn: what each does by itself, and when it waits for the player."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import NamedTuple

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.play import Play


def _nothing(play: Play[State]) -> None: ...


def _yes(state: State) -> bool:
    return True


def _no(state: State) -> bool:
    return False


class Phase(NamedTuple):
    """A phase as the sequence sees it."""

    applies: Callable[[State], bool] = _yes
    """Whether the turn has this phase at all."""
    enter: Callable[[Play[State]], None] = _nothing
    """What happens by itself when it begins."""
    waits: Callable[[State], bool] = _no
    """Whether the player has something to do; if not it is passed over."""
    check_leave: Callable[[State], None] = lambda state: None
    """Refuses `next` while the player still owes something."""
    leave: Callable[[Play[State]], None] = _nothing
    """What happens when the player says `next`."""
    missed: Callable[[State], str] = lambda state: ""
    """Why the turn does not have it, if the player may have counted on it; else it is left out without a word."""

    @property
    def is_players(self) -> bool:
        return self.waits is not _no


_HOMES = {
    "bombardment": "bombardment",
    "support": "support",
    "supply-points": "supply_points",
    "embark": "embark",
    "impulse": "impulse",
    "anti-landing": "anti_landing",
    "suppression": "suppression",
    "beach-landing": "beach_landing",
    "traps": "traps",
    "actions": "actions",
    "offensive-fire": "offensive_fire",
    "supply-check": "supply_check",
    "night": "night",
    "morale": "morale",
    "final": "final",
}


@cache
def phase(name: str) -> Phase | None:
    """The phase of that name; None if nothing in this version happens in it."""
    home = _HOMES.get(name.rstrip("-123"))
    if home is None:
        return None
    found: Phase = import_module(f"{__name__}.{home}").PHASE
    return found
