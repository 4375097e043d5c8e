"""A scene as facts, for `map --json`."""

from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Any, Collection, Iterable
from tarawa_cli.kernel.scene.model import Counter, HexView, Mark, Scene

Facts = dict[str, Any]


def hexes(scene: Scene, part: Collection[Hex] = ()) -> dict[Hex, Facts]:
    """The hexes of a part of the map, or all, by number; what is not there is left out."""
    return {at: _hex(scene, view) for at, view in sorted(scene.hexes.items()) if not part or at in part}


def _hex(scene: Scene, view: HexView) -> Facts:
    sides = {way: kind for way in scene.grid.directions if (kind := scene.side(view.at, way))}
    told: Facts = {"terrain": view.terrain, "owner": view.owner, "label": view.label, "sides": sides}
    told |= {"marks": _marks(view.marks), **view.notes}
    return {key: value for key, value in told.items() if value or key == "terrain"}


def counters(scene: Scene, part: Collection[Hex] = ()) -> dict[str, Facts]:
    """The counters on a part of the map, or all, in the order in which they are stacked."""
    return {id: _counter(one) for id, one in scene.counters.items() if not part or one.at in part}


def _counter(one: Counter) -> Facts:
    told: Facts = {"at": one.at, "side": one.side, "formation": one.formation, "kind": one.kind}
    told |= {"tag": one.tag, "numbers": one.numbers, "steps": one.steps, "full": one.full, "ready": one.ready}
    return told | {"aboard": one.aboard, "cargo": one.cargo, "marks": _marks(one.marks), **one.notes}


def _marks(marks: Iterable[Mark]) -> dict[str, str | int]:
    """By name: how many, or what the mark says."""
    return {mark.name: mark.value or mark.words for mark in marks}
