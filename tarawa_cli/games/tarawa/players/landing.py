"""Bombardment, embarking and the way in, for players who keep to the timetable."""

from tarawa_cli.games.tarawa.model.board import PIER_BASE, POOL, distance, is_hex
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.orders import passes
from tarawa_cli.games.tarawa.orders.landing import Advance, Bombard, Chits, Embark, Suppress, Unload
from tarawa_cli.games.tarawa.players import Choice
from tarawa_cli.games.tarawa.rules.ch05_06_landing.advancing import free_entries
from tarawa_cli.games.tarawa.rules.ch05_06_landing.embarking import best_entry
from tarawa_cli.games.tarawa.rules.ch05_06_landing.reef import unloadings
from tarawa_cli.games.tarawa.rules.ch07_actions import is_pier_free
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import heads_for, lines_from
from tarawa_cli.games.tarawa.rules.ch11_pier import check_landing_on_pier, head_beside
from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import arrival, beaches_for, is_due
from tarawa_cli.games.tarawa.rules.japanese_fire import is_under_fire, suppressible
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.errors import allows
from tarawa_cli.kernel.hints import Iterator, Sequence

CHITS = ("red2", "red3", "pocket", "beak", "green", "triangle", "taxiway", "eastend", "black2", "black1", "temakin")
"""Where the bombardment does most good: the beaches of the first wave, then the areas behind them."""
BEACHES = ("red2", "red3", "red1", "green", "black2", "black1")
"""The beaches for a unit that can choose, best first."""
EASTERN = ("red3", "black2", "red2", "black1", "red1", "green")
"""The same, from the far end of the island."""
FIRST_WAVE, HIGH_TIDE = 1, 13
"""Between these turns infantry comes by boat; later there are enough amtracs for all."""
BAIRIKI_TURN = 10
"""Artillery that has found no way in by this turn goes to Bairiki."""
LATER_PRICE = 3
"""A battalion that costs morale is sent for only above this box of Marine general morale."""


def bombardment(state: State, delay: int = 0) -> Iterator[Choice]:
    if not state.chits and not state.chits_due:
        why = "more chits are worth a delay" if delay else "the landing needs every impulse"
        yield Choice(Bombard(delay), why)
    if state.chits_due:
        areas = dict.fromkeys([*CHITS, *state.board.areas])
        yield Choice(Chits(tuple(areas)[: state.chits_due]), "the areas that fire on the first wave")


# ── Embarking


def embark(state: State, *, wade: bool, beaches: Sequence[str] = BEACHES) -> Iterator[Choice]:
    """Supplies for units that are cut off, then every unit that is due, to the first of the beaches that is quiet.

    `wade`: infantry without an amtrac comes by boat and wades; otherwise it comes over the pier or waits.
    """
    yield from _direct_supply(state)
    for unit in _due(state):
        order = _passage(state, unit, beaches, wade=wade)
        if order:
            yield Choice(order, _why(state, order), judged=True)


def _due(state: State) -> list[Unit]:
    """The units due: infantry, engineers, tanks, guns. A battalion that costs morale comes only if morale is high."""
    due = [unit for unit in state.units.values() if is_due(state, unit) and _is_worth_it(state, unit)]
    return sorted(due, key=lambda unit: not unit.type.can("attacks"))


def _is_worth_it(state: State, unit: Unit) -> bool:
    coming = arrival(state, unit)
    to_pay = coming is not None and coming.price and (unit.type.battalion or unit.id) not in state.paid
    return not to_pay or state.tracks["marines"] >= LATER_PRICE


def _passage(state: State, unit: Unit, beaches: Sequence[str], *, wade: bool) -> Embark | None:
    """The order that brings a unit in; None if it waits for a better craft."""
    if unit.type.can("starts-on-pier"):
        return _if_legal(state, Embark(unit.id, hex="1431"))
    for crosses in _craft_for(state, unit, wade=wade):
        for beach in _beaches(state, unit, beaches):
            order = _by(state, unit, crosses, beach)
            if order:
                return order
    if unit.type.on_foot and not wade:
        return _to_pier(state, unit)
    if unit.type.can("goes-to-bairiki") and state.turn >= BAIRIKI_TURN:
        return _if_legal(state, Embark(unit.id))
    return None


def _why(state: State, order: Embark) -> str:
    """The reason for the chosen way in."""
    if not order.craft:
        return "it is due, and supports from Bairiki" if not order.hex else "it is due, and walks in along the pier"
    crosses = state.units[order.craft].type.crosses
    if crosses == "high-water" and state.high_water:
        return "it is due, and boats cross the reef at high water"
    if _lands_on_pier(state, order):
        return "it is due, and comes over the pier"
    if crosses == "never":
        return "it is due, and tanks come by LCM"
    if crosses == "always":
        return "it is due, and an amtrac brings it ashore"
    wades = state.units[order.who].type.nature.wades
    return f"it is due, and {'wades in from' if wades else 'an amtrac takes it over at'} the edge of the reef"


def _lands_on_pier(state: State, order: Embark) -> bool:
    """Whether the craft can unload the unit on the pier head beside its entry hex, as it then does."""
    head = head_beside(order.hex)
    if not head or not is_pier_free(state, head):
        return False
    return allows(check_landing_on_pier, state, state.units[order.who])


