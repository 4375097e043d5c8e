"""An order in a shell goes straight to its reader, or by way of Typer: nobody can tell which way it went."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tarawa_cli.cli import building, main, options, orders
from tarawa_cli.cli.orders import SHARED, Given, read_line
from tarawa_cli.kernel.grammar import Grammar
from tests.cli.test_ashore import RED_3
from tests.cli.tools import ORDERS, SEED, Game, Result, asked_game, game_at, tarawa

LINES = 300
WORDS = (
    *("2/8A", "2/8B", "lvt-1", "red3", "2828", "2", "0", "hits", "step", "--all", "4,2", "６", "007", "1_0", "+1"),
    *("", " ", "-", "--", "-1", "=", "-n", "-s", "-sx.toml", "-ns", "-sn", "-h", "--help", "--nosuch", "---", "-x"),
    *("--save=", "--save=a=b", "--json=1", "--jso", "--dice=6", "--dry", "-s=x", "--version", "--dice=-1", "--times=2"),
)


def pool(grammar: Grammar) -> list[str]:
    """What is strewn into the lines of an order: its own options and those of all, right and wrong."""
    known = [option.name for option in (*grammar.options, *SHARED)]
    return [*WORDS, *known, *known, *(f"{name}=2828" for name in known), *(name[:-1] for name in known)]


def lines(name: str) -> Iterator[list[str]]:
    """Lines of an order: whole ones with options strewn in, and words at random."""
    rng, grammar = Random(name), main.orders()[name]
    for number in range(LINES):
        words = [*ORDERS[name]] if number % 3 else []
        for _ in range(rng.randrange(4)):
            words.insert(rng.randrange(len(words) + 1), rng.choice(pool(grammar)))
        if number % 2:
            place = rng.randrange(len(words) + 1)
            words[place:place] = rng.choice([["--save", "x.toml"], ["-s", "x.toml"], ["--json"], ["-n"], ["--dice=4"]])
        yield words


Handed = tuple[Grammar, list[str], Given]


def by_typer(name: str, words: list[str], patch: pytest.MonkeyPatch) -> Handed | None:
    """What Typer hands to the order, if it gets so far."""
    handed: list[Any] = []
    patch.setattr(options, "order", lambda *given: handed.append(given))
    try:
        building.run([name, *words])
    except Exception:
        return None
    return handed[0] if handed else None


@pytest.mark.parametrize("environment", ["", "other.toml"])
@pytest.mark.parametrize("name", ORDERS)
def test_what_is_read_straight_is_what_typer_reads(
    name: str, environment: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TARAWA_SAVE", environment)
    straight = 0
    for words in lines(name):
        line = read_line(main.orders()[name], words)
        if line:
            straight += 1
            assert by_typer(name, words, monkeypatch) == line, words
    assert LINES / 10 < straight < LINES * 9 / 10, "some go straight, some do not"


@pytest.mark.parametrize("name", ORDERS)
def test_an_ordinary_line_goes_straight(name: str) -> None:
    grammar = main.orders()[name]
    for extra in (["--save", "x.toml"], ["-s", "x.toml", "--json"], ["-n", "--save=x.toml"], ["--dice", "4,2"]):
        for place in (0, len(ORDERS[name])):
            words = [*ORDERS[name]]
            words[place:place] = extra
            line = read_line(grammar, words)
            assert line, words
            assert line.tokens == [name, *ORDERS[name]]
            assert line.given.save == ("x.toml" if "x.toml" in "".join(extra) else "saves/game.toml")


def test_typer_is_not_loaded_for_an_order(game: Game) -> None:
    code = "import sys; from tarawa_cli.cli.main import _run; _run(sys.argv[1:]); sys.exit('typer' in sys.modules)"
    for words, loaded in ((["bombard"], 0), (["chits", "--help"], 1)):
        command = [sys.executable, "-c", code, *words, *(["-s", str(game.path)] if not loaded else [])]
        assert subprocess.run(command, capture_output=True, timeout=60, check=False).returncode == loaded


# ── The whole way, to the save's bytes


STARTS: dict[str, Callable[[Path], Game]] = {
    "new": lambda folder: Game(folder / "save.toml", "--seed", SEED),
    "embark": lambda folder: Game(folder / "save.toml", "--seed", SEED).to_embark(),
    "impulse": lambda folder: Game(folder / "save.toml", "--seed", SEED).to_impulse(),
    "asked": lambda folder: asked_game(folder / "save.toml"),
    "ashore": lambda folder: game_at(folder, RED_3, "--seed", SEED),
}


def tries(game: Game, rng: Random) -> Iterator[list[str]]:
    """Legal orders, and the same with something strewn in, left out or repeated."""
    legal = game.legal
    for command in rng.sample(legal, min(12, len(legal))):
        name, *words = command.split()
        yield [name, *words]
        yield [name, *words, "--json"]
        yield [name, "-n", *words]
        for _ in range(3):
            changed = [*words]
            changed.insert(rng.randrange(len(words) + 1), rng.choice(pool(main.orders()[name])))
            if rng.randrange(3) == 0 and changed:
                del changed[rng.randrange(len(changed))]
            yield [name, *changed]


@pytest.mark.parametrize("start", STARTS)
def test_both_ways_end_alike(start: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = STARTS[start](tmp_path)
    monkeypatch.setenv("TARAWA_SAVE", str(game.path))
    before, done = game.bytes, 0

    def end(words: list[str]) -> tuple[Result, bytes]:
        game.path.write_bytes(before)
        return tarawa(*words), game.bytes

    for words in list(tries(game, Random(start))):
        straight = end(words)
        with monkeypatch.context() as patch:
            patch.setattr(orders, "read_line", lambda *_: None)
            assert end(words) == straight, words
        done += straight[1] != before
    assert done > 3 or start == "asked", "some of them change something"
