"""7.2.1, 7.2.6, 9.3, 11.1, 11.31: moving on land, and what takes a unit's whole turn: recovery and digging in."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import PIER_FOOT, distance, friendly_hexes, neighbours, with_foot
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left
from tarawa_cli.games.tarawa.model.work import Route, UnitId, work
from tarawa_cli.games.tarawa.rules.ch07_actions import (
    check_can_act,
    has_integrity,
    has_room,
    is_isolated,
    is_pier_free,
    land_gait,
    may_stack,
    near_uncleared,
    onward,
    reach,
    step_cost,
)
from tarawa_cli.games.tarawa.rules.ch07_actions.fire import airstrip_modifiers, draws_airstrip_fire, fire_at
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import (
    HIGHEST,
    after_ground_won,
    lines_from,
    members_ashore,
    move_marker,
)
from tarawa_cli.kernel.board.hexes import Hex, Path, ways
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused, allows
from tarawa_cli.kernel.hints import Collection, Mapping, Sequence

# ── 7.2.1: moving on land


@rule("7.2.1")
def plan_move(state: State, unit: Unit, route: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """The hexes that a unit will enter: the cheapest way to a single hex, or a route, with or without its own hex."""
    check_can_act(state, unit)
    if is_isolated(state, unit):
        raise Refused("8.10", f"{unit.id} is isolated and cannot move", "it needs a line to a head, or direct supply")
    _check_left_behind(state, unit)
    if len(route) == 1:
        return _way_to(state, unit, route[0])
    if route[0] == unit.hex:
        route = route[1:]
    _check_route(state, unit, route)
    return route


@rule("7.6")
def _check_left_behind(state: State, unit: Unit) -> None:
    """Stacking also counts at the end of a move in the hex that the unit leaves."""
    if not may_leave(state, unit):
        left = [other.id for other in state.units_at(unit.at) if other is not unit]
        raise Refused(
            "7.6", f"without {unit.id}, {' and '.join(left)} cannot stay together", f"let {left[-1]} go first"
        )


def may_leave(state: State, unit: Unit) -> bool:
    stack = state.units_at(unit.at)
    return may_stack([other for other in stack if other is not unit]) or not may_stack(stack)


def _way_to(state: State, unit: Unit, goal: Hex) -> tuple[Hex, ...]:
    """The cheapest way to a hex; Refused if there is none within the AP."""
    if goal == unit.hex:
        raise Refused("7.2.1", f"{unit.id} is already in {goal}", lambda: _where(state, unit, goal))
    if not state.is_friendly(goal) and not _may_step_on(unit, goal):
        rule, reason = _barred(state, goal)
        raise Refused(rule, f"{unit.id} cannot go to {goal}: it {reason}", lambda: _where(state, unit, goal))
    _check_room(state, unit, goal)
    near = _reach(state, unit)
    if goal in near:
        return near[goal].hexes
    far = ways(unit.hex, onward(land_gait(unit.type)), through=_open(state, unit))
    route = next((way.hexes for way in far if way.hexes[-1:] == (goal,)), None)
    if route is None:
        _check_halts(state, unit, goal)
        what = f"{unit.id} cannot reach {goal} through friendly hexes"
        raise Refused("7.2.1", what, lambda: _where(state, unit, goal))
    _check_route(state, unit, route)
    return route


@rule("7.6", "11.31")
def _check_halts(state: State, unit: Unit, goal: Hex) -> None:
    """Refused, if the only way to a hex leads over airstrip where fire could stop the unit and there is no room."""
    over = ways(unit.hex, onward(land_gait(unit.type)), through=friendly_hexes(state.cleared))
    route = next((way.hexes for way in over if way.hexes[-1:] == (goal,)), None)
    if route:
        _check_route(state, unit, route)


def _reach(state: State, unit: Unit) -> Mapping[Hex, Path]:
    """The cheapest way to every hex within the AP."""
    return reach(land_gait(unit.type), unit.hex, ap_left(state, unit), _open(state, unit))


def _open(state: State, unit: Unit) -> frozenset[Hex]:
    """The hexes a unit may enter: friendly ones, but not where fire could stop it without room; 2632 for some."""
    land = friendly_hexes(state.cleared, no_halt(state, unit))
    return with_foot(land) if unit.type.on_foot and is_pier_free(state, PIER_FOOT) else land


@rule("11.33")
def _may_step_on(unit: Unit, at: Hex) -> bool:
    """Whether a unit may step onto the foot of the pier from land: infantry and engineers may."""
    return at == PIER_FOOT and unit.type.on_foot


@rule("7.6", "11.31")
def no_halt(state: State, unit: Unit) -> frozenset[Hex]:
    free = state.board.free
    taken = [at for at, there in state.units.stacks().items() if at in free and there != (unit,)]
    return frozenset([at for at in taken if draws_airstrip_fire(state, at) and not has_room(state, at, unit)])


@rule("7.2.1", "7.6")
def _check_route(state: State, unit: Unit, route: tuple[Hex, ...]) -> None:
    here, spent, left, full = unit.hex, 0.0, ap_left(state, unit), no_halt(state, unit)
    for there in route:
        cost = step_cost(state, unit, here, there)
        if cost is None:
            rule, reason = _barred(state, there) if there in neighbours(here) else ("7.2.1", "is not next to it")
            what = f"{unit.id} cannot go from {here} to {there}: {there} {reason}"
            raise Refused(rule, what, lambda: _where(state, unit, route[-1]))
        spent += cost
        if spent > left:
            what = f"{unit.id} needs {spent:g} AP to enter {there} and has {left:g}"
            raise Refused("7.2.1", what, lambda: _where(state, unit, route[-1]))
        if there in full:
            what = f"{unit.id} may be stopped by fire in {there}, where there is no room"
            raise Refused("7.6", what, lambda: _where(state, unit, route[-1]))
        if there == PIER_FOOT:
            _check_room(state, unit, there)
        here = there
    _check_room(state, unit, here)


def _check_room(state: State, unit: Unit, at: Hex) -> None:
    if not has_room(state, at, unit):
        others = ", ".join(other.id for other in state.units.values() if other.hex == at and not other.type.is_craft)
        raise Refused("7.6", f"{unit.id} cannot stack with {others} in {at}", lambda: _where(state, unit, at))


def _barred(state: State, at: Hex) -> tuple[str, str]:
    """Why no unit, or no tank, may enter a hex, with the paragraph."""
    if state.is_uncleared(at):
        return "7.2.1", "is not cleared, and must be attacked first"
    if at == PIER_FOOT:
        return "11.33", "is pier, which only infantry and engineers can enter from land"
    if at in state.board.pier:
        return "11.33", f"is pier, which can be entered from land only at {PIER_FOOT}"
    if at in state.board.land:
        return "2.3", "is closed to tanks, except along a road"
    return "7.2.1", "is not land"


def _where(state: State, unit: Unit, goal: Hex) -> str:
    """The legal move that ends nearest to a hex, as a command."""
    able = destinations(state, unit)
    nearest = min(able, key=lambda hex: (distance(hex, goal), able[hex], hex), default="")
    return f"move {unit.id} {nearest}" if nearest else "next"


@rule("7.2.1")
def destinations(state: State, unit: Unit) -> dict[Hex, float]:
    """Every hex where a unit may end its move now, with the cost, cheapest first."""
    if not state.is_ashore(unit) or unit.pins or is_isolated(state, unit) or not may_leave(state, unit):
        return {}
    taken = state.units.stacks()
    near = _reach(state, unit).items()
    return {at: way.price for at, way in near if at not in taken or has_room(state, at, unit)}


@work
@rule("7.2.1", "11.31")
def move_on(play: Play[State], unit: UnitId, route: Route) -> None:
    """Move hex by hex; fire on the airstrip may stop the unit."""
    state, mover = play.state, play.state.units[unit]
    if not mover.steps or mover.pins or not route:
        return
    there, *rest = route
    cost = step_cost(state, mover, mover.hex, there)
    if cost is None or not _gets_to_room(state, mover, route):
        return
    apply.moved(play, "7.2.1", unit=unit, to=there, cost=cost)
    after_ground_won(play)
    if state.outcome:
        return
    if rest:
        play.push(move_on, unit=unit, route=rest)
    if draws_airstrip_fire(state, there):
        fire_at(play, mover, airstrip_modifiers(state, mover, there), "11.31")


@rule("7.2", "7.6")
def _gets_to_room(state: State, unit: Unit, route: Sequence[Hex]) -> bool:
    """Whether a unit flipped by fire continues: only if its new AP take it to a hex with room."""
    here, left = unit.hex, ap_left(state, unit)
    for there in route:
        cost = step_cost(state, unit, here, there)
        if cost is None or cost > left:
            return False
        if has_room(state, there, unit):
            return True
        here, left = there, left - cost
    return False


# ── 7.2.6, 11.1: what takes a unit's whole turn: recovery and digging in


def _check_whole_turn(state: State, unit: Unit, rule: str) -> None:
    check_can_act(state, unit)
    if unit.acted:
        raise Refused(rule, f"{unit.id} has already acted, and this takes its whole turn", "name another unit")


@rule("7.2.6", "8.10")
def check_rest(state: State, unit: Unit, pay: bool) -> None:
    """Away from the enemy and from traps; supplied and near a head, or paid for; no tanks; no other action."""
    if not unit.type.can("recovers"):
        raise Refused("7.2.6", f"{unit.type.nature.plural} cannot recover", "name another unit")
    _check_whole_turn(state, unit, "7.2.6")
    if unit.trapped:
        what = f"{unit.id} has lost a step to traps, and may not try to recover this turn"
        raise Refused("7.2.6", what, dig_or_next(state, unit))
    safe = state.charts.value("recovery-safe")
    close = near_uncleared(state, unit.hex, safe - 1)
    if close:
        nearest = min(close, key=lambda hex: (distance(unit.hex, hex), hex))
        far = distance(unit.hex, nearest)
        reason = f"{unit.id} is {far} hex{'es' if far > 1 else ''} from uncleared {nearest}, and {safe} are needed"
        raise Refused("7.2.6", reason, f"move {unit.id} …")
    if is_isolated(state, unit):
        raise Refused("8.10", f"{unit.id} is isolated and cannot recover", dig_or_next(state, unit))
    if not pay and must_pay(state, unit):
        far = state.charts.value("recovery-head")
        hint = f"recover {unit.id} --pay" if state.stock else "next"
        raise Refused("7.2.6", f"{unit.id} is not in general supply within {far} hexes of a head", hint)


@rule("7.2.6")
def must_pay(state: State, unit: Unit) -> bool:
    """Whether a unit needs a supply point to recover: it is not in general supply near a head."""
    return unit.supply == "none" or not near_head(state, unit)


def dig_or_next(state: State, unit: Unit) -> str:
    """What a unit that may not recover can do instead."""
    return f"dig {unit.id}" if allows(check_dig, state, unit) else "next"


@rule("7.2.6")
def recovery_ends(state: State) -> int:
    """The number of casualties at which recovery ends."""
    return min(int(limit) for limit, less in state.charts.value("recovery-ceilings") if less < 0)


def near_head(state: State, unit: Unit) -> bool:
    """Whether a unit is within four hexes of a working head, through friendly hexes."""
    far: int = state.charts.value("recovery-head")
    return lines_from(state, state.heads).get(unit.hex, far + 1) <= far


@rule("7.2.6")
def recovery_modifiers(state: State) -> list[Modifier]:
    """Recovery is easier by night, and depends on Marine general morale."""
    level = state.level("marines")
    modifiers = [state.charts.modifier("recovery-night")] if state.night else []
    if level:
        plus = state.charts.modifier("recovery-morale")
        modifiers.append(plus if level > 0 else plus._replace(value=-plus.value))
    return modifiers


def roll_recovery(play: Play[State], name: str) -> bool:
    """One roll for a unit, or for a battalion none of whose units can regain a step; returns whether it succeeds."""
    state = play.state
    row, _ = play.roll(state.charts.table("recovery"), recovery_modifiers(state), rule="7.2.6", on=name)
    return row.result != "-"


@rule("11.1")
def check_dig(state: State, unit: Unit) -> None:
    if not unit.type.can("digs-in"):
        raise Refused("11.1", f"{unit.type.nature.plural} cannot dig in", "name another unit")
    _check_whole_turn(state, unit, "11.1")
    if not ap_left(state, unit):
        raise Refused("11.1", f"{unit.id} has no AP to dig with", "next turn")
    if unit.on_pier:
        raise Refused("11.1", "units cannot dig in on the pier", f"move {unit.id} …")
    if unit.at in state.improved:
        raise Refused("11.1", f"{unit.at} already has improved positions", "name another unit")


# ── 7.2.6, 9.3: who may recover, and recovery itself, carried out in phase `morale`


@rule("7.2.6")
def ceiling(state: State, unit: Unit) -> int:
    """The most steps that a unit can recover to; casualties lower it."""
    for limit, less in state.charts.value("recovery-ceilings"):
        if state.casualties >= limit:
            if less < 0:
                return 0
            top = unit.type.steps - int(less)
            keeps_back = limit >= state.charts.value("recovery-flipped") and unit.on_back
            return min(top, unit.type.steps // 2) if keeps_back else top
    return unit.type.steps


@rule("7.2.6", "7.1")
def is_spoiled(unit: Unit) -> bool:
    """Whether its attempt must fail: it lost a step this turn (not morale), or was a banzai's target."""
    return unit.hurt or unit.trapped or unit.banzai


