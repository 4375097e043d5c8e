"""What has changed between two positions, in sentences, and the effect of an order in figures."""

from tarawa_cli.games.tarawa.model.board import LOST, POOL, distance
from tarawa_cli.games.tarawa.model.codec import in_order
from tarawa_cli.games.tarawa.model.state import ATTRIBUTES, State, Unit, ap_left
from tarawa_cli.games.tarawa.narration.sentences import TRACK_NAMES
from tarawa_cli.games.tarawa.orders import Order, read_order
from tarawa_cli.games.tarawa.orders.actions import Attack, Demolish, Dig, Fire, Move, Recover
from tarawa_cli.games.tarawa.orders.general import Decide, Head, Supply
from tarawa_cli.games.tarawa.orders.landing import Advance, Bombard, Embark, Suppress, Unload
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.units import changes
from tarawa_cli.kernel.engine.grammar import OrderLine
from tarawa_cli.kernel.errors import GameError
from tarawa_cli.kernel.hints import Any, Callable, Collection, Iterator, Sequence
from tarawa_cli.kernel.narration.digest import Change
from tarawa_cli.kernel.narration.visible import plural, wrapped

ChangeLines = Callable[[State, State], Iterator[str]]


def changed(before: State, after: State, found: Sequence[Change]) -> list[str]:
    """A line for each change that a player would see; `found` holds all changes, bookkeeping included."""
    keys = {change.path[0] for change in found}
    lines = [line for key, changes_of in SHOWN_KEYS.items() if key in keys for line in changes_of(before, after)]
    units = {change.path[1] for change in found if change.path[0] == "units"}
    lines += [line for id in after.units if id in units for line in _unit(before, after, id)]
    rest = [change.text() for change in found if change.path[0] not in (*SHOWN_KEYS, *BOOKKEEPING_KEYS, "units")]
    return [wrapped(f"  {line}", 4) for line in [*lines, *rest]]


# ── Ground


def _places(name: str, gained: str, lost: str) -> ChangeLines:
    """Hexes or areas that were added to a set, and those that were taken from it."""

    def lines(before: State, after: State) -> Iterator[str]:
        old, new = getattr(before, name), getattr(after, name)
        yield from _listed(gained, in_order(after.setting, new - old))
        yield from _listed(lost, in_order(after.setting, old - new))

    return lines


def _listed(what: str, names: Collection[str]) -> Iterator[str]:
    if names:
        yield f"{what} ({len(names)}): {' '.join(names)}"


def _demolished(before: State, after: State) -> Iterator[str]:
    """Pillboxes in hexes that are not cleared; clearing destroys the rest."""
    for at in in_order(after.setting, after.demolished):
        if after.demolished[at] != before.demolished.get(at, 0) and at not in after.cleared:
            left = f"pillboxes {after.pillboxes_standing(at)} of {after.board.pillboxes[at]} standing"
            yield f"{at}: {plural(after.demolished[at], 'demolition step')}, {left}"


def _counted(name: str, what: str, zero: str = "0") -> ChangeLines:
    """Markers by hex or area."""

    def lines(before: State, after: State) -> Iterator[str]:
        old, new = getattr(before, name), getattr(after, name)
        for key in in_order(after.setting, {*old, *new}):
            if old.get(key) != new.get(key):
                yield f"{key}: {what} {_number(old.get(key), zero)} → {_number(new.get(key), zero)}"

    return lines


def _number(value: int | None, zero: str) -> str:
    return "none" if value is None else str(value) if value else zero


# ── Tallies


def _tally(name: str, what: str) -> ChangeLines:
    def lines(before: State, after: State) -> Iterator[str]:
        old, new = getattr(before, name), getattr(after, name)
        yield f"{what} {old:,} → {new:,} ({new - old:+,d})"

    return lines


def _word(name: str, what: str) -> ChangeLines:
    def lines(before: State, after: State) -> Iterator[str]:
        old, new = getattr(before, name), getattr(after, name)
        yield f"{what}: {old or 'none'} → {new or 'none'}"

    return lines


def _morale(before: State, after: State) -> Iterator[str]:
    for track in after.tracks:
        old, new = (state.charts.box_name(state.tracks[track]) for state in (before, after))
        if old != new:
            yield f"{TRACK_NAMES[track]} morale {old} → {new}"


def _policy(before: State, after: State) -> Iterator[str]:
    for name, attribute in ATTRIBUTES.items():
        old, new = getattr(before, attribute), getattr(after, attribute)
        if old != new:
            yield f"policy {name}: {old} → {new}"


