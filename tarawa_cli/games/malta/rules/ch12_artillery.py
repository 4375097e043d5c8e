"""Chapter 12: artillery and its ammunition."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch17_special_rules import fleet_came
from tarawa_cli.kernel.board.dice import NOBODY
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused

# ── Ammunition landed on the island each day (12.54)


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
    """Roll dice by the weather and add them to the stock of the Axis."""
    state = play.state
    kind = "navy" if fleet_came(state) else state.weather
    plus = [Modifier(state.charts.value("landed-clear-plus"), "clear", "12.54")] if kind == "clear" else []
    dice = state.charts.value(f"landed-{kind}-dice")
    thrown = play.throw(dice, plus, purpose="ammunition landed", rule="12.54", on="Axis", subject=NOBODY)
    stock = min(state.charts.value("stock-most"), state.stock + thrown.total)
    apply.ammunition_landed(play, "12.54", landed=stock - state.stock, stock=stock)


# ── Ammunition (12.56)


RATION = ("am", "pm")
"""The times at which the Allies issue ammunition."""


@rule("12.56")
def wanting(state: State, side: Side) -> list[Unit]:
    """Supplied guns of a side that have no marker."""
    return [unit for unit in state.units.values() if unit.side == side and not _why_not(unit)]


def _why_not(unit: Unit) -> str:
    if not unit.can("gun") or not unit.on_map:
        return "it is not a gun on the map"
    if unit.ammo:
        return "it already has a marker"
    return "" if unit.supplied else "it is out of supply"


@rule("12.56")
def issue(play: Play[State], side: Side) -> None:
    """Issue a marker to each gun without one: Allied guns twice a day, Axis guns if the stock is enough for all."""
    state = play.state
    guns = wanting(state, side)
    if side == "allied" and state.box.time not in RATION:
        return
    if guns and (side == "allied" or len(guns) <= state.stock):
        give(play, guns)


def give(play: Play[State], guns: list[Unit]) -> None:
    stock = play.state.stock - sum(gun.side == "axis" for gun in guns)
    apply.ammunition_given(play, "12.56", units=[gun.id for gun in guns], stock=stock)


@rule("12.56")
def must_share(state: State) -> bool:
    """Whether the Axis have markers but too few for all, so that they choose who gets one."""
    return state.phase == "axis-status" and 0 < state.stock < len(wanting(state, "axis"))


@rule("12.56")
def check_ammo(state: State, guns: list[Unit]) -> None:
    for gun in guns:
        why = "it belongs to the Allies" if gun.side != "axis" else _why_not(gun)
        if why:
            raise Refused("12.56", f"{gun.id} cannot get ammunition: {why}", lambda: _example(state))
    if len(guns) > state.stock:
        raise Refused("12.56", f"{len(guns)} markers needed, {state.stock} in stock", lambda: _example(state))


def _example(state: State) -> str:
    served = wanting(state, "axis")[: state.stock]
    return f"ammo {' '.join(gun.id for gun in served)}" if served else "next"
