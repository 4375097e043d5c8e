"""Chapter 6: movement. Where a unit can go, what it costs, what bars it, and what it overruns."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.board import distance, malta
from tarawa_cli.games.malta.model.charts import CHARTS, SIXTHS
from tarawa_cli.games.malta.model.state import DEMORALISED, OK, State, Unit, other_side
from tarawa_cli.games.malta.model.unit import HALF, INFILTRATION, JOINED, STRATEGIC, TACTICAL
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex, refuge
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import has_room
from tarawa_cli.games.malta.rules.ch12_15_artillery_to_formations import decide_fate
from tarawa_cli.kernel.board.hexes import Hex, Onward, Path, cheapest_ways, hexside, ways
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused, allows
from tarawa_cli.kernel.hints import Container, Iterable, Iterator, Mapping, Sequence
from tarawa_cli.kernel.standard import cache, lru_cache, partial

# ── The cost of a step from hex to hex (6.1), in sixths of a movement point


@rule("6.1")
def price(mobility: str, start: Hex, end: Hex, strategic: bool = False) -> int | None:
    """The cost of a step between neighbours; None if it is prohibited. A road replaces all other costs."""
    board, charts, side = malta(), CHARTS, hexside(start, end)
    if side in board.water:
        return None
    if side in board.roads:
        return charts.hexsides["road"].price(mobility, strategic)
    ground = charts.terrain[board.terrain[end]].price(mobility, strategic)
    if side not in board.streams and side not in board.steep:
        return ground
    crossing = charts.hexsides["steep" if side in board.steep else "stream"].price(mobility, strategic)
    return None if ground is None or crossing is None else ground + crossing


@cache
def steps(mobility: str, strategic: bool, rain: bool = False) -> dict[Hex, tuple[tuple[Hex, int], ...]]:
    """From every land hex, the hexes that can be entered and their cost."""
    return {here: tuple(_from(mobility, strategic, rain, here)) for here in malta().adjacent}


def _from(mobility: str, strategic: bool, rain: bool, here: Hex) -> Iterator[tuple[Hex, int]]:
    for there in malta().adjacent[here]:
        cost = price(mobility, here, there, strategic)
        if cost is not None:
            yield there, cost + (mud(mobility, here, there) if rain else 0)


@rule("17.2")
def mud(mobility: str, start: Hex, end: Hex) -> int:
    """What rain adds off the road, for wheels and tracks."""
    rolls = mobility in ("motor", "mech") and hexside(start, end) not in malta().roads
    return CHARTS.value("rain") * SIXTHS if rolls else 0


@cache
def can_cross(mobility: str, start: Hex, end: Hex) -> bool:
    return price(mobility, start, end) is not None


# ── Movement (6)


TAKING = "taking "
"""How the remark begins on a move by which cities or objectives change hands."""


@rule("6", "6.4", "6.5")
def check_mover(state: State, unit: Unit) -> None:
    """Refused, if a unit cannot move at all now."""
    rule, why = _why_still(state, unit)
    if why:
        hint = _to_sea if unit.can("ship") and unit.side == state.active and unit.on_map else _another
        raise Refused(rule, f"{unit.id} {why}", lambda: hint(state, unit))


def movers(state: State) -> list[Unit]:
    """All units that can still move."""
    side = state.active
    own = [unit for unit in state.units.values() if unit.side == side and unit.on_map]
    return [unit for unit in own if not _why_still(state, unit)[1]]


def _why_still(state: State, unit: Unit) -> tuple[str, str]:
    """The paragraph and the reason for which a unit stays where it is; nothing if it can move."""
    if unit.side != state.active:
        return "4", "belongs to the other side"
    if not unit.on_map:
        return "6", "is not on the map"
    if unit.can("ship"):
        return "16.71", "is a warship"
    if unit.type.mobility == "static":
        return "6.5", "is static and never moves"
    if unit.landed:
        return "6.4", "landed this turn and cannot move again"
    if unit.moved == JOINED:
        return "13.2", "was formed from companies this turn and cannot move again"
    if unit.moved:
        return "6", "has already moved this turn"
    return ("6.5", "has fired and cannot move before the next turn") if unit.fired else ("", "")


def _another(state: State, unit: Unit) -> str:
    """A legal move of another unit, near the given one if that is on the map."""
    field = HexIndex(state)
    near = sorted(movers(state), key=lambda other: distance(unit.at, other.at) if unit.on_map else 0)
    return next((f"move {other.id} {min(found)}" for other in near if (found := stops(field, other))), "next")


def _to_sea(state: State, ship: Unit) -> str:
    from tarawa_cli.games.malta.rules.ch16_special_units.planes_and_ships import courses  # start-up

    found = [] if ship.moved else courses(ship)
    return f"sail {ship.id} {found[0]}" if found else "next"


@rule("6.2")
def check_strategic(field: HexIndex, unit: Unit) -> None:
    why = "is out of supply" if not unit.supplied else f"is {unit.state}" if unit.state != OK else ""
    if unit.at in field.near_enemies(unit.side):
        why = why or "is next to an enemy"
    if why:
        raise Refused("6.2", f"{unit.id} {why}: no strategic movement", lambda: nearest_move(field, unit, unit.at))


def can_go_far(field: HexIndex, unit: Unit) -> bool:
    return allows(check_strategic, field, unit)


@rule("6.3")
def allowance(state: State, unit: Unit, strategic: bool = False) -> int:
    """The movement allowance in sixths of a point."""
    return unit.type.move * SIXTHS * (state.charts.value("strategic") if strategic else 1)


@rule("5.2", "5.3")
def onward_for(field: HexIndex, unit: Unit, strategic: bool) -> Onward:
    """The hexes to which a unit can continue from a hex, and their cost.

    A unit cannot leave a zone of control that it has entered, go from zone to zone, or enter a hex with enemies that it
    cannot overrun.
    """
    prices = steps(unit.type.mobility, strategic, field.state.weather == "rain")
    return _onward(unit.at, prices, field.enemy_zone(unit.side), field.closed_to(unit, strategic))


def _onward(
    start: Hex, prices: Mapping[Hex, tuple[tuple[Hex, int], ...]], zone: frozenset[Hex], closed: frozenset[Hex]
) -> Onward:
    def onward(here: Hex) -> Iterable[tuple[Hex, float]]:
        if here not in zone:
            return [step for step in prices[here] if step[0] not in closed]
        if here != start:
            return ()
        return [step for step in prices[here] if step[0] not in closed and step[0] not in zone]

    return onward


@rule("5.3")
def can_overrun(field: HexIndex, unit: Unit, there: Hex) -> bool:
    """Whether a hex has no enemies, or only those that a combat unit overruns."""
    return not field.units(other_side(unit.side), there) or (
        unit.can("combat") and not field.is_barred(unit.side, there)
    )


@rule("6.3")
def reach(field: HexIndex, unit: Unit, strategic: bool = False) -> Mapping[Hex, Path]:
    """The cheapest path to every hex within a unit's allowance; a foot unit can always enter one hex."""
    alone, zone = reach_alone(field.state, unit, strategic), field.enemy_zone(unit.side)
    near, closed = zone.intersection(alone), field.closed_to(unit, strategic).intersection(alone)
    held = unit.at in zone
    if not (near or closed or held):
        return alone
    mobility, rain = unit.type.mobility, field.state.weather == "rain"
    return _reach_among(mobility, strategic, rain, unit.at, allowance(field.state, unit, strategic), near, closed, held)


