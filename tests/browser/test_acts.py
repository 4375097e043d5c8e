"""What a film shows of a whole campaign: jumps, drift, losses, how long it plays, and charts in the map's colours."""

from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games import GAMES
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.exports.film_page import html
from tarawa_cli.kernel.game import Setup
from tests.browser.chromium import Page
from tests.browser.test_film import PHONE, WIDE

CAMPAIGNS = {"tarawa": ("campaign", 1943, "historical"), "malta": ("herkules", 1942, "historical")}
LARGEST = 2_000_000
LONGEST = 210
"""Bytes of a page, and seconds at eight times the ordinary speed: three minutes and a half."""


def played(name: str) -> Match[Any]:
    """A campaign that the computer has played."""
    scenario, seed, player = CAMPAIGNS[name]
    game: Any = GAMES(name)
    match: Match[Any] = Match(game, Setup(scenario), seed)
    chooser = game.players.player(player, str(seed))
    while not match.state.outcome:
        perform(match, chooser.choose(match.state).order.in_words())
    return match


@pytest.fixture(scope="module", params=CAMPAIGNS)
def campaign(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    match = played(request.param)
    path: Path = tmp_path_factory.mktemp("acts") / f"{request.param}.html"
    path.write_text(html(match, match.game.exports.camera(match.state)), encoding="ascii")
    return path


def test_a_campaign_is_a_small_page_and_lasts_about_three_minutes_at_its_fastest(page: Page, campaign: Path) -> None:
    page.open(campaign.as_uri(), *WIDE)
    seconds = page.run("lasting() / 8")
    size, steps = campaign.stat().st_size, page.run("film.steps.length")
    print(f"\n{campaign.stem}: {steps:,} steps, {size:,} bytes, {seconds:.0f} s at 8 times the speed")
    assert size < LARGEST
    assert 60 < seconds < LONGEST


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desk", "phone"])
def test_drift_and_jumps_are_no_ordinary_moves(page: Page, campaign: Path, size: tuple[int, int]) -> None:
    page.open("about:blank")
    page.open(campaign.as_uri(), *size)
    kinds = ["drift"] if campaign.stem == "tarawa" else ["jump"]
    for kind in kinds:
        step = page.run(
            f"film.steps.findIndex(step => (step.a || []).some(act => act[0] === '{kind}' && / /.test(act[2])))"
        )
        assert step > 0, kind
        page.run(f"show({step - 1}); show({step})")
        line = f"path.{kind}:not(.under, .head)"
        assert page.run(f"marks.querySelectorAll('{line}').length") > 0
        style = f"(it => [it.stroke, it.strokeDasharray].join())(getComputedStyle(marks.querySelector('{line}')))"
        drawn = page.run(style)
        page.run("drawActs([{kind: 'move', who: '', points: [{x: 0, y: 0}, {x: 90, y: 90}], words: []}])")
        assert drawn != page.run(style.replace(kind, "move"))
    if campaign.stem == "malta":
        page.run(f"show({step}, true)")
        assert page.run("marks.querySelectorAll('.chute').length") > 0
        landed = page.run(f"film.steps[{step}].a.filter(act => act[0] === 'jump').map(act => act[1])")
        assert page.run(f"{landed}.some(name => elements[name] && isHex(hexOf(name)))")


def test_who_is_lost_fades_away(page: Page, campaign: Path) -> None:
    page.open("about:blank")
    page.open(campaign.as_uri(), *WIDE)
    lost = page.run(
        "film.steps.findIndex((step, n) => n > 1 && Object.keys(step.k || {}).some(name =>"
        " !/ /.test(name) && !isHex(name)"
        " && position(n - 1).pieces[name] && position(n - 1).pieces[name].l"
        " && (!position(n).pieces[name] || !position(n).pieces[name].l)))"
    )
    page.run(f"show({lost - 1}); ghosts.replaceChildren(); show({lost})")
    assert page.run("ghosts.children.length") > 0
    assert page.run("ghosts.firstChild.getAnimations().length") == 1
    assert page.run("ghosts.querySelectorAll('.piece').length") == 0, "nobody can tap it"
    page.wait("ghosts.children.length === 0")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_curves_have_the_colours_of_the_map(page: Page, campaign: Path, theme: str) -> None:
    page("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
    page.open("about:blank")
    page.open(campaign.as_uri(), *WIDE)
    for place in range(page.run("film.charts.length")):
        page.run(f"document.querySelectorAll('#f-legend button')[{place}].click()")
        own, curves = page.run(
            f"[Object.keys(film.charts[{place}].figures).map(name => film.charts[{place}].colours[name]),"
            " [...document.querySelectorAll('#f-curves .curve')].map(it => getComputedStyle(it).stroke)]"
        )
        assert len(own) == len(curves)
        if theme == "light":
            wanted = [tuple(bytes.fromhex(colour.removeprefix("#"))) for colour in own]
            page.run("made = document.createElement('i'); document.body.append(made)")
            for colour, curve in zip(wanted, curves, strict=True):
                shown = page.run(f"(made.style.color = {curve!r}, getComputedStyle(made).color)")
                assert _rgb(shown) == colour
        else:
            assert len(set(own)) == len(set(curves))
    page("Emulation.setEmulatedMedia", features=[])


def _rgb(text: str) -> tuple[int, ...]:
    """The colour that a browser gives: 0 to 255, or fractions of 1."""
    numbers = [
        float(part) for part in text.partition("(")[2].rstrip(")").replace("srgb", "").replace(",", " ").split()
    ][:3]
    return tuple(round(255 * part) for part in numbers) if text.startswith("color(") else tuple(map(round, numbers))
