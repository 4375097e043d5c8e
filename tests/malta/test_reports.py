"""What `status`, `units`, `unit`, `hex` and `area` tell, and what is told after an order and before `next`."""

from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.legal.api import filtered
from tarawa_cli.games.malta.legal.offers import ready
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.narration.digest import changed
from tarawa_cli.games.malta.narration.sentences import next_steps, outlook, sentences
from tarawa_cli.games.malta.narration.summary import find_waste, summarize
from tarawa_cli.games.malta.narration.summary import ready as told_ready
from tarawa_cli.games.malta.rules.ch06_movement import movers
from tarawa_cli.games.malta.views import reports
from tarawa_cli.kernel.board.dice import GivenDice
from tarawa_cli.kernel.engine.play import Event, Play
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.narration.digest import changes
from tests.malta.common import HELD, cottonera, order, table


def match_of(state: State, side: str = "") -> Match[State]:
    match: Match[State] = Match(GAME, Setup("cottonera"), 1)
    match.state, match.side = state, side
    return match


def ids(state: State, word: str) -> list[str]:
    return [unit.id for unit in filtered(state, word)]


# ── status


def test_status_tells_both_sides_side_by_side() -> None:
    units = {
        "i-33": {"at": "1513", "state": "disorganised", "supplied": False},
        "i-28": {"at": "1514", "ammo": True},
        "i-35": {"at": "1514", "ammo": True, "fired": True},
        "11lf": {"at": "1512", "state": "demoralised"},
        "beak": "track:7jul-am",
    }
    told = reports.status(table(units, policy=HELD, weather="rain", control={"axis": "1811"}), match_of(cottonera()))
    rows = {line[2:22].strip(): line[22:].split() for line in told.split("\n") if line.startswith("  ")}
    assert rows["units on the map"] == ["3", "1"]
    assert rows["steps on the map"] == ["7", "3"]
    assert rows["Disorganised"] == ["1", "0"]
    assert rows["Demoralised"] == ["0", "1"]
    assert rows["out of supply"] == ["1", "0"]
    assert rows["guns ready to fire"] == ["1", "0"]
    objectives = "Objectives: P 3 of 28 (1811); Axis losses: L 0 (0 steps)"
    for line in ("weather rain", objectives, "wounded, back on 7jul-am (1): beak"):
        assert line in told
    assert "standing answers, Axis: hits hold, support never" in told
    assert max(map(len, told.split("\n"))) <= 80


def test_status_tells_what_surrenders_malta_and_what_lasts() -> None:
    state = table(
        {"i-33": "1811", "cg-rocco": "1911"},
        goal=None,
        control={"axis": "1811 1810 1911 1612"},
        lost_steps=20,
        silenced=["cg-rocco"],
        royal_navy=3,
        dismantled=2,
    )
    told = " ".join(reports.status(state, match_of(state)).split())
    assert "Objectives: P 8 of 28 (1810 1811 1911); Axis losses: L 6 (20 steps)" in told
    assert "Malta cannot surrender yet, the invasion cannot be called off yet" in told
    for line in ("silenced for the day: cg-rocco", "Royal Navy roll: 3", "dismantled: 2"):
        assert line in told
    every = table({"i-33": "1811"}, goal=None, control={"axis": sorted(state.board.land)}, turn="6jul-am")
    assert "Malta surrenders at 10 or more" in " ".join(reports.status(every, match_of(every)).split())


@pytest.mark.parametrize(
    ("turn", "lost", "told"),
    [
        ("29jun-night", 60, "Malta can surrender from 30 June"),
        ("2jul-am", 17, "the invasion cannot be called off yet"),
        ("2jul-am", 18, "the invasion is called off at 2 or less"),
        ("2jul-am", 84, "the invasion is called off at 12 or less"),
        ("1jul-pm", 90, "the invasion cannot be called off yet"),
    ],
)
def test_20_3_status_tells_at_which_total_the_invasion_is_called_off(turn: str, lost: int, told: str) -> None:
    state = table({"i-33": "1811", "2d": "1812"}, goal=None, lost_steps=lost, turn=turn)
    assert told in " ".join(reports.status(state, match_of(state)).split())


