"""What the tests of the command line share: the program in this process or in its own, games on disk."""

import io
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from tarawa_cli.cli import commands
from tarawa_cli.cli.program import _run
from tarawa_cli.games import TARAWA
from tarawa_cli.games.tarawa.data import document
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.kernel.engine.grammar import Grammar
from tarawa_cli.kernel.game import Program
from tests.kit.waiting import PATIENCE
from tests.tarawa.tables import FILE

SEED = 1943
LOOKING = {
    "status": [],
    "map": [],
    "units": ["all"],
    "unit": ["2/8A"],
    "hex": ["2731"],
    "area": ["red3"],
    "legal": [],
    "odds": ["bombard"],
    "show": ["2/8A"],
    "table": ["japanese-fire"],
    "rule": ["6.6.1"],
    "scenarios": ["campaign"],
    "diff": ["0"],
    "why": [],
    "log": [],
    "verify": [],
    "policy": [],
}
ORDERS = {name: document("examples.toml")[name][-1].split()[1:] for name in GAME.orders}
"""Each order, with the words of the last example in its help."""
PLAYED: dict[bytes, bytes] = {}


class Result(NamedTuple):
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def last_json(self) -> Any:
        """The last of several lines: `simulate` prints one for each game before its summary."""
        return json.loads(self.out.splitlines()[-1])

    @property
    def state(self) -> Any:
        return self.json["state"]

    @property
    def error(self) -> Any:
        return self.json["error"]


def tarawa(*words: object, stdin: bytes = b"") -> Result:
    """One command in this process."""
    return command(TARAWA, *words, stdin=stdin)


def command(program: Program, *words: object, stdin: bytes = b"") -> Result:
    """One command of a game's program in this process."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = _run([str(word) for word in words], program)
    finally:
        sys.stdin = before
    return Result(code, out.getvalue(), err.getvalue())


def process(*words: object, **options: Any) -> Result:
    """One command in a process of its own."""
    command = [sys.executable, "-m", "tarawa_cli", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False, **options)
    return Result(done.returncode, done.stdout, done.stderr)


class Game:
    """A save on disk, and commands on it; under tables of the tests' own, unless others are given."""

    def __init__(self, path: Path, *options: object, tables: object = FILE) -> None:
        self.path = path
        started = tarawa("new", "--save", path, *(["--tables", tables] if tables else []), *options)
        assert started.code == 0, started.err

    def __call__(self, *words: object, stdin: bytes = b"") -> Result:
        return tarawa(*words, "--save", self.path, stdin=stdin)

    def do(self, command: str) -> Result:
        """An order that must succeed."""
        result = self(*command.split())
        assert result.code == 0, f"{command}: {result.err}"
        return result

    def json(self, *words: object) -> Any:
        """A command's answer, which must be a success."""
        result = self(*words, "--json")
        assert result.code == 0, result.out
        return result.json

    @property
    def bytes(self) -> bytes:
        return self.path.read_bytes()

    @property
    def state(self) -> Any:
        return self.json("status")["state"]

    @property
    def legal(self) -> list[str]:
        commands: list[str] = self.json("legal")["commands"]
        return commands

    @property
    def journal(self) -> list[str]:
        commands: list[str] = self.json("log", "--commands")["commands"]
        return commands

    def to_embark(self) -> "Game":
        """Play through the bombardment, with whatever chits it gives."""
        return self._played("embark", lambda: [self.do("bombard"), self.do(self.legal[0]), self.do("next")])

    def to_impulse(self) -> "Game":
        """Set out with an amtrac, a boat and Hawkins."""
        self.to_embark()
        orders = ("embark 2/8A lvt-1 red3", "embark 2/8E lcvp-1 red3", "embark hawkins 1431", "next")
        return self._played("impulse-1", lambda: [self.do(order) for order in orders])

    def _played(self, phase: str, orders: Callable[[], object]) -> "Game":
        """Play up to a phase; the same orders on the same save are played only once."""
        before = self.bytes
        if before in PLAYED:
            self.path.write_bytes(PLAYED[before])
        else:
            orders()
            assert self.state["phase"] == phase
            PLAYED[before] = self.bytes
        return self


def manual_game(path: Path, craft: str = "lvt-1", move: str = "advance 2/8A") -> Game:
    """A game whose dice the player gives, with 2/8A on its way and the Japanese about to fire."""
    game = Game(path, "--dice", "manual")
    game.do("bombard --dice 1")
    wanted = game.legal[0]
    dice: list[str] = []
    while (result := game(*wanted.split(), *(["--dice", ",".join(dice)] if dice else []))).code == 4:
        dice.append("1")
    assert result.code == 0, result.err
    for order in ("next --dice 1", f"embark 2/8A {craft} red3", "next", move):
        game.do(order)
    return game


def asked_game(path: Path) -> Game:
    """A manual game in which a hit waits for the player's decision."""
    game = manual_game(path, "lcvp-1", "unload lcvp-1")
    for die in range(1, 7):
        result = game("next", "--dice", die, "--json")
        if result.code == 0 and result.state["pending"]:
            return game
        if result.code == 0:
            game.do("undo")
    raise AssertionError("no die brings a hit")


def fired(game: Game) -> Any:
    """The answer to `next` with the first single die that is enough for the Japanese fire."""
    answers = (game("next", "--dice", die, "--json") for die in range(1, 7))
    return next(answer.json for answer in answers if answer.code == 0)


def game_at(folder: Path, position: str, *options: object, tables: object = FILE) -> Game:
    """A game that starts from a position of the campaign."""
    head = '[scenario]\nid = "test"\nname = "A test"\nbase = "campaign"\n[position]\n'
    (folder / "test.toml").write_text(head + position, encoding="utf-8")
    return Game(folder / "save.toml", "test.toml", *options, tables=tables)


@contextmanager
def untouched(*paths: Path) -> Iterator[None]:
    """Files that must not change, not even to the same bytes; nor may files appear beside them."""
    before = [(path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino) for path in paths]
    beside = [sorted(path.parent.iterdir()) for path in paths]
    yield
    assert before == [(path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino) for path in paths]
    assert beside == [sorted(path.parent.iterdir()) for path in paths]


def die(number: int, seed: int = SEED) -> int:
    """Die `number` of a game, computed as docs/proof.md describes it."""
    digest = sha256(f"{seed}:{number}".encode()).digest()
    return next(byte for byte in digest if byte < 252) % 6 + 1


def grammar_of(name: str) -> Grammar:
    """The grammar of a command of the running program."""
    command = commands.find(name)
    assert command, f"there is no command {name}"
    return command.grammar
