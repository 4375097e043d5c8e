"""`forecast`: the chances from here."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games.tarawa.model.state import OUTCOMES
from tarawa_cli.games.tarawa.players.simulation import IN_WORDS
from tarawa_cli.kernel.players.simulation import chances, chances_line, margin, other_dice
from tests.cli.test_computer import INTERRUPTED, tree
from tests.cli.tools import tarawa as run
from tests.kit.waiting import PATIENCE
from tests.tarawa.tables import FILE


@pytest.fixture(autouse=True)
def turn_4(tmp_path: Path) -> None:
    assert run("new", "red-beach-3", "--seed", "7", "--tables", FILE).code == 0
    assert run("autoplay", "--until", "turn", "4", "-q").code == 0


def facts(*more: str) -> Any:
    answer = json.loads(run("forecast", "-g", "3", "--json", *more).out)
    return answer["forecast"]


def test_it_says_the_chances_and_leaves_everything_as_it_was(tmp_path: Path) -> None:
    before = tree(tmp_path)
    told = run("forecast", "-g", "3")
    assert (told.code, told.err) == (0, "")
    lines = told.out.splitlines()
    assert lines[0].startswith("Turn 4 · ")
    assert lines[1] == "from here, in 3 games by strong with different dice (seed 1):"
    assert " % ± " in lines[2]
    assert lines[3].startswith("casualties ")
    assert lines[-1].startswith("  at the end ")
    assert tree(tmp_path) == before


def test_the_same_seed_gives_the_same_games_and_none_of_them_has_the_dice_of_the_save() -> None:
    first, other = facts("--seed", "7"), facts("--seed", "8")
    assert first == facts("--seed", "7")
    seeds = [game["seed"] for game in first["played"]]
    assert seeds == [other_dice(7), other_dice(7) + 1, other_dice(7) + 2]
    assert min(seeds) > 2**63 - 1, "no save has such a seed"
    assert not {*seeds} & {game["seed"] for game in other["played"]}


def test_it_plays_from_the_position_not_from_the_start() -> None:
    """The first turns are over, so their orders are not played again."""
    line = ("simulate", "-g", "1", "--scenario", "red-beach-3", "--seed", "7", "--tables", FILE, "--json")
    begun = json.loads(run(*line).out.splitlines()[0])
    assert all(0 < game["orders"] < begun["orders"] / 2 for game in facts()["played"])
    assert all(game["turn"] >= 4 for game in facts()["played"])
    assert sum(one["chance"] for one in facts()["outcomes"].values()) == pytest.approx(1)


def test_a_game_that_is_over_has_no_prospects() -> None:
    assert run("autoplay", "-q").code == 0
    told = run("forecast")
    assert told.code == 1
    assert "the game is over" in told.err


def test_dice_that_the_player_gives_do_not_matter(tmp_path: Path) -> None:
    assert run("new", "red-beach-3", "--dice", "manual", "--force").code == 0
    assert run("forecast", "-g", "1").code == 0


@pytest.mark.parametrize("words", [["-g", "0"], ["-j", "-1"], ["--player", "x"], ["--seed", "-1"], ["now"]])
def test_bad_words_are_told(words: list[str]) -> None:
    told = run("forecast", *words)
    assert (told.code, told.out) == (2, "")


def test_ctrl_c_ends_it_with_the_games_that_are_finished(tmp_path: Path) -> None:
    (tmp_path / "play.py").write_text(INTERRUPTED)
    done = subprocess.run(
        [sys.executable, "play.py", "forecast", "-g", "500", "--json"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        start_new_session=True,
    )
    assert (done.returncode, done.stderr) == (130, "interrupted: 3 of 500 games are finished\n")
    assert json.loads(done.stdout)["forecast"]["games"] == 3


def test_a_margin_is_wide_for_few_games_and_never_nothing() -> None:
    assert margin(62, 100) == pytest.approx(0.095, abs=0.001)
    assert margin(5, 5) > 0.25
    assert margin(500, 1000) < 0.04
    assert chances_line(chances({"victory": 62, "time": 38, "ruined": 0}, 100)) == "victory 62 % ± 10, time 38 % ± 10"


def test_the_ends_are_named_in_words() -> None:
    told = chances({"victory": 62, "time": 38}, 100)
    assert chances_line(told, IN_WORDS) == "victory 62 % ± 10, out of time 38 % ± 10"
    assert {*IN_WORDS} <= {*OUTCOMES}
