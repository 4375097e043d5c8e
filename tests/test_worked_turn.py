"""A turn worked out from its first fire to the next turn's start: orders, decisions, and the report of them."""

import os
import subprocess
import sys
from pathlib import Path

from tests.kit.waiting import PATIENCE
from tests.tarawa.tables import FILE

ROOT = Path(__file__).parent.parent
SCRIPTS = Path(__file__).parent / "scripts"
SEED = "3289629"


def tarawa(folder: Path, *words: str) -> str:
    """The real program on a save in a folder; it must succeed."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("TARAWA")} | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tarawa_cli", *words, "--save", str(folder / "game.toml")],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def begin(folder: Path) -> None:
    """The position, under tables of the tests' own."""
    tarawa(folder, "new", str(SCRIPTS / "turn_4.toml"), "--seed", SEED, "--tables", str(FILE))


def test_the_worked_turn_reads_as_its_report(tmp_path: Path) -> None:
    begin(tmp_path)
    report = tarawa(tmp_path, "run", "--verbose", str(SCRIPTS / "turn_4.txt"))
    assert report.splitlines() == (SCRIPTS / "turn_4.golden").read_text(encoding="utf-8").splitlines()
    assert "proven" in tarawa(tmp_path, "verify")


def test_the_script_uses_every_order_of_the_fight_ashore() -> None:
    lines = (SCRIPTS / "turn_4.txt").read_text(encoding="utf-8").splitlines()
    orders = {line.split()[0] for line in lines if line and not line.startswith("#")}
    assert orders == {"move", "fire", "attack", "demolish", "dig", "recover", "decide", "next"}


def test_the_journal_gives_the_script_back(tmp_path: Path) -> None:
    begin(tmp_path)
    tarawa(tmp_path, "run", "--verbose", str(SCRIPTS / "turn_4.txt"))
    script = (SCRIPTS / "turn_4.txt").read_text(encoding="utf-8").splitlines()
    commands = [line for line in script if line and not line.startswith("#")]
    assert tarawa(tmp_path, "log", "--commands").splitlines() == commands


def test_odds_take_an_order_with_its_own_options_wherever_json_and_save_stand(tmp_path: Path) -> None:
    begin(tmp_path)
    order = ["attack", "2/8A", "--on", "2828", "--support", "1/10", "--shore"]
    said = tarawa(tmp_path, "odds", *order)
    assert "stopped by fire" in said
    after = tarawa(tmp_path, "odds", *order, "--json")
    assert after == tarawa(tmp_path, "odds", "--json", *order)
    assert '"exact"' in after
