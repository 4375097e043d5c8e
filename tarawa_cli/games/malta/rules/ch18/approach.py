"""Divisions into Follow-up boxes (18.2), by choice or by dice (21.2)."""

from functools import partial

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.charts import AGAIN
from tarawa_cli.games.malta.model.places import follow_up, zone_of
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch18.boxes import waiting
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.play import Play


def divisions(state: State) -> list[str]:
    """Formations that wait at sea, in the order of the units."""
    return list(dict.fromkeys(unit.formation for unit in waiting(state) if unit.formation != "none"))


@rule("18.2")
def check_approach(state: State, units: list[Unit], zone: str) -> None:
    """Refused, if a regiment would be torn apart, or a division be in too many boxes."""
    for unit in units:
        if not zone_of(unit.at):
            raise Refused("18.2", f"{unit.id} is not in a Follow-up box", lambda: _example(state))
    at_sea = waiting(state)
    boxes = {unit.id: zone if unit in units else zone_of(unit.at) for unit in at_sea}
    for regiment in dict.fromkeys(unit.type.regiment for unit in units if unit.type.regiment):
        if len({boxes[unit.id] for unit in at_sea if unit.type.regiment == regiment}) > 1:
            why = f"regiment {regiment} must stay together"
            raise Refused("18.2", why, partial(_together, state, regiment, zone))
    most = state.charts.value("approach-boxes")
    for division in divisions(state):
        if len({boxes[unit.id] for unit in at_sea if unit.formation == division}) > most:
            why = f"{division} would be in more than {most} boxes"
            raise Refused("18.2", why, f"approach {division} {zone}")


def _together(state: State, regiment: str, zone: str) -> str:
    """A regiment to a zone, as an order; if that would spread its division too far, the division."""
    units = [unit for unit in waiting(state) if unit.type.regiment == regiment]
    try:
        check_approach(state, units, zone)
    except Refused:
        return f"approach {units[0].formation} {zone}"
    return f"approach {regiment} {zone}"


def _example(state: State) -> str:
    found = divisions(state)
    return f"approach {found[0]} south" if found else "next"


def approach(play: Play[State], units: list[Unit], zone: str) -> None:
    apply.approached(play, "18.2", units=[unit.id for unit in units], to=follow_up(zone))


@rule("21.2")
def draw_boxes(play: Play[State]) -> None:
    """A die for each division says where it lands, when one person plays both sides."""
    table = play.state.charts.table("follow-up")
    for division in divisions(play.state):
        row, _ = play.roll(table, rule="21.2", column="1", on=division)
        if row.result == AGAIN:
            row, _ = play.roll(table, rule="21.2", column="2", on=division)
        approach(play, [unit for unit in waiting(play.state) if unit.formation == division], row.result)
