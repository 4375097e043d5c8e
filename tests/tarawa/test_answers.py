"""What `odds` answers first, the ways to take a hex, and why a unit can do nothing."""

from fractions import Fraction
from typing import Any

import pytest

from tarawa_cli.games.tarawa import orders
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.legal.listing import legal_for, reasons
from tarawa_cli.games.tarawa.legal.odds import chances, headline, odds_text, ways_to_take
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.errors import Refused
from tests.tarawa.ground import ashore, refuse
from tests.tarawa.tables import CAMPAIGN
from tests.tarawa.test_odds import red3


def answer(state: State, command: str) -> str:
    return headline(chances(state, command.split()))


def test_the_first_line_says_what_the_player_asks() -> None:
    state = red3()
    assert answer(state, "attack 2/8A --on 2827").startswith("cleared ")
    assert "expected loss 0.67 steps" in answer(state, "attack 2/8A --on 2827")
    assert answer(state, "attack 2/8A 2/8B --on 2827 --on 2828").startswith("both cleared ")
    assert answer(state, "fire 2/8A 2827").startswith("suppressed ")
    assert answer(state, "move 2/8A 2628") == "arrives in 2628 100.0 %"
    assert answer(state, "demolish 2/8E --on 2626").startswith("damaged ")
    assert answer(GAME.begin(CAMPAIGN), "bombard").startswith("most likely ")


@pytest.mark.parametrize("command", ["attack 2/8A --on 2827", "attack 2/8A 2/8B --on 2828 --shore"])
def test_the_chance_to_clear_is_that_of_all_outcomes_that_clear(command: str) -> None:
    found = chances(red3(), command.split())
    cleared = [outcome.chance for outcome in found.outcomes if "cleared" in outcome.result]
    assert found.aims == {"cleared": sum(cleared, Fraction(0))}
    expected = sum(outcome.chance * sum(outcome.losses.values()) for outcome in found.outcomes)
    assert found.loss == expected


def test_the_modifiers_are_those_that_the_order_rolls_with() -> None:
    state = red3(tracks={"japanese": 3, "marines": 3}, suppressed={"2828": 1})
    found = chances(state, ["attack", "2/8A", "--on", "2828"])
    own, fire = found.rolls
    assert (own.table, fire.table, fire.on) == ("marine-attack", "japanese-fire", "2/8A")
    assert (+1, "suppression marker", "7.2.2") in own.modifiers
    lines = odds_text(state, found).split("\n")
    assert lines[0].startswith("cleared ")
    assert lines[1].startswith("  Marine Attack on 2828: die ")
    assert next(place for place, line in enumerate(lines) if line.startswith("result")) > 2


# ── The ways to take a hex


def test_the_ways_to_take_a_hex_are_legal_and_the_best_comes_first() -> None:
    state = red3()
    found = ways_to_take(state, "2828")
    assert len(found) > 4
    assert all(orders.passes(state, orders.read_order(state, way.command.split())) for way in found)
    assert [way.chance for way in found] == sorted((way.chance for way in found), reverse=True)
    best = chances(state, found[0].command.split())
    assert found[0].chance == pytest.approx(float(best.aims["cleared"]))
    assert found[0].loss == pytest.approx(float(best.loss))


def test_many_attackers_take_no_time() -> None:
    active = {"supply": "active"}
    at = {"2/8A": "2727", "2/8B": "2727", "3/8A": "2728", "3/8B": "2728", "1/8A": "2829", "1/8B": "2829"}
    state = ashore({id: {"at": hex} | active for id, hex in at.items()}, cleared="2727 2728", shore=2)
    assert len(ways_to_take(state, "2828")[0].command.split()) > 8


def test_open_ground_is_taken_by_moving_there() -> None:
    state = ashore({"2/8A": "2627"})
    assert ways_to_take(state, "2628")[0].command == "move 2/8A 2628"


@pytest.mark.parametrize(
    ("at", "rule", "why"),
    [
        ("2729", "7.2.4", "2729 is already yours"),
        ("3333", "7.2.4", "no unit is next to 3333"),
        ("2827", "7.2.4", "2/8A is not in active supply"),
    ],
)
def test_a_hex_that_cannot_be_taken_says_why(at: str, rule: str, why: str) -> None:
    state = ashore({"2/8A": {"at": "2727", "supply": "general"}}, cleared="2727 2728 2729")
    with pytest.raises(Refused) as caught:
        ways_to_take(state, at)
    assert why in caught.value.message
    assert caught.value.rule == rule


# ── Why there is nothing


NOTHING: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    ({"at": "2727", "pins": 1}, {}, "7.2", "2/8A is pinned and cannot act again this turn"),
    ({"at": "lost"}, {}, "7.3", "2/8A is lost"),
    ({"at": "2727", "digging": True, "acted": True}, {}, "7.2", "2/8A digs in and can do nothing else this turn"),
    ({"at": "2727"}, {"phase": "supply-check"}, "3", "there are no orders for 2/8A in phase `supply-check`"),
    ({"at": "2727"}, {"outcome": "called-off"}, "12", "the game is over"),
    ({"at": "2024", "beach": "red3"}, {}, "6.4", "2/8A is still on the water: it moves in the next impulse"),
]


@pytest.mark.parametrize(("unit", "keys", "rule", "why"), NOTHING)
def test_a_unit_without_orders_says_why(unit: dict[str, Any], keys: dict[str, Any], rule: str, why: str) -> None:
    state = ashore({"2/8A": unit}, cleared="2727 2728 2729", **keys)
    assert legal_for(state, state.units["2/8A"]) == []
    assert reasons(state, state.units["2/8A"]) == [(rule, why)]


def test_whoever_still_comes_says_when() -> None:
    state = GAME.begin(CAMPAIGN)
    assert reasons(state, state.units["1/6A"]) == [("13.1", "1/6A cannot come before turn 14; this is turn 1")]


def test_whoever_has_used_up_its_ap_says_so() -> None:
    state = ashore({"2/8A": {"at": "2727", "ap": 0, "acted": True}}, cleared="2727 2728 2729")
    said = reasons(state, state.units["2/8A"])
    assert ("7.2.1", "2/8A needs 1 AP to enter 2728 and has 0") in said
    assert all(rule and why for rule, why in said)


# ── The true reason


def test_7_6_a_full_landing_hex_is_refused_for_stacking() -> None:
    units = {"2/8A": {"at": "2528", "beach": "red3"}, "3/8A": "2628", "3/8B": "2628"}
    state = ashore(units, turn=1, phase="impulse-1")
    no = refuse(state, "advance 2/8A 2628")
    assert (no.rule, no.message) == ("7.6", "2/8A cannot stack with 3/8A and 3/8B in 2628")


def test_6_4_a_taken_reef_hex_is_refused_for_stacking() -> None:
    units = {"2/8A": {"at": "2427", "beach": "red3"}, "2/8B": {"at": "2527", "beach": "red3"}}
    no = refuse(ashore(units, turn=1, phase="impulse-1"), "advance 2/8A 2527")
    assert (no.rule, no.message) == ("6.4", "no stacking on the reef, and 2/8B is in 2527")


@pytest.mark.parametrize(("at", "rule"), [("2727", "11.35"), ("2032", "11.33")])
def test_ground_that_nobody_enters_from_the_reef_is_named(at: str, rule: str) -> None:
    state = ashore({"2/8A": {"at": "2427", "beach": "red3"}}, turn=1, phase="impulse-1")
    assert refuse(state, f"advance 2/8A {at}").rule == rule
