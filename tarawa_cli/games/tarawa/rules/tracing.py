"""8.2: lines through friendly hexes."""

from collections.abc import Iterable

from tarawa_cli.games.tarawa.board import PIER_FOOT
from tarawa_cli.games.tarawa.state import State
from tarawa_cli.kernel.hexes import Hex, neighbours, spread
from tarawa_cli.kernel.rulebook import rule


@rule("8.2")
def lines_from(state: State, starts: Iterable[Hex]) -> dict[Hex, int]:
    """Every hex joined to one of the starts through friendly hexes, with its distance; 2632 is such a hex too."""

    def onward(at: Hex) -> list[Hex]:
        return [hex for hex in neighbours(at) if state.is_friendly(hex) or hex == PIER_FOOT]

    return spread(sorted(starts), onward)
