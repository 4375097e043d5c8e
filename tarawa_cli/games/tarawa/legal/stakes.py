"""What each answer to the pending question would do, in a few words."""

from tarawa_cli.games.tarawa.model.board import distance
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.engine.play import question
from tarawa_cli.kernel.hints import Any, Callable
from tarawa_cli.kernel.narration.visible import plural

Describe = Callable[..., str]
"""The position, an answer, and what the question is about → what the answer would do."""


def stakes(state: State) -> dict[str, str]:
    """By answer, in the order of the answers."""
    if not state.question:
        return {}
    about, describe = state.question.facts, _KINDS[state.question.kind]
    return {option: describe(state, option, **about) for option in question(state).options}


def _hit(state: State, answer: str, unit: str) -> str:
    type, steps = state.units[unit].type, state.units[unit].steps
    if answer == "morale":
        return f"{type.regiment} Marines {_moved(state, type.regiment, -1)}"
    if steps > 1:
        return f"{unit} {steps} → {plural(steps - 1, 'step')}"
    lost = f"{unit} is lost: its last step"
    return f"{lost}; Japanese morale +1" if type.can("heartens-japanese") else lost


def _moved(state: State, track: str, by: int) -> str:
    """`+1, first box → 0`."""
    box = state.tracks[track]
    return f"{state.charts.box_name(box)} → {state.charts.box_name(box + by)}"


def _gain(state: State, answer: str, **_: Any) -> str:
    return "no regiment gains" if answer == "none" else f"{answer} Marines {_moved(state, answer, +1)}"


def _clear(state: State, answer: str, **_: Any) -> str:
    pillboxes = state.pillboxes_standing(answer)
    area = state.board.areas[state.board.area_of[answer]]
    left = sum(state.is_uncleared(at) for at in area.hexes) - 1
    gone = f"{plural(pillboxes, 'pillbox').replace('boxs', 'boxes')} gone, Japanese morale -1; " if pillboxes else ""
    return f"{gone}{left or 'no'} uncleared left in {area.name}"


def _raid(state: State, answer: str, **_: Any) -> str:
    shares = dict(word.rsplit(":", 1) for word in answer.split())
    return ", ".join(_share(state, unit, int(hits)) for unit, hits in shares.items())


def _share(state: State, id: str, hits: int) -> str:
    unit = state.units[id]
    left = unit.steps - max(0, hits - (unit.at in state.improved))
    return f"{id} {unit.steps} → {plural(left, 'step')}" if left > 0 else f"{id} is lost"


def _marker(state: State, answer: str, **_: Any) -> str:
    area = state.board.areas[answer]
    hexes = [at for at in area.hexes if state.is_uncleared(at)]
    pillboxes = sum(state.pillboxes_standing(at) for at in hexes)
    turns = state.charts.value("raid-marker-turns")
    return f"{len(hexes)} uncleared, {pillboxes} of them with pillboxes: weaker fire for {plural(turns, 'day turn')}"


def _way(state: State, answer: str, **_: Any) -> str:
    far = min((distance(answer, at) for at in state.uncleared), default=0)
    there = [unit.id for unit in state.units_at(answer) if not unit.type.is_craft]
    beside = f", beside {', '.join(there)}" if there else ""
    return f"{far} hex{'es' * (far != 1)} from the enemy{beside}"


_KINDS: dict[str, Describe] = {
    "hit": _hit,
    "clear": _clear,
    "gain": _gain,
    "raid": _raid,
    "raid-marker": _marker,
    "way": _way,
}