def _ways(start: Hex, onward: Onward, budget: int, first_step: bool) -> dict[Hex, Path]:
    found = cheapest_ways(start, onward, budget)
    for there, cost in onward(start) if first_step else ():
        found.setdefault(there, Path(cost, (there,)))
    return found


def reach_alone(state: State, unit: Unit, strategic: bool = False) -> Mapping[Hex, Path]:
    """A unit's reach if there were no enemies."""
    mobility, rain = unit.type.mobility, state.weather == "rain"
    return _reach_alone(mobility, strategic, rain, unit.at, allowance(state, unit, strategic))


@lru_cache(4096)
def _reach_alone(mobility: str, strategic: bool, rain: bool, start: Hex, budget: int) -> Mapping[Hex, Path]:
    onward = steps(mobility, strategic, rain).__getitem__
    return _ways(start, onward, budget, first_step=mobility == "foot" and not strategic)


@lru_cache(4096)
def _reach_among(
    mobility: str,
    strategic: bool,
    rain: bool,
    start: Hex,
    budget: int,
    zone: frozenset[Hex],
    closed: frozenset[Hex],
    held: bool,
) -> Mapping[Hex, Path]:
    """A unit's reach by all that it depends on; `held`: it starts in an enemy zone of control."""
    onward = _onward(start, steps(mobility, strategic, rain), zone | {start} if held else zone, closed)
    return _ways(start, onward, budget, first_step=mobility == "foot" and not strategic)


def stops(field: HexIndex, unit: Unit, strategic: bool = False) -> dict[Hex, Path]:
    """Where a unit may end its move, by hex; one alone always has room."""
    shared, room = field.stacks[unit.side], partial(has_room, field, newcomers=[unit])
    return {at: way for at, way in reach(field, unit, strategic).items() if at not in shared or room(at)}


