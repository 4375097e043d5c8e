"""7.2.2, 7.2.3, 7.5, 11.31: support, Marine fire at a hex, and Japanese fire at units ashore."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import BAIRIKI, airstrip_near_unsecured, disc, distance, neighbours
from tarawa_cli.games.tarawa.model.charts import fire_result, result_number, suppresses
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left
from tarawa_cli.games.tarawa.rules.ch07_actions import (
    able_to_act,
    area_of,
    check_ap,
    check_can_act,
    near_uncleared,
)
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import general_morale
from tarawa_cli.games.tarawa.rules.japanese_fire import apply_effect, area_modifiers
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.tables import Modifier, modifier_sum
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
    if at not in neighbours(unit.hex):
        raise Refused("7.2.2", f"{at} is not next to {unit.id}", _other_target(state, unit, at))
    if at in unit.fired:
        raise Refused("7.2", f"{unit.id} has already suppressed {at} this turn", _other_target(state, unit, at))
    check_support(state, [unit.id], support, [at])
    most = int(state.charts.value("fire-supporters"))
    if len(support) > most:
        helped = f" --support {' '.join(support[:most])}" if most else ""
        raise Refused("7.2.2", f"at most {plural(most, 'unit')} may support a fire", f"fire {unit.id} {at}{helped}")
    check_shore_point(state, shore)


def _other_target(state: State, unit: Unit, at: Hex) -> str:
    """A legal fire at the hex nearest to the one named."""
    able = [hex for hex in neighbours(unit.hex) if state.is_uncleared(hex) and hex not in unit.fired]
    nearest = min(able, key=lambda hex: (distance(hex, at), hex), default="")
    return f"fire {unit.id} {nearest}" if nearest else "it has no target left next to it"


@rule("7.2.2", "9.4")
def fire(play: Play[State], unit: Unit, at: Hex, support: Sequence[str], shore: bool) -> bool:
    """One fire; returns whether it leaves a suppression marker."""
    state = play.state
    apply.ap_spent(play, "7.2.2", unit=unit.id, cost=state.charts.value("fire-ap"))
    spend_support(play, support, shore)
    modifiers = general_morale(state, "marines") + support_modifiers(play, support, [at], shore, demolition=False)
    if unit.supply == "none":
        modifiers.append(state.charts.modifier("unsupplied-fire"))
    row, _ = play.roll(state.charts.table("marine-fire"), modifiers, rule="7.2.2", on=at)
    if not suppresses(row.result):
        return False
    apply.hex_suppressed(play, "7.2.2", unit=unit.id, hex=at, markers=state.suppressed.get(at, 0) + 1)
    return True


# ── 7.2.3: shore support points


@rule("7.2.3", "10.1.3", "10.1.5")
def roll_shore_points(play: Play[State]) -> None:
    """Rolled each day turn, less permanent losses to raids and sunk ships."""
    state = play.state
    row, _ = play.roll(state.charts.table("shore-support"), rule="7.2.3")
    apply.shore_points_set(play, "7.2.3", points=max(0, result_number(row.result) - state.shore_loss))


# ── 7.2.3: support by units and by shore points


@rule("7.2.3", "8.9")
def check_support(
    state: State, actors: Sequence[str], support: Sequence[str], targets: Sequence[Hex], demolition: bool = False
) -> None:
    """No unit supports twice, or what it takes part in; each must be able to act and in supply, except on Bairiki."""
    for id in support:
        if id in actors or support.count(id) > 1:
            what = f"{id} cannot both take part and support, or support twice"
            raise Refused("7.2.3", what, "name another supporter")
        unit = state.units[id]
        if unit.at != BAIRIKI:
            check_can_act(state, unit)
            if unit.supply == "none":
                raise Refused("8.9", f"{id} is unsupplied and cannot support", "name another supporter")
        if not supports_reach(state, unit, targets):
            areas, hexes = " and ".join(state.charts.value("bairiki-areas")), " or ".join(targets)
            where = f"on Bairiki reaches only {areas}" if unit.at == BAIRIKI else f"is not next to {hexes}"
            raise Refused("7.2.3", f"{id} {where}", "name another supporter")
        if not support_value(state, unit, targets, demolition):
            what = "a demolition" if demolition else "anything against a pillbox hex"
            raise Refused("7.2.3", f"{id} cannot support {what}", "infantry, engineers or Shermans")
        check_ap(state, unit, state.charts.value("support-ap"), "7.2.3", "support")


@rule("7.2.3", "11.2")
def supports_reach(state: State, unit: Unit, targets: Sequence[Hex]) -> bool:
    """Next to a target; artillery anywhere, but from Bairiki only into the tail."""
    if unit.at == BAIRIKI:
        areas = state.charts.value("bairiki-areas")
        return all(state.board.area_of[hex] in areas for hex in targets)
    return unit.type.can("supports-from-afar") or any(hex in neighbours(unit.hex) for hex in targets)


@rule("7.2.3")
def support_value(state: State, unit: Unit, targets: Sequence[Hex], demolition: bool) -> int:
    """The printed value, or the one against pillboxes; of two targets the lower."""
    if demolition:
        return unit.type.support["demolition"]
    return min(unit.type.support["pillbox" if state.pillboxes_standing(hex) > 0 else "hex"] for hex in targets)


def check_shore_point(state: State, wanted: bool) -> None:
    if wanted and not state.shore:
        raise Refused("7.2.3", "there is no shore point left this turn", "the same without --shore")


def spend_support(play: Play[State], support: Sequence[str], shore: bool) -> None:
    for id in support:
        apply.supported(play, "7.2.3", unit=id, cost=play.state.charts.value("support-ap"))
    if shore:
        apply.shore_point_used(play, "7.2.3", left=play.state.shore - 1)


@rule("7.2.3")
def support_modifiers(
    play: Play[State], support: Sequence[str], targets: Sequence[Hex], shore: bool, demolition: bool
) -> list[Modifier]:
    """One supporter gives its value; two or more roll on Close Support, or give the best single value if higher."""
    state = play.state
    modifiers = []
    if support:
        best = max(support_value(state, state.units[id], targets, demolition) for id in support)
        if len(support) > 1:
            row, _ = play.roll(state.charts.table("close-support"), rule="7.2.3")
            best = max(best, result_number(row.result))
        modifiers.append(Modifier(best, f"support by {', '.join(support)}", "7.2.3"))
    if shore:
        modifiers.append(state.charts.modifier("shore-point"))
    return modifiers


def can_support(state: State, able: Sequence[Unit]) -> list[Unit]:
    """Of some units that can act, those that could support a target within reach; and the guns on Bairiki."""
    cost = state.charts.value("support-ap")
    guns = [unit for unit in state.units.values() if unit.at == BAIRIKI]
    return [unit for unit in [*able, *guns] if ap_left(state, unit) >= cost and (unit in guns or unit.supply != "none")]


def supporters(
    state: State,
    actors: Sequence[str],
    targets: Sequence[Hex],
    demolition: bool,
    among: Sequence[Unit] | None = None,
) -> list[str]:
    """All units that can support now, or those of `among` that can, the most useful first."""
    helpers = can_support(state, able_to_act(state)) if among is None else among
    able = [unit for unit in helpers if unit.id not in actors and supports_reach(state, unit, targets)]
    values = {unit.id: support_value(state, unit, targets, demolition) for unit in able}
    return sorted((id for id, value in values.items() if value), key=lambda id: -values[id])


# ── 7.2.4, 7.5, 11.31: what all Japanese fire at units ashore has in common


def fire_at(play: Play[State], unit: Unit, modifiers: list[Modifier], rule: str) -> None:
    """One roll in column `ashore`, and its effects."""
    row, _ = play.roll(play.state.charts.table("japanese-fire"), modifiers, rule=rule, column="ashore", on=unit.id)
    apply_effect(play, unit, fire_result(row.result), rule)


def terrain_modifier(state: State, unit: Unit) -> list[Modifier]:
    """The combat number of the target's hex (2.3)."""
    terrain = state.charts.terrain["pier" if unit.on_pier else state.board.terrain[unit.at]]
    return [Modifier(terrain.combat, f"in {terrain.name}", "2.3")] if terrain.combat else []


