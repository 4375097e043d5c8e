"""Attack the installed program from outside, in short form: files that others have made, a hard end at any moment.

    python tests/attack.py --rounds 20 --seed 1
    python tests/attack.py --only damage,text --rounds 500
    python tests/attack.py --only damage --seed 1 --round 4711

A line an attack. A fault leaves a folder with the files and the commands that led to it. Exit code 1: there was one.
"""

import argparse
import shutil
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.append(str(ROOT))  # at the end: the program that is attacked is the installed one

from tests.attacks.tools import Fault, Round  # noqa: E402

FOLDER = Path("attack-faults")
# attack → how many of its rounds are one of --rounds; some rounds are quick, others start many processes
ATTACKS = {
    "rules": 2,
    "kills": 4,
    "faults": 4,
    "output": 2,
    "damage": 10,
    "writers": 0.1,
    "text": 5,
    "trust": 2,
    "malta": 6,
    "secrets": 2,
    "mail": 2,
    "git": 1,
    "links": 5,
}


class Outcome(NamedTuple):
    """The outcome of the rounds of an attack."""

    rounds: int
    counts: Counter[str]
    faults: list[str]


def run(name: str, numbers: range, seed: int, keep: Path) -> Outcome:
    """Some rounds of one attack."""
    counts: Counter[str] = Counter()
    faults = [fault for number in numbers if (fault := _round(name, seed, number, counts, keep))]
    return Outcome(len(numbers), counts, faults)


def _round(name: str, seed: int, number: int, counts: Counter[str], keep: Path) -> str:
    """One round; returns what did not hold."""
    attack = import_module(f"tests.attacks.{name}").attack
    with TemporaryDirectory(prefix="attack-") as folder:
        at = Round(name, seed, number, Path(folder), counts)
        try:
            attack(at)
        except Fault as fault:
            return _kept(at, f"{name}, seed {seed}, round {number}: {fault}", keep / f"{name}-{seed}-{number}")
    return ""


def _kept(at: Round, fault: str, keep: Path) -> str:
    """Put the files and commands of a round where somebody can look at them."""
    shutil.rmtree(keep, ignore_errors=True)
    shutil.copytree(at.folder, keep, symlinks=True, ignore=lambda *_: [], copy_function=_copied)
    (keep / "commands.txt").write_text("\n".join([f"# {fault!r}", *at.commands, ""]), "utf-8")
    return fault


def _copied(source: str, target: str) -> None:
    """Copies files only: a round may have made pipes and devices in its folder."""
    if Path(source).is_file() and Path(source).stat().st_size < 10_000_000:
        shutil.copy(source, target)


def main(words: list[str] | None = None) -> int:
    given = _parser().parse_args(words)
    names = given.only.split(",") if given.only else list(ATTACKS)
    if unknown := [name for name in names if name not in ATTACKS]:
        print(f"no such attack: {', '.join(unknown)}; there are {', '.join(ATTACKS)}", file=sys.stderr)
        return 2
    broken = 0
    for name in names:
        outcome = run(name, _numbers(name, given), given.seed, given.folder)
        broken += len(outcome.faults)
        print(_line(name, outcome), flush=True)
    return 1 if broken else 0


def _numbers(name: str, given: argparse.Namespace) -> range:
    if given.round is not None:
        return range(given.round, given.round + 1)
    return range(max(1, round(given.rounds * ATTACKS[name])))


def _line(name: str, outcome: Outcome) -> str:
    counts = ", ".join(f"{what} {number}" for what, number in sorted(outcome.counts.items()) if number)
    verdict = f"{len(outcome.faults)} DID NOT HOLD" if outcome.faults else "all held"
    told = [f"{name:8}{outcome.rounds:6} rounds: {verdict} ({counts})"]
    return "\n".join(told + [f"    {line}" for fault in outcome.faults for line in fault.splitlines()[:12]])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("--rounds", type=int, default=20, metavar="N", help="how long (default 20, about two minutes)")
    add("--seed", type=int, default=1, metavar="N", help="of all chances (default 1)")
    add("--round", type=int, metavar="N", help="only this one, to see a fault again")
    add("--only", default="", metavar="NAME,…", help=f"some of {', '.join(ATTACKS)} (default all)")
    add("--folder", type=Path, default=FOLDER, metavar="DIR", help=f"where faults are kept (default {FOLDER})")
    return parser


if __name__ == "__main__":
    sys.exit(main())
