"""The rules in our words, the code that carries them out, and the tests that prove it: none without the others.

What is not built yet is listed with a reason.
"""

import re
from pathlib import Path

import pytest

from tarawa_cli.games.malta import BOOK, data
from tarawa_cli.games.malta.data import SOURCES
from tarawa_cli.games.malta.views import library
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.narration.library import import_everything
from tests.kernel.test_imports import imports, modules

TESTS = Path(__file__).parent
PACKAGE = Path(library.__file__).parents[1]
RULES = data.document("rules.toml")
HEADINGS = {
    "1": "what the game is",
    "23": "how it was tuned; numbers of the tables are tested where the tables are",
    "25": "the words of the program",
    **dict.fromkeys(["2", "5", "6", "8", "9", "10", "11", "12", "16", "17", "18", "19", "20", "21", "24"], "a heading"),
    **dict.fromkeys(["4.1", "4.2", "4.3", "4.4"], "an overview; the phases have code"),
}
"""Paragraphs without code of their own, and why."""
SHARED = {"24.4": "new --mail", "24.5": "handover"}
"""What the kernel and the command line carry out for all games; their own tests prove it."""
LATER: dict[str, list[str]] = {}
"""What is not built yet, by subject."""


@pytest.fixture(scope="module")
def carried_out() -> set[str]:
    import_everything("tarawa_cli.games.malta")
    return set(BOOK.numbers())


def test_every_paragraph_has_its_code_or_a_reason_for_having_none(carried_out: set[str]) -> None:
    later = [number for numbers in LATER.values() for number in numbers]
    assert sorted(set(RULES) - carried_out) == sorted({*HEADINGS, *SHARED, *later} - carried_out)
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
    assert all(table in library.LIBRARY.tables() for table in entry.get("tables", []))
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


def test_a_paragraph_without_code_says_whether_it_is_built() -> None:
    """Headings are no gaps."""
    assert sorted(library.LIBRARY.headings) == sorted(HEADINGS)
    assert sorted(library.LIBRARY.shared_code) == sorted(SHARED)
    for number in (*HEADINGS, *SHARED):
        assert "not built yet" not in library.BOOK.page(f"{number} --code").facts()["code"], number


def test_every_paragraph_with_code_is_named_in_a_test(carried_out: set[str]) -> None:
    texts = [path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py") if path != Path(__file__)]

    def is_named(number: str) -> bool:
        named = re.compile(rf"(?<![\d.]){re.escape(number)}(?!\.?\d)|test_{number.replace('.', '_')}_(?!\d)")
        return any(named.search(text) for text in texts)

    assert [number for number in sorted(carried_out) if not is_named(number)] == []


FRONT_ROOMS = ("legal", "narration", "views", "players", "exports")


def test_rules_know_nothing_of_those_who_only_look_at_them() -> None:
    rules = [(name, path) for name, path in modules() if name.startswith("tarawa_cli.games.malta.rules")]
    wrong = [
        f"{name}: {found.name}"
        for name, path in rules
        for found in imports(path.read_text(encoding="utf-8"), name, path.name == "__init__.py")
        if any(found.within(f"tarawa_cli.games.malta.{room}") for room in FRONT_ROOMS)
    ]
    assert rules
    assert wrong == []


@pytest.mark.parametrize("words", ["stacking", "zone of control", "armour"])
def test_words_are_found_in_the_rules(words: str) -> None:
    told = library.PAGES["rule"](None, words)
    hits = told.facts()
    assert hits
    for hit in hits:
        entry = RULES[hit["rule"]]
        assert all(word in f"{entry['title']} {entry['text']}".lower() for word in words.split())
    assert told.text().startswith(f"{hits[0]['rule']} ")
    with pytest.raises(BadOrder, match="nothing mentions"):
        library.PAGES["rule"](None, "moby dick")
