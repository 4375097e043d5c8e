"""An attack (9.1 to 9.4): who may attack what, the defender's guns, command, and the roll."""

from collections.abc import Callable

from tarawa_cli.games.malta.geography.grid import distance
from tarawa_cli.games.malta.model import apply, results
from tarawa_cli.games.malta.model.state import ATTACKER, DEFENDER, Fight, State, Unit, other_side
from tarawa_cli.games.malta.model.work import work
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05.zones import is_fort
from tarawa_cli.games.malta.rules.ch06.kinds import STRATEGIC
from tarawa_cli.games.malta.rules.ch06.prices import can_cross
from tarawa_cli.games.malta.rules.ch09.advance import advance, end
from tarawa_cli.games.malta.rules.ch09.hits import shake, take
from tarawa_cli.games.malta.rules.ch09.retreat import withdraw
from tarawa_cli.games.malta.rules.ch09.shifts import has_sappers, heads, shifts
from tarawa_cli.games.malta.rules.ch09.strengths import Sum, attackers_sum, defenders_sum, fighting
from tarawa_cli.games.malta.rules.ch09.targets import attackers, can_attack
from tarawa_cli.games.malta.rules.ch14.leaders import commanders, left_alone, rolls_command
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.hints import Annotated, NamedTuple
from tarawa_cli.kernel.modifiers import Modifier
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.readers import count
from tarawa_cli.kernel.visible import plural


class Odds(NamedTuple):
    """The strengths, column and shifts of an attack."""

    attack: Sum
    defence: Sum
    heads: str
    start: str | None
    """The column before shifts; None: too weak for any."""
    shifts: list[Modifier]


@rule("9.3")
def reckon(state: State, fight: Fight) -> Odds:
    """Strengths, the column that they give, and all shifts."""
    attack = attackers_sum(state, state.named(fight.attackers), fight.on, fight.offence)
    defence = defenders_sum(state, state.named(fight.defenders), fight.on, fight.support)
    row = heads(state, fight.on)
    start = state.charts.table("crt").column_for(attack.total, defence.total, row) if defence.total else None
    return Odds(attack, defence, row, start, shifts(state, fight))


def planned(state: State, units: list[Unit], on: Hex) -> Fight:
    """The fight that an attack would begin."""
    defenders = [unit.id for unit in state.units_at(on) if unit.side == other_side(units[0].side)]
    origins = tuple(sorted({unit.at for unit in units}))
    given = tuple(state.given.get(on, ()))
    return Fight(tuple(unit.id for unit in units), tuple(defenders), on, origins, offence=given)


# ── The law


@rule("9.1")
def check_attacker(state: State, unit: Unit, on: Hex) -> None:
    rule, why = _why_idle(state, unit, on)
    if why:
        raise Refused(rule, why, lambda: an_attack(state, on))


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
    """Refused, unless all of them may attack the hex, and are strong enough together."""
    for unit in units:
        check_attacker(state, unit, on)
    if on in state.assaulted:
        raise Refused("9.1", f"{on} has already been attacked in this phase", lambda: an_attack(state, on))
    fight = planned(state, units, on)
    if not fight.defenders:
        raise Refused("9.1", f"cannot attack {on}: no enemy is there", lambda: an_attack(state, on))
    check_odds(state, fight, lambda: an_attack(state, on))


@rule("9.3")
def check_odds(state: State, fight: Fight, hint: Callable[[], str]) -> None:
    """Refused, if the attack is too weak for any column."""
    found = reckon(state, fight)
    if not _is_strong_enough(state, fight):
        least = state.charts.table("crt").heads[found.heads][0]
        odds = f"{found.attack.total} to {found.defence.total}"
        raise Refused("9.3", f"too weak: {odds} is less than {least}", hint)


def an_attack(state: State, wanted: Hex) -> str:
    """A legal attack by all units that can join, on the nearest possible hex."""
    enemy = other_side(state.active)
    held = {unit.at for unit in state.units.values() if unit.side == enemy and unit.on_map and not unit.can("ship")}
    for on in sorted(held - state.assaulted, key=lambda at: (distance(at, wanted), at)):
        able = [unit for unit in attackers(state) if can_attack(state, unit, on)]
        if able and _is_strong_enough(state, planned(state, able, on)):
            return f"attack {' '.join(unit.id for unit in able)} --on {on}"
    return "next"


def _is_strong_enough(state: State, fight: Fight) -> bool:
    found = reckon(state, fight)
    return found.start is not None or not found.defence.total


