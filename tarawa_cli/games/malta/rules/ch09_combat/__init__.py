"""Chapter 9: combat. Here 9.1, 9.3 and 9.9: what may be attacked, strengths, column shifts by name, and the odds."""

from math import prod

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model.state import (
    AIR_MARKER,
    ATTACKER,
    DEFENDER,
    DEMORALISED,
    DISORGANISED,
    Fight,
    State,
    Unit,
    other_side,
)
from tarawa_cli.games.malta.model.unit import ABSENT, STRATEGIC
from tarawa_cli.games.malta.rules.ch05_zones_of_control import is_fort
from tarawa_cli.games.malta.rules.ch06_movement import can_cross
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.hints import Iterable, NamedTuple

# ── Hexes that may be attacked, and the units that can (9.1)


def held_by_enemy(state: State) -> list[Hex]:
    """Hexes with units of the inactive side, by number."""
    enemy = other_side(state.active)
    return sorted({unit.at for unit in state.units.values() if unit.side == enemy and unit.at in state.board.land})


def targets(state: State) -> list[Hex]:
    """Hexes with enemies that some unit of the active side could still attack, by number."""
    held = held_by_enemy(state)
    able = attackers(state)
    return [at for at in held if at not in state.assaulted and any(can_attack(state, unit, at) for unit in able)]


def attackers(state: State) -> list[Unit]:
    """Units of the active side that can still attack somewhere."""
    side = state.active
    return [unit for unit in state.units.values() if unit.side == side and can_attack(state, unit)]


def can_attack(state: State, unit: Unit, on: Hex = "") -> bool:
    """Whether a unit could still attack that hex, enemies or not; without a hex, any."""
    if on and (on not in state.board.adjacent.get(unit.at, ()) or not can_cross(unit.type.mobility, unit.at, on)):
        return False
    return unit.can("combat") and unit.on_map and not unit.attacked and unit.moved != STRATEGIC


# ── Strengths in combat (9.91), each change in the order of the paragraph


