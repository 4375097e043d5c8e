"""Scripted games: a position, orders with the dice that the test gives, and what comes of them.

    match = start(GAME, Setup("sprint"), {"at": {"red": 3, "blue": 0}})
    assert transcript(match, "race red # 6", "decide long") == [...]

A line of a script is a line of the journal: an order, and its dice after a `#`.
"""

from collections.abc import Iterable
from typing import Any

import pytest

from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Done, Match, perform, read_order
from tarawa_cli.kernel.errors import NeedDice, Refused
from tarawa_cli.kernel.game import Game, Setup
from tarawa_cli.kernel.players import S
from tarawa_cli.kernel.saves.history import prove
from tarawa_cli.kernel.saves.journal import read_entry
from tests.kit import law

Facts = dict[str, Any]


# ── Positions and orders


def start(game: Game[S], setup: Setup, position: Facts | None = None) -> Match[S]:
    """A match whose dice the test gives; `position` changes keys of the scenario's start, as a hand edit would."""
    match = Match(game, setup, None)
    if position is not None:
        match.state = game.load(setup, game.dump(match.state) | position)
        match.edited = True
    return match


def do(match: Match[S], line: str, *dice: int) -> Done:
    """Carry out an order with exactly these dice, and check that the result can be saved and proven."""
    done = perform(match, split_line(line), dice)
    assert done.dice == list(dice)
    holds(match)
    return done


def holds(match: Match[S]) -> None:
    """Check that the position loads as it was dumped, and that the journal leads to it."""
    game, now = match.game, match.game.dump(match.state)
    assert game.dump(game.load(match.setup, now)) == now
    assert prove(match).reason == ""


def events(match: Match[S], *lines: str) -> list[Event]:
    """The events of the lines of a script."""
    entries = [read_entry(line) for line in lines]
    return [event for command, dice, *_ in entries for event in do(match, command, *dice).events]


def transcript(match: Match[S], *lines: str) -> list[str]:
    """The text that a player reads while a script is played: each order, then its sentences."""
    told = []
    for line in lines:
        done = events(match, line)
        told += [f"> {line}", *match.game.narration.sentences(done, match.state)]
    return told


# ── What an order meets with


def refused(match: Match[S], line: str) -> Refused:
    """The refusal of an order: nothing changed, paragraph, reason and help are given, and a command in it works."""
    before = match.text()
    with pytest.raises(Refused) as caught:
        perform(match, split_line(line))
    error = caught.value
    assert match.text() == before
    assert error.rule
    assert error.message
    assert error.hint
    assert law.bad_hint(match, error.hint) == "", error.hint
    assert law.hasty_hint(match, error.hint) == "", error.hint
    return error


def allowed(match: Match[S], line: str) -> bool:
    """Whether `check` allows an order."""
    try:
        read_order(match, line.split())
    except Refused:
        return False
    return True


def needs_dice(match: Match[S], line: str, *dice: int) -> NeedDice:
    """Check that an order needs more dice than these and changes nothing."""
    before = match.text()
    with pytest.raises(NeedDice) as caught:
        perform(match, line.split(), dice)
    assert match.text() == before
    return caught.value


def next_die(match: Match[S], line: str, *dice: int) -> str:
    """The purpose of the next die."""
    return needs_dice(match, line, *dice).purpose


# ── What happened


def of_type(events: Iterable[Event], type: str) -> list[Facts]:
    return [event.facts for event in events if event.type == type]


def rolls(events: Iterable[Event], table: str = "") -> list[Facts]:
    """The rolls, on one table or on all."""
    return [roll for roll in of_type(events, "roll") if table in ("", roll["table"])]


def modifiers(roll: Facts) -> dict[str, int]:
    """The modifiers of a roll by name."""
    return {modifier["label"]: modifier["value"] for modifier in roll["modifiers"]}