def _if_legal(state: State, order: Embark) -> Embark | None:
    return order if passes(state, order) else None


def _craft_for(state: State, unit: Unit, *, wade: bool) -> tuple[str, ...]:
    """Amtracs for the first wave, then for engineers, guns and supplies; infantry wades in, as it did.

    Craft are named by when they cross the reef: amtracs always, Higgins boats at high water, LCMs never.
    """
    if unit.type.is_tank:
        return ("never",)
    if unit.type.can("attacks") and wade:
        return ("high-water", "always") if FIRST_WAVE < state.turn <= HIGH_TIDE else ("always", "high-water")
    return ("always", "high-water") if unit.type.is_gun or state.high_water else ("always",)


def _beaches(state: State, unit: Unit, preferred: Sequence[str]) -> list[str]:
    """Quiet beaches first; for tanks and guns, beaches where there are Marines."""
    able = beaches_for(state, unit)
    ranked = [beach for beach in preferred if beach in able]
    return sorted(ranked, key=lambda beach: is_under_fire(state, beach))


def _by(state: State, unit: Unit, crosses: str, beach: str) -> Embark | None:
    """Embark in the strongest craft of a sort for a beach, if that is legal and sensible."""
    pool = [craft for craft in state.units.values() if craft.type.crosses == crosses and craft.at == POOL]
    if not pool:
        return None
    craft = max(pool, key=lambda craft: craft.steps)
    hex = _entry(state, craft, unit, beach)
    if not hex:
        return None
    return _if_legal(state, Embark(unit.id, craft.id, beach, hex))


def _entry(state: State, craft: Unit, unit: Unit, beach: str) -> Hex:
    """The entry hex with the shortest way in; for units that will wade, one close to the pier, in its lee (6.6.1)."""
    pier = [hex for hex in state.board.pier_landing_from if hex in state.board.beaches[beach].entry]
    if not pier or craft.type.crosses != "high-water" or state.high_water or not unit.type.on_foot:
        return best_entry(state, craft, unit.kind, beach)
    return min(free_entries(state, beach), key=lambda hex: distance(hex, pier[0]), default="")


def _to_pier(state: State, unit: Unit) -> Embark | None:
    """By boat to the side of the pier, where two units may land each turn."""
    boats = [craft for craft in state.units.values() if craft.type.can("hands-loads-over")]
    boat = next((craft for craft in boats if craft.at == POOL), None)
    if boat is None or PIER_BASE in state.heads:
        return None
    for hex in state.board.pier_landing_from:
        beach = state.board.entry_beach(hex)
        order = Embark(unit.id, boat.id, beach, hex)
        if beach in beaches_for(state, unit) and passes(state, order):
            return order
    return None


def _direct_supply(state: State) -> Iterator[Choice]:
    """A point by amtrac for every battalion without a marker or a line to a head."""
    for battalion in state.charts.battalions:
        units = [u for u in state.ashore() if u.type.battalion == battalion and u.at in state.board.land]
        cut_off = [u for u in units if not u.group and not heads_for(state, u) and u.landed < state.turn]
        if state.stock and cut_off and len(cut_off) * 2 >= len(units):
            order = _supply_by_craft(state, battalion, cut_off[0])
            if order:
                yield Choice(order, f"{battalion} has no line to a supply head")


def _supply_by_craft(state: State, battalion: str, unit: Unit) -> Embark | None:
    """To the beach with most landing hexes connected to the unit."""
    joined = lines_from(state, [unit.at])
    near = {state.board.area_of[unit.at], *state.board.next_areas(state.board.area_of[unit.at])}
    scores = {
        beach: sum(
            1 for hex in state.board.beaches[beach].landing if hex in joined and state.board.area_of[hex] in near
        )
        for beach in state.setting.scenario.beaches
    }
    beach = max(scores, key=lambda beach: scores[beach])
    craft = next((c for c in state.units.values() if c.type.crosses == "always" and c.at == POOL), None)
    if not scores[beach] or craft is None:
        return None
    hex = best_entry(state, craft, "supply", beach)
    return _if_legal(state, Embark("supply", craft.id, beach, hex, battalion))


# ── Impulses


def impulse(state: State) -> Iterator[Choice]:
    for craft in list(state.units.values()):
        if craft.type.is_craft and craft.hex and state.is_loaded(craft):
            places = unloadings(state, craft)
            if places and not (state.high_water and craft.type.crosses == "high-water"):
                yield Choice(Unload(craft.id, _best_place(craft, places)), "boats do not cross the reef")
    order = Advance()
    if passes(state, order):
        yield Choice(order, "there is no cover on the water", judged=True)


def _best_place(craft: Unit, places: list[str]) -> str:
    """The pier rather than the water: it is shorter, and nobody drifts."""
    return next((place for place in places if is_hex(place) and place != craft.at), places[0])


def suppression(state: State) -> Iterator[Choice]:
    """Suppress every area in front of the landing, those where there are Marines already too."""
    for area in suppressible(state):
        order = Suppress(area)
        if passes(state, order):
            yield Choice(order, "it costs nothing")
