"""docs/interface.md is a contract: what it names exists and behaves so, and whatever exists is named."""

import ast
import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.cli import program
from tarawa_cli.cli.commands import BETWEEN_SIDES, COMMANDS, commands, orders
from tarawa_cli.games import MALTA, PROGRAMS, TARAWA
from tarawa_cli.kernel.engine.batch import Stopped
from tarawa_cli.kernel.errors import GameError
from tarawa_cli.kernel.game import Program
from tarawa_cli.kernel.players.bots import BotFailed
from tests.cli.test_ending import POSITION, WON
from tests.cli.tools import Result, asked_game, command, game_at, grammar_of, manual_game, tarawa

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "interface.md").read_text(encoding="utf-8")
COMMON = {"ok", "command", "events"}

LINES = {
    "tarawa": """
        new --seed 1943 · status · map · map red3 · map --diff 0 · units · unit 2/8A · hex 2731 · area red3 · legal
        legal 2/8A · odds bombard · show 2/8A · show 2731 · show red3 · show ready · show campaign · show traps
        show 6.7 · table · table traps · rule · rule 6.7 · rule stacking · scenarios · scenarios campaign
        bombard --dry-run · bombard · chits beak green pocket red2 red3 · next · embark --due · undo --dry-run
        undo · redo · next actions · status --at 3 · diff 0 · why · log · log --story · log --commands · chronicle
        chronicle diary.md · log --story --markdown · verify · policy · decide · policy hits step · saves · use
        use campaign · export json · export position here.toml · advise · advise --phase · autoplay --until turn 3
        delegate · delegate embark · simulate -g 1 --scenario last-night · forecast -g 1 · message · git message
        legal attack · units ready · git setup · completion bash · help · help move · run orders.txt --check
        run orders.txt · watch --for 0
    """,
    "malta": """
        new hal-far --seed 7 · status · map · units · unit 1ches · hex 1911 · area zone:south · legal · legal 1ches
        show 1ches · show 1911 ·         table · table crt · rule · rule 9.1 · scenarios · scenarios hal-far
        next --dry-run · next · undo · redo · log · log --story · log --since-mine --as axis · chronicle · why
        diff 0 · verify · policy · decide · saves · handover · export json · advise · delegate
        autoplay --until end
    """,
}
"""Of each program, in order: the commands whose JSON is compared."""


def section(heading: str) -> str:
    return PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def rows(heading: str, first: str) -> list[list[str]]:
    """The table of a section whose first column is called so: its cells."""
    lines = section(heading).splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"| {first} |"))
    table = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return table