@rule("6.5")
def guide(unit: Unit, together: Iterable[Unit]) -> Unit:
    """The unit whose mobility counts: a leader moves like the unit that he accompanies."""
    others = [other for other in together if other.at == unit.at and not other.can("lead")]
    return others[0] if unit.can("lead") and others else unit


def find_way(field: HexIndex, unit: Unit, route: tuple[Hex, ...], strategic: bool) -> Path:
    """The path of an order: the cheapest to one hex, or exactly the hexes named. Refused if there is none."""
    if len(route) == 1:
        found = reach(field, unit, strategic)
        if route[0] not in found:
            raise _out_of_reach(field, unit, route[0], strategic)
        return found[route[0]]
    cost, here, onward = 0.0, unit.at, onward_for(field, unit, strategic)
    for there in route:
        step = dict(onward(here)).get(there)
        if step is None:
            raise _barred(field, unit, (here, there), strategic)
        cost, here = cost + step, there
    points_left = allowance(field.state, unit, strategic)
    if cost > points_left:
        why = f"this path costs {points(cost)} points, {unit.id} has {points(points_left)}"
        raise Refused(_paragraph(strategic), why, lambda: nearest_move(field, unit, route[-1], strategic))
    return Path(cost, route)


# ── Why not, and what would be possible


def _out_of_reach(field: HexIndex, unit: Unit, to: Hex, strategic: bool) -> Refused:
    """Why a unit cannot reach a hex by any path."""
    rule, why = _why_closed(field, unit, to, strategic)
    if to == unit.at:
        rule, why = "6", f"{unit.id} is already in {to}"
    if not why and to in field.board.adjacent[unit.at]:
        rule, why = _why_held(field, unit, unit.at, to)
    if not why:
        rule, why = _why_far(field, unit, to, strategic)
    return Refused(rule, why, lambda: nearest_move(field, unit, to, strategic))


def _why_far(field: HexIndex, unit: Unit, to: Hex, strategic: bool) -> tuple[str, str]:
    """Why a hex is out of reach: too few points, or enemies on every path."""
    budget = allowance(field.state, unit, strategic)
    prices = steps(unit.type.mobility, strategic, field.state.weather == "rain")
    far = f"{unit.id} cannot reach {to} with {points(budget)} points"

    def is_near(open_to: Container[Hex] | None = None) -> bool:
        return any(way.hexes[-1:] == (to,) for way in ways(unit.at, prices.__getitem__, budget, open_to))

    if not is_near():
        return _paragraph(strategic), far
    if strategic:
        return "6.2", f"{far}: every path passes next to an enemy, which strategic movement does not allow"
    if is_near(field.board.land - field.held_against(unit)):
        return "5.2", f"{far}: enemy zones of control block every path"
    return "5.3", f"{far}: enemies block every path"


def _paragraph(strategic: bool) -> str:
    """The paragraph of the kind of movement."""
    return "6.2" if strategic else "6.3"


def _barred(field: HexIndex, unit: Unit, step: tuple[Hex, Hex], strategic: bool) -> Refused:
    """Why a unit cannot take a step of the path that was ordered."""
    here, there = step
    rule, why = _why_closed(field, unit, there, strategic)
    if there not in field.board.adjacent[here] or not can_cross(unit.type.mobility, here, there):
        rule, why = "6.1", f"{unit.id} cannot go from {here} to {there}"
    if not why:
        rule, why = _why_held(field, unit, here, there)
    return Refused(rule, why, lambda: nearest_move(field, unit, there, strategic))


def _why_closed(field: HexIndex, unit: Unit, to: Hex, strategic: bool) -> tuple[str, str]:
    """Why a unit cannot enter a hex: the sea, enemies in it, or for strategic movement enemies next to it."""
    if to not in field.board.land:
        return "6.1", f"{to} is ocean, where only warships go"
    if field.is_barred(unit.side, to):
        return "5.3", f"enemies are in {to}"
    if not can_overrun(field, unit, to):
        return "5.3", f"only a combat unit can overrun the enemies in {to}, {unit.id} cannot"
    if strategic and to in field.near_enemies(unit.side):
        return "6.2", f"{to} is next to an enemy: no strategic movement"
    return "", ""


@rule("5.2")
def _why_held(field: HexIndex, unit: Unit, here: Hex, there: Hex) -> tuple[str, str]:
    """How an enemy zone of control holds a unit."""
    zone = field.enemy_zone(unit.side)
    if here in zone and here != unit.at:
        return "5.2", f"{unit.id} stops in {here}, in an enemy zone of control"
    if here in zone and there in zone:
        return "5.2", f"{here} and {there} are both in an enemy zone of control"
    return "", ""


