"""Movement (6): where a unit can go, what bars it, and what it runs over on the way."""

from collections.abc import Iterator
from functools import partial

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.charts import SIXTHS
from tarawa_cli.games.malta.model.state import DEMORALISED, OK, State, Unit, other_side
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05.zones import Field
from tarawa_cli.games.malta.rules.ch06.kinds import HALF, INFILTRATION, JOINED, STRATEGIC, TACTICAL
from tarawa_cli.games.malta.rules.ch06.prices import can_cross, steps
from tarawa_cli.games.malta.rules.ch07.stacking import has_room
from tarawa_cli.games.malta.rules.ch09.overrun import overrun
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import Hex, Onward, Way, ways
from tarawa_cli.kernel.play import Play


@rule("6", "6.4", "6.5")
def check_mover(state: State, unit: Unit) -> None:
    """Refused, if a unit cannot move at all now."""
    if unit.side != state.active:
        raise Refused("4", f"{unit.id} is not yours to move in this player turn")
    if not unit.on_map:
        raise Refused("6", f"{unit.id} is not on the map")
    if unit.can("ship"):
        raise Refused("16.71", f"{unit.id} is a warship", lambda: _to_sea(state, unit))
    if unit.type.mobility == "static":
        raise Refused("6.5", f"{unit.id} is static and never moves")
    if unit.landed:
        raise Refused("6.4", f"{unit.id} has landed in this turn, and moves no farther")
    if unit.moved == JOINED:
        raise Refused("13.2", f"the companies of {unit.id} have joined, and it moves no farther in this turn")
    if unit.moved:
        raise Refused("6", f"{unit.id} has moved already in this turn")
    if unit.fired:
        raise Refused("6.5", f"{unit.id} has fired, and stays where it is until the turn ends")


def _to_sea(state: State, ship: Unit) -> str:
    from tarawa_cli.games.malta.rules.ch16.ships import courses

    found = [] if ship.moved else courses(state, ship)
    return f"sail {ship.id} {found[0]}" if found else "next"


@rule("6.2")
def check_strategic(field: Field, unit: Unit) -> None:
    if not unit.supplied:
        raise Refused("6.2", f"{unit.id} is out of supply: no strategic movement")
    if unit.state != OK:
        raise Refused("6.2", f"{unit.id} is {unit.state}: no strategic movement")
    if unit.at in field.near_enemies(unit.side):
        raise Refused("6.2", f"{unit.id} is next to an enemy: no strategic movement")


@rule("6.3")
def allowance(state: State, unit: Unit, strategic: bool = False) -> int:
    """In sixths of a point."""
    return unit.type.move * SIXTHS * (state.charts.value("strategic") if strategic else 1)


@rule("5.2", "5.3")
def onward_for(field: Field, unit: Unit, strategic: bool) -> Onward:
    """Where a unit can go on from a hex that it has come to, and for what.

    Nobody leaves a zone that he has entered, goes from zone to zone, or enters where enemies stand whom he cannot
    overrun.
    """
    start, prices = unit.at, steps(unit.type.mobility, strategic, field.state.weather == "rain")
    zone = field.enemy_zone(unit.side)
    closed = {at for at in field.stacks[other_side(unit.side)] if not can_overrun(field, unit, at)}
    if strategic:
        closed |= field.near_enemies(unit.side)

    def onward(here: Hex) -> Iterator[tuple[Hex, float]]:
        held = here in zone
        if held and here != start:
            return
        for there, cost in prices[here]:
            if there not in closed and not (held and there in zone):
                yield there, cost

    return onward


@rule("5.3")
def can_overrun(field: Field, unit: Unit, there: Hex) -> bool:
    """Whether no enemy is there, or only such as a combat unit overruns."""
    return not field.units(other_side(unit.side), there) or (
        unit.can("combat") and not field.is_barred(unit.side, there)
    )


@rule("6.3")
def reach(field: Field, unit: Unit, strategic: bool = False) -> Iterator[Way]:
    """The cheapest way to every hex within a unit's allowance; a foot unit's first hex is always one of them."""
    budget = allowance(field.state, unit, strategic)
    onward = onward_for(field, unit, strategic)
    found = {way.hexes[-1]: way for way in ways(unit.at, onward, budget) if way.hexes}
    if unit.type.mobility == "foot" and not strategic:
        for there, cost in onward(unit.at):
            found.setdefault(there, Way(cost, (there,)))
    yield from found.values()


def stops(field: Field, unit: Unit, strategic: bool = False) -> dict[Hex, Way]:
    """Where a unit may end its move, by hex."""
    room = partial(has_room, field, newcomers=[unit])
    return {way.hexes[-1]: way for way in reach(field, unit, strategic) if room(way.hexes[-1])}


