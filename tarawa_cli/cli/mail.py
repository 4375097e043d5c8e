"""Games by mail: `mail`, what waits for dice, phrases for dice, sealed secrets."""

import os

from tarawa_cli.cli import output, program
from tarawa_cli.cli.answers import story
from tarawa_cli.cli.commands import JSON, SAVE
from tarawa_cli.cli.handover import Handed, news
from tarawa_cli.cli.orders import OrderOptions, report, what_is_next
from tarawa_cli.cli.transaction import ComposedOutput, change, outside_note
from tarawa_cli.kernel.board.dice import (
    LONGEST_PHRASE,
    SALT,
    SEALED,
    TEXT,
    is_genuine,
    is_phrase,
    seed_of,
    with_phrase,
    with_revealed,
)
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.grammar import Grammar, Number, Option, Word
from tarawa_cli.kernel.engine.session import BatchPart, Done, Match
from tarawa_cli.kernel.errors import BadFile, BadOrder, Refused
from tarawa_cli.kernel.hints import Any, Iterator, Sequence
from tarawa_cli.kernel.mail import desk, secret_files
from tarawa_cli.kernel.mail.desk import check_sealing, next_lines
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.saves.git import unsent

# ── What `mail` shows of a game by mail


def lines(match: Match[Any]) -> Iterator[str]:
    sittings, sides = match.sittings, match.game.sides
    name, new = match.game.narration.opening(match.state).name, _news(match)
    yield f"{name}, by mail · sitting {sittings.current} · {new.headline}"
    yield from _new(match, new)
    yield ""
    you = " (you)" if match.side == sittings.side else ""
    if owes := _owes(match):
        title = sides.title(owes)
        yield f"{title} to move{you} · the next link is due from {'you' if you else f'the {title}'}"
    elif not sittings.over:
        yield "The game is over, and nobody owes a link."
    state = unsent(match.path)
    yield from [f"In git: {state}."] if state else []
    yield from _next(match, state)


def _news(match: Match[Any]) -> Handed:
    """What has happened since the side last handed over; without a side, since the side to move did."""
    return news(match, match.side or match.sittings.side)


def _new(match: Match[Any], new: Handed) -> Iterator[str]:
    """The other side's orders in short."""
    side = match.side or match.sittings.side
    orders = [row for row in new.rows if row.side != side and not row.entry.is_mail]
    last = max((number for number, each in enumerate(match.sittings.closed) if each.side == side), default=None)
    since = "the game began" if last is None else f"sitting {last}"
    if not orders:
        yield f"Nothing new since {since}."
        return
    yield f"New since {since}: {plural(len(orders), 'order')} (`log --since-mine` lists them)"
    yield from new.summary


def _owes(match: Match[Any]) -> str:
    """The side whose link the game waits for; none once a finished game was handed over."""
    sittings = match.sittings
    return "" if sittings.over or (match.when.over and not sittings.is_open) else sittings.side


def _next(match: Match[Any], state: str) -> Iterator[str]:
    """What to do about it."""
    yours = match.side in ("", match.sittings.side)
    found = [line for line in next_lines(match) if yours or match.sittings.over]
    yield from (f"{line} --commit --push" if state and line == "  → handover" else line for line in found)
    if yours and not found and _owes(match):
        yield "  → status"
    elif not yours:
        yield "  → handover --commit --push" if state else "  → git pull"


def as_json(match: Match[Any]) -> str:
    sittings, new = match.sittings, _news(match)
    return output.answer_text(
        "mail",
        sitting=sittings.current,
        to=sittings.side,
        owes=_owes(match),
        summary=new.summary,
        entries=[row.as_json() for row in new.rows],
        unsent=unsent(match.path),
        state=match.game.views.brief(match.state, match),
    )


# ── A game by mail


MAIL = Grammar(
    "mail",
    """Show what is new in a game by mail, whose turn it is, and who owes the next link.

What is new is what has happened since your last hand-over. If the save is in git, `mail` also shows what you have not
committed or pushed yet. It fetches nothing, so run `git pull` first.""",
    options=(SAVE, JSON),
)
RESUME = Grammar(
    "resume",
    """Carry out the other side's order that waits for your dice.

In a game by mail, two orders of the other side may need your dice: an answer in your turn, and the order that ends a
turn. Such an order waits for your sitting, and nothing else can be ordered before it.""",
    options=(SAVE, JSON),
)
ACCEPT = Grammar(
    "accept",
    """Agree to what the other side asks for in a game by mail.

That is a change made by hand, new rules or tables, a lost chain, or going back to an earlier sitting. The journal
records it.""",
    options=(SAVE, JSON),
)
DECLINE = Grammar(
    "decline",
    "Refuse what the other side asks for in a game by mail, and abandon the game.",
    options=(SAVE, JSON),
)
BACK = Grammar(
    "back",
    """Ask the other side to return to the end of an earlier sitting.

After `handover` the other side answers with `accept` or `decline`. Nothing is removed from the journal, and no link is
used twice.""",
    (Word("K", "Give the number of the sitting; `log` shows them.", number=Number(0, 1_000_000)),),
    (SAVE, JSON),
)
ANCHOR = Grammar(
    "anchor",
    """Begin a new chain after losing your own file of a game by mail.

It closes your sitting without a link. The other side answers with `accept` or `decline`, and the loss is counted.""",
    options=(Option("--lost", "Confirm that the file is lost."), SAVE, JSON),
)


