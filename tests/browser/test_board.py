"""The board of a film in a real browser, for both games, on a desk and on a phone: how it opens, moves and is told."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games import GAMES
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.exports.film_page import html
from tarawa_cli.kernel.game import Setup
from tests.browser.axe import violations
from tests.browser.chromium import Page
from tests.browser.test_film import PHONE, WIDE

SCENARIOS = {"tarawa": ("red-beach-3", 3, "historical"), "malta": ("cottonera", 5, "random")}
LARGEST = 2_000_000
Opened = Callable[..., None]


@pytest.fixture(scope="module", params=["tarawa", "malta", "malta axis", "malta allied"])
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The film of a short game that was played to its end, as a side may see it."""
    program, _, side = request.param.partition(" ")
    scenario, seed, name = SCENARIOS[program]
    game: Any = GAMES(program)
    match: Match[Any] = Match(game, Setup(scenario), seed)
    chooser = game.players.player(name, str(seed))
    while not match.state.outcome:
        perform(match, chooser.choose(match.state).order.in_words())
    match.side = side
    path: Path = tmp_path_factory.mktemp("board") / "film.html"
    path.write_text(html(match, game.exports.camera(match.state)), encoding="ascii")
    assert path.stat().st_size < LARGEST
    return path.as_uri()


@pytest.fixture(params=[WIDE, PHONE], ids=["desk", "phone"])
def opened(request: pytest.FixtureRequest, page: Page, address: str) -> Opened:
    def open_(hash: str = "") -> None:
        page.open("about:blank")
        page.open(address + hash, *request.param)

    return open_


INSIDE = """
(names => names.filter(name => Math.abs(shown[name].x - eye.x) * eye.scale < room.wide / 2
  && Math.abs(shown[name].y - eye.y) * eye.scale < room.high / 2))
"""


# ── Legible from the start; fit, drag, wheel, pinch


def test_it_opens_large_enough_to_read_and_fits_at_a_key(page: Page, opened: Opened) -> None:
    opened("#30")
    assert page.run("pitch * eye.scale") >= 43
    page.press("f")
    if not page.run("whole"):
        page.press("f")
    hexes = page.run("Object.keys(elements).filter(name => isHex(name) && !film.still[name])")
    assert len(page.run(f"{INSIDE}({hexes})")) == len(hexes), "the whole land is in view"
    page.click("#f-fit")
    assert page.run("pitch * eye.scale") >= 43
    assert page.run("document.documentElement.scrollWidth <= innerWidth")


