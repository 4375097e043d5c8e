"""Bots by protocol: in saves, in the user's settings, and in series of games."""

from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.kernel.engine.session import Match
from tests.bots.making import GARBAGE, GOOD, LAST, begun, bot
from tests.malta.shell import called, done, malta


def test_a_save_holds_only_the_word_bot(tmp_path: Path, configured: Path) -> None:
    save, path = tmp_path / "it.toml", bot(tmp_path, GOOD, "my own bot")
    told = begun(save, "--axis", "bot", "--bot", str(path))
    assert (told.code, "no bot is named" in told.out) == (0, False), told.err
    text = save.read_text("utf-8")
    assert "my own bot" not in text
    assert 'all = "bot"' in text
    assert "bot plays axis" in told.out
    assert done(f"log --commands --save {save}").out  # it has moved
    refused = begun(tmp_path / "two.toml", "--axis", str(path))
    assert (refused.code, "a save never names a program" in refused.err) == (2, True)
    assert called(["delegate", "movement", "--player", str(path), "--save", str(save)]).code == 2


def test_a_save_whose_bot_fails_says_how_to_go_on(tmp_path: Path, configured: Path) -> None:
    save, path = tmp_path / "it.toml", bot(tmp_path, GARBAGE)
    told = begun(save, "--axis", "bot", "--bot", str(path))
    assert (told.code, "bot plays axis: `delegate --now` lets it move" in told.out) == (5, True)
    refused = malta(f"next --save {save}")
    assert (refused.code, "`delegate --now` lets it move, `--as axis`" in refused.err) == (1, True)
    unnamed = malta(f"delegate --now --save {save}")
    assert (unnamed.code, "no bot is named on this machine" in unnamed.err) == (2, True)
    assert called(["delegate", "--now", "--save", str(save), "--bot", str(bot(tmp_path, GOOD, "good"))]).code == 0


