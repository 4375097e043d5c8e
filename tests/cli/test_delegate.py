"""`delegate`: phases left to the computer for good."""

import json
import re
from pathlib import Path

import pytest

from .test_computer import now, tree
from .tools import tarawa as run


@pytest.fixture(autouse=True)
def begun(tmp_path: Path) -> None:
    assert run("new", "red-beach-3", "--seed", "7", "--hits", "step").code == 0


def test_delegated_phases_are_played_whenever_they_begin() -> None:
    told = run("delegate", "landing", "suppression")
    assert told.code == 0, told.err
    assert "the computer: embark 2/8A" in told.out
    assert now() == (1, "actions")
    assert run("next").code == 0
    while now()[1] != "actions":
        assert run("next").code == 0
    assert now()[0] == 2
    assert run("verify").code == 0


def test_the_journal_holds_plain_orders_that_give_the_same_game() -> None:
    run("delegate", "landing", "suppression")
    Path("all.txt").write_text(commands := run("log", "--commands").out, encoding="utf-8")
    assert "delegate" not in commands
    assert run("new", "red-beach-3", "--seed", "7", "--save", "b.toml").code == 0
    assert run("run", "all.txt", "--save", "b.toml").code == 0
    assert (
        json.loads(run("status", "--json").out)["state"]
        == json.loads(run("status", "--json", "-s", "b.toml").out)["state"]
    )


def test_one_undo_takes_back_what_the_computer_ordered_and_then_the_phase_is_the_players() -> None:
    run("delegate", "embark")
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
    assert run("delegate").out == "nothing is left to the computer\n"
    run("delegate", "supply-check", "actions", "--player", "historical")
    assert run("delegate").out == "actions by historical\nsupply-check by historical\n"
    assert run("delegate", "--off", "actions").code == 0
    assert run("delegate").out == "supply-check by historical\n"
    assert run("delegate", "--off").code == 0
    assert "delegated" not in Path("saves/red-beach-3.toml").read_text(encoding="utf-8")


def test_it_works_in_scripts_and_a_check_shows_no_dice(tmp_path: Path) -> None:
    Path("s.txt").write_text("delegate suppression landing\nnext\n", encoding="utf-8")
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
