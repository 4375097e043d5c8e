"""Bots by protocol: the examples, and what a bot gets."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games import GAMES
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import Bots
from tarawa_cli.kernel.players.bots import Bot, BotFailed
from tarawa_cli.kernel.saves.readers import merge_patch
from tests.kit.console import untrue

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "bots"

# ── The examples


@pytest.mark.parametrize("name", ["hasty.py", "first.sh"])
@pytest.mark.parametrize(("game", "scenario"), [("tarawa", "red-beach-3"), ("malta", "cottonera")])
def test_the_examples_play_a_game_to_its_end(name: str, game: str, scenario: str) -> None:
    from tarawa_cli import simulate

    (played,) = simulate(scenario, game=game, player=str(EXAMPLES / name), games=1).played
    assert played["outcome"]
    assert played["forfeit"] == ""


@pytest.mark.parametrize("name", ["hasty.py", "first.sh"])
def test_the_examples_have_less_than_60_lines(name: str) -> None:
    assert len((EXAMPLES / name).read_text().splitlines()) < 60
    assert os.access(EXAMPLES / name, os.X_OK)


def test_the_commands_of_the_page_do_what_it_shows(tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "hasty.py", tmp_path / "mybot")
    if wrong := untrue(EXAMPLES.with_suffix(".md"), tmp_path):
        pytest.fail(wrong, pytrace=False)


# ── What a bot gets


class Recorded(Bot):
    """A bot that keeps what it was sent, and answers with a legal order."""

    def _exchange(self, left: bytes) -> bytes:
        self.got: list[Any] = getattr(self, "got", [])
        self.got += [json.loads(line) for line in left.splitlines()]
        legal = self.got[-1]["legal"]
        return json.dumps({"order": legal[len(self.got) % len(legal)]}).encode()


def merged(old: Any, patch: Any) -> Any:
    if not isinstance(patch, dict):
        return patch
    kept = {key: value for key, value in (old or {}).items() if key not in patch}
    return kept | {key: merged((old or {}).get(key), value) for key, value in patch.items() if value is not None}


@pytest.mark.parametrize(("game", "scenario"), [("tarawa", "second-morning"), ("malta", "herkules")])
def test_the_differences_add_up_to_the_sides_view_and_nothing_more(game: str, scenario: str) -> None:
    match: Match[Any] = Match(GAMES(game), Setup(scenario), 3)
    bots = {side: Recorded(match.game, Bots(), "", side, scenario) for side in match.game.sides.names}
    known: dict[str, Any] = {side: {} for side in bots}
    from tarawa_cli.kernel.engine.session import perform

    for _ in range(150):
        *_, side = match.stage
        view = match.known_to(side)
        order = bots[side].choose(view).order
        known[side] = merged(known[side], bots[side].got[-1]["position"])
        assert known[side] == json.loads(json.dumps(match.game.dump(view)))
        perform(match, order.in_words(), by=side)
    assert bots[match.game.sides.names[0]].got[0] == {
        "type": "game", "protocol": 1, "game": game, "rules": match.game.rules, "scenario": scenario,
        "side": match.game.sides.names[0],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("game", "scenario"), [("tarawa", "campaign"), ("tarawa", "last-night"), ("malta", "herkules")]
)
def test_only_what_has_changed_is_sent_and_all_of_it(game: str, scenario: str) -> None:
    match: Match[Any] = Match(GAMES(game), Setup(scenario), 5)
    sent: dict[str, Any] = {}
    known: dict[str, Any] = {}
    from tarawa_cli.kernel.engine.session import perform

    for number in range(400):
        whole, patch = match.game.dump(match.truth), match.game.changes(match.truth, sent)
        assert patch == merge_patch(known, whole)
        known = whole
        if match.truth.outcome:
            return
        *_, side = match.stage
        legal = match.game.legal.legal(match.known_to(side))
        perform(match, legal[number * 7919 % len(legal)].split(), by=side)


def test_hidden_things_are_not_sent() -> None:
    match: Match[Any] = Match(GAMES("malta"), Setup("herkules"), 3)
    bot = Recorded(match.game, Bots(), "", "allied", "herkules")
    bot.got = []
    while match.stage[2] != "allied":
        from tarawa_cli.kernel.engine.session import perform

        perform(match, ["next"], by="axis")
    bot.choose(match.known_to("allied"))
    assert "plan" in match.game.dump(match.truth)
    assert match.game.dump(match.truth)["plan"] != bot.got[-1]["position"].get("plan")


@pytest.mark.parametrize(
    ("before", "after", "patch"),
    [
        ({}, {"a": 1}, {"a": 1}),
        ({"a": 1}, {}, {"a": None}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "c": 3}}, {"a": {"c": 3}}),
        ({"a": [1]}, {"a": [1, 2]}, {"a": [1, 2]}),
        ({"a": {"b": 1}}, {"a": 2}, {"a": 2}),
        ({"a": 1, "b": {}}, {"a": 1, "b": {}}, {}),
        ({"a": 1, "b": 2}, {"b": 2, "c": 3}, {"c": 3, "a": None}),
    ],
)
def test_a_patch_is_what_has_changed(before: dict[str, Any], after: dict[str, Any], patch: dict[str, Any]) -> None:
    assert merge_patch(before, after) == patch
    assert merged(before, patch) == after


def test_orders_that_something_hidden_forbids_are_told_and_counted(tmp_path: Path) -> None:
    from tarawa_cli.kernel.engine.grammar import parsed
    from tarawa_cli.kernel.errors import Refused

    match: Match[Any] = Match(GAMES("malta"), Setup("cottonera"), 3)
    player = Recorded(match.game, Bots(), "", "axis", "cottonera")
    words = parsed(match.game.orders, ["next"])
    player.refused(words, Refused("24.3", "secret"))
    player.choose(match.known_to("axis"))
    assert player.got[-1]["refused"] == "next: forbidden by 24.3"
    for _ in range(9):
        player.refused(words, Refused("24.3", "secret"))
    with pytest.raises(BotFailed, match="10 orders were refused"):
        player.refused(words, Refused("24.3", "secret"))
