"""11.31, 7.2.4, 7.5: Japanese fire at units ashore."""

from collections.abc import Iterable

from tarawa_cli.games.tarawa.geography.grid import disc, distance, neighbours
from tarawa_cli.games.tarawa.model import control, results
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch06.japanese_fire import area_modifiers, japanese_morale
from tarawa_cli.games.tarawa.rules.ch07.ground import area_of, combat_number, near_uncleared, standing
from tarawa_cli.games.tarawa.rules.ch07.hits import suffer
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.modifiers import Modifier
from tarawa_cli.kernel.play import Play


def fire_at(play: Play[State], unit: Unit, modifiers: list[Modifier], rule: str) -> None:
    """One roll in column `ashore`, and its effects."""
    row, _ = play.roll(play.state.charts.table("japanese-fire"), modifiers, rule=rule, column="ashore", on=unit.id)
    suffer(play, unit, results.fire(row.result), rule)


def terrain_modifier(state: State, unit: Unit) -> list[Modifier]:
    """The combat number of the hex in which the target stands (2.3)."""
    number = combat_number(state, unit)
    name = "pier" if unit.on_pier else state.board.terrain[unit.at]
    return [Modifier(number, f"in {state.charts.terrain[name].name}", "2.3")] if number else []


@rule("11.1")
def improved_modifier(state: State, unit: Unit) -> list[Modifier]:
    return [state.charts.modifier("improved-position")] if unit.at in state.improved else []


def worst(choices: Iterable[list[Modifier]]) -> list[Modifier]:
    """Ties between sources of fire go to the higher modified roll."""
    return max(choices, key=lambda modifiers: sum(m.value for m in modifiers))


# ── 11.31


@rule("11.31")
def airstrip_under_fire(state: State) -> frozenset[Hex]:
    """Airstrip hexes in an unsecured area or within three hexes of one."""
    return control.airstrip_near_unsecured(state.areas_secured, state.charts.value("airstrip-distance"))


@rule("11.31")
def draws_airstrip_fire(state: State, at: Hex) -> bool:
    return at in airstrip_under_fire(state)


def _unsecured_near(state: State, at: Hex) -> list[str]:
    """The nearest unsecured areas within three hexes."""
    near = {a: state.board.distance_to_area(at, a) for a in state.board.areas if not state.is_secured(a)}
    least = min(near.values(), default=99)
    return (
        [area for area, far in near.items() if far == least] if least <= state.charts.value("airstrip-distance") else []
    )


@rule("11.31")
def airstrip_modifiers(state: State, unit: Unit, at: Hex) -> list[Modifier]:
    areas = _unsecured_near(state, at)
    return [*japanese_morale(state), *terrain_modifier(state, unit), *worst(area_modifiers(state, a) for a in areas)]


# ── 7.2.4, 7.2.5


@rule("7.2.4", "7.2.5")
def defensive_modifiers(state: State, unit: Unit, targets: Iterable[Hex]) -> list[Modifier]:
    """Fire from a target next to the unit: the least suppressed one, then the one with the higher modified roll."""
    beside = [hex for hex in targets if hex in neighbours(standing(unit))]
    least = min(state.suppressed.get(hex, 0) for hex in beside)
    sources = [hex for hex in beside if state.suppressed.get(hex, 0) == least]
    common = [*japanese_morale(state), *terrain_modifier(state, unit)]
    return common + worst(_from_hex(state, hex) for hex in sources) + improved_modifier(state, unit)


def _from_hex(state: State, at: Hex) -> list[Modifier]:
    markers = state.suppressed.get(at, 0)
    own = [state.charts.modifier("suppression-marker", markers)] if markers else []
    return own + area_modifiers(state, state.board.area_of[at], but=at)


# ── 7.5


@rule("7.5", "6.6")
def offensive_targets(state: State) -> dict[str, list[Unit]]:
    """Units ashore within two hexes of an uncleared hex, by area in map order; 2632 counts as Red 3."""
    far, found = state.charts.value("offensive-distance"), dict[str, list[Unit]]()
    for unit in state.ashore():
        if not disc(standing(unit), far).isdisjoint(state.uncleared):
            found.setdefault(area_of(state, unit), []).append(unit)
    return {area: found[area] for area in state.board.areas if area in found}


@rule("7.5", "6.6")
def offensive_modifiers(state: State, unit: Unit) -> list[Modifier]:
    """Fire from the area of the nearest uncleared hex; a unit in 2632 counts as in clear terrain."""
    here = standing(unit)
    near = near_uncleared(state, here, state.charts.value("offensive-distance"))
    least = min(distance(here, hex) for hex in near)
    areas = state.board.areas_of(hex for hex in near if distance(here, hex) == least)
    ground = [] if unit.on_pier else terrain_modifier(state, unit)
    common = [*japanese_morale(state), *ground, *improved_modifier(state, unit)]
    return common + worst(area_modifiers(state, area) for area in areas)
