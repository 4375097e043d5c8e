"""A game told as a story: a chapter a turn, figures at its end, nothing but text in Markdown."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Moment
from tarawa_cli.kernel.narration.story import Story, markdown
from tests.kernel import rivals, toy, toy_door
from tests.kernel.tools import new_match, seed_for

STEP = 3


def race(*lines: str) -> Match[Any]:
    match = new_match(seed=seed_for(STEP, STEP, STEP))
    for line in lines:
        session.perform(match, line.split())
    return match


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step of the race ends a turn; a cheer belongs to the turn in which it is given."""
    resolve = toy.Toy.resolve

    def ending(self: toy.Toy, play: Any, action: Any) -> None:
        resolve(self, play, action)
        if action.name == "race":
            play.note("turn-begun", "1", turn=1 + sum(play.state.at.values()))
            play.note("morning", "1")

    monkeypatch.setattr(toy.Toy, "resolve", ending)
    monkeypatch.setattr(toy.Toy, "moment", lambda _, state: Moment(1 + sum(state.at.values()), "", 99))


@pytest.mark.usefixtures("turns")
def test_a_chapter_for_each_turn_with_what_happened_in_it() -> None:
    story = Story(race("cheer blue go", "race red", "race red", "cheer red run"))
    assert [(chapter.turn, chapter.orders) for chapter in story.chapters] == [(1, 2), (2, 1), (3, 1)]
    types = [[line.split()[0] for line in chapter.told] for chapter in story.chapters]
    assert types == [
        ["cheered", "roll", "moved"],
        ["turn-begun", "morning", "roll", "moved"],
        ["turn-begun", "morning", "cheered"],
    ]
    assert [chapter.figures for chapter in story.chapters] == [{"first": 1}, {"first": 2}, {"first": 2}]
    assert story.note == ""


def test_a_game_without_turns_is_one_chapter_and_one_without_orders_none() -> None:
    assert len(Story(race("race red", "race red")).chapters) == 1
    assert Story(race()).chapters == []
    assert markdown(Story(race())).startswith("# A race over 10 fields\n")


def test_what_cannot_be_replayed_is_noted() -> None:
    match = race("race red")
    match.data = "other tables"
    story = Story(match)
    assert "cannot be" in story.note
    assert story.chapters == []
    assert f"> {story.note}" in markdown(story)


def test_the_diary_has_the_figures_of_every_day_and_every_turn() -> None:
    text = markdown(Story(race("race red", "race red")))
    assert "|  | the day |\n| --- | ---: |\n| the first | 2 |" in text
    assert "## the day\n\n### Turn 0\n" in text
    assert text.endswith("\n")


def test_nothing_in_a_diary_is_more_than_text(monkeypatch: pytest.MonkeyPatch) -> None:
    evil = "<script>`*_[x](y)|\n# head & more"

    def report_turn(events: Sequence[Event], state: Any) -> list[str]:
        return [evil]

    monkeypatch.setattr(toy_door, "report_turn", report_turn)
    text = markdown(Story(race("race red")))
    assert r"\<script\>\`\*\_\[x\](y)\|\\n\# head \& more" in text
    assert not re.search(r"[^\\]<", text)


def test_a_story_tells_a_side_nothing_that_it_may_not_know() -> None:
    match: Match[Any] = Match(rivals.GAME, new_match().setup, None)
    session.perform(match, ["plan", "xyzzy"], [3])
    session.perform(match, ["race", "red"], [4])
    assert "xyzzy" in markdown(Story(match))
    match.side = "blue"
    assert "xyzzy" not in markdown(Story(match))
