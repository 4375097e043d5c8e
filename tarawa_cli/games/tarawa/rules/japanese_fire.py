"""6.6, 6.7, 7.3 to 7.5: Japanese fire at the landing, direct suppression, and the effect of any Japanese fire."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import LOST, PIER_FOOT, neighbours
from tarawa_cli.games.tarawa.model.charts import FireResult, fire_result, suppresses
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.model.work import HitUnits, UnitId, decision, work
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import LOWEST, general_morale, move_marker
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.tables import Modifier, modifier_sum
from tarawa_cli.kernel.engine.play import Play, Question
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.narration.visible import plural

# ── 6.6: anti-landing fire


HAWKINS_BEACH = "red3"


def beach_of(unit: Unit) -> str:
    """The beach that a unit afloat or on the pier is heading for; Hawkins on the pier counts as Red 3 (6.6.1)."""
    return HAWKINS_BEACH if unit.on_pier and unit.type.can("starts-on-pier") else unit.beach


@rule("6.6", "6.3")
def is_target(state: State, unit: Unit) -> bool:
    """Loaded craft, units afloat or on the pier short of 2632, and in the first impulse empty craft at the edge."""
    if unit.type.is_craft:
        afloat = state.board.is_water(unit.at)
        # an empty craft at the edge that is not on its way back; it may have unloaded next to the pier
        at_edge = afloat and state.board.terrain[unit.at] == "entry"
        waits = unit.emptied or (at_edge and (unit.homeward or not unit.spent))
        exposed = state.is_loaded(unit) or (is_first_impulse(state) and waits)
    else:
        afloat = state.board.is_water(unit.at) or bool(unit.on_pier)
        exposed = unit.on_pier != PIER_FOOT
    return afloat and exposed and is_under_fire(state, beach_of(unit))


@rule("6.6", "5.1")
def is_first_impulse(state: State) -> bool:
    """Whether it is impulse 1, or after a delay the first one played."""
    return state.impulse == 1 + (state.delay if state.turn == 1 else 0)


@rule("6.6")
def is_under_fire(state: State, beach: str) -> bool:
    """Whether any hex of the beach's limits is in an unsecured area or next to an uncleared hex."""
    board = state.board
    if any(not state.is_secured(area) for area in board.beach_areas(beach)):
        return True
    return any(state.is_uncleared(near) for hex in board.beaches[beach].limit for near in neighbours(hex))


@rule("6.6.1")
def anti_landing_fire(play: Play[State], unit: Unit) -> None:
    """One roll at one target."""
    area = firing_area(play.state, unit)
    fire_afloat(play, unit, anti_landing_modifiers(play.state, unit, area), "6.6.1")


@rule("6.6.1", "6.6.2")
def fire_afloat(play: Play[State], unit: Unit, modifiers: list[Modifier], rule: str) -> None:
    """One roll in column `afloat`, and its effects."""
    state = play.state
    table = state.charts.table("japanese-fire")
    passenger = state.passenger(unit) if unit.type.is_craft else None
    target = f"{unit.id} ({passenger.id})" if passenger else unit.id
    row, _ = play.roll(table, modifiers, rule=rule, column="afloat", on=target)
    effect = fire_result(row.result)
    if effect.course:
        change_course(play, unit)
    apply_effect(play, unit, effect, "6.6.2")


@rule("6.6.1")
def firing_area(state: State, unit: Unit) -> str:
    """The unsecured area of the beach nearest the target; ties go to the higher modified roll, then to map order."""
    board = state.board
    at = unit.hex
    areas = [area for area in board.beach_areas(beach_of(unit)) if not state.is_secured(area)]
    areas = areas or list(board.beach_areas(beach_of(unit)))
    nearest = min(board.distance_to_area(at, area) for area in areas)
    tied = [area for area in areas if board.distance_to_area(at, area) == nearest]
    if len(tied) == 1:
        return tied[0]
    return max(tied, key=lambda area: modifier_sum(anti_landing_modifiers(state, unit, area)))


@rule("6.6.1")
def anti_landing_modifiers(state: State, unit: Unit, area: str) -> list[Modifier]:
    charts = state.charts
    modifiers = general_morale(state, "japanese")
    modifiers.append(charts.modifier("pier" if unit.on_pier else "reef"))
    if area in state.area_suppression:
        modifiers.append(charts.modifier("area-suppression"))
    destroyed = sum(destroyed_pillboxes(state, hex) for hex in state.board.pillbox_hexes(area))
    if destroyed:
        modifiers.append(charts.modifier("destroyed-pillbox", destroyed))
    modifiers += area_modifiers(state, area)
    if unit.on_pier and unit.type.can("starts-on-pier"):
        modifiers.append(charts.modifier("hawkins-on-pier"))
    if not unit.on_pier and is_beside_pier(state, unit.at):
        modifiers.append(charts.modifier("beside-pier"))
    return modifiers


