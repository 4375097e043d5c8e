"""The wheel alone, in an environment of its own and far from the repository: both games can be played with it."""

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest

from tarawa_cli import __version__
from tarawa_cli.games import PROGRAMS
from tests.kit.console import printed, untrue
from tests.kit.waiting import PATIENCE
from tests.library.test_page import program as code_of

ROOT = Path(__file__).resolve().parents[1]
SHELLS = ("bash", "zsh", "fish")
TOOLS = ("hatchling", "pip")
pytestmark = pytest.mark.skipif(
    not all(map(find_spec, TOOLS)), reason=f"{' and '.join(TOOLS)} build the wheel; `make test` has them"
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    done(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), folder=ROOT)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the programs of a fresh environment are. What the wheel depends on is taken from this one."""
    fresh = tmp_path_factory.mktemp("a fresh environment")
    done(sys.executable, "-m", "venv", "--without-pip", str(fresh))
    python = fresh / "bin" / "python"
    options = ("--no-deps", "--no-index", "--quiet", "--disable-pip-version-check")
    done(sys.executable, "-m", "pip", "--python", str(python), "install", *options, str(wheel))
    (own,) = fresh.glob("lib/python*/site-packages")
    known = [path for path in sys.path if path.endswith("-packages")]
    (own / "others.pth").write_text("\n".join(known) + "\n", encoding="utf-8")
    found = done(str(python), "-c", "import tarawa_cli; print(tarawa_cli.__file__)", folder=fresh).strip()
    assert Path(found).is_relative_to(own)
    return fresh / "bin"


def done(*words: str, folder: Path | None = None) -> str:
    ended = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.long
@pytest.mark.parametrize("game", PROGRAMS)
def test_a_tutorial_can_be_followed_to_the_end(game: str, programs: Path, tmp_path: Path) -> None:
    page = Path(shutil.copy(ROOT / "docs" / game / "tutorial.md", tmp_path))
    if wrong := untrue(page, tmp_path, programs):
        pytest.fail(wrong, pytrace=False)


@pytest.mark.long
def test_the_page_about_games_by_mail_can_be_followed(programs: Path, tmp_path: Path) -> None:
    page = Path(shutil.copy(ROOT / "docs" / "by-mail.md", tmp_path))
    if wrong := untrue(page, tmp_path, programs):
        pytest.fail(wrong, pytrace=False)


def test_the_page_on_the_library_runs(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "page.py").write_text(code_of((ROOT / "docs" / "library.md").read_text("utf-8")), "utf-8")
    assert done(str(programs / "python"), "page.py", folder=tmp_path).startswith("1 embark marines\n")


def test_one_program_starts_either_game(programs: Path, tmp_path: Path) -> None:
    assert "malta" in printed("tarawa-cli", tmp_path, programs)
    assert printed("tarawa-cli malta --version", tmp_path, programs).startswith(f"malta {__version__}")


def test_the_scripts_for_the_tab_key_are_installed(programs: Path, tmp_path: Path) -> None:
    share = programs.parent / "share"
    for game in PROGRAMS:
        for shell, place in (
            ("bash", f"bash-completion/completions/{game}"),
            ("zsh", f"zsh/site-functions/_{game}"),
            ("fish", f"fish/vendor_completions.d/{game}.fish"),
        ):
            told = printed(f"{game} completion {shell}", tmp_path, programs)
            assert (share / place).read_text("utf-8") == told, f"docs/completion is out of date: make docs ({place})"


LOAD = """\
import os, sys
sys.path.append(sys.argv[1])
from tarawa_cli.cli import output, program
from tarawa_cli.games import PROGRAMS
if sys.argv[3] == "terminal":
    output.is_terminal = bool
