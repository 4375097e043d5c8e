"""6.7: direct suppression by ships and aircraft."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import PIER_FOOT
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch06_landing.advancing import on_the_way
from tarawa_cli.games.tarawa.rules.ch06_landing.japanese_fire import beach_of
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused

PIER_AREAS = ("red2", "red3")


def coming_in(state: State) -> list[Unit]:
    """Units and loaded craft still heading for a beach: afloat, or on the pier short of 2632."""
    return [unit for unit in on_the_way(state) if _comes_in(state, unit)]


def _comes_in(state: State, unit: Unit) -> bool:
    if state.board.is_water(unit.at):
        return not unit.type.is_craft or state.is_loaded(unit)
    return unit.on_pier not in ("", PIER_FOOT)


@rule("6.7")
def suppressible(state: State) -> list[str]:
    """Areas with landing hexes of a beach that some unit is heading for."""
    return list(state.board.areas_off(frozenset([beach_of(unit) for unit in coming_in(state)])))


@rule("6.7")
def check_suppress(state: State, area: str) -> None:
    if area in state.suppression_tried:
        raise Refused("6.7", f"{area} has already been fired on in this segment", lambda: _instead(state))
    if area not in suppressible(state):
        raise Refused("6.7", f"no unit is heading for a beach in {area}", lambda: _instead(state))


def _instead(state: State) -> str:
    return next((f"suppress {area}" for area in suppressible(state) if area not in state.suppression_tried), "next")


@rule("6.7")
def suppress(play: Play[State], area: str) -> None:
    state = play.state
    table = state.charts.table("marine-fire")
    row, _ = play.roll(table, suppression_modifiers(state, area), rule="6.7", on=area)
    apply.suppression_fired(play, "6.7", area=area, suppressed=row.result in ("S", "S*"))


@rule("6.7")
def suppression_modifiers(state: State, area: str) -> list[Modifier]:
    """The ships' guns by day, and units on the pier against Red 2 and Red 3; morale does not count."""
    modifiers = [] if state.night else [state.charts.modifier("ships-guns")]
    if area in PIER_AREAS and any(unit.on_pier and not unit.type.is_gun for unit in state.units.values()):
        modifiers.append(state.charts.modifier("unit-on-pier"))
    return modifiers
