"""Looking ahead: plans are played on, several times each, and compared by what they lead to.

The number of playouts is a count, never a time, and their dice come from the position, so that the same position always
gets the same answer. None of them are the dice of the game.
"""

from math import sqrt

from tarawa_cli.kernel.board.dice import AutoDice
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.game import Game
from tarawa_cli.kernel.hints import Callable, Generic, Iterator, NamedTuple, Sequence, TypeVar
from tarawa_cli.kernel.players.computer_player import Ending, Player
from tarawa_cli.kernel.players.simulation import OTHER
from tarawa_cli.kernel.saves.sha256 import sha256
from tarawa_cli.kernel.standard import contextmanager

S = TypeVar("S", bound=Ending)
P = TypeVar("P")
MOST_ORDERS = 2_000
"""A playout ends after so many orders, whatever happens."""
PRIOR = 1.0
"""So many playouts that went as they all do on average are added to those of each plan: a few say little."""


class _Clock:
    """How long a decision may take; usually the count of playouts alone limits it."""

    def __init__(self) -> None:
        self.now: Callable[[], float] | None = None
        self.seconds = 0.0

    def is_up_since(self, start: float) -> bool:
        return self.now is not None and self.now() - start >= self.seconds

    def start(self) -> float:
        return self.now() if self.now else 0.0


_clock = _Clock()


@contextmanager
def limited(now: Callable[[], float], seconds: float) -> Iterator[None]:
    """Every decision in here ends after so many seconds by a clock; what it chooses may differ from run to run."""
    _clock.now, _clock.seconds = now, seconds
    try:
        yield
    finally:
        _clock.now = None


class Verdict(NamedTuple, Generic[P]):
    """What came of a plan's playouts."""

    plan: P
    results: tuple[float, ...]

    @property
    def mean(self) -> float:
        return sum(self.results) / len(self.results)

    @property
    def worst(self) -> float:
        return min(self.results)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        count = len(self.results)
        spread = sum((one - self.mean) ** 2 for one in self.results) / max(1, count - 1)
        return sqrt(spread / count)


def dice_of(position: object) -> int:
    """A seed for playouts from a position; it is that of no save."""
    return OTHER + int.from_bytes(sha256(repr(position).encode())[:7])


def play_out(game: Game[S], state: S, player: Player[S], seed: int, is_far_enough: Callable[[S], bool]) -> S:
    """Play on in place until the game is over or it is far enough; the players' orders are legal, and not checked."""
    used = 0
    for _ in range(MOST_ORDERS):
        if state.outcome or is_far_enough(state):
            break
        dice = AutoDice(seed, used)
        game.resolve(Play(state, dice), player.choose(state).order)
        used += len(dice.rolled)
    return state


def compare(plans: Sequence[P], playouts: int, value: Callable[[P, int], float]) -> list[Verdict[P]]:
    """The verdicts on plans, the best first; `value` plays one of them out with dice of a given number.

    Every plan is played once; then, again and again, the better half of those that are left. So most playouts go to
    plans between which it is close. All plans get the same dice, as far as they use the same. With fewer playouts than
    plans only the first ones are tried: a caller puts the likeliest first.
    """
    results: dict[int, list[float]] = {}
    left, spent, number = list(range(min(len(plans), max(1, playouts)))), 0, 0
    start = _clock.start()
    while spent < max(1, playouts) and not (spent and _clock.is_up_since(start)):
        for plan in left[: max(1, playouts) - spent]:
            results.setdefault(plan, []).append(value(plans[plan], number))
            spent += 1
        number += 1
        if number > 1 or len(left) > 2:
            ranked = sorted(left, key=lambda plan: -_shrunk(results, plan))
            left = sorted(ranked[: max(2, (len(left) + 1) // 2)])
    order = sorted(results, key=lambda plan: (-_shrunk(results, plan), plan))
    return [Verdict(plans[plan], tuple(results[plan])) for plan in order]


def _shrunk(results: dict[int, list[float]], plan: int) -> float:
    """The mean of a plan's results, drawn toward that of all."""
    all_of_them = [one for some in results.values() for one in some]
    average = sum(all_of_them) / len(all_of_them)
    return (sum(results[plan]) + PRIOR * average) / (len(results[plan]) + PRIOR)
