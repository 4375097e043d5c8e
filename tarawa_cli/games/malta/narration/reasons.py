"""The expected result of an order: `62 % chance to take 1714, losing 0.7 steps on average, the enemy 1.9`."""

from itertools import product

from tarawa_cli.games.malta.model.board import distance
from tarawa_cli.games.malta.model.charts import combat_result
from tarawa_cli.games.malta.model.state import AIR_MARKER, ATTACKER, DEFENDER, State, Unit, other_side
from tarawa_cli.games.malta.narration.sentences import place
from tarawa_cli.games.malta.orders import Order, read_order
from tarawa_cli.games.malta.orders.combat import Attack, Bombard, BreakThrough, Support
from tarawa_cli.games.malta.orders.general import Decide
from tarawa_cli.games.malta.orders.morning_and_air import Strike
from tarawa_cli.games.malta.orders.movement import Join, Move
from tarawa_cli.games.malta.orders.sea import Embark, Sail, Shoot
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch06_movement import allowance, find_way, points
from tarawa_cli.games.malta.rules.ch09_combat import attack, combat_odds, defence, support
from tarawa_cli.games.malta.rules.ch09_combat.attacking import saved_by_fort
from tarawa_cli.games.malta.rules.ch09_combat.hits import RETREAT
from tarawa_cli.games.malta.rules.ch10_11_special_combat_morale import leaders_for
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.grammar import OrderLine
from tarawa_cli.kernel.errors import GameError
from tarawa_cli.kernel.hints import Any, Callable, Iterable, NamedTuple
from tarawa_cli.kernel.narration.visible import plural


def reason(state: State, line: OrderLine) -> str:
    """The expected result of an order; nothing if it has no figures."""
    try:
        order = read_order(state, line)
        tell = _KINDS.get(type(order))
        return tell(state, order) if tell else _ready(state) if order.name == "next" else ""
    except GameError:  # something that the side does not know of
        return ""


def _percent(chance: float) -> str:
    return f"{chance * 100:.0f} %"


def _steps(number: float) -> str:
    return f"{number:.1f} step{'' if f'{number:.1f}' == '1.0' else 's'}"


def _fight(state: State, order: Attack | BreakThrough) -> str:
    """The outlook of a fight from the table alone, which is quick; `odds` plays it out."""
    outlook = _outlook(state, order)
    chance = f"{_percent(outlook.falls)} chance to take {order.on}"
    return f"{chance}, losing {_steps(outlook.own)} on average, the enemy {outlook.foe:.1f}"


class Outlook(NamedTuple):
    """The chance that a hex falls, and the average losses of both sides."""

    falls: float
    own: float
    foe: float


def _outlook(state: State, order: Attack | BreakThrough) -> Outlook:
    from tarawa_cli.games.malta.legal.odds import fight_to_come, rolling  # start-up

    there, fight = fight_to_come(state, order)
    odds, table = combat_odds(there, fight), state.charts.table("crt")
    steps = [
        sum(unit.steps for unit in there.named(fight.units(role)) if not unit.can("lead"))
        for role in (ATTACKER, DEFENDER)
    ]
    if odds.start is None:
        return Outlook(0.0, 0.0, 0.0)
    by, spared = sum(shift.value for shift in odds.shifts), saved_by_fort(state, order.on)
    gives_way = state.policies[other_side(state.active)]["hits"] == RETREAT
    falls = own = foe = 0.0
    for shift, chance in _commands(state, rolling(state, order)).items():
        column = table.shifted(odds.start, by + shift)
        for one, other in product(range(1, 7), repeat=2):
            result = combat_result(table.result(one + other, column))
            ours, theirs = result.attacker.hits, max(0, result.defender.hits - spared)
            falls += chance / 36 * (theirs >= steps[DEFENDER] or (gives_way and theirs > 0))
            own += chance / 36 * min(ours, steps[ATTACKER])
            foe += chance / 36 * min(theirs, steps[DEFENDER])
    urged = 1.0
    if isinstance(order, BreakThrough):  # a leader must roll first (10.3)
        urged = min(1.0, leaders_for(state, state.named(order.units))[0].rating / 6)
    return Outlook(falls * urged, own * urged, foe * urged)


def _commands(state: State, leaders: Iterable[Unit]) -> dict[int, float]:
    """The chances of column shifts by leaders (14.2)."""
    found = {0: 1.0}
    for leader in leaders:
        sign, share = (1 if leader.side == state.active else -1), min(1.0, leader.rating / 6)
        after: dict[int, float] = {}
        for shift, chance in found.items():
            after[shift] = after.get(shift, 0.0) + chance * (1 - share)
            after[shift + sign] = after.get(shift + sign, 0.0) + chance * share
        found = after
    return found


