"""24.3: what the computer plays on from for a side that does not know all: a position that fits what it knows."""

from pathlib import Path

import pytest

from tarawa_cli.games.malta.game import GAME, MALTESE
from tarawa_cli.games.malta.invariants import invariants
from tarawa_cli.games.malta.model.names import face_down
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rules.ch24_two_players import GUNS, JUMPS, guess
from tarawa_cli.kernel.game import Setup
from tests.malta.common import order, table
from tests.malta.shell import done, malta


def guessed(state: State, side: str) -> tuple[State, str]:
    return guess(MALTESE.view(state, side) if side else state, side)


def herkules(layer: int = 1) -> State:
    """The dummy lies with San Rocco: 1 below it, 2 on top."""
    state = GAME.begin(Setup("herkules"))
    order(state, "next", 1, 4, layer)
    return state


def test_24_3_coast_guns_are_taken_for_what_is_printed_in_their_hexes() -> None:
    state = herkules()
    whole, told = guessed(state, "axis")
    assert told == GUNS
    assert GAME.dump(whole) == GAME.dump(state)
    assert GAME.dump(guessed(herkules(2), "axis")[0]) == GAME.dump(whole), "its place in the stack is not known"
    assert list(whole.units) == list(state.units)
    assert invariants(whole) == []


def test_24_3_which_of_two_counters_is_the_dummy_is_not_betrayed() -> None:
    first = table({"cg-rocco": "1911", "cg-dummy": "1509", "2d": "1615"}, phase="air-strikes")
    other = table({"cg-dummy": "1911", "cg-rocco": "1509", "2d": "1615"}, phase="air-strikes")
    assert GAME.dump(guessed(first, "axis")[0]) == GAME.dump(guessed(other, "axis")[0]) == GAME.dump(first)


def test_24_3_a_silenced_counter_stays_silent() -> None:
    state = table({"cg-rocco": "1911", "cg-benghisa": "2016", "2d": "1615"}, phase="air-strikes")
    order(state, "strike coast-gun-1911", 4)
    whole, _ = guessed(state, "axis")
    assert whole.silenced == {"cg-rocco"}
    assert set(face_down(whole).values()) == {"coast-gun-1911", "coast-gun-2016"}


def test_24_3_the_allies_expect_the_jumps_of_the_scenarios_plan() -> None:
    state = herkules()
    state.plan = {}
    whole, told = guessed(state, "allied")
    assert (told, list(whole.plan)) == (JUMPS, ["kroh", "burkhardt", "folgore", "ramcke", "second", "adra"])
    state.turn, state.phase = 1, "axis-movement"
    assert list(guessed(state, "allied")[0].plan) == ["burkhardt", "folgore", "ramcke", "second", "adra"]
    state.units.put(state.units["adra"], "1512")
    assert list(guessed(state, "allied")[0].plan) == ["burkhardt", "folgore", "ramcke", "second"]


def test_24_3_what_is_sealed_is_guessed_for_either_side() -> None:
    state = herkules()
    state.plan, state.seals = {}, {"29jun-am": "0" * 64}
    for side in ("axis", "allied", ""):
        whole, told = guessed(state, side)
        assert (JUMPS in told, whole.seals, len(whole.plan)) == (True, {}, 6)


@pytest.mark.usefixtures("in_a_folder")
def test_24_3_a_forecast_for_one_side_says_what_is_guessed() -> None:
    for name, side, words in (
        ("south-beach", "axis", GUNS),
        ("hal-far", "allied", JUMPS),
        ("south-beach", "allied", ""),
    ):
        done(f"new {name} --seed 3 --force")
        kept = Path(f"saves/{name}.toml").read_bytes()
        told = malta(f"forecast -g 1 --player random --as {side}")
        assert told.code == 0
        assert (f"guessed, because you cannot know it: {words}\n" in told.out) == bool(words)
        forecast = malta(f"forecast -g 1 --player random --json --as {side}").json["forecast"]
        assert forecast.get("guessed", "") == words
        assert Path(f"saves/{name}.toml").read_bytes() == kept


@pytest.mark.usefixtures("in_a_folder")
def test_24_3_the_advice_for_a_phase_says_what_is_guessed() -> None:
    done("new south-beach --seed 3")
    assert malta("advise --phase --as axis").out.startswith(f"guessed, because you cannot know it: {GUNS}\n")
    assert malta("advise --phase --as axis --json").json["plan"]["guessed"] == GUNS
    assert "guessed" not in malta("advise --phase").out


@pytest.mark.usefixtures("in_a_folder")
def test_24_3_a_sealed_game_can_be_forecast_at_one_table_too() -> None:
    done("new herkules --plan own --sealed --seed 3")
    Path("plan.txt").write_text("zone ramcke 1414 --turn 29jun-am\nseries ramcke fj-kroh\n")
    done("seal plan.txt --as axis")
    assert "the plan is sealed" in malta("status").out
    told = malta("forecast -g 1 --player random")
    assert (told.code, JUMPS in told.out) == (0, True)