def mail_(*, save: str, json: bool) -> None:
    match = program.look(save)
    if not match.mail:
        raise BadOrder("this is not a game by mail", hint="new --mail")
    output.tell([as_json(match)] if json else ["\n".join(lines(match))])


def resume_(*, save: str, json: bool) -> None:
    def work(match: Match[Any]) -> ComposedOutput:
        done = desk.resume(match)
        options = OrderOptions(save, json, dry_run=False, dice="", verbose=False)
        return ComposedOutput([*report(match, "resume", [done], options)], match)

    change(save, work)


def accept_(*, save: str, json: bool) -> None:
    change(save, lambda match: _answer(match, "accept", f"accepted: {desk.ASKED[desk.accept(match)]}", json))


def decline_(*, save: str, json: bool) -> None:
    change(save, lambda match: _answer(match, "decline", f"declined: {desk.ASKED[desk.decline(match)]}", json))


def back_(number: str, *, save: str, json: bool) -> None:
    def work(match: Match[Any]) -> ComposedOutput:
        desk.go_back(match, int(number))
        return _answer(match, f"back {number}", f"You ask to return to the end of sitting {number}.", json)

    change(save, work)


def anchor_(*, lost: bool, save: str, json: bool) -> None:
    if not lost:
        raise BadOrder("a new chain is begun only if the old one is lost", hint="anchor --lost")

    def work(match: Match[Any]) -> ComposedOutput:
        desk.lose_chain(match)
        return _answer(match, "anchor --lost", "A new chain is begun, and your sitting is handed over.", json)

    change(save, work)


def _answer(match: Match[Any], command: str, text: str, as_json: bool) -> ComposedOutput:
    if as_json:
        return ComposedOutput([output.answer_text(command, state=match.game.views.brief(match.state, match))], match)
    return ComposedOutput([text, *what_is_next(match)], match)


# ── Dice from a phrase of each side


PHRASE = Grammar(
    "phrase",
    """Give or reveal your phrase in a game by mail begun with version 0.2.

In such a game the seed is made from a phrase of each side. The first phrase is sealed: the save holds only its digest,
and the phrase stays in your own file next to the save. The other side's phrase is open. Then the first side gives
`phrase` again, without words, and the dice are made. Games begun since then need no phrases.""",
    (Word("WORDS", "Give any words; none to reveal those that you have sealed.", 0, 99),),
    (SAVE, JSON),
)
PHRASES = "phrases"
"""Where a side's file has its phrases, by digest."""


def phrase_(*words: str, save: str, json: bool) -> None:
    text = " ".join(words)

    def work(match: Match[Any]) -> ComposedOutput:
        _check(match, text)
        if text:
            _give(match, save, text)
        else:
            _reveal(match, save)
        if json:
            return ComposedOutput([output.answer_text("phrase", seed=match.seed, waits_for=match.waits_for)], match)
        return ComposedOutput(_report(match, save), match)

    change(save, work)


def _check(match: Match[Any], text: str) -> None:
    """Whether the side may give or reveal a phrase now."""
    side, waiting = match.side, match.waits_for
    if not match.game.sides.several:
        raise BadOrder("this game has no other side to make dice with")
    if not match.phrases:
        raise BadOrder("the dice of this game are not made from phrases", hint="only games by mail of version 0.2 are")
    if match.seed is not None:
        raise Refused("", f"the dice are made: seed {match.seed}")
    if not side:
        raise BadOrder("name your side", hint=f"phrase … --as {waiting[0]}")
    if side not in waiting:
        raise Refused("", f"you have given your phrase: now wait for {waiting[0]}")
    sealed = bool(match.phrases[side])
    if text and sealed:
        raise Refused("", "your phrase is sealed: reveal it without words", "phrase")
    if not text and not sealed:
        raise BadOrder("give your phrase", hint="phrase the moon over Grand Harbour")
    if text and not is_phrase(text):
        raise BadOrder(f"a phrase has at most {LONGEST_PHRASE} characters, all of them printable")


def _give(match: Match[Any], save: str, text: str) -> None:
    salt = os.urandom(16).hex()
    match.phrases = with_phrase(match.phrases, match.side, text, salt)
    if SEALED in match.phrases[match.side]:
        own = {match.phrases[match.side][SEALED]: [salt, text]}
        match.warnings += secret_files.add(save, match.side, {PHRASES: own})


