"""The computer plays, advises, and plays many games."""

from tarawa_cli.cli import answers, output, program
from tarawa_cli.cli.commands import DRY_RUN, JSON, PLAYER, PLAYOUTS, SAVE, THINK, Value
from tarawa_cli.cli.opponents import (
    END,
    Stop,
    bots_of,
    check_own_dice,
    end_of_this,
    player_name,
    players_by_side,
    searching,
    stop_at,
)
from tarawa_cli.cli.orders import notes, what_is_next
from tarawa_cli.cli.transaction import ComposedOutput, change, outside_note
from tarawa_cli.kernel.board.dice import WouldRoll
from tarawa_cli.kernel.engine import batch, session
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word, Words
from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.session import Done, Match
from tarawa_cli.kernel.engine.sides import check_revealed, check_turn, is_free, why_reveal
from tarawa_cli.kernel.errors import BadOrder, GameError, Refused
from tarawa_cli.kernel.hints import Any, Iterator, Mapping, NamedTuple
from tarawa_cli.kernel.narration.digest import MOST
from tarawa_cli.kernel.narration.visible import pasted, plural
from tarawa_cli.kernel.players import BOT, Player, at_work, continue_delegated, until_failure
from tarawa_cli.kernel.players.simulation import GameSeries, other_dice, paired
from tarawa_cli.kernel.presentation import none
from tarawa_cli.kernel.saves.save_header import Recorded
from tarawa_cli.kernel.standard import contextmanager, partial

AUTOPLAY = Grammar(
    "autoplay",
    """Let the computer play for you.

Its orders are ordinary entries of the journal, and one `undo` undoes all of them. The save is written once, at the
end.""",
    (Word("[PHASE|N]", "Play only this phase, the current one; or the N of `--until turn N`.", 0, None),),
    (
        Option("--until", "Stop when turn N or a phase begins, or play to the end.", "turn N|PHASE|end", default="end"),
        PLAYER,
        PLAYOUTS,
        Option("--quiet", "Print one line per turn instead of every order.", short="-q"),
        SAVE,
        JSON,
        DRY_RUN,
    ),
)
ADVISE = Grammar(
    "advise",
    """Suggest what to do next, and say why.""",
    options=(
        Option("--phase", "Suggest every order of the phase, with odds; from the first roll on, dice are made up."),
        Option("--do", "Carry it out: the next order, or with --phase all of them."),
        PLAYER,
        PLAYOUTS,
        THINK,
        SAVE,
        JSON,
    ),
)


# ── autoplay, advise


def autoplay_(
    *more: str,
    until: str,
    player: str,
    playouts: int | None = None,
    quiet: bool,
    save: str,
    json: bool,
    dry_run: bool,
    **sides: Value,
) -> int:
    name, by_side = searching(player_name(player), players_by_side(sides), playouts)
    if dry_run:
        match = program.look(save)
        _check_playable(match)
        stop_at(match, until, more)
        _tell_advice(match, by_side.get(match.to_act, name), json, dry_run=True)
        return 0

    def work(match: Match[Any]) -> ComposedOutput:
        _check_playable(match)
        stop, note = stop_at(match, until, more), outside_note(match)
        if stop.at(now := match.game.moment(match.state)) and not json:
            return ComposedOutput(
                [*note, output.Note(f"note: this is already `{now.phase}` of turn {now.turn}: nothing was done")], None
            )
        form = Form(json, quiet)
        return _played(match, "autoplay", stop, _play_on(match, name, stop, by_side), form, note)

    return change(save, work)


class Form(NamedTuple):
    """How the computer's orders are printed."""

    as_json: bool
    quiet: bool = False


