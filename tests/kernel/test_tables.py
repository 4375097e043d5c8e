"""Result tables: spans, rows, and the check that nothing is missing or there twice."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.kernel.board import tables
from tarawa_cli.kernel.board.tables import (
    LONGEST_RESULT,
    MOST_COLUMNS,
    MOST_ROWS,
    Row,
    Table,
    gaps,
    read_column_table,
    read_head,
    read_rows,
    read_span,
)
from tests.kernel.tools import examples


def rows(*spans: str) -> tuple[Row, ...]:
    return tuple(Row(*read_span(span), f"result {span}", "R") for span in spans)


@pytest.mark.parametrize(
    ("text", "span", "shown"),
    [
        ("4", (4, 4), "4"),
        ("6..8", (6, 8), "6-8"),
        ("..3", (None, 3), "3 or less"),
        ("9..", (9, None), "9+"),
        ("-2..1", (-2, 1), "-2-1"),
        ("..-2", (None, -2), "-2 or less"),
        ("..", (None, None), "any"),
    ],
)
def test_a_span_is_read_and_shown(text: str, span: tuple[int | None, int | None], shown: str) -> None:
    assert read_span(text) == span
    assert Row(*span, "x", "R").span == shown
    assert Row(*span, "x", "R").written == text


@pytest.mark.parametrize("text", ["", "x", "4-6", "4...6", "1.5", "4..x"])
def test_what_is_no_span_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        read_span(text)


def test_a_row_holds_both_its_ends_and_no_more() -> None:
    row = Row(3, 5, "x", "R")
    assert [total for total in range(10) if row.holds(total)] == [3, 4, 5]
    assert Row(None, 2, "x", "R").holds(-99)
    assert not Row(None, 2, "x", "R").holds(3)
    assert Row(7, None, "x", "R").holds(99)
    assert not Row(7, None, "x", "R").holds(6)


def test_a_table_gives_the_row_of_a_total_in_a_column() -> None:
    table = Table("t", "T", "1", "R", "1d6", {"": rows("..3", "4.."), "night": rows("..5", "6..")})
    assert table.result(4) == "result 4.."
    assert table.result(4, "night") == "result ..5"
    assert table.row(-9).span == "3 or less"


def test_a_total_that_no_row_holds_is_an_error_that_names_the_table() -> None:
    with pytest.raises(LookupError, match="t: no row for 7"):
        Table("t", "T", "1", "R", "1d6", {"": rows("1..6")}).row(7)


def test_rows_are_read_with_their_tags_and_everything_wrong_is_listed() -> None:
    read, wrong = read_rows({"..3": "miss", "4..": "hit", "x": "?", "9": 5}, "X", {"4..": "R"})
    assert read == (Row(None, 3, "miss", "X"), Row(4, None, "hit", "R"))
    assert wrong == ["'x' is not a span like 4, 6..8, ..3 or 9..", "9: the result must be a string"]


@pytest.mark.parametrize(
    ("spans", "low", "high", "said"),
    [
        (["..3", "5.."], None, None, ["5+ does not follow 3 or less"]),
        (["..3", "3.."], None, None, ["3+ does not follow 3 or less"]),
        (["1..3", "4..6"], None, 6, ["it must start open below, e.g. ..3"]),
        (["..3", "4..6"], None, None, ["it must end open above, e.g. 9.."]),
        (["2..3", "4..5"], 1, 6, ["it must start at 1", "it must end at 6"]),
        (["1..3", "4..2", "3..6"], 1, 6, ["4-2 runs backwards"]),
        (["4..6", "1..3"], 1, 6, ["it must start at 1", "it must end at 6", "1-3 does not follow 4-6"]),
        (["1..", "4..6"], 1, 6, ["4-6 does not follow 1+"]),
        (["1..3", "..6"], 1, 6, ["6 or less does not follow 1-3"]),
        ([], None, None, ["it has no rows"]),
    ],
)
def test_gaps_overlaps_and_backward_rows_are_found(
    spans: list[str], low: int | None, high: int | None, said: list[str]
) -> None:
    assert gaps(rows(*spans), low, high) == said


ENDS = st.none() | st.integers(1, 6)


@given(st.lists(st.tuples(ENDS, ENDS), min_size=1, max_size=4))
@examples(300)
def test_rows_without_gaps_hold_every_total_exactly_once(ends: list[tuple[int | None, int | None]]) -> None:
    found = tuple(Row(low, high, "x", "R") for low, high in ends)
    if not gaps(found, None, None):
        assert all(sum(row.holds(total) for row in found) == 1 for total in range(-3, 12))


@given(st.sets(st.integers(-5, 12), min_size=1, max_size=6).map(sorted), st.data())
@examples(100)
def test_a_complete_table_has_no_gaps_and_loses_that_with_any_row(cuts: list[int], data: st.DataObject) -> None:
    lows, highs = [None, *(cut + 1 for cut in cuts)], [*cuts, None]
    complete = [Row(low, high, "x", "R") for low, high in zip(lows, highs, strict=True)]
    assert gaps(tuple(complete), None, None) == []
    del complete[data.draw(st.integers(0, len(complete) - 1))]
    assert gaps(tuple(complete), None, None) != []


def test_a_table_of_absurdly_many_rows_is_not_even_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(read_rows({str(n): "hit" for n in range(MOST_ROWS)}, "X", {})[0]) == MOST_ROWS
    monkeypatch.setattr(tables, "read_span", lambda text: pytest.fail("a row was read"))
    read, wrong = read_rows({str(n): "hit" for n in range(MOST_ROWS + 1)}, "X", {})
    assert (read, wrong) == ((), ["101 rows are too many, 100 are enough for any dice"])


def test_results_and_spans_of_absurd_length_are_refused_and_not_told_in_full() -> None:
    read, wrong = read_rows(
        {"1": "x" * LONGEST_RESULT, "2": "x" * 81, "9" * 5000: "hit", "9" * 13 + "..": "hit"}, "X", {}
    )
    assert [row.span for row in read] == ["1"]
    assert wrong[0] == "2: the result must be a string of at most 80 characters"
    assert wrong[1:] == [
        f"{'9' * 40 + '…'!r} is not a span like 4, 6..8, ..3 or 9..",
        "'9999999999999..' is not a span like 4, 6..8, ..3 or 9..",
    ]


# ── Tables with heads

SHEET = {
    "name": "Combat",
    "rule": "9.4",
    "tag": "S",
    "dice": "2d6",
    "heads": {"night": "1:2 1:1 2:1 6:1", "day": "1:3 1:2 1:1 2:1", "shells": "- 2 4 8"},
    "rows": {"2..6": "2/- 1/- 1/1 -/1", "7": "1/- 1/1 -/1 -/2", "8..12": "- -/1 -/2 -/3"},
}
COMBAT, NOTHING_WRONG = read_column_table("crt", SHEET)


def test_a_table_with_heads_is_read_row_by_row() -> None:
    assert NOTHING_WRONG == []
    assert list(COMBAT.columns) == ["1", "2", "3", "4"]
    assert (COMBAT.thrown, COMBAT.tag, COMBAT.heads["day"]) == (2, "S", ("1:3", "1:2", "1:1", "2:1"))
    assert [COMBAT.result(7, column) for column in COMBAT.columns] == ["1/-", "1/1", "-/1", "-/2"]
    assert COMBAT.row(12, "4") == Row(8, 12, "-/3", "S")


@pytest.mark.parametrize(
    ("strength", "against", "heads", "column"),
    [
        (1, 1, "night", "2"),
        (1, 1, "day", "3"),
        (5, 2, "night", "3"),
        (2, 5, "day", "1"),
        (2, 4, "night", "1"),
        (3, 4, "night", "1"),
        (99, 100, "night", "1"),
        (1, 3, "night", None),
        (1, 4, "day", None),
        (11, 2, "night", "3"),
        (12, 2, "night", "4"),
        (100, 1, "night", "4"),
        (1, 1, "shells", None),
        (2, 1, "shells", "2"),
        (7, 1, "shells", "3"),
    ],
)
def test_odds_are_rounded_in_favour_of_the_defender_to_a_head(
    strength: int, against: int, heads: str, column: str | None
) -> None:
    assert COMBAT.column_for(strength, against, heads) == column


@given(st.integers(1, 60), st.integers(1, 60), st.sampled_from(["night", "day"]))
@examples(200)
def test_no_column_to_the_right_of_the_one_found_is_reached(strength: int, against: int, heads: str) -> None:
    found = COMBAT.column_for(strength, against, heads)
    for column, head in zip(COMBAT.columns, COMBAT.heads[heads], strict=True):
        attack, defence = map(int, head.split(":"))
        reached = strength / against >= attack / defence
        assert reached == (found is not None and column <= found)


def test_shifts_end_at_the_ends() -> None:
    assert [COMBAT.shifted("2", by) for by in (-9, -1, 0, 1, 2, 3)] == ["1", "1", "2", "3", "4", "4"]


def test_a_head_is_a_ratio_a_number_or_none() -> None:
    assert [read_head(text) for text in ("1:3", "12", "-")] == [(1, 3), (12, 1), None]
    for text in ("", "x", "1:2:3", "1:", "-1", "12345", "0", "1:0", "\u0661"):
        with pytest.raises(ValueError, match="not a head"):
            read_head(text)


@pytest.mark.parametrize(
    ("part", "changed", "said"),
    [
        ("rows", {"2..6": "a b", "7..12": "a"}, ["'7..12': 1 results, not 2"]),
        ("rows", {}, ["0 columns: it must have from 1 to 30"]),
        ("rows", {"2..6": "a b c d", "8..12": "a b c d"}, [f"column {n}: 8-12 does not follow 2-6" for n in "1234"]),
        ("rows", {"3..12": "a b c d"}, [f"column {n}: it must start at 2" for n in "1234"]),
        ("rows", {"2..11": "a b c d"}, [f"column {n}: it must end at 12" for n in "1234"]),
        ("rows", {"..6": "a b c d", "7..": "a b c d"}, []),
        ("rows", {"2..12": "a b c d", "x": "a b c d"}, ["'x' is not a span like 4, 6..8, ..3 or 9.."]),
        ("heads", {"x": "1:2 1:1 2:1"}, ["heads 'x': 3 heads for 4 columns"]),
        ("heads", {"x": "1:2 1:1 2:1 1:1"}, ["heads 'x': they must rise from column to column"]),
        ("heads", {"x": "1:2 2:4 2:1 3:1"}, ["heads 'x': they must rise from column to column"]),
        ("heads", {"x": "1:2 - 2:1 3:1"}, ["heads 'x': - must come before the others"]),
        ("heads", {"x": "1:2 1:1 2:0 3:1"}, ["heads 'x': a head must look like 1:3, 8 or -"]),
        ("heads", {"x": "1:2 1:1 2-1 3:1"}, ["heads 'x': a head must look like 1:3, 8 or -"]),
        ("heads", {"x": "- - - 8"}, []),
    ],
)
def test_what_is_wrong_with_a_table_with_heads(part: str, changed: dict[str, Any], said: list[str]) -> None:
    sheet = SHEET | {"heads": {"x": "1 2 3 4"}} | {part: changed}
    wrong = read_column_table("crt", sheet)[1]
    assert wrong == said


def test_a_table_of_absurdly_many_columns_is_not_read() -> None:
    table, wrong = read_column_table("crt", SHEET | {"rows": {"2..12": "x " * (MOST_COLUMNS + 1)}})
    assert table.columns == {}
    assert wrong == ["31 columns: it must have from 1 to 30"]
