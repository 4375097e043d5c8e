"""Chapter 19: drops. The plan (19.1 to 19.3); the drop itself: drift, losses, fights in the hex (4.23, 19.4, 19.5)."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.board import GRID, distance
from tarawa_cli.games.malta.model.charts import TIMES
from tarawa_cli.games.malta.model.codec import ZONE_NAMES, is_zone_name
from tarawa_cli.games.malta.model.scenario import DropSeries, series_of, units_of
from tarawa_cli.games.malta.model.state import ATTACKER, DropZone, State, Unit
from tarawa_cli.games.malta.model.unit import AIR
from tarawa_cli.games.malta.model.work import LandHex, work
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex, blocks, is_fort, refuge
from tarawa_cli.games.malta.rules.ch06_movement import overrun
from tarawa_cli.games.malta.rules.ch09_combat.attacking import open_close_fight
from tarawa_cli.games.malta.rules.ch09_combat.hits import AT_A_COST, is_costly, lose_step, open_hexes, retreat
from tarawa_cli.games.malta.rules.ch12_15_artillery_to_formations import break_up, decide_fate
from tarawa_cli.games.malta.rules.ch18_landings import points
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Hint, Refused, allows
from tarawa_cli.kernel.hints import Sequence
from tarawa_cli.kernel.narration.visible import command_line, plural, quoted

DROP_TIMES = ("am", "pm")
"""Times of day at which parachutists drop (4.23)."""
FIRST_DAYS = 2
"""Days whose drops are planned before the game (19.3)."""


# ── The airlift


@rule("19.1")
def airlift(state: State, turn: int) -> int:
    """Points that can drop in a turn, halved on a day known to be cloudy."""
    box = state.charts.turn(turn)
    name = f"airlift-{box.id if box.day <= FIRST_DAYS else 'later'}"
    whole = state.charts.value(name)
    return -(-whole // 2) if state.weather == "cloudy" and box.day == state.box.day else whole


def planned_points(state: State, turn: int) -> int:
    zones = [zone for zone in state.plan.values() if zone.turn == turn]
    return sum(points(state.units[id]) for zone in zones for id in units_of(zone))


def jumpers(state: State) -> list[Unit]:
    """Units that wait to drop and are in no plan."""
    planned = {id for zone in state.plan.values() for id in units_of(zone)}
    return [unit for unit in state.units_at(AIR) if unit.type.entry == "drop" and unit.id not in planned]


# ── When what can be planned


@rule("19.3", "21.1")
def open_turns(state: State) -> list[int]:
    """Turns whose drops can be planned now: two days ahead, before the game the first days, alone the present one."""
    if state.phase == "airborne":
        return [state.turn] if state.setting.options.alone and not state.jumped and state.weather != "rain" else []
    if state.phase == "setup-axis":
        days = list(range(1, FIRST_DAYS + 1))
    elif state.phase == "plan-drops":
        days = [state.box.day + state.charts.value("days-ahead")]
    else:
        return []
    return [box.number for box in state.charts.turns if box.day in days and box.time in DROP_TIMES]


def due(state: State) -> dict[str, DropZone]:
    """Drop zones of the current turn."""
    return {name: zone for name, zone in state.plan.items() if zone.turn == state.turn}


def _when(state: State) -> str:
    turns = " or ".join(state.charts.turn(number).id for number in open_turns(state))
    return f"drops can be planned now for {turns}" if turns else "no drops can be planned now"


def _a_zone(state: State, name: str) -> str:
    """A drop zone that can be planned now, as an order."""
    turns = open_turns(state)
    at = min(state.board.airfields)
    return command_line("zone", name, at, "--turn", state.charts.turn(turns[0]).id) if turns else "next"


@rule("19.2", "19.3")
def check_zone(state: State, name: str, turn: int) -> None:
    if name in state.plan:
        raise Refused(
            "19.2", f"there is already a drop zone {name}", f"series {quoted(name)} …, or choose another name"
        )
    if turn not in open_turns(state):
        why = f"{_when(state)}, not for {state.charts.turn(turn).id}"
        raise Refused("19.3", why, lambda: _a_zone(state, name))


@rule("19.1", "19.2")
def check_series(state: State, name: str, units: list[Unit]) -> None:
    if _known(state, name).turn not in open_turns(state):
        raise Refused(
            "19.3", f"{name} can no longer be changed: {_when(state)}", lambda: _a_zone(state, f"{name[:18]}-2")
        )
    check_jumpers(state, name, units)


def check_jumpers(state: State, name: str, units: list[Unit]) -> None:
    """Refuse units that cannot drop together over a zone, or a zone's name, which may have been sealed."""
    zone, free = _known(state, name), jumpers(state)
    if not is_zone_name(name):
        raise Refused("19.2", f"{shown(name)} is not a name for a drop zone", ZONE_NAMES)
    for unit in units:
        if unit not in free:
            raise Refused("19.2", f"{unit.id} {_why_bound(unit)}", lambda: _example(state, name, units))
    _check_size(state, zone, units, lambda: _example(state, name, units))


