"""Chapter 13: battalions break into companies, and companies become their battalion again."""

from typing import Any

import pytest

from tarawa_cli.games.malta import data
from tarawa_cli.games.malta.invariants import invariants
from tarawa_cli.games.malta.model import codec
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.narration.sentences import sentences
from tarawa_cli.games.malta.orders import ORDERS
from tarawa_cli.kernel.errors import BadFile
from tests.malta.common import may, order, refused, table, told

FAR = {"2rwk": "0810"}
"""An enemy who is far away."""


def moving(units: dict[str, Any], **keys: Any) -> State:
    return table(FAR | units, phase="axis-movement", **keys)


def places(state: State, battalion: str) -> list[str]:
    return [
        state.units[f"{battalion}{part}"].at for part in ("", "-1", "-2", "-3") if f"{battalion}{part}" in CHARTS.units
    ]


# ── The types of the source


@pytest.mark.parametrize(
    ("battalion", "companies"),
    [
        ("2rwk", [(2, 2, 6)] * 3),
        ("fj-kroh", [(2, 2, 7)] * 3),
        ("fj-burkhardt", [(3, 3, 6), (3, 3, 6), (2, 2, 6)]),
        ("ii-folgore", [(2, 2, 6)] * 3),
        ("lspz-1", [(2, 2, 6), (1, 1, 6), (1, 1, 6)]),
        ("assalto", [(2, 2, 6)] * 3),
        ("adra", [(2, 2, 6)] * 2),
        ("i-33", [(2, 2, 6)] * 3),
        ("42cn", [(2, 2, 6), (1, 1, 6), (1, 1, 6)]),
    ],
)
def test_13_what_each_type_breaks_into(battalion: str, companies: list[tuple[int, int, int]]) -> None:
    found = [type for type in CHARTS.units.values() if type.of == battalion]
    assert [(type.attack, type.defence, type.move) for type in found] == companies
    whole = CHARTS.units[battalion]
    assert [type.id for type in found] == [f"{battalion}-{n}" for n in range(1, len(companies) + 1)]
    assert all(type.size == "co" and type.steps == 1 and type.thirds == 1 for type in found)
    for key in ("kind", "morale", "formation", "regiment", "mobility", "entry", "side", "nation"):
        assert {getattr(type, key) for type in found} == {getattr(whole, key)}


def test_13_every_battalion_has_a_company_for_each_step_and_no_name_twice() -> None:
    sheets = data.document("units.toml")["units"]
    battalions = [type for type in CHARTS.units.values() if type.type]
    companies = [type for type in CHARTS.units.values() if type.of]
    assert len(companies) == sum(type.steps for type in battalions)
    assert not {type.id for type in companies} & set(sheets)


