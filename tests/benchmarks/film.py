"""How films of two installs compare: making them, opening them, and going through them.

    python tests/benchmarks/film.py BEFORE NOW [--orders N] [--runs N]

Both are virtual environments with an ordinary install, byte-compiled, that can also make GIFs (`[pictures]`). The
computer plays campaigns of both games until they have N orders in all (10,000 if not said otherwise); each is exported
by one install and then by the other. Two films of each are opened in a headless Chromium by turns, and gone through
from end to end and at random. Printed are processor times, of the page its main thread's, and
ratios: above 1 the new one is faster. Nothing is asserted: times belong to a machine, ratios nearly not.
"""

import argparse
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from statistics import median

from compare import processor_time

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
SCENARIOS = {"tarawa": "campaign", "malta": "herkules"}
SCRUB = """
(async () => {
  const slider = document.getElementById("f-slider"), last = +slider.max, steps = [];
  for (let n = 0; n <= last; n += 7) steps.push(n);
  for (let n = 0, at = 1; n < 150; n++) { at = at * 48271 % 2147483647; steps.push(at % (last + 1)); }
  for (const n of steps) {
    slider.value = n;
    slider.dispatchEvent(new Event("input"));
    document.querySelector("#f-view svg, #f-map svg, svg").getBoundingClientRect();
  }
  await new Promise(done => setTimeout(done, 300));
  return steps.length;
})()
"""
"""Draws the slider along, to every seventh step and to 150 at random, with the layout of the page after each."""
TOLD = SCRUB.replace('slider.dispatchEvent(new Event("input"))', "show(n)")
"""The same, with everything that a step shows: the words too, which wait while the slider is drawn along."""
FRAME = "new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)))"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("before", type=Path)
    parser.add_argument("now", type=Path)
    parser.add_argument("--orders", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=7, help="how often a film is opened (default 7)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tarawa film ") as folder:
        saves = played(given, Path(folder))
        print(f"{'':34}{'before':>10}{'now':>10}{'ratio':>8}")
        export(given, saves)
        for save in first_of_each(saves):
            show(f"{save.stem}: gif, s", *(made(home, save, "gif") for home in (given.before, given.now)))
        look(given, first_of_each(saves))


def played(given: argparse.Namespace, folder: Path) -> list[Path]:
    """Campaigns with so many orders in all, by turns of either game."""
    saves: list[Path] = []
    count = seed = 0
    while count < given.orders:
        for program, scenario in SCENARIOS.items():
            save = folder / f"{program}-{seed}.toml"
            for words in [["new", scenario, "--seed", str(seed + 1)], ["autoplay", "--quiet"]]:
                subprocess.run(
                    [given.before / "bin" / program, *words, "--save", save], capture_output=True, check=True
                )
            count += len(tomllib.loads(save.read_text(encoding="utf-8"))["journal"])
            saves.append(save)
        seed += 1
    print(f"{len(saves)} campaigns, {count:,} orders")
    return saves


def first_of_each(saves: list[Path]) -> list[Path]:
    return [next(save for save in saves if save.stem.startswith(program)) for program in SCENARIOS]


def made(home: Path, save: Path, kind: str) -> float:
    """The processor time of an export."""
    program = save.stem.partition("-")[0]
    file = save.with_name(f"{save.stem}.{home.absolute().parent.name}.{kind}")
    began = processor_time()
    command = [home.absolute() / "bin" / program, "export", kind, file, "--force", "--save", save]
    subprocess.run(command, capture_output=True, check=True)
    return processor_time() - began


def export(given: argparse.Namespace, saves: list[Path]) -> None:
    """All campaigns as films, each by one install and then by the other."""
    times = [[made(home, save, "html") for home in (given.before, given.now)] for save in saves]
    for program in SCENARIOS:
        own = [pair for pair, save in zip(times, saves, strict=True) if save.stem.startswith(program)]
        show(f"{program}: {len(own)} films, s", *map(sum, zip(*own, strict=True)))
    show("all films, s", *map(sum, zip(*times, strict=True)))


def look(given: argparse.Namespace, saves: list[Path]) -> None:
    """Films in the browser: how long until a page is ready, and how long a step takes."""
    from tests.browser.chromium import chromium

    with chromium() as page:
        page("Performance.enable", timeDomain="threadTicks")

        def thread_time() -> float:
            """The processor time of the page's main thread since it was opened."""
            return {one["name"]: one["value"] for one in page("Performance.getMetrics")["metrics"]}["ThreadTime"]

        for save in saves:
            films = [
                save.with_name(f"{save.stem}.{home.absolute().parent.name}.html") for home in (given.before, given.now)
            ]
            show(f"{save.stem}: bytes", *(film.stat().st_size for film in films))

            def each(measure: Callable[[Path], float], films: list[Path] = films) -> list[float]:
                rounds = [[measure(film) for film in films] for _ in range(given.runs + 1)][1:]
                return [median(times) for times in zip(*rounds, strict=True)]

            def opened(film: Path) -> float:
                page.open("about:blank")
                page.open(film.as_uri())
                page.run(FRAME)
                return 1000 * thread_time()

            def scrubbed(film: Path, script: str = SCRUB) -> float:
                before = opened(film)
                steps = page.run(script)
                return (1000 * thread_time() - before) / float(steps)

            def told(film: Path) -> float:
                return scrubbed(film, TOLD)

            show(f"{save.stem}: opened, ms", *each(opened))
            show(f"{save.stem}: a step, ms", *each(scrubbed))
            show(f"{save.stem}: a step with words, ms", *each(told))


def show(what: str, before: float, now: float) -> None:
    print(f"{what:34}{before:10,.2f}{now:10,.2f}{before / now:8.2f}", flush=True)


if __name__ == "__main__":
    main()
