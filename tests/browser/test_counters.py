"""Counters and words on the board of a film: large enough to read, and none over another, in both games."""

from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games import GAMES
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.exports.film_page import html
from tarawa_cli.kernel.game import Setup
from tests.browser.chromium import Page
from tests.browser.test_film import PHONE, WIDE

FILMS = [
    ("tarawa", "red-beach-3", 3, "historical", ""),
    ("malta", "cottonera", 5, "random", ""),
    ("malta", "cottonera", 5, "random", "axis"),
    ("malta", "cottonera", 5, "random", "allied"),
]
NUMBER, NAME, SMALLEST = 9.5, 6.5, 5
"""The smallest size in pixels of a number on a counter, of a name, where the map opens, and of any word anywhere."""


@pytest.fixture(scope="module", params=FILMS, ids=lambda film: "-".join(filter(None, (film[0], film[4]))))
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The film of a game, as a side may see it."""
    name, scenario, seed, player, side = request.param
    game: Any = GAMES(name)
    match: Match[Any] = Match(game, Setup(scenario), seed)
    chooser = game.players.player(player, str(seed))
    while not match.state.outcome:
        perform(match, chooser.choose(match.state).order.in_words())
    match.side = side
    path: Path = tmp_path_factory.mktemp("counters") / "film.html"
    path.write_text(html(match, game.exports.camera(match.state)), encoding="ascii")
    return path.as_uri()


@pytest.fixture(params=[WIDE, PHONE], ids=["desk", "phone"])
def opened(request: pytest.FixtureRequest, page: Page, address: str) -> Page:
    page.open("about:blank")
    page.open(address, *request.param)
    page("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    return page


# Every text that shows, with its box in pixels.
TEXTS = """
(() => {
  const owner = it => it.closest('.piece'), isAway = it => owner(it) && owner(it).isAway;
  const below = it => owner(it) && !isAway(it) && shown[owner(it).dataset.name].f.below;
  const shows = it => it.textContent && it.getClientRects().length && getComputedStyle(it).visibility === 'visible';
  return [...picture.querySelectorAll('text')].filter(it => shows(it) && !below(it) && !isAway(it))
    .map(it => [it.textContent, it.getBoundingClientRect()])
    .filter(([, box]) => box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight)
    .map(([text, box]) => [text, box.left, box.top, box.right, box.bottom]);
})()
"""
Text = tuple[str, float, float, float, float]


def overprinted(texts: list[Text]) -> list[tuple[str, str]]:
    """Pairs of texts of which one lies on the other; letters do not fill their boxes, so an edge may be shared."""
    found = []
    for place, (text, left, top, right, low) in enumerate(texts):
        for other, left_, top_, right_, low_ in texts[:place]:
            wide, high = min(right, right_) - max(left, left_), min(low, low_) - max(top, top_)
            if wide > 1 and high > 0.3 * min(low - top, low_ - top_):
                found.append((text, other))
    return found


@pytest.mark.parametrize("all_of_it", ["false", "true"])
def test_no_word_or_number_lies_on_another(opened: Page, all_of_it: str) -> None:
    opened.run(f"fit({all_of_it})")
    last = opened.run("film.steps.length - 1")
    is_legible = opened.run("pitch * eye.scale >= SMALL")
    seen = 0
    for step in [*range(0, last, max(1, last // 40)), last]:
        texts = opened.run(f"show({step}); {TEXTS}")
        seen += len(texts)
        assert overprinted(texts) == [], step
    assert seen > (1000 if is_legible else 40), "a map that is too small for words has only a few large ones"


def test_counters_can_be_read_where_the_map_opens(opened: Page) -> None:
    opened.run("show(40); fit(false)")
    sizes = opened.run(
        "[...picture.querySelectorAll('#units .piece')].filter(it => !it.isAway && !shown[it.dataset.name].f.below)"
        ".filter(it => isHex(hexOf(it.dataset.name)) && !/-pier|pier:/.test(shown[it.dataset.name].f.at))"
        ".map(it => [it.dataset.name, ...[...it.querySelectorAll(':scope > g > text')]"
        ".map(text => parseFloat(getComputedStyle(text).fontSize) * eye.scale)])"
    )
    assert sum(len(texts) > 2 for texts in sizes) > 3, "counters with a number"
    for name, *texts in sizes:
        assert texts, name
        assert texts[0] >= NAME, (name, texts)
        assert all(size >= NUMBER for size in texts[1:2]), (name, texts)


SIZES = """
[...picture.querySelectorAll('text')].filter(it => it.textContent && it.getClientRects().length
  && getComputedStyle(it).visibility === 'visible' && !(it.closest('.piece') || {}).isAway && !it.closest('#f-marks'))
  .map(it => [it.textContent, parseFloat(getComputedStyle(it).fontSize) * eye.scale])