def test_a_bot_in_a_save_hears_of_an_order_that_something_hidden_forbids(
    tmp_path: Path, configured: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tarawa_cli.kernel.engine import session
    from tarawa_cli.kernel.errors import Refused

    allowed, refused = session.perform, list[str]()

    def perform(match: Match[Any], line: Any, *given: Any, by: str = "", **more: Any) -> Any:
        if by and not refused:
            refused.append(line.text())
            raise Refused("24.3", "something you do not know about forbids it")
        return allowed(match, line, *given, by=by, **more)

    monkeypatch.setattr(session, "perform", perform)
    note = "    if 'refused' in told: open(sys.argv[0] + '.told', 'a').write(told['refused'])\n"
    path = bot(tmp_path, GOOD + note)
    assert begun(tmp_path / "it.toml", "--axis", "bot", "--bot", str(path)).code == 0
    assert Path(f"{path}.told").read_text() == f"{refused[0]}: forbidden by 24.3"
    assert done(f"log --commands --save {tmp_path}/it.toml").out


def test_without_a_bot_the_side_waits_for_orders(tmp_path: Path, configured: Path) -> None:
    save = tmp_path / "it.toml"
    told = begun(save, "--axis", "bot")
    assert (told.code, "no bot is named on this machine" in told.out) == (0, True)
    assert done(f"delegate --save {save}").out == "axis: all by bot\n"
    assert not done(f"log --commands --save {save}").out
    assert done(f"next --as axis --save {save}").code == 0
    assert malta(f"autoplay --player bot --save {save}").code == 2


def test_the_users_settings_name_the_bot(tmp_path: Path, configured: Path) -> None:
    path = bot(tmp_path, GOOD)
    configured.write_text(f'[bots]\nmalta = "{path}"\nseconds = 5\n')
    save = tmp_path / "it.toml"
    assert begun(save, "--axis", "bot").code == 0
    assert done(f"log --commands --save {save}").out


@pytest.mark.parametrize(
    "text", ["bots = 3\n", '[bots]\nmalta = "bot"\n', "[bots]\nseconds = -1\n", "[bots]\nmalta = 3\n", "[bots\n"]
)
def test_bad_settings_are_told_and_ignored(text: str, tmp_path: Path, configured: Path) -> None:
    configured.write_text(text)
    told = begun(tmp_path / "it.toml", "--axis", "bot")
    assert told.code == 0
    assert "these settings are ignored" in told.err


def test_settings_in_the_working_folder_are_never_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, configured: Path
) -> None:
    path = bot(tmp_path, GOOD)
    (tmp_path / "tarawa").mkdir()
    (tmp_path / "tarawa" / "config.toml").write_text(f'[bots]\nmalta = "{path}"\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", ".")
    monkeypatch.setenv("HOME", str(tmp_path / "nowhere"))
    begun(tmp_path / "it.toml", "--axis", "bot")
    assert not done(f"log --commands --save {tmp_path}/it.toml").out


@pytest.mark.parametrize("name", ["{bot}", "./bot", "bot:{bot}", "expert:{bot}"])
def test_a_save_cannot_start_a_program(name: str, tmp_path: Path, configured: Path) -> None:
    path = bot(tmp_path, "open(sys.argv[0] + '.ran', 'w')\n" + GOOD)
    save = tmp_path / "it.toml"
    begun(save, "--allied", "strong")
    hostile = name.replace("{bot}", str(path))
    save.write_text(save.read_text().replace('all = "strong"', f'all = "{hostile}"'))
    told = called(["next", "turn", "--yes", "--as", "axis", "--save", str(save)])
    assert told.code in (0, 3)
    assert "Traceback" not in told.err
    assert not Path(f"{path}.ran").exists()


def test_a_bot_that_fails_in_its_turn_ends_in_exit_5_and_the_players_order_stands(
    tmp_path: Path, configured: Path
) -> None:
    save, path = tmp_path / "it.toml", bot(tmp_path, GARBAGE)
    begun(save, "--allied", "bot")
    told = called(["next", "turn", "--yes", "--save", str(save), "--bot", str(path), "--json"])
    assert told.code == 5
    error = told.json["error"]
    assert (error["kind"], "the allied bot failed" in error["message"]) == ("stopped", True)
    entries = done(f"log --commands --as axis --save {save}").out.splitlines()
    assert entries
    assert done(f"verify --save {save}").code == 0
    again = called(["delegate", "--now", "--save", str(save), "--bot", str(bot(tmp_path, GOOD, "good"))])
    assert again.code == 0, again.err


def test_a_delegated_bot_that_fails_in_autoplay_orders_nothing_and_what_came_before_stands(
    tmp_path: Path, configured: Path
) -> None:
    save, path = tmp_path / "it.toml", bot(tmp_path, GARBAGE)
    begun(save, "--allied", "bot")
    told = called(["autoplay", "--player", "historical", "--save", str(save), "--bot", str(path)])
    assert told.code == 5
    assert "the allied bot failed" in told.err
    entries = done(f"log --json --save {save}").json["entries"]
    assert entries
    assert {entry["side"] for entry in entries} == {"axis"}
    assert done(f"verify --save {save}").code == 0
    assert done(f"status --json --save {save}").json["state"]["side"] == "allied"


def test_a_bot_may_leave_its_reason_out_or_say_null(tmp_path: Path, configured: Path) -> None:
    save, path = tmp_path / "it.toml", bot(tmp_path, LAST + '    print(\'{"order":"next","why":null}\', flush=True)\n')
    begun(save)
    told = called(["advise", "--player", str(path), "--save", str(save)])
    assert (told.code, "the bot gives no reason" in told.out) == (0, True)


def test_a_bot_may_resign(tmp_path: Path, configured: Path) -> None:
    body = LAST + "    print(json.dumps({'order': 'resign', 'why': 'hopeless'}), flush=True)\n"
    save, path = tmp_path / "it.toml", bot(tmp_path, body)
    told = begun(save, "--axis", "bot", "--bot", str(path))
    assert told.code == 0
    assert "the Axis have resigned" in told.out.replace("\n    ", " ")


@pytest.mark.parametrize("word", ["./nothing", "/tmp"])
def test_a_program_that_is_not_there_is_a_clear_error(word: str, configured: Path) -> None:
    told = malta(f"simulate -g 1 --player {word}")
    assert (told.code, "there is no program" in told.err) == (3, True)


def test_a_file_that_is_not_executable_is_a_clear_error(tmp_path: Path, configured: Path) -> None:
    (tmp_path / "bot").write_text("")
    told = malta(f"simulate -g 1 --player {tmp_path}/bot")
    assert (told.code, "chmod +x" in told.err) == (3, True)


def test_a_bot_plays_the_same_games_in_several_processes(tmp_path: Path, configured: Path) -> None:
    path = bot(tmp_path, GOOD)
    alone = malta(f"simulate --scenario cottonera --axis {path} -g 3 --csv")
    assert malta(f"simulate --scenario cottonera --axis {path} -g 3 -j 2 --csv").out == alone.out
