"""Looking ahead: plans are played on, several times each, and compared by what they lead to.

The number of playouts is a count, never a time, and their dice come from the position, so that the same position always
gets the same answer. None of them are the dice of the game.
"""

from contextvars import ContextVar
from math import sqrt

from tarawa_cli.kernel.board.dice import NOBODY, AutoDice
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.game import Game
from tarawa_cli.kernel.hints import Callable, Final, Generic, Iterator, NamedTuple, Sequence, TypeVar
from tarawa_cli.kernel.players import Ending, Player
from tarawa_cli.kernel.players.simulation import OTHER
from tarawa_cli.kernel.standard import contextmanager, sha256

S = TypeVar("S", bound=Ending)
P = TypeVar("P")
MOST_ORDERS = 2_000
"""The most orders of a playout."""
MOST_PLAYOUTS = 100_000
PRIOR = 1.0
"""This many average playouts are added to those of each plan, because a few say little."""

DOUBT = 0.7
"""By how many standard errors another plan must be ahead of the usual one, so that it is followed."""
USUAL_SPREAD, USUAL_COUNT = 0.06, 2.0
"""How much the lead of a plan usually differs from playout to playout, and how many playouts that is worth."""


class _Clock(NamedTuple):
    """How long a decision may take; usually the count of playouts alone limits it."""

    now: Callable[[], float] | None = None
    seconds: float = 0.0

    def is_up_since(self, start: float) -> bool:
        return self.now is not None and self.now() - start >= self.seconds

    def limit(self, playouts: int) -> int:
        """The number of playouts, which does not count while the time does."""
        return MOST_PLAYOUTS if self.now else max(1, playouts)

    def start(self) -> float:
        return self.now() if self.now else 0.0


_UNLIMITED: Final = _Clock()
_CLOCK: Final = ContextVar("clock", default=_UNLIMITED)


@contextmanager
def limited(now: Callable[[], float], seconds: float) -> Iterator[None]:
    """Limit every decision in the block to N seconds; what is chosen may then differ from run to run."""
    before = _CLOCK.set(_Clock(now, seconds))
    try:
        yield
    finally:
        _CLOCK.reset(before)


class Verdict(NamedTuple, Generic[P]):
    """The results of a plan's playouts."""

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


class SubjectDice:
    """Dice of a playout that depend on what they are rolled for, and when.

    Two plans get the same dice for the same attack, whatever was rolled before it, so that they differ by what they do
    and less by luck.
    """

    def __init__(self, seed: int, known: Callable[[str], int | None] | None = None) -> None:
        self.seed, self.moment = seed, ""
        self.known = known
        """Gives the dice of some purposes, which are not left to chance."""
        self.rolled: list[int] = []
        self._counts: dict[str, int] = {}

    def at(self, moment: str) -> "SubjectDice":
        """The dice for an order at a moment of the game."""
        self.moment, self.rolled = moment, []
        return self

    def die(self, purpose: str, subject: str = NOBODY) -> int:
        if self.known and (value := self.known(purpose)):
            self.rolled.append(value)
            return value
        label = f"{self.moment}:{subject}"
        number = self._counts[label] = self._counts.get(label, 0) + 1
        value = labelled_die(self.seed, label, number)
        self.rolled.append(value)
        return value


def labelled_die(seed: int, label: str, number: int) -> int:
    for byte in sha256(f"{seed}:{label}:{number}".encode()):
        if byte < 252:
            return byte % 6 + 1
    raise AssertionError("32 bytes of a digest, all above 251")


def play_out(
    game: Game[S],
    state: S,
    player: Player[S],
    seed: int,
    is_far_enough: Callable[[S], bool],
    moment: Callable[[S], str] | None = None,
    known: Callable[[str], int | None] | None = None,
) -> S:
    """Play on in place until the game is over or it is far enough; the players' orders are legal, and not checked.

    With `moment`, which names the part of the game at hand, dice depend on their subject (`SubjectDice`); `known` gives
    those that are not left to chance, by their purpose.
    """
    labelled, used = SubjectDice(seed, known), 0
    for _ in range(MOST_ORDERS):
        if state.outcome or is_far_enough(state):
            break
        dice = labelled.at(moment(state)) if moment else AutoDice(seed, used)
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
    clock = _CLOCK.get()
    limit = clock.limit(playouts)
    left, spent, number = list(range(min(len(plans), limit))), 0, 0
    start = clock.start()
    while spent < limit and not (spent and clock.is_up_since(start)):
        for plan in left[: limit - spent]:
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


def race(plans: Sequence[P], playouts: int, value: Callable[[P, int], float | None]) -> list[Verdict[P]]:
    """The verdicts on plans, the one to follow first. The first plan is the usual one: another must prove better.

    All plans are played with the same dice, round after round; a plan whose `value` is None does the same as one before
    it, and is dropped. After each round the better half goes on, always with the usual plan. Plans are ranked by how
    much better than the usual one they did with the same dice, less what may be luck.
    """
    results: dict[int, list[float]] = {}
    clock = _CLOCK.get()
    limit, start = clock.limit(playouts), clock.start()
    left, spent, number = list(range(len(plans))), 0, 0
    while left and spent < limit and not (spent and clock.is_up_since(start)):
        for plan in list(left):
            if spent >= limit:
                break
            found = value(plans[plan], number)
            if found is None:
                left.remove(plan)
            else:
                results.setdefault(plan, []).append(found)
                spent += 1
        number += 1
        ranked = sorted((plan for plan in left if plan in results), key=lambda plan: (-_lead(results, plan), plan))
        left = sorted({0, *ranked[: max(2, (len(ranked) + 1) // 2)]})
        if left == [0]:
            break
    order = sorted(results, key=lambda plan: (-_lead(results, plan), plan))
    return [Verdict(plans[plan], tuple(results[plan])) for plan in order]


def _lead(results: dict[int, list[float]], plan: int) -> float:
    """How much better than the usual plan another one did with the same dice, less what may be luck."""
    if not plan:
        return 0.0
    ahead = [ours - usual for ours, usual in zip(results[plan], results[0], strict=False)]
    count = len(ahead)
    mean = sum(ahead) / count
    spread = sum((one - mean) ** 2 for one in ahead) + USUAL_SPREAD**2 * USUAL_COUNT
    error = sqrt(spread / (count - 1 + USUAL_COUNT) / count)
    return mean - DOUBT * error
