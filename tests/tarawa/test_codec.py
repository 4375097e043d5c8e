"""A state as plain values: whatever can lie on the table can be written down and read back."""

import datetime
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.games.tarawa.checks.invariants import invariants
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model import codec
from tarawa_cli.games.tarawa.model.board import betio
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.rules.ch07.allowance import allowance, ap_left
from tarawa_cli.kernel.errors import BadFile
from tests.tarawa.tools import (
    CAMPAIGN,
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
def test_save_whatever_lies_on_the_table_is_read_back_as_it_was(seed):
    state = random_state(seed)
    assert invariants(state) == []
    doc = GAME.dump(state)
    again = GAME.load(CAMPAIGN, doc)
    assert GAME.dump(again) == doc
    assert facts(again) == facts(state)


@examples(25)
@given(SEEDS)
def test_save_survives_being_text(seed):
    doc = GAME.dump(random_state(seed))
    text = through_text(doc)
    assert text == doc
    assert GAME.dump(GAME.load(CAMPAIGN, text)) == doc
    assert list(GAME.dump(GAME.load(CAMPAIGN, text))) == list(doc)


@examples(20)
@given(SEEDS)
def test_save_a_position_written_as_a_scenario_starts_the_same_state(tmp_path_factory, seed):
    state = random_state(seed)
    folder = tmp_path_factory.mktemp("scenario")
    assert facts(GAME.begin(write_scenario(folder, GAME.dump(state)))) == facts(state)


def test_save_a_new_game_says_little():
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
def test_save_what_is_as_in_a_new_game_is_left_out(seed):
    doc = GAME.dump(random_state(seed))
    fresh = State(new_state().setting)
    always = {"turn", "phase", "policy", "tracks", "operative", "casualties", "units"}
    for name in doc.keys() - always:
        assert doc[name] not in (getattr(fresh, codec.STATE[name].attribute or name), [], {}), name
    for id, values in doc.get("units", {}).items():
        assert values
        for name in values.keys() - {"ap"}:
            assert values[name] != getattr(fresh.units[id], name), (id, name)


def test_save_keys_stand_in_one_order_whatever_happened_first():
    one, two = new_state(), new_state()
    one.chits["tail"], one.chits["beak"] = -1, 0
    two.chits["beak"], two.chits["tail"] = 0, -1
    one.cleared, two.cleared = {"2731", "2833"}, {"2833", "2731"}
    one.demolished = two.demolished = {"2833": 2}
    assert list(GAME.dump(one)["chits"]) == list(GAME.dump(two)["chits"]) == ["beak", "tail"]
    assert GAME.dump(one)["cleared"] == GAME.dump(two)["cleared"] == ["2731", "2833"]
    assert list(GAME.dump(one)) == [name for name in codec.STATE if name in GAME.dump(one)]


@pytest.mark.parametrize("name", ["craft_lost", "suppressed", "demolished", "raids"])
def test_save_a_count_that_went_back_to_nothing_leaves_no_trace(name):
    state = new_state()
    key = {"craft_lost": "lvt", "suppressed": "2731", "demolished": "2833", "raids": "beak"}[name]
    setattr(state, name, {key: 0})
    assert GAME.dump(state) == GAME.dump(new_state())


def test_5_1_a_blank_chit_is_not_forgotten():
    assert position(chits={"red2": 0}).chits == {"red2": 0}
    assert GAME.dump(position(chits={"red2": 0, "beak": -2}))["chits"] == {"beak": -2, "red2": 0}


# ── Every key

SAMPLES: dict[str, Any] = {
    "turn": 17,
    "phase": "actions",
    "outcome": "pyrrhic",
    "policy": {"hits": "morale", "empty-lvt": "wait"},
    "pending": [
        {"kind": "arrive"},
        {"kind": "anti-landing", "left": ["lvt-1", "2/8B"]},
        {"kind": "hit", "unit": "2/8A"},
    ],
    "tracks": {"japanese": -5, "marines": 5, "2nd": 0, "6th": 1, "8th": -1, "10th": 2},
    "operative": {"japanese": 5, "marines": -5, "2nd": 1, "6th": 0, "8th": 2, "10th": -1},
    "casualties": 3350,
    "shore": 2,
    "stock": 14,
    "delay": 2,
    "chits_due": 9,
    "chits": {"beak": -2, "red2": 0},
    "area_suppression": ["red2", "red3"],
    "suppression_tried": ["red3"],
    "raids": {"pocket": 2, "tail": 1},
    "secured": ["green", "takarongo"],
    "supply_loss": 2,
    "shore_loss": 2,
    "wreck": "occupied",
    "wreck_fire": 1,
    "pier_landings": 2,
    "pier_artillery": 1,
    "craft_lost": {"lvt": 1},
    "paid": ["2/6"],
    "plan": ["8th", "2nd"],
    "heavy_embarked": ["1/10", "sherman-1"],
    "direct_supply": ["2/8", "hawkins"],
    "heads": ["2732", "3039"],
    "improved": ["2531"],
    "demolished": {"2833": 1, "3330": 3},
    "suppressed": {"2835": 2},
    "occupied": ["2531", "3437"],
    "cleared": ["2631", "2731"],
}
# what else must be true for the key to make sense
BESIDE: dict[str, Any] = {
    "turn": {"phase": "actions"},
    "pending": {"phase": "anti-landing-2", "units": {"2/8A": {"at": "2327", "beach": "red3"}}},
    "improved": {"units": {"2/8A": {"at": "2531"}}},
    "secured": {"cleared": sorted(betio().pillboxes)},
}
UNIT_SAMPLES: dict[str, Any] = {
    "at": ["2327", "pier:1832", "pier:1532", "pier:1431", "in:lvt-1", "lost", "absent"],
    "beach": ["red3", "black2"],
    "steps": [7, 1],
    "ap": [0, 3.5, 7],
    "pins": [1, 2],
    "course": ["left", "right"],
    "load": ["supply:2/8", "supply:hawkins"],
    "landed": [3, 30],
    "supply": ["active", "none"],
    "group": ["2/8A", "hawkins@1"],
    "unsupplied": [1, 12],
    "fired": [["2631"], ["2731", "2631"]],
}


def is_flag(thing: object, name: str) -> bool:
    return isinstance(getattr(thing, name, None), bool)


def state_samples() -> dict[str, Any]:
    fresh = new_state()
    return SAMPLES | {name: True for name in codec.STATE if is_flag(fresh, name)}


def unit_samples() -> list[tuple[str, Any]]:
    fresh = new_state().units["2/8A"]
    flags = [(name, True) for name in codec.UNIT if is_flag(fresh, name)]
    return [*((name, value) for name, values in UNIT_SAMPLES.items() for value in values), *flags]


def test_save_every_piece_of_a_state_has_a_key():
    held = set(vars(new_state())) - {"setting", "units", "hits", "empty_lvt", "stack"} | {"policy", "pending"}
    assert set(codec.STATE) == held
    assert set(codec.UNIT) == set(Unit.__slots__) - {"type", "spent"}


def test_save_every_key_is_tried_here():
    assert set(state_samples()) == set(codec.STATE)
    assert {name for name, _ in unit_samples()} == set(codec.UNIT) | {"ap"}


@pytest.mark.parametrize("name", codec.STATE)
def test_save_every_key_can_be_written_in_a_position_and_read_back(name, tmp_path):
    value = state_samples()[name]
    state = GAME.begin(write_scenario(tmp_path, {**BESIDE.get(name, {}), name: value}))
    doc = GAME.dump(state)
    assert doc[name] == value
    assert value != GAME.dump(new_state()).get(name)
    assert facts(GAME.load(CAMPAIGN, doc)) == facts(state)


@pytest.mark.parametrize(("name", "value"), unit_samples())
def test_save_every_key_of_a_unit_can_be_written_in_a_position_and_read_back(name, value, tmp_path):
    id = "lvt-1" if name in ("load", "homeward", "emptied") else "2/8A"
    afloat = {"at": "2327", "beach": "red3"}
    units = {id: {"at": "2531", name: value} if name in ("digging", "recovering") else afloat | {name: value}}
    if value == "in:lvt-1":
        units["lvt-1"] = afloat
    state = GAME.begin(write_scenario(tmp_path, {"turn": 30, "phase": "impulse-1", "units": units}))
    doc = GAME.dump(state)
    assert doc["units"][id][name] == value
    assert facts(GAME.load(CAMPAIGN, doc)) == facts(state)


@pytest.mark.parametrize("name", [name for name, value in SAMPLES.items() if isinstance(value, list)])
def test_save_a_list_of_names_may_be_one_text(name):
    if name == "pending":
        assert wrong(pending="sequence arrive") == ["pending: must be an array of tables with a kind"]
        return
    beside = BESIDE.get(name, {})
    text = " ".join(SAMPLES[name])
    assert facts(position(**beside, **{name: text})) == facts(position(**beside, **{name: SAMPLES[name]}))


def test_2_1_bairiki_and_the_pool_are_places():
    state = position(units={"2/10": {"at": "bairiki"}, "lvt-1": {"at": "pool"}, "lvt-2": {"at": "lost"}})
    assert (state.units["2/10"].at, state.units["lvt-1"].at, state.units["lvt-2"].steps) == ("bairiki", "pool", 0)


def test_save_a_lost_unit_has_no_steps_unless_it_says_so():
    assert position(units={"2/8A": {"at": "lost"}}).units["2/8A"].steps == 0
    assert wrong(units={"2/8A": {"at": "lost", "steps": 3}})


# ── Action points


def test_7_2_action_points_left_out_are_the_full_allowance():
    state = position(units={"2/8A": {"at": "2531"}})
    assert ap_left(state, state.units["2/8A"]) == 8
    assert "ap" not in GAME.dump(state)["units"]["2/8A"]


def test_7_2_action_points_go_in_halves():
    state = position(units={"sherman-1": {"at": "2531", "ap": 4.5}})
    assert state.units["sherman-1"].spent == 3.5
    assert GAME.dump(state)["units"]["sherman-1"]["ap"] == 4.5
    assert wrong(units={"sherman-1": {"at": "2531", "ap": 4.25}}) == [
        "units.sherman-1.ap: must be from 0 to 8 in halves, not 4.25"
    ]


def test_7_2_action_points_are_counted_from_the_side_and_the_morale_of_the_unit():
    keys = {"operative": {"8th": -5}, "units": {"2/8A": {"at": "2531", "steps": 4, "ap": 1}}}
    state = position(**keys)
    unit = state.units["2/8A"]
    assert (allowance(state, unit), unit.spent, ap_left(state, unit)) == (2, 1, 1)
    keys["units"]["2/8A"]["ap"] = 3
    assert wrong(**keys) == ["units.2/8A.ap: must be from 0 to 2 in halves, not 3"]


def test_7_2_a_unit_flipped_after_spending_more_than_its_back_side_has_nothing_left():
    state = position(units={"2/8A": {"at": "2531"}})
    unit = state.units["2/8A"]
    unit.spent, unit.steps = 6.0, 4
    doc = GAME.dump(state)
    assert doc["units"]["2/8A"]["ap"] == 0
    assert GAME.dump(GAME.load(CAMPAIGN, doc)) == doc


@pytest.mark.parametrize("ap", [-1, 9, "8", True, [], {}, float("nan"), float("inf"), 10**400, -0.5])
def test_7_2_action_points_out_of_range_are_reported(ap):
    (problem,) = wrong(units={"2/8A": {"at": "2531", "ap": ap}})
    assert problem.startswith("units.2/8A.ap: must be from 0 to 8 in halves, not ")


# ── What cannot be read

JUNK: list[Any] = [
    True,
    -1,
    10**9,
    -(10**9),
    2.3,
    float("nan"),
    "nothing of the kind",
    ["nothing of the kind"],
    [1],
    [[]],
    [{}],
    {"nothing": 1},
    {"nothing": {}},
    datetime.date(1943, 11, 20),
    datetime.time(9),
]


def keeps_type(sample: Any, value: Any) -> bool:
    """Whether junk is of the right type, so that only its content can be wrong."""
    if isinstance(sample, bool) or isinstance(value, bool):
        return isinstance(sample, bool) and isinstance(value, bool)
    return isinstance(value, str | list if isinstance(sample, list) else type(sample))


@pytest.mark.parametrize("name", codec.STATE)
def test_save_a_wrong_value_is_reported_with_key_and_reason(name):
    sample = state_samples()[name]
    for value in JUNK:
        found = wrong(**{**BESIDE.get(name, {}), name: value})
        may_stand = keeps_type(sample, value) and (
            isinstance(sample, bool) or (name == "paid" and all(isinstance(each, str) for each in value))
        )
        assert bool(found) != may_stand, value
        assert all(re.match(rf"{name}(\.\w+)?: .{{5}}", problem) for problem in found), found


@pytest.mark.parametrize("name", [*codec.UNIT, "ap"])
def test_save_a_wrong_value_of_a_unit_is_reported_with_key_and_reason(name):
    sample = dict(unit_samples())[name]
    for value in JUNK:
        found = wrong(units={"2/8A": {"at": "2531", name: value}})
        if not (isinstance(sample, bool) and isinstance(value, bool)):
            assert found, value
        assert all(re.match(rf"units\.2/8A\.{name}: .{{5}}", problem) for problem in found), found


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("turn", 1, 30),
        ("casualties", 0, 99_950),
        ("shore", 0, 99),
        ("stock", 0, 9_999),
        ("delay", 0, 2),
        ("wreck_fire", 0, 2),
        ("pier_landings", 0, 2),
    ],
)
def test_save_a_number_out_of_range_is_reported_with_the_range(name, low, high):
    beside = {"phase": "embark"} if name == "turn" else {}
    for fine in (low, high):
        assert wrong(**beside, **{name: fine}) == []
    for value in (low - 1, high + 1):
        assert wrong(**beside, **{name: value}) == [f"{name}: must be a whole number from {low} to {high}, not {value}"]


