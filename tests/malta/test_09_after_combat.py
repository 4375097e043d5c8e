"""Chapter 9: what an attack leads to: hits, retreats, advances; 11.5 recovery, 14.4 leaders."""

from typing import Any

import pytest

from tarawa_cli.games.malta.invariants import invariants
from tarawa_cli.games.malta.model.charts import CHARTS, Charts
from tarawa_cli.games.malta.model.scenario import Goal
from tarawa_cli.games.malta.model.state import ATTACKER, DEFENDER, State
from tarawa_cli.games.malta.model.work import HANDLERS
from tarawa_cli.games.malta.rules.ch05_zones_of_control import refuge
from tarawa_cli.games.malta.rules.ch09_combat.hits import answers, cheapest
from tarawa_cli.kernel.engine.play import question
from tests.malta.common import FAR, HELD, asked, order, table, told

BOTH = pytest.mark.parametrize("charts", [CHARTS, FAR], ids=["one hex", "three"])
"""Retreats of one hex (9.42), and longer ones by own numbers."""


# ── 9.42 Hits


def test_9_42_the_defender_answers_first_then_the_attacker() -> None:
    """Column 5, total 10: 1/2."""
    state = table({"i-33": "1513", "11lf": "1512"})
    order(state, "attack i-33 --on 1512", 4, 6)
    assert state.question is not None
    assert (state.question.kind, state.question.facts) == ("hits", {"role": DEFENDER})
    assert list(answers(state, DEFENDER)) == ["hold", "retreat-1"], "two hits, and a retreat takes one of them"
    order(state, "decide hold")
    assert state.units["11lf"].steps == 1
    assert state.question.facts == {"role": ATTACKER}
    order(state, "decide hold")
    assert (state.units["i-33"].steps, state.fight) == (2, None)


def test_9_42_part_of_the_hits_as_retreat() -> None:
    state = table({"i-33": "1513", "11lf": "1512", "hq-central": "1611"})
    order(state, "attack i-33 --on 1512", 4, 6)
    order(state, "decide retreat-1")
    order(state, "decide hold")
    order(state, "decide none")
    assert (state.units["11lf"].steps, state.units["11lf"].at) == (2, "1611")


def test_9_42_static_units_are_left_behind() -> None:
    state = table({"i-33": "1513", "ii-33": "1513", "11lf": "1512", "haa-7": {"at": "1512", "ammo": False}})
    order(state, "attack i-33 ii-33 --on 1512", 6, 6)
    order(state, "decide retreat-1")
    assert state.units["haa-7"].at == "lost"


def test_9_42_static_units_alone_cannot_retreat() -> None:
    state = table({"i-33": "1513", "haa-7": {"at": "1512", "ammo": False}}, policy={"axis": {"support": "never"}})
    events = order(state, "attack i-33 --on 1512", 3, 3)
    assert told(events, "hits-taken")[0]["hexes"] == 0


def test_9_42_guns_lose_steps_after_those_who_fight() -> None:
    policy = {"axis": HELD["axis"], "allied": {"hits": "hold", "support": "never", "steps": "ask"}}
    state = table({"i-33": "1513", "ii-33": "1513", "11lf": "1512", "12f-1": "1512", "rn-1": "1512"}, policy=policy)
    order(state, "attack i-33 ii-33 --on 1512", 6, 6)
    assert question(state).options == ["11lf", "rn-1"]
    assert question(state).side == "allied"


def test_9_42_strength_0_is_eliminated_without_a_roll() -> None:
    state = table({"i-33": "1513", "hq-central": "1512"})
    events = order(state, "attack i-33 --on 1512")
    assert told(events, "roll") == []
    assert state.units["hq-central"].at == "lost"
    order(state, "decide all")
    assert state.units["i-33"].at == "1512"


def test_9_92_engineers_bear_half_of_the_losses() -> None:
    policy = {"axis": HELD["axis"] | {"steps": "strongest"}, "allied": HELD["allied"]}
    state = table({"i-33": "2012", "liv-gen": "2012", "1d": "2112"}, policy=policy)
    events = order(state, "attack i-33 liv-gen --on 2112", 3, 4)
    assert told(events, "fight-decided")[0]["sappers"] is True
    lost = [facts["unit"] for facts in told(events, "step-lost")]
    assert lost[: lost.index("i-33") + 1] == ["liv-gen", "i-33"]


