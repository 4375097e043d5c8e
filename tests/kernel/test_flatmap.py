"""Flat hexes as text: golden pictures of small maps, and where things stand in larger ones."""

import pytest

from tarawa_cli.kernel.hexes import Grid, Hex, hexside
from tarawa_cli.kernel.render.flatmap import (
    SMALL,
    Size,
    bands,
    close,
    overview,
    overview_width,
    tall_enough,
)
from tarawa_cli.kernel.render.hexmap import CloseHex, Line, Piece, paint

GRID = Grid("flat", "CCRR", "eastward", "even")
SIZES = (Size(3, 1), Size(4, 2), Size(8, 2), Size(9, 3), Size(12, 5))
RIGHT = {"N": 0, "S": 0, "NE": 1, "SE": 1, "NW": -1, "SW": -1}
DOWN = {"N": -2, "S": 2, "NE": -1, "SE": 1, "NW": -1, "SW": 1}
"""How many half hexes a neighbour stands lower."""
ISLAND = {"0402": "b", "0503": "t", "0502": "f", "0603": "."}


def island(at: Hex) -> Line:
    return [Piece(ISLAND.get(at, "~"))]


def is_sea(at: Hex) -> bool:
    return at not in ISLAND


def where(lines: list[str], text: str) -> tuple[int, int]:
    found = [(number, line.index(text)) for number, line in enumerate(lines) if text in line]
    assert len(found) == 1, (text, found)
    return found[0]


def titles(at: Hex) -> CloseHex:
    return CloseHex(Piece(at), [])


# ── The whole map


def test_an_island_in_the_sea() -> None:
    assert paint(overview(GRID, range(1, 5), range(3, 8), island, is_open=is_sea)).split("\n") == [
        "    03  04  05  06  07",
        "",
        "01   ~       ~       ~   01",
        "         ~  ___  ~",
        "02   ~  ___/ f \\     ~   02",
        "       / b \\___/ ~",
        "03   ~ \\___/ t \\___  ~   03",
        "         ~ \\___/ . \\",
        "04   ~       ~ \\___/ ~   04",
        "         ~       ~",
        "",
        "    03  04  05  06  07",
    ]


@pytest.mark.parametrize(
    ("grid", "drawn"),
    [
        (
            Grid("flat", "CCRR", "eastward", "even"),
            ["    01  02", "    ___", "01 /101\\___  01", "   \\___/201\\", "       \\___/", "    01  02"],
        ),
        (
            Grid("flat", "CCRR", "eastward", "odd"),
            ["    01  02", "        ___", "01  ___/201\\ 01", "   /101\\___/", "   \\___/", "    01  02"],
        ),
        (
            Grid("flat", "RRCC", "westward", "even"),
            ["    02  01", "        ___", "01  ___/101\\ 01", "   /102\\___/", "   \\___/", "    02  01"],
        ),
        (
            Grid("flat", "RRCC", "westward", "odd"),
            ["    02  01", "    ___", "01 /102\\___  01", "   \\___/101\\", "       \\___/", "    02  01"],
        ),
    ],
)
def test_two_hexes_on_grids_of_every_kind(grid: Grid, drawn: list[str]) -> None:
    assert paint(overview(grid, [1], [1, 2], lambda at: [Piece(at[1:])])).split("\n") == drawn


def test_a_border_can_have_a_sign_of_its_own_all_along_or_in_its_middle() -> None:
    signs = {("0402", "0502"): "^", ("0502", "0503"): "_|_", ("0503", "0603"): "-^"}

    def side(one: Hex, other: Hex) -> Piece | None:
        sign = signs.get(hexside(one, other))
        return Piece(sign, "road") if sign else None

    lines = overview(GRID, [2, 3], range(4, 7), island, side, is_sea)
    assert paint(lines).split("\n")[1:-1] == [
        "        ___",
        "02  ___/ f \\     02",
        "   / b ^_|_/ ~",
        "03 \\___/ t \\___  03",
        "     ~ \\___- . \\",
        "           \\___/",
    ]
    assert paint(lines, {"road": "33"}).count("\x1b[33m") == 2, "two beside each other, and one"


