"""Play `herkules` with each landing scheme of chapter 23, and show how often the Axis win.

    python tools/schemes.py --games 100 --seed 100001
    python tools/schemes.py --games 20 west harbour-first

The Axis plan themselves: the scheme says where the divisions wait, and which hexes the drops are for. After that both
sides are played by `strong`, or by the Allied player that is named. The same seeds give the same table.
"""

import argparse
import sys
from functools import partial
from typing import Any

from ladder import Match, make, play_with

from tarawa_cli.games.malta.model.board import malta
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders import Order
from tarawa_cli.games.malta.players import invasion
from tarawa_cli.games.malta.players.expert import AIRFIELDS, HARBOUR, LESS, MORE, WEST
from tarawa_cli.games.malta.players.strong import SCALES, STYLES, Strong
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.hints import NamedTuple
from tarawa_cli.kernel.players import simulation
from tarawa_cli.kernel.players.simulation import GameSeries


class Scheme(NamedTuple):
    """A way to invade: the zones of the two divisions, and what the drops are for."""

    zones: tuple[str, str]
    drops: tuple[Hex, ...]


LUQA = ("1613",)
NORTH = ("1209", "1211", "1409", "1709")
SCHEMES = {
    "south-and-east": Scheme(("south", "east"), AIRFIELDS),
    "west": Scheme(("west", "west"), WEST),
    "north": Scheme(("north", "north"), NORTH),
    "one-zone": Scheme(("south", "south"), AIRFIELDS),
    "luqa-first": Scheme(("south", "east"), LUQA),
    "harbour-first": Scheme(("south", "east"), HARBOUR),
}


class Invader(Strong):
    """`strong`, which follows a scheme until the invasion has begun."""

    def __init__(self, scheme: Scheme) -> None:
        super().__init__(SCALES, STYLES)
        self.scheme = scheme
        self.off_the_field = {**self.off_the_field, "setup-axis": self._set_out}

    def _set_out(self, state: State) -> tuple[Order, str] | None:
        accents = dict.fromkeys(malta().objectives, LESS) | dict.fromkeys(self.scheme.drops, MORE)
        return invasion.plan_drops(state, accents) or invasion.plan_at_sea(state, self.scheme.zones)


def player(name: str, seed: str) -> Any:
    """A player by name, or the one that follows a scheme."""
    return Invader(SCHEMES[name]) if name in SCHEMES else make("malta", name, seed)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("schemes", nargs="*", metavar="SCHEME", help="default: all of them")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="of each scheme; default 100")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first game; default 1")
    parser.add_argument("--allied", default="strong", metavar="PLAYER", help="default: strong")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many at a time")
    given = parser.parse_args()
    if unknown := [name for name in given.schemes if name not in SCHEMES]:
        parser.error(f"no such scheme: {', '.join(unknown)}; there are {', '.join(SCHEMES)}")
    setup = Setup("herkules", options={"plan": "own"})
    for name in given.schemes or SCHEMES:
        series = GameSeries(setup, name, given.games, given.seed, sides={"axis": name, "allied": given.allied})
        played = [*simulation.play_series(partial(play_with, player, "malta"), series, given.jobs)]
        match = Match(name, given.allied, sum(one["won"] for one in played), given.games)
        low, high = match.interval
        print(f"{name:16}{match.share * 100:5.1f} %  90 %: {low * 100:.1f} to {high * 100:.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
