"""10.1.6 to 10.1.8: banzai."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import PIER_BASE, PIER_FOOT, distance, neighbours
from tarawa_cli.games.tarawa.model.charts import banzai_result
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.model.work import (
    Areas,
    BanzaisLeft,
    LandHex,
    MaybeLandHexes,
    MaybeUnitIds,
    RetreatHexes,
    RetreatLeft,
    Stage,
    UnitId,
    decision,
    work,
)
from tarawa_cli.games.tarawa.rules.ch07_actions import areas_held, has_room, is_isolated, marines, step_cost
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import general_morale, move_marker
from tarawa_cli.games.tarawa.rules.japanese_fire import lose_steps
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Play, Question


def one_banzai(play: Play[State]) -> None:
    play.push(local_banzai, left=1)


@rule("10.1.7")
def two_banzais(play: Play[State]) -> None:
    """Two banzais, one after the other; the same unit may be struck twice."""
    play.push(local_banzai, left=2)


@rule("10.1.8")
def general(play: Play[State]) -> None:
    """One banzai for each area with a unit next to an uncleared hex."""
    areas = [area for area in areas_held(play.state) if in_reach(play.state, area)]
    if areas:
        play.push(banzai_in_each_area, left=areas)
    else:
        play.note("no-banzai", "10.1.8")


def in_reach(state: State, area: str) -> list[Unit]:
    """Units of an area next to an uncleared hex."""
    return [u for u in marines(state) if state.board.area_of[u.at] == area and _faces_enemy(state, u)]


def _faces_enemy(state: State, unit: Unit) -> bool:
    return any(state.is_uncleared(hex) for hex in neighbours(unit.at))


@rule("10.1.6.1")
def targets(state: State) -> list[Unit]:
    """Units in an unsecured area, next to an uncleared hex."""
    return [u for u in marines(state) if not state.is_secured(state.board.area_of[u.at]) and _faces_enemy(state, u)]


@work
@rule("10.1.6")
def local_banzai(play: Play[State], left: BanzaisLeft) -> None:
    able = targets(play.state)
    if not able:
        play.note("no-banzai", "10.1.6")
        return
    if left > 1:
        play.push(local_banzai, left=left - 1)
    _strike(play, able, "local")


@work
@rule("10.1.8")
def banzai_in_each_area(play: Play[State], left: Areas) -> None:
    area, *rest = left
    if rest:
        play.push(banzai_in_each_area, left=rest)
    able = in_reach(play.state, area)
    if able:
        _strike(play, able, "general")


def _strike(play: Play[State], able: list[Unit], stage: str) -> None:
    target = play.pick([unit.id for unit in able], "the banzai's target", "10.1.6.1")
    play.push(strike, unit=target, stage=stage)


@work
@rule("10.1.6.2", "10.1.6.3")
def strike(play: Play[State], unit: UnitId, stage: Stage) -> None:
    """The target fires; if that does not repel the banzai, the banzai rolls."""
    state, target = play.state, play.state.units[unit]
    if target.at not in state.board.land:
        return
    place = target.at
    _turn_has_come(play, target)
    apply.banzai_struck(play, "10.1.6", unit=unit, hex=place)
    shot, _ = play.roll(
        state.charts.table("marine-fire"), fire_modifiers(state, target), rule="10.1.6.2", on="the banzai"
    )
    if shot.result == "S*":
        repelled(play, target)
        return
    modifiers = banzai_modifiers(state, target, suppressed=shot.result == "S")
    row, _ = play.roll(state.charts.table("banzai"), modifiers, rule="10.1.6.3", on=unit)
    result = banzai_result(row.result)
    lose_steps(play, target, result.steps, "10.1.6.3")
    if not result.retreat:
        repelled(play, target)
    else:
        play.push(vacated, hex=place, unit=unit, stage=stage)
        if target.steps:
            play.push(retreat, unit=unit, left=result.retreat, hex=place)


@rule("10.1.6.2", "8.10")
def fire_modifiers(state: State, unit: Unit) -> list[Modifier]:
    """Marine general morale, every other unit in the hex with its printed support, the penalty of an isolated unit."""
    modifiers = general_morale(state, "marines")
    others = [other for other in state.units_at(unit.at) if other is not unit and not other.type.is_craft]
    if others:
        support = sum(other.type.support["hex"] for other in others)
        modifiers.append(Modifier(support, f"support by {', '.join(other.id for other in others)}", "10.1.6.2"))
    if is_isolated(state, unit):
        modifiers.append(state.charts.modifier("isolated-fire"))
    return modifiers


@rule("10.1.6.3", "11.1")
def banzai_modifiers(state: State, unit: Unit, *, suppressed: bool) -> list[Modifier]:
    """The regiment's morale (or the general one, for units without a regiment), S, and improved positions only."""
    track = unit.type.regiment or "marines"
    level = state.level(track)
    modifiers = [Modifier(-level, f"morale of the {track}", "10.1.6.3")] if level else []
    if suppressed:
        modifiers.append(state.charts.modifier("banzai-shot-at"))
    if unit.at in state.improved:
        modifiers.append(state.charts.modifier("improved-position"))
    return modifiers


