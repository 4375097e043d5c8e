"""Films of recorded campaigns in a real browser: every step is what the engine says, and is drawn as the film says."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games import GAMES
from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.exports.film_page import html
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves import journal
from tests.browser import test_film, test_malta_film
from tests.browser.chromium import Page
from tests.browser.test_film import ROOT, SHOWN, WIDE
from tests.kit.recorded import recorded

GAMES_PLAYED = {"tarawa": "tests/games/campaign-victory.txt", "malta": "tests/malta/games/herkules.txt"}
BATCH = 100
# What has changed since the step before, and what is drawn otherwise than the film says, or elsewhere.
CHANGES = """
(first, last) => {
  const now_ = SHOWN, found = [];
  for (let n = first; n <= last; n++) {
    const before = shown, state = now_(n), known = window.known_ ||= {}, pieces = {};
    for (const name in state.pieces) {
      const text = JSON.stringify(state.pieces[name]);
      if (known[name] !== text) { known[name] = text; pieces[name] = state.pieces[name]; }
    }
    for (const name in known) if (!(name in state.pieces)) { delete known[name]; pieces[name] = null; }
    const wrong = Object.keys(elements).filter(name => {
      const it = elements[name], piece = shown[name];
      if (n % 50 && before[name] === piece) return false;
      if (!film.drawings[piece.d]) return !it.isAway;
      const same = wanted => it.childNodes.length === wanted.childNodes.length
        && [...it.childNodes].every((node, place) => node.isEqualNode(wanted.childNodes[place]));
      const hides = piece.f.below && same(carded(piece.d, piece.f.below));
      const shows = same(drawing(piece.d)) && it.classList.contains("under") === !!piece.f.below;
      return it.style.transform !== `translate(${piece.x}px, ${piece.y}px)` || !(hides || shows);
    });
    found.push({...state, pieces, wrong});
  }
  return found;
}
""".replace("SHOWN", f"({SHOWN})")


def shown(page: Page, count: int) -> Iterator[dict[str, Any]]:
    """What the page shows at every step, asked for in batches of what has changed."""
    pieces: dict[str, Any] = {}
    for first in range(0, count, BATCH):
        for step in page.run(f"({CHANGES})({first}, {min(count, first + BATCH) - 1})"):
            pieces |= step["pieces"]
            pieces = {name: piece for name, piece in pieces.items() if piece is not None}
            yield step | {"pieces": pieces}


@pytest.mark.parametrize("name", GAMES_PLAYED)
def test_every_step_of_a_recorded_campaign_is_what_the_engine_says(page: Page, tmp_path: Path, name: str) -> None:
    record, game = recorded(ROOT / GAMES_PLAYED[name]), GAMES(name)
    match: Match[Any] = Match(game, Setup(record.head["scenario"]), int(record.head["seed"]))
    for line in record.lines:
        perform(match, split_line(line))
    path = tmp_path / "film.html"
    path.write_text(html(match, match.game.exports.camera(match.state)), encoding="ascii")
    page.open(path.as_uri(), *WIDE)
    count = page.run("film.steps.length")
    assert count == len(match.entries) + 1 > 600
    compare: Callable[..., None] = test_film.compare if name == "tarawa" else _malta
    steps = journal.replay(match.game, match.setup, match.seed, match.entries)
    for step, now in zip(steps, shown(page, count), strict=True):
        compare(now, step.state, match)
        assert now["wrong"] == [], step.number
        assert now["slider"] == str(step.number)


def _malta(now: dict[str, Any], state: Any, _: Match[Any]) -> None:
    test_malta_film.compare(now, state)
