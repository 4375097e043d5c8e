"""Chapters 12 to 15: artillery, companies, leaders, formations."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.state import OK, State, Unit
from tarawa_cli.games.malta.model.unit import (
    ABSENT,
    AIR,
    JOINED,
    LOST,
    STRATEGIC,
    WAVES,
    in_words,
    on_track,
    turn_of,
    wave_box,
    zone_of,
)
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.model.work import UnitId, decision, work
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex, refuge
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import fits
from tarawa_cli.games.malta.rules.ch17_special_rules import fleet_came
from tarawa_cli.kernel.board.dice import NOBODY
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Play, Question
from tarawa_cli.kernel.errors import Hint, Refused
from tarawa_cli.kernel.narration.visible import plural

# ── 12 Artillery


# ── Ammunition landed on the island each day (12.54)


def has_airfield(state: State) -> bool:
    return any(at in state.control for at in state.board.airfields)


@rule("12.54")
def can_land(state: State) -> bool:
    """A controlled beach, port or airfield; after the Royal Navy's 6 an airfield."""
    if has_airfield(state) or fleet_came(state):
        return has_airfield(state)
    quays = [quay for port in state.board.ports.values() for quay in port.quays]
    return any(at in state.control for at in (*state.board.zone_of, *quays))


@rule("12.54")
def land_ammunition(play: Play[State]) -> None:
    """Roll dice by the weather and add them to the stock of the Axis."""
    state = play.state
    kind = "navy" if fleet_came(state) else state.weather
    plus = [Modifier(state.charts.value("landed-clear-plus"), "clear", "12.54")] if kind == "clear" else []
    dice = state.charts.value(f"landed-{kind}-dice")
    thrown = play.throw(dice, plus, purpose="ammunition landed", rule="12.54", on="Axis", subject=NOBODY)
    stock = min(state.charts.value("stock-most"), state.stock + thrown.total)
    apply.ammunition_landed(play, "12.54", landed=stock - state.stock, stock=stock)


# ── Ammunition (12.56)


RATION = ("am", "pm")
"""The times at which the Allies issue ammunition."""


@rule("12.56")
def wanting(state: State, side: Side) -> list[Unit]:
    """Supplied guns of a side that have no marker."""
    return [unit for unit in state.units.values() if unit.side == side and not _why_no_ammunition(unit)]


def _why_no_ammunition(unit: Unit) -> str:
    if not unit.can("gun") or not unit.on_map:
        return "it is not a gun on the map"
    if unit.ammo:
        return "it already has a marker"
    return "" if unit.supplied else "it is out of supply"


@rule("12.56")
def issue(play: Play[State], side: Side) -> None:
    """Issue a marker to each gun without one: Allied guns twice a day, Axis guns if the stock is enough for all."""
    state = play.state
    guns = wanting(state, side)
    if side == "allied" and state.box.time not in RATION:
        return
    if guns and (side == "allied" or len(guns) <= state.stock):
        give(play, guns)


def give(play: Play[State], guns: list[Unit]) -> None:
    stock = play.state.stock - sum(gun.side == "axis" for gun in guns)
    apply.ammunition_given(play, "12.56", units=[gun.id for gun in guns], stock=stock)


@rule("12.56")
def must_share(state: State) -> bool:
    """Whether the Axis have markers but too few for all, so that they choose who gets one."""
    return state.phase == "axis-status" and 0 < state.stock < len(wanting(state, "axis"))


@rule("12.56")
def check_ammo(state: State, guns: list[Unit]) -> None:
    for gun in guns:
        why = "it belongs to the Allies" if gun.side != "axis" else _why_no_ammunition(gun)
        if why:
            raise Refused("12.56", f"{gun.id} cannot get ammunition: {why}", lambda: _guns_example(state))
    if len(guns) > state.stock:
        raise Refused(
            "12.56", f"{plural(len(guns), 'marker')} needed, {state.stock} in stock", lambda: _guns_example(state)
        )


def _guns_example(state: State) -> str:
    served = wanting(state, "axis")[: state.stock]
    return f"ammo {' '.join(gun.id for gun in served)}" if served else "next"


# ── 13 Companies


# ── Battalions break into companies, and companies become their battalion again (13)
#
# Landings and jumps break battalions up by themselves: `break_up`. To join companies, call `join`.


