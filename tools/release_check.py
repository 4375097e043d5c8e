"""What must hold before a version is handed out: a list of checks with their results, exit code 1 if one fails.

    python tools/release_check.py                # `make release-check`; about ten minutes
    python tools/release_check.py --list         # what is checked
    python tools/release_check.py changelog pages
    python tools/release_check.py --figures --jobs 2    # besides, every figure in full: an hour or more

Works on a clean clone of what is committed, in a folder of its own, with every Python from 3.11 to 3.14 that is at hand
on PATH or in pyenv. Dependencies come from wherever pip gets them; without a network, from a folder of wheels
(PIP_FIND_LINKS). A Python for which they are not available is reported and left out, but at least one must be tried.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import checkout  # noqa: F401

from tests.kit.console import untrue
from tests.library.test_page import program as library_program

ROOT = Path(__file__).resolve().parents[1]
GAMES = ("tarawa", "malta")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SHELLS = ("bash", "zsh", "fish")
NOT_FOUND = "No matching distribution found"
"""What pip says if it cannot get a package."""
SAVES_OF_EACH = 4
"""Of the saves of each version and game, every Nth is tried; `tests/test_old_saves.py` tries them all."""


class Failed(Exception):
    """A check that does not hold, and why."""


class Unreachable(Failed):
    """The dependencies of a package are not available: no network, and no wheels at hand."""


class Workshop(NamedTuple):
    """Where a release is tried out."""

    folder: Path
    clone: Path
    whole: bool
    """Whether the figures are measured in full."""
    jobs: int

    @property
    def dist(self) -> Path:
        return self.folder / "dist"


Check = Callable[[Workshop], str]
CHECKS: dict[str, Check] = {}
"""By name; each says what it has found, or raises Failed."""


def check(function: Check) -> Check:
    CHECKS[function.__name__] = function
    return function


def run(*words: str | Path, folder: Path, **more: str) -> str:
    """A command that must succeed; what it prints."""
    unwanted = ("TARAWA_", "PYTHONPATH", "VIRTUAL_ENV", "MAKE", "COLUMNS")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}
    ended = subprocess.run(
        [str(word) for word in words], cwd=folder, env=environment | more, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        told = (ended.stderr or ended.stdout).strip().splitlines()
        raise Failed(f"{' '.join(map(str, words))}: {' / '.join(told[-3:]) or ended.returncode}")
    return ended.stdout


def need(holds: object, otherwise: str) -> None:
    if not holds:
        raise Failed(otherwise)


def version() -> str:
    found = re.search(r'__version__ = "(.+)"', (ROOT / "tarawa_cli" / "__init__.py").read_text("utf-8"))
    return found[1] if found else ""


# ── What is written


@check
def committed(at: Workshop) -> str:
    """Nothing is left uncommitted: what is checked is what is handed out."""
    left = run("git", "status", "--porcelain", folder=ROOT)
    need(not left, f"not committed: {', '.join(line[3:] for line in left.splitlines()[:5])}")
    return run("git", "log", "-1", "--format=%h %s", folder=ROOT).strip()


@check
def changelog(at: Workshop) -> str:
    """The changelog begins with this version and its date, and nothing in it is unreleased."""
    return changelog_of((at.clone / "CHANGELOG.md").read_text("utf-8"), version())


def changelog_of(text: str, this: str) -> str:
    heads: list[str] = re.findall(r"^## (.*)$", text, re.MULTILINE)
    need(heads and re.fullmatch(rf"{re.escape(this)}, \d{{4}}-\d\d-\d\d", heads[0]), f"does not begin with {this}")
    need(not re.search(r"unreleased", text, re.IGNORECASE), "something is still called unreleased")
    wrong = [head for head in heads if not re.fullmatch(r"\d+\.\d+\.\d+, \d{4}-\d\d-\d\d", head)]
    need(not wrong, f"no version with a date: {', '.join(wrong)}")
    section = text.partition(f"## {heads[0]}\n")[2].partition("\n## ")[0]
    need(re.search(r"^- ", section, re.MULTILINE), f"nothing is said of {this}")
    return heads[0]


@check
def pages(at: Workshop) -> str:
    """Generated pages are what the tools make; links lead somewhere; the contract and the pages for developers hold."""
    tests = ("tests/test_docs.py", "tests/cli/test_interface.py", "tests/kernel/test_adding_a_game.py")
    told = run(sys.executable, "-m", "pytest", "-q", "-n", "0", *tests, folder=at.clone)
    return told.strip().splitlines()[-1]


@check
def figures(at: Workshop) -> str:
    """Every figure in README and docs is reproduced: the first game of each series, with --figures all of them."""
    whole = ("--whole", "--jobs", str(at.jobs)) if at.whole else ()
    return run(sys.executable, "tools/doc_figures.py", *whole, folder=at.clone, PYTHONPATH=str(at.clone)).strip()


# ── What is built


@check
def build(at: Workshop) -> str:
    """Wheel and sdist are built from the clean clone, and the wheel from the sdist holds the same."""
    run(sys.executable, "-m", "hatchling", "build", "-d", at.dist, folder=at.clone)
    unpacked = at.folder / "sdist"
    shutil.unpack_archive(next(at.dist.glob("*.tar.gz")), unpacked)
    (source,) = unpacked.iterdir()
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", unpacked, folder=source)
    wheel, again = (next(where.glob("*.whl")) for where in (at.dist, unpacked))
    need(contents(wheel) == contents(again), "the wheel from the sdist is another one")
    need((source / "tests").is_dir(), "the sdist has no tests")
    need(f"-{version()}-" in wheel.name, f"{wheel.name} is not {version()}")
    return f"{wheel.name}, {len(contents(wheel))} files"


def contents(wheel: Path) -> dict[str, int]:
    from zipfile import ZipFile

    return {info.filename: info.CRC for info in ZipFile(wheel).infolist() if not info.filename.endswith("/RECORD")}


def interpreters() -> dict[str, str]:
    """The Pythons at hand, by version."""
    found = {}
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for wanted in PYTHONS:
        own = sorted(str(path) for path in pyenv.glob(f"{wanted}.*/bin/python"))
        for candidate in (*own, shutil.which(f"python{wanted}")):
            if candidate and _is_version(candidate, wanted):
                found[wanted] = candidate
                break
    return found


def _is_version(python: str, wanted: str) -> bool:
    asked = [python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() == wanted


def environment(at: Workshop, python: str, what: Path) -> Path:
    """A fresh environment with a wheel or sdist and what it depends on; where its programs are."""
    fresh = at.folder / f"env-{Path(python).parent.parent.name}-{what.suffix.strip('.')}"
    if not fresh.exists():
        run(python, "-m", "venv", fresh, folder=at.folder)
        try:
            run(fresh / "bin" / "python", "-m", "pip", "install", "-q", what, folder=at.folder)
        except Failed as error:
            shutil.rmtree(fresh)
            raise Unreachable(str(error)) if NOT_FOUND in str(error) else error from None
    return fresh / "bin"


def each_python(at: Workshop, kind: str, tried: Callable[[Path, Path], None]) -> str:
    """Try something in a fresh environment of every Python at hand, in an empty folder far from the repository."""
    if not at.dist.exists():
        build(at)
    known, done = interpreters(), list[str]()
    left = [f"not at hand: {number}" for number in PYTHONS if number not in known]
    for number, python in known.items():
        try:
            _try_one(at, python, kind, tried)
            done.append(number)
        except Unreachable:
            left.append(f"not tried, since its dependencies cannot be had: {number}")
        except Failed as error:
            raise Failed(f"Python {number}: {error}") from None
    need(done, "; ".join(left))
    return "; ".join([f"Python {', '.join(done)}", *left])


def _try_one(at: Workshop, python: str, kind: str, tried: Callable[[Path, Path], None]) -> None:
    programs = environment(at, python, next(at.dist.glob(kind)))
    with TemporaryDirectory(prefix="far away ") as folder:
        tried(programs, Path(folder))


@check
def wheel(at: Workshop) -> str:
    """From the wheel, both programs start, say their versions, know their scenarios, and complete in every shell."""
    return each_python(at, "*.whl", _programs_work)


@check
def sdist(at: Workshop) -> str:
    """The same from the sdist."""
    return each_python(at, "*.tar.gz", _programs_work)


def _programs_work(programs: Path, folder: Path) -> None:
    for game in GAMES:
        told = run(programs / game, "--version", folder=folder)
        need(told.startswith(f"{game} {version()} (rules "), f"{game} --version says {told.strip()}")
        for shell in SHELLS:
            need(game in run(programs / game, "completion", shell, folder=folder), f"no completion for {shell}")
        for name in sorted(path.stem for path in (ROOT / "scenarios" / game).glob("*.toml")):
            save = folder / f"{name}.toml"
            run(programs / game, "new", name, "--seed", "1", "--save", save, folder=folder)
            run(programs / game, "verify", save, folder=folder)
        need((programs.parent / "share" / "man" / "man1" / f"{game}.1").exists(), f"no manual page of {game}")
    need("tarawa" in run(programs / "python", "-m", "tarawa_cli", folder=folder), "python -m tarawa_cli is silent")


@check
def tutorials(at: Workshop) -> str:
    """From the wheel alone, README, both tutorials, the game by mail and the library's page can be followed."""
    return each_python(at, "*.whl", lambda programs, folder: _followed(at.clone, programs, folder))


