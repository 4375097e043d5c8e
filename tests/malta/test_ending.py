"""What a game that is over came to: beside many games by the computer, where it turned, what to play next."""

from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.board import malta
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.views import course as views_course
from tarawa_cli.games.malta.views.course import FIGURES, GameCourse, TurnRecord, ended, many, turning_points
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.narration.story import TurningPoint
from tarawa_cli.kernel.presentation import Look
from tests.malta.shell import done


def shown_at_end(match: Match[Any]) -> Look:
    found = GAME.views.ending
    assert found
    return found(match, True)


def game(outcome: str, *figures: int, ground: dict[str, int]) -> dict[str, Any]:
    return {"outcome": outcome, "ground": ground, **dict(zip(FIGURES, figures, strict=True))}


GAMES = [
    game("surrender", 10, 30, 60, 70, 20, ground={"1": 20, "2": 30}),
    game("surrender", 12, 50, 60, 60, 18, ground={"1": 18, "2": 26}),
    game("called-off", 8, 60, 30, 20, 6, ground={"1": 10, "2": 14}),
    game("stands", 48, 40, 50, 50, 14, ground={"1": 16, "2": 20}),
]
MANY = {"rules": GAME.rules, **many(GAMES), "player": "strong"}


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views_course, "recorded", lambda: {"herkules": MANY})


def over(outcome: str, **more: Any) -> Match[State]:
    match: Match[State] = Match(GAME, Setup("herkules", **more), 1)
    match.state.outcome = outcome
    return match


def lose(match: Match[State], *units: str) -> Match[State]:
    for id in units:
        match.state.units.put(match.state.units[id], "lost")
        match.state.units[id].steps = 0
    return match


# ── Beside many games


def test_a_victory_is_better_the_less_it_cost_and_a_defeat_the_more_is_held() -> None:
    cheap, dear = over("surrender"), lose(over("surrender"), "i-33")
    assert ended(cheap.state, 1).merit > ended(dear.state, 1).merit
    close, bad = over("stands"), over("stands")
    close.state.control = {"1613"}
    assert ended(close.state, 1).merit > ended(bad.state, 1).merit
    assert dict(ended(close.state, 1).figures) == {
        "turns": 1,
        "axis_steps_lost": 0,
        "allied_steps_lost": 0,
        "hexes_held": 1,
        "objectives_held": malta().objectives["1613"],
    }


@pytest.mark.usefixtures("figures")
def test_each_side_has_its_own_view_of_it() -> None:
    match = over("surrender")
    text = shown_at_end(match).text()
    assert "Compared with 4 computer games (strong)" in text
    assert "the Axis did better than in 100 % of them, the Allies than in 0 %" in text
    assert "theirs: surrender 50 %, stands 25 %, called-off 25 %" in text
    match.side = "allied"
    assert "you did better than 0 % of them" in shown_at_end(match).text()
    facts = shown_at_end(match).facts()
    assert facts["beside"]["better_than"] == {"axis": 1, "allied": 0}
    assert facts["figures"]["axis_steps_lost"] == 0


@pytest.mark.usefixtures("figures")
@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"options": {"alone": True}}, "this game was played with other options"),
        ({"tables": {"modifiers": {"recovery-supply": 2}}}, "this game uses custom tables"),
    ],
)
def test_what_cannot_be_compared_is_not(more: dict[str, Any], why: str) -> None:
    look = shown_at_end(over("surrender", **more))
    assert look.facts()["beside"] is None
    assert f"No computer games to compare with: {why}." in look.text()


@pytest.mark.usefixtures("figures")
def test_a_game_with_a_plan_of_ones_own_can_be_compared() -> None:
    assert shown_at_end(over("surrender", options={"plan": "own", "sealed": True})).facts()["beside"]


# ── Turning points


def course(*turns: dict[str, Any]) -> dict[int, TurnRecord]:
    made = {}
    for number, facts in enumerate(turns, 1):
        made[number] = TurnRecord()
        vars(made[number]).update(facts)
    return made


