"""The end of a game at the command line: told in full by whatever ends it, and in short by `status` from then on."""

from pathlib import Path

import pytest

from tarawa_cli.kernel.saves import journal
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
    return game_at(tmp_path, POSITION, "--dice", "manual", tables="")


def test_nothing_is_told_before_the_end(game: Game) -> None:
    assert "What next" not in game("status").out
    assert "ending" not in game.json("status")


def test_the_order_that_ends_a_game_tells_what_it_came_to(game: Game) -> None:
    out = game.do(WON).out
    assert out.index("Victory: ") < out.index("What next")
    assert "  → export html film.html — the game as a film" in out
    assert "  → status — your figures and theirs" in out
    assert "No computer games to compare with: this game uses a custom scenario." in out


def test_status_tells_it_from_then_on(game: Game) -> None:
    told = game.do(WON).out.partition("What next\n")[2].splitlines()
    status = game("status").out.partition("What next\n")[2].splitlines()
    steps = [line for line in status if line.startswith("  → ")]
    assert [line.partition(" — ")[0] for line in told[:-1]] == [step.partition(" — ")[0] for step in steps[:3]]
    assert told[-1] == "  → status — your figures and theirs, and what to do next"
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


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A game that the computer has played to its end."""
    save = tmp_path / "game.toml"
    tarawa("new", "red-beach-3", "--seed", "3", "--save", save)
    tarawa("autoplay", "--quiet", "--save", save)
    return save


def test_a_whole_game_by_the_computer_is_told_beside_many_others(whole: Path) -> None:
    tarawa("undo", "--save", whole)
    out = tarawa("redo", "--save", whole).out
    out = out[out.index("Compared with") :]
    assert "Compared with 1,000 computer games (historical)" in out
    assert "Turning points\n  turn " in out
    assert "  → log --story — every turn in words, and the turning points" in out
    assert max(map(len, out.splitlines())) <= 80
    answer = tarawa("status", "--json", "--save", whole).json["ending"]
    assert 0 <= answer["beside"]["better_than"] <= 1


def test_the_story_tells_where_the_game_turned(whole: Path) -> None:
    tarawa("undo", "--save", whole)
    assert "turning_points" not in tarawa("log", "--story", "--json", "--save", whole).json
    points = tarawa("redo", "--json", "--save", whole).json["ending"]["turning_points"]
    assert tarawa("log", "--story", "--json", "--save", whole).json["turning_points"] == points
    last = points[-1]["turn"]
    assert f"Turning points\n  Turn {last} · " in tarawa("log", "--story", "--turn", str(last), "--save", whole).out
    assert "Turning points" not in tarawa("log", "--story", "--turn", "99", "--save", whole).out


def test_status_replays_nothing(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "replay", lambda *_: pytest.fail("status has replayed the journal"))
    out = tarawa("status", "--save", whole).out
    assert "Compared with 1,000 computer games" in out
    assert "Turning points" not in out
    assert "turning_points" not in tarawa("status", "--json", "--save", whole).json["ending"]