@rule("7.2.6")
def may_gain(state: State, unit: Unit) -> bool:
    """Whether an attempt could regain a step now: nothing has spoiled it, and the unit is below its ceiling."""
    return not is_spoiled(unit) and unit.steps < ceiling(state, unit)


# ── The order


@rule("7.2.6", "9.3")
def check_recover(state: State, units: Sequence[str], pay: bool) -> None:
    """Each unit meets the conditions or pays, and can regain a step, unless its whole battalion rests with it."""
    named = [state.units[id] for id in units]
    for unit in named:
        check_rest(state, unit, pay)
    to_pay = [unit.id for unit in named if must_pay(state, unit)]
    if pay and not to_pay:
        what = f"no payment is needed for {', '.join(units)}: in general supply, and near a head"
        raise Refused("7.2.6", what, f"recover {' '.join(units)}")
    if len(to_pay) > state.stock:
        what = f"not enough supply points: needed {len(to_pay)}, in stock: {state.stock}"
        raise Refused("7.2.6", what, "name fewer units" if state.stock else "next")
    for unit in named:
        if not may_gain(state, unit) and not rest_lifts(state, unit.type.battalion, units):
            raise Refused("7.2.6", _why_in_vain(state, unit), _better(state, unit, units, pay))


def _why_in_vain(state: State, unit: Unit) -> str:
    """Why a unit cannot regain a step."""
    if is_spoiled(unit):
        return f"{unit.id} has lost a step or fought a banzai this turn: its recovery would fail"
    if unit.steps == unit.type.steps:
        return f"{unit.id} has lost no step, and its battalion is not resting as a whole with something to gain"
    if state.casualties >= recovery_ends(state):
        return f"once casualties reach {recovery_ends(state)}, no unit can regain a step"
    return f"with {state.casualties} casualties {unit.id} cannot regain a step above {ceiling(state, unit)}"


