"""What the JSON of looks holds."""

from typing import Any

from tarawa_cli.games.malta.geography.grid import neighbours
from tarawa_cli.games.malta.model import codec
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.phases import UNFINISHED, question
from tarawa_cli.games.malta.rules.ch05.zones import Field, is_fort
from tarawa_cli.games.malta.rules.ch07.stacking import equivalents
from tarawa_cli.games.malta.rules.ch22.victory import held
from tarawa_cli.kernel.hexes import Hex, hexside
from tarawa_cli.kernel.session import Match

Facts = dict[str, Any]
_PRINTED = (
    *("attack", "defence", "move", "morale", "mobility", "offence", "support", "range", "anti_air", "aa_range"),
    *("antitank", "armour", "factors", "bombard", "rating", "regiment", "size", "nation"),
)


def brief(state: State, match: Match[State]) -> Facts:
    """The facts that every JSON object carries."""
    return {
        "turn": state.box.id,
        "phase": state.phase,
        "side": "" if state.outcome else UNFINISHED.side(state) or state.active,
        "weather": state.weather,
        "stock": state.stock,
        "pending": pending(state),
        "goal": {side: held(state, side) for side in ("axis", "allied")},
        "mulligans": match.mulligans,
        "outcome": state.outcome or None,
    }


def pending(state: State) -> Facts | None:
    if not state.question:
        return None
    asked = question(state)
    return {"kind": state.question.kind, "side": asked.side, "text": asked.text, "options": asked.options}


def whole(state: State, match: Match[State]) -> Facts:
    """All that lies on the table, as far as it is known."""
    rest = {name: value for name, value in codec.dump_known(state).items() if name not in ("turn", "phase", "pending")}
    return brief(state, match) | rest | {"units": [unit_facts(unit) for unit in state.units.values() if not unit.rests]}


def unit_facts(unit: Unit) -> Facts:
    type = unit.type
    printed = {name: getattr(type, name) for name in _PRINTED if getattr(type, name)}
    attack, defence = unit.strength if unit.steps else (0, 0)
    return {
        "id": unit.id,
        "name": type.name,
        "side": unit.side,
        "kind": type.kind.id,
        "formation": unit.formation,
        "at": unit.at,
        "steps": unit.steps,
        "full_steps": type.steps,
        "state": unit.state,
        "supplied": unit.supplied,
        "ammo": unit.ammo,
        "fired": unit.fired,
        "moved": unit.moved,
        "attacked": unit.attacked,
        "landed": unit.landed,
        "reduced": unit.reduced,
        "strength": [attack, defence],
        "printed": printed,
    }


def unit_in_full(state: State, unit: Unit) -> Facts:
    from tarawa_cli.games.malta.choices.legal import legal_for

    return unit_facts(unit) | {"legal": legal_for(state, unit)}


def hex_facts(state: State, at: Hex) -> Facts:
    board, field = state.board, Field(state)
    units = state.units_at(at)
    land = at in board.land
    return {
        "id": at,
        "name": board.name_of(at),
        "terrain": board.terrain[at],
        "region": board.region_of.get(at),
        "zone": board.zone_of.get(at),
        "objective": board.objectives.get(at, 0),
        "fort": land and is_fort(state, at),
        "strongpoint": at in state.strongpoints,
        "control": state.controller(at) if land else None,
        "zoc": [side for side, other in (("axis", "allied"), ("allied", "axis")) if _covers(field, other, at)],
        "sides": {other: _side(state, at, other) for other in neighbours(at) if other in board.land} if land else {},
        "equivalents": equivalents(units),
        "units": [unit.id for unit in units],
    }


def _covers(field: Field, enemy: str, at: Hex) -> bool:
    return field.in_enemy_zone("axis" if enemy == "axis" else "allied", at)


def _side(state: State, at: Hex, other: Hex) -> list[str]:
    """What a hexside has: road, stream, steep, water."""
    board, side = state.board, hexside(at, other)
    kinds = {"road": board.roads, "stream": board.streams, "steep": board.steep, "water": board.water}
    return [name for name, sides in kinds.items() if side in sides]


def region_facts(state: State, id: str) -> Facts:
    region = state.board.regions[id]
    held = [at for at in region.hexes if at in state.control]
    return {
        "id": id,
        "name": region.name,
        "letter": region.letter,
        "hexes": list(region.hexes),
        "axis": held,
        "objectives": {at: weight for at, weight in state.board.objectives.items() if at in region.hexes},
        "units": [unit.id for unit in state.units.values() if unit.at in region.hexes],
    }
