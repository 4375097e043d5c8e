"""The film of a battle in a real browser: what the page shows at every step is what the engine says."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games.tarawa.exports.film import BetioCamera
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.board import ABSENT
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.players import player
from tarawa_cli.games.tarawa.views import facts
from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.exports.film_page import html
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves import journal
from tarawa_cli.kernel.saves.journal import ReplayedEntry
from tests.browser.chromium import Page
from tests.kit.recorded import recorded

ROOT = Path(__file__).resolve().parents[2]
WIDE, PHONE = (1400, 900), (390, 844)
SHOWN = """
n => {
  show(n);
  const pieces = {}, figures = {};
  const asText = facts => Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, String(value)]));
  for (const it of document.querySelectorAll(".piece")) {
    const name = it.dataset.name;
    if (elements[name] === it) pieces[name] = {layer: it.layer, ...asText(shown[name].f)};
  }
  for (const it of document.querySelectorAll("#f-off [data-ref]"))
    pieces[it.textContent] = {layer: "", ...asText(shown[it.textContent].f)};
  for (const name in film.still) pieces[name] ||= asText(shown[name].f);
  for (const it of document.querySelectorAll("[data-figure]"))
    figures[it.dataset.figure] = it.textContent.replaceAll(",", "");
  return {pieces, figures, command: document.querySelector("#f-command").textContent,
          when: document.querySelector("#f-when").textContent, slider: document.querySelector("#f-slider").value};
}
"""
UNIT = (*(name for name, one in Unit.traits.items() if one.film), "ap")
HEX = ("status", "standing", "demolished", "suppressed", "improved", "head")
COUNTS = ("held", "cleared", "secured", "ashore", "afloat", "lost")


class Film:
    """A game that was played, and the page that shows it."""

    def __init__(self, match: Match[Any], path: Path) -> None:
        self.match = match
        self.path = path
        path.write_text(html(match, BetioCamera(match.state)), encoding="ascii")
        self.address = path.as_uri()

    def steps(self) -> Iterator[ReplayedEntry]:
        match = self.match
        return journal.replay(match.game, match.setup, match.seed, match.entries)


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Film:
    match: Match[Any] = Match(GAME, Setup("red-beach-3"), 3)
    chooser = player("historical")
    while not match.state.outcome:
        perform(match, chooser.choose(match.state).order.in_words())
    return Film(match, tmp_path_factory.mktemp("film") / "short.html")


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Film:
    game = recorded(ROOT / "tests/games/campaign-time.txt")
    match: Match[Any] = Match(GAME, Setup(game.head["scenario"]), int(game.head["seed"]))
    for line in game.lines:
        perform(match, split_line(line))
    return Film(match, tmp_path_factory.mktemp("film") / "campaign.html")


def seen(page: Page, numbers: list[int]) -> list[dict[str, Any]]:
    """What the page shows at some steps."""
    found: list[dict[str, Any]] = page.run(f"{json.dumps(numbers)}.map({SHOWN})")
    return found


def text(value: Any) -> str:
    """A fact as the page holds it; what is 0, false or empty is not there."""
    return "" if not value else str(int(value)) if isinstance(value, bool) else str(value)


def compare(shown: dict[str, Any], state: State, match: Match[Any]) -> None:
    """Counters, hexes and figures of the page with what the JSON objects of the looks hold."""
    pieces = shown["pieces"]
    present = [u for u in state.units.values() if u.at != ABSENT and (u.on_map or not u.type.is_craft)]
    assert {name for name in pieces if not name.isdigit() and " " not in name} == {unit.id for unit in present}
    for unit in present:
        fact = facts.unit_facts(state, unit)
        assert {key: pieces[unit.id].get(key, "") for key in UNIT} == {key: text(fact[key]) for key in UNIT}, unit.id
        assert bool(pieces[unit.id]["layer"]) == unit.on_map
    for at in sorted(state.board.terrain if state.turn == 1 else state.board.land):
        fact = facts.hex_facts(state, at)
        assert {key: pieces[at].get(key, "") for key in HEX} == {key: text(fact[key]) for key in HEX}, at
    for id in state.board.areas:
        assert pieces[f"area {id}"]["cleared"] == str(len(facts.area_facts(state, id)["cleared"]))
    told = facts.brief(state, match)
    wanted = {name: told["counts"][name] for name in COUNTS} | {name: told[name] for name in ("shore", "stock")}
    wanted |= {name: track["marker"]["level"] for name, track in told["tracks"].items()}
    wanted["casualties"] = told["casualties"]
    wanted["steps"] = sum(unit.steps for unit in state.ashore())
    assert shown["figures"] == {name: str(value) for name, value in wanted.items()}


# ── The state at every step


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_every_step_of_a_short_game_is_what_the_engine_says(page: Page, short: Film, size: tuple[int, int]) -> None:
    page.open(short.address, *size)
    count = page.run("film.steps.length")
    assert count == len(short.match.entries) + 1
    shown: Iterator[dict[str, Any]] = iter(())
    for step in short.steps():
        if step.number % 25 == 0:
            shown = iter(seen(page, list(range(step.number, min(count, step.number + 25)))))
        moment = next(shown)
        compare(moment, step.state, short.match)
        assert moment["slider"] == str(step.number)
        command = f"{step.number}. {step.entry.command}" if step.number else "the start"
        assert moment["command"] == command
        assert f"({moment['when']} (`{step.state.phase}`)" in f"({GAME.narration.headline(step.state)}"


def test_steps_of_a_campaign_forwards_and_backwards(page: Page, campaign: Film) -> None:
    size = campaign.path.stat().st_size
    seconds = page.open(campaign.address, *WIDE)
    print(f"\na campaign of {len(campaign.match.entries)} orders: {size:,} bytes, open after {seconds:.2f} s")
    assert size < 2_000_000
    every = [*range(0, len(campaign.match.entries), 90), len(campaign.match.entries)]
    there = dict(zip(every, seen(page, every), strict=True))
    back = dict(zip(every[::-1], seen(page, every[::-1]), strict=True))
    assert there == back
    for step in campaign.steps():
        if step.number in there:
            compare(there[step.number], step.state, campaign.match)


# ── Keys, slider, taps


def number(page: Page) -> int:
    return int(page.run("now"))


def test_keys_go_through_the_game(page: Page, short: Film) -> None:
    page.open(short.address, *WIDE)
    last, turns = page.run("film.steps.length - 1"), page.run("starts()")
    for _ in range(5):
        page.press("ArrowRight")
    assert number(page) == 5
    page.press("ArrowLeft")
    assert number(page) == 4
    page.press("PageDown")
    assert number(page) == turns[1]
    page.press("PageUp")
    assert number(page) == 0
    page.press("End")
    assert number(page) == last
    page.press("ArrowRight")
    assert number(page) == last
    page.press("Home")
    assert number(page) == 0
    page.press(" ")
    page.wait("now > 1")
    page.press(" ")
    assert page.run("timer") == 0


def test_the_slider_goes_through_the_game_by_mouse_and_by_keys(page: Page, short: Film) -> None:
    page.open(short.address, *WIDE)
    page.click("#f-slider")
    middle = number(page)
    assert abs(middle - page.run("film.steps.length") / 2) < 5
    page.press("ArrowRight")
    assert number(page) == middle + 1
    assert page.run("find('slider').value") == str(middle + 1)


def test_buttons_lists_and_links_lead_to_a_moment(page: Page, short: Film) -> None:
    page.open("about:blank")
    page.open(f"{short.address}#17", *WIDE)
    assert number(page) == 17
    for button, by in (("#f-on", 1), ("#f-back", -1)):
        before = number(page)
        page.click(button)
        assert number(page) == before + by
    points = page.run("film.steps.map((step, n) => step.m ? n : 0).filter(n => n)")
    assert points
    page.run(f"find('points').value = {points[-1]}; find('points').dispatchEvent(new Event('change'))")
    assert number(page) == points[-1]
    assert page.run("document.querySelector('#f-lines .point').textContent.length") > 5
    page.click("#f-journal summary")
    page.wait("!!document.querySelector('#f-journal button')")
    page.click("#f-journal li:nth-child(3) button")
    assert number(page) == 2


def test_a_moved_counter_is_marked_and_so_is_a_changed_hex(page: Page, short: Film) -> None:
    page.open(short.address, *WIDE)
    moved = next(step.number for step in short.steps() if any(event.type == "advanced" for event in step.events))
    cleared = next(step.number for step in short.steps() if any(event.type == "hex-cleared" for event in step.events))
    page.run(f"show({moved - 1}); show({moved})")
    assert page.run("marks.querySelectorAll('path.move').length") > 0
    page.run(f"show({cleared - 1}); show({cleared})")
    assert page.run("marks.querySelectorAll('circle.change').length") > 0
    assert page.run("document.querySelectorAll('#f-lines .dice').length") > 0


def test_a_tap_tells_what_a_counter_and_a_hex_were_then(page: Page, short: Film) -> None:
    page.open(short.address, *WIDE)
    number_ = next(step.number for step in short.steps() if step.state.units["2/8A"].hex)
    step = next(step for step in short.steps() if step.number == number_)
    page.run(f"show({number_}); centreOn('2/8A')")
    page.click(".piece[data-name='2/8A'] .card")
    assert page.run("find('told').textContent").startswith("2/8A — half-battalion, 8th Marines")
    at = step.state.units["2/8A"].hex
    page.run(f"look('{at}')")
    told = page.run("find('told').textContent")
    assert told.startswith(f"{at} — ")
    assert "2/8A — half-battalion" in told
    x, y = page.run(
        "centreOn('2725'); (box => [box.left + room.wide / 2, box.top + room.high / 2])(view.getBoundingClientRect())"
    )
    for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
        page("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
    assert page.run("find('told').textContent").startswith("2725 — ")
    page.run("find('who').value = '2/8b'; find('who').dispatchEvent(new Event('change'))")
    assert page.run("find('told').textContent").startswith("2/8B — ")


def test_charts_follow_the_slider(page: Page, short: Film) -> None:
    page.open(short.address, *WIDE)
    last = page.run("film.steps.length - 1")
    page.run(f"show({last})")
    assert page.run("find('slider').value") == str(last)
    casualties = page.run("document.querySelector('[data-chart=casualties]').textContent")
    assert casualties == f"{short.match.state.casualties:,}"


# ── For everybody


@pytest.mark.parametrize("size", [WIDE, PHONE, (320, 640)])
def test_no_page_scrolls_sideways(page: Page, campaign: Film, size: tuple[int, int]) -> None:
    page.open(campaign.address, *size)
    last = page.run("film.steps.length - 1")
    for step in (0, 40, 700, last):
        page.run(f"show({step}); look('2/8A'); for (const it of document.querySelectorAll('details')) it.open = true")
        assert page.run("document.documentElement.scrollWidth") <= size[0], step


CONTRAST = """
(() => {
  const light = text => {
    const [r, g, b] = text.match(/[\\d.]+/g).map(Number).slice(0, 3).map(v => v / 255)
      .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = it => { const own = getComputedStyle(it).backgroundColor;
    return own === "rgba(0, 0, 0, 0)" ? (it.parentElement ? behind(it.parentElement) : "rgb(255, 255, 255)") : own; };
  const found = {};
  const texts = "h1, h2, p, li, pre, dt, dd, summary, label, button, output, figcaption span, figcaption b, kbd, .dice";
  for (const it of document.querySelectorAll(texts)) {
    const a = light(getComputedStyle(it).color), b = light(behind(it));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const name = it.tagName + "." + it.className;
    found[name] = Math.min(found[name] || 99, ratio);
  }
  return found;
})()
"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_text_stands_out_from_its_ground_in_both_themes(page: Page, short: Film, theme: str) -> None:
    page("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
    page.open(f"{short.address}#60", *WIDE)
    page.run("look('2/8A')")
    found = page.run(CONTRAST)
    assert len(found) > 10
    assert {name: ratio for name, ratio in found.items() if ratio < 4.5} == {}
    ground = page.run("getComputedStyle(document.body).backgroundColor")
    page.press("d")
    assert page.run("getComputedStyle(document.body).backgroundColor") != ground
    page("Emulation.setEmulatedMedia", features=[])


def test_everything_that_can_be_used_has_a_name(page: Page, short: Film) -> None:
    page.open(short.address, *WIDE)
    nameless = page.run(
        "[...document.querySelectorAll('button, input, select, [role=img], #f-view')].filter(it => !(it.ariaLabel || "
        "it.getAttribute('aria-label') || it.textContent.trim() || (it.labels && it.labels.length))).map(it => it.id)"
    )
    assert nameless == []
    assert page.run("document.documentElement.lang") == "en"


def test_a_printed_page_has_the_map_and_no_buttons(page: Page, short: Film) -> None:
    page.open(f"{short.address}#60", *WIDE)
    page("Emulation.setEmulatedMedia", media="print")
    shown = page.run(
        "['#f-view svg', '#f-curves', '#f-lines', '#f-slider', '#f-play', '#f-theme']"
        ".map(it => document.querySelector(it).getClientRects().length > 0)"
    )
    page("Emulation.setEmulatedMedia", media="")
    assert shown == [True, True, True, False, False, False]


# ── Hostile saves


EVIL = '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=2"><svg onload="window.hacked=3">'


def test_nothing_from_a_hostile_save_is_executed(page: Page, tmp_path: Path) -> None:
    source = (ROOT / "scenarios/tarawa/red-beach-3.toml").read_text(encoding="utf-8")
    lines = [f"name = {json.dumps(EVIL)}" if line.startswith("name = ") else line for line in source.splitlines()]
    match: Match[Any] = Match(GAME, Setup("evil.toml", source="\n".join(lines)), 3)
    assert match.state.setting.scenario.name == EVIL
    perform(match, ["policy", "hits", "step"])
    match.enter(f"embark {EVIL}")
    film = Film(match, tmp_path / "evil.html")
    page.open(film.address, *WIDE)
    for step in range(page.run("film.steps.length")):
        page.run(f"show({step}); look('2/8A')")
    assert page.run("document.querySelector('h1').textContent") == EVIL
    assert "embark </script><script>" in page.run("document.querySelector('#f-note').textContent")
    assert page.run("typeof window.hacked") == "undefined"
    assert page.run("document.images.length") == 0


def test_even_markup_that_got_in_would_not_run(page: Page, short: Film) -> None:
    """The policy of the page is the second wall."""
    page.open(short.address, *WIDE)
    page.run(f"document.body.insertAdjacentHTML('beforeend', {json.dumps(EVIL)})")
    page.run("new Promise(done => setTimeout(done, 300))")
    assert page.run("typeof window.hacked") == "undefined"
    assert any("Content Security Policy" in said for said in page.complaints)
    page.complaints.clear()
