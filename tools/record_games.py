"""Record a game for each way in which the big scenarios can end.

    python tools/record_games.py [--folder tests/games]

The files are what `tarawa run` takes, and `tests/test_recorded_games.py` plays them. They fit the rules and tables with
which they were made: when those change, this records them again; a game that then ends in another way needs another
seed in `GAMES`. Each file names the version of the rules and a fingerprint of all that happened. If what happens
changes, the version must be raised first (`rules` in `games/tarawa/game.py`): nothing is written over under the same
one.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import checkout  # noqa: F401

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.board import neighbours
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left
from tarawa_cli.games.tarawa.orders import passes
from tarawa_cli.games.tarawa.orders.actions import Move
from tarawa_cli.games.tarawa.players import Choice, Player, player
from tarawa_cli.games.tarawa.players.fighting import can_act
from tarawa_cli.games.tarawa.players.maneuvering import DangerMap
from tarawa_cli.games.tarawa.players.planners import Strong
from tarawa_cli.games.tarawa.rules import ch07_actions
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import LOWEST
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import play_on
from tests.kit.recorded import fingerprint, remarks, setup_of

FOLDER = Path("tests/games")
COSTLY = "costly.toml"
PARADES = (12, 8, 6, 5, 4, 3, 2, 1)
"""Numbers of steps to and fro on the airstrip in one order, to be tried from the largest down."""


class Recipe(NamedTuple):
    """How a recorded game is played, and the end it must have."""

    scenario: str
    outcome: str
    player: str
    seed: int
    tables: str = ""
    """A file of own tables in the folder, under which it is played."""


GAMES = [
    Recipe("campaign", "victory", "strong", 1),
    Recipe("campaign", "pyrrhic", "spendthrift", 1, COSTLY),
    Recipe("campaign", "ruined", "wastrel", 1, COSTLY),
    Recipe("campaign", "time", "historical", 1),
    Recipe("campaign", "called-off", "random", 1),
    Recipe("free", "victory", "strong", 5),
    Recipe("free", "pyrrhic", "spendthrift", 2, COSTLY),
    Recipe("free", "ruined", "wastrel", 13, COSTLY),
    Recipe("free", "time", "historical", 1),
    Recipe("free", "called-off", "random", 1),
]

HEAD = """\
# scenario: {0.scenario}
# seed: {0.seed}
# player: {0.player}
{5}# outcome: {0.outcome}
# turn: {1.turn}
# casualties: {1.casualties}
# rules: {3}
# fingerprint: {4}
#
# tarawa new {0.scenario} --seed {0.seed}{6} --save recorded.toml && tarawa run {2} --save recorded.toml

