"""A game as the fuzzer sees it: what can be played, what must hold, and what makes a nasty order."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Generic, TypeVar

from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Game
from tarawa_cli.kernel.players import Ending
from tests.kit.conservation import Account

S = TypeVar("S", bound=Ending)

ODDITIES = (
    *("0", "-1", "3", "99999999999999999999", "1e9", "2.5", "٣", "²", "NaN", "None", "--", "---", "-", "=", "--on="),
    *("'", '"', "\\", "\x00", "é" * 99, "*", "* edited {}", "undo", "all", "none", "lost"),
)
"""Odd words that every game must handle."""


class Subject(Generic[S]):
    """Derive one class for each game, in a module of its own, so that other processes can import it.

    Only `game` has no default.
    """

    game: Game[S]
    accounts: Sequence[type[Account[S]]] = ()
    """The books that must balance after every order."""
    events: Iterable[str] = ()
    """Every event that can happen; the fuzzer names those that never did."""
    starts: Mapping[str, Callable[[Random], str]] = {}
    """Made-up starts, each the text of a scenario file."""
    asides: Sequence[str] = ()
    """Orders that may be given at any time, such as standing answers."""
    likes: Mapping[str, int] = {}
    """How much the eager player likes an order, by its first word or its first two; 10 if it is not here."""
    haste: Mapping[str, Sequence[int]] = {}
    """The same for orders that it likes more in one game than in another."""
    drawing: Sequence[str] = ()
    """Computer players who draw one order and plan nothing; the fuzzer may put in orders between theirs."""
    foreseen: Sequence[str] = ()
    """Orders that have odds, by name."""
    oddities: Sequence[str] = ODDITIES
    again = "python tools/fuzz.py"
    """The command that plays games of this subject."""

    def unsound(self, state: S) -> Iterable[str]:
        """What is wrong with a position, a sentence each."""
        return ()

    def ended_wrongly(self, state: S) -> Iterable[str]:
        """What is wrong with the end of a game, or nothing."""
        return ()

    def is_misplaced(self, state: S, name: str) -> bool:
        """Whether every order of this name must be refused now."""
        return bool(state.outcome)

    def words(self, state: S) -> Sequence[Sequence[str]]:
        """The names that orders can hold, one list for each sort."""
        return [words(state) for words in self.game.legal.WORDS.values()]

    def near(self, state: S, word: str) -> Sequence[str]:
        """Words of the same sort as this one."""
        return next((sort for sort in self.words(state) if word in sort), ())

    def chances(self, state: S, tokens: list[str]) -> Iterable[Fraction]:
        """The chance of each outcome of a foreseen order."""
        raise NotImplementedError

    def look_closer(self, match: Match[S], commands: list[str], rng: Random) -> None:
        """Whatever else must hold of a position; raises a Fault if it does not."""

    def keeper(self, rng: Random) -> Callable[[Match[S]], str]:
        """For one game: gives orders that `legal` does not list, such as sealed secrets; mostly nothing."""
        return lambda match: ""

    # ── What follows from these

    def legal(self, state: S) -> list[str]:
        return self.game.legal.legal(state)

    def scenarios(self) -> list[str]:
        """Everything that can be played: the shipped scenarios, and the made-up starts."""
        return [*self.game.library.LISTS["scenarios"](), *self.starts]

    def plans(self, player: str) -> bool:
        """Whether a player relies on giving all orders itself."""
        return player in self.game.players.PLAYERS and player not in self.drawing

    def options(self) -> list[str]:
        """Every option of every order, and one that no order has."""
        found: dict[str, Any] = {option.name: 0 for order in self.game.orders.values() for option in order.options}
        return [*found, "--dry-run"]

    def when(self, state: S) -> str:
        moment = self.game.moment(state)
        return f"{moment.phase} of turn {moment.turn}"


def events_of(*modules: object) -> list[str]:
    """The names of all events that are declared in these modules."""
    found = {name for module in modules for name, made in vars(module).items() if _is_event(made)}
    return sorted(name.replace("_", "-") for name in found)


def _is_event(made: object) -> bool:
    return getattr(made, "__qualname__", "") == "event.<locals>.emit"
