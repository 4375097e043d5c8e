"""What a camera has drawn once it keeps; it must not show what has changed since."""

from typing import Any

import pytest

from tarawa_cli.games import GAMES
from tarawa_cli.games.malta.exports.film import MalteseCamera
from tarawa_cli.games.malta.game import GAME as MALTA
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.game import Setup


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("name", "scenario", "player"),
    [("tarawa", "red-beach-3", "random"), ("tarawa", "campaign", "historical"), ("malta", "cottonera", "random")],
)
def test_a_camera_that_has_seen_much_takes_the_picture_that_a_new_one_takes(
    name: str, scenario: str, player: str
) -> None:
    game: Any = GAMES(name)
    match: Match[Any] = Match(game, Setup(scenario), 5)
    chooser, old = game.players.player(player, "5"), game.exports.camera(match.state)
    for number in range(240):
        if match.state.outcome:
            break
        perform(match, chooser.choose(match.state).order.in_words())
        frame = old.frame(match.state)
        if not number % 8:
            fresh = game.exports.camera(match.state).frame(match.state)
            assert {**frame} == {**fresh}
            assert [*frame] == [*fresh]
    assert number > 60


def test_a_hex_to_which_no_guns_are_left_has_no_empty_box() -> None:
    match: Match[Any] = Match(MALTA, Setup("cottonera"), 5)
    at = min(match.state.board.land)
    bare = MalteseCamera(match.state).frame(match.state)[at]
    match.state.assigned[at] = []
    assert MalteseCamera(match.state).frame(match.state)[at] == bare
