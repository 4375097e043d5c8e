"""Chapter 17: weather, replacements, air strikes, the Royal Navy, stragglers."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply, names
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.unit import zone_of
from tarawa_cli.games.malta.model.work import StepsLeft, UnitId, decision, work
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch16_special_units import ask_to_reveal
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Play, Question
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.narration.visible import plural

# ── The weather of a day (17.2), and what it leaves of the planes


@rule("17.2")
def roll_weather(play: Play[State]) -> None:
    """Roll two dice for the weather of the day."""
    row, _ = play.roll(play.state.charts.table("weather"), rule="17.2", column="1")
    apply.weather_changed(play, "17.2", weather=row.result)


@rule("17.2", "17.5", "17.6")
def daily(state: State, what: str) -> int:
    """How many air markers a turn (`air`) or air strikes (`strikes`) the day has."""
    if what == "air" and fleet_came(state):
        return state.charts.value("air-navy-clear") if state.weather == "clear" else 0
    number = state.charts.value(f"{what}-{'first-day' if state.box.day == 1 else state.weather}")
    return -(-number // 2) if what == "strikes" and fleet_came(state) else number


# ── Replacements (17.4)


# ── The Axis


def steps_to_give(state: State) -> int:
    return state.charts.value("replacements") - len(state.replaced)


@rule("17.4")
def why_no_replacement(state: State, unit: Unit) -> str:
    """Why a unit gets no step; nothing if it may have one."""
    if unit.side != "axis" or unit.type.nation != "italian" or unit.type.kind.id not in ("infantry", "para"):
        return "only Italian infantry and parachute battalions get replacements"
    if unit.type.size != "bn" or not unit.on_map:
        return "it is not a battalion on the map"
    if unit.id in state.replaced:
        return "it has already received one"
    if state.steps_left(unit) == unit.type.steps:
        return "it is at full strength"
    if not unit.supplied:
        return "it is out of supply"
    near = [other for at in state.board.adjacent[unit.at] for other in state.units_at(at)]
    return "an enemy is next to it" if any(other.side == "allied" for other in near) else ""


def replaceable(state: State) -> list[Unit]:
    """Battalions that may have a step now."""
    if steps_to_give(state) < 1:
        return []
    return [unit for unit in state.units.values() if not why_no_replacement(state, unit)]


def check_replace(state: State, units: list[Unit]) -> None:
    for unit in units:
        why = why_no_replacement(state, unit)
        if why:
            raise Refused("17.4", f"cannot give {unit.id} a step: {why}", lambda: _example_of_replacement(state))
    if len(units) > steps_to_give(state):
        raise Refused(
            "17.4",
            f"{plural(len(units), 'step')} ordered, {steps_to_give(state)} left",
            lambda: _example_of_replacement(state),
        )


def _example_of_replacement(state: State) -> str:
    able = replaceable(state)
    return f"replace {able[0].id}" if able else "next"


def replace(play: Play[State], unit: Unit) -> None:
    apply.replacement_given(play, "17.4", unit=unit.id)
    apply.step_returned(play, "17.4", unit=unit.id)


# ── The Allies


@rule("17.4")
def absorbable_pairs(state: State) -> list[tuple[Unit, Unit]]:
    """Security companies, and battalions in their hexes that have lost steps."""
    return [
        (company, battalion)
        for company in state.units.values()
        if company.can("security") and company.on_map
        for battalion in state.units_at(company.at)
        if not why_not_absorbed(state, company, battalion)
    ]


def why_not_absorbed(state: State, company: Unit, battalion: Unit) -> str:
    if not company.can("security") or not company.on_map:
        return f"{company.id} is not a security company on the map"
    if battalion.side != "allied" or battalion.type.size != "bn":
        return f"{battalion.id} is not an Allied battalion"
    if battalion.at != company.at:
        return f"{battalion.id} is not in {company.at} with {company.id}"
    return "" if state.steps_left(battalion) < battalion.type.steps else f"{battalion.id} is at full strength"


@rule("17.4")
def check_absorb(state: State, company: Unit, battalion: Unit) -> None:
    why = why_not_absorbed(state, company, battalion)
    if why:
        raise Refused("17.4", why, lambda: _first_pair(state))


def _first_pair(state: State) -> str:
    found = absorbable_pairs(state)
    return f"absorb {found[0][0].id} {found[0][1].id}" if found else "next"


def absorb(play: Play[State], company: Unit, battalion: Unit) -> None:
    apply.security_absorbed(play, "17.4", security=company.id, battalion=battalion.id)
    apply.step_returned(play, "17.4", unit=battalion.id)


def absorb_by_standing_answer(play: Play[State]) -> None:
    """Absorb as many as possible, in the order of the units, if the standing answer is `always`."""
    while play.state.policies["allied"]["absorb"] == "always" and (found := absorbable_pairs(play.state)):
        absorb(play, *found[0])


def can_absorb(state: State) -> bool:
    return state.policies["allied"]["absorb"] != "never" and bool(absorbable_pairs(state))


def asks_absorb(state: State) -> bool:
    return state.policies["allied"]["absorb"] == "ask" and bool(absorbable_pairs(state))


# ── Air strikes on coast guns (17.5), each morning


@rule("17.5")
def strikes_left(state: State) -> int:
    return daily(state, "strikes") - state.strikes


def strike_targets(state: State) -> list[Unit]:
    """Coast guns that can be struck: all on the map, those that are ready to fire before the silenced ones."""
    guns = [unit for unit in state.units.values() if _can_be_struck(unit)]
    return sorted(guns, key=lambda gun: gun.id in state.silenced)


def _can_be_struck(unit: Unit) -> bool:
    return unit.can("coast-gun") and unit.on_map


def can_strike(state: State) -> bool:
    return strikes_left(state) > 0 and bool(strike_targets(state))


@rule("17.5")
def check_strike(state: State, guns: list[Unit]) -> None:
    for gun in guns:
        known = names.known_as(state, gun) if gun.on_map else gun.id
        if not _can_be_struck(gun):
            raise Refused("17.5", f"{known} is not a coast gun on the map", lambda: _example_of_strike(state))
    left = strikes_left(state)
    if len(guns) > left:
        raise Refused(
            "17.5",
            f"{plural(len(guns), 'air strike')} ordered, {left} left this morning",
            lambda: _example_of_strike(state),
        )


def _example_of_strike(state: State) -> str:
    return f"strike {names.known_as(state, strike_targets(state)[0])}" if can_strike(state) else "next"


def strike(play: Play[State], guns: list[Unit]) -> None:
    """Queue the strikes, one after the other."""
    for gun in reversed(guns):
        play.push(fly, gun=gun.id)
    ask_to_reveal(play, guns)


@work
@rule("17.5", "16.5")
def fly(play: Play[State], gun: UnitId) -> None:
    """Fly one strike, unless the gun has been destroyed. A dummy that is hit is revealed and removed."""
    state, target = play.state, play.state.units[gun]
    if not _can_be_struck(target):
        return
    known = names.known_as(state, target)
    apply.strike_flown(play, "17.5", gun=known)
    row, _ = play.roll(state.charts.table("air-strike"), rule="17.5", column="1", on=known)
    if row.result == "destroyed" or (row.result == "silenced" and target.type.dummy):
        apply.unit_lost(play, "17.5", unit=gun)
    elif row.result == "silenced" and gun not in state.silenced:
        apply.gun_silenced(play, "17.5", gun=known)


# ── The Royal Navy (17.6): one die on 1 July


TWO, ALL, FLEET = "two-ships-leave", "all-ships-leave", "the-fleet-comes"


def fleet_came(state: State) -> bool:
    """Whether the Royal Navy has come in force."""
    return bool(state.royal_navy) and state.charts.table("royal-navy").result(state.royal_navy, "1") == FLEET


def ships(state: State) -> list[Unit]:
    """Warships that have not left."""
    return [unit for unit in state.units.values() if unit.can("ship") and unit.steps and unit.at != "absent"]


@rule("17.6")
def intervene(play: Play[State]) -> None:
    row, total = play.roll(play.state.charts.table("royal-navy"), rule="17.6", column="1")
    apply.navy_came(play, "17.6", die=total)
    if row.result == TWO:
        play.push(ships_leave, left=play.state.charts.value("navy-ships"))
    elif row.result in (ALL, FLEET):
        for ship in ships(play.state):
            apply.ship_left(play, "17.6", ship=ship.id)
    if row.result == FLEET:
        _sink_transports(play)


def _sink_transports(play: Play[State]) -> None:
    """Eliminate everything that is still at sea."""
    for unit in list(play.state.units.values()):
        if zone_of(unit.at):
            apply.unit_lost(play, "17.6", unit=unit.id)


@work
@rule("17.6")
def ships_leave(play: Play[State], left: int) -> None:
    """Remove some warships; the Axis choose which if they have more."""
    there = ships(play.state)
    if len(there) > left:
        play.push(ask_ship, left=left)
        return
    for ship in there:
        apply.ship_left(play, "17.6", ship=ship.id)


@decision
def ask_ship(state: State, left: StepsLeft) -> Question:
    text = f"The Royal Navy is out: which warship leaves ({left} to go)?"
    return Question(text, [ship.id for ship in ships(state)], "axis")


@ask_ship.answered
def ship_answered(play: Play[State], answer: str, left: int) -> None:
    apply.ship_left(play, "17.6", ship=answer)
    if left > 1:
        play.push(ships_leave, left=left - 1)


# ── Stragglers (17.8): reduced companies of parachutists gather their men


@rule("17.8")
def gather(play: Play[State]) -> None:
    """Each reduced company that is not next to an enemy combat unit rolls a die."""
    state = play.state
    field = HexIndex(state)
    for unit in state.units.values():
        if unit.reduced and unit.on_map and not field.is_beside_combat_unit(unit.side, unit.at):
            table = state.charts.table("stragglers")
            row, _ = play.roll(table, _mates(state, unit), rule="17.8", column="1", on=unit.id)
            if row.result == "back":
                apply.company_restored(play, "17.8", unit=unit.id)


def _mates(state: State, unit: Unit) -> list[Modifier]:
    """The modifier for another company of its battalion in the hex, or the battalion itself."""
    mates = [other for other in state.units_at(unit.at) if other is not unit]
    own = any(unit.type.of in (other.type.of, other.id) for other in mates)
    return [state.charts.modifier("straggler-company")] if own else []
