"""`resign` ends a game of either kind: who has won, what journal, proof and story say of it, and how it is undone."""

import shutil
from pathlib import Path

import pytest

from tarawa_cli import GameError, Refused, load, start
from tarawa_cli.games import GAMES
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.saves.history import prove
from tests.malta.mailed import ALLIED, AXIS, Mailed
from tests.malta.shell import done, malta

STARTS = [("tarawa", "red-beach-3", "resigned"), ("malta", "cottonera", "axis-resigned")]


@pytest.mark.parametrize(("game", "scenario", "outcome"), STARTS)
def test_a_game_that_is_resigned_is_over_and_proven(game: str, scenario: str, outcome: str, tmp_path: Path) -> None:
    played = start(scenario, game=game, seed=3)
    before = played.text_map()
    (over,) = played.play("resign").events
    assert (over.type, over.facts) == ("game-over", {"outcome": outcome})
    assert (played.over, played.outcome, played.to_move) == (True, outcome, "")
    assert played.legal() == []
    with pytest.raises(Refused, match="the game is over"):
        played.play("resign")
    path = played.save(tmp_path / "it.toml")
    match = session.look(GAMES, path)
    assert match.entries == ["resign"]
    assert prove(match).holds
    again = load(path)
    assert again.film()
    again.undo()
    assert again.text_map() == before


def test_the_side_to_move_resigns_and_no_other() -> None:
    game = start("cottonera", game="malta", seed=3)
    with pytest.raises(Refused):
        game.view("allied").play("resign")
    while game.to_move == "axis":
        game.play("next")
    game.view("allied").play("resign")
    assert game.outcome == "allied-resigned"


def test_an_open_question_is_answered_first() -> None:
    game = start("cottonera", game="malta", seed=7)
    game.play("next axis-combat --yes")
    game.play("attack i-33 ii-33 liv-gen --on 1911")
    assert game.question
    with pytest.raises(Refused, match="a decision is pending"):
        game.play("resign")


def test_whoever_is_careful_must_say_yes(tmp_path: Path) -> None:
    save = f"--save {tmp_path}/it.toml"
    done(f"new cottonera --seed 3 {save}")
    refused = malta(f"resign --strict {save}")
    assert (refused.code, "try: resign --yes" in refused.err) == (1, True)
    assert malta(f"resign -n {save}").code == 0
    told = done(f"resign --strict --yes --json {save}").json
    assert (told["command"], told["state"]["outcome"]) == ("resign", "axis-resigned")
    assert told["ending"]["beside"]["better_than"] == {"axis": 0.0, "allied": 1.0}
    story = done(f"log --story {save}").out
    assert "resigned, the Allies have won" in story.replace("\n  ", " ")


def test_in_a_game_by_mail_the_other_side_learns_of_it(tmp_path: Path) -> None:
    game = Mailed(tmp_path, "cottonera")
    assert game(ALLIED, "resign").code != 0
    game.done(AXIS, "resign")
    game.done(AXIS, "handover")
    shutil.copy(game.save(AXIS), game.save(ALLIED))
    assert "the Axis have resigned, the Allies have won" in game.done(ALLIED, "status").out.replace("\n    ", " ")
    assert game(ALLIED, "verify").code == 0


def test_resign_takes_no_words() -> None:
    with pytest.raises(GameError):
        start("red-beach-3", seed=3).play("resign now")
