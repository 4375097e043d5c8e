"""A command of a game by mail is killed or the disk fails: the game goes on, and no link is shown without its chain."""

import shutil
import signal
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tarawa_cli.games import MALTA
from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import GameError
from tarawa_cli.kernel.mail import desk, dice, secret_files
from tarawa_cli.kernel.saves import savefile
from tests.attacks.cases import STRUCK
from tests.attacks.kills import CALLS
from tests.attacks.tools import Round, leftovers, need
from tests.cli.tools import command

WAYS = ["die", "die", "die", "ENOSPC", "EIO", "EROFS", "interrupt"]
SAVE = "game.toml"
Folders = dict[str, dict[str, bytes]]
"""The files of each side."""


class Stage(NamedTuple):
    """A command of a side, at some stage of a game."""

    side: str
    words: str
    made: "Callable[[], Folders]"


def _played(*lines: str) -> Folders:
    """The files of both sides after some commands; `>` sends the save to the other side."""
    with TemporaryDirectory(prefix="mail-") as name:
        folder = Path(name)
        for side in ("axis", "allied"):
            (folder / side).mkdir()
        for line in lines:
            side, _, words = line.partition(": ")
            if words == ">":
                shutil.copy(folder / side / SAVE, folder / _other(side) / SAVE)
            elif words == "lose":
                (folder / side / f"game.{side}.toml").unlink()
            else:
                result = command(MALTA, *words.split(), "--as", side, "-s", folder / side / SAVE)
                need(result.code == 0, f"{line}: {result.err}")
        return {
            side: {path.name: path.read_bytes() for path in (folder / side).iterdir() if path.suffix == ".toml"}
            for side in ("axis", "allied")
        }


def _other(side: str) -> str:
    return "allied" if side == "axis" else "axis"


NEW = ("axis: new cottonera --mail",)
HANDED = (*NEW, "axis: handover", "axis: >")
JOINED = (*HANDED, "allied: handover", "allied: >")
ASKED = (*JOINED, "axis: next axis-combat --yes", "axis: attack i-33 ii-33 --on 1911")
ANSWERED = (*ASKED, "axis: handover", "axis: >", "allied: decide done")
LOST = (*JOINED, "axis: lose")


@cache
def _folders(lines: tuple[str, ...]) -> Folders:
    return _played(*lines)


STAGES = [
    Stage("axis", "new cottonera --mail", lambda: {"axis": {}, "allied": {}}),
    Stage("axis", "handover", lambda: _folders(NEW)),
    Stage("allied", "handover", lambda: _folders(HANDED)),
    Stage("allied", "policy allied hits hold", lambda: _folders(HANDED)),
    Stage("axis", "policy axis hits hold", lambda: _folders(JOINED)),
    Stage("axis", "handover", lambda: _folders(ASKED)),
    Stage("allied", "decide done", lambda: _folders((*ASKED, "axis: handover", "axis: >"))),
    Stage("allied", "handover", lambda: _folders(ANSWERED)),
    Stage("axis", "resume", lambda: _folders((*ANSWERED, "allied: handover", "allied: >"))),
    Stage("axis", "anchor --lost", lambda: _folders(LOST)),
    Stage("allied", "accept", lambda: _folders((*LOST, "axis: anchor --lost", "axis: >"))),
]


def attack(at: Round) -> None:
    at.played = MALTA
    stage = STAGES[at.number % len(STAGES)]
    for name, content in stage.made()[stage.side].items():
        (at.folder / name).write_bytes(content)
    save = at.folder / SAVE
    before = save.read_bytes() if save.exists() else b""
    line = [*stage.words.split(), "--as", stage.side, "-s", SAVE]
    call = at.rng.choice(list(CALLS))
    nth, what = at.rng.randint(1, 2 * CALLS[call]), at.rng.choice(WAYS)  # two files are written
    result = at.process(at.note(sys.executable, "-P", STRUCK, call, nth, what, "malta", *line))
    if result.code not in (-signal.SIGKILL, 130):
        at.decent(result)
    at.counts[f"exit code {result.code}"] += 1
    now = save.read_bytes() if save.exists() else b""
    need(result.code or now != before, "nothing was done, and the command says it was")
    if now:
        _holds(save, stage)
    if now == before:
        again = at.program(*line)
        need(again.code == 0, f"`{stage.words}` cannot be repeated: {again.err}")
        at.counts["repeated"] += 1
    _holds(save, stage)
    _goes_on(at, stage.side, save)
    if call != "unlink":  # a file that the disk would not remove goes with the next write
        need(not leftovers(at.folder), f"left lying about: {leftovers(at.folder)}")


def _holds(save: Path, stage: Stage) -> None:
    """Every link of the side that the save shows comes from a chain that the own file holds, unless it was lost."""
    side, match = stage.side, session.look(lambda _: GAME, str(save), stage.side)
    game, held = match.post.mail.game, secret_files.section(str(save), side, desk.CHAINS)
    for known in (match.sittings.chains.get(side), match.sittings.next_chains.get(side)):
        if not known or (stage.words == "anchor --lost" and known.number == 1):
            continue
        end = held.get(f"{game}-{known.number}")
        need(end, f"chain {known.number} is shown, and the own file does not hold it")
        right = dice.link(game, side, known.number, (end or [""])[0], known.place)
        need(right == known.last, f"link {known.place} of chain {known.number} is not that of the own file")


def _goes_on(at: Round, side: str, save: Path) -> None:
    """The save is proven, fits the own file, and the player can do what comes next."""
    for words in (["status"], ["verify"]):
        result = at.here(*words, "--as", side, "-s", save)
        need(result.code == 0, f"{words}: {result.out}{result.err}")
    match = session.look(lambda _: GAME, str(save), side)
    if match.sittings.side == side:
        result = at.here(*_next(match).split(), "--as", side, "-s", save)
        need(result.code == 0, f"`{_next(match)}` is refused: {result.err}")
    else:
        try:
            desk.check_own(match)
        except GameError as error:
            need(not error, f"the own file blocks its owner: {error.message}")
    content = savefile.read(str(save))
    need(not content.edited, "the save is not as the program writes it")


def _next(match: Match[State]) -> str:
    """What the side can do whatever has happened."""
    sittings = match.sittings
    if sittings.waiting and sittings.waiting.side != match.side:
        return "resume"
    if sittings.current < 2 or not sittings.root or sittings.waiting or match.to_act != match.side:
        return "handover"
    return f"policy {match.side} steps ask"