def test_2_2_only_jumping_companies_have_a_reduced_side_of_half_strength() -> None:
    companies = [type for type in CHARTS.units.values() if type.of]
    with_side = {type.of for type in companies if type.reduced}
    assert with_side == {type.id for type in CHARTS.units.values() if type.type and type.type.reduced}
    for type in companies:
        if type.reduced:
            assert type.reduced == (-(-type.attack // 2), -(-type.defence // 2))


# ── Breaking up


def test_13_1_companies_stand_in_the_place_of_their_battalion() -> None:
    state = moving({"i-33": "1513"})
    order(state, "break i-33")
    assert places(state, "i-33") == ["pool", "1513", "1513", "1513"]
    assert invariants(state) == []


def test_13_1_as_many_companies_as_steps_the_strongest_first() -> None:
    state = moving({"fj-burkhardt": {"at": "1513", "steps": 2}})
    order(state, "break fj-burkhardt")
    assert places(state, "fj-burkhardt") == ["pool", "1513", "1513", "pool"]
    assert [state.units[f"fj-burkhardt-{n}"].strength for n in (1, 2)] == [(3, 3), (3, 3)]


def test_13_1_companies_move_as_they_like() -> None:
    state = moving({"i-33": "1513"})
    order(state, "break i-33")
    order(state, "move i-33-1 1514")
    order(state, "move i-33-2 1613")
    assert places(state, "i-33") == ["pool", "1514", "1613", "1513"]


def test_13_2_companies_inherit_states_and_flags() -> None:
    state = moving({"i-33": {"at": "1513", "supplied": False, "landed": True, "carries_until": "6jul-night"}})
    order(state, "break i-33")
    company = state.units["i-33-2"]
    assert (company.supplied, company.landed, company.carries_until) == (False, True, 32)
    assert refused(state, "move i-33-2 1514").rule == "6.4"


@pytest.mark.parametrize(
    ("keys", "rule", "why"),
    [
        ({"state": "disorganised"}, "13.1", "disorganised"),
        ({"state": "demoralised"}, "13.1", "demoralised"),
        ({"moved": "tactical"}, "13.1", "has already moved"),
        ({"at": "follow-up:east"}, "13.1", "not on the map"),
    ],
)
def test_13_1_who_does_not_break_up(keys: dict[str, Any], rule: str, why: str) -> None:
    no = refused(moving({"i-33": {"at": "1513"} | keys}), "break i-33")
    assert no.rule == rule
    assert why in no.message


def test_13_1_only_battalions_of_the_active_side_in_the_movement_phase() -> None:
    state = moving({"liv-gen": "1513", "i-33": "1513"})
    assert "not a battalion" in refused(state, "break liv-gen").message
    assert refused(state, "break 2rwk").rule == "4"
    order(state, "break i-33")
    assert "already" in refused(state, "break i-33").message
    assert refused(table({"i-33": "1513"}), "break i-33").rule == "13.1"


# ── Joining


def test_13_2_companies_in_one_hex_become_the_battalion_again() -> None:
    state = moving({"i-33": "1513"})
    order(state, "break i-33")
    order(state, "join i-33")
    assert places(state, "i-33") == ["1513", "pool", "pool", "pool"]
    assert (state.units["i-33"].steps, state.units["i-33"].strength) == (3, (6, 6))
    assert invariants(state) == []


def test_13_2_a_battalion_that_has_come_together_moves_no_more_and_may_attack() -> None:
    state = moving({"i-33": "1513", "11lf": "1512"})
    order(state, "break i-33")
    order(state, "join i-33")
    assert refused(state, "infiltrate i-33 1412").rule == "13.2"
    assert refused(state, "break i-33").rule == "13.1"
    state.phase = "axis-combat"
    assert may(state, "attack i-33 --on 1512")


def test_13_2_whoever_has_moved_strategically_makes_the_battalion_so() -> None:
    parts = {"i-33": "pool", "i-33-1": {"at": "1513", "moved": "strategic"}, "i-33-2": "1513"}
    state = moving(parts | {"11lf": "1512"})
    order(state, "join i-33")
    state.phase = "axis-combat"
    assert refused(state, "attack i-33 --on 1512").rule == "6.2"


def test_13_2_below_full_strength_it_has_the_sum_of_its_own_companies() -> None:
    parts = {"fj-burkhardt": "pool", "fj-burkhardt-2": "1513", "fj-burkhardt-3": "1513", "fj-burkhardt-1": "1613"}
    state = moving(parts)
    order(state, "join fj-burkhardt")
    battalion = state.units["fj-burkhardt"]
    assert (battalion.steps, battalion.strength, battalion.companies) == (2, (5, 5), (2, 3))
    assert codec.dump(codec.load(state.setting, codec.dump(state), "again", invariants)) == codec.dump(state)


def test_13_2_later_ones_may_join_it() -> None:
    parts = {"fj-burkhardt": {"at": "1513", "steps": 2, "companies": [2, 3], "state": "disorganised"}}
    state = moving(parts | {"fj-burkhardt-1": "1513"})
    order(state, "join fj-burkhardt-1")
    battalion = state.units["fj-burkhardt"]
    assert (battalion.steps, battalion.strength, battalion.companies) == (3, (7, 8), ())
    assert battalion.state == "disorganised", "the worst of its parts"


def test_13_1_a_battalion_breaks_up_again_while_a_company_of_it_is_elsewhere() -> None:
    state = table({"i-33": "1513"}, phase="axis-movement")
    order(state, "break i-33")
    order(state, "move i-33-3 1514")
    order(state, "join i-33")
    state.units["i-33"].moved = ""
    order(state, "break i-33")
    assert state.units["i-33"].steps == 3, "one for each company that is out"
    assert invariants(state) == []


def test_13_2_the_commandos_of_two_companies() -> None:
    state = moving({"adra": "pool", "adra-1": "1513", "adra-2": "1513"})
    order(state, "join adra")
    assert (state.units["adra"].steps, state.units["adra"].strength) == (2, (3, 2))


@pytest.mark.parametrize(
    "keys", [{"state": "disorganised"}, {"state": "demoralised"}, {"reduced": True}, {"at": "1514"}]
)
def test_13_2_only_companies_together_in_order_and_not_reduced_join(keys: dict[str, Any]) -> None:
    state = moving({"fj-kroh": "pool", "fj-kroh-1": "1513", "fj-kroh-2": {"at": "1513"} | keys, "fj-kroh-3": "1613"})
    no = refused(state, "join fj-kroh")
    assert no.rule == "13.2"
    assert "fj-kroh-2" in no.message


def test_13_2_the_only_company_left_is_the_battalion() -> None:
    state = moving({"i-33": "pool", "i-33-2": "1513"})
    order(state, "join i-33")
    assert (state.units["i-33"].steps, state.units["i-33"].companies) == (1, (2,))


def test_13_2_what_else_does_not_join() -> None:
    state = moving({"i-33": "1513", "liv-gen": "1513"})
    assert "no company on the map" in refused(state, "join i-33").message
    assert "not a battalion" in refused(state, "join liv-gen").message
    assert refused(state, "join 2rwk").rule == "4"
    assert refused(table({"i-33": "pool", "i-33-1": "1513", "i-33-2": "1513"}), "join i-33").rule == "13.2"


def test_7_two_companies_join_only_where_a_battalion_has_room() -> None:
    full = {"i-34": "1513", "ii-34": "1513", "iii-34": "1513", "liv-gen": "1513"}
    parts = {"i-33": "pool", "i-33-1": "1513", "i-33-2": "1513", "i-33-3": "1613"}
    state = moving(full | parts)
    assert refused(state, "join i-33").rule == "7"


# ── Losses


def fighting(**companies: str) -> State:
    return moving({"i-33": "pool"} | {f"i-33-{key[1]}": at for key, at in companies.items()})


def test_2_2_a_company_is_gone_with_its_step_and_the_last_takes_the_battalion_with_it() -> None:
    from tarawa_cli.games.malta.model import apply
    from tarawa_cli.kernel.board.dice import NoDice
    from tarawa_cli.kernel.engine.play import Play

    state = fighting(c1="1513", c2="1514")
    play = Play(state, NoDice())
    apply.step_lost(play, "9.42", unit="i-33-1", left=0)
    assert (places(state, "i-33"), state.units["i-33"].steps) == (["pool", "lost", "1514", "pool"], 1)
    apply.unit_lost(play, "9.7", unit="i-33-2")
    assert (state.units["i-33"].at, state.units["i-33"].steps, state.lost_steps) == ("lost", 0, 2)
    assert invariants(state) == []


def test_13_2_a_counter_that_is_lost_goes_to_the_pool_while_a_company_lives() -> None:
    from tarawa_cli.games.malta.model import apply
    from tarawa_cli.kernel.board.dice import NoDice
    from tarawa_cli.kernel.engine.play import Play

    state = moving({"i-33": {"at": "1513", "steps": 2}, "i-33-3": "1514"})
    apply.unit_lost(Play(state, NoDice()), "9.7", unit="i-33")
    assert places(state, "i-33") == ["pool", "pool", "pool", "1514"]
    assert (state.units["i-33"].steps, state.lost_steps) == (1, 2)
    assert invariants(state) == []


def test_13_2_a_counter_in_the_pool_shows_nothing_of_what_it_was() -> None:
    from tarawa_cli.games.malta.model import apply
    from tarawa_cli.kernel.board.dice import NoDice
    from tarawa_cli.kernel.engine.play import Play

    state = moving({"i-33": {"at": "1513", "steps": 2, "state": "demoralised"}, "i-33-3": "1514"})
    apply.unit_lost(Play(state, NoDice()), "9.7", unit="i-33")
    assert state.units["i-33"].state == "ok"


def test_14_4_a_leader_is_at_risk_when_the_last_counter_with_him_is_lost_though_a_company_lives() -> None:
    from tarawa_cli.games.malta.rules.ch09_combat.hits import lose_step
    from tarawa_cli.games.malta.rules.ch12_15_artillery_to_formations import decide_fate
    from tarawa_cli.kernel.board.dice import NoDice
    from tarawa_cli.kernel.engine.play import Play

    state = moving({"i-33": {"at": "1513", "steps": 1}, "i-33-3": "1514", "carboni": "1513"})
    lose_step(Play(state, NoDice()), state.units["i-33"], "9.42")
    assert [frame.handler for frame in state.stack] == [decide_fate]


def test_17_4_a_step_comes_back_as_the_strongest_company_that_is_missing() -> None:
    from tarawa_cli.games.malta.model import apply
    from tarawa_cli.kernel.board.dice import NoDice
    from tarawa_cli.kernel.engine.play import Play

    state = moving({"fj-burkhardt": {"at": "1513", "steps": 1, "companies": [3]}, "fj-burkhardt-1": "lost"})
    apply.step_returned(Play(state, NoDice()), "17.4", unit="fj-burkhardt")
    assert (state.units["fj-burkhardt"].strength, state.units["fj-burkhardt"].companies) == ((5, 5), (1, 3))
    assert state.units["fj-burkhardt-1"].at == "pool"
    assert invariants(state) == []


# ── Integrity


def integrity(units: dict[str, Any], attackers: str) -> bool:
    from tarawa_cli.games.malta.rules.ch09_combat import combat_odds, planned

    state = table(units | {"2rwk": "1512"})
    found = combat_odds(state, planned(state, state.named(attackers.split()), "1512"))
    return "attacker's integrity" in [shift.label.partition(" (")[0] for shift in found.shifts]


def test_9_95_a_battalion_in_companies_takes_part_if_all_that_live_do() -> None:
    two = {"ii-33": "1513", "iii-33": "1612"}
    parts = {"i-33": "pool", "i-33-1": "1513", "i-33-2": "1411", "i-33-3": "lost"}
    assert integrity(two | parts, "ii-33 iii-33 i-33-1 i-33-2")
    assert not integrity(two | parts, "ii-33 iii-33 i-33-1")
    assert integrity(two | {"i-33": "pool", "i-33-1": "1715"}, "ii-33 iii-33"), "a remnant of one step stays away"
    assert not integrity(two | {"i-33": "lost"}, "ii-33 iii-33")


# ── Names and files


def test_a_resting_company_does_not_make_a_name_ambiguous() -> None:
    state = moving({"fj-kroh": "1513"})
    order(state, "break fj-kr")
    order(state, "join fj-kroh")
    assert told(order(moving({"fj-kroh": "1513"}), "break fj-kr"), "broken-up")[0]["unit"] == "fj-kroh"


@pytest.mark.parametrize(
    ("units", "why"),
    [
        ({"i-33": "1513", "i-33-1": "1513"}, "i-33 holds it"),
        ({"i-33-1": "1513"}, "not in this game"),
        ({"i-33": {"at": "pool", "steps": 3}, "i-33-1": "1513"}, "one for each of its companies"),
        ({"i-33": "pool"}, "without steps is lost"),
        ({"i-33": "pool", "i-33-1": {"at": "1513", "reduced": True}}, "no reduced side"),
        ({"fj-kroh": {"at": "1513", "reduced": True}}, "only companies are reduced"),
        ({"i-33": {"at": "1513", "companies": [1, 3]}}, "one for each step"),
        ({"i-33": {"at": "1513", "steps": 2, "companies": [3, 1]}}, "in their order"),
        ({"adra": {"at": "1513", "steps": 1, "companies": [3]}}, "it has 2"),
    ],
)
def test_what_companies_may_not_be(units: dict[str, Any], why: str) -> None:
    with pytest.raises(BadFile) as caught:
        moving(units)
    assert any(why in what for what in caught.value.problems), caught.value.problems


def test_25_boxes_and_all_other_keys_come_back() -> None:
    plan = {"kroh": {"turn": "29jun-am", "marker": "1414", "nation": "german", "series": ["fj-kroh", "fj-heydte ne1"]}}
    state = table(
        {"i-33": "wave:2212:1", "ramcke": {"at": "track:7jul-am", "rating": 2}},
        boxes={"follow-up:south": "i-87 ii-87", "air": ["fj-kroh", "fj-heydte"]},
        lost_steps=7, royal_navy=6, silenced="cg-rocco", dismantled=3, plan=plan,
    )  # fmt: skip
    assert [state.units[id].at for id in ("i-87", "fj-kroh", "i-34")] == ["follow-up:south", "air", "absent"]
    doc = codec.dump(state)
    assert codec.dump(codec.load(state.setting, doc, "again", invariants)) == doc
    assert (doc["lost_steps"], doc["royal_navy"], doc["silenced"], doc["dismantled"]) == (7, 6, ["cg-rocco"], 3)
    assert doc["plan"] == plan


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ({"boxes": {"follow-up:gozo": "i-33"}}, "is not a place"),
        ({"boxes": {"wave:2212:3": "i-33"}}, "is not a place"),
        ({"boxes": {"wave:1411:1": "i-33"}}, "is not a place"),
        ({"boxes": {"air": "moby"}}, "not a unit"),
        ({"plan": {"kroh": {"turn": "29jun-am", "nation": "german"}}}, "marker is missing"),
        (
            {"plan": {"kroh": {"turn": "29jun-am", "marker": "1414", "nation": "german", "series": ["moby"]}}},
            "not a unit",
        ),
        ({"royal_navy": 7}, "from 0 to 6"),
    ],
)
def test_25_what_they_may_not_hold(keys: dict[str, Any], why: str) -> None:
    with pytest.raises(BadFile) as caught:
        table({}, **keys)
    assert any(why in what for what in caught.value.problems), caught.value.problems


