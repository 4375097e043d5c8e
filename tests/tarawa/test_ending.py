"""What a game that is over came to: beside many games by the computer, where it turned, what to play next."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.views import course as views_course
from tarawa_cli.games.tarawa.views.course import GameCourse, TurnRecord, ended, many, turning_points
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.narration.story import TurningPoint
from tarawa_cli.kernel.presentation import Look

FIGURES = {
    "rules": GAME.rules,
    **many([
        {"outcome": "victory", "turn": 4, "casualties": 300, "held": 15, "ground": {"1": 6, "2": 9, "3": 12}},
        {"outcome": "time", "turn": 5, "casualties": 500, "held": 11, "ground": {"1": 6, "2": 8, "3": 9}},
        {"outcome": "time", "turn": 5, "casualties": 700, "held": 9, "ground": {"1": 5, "2": 7, "3": 8}},
    ]),
    "player": "historical",
}  # fmt: skip


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views_course, "recorded", lambda: {"red-beach-3": FIGURES})


def shown_at_end(match: Match[Any]) -> Look:
    found = GAME.views.ending
    assert found
    return found(match, True)


def over(outcome: str, casualties: int = 0, **more: Any) -> Match[State]:
    """A first game that has ended."""
    match = Match(GAME, Setup("red-beach-3", **more), 1)
    match.state.outcome, match.state.casualties = outcome, casualties
    return match


def course(*turns: dict[str, Any]) -> dict[int, TurnRecord]:
    made = {}
    for number, facts in enumerate(turns, 1):
        made[number] = TurnRecord()
        vars(made[number]).update(facts)
    return made


def points(turns: dict[int, TurnRecord], theirs: dict[str, float]) -> list[TurningPoint]:
    return turning_points(turns, over("time").state, theirs)


# ── Beside many games


def test_a_victory_is_better_the_less_it_cost_and_a_defeat_the_more_ground_was_won() -> None:
    cheap, dear, close, bad = over("victory", 100), over("victory", 600), over("time", 900), over("time", 100)
    close.state.cleared = frozenset({"2728", "2828"})
    assert ended(cheap.state).merit > ended(dear.state).merit
    assert ended(close.state).merit > ended(bad.state).merit
    assert ended(close.state).figures == {"last_turn": 1, "casualties": 900, "hexes_held": 2}


@pytest.mark.usefixtures("figures")
def test_it_is_told_beside_many_games_of_the_same_scenario() -> None:
    look = shown_at_end(over("victory", 100))
    text = look.text()
    assert "Compared with 3 computer games (historical)" in text
    assert "you did better than 100 % of them" in text
    assert "theirs: victory 33 %, time 67 %" in text
    assert "  casualties       100      500   340 to 660" in text
    assert look.facts()["beside"]["better_than"] == 1
    assert look.facts()["beside"]["ends"]["time"] == 2
    assert look.facts()["figures"]["casualties"] == 100
    assert shown_at_end(over("called-off", 100)).facts()["beside"]["better_than"] == 0


@pytest.mark.usefixtures("figures")
def test_mulligans_and_the_like_are_told_with_it() -> None:
    match = over("victory", 100)
    assert "mulligan" not in shown_at_end(match).text()
    match.mulligans, match.peeks = 2, 1
    assert "You used 2 mulligans, 1 peek; the computer none." in shown_at_end(match).text()


@pytest.mark.usefixtures("figures")
@pytest.mark.parametrize("more", [{"tables": {"units": {"lcvp": {"steps": 3}}}}, {"rules": GAME.rules - 1}])
def test_under_other_tables_or_rules_there_is_nothing_to_compare_with(
    more: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    if "rules" in more:
        monkeypatch.setitem(FIGURES, "rules", more.pop("rules"))
    look = shown_at_end(over("victory", **more))
    assert look.facts()["beside"] is None
    assert "Compared with" not in look.text()
    assert f"this game {'uses custom tables' if more else 'was played under other rules'}." in look.text()


@pytest.mark.usefixtures("figures")
def test_a_game_that_was_played_with_other_data_says_so() -> None:
    match = over("victory")
    match.data = "0" * 16
    text = " ".join(shown_at_end(match).text().split())
    assert "to compare with: scenario or tables have changed since this game was played." in text


# ── Turning points


def test_a_course_counts_what_it_is_told() -> None:
    state = GAME.begin(Setup("campaign"))
    watched = GameCourse(state)
    watched.take([
        Event("casualties-counted", "7.3", {"unit": "2/8A", "spaces": 2, "total": 100}),
        Event("unit-lost", "7.3", {"unit": "2/8A"}),
        Event("unit-lost", "7.3", {"unit": "lvt-1"}),
        Event("hex-cleared", "7.2.4", {"hex": "2728"}),
    ])  # fmt: skip
    state.cleared = frozenset({"2728", "2828"})
    watched.take([Event("turn-begun", "3", {"turn": 2}), Event("hex-cleared", "9.2.3", {"hex": "2828"})])
    watched.take([Event("hex-lost", "10.1.6", {"hex": "2728"}), Event("head-placed", "8.3", {"hex": "2731"})])
    first, second = watched.turns.values()
    assert (first.casualties, first.units, first.cleared, first.collapsed) == (100, ["2/8A"], ["2728"], [])
    assert (second.cleared, second.collapsed, second.retaken, second.heads) == (["2828"], ["2828"], ["2728"], ["2731"])
    assert watched.facts()["ground"] == {"1": 2, "2": 2}


def test_many_games_by_turn_count_those_that_are_over_as_at_their_end() -> None:
    assert many_ground() == {"1": 6, "2": 8, "3": 9}
    early = {"outcome": "victory", "turn": 1, "casualties": 0, "held": 20, "ground": {"1": 20}}
    late = {"outcome": "time", "turn": 2, "casualties": 0, "held": 4, "ground": {"1": 2, "2": 4}}
    assert many([early, late])["ground"] == {"1": 11, "2": 12}


def many_ground() -> dict[str, float]:
    ground: dict[str, float] = FIGURES["ground"]
    return ground


def test_the_first_of_each_kind_the_costliest_and_the_best_turn() -> None:
    turns = course(
        {"casualties": 50, "cleared": ["2828"]},
        {"casualties": 200, "cleared": ["2728"], "units": ["2/8A"], "heads": ["2731"]},
        {"casualties": 200, "cleared": ["2827", "2626", "2928"], "retaken": ["2828"], "collapsed": ["2928"]},
    )
    assert points(turns, {}) == [
        TurningPoint(
            2,
            "the first pillbox hex is cleared, 2728 (Red Beach 3); the first supply head, 2731; "
            "the costliest turn, 200 casualties, 1 unit lost",
        ),
        TurningPoint(
            3,
            "the Japanese begin to give up hexes without a fight; the most ground in a turn, 3 hexes cleared; "
            "the Japanese retake 2828",
        ),
    ]


def test_a_game_in_which_nothing_happened_turned_nowhere() -> None:
    assert points(course({}, {"cleared": ["2828"]}), {}) == []
    assert points({}, {}) == []


@pytest.mark.parametrize(
    ("held", "what"),
    [
        ([5, 9, 13], "from here on ahead of the computer's median game (9 hexes held, the computer held 8)"),
        ([7, 8, 3], "from here on behind the computer's median game (3 hexes held, the computer held 9)"),
        ([7, 9, 13], ""),
        ([6, 8, 9], ""),
    ],
)
def test_since_when_one_is_ahead_or_behind(held: list[int], what: str) -> None:
    found = points(course(*({"held": number} for number in held)), many_ground())
    assert [point.what for point in found] == ([what] if what else [])


# ── What next


@pytest.mark.parametrize(
    ("scenario", "outcome", "first"),
    [
        ("red-beach-3", "victory", "new second-morning"),
        ("red-beach-3", "time", "new red-beach-3"),
        ("last-night", "pyrrhic", "new campaign"),
        ("campaign", "ruined", "new campaign"),
        ("free", "victory", "new free"),
    ],
)
def test_after_a_victory_the_next_scenario_and_after_a_defeat_the_same(scenario: str, outcome: str, first: str) -> None:
    match = Match(GAME, Setup(scenario), 1)
    match.state.outcome = outcome
    commands = [step["command"] for step in shown_at_end(match).facts()["next"]]
    assert commands[0] == first
    assert commands[-2:] == ["export html film.html", "export report report.html"]
    assert len(set(commands)) == len(commands)
