"""The checks before a release: each has its reason to fail, and the changelog is always fit to be read."""

from pathlib import Path

import pytest
import release_check
from release_check import CHECKS, Failed, Workshop, changelog_of

from tarawa_cli import __version__

ROOT = Path(__file__).resolve().parents[1]
GOOD = "# Changes\n\n## 0.3.0, 2027-01-02\n\n- New.\n\n## 0.2.0, 2026-11-17\n\n- Old.\n"


def test_the_changelog_tells_of_this_version() -> None:
    assert changelog_of((ROOT / "CHANGELOG.md").read_text("utf-8"), __version__).startswith(f"{__version__}, ")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (GOOD.replace("0.3.0", "0.4.0"), "does not begin with 0.3.0"),
        (GOOD.replace(", 2027-01-02", ""), "does not begin with 0.3.0"),
        (GOOD.replace("Old", "Unreleased"), "unreleased"),
        (GOOD.replace(", 2026-11-17", ""), "no version with a date: 0.2.0"),
        (GOOD.replace("- New.", ""), "nothing is said of 0.3.0"),
    ],
)
def test_a_changelog_that_is_not_complete_is_found(text: str, why: str) -> None:
    assert changelog_of(GOOD, "0.3.0") == "0.3.0, 2027-01-02"
    with pytest.raises(Failed, match=why):
        changelog_of(text, "0.3.0")


def test_a_check_that_fails_is_told_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def bad(at: Workshop) -> str:
        raise Failed("because")

    monkeypatch.setitem(CHECKS, "bad", bad)
    monkeypatch.setitem(CHECKS, "good", lambda at: "fine")
    found = list(release_check.results(["bad", "good"], Workshop(tmp_path, tmp_path, False, 1)))
    assert found == [("bad", False, "because"), ("good", True, "fine")]


def test_every_check_says_what_it_checks() -> None:
    assert all((function.__doc__ or "").endswith(".") for function in CHECKS.values())
    assert release_check.version() == __version__


def test_a_command_that_fails_is_a_failed_check(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="nosuch"):
        release_check.run("ls", "nosuch", folder=tmp_path)


def test_a_python_without_dependencies_is_left_out_but_one_must_be_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = Workshop(tmp_path, tmp_path, False, 1)
    at.dist.mkdir()
    (at.dist / "it.whl").touch()

    def environment(at: Workshop, python: str, what: Path) -> Path:
        if python == "old":
            raise release_check.Unreachable("no network")
        return tmp_path

    monkeypatch.setattr(release_check, "environment", environment)
    monkeypatch.setattr(release_check, "interpreters", lambda: {"3.11": "old", "3.12": "new"})
    told = release_check.each_python(at, "*.whl", lambda programs, folder: None)
    assert (
        told
        == "Python 3.12; not at hand: 3.13; not at hand: 3.14; not tried, since its dependencies cannot be had: 3.11"
    )
    monkeypatch.setattr(release_check, "interpreters", lambda: {"3.11": "old"})
    with pytest.raises(Failed, match="cannot be had"):
        release_check.each_python(at, "*.whl", lambda programs, folder: None)
