"""6.4, 6.5, 11.33: the movement of a unit in an impulse, on the reef or on the pier, and of empty craft home."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import PIER_BASE, PIER_FOOT, PIER_HEAD, distance, neighbours
from tarawa_cli.games.tarawa.model.state import IMPULSES, State, Unit, allowance, ap_left
from tarawa_cli.games.tarawa.rules import ch11_pier
from tarawa_cli.games.tarawa.rules.ch05_06_landing import ReefMove, abandon, links, nearest, open_terrain, pays
from tarawa_cli.games.tarawa.rules.ch05_06_landing.reef import Ways, land, unloadings
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Iterator, Sequence
from tarawa_cli.kernel.standard import suppress

# ── 6.4, 6.5, 11.33: the movement of one unit in an impulse, on the reef or on the pier


def mover_of(state: State, unit: Unit) -> Unit:
    """The unit that moves: for a passenger, its craft."""
    return state.units[unit.craft] if unit.craft else unit


@rule("6.4")
def _refusal(state: State, unit: Unit) -> Refused | None:
    """Why a unit cannot move in this impulse; None if it can."""
    if unit.homeward or unit.emptied:
        return Refused("6.5", f"{unit.id} is empty and goes home by itself", "next")
    if not (state.board.is_water(unit.at) or unit.on_pier):
        return Refused("6.4", f"{unit.id} is neither on the reef nor on the pier: it is {unit.where}", "units afloat")
    refusal = _craft_refusal(state, unit) if unit.type.is_craft else None
    if refusal:
        return refusal
    if unit.pins:
        return Refused("6.4", f"{unit.id} is pinned: it sits out this impulse", "next")
    if ap_left(state, unit) <= 0:
        return Refused("6.4", f"{unit.id} has no AP left in this impulse", "next")
    return None


@rule("6.3")
def may_cross(state: State, craft: Unit) -> bool:
    """Whether a craft may enter the reef now."""
    return craft.type.crosses == "always" or (craft.type.crosses == "high-water" and state.high_water)


@rule("6.3")
def _craft_refusal(state: State, craft: Unit) -> Refused | None:
    if not may_cross(state, craft):
        what = f"{craft.id} never enters the reef; it unloads at the edge"
        return Refused("6.3", what, lambda: f"unload {craft.id}" if unloadings(state, craft) else "next")
    if not state.is_loaded(craft):
        return Refused("6.3", f"{craft.id} is empty and waits for a load", "next")
    return None


def plan_move(state: State, unit: Unit, route: tuple[Hex, ...]) -> ReefMove:
    """The move that an order means: its own route, or the shortest one; Refused if there is none."""
    if refusal := _refusal(state, unit):
        raise refusal
    if unit.on_pier:
        move = _off_pier(state, unit, route) or _along_pier(state, unit, route)
    elif unit.course:
        move = _on_course(state, unit, route)
    else:
        move = _by_route(state, unit, route) if route else Ways(state, unit).own()
    if not move.route and not unit.course:
        raise Refused("6.4", f"the way ahead of {unit.id} is blocked{_in_front(state, unit)}: it waits", "next")
    return move


@rule("14.1")
def _off_pier(state: State, unit: Unit, route: tuple[Hex, ...]) -> ReefMove | None:
    """Hawkins's step from the pier into the water beside it."""
    paid = ch11_pier.wading(state, unit)
    if len(route) != 1 or paid is None or route[0] not in ch11_pier.ways_off(state, unit):
        return None
    return ReefMove(route, paid)


@rule("11.33")
def _along_pier(state: State, unit: Unit, route: tuple[Hex, ...]) -> ReefMove:
    stop = route[-1] if route else ""
    move = ch11_pier.pier_way(state, unit, stop)
    if route and (not move.route or move.route[-1] != stop or not _is_on_way(route, move.route)):
        far = ch11_pier.pier_way(state, unit).route[-1:]
        hint = f"advance {unit.id} {far[0]}" if far else "next"
        raise Refused("11.33", f"{unit.id} walks along the pier, and cannot reach {stop} that way", hint)
    return move


