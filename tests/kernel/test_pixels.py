"""Pictures made of pixels: which libraries are asked for what, and which moments a GIF shows."""

import sys
from typing import Any

import pytest

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.exports import svg
from tarawa_cli.kernel.game import Moment
from tests.kernel import toy
from tests.kernel.tools import new_match, seed_for


def race(*lines: str) -> Match[Any]:
    match = new_match(seed=seed_for(3, 3, 3))
    for line in lines:
        session.perform(match, line.split())
    return match


@pytest.fixture(autouse=True)
def turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn for every field that was run."""
    monkeypatch.setattr(toy.Toy, "moment", lambda _, state: Moment(1 + sum(state.at.values()), "", 99))


def shown(match: Match[Any]) -> list[int]:
    return [sum(then.state.at.values()) for then in svg.each_turn(match)]


def test_a_frame_at_the_start_after_each_turn_and_at_the_end() -> None:
    assert shown(race()) == [0]
    assert shown(race("race red", "race red")) == [0, 1, 2]
    assert shown(race("cheer red go", "race red", "cheer red go", "cheer blue go")) == [0, 1, 1]


def test_the_match_is_afterwards_as_it_was() -> None:
    match = race("race red", "cheer red go", "race red")
    before = match.game.dump(match.truth)
    assert len(shown(match)) == 3
    assert match.game.dump(match.truth) == before


def test_a_journal_that_cannot_be_replayed_gives_one_frame() -> None:
    match = race("race red", "race red")
    match.data = "other tables"
    assert shown(match) == [2]


@pytest.mark.parametrize("make", [lambda: svg.png("<svg/>"), lambda: svg.gif("<svg/>", ["<svg/>"])])
def test_without_its_library_it_says_what_to_install(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(BadFile, match="not installed: ") as caught:
        make()
    assert "pip install 'tarawa-cli[pictures]'" in caught.value.hint


def test_with_its_library_there_are_pixels() -> None:
    pytest.importorskip("resvg_py", reason="the extra `pictures` is not installed")
    drawn = svg.png('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="2" height="1"/></svg>', 20)
    assert drawn.startswith(b"\x89PNG")
    assert int.from_bytes(drawn[16:20], "big") == 20


def test_a_gif_holds_every_drawing() -> None:
    pytest.importorskip("resvg_py", reason="the extra `pictures` is not installed")
    image = pytest.importorskip("PIL.Image", reason="the extra `pictures` is not installed")
    from io import BytesIO

    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="2" height="1" fill="{}"/></svg>'
    drawings = [drawing.format(colour) for colour in ("red", "blue")]
    made = image.open(BytesIO(svg.gif(drawings[0], drawings)))
    assert made.n_frames == 2