def _followed(clone: Path, programs: Path, folder: Path) -> None:
    for page in ("README.md", *(f"docs/{game}/tutorial.md" for game in GAMES), "docs/by-mail.md"):
        own = folder / page.replace("/", "-")
        own.mkdir()
        wrong = untrue(clone / page, own, programs)
        need(not wrong, wrong)
    (folder / "library.py").write_text(library_program((clone / "docs/library.md").read_text("utf-8")), "utf-8")
    run(programs / "python", "library.py", folder=folder)


@check
def saves(at: Workshop) -> str:
    """Saves of every version are opened, played on and proven with the program from the wheel."""
    tried = [0]

    def try_saves(programs: Path, folder: Path) -> None:
        for old in sorted((at.clone / "tests" / "saves").glob("*/*")):
            here = Path(shutil.copytree(old, folder / old.parent.name / old.name))
            kept = sorted(path for path in here.glob("*.toml") if not path.name.startswith("battle-"))
            for save in kept[::SAVES_OF_EACH]:
                _played_on(programs / old.name, save)
                tried[0] += 1

    return f"{each_python(at, '*.whl', try_saves)}; {tried[0]} saves"


def _played_on(program: Path, save: Path) -> None:
    def told(*words: str) -> str:
        return run(program, *words, "--save", save, folder=save.parent)

    for look in ("status", "map", "log"):
        told(look)
    legal = told("legal").splitlines()
    if legal != ["no legal orders"] and "own-dice" not in save.name:
        told(*legal[len(legal) // 2].split())
        told("verify")


# ── All of them


def clone(folder: Path) -> Path:
    run("git", "clone", "-q", ROOT, folder / "clone", folder=folder)
    return folder / "clone"


def results(names: list[str], at: Workshop) -> Iterator[tuple[str, bool, str]]:
    """Of each check: its name, whether it holds, and what it says."""
    for name in names:
        try:
            yield name, True, CHECKS[name](at)
        except Failed as error:
            yield name, False, str(error)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("checks", nargs="*", metavar="CHECK", help=f"some of: {', '.join(CHECKS)}; default: all")
    parser.add_argument("--list", action="store_true", help="say what is checked")
    parser.add_argument("--figures", action="store_true", help="play every series of games whose figures are shown")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games at a time, for --figures")
    given = parser.parse_args()
    if unknown := [name for name in given.checks if name not in CHECKS]:
        parser.error(f"no such check: {', '.join(unknown)}")
    if given.list:
        print("\n".join(f"{name:10} {function.__doc__}" for name, function in CHECKS.items()))
        return 0
    failed = 0
    with TemporaryDirectory(prefix="release ") as name:
        at = Workshop(Path(name), clone(Path(name)), given.figures, given.jobs)
        for name, holds, told in results(given.checks or list(CHECKS), at):
            print(f"{'ok  ' if holds else 'FAIL'} {name:10} {told}", flush=True)
            failed += not holds
    print(f"{failed} failed" if failed else f"{version()} is fit to hand out")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
