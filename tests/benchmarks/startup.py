"""How long one command takes, beside what Python and Typer take by themselves.

    make bench
    python tests/benchmarks/startup.py [--runs N] [--venv FOLDER] [--profile]

Without --venv a fresh virtual environment is made, with an ordinary, byte-compiled install of the project,
as players get it. All programs are run in turn, N rounds of them, so that whatever else the machine does hits
all alike; what is printed are the medians and their ratios to an empty Typer program. Nothing is asserted:
times belong to a machine, ratios nearly not.
"""

import argparse
import os
import platform
import pty
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
CAMPAIGN = Path(__file__).with_name("campaign.py")
LINES = 2_500
AIM, AIM_LOOK = 0.7, 0.9
ON_TERMINAL = ", on a terminal"
"""What is run on a terminal of 80 × 24 with 256 colours; the rest goes nowhere."""

EMPTY = """\
import typer

app = typer.Typer()


@app.command()
def main() -> None:
    pass


if __name__ == "__main__":
    app()
"""

PHASES = ("embark", "impulse", "suppression")

# Plays landings up to a phase of turn 3, then fills the journal with orders that cost nothing to play.
LATE = """\
import sys
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.engine.session import Match

WANTED = ("bombard", "chits", "embark", "advance --all", "unload", "decide")


def choice(state):
    listed = [c for c in legal(state) if not c.startswith(("embark none", "embark supply"))]
    return next((c for w in WANTED for c in listed if c.startswith(w)), "next" if "next" in listed else listed[0])


path, lines, phase = sys.argv[1], int(sys.argv[2]), sys.argv[3]
match = Match(GAME, Setup("campaign"), 1943)
count = 0
while not (match.state.turn == 3 and match.state.phase.startswith(phase)):
    assert count < lines and match.state.turn <= 3, f"no {phase} in turn 3"
    session.perform(match, choice(match.state).split())
    count += 1
for number in range(count, lines):
    session.perform(match, ["policy", "hits", "step" if number % 2 else "ask"])
session.begin(path, match, force=False)
"""


PARTS = ("movement", "combat")

# The same for the other game: on to the Axis player's part of the first turn, then standing answers.
LATE_MALTA = """\
import sys
from tarawa_cli.games.malta.game import GAME
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.engine.session import Match

path, lines, part = sys.argv[1], int(sys.argv[2]), sys.argv[3]
match = Match(GAME, Setup("cottonera"), 1943)
while match.state.phase != f"axis-{part}":
    session.perform(match, ["next"])
for number in range(lines):
    session.perform(match, ["policy", "axis", "hits", "hold" if number % 2 else "ask"])
session.begin(path, match, force=False)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=25, help="rounds, at least 15 (default 25)")
    parser.add_argument("--venv", type=Path, help="a virtual environment with the project installed")
    parser.add_argument("--profile", action="store_true", help="also where the time goes: imports and functions")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tarawa bench ") as name:
        folder = Path(name)
        home = given.venv.absolute() if given.venv else fresh_venv(folder / "venv")
        programs = prepare(folder, home)
        report(home, programs, measure(programs, max(15, given.runs), folder))
        if given.profile:
            profile(folder, home)


def fresh_venv(home: Path) -> Path:
    """An ordinary install, byte-compiled regardless of the environment."""
    print("setting up …", file=sys.stderr)
    venv.create(home, with_pip=True)
    python = str(home / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(ROOT)], check=True)
    subprocess.run([python, "-m", "compileall", "-q", str(home / "lib")], check=True)
    return home


Command = Callable[[], list[str]]


def prepare(folder: Path, home: Path) -> dict[str, Command]:
    """What is timed, by name; orders alternate, so that each changes something."""
    python, tarawa = str(home / "bin" / "python"), str(home / "bin" / "tarawa")
    empty, young = folder / "empty.py", folder / "young.toml"
    late = {phase: folder / f"late-{phase}.toml" for phase in PHASES}
    empty.write_text(EMPTY, encoding="utf-8")
    run([python, tarawa, "new", "--seed", "1943", "--save", str(young)], folder)
    for phase, save in late.items():
        run([python, "-c", LATE, str(save), str(LINES), phase], folder)
    late_malta = {part: folder / f"malta-{part}.toml" for part in PARTS}
    for part, save in late_malta.items():
        run([python, "-c", LATE_MALTA, str(save), str(LINES), part], folder)
    whole = folder / "campaign.toml"
    run([python, str(CAMPAIGN), str(whole)], folder)

    malta = str(home / "bin" / "malta")

    def look(name: str, save: Path, program: str = tarawa) -> Command:
        return lambda: [python, program, name, "--save", str(save)]

    def answer(save: Path) -> Command:
        answers = cycle(["hold", "retreat"])
        return lambda: [python, malta, "policy", "axis", "hits", next(answers), "--save", str(save)]

    def order(save: Path) -> Command:
        answers = cycle(["step", "morale"])
        return lambda: [python, tarawa, "policy", "hits", next(answers), "--save", str(save)]

    return {
        "python -c pass": lambda: [python, "-c", "pass"],
        "an empty Typer program": lambda: [python, str(empty)],
        "tarawa status, young save": look("status", young),
        "tarawa policy, young save": order(young),
        **{f"tarawa status, {LINES} lines, {phase}": look("status", save) for phase, save in late.items()},
        f"tarawa map, {LINES} lines, impulse": look("map", late["impulse"]),
        f"tarawa map{ON_TERMINAL}": look("map", late["impulse"]),
        f"tarawa status{ON_TERMINAL}": look("status", late["impulse"]),
        **{f"tarawa policy, {LINES} lines, {phase}": order(save) for phase, save in late.items()},
        "tarawa status, a whole campaign": look("status", whole),
        "tarawa policy, a whole campaign": order(whole),
        **{f"malta status, {LINES} lines, {part}": look("status", save, malta) for part, save in late_malta.items()},
        f"malta map, {LINES} lines, movement": look("map", late_malta["movement"], malta),
        f"malta map{ON_TERMINAL}": look("map", late_malta["movement"], malta),
        f"malta status{ON_TERMINAL}": look("status", late_malta["movement"], malta),
        **{f"malta policy, {LINES} lines, {part}": answer(save) for part, save in late_malta.items()},
        "tarawa verify, a whole campaign": lambda: [python, tarawa, "verify", "--save", str(whole)],
    }


def run(command: list[str], folder: Path, on_terminal: bool = False) -> float:
    """The seconds that a command takes; it must succeed."""
    began = time.perf_counter()
    if on_terminal:
        show(command, folder)
    else:
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def show(command: list[str], folder: Path) -> None:
    """Run a command on a terminal."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": "80", "LINES": "24", "TERM": "xterm-256color"}
    with subprocess.Popen(command, cwd=folder, stdout=theirs, env=environment) as running:
        os.close(theirs)
        with suppress(OSError):  # the last one has closed it
            while os.read(ours, 65536):
                pass
    os.close(ours)
    assert running.returncode == 0, command


