"""Phase `embark`: craft and their loads at the edge of the reef."""

from collections.abc import Iterator

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.places import POOL, SCHEDULE
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.rules.ch06.embarking import can_withdraw, may_start_on_pier
from tarawa_cli.games.tarawa.rules.ch13.plan import is_due
from tarawa_cli.kernel.phases import Phase
from tarawa_cli.kernel.play import Play


def waits(state: State) -> bool:
    """Whether a unit could embark, supplies be sent, or a boat withdrawn. Empty amtracs alone do not count."""
    if any(can_withdraw(state, state.units[id]) for id in state.charts.craft_ids):
        return True
    if state.stock and "supply" in _loads(state) and not state.no_embarking:
        return True
    return matters(state)


def matters(state: State) -> bool:
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


def leave(play: Play[State]) -> None:
    """A ban on embarking lasts one turn (9.2.3)."""
    if play.state.no_embarking:
        apply.embarking_stopped(play, "9.2.3", stopped=False)


PHASE = Phase(waits=waits, leave=leave)
