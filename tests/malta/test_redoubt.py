"""What a computer player does about the last city: Valletta, which can be attacked from one hex alone (20.3)."""

from typing import Any

import pytest

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.players.ground import GARRISON, GroundValue, foes_share, prizes, redoubt
from tarawa_cli.games.malta.rules.ch09_combat import defence
from tests.malta.common import HELD, asked, order
from tests.malta.deciding import decision_of, fighters_in, phase_by
from tests.malta.test_positions import BOTH, CITIES, battle

OTHERS = "1112 1709 1811 1911"
"""All cities but the redoubt."""
REGIMENT = {"i-33": "1711", "ii-33": "1711", "iii-33": "1711", "hq-liv": "1711"}


def ground(side: Side, units: dict[str, Any], **keys: Any) -> GroundValue:
    return GroundValue(battle(units, **keys), side)


def test_the_redoubt_is_the_city_with_one_way_in() -> None:
    state = battle({"i-33": "1711"})
    assert redoubt() == "1810"
    assert state.board.adjacent["1810"] == ("1711",)


def test_a_city_is_worth_the_more_the_fewer_are_left() -> None:
    held = ["", "1112", "1112 1709", "1112 1709 1911", OTHERS]
    worth = [prizes(battle({"i-33": "1513"}, control={"axis": f"1513 {axis}"}))["1810"] for axis in held]
    assert worth == sorted(worth)
    assert worth[-1] > 3 * worth[0]


@pytest.mark.parametrize(("at", "men", "least"), [("1613", 3, GARRISON), ("1613", 1, 1), ("1315", 3, 1)])
def test_the_redoubt_wants_three_battalions_when_the_enemy_is_near(at: str, men: int, least: int) -> None:
    units = {**dict.fromkeys(["i-33", "ii-33", "iii-33"][:men], at), "10komr": "1810"}
    assert ground("allied", units).garrison("1810") == least
    assert ground("allied", units).wants_guard("1810") == (least > 1)
    assert ground("axis", units).garrison("1810") == 1


@BOTH
def test_the_garrison_of_the_redoubt_is_made_up_to_three_battalions(name: str) -> None:
    axis = {"i-33": "1613", "ii-33": "1613", "iii-33": "1714"}
    state = battle({**CITIES, **axis, "2rwk": "1711", "11lf": "1610", "1dli": "1510"}, phase="allied-movement",
                   control={"axis": "1613 1714"})  # fmt: skip
    phase_by(state, name)
    assert sum(defence(state.units[id]) for id in fighters_in(state, "1810", "allied")) >= GARRISON


@BOTH
def test_the_garrison_does_not_march_out_to_take_something_back(name: str) -> None:
    state = battle({**REGIMENT, "i-34": "1712", "10komr": "1810", "2rwk": "1810", "11lf": "1810", "hq-central": "1810"},
                   phase="allied-movement", control={"axis": f"1711 1712 {OTHERS}"})  # fmt: skip
    phase_by(state, name)
    assert len(fighters_in(state, "1810", "allied")) == 3


@BOTH
def test_the_garrison_does_not_advance_out_of_the_redoubt(name: str) -> None:
    axis = {"i-33": {"at": "1711", "steps": 1}, "i-34": "1611", "ii-34": "1611"}
    state = battle({**axis, "10komr": "1810", "2rwk": "1810", "hq-central": "1810"}, phase="allied-combat",
                   policy={"axis": HELD["axis"]}, control={"axis": f"1711 1611 {OTHERS}"})  # fmt: skip
    order(state, "attack 10komr 2rwk --on 1711", 5, 5)
    assert asked(state) == "follow"
    assert decision_of(state, name) == "none"


@BOTH
def test_a_lone_tank_does_not_keep_an_army_out_of_the_last_city(name: str) -> None:
    reserves = {"i-87": "1712", "ii-87": "1712", "i-34": "1712", "ii-34": "1712", "42cn": "1611", "43cn": "1611"}
    state = battle({**REGIMENT, **reserves, "60cn": "1711", "mt-mat": "1810", "hq-central": "1810"},
                   phase="axis-combat", control={"axis": f"1711 1712 1611 {OTHERS}"})  # fmt: skip
    orders = phase_by(state, name)
    assert [line for line in orders if line.startswith("attack") and line.endswith("1810")]


def test_losses_matter_less_to_whoever_is_far_stronger() -> None:
    few: State = battle({**REGIMENT, "i-34": "1712", "10komr": "1810"})
    even: State = battle({"i-33": "1711", "10komr": "1810"})
    assert foes_share(few) < 0.4
    assert foes_share(even) == 1.0
