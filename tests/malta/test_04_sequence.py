"""Chapter 4: the phases of a turn, the end of a scenario."""

import pytest

from tarawa_cli.games.malta import phases
from tarawa_cli.games.malta.model.state import PHASES
from tarawa_cli.kernel.engine.phases import Phase
from tests.malta.common import HELD, cottonera, order, refused, table, told


def test_4_the_phases_in_the_order_of_the_book() -> None:
    assert " ".join(PHASES) == (
        "setup-allied setup-axis "
        "approach formations weather air-strikes plan-drops aides replacements absorb ammunition dismantle royal-navy "
        "axis-status embark ships coast-fire first-wave second-wave airborne "
        "axis-movement axis-support axis-bombardment axis-combat axis-breakthrough "
        "allied-status allied-movement allied-support allied-bombardment allied-combat allied-breakthrough "
        "surrender transition"
    )


def test_4_phases_in_which_nobody_can_do_anything_pass_by_themselves() -> None:
    state = cottonera()
    seen = []
    while state.turn == 29:
        seen.append(state.phase)
        order(state, "next")
    assert seen == [f"{side}-{part}" for side in ("axis", "allied") for part in ("movement", "support", "combat")]
    assert (state.phase, state.box.id) == ("axis-movement", "6jul-noon")


def test_4_a_phase_in_which_nothing_can_be_done_is_passed_over() -> None:
    state = table({"i-33": "1513", "2rwk": "0810"}, phase="axis-movement", weather="rain")
    passed = [facts["phase"] for facts in told(order(state, "next"), "phase-passed")]
    parts = ["axis-support", "axis-bombardment", "axis-combat", "axis-breakthrough"]
    assert passed == parts
    assert state.phase == "allied-movement"


def test_4_42_at_the_end_of_a_turn_everybody_may_act_again() -> None:
    units = {"i-33": {"at": "1513", "moved": "tactical", "attacked": True}, "2rwk": "0810"}
    state = table(units | {"12f-1": {"at": "0810", "fired": True, "ammo": False}}, phase="allied-combat")
    order(state, "next")
    assert (state.turn, state.units["i-33"].moved, state.units["i-33"].attacked) == (30, "", False)
    assert not state.units["12f-1"].fired


def test_9_2_support_that_finds_no_attack_is_lost() -> None:
    units = {"i-33": "1513", "i-28": {"at": "1614", "ammo": True}, "11lf": "1512"}
    state = table(units, phase="axis-support")
    order(state, "support 1512 --by i-28 --air")
    for phase in ("axis-bombardment", "axis-combat", "allied-movement"):
        order(state, "next")
        assert state.phase == phase
    assert (state.assigned, state.assaulted) == ({}, set())
    assert state.units["i-28"].fired


def ended(axis: str) -> str:
    state = cottonera()
    state.turn, state.phase, state.control = 32, "allied-combat", set(axis.split())
    order(state, "next", *[1] * 0)
    return state.outcome


def test_22_who_controls_more_hexes_wins_and_the_allies_on_a_tie() -> None:
    assert ended("1812 2011") == "allied"
    assert ended("1812 2011 1911") == "axis"
    assert ended("1812") == "allied"


def test_after_the_end_only_standing_answers_are_taken() -> None:
    state = cottonera()
    state.outcome = "axis"
    assert refused(state, "next").rule == "22"
    order(state, "policy axis hits hold")


def test_4_every_phase_of_a_day_has_its_part_and_a_misspelt_one_is_an_error() -> None:
    assert all(isinstance(phases.phase(name), Phase) for name in PHASES)
    parts = {name: phases.phase(name) for name in PHASES}
    assert phases.complete(parts) == parts
    with pytest.raises(ValueError, match="embark, embrak"):
        phases.complete({("embrak" if name == "embark" else name): part for name, part in parts.items()})


# ── What a player turn is made of


@pytest.mark.parametrize(("side", "rule"), [("axis", "4.24"), ("allied", "4.32")])
def test_movement_waits_for_whoever_can_still_move_and_takes_no_attack(side: str, rule: str) -> None:
    state = table({"i-33": "1513", "11lf": "1512"}, phase=f"{side}-movement")
    mine, other = ("i-33", "11lf") if side == "axis" else ("11lf", "i-33")
    assert refused(state, f"move {other} 1511").rule == "4"
    assert refused(state, f"attack {mine} --on {state.units[other].at}").rule == "9.1"
    order(state, "next")
    assert state.phase.startswith(f"{side}-"), rule


def test_4_24_movement_with_nobody_who_can_move_is_passed_over() -> None:
    state = table({"i-33": "1513", "haa-7": {"at": "1711", "ammo": False}}, phase="axis-movement", weather="rain")
    order(state, "next")
    assert state.phase == "axis-movement", "the Allied turn has only a static gun, so the next turn has come"
    assert state.box.id == "6jul-noon"


@pytest.mark.parametrize(("side", "rule"), [("axis", "4.25"), ("allied", "4.33")])
def test_support_is_given_before_the_attacks_and_only_then(side: str, rule: str) -> None:
    units = {"i-33": "1513", "i-28": {"at": "1513", "ammo": True}, "11lf": "1512", "12f-1": "1511"}
    state = table(units, phase=f"{side}-support", policy=HELD)
    gun, at = ("i-28", "1512") if side == "axis" else ("12f-1", "1513")
    mine = "i-33" if side == "axis" else "11lf"
    assert refused(state, f"attack {mine} --on {at}").rule == "9.1", rule
    order(state, f"support {at} --by {gun}")
    for part in ("bombardment", "combat"):
        order(state, "next")
        assert state.phase == f"{side}-{part}"
    assert refused(state, f"support {at} --by {gun}").rule == "9.2"


@pytest.mark.parametrize(("side", "rule"), [("axis", "4.21"), ("allied", "4.31")])
def test_the_status_phase_gives_ammunition_and_brings_leaders_back(side: str, rule: str) -> None:
    gun, leader, hq = ("i-28", "chirieleison", "hq-liv") if side == "axis" else ("12f-1", "delabere", "hq-central")
    units = {gun: {"at": "1813" if side == "axis" else "1511", "ammo": False}, leader: "track:6jul-am"}
    units |= {hq: "1813" if side == "axis" else "1511", "i-33": "1914", "11lf": "1410"}
    state = table(units, phase=f"{side}-status", turn="6jul-am", control={"axis": "1816"})
    order(state, "next")
    assert state.units[gun].ammo, rule
    assert state.units[leader].at == state.units[hq].at


def test_4_41_the_last_turn_ends_with_a_judgement() -> None:
    state = table({"i-33": "1513"}, turn="10jul-night", phase="allied-combat")
    events = order(state, "next")
    assert told(events, "game-over")