@pytest.mark.parametrize(
    ("name", "fine", "out"),
    [
        ("tracks", {"japanese": -5}, {"japanese": -6}),
        ("operative", {"2nd": 5}, {"2nd": 6}),
        ("raids", {"beak": 2}, {"beak": 3}),
        ("chits", {"beak": -2}, {"beak": 1}),
        ("craft_lost", {"lcm": 1}, {"lcm": 2}),
        ("demolished", {"3330": 4}, {"3330": 5}),
        ("suppressed", {"2731": 1}, {"2731": 0}),
    ],
)
def test_save_a_count_out_of_range_is_reported_with_the_range(name, fine, out):
    assert wrong(**{name: fine}) == []
    (problem,) = wrong(**{name: out})
    assert problem.startswith(f"{name}: must be a whole number from ")


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("cleared", "2531", "'2531': not a land hex that must be cleared"),
        ("cleared", "2731 2632 9999", "'2632', '9999': not a land hex that must be cleared"),
        ("occupied", "2731", "'2731': not a landing or airstrip hex"),
        ("heads", "1430", "'1430': not a land hex"),
        ("improved", ["sea"], "'sea': not a land hex"),
        ("demolished", {"2731": 1}, "'2731': not a pillbox hex"),
        ("suppressed", {"2531": 1}, "'2531': not a land hex that must be cleared"),
        ("secured", "betio", "'betio': not an area"),
        ("chits", {"Red2": -1}, "'Red2': not an area"),
        ("tracks", {"4th": 1}, "'4th': not a track"),
        ("craft_lost", {"lvt-1": 1}, "'lvt-1': not a kind of craft"),
        ("direct_supply", "2/8A", "'2/8A': not a battalion"),
        ("plan", "4th", "'4th': not a regiment"),
        ("phase", "lunch", None),
        ("outcome", "draw", None),
        ("wreck", "sunk", None),
    ],
)
def test_save_an_unknown_name_is_reported_by_itself(name, value, what):
    (problem,) = wrong(**{name: value})
    assert problem.startswith(f"{name}: {what or 'must be one of '}")


