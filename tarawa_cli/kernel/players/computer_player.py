"""Computer players: what they choose, how one plays a whole game without a save, and one that plays at random."""

import os

from tarawa_cli.kernel.board.dice import AutoDice
from tarawa_cli.kernel.engine.grammar import Words
from tarawa_cli.kernel.engine.play import Event, Play, Stacked
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.game import Game
from tarawa_cli.kernel.hints import Any, Callable, Generic, Iterator, Mapping, NamedTuple, Protocol, TypeVar
from tarawa_cli.kernel.standard import contextmanager, sha256


class Choice(NamedTuple):
    """An order of the game, and the reason for it in a few words."""

    order: Any
    why: str
    judged: bool = False
    """Whether the law has already allowed it in this very position."""
    plan: str = ""
    """The plan that it is part of, in figures; nothing, if the player compares no plans."""


class Ending(Stacked, Protocol):
    """A state of a game that ends."""

    @property
    def outcome(self) -> str:
        """How the game ended; nothing while it goes on."""


S = TypeVar("S", bound=Ending)
C = TypeVar("C", contravariant=True)


class Player(Protocol[C]):
    def choose(self, state: C) -> Choice:
        """The next order in a game that is not over."""


BOT = "bot"
"""The word for a program of the user's own; which one that is, no save says."""


class Bots(NamedTuple):
    """The program that plays where a save says `bot`, and how long a bot may think."""

    program: str = ""
    """Its absolute path; nothing, if the user has named none."""
    seconds: float = 10.0


def is_program(name: str) -> bool:
    """Whether a player is a program, named by its path."""
    return os.path.isabs(name)


class PlayedOrder(NamedTuple):
    """An order that was carried out, and what came of it."""

    order: Any
    why: str
    dice: list[int]
    events: list[Event]


def play_on(game: Game[S], state: S, player: Player[S], seed: int, used: int = 0) -> Iterator[PlayedOrder]:
    """Plays order after order to the end of the game; the law checks each."""
    while not state.outcome:
        order, why, judged, _ = player.choose(state)
        if not judged:
            try:
                game.check(state, order)
            except Refused as error:
                _tell_refused(player, order, error)
                continue
        dice = AutoDice(seed, used)
        play = Play(state, dice)
        game.resolve(play, order)
        used += len(dice.rolled)
        yield PlayedOrder(order, why, dice.rolled, play.events)


def _tell_refused(player: Player[Any], order: Any, error: Refused) -> None:
    """Let a bot know that its order was refused for something hidden from it; other players never give such orders."""
    refused = getattr(player, "refused", None)
    if refused is None:
        raise error
    refused(order.in_words(), error)


@contextmanager
def at_work(player: Player[S]) -> Iterator[Player[S]]:
    """A player who is done at the end of the block: programs that were started are ended."""
    try:
        yield player
    finally:
        for one in getattr(player, "players", {"": player}).values():
            if close := getattr(one, "close", None):
                close()


def with_playouts(name: str) -> tuple[str, int | None]:
    """A player's name, and the number of playouts if one stands after it: `expert:8`."""
    plain, _, count = name.partition(":")
    return plain, int(count) if count else None


class Pairing(Generic[S]):
    """A player for each side. Each sees only what his side knows."""

    def __init__(self, game: Game[S], players: Mapping[str, Player[S]]) -> None:
        self.game, self.players = game, players
        self._last = ""

    def refused(self, order: Words, error: Refused) -> None:
        """Pass it on to the player who gave the order."""
        refused = getattr(self.players[self._last], "refused", None)
        if refused is None:
            raise error
        refused(order, error)

    def choose(self, state: S) -> Choice:
        sides = self.game.sides
        self._last = side = sides.to_act(state) or sides.names[0]
        known = sides.view(state, side)
        choice = self.players[side].choose(known)
        if known is state:
            return choice
        return choice._replace(order=self.game.read(state, choice.order.in_words()), judged=False)


class Chance(Generic[S]):
    """Plays any legal order. Its choices come from a seed, as the dice do, so that a game can be repeated."""

    def __init__(self, pick: Callable[[S, Callable[[int], int]], Any], seed: str = "") -> None:
        self.pick = pick
        """Picks a legal order of a state, or None, with a function that gives a random number below another."""
        self._prefix = seed.encode()
        self.count = 0

    def choose(self, state: S) -> Choice:
        order = self.pick(state, self._below)
        if order is None:
            raise LookupError("nothing is legal, though the game is not over")
        return Choice(order, "no order is better than another", judged=True)

    def _below(self, count: int) -> int:
        self.count += 1
        return int.from_bytes(sha256(b"%b:%d" % (self._prefix, self.count))[:8]) % count
