"""Chapter 19: jumps: the drift, the losses, the fight in the hex, the step after it."""

from fractions import Fraction

import pytest

from tarawa_cli.games.malta.game import MALTESE
from tarawa_cli.games.malta.invariants import invariants
from tarawa_cli.games.malta.model import codec
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rules.ch19_drops import guns_near, marker_modifiers, moved, series_modifiers
from tests.malta.common import order, refused, table, told
from tests.malta.jumping import FAR, loss, plane

# ── Drift


def shares(plus: int) -> dict[str, Fraction]:
    ways = [CHARTS.table("jump").result(one + other + plus, "1") for one in range(1, 7) for other in range(1, 7)]
    return {result: Fraction(ways.count(result), 36) for result in dict.fromkeys(sorted(ways))}


@pytest.mark.parametrize(
    ("plus", "ways"),
    [
        (-2, "on-target 21, one-hex 12, half-a-die 3"),
        (-1, "on-target 15, one-hex 15, half-a-die 5, a-die 1"),
        (0, "on-target 10, one-hex 16, half-a-die 7, a-die 3"),
        (1, "on-target 6, one-hex 15, half-a-die 9, a-die 5, two-dice 1"),
        (2, "on-target 3, one-hex 12, half-a-die 11, a-die 7, two-dice 3"),
        (3, "on-target 1, one-hex 9, half-a-die 11, a-die 9, two-dice 6"),
    ],
)
def test_19_41_the_chances_of_drift_by_modifier(plus: int, ways: str) -> None:
    wanted = {name: Fraction(int(number), 36) for name, number in (part.split() for part in ways.split(", "))}
    assert shares(plus) == dict(sorted(wanted.items()))


def test_19_41_the_modifiers_of_a_marker_and_of_a_series() -> None:
    state = plane({"haa-7": "1613", "laa-32": "1414", "haa-4": {"at": "1513", "state": "demoralised"}}, "fj-kroh")
    assert [modifier.value for modifier in marker_modifiers(state, "german")] == [-1]
    assert marker_modifiers(state, "italian") == []
    assert [gun.id for gun in guns_near(state, "1414")] == ["haa-4", "haa-7", "laa-32"], "Demoralised or not"
    german = state.named(["fj-kroh", "fj-pio"])
    assert sum(modifier.value for modifier in series_modifiers(state, german, "1414")) == 2
    assert sum(modifier.value for modifier in series_modifiers(state, state.named(["ii-folgore"]), "1414")) == 3


def test_21_1_alone_both_drift_farther() -> None:
    state = table(FAR, alone=True, turn="29jun-am", phase="airborne")
    assert [modifier.value for modifier in marker_modifiers(state, "german")] == [-1, 2]
    assert [modifier.value for modifier in series_modifiers(state, state.named(["fj-kroh"]), "1414")] == [-1, 2]


def test_19_41_directions_go_clockwise_from_the_north() -> None:
    table_ = CHARTS.table("scatter")
    assert [moved("1414", table_.result(die, "1"), 1) for die in range(1, 7)] == [
        "1413", "1514", "1515", "1415", "1315", "1314",
    ]  # fmt: skip
    assert moved("1402", "n", 3) is None


def test_19_41_all_on_target() -> None:
    state = plane({}, "fj-kroh", "fj-heydte ne1")
    order(state, "next", 2, 2, 2, 2, 3, 2, *[1] * 6)
    assert {state.units[f"fj-kroh-{n}"].at for n in (1, 2, 3)} == {"1414"}
    assert {state.units[f"fj-heydte-{n}"].at for n in (1, 2, 3)} == {"1514"}
    assert state.units["fj-kroh"].at == "pool"
    assert {"1414", "1514"} <= state.control


def test_19_41_the_marker_takes_its_series_along_and_they_drift_from_there() -> None:
    """German -1: the marker 7 - 1, one hex south; the series 10 - 1, half of a 3 to the north-east."""
    state = plane({}, "fj-kroh")
    events = order(state, "next", 3, 4, 4, 5, 5, 3, 2, *[1] * 3)
    assert [facts["hex"] for facts in told(events, "marker-down")] == ["1415"]
    assert {state.units[f"fj-kroh-{n}"].at for n in (1, 2, 3)} == {moved("1415", "ne", 2)}


def test_19_41_at_11_each_unit_drifts_for_itself() -> None:
    """12 - 1: a die of hexes for each company, then its direction."""
    state = plane({}, "fj-kroh")
    order(state, "next", 1, 1, 6, 6, 1, 1, 2, 2, 3, 1, *[1] * 3)
    places = [state.units[f"fj-kroh-{n}"].at for n in (1, 2, 3)]
    assert places == ["1413", moved("1414", "ne", 2), "1411"]


def test_19_41_who_drifts_into_the_sea_is_lost() -> None:
    state = plane({}, "fj-pio")
    state.plan["kroh"] = state.plan["kroh"]._replace(marker="1316")
    order(state, "next", 1, 1, 4, 3, 4)
    assert state.units["fj-pio"].at == "lost"
    assert state.lost_steps == 1


