"""What the tests of embarking, unloading and plans share, beside `playing_reef`: matches of any scenario."""

from typing import Any

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import read_order
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup
from tests.tarawa.playing_reef import Units, afloat, do
from tests.tarawa.tables import TABLES

CLEARED_PIER: dict[str, Any] = {"pier_walked": True, "cleared": "2731"}


def match(units: Units | None = None, scenario: str = "campaign", **keys: Any) -> Match[State]:
    """A match with all units of a scenario, by default in phase `embark` of turn 1; the test gives the dice."""
    setup = Setup(scenario, tables=TABLES)
    found: Match[State] = Match(GAME, setup, None)
    found.state = GAME.load(setup, {"turn": 1, "phase": "embark"} | keys | {"units": units or {}})
    return found


def free_match(units: Units | None = None, **keys: Any) -> Match[State]:
    """The same for the scenario with the player's own plan (13.2)."""
    return match(units, "free", **keys)


def boat(craft: str, unit: str, at: str, beach: str = "red3", **more: Any) -> Units:
    """A craft at the edge with its passenger, or with supplies for a battalion (`supply:2/8`)."""
    if unit.startswith("supply:"):
        return {craft: afloat(at, beach, load=unit, **more)}
    return {unit: {"at": f"in:{craft}", "beach": beach}, craft: afloat(at, beach, **more)}


def on_pier(at: str, beach: str = "red3", **more: Any) -> dict[str, Any]:
    return {"at": f"pier:{at}", "beach": beach, **more}


def fill(match: Match[State], beach: str, leave: str = "") -> None:
    """Put empty amtracs on all entry hexes of a beach except some."""
    for hex in match.state.board.beaches[beach].entry:
        if hex not in leave.split():
            craft = next(unit.id for unit in match.state.units.values() if unit.kind == "lvt" and unit.at == "pool")
            do(match, f"embark none {craft} {beach} {hex}")


def expanded(match: Match[State], order: str) -> str:
    """The complete order that a short one stands for."""
    return read_order(match.state, order.split()).text()
