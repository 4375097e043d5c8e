"""Chapter 18, landings from the sea: divisions in Follow-up boxes, and from there in wave boxes (18.2, 18.3)."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.apply.land import number_of
from tarawa_cli.games.malta.model.charts import AGAIN
from tarawa_cli.games.malta.model.scenario import PlannedLanding
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.unit import WAVES, follow_up, wave_box, zone_of
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import fits
from tarawa_cli.games.malta.rules.ch12_15_artillery_to_formations import break_up
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused, allows
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.standard import partial

# ── Divisions into Follow-up boxes (18.2), by choice or by dice (21.2)


def divisions(state: State) -> list[str]:
    """Formations that wait at sea, in the order of the units."""
    return list(dict.fromkeys(unit.formation for unit in waiting(state) if unit.formation != "none"))


@rule("18.2")
def check_approach(state: State, units: list[Unit], zone: str) -> None:
    """Refused if a regiment would be split, or a division be in too many boxes."""
    for unit in units:
        if not zone_of(unit.at):
            raise Refused("18.2", f"{unit.id} is not in a Follow-up box", lambda: _example(state))
    at_sea = waiting(state)
    boxes = {unit.id: zone if unit in units else zone_of(unit.at) for unit in at_sea}
    for regiment in dict.fromkeys(unit.type.regiment for unit in units if unit.type.regiment):
        if len({boxes[unit.id] for unit in at_sea if unit.type.regiment == regiment}) > 1:
            why = f"regiment {regiment} must stay together"
            raise Refused("18.2", why, partial(_together, state, regiment, zone))
    most = state.charts.value("approach-boxes")
    for division in divisions(state):
        if len({boxes[unit.id] for unit in at_sea if unit.formation == division}) > most:
            why = f"{division} would be in more than {most} boxes"
            raise Refused("18.2", why, f"approach {division} {zone}")


def _together(state: State, regiment: str, zone: str) -> str:
    """A regiment to a zone, as an order; if that would spread its division too far, the division."""
    units = [unit for unit in waiting(state) if unit.type.regiment == regiment]
    return f"approach {regiment if allows(check_approach, state, units, zone) else units[0].formation} {zone}"


def _example(state: State) -> str:
    found = divisions(state)
    return f"approach {found[0]} south" if found else "next"


def approach(play: Play[State], units: list[Unit], zone: str) -> None:
    apply.approached(play, "18.2", units=[unit.id for unit in units], to=follow_up(zone))


@rule("21.2")
def draw_boxes(play: Play[State]) -> None:
    """Roll for the zone of each division, when one person plays both sides."""
    table = play.state.charts.table("follow-up")
    for division in divisions(play.state):
        row, _ = play.roll(table, rule="21.2", column="1", on=division)
        if row.result == AGAIN:
            row, _ = play.roll(table, rule="21.2", column="2", on=division)
        approach(play, [unit for unit in waiting(play.state) if unit.formation == division], row.result)


# ── From Follow-up boxes into wave boxes (18.3)


@rule("18.3")
def points(unit: Unit) -> int:
    """Points of lift: one for each company or battery; headquarters and leaders are free."""
    if unit.can("hq") or unit.can("lead"):
        return 0
    return unit.steps if unit.type.type else 1


@rule("18.3")
def lift_left(state: State) -> int:
    """Points that can still embark this turn."""
    return max(0, state.charts.value("sealift-first" if state.turn == 1 else "sealift") - state.lifted)


def whereabouts(state: State, unit: Unit) -> str:
    """The place of a unit; a company of an unbroken battalion is with its battalion."""
    battalion = state.units.get(unit.type.of)
    together = battalion and unit.in_battalion and not battalion.is_broken and number_of(unit) in battalion.numbers
    return battalion.at if battalion and together else unit.at


def waiting(state: State, zone: str = "") -> list[Unit]:
    """Units in the Follow-up box of a zone, or in any."""
    if zone:
        return list(state.units_at(follow_up(zone)))
    return [unit for unit in state.units.values() if zone_of(unit.at)]


def in_box(state: State, at: Hex, wave: int) -> list[Unit]:
    return list(state.units_at(wave_box(at, wave)))


def bound_for(state: State, at: Hex) -> list[Unit]:
    """The units in the wave boxes of a beach."""
    return [unit for wave in WAVES for unit in in_box(state, at, wave)]


@rule("22.39")
def sails(state: State, at: Hex) -> bool:
    """Whether the waves to a beach land this turn; some zones may be late on the first."""
    return state.turn > 1 or state.board.zone_of[at] not in state.delayed


# ── The law


@rule("18.1", "18.3")
def check_embark(state: State, units: list[Unit], at: Hex, wave: int) -> None:
    """Refused, unless all of these can go into the box together."""
    if at not in state.board.zone_of:
        raise Refused("18.1", f"{at} is not a beach", lambda: _somebody(state, units[0].id))
    for unit in units:
        _check_unit(state, unit, at, wave)
    twice = next((unit for unit in units if state.units.get(unit.type.of) in units), None)
    if twice:
        battalion = twice.type.of
        why = f"{twice.id} is part of {battalion}, which is also named"
        raise Refused("18.3", why, lambda: _somebody(state, battalion))
    _check_room(state, units, at, wave)


@rule("18.2", "18.3")
def _check_unit(state: State, unit: Unit, at: Hex, wave: int) -> None:
    zone, wanted = zone_of(whereabouts(state, unit)), state.board.zone_of[at]
    if not zone:
        raise Refused("18.3", f"{unit.id} is not in a Follow-up box", lambda: _somebody(state))
    if zone != wanted:
        why = f"{unit.id} is in the {zone} Follow-up box, and {at} is a beach in the {wanted}"
        raise Refused("18.2", why, lambda: _somebody(state, unit.id))
    if wave == 1 and needs_quiet_beach(unit) and at not in state.control:
        why = f"{unit.id} can land only in a second wave, or on a beach that the Axis already control"
        raise Refused("18.3", why, lambda: _somebody(state, unit.id))


@rule("18.3")
def needs_quiet_beach(unit: Unit) -> bool:
    """Guns, wheels and tracks, but not headquarters and leaders."""
    return points(unit) > 0 and (unit.can("gun") or unit.type.mobility != "foot")


@rule("18.3", "7")
def _check_room(state: State, units: list[Unit], at: Hex, wave: int) -> None:
    wanted, room = sum(map(points, units)), state.charts.value("wave-box")
    there = sum(map(points, in_box(state, at, wave)))
    if there + wanted > room:
        why = f"a wave box holds {room} points: that of {at} has {there}, and these are {wanted}"
        raise Refused("18.3", why, lambda: _somebody(state))
    if wanted > lift_left(state):
        why = f"{plural(wanted, 'point')} of sealift needed, {lift_left(state)} left this turn"
        raise Refused("18.3", why, lambda: _somebody(state))
    ashore = state.side_at("axis", at)
    if not fits(state, [*ashore, *bound_for(state, at), *units]):
        raise Refused("7", f"{at} would exceed the stacking limit", lambda: _somebody(state))


def _somebody(state: State, wanted: str = "") -> str:
    """An order for a unit that can embark, if possible the one wanted."""
    found = list(possible(state))
    if not found:
        return "next"
    unit, at, wave = next((choice for choice in found if choice[0].id == wanted), found[0])
    return f"embark {unit.id} --to {at}{' --wave 2' if wave == 2 else ''}"


def possible(state: State) -> Iterator[tuple[Unit, Hex, int]]:
    """Every unit by itself, with each box that takes it."""
    for unit in waiting(state):
        for at in state.board.beaches[zone_of(unit.at)]:
            for wave in WAVES:
                if can_embark(state, [unit], at, wave):
                    yield unit, at, wave


def can_embark(state: State, units: list[Unit], at: Hex, wave: int) -> bool:
    return allows(check_embark, state, units, at, wave)


# ── Carrying it out


@rule("18.3")
def embark(play: Play[State], units: list[Unit], at: Hex, wave: int) -> None:
    """Embark units; battalions as companies."""
    going: list[Unit] = []
    wanted = sum(map(points, units))
    for unit in units:
        battalion = play.state.units.get(unit.type.of)
        if unit.type.type:
            going += break_up(play, unit, "18.3")
            continue
        if battalion and unit.in_battalion:
            break_up(play, battalion, "18.3")
        going.append(unit)
    apply.embarked(play, "18.3", units=[unit.id for unit in going], to=wave_box(at, wave), points=wanted)


# ── The plan


def next_lift(state: State) -> Iterator[tuple[list[Unit], Hex, int]]:
    """The units that the plan embarks now, in its order; each must be embarked before the next is asked for.

    Lift that is left goes to units planned for later turns, except headquarters and leaders.
    """
    for landing in state.setting.scenario.plan.sea:
        if landing.turn > state.turn and not points(state.units[landing.unit]):
            continue
        for units in _of(state, landing):
            if can_embark(state, units, landing.at, landing.wave):
                yield units, landing.at, landing.wave


def _of(state: State, landing: PlannedLanding) -> Iterator[list[Unit]]:
    """A planned unit that still waits: all of it together, then company by company."""
    unit, zone = state.units[landing.unit], state.board.zone_of[landing.at]
    parts = [part for part in (unit, *state.companies_out(unit)) if zone_of(part.at) == zone]
    if parts:
        yield parts
    if len(parts) > 1:
        yield from ([part] for part in parts if zone_of(part.at) == zone)
