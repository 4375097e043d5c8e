"""10.1: night events and what they leave behind."""

from tarawa_cli.games.tarawa.model import apply, results
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.model.work import Areas, Flag, Hits, decision
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch07.hits import pin, take_hits
from tarawa_cli.games.tarawa.rules.ch10 import banzai
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.modifiers import Modifier
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.unfinished import Question


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
        "banzai": banzai.one,
        "two banzais": banzai.two,
        "general banzai": banzai.general,
    }
    happens[row.result](play)


# ── 10.1.1


@rule("10.1.1")
def air_raid(play: Play[State]) -> None:
    """Hits that the player shares out, or bombs on the Japanese."""
    state = play.state
    row, _ = play.roll(state.charts.table("air-raid"), rule="10.1.1")
    raid = results.raid(row.result)
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
    return Question(f"the air raid scores {hits} hits: on whom? (UNIT:HITS …)", shares(state, hits)[:1])


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
        raise Refused("10.1.1", f"{hits} hits must be shared out, not {sum(shares.values())}", hint)


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
