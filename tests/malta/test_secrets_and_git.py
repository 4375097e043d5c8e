"""A secret is never committed by accident: `.gitignore` names it, and what git has or would take is told."""

import os
import subprocess
from pathlib import Path

import pytest

from tarawa_cli.kernel.mail import secret_files
from tests.malta.shell import done

PLAN = "zone heights 1414 --turn 29jun-am\nseries heights fj-kroh\n"
SEAL = "seal - --as axis"
pytestmark = pytest.mark.usefixtures("in_a_folder")


def git(*words: str) -> str:
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout


@pytest.fixture
def repository(in_a_folder: None) -> None:
    git("init", "-q")


def begun(save: str = "saves/herkules.toml") -> Path:
    """A sealed game; returns the file of the Axis' secrets."""
    done(f"new herkules --sealed --plan own --seed 3 --save {save}")
    return Path(save.replace(".toml", ".axis.toml"))


def added() -> set[str]:
    """What `git add` would take."""
    return set(git("ls-files", "--others", "--exclude-standard").split())


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize("save", ["saves/herkules.toml", "mine/my[1].toml", "my.game.toml", "plain"])
def test_what_is_written_is_ignored(save: str) -> None:
    Path("mine").mkdir()
    begun(save)
    result = done(f"{SEAL} --save {save}", PLAN)
    assert result.err == ""
    own = Path(f"{save.removesuffix('.toml')}.axis.toml")
    left = own.with_name(f".{own.name}.0badcafe.new")
    left.write_text("what a killed command left")
    assert own.exists()
    assert not {str(own), str(left)} & added()


@pytest.mark.usefixtures("repository")
def test_lines_are_added_to_what_the_player_ignores() -> None:
    own = begun()
    ignoring = own.with_name(".gitignore")
    for before in (b"", b"mine", b"# a remark\r\n\xff\r\n*.html\n\n", b"/herkules.axis.toml\n"):
        ignoring.write_bytes(before)
        ignoring.chmod(0o640)
        done(SEAL, PLAN)
        after = ignoring.read_bytes()
        assert after.startswith(before)
        assert after[len(before) :].split(b"\n").count(b"/herkules.axis.toml") == (b"axis" not in before)
        assert ignoring.stat().st_mode & 0o777 == 0o640
        assert str(own) not in added()
        done("undo --as axis")
    before = ignoring.read_bytes()
    done(SEAL, PLAN)
    assert ignoring.read_bytes() == before, "once is enough"


@pytest.mark.usefixtures("repository")
def test_a_link_in_the_place_of_gitignore_is_not_followed() -> None:
    own = begun("my.toml")
    Path("precious").write_text("mine\n")
    Path(".gitignore").symlink_to("precious")
    result = done(f"{SEAL} --save my.toml", PLAN)
    assert own.exists()
    assert "warning: cannot make git ignore my.axis.toml, which is secret" in result.err
    assert ".gitignore is a link to precious" in result.err
    assert "warning: git does not ignore my.axis.toml" in result.err
    assert Path("precious").read_text() == "mine\n"


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: Path(path).write_bytes(b"x" * 1_000_001)])
def test_a_gitignore_that_cannot_be_written_is_told_and_the_plan_is_sealed(make: object) -> None:
    own = begun("my.toml")
    assert callable(make)
    make(".gitignore")
    result = done(f"{SEAL} --save my.toml", PLAN)
    assert own.exists()
    assert result.err.count("warning: cannot make git ignore my.axis.toml") == 1


@pytest.mark.usefixtures("repository")
def test_a_secret_that_git_has_already_is_told_each_time() -> None:
    own = begun()
    done(SEAL, PLAN)
    git("add", "--force", str(own))
    done("undo --as axis")
    result = done(SEAL, PLAN)
    assert f"warning: git tracks {own}: anyone with the repository can read it" in result.err
    assert "warning" not in done("status").err, "only when one is written"


@pytest.mark.usefixtures("repository")
def test_a_secret_that_git_would_still_take_is_told() -> None:
    own = begun()
    own.with_name(".gitignore").write_text("*.*.toml\n!*.axis.toml\n")
    assert f"warning: git does not ignore {own}" in done(SEAL, PLAN).err
    assert str(own) in added()


@pytest.mark.usefixtures("repository")
def test_the_answer_in_json_is_one_object_all_the_same() -> None:
    own = begun()
    git("init", "-q")
    own.with_name(".gitignore").write_text("*.*.toml\n!*.axis.toml\n")
    result = done(f"{SEAL} --json", PLAN)
    assert result.json["ok"] is True
    assert "warning" in result.err


@pytest.mark.usefixtures("repository")
def test_the_chain_of_a_game_by_mail_is_kept_out_of_git_too() -> None:
    assert done("new herkules --mail --save my.toml").err == ""
    assert Path("my.axis.toml").stat().st_mode & 0o777 == 0o600
    assert "my.axis.toml" not in added()
    assert "/my.axis.toml" in Path(".gitignore").read_text().splitlines()


@pytest.mark.usefixtures("repository")
def test_a_plan_in_a_file_that_git_would_take_is_told() -> None:
    begun()
    Path("plan.txt").write_text(PLAN)
    assert "warning: git does not ignore plan.txt" in done("seal plan.txt --as axis").err
    done("undo --as axis")
    git("add", "plan.txt")
    assert "warning: git tracks plan.txt" in done("seal plan.txt --as axis").err
    done("undo --as axis")
    git("rm", "-q", "--cached", "plan.txt")
    Path(".gitignore").write_text("plan.txt\n")
    assert done("seal plan.txt --as axis").err == ""


def test_git_is_asked_only_in_a_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secret_files, "_git", lambda *_: pytest.fail("git was called"))
    begun()
    assert done(SEAL, PLAN).err == ""


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize("answer", [None, 128])
def test_a_git_that_does_not_answer_is_told(answer: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secret_files, "_git", lambda *_: answer)
    own = begun()
    assert f"warning: git does not report whether it ignores {own}" in done(SEAL, PLAN).err


@pytest.mark.usefixtures("repository")
def test_no_program_of_the_repository_is_started() -> None:
    own = begun()
    for name in ("hook", "monitor"):
        Path(name).write_text("#!/bin/sh\ntouch started\n")
        Path(name).chmod(0o755)
    git("config", "core.fsmonitor", f"{os.getcwd()}/monitor")
    git("config", "core.hooksPath", os.getcwd())
    git("add", "--force", "hook")
    Path("started").unlink(missing_ok=True)
    done(SEAL, PLAN)
    assert own.exists()
    assert not Path("started").exists()
