"""Drift of markers, series and units (19.41): the jump table, a direction and a distance."""

from collections.abc import Sequence

from tarawa_cli.games.malta.geography.grid import GRID, distance
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.modifiers import Modifier
from tarawa_cli.kernel.play import Play

ONE, HALF, DIE, TWO = "one-hex", "half-a-die", "a-die", "two-dice"
DICE = {HALF: 1, DIE: 1, TWO: 2}


def moved(at: Hex | None, direction: str, hexes: int) -> Hex | None:
    """The hex at a distance and direction; nothing beyond the edge of the map."""
    for _ in range(hexes):
        at = GRID.neighbour(at, direction.upper()) if at else None
    return at


def is_sea(state: State, at: Hex | None) -> bool:
    return at is None or at not in state.board.land


@rule("19.41", "19.46")
def guns_near(state: State, at: Hex) -> list[Unit]:
    """Allied anti-aircraft units near a drop hex, Demoralised or not."""
    reach = state.charts.value("aa-reach")
    return [
        unit
        for unit in state.units.values()
        if unit.side == "allied" and unit.type.anti_air and unit.on_map and distance(unit.at, at) <= reach
    ]


def _alone(state: State) -> list[Modifier]:
    return [state.charts.modifier("jump-alone")] if state.setting.options.alone else []


@rule("19.41", "21.1")
def marker_modifiers(state: State, nation: str) -> list[Modifier]:
    german = [state.charts.modifier("jump-german-marker")] if nation == "german" else []
    return [*german, *_alone(state)]


@rule("19.41", "21.1")
def series_modifiers(state: State, units: Sequence[Unit], at: Hex) -> list[Modifier]:
    german = all(unit.type.nation == "german" for unit in units)
    guns = guns_near(state, at)
    found = [state.charts.modifier("jump-german-series")] if german else []
    found += [state.charts.modifier("jump-aa", len(guns), ", ".join(gun.id for gun in guns))] if guns else []
    return [*found, *_alone(state)]


def roll_jump(play: Play[State], modifiers: list[Modifier], on: str, subject: str) -> str:
    row, _ = play.roll(play.state.charts.table("jump"), modifiers, rule="19.41", column="1", on=on, subject=subject)
    return row.result


@rule("19.41")
def drift(play: Play[State], at: Hex, result: str, on: str, subject: str = "") -> Hex | None:
    """Roll where units over a hex come down."""
    if result not in (ONE, *DICE):
        return at
    hexes = 1
    if result in DICE:
        thrown = play.throw(DICE[result], purpose="hexes of drift", rule="19.41", on=on, subject=subject).total
        hexes = -(-thrown // 2) if result == HALF else thrown
    row, _ = play.roll(play.state.charts.table("scatter"), rule="19.41", column="1", on=on, subject=subject)
    return moved(at, row.result, hexes)