LANDING = ("first-wave", "second-wave")
"""Phases in which only those join who have just landed (18.3)."""


@rule("13", "13.1")
def break_up(play: Play[State], battalion: Unit, rule: str = "13.1") -> list[Unit]:
    """Break a battalion into as many companies as it has steps, in its place."""
    companies = play.state.companies_of(battalion)
    living = [companies[number - 1] for number in battalion.numbers]
    apply.broken_up(play, rule, unit=battalion.id, companies=[company.id for company in living])
    return living


@rule("13.1")
def check_break(state: State, unit: Unit) -> None:
    rule, why = _why_whole(state, unit)
    if why:
        raise Refused(rule, f"{unit.id} {why}", lambda: _another_break(state))


def _why_whole(state: State, unit: Unit) -> tuple[str, str]:
    """The paragraph and the reason for which a unit does not break up; nothing if it can."""
    cases = (
        ("4", "belongs to the other side", unit.side != state.active),
        ("13.1", "is already broken into companies", unit.is_broken),
        ("13.1", "is not a battalion", unit.type.type is None),
        ("13.1", "is not on the map", not unit.on_map),
        ("13.1", f"is {unit.state}: only a battalion in order breaks into companies", unit.state != OK),
        ("13.1", "has already moved and cannot break this turn", bool(unit.moved)),
    )
    return next(((rule, why) for rule, why, holds in cases if holds), ("", ""))


def _another_break(state: State) -> str:
    return next((f"break {unit.id}" for unit in state.units.values() if not _why_whole(state, unit)[1]), "next")


# ── Joining


@rule("13.2")
def joinable(state: State, battalion: Unit) -> list[Unit]:
    """The companies that can join their battalion now: in one hex, in order and not reduced."""
    out = state.companies_out(battalion)
    fit = [unit for unit in out if unit.on_map and unit.state == OK and not unit.reduced]
    if not battalion.is_broken:
        return [unit for unit in fit if unit.at == battalion.at]
    stacks = [[unit for unit in fit if unit.at == at] for at in sorted({unit.at for unit in fit})]
    enough = [stack for stack in stacks if len(stack) > 1 or len(out) == 1]
    return max(enough, key=len) if enough else []


@rule("13.2")
def check_join(state: State, battalion: Unit, hint: Hint = "") -> list[Unit]:
    """The companies that join. Refused, unless there are some, and their hex has room for a battalion."""
    companies = joinable(state, battalion) if battalion.type.type else []
    rule, why = why_apart(state, battalion, companies)
    if why:
        raise Refused(rule, why, hint)
    return companies


@rule("7", "13.2")
def why_apart(state: State, battalion: Unit, companies: list[Unit]) -> tuple[str, str]:
    """The paragraph and the reason for which companies do not join; nothing if they can."""
    if battalion.side != state.active:
        return "4", f"{battalion.id} belongs to the other side"
    if battalion.type.type is None:
        return "13.2", f"{battalion.id} is not a battalion"
    if not companies:
        return "13.2", _why_not_joined(state, battalion)
    at = companies[0].at
    others = [unit for unit in state.side_at(battalion.side, at) if unit not in companies]
    coming = [unit for wave in WAVES for unit in state.units_at(wave_box(at, wave))]
    if not fits(state, [*(unit for unit in others if unit is not battalion), *coming, battalion]):
        return "7", f"{at} has no room for {battalion.id} as a battalion"
    if state.phase in LANDING and not may_join(state, companies):
        return "18.3", f"{battalion.id} has not just landed, or an enemy is next to {at}"
    return "", ""


@rule("18.3")
def may_join(state: State, companies: list[Unit]) -> bool:
    """Whether companies have just landed, with no enemy next to them."""
    landed = any(company.landed for company in companies)
    return landed and not HexIndex(state).is_beside_combat_unit("axis", companies[0].at)


def _why_not_joined(state: State, battalion: Unit) -> str:
    out = state.companies_out(battalion)
    if not out:
        return f"{battalion.id} has no company on the map"
    where = ", ".join(f"{unit.id} in {unit.at}{_shaken(unit)}" for unit in out)
    return f"no companies of {battalion.id} are in one hex, in order and not reduced: {where}"


def _shaken(unit: Unit) -> str:
    return f" ({'reduced' if unit.reduced else unit.state})" if unit.reduced or unit.state != OK else ""


