"""The player's own tables and numbers, whatever the game."""

from typing import Any

import pytest

from tarawa_cli.kernel.board.tables import Row, Table, read_span
from tarawa_cli.kernel.saves.custom_tables import Limit, Replacing, Results, problems, same_shape

SOURCES = {"R": "rulebook", "X": "reconstruction"}
REPLACING = Replacing("race", SOURCES, {"laps": Limit(1, 8, "1.2: nobody can run further")})
VALUES: dict[str, Any] = {
    "laps": {"value": 3, "rule": "1.2", "tag": "X"},
    "wind": {"value": [-1, 2], "rule": "1.3", "tag": "X"},
    "lanes": {"value": 6, "rule": "1.4", "tag": "R"},
}


def table(tags: str = "", **rows: str) -> Table:
    """Rows by their spans, with a letter for each tag."""
    spans = {span.replace("_", ".."): result for span, result in rows.items()}
    read = [
        Row(*read_span(span.lstrip("n")), result, tags[at : at + 1] or "X")
        for at, (span, result) in enumerate(spans.items())
    ]
    return Table("ground", "the ground", "1.1", "X", "1d6", {"": tuple(read)})


def wrong(own: dict[str, Any]) -> list[str]:
    return list(problems(own, {"units": REPLACING.values({}), "values": REPLACING.values(VALUES)}))


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({}, []),
        ({"values": {"laps": 1, "wind": [-9, 99]}}, []),
        ({"values": {"laps": 0}}, ["values.laps: must be from 1 to 8, not 0 (1.2: nobody can run further)"]),
        ({"values": {"laps": 9}}, ["values.laps: must be from 1 to 8, not 9 (1.2: nobody can run further)"]),
        ({"values": {"wind": [1]}}, ["values.wind: must look like [-1, 2]"]),
        ({"values": {"lanes": 8}}, ["values.lanes: fixed (rulebook, 1.4): only reconstructions can be replaced"]),
        ({"values": {"rain": 1}}, ["values.rain: there is no such value (see `race table values`)"]),
        ({"values": [], "tables": {}}, ["values: must be a table", "tables: only units and values can be replaced"]),
    ],
)
def test_numbers(own: dict[str, Any], said: list[str]) -> None:
    assert wrong(own) == said


@pytest.mark.parametrize(
    ("printed", "value", "fits"),
    [
        (3, 0, True),
        (3, 99, True),
        (3, -1, False),
        (3, 100, False),
        (-1, -9, True),
        (-1, -10, False),
        (3, True, False),
        (3, "3", False),
        (3, 3.0, False),
        ([1, 2], [3, 4], True),
        ([1, 2], [3], False),
        ({"a": 1}, {"a": 2}, True),
        ({"a": 1}, {"b": 2}, False),
        ({"a": 1}, 2, False),
    ],
)
def test_a_value_must_have_the_shape_of_ours(printed: Any, value: Any, fits: bool) -> None:
    assert same_shape(printed, value) is fits


GROUND = {"_2": "stumble", "3_4": "step", "5_": "fork"}


@pytest.mark.parametrize(
    ("tags", "own", "said"),
    [
        ("", {"_5": "fork", "6_": "stumble"}, []),
        ("XRX", {"_2": "fork", "3_4": "step", "5_": "fork"}, []),
        ("XRX", {"_3": "fork", "4_": "step"}, ["3..4 is fixed (rulebook, 1.1): step"]),
        ("RXX", {"_1": "stumble", "2_": "step"}, ["..2 is fixed (rulebook, 1.1): stumble"]),
        ("", {"_2": "fall", "3_": "step"}, ["..2: 'fall' is none of: fork, leap, step, stumble (1.1)"]),
        ("", {"_2": "leap", "3_": "trip trip up"}, []),
        ("", {"_2": "step", "3_": "trip step"}, ["3..: 'trip step' is none of: fork, leap, step, stumble (1.1)"]),
        ("", {"n1_6": "step"}, ["it must start open below, e.g. ..3", "it must end open above, e.g. 9.."]),
    ],
)
def test_results(tags: str, own: dict[str, str], said: list[str]) -> None:
    found = REPLACING.results(table(tags, **GROUND), table(**own), Results(["leap"], ["trip", "up"]))
    assert list(found) == [f"tables.ground: {what}" for what in said]


def test_a_table_of_numbers_takes_other_numbers_but_a_single_number_stays() -> None:
    printed = table(_2="-", n3_4="1", n5_="2")
    assert list(REPLACING.results(printed, table(_2="7", n3_="-"), Results())) == []
    assert len(list(REPLACING.results(table(_2="-", n3_="1"), table(_="2"), Results()))) == 1
