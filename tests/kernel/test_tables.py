"""Result tables: spans, rows, and the check that nothing is missing or there twice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.kernel import tables
from tarawa_cli.kernel.tables import LONGEST_RESULT, MOST_ROWS, Row, Table, gaps, read_rows, read_span
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
    assert wrong == ["'x' is not a span like 4, 6..8, ..3 or 9..", "9: the result must be a text"]


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
    assert wrong[0] == "2: the result must be a text of at most 80 signs"
    assert wrong[1:] == [
        f"{'9' * 40 + '…'!r} is not a span like 4, 6..8, ..3 or 9..",
        "'9999999999999..' is not a span like 4, 6..8, ..3 or 9..",
    ]