@rule("5.2", "7.2.2", "10.1.1")
def area_modifiers(state: State, area: str, except_hex: Hex = "") -> list[Modifier]:
    """What weakens all Japanese fire from an area: suppressed pillbox hexes, its chit, an air-raid marker.

    Fire from a pillbox hex itself (`except_hex`) counts that hex's own markers instead.
    """
    charts, board = state.charts, state.board
    modifiers = []
    pillboxes = [hex for hex in state.suppressed if hex != except_hex and state.pillboxes_standing(hex) > 0]
    suppressed = sum(1 for hex in pillboxes if board.area_of[hex] == area)
    if suppressed:
        modifiers.append(charts.modifier("suppressed-pillbox", suppressed))
    if state.chits.get(area):
        modifiers.append(Modifier(state.chits[area], "bombardment chit", "5.2"))
    if area in state.raids and not state.night:
        modifiers.append(charts.modifier("air-raid-marker"))
    return modifiers


def destroyed_pillboxes(state: State, at: Hex) -> int:
    """All pillboxes of cleared hexes, and demolished ones elsewhere."""
    if at in state.cleared:
        return state.board.pillboxes.get(at, 0)
    return state.pillboxes_demolished(at)


def is_beside_pier(state: State, at: Hex) -> bool:
    return any(near in state.board.pier for near in neighbours(at))


@rule("11.33", "6.4")
def keeps_course(state: State, unit: Unit) -> str:
    """Why a change of course has no effect (on or beside the pier, at the edge); nothing if it has one."""
    if unit.on_pier:
        return "it is on the pier"
    if is_beside_pier(state, unit.at):
        return "it is next to the pier"
    lies_still = unit.type.is_craft and (unit.type.crosses != "always" or not state.is_loaded(unit))
    return "it is at the edge" if lies_still and state.board.terrain[unit.at] == "entry" else ""


@rule("6.4", "11.33")
def change_course(play: Play[State], unit: Unit) -> None:
    """The side is rolled at once; the unit moves that way in its next impulse."""
    why = keeps_course(play.state, unit)
    if why:
        play.note("course-kept", "6.4" if why.endswith("edge") else "11.33", unit=unit.id, why=why)
        return
    row, _ = play.roll(play.state.charts.table("course"), rule="6.4", on=unit.id)
    apply.course_changed(play, "6.4", unit=unit.id, side=row.result)


# ── 6.7: direct suppression by ships and aircraft


PIER_AREAS = ("red2", "red3")


def coming_in(state: State) -> list[Unit]:
    """Units and loaded craft still heading for a beach: afloat, or on the pier short of 2632."""
    return [unit for unit in state.on_the_way() if _comes_in(state, unit)]


def _comes_in(state: State, unit: Unit) -> bool:
    if state.board.is_water(unit.at):
        return not unit.type.is_craft or state.is_loaded(unit)
    return unit.on_pier not in ("", PIER_FOOT)


@rule("6.7")
def suppressible(state: State) -> list[str]:
    """Areas with landing hexes of a beach that some unit is heading for."""
    return list(state.board.areas_off(frozenset([beach_of(unit) for unit in coming_in(state)])))


@rule("6.7")
def check_suppress(state: State, area: str) -> None:
    if area in state.suppression_tried:
        raise Refused("6.7", f"{area} has already been fired on in this segment", lambda: _other_area(state))
    if area not in suppressible(state):
        raise Refused("6.7", f"no unit is heading for a beach in {area}", lambda: _other_area(state))


def _other_area(state: State) -> str:
    return next((f"suppress {area}" for area in suppressible(state) if area not in state.suppression_tried), "next")


@rule("6.7")
def suppress_area(play: Play[State], area: str) -> None:
    """One roll: the ships' guns by day, and units on the pier against Red 2 and Red 3; morale does not count."""
    state = play.state
    table = state.charts.table("marine-fire")
    modifiers = [] if state.night else [state.charts.modifier("ships-guns")]
    if area in PIER_AREAS and any(unit.on_pier and not unit.type.is_gun for unit in state.units.values()):
        modifiers.append(state.charts.modifier("unit-on-pier"))
    row, _ = play.roll(table, modifiers, rule="6.7", on=area)
    apply.suppression_fired(play, "6.7", area=area, suppressed=suppresses(row.result))


# ── 7.3, 7.4, 7.5, 6.6.2: the effect of Japanese fire on its target


