"""Saves, scenarios and tables with damage of every kind: an answer, never a slip; what is accepted can be read again."""

from shutil import copy

from tests.attacks.exploring import EXPLORERS
from tests.attacks.mutants import mutant, sealed
from tests.attacks.sources import files
from tests.attacks.tools import OLD_SAVES, Round, need

KINDS = ["save", "save", "save", "scenario", "tables"]


def attack(at: Round) -> None:
    kind = at.rng.choice(KINDS)
    raw = mutant(at.rng.choice(files(kind)), at.rng, files(kind))
    forged = at.rng.random() < 0.5
    path = at.folder / f"{kind}.toml"
    path.write_bytes(sealed(raw) if forged else raw)
    for beside in OLD_SAVES.glob("*/battle-*.toml"):
        copy(beside, at.folder)
    EXPLORERS[kind](at, path)
