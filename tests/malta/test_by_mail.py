"""Chapter 24: games by mail: how often the game changes hands, and what the guard lets each side do."""

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import POLICIES, State
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.players import player
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.orders import split_line
from tarawa_cli.kernel.players import Pairing
from tarawa_cli.kernel.session import Match, perform_for

ANSWERS = {
    "hits": "cheapest", "steps": "weakest", "retreat": "nearest-hq", "support": "worthwhile", "absorb": "always",
    "dismantle": "never", "coast": "landing",
}  # fmt: skip
TURNS = 4


def sittings(match: Match[State], name: str) -> list[str]:
    """Who has sat down to play, one after the other, in four turns; each is guarded and knows only what he may."""
    players, last = Pairing(GAME, {side: player(name, "by mail") for side in SIDES}), match.truth.turn + TURNS
    found: list[str] = []
    while not match.truth.outcome and match.truth.turn < last:
        found += [match.to_act] if found[-1:] != [match.to_act] else []
        perform_for(match, match.to_act, split_line(players.choose(match.truth).order.text()))
    return found


def mailed(scenario: str, *, answered: bool) -> Match[State]:
    match: Match[State] = Match(GAME, Setup(scenario), 7)
    for side in SIDES:
        for name, answer in ANSWERS.items():
            if answered:
                perform_for(match, side, ["policy", side, name, answer])
    return match


def test_24_2_there_is_a_standing_answer_for_everything() -> None:
    assert set(ANSWERS) == set(POLICIES)
    assert all(answer in POLICIES[name] and answer != "ask" for name, answer in ANSWERS.items())


@pytest.mark.parametrize(
    ("scenario", "name"),
    [(scenario, name) for scenario in ("hal-far", "cottonera", "south-beach") for name in ("random", "historical")]
    + [("herkules", "historical")],
)
def test_24_2_with_standing_answers_four_turns_take_eight_hand_overs(scenario: str, name: str) -> None:
    assert sittings(mailed(scenario, answered=True), name) == ["axis", "allied"] * TURNS


def test_24_2_without_them_they_take_more() -> None:
    assert len(sittings(mailed("cottonera", answered=False), "historical")) > 2 * TURNS
