"""Chapters 14 and 15: leaders, and formations."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.unit import ABSENT, AIR, LOST, in_words, on_track, turn_of, zone_of
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.model.work import UnitId, decision, work
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex, refuge
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Play, Question
from tarawa_cli.kernel.errors import Refused

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
            raise Refused("15.2", f"{unit.id} cannot change its formation: {why}", lambda: _example(state, to))
        if unit.formation == to:
            where = f"already attached to {to}" if to != INDEPENDENT else "not attached to a formation"
            raise Refused("15.2", f"{unit.id} is {where}", lambda: _example(state, to))


def _example(state: State, to: str) -> str:
    able = [unit.id for unit in changeable(state) if unit.formation != to]
    if not able:
        return "next"
    return f"detach {able[0]}" if to == INDEPENDENT else f"attach {able[0]} {to}"
