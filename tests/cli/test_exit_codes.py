"""Every kind of outcome: its exit code, where it speaks, and that what was refused has changed nothing."""

import os
from pathlib import Path

import pytest

from tests.cli.tools import LOOKING, ORDERS, Game, Result, asked_game, manual_game, tarawa, untouched


def said(result: Result) -> str:
    """What an error says: on stderr only, in sentences."""
    assert result.out == ""
    assert "Traceback" not in result.err
    assert "should not have happened" not in result.err
    return result.err


@pytest.mark.parametrize("name", LOOKING)
def test_looking_is_done_with_0_and_touches_nothing(game: Game, name: str) -> None:
    with untouched(game.path):
        result = game(name, *LOOKING[name])
    assert (result.code, result.err) == (0, "")
    assert result.out.strip() or name == "log"


def test_an_order_is_done_with_0(game: Game) -> None:
    result = game("bombard")
    assert (result.code, result.err) == (0, "")
    assert "Pre-invasion Bombardment: die 4" in result.out


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        (["embark", "2/8A", "lvt-1", "red3"], "6.2"),
        (["advance", "--all"], "6.4"),
        (["suppress", "red3"], "6.7"),
        (["unload", "lvt-1", "1424"], "6.3"),
        (["withdraw", "lvt-1"], "6.2"),
        (["chits", "red3"], "5.1"),
        (["decide", "step"], "3"),
    ],
)
def test_the_rules_refuse_with_1(game: Game, words: list[str], rule: str) -> None:
    with untouched(game.path):
        result = game(*words)
    assert result.code == 1
    assert said(result).startswith(f"refused ({rule}): ")
    assert len(result.err.splitlines()) == 2, "it says why, and what would work"


def test_a_refusal_offers_a_command_that_can_be_typed(game: Game) -> None:
    hint = said(game("suppress", "red3")).splitlines()[1]
    assert hint.startswith("  try: ")
    assert tarawa(hint.split()[1], "--help").code == 0


@pytest.mark.parametrize(
    "words",
    [
        ["nosuch"],
        ["status", "--nosuch"],
        ["unit"],
        ["unit", "9/9Z"],
        ["unit", "2/8"],
        ["hex", "9999"],
        ["area", "red9"],
        ["area", "red"],
        ["embark", "2/8", "lvt-1", "red3"],
        ["embark", "2/8A", "lv", "red3"],
        ["embark", "2/8A", "lvt-1", "red"],
        ["chits"],
        ["bombard", "--delay", "7"],
        ["bombard", "--delay", "x"],
        ["policy", "hits", "never"],
        ["policy", "nosuch"],
        ["map", "--layer", "nosuch"],
        ["map", "--radius", "31"],
        ["map", "--color", "pink"],
        ["table", "nosuch"],
        ["rule", "99.9"],
        ["scenarios", "nosuch"],
        ["log", "-n", "-1"],
        ["undo", "0"],
        ["undo", "x"],
        ["undo", "99999999999999999999"],
        ["export", "nosuch"],
        ["next", "extra"],
        ["bombard", "--dice", "4"],
    ],
)
def test_bad_usage_is_2(game: Game, words: list[str]) -> None:
    with untouched(game.path):
        result = game(*words)
    assert result.code == 2
    assert said(result).startswith("tarawa: ")


def test_ambiguous_words_name_what_they_could_mean(game: Game) -> None:
    assert "fits more than one unit: 2/8A, 2/8B, 2/8E" in said(game("unit", "2/8"))
    assert "fits more than one area or beach: red2, red3, red1" in said(game("area", "red"))


def test_unknown_words_name_what_is_near(game: Game) -> None:
    assert "2/8A" in said(game("unit", "2/8AA"))
    assert "status" in said(game("statsu"))


def test_a_save_that_is_not_there_is_3(tmp_path: Path) -> None:
    for name in [*LOOKING, *ORDERS]:
        if name in ("table", "rule", "scenarios"):
            continue
        result = tarawa(name, *(ORDERS | LOOKING)[name], "-s", tmp_path / "none.toml")
        assert result.code == 3, name
        assert "there is no save" in said(result)
        assert "start one with `new`" in result.err
    assert list(tmp_path.iterdir()) == []


