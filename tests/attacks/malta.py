"""Damage and hostile text in files of the other game: its saves, scenarios and tables get an answer, never a slip."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tarawa_cli.games import MALTA
from tests.attacks.exploring import EXPLORERS
from tests.attacks.mutants import mutant, sealed
from tests.attacks.text import hostile
from tests.attacks.tools import ROOT, SEED, Round, need
from tests.cli.tools import command

KINDS = ["save", "save", "asked", "asked", "scenario", "scenario", "tables"]
TABLES = """
[values]
strategic = 3
retreat = 2
air-clear = 5
[modifiers]
recovery-enemy = 2
"""
BEGUN = ("next", "support 1911 --by i-28 --air", "next")
STARTS = {
    "save": [
        (),
        ("move i-33 1913", "policy axis hits hold", "break ii-33"),
        BEGUN,
        ("autoplay --until end -q",),
        ("autoplay --until turn 30 -q",),
    ],
    "asked": [
        (*BEGUN, "attack i-33 ii-33 --on 1911"),
        (*BEGUN, "policy allied support never", "attack i-33 ii-33 liv-gen --on 1911"),
        (*BEGUN, "policy allied support always", "policy axis steps ask", "attack i-87 ii-87 --on 1811"),
    ],
}
"""Orders that lead to saves of each kind."""


def attack(at: Round) -> None:
    at.played = MALTA
    kind = at.rng.choice(KINDS)
    path = at.folder / "file.toml"
    if at.rng.random() < 0.3:
        part = "journal" if kind == "save" and at.rng.random() < 0.3 else kind
        path.write_text(hostile(at, part, at.rng.choice(files(kind))), "utf-8")
    else:
        raw = mutant(at.rng.choice(files(kind)), at.rng, files(kind))
        at.forged = at.rng.random() < 0.5
        path.write_bytes(sealed(raw) if at.forged else raw)
    EXPLORERS[kind](at, path)


@cache
def files(kind: str) -> list[str]:
    """The texts of all sound files of a kind."""
    if kind == "tables":
        return [TABLES]
    if kind == "scenario":
        shipped = [path.read_text("utf-8") for path in sorted((ROOT / "scenarios" / "malta").glob("*.toml"))]
        return [*shipped, *(game(*orders, position=True) for orders in STARTS["asked"])]
    return [game(*orders) for orders in STARTS[kind]]


def game(*orders: str, position: bool = False) -> str:
    """The save of a game after some orders, or its position as a scenario."""
    with TemporaryDirectory() as name:
        save = Path(name) / "game.toml"
        for line in (f"new --seed {SEED}", *orders):
            result = command(MALTA, *line.split(), "-s", save)
            need(result.code == 0, f"{line}: {result.err}")
        return command(MALTA, "export", "position", "-s", save).out if position else save.read_text("utf-8")
