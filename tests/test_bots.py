"""Bots by protocol: what they get, what they may answer, and that a bad one costs nothing but time."""

import json
import os
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games import GAMES
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import Bots
from tarawa_cli.kernel.players.bots import Bot, BotFailed
from tarawa_cli.kernel.saves.readers import merge_patch
from tests.cli.tools import Result
from tests.kit.console import untrue
from tests.malta.shell import called, done, malta

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "bots"
HEAD = "#!/usr/bin/env python3\nimport json, os, sys, time\n"
LAST = "for line in sys.stdin:\n  told = json.loads(line)\n  if told['type'] == 'order':\n"
GOOD = LAST + "    print(json.dumps({'order': told['legal'][-1], 'why': 'why not'}), flush=True)\n"


def bot(folder: Path, body: str, name: str = "bot") -> Path:
    path = folder / name
    path.write_text(HEAD + body)
    path.chmod(0o755)
    return path


@pytest.fixture
def configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's configuration: no bot, and more than enough time for each order on a busy machine."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = tmp_path / "config" / "tarawa" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_text("[bots]\nseconds = 60\n")
    return path


def begun(save: Path, *words: str) -> Result:
    return called(["new", "cottonera", "--seed", "3", "--save", str(save), *words])


# ── The examples


@pytest.mark.parametrize("name", ["hasty.py", "first.sh"])
@pytest.mark.parametrize(("game", "scenario"), [("tarawa", "red-beach-3"), ("malta", "cottonera")])
def test_the_examples_play_a_game_to_its_end(name: str, game: str, scenario: str) -> None:
    from tarawa_cli import simulate

    (played,) = simulate(scenario, game=game, player=str(EXAMPLES / name), games=1).played
    assert played["outcome"]
    assert played["forfeit"] == ""


@pytest.mark.parametrize("name", ["hasty.py", "first.sh"])
def test_the_examples_have_less_than_60_lines(name: str) -> None:
    assert len((EXAMPLES / name).read_text().splitlines()) < 60
    assert os.access(EXAMPLES / name, os.X_OK)


def test_the_commands_of_the_page_do_what_it_shows(tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "hasty.py", tmp_path / "mybot")
    if wrong := untrue(EXAMPLES.with_suffix(".md"), tmp_path):
        pytest.fail(wrong, pytrace=False)


# ── What a bot gets


class Recorded(Bot):
    """A bot that keeps what it was sent, and answers with a legal order."""

    def _exchange(self, left: bytes) -> bytes:
        self.got: list[Any] = getattr(self, "got", [])
        self.got += [json.loads(line) for line in left.splitlines()]
        legal = self.got[-1]["legal"]
        return json.dumps({"order": legal[len(self.got) % len(legal)]}).encode()


def merged(old: Any, patch: Any) -> Any:
    if not isinstance(patch, dict):
        return patch
    kept = {key: value for key, value in (old or {}).items() if key not in patch}
    return kept | {key: merged((old or {}).get(key), value) for key, value in patch.items() if value is not None}


@pytest.mark.parametrize(("game", "scenario"), [("tarawa", "second-morning"), ("malta", "herkules")])
def test_the_differences_add_up_to_the_sides_view_and_nothing_more(game: str, scenario: str) -> None:
    match: Match[Any] = Match(GAMES(game), Setup(scenario), 3)
    bots = {side: Recorded(match.game, Bots(), "", side, scenario) for side in match.game.sides.names}
    known: dict[str, Any] = {side: {} for side in bots}
    from tarawa_cli.kernel.engine.session import perform

    for _ in range(150):
        *_, side = match.stage
        view = match.known_to(side)
        order = bots[side].choose(view).order
        known[side] = merged(known[side], bots[side].got[-1]["position"])
        assert known[side] == json.loads(json.dumps(match.game.dump(view)))
        perform(match, order.in_words(), by=side)
    assert bots[match.game.sides.names[0]].got[0] == {
        "type": "game", "protocol": 1, "game": game, "rules": match.game.rules, "scenario": scenario,
        "side": match.game.sides.names[0],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("game", "scenario"), [("tarawa", "campaign"), ("tarawa", "last-night"), ("malta", "herkules")]
)
def test_only_what_has_changed_is_sent_and_all_of_it(game: str, scenario: str) -> None:
    match: Match[Any] = Match(GAMES(game), Setup(scenario), 5)
    sent: dict[str, Any] = {}
    known: dict[str, Any] = {}
    from tarawa_cli.kernel.engine.session import perform

    for number in range(400):
        whole, patch = match.game.dump(match.truth), match.game.changes(match.truth, sent)
        assert patch == merge_patch(known, whole)
        known = whole
        if match.truth.outcome:
            return
        *_, side = match.stage
        legal = match.game.legal.legal(match.known_to(side))
        perform(match, legal[number * 7919 % len(legal)].split(), by=side)


