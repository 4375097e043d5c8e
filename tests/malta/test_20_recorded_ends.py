"""Each recorded game ends by the paragraph that it is there for: told by the last dice, and reckoned again by hand."""

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match, perform
from tests.kit.recorded import setup_of
from tests.malta.test_recorded_games import recorded

BY_ROLL = ["surrender-by-roll", "called-off-by-roll", "last-stand-surrender", "last-stand-called-off", "herkules"]
SHORT = [f"{name}-{side}" for name in ("hal-far", "south-beach", "cottonera") for side in ("axis", "allied")]
CITIES = {"1112", "1709", "1810", "1811", "1911"}


def last_order(name: str) -> tuple[State, list[Event], int]:
    """The position at the end of a game, what its last order did, and how often 20.3 was rolled before."""
    game = recorded(name)
    match = Match(GAME, setup_of(game.head["scenario"], None), int(game.head["seed"]))
    rolls, events = 0, list[Event]()
    for line in game.lines:
        rolls += len(_clocks(events))
        events = list(perform(match, split_line(line)).events)
    return match.truth, events, rolls


def _clocks(events: list[Event]) -> list[int]:
    """The two dice of 20.3, where they were rolled."""
    return [sum(event.facts["dice"]) for event in events if event.rule == "20.3" and "dice" in event.facts]


def _pressure(state: State) -> int:
    """P, hex by hex: controlled, and occupied or without an Allied combat unit next to it."""
    total = 0
    for at, weight in state.board.objectives.items():
        near = [unit for there in state.board.adjacent[at] for unit in state.units_at(there)]
        threatened = any(unit.side == "allied" and unit.can("combat") for unit in near)
        occupied = any(unit.side == "axis" for unit in state.units_at(at))
        total += weight * (at in state.control and (occupied or not threatened))
    return total


@pytest.mark.parametrize("name", BY_ROLL)
def test_20_3_by_roll_the_dice_and_half_of_p_say_so(name: str) -> None:
    state, events, _ = last_order(name)
    (dice,) = _clocks(events)
    total = dice + _pressure(state) // 2
    if state.outcome == "surrender":
        assert total >= (18 if name.startswith("last-stand") else 24)
        assert not state.control >= CITIES
    else:
        assert state.outcome == "called-off"
        assert total - state.lost_steps // 3 // 2 <= -1
        assert any(unit.side == "axis" and unit.can("combat") and unit.on_map for unit in state.units.values())


@pytest.mark.parametrize("name", ["surrender-by-cities"])
def test_20_3_by_cities_no_dice_are_rolled(name: str) -> None:
    state, events, _ = last_order(name)
    assert (state.outcome, _clocks(events), state.control >= CITIES) == ("surrender", [], True)


def test_20_3_with_nobody_left_no_dice_are_rolled() -> None:
    state, events, _ = last_order("called-off-with-nobody-left")
    assert (state.outcome, _clocks(events)) == ("called-off", [])
    waits = ("follow-up", "wave", "air")
    mine = [unit for unit in state.units.values() if unit.side == "axis" and unit.can("combat")]
    assert not [unit for unit in mine if unit.on_map or unit.at.startswith(waits)]


def test_4_41_after_the_last_turn_malta_stands_though_the_dice_were_rolled() -> None:
    state, events, _ = last_order("stands")
    (dice,) = _clocks(events)
    assert (state.outcome, state.box.id) == ("stands", "10jul-night")
    assert 1 < dice + _pressure(state) // 2 - state.lost_steps // 6 < 23


@pytest.mark.parametrize("name", SHORT)
def test_22_a_short_scenario_is_judged_by_its_goal_and_rolls_no_dice_for_it(name: str) -> None:
    state, events, rolls = last_order(name)
    assert (state.outcome, _clocks(events), rolls) == (name.rpartition("-")[2], [], 0)
    assert [event.rule for event in events if event.type == "game-over"] == ["22"]
    assert state.outcome == ("axis" if _reached(name.rpartition("-")[0], state) else "allied")


def _reached(scenario: str, state: State) -> bool:
    """What the introductions ask for, in so many words; without a headquarters no beach has a supply line."""
    held = state.control
    if scenario == "hal-far":
        return "1916" in held and bool(held & {"1714", "1613", "1211"})
    if scenario == "cottonera":
        return len(held & {"1811", "1911", "1812", "2011"}) > 2
    lost = sum(_thirds_lost(state, id) for id in state.units)
    staffs = [unit for unit in state.units.values() if unit.side == "axis" and unit.can("hq") and unit.on_map]
    return bool(staffs) and len(held & {"1816", "1716", "1616", "1516", "1416"}) >= 3 and lost <= 24


def _thirds_lost(state: State, id: str) -> int:
    """A third for each company or battery of the Axis that is gone."""
    unit = state.units[id]
    if unit.side != "axis" or unit.type.of or not unit.type.thirds:
        return 0
    left = unit.steps if unit.type.type else int(unit.steps > 0)
    return (unit.type.steps if unit.type.type else 1) - left
