"""docs/adding-a-game.md: its game is built and played, and every file, name and member on it exists."""

import io
import json
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import tarawa_cli.games
from tarawa_cli.cli.program import _run
from tarawa_cli.games import GAMES
from tarawa_cli.kernel import presentation
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.game import Game, Program, Setup, Wording
from tests.kernel import toy, toy_subject

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
PROSE = re.sub(r"^```.*?^```", "", PAGE, flags=re.DOTALL | re.MULTILINE)
NAMES = re.findall(r"`([^`]+)`", PROSE)
PARTS = ("narration", "views", "legal", "library", "exports", "players")
WHERE = (
    *("game", "presentation", "errors", "board.tables", "exports.film", "scene"),
    *(f"engine.{name}" for name in ("grammar", "order", "batch", "sides", "play", "phases")),
    *("saves.readers", "saves.scenarios", "players"),
    *("narration.digest", "narration.story", "narration.library"),
)


def members(protocol: type) -> set[str]:
    """What a protocol asks for."""
    return {name for name in (*protocol.__annotations__, *vars(protocol)) if not name.startswith("_")}


def table(first: str) -> dict[str, str]:
    """The rows of the table whose first column is called so."""
    lines = PAGE.partition(f"| {first} |")[2].splitlines()[2:]
    rows = [line.strip("|").split(" | ", 1) for line in lines[: lines.index("")]]
    return {name: row[1] for row in rows for name in re.findall(r"`([^`]+)`", row[0])}


def test_every_file_exists() -> None:
    files = [name for name in NAMES if re.fullmatch(r"[\w./-]+(\.py|\.toml|\.md|/)", name) and "/" in name]
    assert len(files) > 20
    assert [name for name in files if not (ROOT / name).exists() and not re.search("NAME|outpost", name)] == []


def test_the_members_of_a_game_are_those_that_the_kernel_asks_for(outpost: Callable[..., Any]) -> None:
    assert set(table("member")) | set(PARTS) == members(Game)
    assert all(hasattr(GAMES("outpost"), name) for name in table("member"))


@pytest.mark.parametrize("part", PARTS)
def test_the_members_of_each_part_are_those_that_the_command_line_asks_for(part: str) -> None:
    named = re.findall(r"`(\w+)`", table("part")[part])
    assert set(named) == members(getattr(presentation, f"{part.capitalize()}Part"))
    assert all(hasattr(getattr(toy.GAME, part), name) for name in named)
    default = getattr(import_module("tarawa_cli.kernel.defaults"), f"{part.capitalize()}Defaults")(None)
    assert all(hasattr(type(default), name) for name in named), "every member has a default"


@pytest.mark.parametrize("name", sorted({name for name in NAMES if re.fullmatch(r"[A-Z][a-z]+[A-Za-z]*", name)}))
def test_every_class_exists(name: str) -> None:
    modules = [import_module(f"tarawa_cli.kernel.{where}") for where in WHERE]
    known = any(hasattr(module, name) for module in (*modules, toy_subject))
    assert known or f"class {name}(" in PAGE or name == "None"


def test_what_is_called_on_a_play_and_on_sides_exists() -> None:
    from tarawa_cli.kernel.engine.play import Play
    from tarawa_cli.kernel.engine.sides import Sides

    called = {name.partition("(")[0].removeprefix("play.") for name in NAMES if name.startswith("play.")}
    assert called == {"roll", "throw", "pick", "push"}
    assert all(hasattr(Play, name) for name in called)
    asked = {"to_act", "owner", "view", "guess", "seen_event", "seen_order", "to_seal", "to_reveal"}
    asked |= {"digest_of", "sealed"}
    assert asked <= set(NAMES) & set(dir(Sides))
    assert {"unsound", "is_misplaced", "accounts"} <= set(NAMES) & set(dir(toy_subject.Racing))


def test_the_lines_that_are_quoted_are_in_the_game() -> None:
    code = "\n".join(files().values())
    for line in (
        'moved(play, "1.1", unit=…, to=…)',
        "play.push(stand, unit=…)",
        '@rule("1.2")',
        "unit: Annotated[str, unit_id]",
    ):
        assert line in PAGE
        assert re.search(re.escape(line).replace("…", r"\w+"), code), line


# ── The game on the page


def files() -> dict[str, str]:
    """The files of the game, by their paths."""
    block = r"^`(tarawa_cli/games/outpost/\w+\.py)`\n\n```python\n(.*?)^```"
    return dict(re.findall(block, PAGE, re.DOTALL | re.MULTILINE))


