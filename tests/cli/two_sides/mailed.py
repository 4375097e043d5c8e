"""A race by mail: each coach has a folder of his own, and sends the other the save."""

import shutil
from hashlib import sha256
from pathlib import Path

from tarawa_cli.kernel.saves import savefile
from tests.cli.tools import Result
from tests.cli.two_sides.tools import race

RED, BLUE = "red", "blue"
LONGEST = 60
"""Games after which chance has had its chances."""


def other(side: str) -> str:
    return BLUE if side == RED else RED


def hashed(*fields: object) -> str:
    """As the documentation has it, written anew."""
    return sha256("\n".join(map(str, fields)).encode()).hexdigest()


def die(root: str, label: str, number: int = 1) -> int:
    digest = sha256(f"tarawa-die/1\n{root}\n{label}\n{number}".encode()).digest()
    return next(byte for byte in digest if byte < 252) % 6 + 1


class Post:
    """A race by mail; unless somebody else starts it, sitting 0 is Red's."""

    def __init__(self, folder: Path, options: str = "", begun: bool = True, starter: str = RED) -> None:
        self.folder = folder
        for side in (RED, BLUE):
            (folder / side).mkdir()
        self.done(starter, f"new --mail {options}")
        if begun:
            self.handed(starter)
            self.handed(other(starter))

    def save(self, side: str) -> Path:
        return self.folder / side / "g.toml"

    def own(self, side: str) -> Path:
        return self.folder / side / f"g.{side}.toml"

    def __call__(self, side: str, line: str, stdin: str = "") -> Result:
        return race(f"{line} --save {self.save(side)} --as {side}", stdin)

    def done(self, side: str, line: str, stdin: str = "") -> Result:
        result = self(side, line, stdin)
        assert result.code == 0, f"{line} of {side}: {result.err}"
        return result

    def refused(self, side: str, line: str, why: str, code: int = 1) -> Result:
        """It is told why, and nothing is written."""
        before = [path.read_bytes() for path in sorted(self.folder.rglob("*.toml"))]
        result = self(side, line)
        assert (result.code, why in result.err + result.out) == (code, True), result
        assert [path.read_bytes() for path in sorted(self.folder.rglob("*.toml"))] == before
        return result

    def send(self, side: str) -> None:
        shutil.copy(self.save(side), self.save(other(side)))

    def handed(self, side: str) -> Result:
        result = self.done(side, "handover")
        self.send(side)
        return result

    def entries(self, side: str) -> list[str]:
        return savefile.journal_entries(savefile.read(str(self.save(side))).journal)

    def swapped(self, side: str, *changes: tuple[str, str]) -> None:
        """Write something else into a save."""
        text = self.save(side).read_text()
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        self.save(side).write_text(text)

    def run(self, side: str) -> bool:
        """A side does all that it is to do, and hands over. Whether the game continues."""
        while (order := self._due(side)) and not self._is_over(side):
            self.done(side, order)
        over = self._is_over(side)
        self.handed(side)
        return not over

    def _due(self, side: str) -> str:
        """What a side can do now, if anything."""
        told = self.done(side, "status")
        if "waits for your dice" in told.err:
            return "resume"
        if "waits for dice" in told.err or f"{side} is to act" not in told.out:
            return ""
        return "decide long" if "<fork>" in told.out else f"race {side}"

    def _is_over(self, side: str) -> bool:
        return "nobody is to act" in self(side, "status").out


def joined(folder: Path, options: str = "") -> Post:
    folder.mkdir()
    return Post(folder, options)


def waiting(folder: Path) -> Post:
    """A game in which Red has given an order that waits for Blue's dice."""
    folder.mkdir(exist_ok=True)
    for number in range(LONGEST):
        post = joined(folder / str(number))
        post.done(RED, "race red")
        if post.entries(RED)[-1] == "race red #later":
            return post
    raise AssertionError("chance does not want it")


def forked(folder: Path) -> Post:
    """A game in which Red's runner is at a fork, and Blue is asked."""
    folder.mkdir(exist_ok=True)
    for number in range(LONGEST):
        post = joined(folder / str(number))
        post.done(RED, "race red")
        if " # " in post.entries(RED)[-1]:
            return post
    raise AssertionError("chance does not want it")


def resigned(path: Path, text: str) -> None:
    """Write a save as if the program had: with the digest that its first line wants."""
    journal = text[text.index("journal = [") :]
    content = savefile.dissect(text, str(path))
    path.write_text(savefile.compose(content.doc, content.journal))
    assert journal
    assert not savefile.read(str(path)).edited
