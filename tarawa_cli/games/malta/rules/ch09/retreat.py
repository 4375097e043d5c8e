"""Retreats (9.6): each stack hex by hex away from the enemy, with the steps that this costs."""

from collections.abc import Iterable, Sequence

from tarawa_cli.games.malta.geography.grid import distance
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import DEFENDER, State, Unit
from tarawa_cli.games.malta.model.work import HexesLeft, RetreatPath, Role, UnitIds, decision, work
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05.zones import Field
from tarawa_cli.games.malta.rules.ch06.prices import can_cross
from tarawa_cli.games.malta.rules.ch07.stacking import has_room
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.unfinished import Question

AT_A_COST = "into an enemy zone of control, which costs a step"


def is_static(unit: Unit) -> bool:
    return unit.type.mobility == "static"


# ── Which hexes


@rule("9.6")
def open_hexes(
    field: Field, stack: Sequence[Unit], at: Hex, way: Sequence[Hex], foes: Sequence[Hex], left: int
) -> list[Hex]:
    """The hexes a stack may retreat to next: only the best kind, by number."""
    around = _passable(field, stack, at, way, foes)
    found = [there for there in around if _leads_on(field, stack, there, way, foes, left)]
    side = stack[0].side
    ranked = [(field.in_enemy_zone(side, there), _to_headquarters(field, stack, there), there) for there in found]
    return sorted(there for zone, far, there in ranked if (zone, far) == min(ranked)[:2])


def _passable(field: Field, stack: Sequence[Unit], at: Hex, way: Sequence[Hex], foes: Sequence[Hex]) -> list[Hex]:
    """Whether a stack may retreat into a hex: away from the enemy, free of enemies, not visited, and passable (6.5)."""
    enemies = field.stacks["axis" if stack[0].side == "allied" else "allied"]
    crossing = {unit.type.mobility for unit in stack if not unit.can("lead")}
    return [
        there
        for there in field.board.adjacent[at]
        if there not in way
        and there not in enemies
        and all(distance(there, foe) >= distance(at, foe) for foe in foes)
        and all(can_cross(mobility, at, there) for mobility in crossing)
    ]


def _leads_on(
    field: Field, stack: Sequence[Unit], there: Hex, way: Sequence[Hex], foes: Sequence[Hex], left: int
) -> bool:
    """Whether the stack could stop there, or go on to where it can."""
    if has_room(field, there, list(stack)):
        return True
    further = [*way, there]
    beyond = _passable(field, stack, there, further, foes) if left > 1 else []
    return any(_leads_on(field, stack, next_, further, foes, left - 1) for next_ in beyond)


def _to_headquarters(field: Field, stack: Sequence[Unit], at: Hex) -> int:
    """How far the nearest headquarters of the side is."""
    own = [unit for units in field.stacks[stack[0].side].values() for unit in units if unit.can("hq")]
    return min((distance(at, unit.at) for unit in own if unit not in stack), default=0)


def is_costly(field: Field, stack: Sequence[Unit], at: Hex) -> bool:
    """An enemy zone of control without a friend in it."""
    side = stack[0].side
    friends = [unit for unit in field.units(side, at) if unit not in stack]
    return field.in_enemy_zone(side, at) and not friends


def cost_of_retreat(state: State, units: list[Unit], foes: Sequence[Hex], hexes: int) -> int:
    """The steps that a retreat would cost, including static units left behind."""
    return cost_in(Field(state), units, foes, hexes)


def cost_in(field: Field, units: list[Unit], foes: Sequence[Hex], hexes: int) -> int:
    lost = sum(unit.steps for unit in units if is_static(unit)) if hexes else 0
    return lost + sum(_cost_of_stack(field, stack, foes, hexes) for stack in stacks(units))


def _cost_of_stack(field: Field, stack: list[Unit], foes: Sequence[Hex], hexes: int) -> int:
    at, way, cost = stack[0].at, [stack[0].at], 0
    for left in range(hexes, 0, -1):
        found = open_hexes(field, stack, at, way, foes, left)
        if not found:
            return cost + left
        at = found[0]
        way.append(at)
        cost += is_costly(field, stack, at)
    return cost