def _outcome(before: State, after: State) -> Iterator[str]:
    yield after.ending or "the game continues"


SHOWN_KEYS: dict[str, ChangeLines] = {
    "outcome": _outcome,
    "cleared": _places("cleared", "cleared", "lost again"),
    "occupied": _places("occupied", "entered", "no longer held"),
    "secured": _places("secured", "areas secured", "areas no longer secured"),
    "demolished": _demolished,
    "suppressed": _counted("suppressed", "suppression markers"),
    "improved": _places("improved", "improved positions", "improved positions gone"),
    "heads": _places("heads", "supply heads placed", "supply heads gone"),
    "chits": _counted("chits", "chit", "blank"),
    "area_suppression": _places("area_suppression", "areas suppressed", "areas no longer suppressed"),
    "raids": _counted("raids", "air-raid marker"),
    "casualties": _tally("casualties", "casualties"),
    "tracks": _morale,
    "stock": _tally("stock", "supply points"),
    "shore": _tally("shore", "shore points"),
    "supply_loss": _tally("supply_loss", "lasting loss of supply"),
    "shore_loss": _tally("shore_loss", "lasting loss of shore points"),
    "wreck": _word("wreck", "the wreck"),
    "wreck_fire": _tally("wreck_fire", "turns of shore fire on the wreck"),
    "policy": _policy,
}
"""By the key of a save."""
BOOKKEEPING_KEYS = (
    *("turn", "phase", "pending"),  # the headlines show them
    "operative",  # follows the tracks
    *("shore_used", "delay", "chits_due", "suppression_tried", "submarine", "carrier", "wreck_assigned", "wreck_party"),
    *("pier_walked", "pier_landings", "pier_artillery", "craft_lost", "paid", "plan", "heavy_embarked", "no_embarking"),
    *("direct_supply", "default"),
)
"""Bookkeeping, which only the JSON object shows."""


# ── Units


def _unit(before: State, after: State, id: str) -> Iterator[str]:
    """A line for a unit that shows a change; what it has done this turn is bookkeeping."""
    old, new = before.units[id], after.units[id]
    parts = [*_place(old, new), *_steps(old, new), *_condition(old, new)]
    if new.at != LOST and not parts and after.is_ashore(new):
        had, has = ap_left(before, old), ap_left(after, new)
        parts = [f"AP {had:g} → {has:g}"] if had != has else []
    if parts:
        yield f"{id}: {', '.join(parts)}"


def _place(old: Unit, new: Unit) -> Iterator[str]:
    if old.at == new.at:
        return
    yield "lost" if new.at == LOST else f"{old.where.removeprefix('in ')} → {new.where.removeprefix('in ')}"


def _steps(old: Unit, new: Unit) -> Iterator[str]:
    if old.steps != new.steps and new.at != LOST:
        step = "step" if abs(new.steps - old.steps) == 1 else "steps"
        yield f"{new.steps - old.steps:+d} {step}, {new.steps} left"


_SUPPLY = {"active": "active supply", "general": "general supply", "none": "without supply"}


def _condition(old: Unit, new: Unit) -> Iterator[str]:
    if new.at == LOST:
        return
    if pinned := new.traits["pins"].changed(old, new):
        yield pinned
    if old.supply != new.supply:
        yield _SUPPLY[new.supply]
    if old.load != new.load:
        yield f"carries supplies for {new.supplies}" if new.load else "has unloaded its supplies"
    yield from changes(old, new, but=("pins",))


# ── The effect of an order in figures: `clears 2626 in 62 %, costs 0.7 steps`


def reason(state: State, line: OrderLine) -> str:
    """The figures of an order; empty if there are none."""
    try:
        order = read_order(state, line)
        describe = _KINDS.get(type(order))
        return describe(state, order) if describe else _ready(state) if order.name == "next" else ""
    except GameError:
        return ""


def _percent(chance: float) -> str:
    return f"{chance * 100:.0f} %"


def _in_steps(number: float) -> str:
    return f"{number:.1f} step{'' if f'{number:.1f}' == '1.0' else 's'}"


def _attack(state: State, order: Attack) -> str:
    from tarawa_cli.games.tarawa.legal.assault_odds import attack  # start-up

    outlook = attack(state, order.units, order.on, order.support, order.shore)
    return f"clears {' or '.join(order.on)} in {_percent(outlook.success)}, costs {_in_steps(outlook.steps)}"


_RESULTS = {"-": "no effect", "S": "suppressed"}


