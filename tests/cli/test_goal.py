"""A scenario's own goal (13.3) at the command line: told from the first line to the last, undone and proven."""

from pathlib import Path

import pytest

from tests.cli.tools import Game, game_at, process, tarawa

GOAL = """
[goal]
text = "clear the two hexes behind the beach."
casualties = 900
ground = [{ name = "hexes cleared", hexes = ["2726", "2727"] }]
"""
POSITION = """
turn = 5
phase = "actions"
default = "absent"
cleared = "2727"
occupied = "2627"
tracks = { marines = 5, japanese = -5 }
[position.units]
"2/8A" = { at = "2627", supply = "active", landed = 4 }
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """One attack away from the goal, with the player's own dice."""
    return game_at(tmp_path, POSITION + GOAL, "--dice", "manual")


def won(game: Game) -> str:
    return game.do("attack 2/8A --on 2726 --dice 1,6").out


def test_new_and_status_show_the_goal_and_how_far_it_is(tmp_path: Path, game: Game) -> None:
    block = (
        "Goal: clear the two hexes behind the beach.\n"
        "  wins at once, up to the end of turn 30 (23 November, 13:00)  [13.3]\n"
        "  hexes cleared: 1 of 2, 1 left: 2726\n"
        "  casualties: 0; 900 or more makes it a pyrrhic victory\n"
    )
    assert block in game("status").out
    assert block in tarawa("new", "test.toml", "--save", tmp_path / "other.toml").out


def test_without_a_goal_nothing_is_said_of_one(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml")
    assert "Goal" not in game("status").out
    assert "Goal" not in tarawa("scenarios", "campaign").out
    assert game.state["goal"] is None
    assert tarawa("scenarios", "campaign", "--json").json["scenario"]["goal"] is None


def test_the_last_order_says_that_the_goal_is_reached(game: Game) -> None:
    out = won(game)
    assert "Victory: goal reached  [13.3]" in out
    assert "Victory: goal reached.\n  hexes cleared: 2 of 2, done\n" in out
    assert "Goal:" not in game("status").out, "the end has told it already"
    assert game.state["outcome"] == "victory"
    assert game.state["goal"]["met"]
    assert "Victory: goal reached." in game("export", "report").out


def test_a_goal_can_be_undone_and_proven(game: Game) -> None:
    before = game.state
    won(game)
    assert game("verify").code == 0
    game.do("undo")
    assert {**game.state, "mulligans": 0} == {**before, "mulligans": 0}
    assert game.state["outcome"] is None
    won(game)
    assert game("verify").code == 0


def test_a_goal_changed_after_the_game_began_is_noticed(game: Game) -> None:
    """The digest covers the goal: what was played before cannot be proven on another one."""
    won(game)
    text = game.path.read_text(encoding="utf-8")
    assert text.count("casualties = 900") == 1
    game.path.write_text(text.replace("casualties = 900", "casualties = 950"), encoding="utf-8")
    result = process("verify", "--save", game.path)
    assert result.code == 1
    assert "changed by hand" in result.out


def test_a_goal_changed_in_the_file_that_a_game_was_started_from_concerns_only_new_games(
    tmp_path: Path, game: Game
) -> None:
    won(game)
    file = tmp_path / "test.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("casualties = 900", "casualties = 950"), encoding="utf-8")
    assert process("verify", "--save", game.path).code == 0


def test_a_bad_goal_is_refused_with_file_key_and_reason(tmp_path: Path) -> None:
    head = '[scenario]\nid = "test"\nname = "A test"\nbase = "campaign"\n'
    (tmp_path / "bad.toml").write_text(
        head + '[goal]\njudged = "soon"\nground = [{ hexes = ["9999"] }]\n', encoding="utf-8"
    )
    result = tarawa("new", "bad.toml", "--save", tmp_path / "game.toml")
    assert result.code == 3
    for what in ("bad.toml", "goal.text: ", "goal.judged: ", "goal.ground.1.name: ", "goal.ground.1.hexes: "):
        assert what in result.err
    assert not (tmp_path / "game.toml").exists()


def test_the_whole_list_and_each_page_fit_in_eighty_columns() -> None:
    pages = [tarawa("scenarios").out]
    pages += [tarawa("scenarios", fact["id"]).out for fact in tarawa("scenarios", "--json").json["scenarios"]]
    assert max(len(line) for page in pages for line in page.splitlines()) <= 80


def test_13_3_can_be_read_and_says_that_it_is_ours() -> None:
    text = tarawa("rule", "13.3", "--code").out
    assert "our own addition" in text
    assert "rules/ch12_13_victory_timetable.py" in text


def test_a_save_of_a_first_game_is_short_and_names_nobody_who_is_not_in_it(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "red-beach-3")
    text = game.path.read_text(encoding="utf-8")
    assert 'default = "absent"\n' in text
    assert "absent" not in text.replace('default = "absent"', "")
    assert "1/6A" not in text
    game.do("embark 2/8A lvt-1 red3")
    assert game("verify").code == 0