def test_hidden_things_are_not_sent() -> None:
    match: Match[Any] = Match(GAMES("malta"), Setup("herkules"), 3)
    bot = Recorded(match.game, Bots(), "", "allied", "herkules")
    bot.got = []
    while match.stage[2] != "allied":
        from tarawa_cli.kernel.engine.session import perform

        perform(match, ["next"], by="axis")
    bot.choose(match.known_to("allied"))
    assert "plan" in match.game.dump(match.truth)
    assert match.game.dump(match.truth)["plan"] != bot.got[-1]["position"].get("plan")


@pytest.mark.parametrize(
    ("before", "after", "patch"),
    [
        ({}, {"a": 1}, {"a": 1}),
        ({"a": 1}, {}, {"a": None}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "c": 3}}, {"a": {"c": 3}}),
        ({"a": [1]}, {"a": [1, 2]}, {"a": [1, 2]}),
        ({"a": {"b": 1}}, {"a": 2}, {"a": 2}),
        ({"a": 1, "b": {}}, {"a": 1, "b": {}}, {}),
        ({"a": 1, "b": 2}, {"b": 2, "c": 3}, {"c": 3, "a": None}),
    ],
)
def test_a_patch_is_what_has_changed(before: dict[str, Any], after: dict[str, Any], patch: dict[str, Any]) -> None:
    assert merge_patch(before, after) == patch
    assert merged(before, patch) == after


# ── Bad bots

BAD = {
    "late": (LAST + "    time.sleep(60)\n", "no order within 1 s"),
    "deaf": ("time.sleep(60)\n", "no order within 1 s"),
    "crash": (LAST + "    sys.exit(3)\n", "it exited without an answer"),
    "gone": ("sys.exit(0)\n", "it exited"),
    "garbage": (LAST + "    print('hello', flush=True)\n", "not JSON"),
    "binary": (LAST + "    sys.stdout.buffer.write(b'\\xff\\x00\\n'); sys.stdout.flush()\n", "not JSON"),
    "deep": (LAST + "    print('[' * 60000, flush=True)\n", "not JSON"),
    "list": (LAST + "    print('[]', flush=True)\n", "not a JSON object"),
    "empty": (LAST + "    print('{}', flush=True)\n", '"order" is missing in its answer, or is not text'),
    "number": (LAST + "    print('{\"order\": 3}', flush=True)\n", '"order" is missing in its answer, or is not text'),
    "reason": (LAST + '    print(\'{"order": "next", "why": 3}\', flush=True)\n', '"why" in its answer is not text'),
    "huge": (LAST + "    print('x' * 1000000, flush=True)\n", "longer than"),
    "endless": (LAST + "    while True: sys.stdout.write('x' * 65536)\n", "longer than"),
    "two lines": (LAST + '    print(\'{"order": "next"}\\n{"order": "next"}\', flush=True)\n', "more than one line"),
    "unknown": (LAST + '    print(\'{"order": "fly"}\', flush=True)\n', "is not legal"),
    "illegal": (LAST + '    print(\'{"order": "attack i-33 --on 0506"}\', flush=True)\n', "is not legal"),
    "quotes": (LAST + "    print(json.dumps({'order': '\"'}), flush=True)\n", "is not legal"),
    "no interpreter": ("#!/no/such/interpreter\n", "the interpreter in its first line does not exist"),
    "no first line": ("echo hello\n", "its first line names no interpreter"),
    "other side": (
        LAST + "    print(json.dumps({'order': 'policy allied support never'}), flush=True)\n",
        "an order for allied",
    ),
}


def in_a_hurry(configured: Path, name: str) -> None:
    """Give a bot that does not answer one second."""
    if name in ("late", "deaf", "bad"):
        configured.write_text("[bots]\nseconds = 1\n")


@pytest.mark.parametrize("name", BAD)
def test_a_bad_bot_loses_with_its_reason_in_simulate(name: str, tmp_path: Path, configured: Path) -> None:
    path = made(tmp_path, name)
    in_a_hurry(configured, name)
    told = called(["simulate", "--scenario", "cottonera", "--axis", str(path), "-g", "1", "--json"])
    assert told.code == 0, told.err
    game = json.loads(told.out.splitlines()[0])
    assert game["outcome"] == "axis-resigned"
    assert BAD[name][1] in game["forfeit"]


@pytest.mark.parametrize("name", BAD)
def test_a_bad_bot_orders_nothing_in_a_save(name: str, tmp_path: Path, configured: Path) -> None:
    path, save = made(tmp_path, name), tmp_path / "it.toml"
    in_a_hurry(configured, name)
    begun(save)
    before = save.read_bytes()
    told = called(["autoplay", "movement", "--player", str(path), "--save", str(save)])
    assert told.code == 5
    assert BAD[name][1] in told.err.replace("\n", " ")
    assert save.read_bytes() == before
    assert called(["advise", "--player", str(path), "--save", str(save)]).code == 5
    assert save.read_bytes() == before


