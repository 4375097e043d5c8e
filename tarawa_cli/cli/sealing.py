"""Secrets of a sealed game: put down as digests, revealed when the rules ask for them."""

import os

from tarawa_cli.cli import output
from tarawa_cli.cli.answers import story
from tarawa_cli.cli.changing import change, outside_note
from tarawa_cli.cli.commands import JSON, SAVE
from tarawa_cli.cli.orders import what_is_next
from tarawa_cli.kernel import seals, secretfile, session
from tarawa_cli.kernel.changing import Told
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.grammar import Grammar, Option, Word
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.session import Done, Match, Part

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
    from tarawa_cli.cli.files import read_text
    from tarawa_cli.cli.scripts import LARGEST_SCRIPT, script_lines
    from tarawa_cli.kernel import gitfiles

    lines = script_lines(read_text(file, LARGEST_SCRIPT)) if file else []

    def work(match: Match[Any]) -> Told:
        side, note = _side(match), outside_note(match)
        _check_dice(match)
        found = match.to_seal(side, lines)
        done = _seal(match, save, side, found)
        if file not in ("", "-"):
            gitfiles.check(file)
        return _told(match, note, done, json, f"your secrets are in {secretfile.path_of(save, side)}")

    change(save, work)


def _check_dice(match: Match[Any]) -> None:
    """In a game by mail nobody seals what would meet dice that are known already."""
    if match.mail:
        from tarawa_cli.kernel.mail.desk import check_sealing

        session.prepare(match)
        check_sealing(match)


def _side(match: Match[Any]) -> str:
    """Whose secrets they are: the player's own, or at one table those of whoever is to act."""
    side = match.side or match.to_act
    if not match.game.sides.several:
        raise BadOrder("this game has no secrets to seal")
    return side


def _seal(match: Match[Any], save: str, side: str, found: dict[str, list[str]]) -> list[Done]:
    """Carry out all of them, and only then keep the secrets: before the save is written, and at once."""
    secrets = {key: (os.urandom(16).hex(), words) for key, words in found.items()}
    orders = [["sealed", key, seals.digest(*secret)] for key, secret in secrets.items()]
    done = [session.perform(match, order, part=Part(bool(number))) for number, order in enumerate(orders)]
    seals.keep(save, side, secrets)
    return done


def reveal_(*, lost: bool, save: str, json: bool) -> None:
    def work(match: Match[Any]) -> Told:
        side, note = _side(match), outside_note(match)
        key = match.to_reveal
        if not key:
            raise Refused("", "there is nothing to reveal now", "`status` shows what you can do")
        if lost:
            words = ["--lost"]
        else:
            salt, kept = seals.find(save, side, match.game.sides.digest_of(match.state, key), key)
            words = [salt, *kept]
        return _told(match, note, [session.perform(match, ["revealed", key, *words])], json, "")

    change(save, work)


def _told(match: Match[Any], note: list[str], done: list[Done], as_json: bool, last: str) -> Told:
    events = [event for each in done for event in each.events]
    if as_json:
        commands, state = [each.command for each in done], match.game.looking.brief(match.state, match)
        facts = [event.as_json() for event in events]
        return Told([output.answer_text(done[0].command.split()[0], facts, commands=commands, state=state)], match)
    after = [*([last] if last else []), *what_is_next(match, events)]
    return Told([*note, *story(match, events, [*note, *after], len(done)), *after], match)
