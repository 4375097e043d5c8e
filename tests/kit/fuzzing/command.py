"""The command of the fuzzer, for one subject: options, games in several processes, files of faults, a summary."""

import argparse
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle, islice
from multiprocessing import Pool
from pathlib import Path
from shlex import quote
from traceback import print_exc

from tarawa_cli.kernel.errors import GameError
from tests.kit.fuzzing import players, script
from tests.kit.fuzzing.checks import Fault
from tests.kit.fuzzing.game import Report, Task, play
from tests.kit.subject import S, Subject

FOLDER = Path("fuzz-faults")
DEFAULT = Task._field_defaults


def main(subject: Subject[S], about: str, words: list[str] | None = None) -> int:
    """Play games as the words say, or replay a fault; `about` heads the help. Exit code 1: there was a fault."""
    given = _parser(subject, about).parse_args(words)
    try:
        return replay(subject, given.replay) if given.replay else fuzz(subject, given)
    except (script.Unusable, GameError) as error:
        print(error, file=sys.stderr)
        return 2


def fuzz(subject: Subject[S], given: argparse.Namespace) -> int:
    summary = Summary(given.games, subject.events)
    with reports(subject, tasks(subject, given), given.jobs) as played:
        try:
            for report in played:
                summary.add(report)
                if report.fault:
                    _tell_fault(subject, report, given.folder)
                if given.faults and summary.faults >= given.faults:
                    break
        except KeyboardInterrupt:
            print("stopped", file=sys.stderr)
    print(summary.text())
    return 1 if summary.faults else 0


# options that are numbers: the default, the least, what they say
NUMBERS = {
    "games": (100, 1, "how many"),
    "seed": (1, 0, "of the first game"),
    "jobs": (1, 1, "processes"),
    "undo-every": (DEFAULT["undo_every"], 0, "take some orders back about every N orders; 0: never"),
    "nasty-every": (DEFAULT["nasty_every"], 0, "give a nasty order about every N orders; 0: never"),
    "look-every": (DEFAULT["look_every"], 0, "try list, save and reports about every N orders; 0: never"),
    "books-every": (DEFAULT["books_every"], 1, "in every Nth game everything must add up, too"),
    "longest": (DEFAULT["longest"], 1, "orders after which a game is endless"),
    "orders": (DEFAULT["orders"], 0, "orders after which a game is broken off; 0: never"),
    "faults": (1, 0, "stop after so many faults; 0: never"),
}


def _parser(subject: Subject[S], about: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=about)
    scenarios, chosen = ", ".join(subject.scenarios()), [*players.names(subject), "all"]
    add = parser.add_argument
    for name, (default, least, what) in NUMBERS.items():
        add(f"--{name}", type=_count(least), default=default, metavar="N", help=f"{what} (default {default})")
    add("--scenario", action="append", metavar="NAME", help=f"{scenarios}, a file, or all; may be repeated")
    add("--player", choices=chosen, default="all", help="who chooses; all take turns (default all)")
    add("--folder", type=Path, default=FOLDER, metavar="DIR", help=f"where faults are written (default {FOLDER})")
    add("--replay", type=Path, metavar="FILE", help="play a file of a fault again, with all checks")
    return parser


def _count(low: int) -> Callable[[str], int]:
    def number(word: str) -> int:
        if not word.isdecimal() or int(word) < low:
            raise argparse.ArgumentTypeError(f"{word!r} is not a number from {low} on")
        return int(word)

    return number


def tasks(subject: Subject[S], given: argparse.Namespace) -> Iterator[Task]:
    """The games of a run; every scenario is played by every player."""
    chosen = players.names(subject) if given.player == "all" else [given.player]
    scenarios = subject.scenarios() if given.scenario == ["all"] else given.scenario or subject.scenarios()[:1]
    pairs = cycle((scenario, player) for scenario in scenarios for player in chosen)
    for number, (scenario, player) in enumerate(islice(pairs, given.games)):
        every = given.undo_every, given.nasty_every, given.look_every, given.books_every
        yield Task(scenario, given.seed + number, player, *every, given.longest, given.orders)


@contextmanager
def reports(subject: Subject[S], tasks: Iterator[Task], jobs: int) -> Iterator[Iterator[Report]]:
    """The games played, in the same order however many processes play them."""
    if jobs == 1:
        yield map(partial(play, subject), tasks)
        return
    with Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN), maxtasksperchild=50) as pool:
        yield pool.imap(partial(play, subject), tasks)


class Summary:
    """What was seen in all games, with a line that counts them on a terminal."""

    def __init__(self, wanted: int, known: Iterable[str]) -> None:
        self.wanted = wanted
        self.known = set(known)
        """Every event that can happen."""
        self.games = self.commands = self.faults = 0
        self.ends: Counter[str] = Counter()
        self.orders: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        self.checks: Counter[str] = Counter()

    def add(self, report: Report) -> None:
        self.games += 1
        self.commands += sum(report.orders.values())
        self.faults += bool(report.fault)
        self.ends[report.outcome or "unfinished"] += 1
        self.orders += report.orders
        self.events += report.events
        self.checks += report.checks
        if sys.stderr.isatty():
            end = "\n" if self.games == self.wanted else ""
            print(
                f"\r{self.games} of {self.wanted} games, {self.commands} orders", end=end, file=sys.stderr, flush=True
            )

    def text(self) -> str:
        faults = f"{self.faults} with a fault" if self.faults else "no fault"
        never = sorted(self.known - set(self.events))
        return "\n".join(
            [
                f"{self.games} games, {self.commands} orders: {faults}",
                f"ends: {_counts(self.ends)}",
                f"orders: {_counts(self.orders)}",
                f"checks: {_counts(self.checks)}",
                f"never happened: {', '.join(never) or 'nothing'}",
            ]
        )


def _counts(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in sorted(counts.items())) or "none"


def _tell_fault(subject: Subject[S], report: Report, folder: Path) -> None:
    """Write the file, with its start if that is made up, and say how to use it."""
    task = report.task
    folder.mkdir(parents=True, exist_ok=True)
    name = Path(task.scenario).stem.replace(" ", "-")
    path = folder / f"{name}-{task.player}-{task.seed}.txt"
    scenario = task.scenario
    if report.start:
        scenario = str(path.with_suffix(".toml"))
        Path(scenario).write_text(report.start, encoding="utf-8")
    told = script.text(subject, path, scenario, task.seed, report.last, report.fault, report.lines)
    path.write_text(told, encoding="utf-8")
    print(f"FAULT in {task.scenario}, seed {task.seed}, player {task.player}, turn {report.turn}:")
    print(f"  {report.fault.strip().splitlines()[-1]}")
    print(f"  its orders again: {subject.again} --replay {path}")
    print(f"  the game again: {_again(subject, task)}")


def _again(subject: Subject[S], task: Task) -> str:
    """The run that is this one game."""
    given = {name: value for name, value in task._asdict().items() if value != DEFAULT.get(name)}
    given["player"] = task.player
    words = (f"--{name.replace('_', '-')} {quote(str(value))}" for name, value in given.items())
    return f"{subject.again} --games 1 {' '.join(words)}"


def replay(subject: Subject[S], path: Path) -> int:
    try:
        script.Replay(subject, path).play()
    except Fault as fault:
        print(f"FAULT: {fault}")
        return 1
    except script.Elsewhere as why:
        print(f"{path}: no fault, but it does not lead to its end any more: {why}")
        return 0
    except script.Unusable:
        raise
    except Exception:
        print_exc(file=sys.stdout)
        return 1
    print(f"{path}: no fault")
    return 0