@pytest.mark.parametrize(
    "at",
    [
        "", "27", "273", "27311", "0000", "9999", "1301", "pier:", "pier:2731", "pier:1531", "in:", "in:2/8A",
        "in:lvt-9", "1432", "2632", "POOL", "hex:2731", "²731",
    ],
)  # fmt: skip
def test_save_a_place_that_is_none_is_reported(at):
    (problem,) = wrong(units={"2/8A": {"at": at}})
    assert problem.startswith(f"units.2/8A.at: {at!r} is no place: ")


def test_save_unknown_keys_units_and_policies_are_reported():
    assert wrong(luck=1, units={"4/8A": {}, "2/8A": {"luck": 1}}, policy={"luck": "good", "hits": "never"}) == [
        "luck: no such key",
        "policy.luck: no such policy",
        "policy.hits: must be one of ask, step, morale, not 'never'",
        "units.'4/8A': no such unit",
        "units.2/8A.luck: no such key",
    ]


@pytest.mark.parametrize("value", [1, "x", [], True])
def test_save_tables_that_are_none_are_reported(value):
    assert wrong(units=value) == ["units: must be a table"]
    assert wrong(policy=value) == ["policy: must be a table"]
    assert wrong(units={"2/8A": value}) == ["units.2/8A: must be a table"]
    assert len(wrong(default=value)) == 1


