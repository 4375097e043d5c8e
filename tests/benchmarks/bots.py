"""What a game by a bot costs, and how much of that is the protocol: python tests/benchmarks/bots.py

A bot that answers at once plays until 1,000 orders are given; times are CPU seconds of both processes. Time in the
protocol is what the program spends on making and sending requests and on reading answers: the dump of the view, its
difference, JSON, pipes. Listing the legal orders, playing, and the bot's own work are not. A first game, not measured,
loads the modules.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

from tarawa_cli.games import GAMES
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import Bots, Pairing, at_work, bots, play_on

ORDERS = 1000
BOT = """#!/usr/bin/env python3
import json, sys
number = 0
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "order":
        number += 1
        order = told["legal"][number * 7919 % len(told["legal"])]
        print(json.dumps({"order": order, "position": POSITION}), flush=True)
"""
spent: dict[str, float] = {}


def timed(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def measured(*given: Any, **more: Any) -> Any:
        began = time.process_time()
        try:
            return function(*given, **more)
        finally:
            spent[name] = spent.get(name, 0.0) + time.process_time() - began

    return measured


class Measured(bots.Bot):
    """A bot whose requests are measured."""


Measured._ask = timed("asking", bots.Bot._ask)  # type: ignore[method-assign]


def children() -> float:
    """CPU seconds of bots that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def total() -> float:
    return time.process_time() + children()


def measure(name: str, scenario: str, program: str) -> str:
    game = GAMES(name)
    spent.clear()
    before = children()
    listing, game.legal.legal = game.legal.legal, timed("legal", game.legal.legal)
    began, given, seed = total(), 0, 1
    while given < ORDERS:
        state = game.begin(Setup(scenario))
        players = {side: Measured(game, Bots(), program, side, scenario) for side in game.sides.names}
        with at_work(Pairing(game, players) if game.sides.several else players[game.sides.names[0]]) as player:
            for _ in play_on(game, state, player, seed):
                given += 1
                if given == ORDERS:
                    break
        seed += 1
    whole = total() - began
    game.legal.legal = listing
    parts = {
        "protocol": spent["asking"] - spent["legal"],
        "legal orders": spent["legal"],
        "the bot": children() - before,
    }
    told = ", ".join(f"{part} {seconds:.2f} s ({seconds / whole * 100:.0f} %)" for part, seconds in parts.items())
    alone = parts["protocol"] / (whole - parts["the bot"]) * 100
    return f"{name} {scenario}: {given} orders in {whole:.2f} s; {told}; protocol without the bot {alone:.0f} %"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bot")
        for wants in ("True", "False"):
            path.write_text(BOT.replace("POSITION", wants))
            path.chmod(0o755)
            print("with" if wants == "True" else "without", "positions:")
            for name, scenario in (("tarawa", "campaign"), ("malta", "herkules")):
                measure(name, scenario, str(path))
                print(" ", measure(name, scenario, str(path)))
