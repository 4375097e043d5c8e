"""Phases that a player has delegated to the computer from now on, and whole sides that it plays.

The save keeps them (`delegated`), by side and phase, with the player who does them. The journal does not: it holds the
plain orders that the computer gives, so that nothing ever has to ask a player again.
"""

from tarawa_cli.kernel.board.dice import WouldRoll
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import BatchPart, Done, Match, Stage
from tarawa_cli.kernel.errors import BadFile, GameError, Refused
from tarawa_cli.kernel.hints import Any, Iterator
from tarawa_cli.kernel.players.computer_player import BOT, Bots, Player
from tarawa_cli.kernel.saves.save_header import ALL_PHASES


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
            why = f"{name} plays {side}" if side in match.opponents else choice.why
            try:
                yield why, session.perform(match, choice.order.in_words(), part=BatchPart(joined), by=side)
            except Refused:  # something that the side does not know of: the player must see to it himself
                return
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


def _acting_player(match: Match[Any]) -> str:
    """Who does the phase at hand; nothing, if the player does it himself, or must first reveal what is sealed."""
    now, (*_, acting) = match.when, match.stage
    own = match.delegated.get(acting, {})
    name = own.get(ALL_PHASES) or (own.get(now.phase) if match.side in ("", acting) else "")
    if now.over or not name or match.to_reveal:
        return ""
    if name == BOT:
        return BOT if _bots(match).program else ""
    if name not in match.game.players.PLAYERS:
        raise BadFile(f"delegated: there is no player {name!r}", hint="delegate --off")
    return str(name)
