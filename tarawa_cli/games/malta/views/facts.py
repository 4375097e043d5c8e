"""What the JSON of looks holds."""

from tarawa_cli.games.malta.model.board import neighbours
from tarawa_cli.games.malta.model.codec import dump_known
from tarawa_cli.games.malta.model.state import DEMORALISED, DISORGANISED, State, Unit, other_side
from tarawa_cli.games.malta.model.unit import zone_of
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.narration.sentences import steps_lost
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex, is_fort
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import equivalents, needs_supply, supply_of
from tarawa_cli.games.malta.rules.ch20_22_victory_scenarios import held, losses, pressure
from tarawa_cli.kernel.board import units
from tarawa_cli.kernel.board.hexes import Hex, hexside
from tarawa_cli.kernel.engine.play import asked_side, question
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.hints import Any

Facts = dict[str, Any]
_PRINTED = (
    *("attack", "defence", "move", "morale", "mobility", "offence", "support", "range", "anti_air", "aa_range"),
    *("antitank", "armour", "factors", "bombard", "rating", "regiment", "size", "nation"),
)

_UNIT = (
    *("id", "name", "side", "kind", "formation", "at", "steps", "full_steps", "state", "supplied", "ammo", "fired"),
    *("moved", "attacked", "landed", "reduced", "strength", "printed"),
)
"""The order of a unit's keys. Keys that are not here come last."""


def brief(state: State, match: Match[State]) -> Facts:
    """The facts that every JSON object carries."""
    return {
        "turn": state.box.id,
        "turn_number": state.turn,
        "phase": state.phase,
        "side": acting(state),
        "weather": state.weather,
        "stock": state.stock,
        "pending": pending(state),
        "goal": {side: held(state, side) for side in SIDES},
        "pressure": pressure(state),
        "losses": losses(state),
        "counts": {side: counts(state, side) for side in SIDES},
        "mulligans": match.mulligans,
        "outcome": state.outcome or None,
    }


def pending(state: State) -> Facts | None:
    if not state.question:
        return None
    from tarawa_cli.games.malta.legal.stakes import stakes  # start-up

    asked = question(state)
    told = {"text": asked.text, "options": asked.options, "stakes": stakes(state)}
    return {"kind": state.question.kind, "side": asked.side, **told}


def whole(state: State, match: Match[State]) -> Facts:
    """The whole position, as far as the side knows it."""
    rest = {name: value for name, value in dump_known(state).items() if name not in ("turn", "phase", "pending")}
    return (
        brief(state, match)
        | rest
        | {"units": [unit_facts(unit) for unit in state.units.values() if not unit.in_battalion]}
    )


def unit_facts(unit: Unit) -> Facts:
    type = unit.type
    printed = {name: getattr(type, name) for name in _PRINTED if getattr(type, name)}
    attack, defence = unit.strength if unit.steps else (0, 0)
    return units.facts(
        unit,
        _UNIT,
        id=unit.id,
        name=type.name,
        side=unit.side,
        kind=type.kind.id,
        full_steps=type.steps,
        strength=[attack, defence],
        printed=printed,
    )


def unit_in_full(state: State, unit: Unit) -> Facts:
    from tarawa_cli.games.malta.legal.api import idle  # start-up
    from tarawa_cli.games.malta.legal.offers import legal_for

    legal = legal_for(state, unit)
    why = [] if legal else [{"rule": rule, "reason": reason} for rule, reason in idle(state, unit.id)]
    return unit_facts(unit) | {"supply": _supply(state, unit), "legal": legal, "idle": why}


def _supply(state: State, unit: Unit) -> Facts | None:
    """The current supply line of a unit; None for units that need none."""
    if not needs_supply(unit):
        return None
    supply = supply_of(state, unit)
    return {"line": list(supply.line), "hq": supply.hq, "why": supply.why, "rule": supply.rule}


# ── Counting


