"""What has changed in each hex since an earlier position: ground taken, units hit and shaken, come and gone."""

from tarawa_cli.games.malta.model.places import LOST
from tarawa_cli.games.malta.model.state import DEMORALISED, DISORGANISED, OK, State, Unit
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.scene.changes import Change, Changes, by_hex

ORDER = ("taken", "retaken", "hit", "shaken", "came", "gone")
"""The signs, the most important first."""
_SHORT = {OK: "in order", DISORGANISED: "D", DEMORALISED: "Z"}


def differences(before: State, after: State) -> Changes:
    """Every change by hex."""
    return by_hex([*_ground(before, after), *_units(before, after)], ORDER)


def _ground(before: State, after: State) -> Iterator[tuple[Hex, Change]]:
    yield from ((at, Change("taken", "Axis")) for at in sorted(after.control - before.control))
    yield from ((at, Change("retaken", "Allies")) for at in sorted(before.control - after.control))


def _units(before: State, after: State) -> Iterator[tuple[Hex, Change]]:
    """Units that both know: one that was turned over meanwhile has another name."""
    for id, unit in after.units.items():
        old = before.units.get(id)
        if old:
            yield from _unit(old, unit)


def _unit(old: Unit, new: Unit) -> Iterator[tuple[Hex, Change]]:
    there = new.at if new.on_map else old.at if old.on_map else ""
    if there and new.steps < old.steps:
        yield there, Change("hit", f"{new.id}{' lost' if new.at == LOST else f' -{old.steps - new.steps}'}")
    if new.on_map and new.state != old.state:
        yield there, Change("shaken", f"{new.id} {_SHORT[new.state]}")
    if old.at == new.at:
        return
    if new.on_map:
        yield new.at, Change("came", new.id)
    if old.on_map and new.at != LOST:
        yield old.at, Change("gone", new.id)
