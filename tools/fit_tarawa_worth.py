"""Fit the weights of Tarawa's positions' worth to the results of many games.

    python tools/fit_tarawa_worth.py --games 120

Games of the campaign and of the short scenarios are played by `historical` and `strong` in turn. At the start of every
land phase the terms of the position are noted; a logistic regression finds the weights that make the results likeliest.
A third of the games is kept aside to judge them. The weights are written to `games/tarawa/data/worth.toml`, which only
the players read.
"""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from fit_worth import Sample, fitted, judged

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import CLEARED
from tarawa_cli.games.tarawa.players import player
from tarawa_cli.games.tarawa.players.worth import kind, terms
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import play_on

FILE = Path(__file__).resolve().parents[1] / "tarawa_cli/games/tarawa/data/worth.toml"
PLAYERS = ("strong", "historical")
SCENARIOS = {"campaign": 1.0, "red-beach-3": 0.5, "second-morning": 0.5, "last-night": 0.5}
"""How many games of each are played, as a share of what was asked for."""
HELPS = ("Marine morale", "steps ashore", "steps to come", "tanks and guns", "supply heads")
HARMS = (
    *("hexes left", "hexes left, late", "pillboxes", "pillboxes, late", "hexes a turn", "casualties near the limit"),
    *("Japanese morale", "Japanese morale, early", "regiments shaken", "steps unsupplied", "weak units"),
    *("missing", "missing, late", "parts missing", "over the limit"),
)
"""What the rules say of a term; a weight against that comes of terms that change together, and is set to 0."""
HEAD = """\
# What each term of a position's worth counts (players/worth.py), as logits of the chance that the Marines win.
# Made by tools/fit_tarawa_worth.py. It is no part of the rules: no save depends on it.
"""


def samples(scenario: str, games: int, seed: int) -> Iterable[Sample]:
    for number in range(games):
        state = GAME.begin(Setup(scenario))
        chosen = player(PLAYERS[number % len(PLAYERS)], str(seed + number))
        found, last = [], 0
        for _ in play_on(GAME, state, chosen, seed + number):
            if state.phase == "actions" and state.turn != last and not state.outcome and not state.stack:
                last = state.turn
                found.append(terms(state))
        won = state.outcome in CLEARED
        yield from (Sample(kind(state), one, won, 1 / len(found), number % 3 > 0) for one in found)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=120, metavar="N", help="of the campaign; default 120")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="of the first game of each scenario; default 1"
    )
    given = parser.parse_args()
    found = [
        one
        for name, share in SCENARIOS.items()
        for one in samples(name, max(3, round(given.games * share)), given.seed)
    ]
    parts = [HEAD]
    for name in ("battle", "goal"):
        own = [one for one in found if one.kind == name]
        weights = fitted([one for one in own if one.seen], HELPS, HARMS)
        print(f"{name}: {len(own)} positions; seen: {judged([one for one in own if one.seen], weights)};")
        print(f"  not seen: {judged([one for one in own if not one.seen], weights)}")
        parts.append(f"[{name}]\n" + "".join(f'"{term}" = {weight:.3f}\n' for term, weight in weights.items()))
    FILE.write_text("\n".join(parts), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
