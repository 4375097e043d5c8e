"""`delegate`: phases left to the computer for good."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.test_computer import now, tree
from tests.cli.tools import tarawa as run


@pytest.fixture(autouse=True)
def begun(tmp_path: Path) -> None:
    assert run("new", "red-beach-3", "--seed", "7", "--hits", "step").code == 0


def test_delegated_phases_are_played_whenever_they_begin() -> None:
    told = run("delegate", "landing", "suppression", "--now", "-v")
    assert told.code == 0, told.err
    assert "the computer: embark 2/8A" in told.out
    assert now() == (1, "actions")
    assert run("next").code == 0
    while now()[1] != "actions":
        assert run("next").code == 0
    assert now()[0] == 2
    assert run("verify").code == 0


def test_the_journal_holds_plain_orders_that_give_the_same_game() -> None:
    run("delegate", "landing", "suppression", "--now")
    assert now() == (1, "actions")
    Path("all.txt").write_text(commands := run("log", "--commands").out, encoding="utf-8")
    assert "delegate" not in commands
    assert run("new", "red-beach-3", "--seed", "7", "--save", "b.toml").code == 0
    assert run("run", "all.txt", "--save", "b.toml").code == 0
    assert (
        json.loads(run("status", "--json").out)["state"]
        == json.loads(run("status", "--json", "-s", "b.toml").out)["state"]
    )


def test_one_undo_takes_back_what_the_computer_ordered_and_then_the_phase_is_the_players() -> None:
    run("delegate", "embark", "--now")
    assert now() == (1, "impulse-1")
    assert run("undo").code == 0
    assert now() == (1, "embark")
    assert run("log", "--commands").out == "policy hits step\n"
    taken = json.loads(run("legal", "--json").out)["commands"]
    assert run(*next(line for line in taken if line.startswith("embark")).split()).code == 0
    assert now() == (1, "embark"), "the computer does not take over again"
    assert run("verify").code == 0


def test_one_undo_takes_back_an_order_with_all_that_the_computer_did_after_it() -> None:
    run("delegate", "impulse", "suppression")
    before = run("log", "--commands").out
    assert run("embark", "--due").code == run("next").code == 0
    assert now() == (1, "actions")
    assert run("undo").code == 0
    assert now() == (1, "embark")
    assert run("undo").code == 0
    assert run("log", "--commands").out == before
    assert run("redo", "2").code == 0
    assert (now(), run("verify").code) == ((1, "actions"), 0)


def test_a_damaged_table_is_no_sound_save() -> None:
    save = Path("saves/red-beach-3.toml")
    run("delegate", "actions")
    text = save.read_text(encoding="utf-8")
    for line in ("delegated = 3", 'delegated.marines = "x"', "delegated.marines.actions = 3"):
        save.write_text(re.sub("^delegated.*$", line, text, flags=re.MULTILINE), encoding="utf-8")
        told = run("delegate", "--off", "actions")
        assert (told.code, "delegated: must be players by side and phase" in told.err) == (3, True), line


def test_it_is_shown_and_taken_back_and_leaves_no_trace() -> None:
    assert run("delegate").out == "nothing is delegated to the computer\n"
    run("delegate", "supply-check", "actions", "--player", "historical")
    assert run("delegate").out == "actions by historical\nsupply-check by historical\n"
    assert run("delegate", "--off", "actions").code == 0
    assert run("delegate").out == "supply-check by historical\n"
    assert run("delegate", "--off").code == 0
    assert "delegated" not in Path("saves/red-beach-3.toml").read_text(encoding="utf-8")


def test_it_works_in_scripts_and_a_check_shows_no_dice(tmp_path: Path) -> None:
    Path("s.txt").write_text("delegate suppression landing --now\nnext\n", encoding="utf-8")
    before = tree(tmp_path)
    checked = run("run", "s.txt", "--check")
    assert checked.code == 0
    assert "the computer" not in checked.out
    assert tree(tmp_path) == before
    assert run("run", "s.txt").code == 0
    assert now()[0] == 2 or now()[1] != "embark"
    assert run("verify").code == 0


def test_bad_words_change_nothing(tmp_path: Path) -> None:
    before = tree(tmp_path)
    assert run("delegate", "nothing-such").code == 2
    assert run("delegate", "embark", "--player", "x").code == 2
    assert tree(tmp_path) == before
    assert run("new", "red-beach-3", "--dice", "manual", "--save", "m.toml").code == 0
    assert run("delegate", "embark", "-s", "m.toml").code == 4


def test_what_the_computer_was_told_to_play_is_followed_by_what_is_left_to_it() -> None:
    assert run("delegate", "impulse", "suppression").code == 0
    assert now() == (1, "embark")
    assert run("autoplay", "embark", "-q").code == 0
    assert now() == (1, "actions")
    assert run("verify").code == 0


# ── When it begins


def test_it_begins_with_the_next_phase_and_until_then_rolls_no_die() -> None:
    before = run("log", "--commands").out
    told = run("delegate", "landing", "suppression")
    assert (told.code, told.err) == (0, "note: `embark` has begun and stays yours: `delegate --now` hands it over\n")
    assert (now(), run("log", "--commands").out) == ((1, "embark"), before)
    assert run("embark", "--due").code == 0
    assert now() == (1, "embark"), "an order of the phase does not end it"
    assert run("next").code == 0
    assert now() == (1, "actions"), "the impulses are the computer's"
    assert run("autoplay", "--until", "turn", "2", "-q").code == 0
    assert now() == (2, "actions"), "and so is the whole landing of the next turn"


def test_nothing_is_noted_if_the_phase_at_hand_is_not_among_them() -> None:
    assert run("delegate", "actions").err == ""
    assert now() == (1, "embark")


def test_what_is_left_to_the_computer_can_be_handed_over_later() -> None:
    assert run("delegate", "embark").code == 0
    assert run("embark", "2/8A", "lvt-1", "red3").code == 0
    told = run("delegate", "--now")
    assert (told.code, told.err) == (0, "")
    assert now() == (1, "impulse-1")
    assert run("undo").code == 0
    assert run("log", "--commands").out.splitlines()[-1] == "embark 2/8A lvt-1 red3 1424", "its orders are one command"


def test_only_what_is_left_to_the_computer_can_be_handed_over(tmp_path: Path) -> None:
    before = tree(tmp_path)
    refused = run("delegate", "--now")
    assert (refused.code, refused.err) == (
        1,
        "refused: the current phase is not delegated\n  try: delegate PHASE --now\n",
    )
    assert run("delegate", "--off", "--now").code == 2
    assert tree(tmp_path) == before


def test_in_a_script_it_begins_with_the_next_phase_too() -> None:
    Path("s.txt").write_text("delegate embark impulse\n", encoding="utf-8")
    assert run("run", "s.txt").code == 0
    assert now() == (1, "embark")
    Path("s.txt").write_text("delegate --now\n", encoding="utf-8")
    assert run("run", "s.txt").code == 0
    assert now()[1] not in ("embark", "impulse-1")
