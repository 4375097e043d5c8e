"""The tools for stored screens see what they are made to see."""

from pathlib import Path

import pytest
from terminal_screen import SIXTEEN, Cell, Style, cells, difference, of_256, simulated

from tests.screens import golden
from tests.screens.golden import Screen, Terminal, check_fits, compare


def test_cells_have_the_colours_of_the_codes_before_them() -> None:
    (row,) = cells("a\x1b[1;31;48;5;22mb\x1b[0m\x1b[38;2;1;2;3mc\x1b[39md\x1b[92;100me\x1b[0m")
    assert row == [
        Cell("a"),
        Cell("b", Style(SIXTEEN[1], (0, 95, 0), bold=True)),
        Cell("c", Style((1, 2, 3))),
        Cell("d"),
        Cell("e", Style(SIXTEEN[10], SIXTEEN[8])),
    ]


def test_only_what_comes_after_the_last_clearing_is_left() -> None:
    assert cells("old\n\x1b[H\x1b[2J\nnew\n") == [[], [Cell("n"), Cell("e"), Cell("w")]]


def test_another_escape_is_no_colour() -> None:
    with pytest.raises(ValueError, match="not a colour"):
        cells("\x1b[5A")


def test_red_and_green_look_alike_to_the_colour_blind_and_blue_does_not() -> None:
    red, green, blue = (200, 60, 50), (110, 115, 45), (40, 60, 200)
    seen = [simulated(colour, "deuteranopia") for colour in (red, green, blue)]
    assert difference(red, green) > 60
    assert difference(seen[0], seen[1]) < 20
    assert difference(seen[0], seen[2]) > 60
    assert difference((0, 0, 0), (255, 255, 255)) == pytest.approx(100, abs=0.1)


def test_the_greys_and_the_cube_of_256() -> None:
    assert [of_256(number) for number in (9, 16, 231, 232, 255)] == [
        (255, 0, 0),
        (0, 0, 0),
        (255, 255, 255),
        (8, 8, 8),
        (238, 238, 238),
    ]


def screen(text: str) -> Screen:
    return Screen(Terminal(10, 3), text, "")


@pytest.mark.parametrize("text", ["12345678901\n", "a\nb\nc\n", "宽\n", "e\u0301\n"])
def test_what_is_too_long_too_high_or_too_wide_does_not_fit(text: str) -> None:
    with pytest.raises(AssertionError):
        check_fits(screen(text))


def test_colours_take_no_room() -> None:
    check_fits(screen("\x1b[1;31m1234567890\x1b[0m\nb\n"))


def test_a_screen_is_compared_with_the_stored_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "STORED", tmp_path)
    monkeypatch.delenv(golden.UPDATE, raising=False)
    with pytest.raises(AssertionError, match="not stored yet"):
        compare(screen("a\n"), "game", "start")
    monkeypatch.setenv(golden.UPDATE, "1")
    compare(screen("a\n"), "game", "start")
    assert (tmp_path / "game" / "start-10x3-256.ans").read_text() == "a\n"
    monkeypatch.delenv(golden.UPDATE)
    compare(screen("a\n"), "game", "start")
    with pytest.raises(AssertionError, match="not as it was stored"):
        compare(screen("\x1b[1ma\x1b[0m\n"), "game", "start")
