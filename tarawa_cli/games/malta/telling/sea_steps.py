"""What can be done next from the sea, with commands to type."""

from collections.abc import Callable, Iterable

from tarawa_cli.games.malta.model.places import WAVES, zone_of
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders import passes
from tarawa_cli.games.malta.rules.ch05.zones import Field
from tarawa_cli.games.malta.rules.ch16.ships import unplaced
from tarawa_cli.games.malta.rules.ch18.boxes import in_box, lift_left, points, possible, waiting
from tarawa_cli.games.malta.telling.doing import do, jump_plan

MOST = 8


def _few(commands: Iterable[str]) -> list[str]:
    """A few of them, one for each who is named first."""
    first = {command.split()[1]: command for command in reversed(list(commands))}
    return [do(command) for command in list(reversed(first.values()))[:MOST]]


def boxes(state: State) -> list[str]:
    """Who waits in each Follow-up box, and who is in the wave boxes."""
    lines = []
    for zone in state.board.beaches:
        there = [unit for unit in waiting(state) if zone_of(unit.at) == zone]
        if there:
            lines.append(f"{zone}: {' '.join(f'{unit.id}({points(unit)})' for unit in there)}")
    return [
        *lines,
        *(
            f"{at}, wave {wave}: {' '.join(unit.id for unit in aboard)}"
            for at in sorted(state.board.zone_of)
            for wave in WAVES
            if (aboard := in_box(state, at, wave))
        ),
    ]


def _approach(state: State) -> list[str]:
    told = ["in the Follow-up boxes (in brackets the sealift points of each unit):", *boxes(state)]
    if state.setting.options.alone:
        return [*told, do("next", "dice choose each division's landing zone (21.2)")]
    return [
        *told,
        do("approach livorno north", "send a division, regiment or unit to another zone"),
        do("next", "no changes"),
    ]


def _embark(state: State) -> list[str]:
    from tarawa_cli.games.malta.orders.sea import Embark  # start-up

    plan = [do("embark --plan", "embark the plan's next lift")] if passes(state, Embark()) else []
    single = _few(Embark((unit.id,), at, wave).text() for unit, at, wave in possible(state))[:3]
    lift = f"sealift left: {lift_left(state)} points; a box holds {state.charts.value('wave-box')}"
    land = [do("land", "embark the plan's next lift and land all wave boxes")] if plan else []
    return [lift, *boxes(state), *land, *plan, *single, do("next", "continue to ships, coast guns and the landing")]


def _ships(state: State) -> list[str]:
    plan = {} if state.setting.options.own_plan else state.setting.scenario.plan.ships
    lines = [do(f"place {ship.id} {plan.get(ship.id, '1320')}") for ship in unplaced(state)]
    rest = "place the others as planned" if plan else "unplaced ships are out of the game"
    return [*lines, do("next", rest)]


def _coast_fire(state: State) -> list[str]:
    from tarawa_cli.games.malta.choices.sea_offers import shoot_orders  # start-up

    shots = _few(order.text() for order in shoot_orders(state))
    return [
        "a ship that fires at a coast gun cannot support an attack this turn",
        *shots,
        *([do(f"odds {shots[0].removeprefix('→ ')}", "show the chances")] if shots else []),
        do("next", "continue to the coast guns' fire"),
    ]


def _wave(state: State) -> list[str]:
    from tarawa_cli.games.malta.choices.sea_offers import join_orders  # start-up
    from tarawa_cli.games.malta.rules.ch19.steps import step_hexes, steppers

    field = Field(state)
    steps = [do(f"step {unit.id} {step_hexes(field, unit)[0]}") for unit in steppers(state)][:MOST]
    auto = [do("step --auto", "move companies to their battalions and join them")] if steps else []
    then = "land the second wave" if state.phase == "first-wave" else "continue to drops and movement"
    return [*steps, *auto, *(do(order.text()) for order in join_orders(state)), do("next", then)]


def _set_up(state: State) -> list[str]:
    return [
        "set up each brigade in its sector, fortress troops anywhere, the dummy battery with any coast gun",
        do("area southern", "list the hexes and units of a sector"),
        do("place 2d 1715", "place a unit, as often as you like"),
        do("next", "finish the set-up"),
    ]


def _plan(state: State) -> list[str]:
    return [
        do("approach friuli south", "send divisions, regiments or units to a zone"),
        *jump_plan(state),
        do("next", "finish the plan"),
    ]


SEA_STEPS: dict[str, Callable[[State], list[str]]] = {
    "setup-allied": _set_up,
    "setup-axis": _plan,
    "approach": _approach,
    "embark": _embark,
    "ships": _ships,
    "coast-fire": _coast_fire,
    "first-wave": _wave,
    "second-wave": _wave,
}
