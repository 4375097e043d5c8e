"""16.5, 24.3: in a sealed game the place of the dummy battery among the counters of its hex is sealed."""

from pathlib import Path

import pytest

from tarawa_cli.games.malta.game import GAME, MALTESE
from tarawa_cli.games.malta.model.names import face_down
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.mail.secret_files import digest
from tests.malta.common import order, refused, told
from tests.malta.shell import done, malta

SETUP = Setup("herkules", options={"plan": "own", "sealed": True})
SALT = "0" * 32
KEY = "dummy:2016"
SHIP, NEAR = "gorizia", "2118"
"""A warship, and a hex from where it reaches 2016."""


def sealed(upon: str, phase: str = "air-strikes") -> State:
    """The dummy lies with the two guns of 2016, upon one of them or at the bottom."""
    state = GAME.begin(SETUP)
    order(state, f"sealed {KEY} {digest(SALT, [upon])}")
    state.phase = phase
    return state


def whole(state: State) -> State:
    """The position as a save holds it."""
    return GAME.load(SETUP, GAME.dump(state))


# ── Sealing


def test_24_3_a_sealed_game_begins_without_the_dummy_and_draws_no_dice_for_it() -> None:
    state = GAME.begin(SETUP)
    assert (state.units["cg-dummy"].at, len(face_down(state))) == ("pool", 8)
    order(state, "next")
    order(state, "next")
    assert (state.phase, MALTESE.to_act(state)) == ("approach", "allied")
    order(whole(state), f"sealed {KEY} {'a' * 64}")
    order(state, "decide none")
    assert (state.phase, state.units["cg-dummy"].at) == ("formations", "pool")
    assert refused(state, f"sealed {KEY} {'a' * 64}").rule == "24.3"


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_24_3_the_allies_may_seal_it_until_the_approach_is_over(turns: int) -> None:
    """Whoever's phase it is: it is their order."""
    state = GAME.begin(SETUP)
    for _ in range(turns):
        order(state, "next")
    seal = GAME.read(state, ["sealed", KEY, "a" * 64])
    assert MALTESE.owner(state, seal) == "allied"
    order(state, seal.text())
    assert (state.units["cg-dummy"].at, list(state.seals)) == ("2016", [KEY])
    assert refused(state, f"sealed dummy:1911 {'a' * 64}").rule == "24.3"
    for _ in range(2 - turns):
        order(state, "next")
    assert (state.phase, state.stack) == ("formations", [])


@pytest.mark.parametrize("at", ["1509", "1209", "0101"])
def test_16_5_a_sealed_dummy_lies_with_a_gun_too(at: str) -> None:
    assert refused(GAME.begin(SETUP), f"sealed dummy:{at} {'a' * 64}").rule == "16.5"


def test_24_3_it_is_not_placed_in_the_open() -> None:
    state = GAME.begin(Setup("herkules", options={"plan": "own", "sealed": True, "setup": "own"}))
    assert refused(state, "place cg-dummy 2016").rule == "24.3"
    order(state, f"sealed {KEY} {'a' * 64}")
    assert refused(state, "place cg-dummy 1911").rule == "24.3"


def test_24_3_neither_save_nor_views_tell_its_place() -> None:
    one, other = sealed("bottom"), sealed("cg-benghisa")
    for state in (one, other):
        state.seals = dict.fromkeys(state.seals, "0" * 64)
    assert GAME.dump(one) == GAME.dump(other)
    view = MALTESE.view(one, "axis")
    assert [id for id in view.units if id.startswith("coast-gun-2016")] == [
        *("coast-gun-2016", "coast-gun-2016-2", "coast-gun-2016-3")
    ]


# ── The first shot at one of the counters


@pytest.mark.parametrize(
    ("upon", "struck"),
    [
        ("bottom", {"": "cg-benghisa", "-2": "cg-ben6", "-3": "cg-dummy"}),
        ("cg-benghisa", {"": "cg-dummy", "-2": "cg-benghisa", "-3": "cg-ben6"}),
        ("cg-ben6", {"": "cg-benghisa", "-2": "cg-dummy", "-3": "cg-ben6"}),
    ],
)
def test_24_3_a_strike_waits_until_the_counters_are_told_apart(upon: str, struck: dict[str, str]) -> None:
    for counter, gun in struck.items():
        state = sealed(upon)
        assert not told(order(state, f"strike coast-gun-2016{counter} coast-gun-1911"), "strike-flown")
        assert (MALTESE.to_act(state), MALTESE.to_reveal(state)) == ("allied", KEY)
        state = whole(state)
        assert refused(state, "strike coast-gun-1911").rule == "24.2"
        assert refused(state, f"revealed {KEY} {'1' * 32} {upon}").rule == "24.3"
        events = order(state, f"revealed {KEY} {SALT} {upon}", 5, 1)
        assert [facts["unit"] for facts in told(events, "unit-lost")] == [gun]
        assert (state.stack, state.strikes, KEY in state.seals) == ([], 2, False)
        assert [event for event in events if event.type == "dummy-laid" and MALTESE.seen_event(event, "axis")] == []


