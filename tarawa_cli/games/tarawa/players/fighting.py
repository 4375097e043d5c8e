"""The assault on hexes: suppress, support, attack with integrity, demolish pillboxes."""

from tarawa_cli.games.tarawa.legal import assault_odds
from tarawa_cli.games.tarawa.legal.assault_odds import Outlook
from tarawa_cli.games.tarawa.model.board import PIER_BASE, neighbours
from tarawa_cli.games.tarawa.model.scenario import Goal
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left
from tarawa_cli.games.tarawa.model.unit_types import Ability
from tarawa_cli.games.tarawa.orders import passes
from tarawa_cli.games.tarawa.orders.actions import Attack, Demolish, Fire
from tarawa_cli.games.tarawa.players import Choice
from tarawa_cli.games.tarawa.players.drive import drive
from tarawa_cli.games.tarawa.rules.ch07_actions.fire import check_support, support_value
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import HIGHEST, LOWEST
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.errors import allows
from tarawa_cli.kernel.hints import Iterator, NamedTuple
from tarawa_cli.kernel.standard import lru_cache


class PlayingStyle(NamedTuple):
    """What distinguishes one player's way of fighting from another's."""

    least_chance: float
    """Attacks with a lower chance are not made."""
    least_steps: int
    """A unit with fewer steps does not attack while others can."""
    markers: int
    """The most suppression markers wanted before an assault."""
    price: float
    """The weight of a step lost, against a hex cleared."""
    attackers: int
    """The most units that attack a hex together."""
    pillbox: float
    """The value of a pillbox hex, in other hexes."""
    two_targets: int
    """Two hexes are attacked at once when Japanese morale is at this level or below."""
    foresees: bool = False
    """Whether it goes for the scenario's goal, and wants pillboxes for morale."""
    blood: float = 15.0
    """The cost, in AP of a move, of a step lost on the way."""
    areas: tuple[str, ...] = ()
    """The areas that it goes for; nothing: the whole island."""
    point: float = 0.0
    """The price, in hexes, of a supply marker that an assault uses up."""
    mop_up: float = 0.0
    """The value of a pillbox hex, in other hexes, once the Japanese collapse and other hexes fall without a fight."""
    trusts_landing: bool = False
    """Whether units in active supply by their landing (8.4) get no point."""


FIRE_PRICE = 0.08
"""The value of the AP of a fire, in hexes."""
FALL = 6
"""About the number of hexes that fall in a turn of the Japanese collapse."""
DRIVE = 1.0
"""What a hex is worth more that opens the way to the far end of the island."""
GOAL, ACCENT = 2.0, 1.6
"""What a hex of the scenario's goal is worth more; and how much more a hex counts where the player goes for it."""


def can_act(unit: Unit) -> bool:
    return not (unit.pins or unit.walking or unit.is_busy)


