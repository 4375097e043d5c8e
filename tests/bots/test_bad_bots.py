"""Bots by protocol: a bad one costs nothing but time."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games import GAMES
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import Bots
from tarawa_cli.kernel.players.bots import Bot
from tests.bots.making import GARBAGE, GOOD, LAST, begun, bot
from tests.malta.shell import called, done

BAD = {
    "late": (LAST + "    time.sleep(60)\n", "no order within 1 s"),
    "deaf": ("time.sleep(60)\n", "no order within 1 s"),
    "crash": (LAST + "    sys.exit(3)\n", "it exited without an answer"),
    "gone": ("sys.exit(0)\n", "it exited"),
    "garbage": (GARBAGE, "not JSON"),
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
