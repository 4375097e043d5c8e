"""10.1.4: the wreck on the reef."""

from tarawa_cli.games.tarawa.geography.grid import within
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import PIER_FOOT
from tarawa_cli.games.tarawa.model.places import SCHEDULE
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch06.japanese_fire import fire_afloat, japanese_morale
from tarawa_cli.games.tarawa.rules.ch07.fire_ashore import fire_at, improved_modifier, terrain_modifier
from tarawa_cli.games.tarawa.rules.ch13.plan import is_due, pay_for
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.play import Play

RED_BEACHES = ("red1", "red2", "red3")


# ── Its fire


@rule("10.1.4")
def wreck_targets(state: State) -> list[Unit]:
    """Units on the reef or close to it."""
    return [unit for unit in state.units.values() if _is_exposed(state, unit)]


def _is_exposed(state: State, unit: Unit) -> bool:
    if unit.type.is_craft:
        return state.board.is_water(unit.at) and state.is_loaded(unit)
    if not unit.hex:
        return False
    return any(state.board.is_water(hex) for hex in within(unit.hex, state.charts.value("wreck-reach")))


@rule("10.1.4", "11.1")
def wreck_fire(play: Play[State]) -> None:
    """One extra fire per turn, with modifiers for Japanese morale, terrain and improved positions only."""
    state = play.state
    if state.wreck != "occupied":
        return
    able = wreck_targets(state)
    if not able:
        return
    unit = state.units[play.pick([u.id for u in able], "the target of the wreck", "10.1.4")]
    if state.board.is_water(unit.at) or (unit.on_pier and unit.on_pier != PIER_FOOT):
        water = state.charts.modifier("pier" if unit.on_pier else "reef")
        fire_afloat(play, unit, [*japanese_morale(state), water], "10.1.4")
    else:
        ground = [*terrain_modifier(state, unit), *improved_modifier(state, unit)]
        fire_at(play, unit, [*japanese_morale(state), *ground], "10.1.4")


# ── What is done against it


@rule("10.1.4")
def check_shore(state: State) -> None:
    """All shore points of a turn, at least one, before any has been used."""
    wrong = _against_shore(state)
    if wrong:
        raise Refused("10.1.4", wrong, _helps(state))


@rule("10.1.4")
def check_party(state: State, unit: Unit) -> None:
    """Infantry in a landing hex of the Red beaches, or due and not yet landed, that does nothing else."""
    wrong = _against_any_party(state) or _against_party(state, unit)
    if wrong:
        raise Refused("10.1.4", wrong, _helps(state))


def _against_shore(state: State) -> str:
    """Why the ships may not fire at the wreck; nothing if they may."""
    if state.wreck != "occupied":
        return "the Japanese do not hold the wreck"
    if state.wreck_fire >= state.charts.value("wreck-shore-turns"):
        return "the ships have finished with the wreck"
    if state.shore_used or state.wreck_assigned:
        return "shore points have already been used this turn"
    if not state.shore:
        return "there is no shore point this turn"
    if any(unit.wrecking for unit in state.units.values()):
        return "the party is at the wreck this turn: the ships must wait for another turn"
    return ""


def _against_any_party(state: State) -> str:
    """Why no unit may go to the wreck; nothing if one may."""
    if state.wreck != "occupied":
        return "the Japanese do not hold the wreck"
    if state.wreck_party or any(unit.wrecking for unit in state.units.values()):
        return "a party has already been there, or is there now"
    if state.wreck_assigned:
        return "the ships fire on the wreck this turn: the party must wait for another turn"
    return ""


def _against_party(state: State, unit: Unit) -> str:
    """Why this unit may not go to the wreck, assuming that others may; nothing if it may."""
    if not unit.type.can("goes-to-wreck"):
        return f"only infantry goes to the wreck, and {unit.id} is not infantry"
    if state.board.landing.get(unit.at) not in RED_BEACHES:
        return "" if is_due(state, unit) else f"{unit.id} is neither on a landing hex of Red 1 to 3 nor due"
    if unit.acted or unit.pins or unit.is_busy or unit.landed == state.turn:
        return f"{unit.id} must spend its whole turn on it"
    return ""


def ways_to_help(state: State) -> list[str]:
    """What can be sent against the wreck now: the ships (`--shore`), or a unit."""
    if state.wreck != "occupied":
        return []
    shore = [] if _against_shore(state) else ["--shore"]
    if _against_any_party(state):
        return shore
    return shore + [unit.id for unit in state.units.values() if not _against_party(state, unit)]


def _helps(state: State) -> str:
    return next((f"wreck {help}" for help in ways_to_help(state)), "next")


@rule("10.1.4", "13.1")
def send_party(play: Play[State], unit: Unit) -> None:
    """For a unit that has not come yet this counts as its first embarking: it costs what that costs."""
    if unit.at == SCHEDULE:
        pay_for(play, unit)
    apply.wreck_party_sent(play, "10.1.4", unit=unit.id)


@rule("10.1.4")
def end_of_turn(play: Play[State]) -> None:
    """When both parts are done, the wreck is silenced."""
    state = play.state
    if any(unit.wrecking for unit in state.units.values()):
        apply.wreck_party_done(play, "10.1.4", done=True)
    shelled = state.wreck_fire >= state.charts.value("wreck-shore-turns")
    if state.wreck == "occupied" and state.wreck_party and shelled:
        apply.wreck_taken(play, "10.1.4", wreck="cleared")