def names(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def named(heading: str, first: str) -> list[str]:
    """All names in the first column of a table."""
    return [name for row in rows(heading, first) for name in names(row[0])]


# ── Commands and options


def orders_named(game: str) -> list[str]:
    table = section("Commands").partition(f"\n{game}'s orders:\n\n")[2].partition("\n\n")[0]
    return [name for line in table.splitlines()[2:] for name in names(line.split(" | ")[0])]


def test_every_command_is_named_and_every_name_is_a_command() -> None:
    shared = {"next", "decide", "policy", "resign"}
    assert shared <= set(orders_of(TARAWA)) & set(orders_of(MALTA))
    between = [name for name, options in BETWEEN_SIDES.items() if not options]
    assert sorted(named("Commands", "command")) == sorted({*COMMANDS, *shared} - {*between})
    options = [f"{name} {option}" for name, options in BETWEEN_SIDES.items() for option in options]
    assert sorted(named("Commands", "in a game of several sides")) == sorted([*between, *options])
    assert sorted(orders_named("Tarawa")) == sorted(set(orders_of(TARAWA)) - shared)
    assert sorted(orders_named("Malta")) == sorted(set(orders_of(MALTA)) - shared)


def orders_of(played: Program) -> list[str]:
    program.start(played)
    return [name for name in orders() if name not in COMMANDS]


@pytest.mark.parametrize("played", PROGRAMS.values(), ids=PROGRAMS)
def test_every_option_is_taken_by_those_who_are_said_to_take_it(played: Program) -> None:
    program.start(played)
    takers = {cell[0]: cell[1] for cell in rows("One command, one save", "option")}
    for name in commands():
        options = {word for option in grammar_of(name).options for word in (option.name, option.short) if word}
        for cell, who in takers.items():
            taken = set(names(cell)) <= options
            if cell.startswith(("`--help`", "`--version`")):
                continue
            expected = "every command" in who or ("every order" in who and name in orders()) or f"`{name}`" in who
            assert taken or not expected, (name, cell)
            assert expected or not taken or (name, cell) == ("new", "`--dice`") or "-v" in cell, (name, cell)
    assert command(played, "--version").code == command(played, "status", "-h").code == 0


def test_a_line_of_a_script_may_begin_with_either_name(tmp_path: Path) -> None:
    (tmp_path / "orders.txt").write_text("tarawa policy hits step # so\nmalta policy hits ask\npolicy hits step\n")
    assert tarawa("new", "-s", "one.toml").code == 0
    assert tarawa("run", "orders.txt", "-s", "one.toml").code == 0
    journal = Path("one.toml").read_text().partition("journal = [")[2]
    assert re.findall(r'"(.*)"', journal) == ["policy hits step", "policy hits ask", "policy hits step"]


# ── Exit codes


def test_the_exit_codes_are_those_of_the_errors() -> None:
    kinds = {kind: int(row[0]) for row in rows("Exit codes", "code") for kind in names(row[1])}
    errors: list[Any] = [GameError, Stopped, BotFailed, *GameError.__subclasses__()]
    found = {error.kind: error.exit_code for error in errors}
    assert kinds == {**found, "broken": 1}
    assert {int(row[0]) for row in rows("Exit codes", "code")} == {0, 130, *found.values()}


def test_each_kind_of_failure_ends_in_its_code(tmp_path: Path) -> None:
    manual = manual_game(tmp_path / "manual.toml")
    assert tarawa("new", "-s", "a.toml", "--seed", 1).code == 0
    assert (tarawa("advance", "--all", "-s", "a.toml").code, tarawa("nosuch").code) == (1, 2)
    assert (tarawa("status", "-s", "nosuch.toml").code, manual("next").code) == (3, 4)
    Path("a.toml").write_text(Path("a.toml").read_text().replace("casualties = 0", "casualties = 50"))
    assert (tarawa("verify", "-s", "a.toml", "--json").error["kind"], tarawa("verify", "-s", "a.toml").code) == (
        "broken",
        1,
    )


def test_a_script_that_keeps_going_or_has_rolled_leaves_a_trace() -> None:
    assert tarawa("new", "-s", "a.toml", "--seed", 1).code == 0
    assert tarawa("run", "-", "-s", "a.toml", "--keep-going", stdin=b"advance --all\npolicy hits step\n").code == 1
    assert '"policy hits step"' in Path("a.toml").read_text()
    assert tarawa("run", "-", "-s", "a.toml", stdin=b"bombard\nadvance --all\n").code == 1
    assert tarawa("status", "-s", "a.toml", "--json").state["peeks"] == 1
    assert '"bombard' not in Path("a.toml").read_text().partition("journal = [")[2]


# ── Environment


def test_every_variable_that_is_asked_for_is_named() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "tarawa_cli").rglob("*.py")))
    asked = set(re.findall(r'environ(?:ment)?\.get\("(\w+)"', code)) | set(
        re.findall(r'^ENVIRONMENT = "(\w+)"', code, re.M)
    )
    assert sorted(named("Environment", "variable")) == sorted(asked)


def test_the_variables_do_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TARAWA_SAVE", "mine.toml")
    assert command(MALTA, "new", "--seed", 1).code == 0
    assert Path("mine.toml").exists()
    monkeypatch.setenv("TARAWA_SIDE", "allied")
    assert command(MALTA, "next").code == 1
    monkeypatch.setenv("TARAWA_SIDE", "axis")
    assert command(MALTA, "next", "--yes").code == 0


# ── JSON


@cache
def keys() -> dict[str, set[str]]:
    """The keys of each command's answer besides the common ones, as the page has them."""
    return {name: set(names(row[1])) - {"--check"} for row in rows("JSON", "command") for name in names(row[0])}


def beside() -> set[str]:
    return set(named("JSON", "key"))


def answers(played: Program) -> list[tuple[str, Result]]:
    subprocess.run(["git", "init", "-q"], check=True)
    Path("orders.txt").write_text("policy hits ask\nnext --yes\n" if played.name == "tarawa" else "next\n")
    lines = [line for text in LINES[played.name].splitlines() for line in text.strip().split(" · ") if line]
    return [(line, command(played, *line.split(), "--json")) for line in lines]


@pytest.fixture(scope="module")
def surveyed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[str, Any]]]:
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        for name, played in PROGRAMS.items():
            patch.chdir(tmp_path_factory.mktemp(name))
            program.start(played)
            result = answers(played)
            assert [(line, told.out + told.err) for line, told in result if told.code] == []
            found[name] = [(line, json.loads(told.out.splitlines()[-1])) for line, told in result]
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_an_answer_has_no_key_that_is_not_named(name: str, surveyed: dict[str, Any]) -> None:
    for line, answer in surveyed[name]:
        own = keys().get(line.split()[0], set())
        assert list(answer)[:3] == ["ok", "command", "events"], line
        assert set(answer) - COMMON - own - beside() == set(), line
        assert not own or own & set(answer) or line.startswith("policy hits"), line


