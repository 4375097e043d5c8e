"""Calls to git: what they may take, and what they tell if it is too much."""

import os
from pathlib import Path

import pytest

from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.saves import git
from tests.cli.test_git import Repository


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    (tmp_path / "game.toml").write_text("x = 1\n")
    made = Repository(tmp_path)
    made.keep()
    return made


def stored(repository: Repository, revision: str = "HEAD", limit: int = 1000) -> bytes:
    return git.stored(str(repository.folder / "game.toml"), revision, limit)


def test_what_a_revision_holds(repository: Repository) -> None:
    assert stored(repository) == b"x = 1\n"
    assert stored(repository, ":0") == b"x = 1\n"
    with pytest.raises(git.Unknown, match=r"git has no 'game.toml' at 'HEAD~1'"):
        stored(repository, "HEAD~1")


@pytest.mark.parametrize("limit", [5, 6])
def test_no_more_is_read_than_allowed(repository: Repository, limit: int) -> None:
    if limit == 6:
        assert stored(repository, limit=limit) == b"x = 1\n"
        return
    with pytest.raises(BadFile, match="too large"):
        stored(repository, limit=limit)


def test_a_huge_file_in_a_small_object_is_refused(repository: Repository) -> None:
    with (repository.folder / "game.toml").open("wb") as file:
        file.truncate(200_000_000)
    repository.keep()
    with pytest.raises(BadFile, match="too large: more than 4 MB"):
        stored(repository, limit=4_000_000)


def test_git_is_not_waited_for_forever(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git, "PATIENCE", 0.2)
    config = repository.folder / ".git" / "config"
    config.unlink()
    os.mkfifo(config)
    with pytest.raises(BadFile, match=r"git did not answer within 0\.2 seconds"):
        stored(repository)


def test_git_checks_who_owns_the_repository(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git, "KEPT", (*git.KEPT, "GIT_TEST_ASSUME_DIFFERENT_OWNER"))
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    with pytest.raises(BadFile, match=r"cannot be used: .* ownership"):
        stored(repository)


def test_only_settings_that_name_no_repository_and_no_program_reach_git(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("GIT_"):
            monkeypatch.delenv(name)
    kept = {"GIT_CONFIG_GLOBAL": "/g", "GIT_CEILING_DIRECTORIES": "/c", "HOME": "/h"}
    dropped = ("GIT_DIR", "GIT_WORK_TREE", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_CONFIG", "GIT_ASKPASS")
    given = git._environment(kept | dict.fromkeys(dropped, "x") | {"GIT_ALLOW_PROTOCOL": "ext"})
    assert given == kept | git.ENVIRONMENT
    assert given["GIT_ALLOW_PROTOCOL"] == ""


@pytest.mark.parametrize("what", ["link", "lock"])
def test_a_setting_that_cannot_be_written_is_told(repository: Repository, what: str) -> None:
    config = repository.folder / ".git" / "config"
    if what == "link":
        config.rename(repository.folder / "other")
        config.symlink_to("../other")
    else:
        (repository.folder / ".git" / "config.lock").touch()
    before = config.read_bytes()
    found = git.repository(str(repository.folder / "game.toml"))
    with pytest.raises(BadFile, match="cannot"):
        git.change_setting(found, "diff.x.textconv", "x")
    assert config.read_bytes() == before


def test_a_setting_that_is_removed_leaves_the_file_as_it_was(repository: Repository) -> None:
    config = repository.folder / ".git" / "config"
    before = config.read_bytes()
    found = git.repository(str(repository.folder / "game.toml"))
    git.change_setting(found, "diff.x.textconv", "x --as y")
    assert git.setting(found, "diff.x.textconv") == "x --as y"
    git.change_setting(found, "diff.x.textconv", None)
    assert (git.setting(found, "diff.x.textconv"), config.read_bytes()) == (None, before)


def test_a_link_called_dot_git_is_no_repository_for_us(repository: Repository) -> None:
    (repository.folder / ".git").rename(repository.folder / "git")
    (repository.folder / ".git").symlink_to("git")
    with pytest.raises(BadFile, match="is neither a folder nor a file"):
        stored(repository)
