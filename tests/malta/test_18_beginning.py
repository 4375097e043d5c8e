"""How a landing begins: approach (18.2), plan, own set-up, playing alone (21.2), delays (22.39); the goal of one."""

from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME, MALTESE
from tarawa_cli.games.malta.invariants import invariants
from tarawa_cli.games.malta.legal.offers import commands
from tarawa_cli.games.malta.model.names import face_down
from tarawa_cli.games.malta.model.scenario import Scenario
from tarawa_cli.games.malta.model.state import Setting, State, read_options
from tarawa_cli.games.malta.narration.sentences import next_steps
from tarawa_cli.games.malta.narration.summary import find_waste
from tarawa_cli.games.malta.rules.ch18_landings import waiting
from tarawa_cli.games.malta.rules.ch20_22_victory_scenarios import held, is_reached, lost_equivalents
from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.game import Setup
from tests.malta.common import HELD, order, refused, table, told

SOUTH, EAST = "follow-up:south", "follow-up:east"


def herkules(**chosen: Any) -> State:
    return GAME.begin(Setup("herkules", options=chosen))


# ── The approach


def test_4_1_the_battle_begins_with_the_divisions_off_their_zones() -> None:
    state = herkules()
    assert (state.phase, state.units["i-87"].at, state.units["i-33"].at) == ("approach", SOUTH, EAST)


def test_18_2_a_division_goes_into_one_or_two_boxes_whole_regiments_together() -> None:
    state = herkules()
    assert refused(state, "approach i-87 east").rule == "18.2"
    order(state, "approach 87 east")
    assert {state.units[id].at for id in ("i-87", "ii-87", "iii-87")} == {EAST}
    assert refused(state, "approach 88 north").rule == "18.2"
    order(state, "approach friuli north")
    assert {unit.at for unit in waiting(state) if unit.formation == "friuli"} == {"follow-up:north"}


def test_18_2_only_on_the_first_morning() -> None:
    state = table({"i-87": SOUTH, "2rwk": "0810"}, turn="30jun-am", phase="approach")
    assert "embark" in [event.facts.get("phase") for event in order(state, "next", 1, 1) if event.type == "phase-begun"]
    assert refused(state, "approach i-87 east").rule == "18.2"


@pytest.mark.parametrize(
    ("dice", "zones"),
    [
        ((1, 4), ("south", "east")),
        ((3, 5), ("south", "east")),
        ((6, 1, 6, 4), ("north", "west")),
        ((2, 2), ("south",) * 2),
    ],
)
def test_21_2_alone_dice_say_where_each_division_lands(dice: tuple[int, ...], zones: tuple[str, ...]) -> None:
    """Livorno first: its units come first in the list. The last dice hide the dummy battery."""
    state = herkules(alone=True)
    order(state, "next", *dice, 1, 1, 1)
    assert (state.units["i-33"].at, state.units["i-87"].at) == tuple(f"follow-up:{zone}" for zone in zones)


def test_21_2_alone_no_zone_is_offered_but_the_dice() -> None:
    alone, planned = next_steps(herkules(alone=True)), next_steps(herkules())
    assert alone.endswith("  → next — dice choose each division's landing zone (21.2)")
    assert "→ approach" not in alone
    assert planned.endswith("  → next — no changes")


@pytest.mark.parametrize(
    ("dice", "at"),
    [
        *(((1, 1), "0811"), ((1, 2), "0907"), ((1, 3), "1409"), ((1, 4), "1911"), ((1, 5), "2016"), ((1, 6), "2112")),
        *(((2, 1), "2214"), ((6, 6, 6, 5), "2214")),
    ],
)
def test_16_5_the_dummy_is_drawn_among_the_hexes_where_a_gun_stands(dice: tuple[int, ...], at: str) -> None:
    """Then a die says where in the stack it lies: a 2 puts it on top."""
    state = herkules()
    events = order(state, "next", *dice, 2)
    assert state.units["cg-dummy"].at == at
    assert face_down(state)["cg-dummy"] == f"coast-gun-{at}"
    assert all(MALTESE.seen_event(event, "axis") is None for event in events if event.rule == "16.5")


