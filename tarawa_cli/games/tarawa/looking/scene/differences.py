"""What has changed in each hex since an earlier position: ground gained and lost, units hit, come and gone."""

from collections.abc import Iterator

from tarawa_cli.games.tarawa.looking.scene.ground import mark
from tarawa_cli.games.tarawa.model.places import LOST
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.hints import NamedTuple
from tarawa_cli.kernel.scene.model import Mark

SIGNS = {"fell": "«", "hit": "╳", "gained": "»", "came": "⇢", "gone": "⇠"}
"""The signs, the most important first."""
ORDER = tuple(SIGNS)


class Difference(NamedTuple):
    """A change in a hex: its sign, and what is said of it."""

    sign: str
    words: str

    @property
    def mark(self) -> Mark:
        return mark(self.sign, SIGNS[self.sign], self.words)


Differences = dict[Hex, list[Difference]]


def differences(before: State, after: State) -> Differences:
    """Every change by hex."""
    found: Differences = {}
    for at, difference in (*_ground(before, after), *_units(before, after)):
        found.setdefault(at, []).append(difference)
    return {at: sorted(each, key=lambda one: ORDER.index(one.sign)) for at, each in sorted(found.items())}


def _ground(before: State, after: State) -> Iterator[tuple[Hex, Difference]]:
    then, now = before.cleared | before.occupied, after.cleared | after.occupied
    yield from ((at, Difference("gained", "gained")) for at in sorted(now - then))
    yield from ((at, Difference("fell", "lost")) for at in sorted(then - now))


def _units(before: State, after: State) -> Iterator[tuple[Hex, Difference]]:
    for id, unit in after.units.items():
        then, now = before.hex_of(before.units[id]), after.hex_of(unit)
        yield from _hit(before.units[id], unit, then, now)
        if then == now:
            continue
        if now:
            yield now, Difference("came", f"{id} came")
        if then and unit.at != LOST:
            yield then, Difference("gone", f"{id} left")


def _hit(old: Unit, new: Unit, then: Hex, now: Hex) -> Iterator[tuple[Hex, Difference]]:
    """A unit that has lost steps, where it is, or where it was lost."""
    at = now or then
    if new.steps < old.steps and at:
        yield at, Difference("hit", f"{new.id} lost" if new.at == LOST else f"{new.id} -{old.steps - new.steps}")
