"""`odds`: exact chances, proved by playing out every sequence of dice there is."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from tarawa_cli.games.tarawa import orders
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.legal import odds as module
from tarawa_cli.games.tarawa.legal.odds import odds, summary, table_text
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.engine.play import Play, question
from tarawa_cli.kernel.errors import BadOrder, Refused
from tests.kit.chances import Way, counted, ways
from tests.kit.effort import calls
from tests.tarawa.ground import ashore
from tests.tarawa.tables import CAMPAIGN

OWN = {"marine-fire", "marine-attack", "demolition"}
Chances = dict[tuple[Any, ...], Fraction]


def red3(**keys: Any) -> State:
    """Five units around 2627, 2727 and 2728, against 2626, 2726, 2827 and 2828."""
    active = {"supply": "active", "steps": 3}
    units: dict[str, Any] = {
        "2/8A": {"at": "2727"} | active,
        "2/8B": {"at": "2728"} | active,
        "2/8E": {"at": "2627"} | active,
        "3/8A": {"at": "2625"} | active,
        "sherman-1": "2627",
        "stuart-1": "2728",
        "1/10": "2531",
    }
    given: dict[str, Any] = {"cleared": "2727 2728 2729", "shore": 2, "policy": {"hits": "step"}} | keys
    return ashore(units, **given)


def sequences(state: State, command: str) -> Iterator[Way]:
    """Every way to play an order out; questions are answered with their first option."""
    doc = GAME.dump(state)

    def give(play: Play[State], *words: str) -> None:
        orders.read_order(play.state, list(words)).resolve(play)

    return ways(
        lambda: GAME.load(CAMPAIGN, doc),
        lambda play: give(play, *command.split()),
        lambda play: give(play, "decide", question(play.state).options[0]),
    )


def by_hand(state: State, command: str, moved: str = "") -> Chances:
    """The chances as counted out, sequence by sequence."""

    def outcome(way: Way) -> tuple[Any, ...]:
        after: State = way.state
        rolled = [event.facts["result"] for event in way.events if event.type == "roll" and event.facts["table"] in OWN]
        result = rolled[-1] if rolled else "stopped by fire"
        if moved:
            result = f"in {after.units[moved].hex}" if after.units[moved].steps else "lost"
        losses = tuple((u.id, u.steps - after.units[u.id].steps) for u in state.units.values())
        pins = tuple(u.id for u in state.units.values() if after.units[u.id].pins > u.pins and after.units[u.id].steps)
        return result, tuple(loss for loss in losses if loss[1]), pins

    return counted(sequences(state, command), outcome)


def foreseen(state: State, command: str) -> Chances:
    return {(o.result, tuple(o.losses.items()), o.pinned): o.chance for o in odds(state, command.split())}


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    "command",
    [
        "fire 2/8A 2827",
        "fire 2/8A 2827 --support 1/10 --shore",
        "fire 2/8A 2827 --times 3",
        "attack 2/8A --on 2827",
        "attack 2/8A --on 2828 --support 2/8B --support 1/10 --shore",
        "attack 2/8A 2/8B --on 2828",
        "attack 2/8A 2/8B --on 2827 --on 2828 --shore",
        "attack 2/8A --on 2726 --on 2827",
        "demolish 2/8E --on 2626 --support 3/8A --support sherman-1",
        "demolish 2/8E --on 2626",
    ],
)
@pytest.mark.parametrize("box", [0, 3, 5])
def test_the_chances_are_those_of_all_dice(command: str, box: int) -> None:
    state = red3(tracks={"japanese": box, "marines": 3}, suppressed={"2626": 1, "2828": 1})
    expected = by_hand(state, command)
    assert sum(expected.values()) == 1
    assert len(expected) > 1
    assert foreseen(state, command) == expected


def test_hits_are_taken_as_the_standing_answer_says() -> None:
    """With Japanese morale at +3 a 6 is S* H Pin 1."""
    as_steps = red3(tracks={"japanese": 5}, policy={"hits": "step"})
    as_morale = red3(tracks={"japanese": 5}, policy={"hits": "morale"})
    asked = red3(tracks={"japanese": 5}, policy={"hits": "ask"})
    command = "attack 2/8B --on 2828"
    assert foreseen(as_morale, command) == by_hand(as_morale, command)
    assert foreseen(as_morale, command) != foreseen(as_steps, command)
    assert foreseen(asked, command) == foreseen(as_steps, command)


def test_a_pillbox_hex_cleared_leaves_a_question_that_stops_nobody() -> None:
    state = red3(tracks={"japanese": 5}, demolished={"2626": 1}, policy={"hits": "ask"})
    command = "demolish 2/8E --on 2626 --support 3/8A"
    assert foreseen(state, command) == by_hand(state, command)


def test_a_move_over_the_airstrip_says_where_it_ends() -> None:
    state = red3(tracks={"japanese": 3})
    command = "move stuart-1 2729 2829 2830"
    assert foreseen(state, command) == by_hand(state, command, moved="stuart-1")
    foot = red3(tracks={"japanese": 3})
    command = "move 2/8A 2728 2829 2830"
    places = {outcome.result for outcome in odds(foot, command.split())}
    assert foreseen(foot, command) == by_hand(foot, command, moved="2/8A")
    assert {"in 2829", "in 2830"} <= places


def test_a_long_drive_over_the_airstrip_is_foreseen_too() -> None:
    state = red3(tracks={"japanese": 5})
    outcomes = odds(state, ["move", "stuart-1", *["2829", "2830"] * 7])
    assert sum(outcome.chance for outcome in outcomes) == 1
    assert "lost" in {outcome.result for outcome in outcomes}


def test_a_move_without_fire_is_certain() -> None:
    (only,) = odds(red3(), ["move", "2/8A", "2628"])
    assert (only.chance, only.result, only.losses, only.pinned) == (1, "in 2628", {}, ())


SAFE = "2630 2631 2727 2728 2729 2731"
"""Cleared hexes around the head in 2531: whoever is in 2530 may recover."""


@pytest.mark.parametrize(
    ("turn", "box", "chance"), [(4, 0, 2), (4, 1, 3), (4, 5, 3), (4, -2, 1), (6, 0, 3), (6, 4, 4), (6, -5, 2)]
)
def test_recovery_is_helped_by_the_night_and_by_the_sign_of_marine_morale(turn: int, box: int, chance: int) -> None:
    cleared = "2630 2631 2727 2728 2729 2731"
    state = ashore(
        {"hawkins": {"at": "2530", "steps": 1}}, turn=turn, cleared=cleared, heads="2531", tracks={"marines": box}
    )
    found = {outcome.result: outcome.chance for outcome in odds(state, ["recover", "hawkins"])}
    assert found == {"hawkins recovers": Fraction(chance, 6), "nobody recovers": 1 - Fraction(chance, 6)}


def test_two_who_recover_are_told_apart() -> None:
    hurt = {"at": "2530", "steps": 5}
    state = ashore({"2/8A": hurt, "2/8B": hurt}, cleared=SAFE, heads="2531")
    found = {outcome.result: outcome.chance for outcome in odds(state, ["recover", "2/8A", "2/8B"])}
    third = Fraction(1, 3)
    assert found == {
        "2/8A, 2/8B recover": third * third,
        "2/8A recovers": third * (1 - third),
        "2/8B recovers": third * (1 - third),
        "nobody recovers": (1 - third) ** 2,
    }


def test_bombardment_and_suppression_have_odds() -> None:
    fleet = GAME.begin(CAMPAIGN)
    chits = {outcome.result: outcome.chance for outcome in odds(fleet, ["bombard"])}
    assert chits == {"4": Fraction(1, 6), "5": Fraction(1, 2), "6": Fraction(1, 3)}
    waders = ashore({"2/8A": {"at": "2327", "beach": "red3"}}, phase="suppression-1")
    found = {outcome.result: outcome.chance for outcome in odds(waders, ["suppress", "red3"])}
    assert found == {"S": Fraction(1, 2), "-": Fraction(1, 2)}


@pytest.mark.parametrize(
    "command",
    ["attack 2/8A 2/8B --on 2828 --shore", "fire 2/8A 2827 --shore", "move 2/8A 2829", "demolish 2/8E --on 2626"],
)
def test_nothing_is_changed_by_looking(command: str) -> None:
    state = red3(demolished={"2626": 1}, improved="2727", policy={"hits": "ask"})
    before = GAME.dump(state)
    odds(state, command.split())
    assert GAME.dump(state) == before
    assert not state.stack


def test_what_the_law_refuses_has_no_odds() -> None:
    with pytest.raises(Refused) as caught:
        odds(red3(), ["attack", "2/8A", "--on", "2626"])
    assert caught.value.rule == "7.2.4"
    with pytest.raises(Refused):
        odds(red3(phase="embark"), ["fire", "2/8A", "2827"])


@pytest.mark.parametrize("command", ["next", "dig 2/8A", "policy hits step", "nonsense", ""])
def test_an_order_without_dice_of_its_own_is_not_understood(command: str) -> None:
    with pytest.raises(BadOrder):
        odds(red3(), command.split())


def test_the_summary_adds_up() -> None:
    outcomes = odds(red3(), ["attack", "2/8A", "2/8B", "--on", "2828"])
    found = summary(outcomes)
    assert sum(found["results"].values()) == pytest.approx(1)
    lost = sum(float(outcome.chance) * outcome.losses.get("2/8A", 0) for outcome in outcomes)
    assert found["expected_losses"]["2/8A"] == pytest.approx(lost)
    assert sum(Fraction(outcome["exact"]) for outcome in found["outcomes"]) == 1
    said = table_text(outcomes)
    assert "stopped by fire" in said
    assert "no effect" in said


def test_the_odds_of_three_attackers_with_two_supporters_take_little_work() -> None:
    active = {"supply": "active"}
    units = {
        "2/8A": {"at": "2728"} | active,
        "2/8B": {"at": "2727"} | active,
        "3/8A": {"at": "2826"} | active,
        "sherman-1": "2728",
        "1/10": "2531",
    }
    state = ashore(units, cleared="2727 2728 2826", tracks={"japanese": 3, "marines": 3})
    command = "attack 2/8A 2/8B 3/8A --on 2827 --on 2828 --support sherman-1 --support 1/10"
    assert sum(outcome.chance for outcome in odds(state, command.split())) == 1
    assert calls(lambda: odds(state, command.split())) < 200_000, "about 103,000"


def test_every_foreseen_order_is_an_order() -> None:
    assert set(module.FORESEEN) <= set(orders.ORDERS)


def test_a_battalion_that_can_regain_no_step_has_the_chance_of_one_roll() -> None:
    units = {"2/8A": {"at": "2530"}, "2/8B": {"at": "2530"}, "2/8E": {"at": "2529"}}
    state = ashore(units, cleared=SAFE, heads="2531")
    found = {outcome.result: outcome.chance for outcome in odds(state, ["recover", *units])}
    assert found == {"2/8 recovers": Fraction(1, 3), "nobody recovers": Fraction(2, 3)}


def test_of_two_only_the_one_with_hope_has_a_chance() -> None:
    units = {"2/8A": {"at": "2530", "steps": 5}, "2/8B": {"at": "2530", "steps": 5, "hurt": True}}
    state = ashore(units, cleared=SAFE, heads="2531")
    found = {outcome.result: outcome.chance for outcome in odds(state, ["recover", "2/8A", "2/8B"])}
    assert found == {"2/8A recovers": Fraction(1, 3), "nobody recovers": Fraction(2, 3)}


def test_an_attack_on_two_hexes_foresees_that_a_pin_may_leave_one_out_of_reach() -> None:
    units = {"2/8A": {"at": "2627", "supply": "active"}, "2/8B": {"at": "2629", "supply": "active"}}
    state = ashore(units, tracks={"marines": 5}, policy={"hits": "step"})
    command = "attack 2/8A 2/8B --on 2727 --on 2729"
    both = [after for after, *_ in sequences(state, command) if after.cleared == {"2727", "2729"}]
    assert both
    assert not any(after.units[id].pins for after in both for id in units)
    unpinned = sum(1 for face in range(1, 7) if not is_pinned(state, face)) / 6
    chance = sum(outcome.chance for outcome in odds(state, command.split()) if outcome.result == "all hexes cleared")
    assert float(chance) == pytest.approx(unpinned**2 * most(state, 4))


def is_pinned(state: State, total: int) -> bool:
    return "Pin" in state.charts.table("japanese-fire").result(total, "ashore")


def most(state: State, plus: int) -> float:
    """How often an attack clears all."""
    table = state.charts.table("marine-attack")
    return sum(1 for face in range(1, 7) if table.result(face + plus) == "all hexes cleared") / 6
