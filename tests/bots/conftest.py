"""The user's configuration for all tests of bots."""

from pathlib import Path

import pytest


@pytest.fixture
def configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's configuration: no bot, and more than enough time for each order on a busy machine."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = tmp_path / "config" / "tarawa" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_text("[bots]\nseconds = 60\n")
    return path
