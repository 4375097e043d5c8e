"""Text for a terminal: nothing in it is obeyed, everything is shown."""

import os
import shlex
import subprocess
import sys
import unicodedata
from textwrap import fill

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.kernel.errors import MOST, BadFile, BadOrder
from tarawa_cli.kernel.narration.visible import LONGEST, Screen, command_line, cut, folded, on_one_line, quoted, visible
from tarawa_cli.kernel.scene import StyledText
from tarawa_cli.kernel.scene.paint import Ink, paint
from tests.kernel.tools import examples

OBEYED = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def is_obeyed(sign: str) -> bool:
    """Whether a terminal may do something else than show it, by the Unicode tables."""
    return unicodedata.category(sign) in OBEYED


def test_every_sign_that_is_not_to_be_read_is_written_out() -> None:
    """All of Unicode: C0, DEL, C1, line ends of other systems, what turns text round, what has no width."""
    for number in range(sys.maxunicode + 1):
        sign = chr(number)
        if is_obeyed(sign) and sign not in "\n\t":
            assert visible(f"a{sign}b") == f"a{ascii(sign)[1:-1]}b"


@pytest.mark.parametrize(
    ("sign", "shown"),
    [
        ("\x1b[2J", "\\x1b[2J"),
        ("\x9b", "\\x9b"),
        ("\x7f", "\\x7f"),
        ("\r", "\\r"),
        ("\u202e", "\\u202e"),
        ("\u2028", "\\u2028"),
        ("\ufeff", "\\ufeff"),
        ("\U000e0001", "\\U000e0001"),
        ("\udcff", "\\udcff"),
    ],
)
def test_what_is_written_out_names_its_number(sign: str, shown: str) -> None:
    assert visible(f"a{sign}b") == f"a{shown}b"


@pytest.mark.parametrize(
    "text", ["", "plain", "Bétio – ½ × 3 → …", "two\nlines\n", "日本\u3000語", "à\u00a0Tarawa", "🙂"]
)
def test_text_to_be_read_is_left_alone(text: str) -> None:
    assert visible(text) == text


def test_tabs_become_blanks() -> None:
    assert visible("a\tb") == "a       b"


@examples(200)
@given(st.text())
def test_on_one_line_nothing_begins_a_line(text: str) -> None:
    shown = on_one_line(text)
    assert not any(map(is_obeyed, shown))
    assert shown.splitlines() in ([shown], [])


def test_a_painted_picture_has_our_colours_and_no_others() -> None:
    line = [StyledText("a\x1b[31m", "red"), StyledText("b\x9b", "")]
    palette = {"red": Ink("#ff0000", fg16=1, bold=True)}
    assert paint([line], palette, Screen(colours=16)) == "\x1b[1;31ma\\x1b[31m\x1b[0mb\\x9b"
    assert paint([line], palette, Screen()) == "a\\x1b[31mb\\x9b"


# ── Length


def test_a_message_is_cut_line_by_line() -> None:
    assert cut("short") == "short"
    assert cut(f"{'x' * 10_000}\nend") == f"{'x' * LONGEST}…\nend"
    assert cut("\n" * 10_000).count("\n") < 100


@pytest.mark.parametrize(
    "error", [BadOrder("x" * 10_000), BadFile("x" * 10_000), BadFile("it", problems=["x" * 10_000])]
)
def test_no_error_is_longer_than_one_can_read(error: BadOrder | BadFile) -> None:
    assert len(error.message) < LONGEST + 10


def test_of_very_many_problems_some_are_told_and_the_others_counted() -> None:
    error = BadFile("it:", problems=[f"key {number}" for number in range(10_000)])
    lines = error.message.split("\n  ")
    assert lines[:3] == ["it:", "key 0", "key 1"]
    assert lines[-2:] == [f"key {MOST - 1}", f"and {10_000 - MOST} more"]
    assert len(error.problems) == 10_000


def test_a_problem_cannot_pretend_to_be_two() -> None:
    assert BadFile("it:", problems=["a\nb\x1b"]).message == "it:\n  a\\nb\\x1b"


@examples(200)
@given(st.text("ab-–é ", max_size=200), st.integers(1, 40), st.integers(0, 12))
def test_a_line_is_folded_as_textwrap_does(line: str, width: int, indent: int) -> None:
    line, further = line.replace("é", "é\xa0è"), " " * indent
    expected = fill(line, width, subsequent_indent=further, break_long_words=False, break_on_hyphens=False)
    assert folded(line, width, further) == expected


WORDS = [
    "a",
    "2/8A",
    "beach:green",
    "--on=2828",
    "übung",
    "my game",
    "a'b",
    'a"b',
    "a\\b",
    "$(reboot)",
    "`reboot`",
    "a;b",
]
WORDS += ["~root", "=ls", "*", "!!", "", "-", "#a", "{a,b}", "\x1b[2J", "a\nb", "\u202eb", "\udcff", "a'\x07\\"]


@pytest.mark.parametrize("word", WORDS)
def test_a_quoted_word_is_read_back_by_a_shell(word: str) -> None:
    line = command_line("printf", "%s", word)
    assert line.isprintable()
    done = subprocess.run(["bash", "-c", line], capture_output=True, check=True)
    assert os.fsdecode(done.stdout) == word
    if word.isprintable():
        assert shlex.split(line)[2:] == [word], "nor does the prompt read it otherwise"


def test_an_ordinary_word_is_not_quoted() -> None:
    for word in WORDS[:5]:
        assert quoted(word) == word
    assert quoted("a b") == shlex.quote("a b")
