"""Exact chances of ships, coast guns, landings and air strikes, by the very code that rolls the dice."""

from fractions import Fraction

from tarawa_cli.games.malta.legal.odds import copied, go_on, key
from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.places import box_of
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.orders import check_order
from tarawa_cli.games.malta.orders.morning import Strike
from tarawa_cli.games.malta.orders.sea import Embark, Shoot
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch16_special_units.coast_guns import ship_hits, volley_hits
from tarawa_cli.games.malta.rules.ch18_landings.beaches import danger, is_lost
from tarawa_cli.games.malta.rules.ch18_landings.boxes import points
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.chances import Foresight, added, ends, percent
from tarawa_cli.kernel.engine.play import Event, Play
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import Any, Callable, Iterator, NamedTuple, Sequence
from tarawa_cli.kernel.narration.visible import plural

# ── Exact chances of a shot of ships and coast guns, and of a landing, by the very code that throws the dice


class HitChances(NamedTuple):
    """How likely each number of hits or losses is."""

    what: str
    """The word for what is counted: `hit`, `landing loss`."""
    modifiers: list[Modifier]
    shares: dict[int, Fraction]

    @property
    def average(self) -> Fraction:
        return sum((number * chance for number, chance in self.shares.items()), Fraction(0))

    def facts(self) -> dict[str, Any]:
        shares = {str(n): {"chance": float(share), "exact": str(share)} for n, share in self.shares.items()}
        modifiers = [modifier.facts() for modifier in self.modifiers]
        return {"counted": self.what, "modifiers": modifiers, "shares": shares, "average": float(self.average)}

    def text(self) -> str:
        lines = [f"{modifier.value:+d} {modifier.label} [{modifier.rule}]" for modifier in self.modifiers]
        lines += [f"  {plural(number, self.what):24} {percent(share):>8}" for number, share in self.shares.items()]
        return "\n".join([*lines, f"average {float(self.average):.2f}"])


def sea_forecast(state: State, order: Shoot | Embark) -> HitChances:
    check_order(state, order)
    return _shot(state, order) if isinstance(order, Shoot) else _landing(state, order)


@rule("16.55", "16.56", "16.79")
def _shot(state: State, order: Shoot) -> HitChances:
    """At a unit one hit is enough; in a wave box each costs a unit."""
    by = state.units[order.by]
    if by.can("ship"):
        gun = names.unit(state, order.target).id
        found = _counted(state, lambda play: ship_hits(play, by, gun))
        return HitChances("hit", [], found)
    found = _counted(state, lambda play: volley_hits(play, by, order.target, "16.55"))
    if not box_of(order.target):
        found = added((min(number, 1), share) for number, share in found.items())
    return HitChances("hit", [], dict(sorted(found.items())))


@rule("18.5")
def _landing(state: State, order: Embark) -> HitChances:
    """The chances of landing losses in the current position, before waterline combat."""
    if not order.units:
        raise BadOrder("`embark --plan` has no odds", hint="odds embark UNIT --to HEX, one beach at a time")
    return HitChances("landing loss", danger(state, order.to), _lost(state, state.named(order.units), order.to))


def _lost(state: State, units: Sequence[Unit], at: Hex) -> dict[int, Fraction]:
    dice = [unit for unit in units for _ in range(points(unit))]
    modifiers = danger(state, at)
    if not modifiers:
        return {0: Fraction(1)}
    return _counted(state, lambda play: sum(is_lost(play, unit, modifiers) for unit in dice))


def _counted(state: State, throw: Callable[[Play[State]], int]) -> dict[int, Fraction]:
    """The chances of every number that some dice can give."""

    def begin(play: Play[State]) -> None:
        play.note("counted", "", number=int(throw(play)))

    start = copied(state)
    start.stack = []  # nothing but these dice
    sight: Foresight[State] = Foresight(copied, key, _nothing, _number)
    return dict(sorted(added((int(node.told), node.chance) for node in ends(start, begin, sight)).items()))


def _number(before: str, events: Sequence[Event]) -> str:
    return str(events[-1].facts["number"])


def _nothing(play: Play[State]) -> None: ...


# ── Exact chances of air strikes (17.5), by the very code that flies them


DESTROYED, SILENCED, READY = "destroyed", "silenced", "ready to fire"


class GunChances(NamedTuple):
    """The chances for each gun, by the name that both sides know."""

    guns: dict[str, dict[str, Fraction]]
    flown: dict[int, Fraction]
    """How many strikes it takes."""

    def facts(self) -> dict[str, Any]:
        guns = {gun: _numbers(ends) for gun, ends in self.guns.items()}
        return {"guns": guns, "flown": {str(count): float(chance) for count, chance in sorted(self.flown.items())}}

    def text(self) -> str:
        lines = [f"  {gun:20} {_shares(ends)}" for gun, ends in self.guns.items()]
        flown = ", ".join(f"{count} {percent(chance)}" for count, chance in sorted(self.flown.items()))
        return "\n".join([*lines, f"strikes flown: {flown}"])


def _numbers(chances: dict[str, Fraction]) -> dict[str, dict[str, Any]]:
    return {end: {"chance": float(chance), "exact": str(chance)} for end, chance in chances.items()}


def _shares(chances: dict[str, Fraction]) -> str:
    return ", ".join(f"{end} {percent(chance)}" for end, chance in chances.items())


@rule("17.5")
def strike_forecast(state: State, order: Strike) -> GunChances:
    check_order(state, order)
    guns = {gun: names.unit(state, gun).id for gun in order.guns}
    found = [(node.state, node.chance) for node in ends(state, order.resolve, _SIGHT)]
    by_gun = {gun: added((_end_of(after, id), chance) for after, chance in found) for gun, id in guns.items()}
    return GunChances({gun: dict(_in_order(ends)) for gun, ends in by_gun.items()}, added(_flown(state, found)))


def _in_order(ends: dict[str, Fraction]) -> Iterator[tuple[str, Fraction]]:
    return ((end, ends[end]) for end in (DESTROYED, SILENCED, READY) if end in ends)


def _flown(before: State, found: list[tuple[State, Fraction]]) -> Iterator[tuple[int, Fraction]]:
    return ((after.strikes - before.strikes, chance) for after, chance in found)


def _end_of(state: State, gun: str) -> str:
    if not state.units[gun].steps:
        return DESTROYED
    return SILENCED if gun in state.silenced else READY


def _key(state: State) -> str:
    return f"{key(state)} {sorted(state.silenced)} {state.strikes}"


_SIGHT: Foresight[State] = Foresight(copied, _key, go_on, lambda before, _: before)
