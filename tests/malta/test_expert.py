"""`expert`, a position's worth, and the levels at which the computer plays."""

from time import monotonic
from typing import Any

import pytest

from tarawa_cli.cli import play
from tarawa_cli.cli.simulating import progress
from tarawa_cli.games.malta import data
from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.board import malta as malta_board
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.players import player, worth
from tarawa_cli.games.malta.players.expert import ATTACKS, LANDINGS, TURNS, USUAL, Expert, Rolls, TurnPlan, for_turn
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import lookahead
from tests.malta.common import cottonera, table
from tests.malta.shell import done, malta

FEW = "expert:2"


def battle(units: dict[str, Any], **keys: Any) -> State:
    return table(units, goal=None, **keys)


# ── Worth


def test_the_worth_of_a_position_is_a_chance_and_both_sides_share_it() -> None:
    for state in (cottonera(), GAME.begin(Setup("herkules")), GAME.begin(Setup("hal-far"))):
        assert 0 < worth.chance(state, "axis") < 1
        assert worth.chance(state, "axis") + worth.chance(state, "allied") == pytest.approx(1)


@pytest.mark.parametrize("name", ["cottonera", "herkules"])
def test_every_term_has_a_weight_and_no_weight_is_left_over(name: str) -> None:
    state = GAME.begin(Setup(name))
    for kind in worth.kinds(state):
        assert [*worth.terms(state)] == [*data.document("worth.toml")[kind]]


def test_a_game_that_is_over_is_won_or_lost() -> None:
    state = cottonera()
    state.outcome = "allied"
    assert (worth.chance(state, "axis"), worth.chance(state, "allied")) == (0.0, 1.0)


def test_what_the_axis_came_for_is_worth_something() -> None:
    units = {"i-33": "1613", "ii-33": "1714", "2rwk": "1810", "10komr": "1811", "hq-malta": "1810", "hq-liv": "1614"}
    without, held = (battle(units, control={"axis": at}) for at in ("1615", "1613 1714 1916 1712 2114 2116"))
    assert worth.chance(held, "axis") > worth.chance(without, "axis")


def test_losses_bring_the_call_off_nearer() -> None:
    units = {"i-33": "1613", "2rwk": "1810", "hq-malta": "1810"}
    few, many = (battle(units, lost_steps=steps) for steps in (6, 60))
    assert worth.next_roll(many)[1] > worth.next_roll(few)[1]
    assert worth.chance(many, "allied") > worth.chance(few, "allied")


def test_20_3_the_chances_of_the_next_roll_are_those_of_two_dice() -> None:
    """P 25 is 12: surrender at 12 alone."""
    everything = " ".join(sorted(at for at in cottonera().board.objectives if at != "1810"))
    state = battle({"i-33": "1613", "2rwk": "0506"}, control={"axis": everything})
    assert worth.next_roll(state)[0] == pytest.approx(1 / 36)


BUT_VALLETTA = " ".join(sorted(at for at in malta_board().objectives if at != "1810"))


def besieged(**keys: Any) -> State:
    """P is 25, and Valletta is held."""
    units = {"i-33": "1711", "2rwk": "1810", "11lf": "1810", "hq-malta": "1810", "hq-liv": "1712"}
    return battle(units, control={"axis": f"1711 {BUT_VALLETTA}"}, **keys)


def test_in_a_siege_time_works_for_the_allies() -> None:
    chances = [worth.chance(besieged(turn=turn), "axis") for turn in ("4jul-am", "7jul-am", "10jul-night")]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 2 * chances[-1]


def test_an_outlook_is_what_the_rolls_to_come_add_up_to() -> None:
    last = besieged(turn="10jul-night")
    assert worth.outlook(last) == pytest.approx(worth.next_roll(last))
    two = besieged(turn="10jul-pm")
    surrender, called_off = worth.next_roll(two)
    lasts = 1 - surrender - called_off
    assert worth.outlook(two) == pytest.approx((surrender * (1 + lasts), called_off * (1 + lasts)))


def test_20_3_nothing_is_rolled_on_the_first_day() -> None:
    first, second = (besieged(turn=turn) for turn in ("29jun-am", "30jun-am"))
    assert worth.outlook(first) == pytest.approx(worth.outlook(second))


