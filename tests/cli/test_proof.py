"""What `verify` says, what a script may see, and what a save needs besides itself."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from tests.cli.tools import Game, tarawa

OLD = Path(__file__).parents[1] / "saves" / "0.1.0" / "tarawa"
SCENARIO = """\
[scenario]
id = "mine"
name = "My own battle"
base = "campaign"

[position]
turn = 3
phase = "actions"
casualties = 350
units.hawkins = { at = "2531", landed = 1 }
"""


@pytest.fixture
def mine(tmp_path: Path) -> str:
    """A scenario file outside the save's folder."""
    path = tmp_path / "scenarios of mine" / "mine.toml"
    path.parent.mkdir()
    path.write_text(SCENARIO, encoding="utf-8")
    return str(path)


def script(game: Game, *lines: str) -> str:
    path = game.path.with_name("script.txt")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


# What verify says


def test_verify_names_scenario_tables_dice_and_all_that_was_taken_back(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "--seed", "1943", tables=None)
    game("bombard")
    game("undo")
    assert game("verify").out.splitlines() == [
        "game.toml: proven, no entries yet",
        "  scenario campaign, as shipped; tables as shipped",
        "  dice used: 0, from seed 1943",
        "  mulligans 1 · peeks 0 · hand edits 0",
    ]


def test_verify_says_whose_scenario_and_tables_they_are(mine: str, tmp_path: Path) -> None:
    tables, save = tmp_path / "tables.toml", str(tmp_path / "g.toml")
    tables.write_text("[units.lcvp]\nsteps = 3\n", encoding="utf-8")
    assert tarawa("new", mine, "--tables", str(tables), "--dice", "manual", "--save", save).code == 0
    said = tarawa("verify", "--save", save).out
    assert "scenario mine.toml, the player's own; tables the player's own" in said
    assert "given by the player" in said
    facts = json.loads(tarawa("verify", "--json", "--save", save).out)["proof"]
    assert (facts["own_scenario"], facts["own_tables"]) == (True, True)


def test_verify_names_hand_edits_even_those_taken_back(game: Game) -> None:
    text = game.path.read_text("utf-8")
    game.path.write_text(text.replace("mulligans = 0", "mulligans = 3"), "utf-8")
    game("policy", "hits", "step")
    assert "hand edits 1 (entry 1)" in game("verify").out
    game("undo", "2")
    assert "hand edits 1\n" in game("verify").out


def test_a_save_of_an_older_version_is_not_broken_and_goes_on_with_a_snapshot(tmp_path: Path) -> None:
    save = str(shutil.copy(OLD / "phase-actions.toml", tmp_path / "old.toml"))
    before = tarawa("verify", "--save", save)
    assert before.code == 0
    assert "nothing is proven: the rules have changed (version 1 then, version" in before.out
    order = tarawa("policy", "hits", "step", "--save", save)
    assert "the rules have changed since this save was written; the journal now holds a snapshot" in order.err
    after = tarawa("verify", "--save", save)
    assert after.code == 0
    assert "under rules version 1: kept as written, not proven here" in after.out
    assert tarawa("undo", "--save", save).code == 0
    refused = tarawa("undo", "--save", save)
    assert refused.code == 1
    assert "nothing can be undone: the rules have changed since then" in refused.err


def test_what_was_played_under_older_rules_is_only_a_remark_in_a_list_of_commands(tmp_path: Path) -> None:
    save = str(shutil.copy(OLD / "phase-embark.toml", tmp_path / "old.toml"))
    old = tarawa("log", "--commands", "--save", save).out.splitlines()
    assert all(line.startswith("# ") for line in old)
    tarawa("policy", "hits", "step", "--save", save)
    assert [line for line in tarawa("log", "--commands", "--save", save).out.splitlines() if line[0] != "#"] == [
        "policy hits step"
    ]


# What a script may see


def test_a_checked_script_stops_before_its_first_roll(game: Game) -> None:
    before = game.path.read_bytes()
    checked = game("run", script(game, "policy hits step", "bombard", "chits red1"), "--check")
    assert checked.code == 0
    assert "1 command checked; line 2 is legal and rolls dice" in checked.out
    assert "die " not in checked.out
    assert game.path.read_bytes() == before
    facts = json.loads(game("run", script(game, "bombard"), "-n", "--json").out)
    assert (facts["rolls_at"], facts["commands"], facts["dry_run"]) == (1, [], True)


def test_a_checked_script_is_refused_where_it_is_not_legal(game: Game) -> None:
    refused = game("run", script(game, "policy hits step", "dig 2/8A", "bombard"), "--check")
    assert refused.code == 1
    assert "line 2" in refused.err