def test_status_tells_a_side_that_it_is_not_to_act() -> None:
    state = cottonera()
    assert "Axis to move" in reports.status(state, match_of(state, "allied"))
    assert "turn" not in reports.status(state, match_of(state, "axis")).partition("\n\n")[0]


def test_a_game_that_is_over_says_how_it_ended() -> None:
    assert "The game is over: the Axis have reached their goal" in next_steps(table({"i-33": "1513"}, outcome="axis"))


# ── units


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("", ["i-33", "i-28", "11lf"]),
        ("all", ["11lf", "beak", "i-33", "ii-33", "iii-33", "i-28"]),
        ("axis", ["i-33", "i-28"]),
        ("allied", ["11lf"]),
        ("lost", ["iii-33"]),
        ("guns", ["i-28"]),
        ("shaken", ["11lf"]),
        ("unsupplied", ["i-33"]),
        ("at-sea", ["ii-33"]),
        ("follow-up:south", ["ii-33"]),
        ("livorno", ["i-33", "ii-33", "iii-33", "i-28"]),
        ("infantry", ["i-33", "11lf"]),
        ("1513", ["i-33"]),
        ("harbour", ["11lf"]),
        ("i-3", ["i-33"]),
        ("ready", ["i-33"]),
    ],
)
def test_units_by_a_word(word: str, found: list[str]) -> None:
    units = {
        "i-33": {"at": "1513", "supplied": False},
        "ii-33": "follow-up:south",
        "iii-33": "lost",
        "i-28": "1615",
        "11lf": {"at": "1512", "state": "demoralised"},
        "beak": "track:7jul-am",
    }
    assert sorted(ids(table(units), word)) == sorted(found)


def test_a_word_for_no_units_is_told() -> None:
    with pytest.raises(BadOrder) as caught:
        ids(cottonera(), "moby")
    assert "a formation" in caught.value.hint
    assert reports.units([]).startswith("no units")


def test_everybody_who_can_still_move_is_ready_until_he_has() -> None:
    state = cottonera()
    before = [unit.id for unit in ready(state)]
    assert "i-33" in before
    assert "haa-7" not in before
    order(state, "move i-33 1913")
    assert [unit.id for unit in ready(state)] == [id for id in before if id != "i-33"]


def test_a_unit_in_full() -> None:
    told = reports.unit(cottonera(), cottonera().units["i-28"])
    for line in ("I Group 28th Artillery", "in 2013 (Żejtun)", "0-1-8, motorised", "offence 6, support 5, range 5"):
        assert line in told
    assert "can now:\n    move i-28" in told
    assert "more (malta legal i-28)" in told


def test_a_unit_tells_its_supply_line_or_why_it_has_none() -> None:
    units = {"i-33": "1812", "hq-liv": "1913", "iii-87": "1614", "fj-kroh": {"at": "1513", "carries_until": "7jul-am"}}
    state = table(units, control={"axis": "1816 1815"})
    told = {id: reports.unit(state, state.units[id]) for id in units}
    assert "supply line by hq-liv: 1812 1913 " in told["i-33"]
    assert "supply line: 1913 " in told["hq-liv"]
    assert "no supply line: no headquarters of its formation friuli is on the map" in told["iii-87"]
    assert "carries supplies until 7jul-am  [8.3]" in told["fj-kroh"]


def test_a_unit_that_can_do_nothing_says_why() -> None:
    state = table({"i-33": {"at": "1513", "attacked": True}, "11lf": "1512"})
    assert "i-33 has attacked  [9.1]" in reports.unit(state, state.units["i-33"])


# ── hexes and areas


def test_a_hex_tells_who_can_act_there() -> None:
    state = table({"i-33": "1513", "ii-33": "1612", "11lf": "1512", "2rwk": "1811"}, given={"1512": ["air"]})
    told = reports.hex(state, "1512")
    for line in ("1512: clear", "support assigned: air", "stacking: 1 of 4", "can be attacked by: i-33 ii-33"):
        assert line in told, told
    assert "adjacent, stream" in told
    assert "quay of Grand Harbour" in reports.hex(state, "1811")
    assert reports.hex(state, "0101") == "0101: ocean"


