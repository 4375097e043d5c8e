"""7.2.6, 9.3: recovery, from the order to its roll in phase `morale`."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.games.tarawa.model.board import distance
from tarawa_cli.games.tarawa.narration.next_steps import steps as next_steps
from tarawa_cli.games.tarawa.orders.expansion import expand
from tarawa_cli.games.tarawa.players.maneuvering import rest
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import lines_from
from tarawa_cli.kernel.errors import Refused
from tests.tarawa.common import refused
from tests.tarawa.playing_supply import AFTER, Match, at_morale, do, modifiers, only, quiet, rolls, start, unit


def in_action(units: dict[str, Any], *uncleared: str, **keys: Any) -> Match:
    return start(units, **{"turn": 8, "phase": "actions", **quiet(*uncleared, heads="2531")} | keys)


def hurt(at: str, steps: int = 5, **keys: Any) -> dict[str, Any]:
    return {"at": at, "landed": 1, "steps": steps, **keys}


# ── The order


def test_a_unit_recovers_away_from_the_enemy_and_near_a_head() -> None:
    match = in_action({"2/8A": hurt("2529")})
    begun = only(do(match, "recover 2/8A"), "recovery-begun")
    assert (begun.rule, unit(match, "2/8A").recovering, unit(match, "2/8A").paid) == ("7.2.6", True, False)


def test_three_hexes_from_the_enemy_are_enough_and_two_are_not() -> None:
    assert (distance("2530", "2832"), distance("2530", "2729")) == (3, 2)
    assert refused(in_action({"2/8A": hurt("2530")}, "2729"), "recover 2/8A").rule == "7.2.6"
    match = in_action({"2/8A": hurt("2530")}, "2832")
    do(match, "recover 2/8A")
    assert unit(match, "2/8A").recovering


def test_four_hexes_from_a_head_are_near_and_five_are_not() -> None:
    near = in_action({"2/8A": hurt("2834")})
    lines = lines_from(near.state, ["2531"])
    assert (lines["2834"], lines["2835"]) == (4, 5)
    do(near, "recover 2/8A")
    assert unit(near, "2/8A").recovering
    error = refused(in_action({"2/8A": hurt("2835")}), "recover 2/8A")
    assert (error.rule, error.hint) == ("7.2.6", "move 2/8A 2834")
    paying = in_action({"2/8A": hurt("2835")}, stock=1)
    assert refused(paying, "recover 2/8A").hint == "recover 2/8A --pay"


def test_the_four_hexes_are_counted_through_friendly_hexes() -> None:
    match = in_action({"2/8A": hurt("2942")}, heads="2938")
    assert (distance("2938", "2942"), lines_from(match.state, ["2938"])["2942"]) == (4, 5)
    assert refused(match, "recover 2/8A").rule == "7.2.6"


def test_without_a_head_only_who_pays_recovers() -> None:
    match = in_action({"2/8A": hurt("2531")}, heads="", stock=2)
    assert refused(match, "recover 2/8A").rule == "7.2.6"
    do(match, "recover 2/8A --pay")
    assert (match.state.stock, unit(match, "2/8A").paid) == (1, True)


def test_the_unsupplied_recover_if_they_pay() -> None:
    match = in_action({"2/8A": hurt("2529", supply="none", unsupplied=2)}, stock=1)
    assert refused(match, "recover 2/8A").rule == "7.2.6"
    do(match, "recover 2/8A --pay")
    assert match.state.stock == 0


def test_one_point_a_unit() -> None:
    units = {"2/8A": hurt("2529"), "2/8B": hurt("2530")}
    assert refused(in_action(units, heads="", stock=1), "recover 2/8A 2/8B --pay").rule == "7.2.6"
    match = in_action(units, heads="", stock=3)
    do(match, "recover 2/8A 2/8B --pay")
    assert match.state.stock == 1


@pytest.mark.parametrize("stock", [0, 2])
def test_nobody_pays_who_need_not(stock: int) -> None:
    near = refused(in_action({"2/8A": hurt("2529")}, stock=stock), "recover 2/8A --pay")
    assert (near.rule, near.hint) == ("7.2.6", "recover 2/8A")
    assert near.message == "no payment is needed for 2/8A: in general supply, and near a head"


def test_of_several_only_those_pay_who_must() -> None:
    match = in_action({"2/8A": hurt("2529"), "2/8B": hurt("2835")}, stock=2)
    do(match, "recover 2/8A 2/8B --pay")
    assert (match.state.stock, unit(match, "2/8A").paid, unit(match, "2/8B").paid) == (1, False, True)


def test_without_points_nobody_pays() -> None:
    far = refused(in_action({"2/8A": hurt("2529")}, heads=""), "recover 2/8A --pay")
    assert (far.rule, far.hint) == ("7.2.6", "move 2/8A 2630")


@pytest.mark.parametrize("id", ["sherman-1", "stuart-1"])
def test_tanks_never_recover(id: str) -> None:
    assert refused(in_action({id: hurt("2529", 2)}), f"recover {id}").rule == "7.2.6"


def test_artillery_and_hawkins_recover() -> None:
    match = in_action({"1/10": hurt("2529", 2), "hawkins": hurt("2530", 1)})
    do(match, "recover 1/10 hawkins")
    assert unit(match, "1/10").recovering
    assert unit(match, "hawkins").recovering


def test_who_has_acted_does_not_recover() -> None:
    match = in_action({"2/8A": hurt("2529")})
    do(match, "move 2/8A 2530")
    assert refused(match, "recover 2/8A").rule == "7.2.6"


@pytest.mark.parametrize("order", ["move 2/8A 2530", "dig 2/8A", "recover 2/8A"])
def test_who_recovers_does_nothing_else(order: str) -> None:
    match = in_action({"2/8A": hurt("2529")})
    do(match, "recover 2/8A")
    assert refused(match, order).rule == "7.2"


def test_the_pinned_do_not_recover() -> None:
    assert refused(in_action({"2/8A": hurt("2529", pins=1)}), "recover 2/8A").rule == "7.2"


def test_nobody_is_named_twice() -> None:
    assert refused(in_action({"2/8A": hurt("2529")}), "recover 2/8A 2/8A").rule == "7.2.6"


@pytest.mark.parametrize(("casualties", "allowed"), [(3950, True), (4000, False)])
def test_from_4000_casualties_nobody_recovers(casualties: int, allowed: bool) -> None:
    match = in_action({"2/8A": hurt("2529", 3)}, casualties=casualties)
    if allowed:
        do(match, "recover 2/8A")
        assert unit(match, "2/8A").recovering
    else:
        assert refused(match, "recover 2/8A").rule == "7.2.6"


# ── The roll


def one(steps: int = 5, id: str = "2/8A", **keys: Any) -> dict[str, Any]:
    return {id: {"at": "2529", "steps": steps, **keys}}


@pytest.mark.parametrize(
    ("marines", "turn", "least"), [(3, 8, 4), (1, 8, 4), (0, 8, 5), (-1, 8, 6), (3, 15, 3), (0, 15, 4), (-5, 15, 5)]
)
def test_five_or_more_brings_back_a_step(marines: int, turn: int, least: int) -> None:
    for die, steps in ((least, 6), (least - 1, 5)):
        tracks = {"marines": marines, "japanese": 3}
        match = at_morale(one(), turn=turn, tracks=tracks)
        collapse = [1] if marines == -5 else []
        do(match, "next", [die, *collapse, *(AFTER if turn == 8 else AFTER[:1])])
        assert unit(match, "2/8A").steps == steps


def test_the_modifiers_of_a_recovery_are_shown() -> None:
    roll = rolls(do(at_morale(one(), turn=15), "next", [1, 1]), "recovery")[0]
    assert modifiers(roll) == {"night": 1, "Marine general morale": 1}
    assert roll.rule == "7.2.6"


def test_the_operative_level_counts_and_not_the_marker() -> None:
    match = at_morale(one(), tracks={"marines": -2}, operative={"marines": 3})
    roll = rolls(do(match, "next", [4, *AFTER]), "recovery")[0]
    assert modifiers(roll) == {"Marine general morale": 1}
    assert unit(match, "2/8A").steps == 6


@pytest.mark.parametrize("spoiled", ["hurt", "banzai", "trapped"])
def test_it_fails_without_a_roll_for_who_was_hurt_or_a_banzais_target(spoiled: str) -> None:
    spoil: dict[str, Any] = {spoiled: True}
    match = at_morale(one(**spoil))
    events = do(match, "next", AFTER)
    assert only(events, "recovery-failed").facts["unit"] == "2/8A"
    assert rolls(events, "recovery") == []
    assert unit(match, "2/8A").steps == 5


def test_who_lost_a_step_to_traps_this_turn_may_not_try() -> None:
    for extra in ({}, {"stock": 3}):
        match = in_action({"2/8A": hurt("2529", trapped=True)}, **extra)
        for order in ("recover 2/8A", "recover 2/8A --pay"):
            error = refused(match, order)
            assert (error.rule, error.hint) == ("7.2.6", "dig 2/8A")
            assert error.message == "2/8A has lost a step to traps, and may not try to recover this turn"
    dug_in = in_action({"2/8A": hurt("2529", trapped=True)}, improved="2529")
    assert refused(dug_in, "recover 2/8A").hint == "move 2/8A 2630"


@pytest.mark.parametrize(
    ("keys", "more", "why"),
    [
        ({"steps": 8}, {}, "2/8A has lost no step"),
        ({"steps": 6}, {"casualties": 2000}, "with 2000 casualties 2/8A cannot regain a step above 6"),
        ({"steps": 3}, {"casualties": 4000}, "once casualties reach 4000, no unit can regain a step"),
        ({"steps": 5, "hurt": True}, {}, "2/8A has lost a step or fought a banzai this turn"),
    ],
)
@pytest.mark.parametrize("pay", [False, True])
def test_a_unit_alone_needs_a_step_to_regain(keys: dict[str, Any], more: dict[str, Any], why: str, pay: bool) -> None:
    """Paid for or not: what comes to nothing is not taken."""
    payment: dict[str, Any] = {"heads": "", "stock": 2} if pay else {}
    match = in_action({"2/8A": {"at": "2529", "landed": 1, **keys}}, **more, **payment)
    error = refused(match, f"recover 2/8A{' --pay' if pay else ''}")
    assert (error.rule, error.hint) == ("7.2.6", "dig 2/8A")
    assert error.message.startswith(why)


def test_traps_hold_only_for_the_turn() -> None:
    match = start({"2/8A": hurt("2529", trapped=True)}, turn=8, phase="final", **quiet(heads="2531"))
    do(match, "next", AFTER)
    assert not unit(match, "2/8A").trapped


# ── What is proposed


def proposed(match: Match) -> list[str]:
    """The recoveries that `legal` lists, each unit alone."""
    return [command for command in legal(match.state) if command.startswith("recover") and len(command.split()) == 2]


@pytest.mark.parametrize(
    ("keys", "more", "hope"),
    [
        ({"steps": 7}, {}, True),
        ({"steps": 8}, {}, False),
        ({"steps": 6}, {"casualties": 2000}, False),
        ({"steps": 5}, {"casualties": 2000}, True),
        ({"steps": 4}, {"casualties": 3000}, False),
        ({"steps": 5, "hurt": True}, {}, False),
        ({"steps": 5, "banzai": True}, {}, False),
        ({"steps": 5, "trapped": True}, {}, False),
    ],
)
def test_a_certain_failure_is_proposed_by_nobody(keys: dict[str, Any], more: dict[str, Any], hope: bool) -> None:
    match = in_action({"2/8A": {"at": "2529", "landed": 1, **keys}}, stock=1, **more)
    assert proposed(match) == (["recover 2/8A"] if hope else [])
    assert "recover 2/8A --pay" not in legal(match.state)
    assert any("recover 2/8A" in line for line in next_steps(match.state)) == hope
    assert ([choice.order.text() for choice in rest(match.state)] == ["recover 2/8A"]) == hope


WHOLE_IN_ACTION = {"2/8A": hurt("2531", 8), "2/8B": hurt("2529", 5), "2/8E": hurt("2530", 6)}
"""A battalion in which only 2/8B has losses."""


def whole(match: Match) -> list[str]:
    """The recoveries of several units that `legal` lists."""
    return [command for command in legal(match.state) if command.startswith("recover") and len(command.split()) > 2]


def test_those_without_losses_are_proposed_with_their_battalion() -> None:
    match = in_action(WHOLE_IN_ACTION)
    assert (proposed(match), whole(match)) == (["recover 2/8B"], ["recover 2/8A 2/8B 2/8E"])
    do(match, "recover 2/8B")
    assert (proposed(match), whole(match)) == ([], ["recover 2/8A 2/8E"])


def test_a_battalion_without_losses_is_proposed_as_a_whole() -> None:
    match = in_action({**WHOLE_IN_ACTION, "2/8B": hurt("2529", 8)})
    assert (proposed(match), whole(match)) == ([], ["recover 2/8A 2/8B 2/8E"])


def test_a_battalions_name_rests_all_of_it_or_nobody() -> None:
    match = in_action({**WHOLE_IN_ACTION, "2/8B": hurt("2529", 8)})
    assert expand(match.state, ["recover", "2/8"]).orders == [["recover", "2/8A", "2/8B", "2/8E"]]
    do(match, "recover 2/8A 2/8B 2/8E")
    assert all(unit(match, id).recovering for id in WHOLE_IN_ACTION)
    tired = in_action({**WHOLE_IN_ACTION, "2/8A": hurt("2531", 8, acted=True)})
    assert expand(tired.state, ["recover", "2/8"]).orders == [["recover", "2/8A", "2/8B", "2/8E"]]
    assert refused(tired, "recover 2/8A 2/8B 2/8E").message.startswith("2/8A has already acted")


def test_of_all_those_rest_who_have_something_to_gain() -> None:
    match = in_action({**WHOLE_IN_ACTION, "3/8A": hurt("2628", 8), "1/2A": hurt("2629", 4)})
    assert expand(match.state, ["recover", "all"]).orders == [["recover", "1/2A"], ["recover", "2/8A", "2/8B", "2/8E"]]
    assert expand(match.state, ["recover", "@2629"]).orders == [["recover", "1/2A"]]
    far = in_action({"2/8A": hurt("2529"), "1/8B": hurt("2835")}, stock=1)
    assert expand(far.state, ["recover", "all", "--pay"]).orders == [["recover", "1/8B", "--pay"], ["recover", "2/8A"]]
    with pytest.raises(Refused, match="2/8A has lost no step"):
        expand(in_action({"2/8A": hurt("2529", 8)}).state, ["recover", "all"])
    with pytest.raises(Refused, match="no unit of 3/8"):
        expand(far.state, ["recover", "3/8"])


def test_from_4000_casualties_a_whole_battalion_still_rests_for_its_regiment() -> None:
    match = in_action(WHOLE_IN_ACTION, casualties=4000)
    assert (proposed(match), whole(match)) == ([], ["recover 2/8A 2/8B 2/8E"])


@pytest.mark.parametrize(
    ("units", "keys"),
    [
        ({"2/8B": hurt("2529", 5, hurt=True)}, {}),
        ({"2/8A": hurt("2531", 8, acted=True)}, {}),
        ({"2/8A": hurt("2531", 7, trapped=True)}, {}),
        ({"2/8B": hurt("2629", 5)}, {}),
        ({}, {"tracks": {"8th": 5}}),
        ({"2/8E": hurt("2835", 6)}, {}),
    ],
    ids=["spoiled", "one has acted", "one is trapped", "no integrity", "morale is full", "one is too far"],
)
def test_where_the_battalion_can_gain_nothing_they_are_not(units: dict[str, Any], keys: dict[str, Any]) -> None:
    match = in_action({**WHOLE_IN_ACTION, **units}, **keys)
    able = [id for id in ("2/8A", "2/8B", "2/8E") if unit(match, id).steps in (5, 7) and not unit(match, id).hurt]
    assert proposed(match) == [f"recover {id}" for id in able if not unit(match, id).trapped]
    assert whole(match) == []
    assert refused(match, "recover 2/8A 2/8B 2/8E").rule == "7.2.6"


@pytest.mark.parametrize(("stock", "gains"), [(1, False), (2, True)])
def test_the_supply_points_must_last_for_all_who_have_to_pay(stock: int, gains: bool) -> None:
    far = {"2/8A": hurt("2835", 8), "2/8B": hurt("2834", 5), "2/8E": hurt("2835", 6)}
    assert ("recover 2/8A 2/8B 2/8E --pay" in legal(in_action(far, stock=stock).state)) == gains


@pytest.mark.parametrize(("stock", "gains"), [(0, False), (1, True)])
def test_who_is_too_far_from_a_head_is_counted_if_he_can_be_paid_for(stock: int, gains: bool) -> None:
    match = in_action({**WHOLE_IN_ACTION, "2/8E": hurt("2835", 6)}, stock=stock)
    assert whole(match) == (["recover 2/8A 2/8B 2/8E --pay"] if gains else [])


@pytest.mark.parametrize(
    ("id", "casualties", "before", "after"),
    [
        ("2/8A", 1950, 7, 8), ("2/8A", 2000, 5, 6), ("2/8A", 2000, 4, 5), ("2/8A", 2950, 5, 6),
        ("2/8A", 3000, 3, 4), ("2/8A", 3950, 3, 4), ("2/8E", 1950, 5, 6), ("2/8E", 2000, 3, 4),
        ("2/8E", 3000, 1, 2), ("1/10", 2000, 1, 2), ("hawkins", 1950, 1, 2),
    ],
)  # fmt: skip
def test_a_step_comes_back_below_the_ceiling(id: str, casualties: int, before: int, after: int) -> None:
    match = at_morale(one(before, id), casualties=casualties)
    recovered = only(do(match, "next", [6, *AFTER]), "step-recovered")
    assert recovered.facts["steps"] == unit(match, id).steps == after


@pytest.mark.parametrize(
    ("id", "casualties", "steps"),
    [
        ("2/8A", 1950, 8), ("2/8A", 2000, 6), ("2/8A", 2000, 7), ("2/8A", 3000, 4), ("2/8A", 3000, 5),
        ("2/8A", 4000, 3), ("2/8E", 2000, 4), ("2/8E", 3000, 2), ("2/8E", 4000, 1), ("1/10", 2000, 2),
        ("1/10", 3000, 1), ("hawkins", 2000, 1), ("hawkins", 3000, 1),
    ],
)  # fmt: skip
def test_no_die_is_rolled_at_the_ceiling(id: str, casualties: int, steps: int) -> None:
    match = at_morale(one(steps, id), casualties=casualties)
    events = do(match, "next", AFTER)
    assert rolls(events, "recovery") == []
    assert unit(match, id).steps == steps


def test_a_flipped_unit_may_turn_up_again_only_below_3000() -> None:
    below = at_morale(one(4), casualties=2950)
    assert unit(below, "2/8A").on_back
    do(below, "next", [6, *AFTER])
    assert not unit(below, "2/8A").on_back
    above = at_morale(one(4), casualties=3000)
    do(above, "next", AFTER)
    assert unit(above, "2/8A").on_back


def test_recovery_is_over_with_the_turn() -> None:
    match = at_morale(one(paid=True))
    do(match, "next", [1, *AFTER])
    assert not unit(match, "2/8A").recovering
    assert not unit(match, "2/8A").paid


def test_units_roll_in_the_order_of_the_counters() -> None:
    match = at_morale({"2/8B": {"at": "2530", "steps": 5}, "1/2A": {"at": "2531", "steps": 5}})
    recoveries = rolls(do(match, "next", [4, 3, *AFTER]), "recovery")
    assert [roll.facts["on"] for roll in recoveries] == ["1/2A", "2/8B"]
    assert (unit(match, "1/2A").steps, unit(match, "2/8B").steps) == (6, 5)