def test_at_the_opening_an_axis_step_is_worth_more_than_an_allied_one() -> None:
    """Losses bring the call-off nearer, which is what the Allies fight for."""
    units = {"i-33": "1613", "ii-33": "1613", "2rwk": "1514", "10komr": "1810", "hq-malta": "1810", "hq-liv": "1614"}
    before = battle(units, turn="30jun-am", lost_steps=20)
    killed = battle({**units, "i-33": {"at": "1613", "steps": 2}}, turn="30jun-am", lost_steps=21)
    lost = battle({**units, "2rwk": {"at": "1514", "steps": 2}}, turn="30jun-am", lost_steps=20)
    chances = [worth.chance(state, "allied") for state in (before, killed, lost)]
    assert chances[1] - chances[0] > chances[0] - chances[2] > 0


def test_the_weights_of_opening_and_siege_are_mixed_by_turns() -> None:
    shares = [worth.kinds(besieged(turn=turn)) for turn in ("29jun-am", "2jul-am", "10jul-night")]
    assert [one["opening"] for one in shares] == [1.0, 0.5, 0.0]
    assert all(one["opening"] + one["siege"] == 1 for one in shares)


def test_a_roll_counts_by_its_chances_in_a_playout() -> None:
    """A double six would end the game: one playout in 36, whatever its dice."""
    state = besieged(turn="4jul-am")
    rolls = Rolls(state)
    assert rolls.face("weather") is None
    total = sum(rolls.face("surrender at 24 or more on Malta") or 0 for _ in range(2))
    assert total + 12 < 24
    after = worth.chance(state, "axis")
    assert rolls.chance("axis") == pytest.approx(1 / 36 + 35 / 36 * after)
    assert rolls.chance("allied") == pytest.approx(1 - rolls.chance("axis"))


def test_a_roll_that_must_end_the_game_ends_it() -> None:
    state = besieged(turn="4jul-am", lost_steps=600)
    rolls = Rolls(state)
    rolls.face("surrender at 24 or more on Malta")
    assert rolls.chance("axis") == pytest.approx(1 / 36)


def test_no_save_depends_on_the_weights() -> None:
    assert "worth.toml" not in GAME.files


# ── Plans


def test_the_usual_plan_comes_first_and_changes_nothing() -> None:
    for some in (*ATTACKS.values(), *TURNS.values()):
        assert some[0] is USUAL
        assert len({plan.name for plan in some}) == len(some)
    assert [plan.as_printed for plan in LANDINGS] == [False, True]


def test_the_axis_have_no_plan_that_waits() -> None:
    for plan in (*ATTACKS["axis"], *TURNS["axis"]):
        assert plan.scales.get("caution", 1.0) <= 1.0, plan.name
        assert plan.style.get("fear", 1.0) <= 1.0, plan.name


def orders(state: State, name: str, count: int = 4) -> list[str]:
    from tarawa_cli.kernel.players import play_on

    given = []
    for move in play_on(GAME, state, player(name, "1"), 1):
        given.append(move.order.text())
        if len(given) == count:
            break
    return given


def test_the_same_position_gets_the_same_orders() -> None:
    assert orders(cottonera(), FEW) == orders(cottonera(), FEW)


def test_more_playouts_may_find_another_plan_but_none_is_what_strong_does() -> None:
    assert orders(cottonera(), "expert:0") == orders(cottonera(), "strong")


def test_what_the_side_cannot_know_changes_nothing() -> None:
    """The Allies do not know the plan of jumps, whatever it is."""
    states = [GAME.begin(Setup("hal-far")) for _ in range(2)]
    for state in states:
        state.phase = "allied-movement"
    states[1].plan = {name: zone._replace(marker="1010") for name, zone in states[1].plan.items()}
    told = [Expert(2).choose(GAME.sides.view(state, "allied")) for state in states]
    assert told[0] == told[1]


# ── At the command line


@pytest.fixture
def begun(in_a_folder: None) -> None:
    done("new cottonera --seed 3")


@pytest.mark.usefixtures("begun")
def test_advice_tells_the_plan_in_figures() -> None:
    told = done("advise --player expert --playouts 3").out
    assert "the plan is to " in told
    assert "% now" in told
    assert "the worst" in told
    assert "at the end of the turn" in told or "after the answer" in told
    assert "plan" in done("advise --player expert --playouts 3 --json").json["advice"]
    assert "plan" not in done("advise --json").json["advice"]


@pytest.mark.usefixtures("begun")
def test_time_limits_advice_where_it_is_asked_for() -> None:
    assert "the plan is to " in done("advise --player expert --think 1").out
    refused = malta("advise --player expert --think 1 --playouts 2")
    assert refused.code == 2


