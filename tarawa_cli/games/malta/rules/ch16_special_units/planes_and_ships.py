"""16.1, 16.7: air-landing, and warships: placed off the coast on the first turn, and sailing over the ocean."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.board import OCEAN, disc, distance, malta, neighbours
from tarawa_cli.games.malta.model.charts import CHARTS, TIMES
from tarawa_cli.games.malta.model.state import DEMORALISED, State, Unit
from tarawa_cli.games.malta.model.unit import AIR, POOL
from tarawa_cli.games.malta.model.work import StepsLeft, UnitIds, decision, work
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import has_room
from tarawa_cli.games.malta.rules.ch18_landings import points
from tarawa_cli.kernel.board.hexes import Hex, ways
from tarawa_cli.kernel.engine.play import Play, Question
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.standard import cache

# ── Air-landing (16.1)


def waiting(state: State) -> list[Unit]:
    """Units waiting for a plane."""
    return [unit for unit in state.units.values() if unit.type.entry == "airland" and unit.at == AIR]


@rule("16.1")
def why_closed(state: State, at: Hex) -> str:
    """Why no plane can land there now; nothing if it can."""
    if at not in state.board.airfields:
        return f"{at} is not an airfield"
    if state.night or state.weather == "rain":
        return "planes can land only by day, and not in rain"
    if at not in state.control:
        return f"the Axis do not control {at}"
    near = [unit for hex in (at, *state.board.adjacent[at]) for unit in state.units_at(hex)]
    return f"an Allied unit is next to {at}" if any(unit.side == "allied" for unit in near) else ""


def room(state: State, at: Hex) -> int:
    """Points that can still land on an airfield this turn."""
    in_all = state.charts.value("airland-all") - sum(state.airlanded.values())
    return min(in_all, state.charts.value("airland-field") - state.airlanded.get(at, 0))


def open_fields(state: State) -> list[Hex]:
    return [at for at in sorted(state.board.airfields) if not why_closed(state, at)]


def landable(state: State, at: Hex) -> list[Unit]:
    """Units that can land on an open airfield by themselves."""
    field = HexIndex(state)
    return [unit for unit in waiting(state) if points(unit) <= room(state, at) and has_room(field, at, [unit])]


@rule("16.1")
def check_airland(state: State, units: list[Unit], at: Hex) -> None:
    for unit in units:
        if unit not in waiting(state):
            raise Refused("16.1", f"{unit.id} is not waiting for a plane", lambda: _example(state))
    why = why_closed(state, at)
    if why:
        raise Refused("16.1", why, lambda: _example(state))
    wanted = sum(map(points, units))
    if wanted > room(state, at):
        why = f"{plural(wanted, 'point')} to land on {at}, room for {room(state, at)} this turn"
        raise Refused("16.1", why, lambda: _example(state))
    if not has_room(HexIndex(state), at, units):
        raise Refused("7", f"no room in {at}", lambda: _example(state))


def _example(state: State) -> str:
    found = [(at, able[0]) for at in open_fields(state) if (able := landable(state, at))]
    return f"airland {found[0][1].id} {found[0][0]}" if found else "next"


@rule("16.1", "8.3")
def airland(play: Play[State], units: list[Unit], at: Hex) -> None:
    ids, lift = [unit.id for unit in units], sum(map(points, units))
    apply.air_landed(play, "16.1", units=ids, at=at, points=lift, until=play.state.box.day * TIMES)


@rule("16.12")
def fire_at_planes(play: Play[State]) -> None:
    """Each Allied anti-aircraft unit in range fires at one airfield; each 6 costs a step there, as the Axis choose."""
    state = play.state
    hits: dict[Hex, int] = {}
    for gun in state.units.values():
        fields = [at for at in sorted(state.board.airfields) if _can_fire(gun, at) and landed_on(state, at)]
        if fields:
            hits[fields[0]] = hits.get(fields[0], 0) + _fire(play, gun, fields[0])
    for at in sorted(hits, reverse=True):
        ids = [unit.id for unit in landed_on(state, at)]
        most = min(hits[at], sum(unit.steps for unit in state.named(ids)))
        if most:
            play.push(plane_hits, units=ids, left=most)


def _can_fire(gun: Unit, at: Hex) -> bool:
    ready = gun.side == "allied" and gun.type.anti_air and gun.on_map and not gun.fired and gun.state != DEMORALISED
    return bool(ready) and distance(gun.at, at) <= gun.type.aa_range


def landed_on(state: State, at: Hex) -> list[Unit]:
    """Units that landed on an airfield this turn, except leaders."""
    came = [unit for unit in state.units_at(at) if unit.landed and unit.type.entry == "airland"]
    return [unit for unit in came if not unit.can("lead")]


def _fire(play: Play[State], gun: Unit, at: Hex) -> int:
    apply.fired_at_planes(play, "16.12", gun=gun.id, at=at)
    table = play.state.charts.table("aa")
    dice = gun.type.weakened(gun.type.anti_air, gun.steps)
    rolls = [play.roll(table, rule="16.12", column="1", on=f"{gun.id} at {at}", subject=at)[0] for _ in range(dice)]
    return sum(row.result == "step" for row in rolls)


@work
@rule("16.12")
def plane_hits(play: Play[State], units: UnitIds, left: StepsLeft) -> None:
    """Lose the next step to the fire; the Axis choose whose."""
    from tarawa_cli.games.malta.rules.ch09_combat.hits import chosen_by_answer  # start-up

    able = play.state.remaining(units)
    if not able:
        return
    chosen = chosen_by_answer(play.state, able)
    if chosen:
        plane_hit_answered(play, chosen.id, units, left)
    else:
        play.push(ask_plane_hit, units=units, left=left)


@decision
def ask_plane_hit(state: State, units: UnitIds, left: StepsLeft) -> Question:
    text = f"Who loses a step to the fire at the planes ({left} to lose)?"
    return Question(text, [unit.id for unit in state.remaining(units)], "axis")


@ask_plane_hit.answered
def plane_hit_answered(play: Play[State], answer: str, units: list[str], left: int) -> None:
    from tarawa_cli.games.malta.rules.ch09_combat.hits import lose_step  # start-up

    if left > 1:
        play.push(plane_hits, units=units, left=left - 1)
    lose_step(play, play.state.units[answer], "16.12")


# ── Warships (16.7)


def ships(state: State) -> list[Unit]:
    """Warships on the map."""
    return [unit for unit in state.units.values() if unit.can("ship") and unit.on_map]


def sailors(state: State) -> list[Unit]:
    """Warships that may still move in this phase (16.71)."""
    return [ship for ship in ships(state) if not ship.moved and state.active == "axis"]


def unplaced(state: State) -> list[Unit]:
    return [unit for unit in state.units_at(POOL) if unit.can("ship")]


@cache
@rule("16.7")
def berths() -> tuple[Hex, ...]:
    """Hexes of ocean far enough from land, by number."""
    board, near = malta(), CHARTS.value("ship-berth") - 1
    return tuple(at for at, kind in board.terrain.items() if kind == OCEAN and not disc(at, near) & board.land)


@rule("16.7")
def check_place(state: State, ship: Unit, at: Hex) -> None:
    if not ship.can("ship"):
        raise Refused("16.7", f"{ship.id} is not a warship", lambda: _a_place(state))
    if ship not in unplaced(state):
        raise Refused("16.7", f"{ship.id} is already placed or out of the game", lambda: _a_place(state))
    if at not in berths():
        least = state.charts.value("ship-berth")
        raise Refused("16.7", f"{at} is not an ocean hex at least {least} hexes from land", lambda: _a_place(state))


def _a_place(state: State) -> str:
    found = unplaced(state)
    return f"place {found[0].id} {state.setting.scenario.plan.ships.get(found[0].id, berths()[0])}" if found else "next"


@rule("16.7")
def place_rest(play: Play[State]) -> None:
    """Place the remaining ships as planned; without a plan they are out of the game."""
    state = play.state
    plan = {} if state.setting.options.own_plan else state.setting.scenario.plan.ships
    for ship in unplaced(state):
        if ship.id in plan:
            apply.ship_placed(play, "16.7", ship=ship.id, to=plan[ship.id])


@rule("16.71")
def courses(ship: Unit) -> list[Hex]:
    """Where a ship can sail in a turn, by number."""
    return sorted(way.hexes[-1] for way in ways(ship.at, _over_sea, ship.type.move) if way.hexes)


def _over_sea(here: Hex) -> Iterator[tuple[Hex, float]]:
    terrain = malta().terrain
    return ((there, 1) for there in neighbours(here) if terrain.get(there) == OCEAN)


def _a_course(state: State) -> str:
    """An order for a ship that can still sail."""
    able = [(ship, found[0]) for ship in ships(state) if not ship.moved and (found := courses(ship))]
    return f"sail {able[0][0].id} {able[0][1]}" if able else "next"


@rule("16.71")
def check_sail(state: State, ship: Unit, to: Hex) -> None:
    if not ship.can("ship") or not ship.on_map:
        raise Refused("16.71", f"{ship.id} is not a warship at sea", lambda: _a_course(state))
    if ship.moved:
        raise Refused("16.71", f"{ship.id} has already sailed this turn", lambda: _a_course(state))
    found = courses(ship)
    if to not in found:
        why = f"{ship.id} cannot sail from {ship.at} to {to}: it sails {ship.type.move} hexes, over ocean only"
        raise Refused("16.71", why, lambda: f"sail {ship.id} {found[0]}")
