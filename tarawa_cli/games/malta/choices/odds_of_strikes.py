"""Exact chances of air strikes (17.5), by the very code that flies them."""

from collections.abc import Iterator
from fractions import Fraction

from tarawa_cli.games.malta.choices.odds import copied, go_on, key
from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders import check_order
from tarawa_cli.games.malta.orders.morning import Strike
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.kernel.forecast import Foresight, added, ends, percent
from tarawa_cli.kernel.hints import Any, NamedTuple

DESTROYED, SILENCED, READY = "destroyed", "silenced", "ready to fire"


class Chances(NamedTuple):
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
def forecast(state: State, order: Strike) -> Chances:
    check_order(state, order)
    guns = {gun: names.unit(state, gun).id for gun in order.guns}
    found = [(node.state, node.chance) for node in ends(state, order.resolve, _SIGHT)]
    by_gun = {gun: added((_end_of(after, id), chance) for after, chance in found) for gun, id in guns.items()}
    return Chances({gun: dict(_in_order(ends)) for gun, ends in by_gun.items()}, added(_flown(state, found)))


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
