"""`make play` on a terminal of 80 × 24: one screen with map, goal and next step, the first time and every time."""

import os
import sys
from pathlib import Path

import pytest

from tests.kit.terminal import Terminal
from tests.screens.golden import Screen, check_width
from tests.screens.golden import Terminal as Size

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder with both programs, as `make play` would install them."""
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    for name in ("tarawa", "malta"):
        script = tmp_path / ".venv" / "bin" / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tarawa_cli {name} "$@"\n')
        script.chmod(0o755)
    return tmp_path


def played(folder: Path, game: str) -> Screen:
    command = ["make", "-s", "-f", str(ROOT / "Makefile"), "-o", ".venv/.installed", "play", f"GAME={game}"]
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    env = {**kept, "TERM": "xterm-256color", "HOME": str(folder), "PYTHONPATH": str(ROOT)}
    with Terminal(command, cwd=folder, env=env) as terminal:
        text = terminal.rest()
        assert terminal.ends() == 0, text
    return Screen(Size(), text[text.index("\x1b[") :], "")


@pytest.mark.parametrize("game", ["tarawa", "malta"])
def test_make_play_fills_one_screen_and_tells_the_goal_every_time(game: str, folder: Path) -> None:
    first, again = played(folder, game), played(folder, game)
    for screen in (first, again):
        assert len(screen.lines) <= 23
        check_width(screen)
        assert sum(line.startswith("Goal: ") for line in screen.lines) == 1
        assert any(line.lstrip().startswith("→ ") for line in screen.lines)
        told = [line.strip() for line in screen.lines if len(line.strip()) > 12]
        assert len(set(told)) == len(told), "nothing twice"
        assert f"commands: .venv/bin/{game} help; " in screen.lines[-1]
        assert sum(line[:2].isdigit() and line[2:3] == " " for line in screen.lines) >= 4, "rows of a map"
