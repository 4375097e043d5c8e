"""A plan is sealed, and the command is killed or the disk fails: a digest in the save never lacks its secret."""

import signal
import sys
from pathlib import Path

import tomli

from tarawa_cli.games import MALTA
from tarawa_cli.kernel.errors import GameError
from tarawa_cli.kernel.mail import secret_files
from tests.attacks import malta
from tests.attacks.cases import STRUCK
from tests.attacks.kills import CALLS
from tests.attacks.tools import Round, leftovers, need

START = "herkules --sealed --plan own"
PLAN = "zone heights 1414 --turn 29jun-am\nseries heights fj-kroh\n"
FIRST = "zone plain 1612 --turn 29jun-am\nseries plain fj-heydte\n"
WAYS = ["die", "die", "ENOSPC", "EIO", "EROFS", "interrupt"]
SEAL = ["seal", "plan.txt", "--as", "axis", "-s", "game.toml"]


def attack(at: Round) -> None:
    at.played = MALTA
    save = at.folder / "game.toml"
    save.write_text(malta.begun(START), "utf-8")
    (at.folder / "plan.txt").write_text(PLAN, "utf-8")
    first = _plan_taken_back(at, save) if at.number % 2 else b""
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
    if first:  # back to the first plan, as by git
        save.write_bytes(first)
        _holds(save)
    need(at.here("verify", "-s", save).code == 0, "the save does not hold")
    need(not leftovers(at.folder), f"left lying about: {leftovers(at.folder)}")


def _plan_taken_back(at: Round, save: Path) -> bytes:
    """Seal another plan before, and take it back; returns the save that holds it."""
    (at.folder / "first.txt").write_text(FIRST, "utf-8")
    own = ["--as", "axis", "-s", save]
    need(at.here("seal", at.folder / "first.txt", *own).code == 0, "the first plan cannot be sealed")
    first = save.read_bytes()
    need(at.here("undo", *own).code == 0, "the first plan cannot be taken back")
    return first


def _holds(save: Path) -> None:
    """What is sealed can be revealed: for every digest the owner's file has salt and plan."""
    for key, digest in _sealed(save).items():
        need(_found(save, digest) == digest, f"the secret of {key} is lost, or another one")


def _sealed(save: Path) -> dict[str, str]:
    """The digests that a save holds, by turn."""
    sealed: dict[str, str] = tomli.loads(save.read_text("utf-8"))["seals"]
    return sealed


def _found(save: Path, digest: str) -> str:
    """The digest of what the owner has kept."""
    try:
        return secret_files.digest(*secret_files.find(str(save), "axis", digest))
    except GameError:
        return ""