def _is_on_way(asked: tuple[Hex, ...], way: tuple[Hex, ...]) -> bool:
    """Whether the hexes of the order are on the way, in that order."""
    rest = iter(way)
    return all(hex in rest for hex in asked)


@rule("6.4")
def _on_course(state: State, unit: Unit, route: tuple[Hex, ...]) -> ReefMove:
    move = Ways(state, unit).forced()
    if route and route != move.route and route != move.route[-1:]:
        way = f"{' '.join(move.route)}" if move.route else "nowhere: its way is blocked"
        raise Refused("6.4", f"{unit.id} has changed course to the {unit.course}: it goes {way}", f"advance {unit.id}")
    return move


@rule("6.4")
def _by_route(state: State, unit: Unit, route: tuple[Hex, ...]) -> ReefMove:
    """A route given hex by hex, each open and paid for. A single hex farther away means the way there."""
    ways = Ways(state, unit)
    if len(route) == 1:
        move = next((move for move in ways.moves() if move.route[-1] == route[0]), None)
        if move:
            return move
        route = _way_to(ways, route[0])
    here: Hex = unit.at
    spent = unit.spent
    for there in route:
        able = ways.next(here) if here not in state.board.land else []
        if there not in able:
            _check_open(ways, there)
            options = f"only to {' or '.join(able)}" if able else "and there is no way on from there"
            raise Refused("6.4", f"{unit.id} may not go from {here} to {there}, {options}", lambda: _hint(ways))
        paid = pays(ways.allowance, spent, ways.cost(there))
        if paid is None:
            short = f"advance {unit.id} {here}" if here != unit.at else "next"
            raise Refused("6.4", f"{unit.id} has too few AP to enter {there}", short)
        here, spent = there, paid
    return ReefMove(route, spent)


def _way_to(ways: Ways, goal: Hex) -> tuple[Hex, ...]:
    """The way to a hex through open hexes; Refused if there is none."""
    trails: list[tuple[Hex, ...]] = [()]
    seen: set[Hex] = set()
    while trails:
        trail = trails.pop(0)
        here = trail[-1] if trail else ways.unit.at
        if here == goal and trail:
            return trail
        if here not in seen and here not in ways.state.board.land:
            seen.add(here)
            trails += [(*trail, there) for there in ways.next(here)]
    _check_open(ways, goal)
    why = f"{ways.unit.id} cannot get to {goal} by its front hexes and the shortest way"
    raise Refused("6.4", why, lambda: _hint(ways))


@rule("6.4", "7.6", "11.33")
def _check_open(ways: Ways, at: Hex) -> None:
    """Refused, with the true reason, if it is the hex itself that a unit may not enter."""
    if found := _closed(ways, at):
        raise Refused(*found, lambda: _hint(ways))


def _closed(ways: Ways, at: Hex) -> tuple[str, str] | None:
    """The paragraph and the reason why a unit afloat may not enter a hex."""
    unit, board = ways.unit, ways.state.board
    terrain = board.terrain.get(at, "sea")
    if at in board.pier:
        return "11.33", f"{at} is pier, which cannot be entered from the reef"
    if at in board.landing and not ways.can_land(at):
        return "7.6", f"{_lander(ways)} cannot stack with {_units_in(ways.state, at)} in {at}"
    if at in board.land and at not in board.landing:
        return "11.35", f"{at} is inland: {unit.id} lands on a landing hex first"
    if terrain not in open_terrain(ways.gait):
        return "6.4", f"{at} is {ways.state.charts.terrain[terrain].name}, which {unit.type.nature.plural} cannot enter"
    if at not in board.land and ways.is_taken(at):
        return "6.4", f"no stacking on the reef, and {_units_in(ways.state, at)} is in {at}"
    return None


