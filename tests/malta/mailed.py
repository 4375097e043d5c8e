"""Malta by mail at the command line: a folder of each side, and two players at random."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.legal.offers import pick
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders import passes
from tarawa_cli.games.malta.orders.general import Next
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.saves import savefile
from tests.cli.tools import Result
from tests.malta.shell import called

AXIS, ALLIED = "axis", "allied"


def other(side: str) -> str:
    return ALLIED if side == AXIS else AXIS


class Mailed:
    """A game in two folders."""

    def __init__(self, folder: Path, start: str, joining: Sequence[str] = ()) -> None:
        """`joining`: what the Allies order in the sitting in which they join."""
        self.folder = folder
        for side in (AXIS, ALLIED):
            (folder / side).mkdir()
        self.done(AXIS, f"new {start} --mail")
        self.handed(AXIS)
        for line in joining:
            self.done(ALLIED, line)
        self.handed(ALLIED)

    def save(self, side: str) -> Path:
        return self.folder / side / "game.toml"

    def own(self, side: str) -> Path:
        return self.folder / side / f"game.{side}.toml"

    def __call__(self, side: str, line: str, stdin: str = "") -> Result:
        return called([*line.split(), "--save", str(self.save(side)), "--as", side], stdin)

    def done(self, side: str, line: str, stdin: str = "") -> Result:
        result = self(side, line, stdin)
        assert result.code == 0, f"{line} of {side}: {result.err}"
        return result

    def handed(self, side: str) -> None:
        self.done(side, "handover")
        shutil.copy(self.save(side), self.save(other(side)))

    def match(self, side: str) -> Match[State]:
        found: Match[State] = session.look(lambda _: GAME, str(self.save(side)), side)
        return found

    def entries(self, side: str) -> list[str]:
        return savefile.journal_entries(savefile.read(str(self.save(side))).journal)

    def sit(self, side: str, rng: Random, haste: float = 0.3) -> bool:
        """One sitting of a side, by chance. Whether the game continues."""
        while True:
            match = self.match(side)
            waiting = match.sittings.waiting
            if waiting and waiting.side != side:
                self.done(side, "resume")
                continue
            if waiting or match.truth.outcome or match.to_act != side:
                self.handed(side)
                return not match.truth.outcome
            if rng.random() < haste and passes(match.state, Next()):
                self.done(side, "next")
                continue
            found = pick(match.state, rng.randrange)
            assert found, f"nothing is legal for {side} in {match.truth.phase}"
            self.done(side, found.text())
