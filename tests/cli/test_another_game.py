"""The whole command line with another game behind it: every command works on the race, or says that it has none."""

import io
import subprocess
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.cli import program
from tarawa_cli.cli.commands import commands
from tarawa_cli.cli.program import _run
from tarawa_cli.games import GAMES
from tarawa_cli.kernel.game import Program, Wording
from tests.cli.tools import Result, tarawa
from tests.kernel import toy

LEADER = {"--player": Wording("leader", "leader")}
WORDS = {"new": {"SCENARIO": Wording("sprint")}, "autoplay": LEADER, "advise": LEADER, "simulate": LEADER}
WORDS |= {"forecast": LEADER, "delegate": LEADER}
TOY = Program("toy", "toy", "A race.", WORDS)
ORDERS = ["cheer red hurrah", "gust", "race red", "duel red blue", "decide long"]
HAS = [
    *("status", "status --json", "units", "units --json", "units r", "unit red", "unit r --json", "legal", "legal red"),
    *("legal --json", "legal red --json", "table", "table --json", "table ground", "table ground --json"),
    *("scenarios", "scenarios --json", "scenarios sprint", "scenarios sprint --json", "log", "log --json"),
    *(
        "log --story",
        "log --story --json",
        "log --story --markdown",
        "chronicle",
        "chronicle --json",
        "watch --for 0",
        "export html",
    ),
    *("log --commands", "log --turn 1", "verify", "verify --json", "export json", "advise", "advise --json"),
    *(
        "saves",
        "saves --json",
        "use",
        "use sprint",
        "use spr --json",
        "help",
        "help race",
        "help race --json",
        "show red",
        "show red --json",
        "show ground",
        "help --all",
        "legal race",
    ),
    "play",
    *("autoplay --dry-run", "autoplay --dry-run --json", "completion bash", "completion zsh", "completion fish"),
    *("simulate --scenario sprint -g 2", "simulate --scenario sprint -g 2 --json"),
    *(
        "why",
        "status --at 0",
        "units --at -1 --json",
        "log --at 0",
        "export json --at 1",
        "diff 0",
        "diff 0 --json",
        "diff 1 0",
    ),
    *("simulate --scenario sprint -g 2 --csv", "run - --check", "--help", "--version"),
]
HAS_NONE = {
    "map": "map",
    "status --at t1": "turns",
    "hex 2731": "hexes",
    "area red3": "areas",
    "odds race red": "odds",
    "rule": "rules",
    "rule 1.1": "rules",
    "autoplay --until turn 3": "turns",
    "forecast": "forecasts",
    "autoplay red": "phases",
    "delegate": "phases",
    "delegate red": "phases",
    "advise --phase": "phases",
    "advise --phase --do": "phases",
}
REDOING = ["redo", "redo --json", "redo -n"]
CHANGING = [*ORDERS[:4], "undo", "autoplay", "autoplay --quiet", "autoplay --json", "undo --dry-run", "undo --json"]
CHANGING += REDOING
CHANGING += ["advise --do", "advise --do --json"]


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(GAMES.names, "toy", "tests.kernel.toy")
    monkeypatch.setenv("TARAWA_DEBUG", "1")  # a traceback is a failure
    monkeypatch.chdir(tmp_path)