def _lander(ways: Ways) -> str:
    """The unit that would land: the unit itself, or the passenger of a craft."""
    passenger = ways.state.passenger(ways.unit) if ways.unit.type.is_craft else None
    return passenger.id if passenger else ways.unit.id


def _units_in(state: State, at: Hex) -> str:
    return " and ".join(unit.id for unit in state.units_at(at) if not unit.homeward and not unit.emptied)


def _in_front(state: State, unit: Unit) -> str:
    """The units that block a unit afloat, in brackets; empty if there are none."""
    if unit.on_pier:
        return ""
    ways = Ways(state, unit)
    barred = [at for at in neighbours(unit.at) if ways.can_enter(unit.at, at) and _units_in(state, at)]
    return f" ({', '.join(f'{_units_in(state, at)} in {at}' for at in barred)})" if barred else ""


def _hint(ways: Ways) -> str:
    """What the unit can do instead."""
    return f"advance {ways.unit.id}" if ways.own().route else "next"


@rule("6.4", "6.5")
def advance(play: Play[State], unit: Unit, move: ReefMove) -> None:
    """Carry out a move that `plan_move` allows."""
    state = play.state
    if unit.on_pier:
        if _off_pier(state, unit, move.route):
            leave_pier(play, unit, move)
        else:
            walk_pier(play, unit, move)
        return
    forced = bool(unit.course)
    full = allowance(state, unit)
    if move.route:
        apply.advanced(play, "6.4", unit=unit.id, route=list(move.route), spent=move.spent)
        if move.route[-1] in state.board.land:
            land(play, unit, move.route[-1], last_ap=move.spent >= full)
    if forced:
        apply.course_run(play, "6.4", unit=unit.id)


@rule("14.1")
def leave_pier(play: Play[State], unit: Unit, move: ReefMove) -> None:
    (to,) = move.route
    apply.left_pier(play, "14.1", unit=unit.id, to=to, beach=ch11_pier.beach_beside(to), spent=move.spent)


@rule("11.33")
def walk_pier(play: Play[State], unit: Unit, move: ReefMove) -> None:
    *pier_part, last = move.route
    on_pier = list(move.route) if last != PIER_BASE else pier_part
    if on_pier:
        apply.walked(play, "11.33", unit=unit.id, route=on_pier, spent=move.spent)
    if unit.type.can("opens-pier") and PIER_FOOT in move.route and not play.state.pier_walked:
        apply.pier_walked(play, "11.33", unit=unit.id)
    if last == PIER_BASE:
        apply.landed(play, "11.33", unit=unit.id, hex=last, craft="", rushed=False)


def movers(state: State) -> list[Unit]:
    """All units that can move in this impulse, nearest the shore first, so that none blocks another."""
    return sorted(_able(state), key=lambda unit: _way_left(state, unit))


def anybody_moves(state: State) -> bool:
    return next(_able(state), None) is not None


def _able(state: State) -> Iterator[Unit]:
    return (unit for unit in state.on_the_way() if has_way(state, unit))


def _way_left(state: State, unit: Unit) -> int:
    if unit.on_pier:
        return (
            len(state.board.pier_route) - state.board.pier_route.index(unit.on_pier) if unit.on_pier != "1431" else 99
        )
    return min(distance(unit.at, hex) for hex in state.board.beaches[unit.beach].landing)


def takers_off(state: State, unit: Unit) -> list[Unit]:
    """The empty amtracs that can take Hawkins off the pier now."""
    if unit.on_pier not in PIER_HEAD:
        return []
    found = []
    for amtrac in (state.units[id] for id in state.charts.who_can("takes-loads-over")):
        with suppress(Refused):
            ch11_pier.check_taken_off(state, unit, amtrac)
            found.append(amtrac)
    return found


def can_move(state: State, unit: Unit) -> bool:
    """Whether a unit may move in this impulse, provided that a hex in front of it is open."""
    return _refusal(state, unit) is None


