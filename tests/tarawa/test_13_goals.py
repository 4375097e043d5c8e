"""13.3, our own addition: a scenario's goal, met at once or at the end, judged by its price, checked when read."""

from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games.tarawa.exports import position as exported
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.games.tarawa.model import scenario
from tarawa_cli.games.tarawa.model.scenario import Goal, GroundGoal
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.narration.sentences import goal_lines, sentences
from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import progress
from tarawa_cli.games.tarawa.views import facts
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves import toml
from tests.tarawa.common import LEVEL, all_but, of_type
from tests.tarawa.ground import free_hexes, give, refuse
from tests.tarawa.tools import HEAD

ACTIVE = {"at": "2627", "supply": "active", "landed": 3}
TWO = '[goal]\ntext = "two hexes"\nground = [{ name = "palms", hexes = ["2726", "2727"], at_least = 2 }]\n'
ONE = '[goal]\ntext = "one hex"\nground = [{ name = "palms", hexes = ["2726"] }]\n'


def setup(folder: Path, goal: str, head: str = HEAD, **keys: Any) -> Setup:
    """A scenario with a goal that starts in the actions of turn 4: 2/8A and 2/8E in 2627, all morale at 0."""
    units = {"2/8A": ACTIVE, "2/8E": ACTIVE} | keys.pop("units", {})
    tracks = LEVEL | {"marines": 5} | keys.pop("tracks", {})
    doc = {"turn": 4, "phase": "actions", "default": "absent", "occupied": "2627", "tracks": tracks, "units": units}
    text = f"{head}{goal}[position]\n" + "\n".join(toml.lines(doc | keys)) + "\n"
    path = folder / f"goal-{len(list(folder.iterdir()))}.toml"
    path.write_text(text, encoding="utf-8")
    return Setup(path.name, str(folder))


def start(folder: Path, goal: str, head: str = HEAD, **keys: Any) -> State:
    return GAME.begin(setup(folder, goal, head, **keys))


def end_turn(state: State, *dice: int) -> list[Any]:
    """Through the rest of the turn, with the dice that it takes; no head is placed."""
    events = give(state, "next", *dice)
    return events + (give(state, "next") if state.phase == "supply-check" else [])


# ── At once


def test_13_3_a_goal_that_is_reached_ends_the_game_at_once(tmp_path: Path) -> None:
    state = start(tmp_path, TWO, cleared="2727")
    events = give(state, "attack 2/8A --on 2726", 1, 6)
    assert [event.rule for event in events if event.type == "game-over"] == ["13.3"]
    assert (state.outcome, state.phase, state.stack) == ("victory", "actions", [])
    assert legal(state) == []
    assert refuse(state, "next").rule == "12"


def test_13_3_half_a_goal_is_none(tmp_path: Path) -> None:
    state = start(tmp_path, TWO)
    give(state, "attack 2/8A --on 2726", 1, 6)
    assert state.outcome == ""
    assert "next" in legal(state)


def test_13_3_the_first_of_two_hexes_taken_together_may_be_enough(tmp_path: Path) -> None:
    state = start(tmp_path, ONE, tracks={"japanese": -5})
    events = give(state, "attack 2/8A --on 2726 --on 2727", 1, 6)
    assert (state.outcome, state.cleared) == ("victory", {"2726"})
    assert len(of_type(events, "game-over")) == 1


def test_13_3_a_pillbox_that_ends_the_game_asks_nothing(tmp_path: Path) -> None:
    goal = ONE.replace("2726", "2626")
    state = start(tmp_path, goal, demolished={"2626": 1})
    give(state, "demolish 2/8E --on 2626 --support 2/8A", 1, 6)
    assert (state.outcome, state.stack) == ("victory", [])


def test_13_3_airstrip_counts_when_it_is_entered_and_nobody_fires_after_the_end(tmp_path: Path) -> None:
    goal = ONE.replace("2726", "2730")
    state = start(tmp_path, goal, units={"2/8A": ACTIVE | {"at": "2630"}}, cleared="2630")
    give(state, "move 2/8A 2730")
    assert (state.outcome, state.units["2/8A"].at, state.stack) == ("victory", "2730", [])


