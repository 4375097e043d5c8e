"""What changes in supply (8) and ammunition (12)."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.play import event


@event
def supply_checked(state: State, *, out: list[str], back: list[str]) -> None:
    """Who is out of supply from now on, and who no longer is."""
    for ids, supplied in ((out, False), (back, True)):
        for unit in state.named(ids):
            unit.supplied = supplied


@event
def ammunition_given(state: State, *, units: list[str], stock: int) -> None:
    state.stock = stock
    for id in units:
        state.units[id].ammo = True
