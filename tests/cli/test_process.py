"""The program as a process of its own: output that nobody reads, folders, links, help, what it loads."""

import errno
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tarawa_cli import __version__
from tarawa_cli.cli.commands import commands
from tarawa_cli.cli.program import _run
from tarawa_cli.cli.typer_app import BETWEEN, GROUPS
from tests.cli.tools import LOOKING, ORDERS, SEED, Game, process, tarawa, untouched
from tests.kit.waiting import PATIENCE, idle

PROGRAM = f"{shlex.quote(sys.executable)} -m tarawa_cli"


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """A line of bash in which `tarawa` is the program."""
    script = f'set -o pipefail; tarawa() {{ {PROGRAM} "$@"; }}; {line}'
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=False)


def place(game: Game) -> str:
    """A game's save as a word of a shell."""
    return shlex.quote(str(game.path))


# ── Output that cannot be written


@pytest.mark.parametrize("words", ["status", "status --json", "--help", "rule", "nosuch"])
def test_closed_output_is_silence(game: Game, words: str) -> None:
    save = "" if words in ("--help", "nosuch") else f"-s {place(game)}"
    done = shell(f"tarawa {words} {save} >&-")
    assert done.returncode == (2 if words == "nosuch" else 0)
    assert "Traceback" not in done.stderr
    assert bool(done.stderr) == (words == "nosuch")


@pytest.mark.parametrize("words", ["rule", "map", "--help"])
def test_a_reader_who_leaves_is_no_error(game: Game, words: str) -> None:
    save = "" if words == "--help" else f"-s {place(game)}"
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "tarawa_cli", *shlex.split(f"{words} {save}")]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


class _Gone:
    """An output whose reader has left."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    def flush(self) -> None:
        return

    def isatty(self) -> bool:
        return False


@pytest.mark.parametrize("words", ["--help", "move --help"])
def test_a_reader_who_leaves_amid_the_help_is_no_error(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Typer ends the process itself when it cannot print."""
    hushed = list[bool]()
    monkeypatch.setattr("tarawa_cli.cli.output.hush", lambda: hushed.append(True))
    monkeypatch.setattr(sys, "stdout", _Gone())
    assert _run(words.split()) == 0
    assert hushed


def test_another_end_of_the_help_stays_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def ends(arguments: list[str]) -> int:
        raise SystemExit(7)

    monkeypatch.setattr("tarawa_cli.cli.typer_app.run", ends)
    with pytest.raises(SystemExit) as end:
        _run(["--help"])
    assert end.value.code == 7


def test_head_with_pipefail(game: Game) -> None:
    done = shell(f"tarawa rule -s {place(game)} | head -1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1


def test_a_full_disk_under_the_output_is_said(game: Game) -> None:
    done = shell(f"tarawa status -s {place(game)} >/dev/full")
    assert done.returncode == 3
    assert done.stderr == "tarawa: cannot write the output: No space left on device\n"


@pytest.mark.parametrize("where", [">&-", ">/dev/full", "2>&-", ">&- 2>&-", "2>/dev/full"])
def test_an_order_is_saved_whoever_reads_its_output(game: Game, where: str) -> None:
    shell(f"tarawa bombard -s {place(game)} {where}")
    assert game.journal == ["bombard"]
    assert game("verify").code == 0


def test_an_order_on_an_edited_save_is_saved_though_the_note_cannot_be_read(game: Game) -> None:
    game.path.write_text(game.path.read_text().replace("casualties = 0", "casualties = 50"))
    assert shell(f"tarawa bombard -s {place(game)} 2>/dev/full").returncode == 0
    assert game.journal[-1] == "bombard"


@pytest.mark.parametrize(("words", "played"), [("bombard", range(1, 2)), ("autoplay --until turn 2", range(30, 99))])
def test_an_order_is_saved_though_the_pipe_is_closed(game: Game, words: str, played: range) -> None:
    """So are those of the computer: what it has told of, it has done."""
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "tarawa_cli", *words.split(), "-s", str(game.path)]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")
    assert game.journal[0].split()[0] == "bombard"
    assert len(game.journal) in played


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_output_without_our_signs(game: Game, encoding: str) -> None:
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "tarawa_cli", "status", "-s", str(game.path)]
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode(encoding).startswith("Turn 1 ")


def test_words_that_are_not_text(game: Game) -> None:
    command = [sys.executable.encode(), b"-m", b"tarawa_cli", b"unit", b"\xff\xfe", b"-s", bytes(game.path)]
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert b"there is no unit" in done.stderr
    done = subprocess.run([*command, b"--json"], capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout[:12]) == (2, b'{"ok": false')


def test_no_input_at_all(game: Game) -> None:
    done = shell(f"tarawa run - -s {place(game)} <&-")
    assert done.returncode == 3
    assert "Traceback" not in done.stderr


