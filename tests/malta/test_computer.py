"""The computer of Malta, phase by phase: one phase is one phase of one side in one turn."""

import pytest

from tarawa_cli.cli import program
from tarawa_cli.cli.opponents import end_of
from tests.malta.shell import done, malta

pytestmark = pytest.mark.usefixtures("in_a_folder")


def now() -> tuple[int, str]:
    state = done("status --json").json["state"]
    return state["turn_number"], state["phase"]


@pytest.mark.parametrize("line", ["advise --phase --do", "autoplay movement -q"])
def test_the_computer_plays_one_phase_of_one_side(line: str) -> None:
    done("new cottonera --seed 5")
    turn, _ = now()
    done("autoplay --until movement -q")
    done("delegate combat")
    for side in ("axis", "allied"):
        assert now() == (turn, f"{side}-movement")
        done(line)
        assert now() == (turn, f"{side}-support")
        done(f"autoplay --until {'movement' if side == 'axis' else f'turn {turn + 1}'} -q")
    assert now()[0] == turn + 1


def test_the_other_sides_phase_of_that_name_is_another_one() -> None:
    """As where nobody can fire or attack, and the movement of the one is followed by that of the other."""
    done("new cottonera --seed 5")
    done("autoplay --until movement -q")
    match = program.look("saves/cottonera.toml")
    now = match.when
    assert now.phase == "axis-movement"
    stop = end_of(match, "movement")
    assert not stop.at(now)
    assert stop.at(now._replace(phase="allied-movement"))
    assert stop.at(now._replace(turn=now.turn + 1))


def test_a_phase_that_never_waits_is_not_waited_for_beyond_its_turn() -> None:
    done("new cottonera --seed 5")
    turn, _ = now()
    done("delegate combat")
    stopped = done("autoplay --until combat -q")
    assert stopped.err.startswith("note: `combat` was skipped: this is `")
    assert now()[0] <= turn + 1
    assert not done("status --json").json["state"]["outcome"]


def test_a_phase_that_is_not_at_hand_is_told_by_the_name_that_was_given() -> None:
    done("new cottonera --seed 5")
    done("autoplay --until movement -q")
    refused = malta("autoplay combat")
    assert (refused.code, refused.err) == (
        1,
        "refused: this is `axis-movement`, not `combat`\n  try: autoplay --until combat\n",
    )
    done("autoplay --until combat -q")
    assert now()[1] == "axis-combat"


@pytest.mark.parametrize("line", ["autoplay --until turn 3 -q", "advise --phase --do", "advise --do"])
def test_one_undo_takes_back_all_that_the_computer_did_by_one_command(line: str) -> None:
    done("new hal-far --seed 5")
    before = done("status --json").json["state"]
    done(line)
    done("undo")
    after = done("status --json").json["state"]
    assert after["mulligans"] <= 1
    assert {**after, "mulligans": 0} == {**before, "mulligans": 0}
    assert done("log --commands").out == ""


def test_what_is_left_to_the_computer_begins_with_the_next_phase_or_now() -> None:
    done("new cottonera --seed 5")
    done("autoplay --until movement -q")
    before = done("log --commands").out
    told = done("delegate movement combat")
    assert told.err == "note: `axis-movement` has begun and stays yours: `delegate --now` hands it over\n"
    assert (now()[1], done("log --commands").out) == ("axis-movement", before)
    done("delegate --now")
    assert now()[1] == "axis-support"
    done("undo")
    assert (now()[1], done("log --commands").out) == ("axis-movement", before)


def test_a_side_that_is_left_to_the_computer_in_its_own_turn_can_be_handed_over() -> None:
    done("new cottonera --seed 5")
    done("autoplay --until movement -q")
    done("delegate all --as axis")
    assert now()[1] == "axis-movement"
    assert malta("next").code == 1, "it is the turn of the Axis, and who is left plays the Allies"
    done("delegate --now")
    assert done("status --json").json["state"]["side"] == "allied"
    done("verify")