def test_13_3_a_beach_counts_in_the_turn_in_which_it_is_landed_on(tmp_path: Path) -> None:
    goal = ONE.replace("2726", "2531")
    swimmer = {"at": "2431", "beach": "red3"}
    state = start(tmp_path, goal, units={"3/8A": swimmer}, phase="impulse-3")
    give(state, "advance 3/8A 2531")
    assert state.outcome == ""
    give(state, "next")
    assert (state.outcome, state.phase) == ("victory", "beach-landing")


def test_13_3_a_supply_head_counts_when_it_is_set_up(tmp_path: Path) -> None:
    goal = '[goal]\ntext = "a head"\nheads = 1\n'
    state = start(tmp_path, goal, phase="supply-check", cleared="2731")
    give(state, "head 2731")
    assert state.outcome == "victory"


def test_13_3_the_goal_can_be_reached_by_a_collapse(tmp_path: Path) -> None:
    state = start(tmp_path, ONE, phase="morale", tracks={"japanese": -5}, cleared=all_but("2726", "4403"))
    give(state, "next", 1, 1, 1)
    assert (state.outcome, state.phase) == ("victory", "morale")


# ── At the end

HOLD = TWO.replace('text = "two hexes"', 'text = "two hexes"\njudged = "at the end"')
LAST = HEAD + "length = 4\n"


def test_13_3_what_must_be_held_is_judged_when_the_last_turn_is_over(tmp_path: Path) -> None:
    state = start(tmp_path, HOLD, LAST, cleared="2726 2727")
    events = end_turn(state, 1, 1)
    assert of_type(events, "game-over") == [{"outcome": "victory"}]
    assert (state.outcome, state.turn, state.phase) == ("victory", 4, "final")


def test_13_3_what_was_held_and_lost_counts_for_nothing(tmp_path: Path) -> None:
    state = start(tmp_path, HOLD, LAST, cleared="2726")
    end_turn(state, 1, 1)
    assert state.outcome == "time"


def test_13_3_a_goal_for_the_end_does_not_end_the_game_before(tmp_path: Path) -> None:
    state = start(tmp_path, HOLD, cleared="2727")
    give(state, "attack 2/8A --on 2726", 1, 6)
    assert state.outcome == ""
    assert all(part.met for part in progress(state))


def test_13_3_a_goal_missed_is_a_defeat_by_time(tmp_path: Path) -> None:
    state = start(tmp_path, TWO, LAST)
    events = end_turn(state, 1, 1)
    assert [(event.rule, event.facts) for event in events if event.type == "game-over"] == [
        ("13.3", {"outcome": "time"})
    ]


def test_13_3_without_a_goal_the_last_turn_ends_as_ever(tmp_path: Path) -> None:
    state = start(tmp_path, "", LAST)
    events = end_turn(state, 1, 1)
    assert [(event.rule, event.facts) for event in events if event.type == "game-over"] == [("12", {"outcome": "time"})]
    assert sentences(events, state)[-1] == "  Defeat: Betio is not cleared in time  [12]"
    assert progress(state) == []
    assert goal_lines(state) == []


# ── The price


@pytest.mark.parametrize(
    ("limit", "casualties", "outcome"),
    [
        ("casualties = 900", 850, "victory"),
        ("casualties = 900", 900, "pyrrhic"),
        ("casualties = 900", 6050, "ruined"),
        ("", 4950, "victory"),
        ("", 5000, "pyrrhic"),
        ("casualties = 9000", 5000, "pyrrhic"),
    ],
)
def test_13_3_casualties_decide_and_a_goal_can_only_lower_the_limit(
    tmp_path: Path, limit: str, casualties: int, outcome: str
) -> None:
    goal = ONE.replace("[goal]\n", f"[goal]\n{limit}\n")
    state = start(tmp_path, goal, casualties=casualties)
    give(state, "attack 2/8A --on 2726", 1, 6)
    assert state.outcome == outcome


def test_13_3_a_missed_goal_is_not_judged_by_its_price(tmp_path: Path) -> None:
    state = start(tmp_path, TWO, LAST, casualties=6050)
    end_turn(state, 1, 1)
    assert state.outcome == "time"


# ── Chapter 12 goes on