def race(line: str, stdin: str = "") -> Result:
    """One command of the race's own program, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = _run(line.split(), TOY)
    return Result(code, out.getvalue(), err.getvalue())


@pytest.fixture
def begun() -> None:
    """A race in which there has been a cheer."""
    assert race("new --seed 5").code == 0
    assert race("cheer blue hurrah").code == 0


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("line", HAS)
def test_what_the_race_has_is_shown(line: str) -> None:
    result = race(line, "gust\nrace red\n")
    assert result.code == 0, result.err
    assert result.out.strip()
    if "--json" in line:
        assert result.last_json["ok"] is True


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize(("line", "what"), HAS_NONE.items())
def test_what_the_race_does_not_have_is_said_in_a_sentence(line: str, what: str) -> None:
    result = race(line)
    assert result == (2, "", f"toy: this game has no {what}\n")
    answer = race(f"{line} --json")
    assert answer.code == 2
    assert answer.error["message"] == f"this game has no {what}"


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("line", CHANGING)
def test_a_race_is_played_and_taken_back(line: str) -> None:
    assert race("gust").code == 0
    if line in REDOING:
        assert race("undo").code == 0
    result = race(line)
    assert result.code == 0, result.err
    assert result.out.strip()
    assert race("verify").code == 0


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("line", ORDERS)
def test_an_order_is_checked_without_being_carried_out(line: str) -> None:
    result = race(f"{line} --dry-run")
    assert result.code == (1 if line.startswith("decide") else 0)
    assert result.out == ("" if result.code else f"legal: {line}\n")


def test_a_question_of_the_race_is_told_and_answered() -> None:
    assert race("new sprint --dice manual").code == 0
    asked = race("race red --dice 6")
    assert "decide short" in asked.out
    assert "decide long" in asked.out
    assert race("race blue --dice 6").err == "refused (1.3): there is a fork\n  try: decide long\n"
    assert race("decide long --json").json["state"]["at"] == {"red": 2, "blue": 0}


@pytest.mark.usefixtures("begun")
def test_the_end_of_a_race_is_told_when_it_is_over_and_not_before() -> None:
    assert "has won" not in race("status").out
    assert "has won" in race("autoplay").out
    assert "has won" in race("status").out
    assert race("status --json").json["ending"]["winner"] in ("red", "blue")


@pytest.mark.usefixtures("begun")
def test_a_script_holds_the_orders_of_the_race() -> None:
    done = race("run -", "toy cheer red hurrah\ngust\nundo\n")
    assert done.code == 0, done.err
    assert "3 commands done" in done.out
    assert race("run -", "status").err.startswith("toy: line 1: `status` is not an order")


@pytest.mark.usefixtures("begun")
def test_the_race_knows_no_orders_of_another_game() -> None:
    for line in ("embark 2/8A lvt-1 red3", "next", "bombard"):
        assert race(line).code == 2
    assert "embark" not in race("--help").out


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("line", ["toy ", "toy unit ", "toy race ", "toy hex ", "toy table ", "toy rule ", "toy odds "])
def test_tab_offers_what_the_race_has(line: str) -> None:
    out = io.StringIO()
    with redirect_stdout(out):
        assert _run(["__complete", "bash", line, ""], TOY) == 0
    offered = out.getvalue().split()
    wanted: dict[str, Any] = {"toy ": "status", "toy unit ": "red", "toy race ": "blue", "toy table ": "ground"}
    assert (wanted[line] in offered) if line in wanted else offered == []


def test_export_of_what_the_race_does_not_have_names_what_it_has() -> None:
    race("new sprint")
    result = race("export svg")
    assert result.code == 2
    assert "must be json" in result.err


def test_a_save_of_another_game_names_its_program(tmp_path: Path) -> None:
    race("new sprint --save saves/game.toml")
    for line in ("status", "verify", "legal", "bombard", "undo", "export json", "table"):
        result = tarawa(*line.split())
        assert (result.code, result.out) == (3, ""), line
        assert "this is a game of toy: use the program toy" in result.err
    tarawa("new", "--save", "betio.toml")
    assert "this is a game of tarawa: use the program tarawa" in race("status --save betio.toml").err
    assert race("status --save betio.toml").code == 3


@pytest.mark.usefixtures("begun")
def test_a_race_under_git() -> None:
    for line in ("git setup", "message"):
        assert "is not in a git repository" in race(line).err
    subprocess.run(["git", "init", "-q"], check=True)
    assert "/saves/*.toml diff=toy" in race("git setup").out
    assert "- cheer blue hurrah" in race("message").out.splitlines()
    report = race("git textconv saves/sprint.toml").out
    assert "cheer blue hurrah" in report
    assert tarawa("git", "textconv", "saves/sprint.toml").out == report, "any game's program can tell it"


def test_every_command_is_tried_on_the_race() -> None:
    tried = {line.split()[0] for line in (*HAS, *HAS_NONE, *CHANGING)} | {"new", "adopt", "git", "message"}
    program.start(TOY)
    assert set(commands()) - tried == {"decide"}


def test_a_scenario_file_is_nothing_for_the_race(tmp_path: Path) -> None:
    race("new sprint")
    (tmp_path / "own.toml").write_text("")
    assert race("new own.toml --save other.toml").code == 3
    assert race("adopt own.toml").code == 2


def test_no_order_of_the_race_is_called_like_a_command() -> None:
    assert not set(toy.GAME.orders) & (set(commands()) - {"decide"})
