"""Sound files to begin with: saves of every phase, scenarios, a player's own tables."""

from functools import cache
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory

from tests.attacks.tools import OLD_SAVES, ROOT, SEED, need, old_saves
from tests.cli.tools import tarawa

TABLES = """
[tables.bombardment]
"1" = "2"
"2" = "3"
"3" = "4"
"4" = "5"
"5" = "6"
"6" = "7"
"7" = "8"
"8.." = "9"
[units.lcvp]
steps = 3
ap = [7, 4]
[units.lvt]
steps = 5
[modifiers]
further-attacker = 1
two-targets = -1
hawkins-on-pier = -2
"""


@cache
def files(kind: str) -> list[str]:
    """The texts of all sound files of a kind."""
    return {"save": saves, "asked": asked, "scenario": scenarios, "tables": tables}[kind]()


def saves() -> list[str]:
    return [*(path.read_text("utf-8") for path in old_saves()), young(), landed()]


def asked() -> list[str]:
    """Saves with a question, as older programs wrote them and as this one does after an order of its own."""
    paths = sorted(OLD_SAVES.glob("*/tarawa/asked-*.toml"))
    return [*(path.read_text("utf-8") for path in paths), *map(played_on, paths)]


def scenarios() -> list[str]:
    shipped = [*(ROOT / "scenarios" / "tarawa").glob("*.toml"), *OLD_SAVES.glob("*/tarawa/battle-*.toml")]
    return [path.read_text("utf-8") for path in sorted(shipped)] + [exported(path) for path in old_saves()[::6]]


def tables() -> list[str]:
    return [(ROOT / "docs" / "tarawa" / "calibration-before.toml").read_text("utf-8"), TABLES]


def done(*words: object) -> str:
    result = tarawa(*words)
    need(result.code == 0, f"{words}: {result.err}")
    return result.out


@cache
def exported(path: Path) -> str:
    return done("export", "position", "-s", path)


@cache
def played_on(path: Path) -> str:
    """An old save after an order of this program."""
    with TemporaryDirectory() as name:
        for beside in path.parent.glob("battle-*.toml"):
            copy(beside, name)
        save = copy(path, name)
        done("policy", "hits", "step", "-s", save)
        return Path(save).read_text("utf-8")


def game(*orders: str) -> str:
    """A new campaign after some orders."""
    with TemporaryDirectory() as name:
        save = Path(name) / "game.toml"
        for line in (f"new --seed {SEED}", *orders):
            done(*line.split(), "-s", save)
        return save.read_text("utf-8")


@cache
def young() -> str:
    return game("policy hits morale")


@cache
def landed() -> str:
    """The third turn of a campaign, with casualties."""
    return game("autoplay --until 3 -q", "policy hits morale")