def test_13_3_a_clear_island_ends_the_game_by_chapter_12_whatever_the_goal(tmp_path: Path) -> None:
    goal = '[goal]\ntext = "heads"\njudged = "at the end"\nheads = 4\n'
    state = start(tmp_path, goal, cleared=all_but("2726"), occupied=free_hexes())
    events = give(state, "attack 2/8A --on 2726", 1, 6)
    assert [(event.rule, event.facts) for event in events if event.type == "game-over"] == [
        ("12", {"outcome": "victory"})
    ]
    assert sentences(events, state)[-1] == "  Victory: Betio is cleared  [12]"


def test_13_3_an_invasion_called_off_is_called_off(tmp_path: Path) -> None:
    state = start(tmp_path, TWO, phase="morale", tracks={"marines": -5})
    events = give(state, "next", 6)
    assert state.outcome == "called-off"
    assert "the invasion is called off" in sentences(events, state)[-1]


# ── What the player sees


def test_13_3_the_end_tells_the_goal_and_what_was_missing(tmp_path: Path) -> None:
    state = start(tmp_path, TWO, LAST, cleared="2727")
    told = sentences(end_turn(state, 1, 1), state)
    assert told[-1] == "  Defeat: goal not reached in time  [13.3]"
    assert goal_lines(state)[0] == "  palms: 1 of 2, 1 left: 2726"


def test_13_3_the_last_turn_is_announced(tmp_path: Path) -> None:
    state = start(tmp_path, TWO, HEAD + "length = 5\n")
    told = sentences(end_turn(state, 1, 1, 1, 1), state)
    assert "── Turn 5: 20 November, 17:00, the last turn" in told


@pytest.mark.parametrize(
    ("ground", "cleared", "line"),
    [
        ('{ name = "x", areas = ["red3"], at_least = 5 }', "2726", "x: 1 of 5, 4 left"),
        ('{ name = "x", hexes = ["2726", "2727", "2728"], at_least = 2 }', "2726", "x: 1 of 2, 1 left of 2727 2728"),
        ('{ name = "x", hexes = ["2726", "2727"] }', "2726", "x: 1 of 2, 1 left: 2727"),
        ('{ name = "x", hexes = ["2726", "2727"], at_least = 1 }', "2726 2727", "x: 2 of 1, done"),
        ('{ name = "x", at_least = 300 }', "2726", "x: 2 of 300, 298 left"),
    ],
)
def test_13_3_progress_tells_what_is_done_and_what_is_left(
    tmp_path: Path, ground: str, cleared: str, line: str
) -> None:
    state = start(tmp_path, f'[goal]\ntext = "x"\njudged = "at the end"\nground = [{ground}]\n', cleared=cleared)
    assert goal_lines(state)[0] == f"  {line}"


def test_13_3_of_an_area_only_what_must_be_cleared_counts() -> None:
    targets = GroundGoal("x", areas=("red3",)).targets
    assert len(targets) == 32
    assert not {"2531", "2730"} & set(targets), "neither beach nor airstrip"
    assert GroundGoal("x", areas=("red3",), hexes=("2726", "2531")).targets == (
        "2726",
        "2531",
        *targets[:10],
        *targets[11:],
    )
    assert GroundGoal("x").needed == 303


def test_13_3_json_has_the_goal_and_its_parts(tmp_path: Path) -> None:
    goal = '[goal]\ntext = "both"\njudged = "at the end"\ncasualties = 900\nheads = 2\n'
    goal += 'ground = [{ name = "palms", hexes = ["2726", "2727"] }]\n'
    match: Match[State] = Match(GAME, setup(tmp_path, goal, cleared="2726", heads="2627"), 1)
    assert facts.brief(match.state, match)["goal"] == {
        "text": "both",
        "judged": "at the end",
        "last_turn": 30,
        "casualties": 900,
        "parts": [
            {"name": "palms", "done": 1, "needed": 2, "left": ["2727"], "met": False},
            {"name": "supply heads", "done": 1, "needed": 2, "left": [], "met": False},
        ],
        "met": False,
    }
    plain: Match[State] = Match(GAME, Setup("campaign"), 1)
    assert facts.brief(plain.state, plain)["goal"] is None


# ── Reading it


def wrong(folder: Path, goal: str) -> list[str]:
    """What is wrong with a goal; the file is named."""
    given = setup(folder, goal)
    with pytest.raises(BadFile) as caught:
        GAME.begin(given)
    assert given.scenario in caught.value.message
    return list(caught.value.problems)


