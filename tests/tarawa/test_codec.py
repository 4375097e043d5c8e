"""A state as plain values: whatever can lie on the table can be written down and read back."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.invariants import invariants
from tarawa_cli.games.tarawa.model import codec
from tarawa_cli.games.tarawa.model.state import ATTRIBUTES, State, Unit, allowance, ap_left
from tests.tarawa.samples import BESIDE, SAMPLES, state_samples, unit_samples
from tests.tarawa.tables import CAMPAIGN
from tests.tarawa.tools import (
    examples,
    facts,
    new_state,
    position,
    random_state,
    through_text,
    write_scenario,
    wrong,
)

SEEDS = st.integers(0, 2**32)


# ── Round trips


@examples(60)
@given(SEEDS)
def test_save_whatever_lies_on_the_table_is_read_back_as_it_was(seed: int) -> None:
    state = random_state(seed)
    assert invariants(state) == []
    doc = GAME.dump(state)
    again = GAME.load(CAMPAIGN, doc)
    assert GAME.dump(again) == doc
    assert facts(again) == facts(state)


@examples(25)
@given(SEEDS)
def test_save_survives_being_text(seed: int) -> None:
    doc = GAME.dump(random_state(seed))
    text = through_text(doc)
    assert text == doc
    assert GAME.dump(GAME.load(CAMPAIGN, text)) == doc
    assert list(GAME.dump(GAME.load(CAMPAIGN, text))) == list(doc)


@examples(20)
@given(SEEDS)
def test_save_a_position_written_as_a_scenario_starts_the_same_state(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    state = random_state(seed)
    folder = tmp_path_factory.mktemp("scenario")
    assert facts(GAME.begin(write_scenario(folder, GAME.dump(state)))) == facts(state)


def test_save_a_new_game_says_little() -> None:
    assert GAME.dump(new_state()) == {
        "turn": 1,
        "phase": "bombardment",
        "policy": {"hits": "ask", "empty-lvt": "pool"},
        "tracks": {"japanese": 3, "marines": 3, "2nd": 3, "6th": 3, "8th": 3, "10th": 3},
        "operative": {"japanese": 3, "marines": 3, "2nd": 3, "6th": 3, "8th": 3, "10th": 3},
        "casualties": 0,
    }


@examples(25)
@given(SEEDS)
def test_save_what_is_as_in_a_new_game_is_left_out(seed: int) -> None:
    doc = GAME.dump(random_state(seed))
    fresh = State(new_state().setting)
    always = {"turn", "phase", "policy", "tracks", "operative", "casualties", "units"}
    for name in doc.keys() - always:
        assert doc[name] not in (getattr(fresh, codec.STATE[name].attribute or name), [], {}), name
    for id, values in doc.get("units", {}).items():
        assert values
        for name in values.keys() - {"ap"}:
            assert values[name] != getattr(fresh.units[id], name), (id, name)


def test_save_keys_stand_in_one_order_whatever_happened_first() -> None:
    one, two = new_state(), new_state()
    one.chits["tail"], one.chits["beak"] = -1, 0
    two.chits["beak"], two.chits["tail"] = 0, -1
    one.cleared, two.cleared = frozenset({"2731", "2833"}), frozenset({"2833", "2731"})
    one.demolished = two.demolished = {"2833": 2}
    assert list(GAME.dump(one)["chits"]) == list(GAME.dump(two)["chits"]) == ["beak", "tail"]
    assert GAME.dump(one)["cleared"] == GAME.dump(two)["cleared"] == ["2731", "2833"]
    assert list(GAME.dump(one)) == [name for name in codec.STATE if name in GAME.dump(one)]


@pytest.mark.parametrize("name", ["craft_lost", "suppressed", "demolished", "raids"])
def test_save_a_count_that_went_back_to_nothing_leaves_no_trace(name: str) -> None:
    state = new_state()
    key = {"craft_lost": "lvt", "suppressed": "2731", "demolished": "2833", "raids": "beak"}[name]
    setattr(state, name, {key: 0})
    assert GAME.dump(state) == GAME.dump(new_state())


def test_5_1_a_blank_chit_is_not_forgotten() -> None:
    assert position(chits={"red2": 0}).chits == {"red2": 0}
    assert GAME.dump(position(chits={"red2": 0, "beak": -2}))["chits"] == {"beak": -2, "red2": 0}


# ── Every key

# what else must be true for the key to make sense


def test_save_every_piece_of_a_state_has_a_key() -> None:
    policies = set(ATTRIBUTES.values())
    held = set(vars(new_state())) - {"setting", "units", "stack"} - policies | {"policy", "pending"}
    assert set(codec.STATE) == held
    assert set(codec.UNIT) == set(Unit.slots) - {"id", "kind", "type", "spent"}


def test_save_every_key_is_tried_here() -> None:
    assert set(state_samples()) == set(codec.STATE)
    assert {name for name, _ in unit_samples()} == set(codec.UNIT) | {"ap"}


@pytest.mark.parametrize("name", codec.STATE)
def test_save_every_key_can_be_written_in_a_position_and_read_back(name: str, tmp_path: Path) -> None:
    value = state_samples()[name]
    state = GAME.begin(write_scenario(tmp_path, {**BESIDE.get(name, {}), name: value}))
    doc = GAME.dump(state)
    assert doc[name] == value
    assert value != GAME.dump(new_state()).get(name)
    assert facts(GAME.load(CAMPAIGN, doc)) == facts(state)


@pytest.mark.parametrize(("name", "value"), unit_samples())
def test_save_every_key_of_a_unit_can_be_written_in_a_position_and_read_back(
    name: str, value: float | int | list[str] | str, tmp_path: Path
) -> None:
    id = "lvt-1" if name in ("load", "homeward", "emptied") else "2/8A"
    afloat = {"at": "2327", "beach": "red3"}
    units: dict[str, Any] = {
        id: {"at": "2531", name: value} if name in ("digging", "recovering") else afloat | {name: value}
    }
    if value == "in:lvt-1":
        units["lvt-1"] = afloat
    state = GAME.begin(write_scenario(tmp_path, {"turn": 30, "phase": "impulse-1", "units": units}))
    doc = GAME.dump(state)
    assert doc["units"][id][name] == value
    assert facts(GAME.load(CAMPAIGN, doc)) == facts(state)


@pytest.mark.parametrize("name", [name for name, value in SAMPLES.items() if isinstance(value, list)])
def test_save_a_list_of_names_may_be_one_text(name: str) -> None:
    if name == "pending":
        assert wrong(pending="sequence arrive") == ["pending: must be an array of tables with a kind"]
        return
    beside = BESIDE.get(name, {})
    text = " ".join(SAMPLES[name])
    assert facts(position(**beside, **{name: text})) == facts(position(**beside, **{name: SAMPLES[name]}))


def test_2_1_bairiki_and_the_pool_are_places() -> None:
    state = position(units={"2/10": {"at": "bairiki"}, "lvt-1": {"at": "pool"}, "lvt-2": {"at": "lost"}})
    assert (state.units["2/10"].at, state.units["lvt-1"].at, state.units["lvt-2"].steps) == ("bairiki", "pool", 0)


def test_save_a_lost_unit_has_no_steps_unless_it_says_so() -> None:
    assert position(units={"2/8A": {"at": "lost"}}).units["2/8A"].steps == 0
    assert wrong(units={"2/8A": {"at": "lost", "steps": 3}})


# ── Action points


def test_7_2_action_points_left_out_are_the_full_allowance() -> None:
    state = position(units={"2/8A": {"at": "2531"}})
    assert ap_left(state, state.units["2/8A"]) == 8
    assert "ap" not in GAME.dump(state)["units"]["2/8A"]


def test_7_2_action_points_go_in_halves() -> None:
    state = position(units={"sherman-1": {"at": "2531", "ap": 4.5}})
    assert state.units["sherman-1"].spent == 3.5
    assert GAME.dump(state)["units"]["sherman-1"]["ap"] == 4.5
    assert wrong(units={"sherman-1": {"at": "2531", "ap": 4.25}}) == [
        "units.sherman-1.ap: must be from 0 to 8 in halves, not 4.25"
    ]


def test_7_2_action_points_are_counted_from_the_side_and_the_morale_of_the_unit() -> None:
    keys: dict[str, Any] = {"operative": {"8th": -5}, "units": {"2/8A": {"at": "2531", "steps": 4, "ap": 1}}}
    state = position(**keys)
    unit = state.units["2/8A"]
    assert (allowance(state, unit), unit.spent, ap_left(state, unit)) == (2, 1, 1)
    keys["units"]["2/8A"]["ap"] = 3
    assert wrong(**keys) == ["units.2/8A.ap: must be from 0 to 2 in halves, not 3"]


def test_7_2_a_unit_flipped_after_spending_more_than_its_back_side_has_nothing_left() -> None:
    state = position(units={"2/8A": {"at": "2531"}})
    unit = state.units["2/8A"]
    unit.spent, unit.steps = 6.0, 4
    doc = GAME.dump(state)
    assert doc["units"]["2/8A"]["ap"] == 0
    assert GAME.dump(GAME.load(CAMPAIGN, doc)) == doc


@pytest.mark.parametrize("ap", [-1, 9, "8", True, [], {}, float("nan"), float("inf"), 10**400, -0.5])
def test_7_2_action_points_out_of_range_are_reported(ap: float | int | str) -> None:
    (problem,) = wrong(units={"2/8A": {"at": "2531", "ap": ap}})
    assert problem.startswith("units.2/8A.ap: must be from 0 to 8 in halves, not ")