def test_9_42_a_counter_in_the_pool_does_not_lose_the_steps_of_its_companies() -> None:
    """A battalion of one step is lost in a fight while a company of it lives elsewhere; the other hits are over."""
    units = {"i-33": "1513", "ii-33": "1513", "11lf": {"at": "1512", "steps": 1}, "11lf-2": "1411"}
    state = table(units, policy={"allied": {"hits": "hold", "support": "never"}})
    order(state, "attack i-33 ii-33 --on 1512", 6, 5)
    assert (state.units["11lf"].at, state.units["11lf"].steps) == ("pool", 1)
    assert state.units["11lf-2"].at == "1411"


# ── What is said about joining


APART = {"i-33": "pool", "i-33-1": "1513", "i-33-2": "1514", "i-33-3": "1716", "2rwk": "0605"}


def test_13_2_a_refused_join_offers_to_bring_the_companies_together() -> None:
    state = table(APART, phase="axis-movement")
    refusal = refused(state, "join i-33")
    assert refusal.hint == "move i-33-1 1514"
    assert may(state, refusal.hint)
    order(state, refusal.hint)
    assert may(state, "join i-33")


def test_13_2_a_refused_join_offers_no_order_of_another_unit_where_this_one_has_its_own() -> None:
    """The second battalion could join, but it was the first that was meant."""
    second = {"ii-33": "pool", "ii-33-1": "1714", "ii-33-2": "1714"}
    assert refused(table(APART | second, phase="axis-movement"), "join i-33").hint == "move i-33-1 1514"
    whole = table({"i-33": "1513", "2rwk": "0605"}, phase="axis-movement")
    assert refused(whole, "join i-33").hint == "legal i-33"


def test_18_7_companies_on_the_beach_are_brought_together_by_a_step() -> None:
    units = {"i-87": "pool", "i-87-1": "1616", "i-87-2": "1716", "2rwk": "0605"}
    landed = {id: {"at": at, "landed": True} for id, at in units.items() if "-87-" in id}
    state = table(units | landed, phase="first-wave", turn="29jun-am", free=["i-87-1", "i-87-2"])
    refusal = refused(state, "join i-87")
    assert refusal.hint == "step i-87-1 1716"
    assert may(state, refusal.hint)


def test_13_2_the_answer_and_the_help_say_that_joining_ends_the_move() -> None:
    state = table(APART | {"i-33-2": "1513"}, phase="axis-movement")
    said = sentences(order(state, "join i-33"), state)
    assert "i-33-1, i-33-2 join as i-33 in 1513 and move no farther this turn" in said[0]
    assert "which ends its move" in ORDERS["join"].help
