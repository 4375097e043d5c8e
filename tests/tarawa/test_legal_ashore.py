"""`legal`, `unit`, `hex` and `area` in phase `actions`: what is listed, and that nothing is forgotten."""

from pathlib import Path

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.legal.listing import is_legal, legal, legal_for, orders_by_hex
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.views import reports
from tarawa_cli.kernel.game import Setup
from tests.kit.effort import calls
from tests.tarawa.ground import ashore, give
from tests.tarawa.tables import TABLES

SCRIPTS = Path(__file__).parent.parent / "scripts"


@pytest.fixture
def busy() -> State:
    """The worked turn's position: seventeen units ashore."""
    return GAME.begin(Setup("turn_4.toml", str(SCRIPTS), TABLES))


def test_every_single_order_that_the_law_allows_is_listed_and_no_other(busy: State) -> None:
    some = ("1/2A", "2/8A", "2/8E", "sherman-1", "hawkins", "1/10")
    for id in some:
        busy.units[id].steps -= 1
    listed = set(legal(busy))
    hexes = [hex for area in ("red2", "red3") for hex in busy.board.areas[area].hexes]
    allowed = set()
    for id in some:
        candidates = [f"dig {id}", f"recover {id}", f"recover {id} --pay"]
        for hex in hexes:
            candidates += [f"move {id} {hex}", f"fire {id} {hex}", f"fire {id} {hex} --shore"]
            candidates += [f"attack {id} --on {hex}", f"attack {id} --on {hex} --shore", f"demolish {id} --on {hex}"]
        for command in candidates:
            assert (command in listed) == is_legal(busy, command), command
        allowed |= {command.split()[0] for command in candidates if command in listed}
    assert allowed == {"move", "fire", "attack", "demolish", "recover", "dig"}


def test_attacks_together_on_two_hexes_and_with_support_are_among_them(busy: State) -> None:
    listed = legal(busy)
    attacks = [command for command in listed if command.startswith("attack")]
    assert "attack 2/8A 2/8B --on 2828 --support 1/10 --shore" in attacks
    assert "attack 2/8B --on 2827 --on 2828" in attacks
    assert any(command.startswith("attack 2/8A 2/8B --on 2827 --on 2828") for command in attacks)
    assert any(command.startswith("demolish 2/8E 3/8E --on 2626 --support") for command in listed)
    assert any(command.startswith("fire 2/8A 2828 --support") for command in listed)


def test_the_list_takes_little_work(busy: State) -> None:
    orders = len(legal(busy))
    assert calls(lambda: legal(busy)) < 100 * orders, "about 56 for each order"


def test_a_pending_decision_leaves_only_its_answers() -> None:
    state = ashore({"2/8A": {"at": "2627", "supply": "active"}}, tracks={"japanese": 5})
    give(state, "attack 2/8A --on 2726", 6)
    assert legal(state) == ["decide step", "decide morale"]


def test_nobody_who_digs_or_is_pinned_or_walks_the_pier_is_listed() -> None:
    state = ashore({"2/8A": "2627", "2/8B": {"at": "2625", "pins": 1}, "3/8A": {"at": "pier:2632", "walking": True}})
    give(state, "dig 2/8A")
    assert legal(state) == ["next"]


def test_a_hex_says_who_can_do_what_to_it(busy: State) -> None:
    able = orders_by_hex(busy)
    assert able["2828"] == {"fire": ["2/8A", "2/8B"], "attack": ["2/8A", "2/8B"]}
    assert able["2626"]["demolish"] == ["2/8E", "3/8E"]
    assert "stuart-1" in able["2829"]["move"]
    said = reports.hex(busy, "2626")
    assert "can be fired on by: 3/8A (1 AP), 2/8E (1 AP), 3/8E (1 AP)" in said
    assert "can be demolished by: 2/8E (2 AP), 3/8E (2 AP)" in said
    assert "can be entered by:" in reports.hex(busy, "2829")


def test_an_area_says_it_hex_by_hex(busy: State) -> None:
    said = reports.area(busy, "red3")
    assert "2828 can be attacked by: 2/8A (3 AP), 2/8B (3 AP)" in said
    assert "2626 can be demolished by: 2/8E (2 AP), 3/8E (2 AP)" in said


def test_a_unit_says_what_it_may_do_a_little_of_everything(busy: State) -> None:
    said = reports.unit(busy, busy.units["2/8A"])
    for order in ("move", "fire", "attack", "dig"):
        assert f"    {order} " in said
    assert "more (tarawa legal 2/8A)" in said
    assert set(legal_for(busy, busy.units["hawkins"])) >= {"recover hawkins", "dig hawkins"}
    busy.units["2/8A"].pins = 1
    assert "can do nothing now" in reports.unit(busy, busy.units["2/8A"])
