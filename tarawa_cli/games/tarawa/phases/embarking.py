"""The phases before the reef: `bombardment`, `embark`."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import POOL, SCHEDULE
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.rules.ch05_bombardment import chits_example
from tarawa_cli.games.tarawa.rules.ch06_landing.embarking import can_withdraw, may_start_on_pier
from tarawa_cli.games.tarawa.rules.ch13_timetable import is_due
from tarawa_cli.kernel.engine.phases import Phase
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Iterator

# ── Phase `bombardment`, turn 1 only


def bombardment_applies(state: State) -> bool:
    return state.turn == 1


def bombardment_check_leave(state: State) -> None:
    if state.chits_due:
        raise Refused("5.1", f"{state.chits_due} chits are still to be placed", chits_example(state))
    if not state.chits:
        raise Refused("5.1", "the fleet has not bombarded yet", "bombard")


BOMBARDMENT = Phase(applies=bombardment_applies, waits=bombardment_applies, check_leave=bombardment_check_leave)


# ── Phase `embark`: craft and their loads at the edge of the reef


def embark_waits(state: State) -> bool:
    """Whether a unit could embark, supplies be sent, or a boat withdrawn. Empty amtracs alone do not count."""
    if any(can_withdraw(state, state.units[id]) for id in state.charts.craft_ids):
        return True
    if state.stock and "supply" in _loads(state) and not state.no_embarking:
        return True
    return embark_matters(state)


def embark_matters(state: State) -> bool:
    """Whether somebody is due who could come now."""
    return next(able_to_come(state), None) is not None


def able_to_come(state: State) -> Iterator[Unit]:
    """The units that are due and have the means to come."""
    loads = _loads(state)
    return (unit for unit in state.units_at(SCHEDULE) if _has_means(state, unit, loads) and is_due(state, unit))


def _loads(state: State) -> set[str]:
    """What the craft in the pool could carry."""
    return {load for craft in state.units_at(POOL) if craft.type.is_craft for load in craft.type.carries}


def _has_means(state: State, unit: Unit, loads: set[str]) -> bool:
    """Whether a unit can come: a craft in the pool can carry it, or it needs none."""
    if unit.type.can("starts-on-pier"):
        return unit.at == SCHEDULE and may_start_on_pier(state)
    return unit.at == SCHEDULE and (unit.kind in loads or unit.type.can("goes-to-bairiki"))


def embark_leave(play: Play[State]) -> None:
    """A ban on embarking lasts one turn (9.2.3)."""
    if play.state.no_embarking:
        apply.embarking_stopped(play, "9.2.3", stopped=False)


EMBARK = Phase(waits=embark_waits, leave=embark_leave)
