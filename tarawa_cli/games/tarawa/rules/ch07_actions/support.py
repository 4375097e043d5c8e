"""7.2.3: support by units and by shore points."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import BAIRIKI, neighbours
from tarawa_cli.games.tarawa.model.charts import result_number
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch07_actions.ground import (
    able_to_act,
    check_ap,
    check_can_act,
    is_unsupplied,
    standing,
)
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Sequence

# ── 7.2.3: shore support points


@rule("7.2.3", "10.1.3", "10.1.5")
def roll_shore_points(play: Play[State]) -> None:
    """Rolled each day turn, less permanent losses to raids and sunk ships."""
    state = play.state
    row, _ = play.roll(state.charts.table("shore-support"), rule="7.2.3")
    apply.shore_points_set(play, "7.2.3", points=max(0, result_number(row.result) - state.shore_loss))


# ── 7.2.3: support by units and by shore points


@rule("7.2.3", "11.2")
def check_support(state: State, unit: Unit, targets: Sequence[Hex], demolition: bool) -> None:
    """From a friendly hex next to a target; artillery from anywhere, but from Bairiki only into the tail."""
    if unit.at == BAIRIKI:
        if not _reaches(state, unit, targets):
            areas = state.charts.value("bairiki-areas")
            raise Refused("7.2.3", f"{unit.id} on Bairiki reaches only {' and '.join(areas)}", "name another supporter")
    else:
        check_can_act(state, unit)
        if is_unsupplied(unit):
            raise Refused("8.9", f"{unit.id} is unsupplied and cannot support", "name another supporter")
        if not _reaches(state, unit, targets):
            raise Refused("7.2.3", f"{unit.id} is not next to {' or '.join(targets)}", "name another supporter")
    if not support_value(state, unit, targets, demolition):
        what = "a demolition" if demolition else "anything against a pillbox hex"
        raise Refused("7.2.3", f"{unit.id} cannot support {what}", "infantry, engineers or Shermans")
    check_ap(state, unit, state.charts.value("support-ap"), "7.2.3", "support")


@rule("7.2.3", "11.2")
def _reaches(state: State, unit: Unit, targets: Sequence[Hex]) -> bool:
    if unit.at == BAIRIKI:
        areas = state.charts.value("bairiki-areas")
        return all(state.board.area_of[hex] in areas for hex in targets)
    return unit.type.can("supports-from-afar") or any(hex in neighbours(standing(unit)) for hex in targets)


@rule("7.2.3")
def support_value(state: State, unit: Unit, targets: Sequence[Hex], demolition: bool) -> int:
    """The printed value, or the one against pillboxes; of two targets the lower."""
    if demolition:
        return unit.type.support["demolition"]
    return min(unit.type.support["pillbox" if state.pillboxes_standing(hex) > 0 else "hex"] for hex in targets)


def check_supporters(
    state: State, actors: Sequence[str], support: Sequence[str], targets: Sequence[Hex], demolition: bool
) -> None:
    for id in support:
        if id in actors or support.count(id) > 1:
            raise Refused(
                "7.2.3", f"{id} cannot both take part and support, or support twice", "name another supporter"
            )
        check_support(state, state.units[id], targets, demolition)


def check_shore(state: State) -> None:
    if not state.shore:
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
        total = max(best, _close_support(play)) if len(support) > 1 else best
        modifiers.append(Modifier(total, f"support by {', '.join(support)}", "7.2.3"))
    if shore:
        modifiers.append(state.charts.modifier("shore-point"))
    return modifiers


def _close_support(play: Play[State]) -> int:
    row, _ = play.roll(play.state.charts.table("close-support"), rule="7.2.3")
    return result_number(row.result)


def can_support(state: State, able: Sequence[Unit]) -> list[Unit]:
    """Of some units that can act, those that could support a target within reach; and the guns on Bairiki."""
    cost = state.charts.value("support-ap")
    guns = [unit for unit in state.units.values() if unit.at == BAIRIKI]
    return [
        unit for unit in [*able, *guns] if ap_left(state, unit) >= cost and (unit in guns or not is_unsupplied(unit))
    ]


def supporters(
    state: State,
    actors: Sequence[str],
    targets: Sequence[Hex],
    demolition: bool,
    among: Sequence[Unit] | None = None,
) -> list[str]:
    """All units that can support now, or those of `among` that can, the most useful first."""
    helpers = can_support(state, able_to_act(state)) if among is None else among
    able = [unit for unit in helpers if unit.id not in actors and _reaches(state, unit, targets)]
    values = {unit.id: support_value(state, unit, targets, demolition) for unit in able}
    return sorted((id for id, value in values.items() if value), key=lambda id: -values[id])
