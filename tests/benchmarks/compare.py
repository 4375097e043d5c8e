"""Whether a version starts slower than another: the processor time of commands, by two installs.

    python tests/benchmarks/compare.py BEFORE NOW [--runs N]

Both are virtual environments with an ordinary install, byte-compiled (`python -m compileall`). Each command is run by
one and then by the other, N times, on its own copy of a late save; printed are the medians of user and system time, and
their ratio.
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
COMMANDS = ("map", f"map{ON_TERMINAL}", "status", f"status{ON_TERMINAL}", "next -n")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("before", type=Path)
    parser.add_argument("now", type=Path)
    parser.add_argument("--runs", type=int, default=25, help="at least 15 (default 25)")
    given = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    print(f"{'':28}{'before':>8}{'now':>8}{'ratio':>8}")
    for program, save in SAVES.items():
        for command in COMMANDS:
            before, now = measure(program, ROOT / "tests/saves/0.2.2" / save, command, given)
            print(f"{program + ' ' + command:28}{before * 1000:8.1f}{now * 1000:8.1f}{now / before:8.2f}", flush=True)


def measure(program: str, save: Path, command: str, given: argparse.Namespace) -> tuple[float, float]:
    """The medians of both installs, in seconds; the first round of each fills the caches and does not count."""
    times: dict[Path, list[float]] = {given.before.absolute(): [], given.now.absolute(): []}
    with tempfile.TemporaryDirectory(prefix="tarawa compare ") as folder:
        for _ in range(max(15, given.runs) + 1):
            for home, taken in times.items():
                copy = shutil.copy(save, folder)
                words = [*command.removesuffix(ON_TERMINAL).split(), "--save", copy]
                began = processor_time()
                run([str(home / "bin" / program), *words], Path(folder), command.endswith(ON_TERMINAL))
                taken.append(processor_time() - began)
    before, now = (median(taken[1:]) for taken in times.values())
    return before, now


def processor_time() -> float:
    """What all commands so far have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
