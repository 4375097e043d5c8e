"""A scenario file with faults: everything that is wrong with it is told at once."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.invariants import invariants
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves import toml
from tests.tarawa.tools import HEAD, examples, problems, written


def test_13_everything_wrong_in_a_scenario_is_told_at_once_with_key_and_reason(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """
colour = "red"
[scenario]
id = 7
description = []
introduction = false
length = 0
beaches = ["red1", "omaha"]
plan = "mine"
tracks = { japanese = 6, luck = 1, "2nd" = "high" }
weather = "fine"
[schedule]
"4/2" = { turn = 1 }
"lvt-1" = { turn = 1 }
"2/8" = { turn = 31, beaches = "red3", price = -1, craft = "lvt-1" }
"1/8" = 3
[position]
turn = "third"
cleared = "1431"
[position.units."3/8A"]
at = "nowhere"
""",
    )
    found = problems(path)
    assert found == [
        "colour: no such table",
        "scenario.weather: no such key",
        "scenario.id: must be one line of text",
        "scenario.name: must be one line of text",
        "scenario.description: must be a string",
        "scenario.introduction: must be a string",
        "scenario.length: must be a turn from 1 to 30",
        "scenario.plan: must be schedule or free",
        "scenario.beaches: there is no beach 'omaha'",
        "scenario.tracks.japanese: must be a box from -5 to 5",
        "scenario.tracks.luck: no such track",
        "scenario.tracks.2nd: must be a box from -5 to 5",
        "schedule.4/2: no such battalion or unit",
        "schedule.lvt-1: no such battalion or unit",
        "schedule.2/8.craft: no such key",
        "schedule.2/8.turn: must be a turn from 1 to 30",
        "schedule.2/8.beaches: must be an array of beaches",
        "schedule.2/8.price: must be a number of boxes from 0 to 5",
        "schedule.1/8: must be a table with a turn",
        "position.turn: must be a whole number from 1 to 30, not 'third'",
        "position.cleared: '1431': not a land hex that must be cleared",
        'position.units.3/8A.at: \'nowhere\' is not a place: a hex, "pier:HEX", "in:CRAFT" or one of '
        "schedule, pool, bairiki, lost, absent",
    ]


@pytest.mark.parametrize("key", ["id", "name", "description", "introduction", "length", "beaches", "plan", "tracks"])
@pytest.mark.parametrize("value", ["5", "-1", "true", "1.5", '"x"', "[]", "[1]", "{}", "{ x = 1 }", "1943-11-20", "''"])
def test_13_a_value_of_the_wrong_type_is_named_by_its_key(key: str, value: str, tmp_path: Path) -> None:
    fine = {
        "id": ['"x"'],
        "name": ['"x"'],
        "description": ['"x"', "''"],
        "introduction": ['"x"', "''"],
        "length": ["5"],
        "beaches": [],
        "plan": [],
        "tracks": ["{}"],
    }
    lines = {"id": '"test"', "name": '"A test"', "base": '"campaign"', key: value}
    path = written(tmp_path, "[scenario]\n" + "".join(f"{name} = {it}\n" for name, it in lines.items()))
    if value in fine[key]:
        assert GAME.begin(Setup(path.name, str(tmp_path))).turn == 1
    else:
        assert [what.partition(":")[0] for what in problems(path)] in ([f"scenario.{key}"], [f"scenario.{key}.x"])


@pytest.mark.parametrize("part", ["schedule", "position"])
@pytest.mark.parametrize("value", ["5", "[]", '"x"', "true"])
def test_13_a_part_that_is_no_table_is_named(part: str, value: str, tmp_path: Path) -> None:
    assert problems(written(tmp_path, f"{part} = {value}\n{HEAD}")) == [f"{part}: must be a table"]


@pytest.mark.parametrize(
    ("entry", "key"),
    [
        ("{}", "turn"),
        ("{ turn = 0 }", "turn"),
        ("{ turn = true }", "turn"),
        ('{ turn = "1" }', "turn"),
        ("{ turn = 1, beaches = [] }", "beaches"),
        ("{ turn = 1, beaches = [1] }", "beaches"),
        ('{ turn = 1, beaches = ["tail"] }', "beaches"),
        ("{ turn = 1, price = 6 }", "price"),
        ("{ turn = 1, price = 1.0 }", "price"),
    ],
)
def test_13_1_a_wrong_arrival_is_named_by_its_key(entry: str, key: str, tmp_path: Path) -> None:
    found = problems(written(tmp_path, f'{HEAD}[schedule]\n"2/8" = {entry}\n'))
    assert [what.partition(":")[0] for what in found] == [f"schedule.2/8.{key}"]


def test_13_a_scenario_without_base_needs_its_beaches(tmp_path: Path) -> None:
    found = problems(written(tmp_path, '[scenario]\nid = "x"\nname = "X"\n'))
    assert found == ["scenario.beaches: must be an array of beaches"]


def test_13_a_position_beyond_the_end_of_the_scenario_is_refused(tmp_path: Path) -> None:
    found = problems(written(tmp_path, HEAD + 'length = 5\n[position]\nturn = 6\nphase = "night"\n'))
    assert found == ["turn: 6 is beyond the scenario's last, 5"]


def test_13_a_position_that_cannot_be_read_is_told_at_once(tmp_path: Path) -> None:
    found = problems(
        written(tmp_path, HEAD + '[position]\nturn = 31\nphase = "lunch"\nluck = 1\nunits.x = {}\nunits."2/8A" = 1\n')
    )
    assert [what.partition(":")[0] for what in found] == ["turn", "phase", "luck", "units.'x'", "units.2/8A"]


PARTS = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(-40, 40),
        st.floats(allow_nan=False, allow_infinity=False),
        st.sampled_from(["", "red1", "schedule", "campaign", "2731", "lost", "in:lvt-1", "impulse-1", "x"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                ["id", "name", "base", "length", "beaches", "plan", "tracks", "turn", "price", "2/8", "hawkins",
                 "units", "2/8A", "lvt-1", "at", "steps", "default", "phase", "japanese", "cleared", "policy", "hits"]
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=10,
)  # fmt: skip


@examples(100)
@given(st.dictionaries(st.sampled_from(["scenario", "schedule", "position", "x"]), PARTS))
def test_13_whatever_a_scenario_file_says_it_is_played_or_refused(
    tmp_path_factory: pytest.TempPathFactory, doc: dict[str, Any]
) -> None:
    path = written(tmp_path_factory.getbasetemp(), "\n".join(toml.lines(doc)) + "\n")
    try:
        state = GAME.begin(Setup(path.name, str(path.parent)))
    except BadFile:
        return
    assert invariants(state) == []
