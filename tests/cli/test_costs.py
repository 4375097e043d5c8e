"""Targets and costs: what an order is aimed at and what it costs are said before anything is ordered."""

from pathlib import Path

import pytest

from tarawa_cli.cli import output, program
from tarawa_cli.games import MALTA, TARAWA
from tests.cli.test_ashore import RED_3
from tests.cli.test_completion import offered
from tests.cli.tools import Game, command, game_at, untouched


@pytest.fixture
def ashore(tmp_path: Path) -> Game:
    return game_at(tmp_path, RED_3, "--dice", "manual")


# ── The target comes last


def test_a_hex_at_the_end_is_the_target(ashore: Game) -> None:
    for typed, meant in (
        ("attack 2/8A 2726", "attack 2/8A --on 2726"),
        ("attack 2/8 2726", "attack 2/8 --on 2726"),
        ("odds attack 2/8A 2726", "odds attack 2/8A --on 2726"),
        ("att 2/8A 2726 --shore", "attack 2/8A --on 2726 --shore"),
        ("dem 2/8E 2726", "demolish 2/8E --on 2726"),
        ("attack 2/8A", "attack 2/8A --on"),
    ):
        new, old = (ashore(*line.split(), *([] if line.startswith("odds") else ["-n"])) for line in (typed, meant))
        if typed != "attack 2/8A":
            assert (new.code, new.out.replace(typed, meant), new.err) == (old.code, old.out, old.err), typed
    assert ashore("attack", "2/8A", "-n").code == 2
    assert ashore("attack", "2726", "-n").code == 2
    two = next(line for line in ashore.legal if line.startswith("attack ") and line.count("--on") == 2)
    assert ashore.json(*two.replace("--on ", "").split(), "-n")["command"] == two


def test_tab_offers_targets_after_units(ashore: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TARAWA_SAVE", str(ashore.path))
    assert "2726" in offered("tarawa attack 2/8A ")
    assert offered("tarawa att 2/8A 27") == offered("tarawa attack 2/8A 27")
    assert "2726" in offered("tarawa legal 27")
    assert "attack" in offered("tarawa legal at")
    assert "attack" in offered("tarawa why at")
    assert {"2/8A", "red3", "7.6"} <= set(offered("tarawa show "))
    assert "pinned" in offered("tarawa units ready p")
    assert offered("tarawa next imp") == ["impulse-1", "impulse-2", "impulse-3", "impulse"]


# ── Costs


def test_costs_are_shown_before_anything_is_ordered(ashore: Game) -> None:
    with untouched(ashore.path):
        assert ashore.do("move 2/8A 2728 -n").out == "legal: move 2/8A 2728: by 2728, costs 1 AP of 8\n"
        assert ashore.json("move", "2/8A", "2728", "-n")["costs"] == [{"price": "1 AP", "left": "8", "way": ["2728"]}]
        assert "move 2/8A 2728" in ashore.do("legal 2/8A").out
        listed = ashore.json("legal", "move", "2/8A")
        assert all(line.startswith("move 2/8A ") for line in listed["commands"])
        assert listed["costs"][listed["commands"].index("move 2/8A 2728")] == "1 AP"
        assert "can be entered by: 2/8A (1 AP)" in ashore.do("hex 2728").out
        assert "# 1 AP" in ashore.do("unit 2/8A").out


def test_a_cost_is_what_is_paid(ashore: Game) -> None:
    for line in ("move 2/8A 2728", "move 2/8B 2727"):
        cost = ashore.json(*line.split(), "-n")["costs"][0]
        unit = line.split()[1]
        before = ashore.json("unit", unit)["unit"]["ap"]
        ashore.do(line)
        assert f"{before - ashore.json('unit', unit)['unit']['ap']:g} AP" == cost["price"]


def test_a_script_that_reads_legal_gets_the_orders_alone(ashore: Game) -> None:
    assert ashore.do("legal").out.splitlines() == ashore.json("legal")["commands"]


def test_what_is_listed_with_its_cost_can_be_pasted(ashore: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "on_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "200")
    lines = ashore.do("legal").out.splitlines()
    assert any("  # " in line for line in lines)
    for line in lines[:40]:
        assert ashore("run", "-", "--check", stdin=line.encode()).code in (0, 4), line


def test_reach_is_what_legal_lists() -> None:
    command(MALTA, "new", "cottonera", "--seed", 1)
    program.start(MALTA)
    match = program.look("saves/cottonera.toml")
    choices = match.game.legal
    for unit in choices.WORDS["able"](match.state)[:5]:
        _, orders = choices.legal_for(match.state, unit)
        moves = {line.split()[2] for line in orders if line.startswith(f"move {unit} ") and "--strategic" not in line}
        assert set(choices.reach(match.state, unit)) == moves
        for at, cost in choices.reach(match.state, unit).items():
            assert choices.costs(match.state, [["move", unit, at]]) == [cost]
            assert cost.way[-1] == at


def test_reach_of_the_marines(ashore: Game) -> None:
    program.start(TARAWA)
    match = program.look(str(ashore.path))
    for unit in ("2/8A", "2/8E"):
        moves = {line.split()[2] for line in ashore.legal if line.startswith(f"move {unit} ")}
        assert set(match.game.legal.reach(match.state, unit)) == moves


def test_legal_takes_an_order_a_unit_or_a_hex(ashore: Game) -> None:
    everything = ashore.legal
    assert ashore.json("legal", "attack")["commands"] == [line for line in everything if line.startswith("attack ")]
    assert ashore.json("l", "att", "2726")["commands"] == [
        line for line in everything if line.startswith("attack ") and "2726" in line.split()
    ]
    assert ashore.do("legal @2726") == ashore.do("legal 2726")
    assert ashore("legal", "9999").code == ashore("legal", "nosuch").code == 2


def test_units_by_state_and_by_several_filters(ashore: Game) -> None:
    def listed(*words: str) -> set[str]:
        return {unit["id"] for unit in ashore.json("units", *words)["units"]}

    ready, near = listed("ready"), listed("@2731")
    assert ready
    assert listed("ready", "8th") == ready & listed("8th")
    assert near == listed("2731")
    assert listed("pinned") == {unit["id"] for unit in ashore.json("units", "all")["units"] if unit["pins"]}
    assert listed("unsupplied") <= listed("ashore")
    assert ashore("units", "nosuch").code == 2
