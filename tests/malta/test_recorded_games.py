"""Whole games from their first order to each way in which one can end, with everything checked on the way.

`tools/record_malta_games.py` has made them; here they are nothing but orders and a seed.
"""

from pathlib import Path

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.legal.offers import commands
from tarawa_cli.games.malta.model.state import OUTCOMES, State
from tarawa_cli.games.malta.rules.ch20_22_victory_scenarios import (
    has_every_city,
    is_reached,
    losses,
    nobody_left,
    pressure,
)
from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.saves.history import prove
from tests.kit.recorded import Recorded, behaves
from tests.kit.recorded import recorded as read
from tests.malta.fuzzed import MALTA
from tests.malta.test_cli import malta

FOLDER = Path(__file__).parent / "games"
GAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))


def recorded(name: str) -> Recorded:
    """A game; the scenario of its own, if it has one, by its path."""
    game = read(FOLDER / f"{name}.txt")
    scenario = game.head["scenario"]
    return game._replace(head=game.head | {"scenario": str(FOLDER / scenario)}) if ".toml" in scenario else game


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_ends_as_it_says_and_is_over_then(name: str) -> None:
    game = recorded(name)
    match = behaves(MALTA, game)
    state = match.truth
    assert (state.outcome, state.box.id) == (game.head["outcome"], game.head["turn"])
    assert_ended_rightly(state)
    proof = prove(match)
    assert (proof.holds, proof.entries, proof.since, proof.edits) == (True, len(game.lines), 0, [])
    assert_nothing_more_happens(match)


def assert_ended_rightly(state: State) -> None:
    """By what 20.3 and 22 say, not by what the engine made of it: the lowest and the highest dice are 2 and 12."""
    if state.outcome == "surrender":
        assert has_every_city(state) or 12 + pressure(state) // 2 >= (state.setting.scenario.surrender or 23)
    elif state.outcome == "called-off":
        assert nobody_left(state) or 2 + pressure(state) // 2 - losses(state) // 2 <= 1
    else:
        assert state.turn == state.setting.scenario.last
        assert (state.outcome == "axis") == is_reached(state)


def assert_nothing_more_happens(match: Match[State]) -> None:
    before = match.text()
    assert list(commands(match.truth)) == []
    for line in ("next", "move i-33 1513", "decide hold"):
        with pytest.raises(Refused) as refused:
            perform(match, split_line(line))
        assert refused.value.rule == "22"
    assert match.text() == before


def test_there_is_a_game_for_every_end() -> None:
    ends = {recorded(name).head["outcome"] for name in GAMES}
    assert ends == set(OUTCOMES)
    by = {"surrender-by-roll", "surrender-by-cities", "called-off-by-roll", "called-off-with-nobody-left", "stands"}
    assert by <= set(GAMES)


def test_a_player_can_run_a_recorded_game_and_look_at_its_end(tmp_path: Path) -> None:
    game, save = recorded("hal-far-axis"), tmp_path / "game.toml"
    assert malta(f"new hal-far --seed {game.head['seed']} --save {save}").code == 0
    assert malta(f"run - --save {save}", stdin=game.path.read_text(encoding="utf-8")).code == 0
    assert "proven" in malta(f"verify --save {save}").out
    assert OUTCOMES["axis"] in malta(f"status --save {save}").out
    assert malta(f"next --save {save}").code == 1
    assert GAME.rules == int(game.head["rules"])
