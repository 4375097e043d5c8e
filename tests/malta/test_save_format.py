"""docs/malta/save-format.md lists every key and word that a position of Malta may hold, in the order of a save."""

import re
from pathlib import Path

from tarawa_cli.games.malta.model import codec, scenario
from tarawa_cli.games.malta.model.state import OUTCOMES, PHASES, POLICIES, Fight
from tarawa_cli.games.malta.model.unit import OFF_MAP
from tarawa_cli.games.malta.model.work import HANDLERS
from tarawa_cli.kernel.engine.play import Decision

PAGE = Path(__file__).parents[2] / "docs" / "malta" / "save-format.md"
TEXT = PAGE.read_text(encoding="utf-8")


def rows(heading: str) -> dict[str, str]:
    """The first cells of the table below a heading, and the rest of their lines."""
    part = TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `([^`]+)` \| (.*) \|$", part, re.MULTILINE))


def test_every_key_of_a_position() -> None:
    assert list(rows("The position")) == [*codec.STATE, "units", "default"]


def test_every_key_of_a_unit() -> None:
    assert list(rows("A unit")) == list(codec.UNIT)


def test_every_key_of_a_fight() -> None:
    assert list(rows("A fight")) == list(Fight._fields) == list(codec._FIGHT_KEYS)


def test_every_kind_of_unfinished_work_with_its_keys() -> None:
    told = rows("Unfinished work")
    assert list(told) == list(HANDLERS.places)
    for kind in HANDLERS.places:
        handler = HANDLERS.named(kind)
        assert handler.kind == kind
        said = told["retreat"] if "as `retreat`" in told[kind] else told[kind]
        assert [fact for fact in handler.readers if f"`{fact}`" not in said] == [], kind
        assert ("question: " in told[kind]) == isinstance(handler, Decision), kind


def test_every_key_of_a_scenario() -> None:
    named = {key for key in rows("A scenario") if "." in key}
    heads = {f"scenario.{key}" for key in scenario.KEYS}
    assert named == heads | {f"goal.{key}" for key in scenario.GOAL | scenario.GOAL_MORE}


def test_every_word_that_a_position_may_hold() -> None:
    words = [*PHASES, *OUTCOMES, *POLICIES, *OFF_MAP]
    assert [word for word in words if f"`{word}`" not in TEXT and f'"{word}"' not in TEXT] == []
