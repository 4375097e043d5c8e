"""Chapters 5 and 6: the bombardment, and the invasion over the reef to the beach. Here chapter 5, and 6.4 in part."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import betio, neighbours
from tarawa_cli.games.tarawa.model.charts import Charts, result_number
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.model.unit_types import UnitType
from tarawa_cli.kernel.board.hexes import Hex, hexside, spread
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Iterable, NamedTuple
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.standard import cache, lru_cache, partial

# ── 5: the pre-invasion bombardment


@rule("5.1")
def bombard(play: Play[State], delay: int) -> None:
    """One roll, plus one for each impulse of turn 1 that is given up."""
    charts = play.state.charts
    modifiers = [charts.modifier("delay", delay)] if delay else []
    row, _ = play.roll(charts.table("bombardment"), modifiers, rule="5.1")
    apply.bombarded(play, "5.1", chits=result_number(row.result), delay=delay)


@rule("5.1")
def place_chits(play: Play[State], areas: tuple[str, ...]) -> None:
    """Draw a chit blind for each area named."""
    cup = full_cup(play.state)
    for area in areas:
        chit = play.pick(cup, f"the chit for {area}", "5.1")
        cup.remove(chit)
        apply.chit_placed(play, "5.1", area=area, chit=chit)


def full_cup(state: State) -> list[int]:
    """All chits in the order in which a draw counts them: -2s, -1s, blanks."""
    cup = state.charts.value("cup")
    return [int(chit) for chit in sorted(cup, key=int) for _ in range(cup[chit])]


@rule("5.1")
def check_chits(state: State, areas: tuple[str, ...]) -> None:
    due = state.chits_due
    if not due:
        raise Refused("5.1", "there are no chits to place", "next" if state.chits else "bombard")
    twice = next((area for area in areas if areas.count(area) > 1), "")
    if twice:
        raise Refused(
            "5.1", f"an area takes one chit, and {twice} is named more than once", chits_example(state, areas)
        )
    if len(areas) != due:
        raise Refused(
            "5.1",
            f"the bombardment won {plural(due, 'chit')}, but you named {plural(len(areas), 'area')}",
            chits_example(state, areas),
        )


def chits_example(state: State, areas: tuple[str, ...] = ()) -> str:
    """As many different areas as there are chits, starting with those named."""
    wanted = dict.fromkeys([*areas, *state.board.areas])
    return "chits " + " ".join(list(wanted)[: state.chits_due])


@rule("5.2")
def age_chits(play: Play[State]) -> None:
    """At the start of a turn: in turn 2 a -2 becomes -1 and the others go; in turn 3 all go."""
    state = play.state
    if not state.chits:
        return
    left = {area: -1 for area, chit in state.chits.items() if chit == -2} if state.turn == 2 else {}
    apply.chits_aged(play, "5.2", left=left)


# ── 6.4: routes over the reef, computed once


class ReefMove(NamedTuple):
    """The hexes that a unit enters in an impulse, and the AP it has spent by then."""

    route: tuple[Hex, ...]
    spent: float


def pays(full: float, spent: float, cost: float) -> float | None:
    """The AP spent after one more hex; None if the unit cannot pay.

    A unit that has not moved may always enter one hex by spending its whole allowance.
    """
    if spent + cost <= full:
        return spent + cost
    return full if spent == 0 and full > 0 else None


@rule("6.3", "6.6.2")
def abandon(play: Play[State], craft: Unit, rule: str) -> None:
    """Infantry and engineers in a lost or stranded craft wade on; artillery, tanks and supplies are lost."""
    passenger = play.state.passenger(craft)
    if passenger and passenger.type.on_foot:
        apply.wades_on(play, rule, unit=passenger.id, hex=craft.at, beach=craft.beach)
    elif passenger:
        apply.unit_lost(play, rule, unit=passenger.id)
    if craft.load:
        apply.supply_lost(play, rule, craft=craft.id)


def water_gait(unit: UnitType) -> str:
    """How a unit moves in the water: as a craft, as a tank, or on foot."""
    return "foot" if unit.is_gun else unit.nature.moves


@cache
def open_terrain(gait: str) -> frozenset[str]:
    """The terrain of reef and landing hexes that a kind of unit may enter (2.3)."""
    chart = Charts({}).terrain
    return frozenset(
        t.id for t in chart.values() if (t.place == "water" or t.id == "landing") and getattr(t, gait) is not None
    )


@cache
def open_hexes(gait: str) -> frozenset[Hex]:
    """The reef and landing hexes that a kind of unit may enter."""
    able = open_terrain(gait)
    return frozenset(at for at, terrain in betio().terrain.items() if terrain in able)


@rule("6.4", "11.33", "11.34")
def leads_to(gait: str, here: Hex, there: Hex) -> bool:
    """Whether a hex may be entered from a water hex next to it.

    Craft and tanks avoid obstacles; no unit crosses the pier.
    """
    able = open_hexes(gait)
    board = betio()
    return here in able and there in able and board.is_water(here) and hexside(here, there) not in board.pier_sides


@cache
def links(gait: str, here: Hex) -> tuple[Hex, ...]:
    """The hexes that may be entered from a water hex, by number."""
    return tuple(there for there in neighbours(here) if leads_to(gait, here, there))


@cache
def behind(gait: str, there: Hex) -> tuple[Hex, ...]:
    """The water hexes from which a hex may be entered."""
    return tuple(here for here in neighbours(there) if there in links(gait, here))


@lru_cache(maxsize=1024)
def steps_to(gait: str, goals: tuple[Hex, ...]) -> dict[Hex, int]:
    """The number of steps from every water hex to the nearest of some landing or entry hexes."""
    return spread(goals, partial(behind, gait))


def nearest(gait: str, at: Hex, goals: Iterable[Hex]) -> int:
    """Steps to the nearest of some goals; 999 if none can be reached."""
    return steps_to(gait, tuple(goals)).get(at, 999)


@cache
@rule("6.4")
def fronts(beach: str, gait: str, here: Hex) -> tuple[Hex, ...]:
    """The front hexes of a unit that it may enter, given its beach, by number."""
    front = betio().beaches[beach].front(here)
    return tuple(there for there in links(gait, here) if there in front)


@lru_cache(maxsize=4096)
def ahead_of(beach: str, gait: str, here: Hex, ap: int) -> frozenset[Hex]:
    """The hexes that a unit alone on the reef could reach through front hexes with some AP; at least one."""
    found, edge = set[Hex](), {here}
    for _ in range(max(1, ap // int(min(costs(gait).values())))):
        edge = {there for at in edge for there in fronts(beach, gait, at)}
        found |= edge
    return frozenset(found)


@cache
def costs(gait: str) -> dict[str, float]:
    """The cost of each reef and landing terrain for a kind of unit."""
    return {t.id: getattr(t, gait) for t in Charts({}).terrain.values() if t.id in open_terrain(gait)}


@lru_cache(maxsize=1024)
@rule("6.4")
def front_steps(beach: str, gait: str, goals: tuple[Hex, ...]) -> dict[Hex, int]:
    """The hexes from which front hexes lead to one of some landing hexes, with the steps to the nearest."""
    return spread(goals, partial(fronts_behind, beach, gait))


@cache
def fronts_behind(beach: str, gait: str, there: Hex) -> tuple[Hex, ...]:
    """The hexes of whose front hexes this is one, and from which it may be entered."""
    return tuple(here for here in betio().beaches[beach].back(there) if leads_to(gait, here, there))