# ── Carrying it out


@rule("9.1")
def open_attack(play: Play[State], units: list[Unit], on: Hex, guns: bool = True) -> None:
    """The attack begins; in a breakthrough no guns, ships or planes take part on either side (10.3)."""
    from tarawa_cli.games.malta.rules.ch09.support import offer  # cycle

    fight = planned(play.state, units, on)
    defenders, by = list(fight.defenders), list(fight.offence) if guns else []
    apply.attack_begun(play, "9.1", units=list(fight.attackers), on=on, defenders=defenders, by=by)
    play.push(command, asked=0)
    if guns:
        play.push(offer)


@work
@rule("14.2")
def command(play: Play[State], asked: Annotated[int, count(0, 2)]) -> None:
    """The best leader of the attackers rolls, then the best of the defenders; then the dice are thrown."""
    state, fight = play.state, _fight(play)
    if asked > DEFENDER:
        play.push(combat)
        return
    leader = commander(state, fight, asked)
    if leader and rolls_command(play, leader):
        apply.command_taken(play, "14.2", leader=leader.id)
    play.push(command, asked=asked + 1)


@rule("14.2")
def commander(state: State, fight: Fight, role: int) -> Unit | None:
    """The best leader of a side in the fight for its units; none if there is no roll."""
    if not is_rolled(state, fight):
        return None
    units = fighting(state, fight, role)
    places = fight.origins if role == ATTACKER else (fight.on,)
    return next(iter(commanders(state, units[0].side, places, units)), None)


@rule("9.42")
def is_rolled(state: State, fight: Fight) -> bool:
    """Whether a fight is rolled for: units without any defence are eliminated without a roll."""
    return bool(fighting(state, fight, DEFENDER))


def _fight(play: Play[State]) -> Fight:
    assert play.state.fight is not None
    return play.state.fight


@work
@rule("9.4")
def combat(play: Play[State]) -> None:
    """The roll; who has no strength at all is eliminated without one."""
    from tarawa_cli.games.malta.rules.ch19.close import expelled  # start-up

    fight = _fight(play)
    odds = reckon(play.state, fight)
    play.push(end)
    play.push(expelled if fight.close else advance)
    if not odds.defence.total:
        _swept_away(play, fight)
        return
    start = odds.start or "1"
    row, _total = play.roll(play.state.charts.table("crt"), rule="9.4", column=start, shifts=odds.shifts, on=fight.on)
    play.remark(f"{odds.attack.total} to {odds.defence.total}")
    _decide(play, fight, row.result)


def _swept_away(play: Play[State], fight: Fight) -> None:
    for unit in play.state.named(fight.defenders):
        if not unit.can("lead"):
            apply.unit_lost(play, "9.42", unit=unit.id)
    left_alone(play, fight.on, other_side(play.state.units[fight.attackers[0]].side))


@rule("9.42", "9.94")
def _decide(play: Play[State], fight: Fight, result: str) -> None:
    """What the result says to each side, a fort taken into account; then everything that follows, in its order."""
    state = play.state
    (ours, our_mark), (theirs, their_mark) = results.combat(result)
    spared = min(theirs, saved_by_fort(state, fight.on))
    sappers = has_sappers(state, fight)
    apply.fight_decided(play, "9.42", hits=[ours, theirs - spared], marks=[our_mark, their_mark], sappers=sappers)
    if spared:
        play.remark(f"the fort spares {plural(spared, 'hit')}")
    first = first_to_answer(state, _fight(play))
    play.push(shake)
    play.push(withdraw, role=ATTACKER)
    play.push(withdraw, role=DEFENDER)
    play.push(take, role=1 - first)
    play.push(take, role=first)


@rule("9.94")
def saved_by_fort(state: State, on: Hex) -> int:
    return state.charts.terrain["fort"].saves if is_fort(state, on) else 0


@rule("9.42")
def first_to_answer(state: State, fight: Fight) -> int:
    """The defender, unless only the attacker has more hits than steps."""
    more = [fight.hits[role] > steps_of(state, fight.units(role)) for role in (ATTACKER, DEFENDER)]
    return ATTACKER if more[ATTACKER] and not more[DEFENDER] else DEFENDER


def steps_of(state: State, ids: tuple[str, ...]) -> int:
    """Steps that can be lost; leaders have none."""
    return sum(unit.steps for unit in state.named(ids) if not unit.can("lead"))
