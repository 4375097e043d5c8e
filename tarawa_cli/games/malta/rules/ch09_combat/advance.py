"""Advance after combat (9.8), and the end of a fight."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import ATTACKER, OK, State, Unit, other_side
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.model.work import decision, work
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch06_movement import can_cross
from tarawa_cli.games.malta.rules.ch07_stacking import has_room
from tarawa_cli.games.malta.rules.ch09_combat.hits import alive, fight_of
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.engine.work_stack import Question

NONE, ALL = "none", "all"


@rule("9.8")
def able(state: State) -> list[Unit]:
    """Attackers that may advance: none that retreated, and none into a city or a fort."""
    fight = fight_of(state)
    side = state.units[fight.attackers[0]].side
    taken = any(unit.side == other_side(side) for unit in state.units_at(fight.on))
    if taken or fight.back[ATTACKER] or state.charts.terrain[state.board.terrain[fight.on]].walled:
        return []
    field = HexIndex(state)
    return [
        unit
        for unit in [*alive(state, ATTACKER), *_leaders(state, side)]
        if unit.state == OK
        and unit.at in fight.origins
        and (unit.can("lead") or can_cross(unit.type.mobility, unit.at, fight.on))
        and has_room(field, fight.on, [unit])
    ]


@rule("6.5")
def _leaders(state: State, side: Side) -> list[Unit]:
    """Leaders in the attacking hexes, who may advance over any hexside once a unit has advanced."""
    fight = fight_of(state)
    if not any(unit.side == side for unit in state.units_at(fight.on)):
        return []
    return [unit for at in fight.origins for unit in state.units_at(at) if unit.side == side and unit.can("lead")]


@work
@rule("9.8")
def advance(play: Play[State]) -> None:
    """Ask the attacker who advances, unless a standing answer decides."""
    units = able(play.state)
    policy = play.state.policies[units[0].side]["follow"] if units else NONE
    if policy == ALL:
        _all(play)
    elif policy != NONE:
        play.push(ask_follow)


@decision
def ask_follow(state: State) -> Question:
    units = able(state)
    text = f"Who advances into {fight_of(state).on}? Name units, `all` or `none`"
    return Question(text, [ALL, NONE, *(unit.id for unit in units)], units[0].side)


@ask_follow.answered
def follow_answered(play: Play[State], answer: str) -> None:
    if answer == NONE:
        return
    if answer == ALL:
        _all(play)
        return
    _enter(play, play.state.units[answer])
    if able(play.state):
        play.push(ask_follow)


def _all(play: Play[State]) -> None:
    while found := able(play.state):
        _enter(play, found[0])


def _enter(play: Play[State], unit: Unit) -> None:
    apply.advanced(play, "9.8", unit=unit.id, to=fight_of(play.state).on)


@work
def end(play: Play[State]) -> None:
    """The fight is over."""
    apply.fight_over(play, "9.8", on=fight_of(play.state).on)
