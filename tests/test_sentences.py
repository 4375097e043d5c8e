"""Every event of both games has words."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from tarawa_cli.games import PROGRAMS
from tests.kit.subject import events_of

PACKAGE = Path(__file__).resolve().parents[1] / "tarawa_cli"


def noted(game: str) -> set[str]:
    """What orders, phases and rules record that changes nothing, because the player should hear of it."""
    rooms = [PACKAGE / "games" / game / room for room in ("orders", "phases", "rules")]
    code = "".join(path.read_text(encoding="utf-8") for room in rooms for path in sorted(room.rglob("*.py")))
    return set(re.findall(r'\bplay\.note\(\s*"([a-z-]+)"', code))


@pytest.mark.parametrize("game", PROGRAMS)
def test_every_event_has_words(game: str) -> None:
    room = f"tarawa_cli.games.{game}"
    told = import_module(f"{room}.narration.sentences").TOLD
    events = {*events_of(import_module(f"{room}.model.apply")), *noted(game), "roll", "pick"}
    assert noted(game)
    assert events - told.types() == set()
