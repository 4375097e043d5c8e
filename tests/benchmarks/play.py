"""How fast games are played and proved, beside python-chess doing the like.

    make bench
    python tests/benchmarks/play.py [--rounds N] [--player NAME]

Needs the extra `bench`. What is compared takes turns, round by round, so that whatever else the machine does hits both
alike; what is printed are medians of CPU time and of the rounds' ratios. Nothing is asserted.
"""

import argparse
import os
import platform
from collections.abc import Callable, Iterator
from importlib.metadata import version
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

import chess
from startup import machine

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.players import player
from tarawa_cli.games.tarawa.views.map_views import picture
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import play_on
from tarawa_cli.kernel.presentation import Asked
from tarawa_cli.kernel.saves.history import at_moment, prove

CAMPAIGN = Setup("campaign")
MOVES = 8_000
"""Chess moves in a round."""
LONGEST_GAME = 200
"""Half-moves after which a game of chess is broken off."""

Work = Callable[[int], int]
"""Something to time: takes the number of a round, returns how many orders or moves were made."""


class Comparison(NamedTuple):
    ours: str
    theirs: str
    aim: float
    rates: list[tuple[float, float]]
    """Orders and moves a second of CPU time, round by round."""

    def lines(self) -> Iterator[str]:
        ratio = median(ours / theirs for ours, theirs in self.rates)
        ours, theirs = (median(rates) for rates in zip(*self.rates, strict=True))
        yield f"{self.ours:48}{ours:10,.0f}{ratio:10.3f}{self.aim:8.2f}"
        yield f"  {self.theirs:46}{theirs:10,.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7, help="how often each is timed (default 7)")
    parser.add_argument("--player", default="historical", help="whose campaign is timed (default historical)")
    given = parser.parse_args()
    rounds = max(1, given.rounds)
    print(f"Python {platform.python_version()} · chess {version('chess')} · {machine()}, {os.cpu_count()} CPUs")
    print(f"medians of {rounds} rounds, CPU time\n")
    print(f"{'':48}{'a second':>10}{'× chess':>10}{'aim':>8}")
    for comparison in comparisons(rounds):
        print("\n".join(comparison.lines()))
    print(f"\n{looking_back(rounds)}")
    print(campaign(given.player, rounds))


def comparisons(rounds: int) -> Iterator[Comparison]:
    yield Comparison(
        "Tarawa, random legal play: orders",
        "python-chess, random legal play: moves",
        0.2,
        in_turn(random_campaign, random_chess, rounds),
    )
    match, games = whole_game(), recorded_chess()
    yield Comparison(
        "Tarawa, verify of a random campaign: orders",
        "python-chess, push_san of recorded games: moves",
        0.1,
        in_turn(lambda _: proven(match), lambda _: pushed(games), rounds),
    )


def in_turn(ours: Work, theirs: Work, rounds: int) -> list[tuple[float, float]]:
    """The rates of two works that take turns in every round; a first round warms up."""
    return [(rate(ours, number), rate(theirs, number)) for number in range(rounds + 1)][1:]


def rate(work: Work, number: int) -> float:
    began = process_time()
    return work(number) / (process_time() - began)


# ── Random play


def random_campaign(number: int) -> int:
    """Orders chosen uniformly from all legal ones, each checked and carried out."""
    return sum(1 for _ in play_on(GAME, GAME.begin(CAMPAIGN), player("random", str(number)), number))


def random_chess(number: int) -> int:
    rng, made = Random(number), 0
    while made < MOVES:
        board = chess.Board()
        while len(board.move_stack) < LONGEST_GAME and (moves := list(board.legal_moves)):
            board.push(rng.choice(moves))
        made += len(board.move_stack)
    return made


# ── Replay


def whole_game() -> Match[State]:
    """A random campaign to its end."""
    match: Match[State] = Match(GAME, CAMPAIGN, 7)
    chance = player("random", "7")
    while not match.state.outcome:
        perform(match, chance.choose(match.state).order.in_words())
    return match


def proven(match: Match[State]) -> int:
    proof = prove(match)
    assert proof.holds
    return proof.entries


def recorded_chess() -> list[list[str]]:
    """Random games in chess notation."""
    rng, games, made = Random(1), list[list[str]](), 0
    while made < MOVES:
        board, written = chess.Board(), list[str]()
        while len(written) < LONGEST_GAME and (moves := list(board.legal_moves)):
            move = rng.choice(moves)
            written.append(board.san(move))
            board.push(move)
        games.append(written)
        made += len(written)
    return games


def pushed(games: list[list[str]]) -> int:
    for game in games:
        board = chess.Board()
        for move in game:
            board.push_san(move)
    return sum(map(len, games))


# ── Another moment


def looking_back(rounds: int) -> str:
    """What `map --at` takes beside `verify`: a map of the last moment but one of a campaign, against its proof."""
    match = whole_game()
    ratios = [_seconds(lambda: drawn(match)) / _seconds(lambda: proven(match)) for _ in range(rounds + 1)][1:]
    return f"map --at of {len(match.entries):,} orders: {median(ratios):.2f} × verify (aim: less than 1.5)"


def drawn(match: Match[State]) -> int:
    then: Match[State] = Match(GAME, CAMPAIGN, match.seed)
    then.journal = match.journal
    return len(picture(at_moment(then, "-1").state, Asked(layer="units")))


def _seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


# ── The computer


def campaign(name: str, rounds: int) -> str:
    """The time of a whole campaign by a computer player; one game per round."""
    seconds, orders = list[float](), list[int]()
    for number in range(rounds):
        began = process_time()
        orders.append(sum(1 for _ in play_on(GAME, GAME.begin(CAMPAIGN), player(name, str(number)), number)))
        seconds.append(process_time() - began)
    return (
        f"a campaign by the player `{name}`: {median(seconds):.1f} s"
        f" ({min(seconds):.1f} to {max(seconds):.1f}), {median(orders):,.0f} orders"
    )


if __name__ == "__main__":
    main()
