"""A fault as a file of commands: `run` takes it, and `--replay` plays it again with all checks."""

from enum import StrEnum
from pathlib import Path
from typing import Generic

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.session import Done, Match
from tarawa_cli.kernel.errors import GameError
from tests.kit.conservation import Ledger
from tests.kit.fuzzing import checks
from tests.kit.fuzzing.checks import Fault
from tests.kit.fuzzing.starts import setup_of
from tests.kit.subject import S, Subject


class Last(StrEnum):
    """What the last line of a file is."""

    ORDER = "is an order"
    UNDO = "takes back"
    NASTY = "may be refused"
    FORBIDDEN = "must be refused"
    ENDLESS = "is one more of too many orders"


_HEAD = """\
# A fault of a game played at random. Once more, with all checks:
#   {again} --replay {path}
# and as a player would see it:
#   {program} new {scenario} --seed {seed} --save fault.toml && {program} run {path} --save fault.toml
#
# scenario: {scenario}
# seed: {seed}
# the last line: {last}
# fault: {fault}
"""


def _header(content: str) -> dict[str, str]:
    """The comments at the top by name."""
    remarks = (line.removeprefix("# ").partition(": ") for line in content.splitlines() if line.startswith("# "))
    return {name: value for name, colon, value in remarks if colon}


def text(subject: Subject[S], path: Path, scenario: str, seed: int, last: Last, fault: str, lines: list[str]) -> str:
    told = "\n#   ".join(fault.strip().splitlines())
    program = {"again": subject.again, "program": subject.game.id}
    head = _HEAD.format(path=path, scenario=scenario, seed=seed, last=last, fault=told, **program)
    return "\n".join([head, *lines, ""])


class Unusable(Exception):
    """A file that no fault has left, or whose scenario is gone."""


class Elsewhere(Exception):
    """An order on the way to the fault is neither legal nor listed as such any more: the engine has changed."""


class Replay(Generic[S]):
    """A file of commands, to be played with all checks."""

    def __init__(self, subject: Subject[S], path: Path) -> None:
        self.subject = subject
        try:
            content = path.read_text(encoding="utf-8")
            head = _header(content)
            self.match = Match(subject.game, setup_of(head["scenario"], "", "."), int(head["seed"]))
            self.last = Last(head["the last line"])
        except (OSError, ValueError, KeyError, GameError) as error:
            raise Unusable(f"{path} cannot be played: {error}") from None
        self.lines = [line for line in content.splitlines() if split_line(line)]
        self.ledger = Ledger(self.match, subject.accounts)
        self.before: list[str] = []
        self.done: list[Done] = []

    def play(self) -> None:
        """Whatever goes wrong is raised."""
        lines, special = self.lines, self.last in (Last.UNDO, Last.NASTY, Last.FORBIDDEN)
        for line in lines[:-1] if special else lines:
            self._order(line)
        if self.last is Last.UNDO:
            count = int(lines[-1].split()[1])
            checks.undone(self.match, self.before[-count], self.done[-count:])
        elif special:
            checks.heckled(self.match, lines[-1], certain=self.last is Last.FORBIDDEN)
        self._position()
        if self.last is Last.ENDLESS:
            raise Fault(f"no end in sight: {len(self.done)} orders, and it is {self.subject.when(self.match.state)}")

    def _order(self, line: str) -> None:
        self.before.append(self.match.text())
        try:
            done = session.perform(self.match, split_line(line))
        except GameError as error:
            if line in self.subject.legal(self.match.state):
                raise Fault(f"{line!r} is legal, but refused: {error.message}") from None
            raise Elsewhere(f"{line!r} is refused now: {error.message}") from None
        self.done.append(done)
        checks.order_done(self.subject, self.match, self.ledger, line, done)

    def _position(self) -> None:
        """A description of the last position."""
        commands = self.subject.legal(self.match.state)
        checks.way_on(self.subject, self.match, commands)
        checks.position(self.subject, self.match, commands, len(self.done))
        if self.match.state.outcome:
            checks.over(self.subject, self.match)
        else:
            checks.proved(self.match)
