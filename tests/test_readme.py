"""README.md, the manual, the tutorials and the page about games by mail are true: their ```console blocks are played
in order, in an empty folder, and print what they show.
"""

import re
from pathlib import Path

import pytest

from tests.kit.console import Shown, pattern, printed, shown, untrue

ROOT = Path(__file__).resolve().parents[1]
PLAYED = ("README.md", "docs/manual.md", "docs/tarawa/tutorial.md", "docs/malta/tutorial.md")


@pytest.mark.sample(11)
@pytest.mark.parametrize("page", [*PLAYED, "docs/by-mail.md"])
def test_every_command_of_a_page_prints_what_it_shows(page: str, tmp_path: Path) -> None:
    commands = list(shown((ROOT / page).read_text(encoding="utf-8")))
    assert any(command.command.startswith(("tarawa ", "malta ")) for command in commands)
    if wrong := untrue(ROOT / page, tmp_path):
        pytest.fail(wrong, pytrace=False)


@pytest.mark.sample(2)
@pytest.mark.parametrize("page", PLAYED)
def test_a_page_can_be_followed_after_make_play(page: str, tmp_path: Path) -> None:
    """`make play` leaves a game of red-beach-3, and makes it the current one."""
    printed("tarawa new red-beach-3 --save saves/red-beach-3.toml && tarawa use saves/red-beach-3.toml", tmp_path)
    assert (tmp_path / "saves" / ".current").read_text() == 'tarawa = "saves/red-beach-3.toml"\n'
    if wrong := untrue(ROOT / page, tmp_path):
        pytest.fail(wrong, pytrace=False)


def test_a_page_that_shows_something_else_is_found_out(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```console\n$ echo one\none\n$ echo two\nthree\n```\n")
    assert untrue(page, tmp_path) == "page.md, line 4: echo two\nshown:\nthree\nprinted:\ntwo\n"
    page.write_text(page.read_text().replace("three", "two"))
    assert untrue(page, tmp_path) == ""


def test_the_commands_of_a_block_are_found_with_their_output() -> None:
    text = "$ no\n```console\n$ one\n1\n$ two\n```\ntext\n```sh\n$ three\n```\n```console\n$ four\n…\n```\n"
    assert list(shown(text)) == [Shown(3, "one", ["1"]), Shown(5, "two", []), Shown(12, "four", ["…"])]


def test_a_prompt_may_name_a_folder(tmp_path: Path) -> None:
    page, text = tmp_path / "page.md", "```console\n$ mkdir anna\nanna$ echo hers > own\n$ cat anna/own\nhers\n```\n"
    page.write_text(text)
    assert [(each.folder, each.command) for each in shown(text)][1] == ("anna", "echo hers > own")
    assert untrue(page, tmp_path) == ""


@pytest.mark.parametrize(
    ("output", "printed", "fits"),
    [
        (["a", "b"], "a\nb\n", True),
        (["a"], "a\nb\n", False),
        ([], "a\n", False),
        (["…"], "", True),
        (["a", "…"], "a\nb\nc\n", True),
        (["a", "…", "c"], "a\nb\n", False),
        (["a … c"], "a b c\n", True),
        (["a … c"], "a b\nc\n", False),
        (["[a] (1+1)"], "[a] (1+1)\n", True),
    ],
)
def test_an_elision_stands_for_lines_or_for_a_part_of_one(output: list[str], printed: str, fits: bool) -> None:
    assert bool(re.fullmatch(pattern(output), printed)) == fits
