"""The report in a real browser: the whole map is there, and on a phone nothing needs to be pushed sideways."""

import base64
from pathlib import Path

import pytest

from tests.browser.axe import violations
from tests.browser.chromium import Page
from tests.browser.test_film import PHONE, WIDE
from tests.cli.tools import Game
from tests.malta.shell import done

WIDTH = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"


@pytest.fixture(params=["tarawa", "malta"])
def address(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The report of a game in which something has happened."""
    monkeypatch.chdir(tmp_path)
    if request.param == "tarawa":
        Game(tmp_path / "game.toml", "red-beach-3", "--seed", "3").do("export report report.html")
    else:
        done("new herkules --seed 3")
        done("autoplay --until turn 2 --quiet")
        done("export report report.html")
    return (tmp_path / "report.html").as_uri()


def test_on_a_phone_nothing_lies_beside_the_page(page: Page, address: str) -> None:
    page.open(address, *PHONE)
    scrolls, shows = page.run(WIDTH)
    assert scrolls == shows == PHONE[0]
    assert page.run("[...document.querySelectorAll('pre')].every(it => it.scrollWidth <= it.clientWidth)")


def test_the_whole_map_shows_until_it_is_wanted_larger(page: Page, address: str) -> None:
    page.open(address, *WIDE)
    hidden = "(it => it.scrollHeight - it.clientHeight)(document.querySelector('#large ~ .map'))"
    assert page.run(hidden) <= 0
    page.click("#large")
    assert page.run(hidden) > 0
    assert page.run("document.querySelector('#large ~ .map').clientHeight") <= WIDE[1]


def test_no_script_runs_in_it_whatever_has_got_into_it(page: Page, address: str, tmp_path: Path) -> None:
    report = (tmp_path / "report.html").read_text()
    smuggled = "<script>window.ran = 1</script><p id='x' onclick='window.ran = 2'>x</p><script src='ran.js'></script>"
    (tmp_path / "ran.js").write_text("window.ran = 3")
    (tmp_path / "forged.html").write_text(report.replace("<body>", f"<body>{smuggled}"))
    page.open((tmp_path / "forged.html").as_uri(), *WIDE)
    page.click("#x")
    assert page.run("document.querySelector('#x').textContent") == "x"
    assert page.run("typeof window.ran") == "undefined"
    page.run("1")
    assert any("Content Security Policy" in complaint for complaint in page.complaints)
    page.complaints.clear()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_axe_finds_nothing_that_shuts_anybody_out(page: Page, address: str, size: tuple[int, int], theme: str) -> None:
    page("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
    page.open(address, *size)
    page.run("for (const it of document.querySelectorAll('details')) it.open = true")
    found = violations(page)
    page("Emulation.setEmulatedMedia", features=[])
    assert found == []


def test_on_paper_it_is_small_and_light(page: Page, address: str) -> None:
    page("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    page.open(address, *WIDE)
    dark = page.run("getComputedStyle(document.body).color")
    printed = page("Page.printToPDF", printBackground=True)["data"]
    page("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    light = page.run("getComputedStyle(document.body).color")
    page("Emulation.setEmulatedMedia", media="", features=[])
    assert len(base64.b64decode(printed)) < 3_000_000
    assert light == "rgb(0, 0, 0)" != dark
