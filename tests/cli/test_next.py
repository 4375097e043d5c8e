"""`next` that one can trust: it says what it would waste, and goes on to a phase or turn."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.cli import output
from tarawa_cli.games.malta import game as malta_game
from tarawa_cli.games.tarawa import game as tarawa_game
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.game import Setup
from tests.cli.test_ashore import RED_3, TRACKS
from tests.cli.test_completion import offered
from tests.cli.tools import Game, game_at, tarawa, untouched
from tests.kit.terminal import Terminal

QUIET = f"""\
turn = 4
phase = "supply-check"
default = "absent"
{TRACKS}stock = 1
cleared = "2630 2631 2727 2728 2729 2731"
units."3/8A" = {{ at = "2530", steps = 3, pins = 2 }}
units.lvt-1 = {{ at = "pool" }}
"""


@pytest.fixture
def terminal(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on a player sits in front of it; the game was begun before."""
    monkeypatch.setattr(output, "on_terminal", lambda: True)


def find_waste(game: Game) -> str:
    """What a refused `next` would waste; it has changed nothing."""
    with untouched(game.path):
        result = game("next")
    assert (result.code, result.out) == (1, "")
    first, *more, hint, last = result.err.splitlines()
    assert first.startswith("refused: you still have: ")
    assert last == "  `next --yes` ends the phase anyway"
    lines = [first.removeprefix("refused: you still have: "), *(line.removeprefix("  and: ") for line in more)]
    told = [re.fullmatch(r"(.*) \(`(.*)`\)", line) for line in lines]
    orders = [found[2] for found in told if found]
    assert len(orders) == len(lines), "each line has the order that would use it"
    assert hint == f"  try: {orders[0]}"
    assert all(game(*order.split(), "-n").code == 0 for order in orders)
    return "; ".join(found[1] for found in told if found)


@pytest.mark.usefixtures("terminal")
def test_on_a_terminal_it_is_refused_if_it_would_waste_something(game: Game) -> None:
    game.to_embark()
    assert find_waste(game) == "due and not embarked: 2/2A, 2/2B, 3/2A, 3/2B, 2/8A, 2/8B and 5 more"
    for order in ("embark 2/8A lvt-1 red3", "embark 2/8E lcvp-1 red3", "next --yes"):
        game.do(order)
    assert find_waste(game) == "able to move: lvt-1 with 2/8A; still loaded: lcvp-1 with 2/8E"
    for order in ("advance --all", "unload --all"):
        game.do(order)
    assert game("next").code == 0, "nothing is left to do"
    assert "not fired on: " in find_waste(game)
    game.do("suppress --all")
    assert game("next").code == 0
    assert "--yes" not in "".join(game.journal)


@pytest.mark.usefixtures("terminal")
def test_those_next_to_the_enemy_with_ap_count_ashore(tmp_path: Path) -> None:
    game = game_at(tmp_path, RED_3, "--dice", "manual")
    assert find_waste(game).startswith("next to the enemy with AP left: 2/8A (")
    for unit in ("2/8A", "2/8B", "2/8E"):
        game.do(f"dig {unit}")
    assert "you still have" not in game("next").err


def test_elsewhere_it_goes_on_and_notes_it(game: Game) -> None:
    game.to_embark()
    with untouched(game.path):
        assert game("next", "-n").code == 0
    result = game.do("next")
    assert result.err.startswith("note: `embark` of turn 1 ended, and you still had: due and not embarked: 2/2A")
    game.do("undo")
    assert game.do("next --yes").err == result.err, "it is told even to those who have said so"
    game.do("undo")
    for words in (["next"], ["next", "--yes"], ["next", "impulse", "-y"]):
        assert "due and not embarked" in game.json(*words)["wasted"][0]
        game.do("undo")
    for line in ("next", "next --yes"):
        result = game("run", "-", stdin=f"policy hits step\n{line}\n".encode())
        assert result.err.startswith("note: line 2: `embark` of turn 1 ended, and you still had: due")
        game.do("undo")
        told = game("run", "-", "--json", stdin=line.encode()).json
        assert "due" in told["notes"][0]
        assert told["wasted"] == told["notes"]
        game.do("undo 2")


def test_json_is_for_programs(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "on_terminal", lambda: True)
    game.to_embark()
    assert game.json("next")["wasted"]


def test_a_real_terminal_is_found_out_and_nothing_is_read_from_it(game: Game) -> None:
    game.to_embark()
    command = [sys.executable, "-m", "tarawa_cli", "next", "--save", str(game.path)]
    with untouched(game.path), Terminal(command) as terminal:
        assert "next --yes" in terminal.rest()
        assert terminal.ends() == 1


# ── Going on


def test_it_goes_on_to_a_phase_and_is_one_command(game: Game) -> None:
    game.to_embark()
    for order in ("policy hits morale", "embark --due"):
        game.do(order)
    before = game.journal
    result = game.do("next actions")
    assert game.state["phase"] == "actions"
    assert game.state["turn"] == 1
    assert [entry.split()[0] for entry in game.journal[len(before) :]] == ["next"] * 7
    assert "note: `suppression-1` of turn 1 ended" in result.err
    with untouched(game.path):
        again = game("next", "actions")
    assert (again.code, again.err) == (0, "note: this is already `actions` of turn 1: nothing was done\n")
    game.do("undo")
    assert (game.journal, game.state["mulligans"]) == (before, 1)
    game.do("next impulse")
    assert game.state["phase"] == "impulse-1"
    game.do("next impulse-3")
    assert game.state["phase"] == "impulse-3"
    assert game("verify").code == 0


