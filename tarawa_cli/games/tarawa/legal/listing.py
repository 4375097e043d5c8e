"""Every command that is legal now, which passes `check`; and why a unit has none."""

from itertools import pairwise

from tarawa_cli.games.tarawa.legal.offers import offers
from tarawa_cli.games.tarawa.model.board import ABSENT, BAIRIKI, LOST, POOL, SCHEDULE, is_hex, neighbours
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.orders import Order, check_order, passes, read_order
from tarawa_cli.games.tarawa.orders.actions import Attack, Demolish, Dig, Fire, Move, Recover
from tarawa_cli.games.tarawa.orders.general import Next, Supply
from tarawa_cli.games.tarawa.orders.landing import Advance, Unload
from tarawa_cli.games.tarawa.rules.ch13_timetable import check_due
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.legal import sample
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Callable, Iterator
from tarawa_cli.kernel.standard import partial


def legal(state: State) -> list[str]:
    """All commands that the player may give now, except `policy`.

    Shortcuts are left out (`fire --times`, a passenger's name in place of its craft's). Where attackers, supporters,
    craft, entry hexes or chits can be combined in many ways, only the combinations that a player would try first are
    listed.
    """
    return list(commands(state))


def commands(state: State) -> Iterator[str]:
    """The commands of `legal`, one at a time, for callers that need only the first few."""
    return (order.text() for order in orders(state))


def orders(state: State, favoured: Unit | None = None) -> Iterator[Order]:
    """The orders behind the commands of `legal`."""
    return (order for offer in offers(state, favoured) for order in offer.legal(lambda order: passes(state, order)))


def pick(state: State, below: Callable[[int], int]) -> Order | None:
    """One of the orders that `legal` lists, without listing them; None if there are none.

    Each is as likely as any other if `below(n)` gives each number from 0 to n - 1 alike, as `Random.randrange` does.
    """
    found: Order | None = sample(offers(state), lambda order: passes(state, order), below)
    return found


def is_legal(state: State, command: str) -> bool:
    return passes(state, read_order(state, command.split()))


def legal_for(state: State, unit: Unit) -> list[str]:
    """The commands that a unit can carry out now or that name it."""
    words = {unit.id, unit.craft} - {""}
    found = (order.text() for order in orders(state, unit))
    return [command for command in found if words & set(command.split())]


def orders_by_hex(state: State) -> dict[Hex, dict[str, list[str]]]:
    """For every hex that a unit can act on or enter now: the orders, and the units that can carry out each."""
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
    """The hex that a command is about; none if it has two targets, since a unit need not be next to both."""
    if name in ("move", "fire", "advance"):
        return [word for word in words[1:2] if is_hex(word)]
    on = [word for option, word in pairwise(words) if option == "--on"]
    return on if len(on) == 1 else []


# ── Why a unit can do nothing now


Reason = tuple[str, str]
"""A paragraph, and what it says."""


def reasons(state: State, unit: Unit) -> list[Reason]:
    """Why a unit has no orders now: one reason for all of them, or a reason against each."""
    if state.outcome or state.question:
        return [*_refusal_of(lambda: check_order(state, Next()))]
    return [*dict.fromkeys(_off_map(state, unit) or _afloat(state, unit) or _refusals(state, unit))]


def _refusal_of(check: Callable[[], None]) -> Iterator[Reason]:
    try:
        check()
    except Refused as no:
        yield no.rule, no.message


def _off_map(state: State, unit: Unit) -> list[Reason]:
    """Why a unit off the map has no orders."""
    if unit.at == SCHEDULE:
        return [*_refusal_of(lambda: check_due(state, unit))] or [("6.2", f"{unit.id} waits for phase `embark`")]
    where = {
        LOST: ("7.3", f"{unit.id} is lost"),
        ABSENT: ("13", f"{unit.id} is not in this game"),
        BAIRIKI: ("11.2", f"{unit.id} is on Bairiki, and only supports"),
        POOL: ("6.2", f"{unit.id} is in the pool, and takes loads in phase `embark`"),
    }
    return [where[unit.at]] if unit.at in where else []


def _afloat(state: State, unit: Unit) -> list[Reason]:
    """A unit on the water waits for the next impulse."""
    if state.phase.startswith("impulse") or not state.is_afloat(unit) or unit.type.is_craft:
        return []
    return [("6.4", f"{unit.id} is still on the water: it moves in the next impulse")]


def _refusals(state: State, unit: Unit) -> Iterator[Reason]:
    """The refusal of each order that a unit of its kind could get in this phase."""
    tried = [*_tried(state, unit)]
    for order in tried:
        yield from _refusal_of(partial(check_order, state, order))
    if not tried:
        yield "3", f"there are no orders for {unit.id} in phase `{state.phase}`"


def _tried(state: State, unit: Unit) -> Iterator[Order]:
    if state.impulse or unit.type.is_craft or unit.craft:
        yield Advance(unit.id)
        if unit.type.is_craft:
            yield Unload(unit.id, unit.at)
    elif state.phase == "supply-points":
        yield Supply(unit.id)
    elif state.phase == "actions":
        yield from _ashore(state, unit)


def _ashore(state: State, unit: Unit) -> Iterator[Order]:
    around = neighbours(unit.hex)
    yield from (Move(unit.id, (at,)) for at in around if state.is_friendly(at))
    targets = [at for at in around if state.is_uncleared(at)][:1]
    for at in targets:
        yield Fire(unit.id, at)
        yield Attack((unit.id,), (at,)) if unit.type.can("attacks") else Demolish((unit.id,), at)
    yield Dig((unit.id,))
    yield Recover((unit.id,))