@rule("9.2.1", "9.2.4", "10.1.8")
def repelled(play: Play[State], unit: Unit) -> None:
    """Japanese morale falls, the unit's regiment gains, and nothing follows."""
    apply.banzai_repelled(play, "10.1.6", unit=unit.id)
    move_marker(play, "japanese", -1, f"{unit.id} repels a banzai", "9.2.1")
    if unit.type.regiment:
        move_marker(play, unit.type.regiment, +1, f"{unit.id} repels a banzai", "9.2.4")
    if play.state.stack and play.state.stack[-1].handler is second_round:
        play.pop()


# ── Retreat


@work
@rule("10.1.6.3")
def retreat(play: Play[State], unit: UnitId, left: RetreatLeft, hex: LandHex) -> None:
    """Retreat hex by hex; each hex that it cannot retreat costs a further step."""
    state, target = play.state, play.state.units[unit]
    if not left or not target.steps:
        return
    play.push(retreat, unit=unit, left=left - 1, hex=hex)
    ways = retreat_ways(state, target, hex)
    if not ways:
        lose_steps(play, target, 1, "10.1.6.3")
    elif len(ways) == 1:
        apply.retreated(play, "10.1.6.3", unit=unit, to=ways[0])
    else:
        play.push(ask_way, unit=unit, on=ways)


@rule("10.1.6.3")
def retreat_ways(state: State, unit: Unit, lost: Hex) -> list[Hex]:
    """Adjacent friendly hexes with room: farthest from uncleared hexes, then nearest a head; the player breaks ties."""
    open_ = [hex for hex in neighbours(unit.hex) if hex != lost and is_open(state, unit, hex)]
    if not open_:
        return []
    best = min(_preference(state, hex) for hex in open_)
    return [hex for hex in open_ if _preference(state, hex) == best]


def is_open(state: State, unit: Unit, at: Hex) -> bool:
    """Whether a unit may enter a hex: 2.3 bars tanks from the pier, and from excavations off the road."""
    if unit.type.is_tank and step_cost(state, unit, unit.hex, at) is None:
        return False
    return (state.is_friendly(at) or at == PIER_FOOT) and has_room(state, at, unit)


def _preference(state: State, at: Hex) -> tuple[int, int]:
    far = min((distance(at, hex) for hex in state.uncleared), default=99)
    near = min((distance(at, head) for head in state.heads), default=0)
    return -far, near


@decision
def ask_way(state: State, unit: UnitId, on: RetreatHexes) -> Question:
    return Question(f"{unit} falls back: to which hex?", list(on))


@ask_way.answered
def way_answered(play: Play[State], answer: str, unit: str, on: list[Hex]) -> None:
    apply.retreated(play, "10.1.6.3", unit=unit, to=answer)


# ── What is lost


@work
@rule("10.1.6.3", "8.5")
def vacated(play: Play[State], hex: LandHex, unit: UnitId, stage: Stage) -> None:
    """Units still there are struck in turn, each once; a hex left empty loses its star, and its head falls.

    Units that could not retreat and survived hold the hex. A general banzai follows up a hex left empty, star or not.
    """
    state, target = play.state, play.state.units[unit]
    if target.at == hex:
        apply.could_not_retreat(play, "10.1.6.3", unit=unit, hex=hex)
    there = [other for other in state.units_at(hex) if not other.type.is_craft]
    others = [other for other in there if not other.blocked]
    if others:
        _strike(play, others, stage)
        return
    if there:
        apply.hex_held(play, "10.1.6.3", hex=hex)
        return
    lost = lose_hex(play, hex, "10.1.8" if stage == "again" else "10.1.6.3")
    if lost and stage != "again":
        move_marker(play, "japanese", +1, f"a banzai retakes {hex}", "9.2.1")
    if stage == "general":
        follow_up(play, hex, raised=lost)


