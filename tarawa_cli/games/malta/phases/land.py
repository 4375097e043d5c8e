"""The land phases of a player turn: status, movement, support, combat with recovery (4.2, 4.3)."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch06_movement import movers
from tarawa_cli.games.malta.rules.ch08_supply import check_supply
from tarawa_cli.games.malta.rules.ch09_combat.attack import air_markers, offensive
from tarawa_cli.games.malta.rules.ch09_combat.odds import held_by_enemy, targets
from tarawa_cli.games.malta.rules.ch10_special_combat import bombardable, thrusts
from tarawa_cli.games.malta.rules.ch11_morale import recover
from tarawa_cli.games.malta.rules.ch12_artillery import issue, must_share
from tarawa_cli.games.malta.rules.ch14_leaders import come_back
from tarawa_cli.games.malta.rules.ch16_special_units.airlanding import fire_at_planes, landable, open_fields
from tarawa_cli.games.malta.rules.ch16_special_units.ships import ships
from tarawa_cli.games.malta.rules.ch17_special_rules import gather
from tarawa_cli.games.malta.rules.ch22_scenarios import delay
from tarawa_cli.kernel.engine.phases import Phase
from tarawa_cli.kernel.engine.play import Play


@rule("4.21", "4.31")
def _status(play: Play[State]) -> None:
    """Supply, ammunition, and leaders who come back."""
    check_supply(play, play.state.active)
    issue(play, play.state.active)
    come_back(play, play.state.active)
    if play.state.active == "axis":
        gather(play)
        delay(play)


@rule("4.24", "4.32")
def _can_move(state: State) -> bool:
    """Whether a unit can move, sail or be landed by plane."""
    if state.active == "axis" and any(landable(state, at) for at in open_fields(state)):
        return True
    if state.active == "axis" and any(not ship.moved for ship in ships(state)):
        return True
    return bool(movers(state))


@rule("4.24", "16.12")
def _end_movement(play: Play[State]) -> None:
    if play.state.active == "axis":
        fire_at_planes(play)


@rule("4.25", "4.33")
def _can_support(state: State) -> bool:
    return any(air_markers(state) > 0 or offensive(state, at) for at in held_by_enemy(state))


@rule("10.1", "24.2")
def _can_bombard(state: State) -> bool:
    """Whether anything assigned can bombard; by standing answer, whether it could not be used in an attack."""
    found = bombardable(state)
    if found and state.policies[state.active]["bombardment"] == "needed":
        near = targets(state)
        return any(at not in near for at in found)
    return bool(found)


def _can_attack(state: State) -> bool:
    return bool(targets(state))


@rule("4.26", "4.34")
def _can_break_through(state: State) -> bool:
    return bool(thrusts(state))


def _end_breakthrough(play: Play[State]) -> None:
    if any(unit.advanced or unit.tried for unit in play.state.units.values()):
        apply.breakthroughs_ended(play, "10.3")


def _end_combat(play: Play[State]) -> None:
    recover(play)
    apply.combat_phase_ended(play, "9.2")


PARTS: dict[str, Phase[State]] = {
    "status": Phase(enter=_status),
    "movement": Phase(waits=_can_move, leave=_end_movement),
    "support": Phase(waits=_can_support),
    "bombardment": Phase(waits=_can_bombard),
    "combat": Phase(waits=_can_attack, leave=_end_combat),
    "breakthrough": Phase(waits=_can_break_through, leave=_end_breakthrough),
}
AXIS_STATUS: Phase[State] = Phase(enter=_status, waits=must_share)
