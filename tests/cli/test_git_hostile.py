"""A game by mail comes in a repository that the opponent has made: git runs no command of theirs for us."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tarawa_cli.cli import program
from tarawa_cli.cli.commands import AT, commands
from tarawa_cli.games import MALTA, PROGRAMS, TARAWA
from tarawa_cli.kernel.game import Program
from tarawa_cli.kernel.saves import git
from tests.attacks import git as attack
from tests.attacks.git import TRAPS, URLS, Trap
from tests.cli.test_git import Repository
from tests.cli.tools import Game, Result, command, grammar_of, process

REFUSED = [kind for kind in TRAPS if kind != "archive"]
LACKING = re.compile(r"^message|(HEAD|:0|master)$")
"""Lines that ask for what the repository does not hold."""
BOTH = pytest.mark.parametrize("played", PROGRAMS.values(), ids=PROGRAMS)


def planted(kind: str, folder: Path, played: Program, url: str = URLS[0]) -> Trap:
    trap = Trap(folder, played, url)
    TRAPS[kind](trap)
    os.chdir(trap.home)
    return trap


def called(played: Program, line: str) -> Result:
    result = command(played, *attack.command(line))
    assert result.code in (0, 1, 2, 3), line
    assert "Traceback" not in result.err
    assert "should not have happened" not in result.out + result.err
    return result


def files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.sample(5)
@pytest.mark.parametrize("url", URLS)
@pytest.mark.parametrize("kind", TRAPS)
def test_a_trap_catches_whoever_calls_git_carelessly(kind: str, url: str, tmp_path: Path) -> None:
    trap = planted(kind, tmp_path, MALTA, url)
    careless = ["git", "-C", "saves", "cat-file", "blob", "HEAD:./h.toml"]
    subprocess.run(careless, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert trap.marker.exists()


@pytest.mark.sample(5)
@pytest.mark.parametrize("url", URLS)
@pytest.mark.parametrize("kind", TRAPS)
def test_message_runs_no_command_of_the_opponent(kind: str, url: str, tmp_path: Path) -> None:
    trap = planted(kind, tmp_path, MALTA, url)
    assert called(MALTA, "message").code == 3
    assert not trap.marker.exists()


@BOTH
@pytest.mark.parametrize("kind", REFUSED)
def test_in_a_repository_that_is_not_ordinary_git_is_not_asked(kind: str, played: Program, tmp_path: Path) -> None:
    trap = planted(kind, tmp_path, played)
    before = files(trap.home)
    for line in attack.lines(played):
        result = called(played, line)
        if re.match(r"message|handover|git setup|diff|.* --at |.* --diff ", line) and not line.startswith("__"):
            assert result.code == 3, line
            assert "git repository around saves/h.toml cannot be used" in result.out + result.err, line
        assert not trap.marker.exists(), line
    assert files(trap.home) == before


@BOTH
def test_an_ordinary_repository_may_have_any_configuration(played: Program, tmp_path: Path) -> None:
    trap = planted("archive", tmp_path, played)
    for line in attack.lines(played):
        result = called(played, line)
        if LACKING.search(line) and not line.startswith("__"):
            assert result.code == 3, line
            assert "is missing or damaged in the repository" in result.out + result.err, line
        elif line.startswith(("handover", "mail")):
            assert "would start a program" in result.out + result.err or "not a game by mail" in result.err, line
        else:
            assert result.code in (0, 1), (line, result.err)
        assert not trap.marker.exists(), line
    assert f"diff={played.name}" in (trap.home / ".gitattributes").read_text()


@pytest.mark.sample(5)
@pytest.mark.parametrize("url", URLS)
@pytest.mark.parametrize("kind", TRAPS)
def test_an_older_git_runs_no_command_either(
    kind: str, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before 2.38 git takes any folder for a bare repository, and before 2.39.4 it fetches what is missing."""
    monkeypatch.setattr(git, "OPTIONS", ("--no-pager",))
    monkeypatch.delitem(git.ENVIRONMENT, "GIT_NO_LAZY_FETCH")
    trap = planted(kind, tmp_path, MALTA, url)
    for line in ("message", "status --at HEAD", "diff HEAD", "git setup"):
        assert called(MALTA, line).code == (0 if (line, kind) == ("git setup", "archive") else 3), line
        assert not trap.marker.exists(), line


