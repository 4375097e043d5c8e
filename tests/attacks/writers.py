"""Eight processes at once on one save: every accepted order is in the journal, and no other."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from tarawa_cli.games import MALTA, TARAWA
from tests.attacks import malta, sources
from tests.attacks.tools import PATIENCE, Round, journal, leftovers, need
from tests.cli.tools import Result

WRITERS = 8
EACH = 3
ORDERS = {
    "tarawa": ["hits ask", "hits step", "hits morale", "empty-lvt pool", "empty-lvt wait"],
    "malta": ["axis hits ask", "axis hits hold", "allied support never", "axis steps ask", "allied absorb always"],
}
"""Standing answers."""
LOCKED = "is locked by another command"
LOOKS = ["status", "verify", "log --commands", "export svg map.svg --force"]


def attack(at: Round) -> None:
    save = at.folder / "game.toml"
    at.played, start = (MALTA, malta.young()) if at.number % 2 else (TARAWA, sources.young())
    answers = [f"policy {answer}" for answer in ORDERS[at.played.name]]
    save.write_text(start, "utf-8")
    before = journal(save)
    lines = [[at.rng.choice(answers if at.rng.random() < 0.8 else LOOKS) for _ in range(EACH)] for _ in range(WRITERS)]
    with ThreadPoolExecutor(WRITERS) as pool:
        accepted = Counter(line for some in pool.map(lambda mine: _give(at, mine), lines) for line in some)
    added = journal(save)[len(before) :]
    orders = Counter({line: number for line, number in accepted.items() if line in answers})
    need(journal(save)[: len(before)] == before, "the beginning of the journal has changed")
    need(Counter(added) == orders, f"accepted: {orders}, in the journal: {Counter(added)}")
    need(at.here("verify", "-s", save).code == 0, "the save does not hold")
    need(not leftovers(at.folder), f"left lying about: {leftovers(at.folder)}")
    at.counts["orders in the journal"] += len(added)


def _give(at: Round, lines: list[str]) -> list[str]:
    """One process after another; returns the accepted lines."""
    for line in lines:
        result = _patiently(at, line)
        need(result.code == 0, f"`{line}`: {result.err}")
    return lines


def _patiently(at: Round, line: str) -> Result:
    """A command; once more if the others have held the save for too long, as it says itself."""
    end = time.monotonic() + PATIENCE
    while True:
        result = at.program(*line.split(), "-s", at.folder / "game.toml")
        if LOCKED not in result.err or time.monotonic() > end:
            return result
