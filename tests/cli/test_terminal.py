"""On a terminal long lines go on below, between two words; elsewhere a sentence is a line."""

import os
import sys
from pathlib import Path

from tests.cli.tools import Game
from tests.kit import terminal

FIRED = "6 shots: "


def on_a_terminal(columns: int, *words: object) -> str:
    """What a command prints on a terminal of so many columns, errors and notes included."""
    environment = {**os.environ, "COLUMNS": str(columns), "NO_COLOR": "1"}
    return terminal.printed([sys.executable, "-m", "tarawa_cli", *map(str, words)], env=environment)


def landed(tmp_path: Path) -> Game:
    game = Game(tmp_path / "game.toml", "red-beach-3", "--seed", 3, "--hits", "step")
    for order in ("embark --due", "next", "advance --all", "unload --all"):
        game.do(order)
    return game


def test_long_sentences_are_folded_to_the_terminal(tmp_path: Path) -> None:
    game = landed(tmp_path)
    lines = on_a_terminal(80, "next", "--save", game.path).splitlines()
    assert max(map(len, lines)) <= 80
    first = next(place for place, line in enumerate(lines) if FIRED in line)
    assert lines[first + 1].startswith("      "), "further in than the sentence"
    in_full = on_a_terminal(80, "log", "--save", game.path).splitlines()
    assert max(map(len, in_full)) <= 80
    game.do("undo")
    told = game.do("next").out.splitlines()
    assert max(map(len, told)) > 200, "for programs a sentence is a line"
    folded = " ".join(line.strip() for line in lines[first : first + 4])
    assert next(line.strip() for line in told if FIRED in line)[:150] in folded


def test_refusals_are_folded_and_json_is_not(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "red-beach-3", "--seed", 3)
    refused = on_a_terminal(60, "next", "--save", game.path).splitlines()
    assert max(map(len, refused)) <= 60
    assert refused[-1] == "  `next --yes` ends the phase anyway"
    assert len(on_a_terminal(60, "embark", "--due", "--json", "--save", game.path).splitlines()) == 1