code = program._run(sys.argv[4:], PROGRAMS[sys.argv[2]])
print(code, [name for name in SLOW if name in sys.modules], file=sys.stderr)
"""
SLOW = (
    *("typing", "inspect", "dataclasses", "pathlib", "json", "hashlib", "copy", "re", "enum", "datetime", "tomli"),
    *("typer", "collections", "functools", "contextlib", "operator", "importlib", "warnings", "fcntl"),
)
LINES = ("map", "status", "units", "next -n", "policy")
POLICY = {"tarawa": "policy hits step", "malta": "policy axis hits hold"}
SAVES = {"tarawa": "late-strong-turn-24.toml", "malta": "late-herkules-4.toml"}


@pytest.mark.parametrize("words", LINES)
@pytest.mark.parametrize("game", SAVES)
def test_a_command_loads_nothing_of_the_standard_library_that_is_slow(
    game: str, words: str, programs: Path, tmp_path: Path
) -> None:
    """Nor tomli: the data files come parsed, and a save is in our own layout."""
    (own,) = programs.parent.glob("lib/python*/site-packages")
    save = shutil.copy(ROOT / "tests/saves" / __version__ / game / SAVES[game], tmp_path)
    code = LOAD.replace("SLOW", repr(SLOW))
    slow = ["fcntl"] if words == "policy" else []
    words = POLICY[game] if words == "policy" else words
    for where in ("pipe", "terminal"):
        command = [str(programs / "python"), "-I", "-S", "-c", code, str(own), game, where, *words.split()]
        ended = subprocess.run(
            [*command, "--save", save], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert ended.stderr.splitlines()[-1] == f"0 {slow}", ended.stderr


def test_it_says_which_program_is_which(programs: Path, tmp_path: Path) -> None:
    told = printed("python -m tarawa_cli", tmp_path, programs)
    for name, program in PROGRAMS.items():
        assert f"  {name:8} {program.title}\n" in told
        assert printed(f"{name} --version", tmp_path, programs).startswith(f"{name} {__version__} (rules ")


@pytest.mark.parametrize("game", PROGRAMS)
def test_every_scenario_can_be_started_and_every_shell_gets_its_script(
    game: str, programs: Path, tmp_path: Path
) -> None:
    for shell in SHELLS:
        assert game in printed(f"{game} completion {shell}", tmp_path, programs)
    shipped = sorted(path.stem for path in (ROOT / "scenarios" / game).glob("*.toml"))
    for name in shipped:
        begun = printed(
            f"{game} new {name} --seed 1 -s {name}.toml && {game} verify -s {name}.toml", tmp_path, programs
        )
        assert f"{name}.toml: proven" in begun, begun


def test_there_are_manual_pages_and_the_notice(programs: Path, tmp_path: Path) -> None:
    assert sorted(path.name for path in (programs.parent / "share" / "man" / "man1").iterdir()) == [
        "malta.1",
        "tarawa.1",
    ]
    notice = printed("python -c 'import tarawa_cli as it; print(it.__path__[0])'", tmp_path, programs).strip()
    for name in ("NOTICE", "LICENSE"):
        assert (Path(notice) / name).read_text("utf-8") == (ROOT / name).read_text("utf-8")


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    """No tests, no pages, nothing of the rulebooks but the rules in our words."""
    names = ZipFile(wheel).namelist()
    shared = ("man/man1", "bash-completion/completions", "zsh/site-functions", "fish/vendor_completions.d")
    about = (
        f"tarawa_cli-{__version__}.dist-info/",
        *(f"tarawa_cli-{__version__}.data/data/share/{place}/" for place in shared),
    )
    assert [name for name in names if not name.startswith(("tarawa_cli/", *about))] == []
    kinds = {Path(name).suffix for name in names if name.startswith("tarawa_cli/")}
    assert kinds == {".py", ".toml", ".css", ".html", ".js", ".typed", ""}
    assert [name for name in names if Path(name).name == "rules.toml"] == [
        "tarawa_cli/games/malta/data/rules.toml",
        "tarawa_cli/games/tarawa/data/rules.toml",
    ]
