"""Every legal command now; everything listed here passes `check`."""

from collections.abc import Callable, Iterator

from tarawa_cli.games.tarawa.board import PIER_HEAD
from tarawa_cli.games.tarawa.orders import Order, check_order, read_order
from tarawa_cli.games.tarawa.orders.actions import Attack, Demolish, Dig, Fire, Move, Recover
from tarawa_cli.games.tarawa.orders.embark import Embark, Withdraw
from tarawa_cli.games.tarawa.rules import advancing, moving, plan, unloading
from tarawa_cli.games.tarawa.rules.embarking import best_entry
from tarawa_cli.games.tarawa.rules.ground import standing
from tarawa_cli.games.tarawa.rules.pier import head_beside, pier_way
from tarawa_cli.games.tarawa.rules.reef import Ways
from tarawa_cli.games.tarawa.rules.supply import head_sites, suppliable
from tarawa_cli.games.tarawa.rules.support import supporters
from tarawa_cli.games.tarawa.rules.suppression import suppressible
from tarawa_cli.games.tarawa.rules.wreck import ways_to_help
from tarawa_cli.games.tarawa.state import State, Unit
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import Hex, neighbours


def legal(state: State) -> list[str]:
    """All commands that the player may give now, `policy` aside."""
    if state.outcome:
        return []
    if state.question:
        from tarawa_cli.games.tarawa.questions import question

        return [f"decide {option}" for option in question(state).options]
    listed = _BY_PHASE.get(state.phase.rstrip("-123"))
    commands = list(listed(state)) if listed else []
    return commands + [command for command in ["next"] if is_legal(state, command)]


def is_legal(state: State, command: str) -> bool:
    return passes(state, read_order(state, command.split()))


def passes(state: State, order: Order) -> bool:
    """Whether the law allows an order."""
    try:
        check_order(state, order)
    except Refused:
        return False
    return True


def legal_for(state: State, unit: Unit) -> list[str]:
    """What one unit may do now, or may be done with it."""
    words = {unit.id, unit.craft} - {""}
    return [command for command in legal(state) if words & set(command.split())]


def _passing(state: State, commands: Iterator[str]) -> Iterator[str]:
    return (command for command in commands if is_legal(state, command))


def _bombardment(state: State) -> Iterator[str]:
    if state.chits_due:
        yield "chits " + " ".join(list(state.board.areas)[: state.chits_due])
    elif not state.chits:
        yield from ("bombard", "bombard --delay 1", "bombard --delay 2")


def _embark(state: State) -> Iterator[str]:
    """One command for each unit, kind of craft and beach, on the best entry hex."""
    return (order.text() for order in _embark_candidates(state) if passes(state, order))


def _embark_candidates(state: State) -> Iterator[Order]:
    pool = _one_of_each_kind(state)
    for unit in state.units.values():
        if plan.is_due(state, unit):
            yield from _embark_unit(state, unit, pool)
    for craft in pool:
        for beach in state.setting.scenario.beaches:
            yield from _embark_other(state, craft, beach)
    yield from (Withdraw(unit.id) for unit in state.units.values() if unit.type.is_craft and unit.at.isdigit())


def _embark_unit(state: State, unit: Unit, pool: list[Unit]) -> Iterator[Order]:
    if unit.type.battalion == "hawkins":
        yield from (Embark(unit.id, hex=hex) for hex in PIER_HEAD)
        return
    for craft in pool:
        if unit.kind in craft.type.carries:
            for beach in plan.beaches_for(state, unit):
                yield Embark(unit.id, craft.id, beach, best_entry(state, craft, unit.kind, beach))
    if unit.kind == "artillery":
        yield Embark(unit.id)


def _embark_other(state: State, craft: Unit, beach: str) -> Iterator[Order]:
    """Supplies, and amtracs without a load."""
    if state.stock and "supply" in craft.type.carries:
        hex = best_entry(state, craft, "supply", beach)
        yield from (Embark("supply", craft.id, beach, hex, battalion) for battalion in _battalions_ashore(state))
    if craft.kind == "lvt":
        yield Embark("none", craft.id, beach, best_entry(state, craft, "none", beach))


def _one_of_each_kind(state: State) -> list[Unit]:
    """Craft in the pool: the first of each kind and strength."""
    found: dict[tuple[str, int], Unit] = {}
    for unit in state.units.values():
        if unit.at == "pool":
            found.setdefault((unit.kind, unit.steps), unit)
    return list(found.values())


