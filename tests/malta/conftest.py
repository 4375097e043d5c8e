from pathlib import Path

import pytest


@pytest.fixture
def in_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty folder, nobody's side, and tracebacks that are failures."""
    monkeypatch.setenv("TARAWA_DEBUG", "1")
    monkeypatch.delenv("TARAWA_SIDE", raising=False)
    monkeypatch.chdir(tmp_path)
