"""The hex grid as text, on a grid without a game: where things stand, that they fit, that colour changes nothing."""

import re

import pytest

from tarawa_cli.kernel.hexes import Grid, Hex
from tarawa_cli.kernel.render.hexmap import (
    PITCHES,
    CloseHex,
    Line,
    Piece,
    bands,
    close,
    overview,
    overview_width,
    paint,
    room,
    title_room,
)

GRID = Grid("pointy", "RRCC", "westward", "odd")
ROWS = range(12, 17)
COLUMNS = range(5, 24)
RIGHT = {"E": 2, "NE": 1, "SE": 1, "W": -2, "NW": -1, "SW": -1}
"""How many half hexes a neighbour stands to the right."""
DOWN = {"E": 0, "W": 0, "NE": -1, "NW": -1, "SE": 1, "SW": 1}


def without_colour(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def dots(wide: int, *others: Hex) -> list[str]:
    """An overview of dots, in which some hexes are filled with X."""

    def cell(at: Hex) -> Line:
        return [Piece("X" * wide if at in others else ".".ljust(wide))]

    return paint(overview(GRID, ROWS, COLUMNS, cell, wide)).split("\n")


def where(lines: list[str], text: str) -> tuple[int, int]:
    """Line and place of a text that stands exactly once in a picture."""
    found = [(number, line.index(text)) for number, line in enumerate(lines) if text in line]
    assert len(found) == 1, (text, found)
    return found[0]


def titles(at: Hex) -> CloseHex:
    return CloseHex(Piece(at), [])


def near(centre: Hex = "2731", radius: int = 2, pitch: int = 12) -> list[str]:
    return paint(close(GRID, GRID.within(centre, radius), titles, pitch)).split("\n")


# ── Pieces


def test_without_a_palette_there_is_only_text() -> None:
    assert paint([[Piece("a", "loud"), Piece("b")], [Piece("c", "loud")]]) == "ab\nc"


def test_a_style_becomes_an_escape_around_neighbouring_pieces() -> None:
    line = [Piece("a", "loud"), Piece("b", "loud"), Piece("c", "unknown"), Piece("d")]
    assert paint([line], {"loud": "1;31"}) == "\x1b[1;31mab\x1b[0mcd"


def test_blanks_at_the_end_go_whatever_their_style() -> None:
    line = [Piece("a b ", "loud"), Piece("  ", "paper"), Piece(" ")]
    assert paint([line]) == "a b"
    assert without_colour(paint([line], {"loud": "31", "paper": "44"})) == "a b"


# ── The whole grid


@pytest.mark.parametrize("wide", [1, 2, 3])
def test_rows_are_numbered_on_both_edges(wide: int) -> None:
    numbered = [(line[:2], line[-2:]) for line in dots(wide) if "." in line]
    assert numbered == [(str(row), str(row)) for row in ROWS]


@pytest.mark.parametrize("wide", [1, 2, 3])
def test_an_overview_is_as_wide_as_told(wide: int) -> None:
    assert max(map(len, dots(wide))) == overview_width(len(COLUMNS), wide)


@pytest.mark.parametrize("at", ["1223", "1205", "1413", "1620"])
def test_three_characters_a_hex_stand_under_the_number_of_their_column(at: Hex) -> None:
    lines = dots(3, at)
    _, left = where(lines, "XXX")
    assert lines[0][left : left + 2] == lines[-1][left : left + 2] == at[2:]


@pytest.mark.parametrize("at", ["1223", "1205", "1413", "1420"])
def test_two_characters_a_hex_stand_under_the_number_of_their_column(at: Hex) -> None:
    lines = dots(2, at)
    _, left = where(lines, "XX")
    line = 0 if int(at) % 2 == 0 else 1
    assert lines[line][left : left + 2] == lines[line - 2][left : left + 2] == at[2:]


@pytest.mark.parametrize("at", ["1223", "1305", "1413", "1520"])
def test_one_character_a_hex_stands_under_the_digits_of_its_column(at: Hex) -> None:
    lines = dots(1, at)
    _, left = where(lines, "X")
    assert lines[0][left] + lines[1][left] == lines[-2][left] + lines[-1][left] == at[2:]


@pytest.mark.parametrize("wide", [1, 2, 3])
def test_every_column_has_its_number_above_and_below(wide: int) -> None:
    lines = dots(wide)
    for numbers in (lines[: 3 - wide // 3 - 1], lines[-(3 - wide // 3 - 1) :]):
        if wide == 1:
            read = ["".join(pair) for pair in zip(numbers[0][3:], numbers[1][3:], strict=True)]
        else:
            read = " ".join(numbers).split()
        assert sorted(read) == [f"{column:02d}" for column in COLUMNS]


@pytest.mark.parametrize("wide", [2, 3])
@pytest.mark.parametrize("direction", GRID.directions)
@pytest.mark.parametrize("at", ["1413", "1513"])
def test_neighbours_stand_around_a_hex(wide: int, direction: str, at: Hex) -> None:
    other = GRID.neighbour(at, direction)
    assert other is not None
    line, left = where(dots(wide, at), "X" * wide)
    other_line, other_left = where(dots(wide, other), "X" * wide)
    assert other_line - line == DOWN[direction]
    assert abs(other_left - left - RIGHT[direction] * wide / 2) <= 0.5


def test_west_is_left_and_odd_rows_stand_further_west() -> None:
    lefts = {at: where(dots(2, at), "XX")[1] for at in ("1214", "1213", "1314", "1313")}
    assert lefts["1314"] < lefts["1214"] < lefts["1313"] < lefts["1213"]


# ── The close view


@pytest.mark.parametrize("pitch", PITCHES)
@pytest.mark.parametrize("direction", GRID.directions)
@pytest.mark.parametrize("at", ["2731", "2830"])
def test_neighbours_stand_around_a_hex_in_the_close_view(pitch: int, direction: str, at: Hex) -> None:
    lines = near(at, 1, pitch)
    other = GRID.neighbour(at, direction)
    assert other is not None
    line, left = where(lines, at)
    other_line, other_left = where(lines, other)
    assert other_left - left == RIGHT[direction] * pitch // 2
    assert (other_line > line) - (other_line < line) == DOWN[direction]


@pytest.mark.parametrize("pitch", PITCHES)
def test_every_hex_has_its_number_once_and_borders_left_and_right(pitch: int) -> None:
    lines = near("2731", 2, pitch)
    for at in GRID.within("2731", 2):
        line, left = where(lines, at)
        middle = left + 2
        text = lines[line + 1]
        assert text[middle - pitch // 2] == text[middle + pitch // 2] == "|"
        assert text[middle - pitch // 2 + 1 : middle + pitch // 2].strip() == ""


def test_one_hex_is_closed_all_around() -> None:
    assert near("2731", 0, 12) == [
        "    .-'-.",
        " .-'2731 '-.",
        "|           |",
        "|           |",
        "'-.       .-'",
        "   '-. .-'",
    ]


@pytest.mark.parametrize("pitch", PITCHES)
def test_a_row_is_as_high_as_its_fullest_hex(pitch: int) -> None:
    def cell(at: Hex) -> CloseHex:
        return CloseHex(Piece(at), [[Piece(f"n{number}")] for number in range(5 if at == "2731" else 0)])

    lines = paint(close(GRID, GRID.within("2731", 1), cell, pitch)).split("\n")
    first, _ = where(lines, "2731")
    assert [where(lines, f"n{number}")[0] for number in range(5)] == list(range(first + 1, first + 6))
    assert where(lines, "2832")[0] == first + 5 + 2


@pytest.mark.parametrize("pitch", PITCHES)
def test_what_is_too_long_never_breaks_a_border(pitch: int) -> None:
    def cell(at: Hex) -> CloseHex:
        return CloseHex(Piece(at + "T" * 20), [[Piece("a" * 9), Piece("b" * 20)]])

    def blank(at: Hex) -> CloseHex:
        return CloseHex(Piece(""), [])

    hexes = GRID.within("2731", 1)
    full = paint(close(GRID, hexes, cell, pitch)).split("\n")
    empty = paint(close(GRID, hexes, blank, pitch)).split("\n")
    assert [re.sub(r"[0-9Tab]", " ", line).rstrip() for line in full] == empty
    assert f"{'a' * min(9, room(pitch))}{'b' * max(0, room(pitch) - 9)}|" in "\n".join(full)
    assert max(len(word) for word in re.findall(r"[0-9T]+", "\n".join(full))) == title_room(pitch)


def test_a_side_can_have_a_sign_of_its_own() -> None:
    def side(one: Hex, other: Hex) -> Piece | None:
        return Piece("#", "stone") if {one, other} == {"2731", "2730"} else None

    lines = paint(close(GRID, GRID.within("2731", 1), titles, 12, side)).split("\n")
    line, left = where(lines, "2731")
    assert [number for number, text in enumerate(lines) if "#" in text] == [line + 1, line + 2]
    assert lines[line + 1].index("#") == left + 2 + 6


@pytest.mark.parametrize("direction", ["NE", "NW", "SE", "SW"])
def test_a_slanted_side_can_have_a_sign_of_its_own(direction: str) -> None:
    other = GRID.neighbour("2731", direction)

    def side(one: Hex, two: Hex) -> Piece | None:
        return Piece("#") if {one, two} == {"2731", other} else None

    lines = paint(close(GRID, GRID.within("2731", 1), titles, 12, side)).split("\n")
    line, left = where(lines, "2731")
    marked = [(number, text.index("#"), text.count("#")) for number, text in enumerate(lines) if "#" in text]
    assert sum(count for _, _, count in marked) == 5
    assert all((number > line) == (direction[0] == "S") for number, _, _ in marked)
    assert all((place > left + 2) == (direction[1] == "E") for _, place, _ in marked)


@pytest.mark.parametrize("width", [20, 50, 80, 130])
@pytest.mark.parametrize("pitch", PITCHES)
def test_bands_keep_every_hex_and_fit(width: int, pitch: int) -> None:
    hexes = GRID.within("2731", 5)
    parts = bands(GRID, hexes, pitch, width)
    assert sorted(at for part in parts for at in part) == hexes
    for part in parts:
        assert max(map(len, paint(close(GRID, part, titles, pitch)).split("\n"))) <= max(width, pitch + 1)


def test_what_fits_is_not_parted() -> None:
    hexes = GRID.within("2731", 2)
    widest = max(map(len, near("2731", 2, 10)))
    assert bands(GRID, hexes, 10, widest) == [hexes]
    assert len(bands(GRID, hexes, 10, widest - 1)) == 2


def test_bands_go_from_west_to_east() -> None:
    parts = bands(GRID, GRID.within("2731", 3), 10, 40)
    columns = [[int(at[2:]) for at in part] for part in parts]
    assert [max(part) for part in columns] == sorted((max(part) for part in columns), reverse=True)
    assert len(parts) > 1


def test_no_hexes_no_picture() -> None:
    assert close(GRID, [], titles, 10) == []
    assert bands(GRID, [], 10, 80) == []


# ── Another grid of pointy hexes: columns first and eastward, even rows half a hex west

EASTWARD = Grid("pointy", "CCRR", "eastward", "even")


@pytest.mark.parametrize(
    ("wide", "drawn"),
    [
        (1, ["   000", "   123", "01 111 01", "02 222 02", "   000", "   123"]),
        (2, ["      02", "    01  03", "01  112131 01", "02 122232  02", "      02", "    01  03"]),
        (3, ["    01 02 03", "01  101201301 01", "02 102202302  02", "    01 02 03"]),
    ],
)
def test_an_overview_of_a_grid_that_counts_eastward(wide: int, drawn: list[str]) -> None:
    def cell(at: Hex) -> Line:
        return [Piece({1: at[3], 2: at[1] + at[3], 3: at[1:]}[wide])]

    assert paint(overview(EASTWARD, [1, 2], [1, 2, 3], cell, wide)).split("\n") == drawn


def test_a_close_view_of_a_grid_that_counts_eastward() -> None:
    def cell(at: Hex) -> CloseHex:
        return CloseHex(Piece(at), [[Piece("x")]] * (3 if at == "0201" else 1))

    assert paint(close(EASTWARD, ["0101", "0102", "0201"], cell, 12)).split("\n") == [
        "          .-'-.       .-'-.",
        "       .-'0101 '-. .-'0201 '-.",
        "      |     x     |     x     |",
        "      |           |     x     |",
        "      |           |     x     |",
        "    .-'-.       .-'-.       .-'",
        " .-'0102 '-. .-'     '-. .-'",
        "|     x     |",
        "|           |",
        "'-.       .-'",
        "   '-. .-'",
    ]