def _played(
    match: Match[Any], command: str, stop: Stop, orders: Iterator[tuple[str, Done]], form: Form, note: list[str]
) -> ComposedOutput:
    """Let the computer give its orders, and report them; without any, the save stays as it is."""
    done, story = _watch(match, continue_delegated(match, orders), form.quiet)
    failure = match.bot_failure
    if failure and not done:
        raise failure
    due = match.to_reveal if is_free(match.game.sides, match.state, match.side) else ""
    why = f"{why_reveal(due)}: `reveal`" if due else stop.note(match.game.moment(match.state))
    why = failure.message if failure else why
    told = [*_report(match, command, done, story, form, why)]
    code = failure.exit_code if failure else 0
    return ComposedOutput([*note, *told, *notes([why], form.as_json)], match if done else None, code)


def _check_playable(match: Match[Any]) -> None:
    check_not_over(match)
    if not _waits_for(match):
        session.prepare(match)
    _check_going_on(match)
    check_revealed(match.game.sides, match.state)
    check_own_dice(match)


def _check_going_on(match: Match[Any]) -> None:
    check_not_over(match)
    if not _waits_for(match):
        check_turn(match.game.sides, match.state, match.side, bool(match.mail), match.opponents)


def _waits_for(match: Match[Any]) -> bool:
    """Whether an order of the other side, in a game by mail, waits for this side's dice."""
    return bool(match.mail and match.sittings.waiting and match.sittings.waiting.side != match.side)


def check_not_over(match: Match[Any]) -> None:
    if over := match.game.moment(match.state).over:
        raise Refused(
            over, "the game is over", "you can still look around; `undo` undoes a command, `new` starts a game"
        )


def _player(match: Match[Any], name: str, by_side: Mapping[str, str] | None = None) -> Player[Any]:
    """The player: one for all sides, or in a game of several sides one for each."""
    series = GameSeries(match.setup, name, 1, 0, sides=by_side or {}, bots=bots_of(name, by_side or {}))
    return paired(match.game, series, match.game.players.player, f"{match.seed}:{match.used}")


def _play_on(
    match: Match[Any], name: str, stop: Stop, by_side: Mapping[str, str] | None = None, *, once: bool = False
) -> Iterator[tuple[str, Done]]:
    """Carry out order after order, with its reason, as long as the side may act; one `undo` undoes them all."""
    moment, joined = match.game.moment, False
    if _waits_for(match):
        from tarawa_cli.kernel.mail import desk  # start-up

        yield "it waits for your dice", desk.resume(match)
    with at_work(_player(match, name, by_side)) as chosen:
        while not (now := moment(match.state)).over and not stop.at(now):
            if match.to_reveal or session.is_waiting(match) or not is_free(match.game.sides, match.state, match.side):
                return
            choice = chosen.choose(match.state)
            orders = batch.expand(match, choice.order.in_words()).orders
            try:
                carried_out, failure = batch.perform(match, orders, joined=joined), None
            except batch.Stopped as stop:
                if stop.cause.kind != BOT:
                    raise
                carried_out, failure = stop.done, stop.cause
            for done in carried_out:
                yield choice.why, done
            if failure:  # a bot that plays another side or phase: what was ordered before stands
                raise failure
            if once:
                return
            joined = True


def _watch(match: Match[Any], played: Iterator[tuple[str, Done]], quiet: bool) -> tuple[list[Done], list[str]]:
    """What is played, and its story: every order with its reason and a line for each turn, or only those lines.

    The story is printed once the game is saved, as for any order.
    """
    all_done: list[Done] = []
    turn, since = match.game.moment(match.state).turn, 0
    story = [] if quiet else [match.game.narration.headline(match.state)]
    for why, done in until_failure(match, played):
        all_done.append(done)
        if not quiet:
            story.append(f"> {pasted(done.command)}  ({why})")
        now = match.game.moment(match.state)
        if now.turn != turn or now.over:
            story.append(_turn_line(match, turn, len(all_done) - since))
            turn, since = now.turn, len(all_done)
    return all_done, story


def _turn_line(match: Match[Any], turn: int, orders: int) -> str:
    when = f"turn {turn:2}: " if turn else ""
    return f"{when}{plural(orders, 'order')}, {match.game.narration.score(match.state)}"


