"""Chapter 11: morale. Recovery at the end of a side's own combat phase (11.5)."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import DEMORALISED, OK, STATES, State, Unit
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch14_leaders import helps_recovery
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Play


@rule("11.5")
def recover(play: Play[State]) -> None:
    """Each shaken unit of the active side that did not attack rolls a die."""
    state = play.state
    for unit in state.units.values():
        if unit.side == state.active and unit.on_map and unit.state != OK and not unit.attacked:
            _roll(play, unit)


def modifiers(state: State, unit: Unit) -> list[Modifier]:
    field = HexIndex(state)
    found = [] if unit.supplied else [state.charts.modifier("recovery-supply")]
    if field.is_beside_combat_unit(unit.side, unit.at):
        found.append(state.charts.modifier("recovery-enemy"))
    return [*found, *helps_recovery(state, unit)]


@rule("11.5", "9.93")
def _roll(play: Play[State], unit: Unit) -> None:
    state = play.state
    morale = unit.type.morale
    if unit.state == DEMORALISED:
        morale += state.charts.value("demoralised-morale")
    purpose = f"recovery, {morale} or less"
    thrown = play.throw(1, modifiers(state, unit), purpose=purpose, rule="11.5", on=unit.id)
    if thrown.dice[0] != state.charts.value("recovery-fails") and thrown.total <= morale:
        better = STATES[STATES.index(unit.state) - 1]
        apply.state_changed(play, "11.5", unit=unit.id, to=better)