class Front:
    """Which units can act on each uncleared hex now."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.beside: dict[Hex, list[Unit]] = {}
        self.guns: list[Unit] = []
        self.assaults: dict[tuple[Hex, int], Assault | None] = {}
        """Results already computed: the best assault on each hex, given the number of markers still hoped for."""
        self._helpers: dict[tuple[tuple[Hex, ...], tuple[str, ...], bool], list[str]] = {}
        for unit in state.units.values():
            if unit.type.is_gun:
                self.guns.append(unit)
            elif not unit.type.is_craft and state.is_ashore(unit) and can_act(unit) and ap_left(state, unit) >= 1:
                for at in neighbours(unit.hex):
                    if state.is_uncleared(at):
                        self.beside.setdefault(at, []).append(unit)

    def able(self, at: Hex, what: Ability, price: str) -> list[Unit]:
        """Units next to a hex with an ability, active supply and the AP for an assault, strongest first."""
        cost = self.state.charts.value(price)
        units = [
            unit
            for unit in self.beside.get(at, ())
            if unit.type.can(what) and unit.supply == "active" and not unit.pins and ap_left(self.state, unit) >= cost
        ]
        return sorted(units, key=lambda unit: -unit.steps)

    def helpers(self, on: tuple[Hex, ...], acting: tuple[str, ...], *, demolition: bool) -> list[str]:
        """The three best units that can support and still do their own job."""
        key = on, acting, demolition
        if key not in self._helpers:
            self._helpers[key] = self._find_helpers(on, acting, demolition)
        return self._helpers[key]

    def forget(self) -> None:
        """Forget computed results after a fire: AP are spent, and there may be another marker."""
        self._helpers.clear()
        self.assaults.clear()

    def _find_helpers(self, on: tuple[Hex, ...], acting: tuple[str, ...], demolition: bool) -> list[str]:
        state = self.state
        beside = {unit.id: unit for at in on for unit in self.beside.get(at, ())}
        able = [u for u in (*beside.values(), *self.guns) if u.id not in acting and self._can_spare(u)]
        values = {u.id: support_value(state, u, on, demolition) for u in able}
        ranked = sorted((id for id in values if values[id]), key=lambda id: -values[id])
        return [id for id in ranked[:4] if allows(check_support, self.state, (), [id], on, demolition)][:3]

    def _can_spare(self, unit: Unit) -> bool:
        """Whether a unit can support and then still attack as often as before."""
        left = ap_left(self.state, unit)
        if unit.type.can("attacks") and unit.supply == "active":
            return left % 3 >= 1 or left < 3
        return left >= 1

    def markers_used(self, units: list[Unit]) -> int:
        """The number of supply markers that an assault by these units uses up and no other has used yet (8.2)."""
        groups = {unit.group for unit in units if unit.group}
        return len(groups - {unit.group for unit in self.state.units.values() if unit.attacked})

    def mark(self, at: Hex) -> object:
        """Everything that the prospects of an assault on a hex depend on during a land phase."""
        return self.state.suppressed.get(at, 0), [(unit.id, unit.spent) for unit in self.beside[at]]


class Assault(NamedTuple):
    """A possible assault, and its value."""

    order: Attack | Demolish
    outlook: Outlook
    worth: float


def assaults(state: State, temper: PlayingStyle) -> Iterator[Choice]:
    """Make the best assault, prepared by fire, again and again until none is worth its price."""
    prospects = Prospects(state, temper)
    while True:
        front = Front(state)
        at = prospects.best(front)
        if not at:
            return
        before = front.mark(at)
        yield from _prepare(front, at, temper)
        assault = best_assault(front, at, temper)
        if assault and assault.worth > 0 and assault.outlook.success >= temper.least_chance:
            yield Choice(assault.order, _why(assault))
        else:
            prospects.given_up.add(at)
        if at in front.beside and front.mark(at) == before:
            prospects.given_up.add(at)


class Prospects:
    """The value of assaults hex by hex, recomputed only where something has changed."""

    def __init__(self, state: State, temper: PlayingStyle) -> None:
        self.state, self.temper = state, temper
        self.given_up: set[Hex] = set()
        self._known: dict[Hex, tuple[object, float]] = {}

    def best(self, front: Front) -> Hex:
        """The most promising hex, with the fire before the assault taken into account; nothing if none is worth it."""
        worths = {at: self._worth(front, at) for at in sorted(front.beside) if at not in self.given_up}
        best = max(worths, key=lambda at: worths[at], default="")
        return best if best and worths[best] > 0 else ""

    def _worth(self, front: Front, at: Hex) -> float:
        mark = front.mark(at)
        known = self._known.get(at)
        if known and known[0] == mark:
            return known[1]
        assault = best_assault(front, at, self.temper, hoped=_hoped_markers(front, at, self.temper))
        worth = assault.worth if assault else 0.0
        self._known[at] = (mark, worth)
        return worth


def _why(assault: Assault) -> str:
    return f"{assault.outlook.success * 100:.0f} % to succeed, {assault.outlook.steps:.1f} steps at risk"


def _hoped_markers(front: Front, at: Hex, temper: PlayingStyle) -> int:
    """The number of markers that fire will probably add."""
    shooters = [unit for unit in front.beside[at] if unit.type.on_foot and at not in unit.fired]
    return max(0, min(temper.markers - front.state.suppressed.get(at, 0), len(shooters)))


def worth_of(state: State, at: Hex, temper: PlayingStyle) -> float:
    """The value of clearing a hex, in plain hexes."""
    value = 1.0
    if state.pillboxes_standing(at) > 0:
        value += temper.pillbox * (morale_to_gain(state) if temper.foresees else 1)
        value += temper.mop_up if is_collapsing(state) else 0
    if at == PIER_BASE:
        value += 3
    if temper.foresees and state.setting.scenario.goal and at in goal_hexes(state):
        value += GOAL
    if drive(state).detours.get(at) == 0:
        value += DRIVE
    held = sum(1 for near in neighbours(at) if near in state.board.land and state.is_friendly(near))
    value += 0.1 * held
    return value * ACCENT if temper.areas and state.board.area_of[at] in temper.areas else value


def morale_to_gain(state: State) -> float:
    """How much a fallen pillbox can still do to morale (9.2.1, 9.2.2): nothing where both tracks are at their ends."""
    tracks = state.tracks
    return (tracks["japanese"] - LOWEST + HIGHEST - tracks["marines"]) / (HIGHEST - LOWEST)


def is_collapsing(state: State) -> bool:
    """Whether the hexes without a pillbox will all fall without a fight (9.2.3) in the time that is left."""
    if state.tracks["japanese"] > LOWEST:
        return False
    return len(state.uncleared) <= FALL * (state.setting.scenario.length - state.turn)


def goal_hexes(state: State) -> frozenset[Hex]:
    """The hexes that could still win a part of the scenario's goal (13.3)."""
    return _goal_hexes(state.setting.scenario.goal, state.cleared | state.occupied)


