"""When there is colour, how many there are, and on which background."""

import io
import os
import sys
from pathlib import Path

import pytest

from tarawa_cli.cli import colouring, output, program
from tarawa_cli.cli.commands import commands, find
from tarawa_cli.games import PROGRAMS
from tarawa_cli.kernel.game import Program
from tarawa_cli.kernel.narration.visible import TRUE
from tests.cli.tools import Game, tarawa


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TERM", "COLORTERM", "COLORFGBG"):
        monkeypatch.delenv(name, raising=False)
    output.choose_colour("auto")
    colouring._background.cache_clear()
    program.change_run(ignored_settings="")


def colours(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO | None = None, **environment: str) -> int:
    with monkeypatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        return output.colours(stream or Tty())


@pytest.mark.parametrize(
    ("term", "colorterm", "expected"),
    [
        ("xterm-256color", "", 256),
        ("tmux-256color", "", 256),
        ("xterm-256color", "truecolor", TRUE),
        ("screen", "24bit", TRUE),
        ("xterm-kitty", "", TRUE),
        ("xterm-direct", "", TRUE),
        ("xterm", "", 16),
        ("linux", "", 16),
        ("dumb", "truecolor", 0),
        ("unknown", "", 0),
        ("", "", 0),
    ],
)
def test_a_terminal_has_the_colours_that_its_name_says(
    term: str, colorterm: str, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert colours(monkeypatch, TERM=term, COLORTERM=colorterm) == expected


def test_a_pipe_has_none_unless_they_are_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    assert colours(monkeypatch, pipe, TERM="xterm-256color") == 0
    assert colours(monkeypatch, pipe, TERM="xterm-256color", CLICOLOR_FORCE="0") == 0
    assert colours(monkeypatch, pipe, TERM="xterm-256color", CLICOLOR_FORCE="1") == 256
    assert colours(monkeypatch, pipe, CLICOLOR_FORCE="1") == 16


def test_no_color_forbids_them_even_where_they_are_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    assert colours(monkeypatch, TERM="xterm", NO_COLOR="1") == 0
    assert colours(monkeypatch, TERM="xterm", NO_COLOR="1", CLICOLOR_FORCE="1") == 0
    assert colours(monkeypatch, TERM="xterm", NO_COLOR="") == 16, "an empty one says nothing"


def test_the_option_goes_before_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    output.choose_colour("always")
    assert colours(monkeypatch, io.StringIO(), TERM="xterm-256color", NO_COLOR="1") == 256
    assert colours(monkeypatch, TERM="dumb") == 16
    output.choose_colour("never")
    assert colours(monkeypatch, TERM="xterm-256color", CLICOLOR_FORCE="1") == 0


@pytest.mark.parametrize("played", PROGRAMS.values(), ids=PROGRAMS)
def test_every_command_takes_the_option(played: Program) -> None:
    program.start(played)
    for name in commands():
        command = find(name)
        assert command
        assert "--color" in [option.name for option in command.grammar.options], name


def test_another_word_is_an_error_and_nothing_is_done(game: Game) -> None:
    before = game.path.read_bytes()
    result = game("bombard", "--color", "blue")
    assert (result.code, result.err) == (2, "tarawa: --color 'blue': must be auto, always or never\n")
    assert game.path.read_bytes() == before
    assert game("map", "--color", "always").out.count("\x1b[") > 10
    assert "\x1b" not in game("map", "--color", "never").out
    assert "\x1b" not in game("map", "--color", "always", "--json").out


# ── Light or dark


@pytest.mark.parametrize(
    ("said", "light"),
    [
        ("15;0", False),
        ("0;15", True),
        ("0;default;15", True),
        ("0;7", True),
        ("12;8", False),
        ("", False),
        ("default;default", False),
        ("0;999999999999", False),
        ("0;²", False),
    ],
)
def test_the_terminal_may_say_that_its_background_is_light(
    said: str, light: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORFGBG", said)
    assert colouring.is_light() == light


def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = tmp_path / "config" / "tarawa" / "config.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_the_player_s_settings_go_before_what_the_terminal_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORFGBG", "15;0")
    settings(tmp_path, monkeypatch, 'background = "light"\n')
    assert colouring.is_light()
    colouring._background.cache_clear()
    settings(tmp_path, monkeypatch, "# nothing yet\n")
    assert not colouring.is_light()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('background = "blue"', 'background must be "dark" or "light", not \'blue\''),
        ("background = 7", 'background must be "dark" or "light", not \'7\''),
        ("background = ", "config.toml"),
        ('colour = "red"', "unknown setting 'colour'"),
        ("\x00\x1b[2J", "config.toml"),
    ],
)
def test_bad_settings_are_reported_and_ignored(
    text: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    settings(tmp_path, monkeypatch, text)
    monkeypatch.setenv("COLORFGBG", "0;15")
    result = game("map", "--color", "always")
    assert result.code == 0
    assert why in result.err
    assert "\x1b[2J" not in result.err
    assert result.err.count("warning:") == 1
    assert result.err.endswith("these settings are ignored\n")
    assert colouring.is_light()
    assert game("map", "--color", "never").err == "", "nobody asks for the background where there is no colour"


def test_settings_that_are_no_file_are_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    path = settings(tmp_path, monkeypatch, "")
    path.unlink()
    os.mkfifo(path)
    assert "is not a file" in game("map", "--color", "always").err


def test_settings_are_never_read_from_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    for folder in (".", ".config", "config"):
        (tmp_path / folder / "tarawa").mkdir(parents=True)
        (tmp_path / folder / "tarawa" / "config.toml").write_text('background = "light"')
        (tmp_path / folder / "config.toml").write_text('background = "light"')
    for home in (".", "config", "", "./config"):
        monkeypatch.setenv("XDG_CONFIG_HOME", home)
        for user in (".", "", "config"):
            monkeypatch.setenv("HOME", user)
            assert output.config_path() == ""
            assert not colouring.is_light()
    monkeypatch.setenv("HOME", "/home/somebody")
    assert output.config_path() == "/home/somebody/.config/tarawa/config.toml"


# ── Size


def test_a_pipe_gets_80_columns_and_all_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    monkeypatch.setattr(output, "_size", lambda: (0, 0))
    monkeypatch.setenv("LINES", "24")
    assert output.screen()[:2] == (80, 0)
    assert output.screen(width=50, height=12)[:2] == (50, 12)
    monkeypatch.setenv("COLUMNS", "100")
    assert output.screen()[:2] == (100, 0)


def test_a_terminal_keeps_a_row_for_the_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Tty())
    monkeypatch.setattr(output, "_size", lambda: (90, 30))
    assert output.screen()[:2] == (90, 29)
    assert output.screen(plain=True)[:3] == (80, 0, 0), "JSON is the same everywhere"
    assert output.screen(height=12).height == 12
    monkeypatch.setenv("LINES", "24")
    assert output.screen().height == 23


def test_an_output_without_unicode_gets_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="latin-1"))
    assert output.screen().ascii
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="UTF-8"))
    assert not output.screen().ascii
    assert output.screen(ascii=True).ascii


@pytest.mark.parametrize("option", ["--width", "--height"])
def test_a_map_of_no_size_is_an_error(option: str, game: Game) -> None:
    assert game("map", option, "0").code == 2
    assert game("map", option, "60").code == 0
    assert tarawa("map", option, "x", "-s", game.path).code == 2
