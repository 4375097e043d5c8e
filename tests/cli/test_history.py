"""The journal on the command line: `log`, `verify`, `undo`, `policy`, and saves that a hand has edited."""

import re
from pathlib import Path

import pytest

from tests.cli.tools import SEED, Game, asked_game, game_at, manual_game, tarawa, untouched


def body(game: Game) -> bytes:
    """A save without its count of mulligans and what was taken back, and so without its digest."""
    text = re.sub(rb"^taken_back = \[\n(?:    .*\n)*\]\n", b"", game.bytes, flags=re.MULTILINE)
    return b"\n".join(line for line in text.splitlines() if not line.startswith((b"mulligans", b"digest")))


def edit(game: Game, old: str, new: str) -> None:
    text = game.path.read_text(encoding="utf-8")
    assert old in text
    game.path.write_text(text.replace(old, new, 1), encoding="utf-8")


# ── log


def test_the_log_has_every_die_modifier_and_result(game: Game) -> None:
    game.to_impulse()
    game.do("advance --all")
    game.do("next")
    text = game("log").out
    assert text.startswith("1. turn 1, bombardment: bombard   (dice 4)\n")
    assert "Japanese Fire, afloat on" in text
    assert "+2 Japanese morale, +1 target on the reef = " in text
    assert "[6.6.1]" in text


def test_the_last_entries(game: Game) -> None:
    game.to_impulse()
    every = game.json("log")["entries"]
    assert [entry["number"] for entry in every] == list(range(1, len(every) + 1))
    assert game.json("log", "-n", "2")["entries"] == every[-2:]
    assert game.json("log", "-n", "0")["entries"] == every
    assert game.json("log", "-n", "99999")["entries"] == every
    assert game.json("log", "--commands", "-n", "2")["commands"] == [entry["command"] for entry in every[-2:]]


def test_the_entries_of_a_turn(tmp_path: Path) -> None:
    game = game_at(tmp_path, 'turn = 2\nphase = "embark"\n')
    game.do("policy hits step")
    assert [entry["turn"] for entry in game.json("log", "--turn", "2")["entries"]] == [2]
    assert game.json("log", "--turn", "1")["entries"] == []
    assert game("log", "--turn", "1").out == "nothing yet\n"
    assert game("log", "--turn", "2", "--commands").out == "policy hits step\n"


def test_an_empty_log(game: Game) -> None:
    assert game("log").out == "nothing yet\n"
    assert game("log", "--commands").out == ""


def test_a_journal_played_again_gives_the_same_save(tmp_path: Path, game: Game) -> None:
    game.to_impulse()
    game.do("advance --all")
    game.do("next")
    (tmp_path / "commands.txt").write_text(game("log", "--commands").out)
    again = Game(tmp_path / "again.toml", "--seed", SEED)
    again.do("run commands.txt")
    assert again.bytes == game.bytes


def test_a_journal_with_given_dice_played_again_gives_the_same_save(tmp_path: Path) -> None:
    game = manual_game(tmp_path / "game.toml")
    text = game("log", "--commands").out
    assert "bombard --dice 1\n" in text
    again = Game(tmp_path / "again.toml", "--dice", "manual")
    assert again("run", "-", stdin=text.encode()).code == 0
    assert again.bytes == game.bytes


def test_a_journal_that_does_not_hold_is_still_shown(game: Game) -> None:
    game.do("policy hits step")
    game.do("bombard")
    game.do("policy hits ask")
    edit(game, '"bombard # 4"', '"bombard # 5"')
    result = game("log")
    assert result.code == 0
    assert [line.split(".")[0] for line in result.out.splitlines() if line[0].isdigit()] == ["1", "2", "3"]
    assert "cannot be replayed beyond entry 1: die 1 is recorded as 5, but seed 1943 gives 4" in result.err
    edit(game, '"bombard # 5"', '"bombard # nonsense"')
    assert game("log").code == 0
    assert game("log", "--commands").out.splitlines()[1] == "bombard # nonsense"


# ── verify


def test_a_game_is_proven(game: Game) -> None:
    game.to_impulse()
    with untouched(game.path):
        result = game("verify")
    assert result.code == 0
    assert result.out.startswith("game.toml: proven, 7 entries, from the first to the last\n")
    assert tarawa("verify", game.path).out == result.out
    assert tarawa("verify", game.path, "-s", "nosuch.toml").code == 0


def test_a_broken_journal_is_1(game: Game) -> None:
    game.do("bombard")
    edit(game, '"bombard # 4"', '"bombard # 5"')
    result = game("verify")
    assert result.code == 1
    assert "broken at entry 1 of 1: die 1 is recorded as 5" in result.out
    answer = game("verify", "--json")
    assert answer.code == 1
    assert answer.json["ok"] is False
    assert answer.json["proof"]["broken_at"] == 1
    assert answer.error["kind"] == "broken"


