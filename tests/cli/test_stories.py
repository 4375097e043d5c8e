"""`log --story` and `chronicle`: the game told, on the terminal and as a file."""

from pathlib import Path

from tests.cli.tools import Game, untouched


def test_a_story_tells_turn_by_turn(game: Game) -> None:
    game.to_impulse()
    with untouched(game.path):
        told = game("log", "--story")
    assert (told.code, told.err) == (0, "")
    lines = told.out.splitlines()
    assert lines[0] == "Turn 1 · 20 November, 09:00"
    assert lines[1].startswith("  The fleet shelled the island")
    assert max(map(len, lines)) <= 80


def test_nothing_yet(game: Game) -> None:
    assert game("log", "--story").out == "nothing yet\n"


def test_a_story_as_json_and_by_turn(game: Game) -> None:
    game.to_impulse()
    (chapter,) = game.json("log", "--story")["story"]
    assert (chapter["turn"], chapter["day"]) == (1, "20 November")
    assert chapter["orders"] == len(game.journal)
    assert chapter["figures"]["casualties"] == 0
    assert game.json("log", "--story", "--turn", "1")["story"] == [chapter]
    assert game.json("log", "--story", "--turn", "2")["story"] == []
    assert game.json("log", "--story", "--at", "1")["story"][0]["orders"] == 1


def test_a_story_is_not_told_of_single_orders(game: Game) -> None:
    refused = game("log", "--story", "--commands")
    assert refused.code == 2
    assert "try: log --story --turn 3" in refused.err


def test_a_diary_goes_to_a_file_and_never_over_an_old_one(tmp_path: Path, game: Game) -> None:
    game.to_impulse()
    file = tmp_path / "deep" / "diary.md"
    with untouched(game.path):
        printed = game("chronicle").out
    assert game("chronicle", file).out == f"written: {file}\n"
    assert file.read_text(encoding="utf-8") == printed
    assert printed.startswith("# The battle of Betio\n")
    assert "| casualties | 0 |" in printed
    with untouched(file):
        assert game("chronicle", file).code == 3
        assert game("chronicle", game.path, "--force").code == 2
    assert game.json("chronicle", file, "--force")["file"] == str(file)
