"""The computer players. Each sees only the position, and gives orders that the law lets through."""

from tarawa_cli.games.malta import find
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel import players
from tarawa_cli.kernel.hints import Mapping, Sequence

PLAYERS: Mapping[str, str] = {
    "random": "players.strong:chance",
    "historical": "players.strong:historical",
    "strong": "players.strong:strong",
    "expert": "players.expert:expert",
}
ELSEWHERE = {
    "play_series": "players.simulation:play_series",
    "figures": "players.simulation:figures",
    "prospects": "players.simulation:prospects",
}
PHASES: Mapping[str, Sequence[str]] = {
    part: [f"{side}-{part}" for side in ("axis", "allied")] for part in ("movement", "combat")
}
Player = players.Player[State]


def player(name: str, seed: str = "") -> Player:
    """A player by name; `seed` is for players that choose by chance.

    `expert:8` is `expert` with 8 playouts for a plan.
    """
    plain, count = players.with_playouts(name)
    make = find(PLAYERS[plain])
    made: Player = make(seed) if count is None else make(seed, count)
    return made
