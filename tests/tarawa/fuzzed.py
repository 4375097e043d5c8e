"""Tarawa as the fuzzer sees it."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tarawa_cli.games.tarawa import exports
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.invariants import invariants
from tarawa_cli.games.tarawa.legal import listing, odds
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import is_hex, neighbours
from tarawa_cli.games.tarawa.model.state import ENDINGS, State
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup
from tests.kit.fuzzing.checks import Fault
from tests.kit.subject import ODDITIES, Subject, events_of
from tests.tarawa import starts
from tests.tarawa.accounts import ACCOUNTS

EXPORT_EVERY = 5
"""Of the positions that are looked at."""
PHASE_OF = {
    **dict.fromkeys(("bombard", "chits"), "bombardment"),
    "supply": "supply-points",
    **dict.fromkeys(("embark", "withdraw"), "embark"),
    **dict.fromkeys(("advance", "unload"), "impulse"),
    "suppress": "suppression",
    **dict.fromkeys(("move", "fire", "attack", "demolish", "recover", "dig", "wreck"), "actions"),
    "head": "supply-check",
}


class Tarawa(Subject[State]):
    game = GAME
    accounts = ACCOUNTS
    events = events_of(apply)
    starts = starts.MADE_UP
    asides = (
        *("policy hits ask", "policy hits step", "policy hits morale"),
        *("policy empty-lvt pool", "policy empty-lvt wait"),
    )
    likes = {
        "attack": 60,
        "demolish": 80,
        "fire": 12,
        "supply": 60,
        "head": 60,
        "wreck": 12,
        "unload": 40,
        "embark": 30,
        "embark none": 2,
        "embark supply": 8,
        "withdraw": 1,
        "advance": 6,
        "advance --all": 60,
        "suppress": 30,
        "move": 20,
        "recover": 6,
        "dig": 2,
    }
    haste = {"next": (2, 8, 40)}
    drawing = ("random",)
    foreseen = odds.FORESEEN
    oddities = (
        *ODDITIES,
        *("9999", "0000", "28", "28281", "2/8", "2/8Z", "in:lvt-1", "pier:2632", "tarawa"),
        *("supply:2/8", "2/8A:2", "2/8A:-1", "schedule"),
    )

    def unsound(self, state: State) -> Iterable[str]:
        return invariants(state)

    def ended_wrongly(self, state: State) -> Iterable[str]:
        if state.outcome not in ENDINGS:
            yield f"as {state.outcome!r}"
        if state.outcome == "time" and (state.turn < state.setting.scenario.length or not state.uncleared):
            yield f"time is up in turn {state.turn}, with {len(state.uncleared)} hexes uncleared"

    def is_misplaced(self, state: State, name: str) -> bool:
        """Whether the game is over, a question is open, or the order's phase is not this one."""
        silenced = bool(state.outcome or state.question)
        here = state.phase.rstrip("-123")
        return (silenced and name != "decide") or (name in PHASE_OF and PHASE_OF[name] != here)

    def words(self, state: State) -> Sequence[Sequence[str]]:
        board = state.board
        return [list(state.units), list(board.areas), list(board.beaches), sorted(board.terrain)]

    def near(self, state: State, word: str) -> Sequence[str]:
        """For a hex, its neighbours more often than others."""
        if is_hex(word):
            return [*neighbours(word), *neighbours(word), *sorted(state.board.terrain)]
        return super().near(state, word)

    def chances(self, state: State, tokens: list[str]) -> Iterable[Fraction]:
        return (outcome.chance for outcome in odds.odds(state, tokens))

    def look_closer(self, match: Match[State], commands: list[str], rng: Random) -> None:
        _drawn(match.state, commands, rng)
        if rng.randrange(EXPORT_EVERY) == 0:
            _exported(match.state)


def _drawn(state: State, commands: list[str], rng: Random) -> None:
    """An order drawn by chance is one of those that are listed, and there is one if any is."""
    order = listing.pick(state, rng.randrange)
    if (order is None) != (not commands) or (order and order.text() not in commands):
        raise Fault(f"{order.text() if order else 'nothing'!r} is drawn, which is not listed as legal")


def _exported(state: State) -> None:
    """A position that is exported is a scenario that starts there."""
    with TemporaryDirectory(prefix="tarawa export ") as folder:
        Path(folder, "here.toml").write_text(exports.position(state), encoding="utf-8")
        start = GAME.begin(Setup("here.toml", folder))
    if GAME.dump(start) != GAME.dump(state):
        raise Fault("the exported position is not the position")


TARAWA = Tarawa()
