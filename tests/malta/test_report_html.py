"""The after-action report: a page that stands alone, with days, losses, ground, every unit and the whole journal."""

import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from tarawa_cli.games.malta.exports.report import equivalents, html
from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.narration.sentences import PLAYERS, sentences, steps_lost
from tarawa_cli.games.malta.players import player
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.narration.chronicle import bare_rows, replay
from tarawa_cli.kernel.narration.story import Story
from tests.malta.common import table

Element = ElementTree.Element


class Page:
    """A report taken apart."""

    def __init__(self, match: Match[State]) -> None:
        self.text = html(match)
        head, _, rest = self.text.partition("\n")
        assert head == "<!DOCTYPE html>"
        self.root = ElementTree.fromstring(rest)

    def section(self, title: str) -> Element:
        (found,) = [part for part in self.root.iter("section") if part.findtext("h2") == title]
        return found

    def rows(self, title: str) -> dict[str, list[str]]:
        """The rows of a section's tables by their first cell."""
        cells = [["".join(cell.itertext()) for cell in row] for row in self.section(title).iter("tr")]
        return {first: others for first, *others in cells}


@pytest.fixture(scope="module")
def match() -> Match[Any]:
    """With jumps, played by chance to its end."""
    match: Match[Any] = Match(GAME, Setup("hal-far"), 3)
    chooser = player("random", "3")
    while not match.state.outcome:
        perform(match, chooser.choose(match.state).order.in_words())
    return match


@pytest.fixture(scope="module")
def page(match: Match[Any]) -> Page:
    return Page(match)


def test_it_needs_nothing_but_itself(page: Page) -> None:
    assert page.text.isascii()
    assert not [part.tag for part in page.root.iter() if part.tag in ("script", "link", "img", "iframe")]
    assert "http://" not in page.text.replace("http://www.w3.org/2000/svg", "")


def test_its_policy_forbids_every_script_and_whatever_comes_from_elsewhere(page: Page) -> None:
    head = page.root.find("head")
    assert head is not None
    metas = head.findall("meta")
    (policy,) = [meta.get("content", "") for meta in metas if meta.get("http-equiv") == "Content-Security-Policy"]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert {name for name in rules if name.endswith("-src")} == {"default-src", "style-src"}
    assert rules["style-src"] == "'unsafe-inline'"
    assert [part.tag for part in head][:2] == ["meta", "meta"], "it comes before whatever it is about"


def test_a_finished_game_says_how_it_ended_and_why(page: Page) -> None:
    (told,) = [part.text or "" for part in page.root.iter("p") if part.get("class") == "outcome"]
    assert told.endswith(": the last turn is over.")
    assert "What next" not in page.text
    assert "Turning points" in [part.text for part in page.section("Result").iter("h3")]


def test_a_game_just_begun_says_what_comes_next() -> None:
    page = Page(Match(GAME, Setup("herkules"), 1))
    assert "What comes next" in [part.text for part in page.root.iter("h2")]
    assert "Nothing yet." in [part.text for part in page.section("Day by day").iter("p")]
    assert page.rows("Losses")["Axis"][0] == "0"


def test_the_losses_of_formations_add_up_to_those_of_their_side(page: Page, match: Match[Any]) -> None:
    rows = page.rows("Losses")
    for side in SIDES:
        assert rows[PLAYERS[side]][0] == str(steps_lost(match.state, side))
    names = [*rows]
    cut = names.index("Allies")
    axis = [name for name in names[1:cut] if name != "Axis"]
    assert sum(int(rows[name][0]) for name in axis) == int(rows["Axis"][0])
    assert sum(int(rows[name][0]) for name in names[cut + 1 :]) == int(rows["Allies"][0])
    assert int(rows["Axis"][0]) + int(rows["Allies"][0]) > 0


def test_7_battalion_equivalents_count_steps_of_battalions_and_whole_companies() -> None:
    units: dict[str, Any] = {
        "i-33": {"at": "1513", "steps": 1},
        "liv-cc": "lost",
        "s47": {"at": "1513", "steps": 1},
        "hq-liv": "lost",
    }
    state = table({"i-33": "1513"})
    for id, sheet in units.items():
        unit = state.units[id]
        at, unit.steps = ("lost", 0) if isinstance(sheet, str) else (sheet["at"], sheet["steps"])
        state.units.put(unit, at)
    found = [state.units[id] for id in units]
    assert equivalents(state, found[:1]) * 3 == 2
    assert equivalents(state, found[1:2]) * 3 == 1
    assert equivalents(state, found[2:]) == 0, "half a company and a headquarters are no part of a battalion"


def test_every_day_has_a_column_and_its_figures(page: Page, match: Match[Any]) -> None:
    story = Story(match)
    days = [*dict.fromkeys(chapter.day for chapter in story.chapters)]
    rows = page.rows("Day by day")
    assert rows[""] == days
    assert rows["Weather"][0] == "clear"
    assert rows["Hexes held by the Axis in the evening"][-1] == str(story.chapters[-1].figures["ground"])
    lost = [int(told or 0) for told in rows["Steps lost by the Axis"]]
    assert sum(lost) == story.chapters[-1].figures["axis_steps_lost"]
    titles = [part.text for part in page.section("Day by day").iter("h3")]
    assert titles == [chapter.title for chapter in story.chapters]


def test_ground_by_objective_and_by_region(page: Page, match: Match[Any]) -> None:
    state, rows = match.state, page.rows("Ground")
    assert rows["1613 Luqa airfield"] == [str(state.board.objectives["1613"]), PLAYERS[state.controller("1613")]]
    assert rows["The island"][0] == f"{len(state.control)} of {len(state.board.land)}"
    parts = [int(rows[region.name][0].split()[0]) for region in state.board.regions.values()]
    assert sum(parts) == len(state.control)


def test_every_unit_that_was_in_play_is_listed_once(page: Page, match: Match[Any]) -> None:
    listed = [*page.rows("Units")]
    units = [unit for unit in match.state.units.values() if unit.on_map and not unit.type.of]
    assert units
    assert not [unit.id for unit in units if unit.id not in listed]


def test_every_sentence_of_the_log_is_told_in_its_order(page: Page, match: Match[Any]) -> None:
    rows = bare_rows(match)
    replay(match, rows)
    told = [line.strip().removeprefix("── ") for row in rows for line in sentences(row.events, match.state)]
    assert ["".join(item.itertext()) for item in page.section("Journal").iter("li")] == told


def without_map(text: str) -> str:
    """The picture's key shows one of the guns as a sample; what else is in it has tests of its own."""
    before, _, rest = text.partition("<svg")
    return before + rest.partition("</svg>")[2]


def test_24_3_a_report_for_a_side_holds_no_secret_of_the_other() -> None:
    match: Match[Any] = Match(GAME, Setup("herkules"), 1)
    perform(match, ["next"])
    down = [unit.id for unit in match.state.units.values() if unit.on_map and not unit.revealed]
    assert down
    whole = without_map(html(match))
    match.state, match.side = GAME.sides.view(match.state, "axis"), "axis"
    told = without_map(html(match))
    assert [id for id in down if id in whole] == down
    assert [id for id in down if id in told] == []
