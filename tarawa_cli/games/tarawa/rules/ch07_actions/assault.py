"""7.2.4, 7.2.5: attack and demolition, and the hex that falls (9.2, 11.31)."""

from tarawa_cli.games.tarawa import data, rule
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import neighbours
from tarawa_cli.games.tarawa.model.charts import ATTACK_RESULTS, demolition_steps
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.model.work import Flag, LandHexes, MaybeUnitIds, Regiments, UnitIds, decision, work
from tarawa_cli.games.tarawa.rules.ch07_actions import check_active, check_ap, check_can_act, has_integrity
from tarawa_cli.games.tarawa.rules.ch07_actions.fire import (
    check_shore_point,
    check_support,
    defensive_modifiers,
    fire_at,
    spend_support,
    support_modifiers,
)
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import HIGHEST, after_ground_won, general_morale, move_marker
from tarawa_cli.games.tarawa.rules.japanese_fire import pin
from tarawa_cli.kernel.board.hexes import Hex, hexside
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Play, Question, Work
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Sequence

# ── 7.2.4: attack


_COSTS = {"attack": ("7.2.4", "attack-ap"), "demolish": ("7.2.5", "demolition-ap")}


@rule("7.2.4")
def check_attack(state: State, units: Sequence[str], on: Sequence[Hex], support: Sequence[str], shore: bool) -> None:
    """Infantry in active supply against one or two hexes; attackers and targets each next to one another."""
    if not 1 <= len(on) <= state.charts.value("attack-targets") or len(set(on)) < len(on):
        raise Refused("7.2.4", "an attack has one or two different targets", "one --on HEX, or two")
    for id in units:
        unit = state.units[id]
        check_can_act(state, unit)
        if not unit.type.can("attacks"):
            raise Refused("7.2.4", f"only infantry can attack; {id} can support", "the same with --support")
        check_active(unit, "7.2.4", "attack")
        check_ap(state, unit, state.charts.value("attack-ap"), "7.2.4", "an attack")
    _check_places(state, units, on, "attack")
    check_support(state, units, support, on)
    check_shore_point(state, shore)


def _check_places(state: State, units: Sequence[str], on: Sequence[Hex], kind: str) -> None:
    """Every unit must be next to a target, and every target next to a unit."""
    rule, _ = _COSTS[kind]
    beside = {id: [at for at in on if at in neighbours(state.units[id].hex)] for id in units}
    for at in on:
        if not state.is_uncleared(at):
            raise Refused(rule, f"{at} is not an uncleared hex", _offer(state, units, kind))
        if not any(at in targets for targets in beside.values()):
            who = f"{units[0]} is not" if len(units) == 1 else f"none of {', '.join(units)} is"
            raise Refused(rule, f"{who} next to {at}", _offer(state, units, kind))
    for id in units:
        if not beside[id]:
            raise Refused(rule, f"{id} is not next to {' or '.join(on)}", _offer(state, units, kind))
        if units.count(id) > 1:
            raise Refused(rule, f"{id} is named twice", _offer(state, units, kind))


def _offer(state: State, units: Sequence[str], kind: str) -> str:
    """The first attack or demolition that one of the units could make instead."""
    for id in units:
        for at in neighbours(state.units[id].hex):
            if state.is_uncleared(at) and (kind == "attack" or state.pillboxes_standing(at) > 0):
                return f"{kind} {id} --on {at}"
    return "no unit is next to a target: `legal` lists what you can do"


def begin(
    play: Play[State],
    assault: "Work[State, ...]",
    units: Sequence[str],
    on: Sequence[Hex],
    support: Sequence[str],
    shore: bool,
) -> None:
    """Every unit pays, then the Japanese fire at each, in the order of table 2.1."""
    state = play.state
    rule, price = _COSTS[assault.kind]
    ordered = [id for id in state.units if id in units]
    for id in ordered:
        apply.assaulted(play, rule, unit=id, cost=state.charts.value(price))
    spend_support(play, support, shore)
    play.push(assault, units=ordered, on=sorted(on), support=list(support), shore=int(shore), left=ordered)


