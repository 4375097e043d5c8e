"""The rules in our words, the code that carries them out, and the tests that prove it: none without the others."""

import re
from functools import cache
from pathlib import Path

import pytest

from tarawa_cli.games.tarawa import BOOK, data
from tarawa_cli.games.tarawa.views import library
from tarawa_cli.kernel.narration.library import import_everything

TESTS = Path(__file__).parents[1]
PACKAGE = Path(library.__file__).parent
RULES = data.document("rules.toml")
NO_CODE = {
    "1": "what the game is",
    "2": "a heading; its paragraphs have code",
    "5": "a heading; its paragraphs have code",
    "6": "a heading; its paragraphs have code",
    "6.1": "said by the map: landing hexes are free, the rest of the shore is defended (2.2, 11.35)",
    "7": "a heading; its paragraphs have code",
    "8": "a heading; its paragraphs have code",
    "8.6": "repeats 8.1",
    "8.7": "repeats 8.2",
    "9": "a heading; its paragraphs have code",
    "9.1": "an overview; 9.2.1 to 9.2.4 have code",
    "9.2": "an overview; 9.2.1 to 9.2.4 have code",
    "11": "a heading; its paragraphs have code",
    "11.35": "said by the map: only landing hexes can be landed on",
    "11.36": "buildings, latrines and revetments have no effect",
    "13": "a heading; its paragraphs have code",
    "14": "a heading; its paragraphs have code",
}


@pytest.fixture(scope="module")
def carried_out() -> set[str]:
    import_everything("tarawa_cli.games.tarawa")
    return set(BOOK.numbers())


def test_every_paragraph_has_its_code_or_a_reason_for_having_none(carried_out: set[str]) -> None:
    assert {number for number in RULES if number not in carried_out} == set(NO_CODE)


def test_no_computer_player_carries_out_a_paragraph(carried_out: set[str]) -> None:
    homes = {place.file for number in carried_out for place in BOOK.places(number)}
    assert [home for home in homes if "/players/" in home] == []


def test_every_paragraph_in_the_code_is_in_the_rules(carried_out: set[str]) -> None:
    assert carried_out <= set(RULES)


@pytest.mark.parametrize("file", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.name)
def test_every_refusal_and_event_cites_a_paragraph_that_can_be_read(file: Path) -> None:
    cited = re.findall(r'(?:Refused|rule=|play,)\(?\s*"(\d+(?:\.\d+)*)"', file.read_text(encoding="utf-8"))
    assert [number for number in cited if number not in RULES] == []


def _rules_in(value: object) -> list[str]:
    if isinstance(value, dict):
        own = [value["rule"]] if isinstance(value.get("rule"), str) else []
        return own + [rule for inner in value.values() for rule in _rules_in(inner)]
    return []


@pytest.mark.parametrize("name", ["tables.toml", "charts.toml"])
def test_every_table_value_and_modifier_cites_a_paragraph_that_can_be_read(name: str) -> None:
    cited = _rules_in(data.document(name))
    assert len(cited) > 10
    assert [number for number in cited if number not in RULES] == []


@cache
def other_tests() -> list[str]:
    return [path.read_text("utf-8") for path in sorted(TESTS.rglob("test_*.py")) if path != Path(__file__)]


@pytest.mark.parametrize("number", [number for number in RULES if number not in NO_CODE])
def test_every_paragraph_with_code_is_named_in_a_test(number: str) -> None:
    dotted = re.escape(number)
    named = re.compile(rf"(?<![\d.]){dotted}(?!\.?\d)|test_{number.replace('.', '_')}_(?!\d)")
    assert any(map(named.search, other_tests()))


@pytest.mark.parametrize("number", list(RULES))
def test_what_a_paragraph_points_to_is_there(number: str) -> None:
    entry = RULES[number]
    assert entry["title"]
    assert entry["text"].strip()
    assert set(entry.get("see", [])) <= set(RULES)
    assert set(entry.get("tables", [])) <= set(data.document("tables.toml"))