def halved(value: int) -> int:
    """Half, always rounded up."""
    return -(-value // 2)


def lowered(value: int, floor: int) -> int:
    """One less, but not below a floor; a value below the floor stays as it is."""
    return max(value - 1, min(value, floor))


@rule("9.91")
def weakened(unit: Unit, value: int, least: int = 1) -> int:
    """A strength after lack of supply, Disorganised and Demoralised."""
    if not unit.supplied:
        value = lowered(value, 1)
    if unit.state == DISORGANISED:
        value = lowered(value, least)
    return halved(value) if unit.state == DEMORALISED else value


def attack(unit: Unit) -> int:
    return weakened(unit, unit.strength[0])


def defence(unit: Unit) -> int:
    return weakened(unit, unit.strength[1])


# ── Support


@rule("9.91")
def support(state: State, gun: Unit, role: int, on: Hex, fighting: Iterable[Unit]) -> int:
    """What a gun or ship adds to either side of a fight.

    It is weakened as a unit is, then halved for mixed formations (not for ships), at night, and against ground that
    shelters from an attacker's guns.
    """
    printed = gun.type.offence if role == ATTACKER else gun.type.defensive_support
    value = weakened(gun, gun.type.weakened(printed, gun.steps), state.charts.value("gun-floor"))
    if gun.side == "axis" and gun.can("gun") and not any(is_one_formation(gun, unit) for unit in fighting):
        value = halved(value)
    if state.night:
        value = halved(value)
    shelters = role == ATTACKER and state.charts.terrain[state.board.terrain[on]].halves_guns
    return halved(value) if shelters else value


@rule("15")
def is_one_formation(one: Unit, other: Unit) -> bool:
    """Fortress troops belong to every Allied formation; an independent unit is one of its own."""
    if one.side == "allied" and "fortress" in (one.formation, other.formation):
        return True
    return one is other or one.formation == other.formation != "none"


# ── Both sides of a fight


@rule("9.1", "9.92", "14.2")
def fighting(state: State, fight: Fight, role: int) -> list[Unit]:
    """The units of a side that fight: all attackers; of the defenders those with a defence."""
    units = state.named(fight.units(role))
    return [unit for unit in units if unit.strength[1]] if role == DEFENDER else units


class StrengthLine(NamedTuple):
    """A unit and its strength in the fight."""

    unit: str
    value: int


class Sum(NamedTuple):
    """The strength of one side, piece by piece."""

    units: tuple[StrengthLine, ...]
    support: tuple[StrengthLine, ...]
    times: int = 1
    """2 where a city or a fort doubles the units' own strength."""

    @property
    def own(self) -> int:
        return sum(line.value for line in self.units)

    @property
    def total(self) -> int:
        """Supports count at most as much as the units themselves, before terrain (9.2)."""
        return self.own * self.times + min(self.own, sum(line.value for line in self.support))


@rule("9.3")
def defenders_sum(state: State, units: list[Unit], on: Hex, guns: Iterable[str]) -> Sum:
    supporting = [state.units[id] for id in guns]
    doubled = state.charts.terrain[state.board.terrain[on]].doubles or is_fort(state, on)
    return Sum(
        tuple(StrengthLine(unit.id, defence(unit)) for unit in units if unit.strength[1]),
        tuple(StrengthLine(gun.id, support(state, gun, DEFENDER, on, units)) for gun in supporting),
        2 if doubled else 1,
    )


# ── The column shifts of an attack (9.92, 9.93, 9.95), each with its name and paragraph


@rule("9.92")
def shifts(state: State, fight: Fight) -> list[Modifier]:
    """All shifts that apply, in the order of the paragraph; a fight within one hex leaves out some of them (19.5)."""
    modifier, attacking, defending = state.charts.modifier, state.named(fight.attackers), state.named(fight.defenders)
    found = []
    for units, name in ((attacking, "armour-attacks"), (defending, "armour-defends")):
        # tanks in order, with men in their hex, whether or not these fight themselves
        tanks = [unit for unit in units if unit.can("tank") and unit.state != DEMORALISED]
        if not fight.close and any(unit.can("escort") for tank in tanks for unit in state.units_at(tank.at)):
            found.append(modifier(name))
    if has_sappers(state, fight):
        found.append(modifier("engineers"))
    if not fight.close and len(fight.origins) >= state.charts.value("envelopment"):
        found.append(modifier("envelopment", of=f"{len(fight.origins)} hexes"))
    if not fight.close and (whole := whole_regiments(state, attacking)):
        found.append(modifier("attacker-integrity", of=whole[0]))
    if not fight.close and (whole := whole_regiments(state, defending)):
        found.append(modifier("defender-integrity", of=whole[0]))
    formed = [unit for unit in attacking if unit.formation != "fortress"]
    if any(not is_one_formation(formed[0], unit) for unit in formed[1:]):
        found.append(modifier("mixed"))
    ours, of_us = morale_of(state, fighting(state, fight, ATTACKER))
    theirs, of_them = morale_of(state, fighting(state, fight, DEFENDER))
    if of_them:
        better = nearest(ours * of_them - theirs * of_us, of_us * of_them)
        if shift := min(max(better, state.charts.value("morale-least")), state.charts.value("morale-most")):
            found.append(modifier("morale", shift, f"{ours / of_us:.1f} against {theirs / of_them:.1f}"))
    if markers := fight.offence.count(AIR_MARKER):
        found.append(modifier("air", markers))
    for leader in state.named(fight.led):
        attacks = leader.side == attacking[0].side
        found.append(modifier("command-attacks" if attacks else "command-defends", of=leader.id))
    return found


def has_sappers(state: State, fight: Fight) -> bool:
    """Whether engineers attack a fort from every hex that it is attacked from."""
    sappers = {unit.at for unit in state.named(fight.attackers) if unit.can("engineer")}
    return is_fort(state, fight.on) and set(fight.origins) <= sappers


@rule("9.92", "9.95")
def whole_regiments(state: State, taking_part: list[Unit]) -> list[str]:
    """Regiments and brigades all of whose battalions take part, in the order of the units.

    Every battalion must be in play, ashore, not Demoralised, and here; a remnant of one step may be elsewhere. One
    battalion alone is never whole (9.95).
    """
    found: dict[str, set[str]] = {}
    for unit in taking_part:
        if unit.type.regiment:
            found.setdefault(unit.type.regiment, set()).add(unit.type.of or unit.id)
    least, whole = state.charts.value("remnants"), []
    for regiment in [name for name, some in found.items() if len(some) >= least]:
        battalions = [
            unit
            for unit in state.named(state.charts.battalions_in.get(regiment, ()))
            if unit.at != ABSENT or not unit.type.optional
        ]
        parts = {
            unit.id: [*([unit] if unit.steps and not unit.is_broken else []), *state.companies_out(unit)]
            for unit in battalions
        }
        if not all(its and all(part.on_map and part.state != DEMORALISED for part in its) for its in parts.values()):
            continue
        away = [unit for unit in battalions if any(part not in taking_part for part in parts[unit.id])]
        if len(battalions) - len(away) >= least and all(state.steps_left(unit) == 1 for unit in away):
            whole.append(regiment)
    return whole


@rule("9.92", "9.93")
def morale_of(state: State, units: Iterable[Unit]) -> tuple[int, int]:
    """The average morale as a fraction, (0, 0) of nobody: each unit counts once, a Demoralised unit's is one lower.

    What fights of one battalion counts as one unit, with the average of its parts.
    """
    lower = state.charts.value("demoralised-morale")
    battalions: dict[str, list[int]] = {}
    for unit in units:
        morale = unit.type.morale + lower * (unit.state == DEMORALISED)
        battalions.setdefault(unit.type.of or unit.id, []).append(morale)
    if not battalions:
        return 0, 0
    shares = prod(len(parts) for parts in battalions.values())
    total = sum(sum(parts) * (shares // len(parts)) for parts in battalions.values())
    return total, shares * len(battalions)


def nearest(value: int, parts: int) -> int:
    """The whole number nearest to a fraction, halves toward zero."""
    size = (2 * abs(value) + parts - 1) // (2 * parts)
    return size if value > 0 else -size


def heads(state: State, on: Hex) -> str:
    """The row of column heads (9.4)."""
    return "night" if state.night else state.charts.terrain[state.board.terrain[on]].crt


# ── The odds (9.3)


class Odds(NamedTuple):
    """The strengths, column and shifts of an attack."""

    attack: Sum
    defence: Sum
    heads: str
    start: str | None
    """The column before shifts; None: too weak for any."""
    shifts: list[Modifier]


@rule("9.3")
def combat_odds(state: State, fight: Fight) -> Odds:
    """Strengths, the column that they give, and all shifts."""
    units = state.named(fight.attackers)
    guns = [state.units[id] for id in fight.offence if id != AIR_MARKER]
    attacking = Sum(
        tuple(StrengthLine(unit.id, attack(unit)) for unit in units),
        tuple(StrengthLine(gun.id, support(state, gun, ATTACKER, fight.on, units)) for gun in guns),
    )
    defending = defenders_sum(state, state.named(fight.defenders), fight.on, fight.support)
    row = heads(state, fight.on)
    start = state.charts.table("crt").column_for(attacking.total, defending.total, row) if defending.total else None
    return Odds(attacking, defending, row, start, shifts(state, fight))


def planned(state: State, units: list[Unit], on: Hex) -> Fight:
    """The fight that an attack would begin."""
    defenders = [unit.id for unit in state.side_at(other_side(units[0].side), on)]
    origins = tuple(sorted({unit.at for unit in units}))
    given = tuple(state.assigned.get(on, ()))
    return Fight(tuple(unit.id for unit in units), tuple(defenders), on, origins, offence=given)
