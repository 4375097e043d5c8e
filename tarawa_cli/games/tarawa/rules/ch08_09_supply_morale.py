"""8, 9: supply points, heads, lines, markers, units without supply; morale."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import PIER_BASE, connected_hexes, disc, distance, friendly_hexes
from tarawa_cli.games.tarawa.model.charts import collapse_result, result_number
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.rules.ch07_actions import area_of
from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import end_if_won
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Iterable, Iterator, Mapping, Sequence

# ── 8.1: supply points


@rule("8.1")
def roll_points(play: Play[State]) -> None:
    """Better with a working head at 2731, permanently worse after raids on the ships."""
    state = play.state
    modifiers = [state.charts.modifier("pier-head")] if PIER_BASE in state.heads else []
    if state.supply_loss:
        modifiers.append(Modifier(-state.supply_loss, "lasting losses", "10.1.2"))
    row, _ = play.roll(state.charts.table("supply-points"), modifiers, rule="8.1")
    points = result_number(row.result)
    apply.supply_points_won(play, "8.1", points=points, stock=state.stock + points)


# ── 8.2: lines through friendly hexes


@rule("8.2")
def lines_from(state: State, starts: Iterable[Hex]) -> Mapping[Hex, int]:
    """Every hex connected to one of the starts through friendly hexes (2632 included), with its distance."""
    return connected_hexes(state.cleared, frozenset(starts))


# ── 8.2, 8.4: groups and markers


def members_ashore(state: State, battalion: str) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.type.battalion == battalion and state.is_ashore(unit)]


@rule("8.2")
def heads_for(state: State, unit: Unit) -> set[Hex]:
    """The heads to which a unit can trace a line."""
    return {head for head in state.heads if unit.hex in lines_from(state, [head])}


@rule("8.2")
def group_of(state: State, unit: Unit) -> list[Unit]:
    """A unit and those of its battalion, in its area or the next, that can trace to a head that it can trace to."""
    heads = heads_for(state, unit)
    near = {area_of(state, unit), *state.board.next_areas(area_of(state, unit))}
    return [
        other
        for other in members_ashore(state, unit.type.battalion)
        if area_of(state, other) in near and (other is unit or heads & heads_for(state, other))
    ]


@rule("8.2")
def largest_group(state: State, battalion: str) -> list[Unit]:
    """The largest group of a separated battalion; ties go to the first."""
    units = members_ashore(state, battalion)
    joined = [unit for unit in units if heads_for(state, unit)]
    return max((group_of(state, unit) for unit in joined or units), key=len, default=[])


def has_marker(unit: Unit) -> bool:
    return unit.supply == "active" and bool(unit.group)


@rule("8.2")
def check_supply(state: State, name: str, group: Sequence[Unit]) -> None:
    """A point needs a group that can trace to a head and does not yet hold a marker for every unit."""
    if not group:
        raise Refused("8.2", f"none of {name} is ashore", "units ashore")
    if not group[0].type.battalion:
        raise Refused("8.2", f"{name} never needs active supply, only a line to a head", "next")
    if not state.stock:
        raise Refused("8.2", "there are no supply points left", "next")
    if not heads_for(state, group[0]):
        hint = "direct supply: embark supply CRAFT BEACH --for BATTALION"
        raise Refused("8.2", f"{group[0].id} cannot trace a line to a supply head", hint)
    if all(has_marker(unit) for unit in group):
        others = [f"supply {id}" for id in suppliable(state)]
        raise Refused("8.2", f"{', '.join(unit.id for unit in group)} already has a marker", [*others, "next"][0])


@rule("8.2")
def takers(group: Sequence[Unit]) -> list[Unit]:
    """The units that take a marker from a point: those that need one and hold none."""
    return [unit for unit in group if unit.type.battalion and not has_marker(unit)]


@rule("8.2")
def point_group(state: State, units: Sequence[Unit]) -> str:
    """The name of a point given now: its first unit and the turn, as no unit takes two markers in a turn."""
    return f"{units[0].id}@{state.turn}" if units else ""


def supply(play: Play[State], group: Sequence[Unit]) -> None:
    fresh = takers(group)
    apply.supply_given(play, "8.2", units=[unit.id for unit in fresh], group=point_group(play.state, fresh))


def suppliable(state: State) -> list[str]:
    """The first unit of every group that could be given a point now."""
    groups: dict[tuple[str, ...], str] = {}
    for unit in state.ashore() if state.stock else ():
        if unit.type.battalion and heads_for(state, unit):
            group = group_of(state, unit)
            if not all(has_marker(other) for other in group):
                groups.setdefault(tuple(other.id for other in group), unit.id)
    return list(groups.values())


@rule("8.4")
def landing_supply_ends(play: Play[State]) -> None:
    """A landed unit is in active supply without a marker on its landing turn and the next."""
    state = play.state
    landed = [unit for unit in state.units.values() if unit.landed and unit.on_map]
    active = [unit for unit in landed if unit.supply == "active" and not unit.group]
    over = [unit.id for unit in active if state.turn > unit.landed + 1]
    if over:
        apply.landing_supply_over(play, "8.4", units=over)


@rule("8.4")
def free_markers(play: Play[State]) -> None:
    """On turn 3: groups landed in turns 1 and 2 that have not fought and cannot trace to a head."""
    state = play.state
    if state.turn != state.charts.value("supply-turn"):
        return
    served: set[str] = set()
    for unit in state.ashore():
        if unit.type.battalion and unit.id not in served and not heads_for(state, unit):
            group = [u for u in _separated_group(state, unit) if u.id not in served]
            served |= {u.id for u in group}
            fresh = takers(group) if all(0 < u.landed < state.turn and not u.fought for u in group) else []
            if fresh:
                apply.free_marker_given(play, "8.4", units=[u.id for u in fresh], group=point_group(state, fresh))


def _separated_group(state: State, unit: Unit) -> list[Unit]:
    """Units of a battalion near each other that cannot trace to a head."""
    near = {area_of(state, unit), *state.board.next_areas(area_of(state, unit))}
    return [
        other
        for other in members_ashore(state, unit.type.battalion)
        if area_of(state, other) in near and not heads_for(state, other)
    ]


@rule("8.2", "8.4")
def used_markers_go(play: Play[State]) -> None:
    """Remove the markers of every group with a unit that attacked or demolished this turn."""
    state = play.state
    used = {unit.group for unit in state.units.values() if unit.attacked and unit.group}
    gone = [unit.id for unit in state.units.values() if unit.group in used]
    if gone:
        apply.markers_used(play, "8.2", units=gone)


# ── 8.3: heads


@rule("8.3")
def check_head(state: State, at: Hex) -> None:
    """On the coast, three hexes from any uncleared hex; at 2731 at any distance; up to the limit."""
    if len(state.heads) >= state.charts.value("heads"):
        raise Refused("8.3", f"there are {len(state.heads)} heads, the most allowed", "next")
    if at in state.heads:
        raise Refused("8.3", f"{at} is already a supply head", lambda: _other_site(state))
    if not state.is_friendly(at):
        raise Refused("8.3", f"{at} is not a friendly land hex", lambda: _other_site(state))
    if at not in state.board.coast:
        raise Refused("8.3", f"{at} is not on the water or the pier", lambda: _other_site(state))
    if at != PIER_BASE and not is_far_from_enemy(state, at):
        raise Refused("8.3", f"an uncleared hex is too near to {at}", lambda: _other_site(state))


def _other_site(state: State) -> str:
    return next((f"head {at}" for at in head_sites(state)), "next")


def head_sites(state: State) -> list[Hex]:
    """Every hex where a head could be placed now, by number."""
    if len(state.heads) >= state.charts.value("heads"):
        return []
    open_ = state.board.coast & friendly_hexes(state.cleared, state.heads)
    return sorted(at for at in open_ if at == PIER_BASE or is_far_from_enemy(state, at))


@rule("8.2", "8.3")
def needs_head(state: State) -> bool:
    """Whether a head could be placed at 2731, or where units trace to it that can trace to none."""
    sites = head_sites(state)
    if not sites or PIER_BASE in sites:
        return bool(sites)
    lines = lines_from(state, state.heads)
    cut_off = {unit.hex for unit in state.ashore()} - lines.keys()
    return not cut_off.isdisjoint(lines_from(state, sites))


def is_far_from_enemy(state: State, at: Hex) -> bool:
    return disc(at, state.charts.value("head-distance") - 1).isdisjoint(state.uncleared)


# ── 8.9, 8.10, 8.11: status


@rule("8.9", "8.10", "8.4")
def set_status(play: Play[State]) -> None:
    """Set the supply status of every unit ashore for the coming turn."""
    state = play.state
    lines = lines_from(state, state.heads)
    for unit in state.ashore():
        status, group = _status(state, unit, unit.hex in lines)
        without = unit.unsupplied + 1 if status == "none" else 0
        if (status, group, without) != (unit.supply, unit.group, unit.unsupplied):
            apply.supply_status(play, "8.9", unit=unit.id, supply=status, group=group, unsupplied=without)


def _status(state: State, unit: Unit, has_line: bool) -> tuple[str, str]:
    """A marker counts only with a line; without one it is used up as general supply. Landing supply comes first."""
    needs_marker = bool(unit.type.battalion)
    if has_line:
        active = needs_marker and (has_marker(unit) or unit.landed == state.turn)
        return ("active", unit.group) if active else ("general", "")
    if unit.landed == state.turn:
        return ("active" if needs_marker else "general"), unit.group
    return ("general", "") if has_marker(unit) else ("none", "")


@rule("8.2", "8.4", "8.9")
def supplied_by(state: State, unit: Unit) -> str:
    """The source of a unit's supply: marker, landing, head, or the last check; nothing if it is unsupplied."""
    if unit.supply == "none":
        return ""
    if unit.supply == "active":
        return "marker" if has_marker(unit) else "landing"
    if unit.hex in lines_from(state, state.heads):
        return "head"
    fresh = state.turn <= unit.landed + 1 if unit.landed else state.impulse
    return "landing" if fresh else "check"