@rule("13.2")
def join(play: Play[State], battalion: Unit, companies: list[Unit]) -> None:
    """Join companies into their battalion, which cannot move again this turn."""
    together = companies if battalion.is_broken else [battalion, *companies]
    how = STRATEGIC if any(unit.moved == STRATEGIC for unit in together) else JOINED
    ids = [unit.id for unit in companies]
    apply.joined(play, "13.2", unit=battalion.id, companies=ids, at=companies[0].at, how=how)


# ── 14 Leaders


@rule("14")
def leads(state: State, leader: Unit, formation: str) -> bool:
    """Whether a leader counts for a formation."""
    if not leader.can("lead"):
        return False
    if leader.formation == formation != "none" or (leader.side == "allied" and leader.type.formation == "fortress"):
        return True
    comes = state.charts.formations.get(formation, {}).get("comes", "none")
    return leader.type.formation == "none" and comes == ("sea" if leader.type.entry == "sea" else "air")


@rule("14.2")
def rolls_command(play: Play[State], leader: Unit, rule: str = "14.2") -> bool:
    """Roll for command: whether a leader rolls his rating or less."""
    thrown = play.throw(1, purpose=f"command, {leader.rating} or less", rule=rule, on=leader.id)
    return thrown.total <= leader.rating


def left_alone(play: Play[State], at: Hex, side: Side) -> None:
    """Put leaders at risk whose last unit in the hex was lost (14.4)."""
    there = play.state.side_at(side, at)
    if there and all(unit.can("lead") for unit in there):
        for leader in there:
            play.push(decide_fate, unit=leader.id)


@work
@rule("14.4", "14.43")
def decide_fate(play: Play[State], unit: str) -> None:
    """Roll whether a leader who is alone, or whose hex was entered, is killed, wounded or unhurt.

    A wounded leader returns after some turns; beyond the last turn he is out of the game.
    """
    state, leader = play.state, play.state.units[unit]
    row, _ = play.roll(state.charts.table("leader-loss"), rule="14.4", column="1", on=leader.id)
    to: str = LOST
    if row.result == "wounded":
        turns = play.throw(1, purpose="turns until he is back", rule="14.43", on=leader.id).total
        back, boxes = state.turn + turns, state.charts.turns
        to = on_track(boxes[back - 1].id) if back <= len(boxes) else ABSENT
    elif row.result == "unhurt":
        to = refuge(state, leader)
    apply.displaced(play, "14.4", unit=leader.id, to=to)


# ── Where they come in


def in_play(unit: Unit) -> bool:
    """On the map, at sea, or waiting for its aircraft."""
    return unit.on_map or bool(zone_of(unit.at)) or unit.at == AIR


def is_battalion(unit: Unit) -> bool:
    """A battalion, or what is left of one in companies."""
    return unit.can("combat") and (unit.type.size == "bn" or bool(unit.type.of))


@rule("14.43")
def leader_homes(state: State, leader: Unit) -> list[str]:
    """The places where a leader can return: headquarters of his formation, otherwise battalions; any for the Allies."""
    own = [unit for unit in state.units.values() if unit.side == leader.side and in_play(unit)]
    if leader.side == "axis":
        own = [unit for unit in own if leads(state, leader, unit.formation)]
    found = [unit for unit in own if unit.can("hq")] or [unit for unit in own if is_battalion(unit)]
    return list(dict.fromkeys(unit.at for unit in found))


@rule("14.43")
def come_back(play: Play[State], side: Side) -> None:
    """Return the wounded leaders of a side whose turn has come, to a headquarters or otherwise to a battalion."""
    numbers = play.state.charts.turn_numbers
    for leader in play.state.units.values():
        due = turn_of(leader.at)
        if leader.side == side and due and numbers[due] <= play.state.turn:
            places = leader_homes(play.state, leader)
            if places:
                apply.leader_back(play, "14.43", unit=leader.id, to=places[0])


@rule("11.5")
def helps_recovery(state: State, unit: Unit) -> list[Modifier]:
    """The modifier for a leader of the formation in the hex; for the Allies any leader."""
    there = [other for other in state.side_at(unit.side, unit.at) if other.can("lead")]
    able = [other for other in there if unit.side == "allied" or leads(state, other, unit.formation)]
    return [state.charts.modifier("recovery-leader")] if able else []


# ── The return of lost headquarters (8.1), and aides of killed leaders (14.43), each morning