def test_9_94_a_fort_saves_a_hit() -> None:
    """Column 3 (1 to 2 and a shift of -1): total 11 is 1D/2."""
    state = table({"i-33": "2012", "1d": "2112"}, policy=HELD)
    (decided,) = told(order(state, "attack i-33 --on 2112", 5, 6), "fight-decided")
    assert decided["hits"] == [1, 1]


def test_9_94_overkill_spares_the_other_side_a_hit() -> None:
    """Column 5, total 10: 1/2, on a defender of one step."""
    state = table({"i-33": {"at": "1513", "steps": 1}, "11lf": {"at": "1512", "steps": 1}}, policy=HELD)
    events = order(state, "attack i-33 --on 1512", 4, 6)
    assert told(events, "hit-spared") == [{"role": ATTACKER, "left": 0}]
    assert state.units["i-33"].steps == 1


def test_9_42_a_side_that_alone_has_more_hits_than_steps_answers_first() -> None:
    """Column 1 (1 to 5), total 2: 2D/1."""
    state = table(
        {"l3-1": "1513", "fri-gen": "1513", "2rwk": "1512", "10komr": {"at": "1512", "steps": 2}}, policy=HELD
    )
    state.units["fri-gen"].type = state.units["fri-gen"].type._replace(attack=1)
    events = order(state, "attack l3-1 fri-gen --on 1512", 1, 1)
    assert [facts["role"] for facts in told(events, "hits-taken")] == [DEFENDER, ATTACKER], "two hits, two steps"
    state = table({"moto-1": "1513", "2rwk": "1512", "10komr": {"at": "1512", "steps": 2}}, policy=HELD)
    events = order(state, "attack moto-1 --on 1512", 1, 1)
    assert [facts["role"] for facts in told(events, "hits-taken")] == [ATTACKER], "wiped out, the defender is spared"


def test_9_4_d_and_z() -> None:
    """Column 4 (1 to 2), total 8: 3Z/-."""
    policy = {"axis": {"hits": "retreat"}, "allied": HELD["allied"]}
    for before, after in (("ok", "demoralised"), ("disorganised", "demoralised")):
        units = {"i-33": {"at": "1513", "state": before}, "11lf": "1512", "re-24": "1512"}
        state = table(units, charts=FAR, policy=policy)
        order(state, "attack i-33 --on 1512", 4, 4)
        assert state.units["i-33"].state == after
    units = {"i-33": {"at": "1513", "state": "demoralised"}, "re-24": "1512", "hq-liv": "1714"}
    state = table(units, charts=FAR, policy=policy)
    order(state, "attack i-33 --on 1512", 4, 4)
    assert state.units["i-33"].steps == 2, "a Demoralised unit loses a step"


@pytest.mark.parametrize("leader", [[], ["oxley"]])
def test_6_5_9_6_a_leader_never_bars_the_retreat_of_his_stack(leader: list[str]) -> None:
    """From 1516 only 1615 and 1616 lead away from 1415, over hexsides that no wheels cross."""
    units = {"i-33": "1415", "8m": "1516"} | dict.fromkeys(leader, "1516")
    policy = {"axis": HELD["axis"], "allied": {"hits": "retreat", "support": "never"}}
    state = table(units, policy=policy)
    order(state, "attack i-33 --on 1516", *[6] * len(leader), 6, 6)
    order(state, "decide none")
    assert (state.units["8m"].steps, {state.units[id].at for id in ("8m", *leader)}) == (1, {"1615"})


def test_6_5_9_8_a_leader_advances_with_his_stack_over_any_hexside() -> None:
    units = {"i-33": "1615", "ii-33": "1615", "chirieleison": "1615", "8m": {"at": "1516", "steps": 1}}
    state = table(units, policy=HELD)
    order(state, "attack i-33 ii-33 --on 1516", 6, 3, 4)
    order(state, "decide all")
    assert {state.units[id].at for id in ("i-33", "ii-33", "chirieleison")} == {"1516"}


@pytest.mark.parametrize(
    ("answer", "charts", "steps", "at"),
    [
        ("hold", CHARTS, 1, "1512"),
        ("hold", FAR, 1, "1512"),
        ("retreat", CHARTS, 2, "1411"),
        ("retreat", FAR, 3, "1311"),
        ("cheapest", CHARTS, 2, "1411"),
        ("cheapest", FAR, 3, "1311"),
    ],
)
def test_24_2_standing_answers_for_hits(answer: str, charts: Charts, steps: int, at: str) -> None:
    policy = {"axis": HELD["axis"], "allied": {"hits": answer, "support": "never"}}
    state = table({"i-33": "1513", "11lf": "1512", "hq-central": "1309"}, charts=charts, policy=policy)
    order(state, "attack i-33 --on 1512", 4, 6)
    assert (state.units["11lf"].steps, state.units["11lf"].at) == (steps, at)


