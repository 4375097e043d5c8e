"""The data files, and their parsed form in a wheel: it must say the same, and never be used for another text."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import parsed_data
import pytest

from tarawa_cli.games import GAMES, PROGRAMS
from tarawa_cli.kernel.game import Program
from tarawa_cli.kernel.saves import toml
from tarawa_cli.kernel.saves.scenarios import DataFiles
from tests.kernel.tools import ROOT

FILES = parsed_data.files(ROOT)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_the_parsed_form_says_what_the_file_says(file: Path) -> None:
    text, found = file.read_text("utf-8"), dict[str, Any]()
    exec(compile(parsed_data.source(text), str(file), "exec"), found)
    assert found["TEXT"] == text
    assert repr(found["DOCUMENT"]) == repr(toml.parse(text, file.name)), "to the order of the keys"


def test_every_data_file_and_scenario_gets_one_of_its_own() -> None:
    places = [place for place, _ in parsed_data.modules(ROOT)]
    assert len({*places}) == len(places) == len(FILES)
    for game in PROGRAMS:
        assert {f"tarawa_cli/games/{game}/data/parsed_{name}.py" for name in ("map", "rules", "book")} < {*places}
        scenarios = sorted(path.stem for path in (ROOT / "scenarios" / game).glob("*.toml"))
        assert len(scenarios) > 3
        for name in scenarios:
            assert f"tarawa_cli/games/{game}/data/parsed_{name.replace('-', '_')}.py" in places


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=list(PROGRAMS))
def test_a_scenario_is_taken_from_its_parsed_form(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """As from a wheel: nothing is left for the reader of TOML."""
    game = GAMES(program.game)
    for place, source in parsed_data.modules(ROOT):
        found = dict[str, Any]()
        exec(compile(source, place, "exec"), found)
        name = place.removesuffix(".py").replace("/", ".")
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(**found))
    monkeypatch.setattr(toml, "parse", None)
    for path in (ROOT / "scenarios" / program.game).glob("*.toml"):
        text = path.read_text("utf-8")
        assert game.scenario.parsed.__wrapped__(text, str(path)).content


@pytest.mark.parametrize(("now", "found"), [("a = 1\n", {"from": "the wheel"}), ("a = 2\n", {"a": 2})])
def test_a_parsed_form_is_used_only_for_the_text_that_it_was_made_from(
    now: str, found: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "some.toml").write_text(now, encoding="utf-8")
    made = SimpleNamespace(TEXT="a = 1\n", DOCUMENT={"from": "the wheel"})
    monkeypatch.setitem(sys.modules, "tarawa_cli.parsed_some", made)
    assert DataFiles("tarawa_cli", str(tmp_path / "__init__.py")).document("some.toml") == found


def test_without_one_the_file_is_parsed(tmp_path: Path) -> None:
    (tmp_path / "some.toml").write_text("a = 3\n", encoding="utf-8")
    assert DataFiles("tarawa_cli", str(tmp_path / "__init__.py")).document("some.toml") == {"a": 3}


@pytest.mark.parametrize(("version", "count"), [("standard", len(FILES)), ("editable", 0)])
def test_a_wheel_gets_them_and_an_editable_install_does_not(
    version: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("hatchling", reason="only an environment that builds wheels has it")
    monkeypatch.syspath_prepend(str(ROOT))
    import hatch_build

    made: Any = hatch_build.ParsedData
    hook = made(str(ROOT), {}, None, None, "", "wheel")
    data: dict[str, Any] = {"force_include": {}}
    hook.initialize(version, data)
    read = {place: Path(file).read_text("utf-8") for file, place in data["force_include"].items()}
    hook.finalize(version, data, "")
    assert read == dict([*parsed_data.modules(ROOT)][:count])
    assert not any(Path(file).exists() for file in data["force_include"])
