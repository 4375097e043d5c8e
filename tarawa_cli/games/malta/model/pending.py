"""Unfinished work in a document: what each kind of frame holds, and what may lie on what.

A document is only ever written while a side is asked something, so it holds one of a few stacks. Whatever else a file
may hold here is refused when it is read.
"""

import re
from collections.abc import Iterator
from typing import Any

from tarawa_cli.games.malta.model.readers import HEXES, UNITS, Reader
from tarawa_cli.games.malta.model.state import ATTACKER, DEFENDER, State
from tarawa_cli.games.malta.phases import UNFINISHED
from tarawa_cli.kernel import readers
from tarawa_cli.kernel.play import Frame
from tarawa_cli.kernel.readers import count, names

MOST_STEPS = 99
_ROLE = count(ATTACKER, DEFENDER)
_LOSS: dict[str, Reader] = {"units": names(UNITS, list), "left": count(1, MOST_STEPS), "sappers": count(0, MOST_STEPS)}
_RETREAT: dict[str, Reader] = {
    "units": names(UNITS, list),
    "left": count(1, 3),
    "way": names(HEXES, list),
    "role": _ROLE,
}
FACTS: dict[str, dict[str, Reader]] = {
    "guns": {},
    "command": {"asked": count(0, 2)},
    "take": {"role": _ROLE},
    "hits": {"role": _ROLE},
    "step": _LOSS,
    "withdraw": {"role": _ROLE},
    "retreat": _RETREAT,
    "way": _RETREAT,
    "shaken": {},
    "advance": {},
    "follow": {},
    "fight-over": {},
}
stack = readers.stack(FACTS)
_STACKS = re.compile(
    "command guns"
    "|fight-over advance shaken withdraw withdraw( take)? (hits|step)"
    "|fight-over advance shaken( withdraw)?( retreat)* (way|step)"
    "|fight-over follow"
)


def problems(state: State) -> Iterator[str]:
    """Why the unfinished work of a position could not be finished."""
    kinds = " ".join(frame.kind for frame in state.stack)
    if bool(kinds) != bool(state.fight):
        yield "pending: a fight and what is asked in it go together"
        return
    if not kinds:
        return
    if not _STACKS.fullmatch(kinds):
        yield f"pending: {kinds} is not how work is left unfinished"
        return
    yield from _fight_problems(state)
    yield from (what for frame in state.stack for what in _frame_problems(state, frame))


def _fight_problems(state: State) -> Iterator[str]:
    fight = state.fight
    assert fight is not None
    if not state.phase.endswith("-combat"):
        yield "fight: only in a combat phase"
    if not fight.attackers or not fight.defenders or not fight.origins:
        yield "fight: it has attackers, defenders and hexes from which it is made"
    sides = [{state.units[id].side for id in ids} for ids in (fight.attackers, fight.defenders)]
    if sides[0] != {state.active} or sides[1] & sides[0]:
        yield "fight: the active side attacks the other one"


def _frame_problems(state: State, frame: Frame) -> Iterator[str]:
    fight = state.fight
    assert fight is not None
    units: list[str] = frame.facts.get("units", [])
    if "units" in frame.facts and not units:
        yield f"pending: {frame.kind} must name units"
    if units and not (set(units) <= set(fight.attackers) or set(units) <= set(fight.defenders)):
        yield f"pending: {frame.kind} names units that are not in the fight"
    if frame.kind == "hits" and not fight.hits[frame.facts["role"]]:
        yield "pending: there are no hits to take"
    if "way" in frame.facts and not frame.facts["way"]:
        yield "pending: a retreat begins somewhere"
    if frame is state.stack[-1] and units and not any(state.units[id].steps for id in units):
        yield "pending: nobody is left to ask about"
    elif frame is state.stack[-1] and not _can_be_asked(state, frame):
        yield "pending: this question has no answer"


def _can_be_asked(state: State, frame: Frame) -> bool:
    """Whether somebody is there to answer, and has something to say."""
    try:
        found: Any = UNFINISHED.find(UNFINISHED.questions[frame.kind].asks)(state, frame)
    except (IndexError, ValueError):
        return False
    return bool(found.options)
