"""What units can do is data: a made-up kind plays and is shown, and an entry that is not whole is refused."""

from copy import deepcopy
from typing import Any

import pytest

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.exports.picture import svg
from tarawa_cli.games.tarawa.exports.report import html
from tarawa_cli.games.tarawa.game import Tarawa
from tarawa_cli.games.tarawa.legal import filtered
from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.games.tarawa.model import charts
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.unit_types import ABILITIES
from tarawa_cli.games.tarawa.views import facts, reports
from tarawa_cli.games.tarawa.views.map_views import LAYERS, picture
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.presentation import Asked

RAIDERS: dict[str, Any] = {
    "kind": "raider",
    "ids": ["raiders"],
    "name": "raider platoon",
    "ap": [8, 6],
    "steps": 4,
    "support": {"hex": 1, "pillbox": 1, "demolition": 1},
    "plural": "raiders",
    "moves": "foot",
    "formation": "own",
    "title": "Raiders",
    "stacks": "battalion",
    "abilities": ["attacks", "recovers", "digs-in", "counts-as-casualties"],
    "letter": "R",
    "symbol": "m0,0h22",
    "short": ["raiders", "raid"],
    "tags": {"ap": "X"},
}
DUKW: dict[str, Any] = {
    "kind": "dukw",
    "ids": ["dukw-1", "dukw-2"],
    "name": "amphibious trucks",
    "ap": [8, 4],
    "steps": 4,
    "carries": ["raider", "infantry", "supply"],
    "plural": "trucks",
    "moves": "craft",
    "formation": "none",
    "crosses": "always",
    "abilities": ["takes-loads-over"],
    "letter": "D",
    "symbol": "M-9,3h18v-7h-18z",
    "tags": {"ap": "X"},
}
FREE = Setup("free")