def test_16_5_the_axis_do_not_tell_the_counters_of_a_hex_apart() -> None:
    """Whichever of the two is the dummy, they see the same."""
    seen = []
    for die in (1, 2):
        state = herkules()
        order(state, "next", 1, 4, die)
        view = MALTESE.view(state, "axis")
        seen.append([(id, unit.at, unit.type) for id, unit in view.units.items() if unit.at == "1911"])
    assert seen[0] == seen[1]
    assert [id for id, _, _ in seen[0] if id.startswith("coast-gun")] == ["coast-gun-1911", "coast-gun-1911-2"]


# ── The plan


def test_18_3_the_plan_of_the_first_morning_takes_all_six_points() -> None:
    state = herkules()
    state.phase = "embark"
    order(state, "embark --plan")
    assert state.lifted == 6
    assert [unit.id for unit in state.units_at("wave:1416:1")] == ["bafile-1", "bafile-2", "bafile-3"]
    assert (state.units["hq-liv"].at, state.units["sogno"].at) == ("wave:2213:2", "follow-up:south")
    assert refused(state, "embark --plan").rule == "18.3"


def test_16_7_ships_that_nobody_places_lie_where_the_plan_says() -> None:
    state = herkules()
    state.phase = "ships"
    order(state, "place gorizia 1418")
    play = order(state, "next")
    assert {facts["ship"]: facts["to"] for facts in told(play, "ship-placed")}["oriani"] == "1419"
    assert (state.units["gorizia"].at, state.units["ascari"].at) == ("1418", "1520")


def test_22_with_a_plan_of_ones_own_there_is_none_in_the_scenario() -> None:
    state = herkules(plan="own")
    assert (state.phase, state.plan) == ("setup-axis", {})
    order(state, "approach livorno north")
    order(state, "place gorizia 1418")
    state.phase = "embark"
    assert refused(state, "embark --plan").rule == "22"


def test_24_3_in_a_sealed_game_no_plan_is_offered_in_the_open() -> None:
    state = herkules(plan="own", sealed=True)
    offered = {line.split()[0] for line in commands(state)}
    assert "next" in offered
    assert not offered & {"zone", "series"}


# ── Own set-up


def test_22_the_allies_set_up_in_their_sectors() -> None:
    state = herkules(setup="own")
    assert (state.phase, MALTESE.to_act(state)) == ("setup-allied", "allied")
    order(state, "place 2d 1715")
    assert state.units["2d"].at == "1715"
    assert refused(state, "place 2d 1108").rule == "22"
    assert refused(state, "place cg-benghisa 1409").rule == "22"
    assert refused(state, "place i-87 1416").rule == "22"
    order(state, "place cg-dummy 2112")
    assert refused(state, "place cg-dummy 1810").rule == "22"
    order(state, "next", 1)
    assert state.phase == "approach"
    order(state, "next")
    assert state.units["cg-dummy"].at == "2112"


@pytest.mark.parametrize(("die", "dummy"), [(1, "coast-gun-2016-3"), (2, "coast-gun-2016"), (3, "coast-gun-2016-2")])
def test_16_5_a_dummy_beside_other_guns_lies_among_them_where_the_dice_say(die: int, dummy: str) -> None:
    state = herkules(setup="own")
    order(state, "place cg-dummy 2016")
    events = order(state, "next", die)
    assert face_down(state)["cg-dummy"] == dummy
    assert len({name for name in face_down(state).values() if name.startswith("coast-gun-2016")}) == 3
    assert [MALTESE.seen_event(event, "axis") for event in events if event.rule == "16.5"] == [None, None]
    assert GAME.dump(GAME.load(Setup("herkules", options={"setup": "own"}), GAME.dump(state))) == GAME.dump(state)
    seen = MALTESE.view(state, "axis")
    assert (seen.laid_upon, sum(id.startswith("coast-gun-2016") for id in seen.units)) == ("", 3)


def test_16_5_the_names_of_the_others_stay_in_order_when_one_is_lost() -> None:
    state = herkules(setup="own")
    order(state, "place cg-dummy 2016")
    order(state, "next", 3)
    named = {name: id for id, name in face_down(state).items()}
    assert [named[f"coast-gun-2016{more}"] for more in ("", "-2", "-3")] == ["cg-benghisa", "cg-dummy", "cg-ben6"]
    state.units.put(state.units["cg-benghisa"], "lost")
    named = {name: id for id, name in face_down(state).items()}
    assert [named[f"coast-gun-2016{more}"] for more in ("", "-2")] == ["cg-dummy", "cg-ben6"]


