"""What a player does in a game by mail: sit, resume, hand over, accept, go back; and what the own file remembers.

The own file holds the end of the side's chain, and a pin for every hand-over: the digest of all that had happened by
then. A save that does not fit the pins was rewritten by the other side, or is older than what was handed over.
"""

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.order_words import Action, split_line
from tarawa_cli.kernel.engine.play import Stacked
from tarawa_cli.kernel.engine.session import BatchPart, Done, Match
from tarawa_cli.kernel.errors import BadFile, BadOrder, GameError, Refused
from tarawa_cli.kernel.hints import Any, Iterator, NamedTuple, TypeVar
from tarawa_cli.kernel.mail import dice, secret_files
from tarawa_cli.kernel.mail.dice import MailDice, MustWait, Source, carried_over
from tarawa_cli.kernel.mail.dice import carry_out as carry_out_order
from tarawa_cli.kernel.mail.sittings import FIRST_WITH_DICE, NONE, Counts, Post, Sittings
from tarawa_cli.kernel.saves import journal, toml
from tarawa_cli.kernel.saves.history import fewer
from tarawa_cli.kernel.saves.journal import Entry
from tarawa_cli.kernel.saves.save_header import Mail

S = TypeVar("S", bound=Stacked)

CHAINS, PINS = "chains", "pins"
ASKED = {
    "edit": "the save was changed by hand, or the program has new rules or tables",
    "loss": "the other side has lost its chain and begins a new one, so it cannot be held to its last sitting",
    "back": "the other side asks to go back",
}
"""What a side must accept before it plays on."""


def post_of(match: Match[Any]) -> Post:
    """The game before its first entry: what it starts from is part of every digest."""
    first, setup, mail = journal.rules_versions(match.entries, match.rules, match.data)[0], match.setup, _mail(match)
    tables, options = ("\n".join(toml.lines(each)) for each in (setup.tables, setup.options))
    start = dice.hashed(
        "tarawa-start/1",
        mail.game,
        match.game.id,
        setup.scenario,
        *map(dice.hashed, (setup.source, tables, options)),
        first.rules,
        first.data,
        "hot-seat" if mail.hot_seat else NONE,
    )
    return Post(mail, match.game.sides.names, start)


def _mail(match: Match[Any]) -> Mail:
    if not match.mail:
        raise BadOrder("this is not a game by mail", hint="new --mail")
    return match.mail


def counts(match: Match[Any]) -> Counts:
    return Counts(match.mulligans, match.peeks, match.edits)


# ── The own file


class Pin(NamedTuple):
    """What the own file remembers of a hand-over."""

    head: str
    anchors: tuple[str, ...]


def pins(match: Match[Any]) -> dict[int, Pin]:
    """By sitting."""
    game, found = _mail(match).game, dict[int, Pin]()
    for key, (head, *anchors) in _kept(match, PINS).items():
        name, _, number = key.partition("-")
        if name == game and number.isascii() and number.isdigit():
            found[int(number)] = Pin(head, tuple(anchors))
    return dict(sorted(found.items()))


def _kept(match: Match[Any], section: str) -> dict[str, list[str]]:
    """A section of the own file, with what will be added to it."""
    on_disk = secret_files.section(match.path, match.side, section) if match.path else {}
    return on_disk | match.secrets.get(section, {})


def _keep(match: Match[Any], section: str, key: str, *words: str) -> None:
    """Add something to the side's own file before the save is written."""
    match.secrets[section] = match.secrets.get(section, {}) | {key: [*words]}


def _pin(match: Match[Any], sitting: int, head: str, anchors: tuple[str, ...]) -> None:
    """Record a hand-over in the own file. A killed command may have recorded it before, but only the same one."""
    known = pins(match).get(sitting)
    if known and known != Pin(head, anchors):
        raise _not_played(match, f"sitting {sitting} is not the one that you handed over")
    _keep(match, PINS, f"{_mail(match).game}-{sitting}", head, *anchors)


def _link(match: Match[Any], ahead: int = 1) -> str:
    """The next link of the side's chain, or a later one."""
    known, game = match.sittings.chains[match.side], _mail(match).game
    end = _kept(match, CHAINS).get(f"{game}-{known.number}")
    if not end or dice.link(game, match.side, known.number, end[0], 0) != known.anchor:
        own = secret_files.path_of(match.path, match.side)
        raise BadFile(
            f"{own} does not hold the chain of {match.side} in this game: without it nobody can play as {match.side}",
            hint="if it is lost, `anchor --lost` begins a new chain, and the other side must accept that",
        )
    return dice.link(game, match.side, known.number, end[0], known.place + ahead)