def _battalions_ashore(state: State) -> list[str]:
    ashore = {unit.type.battalion for unit in state.units.values() if unit.at in state.board.land}
    return [battalion for battalion in state.charts.battalions if battalion in ashore]


def _impulse(state: State) -> Iterator[str]:
    return _passing(state, _impulse_candidates(state))


def _impulse_candidates(state: State) -> Iterator[str]:
    yield "advance --all"
    for unit in state.units.values():
        if unit.on_pier or (unit.at.isdigit() and state.board.is_water(unit.at)):
            yield from _moves_of(state, unit)


def _moves_of(state: State, unit: Unit) -> Iterator[str]:
    if advancing.has_way(state, unit):
        yield f"advance {unit.id}"
        yield from (f"advance {unit.id} {hex}" for hex in _single_steps(state, unit))
    if unit.type.is_craft and state.is_loaded(unit):
        yield from (f"unload {unit.id} {to}" for to in unloading.unloadings(state, unit))
    if unit.type.battalion == "hawkins" and unit.on_pier:
        amtracs = (u for u in state.units.values() if u.kind == "lvt" and head_beside(u.at) == unit.on_pier)
        yield from (f"advance hawkins {amtrac.id}" for amtrac in amtracs)


def _single_steps(state: State, unit: Unit) -> list[str]:
    """The first hex of every way it may take."""
    if unit.course:
        return []
    if unit.on_pier:
        return list(pier_way(state, unit).route[:1])
    return Ways(state, unit).next(unit.at)


def _suppression(state: State) -> Iterator[str]:
    return _passing(state, (f"suppress {area}" for area in suppressible(state)))


def _actions(state: State) -> Iterator[str]:
    yield from ways_to_help(state)
    yield from (order.text() for order in _action_candidates(state) if passes(state, order))


def _action_candidates(state: State) -> Iterator[Order]:
    ashore = [unit for unit in state.units.values() if state.is_ashore(unit) and not unit.pins]
    for unit in ashore:
        yield from (Move(unit.id, (hex,)) for hex in moving.destinations(state, unit))
        if unit.type.on_foot:
            for at in neighbours(standing(unit)):
                if state.is_uncleared(at):
                    yield from _against(state, unit, at, ashore)
        yield from (Recover((unit.id,)), Recover((unit.id,), True), Dig((unit.id,)))


def _against(state: State, unit: Unit, at: Hex, ashore: list[Unit]) -> Iterator[Order]:
    """Fire, attack and demolition on a hex: alone, and with the best help there is."""
    helpers = tuple(supporters(state, [unit.id], [at], demolition=False))
    shores = (False, True) if state.shore else (False,)
    yield from (Fire(unit.id, at, help, shore) for help in dict.fromkeys([(), helpers[:1]]) for shore in shores)
    if unit.kind == "engineer":
        yield Demolish((unit.id,), at)
        yield Demolish((unit.id,), at, tuple(supporters(state, [unit.id], [at], demolition=True))[:3])
        return
    beside = tuple(
        u.id for u in ashore if u.kind == "infantry" and at in neighbours(standing(u)) and u.supply == "active"
    )
    others = tuple(id for id in helpers if id not in beside)
    for shore in shores:
        yield Attack((unit.id,), (at,), (), shore)
        yield Attack((unit.id,), (at,), helpers[:3], shore)
        if len(beside) > 1 and unit.id == beside[0]:
            yield Attack(beside, (at,), others[:3], shore)
    yield from (Attack((unit.id,), pair) for pair in _pairs(state, unit, at))


def _pairs(state: State, unit: Unit, at: Hex) -> Iterator[tuple[Hex, Hex]]:
    """Two targets, each pair once."""
    return ((at, other) for other in neighbours(standing(unit)) if other > at and state.is_uncleared(other))


def _supply_points(state: State) -> Iterator[str]:
    return _passing(state, (f"supply {name}" for name in suppliable(state)))


def _supply_check(state: State) -> Iterator[str]:
    return (f"head {hex}" for hex in head_sites(state))


_BY_PHASE: dict[str, Callable[[State], Iterator[str]]] = {
    "bombardment": _bombardment,
    "embark": _embark,
    "impulse": _impulse,
    "suppression": _suppression,
    "actions": _actions,
    "supply-points": _supply_points,
    "supply-check": _supply_check,
}
