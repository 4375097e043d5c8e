"""Many games: their figures, and that it does not matter how many are played at a time."""

from typing import Any

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import OUTCOMES
from tarawa_cli.games.tarawa.players.simulation import Record, held, lines, outcomes, play_game, play_series, summary
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players.simulation import GameSeries, rows

SHORT = GameSeries(Setup("red-beach-3"), "historical", 3, 40)


def game(**facts: Any) -> dict[str, Any]:
    known = dict.fromkeys(("5", "14", "23", "end"), 0)
    arrivals = {"amtracs of turn 1": 0.9, "waders of turn 2": None, "1/8": None}
    return {
        "seed": 1, "outcome": "victory", "turn": 28, "orders": 100, "casualties": known, "held": known,
        "pillboxes_turn_2": 1, "eighth_pillbox": None, "arrivals": arrivals, "banzais": [0, 1, 2], "collapse": 20,
        "uncleared": 0,
    } | facts  # fmt: skip


def test_the_same_games_come_out_however_many_are_played_at_a_time() -> None:
    alone = list(play_series(SHORT, 1))
    assert list(play_series(SHORT, 2)) == alone
    assert [one["seed"] for one in alone] == [40, 41, 42]
    assert alone[1] == play_game(SHORT, 1)
    assert all(one["outcome"] in OUTCOMES for one in alone)


def test_figures_that_a_game_has_not_come_to_are_as_at_its_end() -> None:
    one = play_game(SHORT, 0)
    assert one["casualties"]["14"] == one["casualties"]["23"] == one["casualties"]["end"]
    assert 0 < one["held"]["end"] < 0.5


def test_a_record_counts_what_it_is_told() -> None:
    state = GAME.begin(Setup("campaign"))
    record = Record(state)
    record.take([Event("embarked", "6.2", {"unit": "2/8A", "craft": "lvt-1"})])
    state.units["2/8A"].steps = 6
    record.take([Event("landing-turn-set", "6.5", {"unit": "2/8A", "turn": 1})])
    record.take([Event("hex-cleared", "7.2.4", {"hex": "2728"}), Event("turn-begun", "10", {"turn": 6})])
    record.take([Event("banzai-struck", "10.1.6", {"unit": "2/8A", "hex": "2728"})])
    record.take([Event("hex-cleared", "9.2.3", {"hex": "2828"})])
    state.casualties, state.outcome = 350, "time"
    record.take([Event("game-over", "12", {"outcome": "time"})])
    facts = record.facts()
    assert facts["arrivals"]["amtracs of turn 1"] == 6 / 8
    assert facts["pillboxes_turn_2"] == 1
    assert facts["banzais"] == [1, 0, 0]
    assert facts["collapse"] == 6
    assert facts["casualties"] == {"5": 0, "14": 350, "23": 350, "end": 350}
    assert facts["orders"] == 6


def test_a_unit_lost_on_the_way_has_arrived_with_nothing() -> None:
    state = GAME.begin(Setup("campaign"))
    record = Record(state)
    record.take([Event("embarked", "6.2", {"unit": "1/8A", "craft": "lcvp-1"})])
    state.units["1/8A"].steps = 0
    record.take([Event("unit-lost", "7.3", {"unit": "1/8A"})])
    assert record.facts()["arrivals"]["1/8"] == 0


def test_held_ground_is_cleared_ground_and_beaches_and_airstrips_entered() -> None:
    state = GAME.begin(Setup("campaign"))
    state.cleared, state.occupied = frozenset({"2728", "2828"}), frozenset({"2531"})
    assert held(state) == 3 / 303


def test_the_summary_judges_by_the_bands_of_chapter_15_only_where_they_apply() -> None:
    games = [game(), game(outcome="time", casualties=dict.fromkeys(("5", "14", "23", "end"), 1500))]
    judged = {figure.name: figure for figure in summary(games, length=30, judged=True)}
    assert judged["island cleared"].middle == 0.5
    assert judged["island cleared"].holds
    assert judged["casualties, turn 5"].middle == 750
    assert judged["casualties, turn 5"].holds is False
    assert judged["steps ashore, amtracs of turn 1"].holds
    assert "steps ashore, 1/8" not in judged
    assert judged["banzais, night 3"].middle == 2
    assert all(figure.band is None for figure in summary(games, length=30, judged=False))
    short = {figure.name for figure in summary(games, length=5, judged=False, goal=True)}
    assert "goal reached" in short
    assert not short & {"island cleared", "casualties, turn 14"}


def test_the_summary_as_text_and_as_a_table() -> None:
    games = [game(), game(outcome="called-off", eighth_pillbox=12)]
    text = "\n".join(lines(games, summary(games, length=30, judged=True)))
    assert text.startswith("victory 1 (50.0 %), called-off 1 (50.0 %)")
    assert "called off" in text
    assert "does not hold" in text
    assert "in 1 games" in text
    assert outcomes(games) == {"victory": 1, "pyrrhic": 0, "ruined": 0, "time": 0, "called-off": 1}
    names, first, _ = rows(games)
    row = dict(zip(names, first, strict=True))
    assert row["banzais 3"] == "2"
    assert row["eighth_pillbox"] == ""
    assert row["arrivals amtracs of turn 1"] == "0.9000"
