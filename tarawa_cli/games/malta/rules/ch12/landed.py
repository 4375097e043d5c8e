"""Ammunition landed on the island each day (12.54)."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch17.navy import fleet_came
from tarawa_cli.kernel.dice import NOBODY
from tarawa_cli.kernel.modifiers import Modifier
from tarawa_cli.kernel.play import Play


def has_airfield(state: State) -> bool:
    return any(at in state.control for at in state.board.airfields)


@rule("12.54")
def can_land(state: State) -> bool:
    """A controlled beach, port or airfield; after the Royal Navy's 6 an airfield."""
    if has_airfield(state) or fleet_came(state):
        return has_airfield(state)
    quays = [quay for port in state.board.ports.values() for quay in port.quays]
    return any(at in state.control for at in (*state.board.zone_of, *quays))


@rule("12.54")
def land_ammunition(play: Play[State]) -> None:
    """Dice by the weather, added to the stock of the Axis."""
    state = play.state
    kind = "navy" if fleet_came(state) else state.weather
    plus = [_plus(state)] if kind == "clear" else []
    dice = state.charts.value(f"landed-{kind}-dice")
    thrown = play.throw(dice, plus, purpose="ammunition landed", rule="12.54", on="Axis", subject=NOBODY)
    stock = min(state.charts.value("stock-most"), state.stock + thrown.total)
    apply.ammunition_landed(play, "12.54", landed=stock - state.stock, stock=stock)


def _plus(state: State) -> Modifier:
    return Modifier(state.charts.value("landed-clear-plus"), "clear", "12.54")
