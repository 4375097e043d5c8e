"""Whole games from their first order to each way in which one can end, with everything checked on the way.

`tools/record_games.py` has made them with the computer players; here they are nothing but orders and a seed.
"""

from pathlib import Path

import pytest

from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.games.tarawa.model.state import OUTCOMES, State
from tarawa_cli.games.tarawa.views import facts, reports
from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.saves.history import prove
from tests.cli.tools import tarawa
from tests.kit.recorded import Recorded, behaves
from tests.kit.recorded import recorded as read
from tests.tarawa.fuzzed import TARAWA

FOLDER = Path(__file__).parent / "games"
SCENARIOS = ("campaign", "free")
TOO_LATE = ("next", "attack 2/8A --on 2828", "decide step", "embark 2/8A lvt-1 red3")


def recorded(scenario: str, outcome: str) -> Recorded:
    return read(FOLDER / f"{scenario}-{outcome}.txt")


@pytest.mark.sample(5)
@pytest.mark.parametrize("outcome", OUTCOMES)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_recorded_game_ends_as_it_says_and_is_over_then(scenario: str, outcome: str) -> None:
    game = recorded(scenario, outcome)
    assert (game.head["scenario"], game.head["outcome"]) == (scenario, outcome)
    match = behaves(TARAWA, game)
    state = match.state
    assert (state.outcome, str(state.turn), str(state.casualties)) == (
        outcome,
        game.head["turn"],
        game.head["casualties"],
    )
    assert_ended_rightly(state)
    proof = prove(match)
    assert (proof.holds, proof.entries, proof.since, proof.edits) == (True, len(game.lines), 0, [])
    assert_nothing_more_happens(match)


def assert_ended_rightly(state: State) -> None:
    """By what chapter 12 says, not by what the engine made of it."""
    cleared = not state.uncleared
    lost = state.casualties
    by_price = "victory" if lost < 5000 else "pyrrhic" if lost <= 6000 else "ruined"
    if cleared:
        assert state.outcome == by_price
    elif state.outcome == "time":
        assert state.turn == 30
    else:
        assert (state.outcome, state.tracks["marines"]) == ("called-off", -5)


def assert_nothing_more_happens(match: Match[State]) -> None:
    """No order is legal, each one is refused by rule 12 without a trace, and the position can still be looked at."""
    before = match.text()
    assert legal(match.state) == []
    for line in TOO_LATE:
        with pytest.raises(Refused) as refused:
            perform(match, split_line(line))
        assert refused.value.rule == "12"
    assert OUTCOMES[match.state.outcome] in reports.status(match.state, match)
    assert facts.whole(match.state, match)["outcome"] == match.state.outcome
    assert match.text() == before


def test_there_is_a_game_for_every_end_and_no_other_file() -> None:
    wanted = {f"{scenario}-{outcome}.txt" for scenario in SCENARIOS for outcome in OUTCOMES}
    assert {path.name for path in FOLDER.iterdir()} == wanted | {"costly.toml"}


def test_a_player_can_run_a_recorded_game_and_look_at_its_end(tmp_path: Path) -> None:
    game, save = recorded("free", "pyrrhic"), str(tmp_path / "game.toml")
    own = ("--tables", FOLDER / game.head["tables"])
    assert tarawa("new", "free", *own, "--seed", game.head["seed"], "--save", save).code == 0
    assert tarawa("run", str(game.path), "--save", save).code == 0
    assert "proven" in tarawa("verify", "--save", save).out
    assert OUTCOMES["pyrrhic"] in tarawa("status", "--save", save).out
    assert tarawa("legal", "--save", save).code == 0
    again, script = tmp_path / "again.toml", tmp_path / "commands.txt"
    script.write_text(tarawa("log", "--commands", "--save", save).out, encoding="utf-8")
    assert tarawa("new", "free", *own, "--seed", game.head["seed"], "--save", again).code == 0
    assert tarawa("run", script, "--save", again).code == 0
    assert again.read_bytes() == Path(save).read_bytes(), "its own commands give the same game again"
    refused = tarawa("next", "--save", save)
    assert refused.code == 1
    assert "12" in refused.err
