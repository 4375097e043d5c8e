"""Play games at random and check everything that must hold after every command.

    python tools/fuzz.py --games 100 --seed 1 --jobs 2
    python tools/fuzz.py --replay fuzz-faults/campaign-eager-17.txt

Each game has a seed of its own, counted up from the first one's, for its dice and for all choices; what is printed does
not depend on --jobs. A fault leaves a file of commands that leads to it. Exit code 1: there was a fault.
"""

import argparse
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from multiprocessing import Pool
from pathlib import Path
from traceback import print_exc

from fuzzing import script
from fuzzing.checks import Fault
from fuzzing.game import Report, Task, play
from fuzzing.players import PLAYERS
from fuzzing.starts import names

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.kernel.errors import GameError

FOLDER = Path("fuzz-faults")
DEFAULT = Task._field_defaults


def main(words: list[str] | None = None) -> int:
    given = _parser().parse_args(words)
    try:
        return replay(given.replay) if given.replay else fuzz(given)
    except (script.Unusable, GameError) as error:
        print(error, file=sys.stderr)
        return 2


def fuzz(given: argparse.Namespace) -> int:
    summary = Summary(given.games)
    with reports(tasks(given), given.jobs) as played:
        try:
            for report in played:
                summary.add(report)
                if report.fault:
                    _tell_fault(report, given.folder)
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    for name, (default, least, what) in NUMBERS.items():
        add(f"--{name}", type=_count(least), default=default, metavar="N", help=f"{what} (default {default})")
    add("--scenario", action="append", metavar="NAME", help=f"{', '.join(names())}, a file, or all; may be repeated")
    add("--player", choices=[*PLAYERS, "all"], default="all", help="who chooses; all take turns (default all)")
    add("--folder", type=Path, default=FOLDER, metavar="DIR", help=f"where faults are written (default {FOLDER})")
    add("--replay", type=Path, metavar="FILE", help="play a file of a fault again, with all checks")
    return parser


def _count(low: int) -> Callable[[str], int]:
    def number(word: str) -> int:
        if not word.isdecimal() or int(word) < low:
            raise argparse.ArgumentTypeError(f"{word!r} is not a number from {low} on")
        return int(word)

    return number


def tasks(given: argparse.Namespace) -> Iterator[Task]:
    """The games of a run; every scenario is played by every player."""
    players = list(PLAYERS) if given.player == "all" else [given.player]
    scenarios = names() if given.scenario == ["all"] else given.scenario or ["campaign"]
    pairs = cycle((scenario, player) for scenario in scenarios for player in players)
    for number, (scenario, player) in enumerate(islice(pairs, given.games)):
        every = given.undo_every, given.nasty_every, given.look_every, given.books_every
        yield Task(scenario, given.seed + number, player, *every, given.longest, given.orders)


@contextmanager
def reports(tasks: Iterator[Task], jobs: int) -> Iterator[Iterator[Report]]:
    """The games played, in their order however many processes play them."""
    if jobs == 1:
        yield map(play, tasks)
        return
    with Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN), maxtasksperchild=50) as pool:
        yield pool.imap(play, tasks)


class Summary:
    """What was seen in all games, with a line that counts them on a terminal."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
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
        never = sorted(_known_events() - set(self.events))
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


def _known_events() -> set[str]:
    """Everything that `apply` can make happen."""
    return {name.replace("_", "-") for name, made in vars(apply).items() if _is_event(made)}


def _is_event(made: object) -> bool:
    return getattr(made, "__qualname__", "") == "event.<locals>.emit"


def _tell_fault(report: Report, folder: Path) -> None:
    """Write the file, with its start if that is made up, and say how to use it."""
    task = report.task
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{Path(task.scenario).stem}-{task.player}-{task.seed}.txt"
    scenario = task.scenario
    if report.start:
        scenario = str(path.with_suffix(".toml"))
        Path(scenario).write_text(report.start, encoding="utf-8")
    told = script.text(path, scenario, task.seed, report.last, report.fault, report.lines)
    path.write_text(told, encoding="utf-8")
    print(f"FAULT in {task.scenario}, seed {task.seed}, player {task.player}, turn {report.turn}:")
    print(f"  {report.fault.strip().splitlines()[-1]}")
    print(f"  its orders again: python tools/fuzz.py --replay {path}")
    print(f"  the game again: {_again(task)}")


def _again(task: Task) -> str:
    """The run that is this one game."""
    given = {name: value for name, value in task._asdict().items() if value != DEFAULT.get(name)}
    given["player"] = task.player
    words = (f"--{name.replace('_', '-')} {value}" for name, value in given.items())
    return f"python tools/fuzz.py --games 1 {' '.join(words)}"


def replay(path: Path) -> int:
    try:
        script.Replay(path).play()
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


if __name__ == "__main__":
    sys.exit(main())
