"""Record saves as this program writes them, for every later one to open and play on.

    python tools/record_saves.py tests/saves/0.2.0/tarawa

One save in each phase and one at each question, some late ones, some at an end, and one of each odd kind: the player's
own dice or tables, a scenario file, a hand edit, short scenarios. A folder that is there already is never written over:
what an older program wrote cannot be made again.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import checkout  # noqa: F401

from tarawa_cli.games import GAMES
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.players import player
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves import savefile
from tests.kit.fuzzing.players import eager
from tests.kit.fuzzing.starts import made_up
from tests.tarawa.fuzzed import TARAWA

OWN_TABLES = {"units": {"lcvp": {"steps": 3}}}
LATE = (8, 15, 24, 29)
SHORT = ("red-beach-3", "second-morning", "last-night", "free")
BATTLES = 60


def campaign(name: str, seed: int) -> Iterator[Match[State]]:
    """A campaign by a computer player; yields the match after every order."""
    match = Match(GAME, Setup("campaign"), seed)
    chosen = player(name, str(seed))
    while not match.state.outcome:
        session.perform(match, chosen.choose(match.state).order.in_words())
        yield match


def battle(seed: int, folder: Path) -> Iterator[Match[State]]:
    """A made-up fight, started from a file in the folder; yields the match after every order."""
    name = f"battle-{seed}.toml"
    start = made_up(TARAWA, "battle", seed)
    (folder / name).write_text(start, encoding="utf-8")
    match = Match(GAME, Setup(name, str(folder)), seed)
    choose = eager(TARAWA, Random(seed))
    for _ in range(300):
        if match.state.outcome:
            return
        session.perform(match, choose(match.state, lambda: legal(match.state)).split())
        yield match


def label(state: State) -> str:
    """A name for what is special about a position: its question, or its phase."""
    if state.outcome:
        return f"over-{state.outcome}"
    return f"asked-{state.question.kind}" if state.question else f"phase-{state.phase}"


def record(folder: Path) -> Iterator[tuple[str, str]]:
    """Names and texts of all saves."""
    seen: set[str] = set()
    for name, seed in (("historical", 1), ("strong", 2), ("random", 3), ("random", 4)):
        late = [turn for turn in LATE if name in ("historical", "strong")]
        for match in campaign(name, seed):
            if late and match.state.turn >= late[0]:
                yield f"late-{name}-turn-{late.pop(0)}", match.text()
            if label(match.state) not in seen and (match.state.turn > 1 or match.state.phase < "f"):
                seen.add(label(match.state))
                yield label(match.state), match.text()
    yield from _battles(folder, seen)
    yield from _odd(folder)


def _battles(folder: Path, seen: set[str]) -> Iterator[tuple[str, str]]:
    """Saves with questions that no campaign asked, from made-up fights."""
    for seed in range(BATTLES):
        used = False
        for match in battle(seed, folder):
            if match.state.question and label(match.state) not in seen:
                seen.add(label(match.state))
                used = True
                yield label(match.state), match.text()
        if not used:
            (folder / f"battle-{seed}.toml").unlink()


def _odd(folder: Path) -> Iterator[tuple[str, str]]:
    manual = Match(GAME, Setup("campaign"), None)
    session.perform(manual, ["bombard"], [4])
    yield "odd-own-dice", manual.text()
    yield "odd-own-tables", _started(Match(GAME, Setup("campaign", tables=OWN_TABLES), 7)).text()
    edited = _started(Match(GAME, Setup("campaign"), 8))
    text = edited.text().replace("casualties = 0", "casualties = 200")
    again = session.load(GAMES, "edited.toml", savefile.dissect(text, "edited.toml"))
    session.perform(again, ["policy", "hits", "step"])
    yield "odd-edited", again.text()
    yield "odd-edited-unrecorded", text
    for scenario in SHORT:
        yield f"short-{scenario}", _started(Match(GAME, Setup(scenario), 9), 40).text()


def _started(match: Match[State], orders: int = 20) -> Match[State]:
    chosen = player("historical", "1")
    for _ in range(orders):
        session.perform(match, chosen.choose(match.state).order.in_words())
    return match


def folder_to_write(about: str | None) -> Path | None:
    """The folder that the command line names, made now; none if it is there already."""
    parser = argparse.ArgumentParser(description=(about or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, metavar="DIR", help="a folder that is not there yet")
    folder: Path = parser.parse_args().folder
    if folder.exists():
        print(f"{folder} is there already: what an older program wrote stays as it is", file=sys.stderr)
        return None
    folder.mkdir(parents=True)
    return folder


def main() -> int:
    folder = folder_to_write(__doc__)
    if folder is None:
        return 1
    for name, text in record(folder):
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
        print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
