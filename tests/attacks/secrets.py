"""A plan is sealed, and the command is killed or the disk fails: a digest in the save never lacks its secret."""

import signal
import sys
from pathlib import Path

import tomli

from tarawa_cli.games import MALTA
from tarawa_cli.kernel import seals
from tarawa_cli.kernel.errors import GameError
from tests.attacks import malta
from tests.attacks.cases import STRUCK
from tests.attacks.kills import CALLS
from tests.attacks.tools import Round, leftovers, need

START = "herkules --sealed --plan own"
PLAN = "zone heights 1414 --turn 29jun-am\nseries heights fj-kroh\n"
WAYS = ["die", "die", "ENOSPC", "EIO", "EROFS", "interrupt"]
SEAL = ["seal", "plan.txt", "--as", "axis", "-s", "game.toml"]


def attack(at: Round) -> None:
    at.played = MALTA
    save = at.folder / "game.toml"
    save.write_text(malta.begun(START), "utf-8")
    (at.folder / "plan.txt").write_text(PLAN, "utf-8")
    before = save.read_bytes()
    call, what = at.rng.choice(list(CALLS)), at.rng.choice(WAYS)
    nth = at.rng.randint(1, 2 * CALLS[call])  # two files are written
    result = at.process(at.note(sys.executable, "-P", STRUCK, call, nth, what, "malta", *SEAL))
    if result.code not in (-signal.SIGKILL, 130):
        at.decent(result)
    at.counts[f"exit code {result.code}"] += 1
    need(result.code or save.read_bytes() != before, "the plan is not sealed, and the command says it is")
    if save.read_bytes() == before:
        need(at.program(*SEAL).code == 0, "it cannot be sealed afterwards")
    _holds(save)
    need(at.here("verify", "-s", save).code == 0, "the save does not hold")
    need(not leftovers(at.folder), f"left lying about: {leftovers(at.folder)}")


def _holds(save: Path) -> None:
    """What is sealed can be revealed: for every digest the owner's file has salt and plan."""
    sealed = tomli.loads(save.read_text("utf-8"))["seals"]
    for key, digest in sealed.items():
        need(_found(save, key) == digest, f"the secret of {key} is lost, or another one")


def _found(save: Path, key: str) -> str:
    """The digest of what the owner has kept."""
    try:
        return seals.digest(*seals.find(str(save), "axis", key))
    except GameError:
        return ""
