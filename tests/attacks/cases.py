"""Commands that change a file, the file before and after, and what must hold if the command fails."""

import shlex
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import chdir
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tarawa_cli.games import PROGRAMS
from tests.attacks import malta, sources
from tests.attacks.tools import OLD_SAVES, Fault, Round, leftovers, need
from tests.cli.tools import Result

STRUCK = Path(__file__).with_name("struck.py")


class Case(NamedTuple):
    """A command in a folder with `game.toml`, and the file that it writes."""

    words: str
    start: str = "young"
    target: str = "game.toml"
    later: str = "policy hits ask"
    """A command that must work afterwards, whatever has happened."""
    game: str = "tarawa"


MALTESE = partial(Case, start="malta", later="policy axis hits ask", game="malta")
CASES = [
    Case("bombard"),
    Case("policy hits step", "late"),
    Case("policy hits step --json", "landed"),
    Case("undo"),
    Case("undo", "landed"),
    Case("run orders.txt"),
    Case("run refused.txt"),
    Case("autoplay --until turn 2 -q"),
    Case("new --seed 7 --force"),
    Case("new --seed 7 -s new.toml", target="new.toml", later="new --seed 7 --force -s new.toml"),
    Case("export svg map.svg", "late", "map.svg", "export svg map.svg --force"),
    Case("export html old.html --force", "landed", "old.html", "export html old.html --force"),
    MALTESE("move i-33 1913"),
    MALTESE("policy axis hits retreat --json"),
    MALTESE("undo"),
    MALTESE("run orders.txt"),
    MALTESE("run refused.txt"),
    MALTESE("next turn --yes"),
    MALTESE("autoplay --until turn 30 -q"),
    MALTESE("new cottonera --seed 7 --force"),
    MALTESE("new hal-far --seed 7 -s new.toml", target="new.toml", later="new hal-far --seed 7 --force -s new.toml"),
    MALTESE("export svg map.svg", target="map.svg", later="export svg map.svg --force"),
    MALTESE("export html old.html --force", target="old.html", later="export html old.html --force"),
]
FOUGHT = [*malta.BEGUN, "policy allied support never", "attack i-33 ii-33 --on 1911"]
SCRIPTS = {
    "tarawa": {"orders": "policy hits step\nbombard\n", "refused": "bombard\nbombard\n"},
    "malta": {
        "orders": "policy axis steps ask\nmove i-33 1913\n",
        "refused": "\n".join(
            [*malta.BEGUN, "policy allied support never", "attack i-33 ii-33 --on 1911", "break i-33"]
        ),
    },
}
STARTS: dict[str, Callable[[], str]] = {
    "young": sources.young,
    "landed": sources.landed,
    "malta": malta.young,
    "late": lambda: (OLD_SAVES / "0.1.0" / "tarawa" / "late-historical-turn-15.toml").read_text("utf-8"),
}


class Twin(NamedTuple):
    """The same command, undisturbed."""

    before: bytes | None
    after: bytes
    code: int
    seconds: float


def prepare(case: Case, at: Round) -> None:
    """The files that a case needs, in the round's folder."""
    at.played = PROGRAMS[case.game]
    (at.folder / "game.toml").write_text(STARTS[case.start](), "utf-8")
    for name, orders in SCRIPTS[case.game].items():
        (at.folder / f"{name}.txt").write_text(orders, "utf-8")
    (at.folder / "old.html").write_text("an older report\n", "utf-8")


def command(case: Case) -> list[str]:
    """What starts it; the save is the game's unless it names another."""
    words = shlex.split(case.words)
    return words if "-s" in words else [*words, "-s", "game.toml"]


def struck_command(case: Case, call: str, nth: int, what: str) -> list[str]:
    return [sys.executable, "-P", str(STRUCK), call, str(nth), what, case.game, *command(case)]


def content(folder: Path, case: Case) -> bytes | None:
    path = folder / case.target
    return path.read_bytes() if path.exists() else None


@cache
def twin(case: Case) -> Twin:
    with TemporaryDirectory(prefix="twin-") as name:
        at = Round("twin", 0, 0, Path(name), Counter())
        prepare(case, at)
        before, start = content(at.folder, case), time.monotonic()
        code = at.program(*command(case)).code
        after = content(at.folder, case)
        if after is None or after == before:
            raise Fault(f"{case.words} changes nothing (exit code {code})")
        return Twin(before, after, code, time.monotonic() - start)


def old_or_new(at: Round, case: Case) -> str:
    """The file is byte for byte as it was before the command, or as it is after it."""
    found, whole = content(at.folder, case), twin(case)
    need(found in (whole.before, whole.after), f"{case.target} is neither as before nor as after `{case.words}`")
    return "new" if found == whole.after else "old"


def works_later(at: Round, case: Case) -> None:
    """The save is sound and not locked, and the next command leaves no stray files."""
    save = at.folder / "game.toml"
    for words in (["status"], ["verify"]):
        need(at.here(*words, "-s", save).code == 0, f"{words} after `{case.words}`")
    with chdir(at.folder):
        result = at.here(*command(case._replace(words=case.later)))
    need(result.code == 0, f"`{case.later}` after `{case.words}`: {result.err}")
    need(not leftovers(at.folder), f"left lying about: {leftovers(at.folder)}")


def claims(result: Result, case: Case) -> str:
    """What the command says has happened to the file; nothing if it was interrupted and is silent."""
    said = result.out + result.err
    if "was carried out" in said or f"{case.target} was written" in said or result.code == twin(case).code:
        return "new"
    return "" if result.code == 130 and not said else "old"
