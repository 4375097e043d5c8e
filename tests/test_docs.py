"""The documents keep up with the program: every command, every key of a save, every link."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from command_reference import reference
from man_pages import page
from pictures import PICTURES, command_for
from rule_book import page as rule_book

from tarawa_cli.cli.commands import commands
from tarawa_cli.games.tarawa.model import codec
from tarawa_cli.games.tarawa.model.board import OFF_MAP
from tarawa_cli.games.tarawa.model.state import OUTCOMES, PHASES
from tarawa_cli.games.tarawa.model.work import HANDLERS
from tarawa_cli.kernel.engine.play import Decision

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
WRITTEN = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *(path for path in sorted(DOCS.rglob("*.md")) if path.name not in ("commands.md", "rules.md")),
]
PAGES = sorted({*WRITTEN, *DOCS.rglob("*.md"), *(ROOT / "saves").glob("README.md")})
"""Everything in Markdown."""


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def first_cells(text: str, heading: str) -> list[str]:
    """The first column of the table below a heading."""
    section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)


@pytest.mark.parametrize("name", ["tarawa", "malta"])
def test_the_command_references_and_manual_pages_are_up_to_date(name: str) -> None:
    assert read(DOCS / name / "commands.md") == reference(name), f"docs/{name}/commands.md is out of date: make docs"
    assert read(DOCS / name / "rules.md") == rule_book(name), f"docs/{name}/rules.md is out of date: make docs"
    assert read(DOCS / f"man/{name}.1") == page(name), f"docs/man/{name}.1 is out of date: make docs"


@pytest.mark.parametrize("name", commands())
def test_every_command_is_in_the_reference_and_told_of_elsewhere(name: str) -> None:
    assert f"### `tarawa {name}`" in read(DOCS / "tarawa" / "commands.md")
    told = re.compile(rf"`(?:tarawa )?{name}\b|^\$ tarawa {name}\b", re.MULTILINE)
    assert any(told.search(read(path)) for path in WRITTEN)


def test_every_key_of_a_position_is_in_the_save_format() -> None:
    keys = first_cells(read(DOCS / "tarawa" / "save-format.md"), "The position")
    assert keys == [*codec.STATE, "units", "default"]


def test_every_key_of_a_unit_is_in_the_save_format() -> None:
    keys = first_cells(read(DOCS / "tarawa" / "save-format.md"), "A unit")
    assert [key for key in keys if key != "ap"] == list(codec.UNIT)


def test_every_kind_of_unfinished_work_is_in_the_save_format_with_its_keys() -> None:
    text = read(DOCS / "tarawa" / "save-format.md")
    assert first_cells(text, "Unfinished work") == list(HANDLERS.places)
    rows = dict(re.findall(r"^\| `([^`]+)` \| (.*) \|", text.partition("\n## Unfinished work\n")[2], re.MULTILINE))
    for kind in HANDLERS.places:
        handler = HANDLERS.named(kind)
        assert handler.kind == kind
        said = rows["attack"] if "as `attack`" in rows[kind] else rows[kind]
        assert [fact for fact in handler.readers if f"`{fact}`" not in said] == [], kind
        assert ("question: " in said) == isinstance(handler, Decision), kind


def test_every_word_that_a_position_may_hold_is_in_the_save_format() -> None:
    text = read(DOCS / "tarawa" / "save-format.md")
    assert [name for name in (*OUTCOMES, *OFF_MAP) if f'"{name}"' not in text and f"`{name}`" not in text] == []
    parts = {re.sub(r"-\d$", "-n", phase) for phase in PHASES}
    assert [phase for phase in sorted(parts) if f"`{phase}`" not in text] == []


def prose(text: str) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)


def anchors(text: str) -> set[str]:
    """The names by which a page's headings can be linked."""
    headings = re.findall(r"^#+ (.+)$", prose(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(read(page))):
        if link.startswith(("http:", "https:")):
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), f"{page.name}: {link}"
        assert not anchor or anchor in anchors(read(target)), f"{page.name}: {link}"


@pytest.mark.parametrize("game", ["tarawa", "malta"])
def test_each_game_has_its_pages_and_the_readme_names_them(game: str) -> None:
    for name in ("tutorial.md", "commands.md", "save-format.md"):
        assert (DOCS / game / name).is_file()
        assert f"](docs/{game}/{name})" in read(ROOT / "README.md")


def test_the_readme_leads_to_every_page() -> None:
    linked = set(re.findall(r"\]\((docs/[^)#]+)\)", read(ROOT / "README.md")))
    assert {str(page.relative_to(ROOT)) for page in DOCS.glob("*.md")} <= linked


def parts() -> dict[str, list[str]]:
    """The pages of each part of the book, in the order of the README, without those to look things up in."""
    text = read(ROOT / "README.md").partition("| if you want to |")[2].partition("\n\n")[0]
    rows = [row.split(" | ") for row in text.splitlines()[2:]]
    named = {who.strip("| "): re.findall(r"\]\(([^)#]+\.md)\)", pages) for who, pages in rows}
    return {who: [page for page in pages if not page.endswith(LOOKED_UP)] for who, pages in named.items()}


LOOKED_UP = ("rules.md", "commands.md", "players.md", "calibration.md", "CHANGELOG.md")


def test_the_pages_are_a_book_in_five_parts_and_each_page_leads_to_the_next() -> None:
    found = parts()
    assert len(found) == 5
    pages = [page for part in found.values() for page in part]
    assert len(set(pages)) == len(pages)
    for part in found.values():
        for one, following in pairwise(part):
            last = read(ROOT / one).rstrip().splitlines()[-1]
            link = re.fullmatch(r"Next: \[.+\]\((.+)\)\.", last)
            assert link, one
            assert ((ROOT / one).parent / link[1]).resolve() == ROOT / following


def test_every_picture_is_made_by_the_tool_and_shown_on_a_page() -> None:
    there = {path.name for path in (DOCS / "pictures").iterdir()}
    shown = {link.rpartition("/")[2] for one in WRITTEN for link in re.findall(r"!\[[^]]*\]\(([^)]+)\)", read(one))}
    assert there == set(PICTURES) == shown
    for name in PICTURES:
        words = command_for(name)
        saves = [word for word in words if word.endswith(".toml")]
        assert words[2] == str(DOCS / "pictures" / name)
        assert all((ROOT / word).is_file() for word in (words[1], *saves))


def test_every_test_that_the_page_on_proof_names_is_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs" / "proof.md").read_text(encoding="utf-8")))
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    known = {name for text in sources for name in re.findall(r"^def (test_\w+)", text, re.MULTILINE)}
    assert len(named) > 15
    assert named - known == set()
