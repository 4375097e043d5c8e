"""The phases of points and supply: `support`, `supply-points`, `supply-check`."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules import ch08_supply
from tarawa_cli.games.tarawa.rules.ch07_actions.fire import roll_shore_points
from tarawa_cli.kernel.engine.phases import Phase
from tarawa_cli.kernel.engine.play import Play

# ── Phase `support`: shore support points, by day


def support_applies(state: State) -> bool:
    return not state.night


SUPPORT = Phase(applies=support_applies, enter=roll_shore_points)


# ── Phase `supply-points`


def supply_points_applies(state: State) -> bool:
    return state.turn >= int(state.charts.value("supply-turn"))


@rule("8.1", "8.4")
def supply_points_enter(play: Play[State]) -> None:
    ch08_supply.landing_supply_ends(play)
    ch08_supply.free_markers(play)
    ch08_supply.roll_points(play)


def supply_points_waits(state: State) -> bool:
    return bool(state.stock) and bool(ch08_supply.suppliable(state))


SUPPLY_POINTS = Phase(applies=supply_points_applies, enter=supply_points_enter, waits=supply_points_waits)


# ── Phase `supply-check`


def supply_check_waits(state: State) -> bool:
    """Whether a head could be placed; by standing answer, whether one is needed."""
    if state.new_heads == "needed":
        return ch08_supply.needs_head(state)
    return bool(ch08_supply.head_sites(state))


SUPPLY_CHECK = Phase(
    applies=supply_points_applies,
    enter=ch08_supply.used_markers_go,
    waits=supply_check_waits,
    leave=ch08_supply.set_status,
)