def test_a_course_notes_ground_losses_and_objectives() -> None:
    state = GAME.begin(Setup("herkules"))
    watched = GameCourse(state)
    state.control = {"1613", "1513"}
    watched.take([Event("advanced", "9.8", {"unit": "i-33", "to": "1613"})])
    state.turn = 2
    watched.take([Event("turn-begun", "4.42", {"turn": 2})])
    state.control = {"1513"}
    state.units["i-33"].steps = 1
    watched.take([])
    state.outcome = "stands"
    watched.take([Event("game-over", "22", {"outcome": "stands"})])
    first, second = watched.turns.values()
    assert (first.taken, first.held, first.lost["axis"]) == (["1613"], 2, 0)
    assert (second.retaken, second.held, second.lost["axis"]) == (["1613"], 1, 2)
    assert watched.facts()["ground"] == {"1": 2, "2": 1}
    assert watched.facts()["turns"] == 2


def test_many_games_by_turn_count_those_that_are_over_as_at_their_end() -> None:
    early = game("surrender", 1, 0, 0, 40, 0, ground={"1": 40})
    late = game("stands", 2, 0, 0, 20, 0, ground={"1": 10, "2": 20})
    assert many([early, late])["ground"] == {"1": 25, "2": 30}


def test_the_first_airfield_what_changed_hands_for_good_and_the_costliest_turns() -> None:
    turns = course(
        {"taken": ["1613", "1911"], "lost": {"axis": 4, "allied": 1}},
        {"retaken": ["1613", "1911"], "lost": {"axis": 6, "allied": 3}},
        {"taken": ["1613"], "lost": {"axis": 6, "allied": 8}},
    )
    assert turning_points(turns, malta(), {}) == [
        TurningPoint(
            1, "the Axis take their first airfield, Luqa airfield (1613); the highest losses of the Axis, 4 steps"
        ),
        TurningPoint(2, "the Allies take The Three Cities (1911) back for the last time"),
        TurningPoint(
            3, "the Axis take Luqa airfield (1613) for the last time; the highest losses of the Allies, 5 steps"
        ),
    ]
    assert turning_points({}, malta(), {}) == []


@pytest.mark.parametrize(("held", "how"), [([10, 40], "more"), ([30, 20], "less"), ([30, 40], "")])
def test_since_when_the_axis_hold_more_or_less_than_in_other_games(held: list[int], how: str) -> None:
    found = turning_points(course(*({"held": number} for number in held)), malta(), {"1": 20, "2": 30})
    assert [point.turn for point in found] == ([2] if how else [])
    assert all(f"hold {how} ground than" in point.what for point in found)


# ── What next


@pytest.mark.parametrize(
    ("outcome", "side", "first"),
    [
        ("axis", "", "new south-beach"),
        ("axis", "allied", "new cottonera"),
        ("allied", "allied", "new south-beach"),
        ("allied", "axis", "new cottonera"),
    ],
)
def test_who_has_won_plays_the_next_scenario_and_who_has_lost_the_same(outcome: str, side: str, first: str) -> None:
    match: Match[State] = Match(GAME, Setup("cottonera"), 1)
    match.state.outcome, match.side = outcome, side
    commands = [step["command"] for step in shown_at_end(match).facts()["next"]]
    assert commands[0] == first
    assert commands[-2:] == ["export html film.html", "export report report.html"]


@pytest.mark.usefixtures("in_a_folder")
def test_a_game_that_the_computer_plays_alone_is_told_to_its_end() -> None:
    told = done("new cottonera --seed 3 --axis random --allied random").out
    assert told.index("The game is over") < told.index("What next")
    steps = [line for line in done("status").out.partition("What next")[2].splitlines() if "→" in line]
    lines = told.partition("What next\n")[2].splitlines()
    assert [line.partition(" — ")[0] for line in lines[:-1]] == [step.partition(" — ")[0] for step in steps[:3]]
