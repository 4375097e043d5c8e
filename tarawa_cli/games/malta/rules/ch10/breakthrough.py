"""Breakthrough (10.3): a stack that has advanced attacks again, led by a leader of its formation."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import OK, State, Unit, other_side
from tarawa_cli.games.malta.model.work import work
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05.zones import Field
from tarawa_cli.games.malta.rules.ch06.moving import can_overrun
from tarawa_cli.games.malta.rules.ch06.prices import can_cross
from tarawa_cli.games.malta.rules.ch07.stacking import has_room
from tarawa_cli.games.malta.rules.ch09.attack import check_odds, open_attack, planned
from tarawa_cli.games.malta.rules.ch09.overrun import overrun
from tarawa_cli.games.malta.rules.ch14.leaders import leads, rolls_command
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.play import Play


@rule("10.3")
def leaders_for(state: State, units: list[Unit]) -> list[Unit]:
    """Leaders of the stack's formation with it or next to it who have not tried in this phase, the best first."""
    near = {units[0].at, *state.board.adjacent[units[0].at]}
    found = [
        unit
        for unit in state.units.values()
        if unit.side == units[0].side and unit.can("lead") and unit.at in near and not unit.tried
        if all(_is_his(state, unit, each) for each in units)
    ]
    return sorted(found, key=lambda leader: -leader.rating)


def _is_his(state: State, leader: Unit, unit: Unit) -> bool:
    return leads(state, leader, unit.formation) or (unit.side == "allied" and unit.formation == "fortress")


@rule("10.3")
def can_thrust(unit: Unit) -> bool:
    return unit.advanced and unit.state == OK


def stacks(state: State) -> list[list[Unit]]:
    """Those of the active side who advanced and may go on, by hex, where a leader can still try."""
    able = [unit for unit in state.units.values() if unit.side == state.active and unit.on_map and can_thrust(unit)]
    found = [[unit for unit in able if unit.at == at] for at in sorted({unit.at for unit in able})]
    return [stack for stack in found if leaders_for(state, stack)]


def next_hexes(field: Field, units: list[Unit]) -> list[Hex]:
    """Where a stack can go before it attacks: one hex, heedless of zones of control."""
    at = units[0].at
    return [
        there
        for there in field.board.adjacent[at]
        if all(can_cross(unit.type.mobility, at, there) and can_overrun(field, unit, there) for unit in units)
        and has_room(field, there, units)
    ]


@rule("10.3")
def check_breakthrough(state: State, units: list[Unit], to: Hex, on: Hex) -> None:
    """Refused, unless these advanced together, a leader is there, and the way and the attack are open to them."""
    for unit in units:
        _check_unit(state, unit)
    if len({unit.at for unit in units}) > 1:
        raise Refused("10.3", "only one stack breaks through at a time", lambda: _example(state))
    if not leaders_for(state, units):
        why = "no leader of its formation who can still try is in the stack's hex or next to it"
        raise Refused("10.3", why, lambda: _example(state))
    if to and to not in next_hexes(Field(state), units):
        why = f"{to} is not a hex next to {units[0].at} that all of them can enter"
        raise Refused("10.3", why, lambda: _example(state))
    _check_target(state, units, to or units[0].at, on)


def _check_unit(state: State, unit: Unit) -> None:
    if unit.side != state.active:
        raise Refused("10.3", f"{unit.id} belongs to the other side", lambda: _example(state))
    if not unit.advanced:
        raise Refused("10.3", f"{unit.id} has not advanced in this combat phase", lambda: _example(state))
    if unit.state != OK:
        raise Refused("10.3", f"{unit.id} is {unit.state}", lambda: _example(state))


def _check_target(state: State, units: list[Unit], start: Hex, on: Hex) -> None:
    for unit in units:
        if on not in state.board.adjacent[start] or not can_cross(unit.type.mobility, start, on):
            raise Refused("10.3", f"{unit.id} cannot attack {on} from {start}", lambda: _example(state))
    fight = planned(state, units, on)
    if not fight.defenders:
        raise Refused("9.1", f"cannot attack {on}: no enemy is there", lambda: _example(state))
    check_odds(state, fight._replace(offence=()), lambda: _example(state))


def _example(state: State) -> str:
    """A breakthrough that can be tried, as an order."""
    found = thrusts(state)
    if not found:
        return "next"
    units, to, on = found[0]
    return " ".join(filter(None, ["break-through", *(unit.id for unit in units), to, "--on", on]))


def is_open(state: State, units: list[Unit], to: Hex, on: Hex) -> bool:
    try:
        check_breakthrough(state, units, to, on)
    except Refused:
        return False
    return True


def thrusts(state: State) -> list[tuple[list[Unit], Hex, Hex]]:
    """Every breakthrough of a whole stack: who, the hex it goes to first if any, and the hex it attacks."""
    enemy, field = other_side(state.active), Field(state)
    found = []
    for units in stacks(state):
        for to in ("", *next_hexes(field, units)):
            around = state.board.adjacent[to or units[0].at]
            held = [at for at in around if field.units(enemy, at) and at != to]
            found += [(units, to, at) for at in held if is_open(state, units, to, at)]
    return found


# ── Carrying it out


@rule("10.3")
def break_through(play: Play[State], units: list[Unit], to: Hex, on: Hex) -> None:
    """Roll for the leader; if he succeeds, the stack moves and attacks, without support on either side."""
    leader = leaders_for(play.state, units)[0]
    ids = [unit.id for unit in units]
    urged = rolls_command(play, leader, "10.3")
    apply.breakthrough_tried(play, "10.3", leader=leader.id, units=ids, succeeds=urged)
    if not urged:
        return
    play.push(thrust, units=ids, on=on)
    if to:
        apply.broken_through(play, "10.3", units=ids, to=to)
        overrun(play, units[0].side, to)


@work
@rule("10.3")
def thrust(play: Play[State], units: list[str], on: Hex) -> None:
    open_attack(play, play.state.named(units), on, guns=False)
