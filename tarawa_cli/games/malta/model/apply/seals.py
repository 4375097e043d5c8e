"""What happens to sealed secrets (24.3)."""

from tarawa_cli.games.malta.model.state import DUMMY, State
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.play import event


@event
def plan_sealed(state: State, *, key: str, digest: str) -> None:
    state.seals = dict(sorted({**state.seals, key: digest}.items()))


@event
def seal_opened(state: State, *, key: str, units: list[str]) -> None:
    """Remove a seal that was revealed or given up, and record the units that its plan named."""
    state.seals = {other: digest for other, digest in state.seals.items() if other != key}
    if units:
        state.planned_before = {**state.planned_before, key: units}


@event
def dummy_sealed(state: State, *, unit: str, at: Hex, digest: str) -> None:
    """Place the dummy battery in a hex; its place in the stack is sealed."""
    state.units.put(state.units[unit], at)
    state.seals = dict(sorted({**state.seals, DUMMY + at: digest}.items()))
