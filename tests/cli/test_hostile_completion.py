"""Names that others have made, offered by the TAB key in real shells: they arrive as they are, and nothing runs."""

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tarawa_cli.cli import play
from tests.cli.test_completion_shells import ALL, Shell, bash, zsh
from tests.cli.tools import Game, tarawa

Begun = Callable[[Path], Shell]
FISH = "function fish_prompt; end; function fish_greeting; end; tarawa completion fish | source"

RUNNING = [
    *("$(touch PWNED)", "x$(touch PWNED)", "`touch PWNED`", "a;touch PWNED", "a;touch PWNED;'", 'a";touch PWNED;"'),
    *("a&touch PWNED&", "a|touch PWNED", "(touch PWNED)", "<(touch PWNED)", "${x:=$(touch PWNED)}"),
    *("a' $(touch PWNED) '", "\\$(touch PWNED)", "a:$(touch PWNED)", "a=$(touch PWNED)"),
]
"""Names that would run a command."""
ODD = [
    *(
        "a'b",
        'a"b',
        "a b",
        " a ",
        "a\\b",
        "a\\",
        "a\\'b",
        "'a'",
        '"a"',
        '"a',
        "'a",
        "a'",
        'a"',
        "''",
        "my game",
        "übung",
    ),
    *("*", "?", "[a-z]", "{a,b}", "!!", "a!b", "!-1", "#a", "a#b", "=ls", "$HOME", "%1", "^a^b", ">a", "a:b", "a=b"),
    *("@a", "&", "日本 語"),
]
"""Names that would become others."""
HOMES = ["~root", "~", "~x"]
"""Names that would become folders; fish cannot insert them, so it gets none of them."""
WITHHELD = [
    "-rf",
    "--save",
    "a\nb",
    "a\tb",
    "\x1b]0;owned\x07",
    "a\rtouch PWNED\r",
    "a\n$(touch PWNED)",
    ":files",
    "\u202ea",
]
"""Names that no shell is offered: options, control characters, and our own mark."""
TORN = [
    "a b",
    "my game",
    "a'b",
    'a"b',
    "a\\b",
    "$(touch PWNED)",
    "`touch PWNED`",
    "a;touch PWNED",
    "a:$(touch PWNED)",
    "a!b",
]
"""Names to type a part of."""


def fish(home: Path) -> Shell:
    return Shell(home, ["fish", "--no-config", "-i"], FISH)


SHELLS = pytest.mark.parametrize("shell", [bash, zsh, fish], ids=["bash", "zsh", "fish"])


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder without games, and a program that writes down what it is called with."""
    folder = tmp_path / "home"
    (folder / "bin").mkdir(parents=True)
    (folder / "saves").mkdir()
    program, record = folder / "bin" / "tarawa", shlex.quote(str(folder / "bin" / "called"))
    program.write_text(
        f"""#!/bin/sh
case "$1" in
    __complete | completion) exec {shlex.quote(sys.executable)} -m tarawa_cli "$@" ;;
    *) printf '%s\\0' "$@" > {record} ;;
