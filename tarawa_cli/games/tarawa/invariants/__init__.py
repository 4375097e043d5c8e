"""Everything that must be true of any position, and of a whole game; each violation of a position is a sentence."""

from tarawa_cli.games.tarawa.model.board import BAIRIKI, LOST, OFF_MAP, PIER_FOOT, POOL, SCHEDULE, parts
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.model.unit_types import REGIMENTS
from tarawa_cli.games.tarawa.rules.ch07_actions import may_have_stacked
from tarawa_cli.kernel.board.units import limits
from tarawa_cli.kernel.hints import Iterator


def invariants(state: State) -> list[str]:
    """Everything wrong with a position; nothing if it is sound."""
    carriers = {unit.craft for unit in state.units.values() if unit.craft}
    return [
        *_game(state),
        *_hexes(state),
        *(w for unit in state.units.values() for w in _unit(state, unit, carriers)),
        *_places(state),
        *state.units.problems(),
    ]


def _game(state: State) -> Iterator[str]:
    if state.turn > state.setting.scenario.length:
        yield f"turn: {state.turn} is beyond the scenario's last, {state.setting.scenario.length}"
    if state.casualties % state.charts.value("casualty-space"):
        yield f"casualties: {state.casualties} is not a multiple of {state.charts.value('casualty-space')}"
    if state.turn > 1 and state.phase == "bombardment":
        yield "phase: bombardment is only in turn 1"
    if state.night and state.phase == "support":
        yield "phase: there is no support at night"
    if not state.night and state.phase == "night":
        yield "phase: there is no night phase by day"
    if state.turn < state.charts.value("supply-turn") and state.phase in ("supply-points", "supply-check"):
        yield f"phase: {state.phase} begins with turn {state.charts.value('supply-turn')}"
    if set(state.tracks) != set(state.operative):
        yield "operative: must name the same tracks as tracks"
    if state.plan and not set(state.plan) <= set(REGIMENTS) - {"10th"}:
        yield "plan: must name infantry regiments"
    if len(state.plan) > 2 or len(set(state.plan)) < len(state.plan):
        yield "plan: at most two different regiments"
    if state.outcome and state.stack:
        yield "pending: the game is over"
    if state.stack:
        # start-up: most positions have no unfinished work
        from tarawa_cli.games.tarawa.invariants.pending import problems  # start-up

        yield from problems(state)


def _hexes(state: State) -> Iterator[str]:
    for at in sorted(state.heads):
        if not state.is_friendly(at):
            yield f"heads: {at} is not a friendly hex"
    if len(state.heads) > state.charts.value("heads"):
        yield f"heads: at most {state.charts.value('heads')}"
    for at, steps in sorted(state.demolished.items()):
        if steps > state.whole_demolition(at):
            yield f"demolished: {at} has only {state.board.pillboxes[at]} pillboxes"
    for at in sorted(state.cleared):
        if state.pillboxes_standing(at) > 0:
            yield f"demolished: {at} is cleared, so no pillbox stands there"
    for at in sorted(state.suppressed):
        if at in state.cleared:
            yield f"suppressed: {at} is cleared"
    for at in sorted(state.improved):
        if not any(state.is_ashore(unit) for unit in state.units_at(at)):
            yield f"improved: no unit is left in {at}"


def _unit(state: State, unit: Unit, carriers: set[str]) -> Iterator[str]:
    where = f"units.{unit.id}"
    if unit.steps > unit.type.steps:
        yield f"{where}.steps: it has at most {unit.type.steps}"
    if (unit.steps == 0) != (unit.at == LOST):
        yield f"{where}.steps: a unit without steps is lost, and only such a unit"
    if unit.type.is_craft:
        yield from _craft(state, unit, where, unit.id in carriers)
    else:
        yield from _combat_unit(state, unit, where)
    if unit.homeward or unit.emptied:
        yield from _homeward(unit, where, unit.id in carriers)
    if unit.course and not state.board.is_water(unit.at):
        yield f"{where}.course: it is not on the reef"
    if unit.load and ("supply" not in unit.type.carries or not _is_supply(state, unit.load)):
        yield f"{where}.load: it cannot carry {unit.load!r}"
    if unit.group and not _is_point(state, unit.group):
        yield f"{where}.group: {unit.group!r} must be UNIT@TURN, with a turn that has begun"
    yield from (f"{where}.{what}" for what in _out_of_place(state, unit))