@rule("11.1")
def improved_modifier(state: State, unit: Unit) -> list[Modifier]:
    return [state.charts.modifier("improved-position")] if unit.at in state.improved else []


# ── 7.2.4, 7.2.5: defensive fire


@rule("7.2.4", "7.2.5")
def defensive_modifiers(state: State, unit: Unit, targets: Iterable[Hex]) -> list[Modifier]:
    """Fire from a target next to the unit: the least suppressed one, then the one with the higher modified roll."""
    beside = [hex for hex in targets if hex in neighbours(unit.hex)]
    least = min(state.suppressed.get(hex, 0) for hex in beside)
    sources = [hex for hex in beside if state.suppressed.get(hex, 0) == least]
    modifiers = [*general_morale(state, "japanese"), *terrain_modifier(state, unit)]
    modifiers += [state.charts.modifier("suppression-marker", least)] if least else []
    area_of = state.board.area_of
    modifiers += max((area_modifiers(state, area_of[hex], except_hex=hex) for hex in sources), key=modifier_sum)
    return modifiers + improved_modifier(state, unit)


# ── 7.5: offensive fire


@rule("7.5", "6.6")
def offensive_targets(state: State) -> dict[str, list[Unit]]:
    """Units ashore within two hexes of an uncleared hex, by area in map order; 2632 counts as Red 3."""
    far, found = state.charts.value("offensive-distance"), dict[str, list[Unit]]()
    for unit in state.ashore():
        if not disc(unit.hex, far).isdisjoint(state.uncleared):
            found.setdefault(area_of(state, unit), []).append(unit)
    return {area: found[area] for area in state.board.areas if area in found}


@rule("7.5", "6.6")
def offensive_modifiers(state: State, unit: Unit) -> list[Modifier]:
    """Fire from the area of the nearest uncleared hex; a unit in 2632 counts as in clear terrain."""
    here = unit.hex
    near = near_uncleared(state, here, state.charts.value("offensive-distance"))
    least = min(distance(here, hex) for hex in near)
    areas = state.board.areas_of(hex for hex in near if distance(here, hex) == least)
    ground = [] if unit.on_pier else terrain_modifier(state, unit)
    modifiers = [*general_morale(state, "japanese"), *ground, *improved_modifier(state, unit)]
    return modifiers + max((area_modifiers(state, area) for area in areas), key=modifier_sum)


# ── 11.31: fire on the airstrip


@rule("11.31")
def airstrip_under_fire(state: State) -> frozenset[Hex]:
    """Airstrip hexes in an unsecured area or within three hexes of one."""
    return airstrip_near_unsecured(state.areas_secured, state.charts.value("airstrip-distance"))


@rule("11.31")
def draws_airstrip_fire(state: State, at: Hex) -> bool:
    return at in airstrip_under_fire(state)


@rule("11.31")
def airstrip_modifiers(state: State, unit: Unit, at: Hex) -> list[Modifier]:
    """Fire from the nearest unsecured area within three hexes."""
    near = {a: state.board.distance_to_area(at, a) for a in state.board.areas if not state.is_secured(a)}
    sources = [area_modifiers(state, area) for area, far in near.items() if far == min(near.values())]
    return [*general_morale(state, "japanese"), *terrain_modifier(state, unit), *max(sources, key=modifier_sum)]