def test_a_drag_moves_the_map_selects_no_text_and_is_no_tap(page: Page, opened: Opened) -> None:
    opened("#30")
    page.run("resize(2)")
    before = page.run("[eye.x, eye.y, eye.scale]")
    x, y = page.run("(b => [b.left + b.width / 2, b.top + b.height / 2])(view.getBoundingClientRect())")
    page("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
    for far in (10, 30, 60):
        page("Input.dispatchMouseEvent", type="mouseMoved", x=x - far, y=y - far, button="left", buttons=1)
    page("Input.dispatchMouseEvent", type="mouseReleased", x=x - 60, y=y - 60, button="left", clickCount=1)
    after = page.run("[eye.x, eye.y, eye.scale]")
    assert after[2] == before[2]
    assert after[0] - before[0] == pytest.approx(60 / before[2], abs=2)
    assert after[1] - before[1] == pytest.approx(60 / before[2], abs=2)
    assert page.run("getSelection().toString()") == ""
    assert page.run("find('closer').hidden")


def test_the_wheel_makes_larger_what_is_below_it(page: Page, opened: Opened) -> None:
    opened("#30")
    x, y = page.run("(b => [b.left + b.width * 0.4, b.top + b.height * 0.4])(view.getBoundingClientRect())")
    point = f"onSheet({{clientX: {x}, clientY: {y}}})"
    scale, before = page.run("eye.scale"), page.run(point)
    page("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=-200)
    page.wait(f"eye.scale > {scale}")
    after = page.run(point)
    assert after["x"] == pytest.approx(before["x"], abs=1)
    assert after["y"] == pytest.approx(before["y"], abs=1)
    assert page.run("scrollY") == 0


def test_two_fingers_make_it_larger(page: Page, opened: Opened) -> None:
    opened("#30")
    x, y = page.run("(b => [b.left + b.width / 2, b.top + b.height / 2])(view.getBoundingClientRect())")
    scale = page.run("eye.scale")

    def touch(kind: str, apart: float) -> None:
        points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}] if apart else []
        page("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    touch("touchStart", 30)
    for apart in (36, 45, 60):
        touch("touchMove", apart)
    touch("touchEnd", 0)
    assert page.run("eye.scale") == pytest.approx(2 * scale, rel=0.1)


def test_the_address_leads_back_to_the_moment_and_the_place(page: Page, opened: Opened) -> None:
    opened()
    page.run("show(25); lookAt(eye.x + 40, eye.y + 30, 0.9)")
    page.wait("location.hash.startsWith('#25@')")
    there, hash = page.run("[Math.round(eye.x), Math.round(eye.y), eye.scale]"), page.run("location.hash")
    opened(hash)
    assert page.run("now") == 25
    assert page.run("[Math.round(eye.x), Math.round(eye.y), eye.scale]") == pytest.approx(there, abs=1)


# ── The action


def test_arrows_go_from_the_attacker_to_the_target_with_the_result_beside_it(page: Page, opened: Opened) -> None:
    opened()
    step = page.run("film.steps.findIndex(step => (step.a || []).some(act => act[0] === 'attack' && act[3]))")
    assert step > 0
    page.run(f"show({step})")
    act = page.run("film.steps[now].a.find(act => act[0] === 'attack')")
    start, target = act[2].split(" ")
    assert page.run("marks.querySelectorAll('path.head.attack').length") > 0
    assert page.run(f"hexOf({act[1]!r})") in (start, target) or page.run(f"!shown[{act[1]!r}] || !shown[{act[1]!r}].l")
    ends = page.run(
        "seen.filter(act => act.kind === 'attack').map(act => act.points.map(({x, y}) => [x, y]))",
    )
    centres = page.run(f"[{start!r}, {target!r}].map(name => [shown[name].x, shown[name].y])")
    assert centres in ends
    words = page.run(f"film.texts[{act[3]}]")
    assert words in page.run("[...marks.querySelectorAll('text')].map(it => it.textContent).join('|')")
    assert len(page.run(f"{INSIDE}([{target!r}])")) == 1, "the view has followed"


def test_support_is_dashed_and_moves_go_along_their_path(page: Page, opened: Opened) -> None:
    opened()
    supported = page.run("film.steps.findIndex(step => (step.a || []).some(act => act[0] === 'support'))")
    if supported > 0:
        page.run(f"show({supported})")
        dashes = "getComputedStyle(marks.querySelector('path.support:not(.under):not(.head)')).strokeDasharray"
        assert page.run(dashes) not in ("", "none")
    moved = page.run("film.steps.findIndex(s => (s.a || []).some(a => a[0] === 'move' && a[2].split(' ').length > 2))")
    page.run(f"show({moved})")
    corners = page.run("marks.querySelector('path.move:not(.head)').getAttribute('d').match(/[ML]/g).length")
    assert corners > 2


def test_no_words_of_results_stand_on_others(page: Page, opened: Opened) -> None:
    opened()
    overlapping = """
    film.steps.map((step, n) => n).filter(n => isFight(film.steps[n])).slice(0, 40).filter(n => { show(n);
      const boxes = [...marks.querySelectorAll('text')].map(it => it.getBoundingClientRect());
      return boxes.some((a, i) => boxes.some((b, j) => i < j && a.left < b.right - 3 && b.left < a.right - 3 &&
        a.top + 5 < b.bottom - 5 && b.top + 5 < a.bottom - 5)); })
    """
    assert page.run(overlapping) == []


# ── Story and board


def test_names_in_the_story_ring_and_centre_what_they_name(page: Page, opened: Opened) -> None:
    opened()
    step = page.run("film.steps.findIndex(step => (step.a || []).some(act => act[0] === 'attack'))")
    page.run(f"show({step})")
    names = page.run("[...document.querySelectorAll('#f-story [data-ref]')].map(it => it.dataset.ref)")
    assert any(name.isdigit() for name in names)
    name = next(name for name in names if page.run(f"!!(shown[{name!r}] && shown[{name!r}].l)"))
    page.run(f"document.querySelector('#f-story [data-ref=\"{name}\"]').focus()")
    assert page.run("marks.querySelectorAll('.hinted').length") == 1
    page.run("resize(1.5)")
    page.click(f"#f-story [data-ref='{name}']")
    assert len(page.run(f"{INSIDE}([{name!r}])")) == 1
    assert page.run("find('told').textContent").startswith(name)
    assert not page.run("find('closer').hidden")
    page.press("Escape")
    assert page.run("find('closer').hidden")


def test_a_roll_is_told_once_and_its_sum_on_demand(page: Page, opened: Opened) -> None:
    opened()
    step = page.run(
        "film.steps.findIndex(step => (step.l || []).some(line => Array.isArray(line) && line[2].length > 3))"
    )
    page.run(f"show({step})")
    assert page.run("[...document.querySelectorAll('#f-lines details')].every(it => !it.open)")
    page.click("#f-lines summary")
    assert page.run("document.querySelector('#f-lines details').open")
    assert "in all" in page.run("document.querySelector('#f-lines pre').textContent")
    assert page.run("document.documentElement.scrollWidth <= innerWidth")


def test_the_card_opens_where_one_taps_or_at_the_foot_of_a_phone(page: Page, opened: Opened) -> None:
    opened("#30")
    x, y = page.run("(b => [b.left + b.width * 0.3, b.top + b.height * 0.4])(view.getBoundingClientRect())")
    for kind in ("mousePressed", "mouseReleased"):
        page("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
    left, top, right, bottom = page.run(
        "(b => [b.left, b.top, b.right, b.bottom])(find('closer').getBoundingClientRect())"
    )
    wide, high = page.run("[innerWidth, innerHeight]")
    assert left >= 0
    assert right <= wide
    if wide > 900:
        assert abs(left - x) < 60 or abs(right - x) < 60
        assert bottom <= page.run("find('strip').getBoundingClientRect().top")
    else:
        assert bottom == pytest.approx(high, abs=2)
        assert top > high / 3


# ── Time


def test_the_strip_has_at_most_ten_moments_and_they_lead_there(page: Page, opened: Opened) -> None:
    opened()
    count = page.run("document.querySelectorAll('#f-ticks .tick').length")
    assert 3 < count <= 10
    assert page.run("weighty.length") == count
    page.run("document.querySelectorAll('#f-ticks .tick')[2].click()")
    assert page.run("now === weighty[2]")
    charts = page.run("film.charts.length")
    for place in range(charts):
        page.run(f"document.querySelectorAll('#f-legend button')[{place}].click()")
        assert page.run("document.querySelectorAll('#f-curves .curve').length") > 0
        assert page.run("[...document.querySelectorAll('[data-chart]')].every(it => it.textContent)")


def test_keys_go_from_fight_to_fight(page: Page, opened: Opened) -> None:
    opened()
    fights = page.run("film.steps.map((step, n) => n).filter(n => isFight(film.steps[n]))")
    assert len(fights) > 5
    for number in fights[:3]:
        page.press("n")
        assert page.run("now") == number
    page.press("p")
    assert page.run("now") == fights[1]


def test_moves_are_played_together_and_nothing_is_left_out(page: Page, opened: Opened) -> None:
    opened()
    groups = page.run(
        "(() => { const found = []; for (let n = 1; n < film.steps.length; n = grouped(n) + 1)"
        " found.push([n, grouped(n)]); return found })()"
    )
    assert [first for first, _ in groups] == [1, *(last + 1 for _, last in groups[:-1])]
    assert groups[-1][1] == page.run("film.steps.length - 1")
    together = [pair for pair in groups if pair[1] > pair[0]]
    assert together
    for first, last in together:
        assert page.run(f"film.steps.slice({first}, {last + 1}).every(isMarch)")
    first, last = together[0]
    page.run(f"show({first - 1}); find('speed').value = '8'; play()")
    page.wait(f"now >= {last}")
    page.run("stop()")


def test_the_speed_goes_from_a_half_to_eight_times(page: Page, opened: Opened) -> None:
    opened()
    assert page.run("[...find('speed').options].map(it => +it.value)") == [0.5, 1, 2, 4, 8]
    for _ in range(5):
        page.press(">")
    assert page.run("speed()") == 8


# ── At night


def test_the_dark_map_is_darker_and_its_counters_are_not(page: Page, opened: Opened) -> None:
    opened("#30")
    page("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    assert page.run("getComputedStyle(document.querySelector('#f-night')).fillOpacity") == "0"
    page("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    assert float(page.run("getComputedStyle(document.querySelector('#f-night')).fillOpacity")) >= 0.4
    order = (
        "(night => Object.keys(elements).filter(name => !isHex(name) && shown[name].f.at).every(name =>"
        " night.compareDocumentPosition(elements[name]) & Node.DOCUMENT_POSITION_FOLLOWING))"
        "(document.querySelector('#f-night'))"
    )
    assert page.run(order)
    page("Emulation.setEmulatedMedia", features=[])


# ── For everybody


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_that_shuts_anybody_out(page: Page, opened: Opened, theme: str) -> None:
    page("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
    opened("#30")
    page.run("look(Object.keys(elements).find(name => !isHex(name) && shown[name].f.at), {clientX: 100, clientY: 200})")
    found = violations(page)
    page("Emulation.setEmulatedMedia", features=[])
    assert found == []