def test_areas_are_regions_zones_and_sectors() -> None:
    state = table({"i-33": "follow-up:south", "11lf": "1812"}, strongpoints="1516", phase="axis-movement")
    south = reports.area(state, "south")
    for line in ("south: South zone, landing zone", "strongpoints: 1516", "follow-up:south: i-33"):
        assert line in south
    assert "11lf" in reports.area(state, "central")
    assert "objective 1811 Dockyard and Corradino: weight 3, held by the Allies" in reports.area(state, "harbour")


# ── After an order


def test_after_a_fight_it_is_told_who_holds_the_hex_and_who_can_still_attack() -> None:
    state = table({"i-33": "1513", "ii-33": "1612", "11lf": {"at": "1512", "steps": 2}}, policy=HELD)
    events = order(state, "attack i-33 --on 1512", 4, 3)
    told = outlook(state, events)
    assert "now 1512: 11lf 2-2" in told
    assert told.endswith("\n  → next — end combat: recovery, then the other side")


def test_after_a_move_the_units_that_are_left_are_counted() -> None:
    state = cottonera()
    able = len(ready(state))
    events = order(state, "move i-33 1913")
    assert outlook(state, events).endswith(f"ready: {able - 1} units can still move")


@pytest.mark.parametrize(
    ("phase", "said"), [("air-strikes", "6 air strikes left"), ("coast-fire", "7 units can still act")]
)
def test_targets_are_not_counted_as_ready(phase: str, said: str) -> None:
    state = GAME.begin(Setup("herkules"))
    state.phase = "ships"
    order(state, "next")
    state.phase = phase
    state.stack = []
    assert told_ready(state) == [f"ready: {said}"]


def test_rolls_of_many_are_summed_up_and_rolls_of_few_are_not() -> None:
    state = table({id: {"at": "1513", "state": "demoralised"} for id in ("i-33", "ii-33", "iii-33")} | {"11lf": "1512"})
    for unit in list(state.units.values()):
        unit.attacked = False
    events = order(state, "next", 1, 6, 6)
    told = "\n".join(summarize(events, state))
    assert "recovery: 3 rolls; only Disorganised now: i-33  [11.5]" in told
    assert told.count("11.5") == 1
    few = [event for event in events if event.rule == "11.5"][:2]
    assert len(summarize(few, state)) == 2


# ── What `next` would waste


def test_planes_that_nobody_uses_are_wasted() -> None:
    state = table({"i-33": "1513", "11lf": "1512"}, phase="axis-support")
    assert find_waste(state) == ["1 air support marker left, for 1512"]
    order(state, "support 1512 --air")
    assert find_waste(state) == []


def test_support_without_its_attack_is_wasted() -> None:
    state = table({"i-33": "1513", "11lf": "1512"}, given={"1512": ["air"]}, policy=HELD)
    assert find_waste(state) == ["planes assigned to 1512, which can still be attacked"]
    order(state, "attack i-33 --on 1512", 3, 4)
    assert find_waste(state) == []


def test_6_a_phase_in_which_nobody_moves_is_told_but_nobody_is_bound_to_move() -> None:
    state = cottonera()
    assert find_waste(state) == [f"{len(movers(state))} units can move, and none has moved"]
    order(state, "move hq-liv 1914")
    assert find_waste(state) == [], "the others may stay where they are"
    allied = table({"i-33": "1513", "11lf": "1410"}, phase="allied-movement")
    assert find_waste(allied) == ["1 unit can move, and none has moved"]
    static = table({"i-33": "1513", "haa-7": "1410"}, phase="allied-movement")
    assert find_waste(static) == []


