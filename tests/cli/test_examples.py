"""The help of every command has examples, and they all work: each at some point of a game."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tarawa_cli.cli import program
from tarawa_cli.cli.commands import commands
from tarawa_cli.games import TARAWA
from tarawa_cli.games.tarawa import data
from tests.cli.test_ashore import RED_3, TRACKS, WRECK
from tests.cli.test_git import Repository
from tests.cli.test_many import SUPPLIED
from tests.cli.test_proof import OLD
from tests.cli.tools import SEED, Game, Result, game_at, tarawa

program.start(TARAWA)
ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = [line for name in commands() for line in program.own_game().library.examples(name)]
LATER = f"""\
turn = 4
default = "absent"
{TRACKS}cleared = "2630 2631 2727 2728 2729 2731"
units."2/8A" = {{ at = "2531", steps = 6 }}
units.lvt-1 = {{ at = "pool" }}
"""
POSITIONS = {
    "ashore": RED_3,
    "wreck": WRECK,
    "supplied": SUPPLIED,
    "heads": f'phase = "supply-check"\n{LATER}',
    "supplies": f'phase = "embark"\nstock = 1\n{LATER}',
}
LANDING = (
    *("bombard", "chits beak green pocket red2 red3", "next", "embark 2/8A lvt-1 red3", "embark 2/8E lcvp-1 red3"),
    *("next", "undo", "embark --due", "next", "advance --all", "next", "autoplay --until turn 2"),
)


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with saves at many points of a game, in git, and the files that examples name."""
    folder = tmp_path_factory.mktemp("stages")
    saves = folder / "saves"
    first = Game(saves / "red-beach-3.toml", "red-beach-3", "--seed", 3)
    shutil.copy(first.path, saves / "again.toml")
    first.do("autoplay --until actions")
    Repository(folder).keep()
    first.do("policy hits morale")
    campaign = Game(saves / "campaign.toml", "--seed", SEED)
    for number, order in enumerate(LANDING):
        shutil.copy(campaign.path, saves / f"landing-{number:02}.toml")
        campaign.do(order)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name, position in POSITIONS.items():
            shutil.move(game_at(folder, position, "--seed", SEED).path, saves / f"{name}.toml")
    hit(saves / "asked.toml")
    shutil.copy(OLD / "battle-25.toml", folder / "old-scenario.toml")
    (saves / "old.toml").write_bytes(
        (OLD / "asked-way.toml").read_bytes().replace(b'"battle-25.toml"', b'"../old-scenario.toml"')
    )
    (folder / "orders.txt").write_text("policy hits step\n", encoding="utf-8")
    return folder


def hit(path: Path) -> Game:
    """A game in which a hit waits for the player's decision."""
    game = Game(path, "--seed", 11)
    game.to_embark()
    for order in ("embark --due", "next", "unload --all", "advance --all", "next turn 4"):
        game.do(order)
    assert game.state["pending"]
    return game


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a `tarawa` that a shell finds."""
    folder = tmp_path_factory.mktemp("bin")
    (folder / "tarawa").write_text(
        f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m tarawa_cli "$@"\n', encoding="utf-8"
    )
    (folder / "tarawa").chmod(0o755)
    return folder


def tried(line: str, save: str, shell: Path) -> Result:
    """An example with one of the saves as the current one."""
    Path("saves/.current").write_text(f'tarawa = "saves/{save}"\n', encoding="utf-8")
    if not {"|", ">"} & set(line.split()):
        return tarawa(*line.partition("  #")[0].split(), *(["--for", "0"] if line.startswith("watch") else []))
    alone = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "PYTHONPATH": str(ROOT)}
    who = {f"GIT_{who}_{what}": "x" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    path = {"PATH": f"{shell}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh", "-ec", f"tarawa {line}"],
        capture_output=True,
        text=True,
        env=os.environ | alone | who | path,
        check=False,
    )
    return Result(done.returncode, done.stdout, done.stderr)


@pytest.mark.sample(5)
@pytest.mark.parametrize("line", EXAMPLES)
def test_every_example_works(
    line: str, stages: Path, shell: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Path(shutil.copytree(stages, tmp_path / "here"))
    monkeypatch.chdir(here)
    why = []
    for save in sorted(path.name for path in (here / "saves").glob("*.toml")):
        result = tried(line, save, shell)
        if result.code == 0:
            return
        why.append(f"{save}: {result.err.strip()}")
    raise AssertionError("\n".join(why))


@pytest.mark.parametrize("name", commands())
def test_every_command_has_examples_in_its_help(name: str) -> None:
    listed = program.own_game().library.examples(name)
    assert listed
    said = tarawa("help", name).out
    assert [line for line in listed if f"\n    tarawa {line}\n" not in said] == []


def test_no_example_is_of_a_command_that_is_gone() -> None:
    assert [name for name in data.document("examples.toml") if name not in commands()] == []