def test_13_3_everything_wrong_with_a_goal_is_told_at_once(tmp_path: Path) -> None:
    goal = """
[goal]
judged = "soon"
casualties = 0
heads = 5
luck = 1
[[goal.ground]]
hexes = ["2726", "1431", "x"]
areas = ["omaha"]
at_least = 0
weather = "fine"
[[goal.ground]]
name = "y"
hexes = "2726"
at_least = 1000
[[goal.ground]]
name = "z"
hexes = ["2726", "2727", "2726"]
at_least = 3
"""
    assert wrong(tmp_path, goal) == [
        "goal.luck: no such key",
        "goal.text: must be a string",
        "goal.judged: must be at once or at the end",
        "goal.casualties: must be a whole number from 1 to 99950",
        "goal.heads: must be a whole number from 1 to 4",
        "goal.ground.1.weather: no such key",
        "goal.ground.1.name: must be a string",
        "goal.ground.1.areas: there is no area 'omaha'",
        "goal.ground.1.hexes: there is no land hex '1431'",
        "goal.ground.1.hexes: there is no land hex 'x'",
        "goal.ground.1.at_least: must be a whole number from 1 to 303",
        "goal.ground.2.hexes: must be an array of strings",
        "goal.ground.2.at_least: must be a whole number from 1 to 303",
        "goal.ground.3.at_least: must be a whole number from 1 to 2",
    ]


@pytest.mark.parametrize("value", ["5", "[]", '"x"', "true"])
def test_13_3_a_goal_that_is_no_table_is_named(tmp_path: Path, value: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(f"goal = {value}\n{HEAD}", encoding="utf-8")
    with pytest.raises(BadFile, match="goal: must be a table"):
        scenario.load(str(path))


@pytest.mark.parametrize("ground", ["ground = []", "ground = {}", "casualties = 100", ""])
def test_13_3_a_goal_must_ask_for_something(tmp_path: Path, ground: str) -> None:
    assert "goal: must name ground or heads" in wrong(tmp_path, f'[goal]\ntext = "x"\n{ground}\n')


@pytest.mark.parametrize("ground", ["5", '"2726"', '[{ name = "x" }, 5]', "{ x = 1 }"])
def test_13_3_ground_that_is_no_array_of_tables_is_named(tmp_path: Path, ground: str) -> None:
    (found,) = wrong(tmp_path, f'[goal]\ntext = "x"\nground = {ground}\n')
    assert found in ("goal.ground: must be an array of tables", "goal.ground.2: must be a table")


def test_13_3_a_position_that_has_reached_the_goal_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="goal: the position has already reached it"):
        start(tmp_path, ONE, cleared="2726")
    over = start(tmp_path, ONE, cleared="2726", outcome="victory")
    assert over.outcome == "victory"


def test_13_3_a_goal_comes_with_the_base_unless_there_is_another(tmp_path: Path) -> None:
    red3 = scenario.load(scenario.shipped()["red-beach-3"])
    assert red3.goal
    head = HEAD.replace('"campaign"', '"red-beach-3"')
    for number, text in enumerate((head, head + ONE)):
        (tmp_path / f"{number}.toml").write_text(text, encoding="utf-8")
    assert scenario.load(str(tmp_path / "0.toml")).goal == red3.goal
    assert scenario.load(str(tmp_path / "1.toml")).goal == Goal("one hex", ground=(GroundGoal("palms", (), ("2726",)),))


def test_13_3_an_exported_position_keeps_the_goal(tmp_path: Path) -> None:
    state = start(tmp_path, HOLD.replace("[goal]\n", "[goal]\ncasualties = 900\nheads = 1\n"), cleared="2726")
    (tmp_path / "export.toml").write_text(exported(state), encoding="utf-8")
    again = GAME.begin(Setup("export.toml", str(tmp_path)))
    assert again.setting.scenario.goal == state.setting.scenario.goal
    assert GAME.dump(again) == GAME.dump(state)


def test_13_3_an_exported_position_of_a_shipped_scenario_has_it_as_its_base() -> None:
    text = exported(GAME.begin(Setup("red-beach-3")))
    assert 'base = "red-beach-3"' in text
    assert "[goal]" not in text
