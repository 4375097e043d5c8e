"""10.1.4: the wreck on the reef."""

from tarawa_cli.games.tarawa import apply
from tarawa_cli.games.tarawa.board import PIER_FOOT
from tarawa_cli.games.tarawa.rules.ashore import fire_at, terrain_modifier
from tarawa_cli.games.tarawa.rules.fire import japanese_morale
from tarawa_cli.games.tarawa.rules.hits import read_effect, suffer
from tarawa_cli.games.tarawa.rules.plan import is_due
from tarawa_cli.games.tarawa.state import State, Unit
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import within
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.rulebook import rule

RED_BEACHES = ("red1", "red2", "red3")
SHORE_TURNS = 2


@rule("10.1.4")
def wreck_targets(state: State) -> list[Unit]:
    """Units on the reef or within two hexes of it."""
    return [unit for unit in state.units.values() if _is_exposed(state, unit)]


def _is_exposed(state: State, unit: Unit) -> bool:
    if unit.type.is_craft:
        return state.board.is_water(unit.at) and state.is_loaded(unit)
    if not unit.hex:
        return False
    return any(state.board.is_water(hex) for hex in within(unit.hex, 2))


@rule("10.1.4")
def wreck_fire(play: Play[State]) -> None:
    """One extra fire a turn, with Japanese morale and terrain only."""
    state = play.state
    if state.wreck != "occupied":
        return
    able = wreck_targets(state)
    if not able:
        return
    unit = state.units[play.pick([u.id for u in able], "the target of the wreck", "10.1.4")]
    if state.board.is_water(unit.at) or (unit.on_pier and unit.on_pier != PIER_FOOT):
        modifiers = [*japanese_morale(state), state.charts.modifier("pier" if unit.on_pier else "reef")]
        row, _ = play.roll(state.charts.table("japanese-fire"), modifiers, rule="10.1.4", column="afloat", on=unit.id)
        suffer(play, unit, read_effect(row.result), "10.1.4")
    else:
        fire_at(play, unit, [*japanese_morale(state), *terrain_modifier(state, unit)], "10.1.4")


def _check_occupied(state: State) -> None:
    if state.wreck != "occupied":
        raise Refused("10.1.4", "the Japanese do not hold the wreck", "status")


@rule("10.1.4")
def check_shore(state: State) -> None:
    """All shore points of a turn, at least one, before any is used."""
    _check_occupied(state)
    if state.wreck_fire >= SHORE_TURNS:
        raise Refused("10.1.4", "the ships have done their part", "wreck UNIT")
    if state.shore_used or state.wreck_assigned:
        raise Refused("10.1.4", "shore points were used this turn already", "next turn")
    if not state.shore:
        raise Refused("10.1.4", "there is no shore point this turn", "next turn")
    if any(unit.wrecking for unit in state.units.values()):
        raise Refused("10.1.4", "the party is at the wreck this turn; the ships fire in another", "next turn")


@rule("10.1.4")
def check_party(state: State, unit: Unit) -> None:
    """Infantry in a landing hex of the Red beaches, or due and not yet landed, doing nothing else."""
    _check_occupied(state)
    if state.wreck_party:
        raise Refused("10.1.4", "a party has cleared the wrecks already", "wreck --shore")
    if state.wreck_assigned:
        raise Refused("10.1.4", "the ships fire on the wreck this turn; the party goes in another", "next turn")
    if unit.kind != "infantry":
        raise Refused("10.1.4", f"infantry goes to the wreck, and {unit.id} is none", "another unit")
    on_red = state.board.landing.get(unit.at) in RED_BEACHES
    if not on_red and not is_due(state, unit):
        raise Refused("10.1.4", f"{unit.id} is neither on a landing hex of Red 1 to 3 nor due", "another unit")
    if on_red and (unit.acted or unit.pins or unit.digging or unit.recovering or unit.wrecking):
        raise Refused("10.1.4", f"{unit.id} must give its whole turn to it", "another unit")


@rule("10.1.4")
def end_of_turn(play: Play[State]) -> None:
    """Both parts done: the wreck is silent."""
    state = play.state
    if any(unit.wrecking for unit in state.units.values()):
        apply.wreck_party_done(play, "10.1.4", done=True)
    if state.wreck == "occupied" and state.wreck_party and state.wreck_fire >= SHORE_TURNS:
        apply.wreck_taken(play, "10.1.4", wreck="cleared")
