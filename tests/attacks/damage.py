"""Saves, scenarios and tables with damage of every kind: they get an answer, never a traceback."""

from shutil import copy

from tests.attacks.exploring import EXPLORERS
from tests.attacks.mutants import mutant, sealed
from tests.attacks.sources import files
from tests.attacks.tools import OLD_SAVES, Round

KINDS = ["save", "save", "asked", "asked", "scenario", "tables"]
"""Saves that wait for an answer come up most: they are the most delicate."""


def attack(at: Round) -> None:
    kind = at.rng.choice(KINDS)
    raw = mutant(at.rng.choice(files(kind)), at.rng, files(kind))
    at.forged = at.rng.random() < 0.5
    path = at.folder / "file.toml"
    path.write_bytes(sealed(raw) if at.forged else raw)
    for beside in OLD_SAVES.glob("*/tarawa/battle-*.toml"):
        copy(beside, at.folder)
    EXPLORERS[kind](at, path)
