"""8.2: lines through friendly hexes."""

from collections.abc import Iterable, Mapping

from tarawa_cli.games.tarawa.model import control
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.kernel.hexes import Hex


@rule("8.2")
def lines_from(state: State, starts: Iterable[Hex]) -> Mapping[Hex, int]:
    """Every hex connected to one of the starts through friendly hexes (2632 included), with its distance."""
    return control.lines(state.cleared, frozenset(starts))
