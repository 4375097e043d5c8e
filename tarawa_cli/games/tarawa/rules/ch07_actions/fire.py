"""7.2.2, 7.5, 11.31: Marine fire at a hex, and Japanese fire at units ashore."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import airstrip_near_unsecured, disc, distance, neighbours
from tarawa_cli.games.tarawa.model.charts import fire_result
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch06_landing.japanese_fire import area_modifiers, japanese_morale
from tarawa_cli.games.tarawa.rules.ch07_actions.ground import (
    area_of,
    check_ap,
    check_can_act,
    combat_number,
    is_unsupplied,
    near_uncleared,
    standing,
)
from tarawa_cli.games.tarawa.rules.ch07_actions.hits import apply_effect
from tarawa_cli.games.tarawa.rules.ch07_actions.support import (
    check_shore,
    check_supporters,
    spend_support,
    support_modifiers,
)
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Iterable, Sequence
from tarawa_cli.kernel.narration.visible import plural

# ── 7.2.2: Marine fire suppresses a hex


@rule("7.2.2")
def check_fire(state: State, unit: Unit, at: Hex, support: Sequence[str], shore: bool) -> None:
    check_can_act(state, unit)
    if not unit.type.on_foot:
        raise Refused(
            "7.2.2",
            f"only infantry and engineers can fire; {unit.id} can support",
            f"infantry or engineers next to {at}, with --support {unit.id}",
        )
    check_ap(state, unit, state.charts.value("fire-ap"), "7.2.2", "fire")
    if not state.is_uncleared(at):
        raise Refused("7.2.2", f"{at} is not an uncleared hex", _other_target(state, unit, at))
    if at not in neighbours(standing(unit)):
        raise Refused("7.2.2", f"{at} is not next to {unit.id}", _other_target(state, unit, at))
    if at in unit.fired:
        raise Refused("7.2", f"{unit.id} has suppressed {at} this turn already", _other_target(state, unit, at))
    check_supporters(state, [unit.id], support, [at], demolition=False)
    most = int(state.charts.value("fire-supporters"))
    if len(support) > most:
        helped = f" --support {' '.join(support[:most])}" if most else ""
        raise Refused("7.2.2", f"at most {plural(most, 'unit')} may support a fire", f"fire {unit.id} {at}{helped}")
    if shore:
        check_shore(state)


def _other_target(state: State, unit: Unit, at: Hex) -> str:
    """A legal fire at the hex nearest to the one named."""
    able = [hex for hex in neighbours(standing(unit)) if state.is_uncleared(hex) and hex not in unit.fired]
    nearest = min(able, key=lambda hex: (distance(hex, at), hex), default="")
    return f"fire {unit.id} {nearest}" if nearest else "nothing is left next to it to fire at"


@rule("7.2.2", "9.4")
def fire(play: Play[State], unit: Unit, at: Hex, support: Sequence[str], shore: bool) -> bool:
    """One fire; returns whether it leaves a suppression marker."""
    state = play.state
    apply.ap_spent(play, "7.2.2", unit=unit.id, cost=state.charts.value("fire-ap"))
    spend_support(play, support, shore)
    modifiers = marine_morale(state) + support_modifiers(play, support, [at], shore, demolition=False)
    if is_unsupplied(unit):
        modifiers.append(state.charts.modifier("unsupplied-fire"))
    row, _ = play.roll(state.charts.table("marine-fire"), modifiers, rule="7.2.2", on=at)
    if row.result not in ("S", "S*"):
        return False
    apply.hex_suppressed(play, "7.2.2", unit=unit.id, hex=at, markers=state.suppressed.get(at, 0) + 1)
    return True


@rule("9.4")
def marine_morale(state: State) -> list[Modifier]:
    level = state.level("marines")
    return [Modifier(level, "Marine general morale", "9.4")] if level else []


# ── 11.31, 7.2.4, 7.5: Japanese fire at units ashore


def fire_at(play: Play[State], unit: Unit, modifiers: list[Modifier], rule: str) -> None:
    """One roll in column `ashore`, and its effects."""
    row, _ = play.roll(play.state.charts.table("japanese-fire"), modifiers, rule=rule, column="ashore", on=unit.id)
    apply_effect(play, unit, fire_result(row.result), rule)


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
    return airstrip_near_unsecured(state.areas_secured, state.charts.value("airstrip-distance"))


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
