"""Unfinished work: what a frame on the stack does when its turn comes, and which frames are questions."""

from collections.abc import Callable
from functools import cache
from importlib import import_module

from tarawa_cli.games.tarawa.state import State
from tarawa_cli.kernel.play import Frame, Play

Work = Callable[[Play[State], Frame], None]

_HOMES = {
    "sequence": "phases.flow:sequence",
    "arrive": "phases.flow:arrive",
    "anti-landing": "phases.anti_landing:fire_on",
}
# what each kind of frame holds: units, by the names of its facts
FACTS: dict[str, tuple[str, ...]] = {"sequence": (), "arrive": (), "anti-landing": ("left",), "hit": ("unit",)}
# a question's kind → what it asks, and what its answer does
QUESTIONS = {"hit": "rules.hits:hit_question"}
ANSWERS = {"hit": "rules.hits:hit_answered"}


@cache
def find(home: str) -> Callable[..., object]:
    """The function or class behind `module:name` in this game."""
    module, _, name = home.partition(":")
    found: Callable[..., object] = getattr(import_module(f"tarawa_cli.games.tarawa.{module}"), name)
    return found


def run(play: Play[State]) -> None:
    """Do all that is unfinished, down to a question or to the end of the stack."""
    stack = play.state.stack
    while stack and stack[-1].kind not in QUESTIONS:
        frame = play.pop()
        find(_HOMES[frame.kind])(play, frame)
