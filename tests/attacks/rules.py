"""Saves older than the rules: they open and can be played, and nothing rewrites or proves what came before."""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copy
from typing import Any
from unittest.mock import patch

from tarawa_cli.games import MALTA, TARAWA
from tarawa_cli.games.malta.game import Malta
from tarawa_cli.games.tarawa.game import Tarawa
from tests.attacks import malta
from tests.attacks.sources import landed
from tests.attacks.tools import Round, journal, need, old_saves

HEAD = {"digest", "format", "game", "rules", "scenario", "own_scenario", "data", "tables", "seed", "dice"}
HEAD |= {"mulligans", "peeks", "edits", "taken_back", "journal"}
LOOKS = ["status", "map", "units", "legal", "log", "log --commands", "export html"]


def attack(at: Round) -> None:
    """An old save under the present rules, or a present one under rules that do not exist yet."""
    save = at.folder / "game.toml"
    if at.number % 4 == 3:
        at.played, start = (MALTA, malta.young()) if at.number % 8 == 7 else (TARAWA, landed())
        save.write_text(start, "utf-8")
        _under_new_rules(at, save)
    else:
        path = _older()[at.number * 7 % len(_older())]
        for name in (path, *path.parent.glob("battle-*.toml")):
            copy(name, save if name == path else at.folder)
        _outlives(at, save, manual="own-dice" in path.name)
    at.counts["saves"] += 1


def _older() -> list[Path]:
    """Saves made under other rules than the present ones."""
    return [path for path in old_saves() if tomllib.loads(path.read_text("utf-8")).get("rules", 1) < Tarawa.rules]


def _outlives(at: Round, save: Path, *, manual: bool) -> None:
    """Look, go back, play, prove; go back to where the new rules began, and no further."""
    before, entries, position = save.read_bytes(), journal(save), _position(save)
    for look in LOOKS:
        need(at.here(*look.split(), "-s", save).code == 0, f"`{look}` on an old save")
    told = at.here("verify", "-s", save)
    need("proven, " not in told.out, f"an old save is called proven: {told.out}")
    for undo in (["undo"], ["undo", "-n"]):
        need(at.here(*undo, "-s", save).code == 1, "an old order was taken back")
    _all_remarks(at, save)
    need(save.read_bytes() == before, "the save has changed")
    given = _play(at, save, 4, manual)
    if given:
        _back(at, save, entries, position, given)


def _play(at: Round, save: Path, most: int, manual: bool) -> int:
    """Give some legal orders; returns how many could be given."""
    for number in range(most):
        listed = at.here("legal", "-s", save).out.splitlines()
        line = at.rng.choice(["policy hits step"] if manual else listed)
        if listed == ["no legal orders"]:
            return number
        need(at.here(*line.split(), "-s", save).code == 0, f"`{line}` is legal and was refused")
    return most


def _back(at: Round, save: Path, entries: list[str], position: dict[str, Any], given: int) -> None:
    """What was played under the present rules is proven and can be undone; nothing else can."""
    now = journal(save)
    need(now[: len(entries)] == entries, "the old entries have changed")
    need(now[len(entries)].startswith("* snapshot "), f"no snapshot, but {now[len(entries)][:80]}")
    told = at.here("verify", "-s", save)
    need(told.code == 0 and f"from entry {len(entries) + 1}" in told.out, f"what is proven: {told.out}")
    need(at.here("undo", given + 1, "-s", save).code == 1, "an undo went past the snapshot")
    need(at.here("undo", given, "-s", save).code == 0, "what was played under these rules cannot be taken back")
    need(_position(save) == position, "the position is not the old one")
    need(at.here("undo", "-s", save).code == 1, "an undo went past the snapshot")
    _all_remarks(at, save)
    at.counts["orders"] += given


def _all_remarks(at: Round, save: Path) -> None:
    """No order played under other rules is offered for replay."""
    lines = at.here("log", "--commands", "-s", save).out.splitlines()
    need(all(line.startswith("#") for line in lines), f"an old order among the commands: {lines[-1:]}")


def _position(save: Path) -> dict[str, Any]:
    """The part of a save that describes the game itself."""
    doc = tomllib.loads(save.read_text("utf-8"))
    return {name: value for name, value in doc.items() if name not in HEAD}


@contextmanager
def new_rules(game: type[Any], cost: str) -> Iterator[None]:
    """A future program, in which every order costs fifty men, or steps."""
    real = game.resolve

    def resolve(self: Any, play: Any, action: Any) -> None:
        real(self, play, action)
        setattr(play.state, cost, getattr(play.state, cost) + 50)

    with patch.object(game, "rules", game.rules + 1), patch.object(game, "resolve", resolve):
        yield


def _under_new_rules(at: Round, save: Path) -> None:
    """A harmless order and its undo under other rules, then the present program again."""
    maltese = at.played is MALTA
    with new_rules(*((Malta, "lost_steps") if maltese else (Tarawa, "casualties"))):
        _outlives(at, save, manual=False)
    before = save.read_bytes()
    for words in ("status", "verify", "undo", "policy axis hits hold" if maltese else "policy hits step", "log"):
        need(at.here(*words.split(), "-s", save).code == 3, f"`{words}` on a save of newer rules")
    need(save.read_bytes() == before, "the save has changed")