@rule("8.11")
def relieve(play: Play[State]) -> None:
    """A new line to a head ends `unsupplied` and `isolated` at once."""
    state = play.state
    cut_off = [unit for unit in state.units.values() if unit.supply == "none" and state.is_ashore(unit)]
    if cut_off:
        lines = lines_from(state, state.heads)
        for unit in cut_off:
            if unit.hex in lines:
                apply.supply_status(play, "8.11", unit=unit.id, supply="general", group="", unsupplied=0)


# ── 9: morale. The markers move at once; the operative levels follow in phase `morale`

LOWEST, HIGHEST = -5, 5


@rule("9.2.1", "9.2.2")
def move_marker(play: Play[State], track: str, by: int, why: str, rule: str) -> None:
    """Move a marker, up to the end of its track; a regiment that reaches -3 moves those of both sides."""
    before = play.state.tracks[track]
    after = max(LOWEST, min(HIGHEST, before + by))
    if after == before:
        return
    apply.marker_moved(play, rule, track=track, to=after, by=after - before, why=why)
    if after == LOWEST and track not in ("japanese", "marines"):
        move_marker(play, "japanese", +1, f"the {track} Marines reach -3", "9.2.1")
        move_marker(play, "marines", -1, f"the {track} Marines reach -3", "9.2.2")