def made(folder: Path, name: str) -> Path:
    body, _ = BAD[name]
    path = bot(folder, body)
    if name in ("no interpreter", "no first line"):
        path.write_text(body)
    return path


def test_what_a_bot_gave_before_it_failed_stands(tmp_path: Path, configured: Path) -> None:
    body = LAST + "    print(json.dumps({'order': told['legal'][-1] if told['number'] < 3 else 'fly'}), flush=True)\n"
    save = tmp_path / "it.toml"
    begun(save)
    told = called(["autoplay", "--player", str(bot(tmp_path, body)), "--save", str(save)])
    assert told.code == 5
    assert " bot failed" in told.err
    assert done(f"log --commands --save {save}").out.count("\n") == 2
    assert done(f"verify --save {save}").code == 0


def test_a_bot_that_never_ends_a_phase_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, configured: Path) -> None:
    monkeypatch.setattr("tarawa_cli.kernel.players.bots.MOST_ORDERS", 20)
    path = bot(tmp_path, LAST + "    print(json.dumps({'order': 'policy axis support never'}), flush=True)\n")
    told = called(["simulate", "--scenario", "cottonera", "--axis", str(path), "-g", "1", "--json"])
    game = json.loads(told.out.splitlines()[0])
    assert game["outcome"] == "axis-resigned"
    assert game["forfeit"] == "the axis bot failed: it gave 20 orders in one phase"


def test_the_children_of_a_bot_are_ended_with_it(tmp_path: Path, configured: Path) -> None:
    child = "import subprocess\nopen(sys.argv[0] + '.pid', 'w').write(str(subprocess.Popen(['sleep', '300']).pid))\n"
    for name, body in (("good", child + GOOD), ("bad", child + LAST + "    time.sleep(60)\n")):
        path = bot(tmp_path, body, name)
        in_a_hurry(configured, name)
        called(["simulate", "--scenario", "cottonera", "--axis", str(path), "-g", "1"])
        assert is_gone(int(Path(f"{path}.pid").read_text()))


def is_gone(pid: int) -> bool:
    """Whether a process has ended; one that nobody has waited for yet has."""
    for _ in range(100):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


def test_a_bot_that_does_not_end_by_itself_is_ended(tmp_path: Path) -> None:
    match: Match[Any] = Match(GAMES("malta"), Setup("cottonera"), 3)
    path = bot(tmp_path, "open(sys.argv[0] + '.pid', 'w').write(str(os.getpid()))\n" + GOOD + "time.sleep(300)\n")
    player = Bot(match.game, Bots(seconds=20), str(path), "axis", "cottonera")
    player.choose(match.known_to("axis"))
    player.close()
    assert is_gone(int(Path(f"{path}.pid").read_text()))


def test_a_bot_gets_a_last_line_and_time_to_act_on_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tarawa_cli.kernel.players.bots.GRACE", 20)  # on a busy machine
    match: Match[Any] = Match(GAMES("malta"), Setup("cottonera"), 3)
    path = bot(tmp_path, GOOD + "open(sys.argv[0] + '.end', 'w').write(line)\n")
    player = Bot(match.game, Bots(seconds=20), str(path), "axis", "cottonera")
    player.choose(match.known_to("axis"))
    player.close()
    assert json.loads(Path(f"{path}.end").read_text()) == {"type": "end"}


def test_orders_that_something_hidden_forbids_are_told_and_counted(tmp_path: Path) -> None:
    from tarawa_cli.kernel.engine.grammar import parsed
    from tarawa_cli.kernel.errors import Refused

    match: Match[Any] = Match(GAMES("malta"), Setup("cottonera"), 3)
    player = Recorded(match.game, Bots(), "", "axis", "cottonera")
    words = parsed(match.game.orders, ["next"])
    player.refused(words, Refused("24.3", "secret"))
    player.choose(match.known_to("axis"))
    assert player.got[-1]["refused"] == "next: forbidden by 24.3"
    for _ in range(9):
        player.refused(words, Refused("24.3", "secret"))
    with pytest.raises(BotFailed, match="10 orders were refused"):
        player.refused(words, Refused("24.3", "secret"))


# ── Saves


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
    save, path = tmp_path / "it.toml", bot(tmp_path, BAD["garbage"][0])
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
    save, path = tmp_path / "it.toml", bot(tmp_path, BAD["garbage"][0])
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
    save, path = tmp_path / "it.toml", bot(tmp_path, BAD["garbage"][0])
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
