"""Record saves of Malta as this program writes them, for every later one to open and play on.

    python tools/record_malta_saves.py tests/saves/0.2.0/malta

One save in each phase that waits for a side, at questions, late, at the end of each scenario, and of odd kinds: the
players' own dice, a plan to be sealed. A folder that is there already is never written over: what an older program
wrote cannot be made again. Until a version is handed out, its folder may be removed and recorded again.
"""

import sys
from collections.abc import Iterator
from itertools import product
from tempfile import TemporaryDirectory

import checkout  # noqa: F401
from record_saves import folder_to_write

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.players import player
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup
from tests.kit.fuzzing.starts import made_up, setup_of
from tests.malta.fuzzed import MALTA

WHOLE = ("hal-far", "south-beach", "cottonera", "last-stand", "herkules")
LATE = {"last-stand": (44,), "herkules": (4, 12)}
"""Turns of which a save is kept."""
SEED = {"herkules": 14}
"""A game that lasts, and in which battalions may take in security companies (17.4); of the others, the first."""
OWN = {"plan": "own", "setup": "own"}
STARTS = (*(("herkules --plan own --setup own", seed) for seed in (1, 2)), *product(MALTA.starts, range(1, 13)))
"""What is played at random, for phases and questions that no game of the computer's better players had."""
ORDERS = 300
"""Of each of those."""


def game(scenario: str) -> Iterator[Match[State]]:
    """A game by the computer; yields the match after every order."""
    seed = SEED.get(scenario, 1)
    match = Match(GAME, Setup(scenario), seed)
    chosen = player("historical", str(seed))
    while not match.truth.outcome:
        session.perform(match, chosen.choose(match.truth).order.in_words())
        yield match


def at_random(name: str, seed: int) -> Iterator[Match[State]]:
    """A game at random, from a scenario with options or from a made-up start; yields the match after every order."""
    with TemporaryDirectory() as folder:
        match = Match(GAME, GAME.complete(setup_of(name, made_up(MALTA, name, seed), folder)), seed)
    chosen = player("random", str(seed))
    for _ in range(ORDERS):
        if match.truth.outcome:
            return
        session.perform(match, chosen.choose(match.truth).order.in_words())
        yield match


def label(state: State) -> str:
    """A name for what is special about a position: its question, or its phase."""
    return f"asked-{state.question.kind}" if state.question else f"phase-{state.phase}"


def record() -> Iterator[tuple[str, str]]:
    """Names and texts of all saves."""
    seen: set[str] = set()
    for scenario in WHOLE:
        late = list(LATE.get(scenario, ()))
        for match in game(scenario):
            if late and match.truth.turn >= late[0]:
                yield f"late-{scenario}-{late.pop(0)}", match.text()
            yield from _new(match, seen)
        yield f"over-{scenario}", match.text()
    yield from _rare(seen)
    yield from _odd()


def _new(match: Match[State], seen: set[str]) -> Iterator[tuple[str, str]]:
    """The save, if there is none yet in this phase or at this question."""
    name = label(match.truth)
    if not match.truth.outcome and name not in seen:
        seen.add(name)
        yield name, match.text()


def _rare(seen: set[str]) -> Iterator[tuple[str, str]]:
    for name, seed in STARTS:
        for match in at_random(name, seed):
            yield from _new(match, seen)


def _odd() -> Iterator[tuple[str, str]]:
    manual = Match(GAME, Setup("cottonera"), None)
    session.perform(manual, ["policy", "allied", "support", "never"])
    yield "odd-own-dice", manual.text()
    sealed = Match(GAME, Setup("herkules", options={**OWN, "sealed": True}), 7)
    session.perform(sealed, ["next"])
    yield "odd-sealed", sealed.text()


def main() -> int:
    folder = folder_to_write(__doc__)
    if folder is None:
        return 1
    for name, text in record():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
        print(name, len(text))
    return 0


if __name__ == "__main__":
    sys.exit(main())
