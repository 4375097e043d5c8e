"""Support (9.2): guns and planes assigned to a hex before any roll, and the guns of the defender."""

from tarawa_cli.games.malta.geography.grid import distance
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import AIR_MARKER, DEMORALISED, State, Unit, other_side
from tarawa_cli.games.malta.model.work import decision, work
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch06.kinds import HALF
from tarawa_cli.games.malta.rules.ch09.attack import reckon
from tarawa_cli.games.malta.rules.ch09.strengths import defensive_value, support
from tarawa_cli.games.malta.rules.ch17.weather import daily
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.unfinished import Question

DONE, ALL = "done", "all"


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


# ── The active player


@rule("17.2")
def air_markers(state: State) -> int:
    """Air support markers of the Axis still to be given this turn."""
    if state.night or state.active != "axis":
        return 0
    return daily(state, "air") - state.flown - sum(AIR_MARKER in given for given in state.given.values())


@rule("9.2")
def check_support(state: State, at: Hex, guns: list[Unit], air: bool) -> None:
    enemy = other_side(state.active)
    if not any(unit.side == enemy for unit in state.units_at(at)):
        raise Refused("9.2", f"cannot support an attack on {at}: no enemy is there", lambda: _example(state, at))
    if not guns and not air:
        raise Refused("9.2", "nothing to assign: add --air, or guns or ships with --by", lambda: _example(state, at))
    for gun in guns:
        rule, why = ("9.2", "it belongs to the other side") if gun.side == enemy else why_silent(gun, at)
        if not why and not gun.type.offence:
            rule, why = "9.2", "it has no offensive support"
        if why:
            raise Refused(rule, f"{gun.id} cannot fire: {why}", lambda: _example(state, at))
    if air and AIR_MARKER in state.given.get(at, ()):
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


# ── The defender


def defensive(state: State) -> list[Unit]:
    """Guns and ships that can still help the defence of the hex that is attacked."""
    fight = state.fight
    assert fight is not None
    side = other_side(state.units[fight.attackers[0]].side)
    return [
        unit
        for unit in state.units.values()
        if unit.side == side and defensive_value(unit) and not why_silent(unit, fight.on)[1]
    ]


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
    else:
        _fire(play, by_standing_answer(state, able))


@rule("9.2", "24.2")
def by_standing_answer(state: State, able: list[Unit]) -> list[Unit]:
    """The guns that fire without a question; none, if the player wants to be asked."""
    answer = state.policies[able[0].side]["support"] if able else "never"
    return able if answer == "always" else worthwhile(state, able) if answer == "worthwhile" else []


def worthwhile(state: State, able: list[Unit]) -> list[Unit]:
    """As few guns as it takes to move the column as far as they can."""
    fight = state.fight
    assert fight is not None
    fighting = state.named(fight.defenders)
    ranked = sorted(able, key=lambda gun: -support(state, gun, fighting))
    columns = []
    for count in range(len(ranked) + 1):
        guns = tuple(gun.id for gun in ranked[:count])
        columns.append(int(reckon(state, fight._replace(support=(*fight.support, *guns))).start or 0))
    return ranked[: columns.index(min(columns))]


@decision
def ask_guns(state: State) -> Question:
    able = defensive(state)
    fight = state.fight
    assert fight is not None
    text = f"Which guns support the defence of {fight.on}? Name guns, `all` or `done`"
    return Question(text, [DONE, ALL, *(gun.id for gun in able)], able[0].side if able else "")


@ask_guns.answered
def guns_answered(play: Play[State], answer: str) -> None:
    able = defensive(play.state)
    if answer == ALL:
        _fire(play, able)
    elif answer != DONE:
        _fire(play, [play.state.units[answer]])
        if defensive(play.state):
            play.push(ask_guns)


def _fire(play: Play[State], guns: list[Unit]) -> None:
    if guns:
        apply.defence_supported(play, "9.2", by=[gun.id for gun in guns])