def test_save_everything_that_cannot_be_read_is_told_at_once():
    found = wrong(
        turn=0,
        cleared="x",
        tracks={"japanese": 9},
        units={"2/8A": {"at": "x", "steps": -1, "ap": 99}, "lvt-1": {"pins": 3}},
    )
    assert [problem.partition(":")[0] for problem in found] == [
        "turn",
        "cleared",
        "tracks",
        "units.2/8A.at",
        "units.2/8A.steps",
        "units.2/8A.ap",
        "units.lvt-1.pins",
    ]


def test_save_a_long_value_is_shown_cut():
    (problem,) = wrong(phase="x" * 10_000)
    assert len(problem) < 500


VALUES = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(-10, 40),
        st.floats(),
        st.sampled_from(["", "2731", "2531", "2327", "1430", "lost", "in:lvt-1", "pier:2632", "red3", "actions", "x"]),
        st.sampled_from([*codec.PHASES, "supply:2/8", "2nd", "sequence", "kind"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["kind", "japanese", "red3", "2728", "2731", "lvt", "hits"]), inner, max_size=3
        ),
    ),
    max_leaves=5,
)
UNIT_VALUES = st.dictionaries(st.sampled_from([*codec.UNIT, "ap", "x"]), VALUES, max_size=4)
SOME_UNITS = ["2/8A", "sherman-1", "1/10", "hawkins", "lvt-1", "lcm-1"]
DOCS = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(codec.STATE, VALUES),
        "default": st.sampled_from(["", "absent", "x", 1]),
        "units": st.dictionaries(st.sampled_from(SOME_UNITS), UNIT_VALUES),
    },
)


