"""Phase `offensive-fire`: one Japanese fire per area."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.model.work import Areas, work
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch07.fire_ashore import fire_at, offensive_modifiers, offensive_targets
from tarawa_cli.games.tarawa.rules.ch10.wreck import wreck_fire
from tarawa_cli.kernel.phases import Phase
from tarawa_cli.kernel.play import Play


def enter(play: Play[State]) -> None:
    areas = list(offensive_targets(play.state))
    if areas:
        play.push(fire_on, left=areas)


@work
@rule("7.5")
def fire_on(play: Play[State], left: Areas) -> None:
    """Fire at one area, then go on to the rest; a question may come between."""
    first, *rest = left
    if rest:
        play.push(fire_on, left=rest)
    targets = offensive_targets(play.state).get(first)
    if targets:
        target = play.pick([unit.id for unit in targets], f"the target in {first}", "7.5")
        unit = play.state.units[target]
        fire_at(play, unit, offensive_modifiers(play.state, unit), "7.5")


PHASE = Phase(enter=enter, leave=wreck_fire)
