"""Record a game of Malta for each way in which one can end.

    python tools/record_malta_games.py [--folder tests/malta/games] [NAME…]

The files are what `malta run` takes, and `tests/malta/test_recorded_games.py` plays them. They fit the rules and tables
with which they were made; when those change, this records them again. The seed is the first with which the game ends as
it should. Games of shipped scenarios are played by the computer. The others start from positions of their own in the
folder, and their orders stand here.
"""

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

import checkout  # noqa: F401

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.players import player
from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.play import question
from tarawa_cli.kernel.engine.session import Done, Match, perform
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import play_on
from tests.kit.recorded import fingerprint

FOLDER = Path("tests/malta/games")
SEEDS = 60


class Recipe(NamedTuple):
    """How a game is played, and the end it must have."""

    name: str
    scenario: str
    """A shipped one, or a file in the folder."""
    outcome: str
    player: str = ""
    orders: tuple[str, ...] = ()
    """What is ordered, if no computer plays; then `next` and the first answers to all questions, until it is over."""


GAMES = [
    Recipe("surrender-by-roll", "by-roll.toml", "surrender"),
    Recipe("surrender-by-cities", "cities.toml", "surrender", orders=("move i-33 1810",)),
    Recipe("called-off-by-roll", "dear.toml", "called-off"),
    Recipe("called-off-with-nobody-left", "nobody.toml", "called-off", orders=("attack 2rwk 11lf 8m --on 1716",)),
    Recipe("stands", "last-turn.toml", "stands"),
    Recipe("cottonera-axis", "cottonera", "axis", "strong"),
    Recipe("cottonera-allied", "cottonera", "allied", "strong"),
    Recipe("hal-far-axis", "hal-far", "axis", "strong"),
    Recipe("hal-far-allied", "hal-far", "allied", "strong"),
    Recipe("south-beach-axis", "south-beach", "axis", "historical"),
    Recipe("south-beach-allied", "south-beach", "allied", "strong"),
    Recipe("last-stand-surrender", "last-stand", "surrender", "strong"),
    Recipe("last-stand-called-off", "last-stand", "called-off", "strong"),
    Recipe("herkules", "herkules", "surrender", "strong"),
]

HEAD = """\
# scenario: {0.scenario}
# seed: {1}
# played by: {2}
# outcome: {3.outcome}
# turn: {3.box.id}
# rules: {4}
# fingerprint: {5}
#
# malta new {6} --seed {1} --save recorded.toml && malta run {7} --save recorded.toml

"""


def setup_of(recipe: Recipe) -> Setup:
    own = recipe.scenario.endswith(".toml")
    return GAME.complete(Setup(recipe.scenario, str(FOLDER))) if own else Setup(recipe.scenario)


def play(recipe: Recipe, seed: int) -> tuple[Match[State], list[Done]]:
    """A game to its end, and all that was done."""
    match = Match(GAME, setup_of(recipe), seed)
    if recipe.player:
        state = GAME.begin(setup_of(recipe))
        lines = [move.order.text() for move in play_on(GAME, state, player(recipe.player, str(seed)), seed)]
    else:
        lines = list(recipe.orders)
    done = [perform(match, split_line(line)) for line in lines]
    while not match.truth.outcome:
        asked = question(match.truth).options if match.truth.question else []
        done.append(perform(match, ["decide", asked[0]] if asked else ["next"]))
    return match, done


def record(recipe: Recipe, path: Path) -> str:
    """Write a game to its file; returns the result, or nothing if no seed gives the wanted end."""
    for seed in range(1, SEEDS + 1):
        match, done = play(recipe, seed)
        if match.truth.outcome == recipe.outcome:
            break
    else:
        return ""
    lines, mark = [one.command for one in done], fingerprint(match, done)
    by = f"the computer, {recipe.player}" if recipe.player else "hand"
    where = FOLDER / recipe.scenario if recipe.scenario.endswith(".toml") else recipe.scenario
    head = HEAD.format(recipe, seed, by, match.truth, GAME.rules, mark, where, path)
    path.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
    return f"{match.truth.outcome} on {match.truth.box.id}, {len(lines)} orders, seed {seed}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these games")
    parser.add_argument("--folder", type=Path, default=FOLDER, metavar="DIR", help=f"default {FOLDER}")
    given = parser.parse_args()
    wrong = 0
    for recipe in GAMES:
        if given.names and recipe.name not in given.names:
            continue
        told = record(recipe, given.folder / f"{recipe.name}.txt")
        print(f"{recipe.name}: {told or f'no seed up to {SEEDS} ends as {recipe.outcome}'}")
        wrong += not told
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
