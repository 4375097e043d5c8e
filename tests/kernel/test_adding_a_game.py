"""docs/adding-a-game.md: every file and every name on it exists, and no member that a game must have is missing."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from tarawa_cli.kernel import door
from tarawa_cli.kernel.game import Game
from tests.kernel import toy, toy_door, toy_subject

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
NAMES = re.findall(r"`([^`]+)`", PAGE)
PARTS = ("telling", "looking", "choices", "library", "exporting", "players")
WHERE = (
    *("game", "door", "grammar", "order", "sides", "errors", "play", "unfinished", "rulebook", "tables", "readers"),
    *("data_files", "scenarios", "phases", "wording", "ending", "players", "film", "scene.model"),
)


def members(protocol: type) -> set[str]:
    """What a protocol asks for."""
    return {name for name in (*protocol.__annotations__, *vars(protocol)) if not name.startswith("_")}


def table(first: str) -> dict[str, str]:
    """The rows of the table whose first column is called so."""
    lines = PAGE.partition(f"| {first} |")[2].splitlines()[2:]
    rows = [line.strip("|").split(" | ", 1) for line in lines[: lines.index("")]]
    return {name: row[1] for row in rows for name in re.findall(r"`([^`]+)`", row[0])}


def test_every_file_exists() -> None:
    files = [name for name in NAMES if re.fullmatch(r"[\w./-]+(\.py|\.toml|\.md|/)", name) and "/" in name]
    assert len(files) > 20
    assert [name for name in files if not (ROOT / name).exists() and "NAME" not in name] == []


def test_the_members_of_a_game_are_those_that_the_kernel_asks_for() -> None:
    assert set(table("member")) | set(PARTS) == members(Game)
    assert all(hasattr(toy.GAME, name) for name in table("member"))


@pytest.mark.parametrize("part", PARTS)
def test_the_members_of_each_part_are_those_that_the_command_line_asks_for(part: str) -> None:
    named = re.findall(r"`(\w+)`", table("part")[part])
    assert set(named) == members(getattr(door, part.capitalize()))
    assert all(hasattr(toy_door, name) for name in named)


@pytest.mark.parametrize("name", sorted({name for name in NAMES if re.fullmatch(r"[A-Z][a-z]+[A-Za-z]*", name)}))
def test_every_class_exists(name: str) -> None:
    modules = [import_module(f"tarawa_cli.kernel.{where}") for where in WHERE]
    assert any(hasattr(module, name) for module in (*modules, toy_subject)) or name == "None"


def test_what_is_called_on_a_play_and_on_sides_exists() -> None:
    from tarawa_cli.kernel.play import Play
    from tarawa_cli.kernel.sides import Sides

    called = {name.partition("(")[0].removeprefix("play.") for name in NAMES if name.startswith("play.")}
    assert called == {"roll", "throw", "pick", "push"}
    assert all(hasattr(Play, name) for name in called)
    asked = {"to_act", "owner", "view", "guess", "seen_event", "seen_order", "to_seal", "to_reveal"}
    asked |= {"digest_of", "sealed"}
    assert asked <= set(NAMES) & set(dir(Sides))
    assert {"unsound", "is_misplaced", "accounts"} <= set(NAMES) & set(dir(toy_subject.Racing))


def test_the_lines_of_the_race_that_are_quoted_are_in_it() -> None:
    code = (ROOT / "tests" / "kernel" / "toy.py").read_text(encoding="utf-8")
    for line in ('moved(play, "1.1", runner=…, fields=1)', "play.push(fork, runner=…)", '@BOOK.rule("1.1")'):
        assert line in PAGE
        assert re.search(re.escape(line).replace("…", r"\w+"), code), line