def _odds(state: State, order: Demolish | Fire | Suppress | Bombard | Recover) -> str:
    """The chance of each goal of the order, and its cost."""
    from tarawa_cli.games.tarawa.legal.odds import chances, summary  # start-up

    found = chances(state, order.in_words())
    parts = [f"{name} in {_percent(float(chance))}" for name, chance in found.aims.items()]
    if not parts:
        results = summary(found.outcomes)["results"]
        named = {_RESULTS.get(result, f"{result} chits"): chance for result, chance in results.items()}
        parts = [f"{result} in {_percent(chance)}" for result, chance in named.items()]
    price = f", costs {_in_steps(float(found.loss))}" if not isinstance(order, Suppress | Bombard) else ""
    return f"{', '.join(parts)}{price}"


def _move(state: State, order: Move) -> str:
    """`3 of 8 AP; 1 hex from the enemy, 4 before`."""
    from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import destinations  # start-up

    unit, to = state.units[order.unit], order.route[-1]
    cost, left = destinations(state, unit).get(to), ap_left(state, unit)
    price = f"{cost:g} of {left:g} AP" if cost is not None else f"{plural(len(order.route), 'hex')} on"
    return f"{price}; {_nearer(state, unit.hex, to)}{_fellows(state, unit, to)}"


def _nearer(state: State, before: Hex, after: Hex) -> str:
    far, was = _from_enemy(state, after), _from_enemy(state, before)
    return f"{far} hex{'es' * (far != 1)} from the enemy{f', {was} before' * (far != was)}"


def _from_enemy(state: State, at: Hex) -> int:
    return min((distance(at, hex) for hex in state.uncleared), default=0)


def _fellows(state: State, unit: Unit, at: Hex) -> str:
    there = [other.id for other in state.units_at(at) if other is not unit and not other.type.is_craft]
    return f"; with {', '.join(there)}" if there else ""


def _advance(state: State, order: Advance) -> str:
    from tarawa_cli.games.tarawa.rules.ch05_06_landing.advancing import movers  # start-up

    able = movers(state)
    return f"{plural(len(able), 'unit')} can move, with {sum(ap_left(state, unit) for unit in able):g} AP"


def _embark(state: State, order: Embark) -> str:
    unit, craft = state.units.get(order.who), state.units.get(order.craft)
    parts = [f"{unit.id} with {plural(unit.steps, 'step')}"] if unit else []
    if craft:
        left = sum(other.at == POOL and other.kind == craft.kind for other in state.units.values()) - 1
        parts += [f"{left or 'no'} more {craft.kind} in the pool"]
    return ", ".join(parts)


def _unload(state: State, order: Unload) -> str:
    craft = state.units[order.craft]
    passenger = state.passenger(craft)
    return f"{plural(passenger.steps, 'step')} of {passenger.id} out of {craft.id}" if passenger else ""


def _supply(state: State, order: Supply) -> str:
    battalion = state.units[order.whom].type.battalion if order.whom in state.units else order.whom
    fellows = [one for one in state.ashore() if one.type.battalion == battalion]
    near = sum(_from_enemy(state, one.hex) <= 1 for one in fellows)
    return f"1 of {plural(state.stock, 'supply point')} for {plural(len(fellows), 'unit')}, {near} next to the enemy"


def _head(state: State, order: Head) -> str:
    near = [unit for unit in state.ashore() if distance(unit.hex, order.at) <= state.charts.value("recovery-head")]
    return f"{plural(len(near), 'unit')} within {state.charts.value('recovery-head')} hexes of {order.at}"


def _dig(state: State, order: Dig) -> str:
    units = [state.units[id] for id in order.units]
    return "; ".join(f"{unit.id}: {_nearer(state, unit.hex, unit.hex)}, {ap_left(state, unit):g} AP" for unit in units)


def _decide(state: State, order: Decide) -> str:
    from tarawa_cli.games.tarawa.legal.api import stakes  # start-up

    return stakes(state).get(order.answer, "")


def _ready(state: State) -> str:
    from tarawa_cli.games.tarawa.narration.summary import ready  # start-up

    return next((line.removeprefix("ready: ") for line in ready(state)), "no unit is left to act")


_KINDS: dict[type[Order], Callable[[State, Any], str]] = {
    Attack: _attack,
    Demolish: _odds,
    Fire: _odds,
    Suppress: _odds,
    Bombard: _odds,
    Recover: _odds,
    Move: _move,
    Advance: _advance,
    Unload: _unload,
    Embark: _embark,
    Supply: _supply,
    Head: _head,
    Dig: _dig,
    Decide: _decide,
}