def stacks(units: Iterable[Unit]) -> list[list[Unit]]:
    """The stacks that can retreat, by hex."""
    found: dict[Hex, list[Unit]] = {}
    for unit in units:
        if not is_static(unit):
            found.setdefault(unit.at, []).append(unit)
    return [found[at] for at in sorted(found)]


# ── Carrying it out


@work
@rule("9.42", "9.6")
def withdraw(play: Play[State], role: Role) -> None:
    """A side that has chosen to goes back; static units are left behind and lost."""
    state, fight = play.state, play.state.fight
    assert fight is not None
    units = [unit for unit in state.named(fight.units(role)) if unit.steps and unit.on_map]
    if not fight.back[role] or not units:
        return
    for unit in units:
        if is_static(unit):
            apply.unit_lost(play, "9.42", unit=unit.id)
    for stack in reversed(stacks(units)):
        way, going = [stack[0].at], [*stack, *left_with_nobody(state, stack)]
        play.push(retreat, units=[unit.id for unit in going], left=fight.back[role], way=way, role=role)


@rule("6.5")
def left_with_nobody(state: State, stack: list[Unit]) -> list[Unit]:
    """Let leaders who would be left alone retreat with the stack."""
    there = [unit for unit in state.units_at(stack[0].at) if unit.side == stack[0].side and unit not in stack]
    return there if all(unit.can("lead") for unit in there) else []


def going_back(state: State, units: list[str]) -> list[Unit]:
    """Those of a stack who are left."""
    return [unit for unit in state.named(units) if unit.steps and unit.on_map]


def choices(state: State, units: list[str], left: int, way: list[Hex], role: int) -> list[Hex]:
    """The next hexes of a stack that retreats."""
    fight = state.fight
    assert fight is not None
    foes = fight.origins if role == DEFENDER else (fight.on,)
    return open_hexes(Field(state), going_back(state, units), way[-1], way, foes, left)


@work
@rule("9.6")
def retreat(play: Play[State], units: UnitIds, left: HexesLeft, way: RetreatPath, role: Role) -> None:
    """The next hex of a stack's retreat; what is not retreated costs steps."""
    state, stack = play.state, going_back(play.state, units)
    if not stack or all(unit.can("lead") for unit in stack):
        return
    found = choices(state, units, left, way, role)
    if not found:
        _pay(play, stack, left)
    elif len(found) > 1 and state.policies[stack[0].side]["retreat"] == "ask":
        play.push(ask_way, units=units, left=left, way=way, role=role)
    else:
        _go(play, found[0], units, left, way, role)


@decision
def ask_way(state: State, units: UnitIds, left: HexesLeft, way: RetreatPath, role: Role) -> Question:
    stack = going_back(state, units)
    who = " ".join(unit.id for unit in stack)
    found = choices(state, units, left, way, role)
    return Question(f"Where does {who} retreat from {way[-1]}?", found, stack[0].side)


@ask_way.answered
def way_answered(play: Play[State], answer: str, units: list[str], left: int, way: list[Hex], role: int) -> None:
    _go(play, answer, units, left, way, role)


def _go(play: Play[State], to: Hex, units: list[str], left: int, way: list[Hex], role: int) -> None:
    stack = going_back(play.state, units)
    costly = is_costly(Field(play.state), stack, to)
    apply.retreated(play, "9.6", units=[unit.id for unit in stack], to=to)
    if costly:
        play.remark(AT_A_COST)
    if left > 1:
        play.push(retreat, units=units, left=left - 1, way=[*way, to], role=role)
    if costly:
        _pay(play, stack, 1)


def _pay(play: Play[State], stack: list[Unit], steps: int) -> None:
    from tarawa_cli.games.malta.rules.ch09.hits import lose  # cycle

    units = [unit.id for unit in stack if not unit.can("lead")]
    if units:
        play.push(lose, units=units, left=steps, sappers=0)
