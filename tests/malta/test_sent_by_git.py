"""`handover --commit --push` and `mail`, in two real clones: what a sitting takes, and what git never gets."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.tools import Result
from tests.malta.shell import called

AXIS, ALLIED = "axis", "allied"
SAVE = "saves/hal-far.toml"
ALONE = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}


class Clones:
    """A bare repository, and a clone of it for each side, in which lines of a shell are counted."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.typed = folder, list[str]()
        self.git(folder, "init", "-q", "--bare", "-b", "main", "malta.git")
        self.clone(AXIS)
        self(AXIS, "malta new hal-far --mail")
        self(AXIS, "malta handover --commit --push")
        self.clone(ALLIED)
        self(ALLIED, "malta use hal-far")
        self(ALLIED, "malta handover --commit --push")

    def git(self, folder: Path, *words: str) -> str:
        done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def clone(self, side: str) -> None:
        self.git(self.folder, "clone", "-q", "malta.git", side)
        self.git(self.folder / side, "config", "user.name", side)
        self.git(self.folder / side, "config", "user.email", f"{side}@example.org")

    def try_(self, side: str, line: str) -> Result:
        """A line as its player types it; $TARAWA_SIDE names the side."""
        self.typed.append(line)
        name, *words = line.split()
        os.chdir(self.folder / side)
        if name == "git":
            return Result(0, self.git(self.folder / side, *words), "")
        return called([*words, "--as", side])

    def __call__(self, side: str, line: str) -> str:
        result = self.try_(side, line)
        assert result.code == 0, f"{line} of {side}: {result.err}"
        return result.out

    def commits(self, side: str) -> list[str]:
        return self.git(self.folder / side, "log", "--format=%H").split()

    def files_of(self, side: str, commit: str = "HEAD") -> list[str]:
        return self.git(self.folder / side, "show", "--format=", "--name-only", commit).split()

    def save(self, side: str) -> Path:
        return self.folder / side / SAVE


@pytest.fixture
def clones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clones:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TARAWA_SIDE", raising=False)
    for name, value in ALONE.items():
        monkeypatch.setenv(name, value)
    return Clones(tmp_path)


def test_a_sitting_is_a_pull_the_orders_and_a_handover(clones: Clones) -> None:
    for side in (AXIS, ALLIED, AXIS, ALLIED):
        clones.typed.clear()
        clones(side, "git pull -q")
        clones(side, "malta autoplay --quiet")
        told = clones(side, "malta handover --commit --push")
        assert len(clones.typed) == 3
        assert ", pushed to origin/main\n" in told
        assert clones.git(clones.folder / "malta.git", "rev-parse", "main").split() == clones.commits(side)[:1]
    assert "proven" in clones(AXIS, "malta verify")


def test_every_commit_holds_exactly_the_save_and_no_secret(clones: Clones) -> None:
    anna = clones.folder / AXIS
    (anna / "notes.txt").write_text("mine")
    (anna / "tracked.txt").write_text("1")
    clones.git(anna, "add", "tracked.txt")
    clones(AXIS, "git pull -q")
    clones(AXIS, "malta autoplay --quiet")
    clones(AXIS, "malta handover --commit --push")
    assert [clones.files_of(AXIS, commit) for commit in clones.commits(AXIS)] == [[SAVE]] * 3
    assert clones.git(anna, "status", "--short", "tracked.txt") == "A  tracked.txt\n"
    assert (anna / "saves" / "hal-far.axis.toml").exists()


def test_the_message_is_what_handover_prints(clones: Clones) -> None:
    clones(AXIS, "git pull -q")
    clones(AXIS, "malta autoplay --quiet")
    told = clones(AXIS, "malta handover --commit")
    message = clones.git(clones.folder / AXIS, "log", "-1", "--format=%B").rstrip("\n")
    assert told.startswith(f"{message}\n\ncommitted {SAVE} as ")
    assert message.startswith("Allies to move.")


def test_given_again_it_commits_nothing_and_pushes_what_is_left(clones: Clones) -> None:
    clones(AXIS, "git pull -q")
    clones(AXIS, "malta autoplay --quiet")
    clones(AXIS, "malta handover")
    clones(AXIS, "malta handover --commit")
    before = clones.commits(AXIS)
    assert f"{SAVE} was committed before, pushed to origin/main\n" in clones(AXIS, "malta handover --push")
    assert clones.commits(AXIS) == before == clones.git(clones.folder / "malta.git", "log", "--format=%H").split()


