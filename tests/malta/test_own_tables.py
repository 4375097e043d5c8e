"""Malta with the player's own tables and numbers: reconstructions can be replaced, what a source fixes cannot."""

from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games.malta import players
from tarawa_cli.games.malta.data import SOURCES, document
from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.invariants import invariants
from tarawa_cli.games.malta.model.charts import CHARTS, Charts, check_own
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves import history
from tests.malta.test_cli import in_a_folder, malta

__all__ = ["in_a_folder"]  # a fixture for every test here

TABLES, NUMBERS = document("tables.toml"), document("charts.toml")
PARTS = ("values", "modifiers")
OPEN = [(part, name) for part in PARTS for name, sheet in NUMBERS[part].items() if sheet["tag"] == "X"]
FIXED = [(part, name) for part in PARTS for name, sheet in NUMBERS[part].items() if sheet["tag"] != "X"]
OPEN_TABLES = [id for id, sheet in TABLES.items() if sheet["tag"] == "X"]
FIXED_TABLES = [id for id, sheet in TABLES.items() if sheet["tag"] != "X"]


def problems(own: dict[str, Any]) -> list[str]:
    """What is wrong with a player's file."""
    try:
        check_own(own, "mine.toml")
    except BadFile as error:
        return list(error.problems) if error.message.startswith("mine.toml") else ["the file is not named"]
    return []


def test_there_are_both_kinds_to_try() -> None:
    assert all((OPEN, FIXED, OPEN_TABLES, FIXED_TABLES))


@pytest.mark.parametrize(("part", "name"), OPEN)
def test_a_reconstructed_number_can_be_replaced_and_is_used(part: str, name: str) -> None:
    printed = NUMBERS[part][name]["value"]
    own = {part: {name: printed + 1}}
    assert problems(own) == []
    ask = Charts(own).value if part == "values" else lambda name: Charts(own).modifier(name).value
    assert ask(name) == printed + 1


@pytest.mark.parametrize(("part", "name"), FIXED)
def test_a_number_that_a_source_fixes_is_refused_with_the_reason(part: str, name: str) -> None:
    sheet = NUMBERS[part][name]
    (problem,) = problems({part: {name: sheet["value"] + 1}})
    start = f"{part}.{name}: fixed ({SOURCES[sheet['tag']]}, {sheet['rule']})"
    assert problem == f"{start}: only reconstructions can be replaced"


@pytest.mark.parametrize("id", OPEN_TABLES)
def test_a_reconstructed_table_can_be_replaced_and_is_used(id: str) -> None:
    last = [rows[-1].result for rows in CHARTS.table(id).columns.values()]
    own = {"tables": {id: {"..": " ".join(last)}}}
    assert problems(own) == []
    table = Charts(own).table(id)
    assert [table.result(1, column) for column in table.columns] == last
    assert table.notes == "replaced by the player"


@pytest.mark.parametrize("id", FIXED_TABLES)
def test_a_table_that_a_source_fixes_is_refused_with_the_reason(id: str) -> None:
    sheet = TABLES[id]
    (problem,) = problems({"tables": {id: sheet["rows"]}})
    assert problem == (
        f"tables.{id}: fixed ({SOURCES[sheet['tag']]}, {sheet['rule']}): only reconstructions can be replaced"
    )


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"units": {"2rwk": {"attack": 9}}}, "units: only tables, values and modifiers can be replaced"),
        ({"values": 5}, "values: must be a table"),
        ({"values": {"nosuch": 5}}, "values.nosuch: there is no such value (see `malta table values`)"),
        ({"values": {"retreat": "far"}}, "values.retreat: must look like 1"),
        ({"values": {"retreat": True}}, "values.retreat: must look like 1"),
        ({"values": {"retreat": 100}}, "values.retreat: must look like 1"),
        (
            {"values": {"strategic": 0}},
            "values.strategic: must be from 1 to 9, not 0 (6.2: strategic movement must not be slower)",
        ),
        ({"tables": {"nosuch": {}}}, "tables.nosuch: no such table"),
        ({"tables": {"leader-loss": 5}}, "tables.leader-loss: must be rows, each a string of results"),
        ({"tables": {"leader-loss": {"1..6": 5}}}, "tables.leader-loss: must be rows, each a string of results"),
        ({"tables": {"leader-loss": {}}}, "tables.leader-loss: 0 columns: it must have from 1 to 30"),
        ({"tables": {"leader-loss": {"1..5": "killed"}}}, "tables.leader-loss: column 1: it must end at 6"),
        (
            {"tables": {"leader-loss": {"1..6": "killed killed"}}},
            "tables.leader-loss: must have 1 results per row, not 2",
        ),
        (
            {"tables": {"leader-loss": {"1..3": "killed", "4..6": "promoted"}}},
            "tables.leader-loss: 4..6: 'promoted' is none of: killed, unhurt, wounded (14.4)",
        ),
        (
            {"tables": {"follow-up": {"1..6": "again again"}}},
            "tables.follow-up: after again the second column must name a zone (21.2)",
        ),
    ],
)
def test_what_is_wrong_is_told(own: dict[str, Any], said: str) -> None:
    assert problems(own) == [said]


def test_everything_wrong_is_told_at_once() -> None:
    assert len(problems({"values": {"nosuch": 1, "stacking": 5}, "tables": {"crt": {}}, "nosuch": {}})) == 4


def at_limit(number: int) -> dict[str, Any]:
    """Every reconstructed number as small, or as large, as it may be."""
    limit = {"strategic": min(max(number, 1), 9)}
    return {part: {name: limit.get(name, number) for of, name in OPEN if of == part} for part in PARTS}


@pytest.mark.parametrize("number", [0, 99])
def test_own_numbers_at_their_limits_can_be_played(number: int) -> None:
    own = at_limit(number)
    check_own(own, "mine.toml")
    match = Match(GAME, Setup("cottonera", tables=own), 5)
    chance = players.player("random", str(number))
    for _ in range(120):
        if match.state.outcome:
            break
        session.perform(match, chance.choose(match.state).order.in_words())
        assert list(invariants(match.state)) == []
    assert history.prove(match).holds


def test_own_tables_by_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('[modifiers]\nrecovery-enemy = 3\n[tables.leader-loss]\n"1..6" = "unhurt"\n')
    assert malta("new --tables own.toml --save own/g.toml").code == 0
    (tmp_path / "own.toml").unlink()
    assert "recovery-enemy         3" in malta("table modifiers --save own/g.toml").out
    shown = malta("table leader-loss --save own/g.toml").out
    assert shown == "Leader Loss (14.4), one die; reconstruction, replaced by the player\n  1-6  unhurt\n"
    assert (
        "leader-loss    Leader Loss              14.4   reconstruction, replaced"
        in malta("table --save own/g.toml").out
    )
    assert malta("verify --save own/g.toml").code == 0
    assert malta("new --save ours/g.toml").code == 0
    assert "killed" in malta("table leader-loss --save ours/g.toml").out


def test_own_tables_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("[values]\nstacking = 5\n")
    result = malta("new --tables own.toml --save own/g.toml")
    assert result.code == 3
    assert "own.toml cannot be used:" in result.err
    assert "values.stacking: fixed (derived, 7): only reconstructions can be replaced" in result.err
    assert not (tmp_path / "own").exists()