@work
@rule("7.2.4")
def attack(
    play: Play[State], units: UnitIds, on: LandHexes, support: MaybeUnitIds, shore: Flag, left: MaybeUnitIds
) -> None:
    """One defensive fire after another, with their decisions; then the roll, if a unit is unpinned.

    Targets next to an unpinned attacker are cleared, all or the one that the player chooses.
    """
    if left:
        play.push(attack, units=units, on=on, support=support, shore=shore, left=left[1:])
        unit = play.state.units[left[0]]
        fire_at(play, unit, defensive_modifiers(play.state, unit, on), "7.2.4")
        return
    able = unpinned(play.state, units)
    if not able:
        play.note("assault-stopped", "7.2.4", units=units)
        return
    state = play.state
    helped = support_modifiers(play, support, on, bool(shore), demolition=False)
    modifiers = attack_modifiers(state, units, on, helped)
    row, _ = play.roll(state.charts.table("marine-attack"), modifiers, rule="7.2.4", on=" ".join(on))
    result = ATTACK_RESULTS[row.result]
    if result.repulsed:
        for unit in able:
            pin(play, unit, 1, "7.2.4")
    elif result.clears:
        around = {at for unit in able for at in neighbours(unit.hex)}
        for at in on:
            if at not in around:
                play.note("out-of-reach", "7.2.4", hex=at)
        within, by = [at for at in on if at in around], [*units, *support]
        if not result.clears_all and len(within) > 1:
            play.push(ask_clear, on=within, units=by)
            return
        for at in within:
            if not state.outcome:  # the first one may have ended the game
                clear_hex(play, at, by, "7.2.4")


def unpinned(state: State, units: Sequence[str]) -> list[Unit]:
    return [state.units[id] for id in units if state.units[id].steps and not state.units[id].pins]


@rule("7.2.4", "9.4", "2.3")
def attack_modifiers(state: State, units: Sequence[str], on: Sequence[Hex], helped: list[Modifier]) -> list[Modifier]:
    """Any attacker can give integrity; ditches and numbers count unpinned attackers only."""
    charts, able = state.charts, unpinned(state, units)
    modifiers = general_morale(state, "marines")
    japanese = state.level("japanese")
    if japanese:
        modifiers.append(Modifier(-japanese, "Japanese morale", "9.4"))
    markers = min(state.suppressed.get(at, 0) for at in on)
    if markers:
        modifiers.append(charts.modifier("suppressed-target", markers))
    modifiers += helped
    chit = min(-state.chits.get(state.board.area_of[at], 0) for at in on)
    if chit:
        modifiers.append(Modifier(chit, "bombardment chit", "5.2"))
    if any(has_integrity(state, state.units[id]) for id in units if state.units[id].steps):
        modifiers.append(charts.modifier("battalion-integrity"))
    # the ground of the worst target: a standing pillbox or the terrain, whichever is worse, plus ditches
    crossing = data.document("charts.toml")["crossing"]
    grounds = [charts.terrain[state.board.terrain[at]] for at in on]
    targets = [(ground.combat, ground.name) for ground in grounds]
    if any(state.pillboxes_standing(at) > 0 for at in on):
        targets.append((crossing["pillbox"]["combat"], "pillbox"))
    number, name = min(targets)
    if number:
        modifiers.append(Modifier(number, f"target: {name}", "2.3"))
    if any(hexside(unit.hex, at) in state.board.ditches for unit in able for at in on):
        modifiers.append(Modifier(crossing["ditch"]["combat"], "across an anti-tank ditch", "2.3"))
    if len(on) > 1:
        modifiers.append(charts.modifier("two-targets"))
    further = min(charts.value("further-attackers"), len(able) - 1)
    if further:
        modifiers.append(charts.modifier("further-attacker", further))
    return modifiers


@decision
def ask_clear(state: State, on: LandHexes, units: UnitIds) -> Question:
    return Question("one of the two hexes is cleared: which?", list(on))


@ask_clear.answered
def clear_answered(play: Play[State], answer: str, on: list[Hex], units: list[str]) -> None:
    clear_hex(play, answer, units, "7.2.4")


# ── 7.2.5: demolition