# The program, hearing Ctrl-C even where the tests themselves do not, as in the background.
HEARING = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("tarawa_cli", run_name="__main__")
"""


def test_interrupted_while_it_waits_for_input(game: Game) -> None:
    command = [sys.executable, "-c", HEARING, "run", "-", "-s", str(game.path)]
    with (
        untouched(game.path),
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running,
    ):
        assert idle(running.pid)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert (out, b"Traceback" in err) == (b"", False)


@pytest.mark.parametrize("words", [["status"], ["--help"]])
def test_interrupted_while_it_is_still_starting(words: list[str], tmp_path: Path) -> None:
    """Most of the start is imports."""
    for name in ("typer", "_sha2", "_sha256"):
        (tmp_path / f"{name}.py").write_text("raise KeyboardInterrupt")
    result = process(*words, env=os.environ | {"PYTHONPATH": str(tmp_path)})
    assert result == (130, "", "")


def test_the_installed_program_starts_with_what_catches_an_interrupt() -> None:
    from importlib.metadata import distribution

    scripts = {script.name: script.value for script in distribution("tarawa-cli").entry_points}
    homes = {"malta": "malta", "tarawa": "main", "tarawa-cli": "either"}
    assert scripts == {name: f"tarawa_cli.__main__:{function}" for name, function in homes.items()}
    code = "import sys, tarawa_cli.__main__; print(*(n for n in sys.modules if n[:5] in ('taraw', 'typer')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout.split() == ["tarawa_cli", "tarawa_cli.__main__"], "nothing else comes before it"


# ── Files and folders


def test_a_symlinked_save_stays_a_link(tmp_path: Path, game: Game) -> None:
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link.toml"
    link.symlink_to("../game.toml")
    assert process("bombard", "-s", link).code == 0
    assert link.is_symlink()
    assert game.journal == ["bombard"]
    assert list((tmp_path / "elsewhere").iterdir()) == [link]


def test_a_symlink_to_nowhere(tmp_path: Path) -> None:
    link = tmp_path / "link.toml"
    link.symlink_to("none.toml")
    assert tarawa("status", "-s", link).code == 3
    link.unlink()
    link.symlink_to("link.toml")
    assert tarawa("status", "-s", link).code == 3
    assert tarawa("new", "-s", link).code == 3


def test_whatever_has_the_name_of_a_new_file_blocks_nobody(game: Game) -> None:
    (game.path.parent / ".game.toml.new").mkdir()
    assert game("bombard").code == 0
    assert sorted(path.name for path in game.path.parent.iterdir()) == [".game.toml.new", "game.toml"]


def test_a_write_protected_save_is_3(game: Game) -> None:
    game.path.chmod(0o444)
    with untouched(game.path):
        result = game("bombard")
    assert result.code == 3
    assert result.err == f"tarawa: cannot write {game.path}: it is write-protected\n  chmod u+w {game.path}\n"
    assert game("status").code == 0


def test_five_exports_to_one_file_at_once_are_five_exports(game: Game, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tarawa_cli", "export", "svg", "out/map.svg", "--force", "-s", str(game.path)]
    for _ in range(3):
        running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(5)]
        ended = [(*process.communicate(timeout=PATIENCE), process.returncode) for process in running]
        assert ended == [(b"written: out/map.svg\n", b"", 0)] * 5
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["map.svg"]


def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    done = shell(f"cd {shlex.quote(str(tmp_path))}/gone && rmdir ../gone && tarawa new")
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
    assert "gone" in done.stderr


@pytest.mark.parametrize("save", ["/proc/nosuch/game.toml", "/dev/null/game.toml", "x" * 5000])
def test_saves_that_cannot_be(save: str) -> None:
    assert tarawa("new", "-s", save).code == 3
    assert tarawa("status", "-s", save).code == 3


def test_from_another_folder(tmp_path: Path) -> None:
    assert process("new", "--seed", SEED, cwd=tmp_path).code == 0
    assert process("bombard", cwd=tmp_path).code == 0
    assert process("verify", tmp_path / "saves" / "campaign.toml", cwd="/").code == 0
    environment = os.environ | {"TARAWA_SAVE": str(tmp_path / "saves" / "campaign.toml")}
    assert process("log", "--commands", cwd="/", env=environment).out == "bombard\n"


@pytest.mark.parametrize("words", ["new", "scenarios", "table", "rule", "simulate -g 1"])
def test_from_within_a_zip_it_says_that_it_cannot_run(tmp_path: Path, words: str) -> None:
    import zipfile

    import tarawa_cli

    package = Path(tarawa_cli.__file__).parent
    with zipfile.ZipFile(tmp_path / "tarawa.zip", "w") as archive:
        for path in package.rglob("*.*"):
            archive.write(path, path.relative_to(package.parent))
    (tmp_path / "empty").mkdir()
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "tarawa.zip")}
    result = process(*words.split(), cwd=tmp_path / "empty", env=environment)
    assert result.code == 3
    assert result.err == (
        f"tarawa: the game's own files cannot be read from within {tmp_path}/tarawa.zip\n"
        "  install it with pip, or unpack it\n"
    )
    assert list((tmp_path / "empty").iterdir()) == []


# ── Help, version, start


def test_help_of_the_program() -> None:
    text = tarawa("--help").out
    assert tarawa("-h").out == text
    assert tarawa().out == text
    whole = tarawa("help", "--all").out
    for name in set(commands()) - set(GROUPS[BETWEEN]):
        assert f"\n  {name} " in whole
    for said in (text, whole):
        assert "..." not in said.split("Games:")[1], "a summary that is cut"


@pytest.mark.parametrize("name", commands())
def test_help_of_every_command(name: str) -> None:
    result = tarawa(name, "--help")
    assert (result.code, result.err) == (0, "")
    assert tarawa(name, "-h").out == result.out
    assert "--save FILE" in result.out
    assert "--json" in result.out
    assert ("--dry-run" in result.out) == (name in ORDERS or name in ("new", "undo", "redo", "run", "autoplay"))
    assert ("--dice" in result.out) == (name in ORDERS or name == "new")


def test_every_command_is_tried_somewhere() -> None:
    others = {"new", "undo", "run", "adopt", "export", "completion", "autoplay", "advise", "simulate", "forecast"}
    others |= {"watch", "saves", "use", "redo", "help", "play", "git", "message"}
    others |= {"delegate", "chronicle"}
    assert {*LOOKING, *ORDERS, *others} == set(commands())


def test_the_version() -> None:
    assert process("--version").out == tarawa("--version").out
    assert tarawa("--version").out.startswith(f"tarawa {__version__} ")


def test_the_options_of_every_command_may_stand_before_it(game: Game) -> None:
    wanted = game("status", "--json")
    for words in (["--json", "--save", game.path], ["-s", game.path, "--json"], [f"--save={game.path}", "--json"]):
        assert tarawa(*words, "status") == wanted
        assert tarawa(*words, "--as", "marines", "status") == wanted
    assert tarawa("--save", game.path, "status", "--json") == wanted
    assert tarawa("--save", game.path, "--json", "bombard", "--dry-run").json["command"] == "bombard"
    assert tarawa("-s", game.path, "map", "--help") == tarawa("map", "--help")


@pytest.mark.parametrize("line", ["--save", "--dry-run status", "--nosuch status", "--as"])
def test_other_options_may_not_and_a_command_must_follow(line: str) -> None:
    assert tarawa(*line.split()).code == 2


@pytest.mark.parametrize("words", [["status"], ["bombard"], ["--version"]])
def test_nothing_heavy_is_loaded(game: Game, words: list[str]) -> None:
    save = [] if words == ["--version"] else ["-s", str(game.path)]
    code = (
        "import sys; from tarawa_cli.cli.program import _run; _run(sys.argv[1:]);"
        "print([m for m in ('rich', 'json', 'tomli_w', 'random', 'asyncio', 'email')"
        " if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words, *save], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize("look", ["status", "map", "policy"])
@pytest.mark.parametrize(
    ("program", "scenario", "order"),
    [("tarawa", "red-beach-3", "policy hits step"), ("malta", "cottonera", "policy axis hits hold")],
)
def test_what_is_slow_to_load_is_not_loaded(tmp_path: Path, program: str, scenario: str, order: str, look: str) -> None:
    slow = (
        "typing",
        "inspect",
        "dataclasses",
        "pathlib",
        "fractions",
        "decimal",
        "copy",
        "json",
        "importlib.resources",
    )
    code = (
        "import sys; before = {*sys.modules};"
        "from tarawa_cli.cli.program import _run; from tarawa_cli.games import PROGRAMS;"
        f"code = _run(sys.argv[2:], PROGRAMS[sys.argv[1]]); loaded = {slow!r};"
        "print(code, [m for m in loaded if m in sys.modules and m not in before], file=sys.stderr)"
    )

    def loaded(*words: str) -> str:
        command = [sys.executable, "-c", code, program, *words, "--save", str(tmp_path / "game.toml")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        return done.stderr.splitlines()[-1]

    assert loaded("new", scenario, "--seed", "1").startswith("0")
    assert loaded(*(order.split() if look == "policy" else [look])) == "0 []"


def test_only_the_command_that_is_asked_for_is_built(game: Game) -> None:
    code = (
        "import sys; from tarawa_cli.cli.program import _run; _run(['rule', '--help']);"
        "print('tarawa_cli.cli.history' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.stdout.splitlines()[-1] == "False"
