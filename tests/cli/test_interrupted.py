"""Ctrl-C at any moment: a quiet end, and a save that is untouched or wholly written."""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

import tarawa_cli
from tests.cli.tools import Game, tarawa
from tests.kit.waiting import PATIENCE

PACKAGE = str(Path(tarawa_cli.__file__).parent)
SCRIPT = Path(sys.executable).parent / "tarawa"
TRIES, STEP = 38, 0.004
ORDER = ["policy", "hits", "step"]

# Presses Ctrl-C as a function is called for the nth time (any, or one of a name), once our own first lines have run.
# A name in brackets is a call that writes a save, such as `(open)`; then Ctrl-C comes as it returns.
PRESSING = """
import os, signal, sys
from tarawa_cli.__main__ import main
name, left = sys.argv.pop(1), int(sys.argv.pop(1))
READING = ("open_regular", "close", "_check", "contents", "read_regular", "check_no_link", "secret_head", "is_secret")
def press(frame, event, argument):
    global left
    hit = event == "call" and name in ("any", frame.f_code.co_name)
    own = frame.f_code.co_filename.endswith("kernel/saves/files.py") and frame.f_code.co_name not in READING
    writes = event == "c_return" and own
    if hit or (writes and name == f"({argument.__name__})"):
        left -= 1
        if left == 0:
            sys.setprofile(None)
            os.kill(os.getpid(), signal.SIGINT)
sys.setprofile(press)
main()
"""
# Where Python itself drops an exception or makes another of it: the end of an import, and the making of a class.
DROPPED = ["cb", "__set_name__", "__new__", "_find_and_load", "<module>"]

# The calls that write a save.
WRITING = ["open", "dup", "flock", "write", "fsync", "replace", "close"]


@pytest.fixture
def both(tmp_path: Path) -> tuple[bytes, bytes]:
    """A save before and after an order."""
    game = Game(tmp_path / "game.toml", "red-beach-3", "--seed", "7")
    before = game.bytes
    game.do(" ".join(ORDER))
    return before, game.bytes


def check(code: int, errors: str, path: Path, both: tuple[bytes, bytes]) -> None:
    """A quiet end; but before our first line the interpreter starts, and pip's script, and both report Ctrl-C."""
    assert path.read_bytes() in both, "the save is neither the old one nor the new one"
    assert os.listdir(path.parent) == [path.name]
    assert PACKAGE not in errors
    assert "this should not have happened" not in errors
    if "KeyboardInterrupt" in errors:
        return
    if path.read_bytes() == both[1] and code == 130:
        assert errors in ("", f"tarawa: interrupted\n  the command was carried out, and {path} was written\n")
    else:
        assert (code, errors) in ((130, ""), (-signal.SIGINT, ""), (0, ""))


def pressed(
    name: str, number: int, *words: str, handler: signal.Handlers = signal.SIG_DFL
) -> subprocess.CompletedProcess[str]:
    """The program, with Ctrl-C as a function is called for the nth time."""
    return subprocess.run(
        [sys.executable, "-c", PRESSING, name, str(number), *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=False,
        preexec_fn=partial(signal.signal, signal.SIGINT, handler),
    )


@pytest.mark.parametrize("words", [ORDER, ["status"]])
def test_ctrl_c_after_any_time_ends_the_installed_program_quietly(
    words: list[str], both: tuple[bytes, bytes], tmp_path: Path
) -> None:
    save = tmp_path / "game.toml"
    for number in range(TRIES):
        save.write_bytes(both[0])
        with subprocess.Popen(
            [str(SCRIPT), *words, "--save", str(save)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        ) as running:
            time.sleep(number * STEP)
            running.send_signal(signal.SIGINT)
            _, errors = running.communicate(timeout=PATIENCE)
        check(running.returncode, errors, save, both)
    assert tarawa("status", "--save", save).code == 0


@pytest.mark.parametrize("words", [ORDER, ["status"], ["--help"]])
def test_ctrl_c_in_any_function_ends_the_program_quietly(
    words: list[str], both: tuple[bytes, bytes], tmp_path: Path
) -> None:
    save = tmp_path / "game.toml"
    place = [] if words == ["--help"] else ["--save", str(save)]
    codes = list[int]()
    for number in (1, 2, 10, 100, 500, 1000, 2000, 4000, 8000, 16000):
        save.write_bytes(both[0])
        done = pressed("any", number, *words, *place)
        assert (done.returncode, done.stderr) in ((130, ""), (-signal.SIGINT, ""), (0, ""))
        assert save.read_bytes() in both
        codes.append(done.returncode)
    assert codes[0] == -signal.SIGINT, "nothing is at work yet that wants to be told"
    assert 130 in codes


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", WRITING)
def test_ctrl_c_between_two_steps_of_writing_leaves_no_new_file(
    name: str, both: tuple[bytes, bytes], tmp_path: Path
) -> None:
    save, number, code = tmp_path / "game.toml", 0, 130
    while code == 130:
        number += 1
        save.write_bytes(both[0])
        done = pressed(f"({name})", number, *ORDER, "--save", str(save))
        code = done.returncode
        check(code, done.stderr, save, both)
    assert number > 1, "nothing was pressed"


@pytest.mark.parametrize("name", DROPPED)
def test_ctrl_c_where_python_would_drop_it_is_heard_a_moment_later(
    name: str, both: tuple[bytes, bytes], tmp_path: Path
) -> None:
    for number in (1, 3, 9, 27):
        done = pressed(name, number, "status", "--save", str(tmp_path / "game.toml"))
        assert (done.returncode, done.stderr) in ((130, ""), (0, ""))


def test_where_ctrl_c_is_ignored_it_stays_so(both: tuple[bytes, bytes], tmp_path: Path) -> None:
    """As in the background of a shell without job control."""
    save = tmp_path / "game.toml"
    save.write_bytes(both[0])
    done = pressed("any", 1000, *ORDER, "--save", str(save), handler=signal.SIG_IGN)
    assert (done.returncode, done.stderr, save.read_bytes()) == (0, "", both[1])
