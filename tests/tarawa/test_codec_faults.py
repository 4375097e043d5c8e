"""What cannot be read as a position is told, all of it at once."""

import datetime
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.invariants import invariants
from tarawa_cli.games.tarawa.model import codec
from tarawa_cli.games.tarawa.model.state import PHASES
from tarawa_cli.kernel.errors import BadFile
from tests.tarawa.samples import BESIDE, state_samples, unit_samples
from tests.tarawa.tables import CAMPAIGN
from tests.tarawa.tools import (
    examples,
    facts,
    position,
    wrong,
)

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
def test_save_a_wrong_value_is_reported_with_key_and_reason(name: str) -> None:
    sample = state_samples()[name]
    for value in JUNK:
        found = wrong(**{**BESIDE.get(name, {}), name: value})
        may_stand = keeps_type(sample, value) and (
            isinstance(sample, bool) or (name == "paid" and all(isinstance(each, str) for each in value))
        )
        assert bool(found) != may_stand, value
        assert all(re.match(rf"{name}(\.\w+)?: .{{5}}", problem) for problem in found), found


@pytest.mark.parametrize("name", [*codec.UNIT, "ap"])
def test_save_a_wrong_value_of_a_unit_is_reported_with_key_and_reason(name: str) -> None:
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
def test_save_a_number_out_of_range_is_reported_with_the_range(name: str, low: int, high: int) -> None:
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
def test_save_a_count_out_of_range_is_reported_with_the_range(
    name: str, fine: dict[str, int], out: dict[str, int]
) -> None:
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
def test_save_an_unknown_name_is_reported_by_itself(
    name: str, value: dict[str, int] | list[str] | str, what: str | None
) -> None:
    (problem,) = wrong(**{name: value})
    assert problem.startswith(f"{name}: {what or 'must be one of '}")


@pytest.mark.parametrize(
    "at",
    [
        "", "27", "273", "27311", "0000", "9999", "1301", "pier:", "pier:2731", "pier:1531", "in:", "in:2/8A",
        "in:lvt-9", "1432", "2632", "POOL", "hex:2731", "²731",
    ],
)  # fmt: skip
def test_save_a_place_that_is_none_is_reported(at: str) -> None:
    (problem,) = wrong(units={"2/8A": {"at": at}})
    assert problem.startswith(f"units.2/8A.at: {at!r} is not a place: ")


def test_save_unknown_keys_units_and_policies_are_reported() -> None:
    assert wrong(luck=1, units={"4/8A": {}, "2/8A": {"luck": 1}}, policy={"luck": "good", "hits": "never"}) == [
        "luck: no such key",
        "policy.luck: no such policy",
        "policy.hits: must be one of ask, step, morale, not 'never'",
        "units.'4/8A': no such unit",
        "units.2/8A.luck: no such key",
    ]


@pytest.mark.parametrize("value", [1, "x", [], True])
def test_save_tables_that_are_none_are_reported(value: int | str) -> None:
    assert wrong(units=value) == ["units: must be a table"]
    assert wrong(policy=value) == ["policy: must be a table"]
    assert wrong(units={"2/8A": value}) == ["units.2/8A: must be a table"]
    assert len(wrong(default=value)) == 1


def test_save_everything_that_cannot_be_read_is_told_at_once() -> None:
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


def test_save_a_long_value_is_shown_cut() -> None:
    (problem,) = wrong(phase="x" * 10_000)
    assert len(problem) < 500


VALUES = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(-10, 40),
        st.floats(),
        st.sampled_from(["", "2731", "2531", "2327", "1430", "lost", "in:lvt-1", "pier:2632", "red3", "actions", "x"]),
        st.sampled_from([*PHASES, "supply:2/8", "2nd", "sequence", "kind"]),
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
def test_save_whatever_it_says_it_is_read_or_refused(doc: dict[str, Any]) -> None:
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
def test_save_wherever_units_are_put_the_position_is_sound_or_refused(units: dict[str, Any]) -> None:
    found = wrong(units=units)
    if not found:
        state = position(units=units)
        assert facts(GAME.load(CAMPAIGN, GAME.dump(state))) == facts(state)
    assert all(re.match(r"[\w./:-]+: .{5}", problem) for problem in found)
