"""Computer players: what they choose, how one plays a whole game without a save, and one that plays at random.

The last part is for games with a save: phases and whole sides that a player has delegated to the computer from now on.
The save keeps them (`delegated`), by side and phase, with the player who does them. The journal does not: it holds the
plain orders that the computer gives, so that nothing ever has to ask a player again.
"""

import os

from tarawa_cli.kernel.board.dice import AutoDice, WouldRoll
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.grammar import Words
from tarawa_cli.kernel.engine.play import Event, Play, Stacked
from tarawa_cli.kernel.engine.session import BatchPart, Done, Match, Stage
from tarawa_cli.kernel.errors import BadFile, GameError, Refused
from tarawa_cli.kernel.game import Game
from tarawa_cli.kernel.hints import Any, Callable, Generic, Iterator, Mapping, NamedTuple, Protocol, TypeVar
from tarawa_cli.kernel.saves.save_header import ALL_PHASES
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
SEARCHER = "expert"
"""The player that uses playouts, in every game that has one."""


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


# ── Delegated phases and sides


def delegate_sides(match: Match[Any], players: dict[str, str]) -> None:
    """Let computer players have whole sides; if one side is left, it is the player's."""
    match.delegated |= {side: {ALL_PHASES: name} for side, name in players.items()}
    match.side = match.side or session.only_person(match)


def continue_delegated(match: Match[Any], orders: Iterator[tuple[str, Done]]) -> Iterator[tuple[str, Done]]:
    """Orders of a computer player, and joined to them those of phases that are left to one."""
    before, joined = match.stage, False
    for order in orders:
        joined = True
        yield order
    if match.delegated and match.stage != before:
        yield from computer_orders(match, joined=joined)


def let_computer_play(match: Match[Any], done: Done, before: Stage, rehearsed: bool = False) -> Done:
    """An order with all that the computer orders after it, if a phase has begun that is left to it.

    The computer rolls dice, so nobody may see its orders in a rehearsal.
    """
    events = [*done.events]
    if match.stage != before:
        if rehearsed and _acting_player(match):
            raise WouldRoll("the computer's orders")
        for why, each in until_failure(match, computer_orders(match, joined=bool(done.dice or done.events))):
            events += [Event("order-given", "", {"command": each.command, "why": why}), *each.events]
    return done._replace(events=events)


def until_failure(match: Match[Any], played: Iterator[tuple[str, Done]]) -> Iterator[tuple[str, Done]]:
    """What is played until a bot fails; the match remembers why."""
    try:
        yield from played
    except GameError as error:
        if error.kind != BOT:
            raise
        match.bot_failure = error


def computer_orders(match: Match[Any], *, joined: bool = False) -> Iterator[tuple[str, Done]]:
    """The computer's orders, with the reason for each, as long as the phase at hand is left to it.

    They are joined to the order that came before them, if there was one, so that one `undo` takes all of them back.
    """
    now: Stage | None = None
    programs: dict[str, Player[Any]] = {}
    try:
        while name := _acting_player(match):
            *_, side = match.stage
            if name == BOT:
                player = programs[side] = programs.get(side) or _program(match, side)
            elif match.stage != now:
                now, player = match.stage, match.game.players.player(name, f"{match.seed}:{match.used}")
            choice = player.choose(match.known_to(side))
            why, order = f"{name} plays {side}" if side in match.opponents else choice.why, choice.order.in_words()
            try:
                yield why, session.perform(match, order, part=BatchPart(joined), by=side)
            except Refused as error:  # something that the side does not know of
                if name != BOT:  # the player must see to it himself
                    return
                player.refused(order, error)  # type: ignore[attr-defined]
                continue
            joined = True
    finally:
        for program in programs.values():
            program.close()  # type: ignore[attr-defined]


def _program(match: Match[Any], side: str) -> Player[Any]:
    """The user's own program, for a side."""
    from tarawa_cli.kernel.players.bots import Bot  # start-up

    chosen = _bots(match)
    return Bot(match.game, chosen, chosen.program, side, match.setup.scenario)


def _bots(match: Match[Any]) -> Bots:
    """What the user of this machine has named as the bot; no save says so."""
    return match.find_bots() if match.find_bots else Bots()


def is_delegated(match: Match[Any]) -> bool:
    """Whether the phase at hand is left to the computer."""
    return bool(_acting_player(match))


def waits_for_bot(match: Match[Any]) -> bool:
    """Whether the phase at hand is left to a bot, and none is named on this machine."""
    return _delegate(match) == BOT and not _bots(match).program


def _delegate(match: Match[Any]) -> str:
    """Whom the phase at hand is left to; nothing, if to nobody, or if the player must first reveal what is sealed."""
    now, (*_, acting) = match.when, match.stage
    own = match.delegated.get(acting, {})
    name = own.get(ALL_PHASES) or (own.get(now.phase) if match.side in ("", acting) else "")
    return "" if now.over or match.to_reveal else name or ""


def _acting_player(match: Match[Any]) -> str:
    """Who does the phase at hand; nothing, if the player does it himself."""
    if not (name := _delegate(match)):
        return ""
    if name == BOT:
        return BOT if _bots(match).program else ""
    if name not in match.game.players.PLAYERS:
        raise BadFile(f"delegated: there is no player {name!r}", hint="delegate --off")
    return name