def find_way(field: Field, unit: Unit, route: tuple[Hex, ...], strategic: bool) -> Way:
    """The way that an order means: to one hex the cheapest, else the very hexes. Refused, if there is none."""
    if len(route) == 1:
        for way in reach(field, unit, strategic):
            if way.hexes[-1] == route[0]:
                return way
        raise _no_way(field, unit, route[0])
    cost, here, onward = 0.0, unit.at, onward_for(field, unit, strategic)
    for there in route:
        step = dict(onward(here)).get(there)
        if step is None:
            raise _no_way(field, unit, there)
        cost, here = cost + step, there
    if cost > allowance(field.state, unit, strategic):
        raise Refused("6.3", f"that way costs {points(cost)} points, {unit.id} has {unit.type.move}")
    return Way(cost, route)


def _no_way(field: Field, unit: Unit, to: Hex) -> Refused:
    """Why a unit cannot come to a hex."""
    side = unit.side
    if field.is_barred(side, to):
        return Refused("5.3", f"enemies are in {to}", lambda: _nearest(field, unit, to))
    if to in field.board.adjacent[unit.at] and field.in_enemy_zone(side, unit.at) and field.in_enemy_zone(side, to):
        why = f"{unit.at} and {to} are both in an enemy zone of control"
        return Refused("5.2", why, lambda: f"infiltrate {unit.id} {to}")
    why = f"{unit.id} cannot come to {to} with {unit.type.move} points"
    return Refused("6.3", why, lambda: _nearest(field, unit, to))


def _nearest(field: Field, unit: Unit, to: Hex) -> str:
    """A move that comes as near as the rules allow."""
    from tarawa_cli.games.malta.geography.grid import distance

    found = sorted(stops(field, unit), key=lambda at: (distance(at, to), at))
    return f"move {unit.id} {found[0]}" if found else "next"


def points(cost: float) -> str:
    """Sixths as points and a fraction."""
    whole, rest = divmod(int(cost), SIXTHS)
    fraction = {0: "", 1: "1/6", 2: "1/3", 3: "1/2", 4: "2/3", 5: "5/6"}[rest]
    return " ".join(filter(None, [str(whole) if whole or not fraction else "", fraction]))


@rule("6.5")
def kind_of(unit: Unit, state: State, way: Way, strategic: bool) -> str:
    """What is kept of a move: guns with wheels or tracks that go half as far may still fire (6.5)."""
    if strategic:
        return STRATEGIC
    rolls = unit.can("gun") and unit.type.mobility in ("motor", "mech")
    return HALF if rolls and way.price * 2 <= allowance(state, unit) else TACTICAL


def move(play: Play[State], unit: Unit, way: Way, strategic: bool) -> None:
    """Go the whole way, and over whatever cannot bar it."""
    how = kind_of(unit, play.state, way, strategic)
    apply.moved(play, "6.2" if strategic else "6.3", unit=unit.id, route=list(way.hexes), how=how)
    for at in way.hexes:
        overrun(play, unit.side, at)


# ── Infiltration


def infiltrate(play: Play[State], unit: Unit, to: Hex) -> None:
    apply.moved(play, "6.4", unit=unit.id, route=[to], how=INFILTRATION)
    overrun(play, unit.side, to)


@rule("6.4")
def infiltrations(field: Field, unit: Unit) -> list[Hex]:
    """Hexes in enemy zones next to a unit that is in one itself."""
    able = unit.type.mobility == "foot" and unit.state != DEMORALISED and field.in_enemy_zone(unit.side, unit.at)
    if not able:
        return []
    return [
        there
        for there in field.board.adjacent[unit.at]
        if field.in_enemy_zone(unit.side, there)
        and can_overrun(field, unit, there)
        and can_cross("foot", unit.at, there)
        and has_room(field, there, [unit])
    ]


def check_infiltration(field: Field, unit: Unit, to: Hex) -> None:
    if unit.type.mobility != "foot" or unit.state == DEMORALISED:
        raise Refused("6.4", f"only units on foot that are not Demoralised infiltrate, {unit.id} does not")
    if not field.in_enemy_zone(unit.side, unit.at):
        raise Refused("6.4", f"{unit.id} is in no enemy zone of control", lambda: _nearest(field, unit, to))
    found = infiltrations(field, unit)
    if to not in found:
        hint = f"infiltrate {unit.id} {found[0]}" if found else "next"
        raise Refused("6.4", f"{to} is not a free hex in an enemy zone of control next to {unit.at}", hint)