def acting(state: State) -> str:
    """The side to move; nothing once the game is over."""
    return "" if state.outcome else asked_side(state) or state.active


def counts(state: State, side: str) -> dict[str, int]:
    """The units and steps of a side on the map, and its losses."""
    own = [unit for unit in state.units.values() if unit.side == side]
    here = [unit for unit in own if unit.on_map]
    return {
        "on_map": len(here),
        "steps": sum(unit.steps for unit in here),
        "steps_lost": steps_lost(state, side),
        "disorganised": sum(unit.state == DISORGANISED for unit in here),
        "demoralised": sum(unit.state == DEMORALISED for unit in here),
        "unsupplied": sum(not unit.supplied for unit in here),
        "guns": sum(unit.can("gun") and unit.ammo and not unit.fired for unit in here),
    }


# ── Places


def hex_in_full(state: State, at: Hex) -> Facts:
    from tarawa_cli.games.malta.legal.offers import orders_by_hex  # start-up

    return hex_facts(state, at) | {"able": orders_by_hex(state).get(at, {})}


def hex_facts(state: State, at: Hex, field: HexIndex | None = None) -> Facts:
    """The facts of a hex; `field` can be shared by many calls."""
    board, field = state.board, field or HexIndex(state)
    units = state.units_at(at)
    land = at in board.land
    return {
        "id": at,
        "name": board.name_of(at),
        "terrain": board.terrain[at],
        "region": board.region_of.get(at),
        "sector": next((id for id, sector in board.sectors.items() if at in sector.hexes), None),
        "zone": board.zone_of.get(at),
        "port": next((port.name for port in board.ports.values() if at in port.quays), None),
        "objective": board.objectives.get(at, 0),
        "fort": land and is_fort(state, at),
        "strongpoint": at in state.strongpoints,
        "control": state.controller(at) if land else None,
        "zoc": [side for side in SIDES if field.in_enemy_zone(other_side(side), at)],
        "game": {other: _side(state, at, other) for other in neighbours(at) if other in board.land} if land else {},
        "given": list(state.assigned.get(at, ())),
        "equivalents": equivalents(units),
        "units": [unit.id for unit in units],
    }


def _side(state: State, at: Hex, other: Hex) -> list[str]:
    """The features of a hexside: road, stream, steep, water."""
    board, side = state.board, hexside(at, other)
    kinds = {"road": board.roads, "stream": board.streams, "steep": board.steep, "water": board.water}
    return [name for name, sides in kinds.items() if side in sides]


def area_facts(state: State, id: str) -> Facts:
    """A region, a landing zone or a brigade's sector."""
    name, kind, hexes = _area(state, id)
    return {
        "id": id,
        "name": name,
        "kind": kind,
        "hexes": list(hexes),
        "axis": [at for at in hexes if at in state.control],
        "objectives": {at: weight for at, weight in state.board.objectives.items() if at in hexes},
        "strongpoints": [at for at in hexes if at in state.strongpoints],
        "boxes": _boxes_of(state, id, hexes) if kind == "landing zone" else {},
        "units": [unit.id for unit in state.units.values() if unit.at in hexes],
    }


def _area(state: State, id: str) -> tuple[str, str, tuple[Hex, ...]]:
    board = state.board
    if id in board.regions:
        return board.regions[id].name, "region", board.regions[id].hexes
    if id in board.beaches:
        return f"{id.capitalize()} zone", "landing zone", board.beaches[id]
    return board.sectors[id].name, "sector", tuple(sorted(board.sectors[id].hexes))


def _boxes_of(state: State, zone: str, hexes: tuple[Hex, ...]) -> dict[str, list[str]]:
    """The Follow-up box of a zone, and the wave boxes of its beaches."""
    return {
        box: units
        for box, units in state.boxes().items()
        if zone_of(box) == zone or any(box.startswith(f"wave:{at}:") for at in hexes)
    }