def nearest_move(field: HexIndex, unit: Unit, to: Hex, strategic: bool = False) -> str:
    """An order that brings a unit as near to a hex as the rules allow."""
    if to in infiltrations(field, unit):
        return f"infiltrate {unit.id} {to}"
    found = sorted(stops(field, unit, strategic), key=lambda at: (distance(at, to), at))
    if found:
        return f"move {unit.id} {found[0]}{' --strategic' * strategic}"
    there = infiltrations(field, unit)
    return f"infiltrate {unit.id} {there[0]}" if there else "next"


def points(cost: float) -> str:
    """Sixths as points and a fraction."""
    whole, rest = divmod(int(cost), SIXTHS)
    fraction = {0: "", 1: "1/6", 2: "1/3", 3: "1/2", 4: "2/3", 5: "5/6"}[rest]
    return " ".join(filter(None, [str(whole) if whole or not fraction else "", fraction]))


@rule("6.5")
def kind_of(unit: Unit, state: State, way: Path, strategic: bool) -> str:
    """The flag for a move: guns with wheels or tracks that use up to half their allowance may still fire (6.5)."""
    if strategic:
        return STRATEGIC
    rolls = unit.can("gun") and unit.type.mobility in ("motor", "mech")
    return HALF if rolls and way.price * 2 <= allowance(state, unit) else TACTICAL


def move(play: Play[State], unit: Unit, way: Path, strategic: bool) -> None:
    """Move along a path, overrunning what cannot bar it."""
    how, gains = kind_of(unit, play.state, way, strategic), taking(play.state, unit, way.hexes)
    apply.moved(play, _paragraph(strategic), unit=unit.id, route=list(way.hexes), how=how)
    if gains:
        play.remark(gains)
    for at in way.hexes:
        overrun(play, unit.side, at)


def taking(state: State, unit: Unit, route: Sequence[Hex]) -> str:
    """The cities and objectives that change hands when a unit goes there, in words; nothing if there are none."""
    if not unit.can("combat"):
        return ""
    board = state.board
    prizes = [at for at in route if at in board.objectives or board.terrain[at] == "city"]
    gained = [f"{board.name_of(at) or 'hex'} ({at})" for at in prizes if state.controller(at) != unit.side]
    return f"{TAKING}{' and '.join(gained)}" if gained else ""


# ── Infiltration


def infiltrate(play: Play[State], unit: Unit, to: Hex) -> None:
    gains = taking(play.state, unit, [to])
    apply.moved(play, "6.4", unit=unit.id, route=[to], how=INFILTRATION)
    if gains:
        play.remark(gains)
    overrun(play, unit.side, to)


@rule("6.4")
def infiltrations(field: HexIndex, unit: Unit) -> list[Hex]:
    """Hexes in enemy zones with room for a unit, next to it, if it is in one itself."""
    return [there for there in _zones_beside(field, unit) if has_room(field, there, [unit])]


def _zones_beside(field: HexIndex, unit: Unit) -> list[Hex]:
    if not _infiltrates(unit) or not field.in_enemy_zone(unit.side, unit.at):
        return []
    return [
        there
        for there in field.board.adjacent[unit.at]
        if field.in_enemy_zone(unit.side, there)
        and can_overrun(field, unit, there)
        and can_cross("foot", unit.at, there)
    ]


def _infiltrates(unit: Unit) -> bool:
    return unit.type.mobility == "foot" and unit.state != DEMORALISED


def check_infiltration(field: HexIndex, unit: Unit, to: Hex) -> None:
    why = ""
    if not _infiltrates(unit):
        why = f"only units on foot that are not Demoralised can infiltrate, {unit.id} cannot"
    elif not field.in_enemy_zone(unit.side, unit.at):
        why = f"{unit.id} is not in an enemy zone of control"
    elif to not in _zones_beside(field, unit):
        why = f"{to} is not an empty hex next to {unit.at} in an enemy zone of control"
    if why:
        raise Refused("6.4", why, lambda: nearest_move(field, unit, to))


# ── Overruns (5.3, 9.7): what cannot bar a hex is overrun by whatever enters it


@rule("9.7")
def overrun(play: Play[State], side: Side, at: Hex) -> None:
    """Combat units of a side have entered a hex: headquarters flee, coast guns and the like are lost."""
    enemies = play.state.side_at(other_side(side), at)
    for unit in enemies:
        if unit.can("lead"):
            continue
        if unit.can("hq"):
            apply.displaced(play, "9.7", unit=unit.id, to=refuge(play.state, unit))
        else:
            apply.unit_lost(play, "9.7", unit=unit.id)
    for unit in enemies:
        if unit.can("lead"):
            play.push(decide_fate, unit=unit.id)
