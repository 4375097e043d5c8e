"""How a game begins (22): what the plan says before the first order, or what the players have yet to say."""

from tarawa_cli.games.malta.model import readers
from tarawa_cli.games.malta.model.places import POOL, follow_up, zone_of
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch16.dummy import the_dummy
from tarawa_cli.games.malta.rules.ch22.setting_up import settable
from tarawa_cli.kernel.errors import BadOrder

WHOLE_BATTLE = "herkules"
"""The scenario in which landings may be delayed."""


@rule("22", "18.2", "19.3")
def begin(state: State) -> None:
    """Divisions lie where the plan says, and jumps are planned; own set-up and own plan come before all else.

    In a sealed game the dummy battery waits until its owner has sealed its place (24.3).
    """
    options, plan = state.setting.options, state.setting.scenario.plan
    _check_delayed(state)
    for unit in state.units.values():
        zone = plan.approach.get(unit.formation)
        if zone and zone_of(unit.at):
            state.units.put(unit, follow_up(zone))
    if not options.own_plan and not options.alone:
        state.plan |= readers.plan(state.setting, plan.jumps)
    opening = state.turn == 1 and state.phase == "approach"
    dummy = the_dummy(state)
    if options.sealed and opening and dummy and dummy.on_map:
        state.units.put(dummy, POOL)
    if options.own_setup and not opening:
        name = state.setting.scenario.id
        raise BadOrder(
            f"{name} starts in the middle of the battle: you cannot set up your own way", hint="leave out --setup own"
        )
    if options.own_setup:
        state.phase, state.free = "setup-allied", {unit.id for unit in settable(state)}
    elif options.own_plan and opening:
        state.phase = "setup-axis"


@rule("22.39")
def _check_delayed(state: State) -> None:
    """Refuse delayed landings outside `herkules`; older saves that have them still work."""
    name = state.setting.scenario.id
    if state.setting.options.delayed and name != WHOLE_BATTLE:
        raise BadOrder(
            f"--delayed works only in `{WHOLE_BATTLE}`, not in `{name}` (22.39)",
            hint=f"new {WHOLE_BATTLE} --delayed",
        )
