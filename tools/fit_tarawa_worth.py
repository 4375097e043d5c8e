"""Fit the weights of Tarawa's positions' worth to the results of many games.

    python tools/fit_tarawa_worth.py --games 120
    python tools/fit_tarawa_worth.py --games 240 --only battle

Games of the campaign are played by `strong`, those of the short scenarios by `strong` and `historical`. At the start of
every land phase the terms of the position are noted; a logistic regression finds the weights that make the results
likeliest. The games of every third seed are kept aside to judge them. The weights are written to
`games/tarawa/data/worth.toml`, which only the players read.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

from fit_worth import Sample, fitted, judged

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import CLEARED
from tarawa_cli.games.tarawa.players import player, worth
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import play_on

FILE = Path(__file__).resolve().parents[1] / "tarawa_cli/games/tarawa/data/worth.toml"
PLAYERS = {"battle": ("strong",), "goal": ("strong", "historical")}
"""Who plays the games for the weights of a kind: each of them every seed."""
SCENARIOS = {"battle": {"campaign": 1.0}, "goal": {"red-beach-3": 0.5, "second-morning": 0.5, "last-night": 0.5}}
"""How many games of each are played for the weights of a kind, as a share of what was asked for."""
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


def samples(scenario: str, players: Sequence[str], games: int, seed: int) -> Iterable[Sample]:
    for number in range(games):
        pair, turn = divmod(number, len(players))
        state = GAME.begin(Setup(scenario))
        chosen = player(players[turn], str(seed + pair))
        found, last = [], 0
        for _ in play_on(GAME, state, chosen, seed + pair):
            if state.phase == "actions" and state.turn != last and not state.outcome and not state.stack:
                last = state.turn
                found.append(worth.terms(state))
        won = state.outcome in CLEARED
        yield from (Sample(worth.kind(state), one, won, 1 / len(found), pair % 3 > 0) for one in found)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=120, metavar="N", help="of the campaign; default 120")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="of the first game of each scenario; default 1"
    )
    parser.add_argument("--only", choices=SCENARIOS, help="leave the other weights as they are")
    given = parser.parse_args()
    weights: dict[str, dict[str, float]] = dict(tomllib.loads(FILE.read_text(encoding="utf-8")))
    for kind in [given.only] if given.only else SCENARIOS:
        found = [
            one
            for name, share in SCENARIOS[kind].items()
            for one in samples(name, PLAYERS[kind], max(3, round(given.games * share)), given.seed)
        ]
        weights[kind] = fitted([one for one in found if one.seen], HELPS, HARMS)
        print(f"{kind}: {len(found)} positions; seen: {judged([one for one in found if one.seen], weights[kind])};")
        print(f"  not seen: {judged([one for one in found if not one.seen], weights[kind])}", flush=True)
    parts = [
        f"[{kind}]\n" + "".join(f'"{term}" = {weight:.3f}\n' for term, weight in weights[kind].items())
        for kind in SCENARIOS
    ]
    FILE.write_text("\n".join([HEAD, *parts]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
