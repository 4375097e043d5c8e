"""Chapter 10: the night. Here its events and what they leave behind (10.1), and the wreck on the reef (10.1.4)."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import PIER_FOOT, SCHEDULE, within
from tarawa_cli.games.tarawa.model.charts import raid_result
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.model.work import Areas, Flag, Hits, decision
from tarawa_cli.games.tarawa.rules.ch07_actions.fire import fire_at, improved_modifier, terrain_modifier
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import general_morale
from tarawa_cli.games.tarawa.rules.ch10_night import banzai
from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import is_due, pay_for
from tarawa_cli.games.tarawa.rules.japanese_fire import fire_afloat, pin, take_hits
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Play, Question
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.narration.visible import plural

# ── 10.1: night events and what they leave behind


@rule("10.1")
def night_number(state: State) -> int:
    """The number of the night; 0 is the first."""
    starts = [t.number for t in state.charts.turns if t.night and not state.charts.turn(t.number - 1).night]
    return sum(1 for start in starts if start <= state.turn) - 1


@rule("10.1")
def night_modifiers(state: State) -> list[Modifier]:
    later = state.charts.value("night-shift")[night_number(state)]
    modifiers = [Modifier(later, f"night {night_number(state) + 1}", "10.1")] if later else []
    if state.level("japanese") <= -1:
        modifiers.append(state.charts.modifier("japanese-desperate"))
    return modifiers


@rule("10.1")
def night_event(play: Play[State]) -> None:
    state = play.state
    row, _ = play.roll(state.charts.table("night-events"), night_modifiers(state), rule="10.1")
    happens = {
        "air raid": air_raid,
        "submarine": submarine,
        "fleet raid": fleet_raid,
        "wreck": wreck_occupied,
        "carrier": carrier,
        "banzai": banzai.one_banzai,
        "two banzais": banzai.two_banzais,
        "general banzai": banzai.general,
    }
    happens[row.result](play)


# ── 10.1.1


@rule("10.1.1")
def air_raid(play: Play[State]) -> None:
    """Hits that the player shares out, or bombs on the Japanese."""
    state = play.state
    row, _ = play.roll(state.charts.table("air-raid"), rule="10.1.1")
    raid = raid_result(row.result)
    if raid.marker:
        areas = marker_areas(state)
        if areas:
            play.push(ask_raid_marker, areas=areas)
        return
    hits = min(raid.hits, sum(most_hits(state, unit) for unit in bombed(state)))
    if hits:
        play.push(ask_raid, hits=hits, pins=raid.pins)


def bombed(state: State) -> list[Unit]:
    """The units that an air raid on Betio can hit."""
    return state.ashore()


@rule("10.1.1", "11.1")
def most_hits(state: State, unit: Unit) -> int:
    """The most hits that a unit can take: its steps, plus one in improved positions."""
    return unit.steps + (unit.at in state.improved)


@rule("10.1.1")
def marker_areas(state: State) -> list[str]:
    """Unsecured areas with Marines; if there are none, those next to Marines."""
    held = {state.board.area_of[unit.at] for unit in bombed(state) if unit.at in state.board.land}
    unsecured = [area for area in state.board.areas if not state.is_secured(area)]
    return [area for area in unsecured if area in held] or [
        area for area in unsecured if held & set(state.board.next_areas(area))
    ]


@decision
def ask_raid_marker(state: State, areas: Areas) -> Question:
    return Question("the bombs fall on the Japanese: on which area?", list(areas))


@ask_raid_marker.answered
def marker_answered(play: Play[State], answer: str, areas: list[str]) -> None:
    apply.raid_marker_placed(play, "10.1.1", area=answer, turns=play.state.charts.value("raid-marker-turns"))


@decision
def ask_raid(state: State, hits: Hits, pins: Flag) -> Question:
    return Question(f"the air raid scores {plural(hits, 'hit')}: on whom? (UNIT:HITS …)", shares(state, hits)[:1])


@rule("10.1.1")
def shares(state: State, hits: int) -> list[str]:
    """Ways to share out the hits of an air raid: each starts with one unit and fills up the following ones."""
    units = bombed(state)
    return [_shared(state, units[first:] + units[:first], hits) for first in range(len(units))]


def _shared(state: State, units: list[Unit], hits: int) -> str:
    words = list[str]()
    for unit in units:
        share = min(hits, most_hits(state, unit))
        if share:
            words.append(f"{unit.id}:{share}")
            hits -= share
    return " ".join(words)


@rule("10.1.1")
def check_shares(state: State, shares: dict[str, int], hits: int, pins: int) -> None:
    """All hits must go to units ashore, no unit getting more than it can take."""
    able = {unit.id: most_hits(state, unit) for unit in bombed(state)}
    hint = f"decide {ask_raid(state, hits, pins).options[0]}"
    for id, share in shares.items():
        if id not in able:
            raise Refused("10.1.1", f"{id} is not ashore", hint)
        if not 0 < share <= able[id]:
            raise Refused("10.1.1", f"{id} can take 1 to {able[id]} hits, not {share}", hint)
    if sum(shares.values()) != hits:
        raise Refused("10.1.1", f"{plural(hits, 'hit')} must be shared out, not {sum(shares.values())}", hint)


def read_shares(answer: str) -> dict[str, int]:
    return {id: int(hits) for id, _, hits in (word.rpartition(":") for word in answer.split())}


@ask_raid.answered
@rule("10.1.1", "11.1")
def raid_answered(play: Play[State], answer: str, hits: int, pins: int) -> None:
    """A unit in improved positions takes one hit fewer; pins last until phase `final` of the next turn."""
    state = play.state
    taken = list[str]()
    for id, share in read_shares(answer).items():
        unit = state.units[id]
        fewer = 1 if unit.at in state.improved else 0
        pin(play, unit, pins, "10.1.1")
        if pins and unit.pins:
            apply.pin_lasts(play, "10.1.1", unit=unit.id)
        taken += [id] * (share - fewer)
    if taken:
        play.push(take_hits, units=taken)


# ── 10.1.2 to 10.1.5


@rule("10.1.2")
def submarine(play: Play[State]) -> None:
    if play.state.submarine:
        play.note("nothing-happens", "10.1.2", why="a supply ship was sunk before")
    else:
        apply.supply_ship_sunk(play, "10.1.2", loss=play.state.supply_loss + 1)


@rule("10.1.3")
def fleet_raid(play: Play[State]) -> None:
    row, _ = play.roll(play.state.charts.table("fleet-raid"), rule="10.1.3")
    if row.result == "supply":
        apply.supply_rolls_hurt(play, "10.1.3", loss=play.state.supply_loss + 1)
    elif row.result == "shore":
        apply.shore_points_hurt(play, "10.1.3", loss=play.state.shore_loss + 1)


@rule("10.1.4")
def wreck_occupied(play: Play[State]) -> None:
    """Unlike a ship sunk, this can happen again: a cleared wreck can be reoccupied."""
    if play.state.wreck == "occupied":
        play.note("nothing-happens", "10.1.4", why="the wreck is occupied already")
    else:
        apply.wreck_taken(play, "10.1.4", wreck="occupied")


@rule("10.1.5")
def carrier(play: Play[State]) -> None:
    if play.state.carrier:
        play.note("nothing-happens", "10.1.5", why="a carrier was sunk before")
    else:
        apply.carrier_sunk(play, "10.1.5", loss=play.state.shore_loss + 1)


# ── 10.1.4: the wreck on the reef


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
        fire_afloat(play, unit, [*general_morale(state, "japanese"), water], "10.1.4")
    else:
        ground = [*terrain_modifier(state, unit), *improved_modifier(state, unit)]
        fire_at(play, unit, [*general_morale(state, "japanese"), *ground], "10.1.4")


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
        return f"only infantry can go to the wreck, and {unit.id} is not infantry"
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