@lru_cache(16)
def _goal_hexes(goal: Goal | None, held: frozenset[Hex]) -> frozenset[Hex]:
    left: set[Hex] = set()
    for ground in goal.ground if goal else ():
        targets = frozenset(ground.targets)
        if len(targets & held) < ground.needed:
            left |= targets - held
    return frozenset(left)


def best_assault(front: Front, at: Hex, temper: PlayingStyle, hoped: int = 0) -> Assault | None:
    """The best assault on a hex by the units next to it; `hoped` is the number of markers still expected."""
    if (at, hoped) not in front.assaults:
        options = [*_demolitions(front, at, temper, hoped), *_attacks(front, at, temper, hoped)]
        front.assaults[at, hoped] = max(options, key=lambda assault: assault.worth, default=None)
    return front.assaults[at, hoped]


def _attacks(front: Front, at: Hex, temper: PlayingStyle, hoped: int) -> Iterator[Assault]:
    state = front.state
    able = front.able(at, "attacks", "attack-ap")
    fit = [unit for unit in able if unit.steps >= temper.least_steps]
    shore_value = state.charts.modifier("shore-point").value
    for number in range(1, min(len(fit), temper.attackers) + 1):
        units = _party(fit, number)
        names = tuple(unit.id for unit in units)
        markers = temper.point * front.markers_used(units) if temper.point else 0.0
        for on in _targets(state, at, units, temper):
            helpers = front.helpers(on, names, demolition=False)
            prospect = assault_odds.attack_prospect(state, names, on, hoped if len(on) == 1 else 0)
            values = sorted(worth_of(state, hex, temper) for hex in on)
            for help, shore in _means(helpers, state.shore):
                best = assault_odds.best_of(state, help[:1], on)
                outlook = prospect.outlook(best, len(help), shore_value if shore else 0)
                effort = 0.25 * (number - 1) + 0.04 * len(help) + 0.1 * shore
                worth = _gain(values, outlook) - temper.price * outlook.steps - effort - markers
                yield Assault(Attack(names, on, tuple(help), shore), outlook, worth)


def _targets(state: State, at: Hex, units: list[Unit], temper: PlayingStyle) -> Iterator[tuple[Hex, ...]]:
    """The hex alone; and once the Japanese are weak, with each other hex next to the attackers."""
    yield (at,)
    if state.level("japanese") <= temper.two_targets and state.pillboxes_standing(at) <= 0:
        beside = {hex for unit in units for hex in neighbours(unit.hex) if state.is_uncleared(hex)}
        for other in sorted(beside - {at}):
            if state.pillboxes_standing(other) <= 0:
                yield at, other


def _gain(values: list[float], outlook: Outlook) -> float:
    """The value of an assault on targets of these values, lowest first; partial success clears the most valuable."""
    *second, first = values
    return first * outlook.success + sum(second) * outlook.whole