@pytest.fixture
def outpost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """The game from the page, installed beside the others, and a way to call its program."""
    for path, code in files().items():
        target = tmp_path / "source" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(code, encoding="utf-8")
    here = str(tmp_path / "source" / "tarawa_cli" / "games")
    monkeypatch.setattr(tarawa_cli.games, "__path__", [*tarawa_cli.games.__path__, here])
    monkeypatch.setitem(GAMES.names, "outpost", "tarawa_cli.games.outpost.game")
    (line,) = re.findall(r"^OUTPOST = (Program.*)$", PAGE, re.MULTILINE)
    played: Program = eval(line, {"Program": Program, "Wording": Wording})
    monkeypatch.chdir(tmp_path)

    def call(line: str, expect: int = 0, stdin: str = "") -> str:
        out, err = io.StringIO(), io.StringIO()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with redirect_stdout(out), redirect_stderr(err):
            code = _run(shlex.split(line), played)
        assert code == expect, f"{line}: {out.getvalue()}{err.getvalue()}"
        return out.getvalue() + err.getvalue()

    yield call
    for name in [name for name in sys.modules if name.startswith("tarawa_cli.games.outpost")]:
        del sys.modules[name]


def test_the_game_is_whole_and_not_long() -> None:
    assert [Path(path).stem for path in files()] == [
        "__init__",
        "model",
        "rules",
        "orders",
        "sides",
        "game",
        "presentation",
    ]
    assert sum(code.count("\n") for code in files().values()) <= 450


EVERY_COMMAND = (
    *("status", "status --json", "legal", "legal r1", "legal --json", "log", "log --json", "log --story", "verify"),
    *("scenarios", "scenarios hill", "diff 0", "why", "advise", "advise --player bold --json", "export json", "saves"),
    *("units r1 --json", "help move", "help --all", "completion bash", "forecast --games 2", "simulate --games 3"),
    *("handover", "undo -n", "move r2 0203 -n", "status --at 1", "autoplay -n", "chronicle", "delegate"),
)


@pytest.mark.parametrize("line", EVERY_COMMAND)
def test_every_command_of_the_page_s_game_answers(outpost: Callable[..., Any], line: str) -> None:
    outpost("new hill --seed 1")
    outpost("mine 0201")
    outpost("move r1 0202")
    none = line.startswith(("units", "forecast"))
    told = outpost(line, 2 if none else 0)
    assert told
    if none:
        assert "this game has no" in told


def test_the_page_s_game_is_played_with_questions_groups_secrets_and_scripts(outpost: Callable[..., Any]) -> None:
    outpost("new --seed 3")
    assert "mine in 0201" in outpost("mine 0201 --as red")
    assert "0201" not in outpost("log --as blue"), "the mine is a secret"
    assert "0201" in outpost("log --as red")
    assert "is not an empty hex next to r1" in outpost("move r1 0504", 1)
    assert "fits more than one" in outpost("move r 0202", 2)
    told = outpost("move r1,r2 0202", 1)
    assert "not an empty hex" in told, "the second finds the first in its way"
    assert "r1 has not acted" in outpost("next --strict", 1)
    outpost("run -", stdin="move r1 0202\nnext\nmove b2 0402\nnext\nmove r1 0302\nnext\n")
    played = json.loads(outpost("fire b2 r1 --json"))
    assert played["events"][0]["modifiers"] == [{"value": -1, "label": "on a hill", "rule": "1.2"}]
    outpost("verify")
    outpost("undo 3")
    outpost("redo 2")
    outpost("verify")


def test_the_page_s_game_refuses_a_damaged_save_key_by_key(outpost: Callable[..., Any], tmp_path: Path) -> None:
    outpost("new --save g.toml --seed 3")
    text = (tmp_path / "g.toml").read_text(encoding="utf-8")
    (tmp_path / "g.toml").write_text(text.replace('at = "0101"', 'at = "9999"'), encoding="utf-8")
    assert "units: r1.at: must be one of" in outpost("status --save g.toml", 3)


@pytest.mark.parametrize("player", ["random", "bold"])
def test_the_page_s_game_is_played_to_its_end_by_the_computer(outpost: Callable[..., Any], player: str) -> None:
    for seed in range(4):
        outpost(f"new --save {seed}.toml --seed {seed}")
        told = outpost(f"autoplay --player {player} --save {seed}.toml")
        assert "has won" in told
        outpost(f"verify --save {seed}.toml")
        assert "the game is over" in outpost(f"next --save {seed}.toml", 1)
    outpost("new --save against.toml --seed 9 --blue bold")
    assert "turn 2" in outpost("next --save against.toml")


def test_whatever_is_legal_in_the_page_s_game_passes_and_reads_back(outpost: Callable[..., Any]) -> None:
    game: Any = GAMES("outpost")
    match: Match[Any] = Match(game, Setup("hill"), 5)
    asked = 0
    player = game.players.player("random", "x")
    while not match.when.over:
        for text in game.legal.legal(match.state):
            order = game.read(match.state, text.split())
            game.check(match.state, order)
            assert order.text() == text
        asked += bool(match.state.stack)
        assert game.dump(game.load(match.setup, game.dump(match.truth))) == game.dump(match.truth)
        perform(match, player.choose(match.state).order.in_words())
    assert asked