def measure(programs: dict[str, Command], runs: int, folder: Path) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in programs}
    for command in programs.values():
        run(command(), folder)
    for _ in range(runs):
        for name, command in programs.items():
            times[name].append(run(command(), folder, name.endswith(ON_TERMINAL)))
    return times


def report(home: Path, programs: dict[str, Command], times: dict[str, list[float]]) -> None:
    versions = (
        "import platform as p; from importlib.metadata import version as v; "
        "print('Python', p.python_version(), *(f'· {n} {v(n)}' for n in ('typer', 'tomli', 'tarawa-cli')))"
    )
    told = subprocess.run([str(home / "bin" / "python"), "-c", versions], capture_output=True, text=True, check=True)
    runs = len(next(iter(times.values())))
    print(f"{told.stdout.strip()} · {machine()}, {os.cpu_count()} CPUs · median of {runs} runs\n")
    typer = median(times["an empty Typer program"])
    print(f"{'':40}{'ms':>8}{'fastest':>9}{'× Typer':>9}")
    for name in programs:
        middle = median(times[name])
        print(f"{name:40}{middle * 1000:8.1f}{min(times[name]) * 1000:9.1f}{middle / typer:9.2f}")
    print(f"\naim: at most {AIM} × an empty Typer program for an order on a save with {LINES} lines,")
    print(f"at most {AIM_LOOK} × for `status` and `map`")


def machine() -> str:
    """The processor's name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(": ")[2] for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def profile(folder: Path, home: Path) -> None:
    """The most expensive imports and functions of an order on the late save."""
    order = [str(home / "bin" / "tarawa"), "policy", "hits", "ask", "--save", str(folder / "late-embark.toml")]
    python = str(home / "bin" / "python")
    told = subprocess.run([python, "-X", "importtime", *order], cwd=folder, capture_output=True, text=True, check=True)
    rows = [line.removeprefix("import time:").split("|") for line in told.stderr.splitlines() if "|" in line][1:]
    print("\nimports, ms by themselves:")
    for own, _, name in sorted(rows, key=lambda row: -int(row[0]))[:30]:
        print(f"{int(own) / 1000:8.2f}  {name.strip()}")
    print()
    subprocess.run([python, "-m", "cProfile", "-s", "tottime", *order], cwd=folder, check=True)


if __name__ == "__main__":
    main()
