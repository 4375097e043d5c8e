"""The help of the whole program: commands under headings, nothing left out; versions; which program is which."""

import subprocess
import sys
from importlib import import_module

import pytest

from tarawa_cli import __version__
from tarawa_cli.cli import program
from tarawa_cli.cli.commands import BETWEEN_SIDES, COMMANDS, commands
from tarawa_cli.cli.typer_app import BETWEEN, GROUPS, headings
from tarawa_cli.games import GAMES, MALTA, PROGRAMS, TARAWA
from tarawa_cli.kernel.game import Program
from tests.cli.test_completion import offered
from tests.cli.tools import Game, command, tarawa, untouched


def test_every_command_stands_under_one_heading() -> None:
    listed = [name for names in GROUPS.values() for name in names]
    assert sorted(set(COMMANDS) - set(listed)) == []
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize("running", [TARAWA, MALTA], ids=lambda one: one.name)
def test_the_help_lists_all_that_the_game_has(running: Program) -> None:
    program.start(running)
    listed = [name for names in headings().values() for name in names]
    assert sorted(listed) == sorted(commands())


@pytest.mark.parametrize("running", PROGRAMS.values(), ids=PROGRAMS)
def test_the_help_names_every_export_layer_and_player_that_the_game_has(running: Program) -> None:
    def named(command: str, word: str) -> set[str]:
        return set(running.words[command][word].takes.split("|"))

    game, room = GAMES(running.game), f"tarawa_cli.games.{running.game}"
    assert named("export", "WHAT") == {*game.exports.EXPORTS, "png", "gif", "csv", "jsonl"}
    assert named("export", "--layer") == {*import_module(f"{room}.exports.picture").LAYERS}
    assert named("map", "--layer") == {*import_module(f"{room}.views.map_views").LAYERS}
    assert named("simulate", "--player") == {*game.players.PLAYERS}


def test_a_game_of_one_side_does_not_speak_of_two_players() -> None:
    assert BETWEEN not in tarawa("help", "--all").out
    assert BETWEEN in command(MALTA, "help", "--all").out


def between() -> list[str]:
    """Every line that only a game of several sides understands."""
    return [f"{name} {option}".rstrip() for name, options in BETWEEN_SIDES.items() for option in options or ("",)]


@pytest.mark.parametrize("line", between())
def test_a_game_of_one_side_has_no_command_and_option_for_two(line: str, game: Game) -> None:
    name, *option = line.split()
    with untouched(game.path):
        told = game(*line.split())
    assert (told.code, told.out) == (2, "")
    assert "no such option" in told.err.lower() if option else f"there is no command '{name}'" in told.err
    assert "side" not in told.err
    assert game("run", "-", stdin=name.encode()).code == 2
    if option:
        assert option[0] not in tarawa(name, "--help").out
        assert option[0] not in offered(f"tarawa {name} --")
        assert option[0] in command(MALTA, name, "--help").out
    else:
        assert name not in [word for text in headings().values() for word in text]
        assert name not in offered("tarawa ")
        assert tarawa("help", name).code == 2
        assert name not in tarawa(name[:-1]).err.partition("did you mean")[2]
        assert command(MALTA, name, "--help").code == 0


def test_log_and_new_are_as_before_in_a_game_of_one_side(game: Game) -> None:
    assert game("log").code == 0
    assert tarawa("new", "last-night", "-s", "other.toml", "--seed", 4).code == 0
    assert BETWEEN in command(MALTA, "help", "--all").out


def test_the_version_says_rules_and_format_too() -> None:
    assert tarawa("--version").out == f"tarawa {__version__} (rules 5, save format 2)\n"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tarawa_cli", *words], capture_output=True, text=True, check=False)


def test_the_package_says_which_program_is_which() -> None:
    told = run()
    assert told.returncode == 0
    assert all(f"  {name}" in told.stdout for name in PROGRAMS)
    assert run("malta", "--version").stdout.startswith("malta ")
    assert run("tarawa", "--version").stdout.startswith("tarawa ")
    assert run("--version").stdout.startswith("tarawa "), "as before"


def test_a_line_of_a_script_may_begin_with_either_name(tmp_path: object) -> None:
    assert tarawa("new", "--seed", "1", "--save", f"{tmp_path}/a.toml").code == 0
    result = tarawa("run", "-", "--save", f"{tmp_path}/a.toml", stdin=b"tarawa bombard\nmalta undo\n")
    assert result.code == 0, result.err


@pytest.mark.parametrize("played", PROGRAMS.values(), ids=PROGRAMS)
def test_the_help_of_completion_names_the_program_that_is_asked(played: Program) -> None:
    said = command(played, "completion", "--help").out
    assert f'eval "$({played.name} completion bash)"' in said
    assert "PROGRAM" not in said
