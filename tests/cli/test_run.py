"""`run`: a file of commands, all or nothing."""

from pathlib import Path

import pytest

from tests.cli.tools import SEED, Game, process, tarawa, untouched

SCRIPT = b"policy hits step\nbombard\nundo\nbombard\n"


def test_a_file(tmp_path: Path, game: Game) -> None:
    (tmp_path / "orders.txt").write_bytes(b"policy hits step\nbombard\n")
    result = game("run", "orders.txt")
    assert (result.code, result.err) == (0, "")
    assert "> policy hits step\n" in result.out
    assert "2 commands done\n" in result.out
    assert "→ chits " in result.out
    assert game.journal == ["policy hits step", "bombard"]
    other = Game(tmp_path / "other.toml", "--seed", SEED)
    other.do("policy hits step")
    other.do("bombard")
    assert other.bytes == game.bytes


@pytest.mark.parametrize(
    "script",
    [
        b"# a remark\n\n   \npolicy hits step   # and another\n#bombard\nbombard\n",
        b"policy hits step\r\n\r\nbombard\r\n",
        b"tarawa policy hits step\ntarawa bombard",
        b"\xef\xbb\xbfpolicy hits step\nbombard\n",
        b"  policy   HITS\tstep  \n  BOMB  --delay 0",
        b"policy hits step\nbombard --delay=0\n",
    ],
)
def test_remarks_blank_lines_line_ends_and_the_word_tarawa(game: Game, script: bytes) -> None:
    assert game("run", "-", stdin=script).code == 0
    assert game.journal == ["policy hits step", "bombard"]


def test_undo_inside(game: Game) -> None:
    assert game("run", "-", stdin=SCRIPT).code == 0
    assert game.journal == ["policy hits step", "bombard"]
    assert game.state["mulligans"] == 1
    assert game("run", "-", stdin=b"undo 2\n").code == 0
    assert game.journal == []
    assert game("verify").code == 0


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"advance --all", 1),
        (b"chits red3", 1),
        (b"undo 99", 1),
        (b"nosuch", 2),
        (b"status", 2),
        (b"new", 2),
        (b"run x", 2),
        (b"undo x", 2),
        (b"undo 1 2", 2),
        (b"undo \xc2\xb2", 2),
        (b"undo " + b"9" * 5000, 2),
        (b"policy hits step --json", 2),
        (b"policy hits step --dice 4", 2),
        (b"policy hits step --dice", 2),
        (b"policy hits step --save x", 2),
        (b"policy hits " + b"x" * 20_000, 2),
    ],
)
def test_all_or_nothing_with_the_line_in_the_message(game: Game, line: bytes, code: int) -> None:
    script = b"# first\npolicy hits step\npolicy hits morale\n" + line + b"\npolicy hits ask\n"
    with untouched(game.path):
        result = game("run", "-", stdin=script)
        assert game("run", "-", "--json", stdin=script).error["message"].startswith("line 4: ")
    assert result.code == code
    assert result.out == ""
    assert "line 4: " in result.err


def test_check_writes_nothing(game: Game) -> None:
    with untouched(game.path):
        result = game("run", "-", "--check", stdin=SCRIPT)
        assert game("run", "-", "--dry-run", stdin=SCRIPT).out == result.out
        assert game("run", "-", "--check", stdin=b"advance --all").code == 1
        assert game("run", "-", "--check", "--json", stdin=SCRIPT).json["dry_run"] is True
    assert result.code == 0
    assert "1 command checked; line 2 is legal and rolls dice" in result.out


def test_keep_going_skips_what_is_refused(game: Game) -> None:
    script = b"policy hits step\nadvance --all\nnosuch\nbombard\n"
    result = game("run", "-", "--keep-going", stdin=script)
    assert result.code == 1, "the first error's"
    assert "line 2: " in result.err
    assert "line 3: " in result.err
    assert "2 commands done, 2 skipped" in result.out
    assert game.journal == ["policy hits step", "bombard"]
    assert game("verify").code == 0


def test_keep_going_in_json(game: Game) -> None:
    result = game("run", "-", "--keep-going", "--json", stdin=b"nosuch\npolicy hits step\nadvance --all\n")
    assert result.code == 2
    assert result.json["ok"] is False
    assert [(error["line"], error["kind"]) for error in result.json["errors"]] == [(1, "usage"), (3, "refused")]
    assert result.error["message"].startswith("line 1: ")
    assert [done["command"] for done in result.json["commands"]] == ["policy hits step"]


def test_keep_going_with_check_writes_nothing(game: Game) -> None:
    with untouched(game.path):
        assert game("run", "-", "--keep-going", "--check", stdin=b"nosuch\nbombard\n").code == 2


def test_given_dice_line_by_line(tmp_path: Path) -> None:
    game = Game(tmp_path / "manual.toml", "--dice", "manual")
    with untouched(game.path):
        assert game("run", "-", stdin=b"policy hits step\nbombard\n").code == 4
        assert game("run", "-", stdin=b"bombard --dice 4,4\n").code == 2
    assert game("run", "-", "--keep-going", stdin=b"bombard\nbombard --dice=3\n").code == 4
    assert game.journal == ["bombard --dice 3"]


@pytest.mark.parametrize("script", [b"", b"\n\n", b"# only a remark\n", b"tarawa\n"])
def test_an_empty_script_does_nothing(game: Game, script: bytes) -> None:
    with untouched(game.path):
        result = game("run", "-", stdin=script)
    assert result.code == 0
    assert "0 commands done" in result.out


def test_scripts_that_cannot_be_read(tmp_path: Path, game: Game) -> None:
    (tmp_path / "latin.txt").write_bytes(b"policy hits st\xe9p\n")
    with untouched(game.path):
        for name in ("nosuch.txt", str(tmp_path), "latin.txt", "x" * 5000):
            result = game("run", name)
            assert (result.code, result.out) == (3, "")
            assert result.err
        assert game("run", "-", stdin=b"\xff\xfe").code == 3
    assert game("run").code == 2


def test_a_script_that_never_ends_is_refused(game: Game) -> None:
    with open("/dev/zero", "rb") as zeros:
        result = process("run", "-", "-s", game.path, stdin=zeros)
    assert (result.code, "too large" in result.err) == (3, True)


def test_long_remarks_are_remarks(game: Game) -> None:
    assert game("run", "-", stdin=b"# " + b"x" * 50_000 + b"\nbombard\n").code == 0


def test_run_without_a_save() -> None:
    assert tarawa("run", "-", "-s", "nosuch.toml", stdin=b"bombard\n").code == 3


def test_keep_going_next_tells_the_phases_that_are_gone_because_a_line_was_refused(game: Game) -> None:
    game.to_embark()
    script = b"embark 9/9 lvt-1 red3\nnext\nadvance --all\nnext\nsuppress red3\nnext\n"
    result = game("run", "-", "--keep-going", "-v", stdin=script)
    assert "3 commands done, 3 skipped" in result.out
    gone = "── Invasion impulse 1 to Direct suppression 3: skipped, no unit is coming in\n"
    assert result.out.count(f"> next\n{gone}") == 3


def test_a_check_that_stops_in_the_middle_of_a_phase_tells_the_state_before_it(game: Game) -> None:
    game.to_impulse()
    before = game.json("legal")["state"]
    checked = game("run", "-", "--check", "--json", stdin=b"policy hits step\nnext --yes\n").json
    assert (checked["rolls_at"], checked["state"]) == (2, before)