@rule("7.2.5")
def check_demolition(state: State, units: Sequence[str], on: Hex, support: Sequence[str]) -> None:
    """Engineers in active supply against one pillbox hex next to them."""
    for id in units:
        unit = state.units[id]
        check_can_act(state, unit)
        if not unit.type.can("demolishes"):
            raise Refused(
                "7.2.5",
                f"only engineers can demolish, not {id}",
                "the same with --support, or an attack by infantry",
            )
        check_active(unit, "7.2.5", "demolish")
        check_ap(state, unit, state.charts.value("demolition-ap"), "7.2.5", "a demolition")
    _check_places(state, units, [on], "demolish")
    if state.pillboxes_standing(on) <= 0:
        raise Refused("7.2.5", f"there is no pillbox in {on}", f"infantry can clear it: attack UNIT --on {on}")
    check_support(state, units, support, [on], demolition=True)


@work
@rule("7.2.5", "11.37")
def demolish(
    play: Play[State], units: UnitIds, on: LandHexes, support: MaybeUnitIds, shore: Flag, left: MaybeUnitIds
) -> None:
    """Like an attack, up to the roll. Support, markers and additional engineers count; morale never does.

    Steps add up and are never repaired; two destroy a pillbox, and the last one clears the hex.
    """
    if left:
        play.push(demolish, units=units, on=on, support=support, shore=shore, left=left[1:])
        unit = play.state.units[left[0]]
        fire_at(play, unit, defensive_modifiers(play.state, unit, on), "7.2.5")
        return
    able = unpinned(play.state, units)
    if not able:
        play.note("assault-stopped", "7.2.5", units=units)
        return
    state, (at,) = play.state, on
    modifiers = support_modifiers(play, support, [at], shore=False, demolition=True)
    if state.suppressed.get(at):
        modifiers.append(state.charts.modifier("suppressed-target", state.suppressed[at]))
    if len(able) > 1:
        modifiers.append(state.charts.modifier("further-engineer", len(able) - 1))
    row, _ = play.roll(state.charts.table("demolition"), modifiers, rule="7.2.5", on=at)
    steps = demolition_steps(row.result)
    if not steps:
        return
    before, whole, standing_before = (
        state.demolished.get(at, 0),
        state.whole_demolition(at),
        state.pillboxes_standing(at),
    )
    if before + steps >= whole:
        play.note("demolished", "7.2.5", hex=at, steps=whole - before, total=whole)
        clear_hex(play, at, [*units, *support], "7.2.5")
        return
    apply.demolished(play, "7.2.5", hex=at, steps=steps, total=before + steps)
    fallen = standing_before - state.pillboxes_standing(at)
    if fallen:
        pillboxes_fall(play, fallen, at)


# ── 7.2.4, 7.2.5, 9.2: a hex is cleared


@rule("7.2.4", "9.2.1", "9.2.2", "9.2.4")
def clear_hex(play: Play[State], at: Hex, by: Sequence[str], rule: str) -> None:
    """A cleared hex gets its star and loses its pillboxes. Clearing a hex again after a banzai moves no morale.

    With pillboxes Japanese morale falls, and a regiment that took part may gain.
    """
    state = play.state
    pillboxes = state.pillboxes_standing(at)
    apply.hex_cleared(play, rule, hex=at)
    if pillboxes:
        pillboxes_fall(play, pillboxes, at)
        move_marker(play, "japanese", -1, f"pillbox hex {at} is cleared", "9.2.1")
        took_part = {state.units[id].type.regiment for id in by} - {""}
        able = [regiment for regiment in state.tracks if regiment in took_part and state.tracks[regiment] < HIGHEST]
        if able and (state.gain == "lowest" or (state.gain == "only" and len(able) == 1)):
            gain_answered(play, min(able, key=lambda regiment: state.tracks[regiment]), able)
        elif able:
            play.push(ask_gain, regiments=able)
    after_ground_won(play)


def pillboxes_fall(play: Play[State], number: int, at: Hex) -> None:
    why = f"{'a pillbox is' if number == 1 else f'{number} pillboxes are'} reduced in {at}"
    move_marker(play, "marines", number, why, "9.2.2")


@decision
def ask_gain(state: State, regiments: Regiments) -> Question:
    able = [name for name in regiments if state.tracks[name] < HIGHEST]
    levels = ", ".join(f"{name} at {state.charts.box_name(state.tracks[name])}" for name in able)
    return Question(f"a pillbox hex is cleared: which regiment gains a box? ({levels})", [*able, "none"])


@ask_gain.answered
def gain_answered(play: Play[State], answer: str, regiments: list[str]) -> None:
    if answer != "none":
        move_marker(play, answer, +1, "it cleared a pillbox hex", "9.2.4")