def _new_chain(match: Match[Any]) -> None:
    """Begin a chain: its end goes into the own file, its anchor into the journal."""
    game, known = _mail(match).game, match.sittings.chains.get(match.side)
    number = known.number + 1 if known else 1
    key = f"{game}-{number}"
    end = _kept(match, CHAINS).get(key) or [dice.new_end()]  # a killed command may have left one
    _keep(match, CHAINS, key, end[0])
    match.enter(f"anchor {match.side} {number} {dice.link(game, match.side, number, end[0], 0)}")


# ── What must hold before a side does anything


def wrong_pins(match: Match[Any], closing: bool = False) -> Iterator[str]:
    """How the save contradicts what the own file remembers.

    A hand-over whose command was killed is in the own file, but not in the save: the command that closes it may be
    repeated.
    """
    sittings = match.sittings
    for number, pin in pins(match).items():
        if closing and number == sittings.current and sittings.side == match.side:
            continue
        whose = "handed over" if sittings.side_of(number) == match.side else "played on from"
        if number >= sittings.current:
            yield f"this save is older than sitting {number}, which you have {whose}"
        elif sittings.closed[number].head != pin.head or sittings.closed[number].anchors != pin.anchors:
            yield f"sitting {number} is not the one that you have {whose}: this is another branch of the game"


def _not_played(match: Match[Any], why: str) -> Refused:
    law, hint = match.game.sides.mail_law, "get the save that was handed over last; you can still look at this one"
    return Refused(law, why, hint)


def check_own(match: Match[Any], closing: bool = False) -> Sittings:
    """Check everything that a player can check before doing anything: links, digests, pins. Returns the sittings."""
    law, names, mail = match.game.sides.mail_law, match.game.sides.names, _mail(match)
    if not match.side:
        raise BadOrder("a game by mail is played as one side", hint=f"add --as {' or --as '.join(names)}")
    sittings = match.sittings
    if sittings.over:
        raise Refused(law, "the game was abandoned: a lost chain or a change was declined", "`new --mail` starts one")
    if match.edited and journal_was_changed(match):
        raise BadFile("the journal of this game by mail was changed by hand", hint="get the save as it was handed over")
    if not mail.hot_seat and match.path and _other_is_here(match):
        here = secret_files.path_of(match.path, sittings.other(match.side))
        why = f"{here} is here too: a game by mail is for two people who do not see each other's files"
        raise Refused(law, why, "`new --mail --hot-seat` starts one that may be played in one folder")
    if wrong := next(wrong_pins(match, closing), ""):
        raise _not_played(match, wrong)
    if less := fewer(match):
        raise _not_played(match, less)
    return sittings


def journal_was_changed(match: Match[Any]) -> bool:
    """Whether the journal itself no longer gives a position, so that nothing can be accepted."""
    try:
        for _ in journal.replay(match.game, match.setup, match.source, match.entries):
            pass
    except journal.Broken:
        return not match.outdated
    return False


def _other_is_here(match: Match[Any]) -> bool:
    other, game = match.sittings.other(match.side), _mail(match).game
    return any(key.startswith(f"{game}-") for key in secret_files.section(match.path, other, CHAINS))


def _check_whose(match: Match[Any], closing: bool = False) -> Sittings:
    sittings = check_own(match, closing)
    if sittings.side and sittings.side != match.side:
        law, number = match.game.sides.mail_law, sittings.current
        raise Refused(law, f"this is sitting {number}, of {sittings.side}: wait until it is handed over")
    return sittings


def check_open(match: Match[Any]) -> Sittings:
    """For `undo` and `redo`: Refused, unless the sitting is the side's own and open."""
    sittings = _check_whose(match)
    if not sittings.is_open:
        raise Refused(match.game.sides.mail_law, "you have done nothing in this sitting yet")
    return sittings


def prepare(match: Match[Any]) -> None:
    """Before an order: check all, and open the sitting."""
    sittings = _check_whose(match)
    _check_accepted(match, sittings)
    law, waiting = match.game.sides.mail_law, sittings.waiting
    if waiting and waiting.side == match.side:
        why = f"`{what_waits(match)}` waits for dice, which {sittings.other(match.side)} will roll"
        raise Refused(law, why, "`handover` ends your sitting; `undo` undoes the order")
    if sittings.back:
        why = "you have asked to go back, and the other side must answer first"
        raise Refused(law, why, "`handover` ends your sitting")
    if waiting:
        raise Refused(law, f"`{what_waits(match)}` of {waiting.side} waits for your dice", "resume")
    if not sittings.is_open:
        _open(match)
    if sittings.current >= FIRST_WITH_DICE and not sittings.root:
        why = "this sitting has no dice: the other side closed the last one without a link"
        raise Refused(law, why, "`handover` ends it")