def _why_bound(unit: Unit) -> str:
    if unit.type.entry != "drop":
        return "does not come by parachute"
    return "is already planned for a drop" if unit.at == AIR else "is not waiting for a drop"


def _example(state: State, name: str, wanted: list[Unit]) -> str:
    """An order for a unit that can drop over a zone, if possible one of those wanted."""
    free = jumpers(state)
    ranked = [*(unit for unit in free if unit in wanted), *free]
    able = [unit for unit in ranked if allows(_check_size, state, state.plan[name], [unit])]
    return command_line("series", name, able[0].id) if able else "next"


def _check_size(state: State, zone: DropZone, units: list[Unit], hint: Hint = "") -> None:
    most, lift = state.charts.value("series"), sum(map(points, units))
    if len({unit.formation for unit in units}) > 1:
        raise Refused("19.2", "a series holds units of one formation only", hint)
    if lift > most:
        raise Refused("19.2", f"a series holds at most {most} companies or guns, not {lift}", hint)
    if len(zone.series) >= state.charts.value("zone-series"):
        raise Refused("19.2", f"a drop zone holds at most {state.charts.value('zone-series')} series", hint)
    room = airlift(state, zone.turn) - planned_points(state, zone.turn)
    if lift > room:
        turn = state.charts.turn(zone.turn).id
        raise Refused("19.1", f"the airlift of {turn} has {plural(room, 'point')} left, {lift} needed", hint)


def _known(state: State, name: str) -> DropZone:
    if name not in state.plan:
        known = ", ".join(state.plan) or "none"
        raise Refused("19.2", f"there is no drop zone {name}; planned: {known}", lambda: _a_zone(state, name))
    return state.plan[name]


# ── Cancelling


@rule("19.35")
def check_cancel(state: State, name: str, units: list[Unit]) -> None:
    zone = _known(state, name)
    if state.phase == "airborne" and zone.turn != state.turn:
        why = f"{name} drops on {state.charts.turn(zone.turn).id}, and can be cancelled only then"
        raise Refused("19.35", why, lambda: next((command_line("cancel", other) for other in due(state)), "next"))
    for unit in units:
        if unit.id not in units_of(zone):
            raise Refused("19.35", f"{unit.id} does not drop over {name}", command_line("cancel", name))


@rule("19.1")
def check_airlift(state: State) -> None:
    """Refused, if more are planned for this turn than the airlift carries: the Axis choose who stays."""
    wanted, lift = planned_points(state, state.turn), airlift(state, state.turn)
    if wanted > lift and not state.jumped:
        why = f"{wanted} points are planned, but the airlift carries only {lift} on a {state.weather} day"
        carried = ((name, id) for name, zone in due(state).items() for id in units_of(zone) if points(state.units[id]))
        zone, unit = next(carried)
        raise Refused("19.1", why, command_line("cancel", zone, unit))


# ── Drift of markers, series and units (19.41)


ONE, HALF, DIE, TWO = "one-hex", "half-a-die", "a-die", "two-dice"
DICE = {HALF: 1, DIE: 1, TWO: 2}


def moved(at: Hex | None, direction: str, hexes: int) -> Hex | None:
    """The hex at a distance and direction; nothing beyond the edge of the map."""
    for _ in range(hexes):
        at = GRID.neighbour(at, direction.upper()) if at else None
    return at


def is_sea(state: State, at: Hex | None) -> bool:
    return at is None or at not in state.board.land


@rule("19.41", "19.46")
def guns_near(state: State, at: Hex) -> list[Unit]:
    """Allied anti-aircraft units near a drop hex, Demoralised or not."""
    reach = state.charts.value("aa-reach")
    return [
        unit
        for unit in state.units.values()
        if unit.side == "allied" and unit.type.anti_air and unit.on_map and distance(unit.at, at) <= reach
    ]


def _alone(state: State) -> list[Modifier]:
    return [state.charts.modifier("jump-alone")] if state.setting.options.alone else []


@rule("19.41", "21.1")
def marker_modifiers(state: State, nation: str) -> list[Modifier]:
    german = [state.charts.modifier("jump-german-marker")] if nation == "german" else []
    return [*german, *_alone(state)]