def _is_point(state: State, group: str) -> bool:
    """Whether a text is `UNIT@TURN`; saves of older programs have the unit alone (8.2)."""
    unit, at, turn = group.partition("@")
    return unit in state.units and (not at or turn in map(str, range(1, state.turn + 1)))


_out_of_place = limits(Unit)


def _is_supply(state: State, load: str) -> bool:
    """Whether a load is `supply:BATTALION`."""
    kind, _, battalion = load.partition(":")
    return kind == "supply" and battalion in state.charts.battalions


def _craft(state: State, unit: Unit, where: str, carries: bool) -> Iterator[str]:
    if unit.craft or unit.on_pier or unit.at in (SCHEDULE, BAIRIKI):
        yield f"{where}.at: a craft is on the water, in the pool or lost"
    elif unit.at in state.board.land and not (unit.homeward and unit.at in state.board.landing):
        yield f"{where}.at: only an empty craft on its way home is in a landing hex, and none farther inland"
    elif unit.hex:
        if not unit.beach:
            yield f"{where}.beach: a craft on the water makes for a beach"
        if state.board.terrain[unit.at] == "obstacles":
            yield f"{where}.at: craft cannot enter obstacles"
    elif carries or unit.load:
        yield f"{where}.at: a craft that is not on the map carries nothing"


def _homeward(unit: Unit, where: str, carries: bool) -> Iterator[str]:
    """Problems with craft going home: only an empty craft on the water can (6.3, 6.5)."""
    name = "homeward" if unit.homeward else "emptied"
    if not unit.type.is_craft or not unit.hex:
        yield f"{where}.{name}: only a craft on the map goes home"
    elif carries or unit.load:
        yield f"{where}.{name}: a craft that goes home carries nothing"


def _combat_unit(state: State, unit: Unit, where: str) -> Iterator[str]:
    if unit.at == POOL:
        yield f"{where}.at: only craft are in the pool"
    if unit.at == BAIRIKI and not unit.type.can("goes-to-bairiki"):
        yield f"{where}.at: only artillery goes to Bairiki"
    if unit.craft and unit.kind not in state.units[unit.craft].type.carries:
        yield f"{where}.at: {unit.craft} cannot carry it"
    if unit.on_pier and unit.type.is_tank:
        yield f"{where}.at: tanks cannot enter the pier"
    if unit.on_pier not in ("", PIER_FOOT) and not unit.beach and not unit.type.can("starts-on-pier"):
        yield f"{where}.beach: a unit on its way along the pier makes for a beach"
    if unit.at in state.board.land and not state.is_friendly(unit.at):
        yield f"{where}.at: {unit.at} is not cleared"
    if state.board.is_water(unit.at):
        if not unit.beach:
            yield f"{where}.beach: a unit on the water makes for a beach"
        if not unit.type.nature.wades:
            yield f"{where}.at: artillery never wades"
        if unit.type.is_tank and state.board.terrain[unit.at] == "obstacles":
            yield f"{where}.at: tanks cannot enter obstacles"


def _places(state: State) -> Iterator[str]:
    """Problems with units that may not share a place."""
    for place, units in sorted(state.units.stacks().items()):
        at = parts(place)
        if place in OFF_MAP or (len(units) == 1 and not at.craft):
            continue
        ids = ", ".join(unit.id for unit in units)
        if at.craft and (len(units) > 1 or state.units[at.craft].load):
            yield f"{place}: a craft carries one load, not {ids}"
        if at.pier and len(units) > 1:
            yield f"{place}: a pier hex holds one unit, not {ids}"
        if state.board.is_water(place) and len([u for u in units if not u.homeward and not u.emptied]) > 1:
            yield f"{place}: no stacking on the reef: {ids}"
        if place in state.board.land and not may_have_stacked(units):
            yield f"{place}: stacking (7.6): {ids}"
