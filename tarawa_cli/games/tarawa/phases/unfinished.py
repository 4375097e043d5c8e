"""Unfinished work: what a frame on the stack does when its turn comes, and which frames are questions."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.play import Frame, Play

Work = Callable[[Play[State], Frame], None]

_HOMES = {
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
# a question's kind → what it asks, and what its answer does
QUESTIONS = {
    "hit": "rules.ch07.hits:hit_question",
    "clear": "rules.ch07.assault:clear_question",
    "gain": "rules.ch07.clearing:gain_question",
    "raid": "rules.ch10.night:raid_question",
    "raid-marker": "rules.ch10.night:marker_question",
    "way": "rules.ch10.banzai:way_question",
}
ANSWERS = {
    "hit": "rules.ch07.hits:hit_answered",
    "clear": "rules.ch07.assault:clear_answered",
    "gain": "rules.ch07.clearing:gain_answered",
    "raid": "rules.ch10.night:raid_answered",
    "raid-marker": "rules.ch10.night:marker_answered",
    "way": "rules.ch10.banzai:way_answered",
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
