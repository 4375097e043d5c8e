"""Games with the player's own numbers at their limits: they can be played, and their saves read."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.data import document
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.invariants import invariants
from tarawa_cli.games.tarawa.model.own_tables import check_own
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.players import player
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves import history
from tests.tarawa.tools import through_text

ORDERS = 250
LEAST = {"steps": 2, "ap": [1, 1], "least-ap": 1, "cup": {"-2": 0, "-1": 0, "0": 9}}
MOST = {"steps": 99, "ap": [8, 8], "least-ap": 8, "cup": {"-2": 99, "-1": 99, "0": 18}}


def at_limit(limit: dict[str, Any], number: int) -> dict[str, Any]:
    """Every reconstructed number of units, values and modifiers as small, or as large, as it may be."""
    own: dict[str, Any] = {"units": {}, "values": {}, "modifiers": {}}
    for kind, sheet in document("units.toml").items():
        own["units"][kind] = {key: limit[key] for key, tag in sheet["tags"].items() if tag == "X"}
    for part in ("values", "modifiers"):
        for name, sheet in document("charts.toml")[part].items():
            if sheet["tag"] == "X":
                several = [number] * len(sheet["value"]) if isinstance(sheet["value"], list) else number
                own[part][name] = limit.get(name, several)
    return own


FIERCE = {"tables": {"japanese-fire": {
    "afloat": {"..4": "S* H H Pin 2", "5": "course S*", "6..": "S S S S S S H H H"},
    "ashore": {"..3": "H H H H H H H H H", "4..": "S* S* S* S* H H Pin 2"},
}, "banzai": {"..": "retreat 3 S S S"}, "bombardment": {"1..8": "1"}, "supply-points": {"..": "99"}}}  # fmt: skip
OWN = {"least": at_limit(LEAST, 0), "most": at_limit(MOST, 99), "fierce": FIERCE}


def reads_back(match: Match[State]) -> None:
    doc = GAME.dump(match.state)
    assert GAME.dump(GAME.load(match.setup, through_text(doc))) == doc


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("scenario", ["campaign", "free"])
def test_own_numbers_at_their_limits_can_be_played(name: str, scenario: str) -> None:
    check_own(OWN[name], "mine.toml")
    match = Match(GAME, Setup(scenario, tables=OWN[name]), 5)
    chance = player("random", name)
    for number in range(ORDERS):
        if match.state.outcome:
            break
        session.perform(match, chance.choose(match.state).order.in_words())
        assert invariants(match.state) == []
        if number % 10 == 0 or match.state.stack:
            reads_back(match)
    assert history.prove(match).holds


def test_7_2_6_craft_of_two_steps_come_back_with_one() -> None:
    own = {"units": {"lvt": {"steps": 2}}, **FIERCE}
    match = Match(GAME, Setup("campaign", tables=own), 1)
    chance = player("historical", "1")
    returned: list[int] = []
    while match.state.turn < 3:
        done = session.perform(match, chance.choose(match.state).order.in_words())
        back = [event.facts for event in done.events if event.type == "craft-returned"]
        returned += [facts["steps"] for facts in back if facts["craft"].startswith("lvt")]
        reads_back(match)
    assert set(returned) == {1}


def test_a_position_that_own_tables_do_not_allow_is_refused_with_the_reason() -> None:
    with pytest.raises(BadFile) as refusal:
        Match(GAME, Setup("second-morning", tables={"units": {"lcm": {"steps": 2}}}), 1)
    assert refusal.value.problems == ("units.lcm-2.steps: it has at most 2",)
