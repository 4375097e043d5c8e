"""The film of an invasion in a real browser: every step as the engine tells it, and to a side only what it may know."""

import json
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games.malta.exports.film import MalteseCamera
from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit import ABSENT, POOL
from tarawa_cli.games.malta.players import player
from tarawa_cli.games.malta.views import facts
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.exports.film_page import html
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves import journal
from tests.browser.chromium import Page
from tests.browser.test_film import PHONE, SHOWN, WIDE, seen, text

UNIT = ("at", "steps", "state", "supplied", "ammo", "fired", "moved", "attacked")
COUNTED = ("steps", "steps_lost", "on_map", "disorganised", "demoralised")


@pytest.fixture(scope="module")
def match() -> Match[Any]:
    match: Match[Any] = Match(GAME, Setup("cottonera"), 5)
    chooser = player("random", "5")
    while not match.state.outcome:
        perform(match, chooser.choose(match.state).order.in_words())
    return match


def filmed(match: Match[Any], side: str, path: Path) -> str:
    """The address of the film that a side gets."""
    match.side = side
    try:
        path.write_text(html(match, MalteseCamera(match.state)), encoding="ascii")
    finally:
        match.side = ""
    return path.as_uri()


def compare(shown: dict[str, Any], state: State) -> None:
    pieces = shown["pieces"]
    present = [unit for unit in state.units.values() if not unit.in_battalion and unit.at not in (ABSENT, POOL)]
    assert {name for name in pieces if not name.isdigit() and " " not in name} == {unit.id for unit in present}
    for unit in present:
        fact = facts.unit_facts(unit)
        assert {key: pieces[unit.id].get(key, "") for key in UNIT} == {key: text(fact[key]) for key in UNIT}, unit.id
    for at in sorted(state.board.land):
        assert pieces[at]["control"] == state.controller(at), at
        assert pieces[at].get("strongpoint", "") == text(at in state.strongpoints), at
    for side in ("axis", "allied"):
        count = facts.counts(state, side)
        assert {name: shown["figures"][f"{side}_{name}"] for name in COUNTED} == {
            name: str(count[name]) for name in COUNTED
        }
    assert shown["figures"]["ground"] == str(len(state.control))


@pytest.mark.parametrize("size", [WIDE, PHONE])
@pytest.mark.parametrize("side", ["", "axis", "allied"])
def test_every_step_is_what_the_engine_tells_the_side(
    page: Page, match: Match[Any], tmp_path: Path, side: str, size: tuple[int, int]
) -> None:
    page.open(filmed(match, side, tmp_path / "malta.html"), *size)
    shown = seen(page, list(range(len(match.entries) + 1)))
    for step in journal.replay(GAME, match.setup, match.seed, match.entries):
        compare(shown[step.number], GAME.sides.view(step.state, side) if side else step.state)


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_film_begins_with_the_island_and_follows_the_orders(
    page: Page, match: Match[Any], tmp_path: Path, size: tuple[int, int]
) -> None:
    page.open(filmed(match, "", tmp_path / "malta.html"), *size)
    assert page.run("marks.children.length") == 0, "nothing has happened yet"
    page.run(
        "frame = () => find('view').getBoundingClientRect();"
        "inside = box => (box.top + box.bottom) / 2 > frame().top && (box.top + box.bottom) / 2 < frame().bottom"
    )
    unit = (
        "Object.keys(elements).find(name => !isHex(name) && isHex(hexOf(name)) &&"
        " inside(elements[name].getBoundingClientRect()))"
    )
    assert page.run(unit), "somebody is in view"
    page.run("fit(true)")
    assert page.run("Math.abs(shown['1211'].y - eye.y) * eye.scale < room.high / 2"), "the middle of Malta"
    page.run("fit(false)")
    lost = (
        "film.steps.map((step, n) => n).filter(n => { show(n); const going = acted(), last = going[going.length - 1];"
        " const off = point => Math.abs(point.x - eye.x) > room.wide / eye.scale / 2 ||"
        " Math.abs(point.y - eye.y) > room.high / eye.scale / 2; return last && off(last) })"
    )
    assert page.run(lost) == []


def test_the_axis_never_see_a_gun_that_lies_face_down(page: Page, match: Match[Any], tmp_path: Path) -> None:
    page.open(filmed(match, "axis", tmp_path / "axis.html"), *WIDE)
    count = page.run("film.steps.length")
    for step in journal.replay(GAME, match.setup, match.seed, match.entries):
        if step.number % 10 and step.number != count - 1:
            continue
        hidden = [unit.id for unit in step.state.units.values() if not unit.revealed]
        assert hidden
        shown = page.run(f"[{step.number}].map({SHOWN})[0].pieces")
        assert not set(hidden) & set(shown)
        words = page.run("['story', 'closer', 'standing'].map(part => find(part).innerText).join(' ')")
        assert not [name for name in hidden if name in words.split()]


def test_the_page_of_malta_fits_a_phone_and_its_keys_work(page: Page, match: Match[Any], tmp_path: Path) -> None:
    page.open(filmed(match, "", tmp_path / "malta.html"), *PHONE)
    for step in (0, 40, len(match.entries)):
        page.run(f"show({step}); for (const it of document.querySelectorAll('details')) it.open = true")
        assert page.run("document.documentElement.scrollWidth") <= PHONE[0]
    page.press("Home")
    page.press("ArrowRight")
    assert page.run("now") == 1
    page.run("look('1911')")
    told = page.run("find('told').textContent")
    assert told.startswith("1911 — ")
    assert "The Three Cities" in told
    assert json.loads(page.run("JSON.stringify(film.charts.map(chart => chart.title))"))[0] == "Steps on the map"