@pytest.mark.parametrize("answer", ["hold", "retreat", "cheapest"])
def test_24_2_one_answer_for_hits_serves_attackers_too_until_they_have_their_own(answer: str) -> None:
    """Column 5, total 7: 2D/1 on the attackers."""
    state = table({"i-33": "1513", "11lf": "1512"}, policy={"allied": HELD["allied"]})
    order(state, f"policy axis hits {answer}")
    order(state, "attack i-33 --on 1512", 3, 4)
    held = answer != "retreat"
    assert (state.units["i-33"].steps, state.units["i-33"].at == "1513") == ((1, True) if held else (2, False))


@pytest.mark.parametrize(("own", "steps"), [("hold", 1), ("retreat", 2), ("cheapest", 1)])
def test_24_2_attackers_answer_by_their_own_key(own: str, steps: int) -> None:
    state = table({"i-33": "1513", "11lf": "1512"}, policy={"allied": HELD["allied"]})
    order(state, f"policy axis attack-hits {own}")
    order(state, f"policy axis hits {'retreat' if own == 'hold' else 'hold'}")
    order(state, "attack i-33 --on 1512", 3, 4)
    assert state.units["i-33"].steps == steps


def test_24_2_ask_for_attackers_alone_and_back_to_one_answer_for_both() -> None:
    state = table({"i-33": "1513", "11lf": "1512"}, policy={"allied": HELD["allied"], "axis": {"hits": "hold"}})
    order(state, "policy axis attack-hits ask")
    order(state, "attack i-33 --on 1512", 3, 4)
    assert (asked(state), question(state).side) == ("hits", "axis")
    order(state, "policy axis attack-hits as-hits")
    again = table({"i-33": "1513", "11lf": "1512"}, policy={"allied": HELD["allied"], "axis": state.policies["axis"]})
    order(again, "attack i-33 --on 1512", 3, 4)
    assert asked(again) == ""


@pytest.mark.parametrize(("goal", "at"), [("1811", "1411"), ("1512", "1512")])
def test_24_2_cheapest_never_gives_up_an_objective(goal: str, at: str) -> None:
    policy = {"axis": HELD["axis"], "allied": {"hits": "cheapest", "support": "never"}}
    units = {"i-33": "1513", "11lf": "1512", "hq-central": "1309"}
    state = table(units, goal=Goal((goal,), "a goal"), policy=policy)
    order(state, "attack i-33 --on 1512", 4, 6)
    assert state.units["11lf"].at == at
    airfield = {"i-33": "1612", "11lf": "1613", "hq-central": "1309"}
    state = table(airfield, goal=None, policy=policy)
    order(state, "attack i-33 --on 1613", 4, 6)
    assert state.units["11lf"].at == "1613", "an objective of 20.3, where the scenario has no goal"


def test_24_2_where_nobody_would_be_left_cheapest_saves_a_step() -> None:
    """Column 5, total 10: 1/2 on two steps, in the goal itself; and 2D/1 on the two steps of the attackers."""
    policy = {"axis": {"hits": "cheapest", "support": "never"}, "allied": {"hits": "cheapest", "support": "never"}}
    units = {"i-33": {"at": "1513", "steps": 2}, "11lf": {"at": "1512", "steps": 2}, "hq-central": "1309"}
    state = table(units | {"hq-liv": "1714"}, goal=Goal(("1512",), "a goal"), policy=policy)
    order(state, "attack i-33 --on 1512", 4, 6)
    assert (state.units["11lf"].steps, state.units["11lf"].at) == (1, "1411")
    state = table(units | {"hq-liv": "1714"}, policy=policy)
    order(state, "attack i-33 --on 1512", 3, 4)
    assert (state.units["i-33"].steps, state.units["i-33"].at == "1513") == (1, False)


@BOTH
def test_24_2_cheapest_holds_where_a_retreat_costs_more(charts: Charts) -> None:
    ring = {"ii-33": "1411", "iii-33": "1611", "i-34": "1511", "ii-34": "1412", "iii-34": "1612"}
    state = table({"i-33": "1513", "11lf": "1512", **ring}, charts=charts)
    order(state, "attack i-33 --on 1512", 4, 6)
    assert cheapest(state, DEFENDER) == "hold"


# ── 9.6 Retreat