def _report(
    match: Match[Any], command: str, done: list[Done], story: list[str], form: Form, note: str
) -> Iterator[str]:
    if form.as_json:
        commands = [{"command": d.command, "dice": d.dice} for d in done]
        events = [event.as_json() for d in done for event in d.events]
        state = match.game.views.brief(match.state, match)
        more = {"note": note} if note else {}
        yield output.answer_text(command, events, commands=commands, **more, **answers.facts(match), state=state)
        return
    after = [f"{plural(len(done), 'command')} done", *what_is_next(match), *answers.lines(match)]
    if output.is_verbose():
        yield from [*story, *after]
    elif form.quiet:
        earlier = len(story) - MOST
        yield from [f"… {earlier + 1} earlier turns: `log --story`", *story[-MOST + 1 :]] if earlier > 0 else story
        yield from after
    else:
        yield from [*answers.of_many(match, story, done, after), *after]


def advise_(
    *,
    phase: bool,
    do: bool,
    player: str,
    playouts: int | None = None,
    think: int | None = None,
    save: str,
    json: bool,
) -> int:
    if think is not None and playouts is not None:
        raise BadOrder("advise takes --playouts or --think, not both")
    name, _ = searching(player_name(player), {}, MOST_PLAYOUTS if think else playouts)
    with limited(think):
        return _advise(name, phase=phase, do=do, save=save, json=json)


MOST_PLAYOUTS = 100_000


@contextmanager
def limited(seconds: int | None) -> Iterator[None]:
    """Let each decision inside the block take N seconds, whatever --playouts says."""
    if seconds is None:
        yield
        return
    from time import monotonic  # start-up

    from tarawa_cli.kernel.players import lookahead

    with lookahead.limited(monotonic, seconds):
        yield


def _advise(name: str, *, phase: bool, do: bool, save: str, json: bool) -> int:
    if do:
        return change(save, partial(_do_advised, name=name, phase=phase, form=Form(json)))
    match = program.look(save)
    _check_going_on(match)
    if phase:
        _tell_plan(match, name, json)
    else:
        _tell_advice(match, name, json, dry_run=False)
    return 0


def _do_advised(match: Match[Any], name: str, phase: bool, form: Form) -> ComposedOutput:
    """Give the next order, or all of the phase."""
    _check_playable(match)
    stop = end_of_this(match) if phase else END
    orders = _play_on(match, name, stop, once=not phase)
    return _played(match, "advise", stop, orders, form, outside_note(match))


def _phase(match: Match[Any]) -> str:
    """The current phase, in a game that has phases."""
    if not (phase := match.game.moment(match.state).phase):
        raise none("phases")
    return phase


class Planned(NamedTuple):
    """An order of a plan."""

    command: str
    why: str
    odds: str
    certain: bool
    """Whether no dice are rolled before it; if some are, it is only a guess."""


def _tell_plan(match: Match[Any], name: str, as_json: bool) -> None:
    phase, guessed = _phase(match), ""
    if match.to_reveal:
        plan = [Planned(*_revealing(match), "", certain=True)]
    else:
        start, guessed = known_position(match)
        plan = [*_plan(match, name, phase, start)]
    if as_json:
        facts = {"player": name, "orders": [one._asdict() for one in plan]} | told_guess(guessed)
        output.say_answer("advise", plan=facts, state=match.game.views.brief(match.state, match))
        return
    say_guess(guessed)
    diced = False
    for one in plan:
        if not one.certain and not diced:
            output.say("from here on the dice decide; for example:")
        diced = not one.certain
        output.say("\n  ".join(filter(None, (pasted(one.command), one.why, one.odds))))


def say_guess(guessed: str) -> None:
    if guessed:
        output.say(f"guessed, because you cannot know it: {guessed}")


def told_guess(guessed: str) -> dict[str, str]:
    return {"guessed": guessed} if guessed else {}


