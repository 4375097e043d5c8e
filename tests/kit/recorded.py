"""Games recorded as orders and a seed, in files that `run` takes; comments at the top state the result."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.session import Done, Match, perform
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves import toml
from tarawa_cli.kernel.standard import short_digest
from tests.kit.conservation import Ledger
from tests.kit.fuzzing import checks
from tests.kit.subject import S, Subject


class Recorded(NamedTuple):
    path: Path
    head: dict[str, str]
    """What the game says of itself: scenario, seed, outcome, version of the rules, fingerprint…"""
    lines: list[str]


def setup_of(scenario: str, tables: Path | None) -> Setup:
    """The start of a game: a scenario, and perhaps a file of custom tables."""
    return Setup(scenario, tables=toml.parse(tables.read_text(encoding="utf-8"), str(tables)) if tables else {})


def recorded(path: Path) -> Recorded:
    lines = path.read_text(encoding="utf-8").splitlines()
    return Recorded(path, remarks(path), [line for line in lines if split_line(line)])


def remarks(path: Path) -> dict[str, str]:
    """The comments at the top of a recorded game by name; empty if there is no file."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = (line.removeprefix("# ").partition(": ") for line in lines if line.startswith("# "))
    return {name: value for name, _, value in found}


def fingerprint(match: Match[S], orders: Iterable[Done]) -> str:
    """A digest of all events and of the last position."""
    told = [[event.as_json() for event in done.events] for done in orders]
    return short_digest(json.dumps([told, match.game.dump(match.state)], ensure_ascii=False))


def replay(subject: Subject[S], game: Recorded) -> tuple[Match[S], str]:
    """Play a game to its last order; the match and its fingerprint.

    After each order the position must be sound and the books must balance.
    """
    own = game.path.parent / game.head["tables"] if "tables" in game.head else None
    match = Match(subject.game, setup_of(game.head["scenario"], own), int(game.head["seed"]))
    ledger, played = Ledger(match, subject.accounts), list[Done]()
    for line in game.lines:
        assert not match.state.outcome, f"over before {line!r}"
        played.append(perform(match, split_line(line)))
        checks.order_done(subject, match, ledger, line, played[-1])
    return match, fingerprint(match, played)


def behaves(subject: Subject[S], game: Recorded) -> Match[S]:
    """Play a game; under the version of the rules that it names, orders must do what they did when it was recorded."""
    match, now = replay(subject, game)
    assert game.head["rules"] == str(subject.game.rules), "record the games anew"
    assert game.head["fingerprint"] == now, "orders do something else now: raise `rules` in the game's game.py"
    checks.over(subject, match)
    return match
