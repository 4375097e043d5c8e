"""Play many games of each scenario by the computer, and keep what they came to: a game that ends is told beside them.

    python tools/record_figures.py --jobs 2                            # all scenarios, 1,000 games each
    python tools/record_figures.py --games 200 --jobs 2 campaign free  # some of them, fewer games

The figures are in `games/tarawa/data/figures.toml`, with the version of the rules for which they hold.
`tests/tarawa/test_figures.py` says when they are stale: then this makes them anew. Each scenario is written as soon as
its games are played; the others stay as they are.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model import scenario
from tarawa_cli.games.tarawa.players import player
from tarawa_cli.games.tarawa.players.course import Course, many
from tarawa_cli.kernel import simulation, toml
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.simulation import Series

FILE = Path(__file__).resolve().parents[1] / "tarawa_cli/games/tarawa/data/figures.toml"
PLAYER = "historical"
SEED = 1
HEAD = """\
# What many games by the computer came to. Made by tools/record_figures.py.
#
# rules: the version of the rules for which it holds. first: what the game with the first seed came to.
# figures: the lowest value, then that below which 5 % of the games lie, 10 %, and so on to the highest.
# ends: from the best to the worst; merit sets games with the same end apart: casualties, below zero, if the island is
# cleared or the goal reached; hexes held otherwise. ground: the median of the hexes held at the end of each turn.
"""


def play(series: Series, number: int) -> dict[str, Any]:
    """What one game of a series came to."""
    return simulation.play_game(GAME, series, number, player, Course)


def record(name: str, games: int, jobs: int) -> dict[str, Any]:
    """What many games of a scenario came to."""
    played = [*simulation.play_series(play, Series(Setup(name), PLAYER, games, SEED), jobs)]
    first = {key: value for key, value in played[0].items() if key not in ("seed", "ground")}
    facts = many(played)
    ground = toml.OneLine(facts.pop("ground"))
    return {
        "rules": GAME.rules,
        "player": PLAYER,
        "seed": SEED,
        "first": toml.OneLine(first),
        **facts,
        "ground": ground,
    }


def text(figures: dict[str, Any]) -> str:
    return "\n".join([HEAD, *_sections(figures)])


def _sections(figures: dict[str, Any]) -> Iterator[str]:
    for name in sorted(figures):
        facts = figures[name]
        one_line = {key: toml.OneLine(facts[key]) for key in ("first", "ground")}
        yield from (f"[{name}]", *toml.lines({**facts, **one_line}), "")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="default: all")
    parser.add_argument("--games", type=int, default=1_000, metavar="N", help="default 1000")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many at a time")
    given = parser.parse_args()
    figures = toml.parse(FILE.read_text(encoding="utf-8"), FILE.name) if FILE.exists() else {}
    for name in given.scenarios or sorted(scenario.shipped()):
        figures[name] = record(name, given.games, given.jobs)
        FILE.write_text(text(figures), encoding="utf-8")
        print(f"{name}: {figures[name]['games']} games", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