@pytest.fixture
def units(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The entries of units.toml, for the test to change."""
    entries = deepcopy(data.document("units.toml"))
    read = data.document
    monkeypatch.setattr(data, "document", lambda name: entries if name == "units.toml" else read(name))
    monkeypatch.setattr(charts, "unit_sheets", charts.unit_sheets.__wrapped__)  # nothing is remembered
    return entries


def problems(units: dict[str, Any]) -> list[str]:
    with pytest.raises(BadFile, match="cannot be used") as error:
        assert Charts({}).units
    return list(error.value.problems)


# ── New kinds


@pytest.fixture
def match(units: dict[str, Any]) -> Match[Any]:
    """A landing at will, with raiders and their trucks, up to the raiders' coming ashore."""
    units |= {"raiders": RAIDERS, "dukw": DUKW}
    match: Match[Any] = Match(Tarawa(), FREE, 5)
    for command in ("bombard", "policy hits step"):
        perform(match, command.split())
    while match.state.phase != "embark":
        perform(
            match, next(order for order in legal(match.state) if order.startswith(("chits", "decide", "next"))).split()
        )
    return match


def test_a_new_kind_comes_in_by_a_new_kind_of_craft_and_acts_ashore(match: Match[Any]) -> None:
    state = match.state
    perform(match, next(order for order in legal(state) if order.startswith("embark raiders dukw-1 ")).split())
    assert (state.units["raiders"].craft, state.units["dukw-1"].hex != "") == ("dukw-1", True)
    done = play_on(match, "raiders")
    assert any(order.startswith("advance") for order in done)
    assert any(order.startswith(("attack raiders", "move raiders", "fire raiders")) for order in done)


def play_on(match: Match[Any], id: str) -> list[str]:
    """Orders of one unit if there are any, else the first that leads on; to the end of the turn after."""
    done: list[str] = []
    while match.state.turn < 3 and match.state.units[id].steps:
        orders = legal(match.state)
        own = [order for order in orders if id in order.split() and not order.startswith(("embark", "withdraw"))]
        go_on = [order for order in orders if order.startswith(("advance --all", "next", "decide"))]
        done.append((own or go_on or orders)[0])
        perform(match, done[-1].split())
    return done


def test_a_new_kind_is_shown_wherever_units_are_shown(match: Match[Any]) -> None:
    state = match.state
    perform(match, next(order for order in legal(state) if order.startswith("embark raiders dukw-1 ")).split())
    perform(match, next(order for order in legal(state) if order.startswith("embark none dukw-2 ")).split())
    state.units["dukw-2"].homeward = True
    whole = picture(state, Asked(layer="units"))
    assert "d1 trucks" in whole
    assert "dukw-1 [raiders]" in whole
    close = [picture(state, Asked("dukw-1", 2, layer)) for layer in LAYERS]
    assert "duk1" in close[0] or "du1" in close[0]
    assert "raid" in close[0]
    assert "raiders" in reports.units(state, filtered(state, "raider"))
    assert "raider platoon" in reports.unit(state, state.units["raiders"])
    assert facts.unit_facts(state, state.units["dukw-1"])["kind"] == "dukw"
    assert DUKW["symbol"] in svg(state)
    assert "Raiders" in html(match)


def test_a_new_kind_on_land_has_its_letter_and_its_symbol(match: Match[Any]) -> None:
    raiders = match.state.units["raiders"]
    match.state.units.put(raiders, match.state.board.beaches["red2"].landing[0])
    raiders.landed = 1
    assert "Ra raiders" in picture(match.state, Asked(layer="units"))
    assert RAIDERS["symbol"] in svg(match.state)


# ── Entries that are not whole


@pytest.mark.parametrize("key", sorted(RAIDERS.keys() - {"short"}))
def test_an_entry_without_a_key_is_refused(units: dict[str, Any], key: str) -> None:
    units["raiders"] = {name: value for name, value in RAIDERS.items() if name != key}
    assert any(problem.startswith(f"raiders.{key}: is missing") for problem in problems(units))


@pytest.mark.parametrize("key", ["crosses", "carries"])
def test_a_craft_says_when_it_crosses_the_reef_and_what_it_carries(units: dict[str, Any], key: str) -> None:
    units["dukw"] = {name: value for name, value in DUKW.items() if name != key}
    assert problems(units)[0].startswith(f"dukw.{key}: is missing")


@pytest.mark.parametrize(
    ("entry", "key", "value", "told"),
    [
        (RAIDERS, "abilities", ["flies"], "raiders.abilities: 'flies' is none of: attacks, "),
        (
            RAIDERS,
            "abilities",
            ["hands-loads-over"],
            "raiders.abilities: 'hands-loads-over' is not for what moves as foot",
        ),
        (RAIDERS, "moves", "wings", "raiders.moves: must be one of foot, gun, tank, craft, not 'wings'"),
        (RAIDERS, "letter", "I", "raiders.plural: 'raiders', but 'infantry' where letter is 'I' too"),
        (RAIDERS, "letter", "S", "raiders.letter: must be a capital letter, but not S, which is a stack, not 'S'"),
        (RAIDERS, "ids", ["2/8A"], "2/8A: the name of two counters"),
        (RAIDERS, "tags", {"ap": "?"}, "raiders.tags: must be a table of sources: "),
        (RAIDERS, "speed", 7, "raiders.speed: no such key where moves = 'foot', formation = 'own'"),
        (
            RAIDERS,
            "short",
            ["raid", "raiders"],
            "raiders.short: must be a part of its name, then ever shorter ones, not",
        ),
        (
            RAIDERS,
            "support",
            {"hex": 1},
            "raiders.support: must be a table of hex, pillbox and demolition, not {'hex': 1}",
        ),
        (DUKW, "abilities", ["attacks"], "dukw.abilities: 'attacks' is not for what moves as craft"),
        (DUKW, "crosses", "never", "dukw.abilities: 'takes-loads-over' is for craft that always cross the reef"),
        (DUKW, "carries", ["mule"], "dukw.carries: 'mule' is none of: infantry, engineer, "),
        (DUKW, "ids", ["duck"], "dukw.ids: 'duck' must be its kind and a number, as in dukw-1"),
    ],
)
def test_a_wrong_entry_is_refused(
    units: dict[str, Any], entry: dict[str, Any], key: str, value: object, told: str
) -> None:
    units["raiders"] = RAIDERS
    units["raiders" if entry is RAIDERS else "dukw"] = entry | {key: value}
    assert [problem for problem in problems(units) if problem.startswith(told)]


def test_everything_wrong_is_told_at_once(units: dict[str, Any]) -> None:
    units["raiders"] = {"kind": "raider"}
    units["dukw"] = DUKW | {"letter": "dd"}
    told = problems(units)
    assert len([problem for problem in told if problem.startswith("raiders.") and "is missing" in problem]) == 13
    assert told[-1].startswith("dukw.letter: ")


def test_every_ability_is_some_units_own() -> None:
    had = {ability for unit in Charts({}).units.values() for ability in unit.nature.abilities}
    assert sorted(had) == sorted(ABILITIES)
