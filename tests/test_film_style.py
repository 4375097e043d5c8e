"""The style of a film's page leaves the pictures of every game alone."""

import re
from pathlib import Path

import pytest

from tarawa_cli.games import GAMES
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.exports import film_page
from tarawa_cli.kernel.exports.film import Reel
from tarawa_cli.kernel.game import Setup

CSS = Path(film_page.__file__).with_name("assets").joinpath("film.css").read_text(encoding="utf-8")
OURS = {"piece", "smooth"}
"""What the page's script itself puts on the picture."""


def selectors() -> list[str]:
    """Every selector of the page's style."""
    rules = re.sub(r"@media[^{]*\{", "", CSS)
    return [
        each.strip() for group in re.findall(r"([^{}]+)\{[^{}]*\}", rules) for each in re.split(r",(?![^(]*\))", group)
    ]


def drawn(game: str, scenario: str) -> set[str]:
    """Every class in the pictures of a game."""
    match = Match(GAMES(game), Setup(scenario), 3)
    camera = match.game.exports.camera(match.state)
    assert camera
    reel = Reel(camera)
    perform(match, ["policy", *(["axis"] if game == "malta" else []), "hits", "hold" if game == "malta" else "step"])
    reel.follow(match)
    text = film_page.page("test", reel).replace('\\"', '"').replace("\\u003c", "<")
    picture = text[text.index("<svg") :]
    return {name for found in re.findall(r'class="([^"]*)"', picture) for name in found.split()}


@pytest.mark.parametrize(("game", "scenario"), [("tarawa", "second-morning"), ("malta", "cottonera")])
def test_no_rule_of_the_page_reaches_into_a_picture(game: str, scenario: str) -> None:
    used = drawn(game, scenario)
    assert len(used) > 20
    assert game == "tarawa" or "axis" in used
    for selector in selectors():
        bare = [name for name in re.findall(r"(?:^|[\s>])\.([\w-]+)", selector) if "figure" not in selector]
        if not re.search(r"#f-|button|div|^p\.", selector):
            assert set(bare) & used <= OURS, selector