def test_24_3_two_strikes_at_two_counters_hit_those_two() -> None:
    state = sealed("cg-benghisa")
    order(state, "strike coast-gun-2016-2 coast-gun-2016-3")
    events = order(state, f"revealed {KEY} {SALT} cg-benghisa", 5, 5)
    assert [facts["unit"] for facts in told(events, "unit-lost")] == ["cg-benghisa", "cg-ben6"]


def test_24_3_a_strike_elsewhere_asks_nothing() -> None:
    state = sealed("bottom")
    order(state, "strike coast-gun-1911", 5)
    assert (state.units["cg-rocco"].at, list(state.seals)) == ("lost", [KEY])


def at_sea(upon: str) -> State:
    state = sealed(upon, "coast-fire")
    state.units.put(state.units[SHIP], NEAR)
    return state


def test_24_3_a_ship_that_fires_at_a_counter_waits_too() -> None:
    """Its target is named; then it is told apart; then the guns name theirs, and all fire."""
    state = at_sea("cg-benghisa")
    state.policies["allied"]["coast"] = "landing"
    order(state, f"shoot {SHIP} coast-gun-2016-3")
    order(state, "next")
    assert (MALTESE.to_act(state), MALTESE.to_reveal(state)) == ("allied", KEY)
    state = whole(state)
    state.policies["allied"]["coast"] = "ask"
    order(state, f"revealed {KEY} {SALT} cg-benghisa")
    assert (state.aims, state.question and state.question.kind) == ({SHIP: "cg-ben6"}, "coast")
    events = order(whole(state), "decide done", 6)
    assert [facts["unit"] for facts in told(events, "unit-lost")] == ["cg-ben6"]


def test_24_3_guns_of_its_hex_fire_by_their_names_while_it_is_sealed() -> None:
    state = at_sea("cg-ben6")
    order(state, "next")
    assert refused(state, f"shoot cg-dummy {SHIP}").rule == "16.55"
    order(state, f"shoot cg-benghisa {SHIP}")
    order(state, "decide done", 1, 1, 1)
    assert (state.units["cg-benghisa"].revealed, list(state.seals)) == (True, [KEY])
    assert sorted(name for name in face_down(state).values() if "2016" in name) == [
        "coast-gun-2016",
        "coast-gun-2016-2",
    ]


# ── Lost, and taken


@pytest.mark.parametrize("counter", ["", "-2", "-3"])
def test_24_3_a_lost_place_falls_against_its_owner(counter: str) -> None:
    """Whichever counter is struck, it is a gun; nobody gains by losing the file."""
    state = sealed("bottom")
    order(state, f"strike coast-gun-2016{counter}")
    events = order(state, f"revealed {KEY} --lost", 5)
    lost = [facts["unit"] for facts in told(events, "unit-lost")]
    assert lost[0] == "cg-dummy"
    assert lost[1] in ("cg-benghisa", "cg-ben6")
    assert (state.seals, state.strikes) == ({}, 1)


def test_24_3_a_lost_place_when_all_counters_are_struck_saves_no_gun() -> None:
    state = sealed("bottom")
    order(state, "strike coast-gun-2016 coast-gun-2016-2 coast-gun-2016-3")
    events = order(state, f"revealed {KEY} --lost", 5, 5)
    assert {facts["unit"] for facts in told(events, "unit-lost")} == {"cg-dummy", "cg-benghisa", "cg-ben6"}
    assert state.strikes == 2


def test_24_3_a_lost_place_when_ships_aim_at_all_counters_leaves_nobody_aiming_at_the_dummy() -> None:
    state = at_sea("bottom")
    state.policies["allied"]["coast"] = "ask"
    ships = [SHIP, *(id for id, unit in state.units.items() if unit.can("ship") and id != SHIP)][:3]
    for ship, counter in zip(ships, ("", "-2", "-3"), strict=True):
        state.units.put(state.units[ship], NEAR)
        order(state, f"shoot {ship} coast-gun-2016{counter}")
    order(state, "next")
    order(state, f"revealed {KEY} --lost")
    assert sorted(state.aims.values()) == ["cg-ben6", "cg-benghisa"]
    whole(state)


def test_24_3_who_takes_the_hex_takes_the_dummy_and_its_seal() -> None:
    state = sealed("bottom", "axis-movement")
    for unit in state.units_at("2016"):
        if not unit.can("coast-gun"):
            state.units.put(unit, "absent")
    state.units.put(state.units["i-33"], "2017" if "2017" in state.board.land else "1916")
    order(state, "move i-33 2016")
    assert (state.units["cg-dummy"].at, state.seals, whole(state).seals) == ("lost", {}, {})


# ── At the keyboard


@pytest.mark.usefixtures("in_a_folder")
def test_24_3_seal_draws_a_place_or_takes_a_chosen_one() -> None:
    for text, word in (("", ""), ("place cg-dummy 2016 --upon cg-ben6", "cg-ben6"), ("place cg-dummy 2016", "")):
        done("new herkules --sealed --plan own --seed 3 --force")
        said = done(f"seal {'-' * bool(text)} --as allied", text).out
        assert "which one is sealed" in said
        own, save = Path("saves/herkules.allied.toml").read_text(), Path("saves/herkules.toml").read_text()
        assert "sealed dummy:2016" in save or not text
        assert f'"{word}"]' in own or not word
        assert not word or word not in save
        assert "not proven until it is revealed: dummy:" in done("verify").out


