"""What has changed in each hex since an earlier position: ground gained and lost, units hit, arrived and left."""

from tarawa_cli.games.tarawa.model.board import LOST
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.views.ground import mark
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.scene.changes import Change, Changes, by_hex
from tarawa_cli.kernel.scene.model import Mark

SIGNS = {"fell": "«", "hit": "╳", "gained": "»", "came": "⇢", "gone": "⇠"}
"""The signs, the most important first."""


def differences(before: State, after: State) -> Changes:
    """Every change by hex."""
    return by_hex([*_ground(before, after), *_units(before, after)], [*SIGNS])


def marks(before: State, after: State) -> dict[Hex, list[Mark]]:
    """The signs of the changes in each hex."""
    found = differences(before, after).items()
    return {at: [mark(change.sign, SIGNS[change.sign], change.words) for change in each] for at, each in found}


def _ground(before: State, after: State) -> Iterator[tuple[Hex, Change]]:
    then, now = before.cleared | before.occupied, after.cleared | after.occupied
    yield from ((at, Change("gained", "gained")) for at in sorted(now - then))
    yield from ((at, Change("fell", "lost")) for at in sorted(then - now))


def _units(before: State, after: State) -> Iterator[tuple[Hex, Change]]:
    for id, unit in after.units.items():
        then, now = before.hex_of(before.units[id]), after.hex_of(unit)
        yield from _hit(before.units[id], unit, then, now)
        if then == now:
            continue
        if now:
            yield now, Change("came", f"{id} came")
        if then and unit.at != LOST:
            yield then, Change("gone", f"{id} left")


def _hit(old: Unit, new: Unit, then: Hex, now: Hex) -> Iterator[tuple[Hex, Change]]:
    """A unit that has lost steps, where it is, or where it was lost."""
    at = now or then
    if new.steps < old.steps and at:
        yield at, Change("hit", f"{new.id} lost" if new.at == LOST else f"{new.id} -{old.steps - new.steps}")
