"""One game played at random from its first order to its end, or to its first fault."""

from collections import Counter
from functools import cache
from random import Random
from tempfile import TemporaryDirectory
from traceback import format_exc
from typing import Generic, NamedTuple

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Done, Match
from tarawa_cli.kernel.errors import GameError
from tests.kit.conservation import Ledger
from tests.kit.fuzzing import checks, starts
from tests.kit.fuzzing.checks import Fault
from tests.kit.fuzzing.nasty import Heckler
from tests.kit.fuzzing.players import Listing, player
from tests.kit.fuzzing.script import Last
from tests.kit.subject import S, Subject

ASIDES_FIRST = 2
ASIDE_EVERY = 100
DEEPEST_UNDO = 12
AFTER_THE_END = 10


class Task(NamedTuple):
    """All that a game depends on; the same task gives the same game."""

    scenario: str
    """A shipped one's name, a made-up start, or a file."""
    seed: int
    """Of the dice, of a made-up start, and of all choices."""
    player: str = "uniform"
    undo_every: int = 200
    nasty_every: int = 10
    look_every: int = 30
    books_every: int = 1
    """The ledger is kept if the seed is a multiple of this."""
    longest: int = 20_000
    """Orders after which a game counts as endless."""
    orders: int = 0
    """Orders after which it is broken off; 0: it is played to its end."""


class Report(NamedTuple):
    task: Task
    turn: int
    outcome: str
    orders: Counter[str]
    events: Counter[str]
    checks: Counter[str]
    fault: str
    """What went wrong; nothing if nothing did."""
    start: str
    """The scenario file of a made-up start."""
    lines: list[str]
    """The orders that lead to the fault, the last one being the one that shows it."""
    last: Last


def play(subject: Subject[S], task: Task) -> Report:
    """Play a game; whatever goes wrong is in the report."""
    start = starts.made_up(subject, task.scenario, task.seed)
    with TemporaryDirectory(prefix="a fuzz ") as folder:
        setup = starts.setup_of(task.scenario, start, folder)
        game = RandomGame(subject, task, Match(subject.game, setup, task.seed))
        fault = ""
        try:
            game.play_out()
        except Fault as found:
            fault = str(found)
        except Exception:
            fault = format_exc()
        return game.report(fault, start)


class RandomGame(Generic[S]):
    """A match, who plays it, and what has been seen of it."""

    def __init__(self, subject: Subject[S], task: Task, match: Match[S]) -> None:
        self.subject = subject
        self.task = task
        self.match = match
        self.ledger = Ledger(match, subject.accounts) if task.seed % task.books_every == 0 else None
        self.rng = Random(f"checks of {task.seed}")
        self.player = player(subject, task.player, Random(f"choices of {task.seed}"))
        self.heckler = Heckler(subject, Random(f"heckling of {task.seed}"))
        self.keeper = subject.keeper(Random(f"secrets of {task.seed}"))
        self.lines: list[str] = []
        """Orders given; the last one may still be in the making."""
        self.last = Last.ORDER
        """What the last line is."""
        self.trial: UndoTrial | None = None
        self.orders: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        self.checks: Counter[str] = Counter()

    def play_out(self) -> None:
        for _ in range(ASIDES_FIRST if self.subject.asides else 0):
            self._aside()
        while not self.match.state.outcome:
            if len(self.lines) >= self.task.longest:
                self.last = Last.ENDLESS
                now = self.subject.when(self.match.state)
                raise Fault(f"no end in sight: {len(self.lines)} orders, and it is {now}")
            if self.task.orders and len(self.lines) >= self.task.orders:
                checks.proved(self.match)
                return
            self._one_order()
        checks.way_on(self.subject, self.match, self.subject.legal(self.match.state))
        checks.over(self.subject, self.match)
        if self.task.nasty_every:
            for _ in range(AFTER_THE_END):
                self._heckle([])

    def _one_order(self) -> None:
        if line := "" if self.subject.plans(self.task.player) else self.keeper(self.match):
            self._order(line)
            return
        listing = cache(self._listing)
        if self._now_and_then(self.task.look_every):
            checks.position(self.subject, self.match, listing(), len(self.lines))
            self.checks["positions looked at"] += 1
        if not self.trial and self._now_and_then(self.task.undo_every):
            self.trial = UndoTrial(self.match.text(), self.rng.randint(1, DEEPEST_UNDO))
        if not self._interrupted(listing):
            self._order(self.player(self.match.state, listing))

    def _listing(self) -> list[str]:
        commands = self.subject.legal(self.match.state)
        checks.way_on(self.subject, self.match, commands)
        return commands

    def _interrupted(self, listing: Listing) -> bool:
        """Whether an order is given that the player has not chosen."""
        if self.subject.plans(self.task.player):
            return False
        if self._now_and_then(self.task.nasty_every) and self._heckle(listing()):
            return True
        if self.subject.asides and self._now_and_then(ASIDE_EVERY):
            self._aside()
            return True
        return False

    def _now_and_then(self, every: int) -> bool:
        return bool(every) and self.rng.randrange(every) == 0

    def _aside(self) -> None:
        self._order(self.rng.choice(self.subject.asides))

    def _order(self, line: str) -> None:
        self.lines.append(line)
        try:
            done = session.perform(self.match, line.split())
        except GameError as error:
            raise Fault(f"{line!r} is legal, but refused: {error.message}") from None
        self._done(line, done)

    def _done(self, line: str, done: Done) -> None:
        self.orders[done.command.split()[0]] += 1
        self.events.update(event.type for event in done.events)
        checks.order_done(self.subject, self.match, self.ledger, line, done)
        if self.trial and self.trial.is_over(done):
            self._take_back(self.trial)

    def _take_back(self, trial: "UndoTrial") -> None:
        self.trial = None
        self.lines.append(f"undo {len(trial.done)}")
        self.last = Last.UNDO
        checks.undone(self.match, trial.before, trial.done)
        self.checks["orders taken back"] += len(trial.done)
        self.lines.pop()
        self.last = Last.ORDER

    def _heckle(self, commands: list[str]) -> bool:
        """Give a nasty order; whether it was legal after all, and is done."""
        self.heckler.hear(commands)
        nasty = self.heckler.shout(self.match.state, commands)
        self.lines.append(nasty.line)
        self.last = Last.FORBIDDEN if nasty.certain else Last.NASTY
        done = checks.heckled(self.match, nasty.line, nasty.certain)
        self.last = Last.ORDER
        if done:
            self.checks["nasty orders carried out"] += 1
            self._done(nasty.line, done)
        else:
            self.checks["nasty orders refused"] += 1
            self.lines.pop()
        return done is not None

    def report(self, fault: str, start: str) -> Report:
        state = self.match.state
        turn = self.subject.game.moment(state).turn
        seen = (self.orders, self.events, self.checks)
        return Report(self.task, turn, state.outcome, *seen, fault, start, self.lines, self.last)


class UndoTrial:
    """A save as it is now, to be gone back to some orders later."""

    def __init__(self, before: str, depth: int) -> None:
        self.before = before
        self.depth = depth
        self.done: list[Done] = []

    def is_over(self, done: Done) -> bool:
        """Note an order; whether it was the last before going back."""
        self.done.append(done)
        return len(self.done) == self.depth