def test_9_6_a_retreat_avoids_zones_and_goes_toward_headquarters() -> None:
    policy = {"axis": HELD["axis"], "allied": {"hits": "retreat", "support": "never"}}
    state = table({"i-33": "1513", "11lf": "1512", "hq-central": "1711"}, charts=FAR, policy=policy)
    events = order(state, "attack i-33 --on 1512", 4, 6)
    assert [facts["to"] for facts in told(events, "retreated")] == ["1611", "1711"]


@BOTH
def test_9_6_where_no_hex_is_left_steps_are_lost(charts: Charts) -> None:
    policy = {"axis": HELD["axis"], "allied": {"hits": "retreat", "support": "never"}}
    state = table({"i-33": "1911", "grado": "2010", "11lf": "1910"}, charts=charts, policy=policy)
    order(state, "attack i-33 --on 1910", 4, 6)
    assert (state.units["11lf"].at, state.units["11lf"].steps) == ("1910", 1)


def test_9_6_an_enemy_zone_costs_a_step_unless_a_friend_is_there() -> None:
    policy = {"axis": HELD["axis"], "allied": {"hits": "retreat", "support": "never"}}
    ring = {"i-33": "1513", "ii-33": "1510", "iii-33": "1410", "i-34": "1711", "11lf": "1512"}
    state = table(ring, policy=policy)
    order(state, "attack i-33 --on 1512", 2, 2)
    assert (state.units["11lf"].at, state.units["11lf"].steps) == ("1411", 2)
    state = table(ring | {"raf-1": "1411"}, policy=policy)
    order(state, "attack i-33 --on 1512", 2, 2)
    assert (state.units["11lf"].at, state.units["11lf"].steps) == ("1411", 3)


@pytest.mark.parametrize(("zone", "ways"), [("1310", "1411 1511 1611"), ("1510", "1411 1611")])
def test_9_6_the_owner_picks_among_equals_if_he_wants_to(zone: str, ways: str) -> None:
    policy = {"axis": HELD["axis"], "allied": {"hits": "retreat", "support": "never", "retreat": "ask"}}
    state = table({"i-33": "1513", "ii-33": zone, "11lf": "1512"}, policy=policy)
    order(state, "attack i-33 --on 1512", 4, 6)
    assert state.question is not None
    assert state.question.kind == "way"
    assert question(state).options == ways.split()


def test_9_6_stacking_counts_only_where_a_retreat_ends() -> None:
    units = dict.fromkeys(("1h", "1d", "2d", "3komr"), "1813") | {"laa-32": "1812"}
    state = table(units)
    state.units.put(state.units["laa-32"], "1813")
    crowded = "units: more than stacking allows in 1813"
    assert crowded in invariants(state)
    state.stack.append(HANDLERS.frame("way", units=["laa-32"], left=1, way=["1812", "1813"], role=1))
    assert crowded not in invariants(state), "it is only passing"


@BOTH
def test_9_6_retreating_takes_no_ground(charts: Charts) -> None:
    policy = {"axis": HELD["axis"], "allied": {"hits": "retreat", "support": "never"}}
    units = {"i-33": "1513", "11lf": "1512", "hq-central": "1309"}
    state = table(units, charts=charts, policy=policy, control={"axis": "1411 1513"})
    order(state, "attack i-33 --on 1512", 4, 6)
    assert "1411" in state.control


# ── 9.8 Advance


def beaten(units: dict[str, Any], on: str, **keys: Any) -> State:
    policy = {"axis": HELD["axis"], "allied": {"hits": "retreat", "support": "never"}}
    state = table(units, policy=policy, **keys)
    attackers = " ".join(
        id for id, unit in state.units.items() if unit.side == "axis" and unit.can("combat") and unit.on_map
    )
    order(state, f"attack {attackers} --on {on}", 6, 5)
    return state


def test_9_8_attackers_may_enter_the_empty_hex() -> None:
    state = beaten({"i-33": "1513", "11lf": "1512"}, "1512")
    order(state, "decide i-33")
    assert (state.units["i-33"].at, "1512" in state.control, state.fight) == ("1512", True, None)


def test_9_8_or_stay() -> None:
    state = beaten({"i-33": "1513", "11lf": "1512"}, "1512")
    order(state, "decide none")
    assert (state.units["i-33"].at, "1512" in state.control) == ("1513", False)


def test_9_8_not_into_a_city_or_fort() -> None:
    for on, near in (("1911", "1912"), ("2112", "2012")):
        units = dict.fromkeys(("i-33", "ii-33", "iii-33", "i-34"), near)
        state = beaten(units | {"rn-2": on, "re-24": on}, on)
        assert state.question is None
        assert not state.units_at(on)