@rule("3.5.1")
def copy_levels(play: Play[State]) -> None:
    """The markers' levels become the operative ones."""
    state = play.state
    changed = {track: box for track, box in state.tracks.items() if state.operative[track] != box}
    if changed:
        apply.levels_copied(play, "3.5.1", levels=changed)


@rule("9.4")
def general_morale(state: State, side: str) -> list[Modifier]:
    """The modifier of a side's own rolls."""
    level, label = state.level(side), "Japanese morale" if side == "japanese" else "Marine general morale"
    return [Modifier(level, label, "9.4")] if level else []


# ── 9.2.2, 11.31: ground won, and areas secured


@rule("9.2.2", "11.31")
def after_ground_won(play: Play[State]) -> None:
    """Areas secured for the first time raise morale, and the battle may be won."""
    state = play.state
    relieve(play)
    for area in state.board.areas if state.areas_secured - state.secured else ():
        if area not in state.secured and state.is_secured(area):
            apply.area_secured(play, "9.2.2", area=area)
            move_marker(play, "marines", +1, f"{state.board.areas[area].name} is secured", "9.2.2")
    end_if_won(play)


@rule("9.2.2", "7.2.5", "11.31")
def never_secured(state: State) -> Iterator[str]:
    """Why areas listed as once secured cannot have been, even if a banzai has retaken hexes since.

    Pillboxes of a cleared hex are never rebuilt, and an airstrip hex once entered stays entered.
    """
    for area in (area for area in state.board.areas if area in state.secured):
        standing = [at for at in sorted(state.board.around_area(area, 3)) if state.pillboxes_standing(at) > 0]
        unseen = sorted(state.board.airstrip(area) - state.occupied)
        if standing:
            yield f"secured: {area}, but a pillbox stands in {standing[0]}, in it or within three hexes (9.2.2)"
        elif unseen:
            yield f"secured: {area}, but no unit has entered the airstrip in {unseen[0]} (9.2.2)"