@BOTH
def test_every_command_that_takes_a_moment_was_tried(played: Program) -> None:
    program.start(played)
    takes = {name for name in commands() if AT in grammar_of(name).options}
    assert takes == set(attack.LOOKS)
    assert takes <= {line.split()[0] for line in attack.lines(played) if " --at " in line}


# ── Names that git cannot be told


@pytest.mark.parametrize("line", ["message", "git setup", "status --at HEAD"])
def test_a_name_that_is_not_utf_8_is_an_error_in_plain_words(line: str, tmp_path: Path) -> None:
    Repository(tmp_path)
    name = os.fsdecode(b"caf\xe9.toml")
    Game(tmp_path / "game.toml").path.rename(tmp_path / name)
    before = files(tmp_path)
    for json in ([], ["--json"]):
        result = command(TARAWA, *line.split(), "-s", name, *json)
        assert (result.code, "UTF-8" in result.out + result.err) == (2, True)
        assert "Traceback" not in result.err
    assert files(tmp_path) == before
    assert process("tarawa", *line.split(), "-s", name).code == 2


def test_a_name_with_signs_that_no_attribute_can_hold_is_refused(tmp_path: Path) -> None:
    Repository(tmp_path)
    Game(tmp_path / "game.toml").path.rename(tmp_path / "a\x1bb.toml")
    result = command(TARAWA, "git", "setup", "-s", "a\x1bb.toml")
    assert (result.code, result.err.splitlines()[0]) == (3, "tarawa: .gitattributes cannot name 'a\\x1bb.toml'")


@pytest.mark.parametrize("line", ["message", "git setup", "status --at HEAD"])
def test_a_name_with_a_nul_is_an_error_in_plain_words(line: str) -> None:
    result = command(TARAWA, *line.split(), "-s", "a\0b.toml")
    assert result.code == 2
    assert "NUL" in result.err


@pytest.mark.parametrize("word", [os.fsdecode(b"\xe9"), "a\0b", "\ud800", "^HEAD", "^"])
@pytest.mark.parametrize("line", ["status --at", "diff", "map --diff"])
def test_a_revision_that_git_cannot_be_told_is_unknown(line: str, word: str, tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    game = Game(tmp_path / "game.toml")
    repository.keep()
    for json in ([], ["--json"]):
        result = game(*line.split(), word, *json)
        assert (result.code, "neither a moment" in result.out + result.err) == (2, True)


# ── Repositories that are ordinary all the same


def test_a_linked_work_tree_and_a_submodule_are_ordinary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "main").mkdir()
    repository = Repository(tmp_path / "main")
    game = Game(tmp_path / "main" / "saves" / "war.toml")
    repository.keep()
    repository.git("worktree", "add", "-q", "-b", "what-if", "../tree")
    game.do("bombard")
    outer = Repository(tmp_path / "main" / ".." / ".")
    outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", "./main", "sub")
    for folder in ("tree", "sub"):
        monkeypatch.chdir(tmp_path / folder)
        assert command(TARAWA, "status", "--at", "HEAD", "-s", "saves/war.toml").code == 0
        assert "/saves/*.toml" in command(TARAWA, "git", "setup", "-s", "saves/war.toml").out
        assert (tmp_path / folder / ".gitattributes").is_file()
        assert Repository(tmp_path / folder).git("config", "diff.tarawa.textconv")


def test_a_hook_of_another_repository_does_not_mislead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        repository = Repository(tmp_path / name)
        game = Game(tmp_path / name / "game.toml", "--seed", 1943)
        game.do("policy hits step" if name == "here" else "policy hits morale")
        repository.keep()
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "here" / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "here"))
    monkeypatch.setenv("GIT_INDEX_FILE", "/nowhere")
    assert "nothing has happened" in game("message").err
    assert "policy hits morale" in game("log", "--commands", "--at", "HEAD").out
