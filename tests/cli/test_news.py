"""On a terminal `status` begins with what others did last: a line, or all of it if there is room."""

import os
import sys
from pathlib import Path

from tests.cli.tools import Game
from tests.kit import terminal


def status(game: Game, rows: int) -> list[str]:
    """What `status` prints on a terminal of so many rows."""
    plain = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    command = [sys.executable, "-m", "tarawa_cli", "status", "--save", str(game.path)]
    return terminal.printed(command, env=plain, size=(rows, 80)).splitlines()


def fired_at(tmp_path: Path) -> Game:
    game = Game(tmp_path / "game.toml", "red-beach-3", "--seed", 3, "--hits", "step")
    for order in ("embark --due", "next", "advance --all", "unload --all", "next"):
        game.do(order)
    return game


def test_a_line_of_it_or_all_of_it(tmp_path: Path) -> None:
    game = fired_at(tmp_path)
    small, tall = status(game, 24), status(game, 50)
    assert small[0].startswith("Last: Lost ")
    assert len(small[0]) <= 80
    assert "Turn 1 " in small[1]
    assert tall[0] == "What others did last:"
    assert tall[1].strip()[:30] == small[0].removeprefix("Last: ")[:30], "the biggest line first"
    assert any(line.startswith("  Japanese fire: ") for line in tall)


def test_it_stays_until_others_do_something_else(tmp_path: Path) -> None:
    game = fired_at(tmp_path)
    before = status(game, 24)[0]
    game.do("suppress red3")
    assert status(game, 24)[0] == before


def test_without_a_terminal_and_in_a_new_game_there_is_none(tmp_path: Path) -> None:
    assert not fired_at(tmp_path).do("status").out.startswith("Last: ")
    new = Game(tmp_path / "new.toml", "red-beach-3", "--seed", 3)
    assert "Turn 1 " in status(new, 50)[0]
