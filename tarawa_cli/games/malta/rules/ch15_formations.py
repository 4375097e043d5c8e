"""Chapter 15: independent Axis units are attached to formations, detached, or transferred (15.2)."""

from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.kernel.errors import Refused

INDEPENDENT = "none"


@rule("15")
def is_independent(unit: Unit) -> bool:
    """Units of the Axis that no formation owns; leaders, headquarters and ships are not attached."""
    owned = unit.side != "axis" or unit.type.formation != INDEPENDENT
    return not owned and not any(map(unit.can, ("lead", "hq", "ship")))


@rule("15.2")
def why_fixed(field: HexIndex, unit: Unit) -> str:
    """Why a unit cannot change its formation; nothing if it can."""
    if not is_independent(unit):
        return "it is not independent"
    if unit.at in ("absent", "lost") or unit.in_battalion:
        return "it is not in play"
    if unit.is_broken:
        return "it is broken into companies: name those"
    if unit.on_map and field.in_enemy_zone(unit.side, unit.at):
        return f"{unit.at} is in an enemy zone of control"
    return ""


def changeable(state: State) -> list[Unit]:
    """Units that may change their formation now."""
    field = HexIndex(state)
    return [unit for unit in state.units.values() if not why_fixed(field, unit)]


def formations(state: State) -> list[str]:
    """The formations of the Axis."""
    return [id for id, sheet in state.charts.formations.items() if sheet["side"] == "axis"]


@rule("15.2")
def check_change(state: State, units: list[Unit], to: str) -> None:
    """Refused, unless all of them may change, and to another formation."""
    field = HexIndex(state)
    for unit in units:
        if why := why_fixed(field, unit):
            raise Refused("15.2", f"{unit.id} cannot change its formation: {why}", lambda: _example(state, to))
        if unit.formation == to:
            where = f"already attached to {to}" if to != INDEPENDENT else "not attached to a formation"
            raise Refused("15.2", f"{unit.id} is {where}", lambda: _example(state, to))


def _example(state: State, to: str) -> str:
    able = [unit.id for unit in changeable(state) if unit.formation != to]
    if not able:
        return "next"
    return f"detach {able[0]}" if to == INDEPENDENT else f"attach {able[0]} {to}"
