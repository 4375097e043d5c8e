"""Record the results of many computer games of each scenario, with which a finished game is compared.

    python tools/record_figures.py --jobs 2                            # Tarawa: all scenarios, 1,000 games each
    python tools/record_figures.py --games 200 --jobs 2 campaign free  # some of them, fewer games
    python tools/record_figures.py --game malta --games 200 --jobs 2   # Malta: both sides played by the same player
    python tools/record_figures.py --game malta --check                # are they stale? plays one game of each scenario

The figures are in `games/GAME/data/figures.toml`, with the version of the rules for which they hold, and the result of
the first game. The same seeds give the same figures on any machine. Each scenario is written as soon as its games are
played; the others stay as they are.
"""

import argparse
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import simulation
from tarawa_cli.kernel.players.simulation import GameSeries
from tarawa_cli.kernel.saves import toml

PLAYERS = {"tarawa": "historical", "malta": "strong"}
"""Who plays each game."""
SEED = 1
HEAD = """\
# The results of many computer games. Made by tools/record_figures.py.
#
# rules: the version of the rules for which it holds. first: the result of the game with the first seed.
# figures: the lowest value, then that below which 5 % of the games lie, 10 %, and so on to the highest.
"""
MEANINGS = {
    "tarawa": """\
# ends: from the best to the worst; merit sets games with the same end apart: casualties, below zero, if the island is
# cleared or the goal reached; hexes held otherwise. ground: the median of the hexes held at the end of each turn.
""",
    "malta": """\
# ends: from the best for the Axis to the worst; merit sets games with the same end apart: steps lost by the Axis, below
# zero, if they have won; the weight of the objectives that they hold otherwise. ground: the median of the hexes that
# they hold at the end of each turn.
""",
}


def file_of(game: str) -> Path:
    return Path(__file__).resolve().parents[1] / f"tarawa_cli/games/{game}/data/figures.toml"


def part(game: str, name: str) -> Any:
    return import_module(f"tarawa_cli.games.{game}.{name}")


def play_tarawa(series: GameSeries, number: int) -> dict[str, Any]:
    """The result of one game of a series."""
    return play("tarawa", series, number)


def play_malta(series: GameSeries, number: int) -> dict[str, Any]:
    return play("malta", series, number)


def play(game: str, series: GameSeries, number: int) -> dict[str, Any]:
    player, course = part(game, "players").player, part(game, "views.course").GameCourse
    return simulation.play_game(part(game, "game").GAME, series, number, player, course)


def first_of(played: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in played.items() if key not in ("seed", "ground")}


def record(game: str, name: str, games: int, jobs: int) -> dict[str, Any]:
    """The results of many games of a scenario."""
    series = GameSeries(Setup(name), PLAYERS[game], games, SEED)
    played = [*simulation.play_series({"tarawa": play_tarawa, "malta": play_malta}[game], series, jobs)]
    facts = part(game, "views.course").many(played)
    return {
        "rules": part(game, "game").GAME.rules,
        "player": PLAYERS[game],
        "seed": SEED,
        "first": first_of(played[0]),
        **facts,
    }


def text(game: str, figures: dict[str, Any]) -> str:
    return "\n".join([HEAD + MEANINGS[game], *_sections(figures)])


def _sections(figures: dict[str, Any]) -> Iterator[str]:
    for name in sorted(figures):
        facts = figures[name]
        ground = facts["ground"]
        one_line = {"first": toml.OneLine(facts["first"])}
        last = {"ground": toml.OneLine(ground)}
        rest = {key: value for key, value in facts.items() if key != "ground"}
        yield from (f"[{name}]", *toml.lines({**rest, **one_line, **last}), "")


def stale(game: str, figures: dict[str, Any]) -> Iterator[str]:
    """Scenarios whose first game now has another result, or that have no figures."""
    for name in sorted(part(game, "model.scenario").shipped()):
        told = figures.get(name)
        if told is None or told["rules"] != part(game, "game").GAME.rules:
            yield name
            continue
        again = play(game, GameSeries(Setup(name), told["player"], 1, told["seed"]), 0)
        if first_of(again) != told["first"]:
            yield name


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="default: all")
    parser.add_argument("--game", choices=PLAYERS, default="tarawa")
    parser.add_argument("--games", type=int, default=1_000, metavar="N", help="default 1000")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many at a time")
    parser.add_argument("--check", action="store_true", help="only say which figures are stale; exit code 1 if any are")
    given = parser.parse_args()
    file = file_of(given.game)
    figures = toml.parse(file.read_text(encoding="utf-8"), file.name) if file.exists() else {}
    if given.check:
        found = [*stale(given.game, figures)]
        print(f"stale: {', '.join(found)}" if found else "none is stale")
        return int(bool(found))
    for name in given.scenarios or sorted(part(given.game, "model.scenario").shipped()):
        figures[name] = record(given.game, name, given.games, given.jobs)
        file.write_text(text(given.game, figures), encoding="utf-8")
        print(f"{name}: {figures[name]['games']} games", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