@examples(120)
@given(st.one_of(DOCS, st.dictionaries(st.sampled_from([*codec.STATE, "units", "default"]), VALUES, max_size=2)))
def test_save_whatever_it_says_it_is_read_or_refused(doc):
    try:
        state = GAME.load(CAMPAIGN, doc)
    except BadFile:
        return
    assert invariants(state) == []
    assert GAME.dump(GAME.load(CAMPAIGN, GAME.dump(state))) == GAME.dump(state)


UNITS_ONLY = st.dictionaries(
    st.sampled_from(["2/8A", "2/8B", "sherman-1", "1/10", "hawkins", "lvt-1", "lvt-2", "lcm-1"]),
    st.fixed_dictionaries(
        {"at": st.sampled_from(["2531", "2327", "2328", "1430", "pier:2632", "in:lvt-1", "in:lcm-1", "lost", "pool"])},
        optional={
            "beach": st.sampled_from(["red3", "green"]),
            "steps": st.integers(0, 9),
            "load": st.sampled_from(["supply:2/8", "supply:", "supply:x", "x"]),
            "course": st.sampled_from(["left", "right"]),
            "homeward": st.booleans(),
            "group": st.sampled_from(["2/8A", "2/8A@1", "2/8A@99", "x"]),
        },
    ),
)


@examples(150)
@given(UNITS_ONLY)
def test_save_wherever_units_are_put_the_position_is_sound_or_refused(units):
    found = wrong(units=units)
    if not found:
        state = position(units=units)
        assert facts(GAME.load(CAMPAIGN, GAME.dump(state))) == facts(state)
    assert all(re.match(r"[\w./:-]+: .{5}", problem) for problem in found)
