"""Every answer on offer says what it would do, in text and in JSON, whatever is asked."""

from typing import Any

import pytest

from tarawa_cli.games.malta.model.work import HANDLERS as MALTESE
from tarawa_cli.games.tarawa.model.work import HANDLERS as TARAWAN
from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.play import Decision
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import Pairing
from tests.kit.subject import Subject
from tests.malta.fuzzed import MALTA
from tests.tarawa.fuzzed import TARAWA

GAMES = [(TARAWA, "campaign", 150), (TARAWA, "red-beach-3", 90), (MALTA, "hal-far", 90), (MALTA, "herkules", 150)]
ASKED = [
    ["policy", side, what, "ask"] for side in ("axis", "allied") for what in ("hits", "steps", "support", "retreat")
]


@pytest.mark.parametrize(
    ("subject", "scenario", "orders"), GAMES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_question_of_a_game_tells_what_is_at_stake(subject: Subject[Any], scenario: str, orders: int) -> None:
    game, asked = subject.game, 0
    match = Match(game, Setup(scenario), 3)
    for order in ASKED if subject is MALTA else ():
        perform(match, order)
    player = Pairing(game, {side: game.players.player("strong", "1") for side in game.sides.names})
    for _ in range(orders):
        if match.state.outcome:
            break
        if match.state.stack:
            asked += 1
            pending = game.views.brief(match.state, match)["pending"]
            assert list(pending["stakes"]) == pending["options"]
            assert all(pending["stakes"].values()), pending
            for option in pending["options"][:2]:
                shown = " ".join(game.narration.next_steps(match.state).split())
                assert f"→ decide {option} — {pending['stakes'][option]}" in shown
        perform(match, split_line(player.choose(match.state).order.text()))
    assert asked > 1


def test_every_kind_of_question_has_its_stakes() -> None:
    from tarawa_cli.games.malta.legal import stakes as maltese
    from tarawa_cli.games.tarawa.legal import api as tarawan

    for told, handlers in ((maltese._KINDS, MALTESE), (tarawan._KINDS, TARAWAN)):
        assert set(told) == {kind for kind in handlers.places if isinstance(handlers.named(kind), Decision)}
