"""Text painted with inks, on screens of every kind."""

import pytest

from tarawa_cli.kernel.narration.visible import TRUE, Screen
from tarawa_cli.kernel.scene import StyledText
from tarawa_cli.kernel.scene.paint import Ink, _of_256, beside, fitted, in_rows, paint, up_to, width_of

PALETTE = {
    "sea": Ink(bg="#005f87", bg16=4),
    "palms": Ink(fg="#ff0000", fg16=1),
    "odd": Ink(shade=0.5),
    "loud": Ink(bold=True, underline=True),
    "quiet": Ink(bold=False),
    "bare": Ink(fg="#123456"),
    "day": Ink(fg="#ffffff", fg16=15, light=Ink(fg="#000000", fg16=0)),
}


def painted(*pieces: tuple[str, str], colours: int = TRUE, light: bool = False) -> str:
    return paint([[StyledText(*piece) for piece in pieces]], PALETTE, Screen(colours=colours, light=light))


def test_a_later_ink_goes_over_an_earlier_one() -> None:
    assert painted(("x", "sea palms")) == "\x1b[38;2;255;0;0;48;2;0;95;135mx\x1b[0m"
    assert painted(("x", "palms day")) == "\x1b[38;2;255;255;255mx\x1b[0m"
    assert painted(("x", "loud quiet palms")) == "\x1b[4;38;2;255;0;0mx\x1b[0m"


def test_256_colours_are_the_nearest_ones() -> None:
    assert painted(("x", "sea palms"), colours=256) == "\x1b[38;5;196;48;5;24mx\x1b[0m"
    levels = (0, 95, 135, 175, 215, 255)
    for number in range(16, 232):
        red, green, blue = levels[(number - 16) // 36], levels[(number - 16) // 6 % 6], levels[(number - 16) % 6]
        assert _of_256(red, green, blue) == number
    for grey in range(24):
        shade = 8 + 10 * grey
        assert _of_256(shade, shade, shade) == 232 + grey
    assert (_of_256(3, 3, 3), _of_256(252, 253, 251)) == (16, 231)


def test_16_colours_are_those_that_an_ink_names() -> None:
    assert painted(("x", "sea palms"), colours=16) == "\x1b[31;44mx\x1b[0m"
    assert painted(("x", "day"), colours=16) == "\x1b[97mx\x1b[0m"
    assert painted(("x", "bare"), colours=16) == "x", "an ink without a number is the terminal's own"


def test_without_colours_nothing_is_left_of_a_style() -> None:
    assert painted(("x", "sea loud"), ("y", "day"), colours=0) == "xy"


def test_a_shade_darkens_the_ground_and_not_the_text() -> None:
    assert painted(("x", "sea odd palms")) == "\x1b[38;2;255;0;0;48;2;0;48;68mx\x1b[0m"
    assert painted(("x", "sea odd"), colours=16) == painted(("x", "sea"), colours=16)
    assert painted(("x", "sea odd"), colours=256) != painted(("x", "sea"), colours=256)


def test_an_ink_may_differ_on_a_light_background() -> None:
    assert painted(("x", "day"), light=True) == "\x1b[38;2;0;0;0mx\x1b[0m"
    assert painted(("x", "palms"), light=True) == painted(("x", "palms"))


def test_an_unknown_ink_is_none() -> None:
    assert painted(("x", "nosuch")) == "x"


def test_blanks_at_the_end_are_left_out_unless_they_show_something() -> None:
    assert painted(("x  ", ""), ("  ", "")) == "x"
    assert painted(("x", ""), ("  ", "sea")) == "x\x1b[48;2;0;95;135m  \x1b[0m"
    assert painted(("x", ""), ("  ", "sea"), colours=0) == "x"
    assert painted(("x", "palms"), ("  ", "nosuch")) == "\x1b[38;2;255;0;0mx\x1b[0m"


def test_neighbours_of_one_style_are_painted_once() -> None:
    assert painted(("a", "sea"), ("b", "sea"), colours=16) == "\x1b[44mab\x1b[0m"


@pytest.mark.parametrize("style", ["", "sea palms"])
@pytest.mark.parametrize("hostile", ["\x1b[2J", "\x1b]0;title\x07", "a\x9b31mb", "\u202eabc", "\u200b", "\r"])
def test_codes_in_the_text_are_shown_and_not_obeyed(hostile: str, style: str) -> None:
    for colours in (0, 16, 256, TRUE):
        text = painted((hostile, style), colours=colours)
        inside = text.partition("m")[2].removesuffix("\x1b[0m") if style and colours else text
        assert inside.isprintable(), text


# ── Lines beside lines


def test_lines_are_cut_and_filled_to_a_width() -> None:
    line = [StyledText("abc", "sea"), StyledText("def", "palms")]
    assert fitted(line, 4) == [StyledText("abc", "sea"), StyledText("d", "palms")]
    assert fitted(line, 3) == [StyledText("abc", "sea")]
    assert fitted(line, 8) == [*line, StyledText("  ")]
    assert width_of(fitted(line, 2)) == 2


def test_blocks_stand_side_by_side() -> None:
    left, right = [[StyledText("ab")], [StyledText("c")]], [[StyledText("x")], [StyledText("y")], [StyledText("z")]]
    text = paint(beside([*left], [*right], gap=1), {}, Screen())
    assert text == "ab x\nc  y\n   z"


def test_entries_fill_rows() -> None:
    entries = [[StyledText(word)] for word in ("one", "two", "three", "four")]
    assert paint(in_rows(entries, 11), {}, Screen()) == "one   two\nthree\nfour"
    assert all(width_of(line) <= 12 for line in in_rows(entries, 12))


def test_a_list_that_is_cut_ends_with_a_whole_entry() -> None:
    entries = [[StyledText("▲", "palms"), StyledText(f" {word}")] for word in ("pillbox", "ruin", "beachhead", "pier")]
    lines = up_to(in_rows(entries, 30, 2), 1, 30)
    assert ["".join(piece.text for piece in line) for line in lines] == ["▲ pillbox  ▲ ruin …"]
    alone = up_to([[StyledText("beachheads")], [StyledText("more")]], 1, 8)
    assert ["".join(piece.text for piece in line) for line in alone] == ["beachh …"]
