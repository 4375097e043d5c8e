"""`watch` in a real browser: the page follows what is played in a shell, without being loaded again."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.axe import violations
from tests.browser.chromium import Page
from tests.browser.test_film import PHONE, WIDE
from tests.cli.tools import Game
from tests.malta.shell import done

MALTA = "from tarawa_cli.__main__ import malta; malta()"


@contextmanager
def watched(save: Path, *words: str) -> Iterator[str]:
    """The address at which a game is shown."""
    program = words or ("-m", "tarawa_cli")
    command = [sys.executable, *program, "watch", "--json", "--save", str(save)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield json.loads(process.stdout.readline())["address"]
        finally:
            process.kill()


def test_the_page_follows_the_shell(page: Page, tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "campaign", "--seed", "1943")
    with watched(game.path) as address:
        page.open(address)
        page.run("window.untouched = 1")
        assert page.run("film.steps.length") == 1
        game.do("bombard")
        page.wait("film.steps.length === 2 && now === 1")
        assert page.run("document.querySelector('#f-command').textContent") == "1. bombard"
        game.do("chits beak green pocket red2 red3")
        page.wait("film.steps.length === 3 && now === 2")
        assert page.run("document.querySelectorAll('#areas .chip').length") == 5
        page.run("show(1)")
        game.do("next")
        page.wait("film.steps.length === 4")
        assert page.run("now") == 1, "whoever looks at another moment is left there"
        page.press("End")
        game.do("undo 2")
        page.wait("film.steps.length === 2 && now === 1")
        assert page.run("document.querySelectorAll('#areas .chip').length") == 0
        assert page.run("window.untouched") == 1, "the page was not loaded again"
    page.wait("document.documentElement.dataset.live === 'off'")
    assert "has ended" in page.run("document.querySelector('#f-note').textContent")
    page.open("about:blank")
    page.complaints.clear()  # that nobody answers


# ── Orders, to be copied


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_a_tap_on_a_counter_rings_its_targets_and_a_tap_there_shows_the_order(
    page: Page, tmp_path: Path, size: tuple[int, int]
) -> None:
    game = Game(tmp_path / "game.toml", "second-morning", "--seed", "3")
    game.do("autoplay --until actions --quiet")
    order = next(command for command in game.legal if command.startswith("attack "))
    unit, target = order.split()[1], order.split("--on ")[1].split()[0]
    before = game.path.read_bytes()
    with watched(game.path) as address:
        page.open(address, *size)
        page.run(f"look({unit!r}, centreOn({unit!r}))")
        page.wait("marks.querySelectorAll('.aim').length > 0")
        offered = page.run("offered.orders.map(it => it.order)")
        assert offered == game.json("legal", unit)["commands"]
        page.run(f"chosen({target!r})")
        told = page.run("[...document.querySelectorAll('#f-orders code')].map(it => it.textContent)")
        assert f"tarawa {order}" in told
        page.run("[...document.querySelectorAll('#f-orders button')].find(it => it.textContent === 'Odds').click()")
        page.wait("[...document.querySelectorAll('#f-orders pre')].some(it => it.textContent.includes('%'))")
        assert page.run("document.documentElement.scrollWidth <= innerWidth")
        page.run("show(0)")
        assert page.run("marks.querySelectorAll('.aim').length") == 0, "orders are for the present"
        assert not page.run("find('live').hidden")
        page.click("#f-live")
        assert page.run("now === film.steps.length - 1 && find('live').hidden")
    assert game.path.read_bytes() == before, "the shell gives orders"
    page.open("about:blank")
    page.complaints.clear()  # that nobody answers


@pytest.mark.parametrize("size", [WIDE, PHONE])
@pytest.mark.parametrize("side", ["", " --as axis"])
def test_malta_offers_attacks_to_the_side_that_may_give_them(
    page: Page, tmp_path: Path, side: str, size: tuple[int, int]
) -> None:
    save = tmp_path / "game.toml"
    done(f"new cottonera --seed 7 --save {save}")
    done(f"next axis-combat --yes --save {save}")
    before = save.read_bytes()
    with watched(save, "-c", MALTA, *side.split()) as address:
        page.open(address, *size)
        page.run("look('i-33', centreOn('i-33'))")
        page.wait("marks.querySelectorAll('.aim').length > 0")
        offered = page.run("offered.orders.map(it => it.order)")
        assert offered == done(f"legal i-33 --json --save {save}{side}").json["commands"]
        page.run("chosen('1911')")
        told = page.run("[...document.querySelectorAll('#f-orders code')].map(it => it.textContent)")
        assert any(text.startswith("malta attack i-33 ") and text.endswith("--on 1911") for text in told), told
        page.run("[...document.querySelectorAll('#f-orders button')].find(it => it.textContent === 'Odds').click()")
        page.wait("[...document.querySelectorAll('#f-orders pre')].some(it => it.textContent.includes('%'))")
        assert page.run("document.documentElement.scrollWidth <= innerWidth")
    assert save.read_bytes() == before, "the shell gives orders"
    page.open("about:blank")
    page.complaints.clear()  # that nobody answers


def test_malta_offers_nothing_to_the_side_that_waits(page: Page, tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    done(f"new cottonera --seed 7 --save {save}")
    done(f"next axis-combat --yes --save {save}")
    with watched(save, "-c", MALTA, "--as", "allied") as address:
        page.open(address, *WIDE)
        page.run("look('i-33', centreOn('i-33'))")
        page.wait("!find('orders').hidden")
        assert page.run("marks.querySelectorAll('.aim').length") == 0
        assert page.run("document.querySelectorAll('#f-orders code').length") == 0
    page.open("about:blank")
    page.complaints.clear()  # that nobody answers


CHARTS = "[...document.querySelectorAll('[data-chart]')].map(it => it.textContent)"


def test_a_game_that_is_under_way_is_shown_as_it_is_now_and_followed(page: Page, tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "campaign", "--seed", "1943")
    game.do("bombard")
    game.do("chits beak green pocket red2 red3")
    with watched(game.path) as address:
        page.open(address)
        assert page.run("now") == 2, "not at the start"
        assert page.run("document.querySelector('#f-count').textContent") == "2 of 2"
        game.do("next")
        page.wait("film.steps.length === 4 && now === 3")
        page.run("show(1)")
        for order in ("embark --due", "undo"):
            told = page.run(CHARTS)
            steps = page.run("film.steps.length")
            game.do(order)
            page.wait(f"film.steps.length !== {steps}")
            assert page.run("now") == 1
            assert page.run(CHARTS) == told
            assert all(told)
            assert page.run("find('slider').value") == "1"
        assert page.run("document.querySelector('#f-turns').value") == "0"
    page.open("about:blank")
    page.complaints.clear()  # that nobody answers


# ── For everybody


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE])
@pytest.mark.parametrize("program", ["tarawa", "malta", "malta --as axis"])
def test_axe_finds_nothing_that_shuts_anybody_out(
    page: Page, tmp_path: Path, program: str, size: tuple[int, int], theme: str
) -> None:
    save, words = tmp_path / "game.toml", []
    if program == "tarawa":
        Game(save, "second-morning", "--seed", "3").do("autoplay --until actions --quiet")
    else:
        done(f"new cottonera --seed 5 --save {save}")
        words = ["-c", MALTA, *program.split()[1:]]
    page("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
    with watched(save, *words) as address:
        page.open("about:blank")
        page.open(address, *size)
        assert page.run("now === film.steps.length - 1 && find('live').hidden")
        unit = page.run("Object.keys(shown).find(name => shown[name].l === 'units' && !shown[name].f.below)")
        page.run(f"look({unit!r}, centreOn({unit!r}))")
        page.wait("!find('orders').hidden")
        assert violations(page) == []
        assert page.run("document.documentElement.scrollWidth <= innerWidth")
        assert not page.complaints
        if page.run("film.steps.length > 1"):
            page.run("show(0)")
            assert not page.run("find('live').hidden")
            assert violations(page) == []
    page("Emulation.setEmulatedMedia", features=[])
    page.open("about:blank")
    page.complaints.clear()  # that nobody answers