def test_an_island_of_eighteen_columns_fits_into_eighty() -> None:
    drawn = paint(overview(GRID, range(5, 18), range(5, 23), lambda _at: [Piece("xyz")])).split("\n")
    assert max(map(len, drawn)) == overview_width(18) == 79
    assert sum(line.count("xyz") for line in drawn) == 13 * 18


def test_what_is_too_long_for_a_hex_is_cut_off() -> None:
    def drawn(text: str) -> str:
        return paint(overview(GRID, range(1, 4), range(1, 4), lambda _at: [Piece(text)]))

    assert drawn("abcdef") == drawn("abc")


def test_no_rows_no_picture() -> None:
    assert overview(GRID, [], range(1, 4), island) == []


# ── The close view


def test_three_hexes_with_their_texts() -> None:
    texts = {"1111": ["a line too long by far", "2", "4"], "1112": ["c *", "3 KOMR 5", "gun 2"], "1212": []}

    def cell(at: Hex) -> CloseHex:
        return CloseHex(Piece(at), [[Piece(text)] for text in texts[at]])

    assert paint(close(GRID, texts, cell, tall_enough(8, 4))).split("\n") == [
        "   ________",
        "  /  1111  \\",
        " /a line too\\",
        "/      2     \\",
        "\\      4     /",
        " \\          /",
        "  \\________/",
        "  /  1112  \\",
        " /    c *   \\",
        "/  3 KOMR 5  \\________",
        "\\    gun 2   /  1212  \\",
        " \\          /          \\",
        "  \\________/            \\",
        "           \\            /",
        "            \\          /",
        "             \\________/",
    ]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("at", ["1112", "1212"])
@pytest.mark.parametrize("direction", GRID.directions)
def test_neighbours_stand_around_a_hex(size: Size, at: Hex, direction: str) -> None:
    lines = paint(close(GRID, GRID.within(at, 1), lambda hex: CloseHex(Piece(hex[1:]), []), size)).split("\n")
    other = GRID.neighbour(at, direction)
    assert other is not None
    line, left = where(lines, at[1:])
    other_line, other_left = where(lines, other[1:])
    assert (other_left - left, other_line - line) == (RIGHT[direction] * size.pitch, DOWN[direction] * size.half)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_too_long_never_breaks_a_border(size: Size) -> None:
    def cell(_at: Hex) -> CloseHex:
        return CloseHex(Piece("T" * 40), [[Piece("a" * 20), Piece("b" * 20)]] * 20)

    hexes = GRID.within("1112", 1)
    full = paint(close(GRID, hexes, cell, size))
    empty = paint(close(GRID, hexes, lambda _at: CloseHex(Piece(""), []), size))
    blank = full.translate(str.maketrans("Tab", "   "))
    assert [line.rstrip() for line in blank.split("\n")] == empty.split("\n")
    assert f"/{'T' * size.edge}\\" in full


def test_a_hex_is_tall_enough_for_its_lines() -> None:
    assert [tall_enough(5, lines).half for lines in range(1, 7)] == [1, 2, 2, 3, 3, 4]
    assert all(tall_enough(5, lines).lines >= lines for lines in range(1, 20))
    assert tall_enough(3, 1) == SMALL


@pytest.mark.parametrize("width", [30, 50, 80, 130])
@pytest.mark.parametrize("size", SIZES)
def test_bands_keep_every_hex_and_fit(width: int, size: Size) -> None:
    hexes = GRID.within("1112", 5)
    parts = bands(GRID, hexes, size, width)
    assert sorted(at for part in parts for at in part) == hexes
    assert [min(part) for part in parts] == sorted(min(part) for part in parts)
    for part in parts:
        assert max(map(len, paint(close(GRID, part, titles, size)).split("\n"))) <= width


def test_what_fits_is_not_parted() -> None:
    hexes = GRID.within("1112", 2)
    widest = max(map(len, paint(close(GRID, hexes, titles, Size(8, 2))).split("\n")))
    assert bands(GRID, hexes, Size(8, 2), widest) == [hexes]
    assert len(bands(GRID, hexes, Size(8, 2), widest - 1)) == 2


def test_no_hexes_no_close_view() -> None:
    assert close(GRID, [], titles, SMALL) == []
    assert bands(GRID, [], SMALL, 80) == []
