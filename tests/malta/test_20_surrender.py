"""20.3, 4.41, 22: how a game ends."""

from fractions import Fraction
from typing import Any

import pytest

from tarawa_cli.games.malta.exports import position
from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.scenario import parsed, shipped
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rules.ch20_22_victory_scenarios import least, losses, objectives, pressure
from tarawa_cli.games.malta.views.reports import surrender_lines
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Setup
from tests.malta.common import GOAL, order, refused, table, told

FAR: dict[str, Any] = {"i-33": "1513", "2rwk": "0605"}
CITIES = ["1112", "1709", "1810", "1811", "1911"]


def dusk(units: dict[str, Any] | None = None, turn: str = "5jul-noon", **keys: Any) -> State:
    """The last moment before 4.41, in a game without a goal."""
    return table(FAR if units is None else units, None, turn=turn, phase="allied-combat", **keys)


def test_the_cities_are_those_of_the_map() -> None:
    state = dusk()
    assert [at for at, kind in sorted(state.board.terrain.items()) if kind == "city"] == CITIES


# ── P


def test_20_3_p_counts_objectives_that_are_controlled_and_out_of_danger() -> None:
    held = {"axis": ["1613", "1714", "1112", "1211", "1513"]}
    units = {"i-33": "1513", "2rwk": "1113", "ii-33": "1211"}
    assert objectives(dusk(units, control=held)) == {"1211": 2, "1613": 3, "1714": 1}
    assert pressure(dusk(units, control=held)) == 6


def test_20_3_an_occupied_objective_counts_beside_the_enemy_too() -> None:
    held = {"axis": ["1112"]}
    assert pressure(dusk({"i-33": "1112", "2rwk": "1113"}, control=held)) == 2
    assert pressure(dusk({"i-33": "1513", "2rwk": "1113"}, control=held)) == 0


@pytest.mark.parametrize(("unit", "p"), [("hq-liv", 0), ("chirieleison", 0), ("i-28", 0), ("liv-gen", 2)])
def test_20_3_only_a_combat_unit_occupies_an_objective(unit: str, p: int) -> None:
    assert pressure(dusk({unit: "1112", "2rwk": "1113"}, control={"axis": ["1112"]})) == p


# ── Surrender


def held_for(p: int) -> dict[str, Any]:
    """Ground worth P, none of it in danger."""
    axis: list[str] = []
    state = dusk()
    for at, weight in sorted(state.board.objectives.items(), key=lambda pair: -pair[1]):
        if weight <= p and at != "1810":
            axis.append(at)
            p -= weight
    assert p == 0
    return {"axis": [*axis, "1513"]}


