"""`land`: one command, and the journal holds the plain orders that it gives."""

from pathlib import Path

import pytest

from tests.cli.tools import Game, asked_game, untouched


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """The first wave of Red Beach 3 is aboard, and hits cost steps."""
    game = Game(tmp_path / "game.toml", "red-beach-3", "--seed", 3, "--hits", "step")
    game.do("embark --due")
    return game


def test_it_goes_through_the_impulses_and_stops_when_a_unit_is_halved(game: Game) -> None:
    first = game("land")
    assert game.state["phase"] == "suppression-1"
    assert first.err == "note: `land` stopped: hawkins has 1 of 2 steps left; `land` continues\n"
    assert game.json("land")["note"] == "`land` stopped: sherman-1 has 1 of 3 steps left; `land` continues"
    last = game.json("land")
    assert (last["state"]["phase"], "note" in last) == ("actions", False)


def test_the_same_orders_by_hand_give_the_same_dice_and_the_same_position(game: Game, tmp_path: Path) -> None:
    for _ in range(3):
        game.do("land")
    by_hand = Game(tmp_path / "by-hand.toml", "red-beach-3", "--seed", 3, "--hits", "step")
    by_hand.do("embark --due")
    by_hand.do("next")
    for _ in range(3):
        for line in ("unload --all", "advance --all", "next", "suppress --all", "next"):
            by_hand(*line.split())
    assert by_hand.state["phase"] == "actions"
    assert {**by_hand.state, "position": None} == {**game.state, "position": None}
    assert by_hand.state["dice"] == game.state["dice"]


def test_the_journal_is_a_script_of_plain_orders_and_one_undo_takes_it_back(game: Game, tmp_path: Path) -> None:
    before = game.state
    game.do("land")
    lines = game("log", "--commands").out
    assert "land" not in lines.split()
    again = Game(tmp_path / "again.toml", "red-beach-3", "--seed", 3)
    assert again("run", "-", stdin=lines.encode()).code == 0
    assert again.state == game.state
    assert game("verify").code == 0
    game.do("undo")
    assert {**game.state, "mulligans": 0} == before


def test_a_wish_sends_a_unit_to_a_landing_hex(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "red-beach-3", "--seed", 9, "--hits", "step")
    game.do("land 2/8A,2/8B 2627 --due")
    game.do("land")
    at = {unit["id"]: unit["at"] for unit in game.json("units", "ashore")["units"]}
    assert (at["2/8A"], at["2/8B"]) == ("2627", "2627")


def test_it_stops_when_a_landing_hex_can_no_longer_be_reached(game: Game) -> None:
    game.do("land")
    lost = game.json("land", "2/8B", "2530")
    why = "2/8B cannot land in 2530: no way there from 2526; it can still reach 2627"
    assert lost["note"] == f"`land` stopped: {why}"
    assert lost["state"]["phase"] == "impulse-3"


def test_it_stops_at_a_phase_that_the_player_names(game: Game) -> None:
    assert game.json("land", "--until", "suppression")["state"]["phase"] == "suppression-1"
    assert game.json("land", "--until", "impulse-2")["state"]["phase"] == "impulse-2"
    assert game("land", "--until", "night").code == 2


def test_it_stops_at_a_question(tmp_path: Path) -> None:
    game = asked_game(tmp_path / "game.toml")
    with untouched(game.path):
        refused = game("land", "--json")
    assert (refused.code, refused.error["rule"]) == (1, "3")


@pytest.mark.parametrize(
    ("line", "rule", "hint"),
    [
        ("land 2/8A 2727", "6.5", "land 2/8A 2627"),
        ("land 2/8A 2744", "6.4", "land 2/8A 2529"),
        ("land hawkins 2530 2/8A 2727", "6.5", "land 2/8A 2627"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_way_that_works(game: Game, line: str, rule: str, hint: str) -> None:
    game.do("next")
    with untouched(game.path):
        refused = game(*line.split(), "--json")
    assert (refused.code, refused.error["rule"]) == (1, rule)
    assert refused.error["hint"].startswith(hint)


def test_there_must_be_somebody_to_land(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "red-beach-3", "--seed", 3)
    refused = game("land", "--json")
    assert (refused.code, refused.error["hint"]) == (1, "land --due")
    assert game("land", "2/8A").code == game("land", "2627").code == 2


def test_a_dry_run_lists_what_it_would_begin_with(game: Game) -> None:
    with untouched(game.path):
        lines = game("land", "-n").out.splitlines()
    assert lines[:3] == ["legal, 7 orders:", "  next", "  unload lcm-1 1427"]
    assert lines[-1] == "  next", "the Japanese roll then"


def test_dice_that_the_player_gives_are_used_for_all_of_it(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "red-beach-3", "--dice", "manual")
    game.do("embark 2/8A lvt-1 red3")
    with untouched(game.path):
        assert game("land", "--dice", "1").code == 4
    result = game("land", "--dice", "1,6,1,6,1,6")
    assert result.code in (0, 2), result.err


def test_in_a_script_it_does_the_same(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "red-beach-3", "--seed", 3, "--hits", "step")
    done = game("run", "-", "--json", stdin=b"embark --due\nland\n")
    assert done.json["state"]["phase"] == "suppression-1"
    assert done.json["notes"] == ["line 2: `land` stopped: hawkins has 1 of 2 steps left; `land` continues"]


def test_there_are_no_odds_of_it(game: Game) -> None:
    assert game("odds", "land").code == 2


def test_it_is_refused_where_next_would_be_if_somebody_is_left_behind(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "red-beach-3", "--seed", 3)
    game.do("embark 2/8A lvt-1 red3")
    with untouched(game.path):
        refused = game("land", "--strict", "--json")
    assert (refused.code, refused.error["hint"]) == (1, "embark --due")
    assert game.json("land", "--until", "impulse-1")["wasted"]


def test_with_due_it_names_those_for_whom_no_craft_is_left(game: Game) -> None:
    """In turn 2 all of the second wave is due, but 1/10 (6.2)."""
    for _ in range(3):
        game.do("land")
    game.do("next turn")
    assert "left out: 1/10, no craft left for it" in game.json("land", "--due")["note"]


def test_in_another_phase_it_offers_an_order_of_this_phase_before_next(game: Game) -> None:
    for _ in range(3):
        game.do("land")
    refused = game("land")
    assert refused.code == 1
    assert "try: move 2/8A 2624" in refused.err
    assert "`next` ends the phase (4 units can still act)" in refused.err


def test_supply_all_names_the_pending_question_or_the_phase(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "red-beach-3", "--seed", 3)
    assert "`supply` works only in phase `supply-points`" in game("supply", "all").err
    game.do("land --due")
    while not game.state["pending"]:
        game.do("next")
    assert "a decision is pending" in game("supply", "all").err
