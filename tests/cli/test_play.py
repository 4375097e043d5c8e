"""The prompt: lines from a pipe are ordinary commands, and at a terminal there are keys."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tarawa_cli.cli import play, program
from tarawa_cli.games import GAMES
from tests.cli.tools import SEED, Game, Result, process, tarawa
from tests.cli.two_sides.tools import RIVALS
from tests.kit.terminal import Terminal


def played(game: Game, *lines: str) -> Result:
    return game("play", stdin="".join(f"{line}\n" for line in lines).encode())


# ── From a pipe


def test_lines_are_ordinary_commands_and_nothing_is_asked(game: Game) -> None:
    result = played(game, "policy hits step", "", "# a remark", "tarawa bombard  # the fleet", "log --commands")
    assert result.code == 0
    assert result.err == ""
    assert result.out.startswith("  standing answer: hits step")
    assert result.out.endswith("\npolicy hits step\nbombard\n")
    assert "> " not in result.out


@pytest.mark.parametrize("word", ["quit", "exit", "tarawa quit", "  quit  "])
def test_quit_ends_it(game: Game, word: str) -> None:
    assert played(game, "policy hits step", word, "bombard").code == 0
    assert game.journal == ["policy hits step"]


def test_it_goes_on_after_a_refusal_and_ends_with_the_first_code(game: Game) -> None:
    result = played(game, "nonsense", "bombard", "bombard", "policy hits step")
    assert result.code == 2
    assert "there is no command" in result.err
    assert "refused (5.1)" in result.err
    assert game.journal == ["bombard", "policy hits step"]


def test_quotation_marks_are_read_as_in_a_shell(game: Game) -> None:
    assert played(game, "policy 'hits' \"step\"").code == 0
    result = played(game, "policy 'hits", "bombard")
    assert (result.code, result.err) == (2, "tarawa: a quotation mark is not closed\n")
    assert game.journal == ["policy hits step", "bombard"]


def test_signs_that_cannot_be_read_spoil_only_their_line(game: Game) -> None:
    result = game("play", stdin=b"unit \xff\xfe\n\x00\nbombard\n")
    assert result.code == 2
    assert "this should not have happened" not in result.err
    assert game.journal == ["bombard"]


def test_a_prompt_has_no_prompt(game: Game) -> None:
    assert "already at the prompt" in played(game, "play").err
    assert played(game, "bombard").code == 0


def test_with_json_every_line_gets_one_object(game: Game) -> None:
    result = game("play", "--json", stdin=b"bombard\nnonsense\nplay\npolicy 'x\nhelp\nstatus --json\n")
    answers = [json.loads(line) for line in result.out.splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False, False, False, True, True]
    assert (result.code, result.err) == (2, "")


def test_without_a_save_of_its_own_it_plays_the_current_game_even_another() -> None:
    tarawa("new", "--seed", SEED)
    result = tarawa("play", stdin=b"bombard\nnew red --seed 3\nembark 2/8A lvt-1 red3\nuse camp\nlog --commands\n")
    assert result.code == 0, result.err
    assert result.out.endswith("\nbombard\n")
    assert [game["save"] for game in tarawa("use", "--json").json["saves"] if game["current"]] == [
        "saves/campaign.toml"
    ]
    assert tarawa("log", "--commands", "-s", "saves/red-beach-3.toml").out == "embark 2/8A lvt-1 red3 1424\n"


def test_the_save_that_is_named_goes_before(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    tarawa("new", "red")
    monkeypatch.setenv("TARAWA_SAVE", "saves/red-beach-3.toml")
    assert played(game, "bombard").code == 0
    assert game.journal == ["bombard"]
    assert os.environ["TARAWA_SAVE"] == "saves/red-beach-3.toml", "only the lines were told of it"
    monkeypatch.setenv("TARAWA_SAVE", str(game.path))
    assert tarawa("play", "--save", "saves/red-beach-3.toml", stdin=b"embark 2/8A lvt-1 red3\n").code == 0


def test_lines_are_those_of_the_side(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(GAMES.names, "rivals", "tests.kernel.rivals")
    for words in ("new --seed 2", "play --as blue"):
        monkeypatch.setattr("sys.stdin", io.StringIO("race red\nrace red --as red\n"))
        code = program._run(words.split(), RIVALS)
    assert code == 1
    assert "not your turn: red to move, and you play blue" in capsys.readouterr().err
    assert "TARAWA_SIDE" not in os.environ
    assert program._run(["log", "--commands"], RIVALS) == 0
    assert capsys.readouterr().out == "race red\n"


def test_a_line_is_saved_before_the_next_one_is_read(game: Game) -> None:
    command = [sys.executable, "-m", "tarawa_cli", "play", "--save", str(game.path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin
        assert running.stdout
        running.stdin.write("bombard\n")
        running.stdin.flush()
        assert "Bombardment" in running.stdout.readline()
        running.kill()
    assert game.journal == ["bombard"]
    assert game("verify").code == 0


def test_lines_are_coloured_as_the_prompt_is_told(game: Game) -> None:
    assert "\x1b[" in game("play", "--color", "always", stdin=b"map\n").out
    assert "\x1b[" not in game("play", "--color", "always", stdin=b"map --color never\n").out
    assert "\x1b[" not in game("play", stdin=b"map\n").out
    assert "CLICOLOR_FORCE" not in os.environ


def test_nothing_to_read_is_nothing_to_do(game: Game) -> None:
    assert process("play", "-s", game.path, stdin=subprocess.DEVNULL) == (0, "", "")


# ── TAB


def test_tab_offers_what_a_shell_would(tmp_path: Path, game: Game) -> None:
    game.to_embark()
    (tmp_path / "saves").mkdir()
    game.path.rename(tmp_path / "saves" / "game.toml")
    assert play.offered("embark 2/8", "2/8") == ["2/8A ", "2/8B ", "2/8E ", "2/8 "]
    assert play.offered("tarawa embark 2/8A lvt-5 r", "r") == ["red3 "]
    assert play.offered("undo --j", "--j") == ["--json "]
    assert play.offered("q", "q") == ["quit "]
    assert play.offered("nonsense ", "") == []
    assert play.offered("run sa", "sa") == ["saves/"]
    assert play.offered("run saves/g", "saves/g") == ["saves/game.toml "]
    assert play.offered("run nosuch/x", "nosuch/x") == []


# ── At a terminal


PROMPT = "> "


def at_a_terminal(folder: Path) -> Terminal:
    """The prompt with somebody who types."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(Path(__file__).parents[2])}
    return Terminal(
        [sys.executable, "-m", "tarawa_cli", "play"],
        cwd=folder,
        env=environment | {"TERM": "xterm", "LC_ALL": "C.UTF-8", "COLUMNS": "120", "NO_COLOR": "1"},
    )