esac
"""
    )
    program.chmod(0o755)
    return folder


def make(folder: Path, *names: str) -> list[str]:
    """Files with any names."""
    paths = [os.path.join(folder, name) for name in names]
    for path in paths:
        with open(path, "w", encoding="utf-8"):
            pass
    return paths


def called(home: Path, terminal: Shell, keys: str) -> list[str]:
    """The words that the program gets when these keys and ENTER are pressed; nothing else has run."""
    record = home / "bin" / "called"
    record.write_text("nothing\0")
    terminal.types(f"{keys}\necho do''ne\n", "done\r\n")
    assert not [*home.rglob("PWNED")], f"after {keys!r} something ran"
    return record.read_text("utf-8").split("\0")[:-1]


def called_with(home: Path, terminal: Shell, name: str, keys: str) -> list[str]:
    """The same where the only game has this name."""
    (path,) = make(home / "saves", f"{name}.toml")
    words = called(home, terminal, keys)
    os.remove(path)
    return words


@pytest.mark.sample(3)
@SHELLS
def test_a_name_is_inserted_as_a_word_whatever_is_in_it(home: Path, shell: Begun) -> None:
    with shell(home) as terminal:
        for name in [*RUNNING, *ODD, *(HOMES if shell is not fish else [])]:
            assert called_with(home, terminal, name, "tarawa use \t") == ["use", name]


@pytest.mark.sample(3)
@SHELLS
def test_a_name_that_cannot_be_inserted_is_not_offered(home: Path, shell: Begun) -> None:
    with shell(home) as terminal:
        for name in [*WITHHELD, *(HOMES if shell is fish else [])]:
            assert called_with(home, terminal, name, "tarawa use \t") == ["use"], name


def _torn(name: str, is_fish: bool) -> Iterator[str]:
    """A part of a name, as somebody may type it: within quotation marks of both kinds, and with backslashes."""
    part = name[: len(name) // 2 + 1]
    yield "'" + (re.sub(r"([\\'])", r"\\\1", part) if is_fish else part.replace("'", "'\\''"))
    if "!" not in part:  # which is history within double quotation marks
        yield '"' + re.sub(r'([$"\\])' if is_fish else r'([$"`\\])', r"\\\1", part)
    yield re.sub(r"(\W)", r"\\\1", part)


@pytest.mark.sample(3)
@SHELLS
def test_a_name_that_is_begun_with_quotation_marks_is_finished(home: Path, shell: Begun) -> None:
    with shell(home) as terminal:
        for name in TORN:
            for keys in ("'", '"', *_torn(name, shell is fish)):
                assert called_with(home, terminal, name, f"tarawa use {keys}\t") == ["use", name], keys


@pytest.mark.sample(2)
@pytest.mark.parametrize("shell", [bash, zsh], ids=["bash", "zsh"])
def test_what_two_names_have_in_common_is_inserted_as_a_word_too(home: Path, shell: Begun) -> None:
    with shell(home) as terminal:
        for name in RUNNING:
            games = make(home / "saves", f"{name}1.toml", f"{name}2.toml")
            assert called(home, terminal, "tarawa use \t") == ["use", name]
            for game in games:
                os.remove(game)


@pytest.mark.parametrize("shell", [bash, zsh], ids=["bash", "zsh"])
def test_all_names_at_once(home: Path, shell: Begun) -> None:
    make(home / "saves", *(f"{name}.toml" for name in [*RUNNING, *ODD, *HOMES, *WITHHELD]))
    begin = "tarawa use " if shell is bash else "tarawa use \t"
    with shell(home) as terminal:
        assert {*called(home, terminal, f"{begin}{ALL}")} == {"use", *RUNNING, *ODD, *HOMES}


@pytest.mark.sample(3)
@SHELLS
def test_files_that_the_shell_offers_itself(home: Path, shell: Begun) -> None:
    with shell(home) as terminal:
        for name in ("$(touch PWNED)", "`touch PWNED`", "a;touch PWNED", "a'b", 'a"b', "a b", "*"):
            (path,) = make(home, f"zz{name}")
            assert called(home, terminal, "tarawa run z\t") == ["run", f"zz{name}"]
            assert called(home, terminal, "tarawa run --save=z\t") == ["run", f"--save=zz{name}"]
            os.remove(path)


# ── The prompt of `play`


def read_back(line: str, text: str) -> list[str]:
    """The line after TAB, as the prompt reads it."""
    (ready,) = play.offered(line, text)
    return shlex.split(line.removesuffix(text) + ready, comments=True)


def test_names_at_the_prompt(tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    for name in [*RUNNING, *ODD, *HOMES]:
        (path,) = make(tmp_path / "saves", f"{name}.toml")
        assert read_back("use ", "") == ["use", name]
        for begun in ("'", '"'):
            assert read_back(f"use {begun}", begun) == ["use", name]
        os.remove(path)
    for name in WITHHELD:
        (path,) = make(tmp_path / "saves", f"{name}.toml")
        assert play.offered("use ", "") == [], name
        os.remove(path)


def test_a_part_of_a_name_at_the_prompt(tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    make(tmp_path / "saves", "my long game.toml")
    for begun in ("my\\ lo", "my\\ long\\ ga", "'my lo", '"my long ga', "my' 'lo", "'my 'lo"):
        assert read_back(f"use {begun}", begun.rpartition(" ")[2]) == ["use", "my long game"], begun


def test_files_at_the_prompt(tmp_path: Path) -> None:
    for name in [*RUNNING, *ODD, *HOMES]:
        (path,) = make(tmp_path, f"zz{name}")
        assert read_back("run z", "z") == ["run", f"zz{name}"]
        assert read_back("run --save=z", "--save=z") == ["run", f"--save=zz{name}"]
        os.remove(path)
    for name in WITHHELD[2:7]:
        make(tmp_path, f"zz{name}")
    make(tmp_path, "zz\udcff", "-zz")
    assert play.offered("run z", "z") == []
    assert play.offered("run -z", "-z") == []
    (tmp_path / "zz folder").mkdir()
    make(tmp_path / "zz folder", "a b")
    assert play.offered("run z", "z") == ["zz\\ folder/"]
    assert play.offered("run 'zz f", "f") == ["folder/"], "still open"
    assert read_back("run 'zz folder/", "folder/") == ["run", "zz folder/a b"]


# ── What cannot be read


def test_names_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    make(tmp_path / "saves", "\udcff\udcfe.toml", "good.toml")
    for shell in ("bash", "zsh", "fish"):
        done = tarawa("__complete", shell, "tarawa use ")
        assert (done.code, done.out, done.err) == (0, "good\n", "")


@pytest.mark.parametrize("name", ["a\\u0000b", "\\ud7ff\\u001b[2J", "/dev/zero", "saves", "~", "x" * 300])
def test_a_current_game_that_is_nonsense(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("TARAWA_DEBUG", "1")
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / ".current").write_text(f'tarawa = "{name}"\n', "utf-8")
    for shell in ("bash", "zsh", "fish"):
        for line in ("tarawa embark ", "tarawa unit ", "tarawa embark --", "tarawa use ", "tarawa map --at "):
            done = tarawa("__complete", shell, line)
            assert (done.code, done.err) == (0, "")
            assert done.out.isascii()
    assert play.offered("embark ", "") == []


def test_words_that_need_no_quotes_look_as_ever(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TARAWA_SAVE", str(game.path))
    game.to_embark()
    for line in (
        "tarawa ",
        "tarawa embark ",
        "tarawa map ",
        "tarawa unit ",
        "tarawa map --",
        "tarawa rule ",
        "tarawa policy ",
    ):
        found = tarawa("__complete", "bash", line, "").out.splitlines()
        assert found
        assert not [word for word in found if re.search(r"[\\'\"]", word)]