def what_waits(match: Match[Any]) -> str:
    """The order that waits, as far as the side may read it; nothing, if none does."""
    waiting = match.sittings.waiting
    if not waiting or match.side in ("", waiting.side):
        return waiting.command if waiting else ""
    return match.game.sides.seen_order(match.game.read(match.truth, split_line(waiting.command)), match.side)


def next_lines(match: Match[Any]) -> list[str]:
    """What a player must know of the current sitting; nothing, if it is simply their turn."""
    sittings, side = match.sittings, match.side
    waiting, asked, owner = sittings.waiting, sittings.asked, sittings.side
    if sittings.over:
        return ["The game was abandoned."]
    if side and owner != side:
        return [f"Sitting {sittings.current} belongs to {owner}: wait for it."]
    if asked:
        return [f"First: {ASKED[asked]}.", f"  → {accept_hint(asked)}"]
    if waiting and waiting.side == owner:
        return [f"`{what_waits(match)}` waits for dice, which {sittings.other(owner)} will roll.", "  → handover"]
    if waiting:
        return [f"`{what_waits(match)}` of {waiting.side} waits for your dice.", "  → resume"]
    if sittings.back:
        return [f"You have asked to return to the end of sitting {sittings.back[0]}.", "  → handover"]
    if sittings.current < FIRST_WITH_DICE:
        what = "join" if sittings.current else "begin"
        return [f"There are no dice yet: you {what} the game by handing it over.", "  → handover"]
    if match.when.over or match.to_act not in ("", owner):
        return ["  → handover"]
    return []


def _check_accepted(match: Match[Any], sittings: Sittings) -> None:
    if asked := sittings.asked or ("edit" if match.edited or match.outdated else ""):
        raise Refused(match.game.sides.mail_law, ASKED[asked], accept_hint(asked))


def accept_hint(asked: str) -> str:
    declining = "" if asked == "edit" else "; `decline` ends the game"
    return f"`accept` plays on{declining}"


def _open(match: Match[Any]) -> None:
    """Open the sitting: the other side's last hand-over is pinned, and the next link shown."""
    sittings = match.sittings
    if sittings.closed:
        last = sittings.closed[-1]
        _pin(match, sittings.current - 1, last.head, last.anchors)
    if sittings.current < FIRST_WITH_DICE:
        _new_chain(match)
    else:
        match.enter(f"sit {match.side} {sittings.current} {_link(match)}")
        match.rolled = carried_over(match.rolled, bool(sittings.waiting))


# ── Playing


def dice_of(match: Match[Any]) -> MailDice:
    """The dice of the current sitting."""
    return MailDice(match.game, match.truth, Source(match.sittings.root, match.rolled, match.sittings.side))


def start(match: Match[Any], hot_seat: bool) -> None:
    """Make a new game one by mail, and begin the chain of its first side."""
    match.mail = Mail(dice.new_game(), hot_seat)
    first = match.to_act or match.game.sides.names[0]
    if match.side not in ("", first) and match.game.sides.is_sealed(match.truth):
        why = f"{first} moves first, and so begins: both sides seal before there are dice"
        raise BadOrder(why, hint=f"new … --mail --as {first}")
    match.side = match.side or first
    _new_chain(match)


def check_sealing(match: Match[Any]) -> None:
    """Refused, if what is sealed now would meet dice that its owner knows already."""
    if match.sittings.root and match.game.sides.seals_for_now(match.truth):
        why = "you already know the dice of this sitting: seal the plan before the first dice"
        raise Refused(match.game.sides.mail_law, why, "next")


def carry_out(match: Match[S], action: Action, part: BatchPart) -> Done:
    """Carry out an order with the dice of the sitting; one that must wait is only put into the journal."""
    sittings, game, before = match.sittings, match.game, match.game.dump(match.truth)
    if sittings.knows_dice_of(action.text().split()):
        why = "it was sealed in this sitting, when you knew its dice"
        raise Refused(game.sides.mail_law, why, "`undo` back to the seal, and hand over after sealing")
    try:
        source = Source(sittings.root, match.rolled, sittings.side)
        play, dice = carry_out_order(game, match.truth, action, source)
    except MustWait:
        match.state = game.load(match.setup, before)
        match.enter(Entry(action.text(), (), part.joined, waits=True).text())
        match.taken_back = []
        return Done(action.text(), [], [])
    except GameError:
        match.state = game.load(match.setup, before)
        raise
    match.rolled = dice.left
    return session.enter_done(match, action.text(), play, part.joined)


