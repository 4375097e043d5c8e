"""The rules in our words, and the code that carries them out: what is not built says so."""

import re
from pathlib import Path

import pytest

from tarawa_cli.games.malta import data
from tarawa_cli.games.malta.data import SOURCES
from tarawa_cli.games.malta.looking import library
from tarawa_cli.games.malta.rulebook import BOOK

PACKAGE = Path(library.__file__).parents[1]
RULES = data.document("rules.toml")
HEADINGS = ["1", "2", "4.1", "4.2", "4.3", "4.4", "5", "6", "8", "9", "10", "11", "12", "16", "17", "18", "19", "20"]
HEADINGS += ["21", "23", "24", "25"]
"""What the game is, and headings; their paragraphs have code, or have none yet."""
LATER = {
    "landings": ["4.22", "18.1", "18.2", "18.5", "21.2", "22.39"],
    "supply": ["8.2", "8.4"],
    "bombardment and breakthrough": ["4.26", "4.34", "10.1", "10.3"],
    "formations": ["15.2"],
    "coast guns, ships and planes": ["16.55", "16.56", "16.7", "16.71", "16.79"],
    "games by mail": ["24.4", "24.5"],
}


@pytest.fixture(scope="module")
def carried_out() -> set[str]:
    library.import_everything()
    return set(BOOK.numbers())


def test_every_paragraph_has_its_code_or_a_reason_for_having_none(carried_out: set[str]) -> None:
    later = [number for numbers in LATER.values() for number in numbers]
    assert sorted(set(RULES) - carried_out) == sorted({*HEADINGS, *later} - carried_out)
    assert not carried_out & set(later), "built: take it off the list"


def test_every_paragraph_in_the_code_is_in_the_rules(carried_out: set[str]) -> None:
    assert carried_out <= set(RULES)


@pytest.mark.parametrize("file", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.name)
def test_every_refusal_and_event_cites_a_paragraph_that_can_be_read(file: Path) -> None:
    cited = re.findall(r'(?:Refused|rule=|play,)\(?\s*"(\d+(?:\.\d+)*)"', file.read_text(encoding="utf-8"))
    assert [number for number in cited if number not in RULES] == []


@pytest.mark.parametrize("number", RULES)
def test_a_paragraph_has_a_title_a_text_and_says_where_it_comes_from(number: str) -> None:
    entry = RULES[number]
    assert entry["title"]
    assert entry["text"].strip()
    assert entry["tag"]
    assert set(entry["tag"]) <= set(SOURCES)
    assert all(table in library.tables() for table in entry.get("tables", []))
    assert max(map(len, entry["text"].split("\n"))) <= 80


def test_paragraphs_stand_in_the_order_of_the_book() -> None:
    def key(number: str) -> tuple[int, str]:
        chapter, _, rest = number.partition(".")
        return int(chapter), rest

    assert list(RULES) == sorted(RULES, key=key)


def test_numbers_of_charts_cite_paragraphs_too() -> None:
    charts = data.document("charts.toml")
    sheets = [*charts["values"].values(), *charts["modifiers"].values(), *data.document("tables.toml").values()]
    assert [sheet["rule"] for sheet in sheets if sheet["rule"] not in RULES] == []
