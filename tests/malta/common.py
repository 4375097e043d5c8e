"""Positions and orders for tests of Malta."""

from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.invariants import invariants
from tarawa_cli.games.malta.model import codec
from tarawa_cli.games.malta.model.charts import CHARTS, Charts
from tarawa_cli.games.malta.model.scenario import Goal, Scenario
from tarawa_cli.games.malta.model.state import Options, Setting, State
from tarawa_cli.kernel.board.dice import GivenDice
from tarawa_cli.kernel.engine.play import Event, Play
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.game import Setup

HELD = {"axis": {"hits": "hold", "support": "never"}, "allied": {"hits": "hold", "support": "never"}}
"""Standing answers by which a fight asks nothing but who advances."""
FAR = Charts({"values": {"retreat": 3}})
"""Own numbers by which a retreat is up to three hexes, for the paragraphs about each of its hexes (9.6)."""
GOAL = Goal(("1811",), "a goal, so that no dice for surrender are rolled")


def scenario(position: dict[str, Any], goal: Goal | None = GOAL) -> Scenario:
    return Scenario("test", "A test", "", "", 48, goal, {"default": "absent"} | position, "")


def table(
    units: dict[str, Any], goal: Goal | None = GOAL, alone: bool = False, charts: Charts = CHARTS, **keys: Any
) -> State:
    """A position with these units alone: a hex, or all keys of a unit."""
    sheets = {id: {"at": it} if isinstance(it, str) else it for id, it in units.items()}
    doc = {"turn": "6jul-am", "phase": "axis-combat", "strongpoints": "", **keys, "default": "absent", "units": sheets}
    return codec.load(Setting(scenario(doc, goal), Options(alone=alone), charts), doc, "the test", invariants)


def cottonera() -> State:
    return GAME.begin(Setup("cottonera"))


def order(state: State, line: str, *dice: int) -> list[Event]:
    """One order with these dice, all of which must be used."""
    action = GAME.read(state, line.split())
    GAME.check(state, action)
    given = GivenDice(dice)
    play = Play(state, given)
    GAME.resolve(play, action)
    assert not given.left, f"dice left over: {given.left}"
    return play.events


def refused(state: State, line: str) -> Refused:
    """The refusal of an order."""
    with pytest.raises(Refused) as caught:
        GAME.check(state, GAME.read(state, line.split()))
    return caught.value


def may(state: State, line: str) -> bool:
    try:
        GAME.check(state, GAME.read(state, line.split()))
    except Refused:
        return False
    return True


def asked(state: State) -> str:
    """The kind of the question that is open; nothing if there is none."""
    return state.question.kind if state.question else ""


def told(events: list[Event], type: str) -> list[dict[str, Any]]:
    return [event.facts for event in events if event.type == type]
