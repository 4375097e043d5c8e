"""What has changed, in short: after an order, after `next`, and who is still ready."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.model.work import HANDLERS
from tarawa_cli.games.tarawa.narration import sentences as telling
from tarawa_cli.kernel.engine.play import Event
from tests.tarawa.tools import new_state

FIRE = {"table": "japanese-fire", "column": "ashore", "dice": [3], "modifiers": [], "total": 3, "result": "-"}


def roll(on: str, rule: str = "7.5", **facts: Any) -> Event:
    return Event("roll", rule, FIRE | {"on": on} | facts)


def begun(phase: str) -> Event:
    return Event("phase-begun", "3", {"phase": phase})


def lost(unit: str, steps: int, left: int) -> Event:
    return Event("steps-lost", "7.3", {"unit": unit, "steps": steps, "left": left})


@pytest.fixture
def state() -> State:
    state = new_state()
    state.turn, state.phase = 4, "actions"
    for id, at in {"2/8A": "2727", "2/8B": "2728", "2/8E": "2627"}.items():
        state.units.put(state.units[id], at)
    return state


def test_the_enemys_fire_is_summed_up(state: State) -> None:
    events = [
        begun("offensive-fire"),
        roll("3/8B"),
        lost("3/8B", 1, 5),
        Event("casualties-counted", "7.4", {"spaces": 1, "total": 450}),
        roll("2/2A"),
        Event("pinned", "7.3", {"unit": "2/2A", "pins": 1}),
        roll("3/8B"),
        lost("3/8B", 1, 4),
        Event("marker-moved", "9.2.4", {"track": "8th", "by": -1, "to": 5, "why": "losses"}),
        begun("morale"),
    ]
    assert telling.summarize(events, state)[:2] == [
        "── Japanese offensive fire",
        "  3 shots: 3/8B -2 steps; 2/2A pinned; casualties +50, now 450  [7.5]",
    ]
    assert len(telling.summarize(events, state)) == 4, "morale is told, and the next phase"
    assert len(telling.sentences(events, state)) == len(events)


def test_shots_without_effect_and_quiet_phases(state: State) -> None:
    events = [begun("anti-landing-1"), roll("2/8A", "6.6.1"), begun("suppression-1")]
    assert telling.summarize(events, state)[1] == "  1 shot: no effect  [6.6.1]"
    assert telling.summarize([begun("traps"), begun("actions")], state) == ["── Traps and snipers", "── Marine actions"]
    traps = [begun("traps"), roll("red3", "7.1", table="traps", column=""), lost("2/8A", 1, 7), begun("actions")]
    assert telling.summarize(traps, state)[1] == "  traps and snipers in 1 area: 2/8A -1 step  [7.1]"


def test_a_hit_that_waits_for_an_answer_is_an_effect(state: State) -> None:
    state.phase = "offensive-fire"
    state.stack.append(HANDLERS.frame("hit", unit="2/8A", rule="7.5"))
    assert telling.summarize([begun("offensive-fire"), roll("2/8A")], state)[1] == "  1 shot: 2/8A hit  [7.5]"


def test_what_follows_an_answer_in_the_enemys_phase_is_summed_up_too(state: State) -> None:
    state.phase = "supply-check"
    events = [lost("2/8A", 1, 6), roll("2/8B"), roll("2/8E"), begun("supply-check")]
    assert telling.summarize(events, state)[0] == "  2 shots: 2/8A -1 step  [7.5]"
    state.phase = "actions"
    assert telling.summarize([lost("2/8A", 1, 6)], state) == ["  2/8A loses 1 step, 6 left  [7.3]"]


def test_own_orders_are_told_in_full(state: State) -> None:
    events = [Event("ap-spent", "7.2.2", {"unit": "2/8A", "cost": 1.0}), roll("2828", "7.2.2", table="marine-fire")]
    assert telling.summarize(events, state) == telling.sentences(events, state)


def test_ap_and_hexes_as_they_are_now(state: State) -> None:
    state.units["2/8A"].spent = 4
    state.units["2/8E"].pins = 1
    state.suppressed["2626"] = 3
    state.demolished["2626"] = 1
    events = [
        Event("ap-spent", "7.2.2", {"unit": "2/8A", "cost": 1.0}),
        Event("supported", "7.2.3", {"unit": "2/8E", "cost": 1.0}),
        roll("2626", "7.2.2", table="marine-fire"),
    ]
    now, *_ = telling.outlook(state, events).splitlines()
    assert now == "  now 2/8A 4 AP, 2/8E pinned; 2626: 3 markers, half demolished"
    state.cleared |= {"2626"}
    state.units["2/8E"].steps = 0
    now, *_ = telling.outlook(state, [*events, Event("hex-cleared", "7.2.4", {"hex": "2626"})]).splitlines()
    assert now == "  now 2/8A 4 AP, 2/8E lost; 2626: cleared"


def test_nothing_is_said_of_them_once_the_phase_has_ended(state: State) -> None:
    events = [Event("ap-spent", "7.2.2", {"unit": "2/8A", "cost": 1.0}), begun("actions")]
    assert "now " not in telling.outlook(state, events).splitlines()[0]


def test_the_last_line_counts_who_is_ready(state: State) -> None:
    def ready() -> str:
        return telling.outlook(state, []).splitlines()[-1]

    assert ready() == "ready: 3 of 3 units ashore"
    state.units["2/8A"].pins = 1
    state.units["2/8B"].spent = 8
    assert ready() == "ready: 1 of 3 units ashore"
    state.phase = "supply-points"
    state.stock = 2
    assert ready() == "ready: 2 supply points"
    state.phase = "embark"
    assert ready().startswith("ready: ")
    assert ready().endswith(" units due")
    state.phase = "impulse-1"
    lvt, rider = state.units["lvt-1"], state.units["3/8A"]
    state.units.put(lvt, "1424")
    state.units.put(rider, "in:lvt-1")
    lvt.beach = "red3"
    assert ready() == "ready: 1 of 1 unit on the way in"
    lvt.spent = 7
    assert ready() == "  → next — no unit is left to move"
    state.phase = "suppression-1"
    assert ready() == "ready: 1 area to fire on"
    state.suppression_tried = {"red3"}
    assert ready() == "  → next"
    state.phase = "supply-points"
    state.stock = 0
    assert ready() == "  → next"
    state.phase = "supply-check"
    assert ready() == "  → next — find out who is supplied"


def test_with_a_boat_to_unload_there_is_something_left(state: State) -> None:
    state.phase = "impulse-1"
    boat, rider = state.units["lcvp-1"], state.units["3/8A"]
    state.units.put(boat, "1424")
    state.units.put(rider, "in:lcvp-1")
    boat.beach = "red3"
    assert telling.outlook(state, []).splitlines()[-1] == "ready: 1 boat to unload"


def test_nobody_is_ready_while_a_question_waits_or_after_the_end(state: State) -> None:
    state.outcome = "time"
    assert "ready:" not in telling.outlook(state, [])
