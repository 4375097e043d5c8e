"""The landing of turn 1 by a shell script, one process a command, and by one `run` of the same commands."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tarawa_cli.games import GAMES
from tarawa_cli.kernel.engine import session
from tests.kit.waiting import PATIENCE
from tests.tarawa.tables import FILE

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = ROOT / "tests" / "scripts" / "land_turn_1.sh"
ENVIRONMENT = {
    **os.environ,
    "TARAWA": "python -m tarawa_cli",
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    "PYTHONPATH": str(ROOT),
    "NO_COLOR": "1",
    "TABLES": str(FILE),
}


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def tarawa(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return run(folder, sys.executable, "-m", "tarawa_cli", *words)


def commands() -> tuple[list[str], list[str]]:
    """The script's `new`, and its orders, without the word `tarawa`."""
    lines = SCRIPT.read_text(encoding="utf-8").replace('"$TABLES"', str(FILE)).splitlines()
    new, *orders = [line.split(" ", 1)[1] for line in lines if line.startswith("tarawa ")]
    return new.split(), orders


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the script has been run, once for all tests here."""
    folder = tmp_path_factory.mktemp("landing")
    done = run(folder, "/bin/sh", str(SCRIPT), "script.toml")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout[-2000:]
    return folder


def test_the_script_lands_the_assault_battalions(folder: Path) -> None:
    state = session.look(GAMES, str(folder / "script.toml")).state
    by_amtrac = ["2/2A", "2/2B", "2/2E", "3/2A", "3/2B", "2/8A", "2/8B", "2/8E"]
    assert {id: state.board.landing.get(state.units[id].at, "") for id in by_amtrac} == {
        **dict.fromkeys(by_amtrac[:3], "red2"),
        **dict.fromkeys(by_amtrac[3:5], "red1"),
        **dict.fromkeys(by_amtrac[5:], "red3"),
    }
    assert state.units["hawkins"].at == "pier:2632"
    assert all(state.board.is_water(state.units[id].at) for id in ("3/2E", "sherman-1"))


def test_its_save_is_proven(folder: Path) -> None:
    verified = tarawa(folder, "verify", "script.toml")
    assert (verified.returncode, verified.stderr) == (0, "")


def test_one_run_of_the_same_commands_gives_the_same_save(folder: Path) -> None:
    new, orders = commands()
    (folder / "orders.txt").write_text("\n".join(orders) + "\n", encoding="utf-8")
    assert tarawa(folder, *new, "--save", "run.toml").returncode == 0
    ran = tarawa(folder, "run", "orders.txt", "--save", "run.toml")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert (folder / "run.toml").read_bytes() == (folder / "script.toml").read_bytes()


def test_what_the_log_prints_can_be_run_again(folder: Path) -> None:
    new, _ = commands()
    printed = tarawa(folder, "log", "--commands", "--save", "script.toml").stdout
    (folder / "log.txt").write_text(printed, encoding="utf-8")
    assert tarawa(folder, *new[:-3], "--save", "again.toml").returncode == 0
    ran = tarawa(folder, "run", "log.txt", "--save", "again.toml")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert (folder / "again.toml").read_bytes() == (folder / "script.toml").read_bytes()
