"""A position to be drawn: the scene of the text maps, and the units behind its counters."""

from tarawa_cli.games.tarawa.model.board import aboard, on_pier, parts
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.views import ground
from tarawa_cli.games.tarawa.views.scene import on_map
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.scene.model import HexView


class Stage:
    """Hexes as the scene shows them, and who stands where, in the order in which counters are stacked."""

    def __init__(self, state: State, *, bare: bool = False) -> None:
        self.state = state
        self.board = state.board
        self._views: dict[Hex, HexView] = {}
        self.places: dict[str, list[Unit]] = {}
        for unit in () if bare else on_map(state):
            self.places.setdefault(unit.at, []).append(unit)

    def view(self, at: Hex) -> HexView:
        """A hex of the scene, made when it is asked for."""
        if at not in self._views:
            changes = at in self.board.area_of or at == self.board.wreck
            self._views[at] = ground.view(self.state, at) if changes else ground.water()[at]
        return self._views[at]

    def units(self, at: Hex) -> list[Unit]:
        """The units in a hex, the most important first; for a hex of the pier, those on it."""
        return self.places.get(on_pier(at) if at in self.board.pier else at, [])

    @property
    def taken(self) -> Iterator[Hex]:
        """Every hex with units, of the pier those on which there are some."""
        for place in self.places:
            at = parts(place).pier
            if at or (place in self.board.terrain and place not in self.board.pier):
                yield at or place

    def passenger(self, craft: Unit) -> Unit | None:
        return next(iter(self.places.get(aboard(craft.id), ())), None)