def test_19_41_a_series_over_the_sea_is_cancelled_and_stays_whole() -> None:
    state = plane({}, "fj-kroh s2")
    state.plan["kroh"] = state.plan["kroh"]._replace(marker="1416")
    order(state, "next", 1, 1)
    assert (state.units["fj-kroh"].at, state.units["fj-kroh"].steps, state.plan) == ("air", 3, {})


def test_8_3_jumpers_carry_supplies_until_the_next_night() -> None:
    state = plane({}, "fj-pio")
    order(state, "next", 1, 1, 1, 1, 1)
    pioneers = state.units["fj-pio"]
    assert (CHARTS.turn(pioneers.carries_until).id, pioneers.landed) == ("30jun-night", True)


# ── Losses


def test_19_46_enemies_guns_and_rough_ground_add_up() -> None:
    assert loss({}, "1514") == 0
    assert loss({"2d": "1514"}, "1514") == 1
    assert loss({"laa-32": "1614"}, "1514") == 1
    assert loss({"haa-4": {"at": "1613", "state": "demoralised"}}, "1514") == 1
    assert loss({}, "1314") == 1, "a town"
    assert loss({"10komr": "1810", "laa-3m": "1810"}, "1810") == 3


def test_19_46_coast_guns_leaders_and_headquarters_are_no_enemies_there() -> None:
    assert loss({"cg-benghisa": "1514", "gort": "1514", "hq-malta": "1514"}, "1514") == 0


