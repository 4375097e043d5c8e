"""A game as a film: positions from differences, a film that grows with its game, a page that runs nothing foreign."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from typing import Any

import pytest

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.exports.film import Reel
from tarawa_cli.kernel.exports.film_page import as_json, html, page
from tarawa_cli.kernel.saves import history, journal
from tests.kernel import rivals
from tests.kernel.tools import new_match, seed_for
from tests.kernel.toy_film import RaceCamera

LINES = ("cheer red go", "race red", "race blue", "decide short", "gust", "race red")
EVIL = '</script><script>alert("1")</script>'


def race(*lines: str) -> Match[Any]:
    match = new_match(seed=seed_for(3, 6))
    for line in lines:
        session.perform(match, line.split())
    return match


def filmed(match: Match[Any]) -> Reel:
    reel = Reel(RaceCamera())
    reel.follow(match)
    return reel


def positions(film: dict[str, Any]) -> list[dict[str, Any]]:
    """What the page shows at every step, worked out from the differences as its script does."""
    pieces: dict[str, Any] = {}
    found = []
    for step in film["steps"]:
        pieces = dict(pieces)
        for name, change in step.get("k", {}).items():
            if change is None:
                del pieces[name]
                continue
            old = pieces.get(name, {"f": {}})
            facts = {key: value for key, value in (old["f"] | change.get("f", {})).items() if value is not None}
            pieces[name] = old | change | {"f": facts}
        found.append({name: resolved(film, piece) for name, piece in pieces.items()})
    return found


def resolved(film: dict[str, Any], piece: dict[str, Any]) -> tuple[Any, ...]:
    told = "\n".join(film["texts"][line] for line in piece["t"])
    return piece["l"], piece["x"], film["drawings"][piece["d"]], piece["f"], told


def wanted(match: Match[Any]) -> list[dict[str, Any]]:
    """The same from the positions themselves."""
    camera = RaceCamera()
    return [
        {name: (it.layer, it.at.x, it.drawn, it.facts, it.text) for name, it in camera.frame(step.state).items()}
        for step in journal.replay(match.game, match.setup, match.seed, match.entries)
    ]


def story(film: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Commands, figures and sentences of every step."""
    texts = film["texts"]
    return [
        (texts[step["c"]], step.get("f"), [texts[line if isinstance(line, int) else line[0]] for line in step["l"]])
        for step in film["steps"]
        if "l" in step
    ]


def data(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="f-film">(.*?)</script>', text)
    assert found
    film: dict[str, Any] = json.loads(found[1])
    return film


# ── Steps


def test_the_differences_give_every_position() -> None:
    match = race(*LINES)
    film = filmed(match).since()
    assert len(film["steps"]) == len(LINES) + 1
    assert positions(film) == wanted(match)


def test_a_step_tells_its_order_its_dice_and_how_a_roll_came_about() -> None:
    film = filmed(race("cheer red go", "race red")).since()
    last, texts = film["steps"][-1], film["texts"]
    assert texts[last["c"]] == "race red"
    (rolled,) = [line for line in last["l"] if isinstance(line, list) and line[2]]
    assert rolled[1] in "123456"
    assert "    +1  a cheer  [1.2]" in [texts[part] for part in rolled[2]]


def test_a_film_grows_with_its_game() -> None:
    match = race(*LINES[:3])
    reel = filmed(match)
    for line in LINES[3:]:
        session.perform(match, line.split())
    assert reel.follow(match) == 4
    assert positions(reel.since()) == wanted(match)
    assert story(reel.since()) == story(filmed(match).since())
    assert reel.follow(match) == len(LINES) + 1


def test_what_is_taken_back_leaves_the_film() -> None:
    match = race(*LINES)
    reel = filmed(match)
    history.undo(match, 3)
    session.perform(match, ["decide", "long"])
    assert reel.follow(match) == len(LINES) - 3 + 1
    assert positions(reel.since()) == wanted(match)
    assert story(reel.since()) == story(filmed(match).since())


def test_only_what_is_new_is_handed_on() -> None:
    match = race(*LINES[:2])
    reel = filmed(match)
    first = reel.since()
    session.perform(match, ["race", "blue"])
    kept = reel.follow(match)
    more = reel.since(kept, len(first["texts"]), len(first["drawings"]))
    joined = {name: first[name] + more[name] for name in ("steps", "texts", "drawings")}
    assert joined == {name: reel.since()[name] for name in joined}


def test_a_save_that_cannot_be_replayed_still_shows_where_it_stands() -> None:
    match = race(*LINES)
    match.data = "other tables"
    film = filmed(match).since()
    assert len(film["steps"]) == 1
    assert "cannot be shown" in film["note"]
    assert positions(film)[-1] == {
        name: (it.layer, it.at.x, it.drawn, it.facts, it.text) for name, it in RaceCamera().frame(match.state).items()
    }


def test_a_hand_edit_after_the_last_order_is_the_last_step() -> None:
    match = race(*LINES)
    match.truth.at["red"] = 9
    film = filmed(match).since()
    assert "edited by hand" in film["note"]
    assert len(film["steps"]) == len(LINES) + 2
    assert positions(film)[-1]["red"][1] == 9


# ── The page


def test_the_page_runs_its_own_script_and_nothing_else() -> None:
    text = html(race(*LINES), RaceCamera())
    (script,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in text
    assert "default-src 'none'" in text
    assert text.isascii()
    assert not re.search(r"\son\w+=|@import|javascript:", text.replace(script, ""))
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("evil", [EVIL, "<!--", "@@SCRIPT@@", "a\x1b[31m\u202eb", '"&<>'])
def test_whatever_a_save_says_is_only_text(evil: str) -> None:
    match = race("race red")
    match.truth.cheers["red"] = evil
    film = data(page(evil, filmed(match)))
    assert any(evil[:4] in text or "\\x1b" in text for text in film["texts"])
    text = page(evil, filmed(match))
    assert len(re.findall("<script", text)) == 2
    assert "<!--" not in text.partition("<body>")[2]


def test_no_json_can_end_the_script_that_holds_it() -> None:
    text = as_json({"a": EVIL + "&<!--"})
    assert not set("<>&") & set(text)
    assert json.loads(text) == {"a": EVIL + "&<!--"}


# ── Two sides


def test_nothing_that_a_side_may_not_know_is_in_its_film() -> None:
    match: Match[Any] = Match(rivals.GAME, new_match().setup, None)
    session.perform(match, ["plan", "xyzzy"], [3])
    session.perform(match, ["race", "red"], [4])
    whole = html(match, RaceCamera())
    match.side = "blue"
    assert "xyzzy" in whole
    assert "xyzzy" not in html(match, RaceCamera())
    match.side = "red"
    assert "xyzzy" in html(match, RaceCamera())
