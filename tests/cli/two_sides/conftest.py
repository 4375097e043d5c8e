"""The race of two coaches, registered for every test here, and its positions."""

from pathlib import Path

import pytest

from tarawa_cli.cli import commands as shell
from tarawa_cli.games import GAMES
from tests.cli.two_sides.mailed import Post
from tests.cli.two_sides.tools import FORK, SECRET, done


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(GAMES.names, "rivals", "tests.kernel.rivals")
    monkeypatch.setenv("TARAWA_DEBUG", "1")  # a traceback is a failure
    monkeypatch.delenv("TARAWA_SIDE", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def begun() -> None:
    """Red is to act, and has a plan, with a luck of 3."""
    done("new --dice manual")
    done(f"plan {SECRET} --dice 3")


@pytest.fixture
def asked(begun: None) -> None:
    """Red is at a fork, and Blue is asked."""
    done(f"race red --dice {FORK}")


@pytest.fixture(params=["straight", "by Typer"])
def either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "by Typer":
        monkeypatch.setattr(shell, "read_line", lambda *_: None)


@pytest.fixture
def post(tmp_path: Path) -> Post:
    """A game by mail that both have joined; Red is to open sitting 2."""
    return Post(tmp_path)