def _better(state: State, unit: Unit, units: Sequence[str], pay: bool) -> str:
    """What may work instead: the whole battalion, or the others of the order."""
    whole = idle_members(state, unit.type.battalion)
    options = [whole, tuple(id for id in units if may_gain(state, state.units[id]))]
    for some in options:
        if some and some != tuple(units) and any(allows(check_recover, state, some, way) for way in {pay, False}):
            return f"recover {unit.type.battalion if some == whole else ' '.join(some)}"
    return dig_or_next(state, unit)


@rule("7.2.6")
def idle_members(state: State, battalion: str) -> tuple[str, ...]:
    """The infantry and engineers of a battalion ashore that do not rest yet, which `recover BATTALION` means."""
    return tuple(unit.id for unit in members_ashore(state, battalion) if not unit.recovering)


@rule("9.3")
def rest_lifts(state: State, battalion: str, resting: Collection[str]) -> bool:
    """Whether the regiment may gain when these rest too: the whole battalion does, with integrity and a chance."""
    units = members_ashore(state, battalion)
    if not units or not all(unit.recovering or unit.id in resting for unit in units):
        return False
    if not units[0].type.regiment or state.tracks[units[0].type.regiment] >= HIGHEST:
        return False
    chance = any(may_gain(state, unit) for unit in units) or not any(is_spoiled(unit) for unit in units)
    return chance and any(has_integrity(state, unit) for unit in units)


