"""A person at the keyboard: every order is a typed line and is counted; looking is free."""

from pathlib import Path
from typing import Any

from tarawa_cli.kernel.game import Program
from tests.cli.tools import command

BY_HAND = ("autoplay", "advise", "delegate", "run", "simulate", "forecast")
"""What nobody may use who plays by hand."""


class Hand:
    """Somebody who plays a game by typing."""

    def __init__(self, program: Program, path: Path, *new: object) -> None:
        self.program, self.path = program, path
        self.orders: list[str] = []
        """Every order that was typed, with those that were refused."""
        self.events: list[dict[str, Any]] = []
        """What came of them."""
        started = command(program, "new", *new, "--save", path)
        assert started.code == 0, started.err

    def type(self, line: str) -> bool:
        """Type an order; whether it was carried out, at least in part."""
        self.orders.append(line)
        typed = command(self.program, *line.split(), "--json", "--save", self.path)
        self.events += typed.json["events"] if typed.code in (0, 5) else []
        return typed.code in (0, 5)

    def must(self, line: str) -> None:
        assert self.type(line), f"order {len(self.orders)}: {line}"

    def look(self, line: str) -> Any:
        """What a look answers; nothing if it is refused."""
        seen = command(self.program, *line.split(), "--json", "--save", self.path)
        return seen.json if seen.code == 0 else None

    @property
    def state(self) -> Any:
        return self.look("status")["state"]

    @property
    def legal(self) -> list[str]:
        found: list[str] = self.look("legal")["commands"]
        return found