def test_9_8_a_strongpoint_may_be_entered_and_is_gone() -> None:
    state = beaten({"i-33": "2113", "ii-33": "2113", "re-24": "2212"}, "2212", strongpoints="2212")
    assert state.question is not None
    order(state, "decide all")
    assert (state.units["i-33"].at, state.strongpoints) == ("2212", set())


def test_9_8_who_has_retreated_does_not_advance_not_even_from_another_attacking_hex() -> None:
    """A retreat may go sideways (9.6): i-33 comes into the hex of ii-33, and is still next to the hex it attacked."""
    policy = {"axis": {"hits": "ask", "support": "never"}, "allied": {"hits": "hold", "support": "never"}}
    units = {"i-33": "1513", "ii-33": "1612", "hq-liv": "1711", "re-24": "1512", "re-173": "1512"}
    state = table(units, policy=policy)
    order(state, "attack i-33 ii-33 --on 1512", 2, 1)
    events = order(state, "decide retreat-1")
    assert told(events, "retreated")[0] == {"units": ["i-33"], "to": "1612"}
    assert (state.units_at("1512"), asked(state)) == ((), "")


def test_9_8_who_takes_his_hits_as_steps_advances() -> None:
    policy = {"axis": {"hits": "hold", "support": "never"}, "allied": {"hits": "hold", "support": "never"}}
    state = table({"i-33": "1513", "ii-33": "1612", "re-24": "1512", "re-173": "1512"}, policy=policy)
    order(state, "attack i-33 ii-33 --on 1512", 2, 1)
    order(state, "decide all")
    assert [state.units[id].at for id in ("i-33", "ii-33")] == ["1512", "1512"]


# ── 11.5 Recovery, 14.4 leaders


@pytest.mark.parametrize(
    ("keys", "die", "after"),
    [
        ({"state": "disorganised"}, 4, "ok"),
        ({"state": "disorganised"}, 5, "disorganised"),
        ({"state": "demoralised"}, 3, "disorganised"),
        ({"state": "demoralised"}, 4, "demoralised"),
        ({"state": "disorganised", "supplied": False}, 4, "disorganised"),
    ],
)
def test_11_5_recovery(keys: dict[str, Any], die: int, after: str) -> None:
    state = table({"i-33": {"at": "1513", **keys}, "ii-33": "1312", "11lf": "1311"})
    order(state, "next", die)
    assert state.units["i-33"].state == after


def test_11_5_the_enemy_hinders_a_leader_helps_and_a_6_fails() -> None:
    beside = {"i-33": {"at": "1513", "state": "disorganised"}, "11lf": "1512"}
    state = table(beside)
    order(state, "next", 4)
    assert state.units["i-33"].state == "disorganised"
    state = table(beside | {"chirieleison": "1513"})
    order(state, "next", 4)
    assert state.units["i-33"].state == "ok"
    state = table(
        {"fj-kroh": {"at": "1513", "state": "disorganised"}, "ramcke": "1513", "ii-33": "1312", "11lf": "1311"}
    )
    order(state, "next", 6)
    assert state.units["fj-kroh"].state == "disorganised"


def test_11_5_not_after_an_attack() -> None:
    state = table({"i-33": {"at": "1513", "state": "disorganised", "attacked": True}, "ii-33": "1312", "11lf": "1311"})
    assert told(order(state, "next"), "throw") == []


@pytest.mark.parametrize(("dice", "at"), [((1,), "lost"), ((3, 2), "track:6jul-pm"), ((5,), "1510")])
def test_14_4_the_fate_of_a_leader(dice: tuple[int, ...], at: str) -> None:
    state = table({"i-33": "1513", "delabere": "1512", "2rwk": "1510"}, phase="axis-movement")
    order(state, "move i-33 1512", *dice)
    assert state.units["delabere"].at == at


def test_14_43_a_wounded_leader_comes_back_with_a_headquarters() -> None:
    units = {"i-33": "1716", "delabere": {"at": "track:6jul-am"}, "hq-central": "1510", "2rwk": "1508"}
    state = table(units, phase="axis-combat")
    order(state, "next")
    assert state.units["delabere"].at == "1510"


def test_9_7_nobody_flees_to_a_beach_that_is_still_fought_for() -> None:
    state = table({"sogno": "1716", "i-33": "1816", "hq-south": "1914"})
    assert refuge(state, state.units["sogno"]) == "1816"
    state.units.put(state.units["hq-south"], "1816")
    assert refuge(state, state.units["sogno"]) == "lost"
