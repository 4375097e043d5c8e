"""On an interpreter that the tests do not run on, the public parts of the standard library take over."""

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.kernel.hints import IS_TESTED, TESTED
from tests.kernel.tools import ROOT

ANOTHER = """\
import sys
here, sys.version_info = sys.version_info, (3, 99, 0, "final", 0)
from tarawa_cli.kernel import hints
sys.version_info = here
"""
"""Makes the program believe that it runs on a version that nobody has tested."""
PUBLIC = """\
import collections.abc, contextlib, functools, hashlib, importlib, operator, typing
from tarawa_cli.kernel import standard
assert not hints.IS_TESTED
def public(name, *modules):
    return next(getattr(module, name) for module in modules if hasattr(module, name))
for name in hints.__all__:
    assert getattr(hints, name) in (False, public(name, collections.abc, contextlib, typing)), name
for name in standard.__all__:
    assert getattr(standard, name) is public(name, collections, contextlib, functools, importlib, operator), name
assert standard._sha256 is hashlib.sha256
"""
RUN = """\
from tarawa_cli import __main__ as program
sys.argv = sys.argv[1:]
program.malta() if sys.argv[0] == "malta" else program.main()
"""


def run(script: str, *words: str, cwd: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script, *words], cwd=cwd, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_versions_are_those_of_the_package() -> None:
    package = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    listed = [line.rpartition(" ")[2] for line in package["classifiers"] if line.startswith("Programming Language")]
    assert [f"{major}.{minor}" for major, minor in TESTED] == listed
    assert package["requires-python"] == f">={listed[0]}"


def test_the_tests_run_on_a_tested_interpreter() -> None:
    assert IS_TESTED


def test_elsewhere_the_public_modules_take_over(tmp_path: Path) -> None:
    run(ANOTHER + PUBLIC, cwd=tmp_path)


@pytest.mark.parametrize(
    ("game", "scenario", "order"),
    [("tarawa", "red-beach-3", "embark 2/8A lvt-1 red3 1424"), ("malta", "hal-far", "next")],
)
def test_elsewhere_a_game_is_played_as_here(tmp_path: Path, game: str, scenario: str, order: str) -> None:
    lines = (
        f"new {scenario} --seed 7",
        order,
        "legal",
        "map",
        "units",
        "legal --json",
        "log",
        "verify",
        "status --json",
    )
    shown = list[Any]()
    for script in (f"import sys\n{RUN}", ANOTHER + RUN):
        folder = tmp_path / str(len(shown))
        folder.mkdir()
        shown.append([run(script, game, *line.split(), cwd=folder) for line in lines])
    assert shown[0] == shown[1]
