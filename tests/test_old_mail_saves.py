"""Games by mail that older programs began, with the secret files beside them: they open, are shown, and are played on.

`tests/saves/mail/VERSION/NAME` is a folder as a player had it: phrases that make the dice, and sealed plans.
"""

import shutil
from pathlib import Path

import pytest

from tarawa_cli.games import MALTA
from tarawa_cli.kernel.saves import savefile
from tests.cli.tools import Result, command

FOLDERS = sorted(path for path in (Path(__file__).parent / "saves" / "mail").glob("*/*") if path.is_dir())
LOOKS = ("status", "map", "log", "legal", "units all", "status --as axis", "log --as allied", "legal --as axis")
ORDERS = 6


class Old:
    def __init__(self, save: Path) -> None:
        self.save = save

    def __call__(self, line: str) -> Result:
        return command(MALTA, *line.split(), "--save", self.save)

    def done(self, line: str) -> Result:
        result = self(line)
        assert result.code == 0, f"{line}: {result.err}"
        return result

    @property
    def is_over(self) -> bool:
        return bool(savefile.read(str(self.save)).doc.get("outcome"))


@pytest.fixture(params=FOLDERS, ids=lambda path: f"{path.parent.name}/{path.name}")
def old(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Old:
    monkeypatch.delenv("TARAWA_SIDE", raising=False)
    monkeypatch.setenv("TARAWA_DEBUG", "1")
    shutil.copytree(request.param, tmp_path / "game")
    return Old(tmp_path / "game" / "game.toml")


def test_there_are_phrases_and_sealed_plans_at_every_stage() -> None:
    names = {path.name for path in FOLDERS}
    assert {f"phrase-{stage}" for stage in ("none", "sealed", "both-given", "revealed", "played-on", "over")} <= names
    assert {f"sealed-{stage}" for stage in ("none", "planned", "due", "revealed", "played-on")} <= names


@pytest.mark.sample(3)
def test_an_old_game_by_mail_is_shown_and_nothing_is_written(old: Old) -> None:
    before = {path: path.read_bytes() for path in old.save.parent.iterdir()}
    for look in LOOKS:
        old.done(look)
    assert {path: path.read_bytes() for path in old.save.parent.iterdir()} == before


@pytest.mark.sample(3)
def test_an_old_game_by_mail_is_played_on(old: Old) -> None:
    _check_proof(old)
    if not old.is_over:
        _make_dice(old)
    for _ in range(ORDERS):
        if old.is_over:
            break
        legal = old.done("legal").out.splitlines()
        assert legal
        old.done(legal[len(legal) // 2])
    _check_proof(old)


def _check_proof(old: Old) -> None:
    """Proven; or the rules have changed since, and nothing speaks against it."""
    told = old.done("verify").out
    assert "proven" in told
    assert "broken" not in told


def _make_dice(old: Old) -> None:
    """Say and reveal whatever phrases are wanted."""
    for _ in range(3):
        told = old.done("status").err
        if "there are no dice yet" not in told:
            return
        doc = savefile.read(str(old.save)).doc["phrases"]
        silent = [side for side in ("axis", "allied") if not doc[side]]
        if silent:
            old.done(f"phrase some words --as {silent[0]}")
        else:
            old.done("phrase --as " + next(side for side in ("axis", "allied") if "text" not in doc[side]))
