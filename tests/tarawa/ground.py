"""What the tests of the fight ashore share: positions in phase `actions`, orders with given dice."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa import orders
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.invariants import invariants
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.board.dice import GivenDice
from tarawa_cli.kernel.engine.play import Event, Play
from tarawa_cli.kernel.errors import Refused
from tests.tarawa.common import LEVEL
from tests.tarawa.tables import CAMPAIGN


def ashore(units: dict[str, Any], **keys: Any) -> State:
    """A position in phase `actions` of turn 4, with all morale at 0; a unit is given as its hex or its facts."""
    tracks = LEVEL | keys.pop("tracks", {})
    given = {id: {"at": unit} if isinstance(unit, str) else unit for id, unit in units.items()}
    doc = {"turn": 4, "phase": "actions", "default": "absent", "tracks": tracks, "units": given} | keys
    return GAME.load(CAMPAIGN, doc)


def free_hexes() -> str:
    """Every landing and airstrip hex."""
    return " ".join(sorted(GAME.begin(CAMPAIGN).board.free))


def give(state: State, command: str, *dice: int) -> list[Event]:
    """Give an order with these dice, all of which must be used; the position stays sound."""
    order = orders.read_order(state, command.split())
    orders.check_order(state, order)
    given = GivenDice(dice)
    play = Play(state, given)
    order.resolve(play)
    assert given.left == 0, f"{given.left} dice too many: {play.events}"
    assert not invariants(state)
    return play.events


LEAN = (1, 1)
"""The dice at the start of a day: no shore support, one supply point."""


def end_turn(state: State, *dice: int, stops: bool = False, begins: tuple[int, ...] = LEAN) -> list[Event]:
    """From `actions` to the `actions` of the next turn, with the dice of this turn and those that begin the next.

    With `stops` the turn must stop because a supply head could be placed; none is placed.
    """
    turn = state.turn
    if stops:
        events = give(state, "next", *dice)
        assert (state.turn, state.phase, state.question) == (turn, "supply-check", None)
        events += give(state, "next", *begins)
    else:
        events = give(state, "next", *dice, *begins)
    assert (state.turn, state.phase, state.question) == (turn + 1, "actions", None)
    return events


def refuse(state: State, command: str) -> Refused:
    """The refusal of an order; the position is as it was."""
    before = GAME.dump(state)
    order = orders.read_order(state, command.split())
    with pytest.raises(Refused) as caught:
        orders.check_order(state, order)
    assert GAME.dump(state) == before
    assert caught.value.hint
    return caught.value


def rolls(events: list[Event], rule: str = "") -> list[dict[str, Any]]:
    return [e.facts for e in events if e.type == "roll" and (not rule or e.rule == rule)]