@pytest.mark.parametrize("line", ["advise", "autoplay", "simulate -g 1", "forecast -g 1"])
@pytest.mark.usefixtures("begun")
def test_only_expert_plays_plans_out(line: str) -> None:
    refused = malta(f"{line} --player strong --playouts 4")
    assert (refused.code, refused.err.splitlines()[1]) == (2, "  add --player expert")


@pytest.mark.parametrize(
    ("level", "name"), [("easy", "historical"), ("medium", "strong"), ("hard", "expert"), ("", "strong")]
)
@pytest.mark.usefixtures("in_a_folder")
def test_a_save_keeps_the_player_of_a_level(level: str, name: str) -> None:
    done(f"new cottonera --seed 3 --allied computer {f'--level {level}' if level else ''}")
    assert done("delegate --json").json["delegated"] == {"allied": {"all": name}}


@pytest.mark.usefixtures("in_a_folder")
def test_there_are_three_levels() -> None:
    refused = malta("new cottonera --allied computer --level brutal")
    assert refused.code == 2
    assert "easy" in refused.err


def test_a_bar_tells_the_time_left() -> None:
    assert progress(10, 40, 20.0) == f"[{'#' * 10}{'.' * 30}] 10/40, 1:00 left"
    assert progress(1, 100, 60.0).endswith("1:39:00 left")
    assert progress(7, 7, 3.0).endswith("] 7/7, 0:00 left")


def test_a_scheme_of_invasion_is_picked_from_several() -> None:
    """The first order of a plan of one's own says which scheme it follows."""
    state = GAME.begin(GAME.complete(Setup("herkules", options={"plan": "own"})))
    assert state.phase == "setup-axis"
    choice = Expert(16).choose(state)
    assert choice.order.text().startswith("zone ")
    assert choice.plan.startswith("the plan is to land ")


@pytest.mark.usefixtures("begun")
def test_time_counts_in_play_at_a_terminal_only() -> None:
    refused = malta("play --think 1")
    assert (refused.code, refused.out) == (2, "")
    assert "at a terminal" in refused.err


@pytest.mark.usefixtures("begun")
def test_at_a_terminal_each_decision_takes_the_time_that_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr(play, "_is_terminal", lambda: True)
    monkeypatch.setattr(play, "_play_typed", lambda *_: seen.append(lookahead._CLOCK.get()))
    done("play --think 7")
    done("play")
    assert seen == [(monotonic, 7), (None, 0)]


def test_advice_says_what_it_fears() -> None:
    """One battalion cannot hold both airfields against those who come: one of them is lost."""
    units = {"1d": "1916", "i-33": "1915", "ii-33": "1514", "iii-33": "1514", "2rwk": "1810", "10komr": "1811"}
    state = battle({**units, "hq-malta": "1810"}, phase="allied-movement")
    told = Expert(4).choose(state).plan
    assert " lost" in told.partition("the worst")[2]
    assert "1613" in told.partition("the worst")[2]


# ── From the position alone


def test_the_position_suggests_goals_and_prey() -> None:
    """An enemy battalion alone on a beach, and a city that he took."""
    units = {"i-33": "1416", "ii-33": "1911", "2d": "1515", "1dli": "1314", "4b": "1413", "2rwk": "1810"}
    state = battle({**units, "hq-malta": "1810"}, phase="allied-movement", control={"axis": "1416 1911"})
    names = [plan.name for plan in for_turn(state, "allied")]
    assert names[0] == USUAL.name
    assert [name for name in names if name.startswith("go for ") and "1911" in name]
    assert [name for name in names if name.startswith("destroy the enemy at ") and "1416" in name]
    assert [name for name in names if name.startswith("hold ") and "1811" in name], "nobody is in the Dockyard"


def test_whoever_goes_for_an_enemy_thinks_the_more_of_what_is_held() -> None:
    state = battle({"2rwk": "1810", "i-33": "1416"}, control={"axis": "1416 1613"})
    accents = TurnPlan("destroy the enemy at 1416", targets=("1416",)).accents(state, "allied")
    assert accents["1416"] > 1
    assert accents["1810"] > accents["1613"]


def test_a_new_sitting_continues_with_the_plan_that_the_position_gives() -> None:
    """Against a person every command is a program of its own: support and combat need no memory of the movement."""
    begun = cottonera()
    begun.phase = "axis-support"
    told = [who.choose(begun.copied()) for who in (Expert(4), _after_movement(Expert(4)))]
    assert told[0] == told[1]


def _after_movement(expert: Expert) -> Expert:
    expert.choose(cottonera())
    return expert
