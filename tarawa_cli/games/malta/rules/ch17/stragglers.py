"""Stragglers (17.8): reduced companies of parachutists gather their men."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05.zones import Field
from tarawa_cli.kernel.modifiers import Modifier
from tarawa_cli.kernel.play import Play


@rule("17.8")
def gather(play: Play[State]) -> None:
    """Each reduced company that is not next to an enemy combat unit rolls a die."""
    state = play.state
    field = Field(state)
    for unit in state.units.values():
        if unit.reduced and unit.on_map and not field.is_beside_combat_unit(unit.side, unit.at):
            _roll(play, unit)


def _roll(play: Play[State], unit: Unit) -> None:
    state = play.state
    row, _ = play.roll(state.charts.table("stragglers"), _mates(state, unit), rule="17.8", column="1", on=unit.id)
    if row.result == "back":
        apply.company_restored(play, "17.8", unit=unit.id)


def _mates(state: State, unit: Unit) -> list[Modifier]:
    """Another company of its battalion in the hex helps; so does the battalion itself."""
    mates = [other for other in state.units_at(unit.at) if other is not unit]
    own = any(unit.type.of in (other.type.of, other.id) for other in mates)
    return [state.charts.modifier("straggler-company")] if own else []
