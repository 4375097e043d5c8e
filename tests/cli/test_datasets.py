"""`export csv|jsonl`: rolls, units by turn and casualties, as far as the side that looks may know them."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.malta.shell import done, malta


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("game") / "it.toml"
    done(f"new cottonera --seed 3 --save {path}")
    done(f"autoplay --until end --player historical --quiet --save {path}")
    return path


def data(save: Path, name: str, *words: str) -> list[Any]:
    lines = done(" ".join(["export jsonl", name, f"--save {save}", *words])).out.splitlines()
    return [json.loads(line) for line in lines]


def test_the_rolls_are_those_of_the_log(save: Path) -> None:
    entries = done(f"log --json --save {save}").json["entries"]
    dice = [die for entry in entries for event in entry["events"] for die in event.get("dice", [])]
    rolls = data(save, "rolls")
    assert [die for roll in rolls for die in roll["dice"]] == dice
    assert dice
    assert {"entry", "turn", "phase", "side", "order", "rule", "table", "total", "result"} <= set(rolls[0])


def test_casualties_end_as_the_game_did(save: Path) -> None:
    rows = data(save, "casualties")
    state = done(f"status --json --save {save}").json["state"]
    assert rows[0]["turn"] == 0
    assert rows[-1]["axis_steps_lost"] == state["counts"]["axis"]["steps_lost"]
    assert [row["turn"] for row in rows] == sorted({row["turn"] for row in rows})


def test_the_last_units_are_those_of_now(save: Path) -> None:
    rows = data(save, "units")
    units = done(f"units all --json --save {save}").json["units"]
    last = [row for row in rows if row["turn"] == rows[-1]["turn"]]
    assert {row["id"]: (row["at"], row["steps"]) for row in last} == {u["id"]: (u["at"], u["steps"]) for u in units}


@pytest.mark.parametrize("name", ["rolls", "units", "casualties"])
def test_csv_has_the_same_rows(name: str, save: Path) -> None:
    table = list(csv.DictReader(io.StringIO(done(f"export csv {name} --save {save}").out)))
    rows = data(save, name)
    assert len(table) == len(rows)
    assert [row["turn"] for row in table] == [str(row["turn"]) for row in rows]


def test_a_side_gets_what_it_may_know(tmp_path: Path) -> None:
    path = tmp_path / "it.toml"
    done(f"new herkules --seed 3 --save {path}")
    hidden = [row for row in data(path, "units") if row["kind"] == "coast-guns" and not row.get("revealed", True)]
    known = {row["id"] for row in data(path, "units", "--as axis")}
    assert not {row["id"] for row in hidden} & known
    assert known < {row["id"] for row in data(path, "units")} | known


def test_a_file_is_written_once(save: Path, tmp_path: Path) -> None:
    file = tmp_path / "rolls.csv"
    assert "written" in done(f"export csv rolls {file} --save {save}").out
    assert file.read_text() == done(f"export csv rolls --save {save}").out
    assert malta(f"export csv rolls {file} --save {save}").code == 3
    assert malta(f"export csv --save {save}").code == 2
    assert malta(f"export csv towers --save {save}").code == 2


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_rolls_of_a_game_without_any_are_a_header_or_nothing(form: str, tmp_path: Path, save: Path) -> None:
    done(f"new cottonera --seed 3 --save {tmp_path}/new.toml")
    told = done(f"export {form} rolls --save {tmp_path}/new.toml").out
    head = done(f"export csv rolls --save {save}").out.splitlines()[0]
    assert told == (f"{head}\n" if form == "csv" else "")