@pytest.mark.usefixtures("in_a_folder")
@pytest.mark.parametrize(
    "text",
    ["place cg-dummy 1209", "place cg-dummy 2016 --upon cg-rocco", "place cg-rocco 2016", "zone x 1414", "place"],
)
def test_24_3_a_place_that_cannot_be_is_not_sealed(text: str) -> None:
    done("new herkules --sealed --plan own --seed 3")
    before = Path("saves/herkules.toml").read_bytes()
    result = malta("seal - --as allied", text)
    assert result.code in (1, 2)
    assert "malta: this should" not in result.err
    assert Path("saves/herkules.toml").read_bytes() == before
    assert not Path("saves/herkules.allied.toml").exists()


@pytest.mark.usefixtures("in_a_folder")
def test_24_3_a_strike_is_revealed_undone_and_given_up_at_the_keyboard() -> None:
    done("new herkules --sealed --plan own --seed 3")
    done("seal - --as allied", "place cg-dummy 2016 --upon bottom")
    done("seal --as axis")
    for _ in range(3):
        done("next --as axis --yes")
    assert "destroyed" in done("odds strike coast-gun-2016-3 --as axis").out
    done("strike coast-gun-2016-3 --as axis")
    assert done("legal --as allied").out == "reveal\n"
    assert "→ reveal" in done("status --as allied").out
    assert malta("decide done --as allied").code == 1
    assert "cg-" not in done("status --as axis --json").out
    done("reveal --as allied")
    assert "bottom" not in done("log --commands --as axis").out
    done("verify")
    done("undo")
    assert done("legal --as allied").out == "reveal\n"
    done("reveal --lost --as allied")
    done("verify")


@pytest.mark.usefixtures("in_a_folder")
@pytest.mark.parametrize(
    "value", ['{ "dummy:1911" = "' + "a" * 64 + '" }', '{ "dummy:x" = "a" }', '{ "dummy:" = "a" }']
)
def test_24_3_a_seal_on_a_dummy_that_is_not_there_is_told(value: str) -> None:
    done("new herkules --sealed --plan own --seed 3")
    save = Path("saves/herkules.toml")
    lines = save.read_text().splitlines()
    save.write_text("\n".join([lines[0], f"seals = {value}", *lines[1:]]))
    result = malta("status")
    assert (result.code, "seals" in result.err) == (3, True)


# ── By mail, and games of 0.2


@pytest.mark.usefixtures("in_a_folder")
def test_24_4_who_joins_a_game_by_mail_seals_the_dummy_before_there_are_dice() -> None:
    done("new herkules --mail --hot-seat --sealed --plan own --as axis")
    done("seal --as axis")
    done("handover --as axis")
    done("seal - --as allied", "place cg-dummy 2016 --upon bottom")
    done("handover --as allied")
    for _ in range(3):
        done("next --as axis --yes")
    done("strike coast-gun-2016-3 --as axis")
    done("handover --as axis")
    assert done("legal --as allied").out == "reveal\n"
    done("reveal --as allied")
    done("handover --as allied")
    assert "Air Strike on coast-gun-2016" in done("resume --as axis").out
    assert "dummy" not in done("verify --as allied").out


@pytest.mark.usefixtures("in_a_folder")
@pytest.mark.parametrize("waits", [True, False], ids=["asked", "joined"])
def test_24_4_the_axis_cannot_strike_before_the_allies_have_joined(waits: bool) -> None:
    """If they play through the approach in their first sitting, the game waits for the dummy."""
    done("new herkules --mail --hot-seat --sealed --plan own --as axis")
    done("seal --as axis")
    for _ in range(2 * waits):
        done("next --as axis --yes")
    assert malta("strike coast-gun-2016 --as axis").code == 1
    done("handover --as axis")
    assert "which one is sealed" in done("seal --as allied").out
    done("handover --as allied")


OLD = Path(__file__).parents[1] / "saves" / "mail" / "0.2.1"


@pytest.mark.usefixtures("in_a_folder")
@pytest.mark.parametrize("name", ["sealed-none", "sealed-planned"])
def test_24_3_a_sealed_game_of_0_2_goes_on_with_its_dummy(name: str) -> None:
    """It is on the map, in the open; nobody is asked to seal it."""
    save = Path("game.toml")
    save.write_bytes((OLD / name / "game.toml").read_bytes())
    assert "nothing can be sealed now" in malta(f"seal --as allied --save {save}").err
    assert "cg-dummy" in done(f"units allied --save {save}").out
    result = malta(f"next air-strikes --yes --save {save}")
    assert result.code == 0, result.err
    assert "The dummy battery:" not in done(f"status --save {save}").out
    assert 'phase = "air-strikes"' in save.read_text()
