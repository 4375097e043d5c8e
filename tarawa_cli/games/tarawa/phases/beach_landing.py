"""Phase `beach-landing`: landing turn, AP and supply of the units that came in."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import PIER_FOOT
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch12.victory import end_if_reached
from tarawa_cli.kernel.phases import Phase
from tarawa_cli.kernel.play import Play


@rule("6.5", "8.4")
def enter(play: Play[State]) -> None:
    state = play.state
    ashore = [
        u for u in state.units.values() if not u.type.is_craft and (u.at in state.board.land or u.on_pier == PIER_FOOT)
    ]
    for unit in ashore:
        if not unit.landed:
            apply.landing_turn_set(play, "6.5", unit=unit.id, turn=state.turn)
    if ashore:
        apply.land_phase_begun(play, "6.5", rushed=[unit.id for unit in ashore if unit.rushed])
    end_if_reached(play)


PHASE = Phase(enter=enter)