def test_a_player_at_a_terminal(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    tarawa("new", "red", "--seed", 3)
    with at_a_terminal(tmp_path) as player:
        assert "Red Beach 3: saves/red-beach-3.toml" in player.types("", PROMPT)
        assert "2/8A embarks" in player.types("emb\t2/8A lvt-1 red3\n", PROMPT), "TAB has put in the rest of the word"
        player.types("nonsense", "nonsense")
        player.interrupts(PROMPT)
        assert "refused (6.2): 2/8A is not waiting" in player.types("\x1b[A\n", PROMPT), (
            "the line before that, by its arrow"
        )
        assert player.types("map red3 -r 0\n", PROMPT).count("\x1b[H\x1b[2J") == 1
        again = player.types("status\n", PROMPT)
        assert again.count("\x1b[H\x1b[2J") == 1
        assert again.count("Goal: clear four hexes") == 1
        assert again.endswith("tarawa t1 embark> "), "turn and phase are in the prompt"
        assert "there is no command 'nosuch'" in player.types("nosuch\n", PROMPT)
        player.press("\x04")
        assert player.ends() == 0
    assert tarawa("log", "--commands").out == "embark 2/8A lvt-1 red3 1424\n"
    with at_a_terminal(tmp_path) as player:
        player.types("", PROMPT)
        player.types("\x1b[A\x1b[A\x1b[A\x1b[A", "embark 2/8A lvt-1 red3")
        player.interrupts(PROMPT)
        player.press("quit\n")
        assert player.ends() == 0


def test_a_game_can_be_begun_at_the_prompt(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path) as player:
        first = player.types("", PROMPT)
        assert "there is no save saves/game.toml" in first
        assert first.endswith("\ntarawa> ")
        begun = player.types("new red --seed 3\n", PROMPT)
        assert "Red Beach 3: saves/red-beach-3.toml" in begun
        assert begun.endswith("tarawa t1 embark> ")
        player.press("exit\n")
        assert player.ends() == 0
