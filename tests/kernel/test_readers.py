"""Readers of plain values say why a value cannot stand where it stands, and of a whole table everything at once."""

from typing import Any

import pytest

from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.saves import readers
from tarawa_cli.kernel.saves.readers import Known, Reader, Wrong, choice, count, counts, flag, names, table, text

FRUIT = Known("a fruit", lambda basket: basket)
BASKET = {"apple": 1, "pear": 2}


@pytest.mark.parametrize(
    ("reader", "value", "read"),
    [
        (count(0, 3), 0, 0),
        (count(0, 3), 3, 3),
        (flag, False, False),
        (choice("", "ripe"), "", ""),
        (text, "any", "any"),
        (names(FRUIT, set), "pear apple", {"apple", "pear"}),
        (names(FRUIT, list), ["pear", "pear"], ["pear", "pear"]),
        (counts(FRUIT, -1, 1), {"pear": -1}, {"pear": -1}),
    ],
)
def test_a_value_that_may_stand_there_is_read(reader: Reader[Any], value: Any, read: Any) -> None:
    assert reader(BASKET, value) == read


@pytest.mark.parametrize(
    ("reader", "value", "why"),
    [
        (count(0, 3), 4, "must be a whole number from 0 to 3, not 4"),
        (count(0, 3), -1, "must be a whole number from 0 to 3, not -1"),
        (count(0, 3), True, "must be a whole number from 0 to 3, not True"),
        (count(0, 3), 1.0, "must be a whole number from 0 to 3, not 1.0"),
        (flag, 1, "must be true or false, not 1"),
        (choice("", "ripe"), "raw", "must be one of '', ripe, not 'raw'"),
        (choice("ripe"), [], "must be one of ripe, not []"),
        (text, 1, "must be a string, not 1"),
        (text, list(range(99)), "must be a string, not [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1…"),
        (names(FRUIT, set), "pear nut fig", "'nut', 'fig': not a fruit"),
        (names(FRUIT, set), ["pear", 1], "must be a string or an array of strings, not ['pear', 1]"),
        (counts(FRUIT, 0, 9), "pear", "must be a table, not 'pear'"),
        (counts(FRUIT, 0, 9), {"nut": 1}, "'nut': not a fruit"),
        (counts(FRUIT, 0, 9), {"pear": 10}, "must be a whole number from 0 to 9, not 10"),
    ],
)
def test_a_value_that_cannot_stand_there_is_refused_with_the_reason(reader: Reader[Any], value: Any, why: str) -> None:
    with pytest.raises(Wrong) as refused:
        reader(BASKET, value)
    assert str(refused.value) == why


def test_of_a_table_everything_wrong_is_told_and_the_rest_is_read() -> None:
    wrong = ["before"]
    doc = {"ripe": "yes", "days": 2, "colour": "red", "kind": 3}
    found = table({"ripe": flag, "days": count(0, 9), "kind": text}, doc, BASKET, "fruit.", wrong)
    assert found == {"days": 2}
    assert wrong == [
        "before",
        "fruit.ripe: must be true or false, not 'yes'",
        "fruit.colour: no such key",
        "fruit.kind: must be a string, not 3",
    ]


def test_a_long_value_is_cut_in_a_message() -> None:
    assert readers.short("x" * 38) == repr("x" * 38)
    assert readers.short("x" * 39) == "'" + "x" * 39 + "…"


UNIT = {"at": readers.choice("0101", "0102"), "acted": readers.flag}


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (7, "must be a table, not 7"),
        ({"at": "0101"}, "acted is missing"),
        ({"at": "9999", "acted": 1, "x": 2}, "at: must be one of 0101, 0102, not '9999'; acted: must be true or false"),
    ],
)
def test_a_nested_table_names_every_key_that_is_wrong_or_missing(value: object, why: str) -> None:
    with pytest.raises(Wrong, match=why):
        readers.nested(UNIT, dict)(None, value)


def test_a_nested_table_may_leave_out_what_is_not_needed() -> None:
    assert readers.nested(UNIT, dict, ("at",))(None, {"at": "0101"}) == {"at": "0101"}


def test_a_table_of_tables_has_each_name_once_and_in_order() -> None:
    read = readers.tables(("r1", "r2"), UNIT, dict)
    one, two = {"at": "0101", "acted": True}, {"at": "0102", "acted": False}
    assert read(None, {"r1": one, "r2": two}) == {"r1": one, "r2": two}
    with pytest.raises(Wrong, match="must be a table of r1, r2"):
        read(None, {"r2": two, "r1": one})
    with pytest.raises(Wrong, match=r"r2\.acted is missing"):
        read(None, {"r1": one, "r2": {"at": "0102"}})


def test_a_position_lists_everything_that_is_wrong_with_it() -> None:
    keys = {"turn": readers.count(1, 6), "units": readers.by_name(Known("a side", lambda _: ("red",)), readers.flag)}
    assert readers.position(keys, {"turn": 2, "units": {"red": True}}, dict) == {"turn": 2, "units": {"red": True}}
    with pytest.raises(BadFile) as error:
        readers.position(keys, {"units": {"blue": True}}, dict)
    assert [*error.value.problems] == ["units: 'blue': not a side", "turn is missing"]