@rule("8.5", "11.31")
def lose_hex(play: Play[State], at: Hex, rule: str) -> bool:
    """The head falls. The hex is lost if it has a star; landing and airstrip hexes have none."""
    starred = at in play.state.cleared
    if at in play.state.heads:
        lose_head(play, at)
    if starred:
        apply.hex_lost(play, rule, hex=at)
    return starred


@rule("8.5")
def lose_head(play: Play[State], at: Hex) -> None:
    """Lose stock in proportion to the heads, rounded up; at 2731 another die as well; never more than there is."""
    state = play.state
    points = (2 * state.stock + len(state.heads)) // (2 * len(state.heads))
    if at == PIER_BASE:
        die = play.dice.die("supplies lost at 2731")
        play.note("die", "8.5", dice=[die], purpose="supplies lost at 2731")
        points += die
    apply.head_lost(play, "8.5", hex=at, points=min(points, state.stock))


@rule("10.1.8", "9.2.1")
def follow_up(play: Play[State], at: Hex, *, raised: bool) -> None:
    """Strike again at once next to the hex left empty. If no unit is there, take more ground, and strike next to that.

    Japanese morale rises once an area at most; `raised` says that it has.
    """
    beside = [unit for unit in marines(play.state) if unit.at in neighbours(at)]
    if beside:
        _strike(play, beside, "again" if raised else "local")
        return
    die = play.dice.die("further hexes lost")
    play.note("die", "10.1.8", dice=[die], purpose="further hexes lost")
    lost = _lose_more(play, at, die)
    if lost and not raised:
        move_marker(play, "japanese", +1, "a general banzai retakes more ground", "9.2.1")
    heads = [head for head in sorted(play.state.heads) if any(head in neighbours(hex) for hex in lost)]
    units = [u.id for u in marines(play.state) if any(u.at in neighbours(hex) for hex in lost) and u.at not in heads]
    if heads or units:
        play.push(second_round, heads=heads, units=units)


@rule("10.1.8")
def _lose_more(play: Play[State], at: Hex, number: int) -> list[Hex]:
    """Starred hexes without a unit or a head are lost ring by ring: those next to `at`, those next to these, and so on.

    It ends where no such hex is adjacent.
    """
    lost, ring = list[Hex](), [at]
    while len(lost) < number:
        held = {unit.at for unit in marines(play.state)} | play.state.heads
        around = {hex for place in ring for hex in neighbours(place)}
        able = sorted(hex for hex in around if hex in play.state.cleared and hex not in held)
        if not able:
            break
        ring = _fallen(play, able, number - len(lost))
        for hex in ring:
            apply.hex_lost(play, "10.1.8", hex=hex)
        lost += ring
    return lost


@rule("10.1.8")
def _fallen(play: Play[State], able: list[Hex], number: int) -> list[Hex]:
    """Choose a number of hexes: a die for each, the highest fall, ties roll again."""
    fallen = list[Hex]()
    while len(able) > number - len(fallen):
        dice = [play.dice.die(f"whether {hex} is lost") for hex in able]
        least = sorted(dice, reverse=True)[number - len(fallen) - 1]
        sure = [hex for hex, die in zip(able, dice, strict=True) if die > least]
        tied = [hex for hex, die in zip(able, dice, strict=True) if die == least]
        if len(fallen) + len(sure) + len(tied) == number:
            sure, tied = sorted(sure + tied), []
        play.note("ground-rolled-for", "10.1.8", dice=dice, among=able, lost=sure, again=tied)
        fallen, able = fallen + sure, tied
    return sorted(fallen + able)


@work
@rule("10.1.8")
def second_round(play: Play[State], heads: MaybeLandHexes, units: MaybeUnitIds) -> None:
    """First the heads, then the units, one at a time; a head without a unit falls."""
    if not heads and not units:
        return
    play.push(second_round, heads=heads[1:], units=units if heads else units[1:])
    if heads:
        defenders = [unit for unit in marines(play.state) if unit.at == heads[0]]
        if defenders:
            _strike(play, defenders, "again")
        else:
            lose_hex(play, heads[0], "10.1.8")
    else:
        play.push(strike, unit=units[0], stage="again")


def _turn_has_come(play: Play[State], unit: Unit) -> None:
    """Each unit is attacked once per second round, even if it comes up early because it shares a hex."""
    stack = play.state.stack
    if stack and stack[-1].handler is second_round:
        facts = play.pop().facts
        play.push(second_round, heads=facts["heads"], units=[id for id in facts["units"] if id != unit.id])