def _bombard(state: State, order: Bombard) -> str:
    from tarawa_cli.games.malta.legal.odds import forecast  # start-up
    from tarawa_cli.games.malta.legal.odds_report import summary  # start-up

    facts = summary(forecast(state, order.in_words()))
    shaken = sum(chance for result, chance in facts["results"].items() if result not in ("-", "no roll"))
    foe = facts["expected_steps"][other_side(state.active)]
    return f"{_percent(shaken)} chance to shake the enemy in {order.hex}, who loses {_steps(foe)} on average"


def _support(state: State, order: Support) -> str:
    """What the guns add, and the column that they move."""
    guns = [state.units[id] for id in order.guns]
    near = [unit for unit in state.units.values() if unit.side == state.active and unit.on_map]
    added = sum(support(state, gun, ATTACKER, order.hex, near) for gun in guns)
    told = [f"adds up to {added} to an attack on {order.hex}"] if guns else []
    told += ["planes shift it a column"] if order.air or AIR_MARKER in order.guns else []
    foes = [unit for unit in state.units_at(order.hex) if unit.side != state.active]
    return f"{', '.join(told)}; defence there {sum(map(defence, foes))}"


def _move(state: State, order: Move) -> str:
    """`1613 to 1714, 3 of 6 MP; 1 hex from the enemy, 3 before; 2 from Luqa airfield (1613)`."""
    unit, field, to = state.units[order.units[0]], HexIndex(state), order.route[-1]
    way = find_way(field, unit, order.route, order.strategic)
    cost = points(way.price)
    told = [f"{unit.at} to {to}, {cost} of {points(allowance(state, unit, order.strategic))} points"]
    told += [_nearer("the enemy", _from_enemy(state, unit, unit.at), _from_enemy(state, unit, to))]
    goals = [at for at in sorted(state.prized) if (state.controller(at) == unit.side) is False]
    if goals:
        goal = min(goals, key=lambda at: (distance(to, at), at))
        told += [_nearer(place(goal), distance(unit.at, goal), distance(to, goal))]
    return "; ".join(filter(None, told))


def _nearer(what: str, before: int, after: int) -> str:
    if before == after == 0:
        return ""
    return f"{plural(after, 'hex').replace('hexs', 'hexes')} from {what}{f', {before} before' * (before != after)}"


def _from_enemy(state: State, unit: Unit, at: Hex) -> int:
    foes = [one.at for one in state.units.values() if one.side != unit.side and one.on_map and not one.can("ship")]
    return min((distance(at, foe) for foe in foes), default=0)


def _join(state: State, order: Join) -> str:
    parts = [unit for unit in state.units.values() if unit.type.of == order.unit and unit.on_map]
    many = f"{len(parts)} companies" if len(parts) != 1 else "1 company"
    return f"{many} of {sum(map(attack, parts))}-{sum(map(defence, parts))} become one unit"


def _decide(state: State, order: Decide) -> str:
    from tarawa_cli.games.malta.legal.stakes import stakes  # start-up

    return stakes(state).get(order.answer, "")


def _strike(state: State, order: Strike) -> str:
    from tarawa_cli.games.malta.legal.odds import DESTROYED, SILENCED, strike_forecast  # start-up

    told = []
    for gun, ends in strike_forecast(state, order).guns.items():
        destroyed, silenced = (_percent(float(ends.get(end, 0))) for end in (DESTROYED, SILENCED))
        told.append(f"{gun}: {destroyed} chance to destroy it, {silenced} to silence it")
    return "; ".join(told)


def _sea(state: State, order: Shoot | Embark) -> str:
    from tarawa_cli.games.malta.legal.odds import sea_forecast  # start-up

    if isinstance(order, Embark) and not order.units:
        return ""
    found = sea_forecast(state, order)
    if isinstance(order, Shoot):
        return (
            f"{_percent(1 - float(found.shares.get(0, 0)))} chance to hit, {float(found.average):.1f} hits on average"
        )
    return f"{float(found.average):.1f} units lost on average at {place(order.to)}"


def _sail(state: State, order: Sail) -> str:
    ship = state.units[order.ship]
    foes = [one.at for one in state.units.values() if one.side != ship.side and one.on_map and not one.can("ship")]
    near = sum(distance(order.to, at) <= ship.type.range for at in foes)
    now = sum(distance(ship.at, at) <= ship.type.range for at in foes)
    return f"{near} enemy units in range, {now} before; {_nearer('the enemy', *_ways(state, ship, order.to))}"


def _ways(state: State, ship: Unit, to: Hex) -> tuple[int, int]:
    return _from_enemy(state, ship, ship.at), _from_enemy(state, ship, to)


def _ready(state: State) -> str:
    from tarawa_cli.games.malta.narration.summary import ready  # start-up

    return next((line.removeprefix("ready: ") for line in ready(state)), "no unit can still act")


_KINDS: dict[type[Order], Callable[[State, Any], str]] = {
    Attack: _fight,
    BreakThrough: _fight,
    Bombard: _bombard,
    Support: _support,
    Move: _move,
    Join: _join,
    Decide: _decide,
    Strike: _strike,
    Shoot: _sea,
    Embark: _sea,
    Sail: _sail,
}
