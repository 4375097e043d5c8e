"""`random`: any legal command, each as likely as the others."""

from tarawa_cli.games.tarawa.legal import legal
from tarawa_cli.games.tarawa.orders import read_order
from tarawa_cli.games.tarawa.players import Choice
from tarawa_cli.games.tarawa.state import State
from tarawa_cli.kernel.digest import sha256


class Chance:
    def __init__(self, seed: str = "") -> None:
        self.seed = seed
        self.count = 0

    def choose(self, state: State) -> Choice:
        able = legal(state)
        self.count += 1
        number = int.from_bytes(sha256(f"{self.seed}:{self.count}".encode())[:8])
        command = able[number % len(able)]
        return Choice(read_order(state, command.split()), f"one of {len(able)}")
