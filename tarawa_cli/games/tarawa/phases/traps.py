"""Phase `traps`: booby traps and snipers, by area."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.model.work import Areas, work
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch07.ground import areas_held, marines
from tarawa_cli.games.tarawa.rules.ch07.hits import lose_steps
from tarawa_cli.kernel.phases import Phase
from tarawa_cli.kernel.play import Play


def units_in(state: State, area: str) -> list[Unit]:
    return [unit for unit in marines(state) if state.board.area_of[unit.at] == area]


@rule("7.1")
def is_trapped(state: State, area: str) -> bool:
    """Whether an area is unsecured or next to one that is, and has Marines who are not all on landing hexes."""
    board = state.board
    danger = any(not state.is_secured(near) for near in (area, *board.next_areas(area)))
    return danger and any(unit.at not in board.landing for unit in units_in(state, area))


def enter(play: Play[State]) -> None:
    areas = [area for area in areas_held(play.state) if is_trapped(play.state, area)]
    if areas:
        play.push(spring, left=areas)


@work
@rule("7.1", "7.2.6")
def spring(play: Play[State], left: Areas) -> None:
    """One roll per area; a loss falls on a random unarmoured unit, which may not recover this turn."""
    state = play.state
    for area in left:
        row, _ = play.roll(state.charts.table("traps"), rule="7.1", on=area)
        able = [unit for unit in units_in(state, area) if not unit.type.can("armoured")]
        if row.result == "S" and able:
            victim = play.pick([unit.id for unit in able], f"the victim in {area}", "7.1")
            lose_steps(play, state.units[victim], 1, "7.1")
            if state.units[victim].steps:
                apply.trapped(play, "7.2.6", unit=victim)


PHASE = Phase(enter=enter)
