"""What refusals offer: never to end the phase while something else can be done."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import GameError, Refused
from tarawa_cli.kernel.game import Setup
from tests.kit import law
from tests.kit.fuzzing.nasty import Heckler
from tests.kit.subject import Subject
from tests.malta.fuzzed import MALTA
from tests.tarawa.fuzzed import TARAWA

ORDERS = 60
SHOUTS = 12
"""Nasty orders in each position."""


def _refusal(match: Match[Any], line: str) -> Refused | None:
    try:
        session.read_order(match, split_line(line))
    except GameError as error:
        return error if isinstance(error, Refused) else None
    return None


def _refusals(subject: Subject[Any], scenario: str, seed: int) -> Counter[bool]:
    """Play at random; every nasty order that is refused offers something better than to end the phase."""
    rng, match, seen = Random(seed), Match(subject.game, Setup(scenario), seed), Counter[bool]()
    heckler = Heckler(subject, rng)
    for _ in range(ORDERS):
        legal = subject.legal(match.state)
        if not legal:
            break
        heckler.hear(legal)
        for _ in range(SHOUTS):
            error = _refusal(match, heckler.shout(match.state, legal).line)
            if error:
                assert law.hasty_hint(match, error.hint) == "", (error.message, error.hint)
                assert law.bad_hint(match, error.hint) == "", (error.message, error.hint)
                seen["ends the phase" in error.postscript] += 1
        by_kind = {command.split()[0]: command for command in rng.sample(legal, len(legal))}
        session.perform(match, split_line(rng.choice(list(by_kind.values()))))
    return seen


@pytest.mark.sample(5)
@pytest.mark.parametrize("scenario", ["red-beach-3", "second-morning", "last-night", "campaign"])
def test_tarawa_never_offers_next_while_something_can_be_done(scenario: str) -> None:
    assert _refusals(TARAWA, scenario, 5)[True]


@pytest.mark.sample(5)
@pytest.mark.parametrize("scenario", ["hal-far", "cottonera", "south-beach", "last-stand", "herkules"])
def test_malta_never_offers_next_while_something_can_be_done(scenario: str) -> None:
    assert _refusals(MALTA, scenario, 5)[True]


def test_what_is_offered_is_like_what_was_refused_and_next_comes_last() -> None:
    match = Match(MALTA.game, Setup("cottonera"), 7)
    with pytest.raises(Refused) as caught:
        session.read_order(match, split_line("support 1911 --air"))
    assert "phase" in caught.value.message
    name, *_ = caught.value.hint.split()
    assert name in ("move", "infiltrate", "break")
    assert caught.value.postscript.startswith("`next` ends the phase (")
    assert caught.value.postscript.endswith(" units can still act)")
    assert caught.value.facts()["hint"] == caught.value.hint, "programs get the order"