def _means(helpers: list[str], shore: int) -> Iterator[tuple[list[str], bool]]:
    """Ways to support: nobody, one unit, all of them; with a shore point and without."""
    for number in dict.fromkeys((0, min(1, len(helpers)), len(helpers))):
        yield helpers[:number], False
        if shore:
            yield helpers[:number], True


def _party(fit: list[Unit], number: int) -> list[Unit]:
    """The strongest attackers, keeping both halves of a battalion together."""
    first = fit[0]
    rest = sorted(fit[1:], key=lambda unit: unit.type.battalion != first.type.battalion)
    return [first, *rest[: number - 1]]


def _demolitions(front: Front, at: Hex, temper: PlayingStyle, hoped: int) -> Iterator[Assault]:
    state = front.state
    if state.pillboxes_standing(at) <= 0:
        return
    able = [u for u in front.able(at, "demolishes", "demolition-ap") if u.steps > 1]
    for number in range(1, min(len(able), 2) + 1):
        names = tuple(unit.id for unit in able[:number])
        markers = temper.point * front.markers_used(able[:number]) if temper.point else 0.0
        helpers = front.helpers((at,), names, demolition=True)
        prospect = assault_odds.demolition_prospect(state, names, at, hoped)
        value = worth_of(state, at, temper)
        for help, _ in _means(helpers, 0):
            outlook = prospect.outlook(assault_odds.best_of(state, help[:1], (at,), demolition=True), len(help))
            worth = value * (outlook.success + outlook.whole) / 2 - temper.price * outlook.steps
            worth -= 0.2 * (number - 1) + 0.04 * len(help) + markers
            yield Assault(Demolish(names, at, tuple(help)), outlook, worth)


# ── Fire


def _prepare(front: Front, at: Hex, temper: PlayingStyle) -> Iterator[Choice]:
    """Suppress a hex before the assault, first with units that will not take part in it."""
    for unit in _shooters(front, at):
        while True:
            order = _shot(front, unit, at) if _wants_fire(front, at, temper) else None
            if order is None:
                break
            yield Choice(order, "suppress it before the assault", judged=True)
            front.forget()


def _wants_fire(front: Front, at: Hex, temper: PlayingStyle) -> bool:
    return front.state.suppressed.get(at, 0) < _wanted(front.state, at, temper) and _pays(front, at, temper)


def _pays(front: Front, at: Hex, temper: PlayingStyle) -> bool:
    """Whether one more marker, given its chance, gains the assault more than the AP of the fire are worth."""
    now, then = best_assault(front, at, temper), best_assault(front, at, temper, hoped=1)
    if then is None:
        return False
    gain = then.worth - max(0.0, now.worth if now else 0.0)
    return assault_odds.suppression(front.state) * gain > FIRE_PRICE


def _wanted(state: State, at: Hex, temper: PlayingStyle) -> int:
    """The most markers wanted: one more on a pillbox."""
    return temper.markers + (state.pillboxes_standing(at) > 0)


def _shooters(front: Front, at: Hex) -> list[Unit]:
    """Who fires, units that cannot attack first; attackers keep the AP for an attack."""
    beside = [unit for unit in front.beside.get(at, ()) if unit.type.on_foot]
    return sorted(beside, key=lambda unit: (unit.type.can("attacks") and unit.supply == "active", unit.id))


def _shot(front: Front, unit: Unit, at: Hex) -> Fire | None:
    """One fire, if the unit can afford it and has not suppressed the hex yet."""
    state = front.state
    if at in unit.fired or not can_act(unit):
        return None
    keep = 0.0
    if unit.supply == "active":
        keep = float(state.charts.value("attack-ap" if unit.type.can("attacks") else "demolition-ap"))
    spare = int(ap_left(state, unit) - keep)
    if spare < 1:
        return None
    helper = _gunner(front, unit, at)
    order = Fire(unit.id, at, helper, times=1 if helper else min(spare, 3))
    return order if passes(state, order) else None


def _gunner(front: Front, unit: Unit, at: Hex) -> tuple[str, ...]:
    """A gun or tank that can support the fire and has AP to spare."""
    if not front.state.charts.value("fire-supporters"):
        return ()
    for id in front.helpers((at,), (unit.id,), demolition=False):
        other = front.state.units[id]
        if not other.type.on_foot and ap_left(front.state, other) >= 2:
            return (id,)
    return ()
