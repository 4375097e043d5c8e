"""Chapters 12 and 13: artillery, and companies."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import OK, State, Unit
from tarawa_cli.games.malta.model.unit import WAVES, wave_box
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch06_movement import JOINED, STRATEGIC
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import fits
from tarawa_cli.games.malta.rules.ch17_special_rules import fleet_came
from tarawa_cli.kernel.board.dice import NOBODY
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Hint, Refused

# ── 12 Artillery


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
    return [unit for unit in state.units.values() if unit.side == side and not _why_no_ammunition(unit)]


def _why_no_ammunition(unit: Unit) -> str:
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
        why = "it belongs to the Allies" if gun.side != "axis" else _why_no_ammunition(gun)
        if why:
            raise Refused("12.56", f"{gun.id} cannot get ammunition: {why}", lambda: _example(state))
    if len(guns) > state.stock:
        raise Refused("12.56", f"{len(guns)} markers needed, {state.stock} in stock", lambda: _example(state))


def _example(state: State) -> str:
    served = wanting(state, "axis")[: state.stock]
    return f"ammo {' '.join(gun.id for gun in served)}" if served else "next"


# ── 13 Companies


# ── Battalions break into companies, and companies become their battalion again (13)
#
# Landings and jumps break battalions up by themselves: `break_up`. To join companies, call `join`.


LANDING = ("first-wave", "second-wave")
"""Phases in which only those join who have just landed (18.3)."""


@rule("13", "13.1")
def break_up(play: Play[State], battalion: Unit, rule: str = "13.1") -> list[Unit]:
    """Break a battalion into as many companies as it has steps, in its place."""
    companies = play.state.companies_of(battalion)
    living = [companies[number - 1] for number in battalion.numbers]
    apply.broken_up(play, rule, unit=battalion.id, companies=[company.id for company in living])
    return living


@rule("13.1")
def check_break(state: State, unit: Unit) -> None:
    rule, why = _why_whole(state, unit)
    if why:
        raise Refused(rule, f"{unit.id} {why}", lambda: _another_break(state))


def _why_whole(state: State, unit: Unit) -> tuple[str, str]:
    """The paragraph and the reason for which a unit does not break up; nothing if it can."""
    cases = (
        ("4", "belongs to the other side", unit.side != state.active),
        ("13.1", "is already broken into companies", unit.is_broken),
        ("13.1", "is not a battalion", unit.type.type is None),
        ("13.1", "is not on the map", not unit.on_map),
        ("13.1", f"is {unit.state}: only a battalion in order breaks into companies", unit.state != OK),
        ("13.1", "has already moved and cannot break this turn", bool(unit.moved)),
    )
    return next(((rule, why) for rule, why, holds in cases if holds), ("", ""))


def _another_break(state: State) -> str:
    return next((f"break {unit.id}" for unit in state.units.values() if not _why_whole(state, unit)[1]), "next")


# ── Joining


@rule("13.2")
def joinable(state: State, battalion: Unit) -> list[Unit]:
    """The companies that can join their battalion now: in one hex, in order and not reduced."""
    out = state.companies_out(battalion)
    fit = [unit for unit in out if unit.on_map and unit.state == OK and not unit.reduced]
    if not battalion.is_broken:
        return [unit for unit in fit if unit.at == battalion.at]
    stacks = [[unit for unit in fit if unit.at == at] for at in sorted({unit.at for unit in fit})]
    enough = [stack for stack in stacks if len(stack) > 1 or len(out) == 1]
    return max(enough, key=len) if enough else []


@rule("13.2")
def check_join(state: State, battalion: Unit, hint: Hint = "") -> list[Unit]:
    """The companies that join. Refused, unless there are some, and their hex has room for a battalion."""
    companies = joinable(state, battalion) if battalion.type.type else []
    rule, why = why_apart(state, battalion, companies)
    if why:
        raise Refused(rule, why, hint)
    return companies


@rule("7", "13.2")
def why_apart(state: State, battalion: Unit, companies: list[Unit]) -> tuple[str, str]:
    """The paragraph and the reason for which companies do not join; nothing if they can."""
    if battalion.side != state.active:
        return "4", f"{battalion.id} belongs to the other side"
    if battalion.type.type is None:
        return "13.2", f"{battalion.id} is not a battalion"
    if not companies:
        return "13.2", _why_not_joined(state, battalion)
    at = companies[0].at
    others = [unit for unit in state.side_at(battalion.side, at) if unit not in companies]
    coming = [unit for wave in WAVES for unit in state.units_at(wave_box(at, wave))]
    if not fits(state, [*(unit for unit in others if unit is not battalion), *coming, battalion]):
        return "7", f"{at} has no room for {battalion.id} as a battalion"
    if state.phase in LANDING and not may_join(state, companies):
        return "18.3", f"{battalion.id} has not just landed, or an enemy is next to {at}"
    return "", ""


@rule("18.3")
def may_join(state: State, companies: list[Unit]) -> bool:
    """Whether companies have just landed, with no enemy next to them."""
    landed = any(company.landed for company in companies)
    return landed and not HexIndex(state).is_beside_combat_unit("axis", companies[0].at)


def _why_not_joined(state: State, battalion: Unit) -> str:
    out = state.companies_out(battalion)
    if not out:
        return f"{battalion.id} has no company on the map"
    where = ", ".join(f"{unit.id} in {unit.at}{_shaken(unit)}" for unit in out)
    return f"no companies of {battalion.id} are in one hex, in order and not reduced: {where}"


def _shaken(unit: Unit) -> str:
    return f" ({'reduced' if unit.reduced else unit.state})" if unit.reduced or unit.state != OK else ""


@rule("13.2")
def join(play: Play[State], battalion: Unit, companies: list[Unit]) -> None:
    """Join companies into their battalion, which cannot move again this turn."""
    together = companies if battalion.is_broken else [battalion, *companies]
    how = STRATEGIC if any(unit.moved == STRATEGIC for unit in together) else JOINED
    ids = [unit.id for unit in companies]
    apply.joined(play, "13.2", unit=battalion.id, companies=ids, at=companies[0].at, how=how)