def resume(match: Match[S]) -> Done:
    """Carry out what waits for the dice of this sitting."""
    sittings, law = _check_whose(match), match.game.sides.mail_law
    _check_accepted(match, sittings)
    waiting = sittings.waiting
    if not waiting or waiting.side == match.side:
        raise Refused(law, "nothing waits for your dice", "`status` shows what you can do")
    if not sittings.is_open:
        _open(match)
    if not sittings.root:
        raise Refused(law, "this sitting has no dice", "`handover` ends it")
    order = match.game.read(match.truth, split_line(waiting.command))
    match.game.check(match.truth, order)
    play, dice = carry_out_order(match.game, match.truth, order, waiting.source(sittings.root, match.rolled))
    match.rolled = dice.left
    return session.enter_done(match, "resume", play, joined=False)


def hand_over(match: Match[Any]) -> bool:
    """Close the sitting. False, if that was done before."""
    sittings = check_own(match, closing=True)
    if sittings.closed and sittings.side != match.side:
        return False
    _check_whose(match, closing=True)
    _check_whose_turn(match, sittings)
    if not sittings.is_open:
        _open(match)
    _check_accepted(match, sittings)
    if sittings.current < FIRST_WITH_DICE:
        _close(match, sittings.chains[match.side].anchor)
        return True
    link = _link(match)
    if sittings.chains[match.side].left - 1 < dice.FEW and match.side not in sittings.next_chains:
        _new_chain(match)
    _close(match, link)
    return True


def _check_whose_turn(match: Match[Any], sittings: Sittings) -> None:
    """Refused, while it is the side's own turn: a sitting ends when the other side must act."""
    if sittings.current < FIRST_WITH_DICE or sittings.back or (not sittings.root and sittings.is_open):
        return
    waiting = sittings.waiting
    due = sittings.other(waiting.side) if waiting else match.to_act
    if due == match.side and not match.when.over:
        raise Refused("", f"it is still your turn as {match.side}", "`status` shows what you can do")


def _close(match: Match[Any], link: str) -> None:
    sittings, numbers = match.sittings, counts(match)
    head, number = sittings.head(numbers, more_losses=link == NONE), sittings.current
    match.enter(f"handover {match.side} {number} {link} {head} {' '.join(map(str, numbers))}")
    match.taken_back = []
    _pin(match, number, head, sittings.closed[number].anchors)


# ── What the other side must agree to


def accept(match: Match[Any]) -> str:
    """Agree to what was asked, and return it."""
    sittings = _check_whose(match)
    asked = sittings.asked or ("edit" if match.edited or match.outdated else "")
    if not asked:
        raise Refused(match.game.sides.mail_law, "there is nothing to accept")
    if not sittings.is_open:
        _open(match)
    session.settle(match)
    position = _position_of(match, sittings.back[0]) if asked == "back" and sittings.back else None
    match.enter("accept")
    match.taken_back = []
    if position:
        match.state = match.game.load(match.setup, position)
    return asked


def _position_of(match: Match[Any], sitting: int) -> dict[str, Any]:
    """The position at the end of a sitting."""
    wanted = match.sittings.closed[sitting].entry
    if wanted <= journal.last_snapshot(match.entries):
        raise Refused("", f"the end of sitting {sitting} cannot be replayed: the rules or tables have changed since")
    steps = journal.replay(match.game, match.setup, match.source, match.entries)
    return next(match.game.dump(step.state) for step in steps if step.number == wanted)


def decline(match: Match[Any]) -> str:
    """Refuse what was asked, and so end the game."""
    sittings = _check_whose(match)
    asked = sittings.asked
    if not asked:
        raise Refused(match.game.sides.mail_law, "there is nothing to decline")
    match.enter("decline")
    return asked


def go_back(match: Match[Any], sitting: int) -> None:
    """Ask to return to the end of an earlier sitting."""
    prepare(match)
    last = match.sittings.current - 1
    if not FIRST_WITH_DICE <= sitting <= last:
        hint = f"back {last}" if last >= FIRST_WITH_DICE else ""
        raise Refused(match.game.sides.mail_law, f"there is no sitting {sitting} to return to", hint)
    _position_of(match, sitting)
    match.enter(f"back {sitting}")
    match.taken_back = []


def lose_chain(match: Match[Any]) -> None:
    """Begin a new chain because the old one is lost, and close the sitting without a link."""
    sittings = _check_whose(match, closing=True)
    if match.side not in sittings.chains or sittings.current < FIRST_WITH_DICE:
        raise Refused(match.game.sides.mail_law, "you have no chain yet that could be lost")
    try:
        _link(match)
    except BadFile:
        pass
    else:
        own = secret_files.path_of(match.path, match.side)
        raise Refused(match.game.sides.mail_law, f"your chain is not lost: {own} holds it", "status")
    _new_chain(match)
    _close(match, NONE)
