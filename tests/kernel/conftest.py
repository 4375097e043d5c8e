"""The races that most tests of the kernel play; a module may have one of its own."""

from pathlib import Path

import pytest

from tests.kernel.tools import new_save, seed_for


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A race that begins with the dice 3 (a step), 5 (a fork), 6, 1."""
    return new_save(tmp_path / "race.toml", seed=seed_for(3, 5, 6, 1))


@pytest.fixture
def by_hand(tmp_path: Path) -> Path:
    """A race for which the player gives the dice."""
    return new_save(tmp_path / "race.toml", seed=None)
