"""Games to play with; nothing outside the test's own folder is read or written."""

from pathlib import Path

import pytest

from tests.cli.tools import SEED, Game


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("TARAWA_SAVE", "TARAWA_DEBUG", "_TARAWA_COMPLETE", "COLUMNS", "LINES", "NO_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "no-settings"))


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A new campaign."""
    return Game(tmp_path / "game.toml", "--seed", SEED)
