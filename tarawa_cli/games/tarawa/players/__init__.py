"""The computer players. Each sees only the position, and gives orders that the law allows."""

from tarawa_cli.games.tarawa import find
from tarawa_cli.games.tarawa.model.state import IMPULSES, State
from tarawa_cli.games.tarawa.orders.general import Next
from tarawa_cli.kernel import players
from tarawa_cli.kernel.hints import Iterator, Mapping, Sequence
from tarawa_cli.kernel.players import Choice as Choice

PLAYERS: Mapping[str, str] = {
    "random": "players.planners:chance",
    "historical": "players.planners:Historical",
    "strong": "players.planners:Strong",
    "expert": "players.expert:expert",
}
_IMPULSES, _SUPPRESSION = ([f"{part}-{n}" for n in IMPULSES] for part in ("impulse", "suppression"))
ELSEWHERE = {
    "play_series": "players.simulation:play_series",
    "figures": "players.simulation:figures",
    "prospects": "players.simulation:prospects",
}
PHASES: Mapping[str, Sequence[str]] = {
    **{name: [name] for name in ("bombardment", "supply-points", "embark", "actions", "supply-check")},
    "impulse": _IMPULSES,
    "suppression": _SUPPRESSION,
    "landing": ["embark", *_IMPULSES],
    **{name: [name] for name in (*_IMPULSES, *_SUPPRESSION)},
}

Player = players.Player[State]


class Planner:
    """A player with a plan for each phase: a generator that sees what its own orders have changed."""

    def __init__(self, seed: str = "") -> None:
        self._plan: Iterator[Choice] = iter(())
        self._phase: tuple[int, str] = (0, "")

    def choose(self, state: State) -> Choice:
        if state.question:
            return self.answer(state)
        if self._phase != (state.turn, state.phase):
            self._phase, self._plan = (state.turn, state.phase), self.orders(state)
        return next(self._plan, Choice(Next(), "nothing more to do in this phase"))

    def orders(self, state: State) -> Iterator[Choice]:
        """All orders for the present phase."""
        raise NotImplementedError

    def answer(self, state: State) -> Choice:
        """The answer to the pending question."""
        raise NotImplementedError


def player(name: str, seed: str = "") -> Player:
    """A player by name; `seed` is for players that choose by chance.

    `expert:8` is `expert` with 8 playouts for a plan.
    """
    plain, count = players.with_playouts(name)
    make = find(PLAYERS[plain])
    made: Player = make(seed) if count is None else make(seed, count)
    return made
