"""Random legal play through the landing: no dead end, every position sound, every save as good as the game."""

from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games import GAMES
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.invariants import invariants
from tarawa_cli.games.tarawa.legal import legal
from tarawa_cli.games.tarawa.state import State
from tarawa_cli.kernel import savefile, session
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.session import Match
from tests.tarawa.tools import HEAD, write_scenario

PIER: dict[str, Any] = {"pier_walked": True, "cleared": "2731", "stock": 6, "phase": "embark"}
STARTS: dict[str, dict[str, Any]] = {
    "campaign": {},
    "free": {},
    "pier cleared": PIER | {"turn": 4},
    "head at the pier": PIER | {"turn": 5, "heads": "2731"},
    "high water": {"turn": 11, "phase": "embark", "stock": 5},
    "tide about to fall": {"turn": 13, "phase": "embark", "stock": 5},
    "night": {"turn": 6, "phase": "embark", "stock": 3},
    "broken regiments": {"turn": 3, "phase": "embark", "tracks": {"2nd": -4, "8th": -5, "10th": -5, "japanese": 5}},
}
STARTS["high water"]["policy"] = {"empty-lvt": "wait"}


class Chooser:
    """A stream of numbers from a text: the same on every machine."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0

    def below(self, limit: int) -> int:
        self.count += 1
        return int.from_bytes(sha256(f"{self.name}/{self.count}".encode()).digest()[:6], "big") % limit


def setup_of(start: str, folder: Path) -> Setup:
    if start in ("campaign", "free"):
        return Setup(start)
    return write_scenario(folder, STARTS[start], HEAD)


def choose(state: State, chooser: Chooser) -> str:
    """One of the legal commands, each kind as likely; `next` and `withdraw` less often, policies now and then."""
    commands = legal(state)
    assert commands, f"a dead end in {state.phase}"
    if chooser.below(40) == 0:
        hits, lvt = ("ask", "step", "morale")[chooser.below(3)], ("pool", "wait")[chooser.below(2)]
        return f"policy hits {hits}" if chooser.below(2) else f"policy empty-lvt {lvt}"
    if len(commands) > 1 and commands[-1] == "next" and chooser.below(8):
        commands = commands[:-1]
    by_kind: dict[str, list[str]] = {}
    for command in commands:
        by_kind.setdefault(command.split()[0], []).append(command)
    if len(by_kind) > 1 and chooser.below(6):
        by_kind.pop("withdraw", None)
    kinds = sorted(by_kind)
    kind = by_kind[kinds[chooser.below(len(kinds))]]
    return kind[chooser.below(len(kind))]


def same_save(one: str, other: str) -> bool:
    """Two saves are the same but for mulligans and the digest over all lines."""

    def plain(text: str) -> list[str]:
        return [line for line in text.splitlines() if not line.startswith(("mulligans", "digest", "check"))]

    return plain(one) == plain(other)


def play(start: str, number: int, folder: Path, length: int, turns: int = 3) -> tuple[Match[State], Counter[str]]:
    """A game of random legal commands, each checked; what was done, by kind."""
    chooser = Chooser(f"{start}/{number}")
    match: Match[State] = Match(GAME, setup_of(start, folder), number)
    last_turn = match.state.turn + turns
    done: Counter[str] = Counter()
    while len(match.entries) < length and match.state.turn < last_turn and not match.state.outcome:
        command = choose(match.state, chooser)
        before = match.text()
        session.perform(match, command.split())
        where = f"{start} {number}, entry {len(match.entries)}: {command}"
        assert invariants(match.state) == [], where
        dump = GAME.dump(match.state)
        assert GAME.dump(GAME.load(match.setup, dump)) == dump, where
        done[command.split()[0]] += 1
        if chooser.below(25) == 0:
            after = match.text()
            session.undo(match, 1)
            assert same_save(match.text(), before), f"undo of {where}"
            session.perform(match, command.split())
            assert same_save(match.text(), after), f"once more {where}"
            done["undone"] += 1
    return match, done


def check_save(match: Match[State], path: Path) -> None:
    """Written, read and proven, it is the same game."""
    savefile.write(str(path), match.text())
    read = session.look(GAMES, str(path))
    assert GAME.dump(read.state) == GAME.dump(match.state)
    assert read.text() == match.text()
    proof = session.prove(read)
    assert proof.holds, proof.reason


@pytest.mark.parametrize("start", STARTS)
def test_random_legal_play_never_ends_in_a_dead_end_or_an_unsound_position(start: str, tmp_path: Path) -> None:
    done: Counter[str] = Counter()
    for number in (1, 2):
        match, counts = play(start, number, tmp_path, 60)
        check_save(match, tmp_path / f"save-{number}.toml")
        done += counts
    assert {"next", "embark", "advance", "suppress", "undone"} <= set(done)


def test_the_same_choices_and_seed_give_the_same_save(tmp_path: Path) -> None:
    assert play("campaign", 7, tmp_path, 30)[0].text() == play("campaign", 7, tmp_path, 30)[0].text()