def test_every_command_and_key_that_is_named_is_answered(surveyed: dict[str, Any], tmp_path: Path) -> None:
    seen: dict[str, set[str]] = {}
    for line, answer in [pair for name in PROGRAMS for pair in surveyed[name]]:
        seen.setdefault(line.split()[0], set()).update(answer)
    elsewhere = {
        "run": {"notes", "errors"},
        "phrase": {"seed", "waits_for"},
        "seal": {"commands"},
        "handover": {"commit", "pushed"},
        "mail": {"sitting", "to", "owes", "summary", "entries", "unsent"},
        "reveal": {"commands"},
        **{name: {"state"} for name in ("resume", "accept", "decline", "back", "anchor")},
    }
    for name, wanted in keys().items():
        assert wanted - seen.get(name, set()) - elsewhere.get(name, set()) == set(), name
    assert set(keys()) | {"play", "adopt"} == set(COMMANDS) | {"policy", "decide"}
    in_rare_cases = {"note", "left_out", "done", "not_done", "ending", "turning_points"}
    assert beside() - set().union(*seen.values()) <= in_rare_cases


def test_keys_of_rare_cases(tmp_path: Path) -> None:
    game = game_at(tmp_path, POSITION, "--dice", "manual")
    assert "ending" in game.json(*WON.split())
    refused = game("run", "-", "--keep-going", "--json", stdin=b"bombard\n").json
    assert refused["errors"][0]["line"] == 1
    save = shutil.copy(ROOT / "tests/saves/mail/0.2.1/phrase-none/game.toml", tmp_path)
    told = command(MALTA, "phrase", "rain", "over", "Grand", "Harbour", "--as", "axis", "-s", save, "--json").json
    assert set(told) - COMMON == keys()["phrase"]


def test_every_key_that_the_code_gives_to_an_answer_is_named() -> None:
    given = set()
    for path in sorted((ROOT / "tarawa_cli" / "cli").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and called(node) in ("say_answer", "answer_text", "report"):
                given |= {word.arg for word in node.keywords if word.arg}
    assert given - set().union(*keys().values()) - beside() == set()
    assert len(given) > 30


def called(node: ast.Call) -> str:
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


@pytest.mark.parametrize(("name", "game"), [("tarawa", "Tarawa"), ("malta", "Malta")])
def test_the_facts_in_every_state(name: str, game: str, surveyed: dict[str, Any]) -> None:
    paragraph = next(part for part in section("JSON").split("\n\n") if part.startswith(f"`state` in {game}:"))
    brief = next(answer["state"] for line, answer in surveyed[name] if line == "legal")
    assert names(paragraph)[1:] == list(brief)


def test_units_hexes_and_questions_have_the_keys_that_are_named(surveyed: dict[str, Any], tmp_path: Path) -> None:
    (paragraph,) = [part for part in section("JSON").split("\n\n") if part.startswith("`status` gives")]
    said = re.sub(r"\s+", " ", paragraph)
    unit, hexes, pending = re.split(r"; a `hex`|\. `pending`", said)[0:3]
    for part, key in ((unit.partition("A `unit`")[2], "unit"), (hexes, "hex")):
        both, rest = re.split(r", in Tarawa also", part, maxsplit=1)
        own = dict(zip(("tarawa", "malta"), rest.split(" in Malta "), strict=True))
        for name in PROGRAMS:
            facts = next(answer[key] for line, answer in surveyed[name] if line.split()[0] == key)
            assert set(names(both) + names(own[name])) <= set(facts), (name, key)
    asked = asked_game(tmp_path / "asked.toml").json("legal")["state"]["pending"]
    assert set(names(pending)) <= set(asked)


def test_the_roll_on_the_page_has_the_shape_of_a_roll(surveyed: dict[str, Any]) -> None:
    (roll,) = re.findall(r'`(\{"type": "roll".*\})`', PAGE)
    shown = json.loads(roll.replace("…", '""'))
    rolls = [event for _, answer in surveyed["tarawa"] for event in answer["events"] if event["type"] == "roll"]
    assert all(set(shown) <= set(roll) for roll in rolls)
    assert any(set(shown["modifiers"][0]) == set(roll["modifiers"][0]) for roll in rolls if roll["modifiers"])


# ── Scenarios and tables


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_scenarios_and_tables_are_those_that_are_shipped(name: str) -> None:
    listed = command(PROGRAMS[name], "scenarios", "--json").json["scenarios"]
    (row,) = [row for row in rows("Scenarios", "program") if names(row[0]) == [name]]
    assert sorted(names(row[1])) == sorted(scenario["id"] for scenario in listed)
    tables = command(PROGRAMS[name], "table", "--json").json["tables"]
    paragraph = next(part for part in PAGE.split("\n\n") if part.startswith(f"Tables of {name.capitalize()}:"))
    assert names(paragraph) == [table["id"] for table in tables]


def test_the_parts_of_a_file_of_tables_are_known() -> None:
    parts = {names(row[0])[0].strip("[]").partition(".")[0]: row[1] for row in rows("Custom tables", "part")}
    for name, played in PROGRAMS.items():
        for part in parts:
            Path("own.toml").write_text(f"[{part}]\nnosuch = 1\n")
            said = command(played, "new", "--tables", "own.toml", "-s", f"{name}-{part}.toml").err
            assert said, (name, part)
            assert (f"{part}: only " in said) == (parts[part] not in ("both", f"`{name}`")), (name, part, said)