"""


def test_every_word_can_be_read_or_is_left_out_however_small_the_map_is(opened: Page) -> None:
    opened.run("show(40); fit(true)")
    small = [(text, round(size, 1)) for text, size in opened.run(SIZES) if size < SMALLEST]
    assert small == []
    for wide in (12, 20, 30, 37, 52):
        opened.run(f"lookAt(eye.x, eye.y, {wide} / pitch)")
        texts = opened.run(SIZES)
        assert [(text, round(size, 1)) for text, size in texts if size < SMALLEST] == [], wide
    assert len(texts) > 100


def stack(page: Page) -> str:
    """The top counter of the largest stack."""
    page.run("show(40); fit(false)")
    page.run("names = [...stacks.values()].sort((a, b) => b.length - a.length)[0]")
    name: str = page.run("names.find(name => !shown[name].f.below && !carrier(name))")
    assert page.run("names.length") > 1
    page.run(f"centreOn({name!r})")
    return name


def spread_out(page: Page) -> list[list[float]]:
    """The boxes of the counters of the stack."""
    boxes: list[list[float]] = page.run(
        "names.filter(name => !carrier(name)).map(name => elements[name].querySelector('.card')).filter(it => it)"
        ".map(it => it.getBoundingClientRect()).map(box => [box.left, box.top, box.right, box.bottom])"
    )
    return boxes


def apart(boxes: list[list[float]]) -> bool:
    return not overprinted([("", *box) for box in boxes])


def test_a_stack_shows_its_count_and_is_spread_by_the_mouse(opened: Page) -> None:
    name = stack(opened)
    count = opened.run("names.filter(name => !carrier(name)).length")
    at = opened.run(f"hexOf({name!r})")
    told = opened.run(
        f"Object.keys(elements).filter(it => it.startsWith('stack {at}')).map(it => elements[it].textContent)"
    )
    assert sum(map(int, told)) == count
    assert not apart(spread_out(opened))
    opened.hover(f".piece[data-name='{name}'] .card")
    assert opened.run("apartAt") == at
    boxes = spread_out(opened)
    assert len(boxes) == count
    assert apart(boxes)
    view = opened.run("(box => [box.left, box.top, box.right, box.bottom])(view.getBoundingClientRect())")
    assert all(
        view[0] <= (box[0] + box[2]) / 2 <= view[2] and view[1] <= (box[1] + box[3]) / 2 <= view[3] for box in boxes
    )
    opened("Input.dispatchMouseEvent", type="mouseMoved", x=2, y=2)
    opened.wait("apartAt === ''")
    assert not apart(spread_out(opened))


def middle(page: Page, name: str) -> tuple[float, float]:
    """Where the card of a counter is."""
    x, y = page.run(
        "(box => [box.left + box.width / 2, box.top + box.height / 2])"
        f"(elements[{name}].querySelector('.card').getBoundingClientRect())"
    )
    return x, y


def test_a_tap_spreads_a_stack_and_another_tap_there_looks_at_a_counter(opened: Page) -> None:
    name = stack(opened)
    x, y = middle(opened, repr(name))

    def tap(x: float, y: float) -> None:
        opened("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        opened("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    opened("Emulation.setTouchEmulationEnabled", enabled=True)
    try:
        tap(x, y)
        opened.wait("apartAt !== ''")
        assert apart(spread_out(opened))
        opened.run("closeCard(); below = names.find(name => shown[name].f.below && !carrier(name))")
        x, y = middle(opened, "below")
        tap(x, y)
        opened.wait("!find('closer').hidden")
        assert opened.run("asked === below || carrier(asked) === below")
    finally:
        opened("Emulation.setTouchEmulationEnabled", enabled=False)
