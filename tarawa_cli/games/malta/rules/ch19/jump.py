"""A drop (4.23 b to d): markers drift, series are placed and drift, and units roll for losses."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.charts import TIMES
from tarawa_cli.games.malta.model.plans import Series, series_of
from tarawa_cli.games.malta.model.state import State, Unit, Zone
from tarawa_cli.games.malta.model.work import work
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05.zones import Field, is_fort
from tarawa_cli.games.malta.rules.ch13.companies import break_up
from tarawa_cli.games.malta.rules.ch19.close import jump_fight
from tarawa_cli.games.malta.rules.ch19.drift import (
    DIE,
    TWO,
    drift,
    guns_near,
    is_sea,
    marker_modifiers,
    moved,
    roll_jump,
    series_modifiers,
)
from tarawa_cli.games.malta.rules.ch19.plan import due
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.modifiers import Modifier
from tarawa_cli.kernel.play import Play

ROUGH = ("woods", "town", "city", "fort")


@work
@rule("4.23")
def jump(play: Play[State]) -> None:
    """All zones of this turn: markers first, then series, then losses; the fights follow by hex."""
    zones = due(play.state)
    markers = {name: _drop_marker(play, name, zone) for name, zone in zones.items()}
    apply.jump_begun(play, "19.41", zones=list(zones))
    down = [unit for name, zone in zones.items() for unit in _drop_zone(play, name, zone, markers[name])]
    ordered = [unit for unit in play.state.units.values() if unit in down]
    _roll_losses(play, ordered)
    _let_step(play, ordered)
    held = {unit.at for unit in play.state.units.values() if unit.side == "allied" and unit.on_map}
    for at in sorted({unit.at for unit in ordered if unit.at in held}, reverse=True):
        play.push(jump_fight, hex=at)


@rule("19.41")
def _drop_marker(play: Play[State], name: str, zone: Zone) -> Hex | None:
    result = roll_jump(play, marker_modifiers(play.state, zone.nation), name, zone.marker)
    found = drift(play, zone.marker, result, name, zone.marker)
    play.note("marker-down", "19.41", zone=name, hex=found or "", sea=is_sea(play.state, found))
    return found


def _drop_zone(play: Play[State], name: str, zone: Zone, marker: Hex | None) -> list[Unit]:
    found = []
    for series in series_of(zone):
        at = moved(marker, series.offset[:-1], int(series.offset[-1])) if series.offset else marker
        if at is None or is_sea(play.state, at):
            play.note("series-cancelled", "19.41", units=list(series.units), zone=name)
        else:
            found += _drop_series(play, series, at)
    return found


@rule("19.2", "19.41")
def _drop_series(play: Play[State], series: Series, at: Hex) -> list[Unit]:
    """Drop a series, battalions as companies; it drifts together, or each unit alone."""
    state = play.state
    named = state.named(series.units)
    first = next(id for id in state.units if id in series.units)
    result = roll_jump(play, series_modifiers(state, named, at), f"{series.units[0]} over {at}", first)
    units = [one for unit in named for one in (break_up(play, unit, "19.2") if unit.type.type else [unit])]
    units = [unit for unit in state.units.values() if unit in units]
    if result in (DIE, TWO):
        for unit in units:
            _come_down(play, [unit], drift(play, at, result, unit.id))
    else:
        _come_down(play, units, drift(play, at, result, series.units[0], first))
    return [unit for unit in units if unit.steps]


@rule("8.3", "19.41")
def _come_down(play: Play[State], units: list[Unit], at: Hex | None) -> None:
    state, ids = play.state, [unit.id for unit in units]
    if at is None or is_sea(state, at):
        play.note("fell-into-sea", "19.41", units=ids)
        for id in ids:
            apply.unit_lost(play, "19.41", unit=id)
        return
    until = min(len(state.charts.turns), (state.box.day + 1) * TIMES)
    apply.came_down(play, "19.41", units=ids, to=at, until=until)
    enemies = any(unit.side == "allied" for unit in state.units_at(at))
    if any(unit.can("combat") for unit in units) and not enemies and at not in state.control:
        apply.hex_taken(play, "19.41", hex=at)


# ── Losses


@rule("19.46")
def loss_modifiers(state: State, at: Hex) -> list[Modifier]:
    """The modifiers of drop losses in a hex."""
    enemies = [unit for unit in state.units_at(at) if unit.side == "allied" and not unit.can("coast-gun")]
    names = ["loss-enemy"] if any(unit.strength[1] for unit in enemies) else []
    names += ["loss-aa"] if guns_near(state, at) else []
    names += ["loss-terrain"] if state.board.terrain[at] in ROUGH or is_fort(state, at) else []
    return [state.charts.modifier(name) for name in names]


@rule("19.46")
def _roll_losses(play: Play[State], units: list[Unit]) -> None:
    """A die for each company or gun: reduced, or eliminated if it has no weaker side."""
    state = play.state
    for unit in units:
        if unit.can("hq") or unit.can("lead"):
            continue
        plus = loss_modifiers(state, unit.at)
        row, _ = play.roll(state.charts.table("airborne-loss"), plus, rule="19.46", column="1", on=unit.id)
        if row.result == "reduced" and unit.type.reduced:
            apply.company_reduced(play, "19.46", unit=unit.id)
        elif row.result == "reduced":
            apply.unit_lost(play, "19.46", unit=unit.id)


@rule("19.6")
def _let_step(play: Play[State], units: list[Unit]) -> None:
    """Let units that came down away from enemies and their zones move one hex."""
    field = Field(play.state)
    free = [
        unit.id
        for unit in units
        if unit.on_map and not field.units("allied", unit.at) and not field.in_enemy_zone("axis", unit.at)
    ]
    if free:
        apply.steps_allowed(play, "19.6", units=free)
