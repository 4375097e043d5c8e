from collections.abc import Iterator
from pathlib import Path

import pytest

from tarawa_cli.cli import program
from tarawa_cli.games import TARAWA


@pytest.fixture
def in_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """An empty folder, nobody's side, and tracebacks that are failures."""
    monkeypatch.setenv("TARAWA_DEBUG", "1")
    monkeypatch.delenv("TARAWA_SIDE", raising=False)
    monkeypatch.chdir(tmp_path)
    yield
    program.start(TARAWA)
