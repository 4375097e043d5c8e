"""Strengths in combat (9.91), each change in the order of the paragraph."""

from collections.abc import Iterable

from tarawa_cli.games.malta.model.state import AIR_MARKER, DEFENDER, DEMORALISED, DISORGANISED, Fight, State, Unit
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05.zones import is_fort
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.hints import NamedTuple


def halved(value: int) -> int:
    """Rounded up, always."""
    return -(-value // 2)


def lowered(value: int, floor: int) -> int:
    """One less, but a floor never raises what was lower before."""
    return max(value - 1, min(value, floor))


@rule("9.91")
def weakened(unit: Unit, value: int, least: int = 1) -> int:
    """A strength after want of supply, disorder, and loss of heart."""
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
def offence(state: State, gun: Unit, on: Hex, fighting: Iterable[Unit]) -> int:
    """The offensive support of a gun against a hex."""
    value = _support(state, gun, gun.type.offence, fighting)
    halves = state.charts.terrain[state.board.terrain[on]].halves_guns
    return halved(value) if halves else value


@rule("9.91")
def support(state: State, gun: Unit, fighting: Iterable[Unit]) -> int:
    """The defensive support of a gun."""
    return _support(state, gun, defensive_value(gun), fighting)


def defensive_value(gun: Unit) -> int:
    """The printed defensive support; a ship has one value for attack and defence (2.1)."""
    return gun.type.offence if gun.can("ship") else gun.type.support


def _support(state: State, gun: Unit, printed: int, fighting: Iterable[Unit]) -> int:
    """Out of supply, disorganised, mixed formations but for ships, night."""
    value = weakened(gun, gun.type.weakened(printed, gun.steps), state.charts.value("gun-floor"))
    if gun.side == "axis" and gun.can("gun") and not any(is_one_formation(gun, unit) for unit in fighting):
        value = halved(value)
    return halved(value) if state.night else value


@rule("15")
def is_one_formation(one: Unit, other: Unit) -> bool:
    """Fortress troops belong to every Allied formation; an independent unit is one of its own."""
    if one.side == "allied" and "fortress" in (one.formation, other.formation):
        return True
    return one is other or one.formation == other.formation != "none"


# ── Both sides of a fight


@rule("9.1", "9.92", "14.2")
def fighting(state: State, fight: Fight, role: int) -> list[Unit]:
    """Those of a side who fight: all attackers; in the hex attacked all who have a defence."""
    units = state.named(fight.units(role))
    return [unit for unit in units if unit.strength[1]] if role == DEFENDER else units


class Line(NamedTuple):
    """A unit and what it counts."""

    unit: str
    value: int


class Sum(NamedTuple):
    """The strength of one side, piece by piece."""

    units: tuple[Line, ...]
    support: tuple[Line, ...]
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
def attackers_sum(state: State, units: list[Unit], on: Hex, guns: Iterable[str]) -> Sum:
    supporting = [state.units[id] for id in guns if id != AIR_MARKER]
    return Sum(
        tuple(Line(unit.id, attack(unit)) for unit in units),
        tuple(Line(gun.id, offence(state, gun, on, units)) for gun in supporting),
    )


@rule("9.3")
def defenders_sum(state: State, units: list[Unit], on: Hex, guns: Iterable[str]) -> Sum:
    supporting = [state.units[id] for id in guns]
    doubled = state.charts.terrain[state.board.terrain[on]].doubles or is_fort(state, on)
    return Sum(
        tuple(Line(unit.id, defence(unit)) for unit in units if unit.strength[1]),
        tuple(Line(gun.id, support(state, gun, units)) for gun in supporting),
        2 if doubled else 1,
    )