@rule("6.4", "11.33")
def stops(state: State, unit: Unit, ways: Ways | None) -> Iterator[Hex]:
    """Every hex where an advance may end now; `ways` are the ways of a unit that is not on the pier."""
    if ways is None:
        return iter(ch11_pier.pier_way(state, unit).route)
    return iter(ways.forced().route[-1:]) if unit.course else (move.route[-1] for move in ways.moves())


def has_way(state: State, unit: Unit) -> bool:
    """Whether `advance` would move a unit or carry out its change of course."""
    if not can_move(state, unit):
        return False
    if unit.on_pier:
        return bool(ch11_pier.pier_way(state, unit).route)
    if unit.course:
        return True
    ways = Ways(state, unit)
    return any(pays(ways.allowance, unit.spent, ways.cost(there)) is not None for there in ways.next(unit.at))


# ── 6.5: empty craft go home by themselves


def free_entries(state: State, beach: str) -> list[Hex]:
    """Empty entry hexes of a beach, by number; empty craft going home do not count."""
    stacks = state.units.stacks()
    entries = state.board.beaches[beach].entry
    return [hex for hex in entries if hex not in stacks or all(unit.homeward for unit in stacks[hex])]


@rule("6.5")
def go_home(play: Play[State]) -> None:
    """Emptied craft move toward the nearest empty entry hex of their beach in later impulses; pinned ones wait."""
    for craft in play.state.units.values():
        if craft.homeward and not craft.moved and not craft.pins:
            _one_goes_home(play, craft)


def _one_goes_home(play: Play[State], craft: Unit) -> None:
    state = play.state
    goals = _goals(state, craft)
    here, spent = craft.hex, 0
    while here not in goals and spent < allowance(state, craft):
        here = _next_home(here, goals)
        spent += 1
    if here != craft.at:
        apply.went_homeward(play, "6.5", craft=craft.id, to=here, spent=float(spent))
    if here in goals:
        _arrives(play, craft)


def _goals(state: State, craft: Unit) -> Sequence[Hex]:
    return free_entries(state, craft.beach) or state.board.beaches[craft.beach].entry


def _next_home(here: Hex, goals: Sequence[Hex]) -> Hex:
    """The next hex toward the edge; from the beach, back into the water it came through."""
    open_ = [hex for hex in neighbours(here) if here in links("craft", hex)]
    return min(open_, key=lambda hex: (nearest("craft", hex, goals), hex))


@rule("6.2", "6.5")
def is_due_back(state: State, craft: Unit) -> bool:
    """Whether a craft going home can reach the edge within this turn's impulses."""
    if not craft.homeward:
        return False
    goals = _goals(state, craft)
    steps = 0 if craft.at in goals else 1 + nearest("craft", _next_home(craft.at, goals), goals)
    return steps <= allowance(state, craft) * (len(IMPULSES) - craft.pins)


@rule("6.5")
def _arrives(play: Play[State], craft: Unit) -> None:
    """The craft goes to the pool or waits for a load, as the standing order says."""
    taken = any(unit is not craft and not unit.homeward for unit in play.state.units_at(craft.at))
    if craft.type.can("takes-loads-over") and play.state.empty_lvt == "wait" and not taken:
        apply.waits_at_edge(play, "6.5", craft=craft.id)
    else:
        apply.back_in_pool(play, "6.5", craft=craft.id)


@rule("6.3")
def boats_return(play: Play[State]) -> None:
    """After the fire, boats that have unloaded return to the pool."""
    for craft in play.state.units.values():
        if craft.emptied:
            apply.back_in_pool(play, "6.3", craft=craft.id)


@rule("6.3")
def tide_falls(play: Play[State]) -> None:
    """When high water ends, boats on the reef go to the pool without what they carry."""
    state = play.state
    if state.turn != max(state.charts.value("high-water")):
        return
    for craft in state.units.values():
        if craft.type.crosses == "high-water" and craft.hex and state.board.terrain[craft.at] != "entry":
            abandon(play, craft, "6.3")
            apply.back_in_pool(play, "6.3", craft=craft.id)
