"""The after-action report: a page that stands alone, tells of every unit and area, and holds the whole journal."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tarawa_cli.games.tarawa.exports.report import html
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import OUTCOMES, State
from tarawa_cli.games.tarawa.narration.sentences import sentences
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.narration.chronicle import bare_rows, replay
from tests.tarawa.tables import CAMPAIGN, TABLES
from tests.tarawa.tools import random_state, write_scenario

Element = ElementTree.Element
SEED = 1943
SCRIPTS = Path(__file__).parent.parent / "scripts"


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

    def said(self, kind: str) -> list[str]:
        return [_text(part) for part in self.root.iter() if part.get("class") == kind]

    def rows(self, title: str) -> list[list[str]]:
        """The rows of a section's tables as text."""
        return [[_text(cell) for cell in row] for row in self.section(title).iter("tr")]

    @property
    def turns(self) -> list[Element]:
        return list(self.section("Journal").findall("details"))


def _text(part: Element) -> str:
    return "".join(part.itertext())


def new_match() -> Match[State]:
    return Match(GAME, CAMPAIGN, SEED)


def played(match: Match[State], *orders: str) -> Match[State]:
    for order in orders:
        perform(match, order.split())
    return match


@pytest.fixture
def worked() -> Match[State]:
    """The worked turn ashore, and the start of the next."""
    match = Match(GAME, Setup("turn_4.toml", str(SCRIPTS), TABLES), 3289629)
    lines = (SCRIPTS / "turn_4.txt").read_text(encoding="utf-8").splitlines()
    return played(match, *(line for line in lines if line and not line.startswith("#")))


def test_a_game_just_begun() -> None:
    page = Page(new_match())
    assert _text(page.section("Journal")) == "JournalNothing yet."
    assert page.said("turn") == ["Turn 1 · 20 November, 09:00 · Pre-invasion bombardment"]
    assert "→ bombard\n" in (page.root.findtext("body/main/pre") or "")
    assert ["Dice", "seed 1943, 0 rolled"] in page.rows("Position")
    assert ["Scenario", "campaign"] in page.rows("Position")


def test_it_needs_nothing_but_itself(worked: Match[State]) -> None:
    text = html(worked)
    assert text.isascii()
    assert set(re.findall(r"\w+://[^\s\"<]+", text)) == {"http://www.w3.org/2000/svg"}, "the name of SVG's namespace"
    assert not re.search(r"<script|<link|<img|href|src=|@import|@font-face|\son\w+=", text)
    assert text == html(worked)


def test_its_policy_forbids_every_script_and_whatever_comes_from_elsewhere(worked: Match[State]) -> None:
    head = Page(worked).root.find("head")
    assert head is not None
    metas = head.findall("meta")
    (policy,) = [meta.get("content", "") for meta in metas if meta.get("http-equiv") == "Content-Security-Policy"]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert {name for name in rules if name.endswith("-src")} == {"default-src", "style-src"}
    assert rules["style-src"] == "'unsafe-inline'"
    assert [part.tag for part in head][:2] == ["meta", "meta"], "it comes before whatever it is about"


def test_the_map_is_in_it(worked: Match[State]) -> None:
    first, *_, last = list(Page(worked).section("Maps").iter("{http://www.w3.org/2000/svg}svg"))
    named = [[part for part in picture.iter() if part.get("id", "").startswith("hex-")] for picture in (first, last)]
    assert not named[0], "the same name twice would be wrong"
    assert len(named[1]) > 1000
    assert not re.search(r"<\?xml", html(worked))


def test_every_sentence_of_the_log_is_told_in_its_order(worked: Match[State]) -> None:
    rows = bare_rows(worked)
    assert replay(worked, rows) == ""
    told = [_text(line) for line in Page(worked).section("Journal").iter("li")]
    assert told == [
        line.strip().removeprefix("── ") for row in rows for line in sentences(row.events, worked.state) if line
    ]
    assert [_text(code) for code in Page(worked).section("Journal").iter("code")] == [row.entry.command for row in rows]


def test_the_journal_is_folded_turn_by_turn_and_the_last_one_is_open(worked: Match[State]) -> None:
    turns = Page(worked).turns
    assert [_text(turn[0]).partition(" — ")[0] for turn in turns] == [
        "Turn 4 · 20 November, 15:00",
        "Turn 5 · 20 November, 17:00",
    ]
    assert [turn.get("open") for turn in turns] == [None, "open"]


def test_what_an_order_brings_about_after_the_turns_end_stands_in_the_next(worked: Match[State]) -> None:
    last, first = Page(worked).turns
    assert not any("Turn 5:" in _text(line) for line in last.iter("li"))
    assert _text(next(first.iter("li"))) == "Turn 5: 20 November, 17:00"


def test_a_turn_is_summed_up(worked: Match[State]) -> None:
    rows = bare_rows(worked)
    replay(worked, rows)
    cleared = sum(event.type == "hex-cleared" for row in rows for event in row.events)
    summary = _text(Page(worked).turns[0][0])
    assert f"{sum(row.turn == 4 for row in rows)} orders" in summary
    assert f"{worked.state.casualties - 950} casualties" in summary
    assert f"{cleared} hexes cleared" in summary


