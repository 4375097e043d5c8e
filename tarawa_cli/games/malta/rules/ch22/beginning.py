"""How a game begins (22): what the plan says before the first order, or what the players have yet to say."""

from tarawa_cli.games.malta.model import readers
from tarawa_cli.games.malta.model.places import follow_up, zone_of
from tarawa_cli.games.malta.model.state import State, Zone
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch22.setting_up import settable
from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.readers import Wrong


@rule("22", "18.2", "19.3")
def begin(state: State) -> None:
    """Divisions lie where the plan says, and jumps are planned; own set-up and own plan come before all else."""
    options, plan = state.setting.options, state.setting.scenario.plan
    for unit in state.units.values():
        zone = plan.approach.get(unit.formation)
        if zone and zone_of(unit.at):
            unit.at = follow_up(zone)
    if not options.own_plan and not options.alone:
        state.plan |= _jumps(state)
    opening = state.turn == 1 and state.phase == "approach"
    if options.own_setup and not opening:
        name = state.setting.scenario.id
        raise BadOrder(f"{name} begins in the middle: no set-up of your own", hint=f"new {name}")
    if options.own_setup:
        state.phase, state.free = "setup-allied", {unit.id for unit in settable(state)}
    elif options.own_plan and opening:
        state.phase = "setup-axis"


def _jumps(state: State) -> dict[str, Zone]:
    try:
        return readers.plan(state.setting, state.setting.scenario.plan.jumps)
    except Wrong as reason:
        raise BadFile(
            f"{state.setting.scenario.id} is not a sound scenario:", problems=[f"plan.jumps: {reason}"]
        ) from None