def test_a_checked_script_with_the_players_own_dice_goes_all_the_way(tmp_path: Path) -> None:
    save = str(tmp_path / "g.toml")
    tarawa("new", "--dice", "manual", "--save", save)
    lines = tmp_path / "script.txt"
    lines.write_text("bombard --dice 1\npolicy hits step\n", encoding="utf-8")
    assert "2 commands checked; nothing was written" in tarawa("run", str(lines), "-n", "--save", save).out


def test_a_script_refused_after_a_roll_counts_as_a_peek(game: Game) -> None:
    refused = game("run", script(game, "bombard", "dig 2/8A"))
    assert refused.code == 1
    assert "dice were rolled before it, and the save counts a peek" in refused.err
    assert "peeks 1" in game("verify").out
    assert "peeks 1" in game("status").out
    assert json.loads(game("status", "--json").out)["state"]["peeks"] == 1
    assert game.journal == []
    game("bombard")
    game("undo")
    assert "mulligans 1 · peeks 1" in game("verify").out


def test_a_script_refused_before_any_roll_leaves_the_save_as_it_was(game: Game) -> None:
    before = game.path.read_bytes()
    refused = game("run", script(game, "policy hits step", "dig 2/8A"))
    assert (refused.code, "peek" in refused.err) == (1, False)
    assert game.path.read_bytes() == before


# What a save needs


def test_a_save_from_a_scenario_file_needs_nothing_else(mine: str, tmp_path: Path) -> None:
    save = tmp_path / "saves" / "g.toml"
    assert tarawa("new", mine, "--seed", "1", "--save", str(save)).code == 0
    shutil.rmtree(Path(mine).parent)
    mailed = tmp_path / "elsewhere" / "g.toml"
    mailed.parent.mkdir()
    shutil.move(save, mailed)
    assert tarawa("policy", "hits", "step", "--save", str(mailed)).code == 0
    assert "proven, 1 entry" in tarawa("verify", "--save", str(mailed)).out
    assert tarawa("undo", "--save", str(mailed)).code == 0


def old_save_of(mine: str, tmp_path: Path, name: str) -> Path:
    """A save as an older version made it from a scenario file: it only names it."""
    text = (OLD / "asked-way.toml").read_text("utf-8")
    shutil.copy(OLD / "battle-25.toml", mine)
    save = tmp_path / "saves" / "old.toml"
    save.parent.mkdir()
    save.write_text(text.replace('scenario = "battle-25.toml"', f'scenario = "{name}"'), "utf-8")
    return save


@pytest.mark.parametrize("name", ["../scenarios of mine/mine.toml", "/etc/passwd/x", "a/../../mine.toml"])
def test_an_old_save_may_not_choose_a_file_outside_its_folder(mine: str, tmp_path: Path, name: str) -> None:
    save = str(old_save_of(mine, tmp_path, name))
    for command in (["status"], ["verify"], ["decide", "3044"], ["undo"]):
        refused = tarawa(*command, "--save", save)
        assert refused.code == 3
        assert "a file outside its folder" in refused.err
    assert tarawa("adopt", mine, "--save", save).code == 0
    shutil.rmtree(Path(mine).parent)
    assert tarawa("decide", "3044", "--save", save).code == 0


def test_an_old_save_may_not_reach_outside_its_folder_by_a_link(mine: str, tmp_path: Path) -> None:
    save = old_save_of(mine, tmp_path, "link.toml")
    os.symlink(mine, save.with_name("link.toml"))
    assert tarawa("status", "--save", str(save)).code == 3


def test_a_game_of_a_shipped_scenario_adopts_nothing(game: Game, mine: str) -> None:
    refused = game("adopt", mine)
    assert refused.code == 2
    assert "it needs no file" in refused.err
    assert game("adopt", "no-such-file.toml").code == 3


def test_a_hand_edit_is_not_washed_off_by_adopting_a_file(mine: str, tmp_path: Path) -> None:
    save = old_save_of(mine, tmp_path, "../scenarios of mine/mine.toml")
    assert tarawa("adopt", mine, "--save", str(save)).code == 0
    assert "hand edits 1" in tarawa("verify", "--save", str(save)).out


def test_a_game_without_entries_is_not_broken_at_one(game: Game) -> None:
    text = game.path.read_text("utf-8")
    game.path.write_text(text.replace("casualties = 0", "casualties = 50"), "utf-8")
    said = game("verify")
    assert said.code == 1
    assert said.out.startswith("game.toml: broken: ")


def test_a_script_refused_after_a_roll_leaves_nothing_but_the_peek(game: Game) -> None:
    game.do("bombard")
    before = without_peeks(game.bytes)
    lines = ("undo", "policy hits step", "delegate suppression", "bombard", "dig 2/8A")
    assert game("run", script(game, *lines)).code == 1
    assert without_peeks(game.bytes) == before
    assert game.state["peeks"] == 1


def without_peeks(save: bytes) -> bytes:
    return re.sub(rb"(?m)^(digest|peeks) = .*\n", b"", save)