def _reveal(match: Match[Any], save: str) -> None:
    kept = secret_files.read(save, match.side)
    own = secret_files.section(save, match.side, PHRASES).get(match.phrases[match.side].get(SEALED, ""), [])
    salt, text = own if len(own) == 2 else (kept.get(SALT), kept.get(TEXT))  # as 0.2 kept it
    if not isinstance(text, str) or not isinstance(salt, str):
        raise BadFile(f"{secret_files.path_of(save, match.side)} does not hold the phrase that was sealed")
    match.phrases = with_revealed(match.phrases, match.side, text, salt)
    if not is_genuine(match.phrases[match.side]):
        raise BadFile(f"{secret_files.path_of(save, match.side)} holds a different phrase from the one that was sealed")
    match.seed = seed_of(match.phrases, match.game.sides.names)


def _report(match: Match[Any], save: str) -> list[str]:
    if match.seed is not None:
        told = [f"{side}: {match.phrases[side][TEXT]}" for side in match.game.sides.names]
        return [*told, f"the dice are made: seed {match.seed}", match.game.narration.next_steps(match.state)]
    own: Sequence[str] = ["your phrase is in the save, readable by anyone"]
    if SEALED in match.phrases[match.side]:
        own = [f"your phrase is sealed; {secret_files.path_of(save, match.side)} holds it: keep it to yourself"]
    return [*own, f"over to {match.waits_for[0]}"]


# ── Secrets of a sealed game


SEAL = Grammar(
    "seal",
    """Seal your secret orders: the save gets only a digest.

FILE holds the orders, one per line, as you would give them in a game that is not sealed. They are checked, and go into
your own file next to the save; the journal holds only a digest. Without FILE you have no secret orders, and that is
sealed; what the rules tell you to hide is drawn at random. Keep FILE out of git, or give the orders on standard input:
`seal -`.""",
    (Word("FILE|-", "Read your orders from this file; - is standard input.", 0),),
    (SAVE, JSON),
)
REVEAL = Grammar(
    "reveal",
    """Reveal what you have sealed, when the rules ask for it.

Your own file next to the save must hold it, as it was sealed. If that file is lost, `reveal --lost` continues without
it: the secret then counts against you.""",
    options=(Option("--lost", "Continue without a secret that is lost."), SAVE, JSON),
)


def seal_(file: str = "", *, save: str, json: bool) -> None:
    from tarawa_cli.cli.files import read_text  # start-up
    from tarawa_cli.cli.scripts import LARGEST_SCRIPT, script_lines

    lines = script_lines(read_text(file, LARGEST_SCRIPT)) if file else []

    def work(match: Match[Any]) -> ComposedOutput:
        side, note = _side(match), outside_note(match)
        _check_dice(match)
        found = match.to_seal(side, lines)
        done = _seal(match, save, side, found)
        if file not in ("", "-"):
            match.warnings += secret_files.exposed(file)
        return _report_seal(match, note, done, json, f"your secrets are in {secret_files.path_of(save, side)}")

    change(save, work)


def _check_dice(match: Match[Any]) -> None:
    """Refused if a plan would be sealed when its dice are already known (game by mail)."""
    if match.mail:
        session.prepare(match)
        check_sealing(match)


def _side(match: Match[Any]) -> str:
    """The side whose secrets they are: the player's, or at one table the side to move."""
    side = match.side or match.to_act
    if not match.game.sides.several:
        raise BadOrder("this game has no secrets to seal")
    return side


def _seal(match: Match[Any], save: str, side: str, found: dict[str, list[str]]) -> list[Done]:
    """Carry out all of them, then write the secrets, before the save is written."""
    secrets = {key: (os.urandom(16).hex(), words) for key, words in found.items()}
    orders = [["sealed", key, secret_files.digest(*secret)] for key, secret in secrets.items()]
    done = [session.perform(match, order, part=BatchPart(bool(number))) for number, order in enumerate(orders)]
    match.warnings += secret_files.keep(save, side, secrets)
    return done


def reveal_(*, lost: bool, save: str, json: bool) -> None:
    def work(match: Match[Any]) -> ComposedOutput:
        side, note = _side(match), outside_note(match)
        key = match.to_reveal
        if not key:
            raise Refused("", "there is nothing to reveal now", "`status` shows what you can do")
        if lost:
            words = ["--lost"]
        else:
            salt, kept = secret_files.find(save, side, match.game.sides.digest_of(match.state, key), key)
            words = [salt, *kept]
        return _report_seal(match, note, [session.perform(match, ["revealed", key, *words])], json, "")

    change(save, work)


def _report_seal(match: Match[Any], note: list[str], done: list[Done], as_json: bool, last: str) -> ComposedOutput:
    events = [event for each in done for event in each.events]
    if as_json:
        commands, state = [each.command for each in done], match.game.views.brief(match.state, match)
        facts = [event.as_json() for event in events]
        return ComposedOutput(
            [output.answer_text(done[0].command.split()[0], facts, commands=commands, state=state)], match
        )
    after = [*([last] if last else []), *what_is_next(match, events)]
    return ComposedOutput([*note, *story(match, events, [*note, *after], len(done)), *after], match)
