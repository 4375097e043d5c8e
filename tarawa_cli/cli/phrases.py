"""Dice made from a phrase of each side, so that nobody picks them."""

import os
from collections.abc import Sequence

from tarawa_cli.cli import output
from tarawa_cli.cli.changing import change
from tarawa_cli.cli.commands import JSON, SAVE
from tarawa_cli.kernel import phrases, secretfile
from tarawa_cli.kernel.changing import Told
from tarawa_cli.kernel.errors import BadFile, BadOrder, Refused
from tarawa_cli.kernel.grammar import Grammar, Word
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.session import Match

PHRASE = Grammar(
    "phrase",
    """Give or reveal your phrase in a game by mail that version 0.2 began.

There the seed is made from a phrase of each side. The first one is sealed: the save holds only its digest, and the
phrase stays in your own file next to the save. The other side's is open. Then the first side gives `phrase` again,
without words, and the dice are made. Games begun since then need no phrases.""",
    (Word("WORDS", "Give any words; none to reveal those that you have sealed.", 0, 99),),
    (SAVE, JSON),
)
PHRASES = "phrases"
"""Where a side's file has its phrases, by digest."""


def phrase_(*words: str, save: str, json: bool) -> None:
    text = " ".join(words)

    def work(match: Match[Any]) -> Told:
        _check(match, text)
        if text:
            _give(match, save, text)
        else:
            _reveal(match, save)
        if json:
            return Told([output.answer_text("phrase", seed=match.seed, waits_for=match.waits_for)], match)
        return Told(_report(match, save), match)

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
    if text and not phrases.is_text(text):
        raise BadOrder(f"a phrase has at most {phrases.LONGEST} characters, all of them printable")


def _give(match: Match[Any], save: str, text: str) -> None:
    salt = os.urandom(16).hex()
    match.phrases = phrases.given(match.phrases, match.side, text, salt)
    if phrases.SEALED in match.phrases[match.side]:
        own = {match.phrases[match.side][phrases.SEALED]: [salt, text]}
        secretfile.add(save, match.side, {PHRASES: own})


def _reveal(match: Match[Any], save: str) -> None:
    kept = secretfile.read(save, match.side)
    own = secretfile.section(save, match.side, PHRASES).get(match.phrases[match.side].get(phrases.SEALED, ""), [])
    salt, text = own if len(own) == 2 else (kept.get(phrases.SALT), kept.get(phrases.TEXT))  # as 0.2 kept it
    if not isinstance(text, str) or not isinstance(salt, str):
        raise BadFile(f"{secretfile.path_of(save, match.side)} does not hold the phrase that was sealed")
    match.phrases = phrases.revealed(match.phrases, match.side, text, salt)
    if not phrases.is_genuine(match.phrases[match.side]):
        raise BadFile(f"{secretfile.path_of(save, match.side)} holds a different phrase from the one that was sealed")
    match.seed = phrases.seed_of(match.phrases, match.game.sides.names)


def _report(match: Match[Any], save: str) -> list[str]:
    if match.seed is not None:
        told = [f"{side}: {match.phrases[side][phrases.TEXT]}" for side in match.game.sides.names]
        return [*told, f"the dice are made: seed {match.seed}", match.game.telling.next_steps(match.state)]
    own: Sequence[str] = ["your phrase is in the save, readable by anyone"]
    if phrases.SEALED in match.phrases[match.side]:
        own = [f"your phrase is sealed; {secretfile.path_of(save, match.side)} holds it: keep it to yourself"]
    return [*own, f"over to {match.waits_for[0]}"]