@rule("8.1")
def headquarters_homes(state: State, lost: Unit) -> list[str]:
    """The places of battalions of its formation, for the Allies of any if there are none; one headquarters per hex."""
    own = [unit for unit in state.units.values() if unit.side == lost.side and in_play(unit) and is_battalion(unit)]
    first = [unit for unit in own if unit.formation == lost.formation]
    found = dict.fromkeys(unit.at for unit in (first if first or lost.side == "axis" else own))
    return [at for at in found if not is_hex(at) or not any(unit.can("hq") for unit in state.units_at(at))]


def homes(state: State, unit: Unit) -> list[str]:
    return leader_homes(state, unit) if unit.can("lead") else headquarters_homes(state, unit)


@rule("4.1", "14.43")
def bring_back(play: Play[State]) -> None:
    """Return lost headquarters first, then aides, each where its owner chooses."""
    gone = [unit for unit in play.state.units.values() if unit.at == LOST]
    due = [unit for unit in gone if unit.can("hq")] + [unit for unit in gone if unit.can("lead")]
    for unit in reversed(due):
        play.push(comes_back, unit=unit.id)


@work
def comes_back(play: Play[State], unit: UnitId) -> None:
    """Return the next of them, to its only place or to the one that is chosen."""
    found = homes(play.state, play.state.units[unit])
    if len(found) > 1:
        play.push(ask_home, unit=unit)
    elif found:
        _arrive(play, play.state.units[unit], found[0])


@decision
def ask_home(state: State, unit: UnitId) -> Question:
    lost = state.units[unit]
    who = "the aide of" if lost.can("lead") else "a new"
    found = homes(state, lost)
    told = ", ".join(place if is_hex(place) else f"{place}: {in_words(place)}" for place in found)
    return Question(f"Where does {who} {unit} arrive ({told})?", found, lost.side)


@ask_home.answered
def home_answered(play: Play[State], answer: str, unit: str) -> None:
    _arrive(play, play.state.units[unit], answer)


def _arrive(play: Play[State], unit: Unit, to: str) -> None:
    if unit.can("lead"):
        apply.aide_arrived(play, "14.43", unit=unit.id, to=to, rating=max(1, unit.rating - 1))
    else:
        apply.headquarters_back(play, "8.1", unit=unit.id, to=to)


# ── 15 Formations


INDEPENDENT = "none"


@rule("15")
def is_independent(unit: Unit) -> bool:
    """Units of the Axis that no formation owns; leaders, headquarters and ships are not attached."""
    owned = unit.side != "axis" or unit.type.formation != INDEPENDENT
    return not owned and not any(map(unit.can, ("lead", "hq", "ship")))


@rule("15.2")
def why_fixed(field: HexIndex, unit: Unit) -> str:
    """Why a unit cannot change its formation; nothing if it can."""
    if not is_independent(unit):
        return "it is not independent"
    if unit.at in ("absent", "lost") or unit.in_battalion:
        return "it is not in play"
    if unit.is_broken:
        return "it is broken into companies: name those"
    if unit.on_map and field.in_enemy_zone(unit.side, unit.at):
        return f"{unit.at} is in an enemy zone of control"
    return ""


def changeable(state: State) -> list[Unit]:
    """Units that may change their formation now."""
    field = HexIndex(state)
    return [unit for unit in state.units.values() if not why_fixed(field, unit)]


def formations(state: State) -> list[str]:
    """The formations of the Axis."""
    return [id for id, sheet in state.charts.formations.items() if sheet["side"] == "axis"]


@rule("15.2")
def check_change(state: State, units: list[Unit], to: str) -> None:
    """Refused, unless all of them may change, and to another formation."""
    field = HexIndex(state)
    for unit in units:
        if why := why_fixed(field, unit):
            raise Refused("15.2", f"{unit.id} cannot change its formation: {why}", lambda: _field_example(state, to))
        if unit.formation == to:
            where = f"already attached to {to}" if to != INDEPENDENT else "not attached to a formation"
            raise Refused("15.2", f"{unit.id} is {where}", lambda: _field_example(state, to))


def _field_example(state: State, to: str) -> str:
    able = [unit.id for unit in changeable(state) if unit.formation != to]
    if not able:
        return "next"
    return f"detach {able[0]}" if to == INDEPENDENT else f"attach {able[0]} {to}"
