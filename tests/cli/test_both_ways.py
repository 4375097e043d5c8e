"""A line in a shell goes straight to its reader, or by way of Typer: nobody can tell which way it went."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from tarawa_cli.cli import commands, typer_app
from tarawa_cli.cli.commands import COMMANDS, Command, Read, find, read_line
from tarawa_cli.cli.orders import in_words
from tarawa_cli.kernel.engine.grammar import Grammar
from tests.cli.test_ashore import RED_3
from tests.cli.tools import LOOKING, ORDERS, SEED, Game, Result, asked_game, game_at, tarawa
from tests.kit.waiting import PATIENCE

LINES = 300
WORDS = (
    *("2/8A", "2/8B", "lvt-1", "red3", "2828", "2", "0", "hits", "step", "--all", "4,2", "６", "007", "1_0", "+1"),
    *("", " ", "-", "--", "-1", "=", "-n", "-s", "-sx.toml", "-ns", "-sn", "-h", "--help", "--nosuch", "---", "-x"),
    *("--save=", "--save=a=b", "--json=1", "--jso", "--dice=6", "--dry", "-s=x", "--version", "--dice=-1", "--times=2"),
)


ALL = {
    **{name: words for name, words in LOOKING.items() if name in COMMANDS},
    "new": ["campaign"],
    "saves": [],
    "use": ["campaign"],
    "undo": ["2"],
    "redo": ["2"],
    "help": ["embark"],
    "play": [],
    "git": ["textconv", "game.toml"],
    "message": [],
    "run": ["script.txt"],
    "adopt": ["own.toml"],
    "export": ["json", "out.json"],
    "chronicle": ["diary.md"],
    "watch": ["--for", "0"],
    "autoplay": ["--until", "turn", "5"],
    "advise": [],
    "simulate": ["-g", "2"],
    "forecast": ["-g", "2"],
    "delegate": ["landing"],
    "completion": ["bash"],
    **ORDERS,
}
OF_ORDERS = ["attack", "2/8A", "--on", "--shore", "--on=2828", "fire", "--times", "bombard", "--delay"]


def command(name: str) -> Command:
    found = find(name)
    assert found
    return found


def pool(grammar: Grammar) -> list[str]:
    """What is strewn into the lines of a command: its own options and those of others, right and wrong."""
    known = [name for option in grammar.options for name in option.names]
    strewn = OF_ORDERS if grammar.with_order else []
    return [*WORDS, *strewn, *known, *known, *(f"{name}=2828" for name in known), *(name[:-1] for name in known)]


def lines(name: str) -> Iterator[list[str]]:
    """Lines of a command: whole ones with options strewn in, and words at random."""
    rng, grammar = Random(name), command(name).grammar
    for number in range(LINES):
        words = [*ALL[name]] if number % 3 else []
        for _ in range(rng.randrange(4)):
            words.insert(rng.randrange(len(words) + 1), rng.choice(pool(grammar)))
        if number % 2:
            place = rng.randrange(len(words) + 1)
            words[place:place] = rng.choice([["--save", "x.toml"], ["-s", "x.toml"], ["--json"], ["-n"], ["--dice=4"]])
        yield words


def by_typer(name: str, words: list[str], patch: pytest.MonkeyPatch) -> Read | None:
    """What Typer hands to the command, if it gets so far."""
    handed: list[Read] = []
    patch.setattr(typer_app, "find", lambda name: Command(command(name).grammar, handed.append))
    try:
        typer_app.run([name, *words])
    except Exception:
        return None
    return handed[0] if handed else None


def test_every_command_is_tried() -> None:
    assert sorted(ALL) == sorted(commands.commands())


@pytest.mark.sample(11)
@pytest.mark.parametrize("environment", ["", "other.toml"])
@pytest.mark.parametrize("name", ALL)
def test_what_is_read_straight_is_what_typer_reads(
    name: str, environment: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TARAWA_SAVE", environment)
    straight = 0
    for words in lines(name):
        read = read_line(command(name).grammar, words)
        if read:
            straight += 1
            assert by_typer(name, words, monkeypatch) == read, words
    assert LINES / 10 < straight < LINES * 9 / 10, "some go straight, some do not"


@pytest.mark.parametrize("name", ORDERS)
def test_an_ordinary_order_goes_straight(name: str) -> None:
    for extra in (["--save", "x.toml"], ["-s", "x.toml", "--json"], ["-n", "--save=x.toml"], ["--dice", "4,2"]):
        for place in (0, len(ORDERS[name])):
            words = [*ORDERS[name]]
            words[place:place] = extra
            read = read_line(command(name).grammar, words)
            assert read, words
            assert in_words(commands.orders()[name], read) == [name, *ORDERS[name]]
            assert read.values["--save"] == ("x.toml" if "x.toml" in "".join(extra) else "saves/.current")


ORDINARY = {
    "status": "",
    "map": "red3 --radius 4 --layer control --ascii --color never",
    "units": "ashore",
    "unit": "2/8A",
    "hex": "2731",
    "area": "red3",
    "legal": "2/8A",
    "odds": "attack 2/8A --on 2828 --shore",
    "table": "japanese-fire",
    "rule": "shore point",
    "scenarios": "free",
    "diff": "-3 t5",
    "why": "2 --at t5",
    "log": "--last 3 -t 2 --at -3",
    "chronicle": "diary.md --force --at t5",
    "verify": "other.toml",
    "undo": "12",
    "new": "free --seed 1943 --dice manual --hits step",
    "run": "script.txt --check --keep-going",
    "export": "svg map.svg --force",
    "autoplay": "--until turn 5 -q",
    "simulate": "-g 100 -j 2 --csv --seed 7",
    "forecast": "-g 100 -j 2 --seed 7",
    "advise": "--phase --do",
}


@pytest.mark.parametrize(("name", "line"), ORDINARY.items())
def test_an_ordinary_line_goes_straight(name: str, line: str) -> None:
    for extra in ([], ["--save", "x.toml"], ["-s", "x.toml", "--json"]):
        assert read_line(command(name).grammar, [*extra, *line.split()])
        assert read_line(command(name).grammar, [*line.split(), *extra])


def test_typer_is_not_loaded_where_it_is_not_needed(game: Game) -> None:
    code = "import sys; from tarawa_cli.cli.program import _run; _run(sys.argv[1:]); sys.exit('typer' in sys.modules)"
    for words, loaded in ((["bombard"], 0), (["status"], 0), (["map", "red3"], 0), (["chits", "--help"], 1)):
        command = [sys.executable, "-c", code, *words, *(["-s", str(game.path)] if not loaded else [])]
        assert subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False).returncode == loaded


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
    for line in rng.sample(legal, min(12, len(legal))):
        name, *words = line.split()
        yield [name, *words]
        yield [name, *words, "--json"]
        yield [name, "-n", *words]
        for _ in range(3):
            changed = [*words]
            changed.insert(rng.randrange(len(words) + 1), rng.choice(pool(command(name).grammar)))
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
            patch.setattr(commands, "read_line", lambda *_: None)
            assert end(words) == straight, words
        done += straight[1] != before
    assert done > 3 or start == "asked", "some of them change something"
