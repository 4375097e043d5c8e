"""The phases of a turn: what each does by itself, and when it waits for the player."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import NamedTuple

from tarawa_cli.games.tarawa import find
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.unfinished import Homes, Unfinished


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


# ── What may be unfinished in a phase

_WORK = {
    "sequence": "phases.running:sequence",
    "arrive": "phases.running:arrive",
    "anti-landing": "phases.anti_landing:fire_on",
    "traps": "phases.traps:spring",
    "move": "rules.ch07.moving:move_on",
    "attack": "rules.ch07.assault:go_on",
    "demolish": "rules.ch07.assault:go_on",
    "offensive-fire": "phases.offensive_fire:fire_on",
    "hits": "rules.ch07.hits:take_hits",
    "banzai": "rules.ch10.banzai:local",
    "general-banzai": "rules.ch10.banzai:by_area",
    "banzai-on": "rules.ch10.banzai:strike",
    "banzai-round": "rules.ch10.banzai:second_round",
    "retreat": "rules.ch10.banzai:retreat",
    "vacated": "rules.ch10.banzai:vacated",
}
_QUESTIONS = {
    "hit": Homes("rules.ch07.hits:hit_question", "rules.ch07.hits:hit_answered"),
    "clear": Homes("rules.ch07.assault:clear_question", "rules.ch07.assault:clear_answered"),
    "gain": Homes("rules.ch07.clearing:gain_question", "rules.ch07.clearing:gain_answered"),
    "raid": Homes("rules.ch10.night:raid_question", "rules.ch10.night:raid_answered"),
    "raid-marker": Homes("rules.ch10.night:marker_question", "rules.ch10.night:marker_answered"),
    "way": Homes("rules.ch10.banzai:way_question", "rules.ch10.banzai:way_answered"),
}
UNFINISHED: Unfinished[State] = Unfinished(find, _WORK, _QUESTIONS)
run, question = UNFINISHED.run, UNFINISHED.question
