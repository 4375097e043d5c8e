"""Phases left to the computer from now on."""

from tarawa_cli.cli import output, program
from tarawa_cli.cli.answers import orders_in, story
from tarawa_cli.cli.commands import JSON, PLAYER, SAVE
from tarawa_cli.cli.computer import check_own_dice, player_name
from tarawa_cli.cli.opponents import check_saved, phases_of
from tarawa_cli.cli.orders import notes, what_is_next
from tarawa_cli.cli.transaction import ComposedOutput, change, outside_note
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word
from tarawa_cli.kernel.engine.session import Done, Match
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.hints import Any, Mapping, Sequence
from tarawa_cli.kernel.players import delegation
from tarawa_cli.kernel.players.computer_player import BOT
from tarawa_cli.kernel.presentation import none
from tarawa_cli.kernel.saves.save_header import ALL_PHASES

DELEGATE = Grammar(
    "delegate",
    """Delegate phases to the computer from now on, or list them.

Whenever such a phase begins, the computer gives its orders at once and ends it. A phase that has already begun stays
yours, unless you add --now. The journal holds plain orders, and `undo` undoes them together with the order before them.
The save keeps what is delegated, and `undo` does not change it.""",
    (Word("[PHASE…]", "Name phases.", 0, None),),
    (
        Option("--off", "Play phases yourself again: those named, or all."),
        Option("--now", "Let the computer begin at once if the current phase is delegated."),
        PLAYER,
        SAVE,
        JSON,
    ),
)


def delegate_(*words: str, off: bool, now: bool, player: str, save: str, json: bool) -> int:
    check_saved("--player", player)
    name = BOT if player == BOT else player_name(player)
    if not words and not off and not now:
        _show(program.look(save), json)
        return 0

    def work(match: Match[Any]) -> ComposedOutput:
        note, done = outside_note(match), delegate(match, words, "" if off else name, now=now)
        why = match.bot_failure.message if match.bot_failure else _waiting(match, now)
        code = match.bot_failure.exit_code if match.bot_failure else 0
        return ComposedOutput([*note, *_report(match, done, json), *notes([why], json)], match, code)

    return change(save, work)


def delegate(match: Match[Any], words: Sequence[str], name: str, *, now: bool = False, rehearsed: bool = False) -> Done:
    """Leave phases to a player, or to nobody; `now`: if one of them is at hand, he begins at once."""
    if now and not name:
        raise BadOrder("delegate takes --off or --now, not both", hint="delegate --off")
    known = _phases(match)
    if match.mail:
        raise BadOrder("a game by mail is for two people: nothing can be delegated", hint="advise --do")
    check_own_dice(match)
    if words or not name:
        _set(match, [phase for word in words for phase in phases_of(word, known)], name)
    elif not delegation.is_at_hand(match):
        raise Refused("", "the current phase is not delegated", "delegate PHASE --now")
    session.settle(match)
    command = " ".join(["delegate", *words, *([] if name else ["--off"]), *(["--now"] if now else [])])
    done = Done(command, [], [])
    return delegation.follow(match, done, (0, "", ""), rehearsed) if now else done


def _waiting(match: Match[Any], now: bool) -> str:
    """That the current phase is left to the computer, which has not begun."""
    phase = match.when.phase
    if now or not delegation.is_at_hand(match):
        return ""
    return f"{f'`{phase}`' if phase else 'this phase'} has begun and stays yours: `delegate --now` hands it over"


def _set(match: Match[Any], phases: Sequence[str], name: str) -> None:
    """Have the save keep who does these phases, or that nobody does; without any, nobody does a single one."""
    for side in [match.side] if match.side else match.game.sides.names:
        kept = {} if not phases else dict(match.delegated.get(side, {}))
        kept |= dict.fromkeys(phases, name)
        match.delegated[side] = {phase: kept[phase] for phase in sorted(kept) if kept[phase]}
    match.delegated = {side: own for side, own in match.delegated.items() if own}


def _phases(match: Match[Any]) -> Mapping[str, Sequence[str]]:
    """What can be left to the computer; in a game of several sides, also the whole side."""
    whole = {ALL_PHASES: [ALL_PHASES]} if match.game.sides.several else {}
    if not match.game.players.PHASES and not whole:
        raise none("phases")
    return {**match.game.players.PHASES, **whole}


def _show(match: Match[Any], as_json: bool) -> None:
    _phases(match)
    if as_json:
        output.say_answer("delegate", delegated=match.delegated, state=match.game.views.brief(match.state, match))
    else:
        output.say("\n".join(_lines(match)))


def _lines(match: Match[Any]) -> list[str]:
    several = match.game.sides.several
    shown = {side: own for side, own in match.delegated.items() if match.side in ("", side)}
    lines = [f"{f'{side}: ' if several else ''}{p} by {who}" for side, own in shown.items() for p, who in own.items()]
    return lines or ["nothing is delegated to the computer"]


def _report(match: Match[Any], done: Done, as_json: bool) -> list[str]:
    if as_json:
        events, state = [event.as_json() for event in done.events], match.game.views.brief(match.state, match)
        return [output.answer_text(done.command, events, delegated=match.delegated, state=state)]
    kept, after = _lines(match), what_is_next(match, done.events)
    if output.is_verbose():
        return [*kept, *match.game.narration.sentences(done.events, match.state), *after]
    return [*kept, *story(match, done.events, [*kept, *after], orders_in(done.events)), *after]
