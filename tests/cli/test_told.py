"""What a command tells is so: composed before the save is written, told after it, and true if the telling fails."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games.tarawa.narration import sentences
from tarawa_cli.games.tarawa.views import facts
from tests.cli.tools import Game, Result, tarawa, untouched
from tests.kit.waiting import PATIENCE

CHANGES = ["bombard", "policy hits step", "undo", "autoplay --until turn 2 -q", "run orders.txt"]


def fails(*_: object, **__: object) -> Any:
    raise ZeroDivisionError("a slip")


@pytest.fixture
def played(game: Game) -> Game:
    """A game with something to undo, and a script for `run`."""
    game.do("policy hits morale")
    Path("orders.txt").write_text("policy hits step\nbombard\n", encoding="utf-8")
    return game


def process(stdout: int, *words: object, **environment: str) -> Result:
    """A command in a process of its own that writes to a descriptor."""
    command = [sys.executable, "-m", "tarawa_cli", *map(str, words)]
    done = subprocess.run(
        command,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=False,
        env=os.environ | environment,
    )
    return Result(done.returncode, "", done.stderr)


def to_full_disk(*words: object) -> Result:
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        return process(full, *words)
    finally:
        os.close(full)


def to_nobody(*words: object, **environment: str) -> Result:
    """The reader has left before anything is said."""
    read, write = os.pipe()
    os.close(read)
    try:
        return process(write, *words, **environment)
    finally:
        os.close(write)


# ── Before the save is written: it stays as it was


@pytest.mark.parametrize("words", CHANGES)
@pytest.mark.parametrize("form", ["", " --json"])
def test_words_that_cannot_be_found_leave_the_save_as_it_was(
    played: Game, monkeypatch: pytest.MonkeyPatch, words: str, form: str
) -> None:
    for module, name in ((sentences, "sentences"), (sentences, "next_steps"), (facts, "brief")):
        monkeypatch.setattr(module, name, fails)
    monkeypatch.setattr(sentences, "outlook", fails)
    with untouched(played.path):
        result = played(*words.split(), *form.split())
    assert result.code == 3
    assert "the save is as it was" in result.out + result.err


@pytest.mark.parametrize("words", CHANGES)
def test_a_module_that_is_missing_only_when_it_comes_to_telling_leaves_the_save_as_it_was(
    played: Game, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.setitem(sys.modules, "tarawa_cli.games.tarawa.views.facts", None)
    with untouched(played.path):
        result = played(*words.split(), "--json")
    assert result.code == 3
    assert "the save is as it was" in result.out


def test_a_game_whose_beginning_cannot_be_told_is_not_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentences, "next_steps", fails)
    assert tarawa("new", "-s", "new.toml").code == 3
    assert list(tmp_path.iterdir()) == []


def test_an_export_that_cannot_be_told_is_not_written(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "brief", fails)
    assert game("export", "svg", "map.svg", "--json").code == 3
    assert not Path("map.svg").exists()


# ── After it: what was done is said


@pytest.mark.sample(5)
@pytest.mark.parametrize("words", [*CHANGES, "new --force"])
@pytest.mark.parametrize("form", ["", " --json"])
def test_a_full_disk_behind_the_output_does_not_hide_that_the_command_was_carried_out(
    played: Game, words: str, form: str
) -> None:
    before = played.bytes
    result = to_full_disk(*(words + form).split(), "-s", played.path)
    assert result.code == 3
    assert result.err == (
        "tarawa: cannot write the output: No space left on device\n"
        f"  the command was carried out, and {played.path} was written\n"
    )
    assert played.bytes != before
    assert played("verify").code == 0


def test_a_full_disk_behind_the_output_of_what_writes_no_save(played: Game) -> None:
    Path("nothing.txt").touch()
    with untouched(played.path):
        for words in ("status", "run --check orders.txt", "undo -n", "bombard -n", "run nothing.txt"):
            result = to_full_disk(*words.split(), "-s", played.path)
            assert (result.code, result.err) == (3, "tarawa: cannot write the output: No space left on device\n")


def test_a_full_disk_behind_the_output_of_an_export_says_that_the_file_is_written(game: Game) -> None:
    result = to_full_disk("export", "svg", "map.svg", "-s", game.path)
    assert result.code == 3
    assert result.err.endswith("\n  map.svg was written\n")
    assert Path("map.svg").exists()


@pytest.mark.parametrize("form", ["", "--json"])
def test_whatever_else_fails_after_the_save_is_written_says_that_it_is(
    game: Game, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    monkeypatch.setattr("tarawa_cli.cli.output.say", fails)
    result = game("bombard", *filter(None, [form]))
    assert result.code == 3
    assert result.err == (
        "tarawa: cannot report what happened: ZeroDivisionError: a slip\n"
        f"  the command was carried out, and {game.path} was written\n"
    )
    monkeypatch.undo()
    assert game.journal == ["bombard"]


def test_an_interrupt_after_the_save_is_written_says_that_it_is(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tarawa_cli.cli.output.say", interrupted)
    result = game("bombard")
    assert result.code == 130
    assert result.err == f"tarawa: interrupted\n  the command was carried out, and {game.path} was written\n"


# ── A reader who has left changes no exit code


@pytest.mark.parametrize("buffered", ["", "1"])
@pytest.mark.parametrize(
    ("words", "code"),
    [("verify", 1), ("verify --json", 1), ("unit nobody --json", 2), ("suppress red3 --json", 1), ("status", 0)],
)
def test_the_exit_code_is_the_same_if_nobody_reads(game: Game, words: str, code: int, buffered: str) -> None:
    game.do("bombard")
    game.path.write_text(game.path.read_text().replace("casualties = 0", "casualties = 50"))
    result = to_nobody(*words.split(), "-s", game.path, PYTHONUNBUFFERED=buffered)
    said = [line for line in result.err.splitlines() if not line.startswith("note: this save was edited")]
    assert (result.code, said) == (code, [])


@pytest.mark.parametrize("buffered", ["", "1"])
def test_a_shell_that_waits_for_words_no_more_is_no_error(game: Game, buffered: str) -> None:
    assert to_nobody("__complete", "bash", "tarawa ", PYTHONUNBUFFERED=buffered) == (0, "", "")


def test_an_answer_longer_than_a_pipe_holds_keeps_its_exit_code_if_nobody_reads(game: Game) -> None:
    script = "\n".join(f"nosuch-{number}" for number in range(2000))
    Path("long.txt").write_text(f"bombard\n{script}\n", encoding="utf-8")
    result = to_nobody("run", "--keep-going", "long.txt", "--json", "-s", game.path)
    assert (result.code, result.err) == (2, "")
    assert game.journal == ["bombard"]