# ── 9.2.3: what happens to a side whose morale is on -3


@rule("9.2.3")
def collapses(play: Play[State]) -> None:
    """Once per turn for each side at -3."""
    if play.state.tracks["japanese"] == LOWEST:
        japanese_collapse(play)
    if play.state.tracks["marines"] == LOWEST and not play.state.outcome:
        invasion_collapse(play)


@rule("9.2.3")
def japanese_collapse(play: Play[State]) -> None:
    row, _ = play.roll(play.state.charts.table("japanese-collapse"), rule="9.2.3")
    result = collapse_result(row.result)
    if result.area:
        _area_falls(play)
    elif dice := result.dice:
        number = sum(play.dice.die("hexes that fall") for _ in range(dice))
        play.note("hexes-give-up", "9.2.3", dice=play.dice.rolled[-dice:], number=number)
        _hexes_fall(play, number)


def _can_fall(state: State) -> dict[Hex, int]:
    """Uncleared hexes without a standing pillbox, with their distance to the nearest Marine unit ashore."""
    places = {unit.hex for unit in state.ashore()}
    if not places:
        return {}
    able = sorted(hex for hex in state.uncleared if state.pillboxes_standing(hex) <= 0)
    return {hex: min(distance(hex, place) for place in places) for hex in able}


def _hexes_fall(play: Play[State], number: int) -> None:
    """The hexes nearest to Marine units fall first; a die decides ties."""
    able = _can_fall(play.state)
    for _ in range(min(number, len(able))):
        least = min(able.values())
        nearest = [hex for hex, far in able.items() if far == least]
        fallen = play.pick(nearest, "the hex that falls", "9.2.3")
        del able[fallen]
        _fall(play, fallen)
        if play.state.outcome:
            return


def _area_falls(play: Play[State]) -> None:
    """All such hexes of the area nearest to Marines fall."""
    able = _can_fall(play.state)
    if not able:
        return
    nearest = min(able, key=lambda hex: (able[hex], list(play.state.board.areas).index(play.state.board.area_of[hex])))
    area = play.state.board.area_of[nearest]
    for hex in [hex for hex in able if play.state.board.area_of[hex] == area]:
        if not play.state.outcome:
            _fall(play, hex)


def _fall(play: Play[State], at: Hex) -> None:
    apply.hex_cleared(play, "9.2.3", hex=at)
    after_ground_won(play)


@rule("9.2.3")
def invasion_collapse(play: Play[State]) -> None:
    row, _ = play.roll(play.state.charts.table("invasion-collapse"), rule="9.2.3")
    if row.result == "no embarking":
        apply.embarking_stopped(play, "9.2.3", stopped=True)
    elif row.result == "called off":
        apply.game_over(play, "9.2.3", outcome="called-off")
