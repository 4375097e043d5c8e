"""Unfinished work in a document: what may lie on what, and what must hold of each.

A document is only ever written while a side is asked something, so it holds one of a few stacks. Whatever else a file
may hold here is refused when it is read.
"""

import re

from tarawa_cli.games.malta.model.places import LOST
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.engine.play import Frame
from tarawa_cli.kernel.engine.work_stack import question
from tarawa_cli.kernel.hints import Iterator

CLOSE_PHASES = ("first-wave", "second-wave", "airborne")
"""Where units fight in the very hex of their enemies (18.6, 19.5)."""
_AFTER = "fight-over (advance|expelled)"
_IN_FIGHT = (
    "(after-jump( jump-fight)* |arrive ashore( waterline)* )?"
    "(command guns"
    f"|{_AFTER} shaken withdraw withdraw( take)? (hits|step)"
    f"|{_AFTER} shaken( withdraw)?( retreat)* (way|step)"
    "|fight-over follow"
    "|fight-over (way|step))"
)
_ELSEWHERE = (
    "arrive( comes-back)* home|arrive ship|sequence crowd-loss|sequence( plane-hits)* plane-hit|shell-step"
    "|sequence coast-over fire-at-waves( name-targets exchange)? coast"
    "|sequence coast-over( volley)* sunk"
    "|sequence hide|(strike )+unveil|sequence coast-over fire-at-waves name-targets exchange name-targets unveil"
    "|arrive ashore( waterline)* (mark|sufferer|storm)"
)
_HOMES = {
    "after-jump": ("airborne",),
    "ashore": ("first-wave", "second-wave"),
    "coast-over": ("coast-fire",),
    "home": ("aides",),
    "hide": ("approach",),
    "strike": ("air-strikes",),
}
"""Work that belongs to some phases."""


def problems(state: State) -> Iterator[str]:
    """Why the unfinished work of a position could not be finished."""
    kinds = " ".join(frame.kind for frame in state.stack)
    if not kinds and not state.fight:
        return
    in_fight = bool(kinds and re.fullmatch(_IN_FIGHT, kinds))
    if kinds and not in_fight and not re.fullmatch(_ELSEWHERE, kinds):
        yield f"pending: {kinds} is not a possible stack of work"
        return
    if bool(state.fight) != in_fight:
        yield "pending: a fight and its questions go together"
        return
    yield from _fight_problems(state) if state.fight else ()
    homeless = (frame.kind for frame in state.stack if state.phase not in _HOMES.get(frame.kind, (state.phase,)))
    yield from (f"pending: {kind} does not belong to this phase" for kind in homeless)
    yield from _return_problems(state)
    yield from (what for frame in state.stack for what in _frame_problems(state, frame))
    if state.question and state.question.kind == "shell-step" and not state.phase.endswith("-bombardment"):
        yield "pending: only in a bombardment phase"


def _fight_problems(state: State) -> Iterator[str]:
    fight = state.fight
    assert fight is not None
    breaking = state.phase.endswith(("-combat", "-breakthrough"))
    if fight.close != (state.phase in CLOSE_PHASES) or not (fight.close or breaking):
        yield "fight: only in a combat phase, or where units land or drop"
    if not fight.attackers or not fight.defenders or not fight.origins:
        yield "fight: needs attackers, defenders and the hexes it is made from"
    sides = [{state.units[id].side for id in ids} for ids in (fight.attackers, fight.defenders)]
    if sides[0] != {state.active} or sides[1] & sides[0]:
        yield "fight: the active side must attack the other"


def _return_problems(state: State) -> Iterator[str]:
    """Headquarters that are lost come back, and aides of leaders who are (8.1, 14.43), each once."""
    back = [frame.facts["unit"] for frame in state.stack if frame.kind in ("comes-back", "home")]
    if len(set(back)) < len(back):
        yield "pending: a unit comes back only once"
    for unit in state.named(back):
        if unit.at != LOST or not (unit.can("hq") or unit.can("lead")):
            yield f"pending: {unit.id} is not a lost headquarters or leader"


def _frame_problems(state: State, frame: Frame) -> Iterator[str]:
    fight = state.fight
    units: list[str] = frame.facts.get("units", [])
    if "units" in frame.facts and not units:
        yield f"pending: {frame.kind} must name units"
    if units and not _belong_together(state, units):
        yield f"pending: {frame.kind} names units that are not in the fight"
    if frame.kind == "hits" and fight and not fight.hits[frame.facts["role"]]:
        yield "pending: there are no hits to take"
    if "way" in frame.facts and not frame.facts["way"]:
        yield "pending: a retreat needs a starting hex"
    if frame is state.stack[-1] and units and not any(state.units[id].steps for id in units):
        yield "pending: no unit is left to ask about"
    elif frame is state.stack[-1] and not _can_be_asked(state):
        yield "pending: this question has no answer"


def _belong_together(state: State, units: list[str]) -> bool:
    """Whether units belong to one side of a fight; landed and dropped units include guns and headquarters."""
    fight = state.fight
    if fight is None or (fight.close and {state.units[id].side for id in units} == {state.active}):
        return len({state.units[id].side for id in units}) == 1
    fighting = {id for id in units if not state.units[id].can("lead")}
    return fighting <= set(fight.attackers) or fighting <= set(fight.defenders)


def _can_be_asked(state: State) -> bool:
    """Whether a question has a side to answer it, and answers."""
    try:
        found = question(state)
    except (IndexError, ValueError):
        return False
    return bool(found.options) or state.stack[-1].kind == "unveil"  # that one is answered with an order (24.3)