@rule("19.41", "21.1")
def series_modifiers(state: State, units: Sequence[Unit], at: Hex) -> list[Modifier]:
    german = all(unit.type.nation == "german" for unit in units)
    guns = guns_near(state, at)
    found = [state.charts.modifier("jump-german-series")] if german else []
    found += [state.charts.modifier("jump-aa", len(guns), ", ".join(gun.id for gun in guns))] if guns else []
    return [*found, *_alone(state)]


def roll_jump(play: Play[State], modifiers: list[Modifier], on: str, subject: str) -> str:
    row, _ = play.roll(play.state.charts.table("jump"), modifiers, rule="19.41", column="1", on=on, subject=subject)
    return row.result


@rule("19.41")
def drift(play: Play[State], at: Hex, result: str, on: str, subject: str = "") -> Hex | None:
    """Roll where units over a hex come down."""
    if result not in (ONE, *DICE):
        return at
    hexes = 1
    if result in DICE:
        thrown = play.throw(DICE[result], purpose="hexes of drift", rule="19.41", on=on, subject=subject).total
        hexes = -(-thrown // 2) if result == HALF else thrown
    row, _ = play.roll(play.state.charts.table("scatter"), rule="19.41", column="1", on=on, subject=subject)
    return moved(at, row.result, hexes)


# ── A drop (4.23 b to d)


ROUGH = ("woods", "town", "city", "fort")


@work
@rule("4.23")
def jump(play: Play[State]) -> None:
    """Drop all zones of this turn: markers first, then series, then losses; the fights follow by hex."""
    zones = due(play.state)
    markers = {name: _drop_marker(play, name, zone) for name, zone in zones.items()}
    apply.jump_begun(play, "19.41", zones=list(zones))
    down = [unit for name, zone in zones.items() for unit in _drop_zone(play, name, zone, markers[name])]
    ordered = [unit for unit in play.state.units.values() if unit in down]
    _roll_losses(play, ordered)
    _let_step(play, ordered)
    held = {unit.at for unit in play.state.units.values() if unit.side == "allied" and unit.on_map}
    for at in sorted({unit.at for unit in ordered if unit.at in held}, reverse=True):
        play.push(jump_fight, hex=at)


@rule("19.41")
def _drop_marker(play: Play[State], name: str, zone: DropZone) -> Hex | None:
    result = roll_jump(play, marker_modifiers(play.state, zone.nation), name, zone.marker)
    found = drift(play, zone.marker, result, name, zone.marker)
    play.note("marker-down", "19.41", zone=name, hex=found or "", sea=is_sea(play.state, found))
    return found


def _drop_zone(play: Play[State], name: str, zone: DropZone, marker: Hex | None) -> list[Unit]:
    found = []
    for series in series_of(zone):
        at = moved(marker, series.offset[:-1], int(series.offset[-1])) if series.offset else marker
        if at is None or is_sea(play.state, at):
            play.note("series-cancelled", "19.41", units=list(series.units), zone=name)
        else:
            found += _drop_series(play, series, at)
    return found


@rule("19.2", "19.41")
def _drop_series(play: Play[State], series: DropSeries, at: Hex) -> list[Unit]:
    """Drop a series, battalions as companies; it drifts together, or each unit alone."""
    state = play.state
    named = state.named(series.units)
    first = next(id for id in state.units if id in series.units)
    result = roll_jump(play, series_modifiers(state, named, at), f"{series.units[0]} over {at}", first)
    units = [one for unit in named for one in (break_up(play, unit, "19.2") if unit.type.type else [unit])]
    units = [unit for unit in state.units.values() if unit in units]
    if result in (DIE, TWO):
        for unit in units:
            _come_down(play, [unit], drift(play, at, result, unit.id))
    else:
        _come_down(play, units, drift(play, at, result, series.units[0], first))
    return [unit for unit in units if unit.steps]


@rule("8.3", "19.41")
def _come_down(play: Play[State], units: list[Unit], at: Hex | None) -> None:
    state, ids = play.state, [unit.id for unit in units]
    if at is None or is_sea(state, at):
        play.note("fell-into-sea", "19.41", units=ids)
        for id in ids:
            apply.unit_lost(play, "19.41", unit=id)
        return
    until = min(len(state.charts.turns), (state.box.day + 1) * TIMES)
    apply.came_down(play, "19.41", units=ids, to=at, until=until)
    if any(unit.can("combat") for unit in units) and not state.side_at("allied", at) and at not in state.control:
        apply.hex_taken(play, "19.41", hex=at)


# ── Losses (19.46)


@rule("19.46")
def loss_modifiers(state: State, at: Hex) -> list[Modifier]:
    """The modifiers of drop losses in a hex."""
    enemies = [unit for unit in state.side_at("allied", at) if not unit.can("coast-gun")]
    names = ["loss-enemy"] if any(unit.strength[1] for unit in enemies) else []
    names += ["loss-aa"] if guns_near(state, at) else []
    names += ["loss-terrain"] if state.board.terrain[at] in ROUGH or is_fort(state, at) else []
    return [state.charts.modifier(name) for name in names]


@rule("19.46")
def _roll_losses(play: Play[State], units: list[Unit]) -> None:
    """Roll a die for each company or gun: it is reduced, or eliminated if it has no weaker side."""
    state = play.state
    for unit in units:
        if unit.can("hq") or unit.can("lead"):
            continue
        plus = loss_modifiers(state, unit.at)
        row, _ = play.roll(state.charts.table("airborne-loss"), plus, rule="19.46", column="1", on=unit.id)
        if row.result == "reduced" and unit.type.reduced:
            apply.company_reduced(play, "19.46", unit=unit.id)
        elif row.result == "reduced":
            apply.unit_lost(play, "19.46", unit=unit.id)


# ── Fights in the hex (19.5)


@work
@rule("19.5")
def jump_fight(play: Play[State], hex: LandHex) -> None:
    """Fight in a hex with paratroops and enemies, or resolve it without a fight if one side has nobody to fight.

    The work `expelled` decides what happens to units that cannot stay.
    """
    axis, allied = play.state.side_at("axis", hex), play.state.side_at("allied", hex)
    if not axis or not allied:
        return
    if not any(unit.can("combat") for unit in axis):
        flee(play, hex)
    elif not any(map(blocks, allied)):
        clear(play, hex)
    else:
        open_close_fight(play, hex)


@rule("19.5")
def clear(play: Play[State], at: Hex) -> None:
    """Overrun units that cannot defend the hex, and take it."""
    apply.hex_taken(play, "19.5", hex=at)
    overrun(play, "axis", at)


@work
@rule("19.5", "18.6")
def expelled(play: Play[State]) -> None:
    """Take the hex after the fight, or let the paratroops retreat one hex (9.6); those that cannot are lost."""
    from tarawa_cli.games.malta.rules.ch18_landings.beaches import decided  # start-up

    state, at = play.state, play.state.current_fight.on
    stack = state.side_at("axis", at)
    if state.phase != "airborne":
        decided(play, at)
    elif not any(unit.can("combat") for unit in stack):
        flee(play, at)
    elif not any(map(blocks, state.side_at("allied", at))):
        clear(play, at)
    elif open_hexes(HexIndex(state), stack, at, [at], [at], 1):
        play.push(retreat, units=[unit.id for unit in stack], left=1, way=[at], role=ATTACKER)
    else:
        for unit in stack:
            if not unit.can("lead"):
                apply.unit_lost(play, "19.5", unit=unit.id)
        for unit in stack:
            if unit.can("lead"):
                play.push(decide_fate, unit=unit.id)


@rule("19.5", "9.7", "14.4")
def flee(play: Play[State], at: Hex) -> None:
    """Without Allied combat units, guns retreat a hex or are lost, and headquarters and leaders may escape."""
    state, field = play.state, HexIndex(play.state)
    guns = [unit for unit in state.side_at("axis", at) if unit.can("gun")]
    if guns and (found := open_hexes(field, guns, at, [at], [at], 1)):
        costly = is_costly(field, guns, found[0])
        apply.retreated(play, "9.6", units=[gun.id for gun in guns], to=found[0])
        if costly:
            play.remark(AT_A_COST)
            lose_step(play, guns[0], "9.6")
    else:
        for gun in guns:
            apply.unit_lost(play, "19.5", unit=gun.id)
    for unit in state.side_at("axis", at):
        if unit.can("hq"):
            apply.displaced(play, "9.7", unit=unit.id, to=refuge(state, unit))
        elif unit.can("lead"):
            play.push(decide_fate, unit=unit.id)


# ── The move of one hex (19.6)


@rule("19.6")
def _let_step(play: Play[State], units: list[Unit]) -> None:
    """Let units that came down away from enemies and their zones move one hex."""
    field = HexIndex(play.state)
    free = [
        unit.id
        for unit in units
        if unit.on_map and not field.units("allied", unit.at) and not field.in_enemy_zone("axis", unit.at)
    ]
    if free:
        apply.steps_allowed(play, "19.6", units=free)