@pytest.mark.parametrize(("plus", "lost"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_19_46_the_chances_of_a_loss_exactly(plus: int, lost: int) -> None:
    results = [CHARTS.table("airborne-loss").result(die + plus, "1") for die in range(1, 7)]
    assert Fraction(results.count("reduced"), 6) == Fraction(lost, 6)


def test_19_46_a_company_is_reduced_and_those_with_one_side_are_gone() -> None:
    state = plane({"laa-32": "1614"}, "fj-kroh", "fj-pio fj-art hq-ramcke ramcke")
    order(state, "next", 1, 1, 1, 2, 1, 2, 6, 5, 5, 6, 6)
    assert (state.units["fj-kroh-1"].reduced, state.units["fj-kroh-2"].reduced) == (True, False)
    assert state.units["fj-kroh-1"].strength == (1, 1)
    assert [state.units[id].at for id in ("fj-art", "fj-pio", "hq-ramcke", "ramcke")] == [
        "lost",
        "lost",
        "1414",
        "1414",
    ]


# ── The fight in the hex


def test_19_5_jumpers_fight_whom_they_fall_on_and_take_the_hex() -> None:
    """6 against 2, 3:1: column 7; morale 6.0 against 4.0 adds 2: column 9, where a 7 is two hits."""
    state = plane({"2d": {"at": "1414", "steps": 1}}, "fj-kroh")
    events = order(state, "next", 1, 1, 1, 1, *[1] * 3, 3, 4)
    crt = next(facts for facts in told(events, "roll") if facts["table"] == "crt")
    assert (crt["start"], [shift["label"].split(" (")[0] for shift in crt["shifts"]]) == ("7", ["morale"])
    assert state.units["2d"].at == "lost"
    assert "1414" in state.control
    assert state.fight is None


def test_19_5_no_armour_no_integrity_no_support() -> None:
    units = {"2d": "1414", "mt-mat": "1414", "12f-2": "1412"}
    state = plane(units, "fj-kroh", policy={"allied": {"support": "always", "hits": "hold"}})
    events = order(state, "next", 1, 1, 1, 1, *[1] * 3, 5, 5)
    assert not told(events, "defence-supported")
    crt = next(facts for facts in told(events, "roll") if facts["table"] == "crt")
    assert not any("armour" in shift["label"] for shift in crt["shifts"])


def test_19_5_the_weak_fight_in_the_first_column() -> None:
    """2 against 24: less than any column, and still a fight."""
    state = plane({"2d": "1414", "1d": "1414", "1h": "1414", "8m": "1414"}, "fj-pio")
    events = order(state, "next", 1, 1, 1, 1, 1, 3, 4)
    crt = next(facts for facts in told(events, "roll") if facts["table"] == "crt")
    assert crt["start"] == "1"
    assert state.units["fj-pio"].at == "lost", "two hits, taken as steps"


def test_19_5_who_does_not_win_retreats_one_hex() -> None:
    """3:1 with morale +1 is column 8 on open ground: a 3 is 2D/1; the defenders hold, and their zone costs a step."""
    state = plane({"2d": {"at": "1414", "steps": 2}}, "fj-kroh", "fj-heydte")
    order(state, "next", 1, 1, 1, 1, 1, 1, *[1] * 6, 1, 2)
    here = [unit for unit in state.units.values() if unit.side == "axis" and unit.on_map]
    assert len(here) == 3
    assert {unit.at for unit in here} != {"1414"}
    assert all(unit.at in state.board.adjacent["1414"] for unit in here)
    assert "1414" not in state.control
    assert state.units["2d"].at == "1414"


def test_19_5_the_defenders_may_retreat_and_are_asked() -> None:
    state = plane({"2d": "1414"}, "fj-kroh", "fj-heydte", policy={"allied": {"hits": "ask"}})
    order(state, "next", 1, 1, 1, 1, 1, 1, *[1] * 6, 4, 4)
    assert MALTESE.to_act(state) == "allied"
    again = codec.load(state.setting, codec.dump(state), "the save", invariants)
    assert codec.dump(again) == codec.dump(state)
    order(state, "decide retreat-1")
    assert state.units["2d"].at != "1414"
    assert "1414" in state.control


def test_19_5_security_companies_and_those_without_defence_are_overrun() -> None:
    state = plane({"raf-1": "1414", "hq-south": "1414", "cg-ben6": "1414", "2d": "1614"}, "fj-kroh")
    order(state, "next", 1, 1, 1, 1, *[1] * 3)
    assert [state.units[id].at for id in ("raf-1", "cg-ben6", "hq-south")] == ["lost", "lost", "1614"]
    assert "1414" in state.control


def test_19_5_guns_that_fall_on_an_enemy_go_back_a_hex() -> None:
    state = plane({"2d": "1414"}, "fj-art")
    order(state, "next", 1, 1, 1, 1, 1)
    assert state.units["fj-art"].at == "lost", "each hex around is in the enemy's zone, and costs a step"
    alone = plane({"12f-1": "1414"}, "fj-art")
    order(alone, "next", 1, 1, 1, 1, 1)
    assert alone.units["fj-art"].at in alone.board.adjacent["1414"]


def test_19_5_a_headquarters_that_falls_on_an_enemy_flees_and_a_leader_takes_his_chance() -> None:
    state = plane({"2d": "1414"}, "hq-ramcke ramcke", "fj-kroh n2")
    order(state, "next", 1, 1, 1, 1, 1, 1, *[1] * 3, 6)
    assert state.units["hq-ramcke"].at == "1412"
    assert state.units["ramcke"].at == "1412"


# ── The step after it


def landed_free() -> State:
    state = plane({}, "fj-kroh", "fj-heydte ne1")
    order(state, "next", 1, 1, 1, 1, 1, 1, *[1] * 6)
    return state


def test_19_6_the_phase_waits_for_those_who_may_move_a_hex() -> None:
    state = landed_free()
    assert (state.phase, len(state.free)) == ("airborne", 6)
    order(state, "step fj-kroh-1 fj-kroh-2 1413")
    assert state.units["fj-kroh-1"].at == "1413"
    assert "1413" in state.control
    assert refused(state, "step fj-kroh-1 1414").rule == "19.6"
    assert "cannot step" in refused(state, "step fj-kroh-3 1411").message
    order(state, "next")
    assert (state.phase, state.free) == ("axis-support", set())


def test_19_6_not_those_who_fell_into_a_zone_of_control() -> None:
    state = plane({"2d": "1415"}, "fj-kroh", "fj-heydte n2")
    order(state, "next", 1, 1, 1, 1, 1, 1, *[1] * 6)
    assert sorted(state.free) == ["fj-heydte-1", "fj-heydte-2", "fj-heydte-3"]


def test_13_2_companies_join_after_the_jump() -> None:
    state = landed_free()
    order(state, "join fj-kroh")
    assert (state.units["fj-kroh"].at, state.units["fj-kroh"].steps) == ("1414", 3)
    assert refused(state, "step fj-kroh 1413").rule == "19.6"


def test_19_6_by_itself_companies_gather_and_join() -> None:
    state = landed_free()
    order(state, "step fj-kroh-1 1413")
    state.free.add("fj-kroh-1")
    order(state, "step --auto")
    assert (state.units["fj-kroh"].at, state.units["fj-heydte"].at) == ("1414", "1514")


def test_6_4_jumpers_do_not_move_in_the_movement_phase() -> None:
    state = landed_free()
    order(state, "step --auto")
    state.phase = "axis-movement"
    assert refused(state, "move fj-kroh 1413").rule == "6.4"


def test_19_5_who_stands_above_stacking_after_the_step_is_lost() -> None:
    units = dict.fromkeys(["i-33", "ii-33", "iii-33"], "1414")
    state = plane(units, "fj-kroh", "fj-pio", policy={"axis": {"steps": "ask"}})
    state.control.add("1414")
    order(state, "next", 1, 1, 1, 1, 1, 1, *[1] * 4)
    events = order(state, "next")
    assert state.question is not None
    assert not told(events, "unit-lost")
    assert codec.load(state.setting, codec.dump(state), "the save", invariants).question
    order(state, "decide fj-kroh-3")
    assert state.units["fj-kroh-3"].at == "lost"
    assert state.phase != "airborne"
