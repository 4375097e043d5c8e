"""Every legal command now; everything listed here passes `check`."""

from collections.abc import Callable, Iterator
from itertools import pairwise

from tarawa_cli.games.tarawa.board import PIER_HEAD
from tarawa_cli.games.tarawa.orders import Order, passes, read_order
from tarawa_cli.games.tarawa.orders.actions import Attack, Demolish, Dig, Fire, Move, Recover
from tarawa_cli.games.tarawa.orders.embark import Embark, Withdraw
from tarawa_cli.games.tarawa.rules import advancing, moving, plan, unloading
from tarawa_cli.games.tarawa.rules.allowance import ap_left
from tarawa_cli.games.tarawa.rules.embarking import best_entry
from tarawa_cli.games.tarawa.rules.ground import check_can_act, standing
from tarawa_cli.games.tarawa.rules.pier import pier_way
from tarawa_cli.games.tarawa.rules.reef import Ways
from tarawa_cli.games.tarawa.rules.supply import head_sites, suppliable
from tarawa_cli.games.tarawa.rules.support import supporters
from tarawa_cli.games.tarawa.rules.suppression import suppressible
from tarawa_cli.games.tarawa.rules.wreck import ways_to_help
from tarawa_cli.games.tarawa.state import State, Unit
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import Hex, is_hex, neighbours


def legal(state: State) -> list[str]:
    """All commands that the player may give now, `policy` aside."""
    return list(commands(state))


def commands(state: State) -> Iterator[str]:
    """The same one by one, for those who need only the first."""
    if state.outcome:
        return
    if state.question:
        from tarawa_cli.games.tarawa.questions import question

        yield from (f"decide {option}" for option in question(state).options)
        return
    listed = _BY_PHASE.get(state.phase.rstrip("-123"))
    if listed:
        yield from listed(state)
    if is_legal(state, "next"):
        yield "next"


def is_legal(state: State, command: str) -> bool:
    return passes(state, read_order(state, command.split()))


def legal_for(state: State, unit: Unit) -> list[str]:
    """What one unit may do now, or may be done with it."""
    words = {unit.id, unit.craft} - {""}
    return [command for command in legal(state) if words & set(command.split())]


def doers(state: State) -> dict[Hex, dict[str, list[str]]]:
    """For every hex that somebody can act on or enter now: the orders, and who can give each."""
    found: dict[Hex, dict[str, list[str]]] = {}
    for command in legal(state):
        name, *rest = command.split()
        for at in _hexes_named(name, rest):
            units = found.setdefault(at, {}).setdefault(name, [])
            units += [word for word in _actors(rest) if word in state.units and word not in units]
    return {at: found[at] for at in sorted(found)}


def _actors(words: list[str]) -> list[str]:
    """The words before the first option: who acts, and where."""
    return words[: next((place for place, word in enumerate(words) if word.startswith("--")), len(words))]


def _hexes_named(name: str, words: list[str]) -> list[Hex]:
    """The hex that a command of an impulse or of `actions` is about; of two targets, nobody need be next to both."""
    if name in ("move", "fire", "advance"):
        return [word for word in words[1:2] if is_hex(word)]
    on = [word for option, word in pairwise(words) if option == "--on"]
    return on if len(on) == 1 else []


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
    yield from (f"advance {unit.id} {amtrac.id}" for amtrac in advancing.takers_off(state, unit))


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
    """Moves are worked out as the law judges them; everything else is shown to the law."""
    yield from ways_to_help(state)
    for unit in state.units.values():
        if state.is_ashore(unit) and _may_act(state, unit):
            yield from (Move(unit.id, (hex,)).text() for hex in moving.destinations(state, unit))
    yield from (order.text() for order in _action_candidates(state) if passes(state, order))


def _may_act(state: State, unit: Unit) -> bool:
    try:
        check_can_act(state, unit)
    except Refused:
        return False
    return True


def _action_candidates(state: State) -> Iterator[Order]:
    able = [unit for unit in state.units.values() if state.is_ashore(unit) and _may_act(state, unit)]
    targets: dict[Hex, list[Unit]] = {}
    for unit in able:
        for at in neighbours(standing(unit)) if unit.type.on_foot else ():
            if state.is_uncleared(at):
                targets.setdefault(at, []).append(unit)
    for at in sorted(targets):
        yield from _against(state, at, targets[at])
    yield from _against_two(state, sorted(targets), targets)
    for unit in able:
        yield from (Recover((unit.id,)), Recover((unit.id,), True), Dig((unit.id,)))


def _against(state: State, at: Hex, beside: list[Unit]) -> Iterator[Order]:
    """Fire, attack and demolition on a hex: by each alone, by all together, with the best help there is."""
    helpers = supporters(state, [], [at], demolition=False)
    shores = (False, True) if state.shore else (False,)
    for unit in beside:
        yield from (Fire(unit.id, at, help, shore) for help in _help(helpers, [unit], 1) for shore in shores)
    for units in _parties(beside, "infantry", "attack-ap", state):
        names = tuple(unit.id for unit in units)
        yield from (Attack(names, (at,), help, shore) for help in _help(helpers, units, 3) for shore in shores)
    if state.pillboxes_standing(at) > 0:
        diggers = supporters(state, [], [at], demolition=True)
        for units in _parties(beside, "engineer", "demolition-ap", state):
            names = tuple(unit.id for unit in units)
            yield from (Demolish(names, at, help) for help in _help(diggers, units, 3))


def _help(helpers: list[str], actors: list[Unit], most: int) -> list[tuple[str, ...]]:
    """No supporters, and the best ones who do not act themselves."""
    acting = {unit.id for unit in actors}
    return list(dict.fromkeys([(), tuple(id for id in helpers if id not in acting)[:most]]))


def _parties(beside: list[Unit], kind: str, price: str, state: State) -> Iterator[list[Unit]]:
    """Each unit of a kind that can attack, and all of them together."""
    cost = state.charts.value(price)
    able = [u for u in beside if u.kind == kind and u.supply == "active" and ap_left(state, u) >= cost]
    yield from ([unit] for unit in able)
    if len(able) > 1:
        yield able


def _against_two(state: State, hexes: list[Hex], targets: dict[Hex, list[Unit]]) -> Iterator[Order]:
    """Attacks on two hexes: by one unit next to both, and by all who are next to either."""
    cost = state.charts.value("attack-ap")
    for place, one in enumerate(hexes):
        for other in hexes[place + 1 :]:
            both = {u.id: u for u in [*targets[one], *targets[other]] if u.kind == "infantry" and u.supply == "active"}
            able = [id for id, unit in both.items() if ap_left(state, unit) >= cost]
            shared = [id for id in able if both[id] in targets[one] and both[id] in targets[other]]
            if shared:
                yield from (Attack((id,), (one, other)) for id in shared)
                if len(able) > 1:
                    yield Attack(tuple(id for id in state.units if id in able), (one, other))


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