def test_it_goes_on_to_a_turn(game: Game) -> None:
    game.to_embark()
    game.do("next turn")
    assert game.state["turn"] == 2
    game.do("next turn 4")
    assert game.state["turn"] == 4
    with untouched(game.path):
        assert game.json("next", "turn", "4")["note"] == "this is already `embark` of turn 4: nothing was done"
        for words in (["nosuch"], ["turn", "x"], ["actions", "2"], ["turn", "1", "2"]):
            assert game("next", *words).code == 2


def test_it_stops_at_a_question(tmp_path: Path) -> None:
    game = Game(tmp_path / "save.toml", "--seed", 11)
    game.to_embark()
    for order in ("embark --due", "next", "unload --all", "advance --all"):
        game.do(order)
    result = game.do("next turn 4")
    assert game.state["pending"]
    assert "You must decide" in result.out
    refused = game("next", "actions")
    assert (refused.code, "a decision is pending" in refused.err) == (1, True)


def test_a_phase_that_is_passed_over_ends_it_too(game: Game) -> None:
    game.to_embark()
    result = game.do("next actions")
    assert result.err.endswith("note: `actions` was skipped: this is `embark` of turn 2\n")


@pytest.mark.usefixtures("terminal")
def test_on_a_terminal_it_stops_where_something_would_be_wasted(game: Game) -> None:
    game.to_embark()
    game.do("policy hits morale")
    game.do("embark --due")
    with untouched(game.path):
        stopped = game("next", "actions")
    assert (stopped.code, "able to move" in stopped.err) == (1, True), "no dice have rolled: nothing is done"
    for order in ("next", "unload --all", "advance --all"):
        game.do(order)
    stopped = game("next", "actions")
    assert stopped.code == 5
    assert "not fired on" in stopped.err
    assert "  not done: next actions\n  try: suppress --all\n" in stopped.err
    assert stopped.err.endswith("  `next actions --yes` ends the phase anyway\n")
    assert game.state["phase"] == "suppression-1"
    game.do("next actions --yes")
    assert (game.state["turn"], game.state["phase"]) == (1, "actions")


def test_dice_for_the_whole_way_must_be_right(tmp_path: Path) -> None:
    game = game_at(tmp_path, QUIET, "--dice", "manual")
    with untouched(game.path):
        assert game("next", "turn", "--dice", "1").code == 4
        assert game("next", "turn", "--dice", "1,1,1").code == 2
    game.do("next turn --dice 1,1")
    assert game.state["turn"] == 5


def test_in_a_script_it_does_the_same(game: Game) -> None:
    game.to_embark()
    result = game("run", "-", "-v", stdin=b"policy hits morale\nembark --due\nnext actions\nnext actions\n")
    assert result.code == 0
    assert game.state["phase"] == "actions"
    assert "note: line 4: this is already `actions` of turn 1: nothing was done" in result.err
    game.do("undo 1")
    assert game.state["phase"] == "embark"


def test_tab_offers_the_phases(game: Game) -> None:
    game.to_embark()
    words = offered(f"tarawa next --save {game.path} ")
    assert words == [
        *("bombardment", "supply-points", "embark", "impulse-1", "suppression-1", "impulse-2", "suppression-2"),
        *("impulse-3", "suppression-3", "actions", "supply-check", "turn", "--yes"),
    ]


# ── The standing order


@pytest.mark.parametrize("answer", ["wait", "pass"])
def test_phases_in_which_nothing_matters_pass_if_the_player_says_so(tmp_path: Path, answer: str) -> None:
    game = game_at(tmp_path, QUIET, "--seed", 5)
    game.do(f"policy empty-phases {answer}")
    game.do("next")
    passed = "Embarking: skipped, nothing to do" in tarawa("log", "--save", game.path).out
    assert passed == (answer == "pass")
    assert (game.state["phase"] == "embark") == (answer == "wait")
    assert game("verify").code == 0


# ── The enemy's part


def test_the_enemys_part_is_summed_up_and_told_in_full_when_asked_for(game: Game) -> None:
    game.to_embark()
    for order in ("policy hits morale", "embark --due", "next", "unload --all", "advance --all"):
        game.do(order)
    short = game.do("next").out
    assert " shots: " in short
    assert "Japanese Fire, afloat" not in short
    assert "Japanese Fire, afloat" in tarawa("log", "--last", "1", "--save", game.path).out
    game.do("undo")
    in_full = game.do("next -v").out
    assert "Japanese Fire, afloat" in in_full
    assert " shots: " not in in_full
    assert short.splitlines()[-1] == in_full.splitlines()[-1]
    assert short.splitlines()[-1].startswith("ready: ")


@pytest.mark.parametrize(("game", "scenario"), [(tarawa_game.GAME, "campaign"), (malta_game.GAME, "cottonera")])
def test_a_journal_holds_only_the_plain_order(game: Any, scenario: str) -> None:
    """How far to go on is a matter of the command line, which writes `next` once for each step."""
    state = game.begin(Setup(scenario))
    for goal in ("1110", "turn", "actions"):
        with pytest.raises(BadOrder):
            game.read(state, ["next", goal])
    assert game.read(state, ["next"]).text() == "next"
