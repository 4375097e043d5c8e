"""After every order the last line says what is left to do, or how to go on."""

import re
from random import Random
from typing import Any

import pytest

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup
from tests.kit.subject import Subject
from tests.malta.fuzzed import MALTA
from tests.tarawa.fuzzed import TARAWA

ORDERS = 70
GAMES: list[tuple[Subject[Any], str]] = [
    (TARAWA, name) for name in ("red-beach-3", "second-morning", "last-night", "campaign")
]
GAMES += [(MALTA, name) for name in ("hal-far", "cottonera", "south-beach", "herkules")]


@pytest.mark.sample(5)
@pytest.mark.parametrize(("subject", "scenario"), GAMES, ids=lambda value: value if isinstance(value, str) else "")
def test_every_answer_ends_with_what_comes_next(subject: Subject[Any], scenario: str) -> None:
    rng, match = Random(3), Match(subject.game, Setup(scenario), 3)
    for _ in range(ORDERS):
        legal = subject.legal(match.state)
        if not legal:
            break
        by_kind = {command.split()[0]: command for command in rng.sample(legal, len(legal))}
        done = session.perform(match, split_line(rng.choice(list(by_kind.values()))))
        told = subject.game.narration.outlook(match.state, done.events).splitlines()
        last = next(line for line in reversed(told) if not line.startswith("    "))
        assert re.match(r"ready: |  → ", last), (done.command, last)
        assert not re.search(r"\b0 (of )?\d* ?(units?|areas?|guns?|hexes|points?)\b", last), (done.command, last)
        if last.startswith("  → next"):
            assert "next" in subject.legal(match.state), done.command
