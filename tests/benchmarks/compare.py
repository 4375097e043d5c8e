"""Whether a version starts slower than another: the processor time of commands, by two installs.

    python tests/benchmarks/compare.py BEFORE NOW [--runs N]

Both are virtual environments with an ordinary install, byte-compiled (`python -m compileall`). In each of N rounds,
every command is run by one and then by the other, on a copy of a late save; printed are the medians and the fastest
runs, user and system time together, and their ratios. The last lines compare `status` with `map` on a terminal, now.
"""

import argparse
import os
import resource
import shutil
import tempfile
from pathlib import Path
from statistics import median

from startup import ON_TERMINAL, ROOT, run

SAVES = {"tarawa": "tarawa/late-strong-turn-24.toml", "malta": "malta/late-herkules-4.toml"}
MAP, STATUS = f"map{ON_TERMINAL}", f"status{ON_TERMINAL}"
COMMANDS = ("map", MAP, "status", STATUS, "next -n")
LEAST = 15

Times = dict[tuple[str, str], tuple[list[float], list[float]]]
"""By program and command: the milliseconds of every run, before and now."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("before", type=Path)
    parser.add_argument("now", type=Path)
    parser.add_argument("--runs", type=int, default=25, help=f"at least {LEAST} (default 25)")
    options = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    times = measure((options.before.absolute(), options.now.absolute()), max(LEAST, options.runs))
    print(f"{'':28}{'median':>8}{'':>8}{'':>8}{'fastest':>10}")
    print(f"{'':28}{'before':>8}{'now':>8}{'ratio':>8}{'before':>10}{'now':>8}{'ratio':>8}")
    for (program, command), (before, now) in times.items():
        print(f"{program + ' ' + command:28}{compared(median(before), median(now))}  {compared(min(before), min(now))}")
    for program in SAVES:
        drawn, shown = times[program, MAP][1], times[program, STATUS][1]
        title = f"{program} status / map, now"
        print(f"{title:28}{compared(median(drawn), median(shown))}  {compared(min(drawn), min(shown))}")


def compared(before: float, now: float) -> str:
    return f"{before:8.1f}{now:8.1f}{now / before:8.2f}"


def measure(homes: tuple[Path, Path], runs: int) -> Times:
    """Every command in every round; the first round fills the caches and does not count."""
    times: Times = {(program, command): ([], []) for program in SAVES for command in COMMANDS}
    with tempfile.TemporaryDirectory(prefix="tarawa compare ") as folder:
        for number in range(runs + 1):
            for (program, command), both in times.items():
                for home, taken in zip(homes, both, strict=True):
                    spent = once(home, program, command, Path(folder))
                    taken += [spent] if number else []
    return times


def once(home: Path, program: str, command: str, folder: Path) -> float:
    """The milliseconds of processor time of one command, on a fresh copy of its save."""
    copy = shutil.copy(ROOT / "tests/saves/0.2.2" / SAVES[program], folder)
    words = [*command.removesuffix(ON_TERMINAL).split(), "--save", copy]
    began = processor_time()
    run([str(home / "bin" / program), *words], folder, command.endswith(ON_TERMINAL))
    return (processor_time() - began) * 1000


def processor_time() -> float:
    """What all commands so far have taken, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
