"""`random`: any legal command, each as likely as the others."""

from tarawa_cli.games.tarawa.choices.legal import pick
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.players import Choice
from tarawa_cli.kernel.digest import sha256


class Chance:
    """Its chances come from a text, as the dice do, so that the same game can be played again."""

    def __init__(self, seed: str = "") -> None:
        self.seed = seed
        self.count = 0

    def choose(self, state: State) -> Choice:
        order = pick(state, self._below)
        if order is None:
            raise LookupError(f"turn {state.turn}, phase {state.phase}: nothing is legal")
        return Choice(order, "any is as good as another", judged=True)

    def _below(self, count: int) -> int:
        self.count += 1
        return int.from_bytes(sha256(f"{self.seed}:{self.count}".encode())[:8]) % count
