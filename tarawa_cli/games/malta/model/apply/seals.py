"""What happens to sealed secrets (24.3)."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.play import event


@event
def plan_sealed(state: State, *, key: str, digest: str) -> None:
    state.seals = dict(sorted({**state.seals, key: digest}.items()))


@event
def seal_opened(state: State, *, key: str) -> None:
    del state.seals[key]