def test_json_names_the_commit(clones: Clones) -> None:
    clones(AXIS, "git pull -q")
    clones(AXIS, "malta autoplay --quiet")
    answer = clones.try_(AXIS, "malta handover --push --json")
    assert answer.json["pushed"] == "origin/main"
    assert clones.commits(AXIS)[0].startswith(answer.json["commit"])


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("config --unset user.email", "git does not know who you are"),
        ("rm --cached -q saves/hal-far.toml", "git ignores saves/hal-far.toml"),
        ("add -f saves/hal-far.axis.toml", "git tracks saves/hal-far.axis.toml, which is secret"),
        ("config core.sshCommand evil", "would start a program (core.sshcommand)"),
        ("config filter.x.clean evil", "would start a program (filter.x.clean)"),
        ("checkout -q --detach", "HEAD is detached"),
        ("update-ref MERGE_HEAD HEAD", "a merge is in progress"),
    ],
)
def test_what_git_would_refuse_is_refused_before_the_sitting_is_closed(clones: Clones, how: str, why: str) -> None:
    clones(AXIS, "git pull -q")
    clones(AXIS, "malta autoplay --quiet")
    before = clones.save(AXIS).read_bytes()
    clones.git(clones.folder / AXIS, *how.split())
    if "--cached" in how:
        (clones.folder / AXIS / ".gitignore").write_text("*.toml\n")
    if "email" in how:
        clones.git(clones.folder / AXIS, "config", "user.useConfigOnly", "true")
    result = clones.try_(AXIS, "malta handover --push")
    assert (result.code, why in result.err) == (3, True), result
    assert clones.save(AXIS).read_bytes() == before


def test_a_push_that_is_rejected_leaves_the_commit_and_says_so(clones: Clones) -> None:
    clones(AXIS, "git pull -q")
    clones(AXIS, "malta autoplay --quiet")
    ben = clones.folder / ALLIED
    (ben / "readme").write_text("x")
    clones.git(ben, "add", "readme")
    clones.git(ben, "commit", "-q", "-m", "x")
    clones.git(ben, "push", "-q")
    result = clones.try_(AXIS, "malta handover --push")
    assert result.code == 3
    assert "git cannot push: failed to push some refs" in result.err
    assert "your sitting is handed over" in result.err
    assert clones.files_of(AXIS) == [SAVE]
    clones.git(clones.folder / AXIS, "pull", "-q", "--no-rebase", "--no-edit")
    assert "was committed before, pushed to origin/main" in clones(AXIS, "malta handover --push")


def test_no_hook_runs_and_none_adds_a_file(clones: Clones) -> None:
    hook = clones.folder / AXIS / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\ntouch ran; git add -f saves/hal-far.axis.toml\n")
    hook.chmod(0o755)
    clones(AXIS, "git pull -q")
    clones(AXIS, "malta autoplay --quiet")
    clones(AXIS, "malta handover --commit")
    assert clones.files_of(AXIS) == [SAVE]
    assert not (clones.folder / AXIS / "ran").exists()


def test_outside_a_repository_nothing_is_handed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert called(["new", "hal-far", "--mail", "--as", "axis"]).code == 0
    before = (tmp_path / SAVE).read_bytes()
    result = called(["handover", "--commit", "--as", "axis"])
    assert (result.code, "is not in a git repository" in result.err) == (3, True)
    assert (tmp_path / SAVE).read_bytes() == before


# ── mail


def test_mail_says_what_is_new_and_whose_link_is_due(clones: Clones) -> None:
    clones(AXIS, "git pull -q")
    assert "Axis to move (you) · the next link is due from you\n" in clones(AXIS, "malta mail")
    assert "Nothing new since sitting 0.\n" in clones(AXIS, "malta mail")
    clones(AXIS, "malta autoplay --quiet")
    told = clones(AXIS, "malta mail")
    assert "In git: not committed.\n" in told
    assert "  → handover --commit --push\n" in told
    clones(AXIS, "malta handover --commit")
    assert "In git: committed, not pushed.\n" in clones(AXIS, "malta mail")
    clones(AXIS, "malta handover --push")
    told = clones(AXIS, "malta mail")
    assert "Allies to move · the next link is due from the Allies\n  → git pull\n" in told
    assert "In git" not in told
    clones(ALLIED, "git pull -q")
    told = clones(ALLIED, "malta mail")
    assert "New since sitting 1: " in told
    assert "Allies to move (you)" in told
    assert len(told.splitlines()) <= 25


def test_mail_changes_nothing_and_answers_in_json(clones: Clones) -> None:
    before = clones.save(ALLIED).read_bytes()
    answer = clones.try_(ALLIED, "malta mail --json").json
    assert (answer["sitting"], answer["to"], answer["owes"], answer["unsent"]) == (2, AXIS, AXIS, "")
    assert clones.save(ALLIED).read_bytes() == before


def test_only_a_game_by_mail_has_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert called(["new", "hal-far", "--seed", "1"]).code == 0
    result = called(["mail"])
    assert (result.code, "this is not a game by mail" in result.err) == (2, True)