def test_dice_stand_beside_their_order(worked: Match[State]) -> None:
    asides = Page(worked).said("aside")
    rows = bare_rows(worked)
    assert len(asides) == len(rows)
    for row, aside in zip(rows, asides, strict=True):
        assert aside.endswith(f"dice {' '.join(map(str, row.entry.dice))}") == bool(row.entry.dice)


def test_every_unit_stands_below_its_battalion(worked: Match[State]) -> None:
    rows = Page(worked).rows("Units")
    names = [row[0] for row in rows]
    present = [unit.id for unit in worked.state.units.values() if unit.at != "absent"]
    assert sorted(name for name in names if name in worked.state.units) == sorted(present)
    start = names.index("Battalion 2/8")
    assert names[start + 1 : start + 4] == ["2/8A", "2/8B", "2/8E"]
    steps = sum(worked.state.units[id].steps for id in ("2/8A", "2/8B", "2/8E"))
    assert rows[start][1:3] == [f"{steps} of 22", str(22 - steps)]
    unit = worked.state.units["2/8A"]
    assert unit.pins == 1
    assert rows[start + 1] == [
        "2/8A", "half-battalion", "at 2728 (red3)", f"{unit.steps} of 8", str(8 - unit.steps), unit.supply, "Pin 1",
    ]  # fmt: skip


def test_areas_and_morale(worked: Match[State]) -> None:
    page, state = Page(worked), worked.state
    areas = {row[1]: row for row in page.rows("Areas")}
    cleared = sum(at in state.cleared for at in state.board.areas["red3"].hexes)
    assert areas["Red Beach 3"][2] == f"{cleared} of 32"
    assert len(areas) == len(state.board.areas) + 1
    assert ["Casualties", f"{state.casualties:,}"] in page.rows("Position")
    levels = {row[0]: row[1:] for row in page.rows("Position")}
    assert levels["6th Marines"] == ["+2, first box", "+2, first box"]
    assert levels["2nd Marines"] == ["0", "0"]


def test_a_question_that_waits_is_asked() -> None:
    match = new_match()
    match.state = GAME.load(CAMPAIGN, {
        "turn": 4, "phase": "offensive-fire", "pending": [{"kind": "arrive"}, {"kind": "hit", "unit": "2/8A"}],
        "units": {"2/8A": {"at": "2629", "steps": 5, "landed": 1}},
    })  # fmt: skip
    next_ = Page(match).root.findtext("body/main/pre") or ""
    assert "You must decide: 2/8A (5 steps" in next_
    assert "→ decide morale" in next_


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_a_finished_game_says_how_it_ended_and_nothing_of_what_comes_next(outcome: str) -> None:
    match = new_match()
    match.state.outcome = outcome
    page = Page(match)
    assert [text.lower() for text in page.said("outcome")] == [f"{OUTCOMES[outcome]}.".lower()]
    assert "computer games" in _text(page.section("Result"))
    assert "What next" not in page.text
    assert page.root.find("body/main/pre") is None


@pytest.mark.parametrize("seed", range(5))
def test_any_position_can_be_reported(seed: int) -> None:
    match = new_match()
    match.state = random_state(seed)
    listed = {row[0] for row in Page(match).rows("Units")}
    assert {unit.id for unit in match.state.units.values() if unit.at != "absent"} <= listed


def test_names_are_text_whatever_is_in_them(tmp_path: Path) -> None:
    name = "</title><script>alert(1)</script> & \\u0007"
    setup = write_scenario(tmp_path, {}, f'[scenario]\nid = "test"\nname = "{name}"\nbase = "campaign"\n')
    page = Page(Match(GAME, setup, SEED))
    assert page.root.findtext("body/main/h1") == "</title><script>alert(1)</script> & \ufffd"
    assert not list(page.root.iter("script"))


def test_a_game_with_the_players_dice_says_so() -> None:
    match: Match[State] = Match(GAME, CAMPAIGN, None)
    perform(match, ["bombard"], [4])
    assert ["Dice", "given by the player, 1 rolled"] in Page(match).rows("Position")


def test_an_edited_save_is_noted() -> None:
    match = new_match()
    assert Page(match).said("note") == []
    match.edited = True
    (note,) = Page(match).said("note")
    assert "edited by hand" in note


def test_a_journal_that_does_not_hold_is_told_as_far_as_it_does() -> None:
    match = played(new_match(), "bombard")
    match.journal = match.journal.replace("]\n", '    "nonsense <b>",\n]\n')
    page = Page(match)
    (note,) = page.said("note")
    assert note.startswith("Note: the journal cannot be replayed beyond entry 1: ")
    assert [_text(turn[0]).partition(" — ")[0] for turn in page.turns] == [
        "Turn 1 · 20 November, 09:00",
        "Not replayed",
    ]
    code = page.turns[1].find(".//code")
    assert code is None or _text(code) == "nonsense <b>"
    assert [_text(code) for code in page.section("Journal").iter("code")] == ["bombard", "nonsense <b>"]


def test_a_change_from_outside_is_told_in_words() -> None:
    match = played(new_match(), "bombard")
    match.state.casualties = 50
    match.edited = True
    perform(match, ["policy", "hits", "step"])
    codes = [_text(code) for code in Page(match).section("Journal").iter("code")]
    assert codes == ["bombard", "the save was edited by hand: casualties", "policy hits step"]
