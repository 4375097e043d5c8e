"""A save under git: a command changes the lines that it means, and adds one line to the journal."""

import os
import subprocess
from pathlib import Path

import pytest
import tomli

from tests.cli.tools import SEED, Game, manual_game


class Repository:
    """A git repository of one game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "-q")

    def git(self, *words: str) -> str:
        alone = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
        who = {f"GIT_{who}_{what}": "x" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        done = subprocess.run(
            ["git", *words], cwd=self.folder, capture_output=True, text=True, check=True, env=os.environ | alone | who
        )
        return done.stdout

    def keep(self) -> None:
        self.git("add", ".")
        self.git("commit", "-q", "-m", "x")

    def change(self) -> tuple[int, list[str]]:
        """How many lines the last command has changed, and the lines it added to the journal."""
        added, deleted, _ = self.git("diff", "--numstat").split()
        lines = self.git("diff", "-U0").splitlines()
        journal = [line[1:].strip() for line in lines if line.startswith('+    "')]
        self.keep()
        return int(added) + int(deleted), journal


def check(game: Game, repository: Repository, order: str) -> None:
    game.do(order)
    changed, journal = repository.change()
    assert changed < 10, order
    assert len(journal) == 1
    assert journal[0].startswith(f'"{order.split(" --dice")[0]}')


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def test_ordinary_commands_change_fewer_than_ten_lines(tmp_path: Path, repository: Repository) -> None:
    game = Game(tmp_path / "game.toml", "--seed", SEED)
    game.do("policy hits step")
    repository.keep()
    for order in ("policy hits ask", "bombard"):
        check(game, repository, order)
    chits = game.legal[0]
    game.do(chits)
    changed, journal = repository.change()
    assert len(journal) == 1
    assert changed < 10
    game.do("next")
    repository.keep()
    for order in ("embark 2/8A lvt-1 red3", "embark 2/8B lvt-2 red3", "embark hawkins 1431", "embark none lvt-3 red2"):
        check(game, repository, order)
    game.do("next")
    repository.keep()
    for order in ("advance lvt-1", "advance 2/8B", "advance hawkins"):
        check(game, repository, order)


def test_a_decision_too(tmp_path: Path, repository: Repository) -> None:
    game = manual_game(tmp_path / "game.toml")
    repository.keep()
    check(game, repository, "policy empty-lvt wait")


def test_the_first_journal_line_opens_the_array(tmp_path: Path, repository: Repository) -> None:
    game = Game(tmp_path / "game.toml", "--seed", SEED)
    repository.keep()
    game.do("bombard")
    changed, journal = repository.change()
    assert changed < 12
    assert journal == ['"bombard # 4",']


def test_the_journal_is_the_last_key_an_array_of_texts(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "--seed", SEED).to_impulse()
    doc = tomli.loads(game.bytes.decode())
    assert list(doc)[-1] == "journal"
    assert all(isinstance(entry, str) for entry in doc["journal"])
    assert doc["journal"][0] == "bombard # 4"
    assert doc["seed"] == SEED
    assert (doc["format"], doc["rules"]) == (2, 5)
    assert (doc["turn"], doc["phase"]) == (1, "impulse-1")
    assert game.bytes.endswith(b'",\n]\n')


def test_nothing_of_scenario_or_map_is_repeated(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", tables="")
    assert len(game.bytes) < 1500
    assert b"Betio" not in game.bytes


def test_undo_leaves_nothing_to_commit_but_what_can_be_done_again(tmp_path: Path, repository: Repository) -> None:
    game = Game(tmp_path / "game.toml", "--seed", SEED)
    repository.keep()
    game.do("policy hits step")
    game.do("undo")
    assert repository.change() == (5, ['"policy hits step",'])


def test_a_merge_conflict_is_named_and_the_hint_ends_it(tmp_path: Path, repository: Repository) -> None:
    game = Game(tmp_path / "game.toml", "--seed", SEED)
    repository.keep()
    repository.git("switch", "-q", "-c", "other")
    game.do("policy hits step")
    theirs = game.bytes
    repository.keep()
    repository.git("switch", "-q", "-")
    game.do("bombard")
    repository.keep()
    with pytest.raises(subprocess.CalledProcessError):
        repository.git("merge", "other")
    result = game("status")
    assert result.code == 3
    assert "holds a git merge conflict" in result.err
    hint = result.err.strip().rpartition("or: ")[2]
    assert hint == f"git checkout --theirs {game.path}"
    repository.git(*hint.split()[1:])
    assert game.bytes == theirs
    assert game("verify").code == 0
