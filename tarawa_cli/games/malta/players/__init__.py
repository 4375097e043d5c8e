"""The computer players. Each sees only the position, and gives orders that the law lets through."""

from collections.abc import Iterator, Mapping, Sequence

from tarawa_cli.games.malta import find
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel import players
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tarawa_cli.kernel.door import Figures
    from tarawa_cli.kernel.simulation import Series

PLAYERS: Mapping[str, str] = {
    "random": "players.random_player:chance",
    "historical": "players.historical:historical",
    "strong": "players.strong:strong",
    "expert": "players.expert:expert",
}
PHASES: Mapping[str, Sequence[str]] = {
    part: [f"{side}-{part}" for side in ("axis", "allied")] for part in ("movement", "combat")
}
Player = players.Player[State]


def player(name: str, seed: str = "") -> Player:
    """A player by name; `seed` is what one who plays by chance takes his chances from.

    `expert:8` is `expert` with 8 playouts for a plan.
    """
    plain, count = players.with_playouts(name)
    make = find(PLAYERS[plain])
    made: Player = make(seed) if count is None else make(seed, count)
    return made


def play_series(series: "Series", jobs: int) -> Iterator[dict[str, Any]]:
    from tarawa_cli.games.malta.players.simulation import play_series

    return play_series(series, jobs)


def figures(series: "Series", played: Sequence[dict[str, Any]]) -> "Figures":
    from tarawa_cli.games.malta.players.simulation import figures

    return figures(series, played)


def prospects(series: "Series", played: Sequence[dict[str, Any]]) -> "Figures":
    from tarawa_cli.games.malta.players.simulation import prospects

    return prospects(series, played)
