"""9.1 to 9.4, 9.8: support, and the attack: the law, command, the roll, and the advance after it."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.board import distance
from tarawa_cli.games.malta.model.charts import combat_result
from tarawa_cli.games.malta.model.state import (
    AIR_MARKER,
    ATTACKER,
    DEFENDER,
    DEMORALISED,
    OK,
    Fight,
    State,
    Unit,
    other_side,
)
from tarawa_cli.games.malta.model.unit import HALF, STRATEGIC
from tarawa_cli.games.malta.model.work import decision, work
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex, is_fort
from tarawa_cli.games.malta.rules.ch06_movement import can_cross
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import has_room
from tarawa_cli.games.malta.rules.ch09_combat import (
    can_attack,
    combat_odds,
    fighting,
    has_sappers,
    planned,
    support,
)
from tarawa_cli.games.malta.rules.ch09_combat.hits import apply_hits, check_morale, withdraw
from tarawa_cli.games.malta.rules.ch12_15_artillery_to_formations import leads, left_alone, rolls_command
from tarawa_cli.games.malta.rules.ch17_special_rules import daily
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Play, Question
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Annotated, Callable, Iterable
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.saves.readers import count

# ── Support (9.2): the guns of both sides


ALL, DONE, NONE = "all", "done", "none"


@rule("9.2", "12.1", "12.5")
def why_silent(gun: Unit, at: Hex) -> tuple[str, str]:
    """The paragraph and the reason for which a gun or ship cannot fire at a hex; nothing if it can."""
    if not (gun.can("gun") or gun.can("ship")) or not gun.on_map:
        return "9.2", "it is neither a gun nor a ship on the map"
    if gun.fired:
        return "12.1", "it has fired this turn"
    if not gun.ammo and not gun.can("ship"):
        return "12.5", "it has no ammunition"
    if gun.moved and gun.moved != HALF and not gun.can("ship"):
        return "6.5", "it has moved this turn"
    if gun.state == DEMORALISED:
        return "9.91", "it is Demoralised"
    if distance(gun.at, at) > gun.type.range:
        return "9.2", f"{at} is {distance(gun.at, at)} hexes away, its range is {gun.type.range}"
    return "", ""


@rule("17.2")
def air_markers(state: State) -> int:
    """Air support markers that the Axis can still assign this turn."""
    if state.night or state.active != "axis":
        return 0
    return daily(state, "air") - state.flown - sum(AIR_MARKER in given for given in state.assigned.values())


@rule("9.2")
def check_support(state: State, at: Hex, guns: list[Unit], air: bool) -> None:
    enemy = other_side(state.active)
    if not state.side_at(enemy, at):
        raise Refused("9.2", f"cannot support an attack on {at}: no enemy is there", lambda: _example(state, at))
    if not guns and not air:
        raise Refused("9.2", "nothing to assign: add --air, or guns or ships with --by", lambda: _example(state, at))
    for gun in guns:
        rule, why = ("9.2", "it belongs to the other side") if gun.side == enemy else why_silent(gun, at)
        if not why and not gun.type.offence:
            rule, why = "9.2", "it has no offensive support"
        if why:
            raise Refused(rule, f"{gun.id} cannot fire: {why}", lambda: _example(state, at))
    if air and AIR_MARKER in state.assigned.get(at, ()):
        raise Refused("17.2", f"{at} already has an air marker, and a hex takes only one", lambda: _example(state, at))
    if air and air_markers(state) < 1:
        raise Refused("17.2", "no air support is left this turn", lambda: _example(state, at))


def _example(state: State, wanted: Hex) -> str:
    """A gun that can support an attack, on the hex or on the nearest one that the enemy holds."""
    enemy = other_side(state.active)
    held = {unit.at for unit in state.units.values() if unit.side == enemy and unit.on_map and not unit.can("ship")}
    for at in sorted(held, key=lambda at: (distance(at, wanted), at)):
        if guns := offensive(state, at):
            return f"support {at} --by {guns[0].id}"
    return "next"


def offensive(state: State, at: Hex) -> list[Unit]:
    """Guns of the active player that can support an attack on a hex."""
    side = state.active
    guns = [unit for unit in state.units.values() if unit.type.offence and unit.side == side]
    return [gun for gun in guns if not why_silent(gun, at)[1]]


def defensive(state: State) -> list[Unit]:
    """Guns and ships that can still help the defence of the hex that is attacked."""
    fight = state.current_fight
    side = other_side(state.units[fight.attackers[0]].side)
    guns = [unit for unit in state.units.values() if unit.side == side and unit.type.defensive_support]
    return [gun for gun in guns if not why_silent(gun, fight.on)[1]]


@work
@rule("9.2")
def offer(play: Play[State]) -> None:
    """Let the inactive player add guns, by a standing answer or one by one."""
    state = play.state
    able = defensive(state)
    if not able:
        return
    if state.policies[able[0].side]["support"] == "ask":
        play.push(ask_guns)
    elif guns := by_standing_answer(state, able):
        apply.defence_supported(play, "9.2", by=[gun.id for gun in guns])


@rule("9.2", "24.2")
def by_standing_answer(state: State, able: list[Unit]) -> list[Unit]:
    """The guns that fire without a question; none, if the player wants to be asked."""
    answer = state.policies[able[0].side]["support"] if able else "never"
    return able if answer == "always" else worthwhile(state, able) if answer == "worthwhile" else []


def worthwhile(state: State, able: list[Unit]) -> list[Unit]:
    """The fewest guns that shift the column as far as all of them would."""
    fight = state.current_fight
    defenders = state.named(fight.defenders)
    ranked = sorted(able, key=lambda gun: -support(state, gun, DEFENDER, fight.on, defenders))
    columns = []
    for number in range(len(ranked) + 1):
        guns = tuple(gun.id for gun in ranked[:number])
        columns.append(int(combat_odds(state, fight._replace(support=(*fight.support, *guns))).start or 0))
    return ranked[: columns.index(min(columns))]


@decision
def ask_guns(state: State) -> Question:
    able = defensive(state)
    text = f"Which guns support the defence of {state.current_fight.on}? Name guns, `all` or `done`"
    return Question(text, [DONE, ALL, *(gun.id for gun in able)], able[0].side if able else "")


@ask_guns.answered
def guns_answered(play: Play[State], answer: str) -> None:
    guns = [gun.id for gun in defensive(play.state)] if answer == ALL else [answer]
    if answer == DONE or not guns:
        return
    apply.defence_supported(play, "9.2", by=guns)
    if answer != ALL and defensive(play.state):
        play.push(ask_guns)


# ── The law (9.1, 9.3)


def _why_idle(state: State, unit: Unit, on: Hex) -> tuple[str, str]:
    """The paragraph and the reason for which a unit cannot attack a hex; nothing if it can."""
    if unit.side != state.active:
        return "9.1", f"{unit.id} belongs to the other side"
    if not unit.can("combat"):
        return "9.1", f"{unit.id} never attacks: {unit.type.kind.name}"
    if not unit.on_map:
        return "9.1", f"{unit.id} is not on the map"
    if unit.attacked:
        return "9.1", f"{unit.id} has already attacked"
    if unit.moved == STRATEGIC:
        return "6.2", f"{unit.id} has moved strategically and may not attack this turn"
    if on not in state.board.adjacent[unit.at]:
        return "9.1", f"{on} is not next to {unit.id} in {unit.at}"
    if not can_cross(unit.type.mobility, unit.at, on):
        return "9.1", f"{unit.id} cannot go from {unit.at} into {on}"
    return "", ""


@rule("9.1", "9.3")
def check_attack(state: State, units: list[Unit], on: Hex) -> None:
    """Refused unless all these units may attack the hex and are strong enough together."""
    for unit in units:
        rule, why = _why_idle(state, unit, on)
        if why:
            raise Refused(rule, why, lambda: suggest_attack(state, on))
    if on in state.assaulted:
        raise Refused("9.1", f"{on} has already been attacked in this phase", lambda: suggest_attack(state, on))
    fight = planned(state, units, on)
    if not fight.defenders:
        raise Refused("9.1", f"cannot attack {on}: no enemy is there", lambda: suggest_attack(state, on))
    check_odds(state, fight, lambda: suggest_attack(state, on))


@rule("9.3")
def check_odds(state: State, fight: Fight, hint: Callable[[], str]) -> None:
    """Refused, if the attack is too weak for any column."""
    found = combat_odds(state, fight)
    if found.start is None and found.defence.total:
        least = state.charts.table("crt").heads[found.heads][0]
        odds = f"{found.attack.total} to {found.defence.total}"
        raise Refused("9.3", f"too weak: {odds} is less than {least}", hint)


def suggest_attack(state: State, wanted: Hex) -> str:
    """A legal attack by all units that can join, on the nearest possible hex."""
    enemy = other_side(state.active)
    held = {unit.at for unit in state.units.values() if unit.side == enemy and unit.on_map and not unit.can("ship")}
    for on in sorted(held - state.assaulted, key=lambda at: (distance(at, wanted), at)):
        able = [unit for unit in state.units.values() if unit.side == state.active and can_attack(state, unit, on)]
        odds = combat_odds(state, planned(state, able, on)) if able else None
        if odds and (odds.start is not None or not odds.defence.total):
            return f"attack {' '.join(unit.id for unit in able)} --on {on}"
    return "next"


# ── Carrying it out (9.4)


@rule("9.1")
def open_attack(play: Play[State], units: list[Unit], on: Hex, guns: bool = True) -> None:
    """Begin an attack; in a breakthrough no guns, ships or planes take part on either side (10.3)."""
    fight = planned(play.state, units, on)
    defenders, by = list(fight.defenders), list(fight.offence) if guns else []
    apply.attack_begun(play, "9.1", units=list(fight.attackers), on=on, defenders=defenders, by=by)
    play.push(command, asked=0)
    if guns:
        play.push(offer)


@rule("18.6", "19.5")
def open_close_fight(play: Play[State], at: Hex, by: Iterable[str] = ()) -> None:
    """Begin one attack by all Axis combat units in a hex on all Allied units there; no guns, but `by` supports it."""
    fighting = [unit.id for unit in play.state.side_at("axis", at) if unit.can("combat")]
    defenders = [unit.id for unit in play.state.side_at("allied", at)]
    apply.close_fight_begun(play, "19.5", units=fighting, on=at, defenders=defenders, by=list(by))
    play.push(command, asked=0)


@work
@rule("14.2")
def command(play: Play[State], asked: Annotated[int, count(0, 2)]) -> None:
    """Roll for command: the attackers' best leader, then the defenders'; then roll for the fight."""
    state, fight = play.state, play.state.current_fight
    if asked > DEFENDER:
        play.push(combat)
        return
    leader = commander(state, fight, asked)
    if leader and rolls_command(play, leader):
        apply.command_taken(play, "14.2", leader=leader.id)
    play.push(command, asked=asked + 1)


@rule("14.2")
def commander(state: State, fight: Fight, role: int) -> Unit | None:
    """The leader with the best rating who counts for a unit of his side in the fight.

    There is none where nobody defends, for then there is no roll (9.42).
    """
    if not fighting(state, fight, DEFENDER):
        return None
    units = fighting(state, fight, role)
    side, formations = units[0].side, {unit.formation for unit in units}
    if side == "allied" and "fortress" in formations:
        formations |= {id for id, sheet in state.charts.formations.items() if sheet["side"] == "allied"}
    places = fight.origins if role == ATTACKER else (fight.on,)
    near = [unit for unit in state.units.values() if unit.side == side and unit.at in places]
    leaders = [unit for unit in near if any(leads(state, unit, name) for name in formations)]
    return max(leaders, key=lambda leader: leader.rating, default=None)


@work
@rule("9.4", "9.42", "9.94")
def combat(play: Play[State]) -> None:
    """Roll for the fight, and queue everything that follows, in order: hits, retreats, D and Z, the advance.

    Defenders without any strength are eliminated without a roll. A fort saves its defenders some hits.
    """
    from tarawa_cli.games.malta.rules.ch19_drops import expelled  # start-up

    state, fight = play.state, play.state.current_fight
    odds = combat_odds(state, fight)
    play.push(end)
    play.push(expelled if fight.close else advance)
    if not odds.defence.total:
        for unit in state.named(fight.defenders):
            if not unit.can("lead"):
                apply.unit_lost(play, "9.42", unit=unit.id)
        left_alone(play, fight.on, other_side(state.units[fight.attackers[0]].side))
        return
    start = odds.start or "1"
    row, _total = play.roll(state.charts.table("crt"), rule="9.4", column=start, shifts=odds.shifts, on=fight.on)
    play.remark(f"{odds.attack.total} to {odds.defence.total}")
    (ours, our_mark), (theirs, their_mark) = combat_result(row.result)
    spared = min(theirs, saved_by_fort(state, fight.on))
    sappers = has_sappers(state, fight)
    apply.fight_decided(play, "9.42", hits=[ours, theirs - spared], marks=[our_mark, their_mark], sappers=sappers)
    if spared:
        play.remark(f"the fort spares {plural(spared, 'hit')}")
    first = first_to_answer(state, state.current_fight)
    play.push(check_morale)
    play.push(withdraw, role=ATTACKER)
    play.push(withdraw, role=DEFENDER)
    play.push(apply_hits, role=1 - first)
    play.push(apply_hits, role=first)


@rule("9.94")
def saved_by_fort(state: State, on: Hex) -> int:
    return state.charts.terrain["fort"].saves if is_fort(state, on) else 0


@rule("9.42")
def first_to_answer(state: State, fight: Fight) -> int:
    """The defender, unless only the attacker has more hits than steps; leaders have none."""
    steps = [
        sum(unit.steps for unit in state.named(fight.units(role)) if not unit.can("lead"))
        for role in (ATTACKER, DEFENDER)
    ]
    more = [fight.hits[role] > steps[role] for role in (ATTACKER, DEFENDER)]
    return ATTACKER if more[ATTACKER] and not more[DEFENDER] else DEFENDER


# ── Advance after combat (9.8), and the end of a fight


@rule("9.8", "6.5")
def advancers(state: State) -> list[Unit]:
    """Attackers that may advance: none that retreated, and none into a city or a fort.

    Once a unit has advanced, leaders in the attacking hexes may follow over any hexside.
    """
    fight = state.current_fight
    side = state.units[fight.attackers[0]].side
    held = state.side_at(other_side(side), fight.on)
    if held or fight.back[ATTACKER] or state.charts.terrain[state.board.terrain[fight.on]].walled:
        return []
    origins = fight.origins if state.side_at(side, fight.on) else ()
    leaders = [unit for at in origins for unit in state.side_at(side, at) if unit.can("lead")]
    field = HexIndex(state)
    return [
        unit
        for unit in [*state.remaining(fight.attackers), *leaders]
        if unit.state == OK
        and unit.at in fight.origins
        and (unit.can("lead") or can_cross(unit.type.mobility, unit.at, fight.on))
        and has_room(field, fight.on, [unit])
    ]


@work
@rule("9.8")
def advance(play: Play[State]) -> None:
    """Ask the attacker who advances, unless a standing answer decides."""
    units = advancers(play.state)
    policy = play.state.policies[units[0].side]["follow"] if units else NONE
    if policy == "ask":
        play.push(ask_follow)
    else:
        follow_answered(play, policy)


@decision
def ask_follow(state: State) -> Question:
    units = advancers(state)
    text = f"Who advances into {state.current_fight.on}? Name units, `all` or `none`"
    return Question(text, [ALL, NONE, *(unit.id for unit in units)], units[0].side)


@ask_follow.answered
def follow_answered(play: Play[State], answer: str) -> None:
    if answer == NONE:
        return
    on = play.state.current_fight.on
    if answer != ALL:
        apply.advanced(play, "9.8", unit=answer, to=on)
        if advancers(play.state):
            play.push(ask_follow)
        return
    while found := advancers(play.state):
        apply.advanced(play, "9.8", unit=found[0].id, to=on)


@work
def end(play: Play[State]) -> None:
    """The fight is over."""
    apply.fight_over(play, "9.8", on=play.state.current_fight.on)
