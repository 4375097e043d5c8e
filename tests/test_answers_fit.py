"""No answer to a single command is longer than 25 lines, unless somebody asked for a look."""

import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tarawa_cli.cli import output
from tarawa_cli.games import MALTA, TARAWA
from tarawa_cli.kernel.game import Program
from tests.cli.tools import Result, command
from tests.kit.recorded import recorded

HERE = Path(__file__).parent
LONGEST = 25
RECORDED = [(TARAWA, "games/campaign-victory.txt"), (TARAWA, "games/free-pyrrhic.txt")]
RECORDED += [(MALTA, f"malta/games/{name}.txt") for name in ("herkules", "last-stand-surrender", "south-beach-axis")]
SCENARIOS = [(TARAWA, name) for name in ("red-beach-3", "second-morning", "last-night", "campaign", "free")]
SCENARIOS += [(MALTA, name) for name in ("hal-far", "cottonera", "south-beach", "last-stand", "herkules")]


class Table(NamedTuple):
    """A game that is played by commands, each of whose answers is counted."""

    program: Program
    save: Path

    def __call__(self, line: str | list[str]) -> Result:
        words = shlex.split(line) if isinstance(line, str) else line
        done = command(self.program, *words, "--save", self.save)
        told = f"{done.out}{done.err}".splitlines()
        assert len(told) <= LONGEST, f"{words}: {len(told)} lines\n{done.out}{done.err}"
        return done

    def look(self, line: str) -> Result:
        return command(self.program, *shlex.split(line), "--save", self.save)

    def advised(self, most: int) -> Iterator[str]:
        """The orders that the computer advises, as long as the game continues."""
        for _ in range(most):
            found = self.look("advise --json")
            if found.code:
                return
            yield found.json["advice"]["command"]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(params=["piped", "terminal"])
def screen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Where answers go: to a pipe, or to a terminal of 80 columns, where long lines are folded."""
    if request.param == "terminal":
        monkeypatch.setattr(output, "on_terminal", lambda: True)
        monkeypatch.setenv("COLUMNS", "80")
    return str(request.param)


@pytest.mark.sample(11)
@pytest.mark.parametrize(("program", "file"), RECORDED, ids=lambda value: value if isinstance(value, str) else "")
def test_in_a_recorded_game(program: Program, file: str) -> None:
    game = recorded(HERE / file)
    table = Table(program, Path("game.toml"))
    own = ["--tables", str(HERE / file).rpartition("/")[0] + "/" + game.head["tables"]] if "tables" in game.head else []
    table(["new", game.head["scenario"], "--seed", game.head["seed"], *own])
    for line in game.lines:
        assert table(line).code == 0, line
    assert table.look("status --json").state["outcome"]


@pytest.mark.sample(2)
@pytest.mark.usefixtures("screen")
def test_in_a_campaign_whose_phases_are_left_to_the_computer() -> None:
    table = Table(TARAWA, Path("game.toml"))
    table("new campaign --seed 3")
    table("delegate landing suppression actions supply-points")
    played = [table(_yes(order)) for order in table.advised(45)]
    assert len(played) > 20
    assert table.look("status --json").state["turn"] > 5


@pytest.mark.sample(5)
@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_in_a_day_of_herkules_against_the_computer(side: str) -> None:
    table = Table(MALTA, Path("game.toml"))
    table(f"new herkules --seed 3 --{side} strong")
    played = 0
    for order in table.advised(160):
        assert table(_yes(order)).code == 0, order
        played += 1
        if table.look("status --json").state["turn_number"] > 4:
            break
    assert played > 60


def _yes(order: str) -> list[str]:
    """On a terminal an order that wastes something is refused without --yes."""
    return [*shlex.split(order), *(["--yes"] if order.split()[0] == "next" else [])]


@pytest.mark.parametrize(("program", "scenario"), SCENARIOS, ids=lambda value: value if isinstance(value, str) else "")
def test_of_a_new_game(program: Program, scenario: str) -> None:
    table = Table(program, Path("game.toml"))
    told = table(f"new {scenario} --seed 1").out
    whole = table.look(f"scenarios {scenario}").out
    assert told.split("\n\n")[1] in whole, "the first paragraph of its introduction"


def _many(table: Table, lines: Iterable[str]) -> list[Result]:
    return [table(line) for line in lines]


@pytest.mark.parametrize(
    ("program", "scenario"), [(TARAWA, "red-beach-3"), (MALTA, "hal-far")], ids=["tarawa", "malta"]
)
def test_of_commands_that_give_many_orders(program: Program, scenario: str) -> None:
    table = Table(program, Path("game.toml"))
    table(f"new {scenario} --seed 2")
    lines = [
        "autoplay --until turn 3",
        "undo",
        "redo",
        "undo",
        "autoplay --until turn 3 --quiet",
        "advise --phase --do",
    ]
    assert [done.code for done in _many(table, [*lines, "autoplay"])] == [0] * 7
    script = Path("all.txt")
    script.write_text(table.look("log --commands").out, encoding="utf-8")
    again = Table(program, Path("again.toml"))
    again(f"new {scenario} --seed 2")
    assert again(["run", str(script)]).code == 0
    one, other = (one.look("status --json").state for one in (again, table))
    assert one | {"mulligans": 0} == other | {"mulligans": 0}


def test_of_a_hand_over() -> None:
    table = Table(MALTA, Path("game.toml"))
    table("new hal-far --seed 2")
    table("autoplay --until allied-movement")
    told = table("handover --as axis").out
    assert "`log --since-mine` lists it order by order." in told
    assert len(told.splitlines()) <= 16
