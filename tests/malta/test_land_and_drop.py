"""`land` and `drop`: the plan's part of a turn in one command; standing answers that leave out what is no choice."""

from pathlib import Path

import pytest

from tests.malta.common import HELD, order, table
from tests.malta.shell import done, malta

pytestmark = pytest.mark.usefixtures("in_a_folder")


def at_sea(*options: str) -> None:
    """Herkules against the computer, before the first lift."""
    done(f"new herkules --seed 3 --allied computer {' '.join(options)} --save game.toml")
    done("next embark --save game.toml")


def phase() -> str:
    return str(done("status --json --save game.toml").json["state"]["phase"])


def test_18_land_embarks_the_plans_lift_and_stops_before_the_ships_fire() -> None:
    at_sea()
    first = done("land --json --save game.toml").json
    assert [each["command"] for each in first["commands"]] == ["embark --plan", "next", "next"]
    assert (phase(), first["note"]) == (
        "coast-fire",
        "`land` stopped: ships can fire at coast guns (`shoot`); `land` continues",
    )


def test_18_land_goes_in_and_stops_at_losses_and_ends_with_the_sea() -> None:
    at_sea()
    done("land --save game.toml")
    second = done("land --json --save game.toml").json
    assert second["note"].startswith("`land` stopped: lost: ")
    for _ in range(4):
        if phase() in ("first-wave", "second-wave"):
            done("land --save game.toml")
    assert phase() == "airborne"
    assert malta("land --save game.toml").code == 1


def test_18_the_same_orders_by_hand_lead_to_the_same_game() -> None:
    at_sea()
    for _ in range(2):
        done("land --save game.toml")
    lines = done("log --commands --save game.toml").out
    assert not {"land", "drop"} & {*lines.split()}
    done("new herkules --seed 3 --save again.toml")
    done("run - --save again.toml", lines)
    states = [done(f"status --json --as axis --save {name}.toml").json["state"] for name in ("game", "again")]
    assert states[0] == states[1]
    done("verify --save game.toml")


def test_18_one_undo_takes_a_landing_back() -> None:
    at_sea()
    before = Path("game.toml").read_text()
    done("land --save game.toml")
    done("undo --save game.toml")
    assert phase() == "embark"
    assert Path("game.toml").read_text().count("embark --plan") == before.count("embark --plan") + 1, "only to redo it"


def test_18_land_stops_at_a_phase_that_the_player_names() -> None:
    at_sea()
    assert done("land --until ships --json --save game.toml").json["state"]["phase"] == "ships"
    assert malta("land --until axis-combat --save game.toml").code == 2


def test_19_drop_jumps_and_goes_on_to_movement() -> None:
    done("new hal-far --seed 3 --allied computer --save game.toml")
    while phase() != "airborne":
        done("next --save game.toml")
    done("drop --save game.toml")
    assert phase().startswith("axis-")
    refused = malta("drop --json --save game.toml")
    assert (refused.code, refused.error["rule"]) == (1, "19")


def test_24_2_routine_sets_what_leaves_no_choice() -> None:
    done("new cottonera --seed 7 --save game.toml")
    done("policy axis routine --save game.toml")
    axis = done("policy --json --save game.toml").json["policy"]["axis"]
    assert (axis["follow"], axis["bombardment"], axis["hits"]) == ("all", "needed", "ask")
    shown = done("policy --save game.toml").out
    assert "policy axis follow all" in shown
    assert "the computer: " in shown


@pytest.mark.parametrize(("answer", "at"), [("all", "1512"), ("none", "1513")])
def test_9_8_who_advances_can_be_answered_beforehand(answer: str, at: str) -> None:
    state = table({"i-33": "1513", "hq-central": "1512"}, policy={"axis": {"follow": answer}})
    order(state, "attack i-33 --on 1512")
    assert (state.question, state.units["i-33"].at) == (None, at)


def test_10_1_the_bombardment_waits_only_for_what_could_not_be_used_in_an_attack() -> None:
    units = {"i-33": "1513", "i-28": {"at": "1614", "ammo": True}, "gorizia": "1320", "11lf": "1512", "2d": "1615"}
    for answer, on, waits in (("ask", "1512", True), ("needed", "1512", False), ("needed", "1615", True)):
        policy = {"axis": {**HELD["axis"], "bombardment": answer}, "allied": HELD["allied"]}
        state = table(units, phase="axis-support", policy=policy)
        order(state, f"support {on} --by gorizia --air")
        order(state, "next")
        assert (state.phase == "axis-bombardment") == waits, answer