def _plan(match: Match[Any], name: str, phase: str, start: dict[str, Any]) -> Iterator[Planned]:
    """The orders of the phase, tried out on a copy with other dice, so that those of the save stay unseen."""
    with at_work(_player(match, name)) as player:
        yield from _planned(match, player, phase, start)


def _planned(match: Match[Any], player: Player[Any], phase: str, start: dict[str, Any]) -> Iterator[Planned]:
    game, certain = match.game, True
    trial = Match(game, match.setup, other_dice(0), Recorded(start, match.data, match.rules))
    trial.side, turn = match.side, game.moment(match.state).turn
    while (now := game.moment(trial.state)).phase == phase and now.turn == turn and not now.over:
        if not is_free(game.sides, trial.state, trial.side):
            return
        choice = player.choose(trial.state)
        command = choice.order.text()
        figures = game.narration.reason(trial.state, choice.order.in_words())
        yield Planned(command, choice.why, figures or _odds(trial, command), certain)
        certain = not session.perform(trial, choice.order.in_words()).dice and certain


def _odds(match: Match[Any], command: str) -> str:
    """The chances of an order in one line; empty if it has none, or only one result."""
    try:
        facts = match.game.legal.odds(match.state, split_line(command)).facts()
    except GameError:
        return ""
    results = facts["results"] if len(facts.get("results", ())) > 1 else {}
    chances = ", ".join(f"{result} {chance * 100:.1f} %" for result, chance in results.items())
    return (facts.get("answer") or chances) if results else ""


class Advice(NamedTuple):
    """The next command, what it promises in figures, and the player's own reason."""

    command: str
    figures: str
    why: str
    plan: str = ""
    """The plan that it is part of, in figures."""

    @property
    def reason(self) -> str:
        return f"{self.figures}  ({self.why})" if self.figures and "%" not in self.why else self.figures or self.why


def _advice(match: Match[Any], name: str) -> Advice:
    """The next order that changes something."""
    if match.to_reveal:
        command, why = _revealing(match)
        return Advice(command, "", why)
    state = match.state
    with at_work(_player(match, name)) as player:
        choice = player.choose(state)
        for _ in range(_PATIENCE):
            if not _is_idle(match, choice.order.in_words()):
                break
            choice = player.choose(state)
    command = choice.order.text()
    return Advice(command, match.game.narration.reason(state, choice.order.in_words()), choice.why, choice.plan)


_PATIENCE = 10
"""How many orders that change nothing are skipped before giving up."""


def _is_idle(match: Match[Any], order: Words) -> bool:
    """Whether an order would change nothing at all."""
    game, (before, _) = match.game, known_position(match)
    trial = Match(game, match.setup, 0, Recorded(before, match.data, match.rules))
    trial.side = match.side
    try:
        for words in batch.expand(trial, order).orders:
            session.perform(trial, words, rehearsed=True)
    except (GameError, WouldRoll):
        return False
    return bool(game.dump(trial.state) == before)


def _revealing(match: Match[Any]) -> tuple[str, str]:
    """The command that opens what is sealed and due. No computer player can give it: it needs the person's file."""
    return "reveal", why_reveal(match.to_reveal)


def _tell_advice(match: Match[Any], name: str, as_json: bool, *, dry_run: bool) -> None:
    found = _advice(match, name)
    command = found.command
    if as_json:
        advice = {"command": command, "figures": found.figures, "why": found.why, "player": name}
        advice |= {"plan": found.plan} if found.plan else {}
        state = match.game.views.brief(match.state, match)
        output.say_answer("autoplay" if dry_run else "advise", advice=advice, dry_run=dry_run, state=state)
    elif dry_run:
        output.say(f"legal: {name} would begin with {pasted(command)}")
    else:
        output.say("\n  ".join(filter(None, (pasted(command), found.reason, found.plan))))


def known_position(match: Match[Any]) -> tuple[dict[str, Any], str]:
    """The position as the side knows it, complete enough to play on from, and what was guessed to complete it."""
    state, guessed = match.game.sides.guess(match.state, match.side)
    return match.game.dump(state), guessed
