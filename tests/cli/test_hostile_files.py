"""Names behind which there is no file: pipes, devices, sockets, links to them. Nobody waits for them or reads on."""

import os
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tarawa_cli.cli.files import LARGEST_TABLES
from tarawa_cli.cli.scripts import LARGEST_SCRIPT
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.saves import savefile, scenarios, toml
from tarawa_cli.kernel.standard import short_digest
from tests.cli.tools import SEED, Game, Result, process, tarawa, untouched

ROOT = Path(__file__).parents[2]


def pipe(path: Path) -> None:
    os.mkfifo(path)


def link_to_a_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("pipe"))
    path.symlink_to("pipe")


def zeros(path: Path) -> None:
    path.symlink_to("/dev/zero")


def terminal(path: Path) -> None:
    path.symlink_to("/dev/tty")


def folder(path: Path) -> None:
    path.mkdir()


def socketed(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # the name of a socket may not be long
    try:
        with socket.socket(socket.AF_UNIX) as it:
            it.bind(path.name)
    finally:
        os.chdir(here)


@pytest.fixture(params=[pipe, link_to_a_pipe, zeros, terminal, folder, socketed])
def no_file(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "trap.toml"
    make: Callable[[Path], None] = request.param
    make(path)
    before = path.lstat()
    yield path
    assert (path.lstat().st_ino, path.lstat().st_mode) == (before.st_ino, before.st_mode)


def run(*words: object) -> Result:
    """In a process of its own, which is ended if it waits."""
    return process(*words, cwd=ROOT)


def refused(result: Result) -> None:
    assert (result.code, result.out) == (3, "")
    assert "is not a file" in result.err


@pytest.mark.parametrize("words", ["status", "bombard", "table terrain"])
def test_a_save_that_is_no_file_is_refused_at_once(no_file: Path, words: str) -> None:
    refused(run(*words.split(), "--save", no_file))


def test_verify_of_what_is_no_file_is_refused_at_once(no_file: Path) -> None:
    refused(run("verify", no_file))


def test_a_scenario_that_is_no_file_is_refused_at_once(no_file: Path, tmp_path: Path) -> None:
    refused(run("new", no_file, "--save", tmp_path / "game.toml"))
    refused(run("simulate", "-g", 1, "--scenario", no_file))
    assert not (tmp_path / "game.toml").exists()


def sent_by_mail(tmp_path: Path, names: str) -> Path:
    """A save that names a file of its sender's choice as its scenario, with a digest that fits."""
    game = Game(tmp_path / "game.toml", "--seed", SEED)
    text = re.sub('scenario = "[^"]*"', f'scenario = "{names}"', game.path.read_text())
    body = text.partition('digest = "')[2].partition('"')[2]
    game.path.write_text(re.sub('digest = "[^"]*"', f'digest = "{short_digest(body)}"', text))
    return game.path


@pytest.mark.parametrize("words", ["status", "bombard"])
def test_a_save_cannot_make_the_program_wait_for_a_pipe_or_read_a_device(no_file: Path, words: str) -> None:
    save = sent_by_mail(no_file.parent, "./trap.toml")
    with untouched(save):
        result = run(words, "--save", save)
    assert result.code == 3
    assert "is not a file" in result.err or "a file outside its folder" in result.err


def test_the_tab_key_never_waits(no_file: Path) -> None:
    save = sent_by_mail(no_file.parent, "./trap.toml")
    for named in (no_file, save):
        result = run("__complete", "zsh", f"tarawa unit --save {named} ")
        assert (result.code, result.out, result.err) == (0, "", "")


def test_tables_and_scripts_that_are_no_files_are_refused_at_once(no_file: Path, tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "--seed", SEED)
    refused(run("new", "--tables", no_file, "--save", tmp_path / "other.toml"))
    with untouched(game.path):
        refused(run("run", no_file, "--save", game.path))


def test_a_pipe_is_read_as_standard_input_and_the_refusal_says_so(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "--seed", SEED)
    pipe(tmp_path / "pipe")
    assert "for a pipe, give -" in game("run", tmp_path / "pipe").err
    assert game("run", "-", stdin=b"bombard\n").code == 0


def test_nothing_is_exported_into_what_is_no_file(no_file: Path, tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "--seed", SEED)
    for force in ([], ["--force"]):
        refused(run("export", "position", no_file, *force, "--save", game.path))


# ── Size


def filled(path: Path, size: int) -> Path:
    path.touch()
    os.truncate(path, size)
    return path


@pytest.fixture
def never_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    def parse(source: str, what: str) -> None:
        raise AssertionError(f"{what} was parsed, {len(source)} signs of it")

    monkeypatch.setattr(toml, "parse", parse)


@pytest.mark.usefixtures("never_parsed")
def test_a_save_of_absurd_size_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    assert savefile.LARGEST == 4_000_000
    result = tarawa("status", "--save", filled(tmp_path / "game.toml", savefile.LARGEST + 1))
    assert (result.code, "is too large: more than 4 MB" in result.err) == (3, True)


@pytest.mark.usefixtures("never_parsed")
def test_tables_of_absurd_size_are_refused_before_they_are_parsed(tmp_path: Path) -> None:
    assert LARGEST_TABLES == 1_000_000
    tables = filled(tmp_path / "tables.toml", LARGEST_TABLES + 1)
    result = tarawa("new", "--tables", tables, "--save", tmp_path / "game.toml")
    assert (result.code, "is too large: more than 1 MB" in result.err) == (3, True)


def test_a_scenario_of_absurd_size_is_refused(tmp_path: Path) -> None:
    assert scenarios.LARGEST == 1_000_000
    result = tarawa("new", filled(tmp_path / "mine.toml", scenarios.LARGEST + 1), "--save", tmp_path / "game.toml")
    assert (result.code, "is too large: more than 1 MB" in result.err) == (3, True)


def test_a_script_of_absurd_size_is_refused(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "--seed", SEED)
    script = filled(tmp_path / "script.txt", LARGEST_SCRIPT + 1)
    assert "is too large: more than 4 MB" in game("run", script).err
    assert "is too large: more than 4 MB" in game("run", "-", stdin=script.read_bytes()).err


@pytest.mark.parametrize("sign", ["x", "é"])
def test_no_save_is_written_that_is_too_large_to_be_read(tmp_path: Path, sign: str) -> None:
    room = savefile.LARGEST - len(savefile.compose({}, ""))
    text = savefile.compose({}, sign * (room // len(sign.encode())))
    assert len(text.encode()) <= savefile.LARGEST
    with pytest.raises(BadFile, match="the save with this in it is too large"):
        savefile.compose({}, sign * (room // len(sign.encode()) + 1))
