"""What the tests of the landing share: a match on a position, with dice that the test gives."""

from typing import Any

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.invariants import invariants
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Done, Match
from tests.tarawa.tables import CAMPAIGN, TABLES

Units = dict[str, dict[str, Any]]
NEW_TURN = (3, 1)
"""The dice that begin a day turn from turn 3 on: 1 shore point (7.2.3), 1 supply point (8.1)."""
NO_SUPPLY: dict[str, Any] = {"supply_loss": 1}
"""Permanent losses (10.1.2): with `NEW_TURN` no supply point is won."""
LEAST = 1
"""The die of Japanese fire that does least: nothing ashore, at most a hit to a target on the reef."""
CALM: dict[str, Any] = {"tracks": {"japanese": -1}}
"""Japanese morale that takes the reef's one off again: on the reef die 1 does nothing."""


def match_on(units: Units, tables: dict[str, Any] | None = None, **keys: Any) -> Match[State]:
    """A match with only these units, by default in impulse 1 of turn 2 with Japanese morale at 0, on given dice.

    Then a target on the reef adds one: die 1 to 3 is a hit, 4 to 6 a change of course and S*. `tables` are the
    player's own.
    """
    setup = CAMPAIGN._replace(tables=tables or TABLES)
    match: Match[State] = Match(GAME, setup, None)
    given = {"turn": 2, "phase": "impulse-1", "default": "absent", "tracks": {"japanese": 0}} | keys
    match.state = GAME.load(setup, given | {"units": units})
    return match


def new_match() -> Match[State]:
    """The campaign at its start; the test gives the dice."""
    return Match(GAME, CAMPAIGN, None)


def afloat(at: str, beach: str = "red3", **more: Any) -> dict[str, Any]:
    """A craft or a wader."""
    return {"at": at, "beach": beach, **more}


def carried(unit: str, craft: str, at: str, beach: str = "red3", **more: Any) -> Units:
    """A craft on the water with its passenger; `more` is about the craft."""
    return {unit: {"at": f"in:{craft}", "beach": beach}, craft: afloat(at, beach, **more)}


def do(match: Match[State], order: str, *dice: int) -> Done:
    """Carry out an order with exactly these dice; the position stays sound."""
    done = session.perform(match, order.split(), dice)
    assert invariants(match.state) == []
    return done


def unit(match: Match[State], id: str) -> Unit:
    return match.state.units[id]


def facts(done: Done, type: str) -> list[dict[str, Any]]:
    """The facts of all events of a type, with their paragraph."""
    return [{"rule": event.rule, **event.facts} for event in done.events if event.type == type]


def rolls(done: Done, table: str) -> list[dict[str, Any]]:
    return [fact for fact in facts(done, "roll") if fact["table"] == table]


def shot_at(match: Match[State], *dice: int) -> dict[str, Any]:
    """End the impulse; returns the only anti-landing roll that follows."""
    (roll,) = rolls(do(match, "next", *dice), "japanese-fire")
    return roll


def phases(done: Done) -> list[str]:
    """The phases that an order has begun or passed over, each once."""
    told = [event.facts["phase"] for event in done.events if event.type in ("phase-begun", "phase-passed")]
    return list(dict.fromkeys(told))