def test_16_5_a_dummy_must_hide_something() -> None:
    """A fort without a gun is no place for it; whoever does not place it has it drawn."""
    state = herkules(setup="own")
    assert refused(state, "place cg-dummy 1209").rule == "22"
    offered = {line.split()[2] for line in commands(state) if line.startswith("place cg-dummy")}
    assert offered == {"0811", "0907", "1409", "1911", "2016", "2112", "2214"}
    order(state, "next", 1, 2, 1)
    assert face_down(state)["cg-dummy"] == "coast-gun-0907-2"


def test_22_no_set_up_of_ones_own_in_the_middle_of_a_battle() -> None:
    with pytest.raises(BadOrder, match="starts in the middle"):
        GAME.begin(Setup("cottonera", options={"setup": "own"}))


# ── Delays


def test_22_39_a_die_for_each_zone_and_its_waves_sail_a_turn_later() -> None:
    doc = {
        "default": "absent", "turn": "29jun-am", "phase": "axis-status", "policy": HELD,
        "units": {"fri-gen": {"at": SOUTH}, "liv-gen": {"at": EAST}, "2rwk": {"at": "0810"}},
    }  # fmt: skip
    from tarawa_cli.games.malta.model import codec

    setting = Setting(Scenario("test", "A test", "", "", 48, None, doc, ""), read_options({"delayed": True}))
    state = codec.load(setting, doc, "the test", invariants)
    order(state, "next", 4, 5)
    assert state.delayed == {"south"}
    order(state, "embark fri-gen --to 1416")
    order(state, "embark liv-gen --to 2213")
    order(state, "next")
    assert (state.units["fri-gen"].at, state.units["liv-gen"].at) == ("wave:1416:1", "2213")
    while state.box.id == "29jun-am":
        order(state, "next")
    while state.units["fri-gen"].at == "wave:1416:1":
        order(state, "next")
    assert (state.units["fri-gen"].at, state.box.id) == ("1416", "29jun-noon")


# ── The goal of south-beach


def south_beach() -> State:
    return GAME.begin(Setup("south-beach"))


def test_22_three_beaches_in_supply_and_no_more_than_eight_battalions_lost() -> None:
    state = south_beach()
    state.units.put(state.units["hq-fri"], "1416")
    state.control = {"1416", "1516", "1616"}
    assert (held(state, "axis"), is_reached(state)) == (2, False), "the Devons' zone cuts the line"
    state.units.put(state.units["2d"], "0810")
    assert (held(state, "axis"), is_reached(state)) == (3, True)
    for id in ("i-87", "ii-87", "iii-87", "i-88", "ii-88", "iii-88", "bafile", "assalto"):
        state.units.put(state.units[id], "lost")
        state.units[id].steps = 0
    assert (lost_equivalents(state), is_reached(state)) == (8, True)
    state.units.put(state.units["fri-gen"], "lost")
    state.units["fri-gen"].steps = 0
    assert (lost_equivalents(state), is_reached(state)) == (9, False)


@pytest.mark.parametrize(
    "plan",
    [
        'sea = { "29jun-am" = ["nobody 1416 1"] }', 'sea = { "29jun-am" = ["bafile 1414 1"] }', "ships = 3",
        'ships = { gorizia = "1414" }', 'approach = { friuli = "moon" }', "airland = 3", "fleet = 1",
        'sea = { "29feb-am" = [] }',
    ],
)  # fmt: skip
def test_a_plan_that_makes_no_sense_is_told(plan: str) -> None:
    text = f'[scenario]\nid = "x"\nname = "X"\n[plan]\n{plan}\n'
    with pytest.raises(BadFile, match="not a valid scenario"):
        GAME.begin(Setup("x.toml", source=text))


def test_next_says_what_sealift_and_which_ships_it_would_waste() -> None:
    state = herkules()
    state.phase = "embark"
    assert find_waste(state) == ["6 points of sealift left"]
    order(state, "embark --plan")
    assert find_waste(state) == []
    own = herkules(plan="own")
    own.phase = "ships"
    assert "gorizia" in find_waste(own)[0]
    state.phase = "ships"
    assert find_waste(state) == []