def apply_effect(play: Play[State], unit: Unit, effect: FireResult, rule: str) -> None:
    """Apply everything except changes of course. A question comes last, so that nothing has to wait for it.

    A craft loses all its steps at once: what is sunk and comes back is not hit again (6.6.2).
    """
    pin(play, unit, effect.pins, rule)
    count_casualties(play, unit, effect.casualties)
    if unit.type.is_craft:
        lose_steps(play, unit, effect.steps + effect.hits, rule)
        return
    lose_steps(play, unit, effect.steps, rule)
    if effect.hits:
        play.push(take_hits, units=[unit.id] * effect.hits)


@rule("7.5", "6.6.2")
def pin(play: Play[State], unit: Unit, pins: int, rule: str) -> None:
    """Tanks and artillery ignore pins; a passenger's pin goes to its craft."""
    if pins > unit.pins and not unit.type.can("ignores-pins"):
        apply.pinned(play, rule, unit=unit.id, pins=pins)


@rule("7.4")
def count_casualties(play: Play[State], unit: Unit, spaces: int) -> None:
    """One space per asterisk, if the target is a combat unit other than a tank."""
    if not spaces or not unit.type.can("counts-as-casualties"):
        return
    state = play.state
    thousand = state.charts.value("casualties-per-morale")
    before = state.casualties // thousand
    total = state.casualties + spaces * state.charts.value("casualty-space")
    apply.casualties_counted(play, "7.4", unit=unit.id, spaces=spaces, total=total)
    for full in range(before + 1, total // thousand + 1):
        move_marker(play, "marines", -1, f"{full * thousand} casualties", "9.2.2")


@work
@rule("7.3")
def take_hits(play: Play[State], units: HitUnits) -> None:
    """Apply hits one at a time, because an answer can change what the next one does.

    The player or the standing answer decides whether a hit costs a step or a box of the regiment's morale, unless the
    unit has no regiment, or one at -3.
    """
    state, (first, *rest) = play.state, units
    if rest:
        play.push(take_hits, units=rest)
    unit = state.units[first]
    if not unit.steps:
        return
    regiment = unit.type.regiment
    answer = state.hits if regiment and state.tracks[regiment] > LOWEST else "step"
    if answer == "ask":
        play.push(ask_hit, unit=first)
    else:
        hit_answered(play, answer, first)


@decision
def ask_hit(state: State, unit: UnitId) -> Question:
    target = state.units[unit]
    at = state.charts.box_name(state.tracks[target.type.regiment])
    return Question(
        f"{unit} ({plural(target.steps, 'step')}; {target.type.regiment} Marines at {at}) is hit: a step, or morale?",
        ["step", "morale"] if state.tracks[target.type.regiment] > LOWEST else ["step"],
    )


@ask_hit.answered
def hit_answered(play: Play[State], answer: str, unit: str) -> None:
    target = play.state.units[unit]
    if answer == "step":
        lose_steps(play, target, 1, "7.3")
        return
    play.note("hit-as-morale", "7.3", unit=unit)
    move_marker(play, target.type.regiment, -1, f"hit on {unit}", "9.2.4")


@rule("7.3", "6.6.2")
def lose_steps(play: Play[State], unit: Unit, steps: int, rule: str) -> None:
    """A craft's passenger loses as many steps as the craft itself does; a unit without steps is removed."""
    if not steps or not unit.steps:
        return
    passenger = play.state.passenger(unit) if unit.type.is_craft else None
    losers, lost = [unit, passenger] if passenger else [unit], min(steps, unit.steps)
    for loser in losers:
        left = max(0, loser.steps - lost)
        apply.steps_lost(play, rule, unit=loser.id, steps=loser.steps - left, left=left)
    for loser in reversed([loser for loser in losers if not loser.steps]):
        if loser.type.is_craft:
            _lose_craft(play, loser)
            continue
        carrier = play.state.units[loser.craft] if loser.craft else None
        apply.unit_lost(play, "7.3", unit=loser.id)
        if loser.type.can("heartens-japanese"):
            move_marker(play, "japanese", +1, f"{loser.id} is eliminated", "9.2.1")
        if carrier and carrier.steps:
            apply.craft_emptied(play, "6.5", craft=carrier.id)


@rule("6.6.2", "7.2.6")
def _lose_craft(play: Play[State], craft: Unit) -> None:
    """Lose a craft, and what it carries. For every two of a kind, one returns to the pool on its back side."""
    from tarawa_cli.games.tarawa.rules.ch05_06_landing import abandon  # start-up

    state = play.state
    abandon(play, craft, "6.6.2")
    apply.unit_lost(play, "6.6.2", unit=craft.id)
    apply.craft_loss_counted(play, "7.2.6", kind=craft.kind, lost=state.craft_lost.get(craft.kind, 0) + 1)
    if state.craft_lost[craft.kind] >= state.charts.value("craft-lost"):
        first = next(unit for unit in state.units.values() if unit.kind == craft.kind and unit.at == LOST)
        apply.craft_returned(play, "7.2.6", craft=first.id, steps=first.type.steps // 2)