"""


class Spendthrift(Strong):
    """Fights well until the Japanese are broken; then the Marines parade on the airstrip under fire.

    The last hexes are left to the Japanese until the price is paid, or time runs short.
    """

    price = 5_050
    """The casualties after which it stops spending and wins."""
    first_hexes = 90
    """So few must be uncleared before it spends: men are needed to come so far."""
    last_hexes = 8
    last_turn = 28

    def __init__(self, scenario: str) -> None:
        super().__init__()
        self.wade = scenario == "free"  # where there is no timetable, this is quicker

    def actions(self, state: State) -> Iterator[Choice]:
        if state.tracks["japanese"] == LOWEST and self._spends(state):
            yield from self._parade(state)
            if self._spends(state) and len(state.uncleared) <= self.last_hexes and state.turn < self.last_turn:
                return
        yield from super().actions(state)

    def _spends(self, state: State) -> bool:
        return state.casualties < self.price and len(state.uncleared) <= self.first_hexes

    def _parade(self, state: State) -> Iterator[Choice]:
        for unit in list(state.units.values()):
            if not self._is_busy(state, unit):
                while self._spends(state) and _can_march(state, unit) and (order := _march(state, unit)):
                    yield Choice(order, "somebody must pay the price")

    def _is_busy(self, state: State, unit: Unit) -> bool:
        """Whether a unit is in contact while there is still much to fight for."""
        if not state.is_ashore(unit) or len(state.uncleared) <= self.last_hexes:
            return False
        return any(state.is_uncleared(hex) for hex in neighbours(unit.hex))


class Wastrel(Spendthrift):
    price = 6_050


def _can_march(state: State, unit: Unit) -> bool:
    """Whether a unit is on foot, ashore, able to act, and has more than one step."""
    fit = unit.type.on_foot and state.is_ashore(unit) and unit.steps > 1
    return fit and can_act(unit) and ap_left(state, unit) >= 1


def _march(state: State, unit: Unit) -> Move | None:
    """To the nearest airstrip hex under fire, then to and fro there as long as the AP last."""
    ground = DangerMap(state, Strong.temper.blood)
    reach = ch07_actions.reach(ch07_actions.land_gait(unit.type), unit.hex, ap_left(state, unit), ground.open)
    routes = {at: reach[at].hexes for at in reach if at in ground.swept and reach[at].hexes}
    for at in sorted(routes, key=lambda at: (len(routes[at]), at)):
        for route in _to_and_fro(routes[at], ground):
            order = Move(unit.id, route)
            if passes(state, order):
                return order
    return None


def _to_and_fro(route: tuple[Hex, ...], ground: DangerMap) -> Iterator[tuple[Hex, ...]]:
    """The route extended by steps to and fro at its end, most steps first; last the route alone."""
    beside = next((hex for hex in neighbours(route[-1]) if hex in ground.swept), "")
    if beside:
        for steps in PARADES:
            yield (*route, *((beside, route[-1]) * PARADES[0])[:steps])
    yield route


def _setup(recipe: Recipe) -> Setup:
    return setup_of(recipe.scenario, FOLDER / recipe.tables if recipe.tables else None)


def play(recipe: Recipe) -> tuple[State, list[str]]:
    """The end of a game, and the orders that lead there."""
    state = GAME.begin(_setup(recipe))
    return state, [move.order.text() for move in play_on(GAME, state, _player(recipe), recipe.seed)]


def _replayed(recipe: Recipe, lines: list[str]) -> str:
    match = Match(GAME, _setup(recipe), recipe.seed)
    return fingerprint(match, [perform(match, split_line(line)) for line in lines])


def _write(path: Path, recipe: Recipe, state: State, lines: list[str]) -> str:
    """Write a game to its file; returns why it cannot be written, or nothing."""
    if state.outcome != recipe.outcome:
        return f"{recipe.outcome} was wanted; try another seed"
    mark, old = _replayed(recipe, lines), remarks(path)
    if old.get("rules") == str(GAME.rules) and old["fingerprint"] != mark:
        return f"another game under rules version {GAME.rules} is there: raise the version first"
    own = [f"# tables: {recipe.tables}\n", f" --tables {FOLDER / recipe.tables}"] if recipe.tables else ["", ""]
    head = HEAD.format(recipe, state, path, GAME.rules, mark, *own)
    path.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
    return ""


def _player(recipe: Recipe) -> Player:
    spenders = {"spendthrift": Spendthrift, "wastrel": Wastrel}
    if recipe.player in spenders:
        return spenders[recipe.player](recipe.scenario)
    return player(recipe.player, str(recipe.seed))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--folder", type=Path, default=FOLDER, metavar="DIR", help=f"default {FOLDER}")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    wrong = 0
    for recipe in GAMES:
        state, lines = play(recipe)
        path = folder / f"{recipe.scenario}-{recipe.outcome}.txt"
        print(f"{path}: {state.outcome} in turn {state.turn}, {state.casualties:,} casualties, {len(lines)} orders")
        if problem := _write(path, recipe, state, lines):
            print(f"  not written: {problem}", file=sys.stderr)
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