def test_an_edited_save_is_broken_until_a_command_records_it(game: Game) -> None:
    game.do("bombard")
    edit(game, "casualties = 0", "casualties = 100")
    assert game("verify").code == 1
    looked = game("status")
    assert (looked.code, "edited by hand" in looked.err) == (0, True)
    done = game("policy", "hits", "step")
    assert done.code == 0
    assert "this save was edited by hand; the journal now records it" in done.err
    result = game("verify")
    assert result.code == 0
    assert "hand edits 1 (entry 2)" in result.out
    assert game.state["casualties"] == 100
    assert "the save was edited by hand: casualties" in game("log").out
    assert game.journal[1] == "# the save was edited by hand: casualties"


def test_a_refused_order_on_an_edited_save_records_nothing_and_says_nothing_of_it(game: Game) -> None:
    edit(game, "casualties = 0", "casualties = 100")
    with untouched(game.path):
        result = game("advance", "--all")
        assert game("run", "-", stdin=b"").code == 0
        assert game("run", "-", "--keep-going", stdin=b"advance --all\n").code == 1
    assert (result.code, "journal now records it" in result.err) == (1, False)
    assert game("verify").code == 1


def test_unreadable_is_3(tmp_path: Path) -> None:
    assert tarawa("verify", tmp_path).code == 3
    assert tarawa("verify", tmp_path / "none.toml").code == 3


# ── undo


def test_undo_gives_the_same_lines_back_and_redo_the_same_bytes(game: Game) -> None:
    game.to_embark()
    before = body(game)
    game.do("embark 2/8A lvt-1 red3")
    embarked = game.bytes
    result = game("undo")
    assert (result.code, "undone: embark 2/8A lvt-1 red3" in result.out) == (0, True)
    assert body(game) == before
    game.do("redo")
    assert game.bytes == embarked


def test_only_commands_that_rolled_dice_are_mulligans(game: Game) -> None:
    before = body(game)
    game.do("policy hits step")
    game.do("bombard")
    game.do("policy hits ask")
    result = game("undo", "3")
    assert result.out.splitlines()[:3] == [
        "undone: policy hits ask",
        "undone: bombard (a mulligan)",
        "undone: policy hits step",
    ]
    assert game.state["mulligans"] == 1
    assert "mulligans 1" in game("status").out
    assert body(game) == before
    game.do("bombard")
    game.do("undo")
    assert game.state["mulligans"] == 2
    assert game("verify").code == 0


def test_undo_takes_back_a_decision_and_what_led_to_it(tmp_path: Path) -> None:
    game = asked_game(tmp_path / "game.toml")
    asked = body(game)
    answers = (game("decide", "step", "--dice", value) for value in range(1, 7))
    assert next(answer for answer in answers if answer.code == 0)
    game.do("undo")
    assert body(game) == asked
    game.do("undo")
    assert game.state["pending"] is None


def test_too_many(game: Game) -> None:
    with untouched(game.path):
        assert "nothing can be undone" in game("undo").err
    game.do("bombard")
    with untouched(game.path):
        result = game("undo", "2")
        assert game("undo", "1", "--dry-run").out.startswith("would be undone: bombard (a mulligan)\n")
        assert game("undo", "2", "-n").code == 1
    assert (result.code, "only 1 command" in result.err) == (1, True)


def test_a_journal_spoilt_by_hand_cannot_be_taken_back(game: Game) -> None:
    game.do("bombard")
    game.do("policy hits step")
    edit(game, '"bombard # 4"', '"bombard # 5"')
    with untouched(game.path):
        result = game("undo")
    assert (result.code, "the journal was changed by hand since then" in result.err) == (1, True)


# ── policy


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("hits", "step"), ("hits", "morale"), ("hits", "ask"), ("empty-lvt", "wait"), ("empty-lvt", "pool")),
        *(("empty-phases", "pass"), ("empty-phases", "wait")),
    ],
)
def test_policies_are_kept_in_the_save(game: Game, name: str, value: str) -> None:
    assert game("policy", name, value).code == 0
    assert game.json("policy")["policy"][name] == value
    assert f"policy {name} {value}\n" in game("policy").out
    assert game.state["policy"][name] == value


def test_the_name_of_a_policy_shows_that_one(game: Game) -> None:
    shown = game("policy", "hits")
    assert shown.code == 0
    assert shown.out.startswith("# hits: ")
    assert shown.out.splitlines()[-1] == "policy hits ask"
    assert "empty-lvt" not in shown.out


def test_an_empty_answer_is_none_and_sets_nothing(game: Game) -> None:
    with untouched(game.path):
        assert game("policy", "hits", "") == game("policy", "hits")


def test_an_unknown_policy_is_refused_with_those_there_are(game: Game) -> None:
    assert "choose one of: hits, empty-lvt" in game("policy", "nosuch").err


def test_what_policy_prints_can_be_run(game: Game) -> None:
    assert game("run", "-", stdin=game("policy").out.encode()).code == 0


def test_wrong_policies(game: Game) -> None:
    with untouched(game.path):
        for words in (["hits", "pool"], ["nosuch", "ask"], ["nosuch"], ["", "ask"], ["hits", "ask", "x"]):
            assert game("policy", *words).code == 2, words
