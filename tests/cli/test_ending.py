"""The end of a game at the command line: told once it is over, by whatever ends it, and by `status` from then on."""

from pathlib import Path

import pytest

from tests.cli.tools import Game, game_at, tarawa

POSITION = """
turn = 5
phase = "actions"
default = "absent"
cleared = "2727"
occupied = "2627"
tracks = { marines = 5, japanese = -5 }
[position.units]
"2/8A" = { at = "2627", supply = "active", landed = 4 }
[goal]
text = "clear the two hexes behind the beach."
ground = [{ name = "hexes cleared", hexes = ["2726", "2727"] }]
"""
WON = "attack 2/8A --on 2726 --dice 1,6"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """One attack away from the end, with the player's own dice."""
    return game_at(tmp_path, POSITION, "--dice", "manual")


def test_nothing_is_told_before_the_end(game: Game) -> None:
    assert "What next" not in game("status").out
    assert "ending" not in game.json("status")


def test_the_order_that_ends_a_game_tells_what_it_came_to(game: Game) -> None:
    out = game.do(WON).out
    assert out.index("The game is over") < out.index("What next")
    assert "  → export html film.html — the game as a film" in out
    assert "  → export report report.html — the report" in out
    assert "No games by the computer to compare with: yours has a scenario of its own." in out


def test_status_tells_it_from_then_on(game: Game) -> None:
    told = game.do(WON).out.partition("What next")[2]
    assert game("status").out.partition("What next")[2] == told
    assert game.json("status")["ending"]["next"][-1]["command"] == "export report report.html"
    assert "What next" not in game.do("status --at 0").out


def test_json_has_it_too(game: Game) -> None:
    assert game.json(*WON.split())["ending"]["figures"]["hexes_held"] == 3


def test_it_is_told_by_whatever_ends_the_game(game: Game, tmp_path: Path) -> None:
    script = tmp_path / "end.txt"
    script.write_text(f"{WON}\n", encoding="utf-8")
    assert "What next" in game("run", script).out
    assert "What next" not in game("undo").out
    assert "What next" in game("redo").out


def test_a_whole_game_by_the_computer_is_told_beside_many_others(tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    tarawa("new", "red-beach-3", "--seed", "3", "--save", save)
    out = tarawa("autoplay", "--quiet", "--save", save).out
    assert "Beside 1,000 games by the computer (historical)" in out
    assert "Where it turned\n  turn " in out
    assert max(map(len, out.splitlines())) <= 80
    answer = tarawa("status", "--json", "--save", save).json["ending"]
    assert 0 <= answer["beside"]["better_than"] <= 1
    assert answer["turning_points"]
