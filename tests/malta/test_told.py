"""What a player reads after an order: each die and modifier by its name, and the reason for what happens."""

from typing import Any

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.play import Event
from tarawa_cli.kernel.rolls import explained
from tests.malta.common import HELD, order, table


def told(state: State, line: str, *dice: int) -> list[str]:
    """An order, and what is told of it, without the paragraphs."""
    return words(order(state, line, *dice), state)


def words(events: list[Event], state: State) -> list[str]:
    return [text.strip().rpartition("  [")[0] for text in GAME.telling.in_short(events, state)]


def fight(**more: Any) -> State:
    return table({"i-33": "1513", "ii-33": "1612", "11lf": "1512"} | more, policy=HELD)


def test_a_fight_tells_the_strengths_that_make_its_column() -> None:
    state = fight()
    events = order(state, "attack i-33 ii-33 --on 1512", 3, 4)
    roll = next(line for line in words(events, state) if line.startswith("Combat Results"))
    assert roll.startswith("Combat Results on 1512, 12 against 6, column 6"), roll
    rolled = next(event for event in events if event.type == "roll")
    assert "remark" not in rolled.as_json(), "programs get what is on record"
    why = explained(rolled, state.charts.table("crt"), dict.fromkeys("SDHX", "…"))
    assert "  12 against 6: column 6 at first" in why


def test_a_retreat_into_a_zone_of_control_says_what_it_costs() -> None:
    units = {"11lf": "1512", "i-33": "1513", "ii-33": "1612", "iii-33": "1410", "i-34": "1610"}
    state = table(units, policy=HELD | {"allied": {"hits": "retreat", "support": "never"}})
    lines = told(state, "attack i-33 ii-33 --on 1512", 3, 6)
    back = next(number for number, line in enumerate(lines) if "retreats to" in line)
    assert lines[back].endswith(", into an enemy zone of control, which costs a step"), lines
    assert lines[back + 1] == "11lf loses a step, 1 left"


def test_a_roll_that_does_nothing_says_so_and_words_are_words() -> None:
    state = table({"cg-rocco": "1911", "cg-delimara": "2214"}, phase="air-strikes", turn="30jun-am")
    assert told(state, "strike coast-gun-1911", 2) == ["Air Strike on coast-gun-1911: 2 → no effect"]
    jump = Event(
        "roll", "19.41", {"table": "jump", "dice": [4, 5], "modifiers": [], "total": 9, "result": "half-a-die"}
    )
    assert words([jump], state) == ["Jump: 4 + 5 = 9 → half a die"]


def test_a_wave_that_is_fired_at_is_told_in_words() -> None:
    state = table({"cg-rocco": "1911"})
    shot = {
        "table": "coast-guns",
        "on": "2212:1 by cg-rocco",
        "dice": [6],
        "modifiers": [],
        "total": 6,
        "result": "hit",
    }
    events = [
        Event("aimed", "16.56", {"by": "cg-rocco", "at": "2212:1"}),
        Event("gun-fired", "16.56", {"unit": "cg-rocco", "at": "2212:1"}),
        Event("roll", "16.56", shot),
    ]
    assert words(events, state) == [
        "cg-rocco aims at the first wave to 2212",
        "cg-rocco fires at the first wave to 2212",
        "Coast Guns on the first wave to 2212 by cg-rocco: 6 → hit",
    ]


def test_a_phase_in_which_something_happened_was_not_passed_over() -> None:
    state = table({"i-33": "2212"})
    landing = [
        Event("phase-begun", "4", {"phase": "second-wave"}),
        Event("landed", "18.3", {"units": ["i-33"], "at": "2212"}),
        Event("phase-passed", "4", {"phase": "second-wave"}),
        Event("phase-passed", "4", {"phase": "axis-movement"}),
    ]
    assert GAME.telling.in_short(landing, state) == [
        "── Second wave",
        "  i-33 lands in 2212  [18.3]",
        "── Axis movement: nothing can be done, passed over",
    ]