@rule("7.2.6", "9.3")
def rolls_as_one(state: State, battalion: str, resting: Collection[str] = ()) -> bool:
    """Whether a battalion makes one roll: it rests as a whole, and none of its units can regain a step."""
    hopeful = any(may_gain(state, unit) for unit in members_ashore(state, battalion))
    return not hopeful and rest_lifts(state, battalion, resting)


# ── Phase `morale`


@rule("7.2.6", "9.3")
def resolve_recovery(play: Play[State]) -> None:
    """Each unit that can regain a step rolls, then each battalion that rolls as one; a regiment gains once a turn."""
    state = play.state
    trying = [unit for unit in state.units.values() if unit.recovering]
    battalions = dict.fromkeys(unit.type.battalion for unit in trying if unit.type.regiment)
    as_one = [battalion for battalion in battalions if rolls_as_one(state, battalion)]
    recovered = [unit.id for unit in trying if _roll_for(play, unit)]
    lifted: set[str] = set()
    for battalion in battalions:
        regiment = next(u.type.regiment for u in trying if u.type.battalion == battalion)
        if regiment in lifted:
            continue
        alone = battalion in as_one
        if roll_recovery(play, battalion) if alone else rests_whole(state, battalion, recovered):
            lifted.add(regiment)
            move_marker(play, regiment, +1, f"{battalion} recovers as a whole", "9.3")


def _roll_for(play: Play[State], unit: Unit) -> bool:
    """Roll for a unit that may gain a step; returns whether it does."""
    if is_spoiled(unit):
        play.note("recovery-failed", "7.2.6", unit=unit.id)
    if not may_gain(play.state, unit) or not roll_recovery(play, unit.id):
        return False
    apply.step_recovered(play, "7.2.6", unit=unit.id, steps=unit.steps + 1)
    return True


@rule("9.3")
def rests_whole(state: State, battalion: str, recovered: list[str]) -> bool:
    """Whether all infantry and engineers of the battalion ashore try, with integrity, and one succeeds."""
    units = members_ashore(state, battalion)
    if not units or not all(unit.recovering for unit in units):
        return False
    return any(unit.id in recovered for unit in units) and any(has_integrity(state, unit) for unit in units)
