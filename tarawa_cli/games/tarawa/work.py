"""Unfinished work: what a frame on the stack does when its turn comes, and which frames are questions."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from tarawa_cli.games.tarawa.state import State
from tarawa_cli.kernel.play import Frame, Play

Work = Callable[[Play[State], Frame], None]

_HOMES = {
    "sequence": "phases.flow:sequence",
    "arrive": "phases.flow:arrive",
    "anti-landing": "phases.anti_landing:fire_on",
    "traps": "phases.traps:spring",
    "move": "rules.moving:move_on",
    "attack": "rules.assault:go_on",
    "demolish": "rules.assault:go_on",
    "offensive-fire": "phases.offensive_fire:fire_on",
    "hits": "rules.hits:take_hits",
    "banzai": "rules.banzai:local",
    "general-banzai": "rules.banzai:by_area",
    "banzai-on": "rules.banzai:strike",
    "banzai-round": "rules.banzai:second_round",
    "retreat": "rules.banzai:retreat",
    "vacated": "rules.banzai:vacated",
}
# a question's kind → what it asks, and what its answer does
QUESTIONS = {
    "hit": "rules.hits:hit_question",
    "clear": "rules.assault:clear_question",
    "gain": "rules.clearing:gain_question",
    "raid": "rules.night:raid_question",
    "raid-marker": "rules.night:marker_question",
    "way": "rules.banzai:way_question",
}
ANSWERS = {
    "hit": "rules.hits:hit_answered",
    "clear": "rules.assault:clear_answered",
    "gain": "rules.clearing:gain_answered",
    "raid": "rules.night:raid_answered",
    "raid-marker": "rules.night:marker_answered",
    "way": "rules.banzai:way_answered",
}


@cache
def find(home: str) -> Any:
    """The function or class behind `module:name` in this game."""
    module, _, name = home.partition(":")
    return getattr(import_module(f"tarawa_cli.games.tarawa.{module}"), name)


def run(play: Play[State]) -> None:
    """Do all that is unfinished, down to a question or to the end of the stack."""
    stack = play.state.stack
    while stack and stack[-1].kind not in QUESTIONS:
        do(play, play.pop())


def do(play: Play[State], frame: Frame) -> None:
    """One piece of work, taken off the stack."""
    find(_HOMES[frame.kind])(play, frame)