def spoilt(path: Path, how: str) -> None:
    text = path.read_bytes()
    if how == "directory":
        path.unlink()
        path.mkdir()
    elif how == "fifo":
        path.unlink()
        os.mkfifo(path)
    else:
        path.write_bytes(
            {
                "empty": b"",
                "binary": bytes(range(256)) * 8,
                "truncated": text[: len(text) // 3],
                "half a line": text[:-40],
                "newer": text.replace(b"format = 2", b"format = 99"),
                "not a save": b'[project]\nname = "x"\n',
                "another game": text.replace(b'game = "tarawa"', b'game = "chess"'),
                "impossible": text.replace(b"turn = 1\n", b"turn = 99\n"),
            }[how]
        )


@pytest.mark.parametrize(
    "how",
    [
        "directory",
        "fifo",
        "empty",
        "binary",
        "truncated",
        "half a line",
        "newer",
        "not a save",
        "another game",
        "impossible",
    ],
)
def test_a_save_that_cannot_be_used_is_3(game: Game, how: str) -> None:
    spoilt(game.path, how)
    before = (game.path.stat().st_mtime_ns, game.path.stat().st_ino)
    for words in (["status"], ["next"], ["undo"], ["verify"], ["log"], ["export", "position"], ["bombard", "-n"]):
        result = game(*words)
        assert result.code == 3, words
        assert said(result)
    assert (game.path.stat().st_mtime_ns, game.path.stat().st_ino) == before


def test_too_few_dice_are_4(tmp_path: Path) -> None:
    game = manual_game(tmp_path / "manual.toml")
    with untouched(game.path):
        result = game("next")
    assert result.code == 4
    assert "at least 1 die is needed, 0 given; die 1 is for Japanese Fire (afloat) on lvt-1" in said(result)


def test_while_a_decision_waits_nothing_else_can_be_done(tmp_path: Path) -> None:
    game = asked_game(tmp_path / "manual.toml")
    with untouched(game.path):
        result = game("next")
    assert result.code == 1
    assert "a decision is pending" in said(result)
    assert game("decide", "nosuch").code == 2
    status = game("status").out
    options = game.state["pending"]["options"]
    assert len(options) > 1
    assert all(f"→ decide {option}" in status for option in options)
    assert game.legal == [f"decide {option}" for option in options]
    assert game("decide", options[0].upper()).code in (0, 4)


@pytest.mark.parametrize("name", ORDERS)
def test_a_dry_run_rolls_nothing_and_writes_nothing(game: Game, name: str) -> None:
    with untouched(game.path):
        dry = game(name, *ORDERS[name], "--dry-run")
        assert game(name, *ORDERS[name], "-n").code == dry.code
    assert "die" not in dry.out
    wet = game(name, *ORDERS[name])
    assert dry.code == wet.code
    assert wet.code or dry.out.startswith(f"legal: {name}")
    assert wet.err == dry.err


@pytest.mark.parametrize("fault", [PermissionError(13, "Permission denied"), OSError(28, "No space left on device")])
def test_a_save_that_cannot_be_written_is_3(game: Game, monkeypatch: pytest.MonkeyPatch, fault: OSError) -> None:
    real = os.open

    def refuse(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            raise fault
        return real(path, flags, mode)

    monkeypatch.setattr(os, "open", refuse)
    with untouched(game.path):
        result = game("bombard")
        assert tarawa("new", "-s", game.path.parent / "other.toml").code == 3
    assert result.code == 3
    assert f"cannot write {game.path}: {fault.strerror}" in said(result)


@pytest.mark.parametrize("line", ["weather = 3", 'units."2/8A".luck = 1'])
def test_a_key_that_nobody_knows_may_be_a_newer_versions(game: Game, line: str) -> None:
    text = game.path.read_text(encoding="utf-8")
    game.path.write_text(text.replace("\njournal = [", f"\n{line}\njournal = ["), encoding="utf-8")
    result = game("status")
    assert result.code == 3
    assert said(result).endswith(": no such key\n  a newer version may have written it\n")


def test_a_merge_conflict_of_git_is_called_one(game: Game) -> None:
    text = game.path.read_text(encoding="utf-8")
    theirs = "<<<<<<< HEAD\n=======\ncasualties = 50\n>>>>>>> theirs\n"
    game.path.write_text(text.replace("\njournal = [", f"\n{theirs}\njournal = ["), encoding="utf-8")
    for words in (["status"], ["bombard"], ["verify"]):
        with untouched(game.path):
            result = game(*words)
        assert result.code == 3
        assert "holds a git merge conflict" in said(result)
        assert f"git checkout --ours {game.path}" in result.err


def test_what_nobody_foresaw_is_a_sentence_too(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from tarawa_cli.games.tarawa.views import reports

    monkeypatch.setattr(reports, "next_steps", lambda *_: 1 // 0)
    result = game("status")
    assert result.code == 3
    assert "this should not have happened: ZeroDivisionError" in result.err
    monkeypatch.setenv("TARAWA_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        game("status")


def test_what_stands_of_several_orders_ends_with_5(game: Game) -> None:
    game.to_embark()
    for order in ("policy hits morale", "embark --due", "next", "advance --all", "next"):
        game.do(order)
    before = game.journal
    result = game("suppress", "red3", "eastend")
    assert result.code == 5
    assert result.err.startswith("stopped (6.7): ")
    assert "Marine Fire on red3" in result.out
    assert game.journal == [*before, "suppress red3"]


def test_decide_alone_shows_the_question_and_its_options(tmp_path: Path) -> None:
    game = asked_game(tmp_path / "asked.toml")
    options = game.json("legal")["state"]["pending"]["options"]
    with untouched(game.path):
        told = game.do("decide").out
        assert "You must decide: " in told
        assert [f"  → decide {option}" in told for option in options] == [True] * len(options)
        facts = game.json("decide")
        assert facts["pending"] == facts["state"]["pending"]
        assert facts["pending"]["options"] == options
        assert game("run", "-", stdin=b"decide\n").code == 2, "a script must answer"
    game.do("undo")
    assert game.do("decide").out == "no decision is pending\n"
    assert game.json("decide")["pending"] is None
