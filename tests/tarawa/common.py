"""What all tests of play share: morale at the start, refusals, dice that are wanted, what events tell."""

from collections.abc import Iterable
from typing import Any

import pytest

from tarawa_cli.games.tarawa.model.board import betio
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import ORDERS
from tarawa_cli.kernel.errors import NeedDice, Refused
from tarawa_cli.kernel.orders import split_line
from tarawa_cli.kernel.play import Event
from tarawa_cli.kernel.session import Match, perform, read_order

LEVEL = dict.fromkeys(("japanese", "marines", "2nd", "6th", "8th", "10th"), 0)
"""All morale at 0."""
Facts = dict[str, Any]


def tracks(**boxes: int) -> dict[str, int]:
    """All morale at 0 but what is named; regiments as r2, r6, r8, r10."""
    names = {"r2": "2nd", "r6": "6th", "r8": "8th", "r10": "10th"}
    return LEVEL | {names.get(name, name): box for name, box in boxes.items()}


# ── What an order meets with


def refused(match: Match[State], line: str) -> Refused:
    """The refusal of an order: nothing changed, paragraph, reason and help are given, and a command in it works."""
    before = match.text()
    with pytest.raises(Refused) as caught:
        perform(match, split_line(line))
    error = caught.value
    assert match.text() == before
    assert error.rule
    assert error.message
    assert error.hint
    check_hint(match, error.hint)
    return error


def check_hint(match: Match[State], hint: str) -> None:
    """A hint that can be typed as it stands passes the law."""
    words = hint.split()
    if words and words[0] in ORDERS and "…" not in hint and not any(w.isalpha() and w.isupper() for w in words):
        read_order(match, words)


def allowed(match: Match[State], line: str) -> bool:
    """Whether the law lets an order through."""
    try:
        read_order(match, line.split())
    except Refused:
        return False
    return True


def needs_dice(match: Match[State], line: str, *dice: int) -> NeedDice:
    """The order wants more dice than these, and has changed nothing."""
    before = match.text()
    with pytest.raises(NeedDice) as caught:
        perform(match, line.split(), dice)
    assert match.text() == before
    return caught.value


def next_die(match: Match[State], line: str, *dice: int) -> str:
    """What the next die would be for."""
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


def at(match: Match[State], id: str) -> str:
    return match.state.units[id].at


# ── The island


def all_but(*hexes: str) -> str:
    """Every hex that must be cleared, but these."""
    return " ".join(sorted(betio().defended - set(hexes)))


def airstrips() -> str:
    return " ".join(sorted(at for at, terrain in betio().terrain.items() if terrain == "airstrip"))