@pytest.mark.parametrize("p", [0, 4, 12, 21, 22, 24, 25])
def test_20_3_the_chance_of_surrender_exactly(p: int) -> None:
    """Two dice + P/2 of 24 or more."""
    hits = 0
    for dice in [(one, other) for one in range(1, 7) for other in range(1, 7)]:
        state = dusk(control=held_for(p))
        order(state, "next", *dice)
        hits += state.outcome == "surrender"
    ways = [one + other for one in range(1, 7) for other in range(1, 7)]
    assert Fraction(hits, 36) == Fraction(sum(total + p // 2 >= 24 for total in ways), 36)


@pytest.mark.parametrize(("p", "chance"), [(23, 0), (24, 1), (25, 1), (26, 3), (27, 3), (28, 6)])
def test_20_3_the_same_as_numbers_out_of_36(p: int, chance: int) -> None:
    ways = [one + other for one in range(1, 7) for other in range(1, 7)]
    assert sum(total + p // 2 >= 24 for total in ways) == chance


def test_20_3_a_scenario_may_have_its_own_total() -> None:
    state = GAME.begin(Setup("last-stand"))
    assert (least(state), least(dusk())) == (18, 24)
    state.phase = "allied-combat"
    state.stack = []
    assert pressure(state) == 12
    order(state, "next", 6, 6)
    assert state.outcome == "surrender"


@pytest.mark.parametrize("total", ["2", "40", "true", "18.0", '"many"'])
def test_20_3_such_a_total_is_one_that_can_be_rolled(total: str) -> None:
    text = f'[scenario]\nid = "own"\nname = "Own"\nsurrender = {total}\n'
    with pytest.raises(BadFile) as caught:
        parsed(text, "own.toml")
    assert list(caught.value.problems) == ["scenario.surrender: must be a total of 3 to 39"]


@pytest.mark.parametrize(("dice", "outcome"), [((5, 6), ""), ((6, 6), "surrender")])
def test_20_3_a_scenario_may_have_its_own_number(dice: tuple[int, int], outcome: str) -> None:
    """P 12 and a double six make 18: enough in `last-stand`, and nowhere else."""
    state = dusk(control=held_for(12))
    own = dusk(control=held_for(12))
    own.setting.scenario = own.setting.scenario._replace(surrender=18)
    order(own, "next", *dice)
    order(state, "next", *dice)
    assert (own.outcome, state.outcome) == (outcome, "")


@pytest.mark.parametrize("name", shipped())
def test_22_an_exported_position_ends_as_its_scenario_does(name: str) -> None:
    state = GAME.begin(Setup(name))
    here, again = state.setting.scenario, parsed(position(state, ""), "here.toml")
    assert (again.surrender, again.goal, again.last) == (here.surrender, here.goal, here.last)


def test_20_3_every_city_is_enough() -> None:
    state = dusk({"i-33": "1513", "2rwk": "0605"}, control={"axis": CITIES})
    assert told(order(state, "next"), "game-over") == [{"outcome": "surrender"}]


def test_20_3_not_before_30_june() -> None:
    state = dusk(turn="29jun-am", control={"axis": CITIES})
    order(state, "next")
    assert state.outcome == ""
    later = dusk(turn="30jun-am", control={"axis": CITIES})
    order(later, "next")
    assert later.outcome == "surrender"


# ── Call-off


def test_20_3_l_is_a_third_of_the_steps_lost() -> None:
    assert [losses(dusk(lost_steps=steps)) for steps in (0, 2, 3, 17, 18)] == [0, 0, 1, 5, 6]


@pytest.mark.parametrize(("steps", "dice", "outcome"), [(18, (1, 1), "called-off"), (17, (1, 1), ""), (18, (1, 2), "")])
def test_20_3_a_low_roll_after_heavy_losses_calls_it_off(steps: int, dice: tuple[int, int], outcome: str) -> None:
    """Eighteen steps make L 6: two dice - 3 of -1 or less."""
    state = dusk(lost_steps=steps)
    order(state, "next", *dice)
    assert state.outcome == outcome


@pytest.mark.parametrize(
    ("turn", "outcome"),
    [("30jun-am", ""), ("1jul-am", ""), ("1jul-pm", ""), ("2jul-am", "called-off"), ("2jul-noon", "called-off")],
)
def test_20_3_the_roll_calls_it_off_from_2_july_on(turn: str, outcome: str) -> None:
    state = dusk(turn=turn, lost_steps=60)
    told_before = "\n".join(surrender_lines(state))
    assert ("cannot be called off yet" in told_before) == (outcome == "")
    (thrown,) = told(order(state, "next", 1, 1), "throw")
    assert state.outcome == outcome
    assert ("no call-off yet" in thrown["purpose"]) == (outcome == "")


def test_20_3_with_nobody_left_it_is_called_off_on_30_june_too() -> None:
    state = dusk({"2rwk": "0605"}, turn="30jun-am")
    order(state, "next")
    assert state.outcome == "called-off"


def test_20_3_objectives_hold_the_call_off_back() -> None:
    state = dusk(lost_steps=18, control={"axis": ["1613", "1513"]})
    order(state, "next", 1, 1)
    assert state.outcome == ""


def test_20_3_with_nobody_left_it_is_called_off_at_once() -> None:
    for waiting in ({}, {"gorizia": "1320", "hq-fri": "follow-up:south"}, {"lspz-1": "air"}):
        state = dusk({"2rwk": "0605", **waiting})
        order(state, "next")
        assert state.outcome == "called-off", waiting


@pytest.mark.parametrize("place", ["follow-up:south", "1716"])
def test_20_3_somebody_at_sea_or_ashore_keeps_it_going(place: str) -> None:
    state = dusk({"2rwk": "0605", "i-88": place})
    order(state, "next", 3, 4)
    assert state.outcome == ""


def test_20_3_jumpers_and_planes_with_an_airfield_keep_it_going() -> None:
    state = dusk({"2rwk": "0605", "adra": "air"})
    order(state, "next", 3, 4)
    assert state.outcome == ""
    field = dusk({"2rwk": "0605", "lspz-1": "air"}, control={"axis": ["1714"]})
    order(field, "next", 3, 4)
    assert field.outcome == ""


# ── The last turn


def test_20_3_after_the_last_turn_malta_stands() -> None:
    state = dusk(turn="10jul-night")
    order(state, "next", 3, 4)
    assert state.outcome == "stands"
    assert refused(state, "next").rule == "22"


def test_20_3_the_dice_of_the_last_turn_come_first() -> None:
    state = dusk(turn="10jul-night", control={"axis": CITIES})
    order(state, "next")
    assert state.outcome == "surrender"


def test_22_a_scenario_with_a_goal_rolls_no_dice() -> None:
    state = table(FAR, turn="10jul-night", phase="allied-combat", control={"axis": [*GOAL.hexes]})
    order(state, "next")
    assert state.outcome == "axis"


@pytest.mark.parametrize(
    ("axis", "outcome"),
    [("1916 1714", "axis"), ("1916", "allied"), ("1714 1613", "allied"), ("1916 1613 1211", "axis")],
)
def test_22_some_hexes_may_be_needed_and_so_many_of_the_others_be_enough(axis: str, outcome: str) -> None:
    goal = GOAL._replace(hexes=("1613", "1714", "1211"), needed=("1916",), least=1)
    state = table(FAR, goal, turn="10jul-night", phase="allied-combat", control={"axis": axis.split()})
    order(state, "next")
    assert state.outcome == outcome