def test_10_1_support_that_has_been_used_is_not_told_any_more() -> None:
    """A hex to which nothing is assigned any more keeps its place in the save."""
    keys: dict[str, Any] = {"given": {"1512": []}, "bombarded": ["1512"]}
    state = table({"i-33": "1513", "11lf": "1512"}, policy=HELD, **keys)
    assert find_waste(state) == []
    assert "support assigned" not in next_steps(state)
    assert find_waste(table({"i-33": "1714", "11lf": "1512"}, phase="axis-bombardment", given={"1512": []})) == []


def test_19_2_nobody_who_waits_for_a_jump_is_no_list() -> None:
    state = table({"i-33": "1513", "11lf": "0605"}, phase="plan-drops", turn="30jun-am")
    assert "waiting to drop" not in next_steps(state)
    waiting = table({"i-33": "1513", "11lf": "0605", "fj-pio": "air"}, phase="plan-drops", turn="30jun-am")
    assert "waiting to drop: fj-pio" in next_steps(waiting)


def test_17_5_only_guns_that_are_left_are_silenced() -> None:
    """An older save may name one that was destroyed later."""
    units = {"i-33": "1513", "cg-rocco": {"at": "lost"}, "cg-benghisa": "2016"}
    state = table(units, silenced=["cg-rocco", "cg-benghisa"])
    told = "\n".join(reports.standing(state, match_of(state)))
    assert "Coast guns silenced for the day: cg-benghisa" in told
    gone = table(units, silenced=["cg-rocco"])
    assert "silenced" not in "\n".join(reports.standing(gone, match_of(gone)))


def test_22_after_the_end_nobody_is_told_that_the_other_side_is_to_act() -> None:
    state = cottonera()
    state.outcome = "axis"
    for id in ("i-33", "2rwk", "beak"):
        assert GAME.legal.idle(state, id) == [("22", "the game is over")]
    assert "turn" not in reports.status(state, match_of(state)).split("\n\n")[0].partition("·")[2]


# ── What has changed


def told_change(units: dict[str, Any], after: dict[str, Any], **keys: Any) -> list[str]:
    one, other = table(units), table(after, **keys)
    return changed(one, other, list(changes(GAME.dump(one), GAME.dump(other))))


def test_changes_are_told_in_sentences() -> None:
    told = told_change(
        {"i-33": "1513", "11lf": "1512", "i-28": {"at": "1615", "ammo": True}},
        {
            "i-33": {"at": "1514", "steps": 2, "state": "disorganised", "supplied": False},
            "11lf": "lost",
            "i-28": "1615",
        },
        control={"axis": "1514"},
        weather="rain",
        stock=9,
        given={"1512": ["air"]},
        policy={"axis": {"hits": "hold"}},
    )
    assert told == [
        "  weather: clear → rain",
        "  taken by the Axis (1): 1514",
        "  assigned to 1512: planes",
        "  Axis ammunition 12 → 9 (-3)",
        "  policy axis hits: ask → hold",
        "  11lf: lost",
        "  i-33: 1513 → 1514, -1 step, 2 left, Disorganised, out of supply",
        "  i-28: no ammunition",
    ]


def test_24_1_who_waits_for_the_other_side_gets_no_commands() -> None:
    state = table({"i-33": "1513", "11lf": "1512"}, phase="axis-movement")
    assert "\n  → " in next_steps(state)
    waiting = reports.whose_turn(state, match_of(state, "allied"))
    assert waiting.endswith("\n  Axis to move")
    assert "→" not in waiting
    assert reports.whose_turn(state, match_of(state, "axis")) == ""


def test_a_fight_that_is_over_names_its_hex() -> None:
    state = table({"i-33": "1513", "11lf": "1512"})
    play = Play(state, GivenDice(()))
    apply.fight_over(play, "9.8", on="1512")
    assert play.events == [Event("fight-over", "9.8", {"on": "1512"})]


def test_16_5_a_pick_by_dice_can_be_told() -> None:
    """The fort of the dummy gun is drawn when a whole battle begins."""
    state = GAME.begin(Setup("herkules"))
    play = Play(state, GivenDice((5,)))
    play.pick(["1209", "1509", "2014"], "a fort", "16.5")
    assert sentences(play.events, state) == ["  a fort: dice 5 → 1509, one of 3  [16.5]"]
