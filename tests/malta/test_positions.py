"""Positions with what a computer player must choose, or must not: first the blunders that `strong` used to make."""

from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.players.ground import GroundValue
from tarawa_cli.games.malta.rules.ch09_combat.attacking import why_silent
from tarawa_cli.kernel.game import Setup
from tests.malta.common import HELD, asked, cottonera, order, table
from tests.malta.deciding import beside, decision_of, fighters_in, phase_by, turn_by

NIGHT = "6jul-night"
QUIET = {"allied": HELD["allied"], "axis": HELD["axis"]}
BOTH = pytest.mark.parametrize("name", ["strong", "expert"])


CITIES = {"1komr": "1709", "2komr": "1112", "3komr": "1911", "10komr": "1810", "1ches": "1811", "hq-malta": "1810"}
"""A battalion in every city, so that nobody can just walk into one."""
FIELDS = {"1dli": "1613", "4b": "1211"}
"""The same for the airfields that are wanted most."""


def battle(units: dict[str, Any], **keys: Any) -> State:
    """A position of the whole battle, without a goal of its own."""
    return table(units, goal=None, **keys)


# ── Guns


@BOTH
def test_guns_that_can_fire_are_not_moved_so_that_they_cannot(name: str) -> None:
    state = cottonera()
    phase_by(state, name, seed=3)
    guns = [unit for unit in state.units.values() if unit.side == "axis" and unit.can("gun") and unit.on_map]
    assert len(guns) == 3
    assert not [gun.id for gun in guns if why_silent(gun, gun.at)[0] == "6.5"]


@BOTH
def test_batteries_do_not_go_alone_before_the_enemy(name: str) -> None:
    guns = dict.fromkeys(("12f-1", "12f-3", "26d-6", "26d-37"), "1310")
    state = battle({**CITIES, **guns, "8m": "1309", "i-33": "1008", "ii-33": "1108"}, phase="allied-movement")
    phase_by(state, name)
    alone = [
        id
        for id in guns
        if beside(state, state.units[id].at, "axis") and not fighters_in(state, state.units[id].at, "allied")
    ]
    assert not alone


@BOTH
def test_a_gun_with_a_target_stays_and_fires(name: str) -> None:
    state = battle(
        {**CITIES, **FIELDS, "i-28": {"at": "1513", "ammo": True}, "i-33": "1512", "ii-33": "1512", "8m": "1511"},
        phase="axis-movement",
    )
    assert [line for line in turn_by(state, name) if "--by i-28" in line]


# ── Hits


def hit(units: dict[str, Any], line: str, *dice: int, **keys: Any) -> State:
    """A position in which an attack waits for a side to say how it takes its hits."""
    state = battle(units, phase="axis-combat", policy={"axis": QUIET["axis"], "allied": {"support": "never"}}, **keys)
    order(state, line, *dice)
    assert asked(state) == "hits"
    return state


@pytest.mark.parametrize(("at", "origin"), [("1613", "1614"), ("1714", "1715"), ("1811", "1812"), ("1112", "1113")])
@BOTH
def test_a_prize_is_not_given_up_to_save_a_step(name: str, at: str, origin: str) -> None:
    """Column 7, total 7: two hits on the defenders."""
    men = {"i-33": origin, "ii-33": origin, "iii-33": origin, "i-34": origin}
    state = battle({**men, "10komr": at, "2rwk": at, "hq-malta": "1810"}, phase="axis-combat",
                   policy={"axis": QUIET["axis"], "allied": {"support": "never"}})  # fmt: skip
    for dice in ((3, 4), (2, 5), (1, 3), (5, 6), (4, 5)):
        copy = state.copied()
        order(copy, f"attack {' '.join(men)} --on {at}", *dice)
        if asked(copy) == "hits" and copy.fight and copy.fight.hits[1] < 4:
            assert decision_of(copy, name) == "hold"
            return
    raise AssertionError("no dice make the defenders choose")


@BOTH
def test_nobody_goes_back_from_a_fight_that_is_won(name: str) -> None:
    """The attackers have a hit, and the defenders are gone: who holds can advance."""
    state = battle({"i-33": "1614", "ii-33": "1614", "iii-33": "1614", "11lf": {"at": "1613", "steps": 2}},
                   phase="axis-combat", policy={"allied": HELD["allied"]})  # fmt: skip
    order(state, "attack i-33 ii-33 iii-33 --on 1613", 1, 1)
    assert asked(state) == "hits"
    assert decision_of(state, name) == "hold"


@BOTH
def test_worthless_ground_is_given_up_for_a_step(name: str) -> None:
    state = battle({"i-33": "1515", "ii-33": "1515", "11lf": "1514", "hq-malta": "1411"}, phase="axis-combat",
                   policy={"axis": QUIET["axis"], "allied": {"support": "never"}})  # fmt: skip
    order(state, "attack i-33 ii-33 --on 1514", 6, 5)
    assert asked(state) == "hits"
    assert decision_of(state, name) == "retreat-1"


# ── Prizes that nobody holds any more


@BOTH
@pytest.mark.parametrize(
    ("city", "axis", "bait"), [("1911", "2014", "1914"), ("1112", "1114", "1313"), ("1916", "1915", "1716")]
)
def test_the_last_garrison_of_a_prize_that_the_enemy_can_reach_stays(
    name: str, city: str, axis: str, bait: str
) -> None:
    units = {"1d": city, "i-33": axis, "ii-33": {"at": bait, "steps": 1, "state": "demoralised"}, "hq-malta": "1810"}
    state = battle({**units, "2rwk": "1810", "10komr": "1811"}, phase="allied-movement")
    turn_by(state, name)
    assert fighters_in(state, city, "allied")


@BOTH
def test_a_company_cannot_walk_into_an_open_city(name: str) -> None:
    """The Three Cities stand empty, an enemy company can reach them, and somebody is near."""
    men = {"1d": "1910", "2rwk": "1810", "10komr": "1811", "hq-malta": "1810"}
    state = battle({**men, "i-33-1": "2013", "i-33": "pool"}, phase="allied-movement")
    turn_by(state, name)
    assert fighters_in(state, "1911", "allied") or beside(state, "2013", "allied")


@BOTH
def test_nobody_advances_out_of_a_city_that_would_stand_open(name: str) -> None:
    state = battle({"2rwk": "1811", "i-33": {"at": "1812", "steps": 1}, "ii-33": "1912", "iii-33": "1913"},
                   phase="allied-combat", policy={"axis": HELD["axis"]})  # fmt: skip
    order(state, "attack 2rwk --on 1812", 5, 4)
    assert asked(state) == "follow"
    assert decision_of(state, name) == "none"


@BOTH
def test_who_is_not_needed_in_the_city_advances(name: str) -> None:
    state = battle({"2rwk": "1811", "10komr": "1811", "i-33": {"at": "1812", "steps": 1}, "ii-33": "1912"},
                   phase="allied-combat", policy={"axis": HELD["axis"]})  # fmt: skip
    order(state, "attack 2rwk 10komr --on 1812", 5, 4)
    assert asked(state) == "follow"
    assert decision_of(state, name) in ("2rwk", "10komr")


# ── Attacks


@BOTH
def test_36_against_13_by_night_is_not_tried(name: str) -> None:
    """2:1 by night is column 4: it demoralises whoever tries it."""
    men = dict.fromkeys(("i-33", "ii-33", "iii-33"), "1613") | dict.fromkeys(("i-34", "ii-34", "iii-34"), "1513")
    state = battle(
        {**men, "2rwk": "1512", "10komr": "1512", "re-24": "1512", "haa-7": "1512"}, turn=NIGHT, phase="axis-combat"
    )
    assert phase_by(state, name) == []


@BOTH
def test_one_to_three_by_night_is_not_tried(name: str) -> None:
    state = battle(
        {"i-33": {"at": "1513", "steps": 2}, "2rwk": "1512", "10komr": "1512"}, turn=NIGHT, phase="axis-combat"
    )
    assert phase_by(state, name) == []


@BOTH
def test_overwhelming_odds_are_taken(name: str) -> None:
    men = dict.fromkeys(("i-33", "ii-33", "iii-33"), "1513")
    state = battle({**men, "11lf": {"at": "1512", "steps": 1}}, phase="axis-combat")
    assert phase_by(state, name)[0].startswith("attack")


@BOTH
def test_the_planes_go_where_the_attack_is(name: str) -> None:
    men = dict.fromkeys(("i-33", "ii-33", "iii-33"), "1513")
    state = battle({**men, "11lf": "1512", "2komr": "1008"}, phase="axis-support", weather="clear")
    assert [line for line in phase_by(state, name) if line.startswith("support 1512") and "--air" in line]


# ── The last turn


@BOTH
def test_in_the_last_turn_only_what_decides_counts(name: str) -> None:
    """Safi is held, so with Hal Far the Axis win; Luqa would change nothing."""
    start = GAME.begin(Setup("hal-far"))
    start.turn, start.phase, start.plan = 4, "axis-movement", {}
    start.control |= {"1714", "1814", "1815"}
    for unit in start.units.values():
        unit.at = "absent"
    places = {"fj-kroh": "1714", "fj-heydte": "1815", "fj-huebner": "1815", "fj-burkhardt": "1713", "hq-ramcke": "1714"}
    for id, at in {**places, "2d": "1612", "1h": "1916"}.items():
        start.units[id].at = at
    start.units["1h"].steps = 1
    orders = turn_by(start, name)
    assert [line for line in orders if line.startswith("attack") and line.endswith("1916")]


# ── Landings


@BOTH
def test_a_landing_in_the_west_is_counter_attacked_while_it_is_weak(name: str) -> None:
    west = {"i-33": "0710", "ii-33": {"at": "0611", "steps": 2}, "hq-liv": "0710"}
    men = {"1komr": "0708", "2komr": "0810", "2rif": "1108", "8m": "1309", "4b": "1113", "1dli": "1314", "2rwk": "1713"}
    state = battle({**west, **men, "11lf": "1609", "10komr": "1810", "hq-north": "1210", "hq-west": "1112"},
                   turn="30jun-am", phase="allied-movement", control={"axis": "0710 0611"})  # fmt: skip
    orders = turn_by(state, name)
    assert [line for line in orders if line.startswith("attack")]
    assert len([id for id in men if state.units[id].at < "1200"]) >= 4, "and reserves come"


@BOTH
def test_the_reserves_march_to_a_landing_far_off(name: str) -> None:
    west = {"i-33": "0710", "ii-33": "0611", "iii-33": "0710", "hq-liv": "0710"}
    men = {"2rif": "1509", "8m": "1609", "4b": "1412", "1dli": "1314", "10komr": "1810", "11lf": "1911", "1d": "1613"}
    state = battle({**west, **men, "2rwk": "1811", "hq-malta": "1810"},
                   turn="30jun-am", phase="allied-movement", control={"axis": "0710 0611"})  # fmt: skip
    turn_by(state, name)
    assert len([id for id in men if state.units[id].at < "1300"]) >= 3, "all of them stood farther east"


# ── Ground that can be had


@BOTH
def test_a_free_city_is_taken(name: str) -> None:
    state = battle({"i-33": "1711", "ii-33": "1711", "hq-liv": "1712", "10komr": "1609"}, phase="axis-movement",
                   control={"axis": "1711 1712"})  # fmt: skip
    turn_by(state, name)
    assert {"1810", "1811"} & state.control


@BOTH
def test_an_open_airfield_is_taken(name: str) -> None:
    state = battle({**CITIES, "fj-kroh": "1414", "hq-ramcke": "1414"}, phase="axis-movement")
    turn_by(state, name)
    assert "1613" in state.control


@BOTH
def test_the_allies_take_back_an_open_prize(name: str) -> None:
    state = battle({**CITIES, "2rwk": "1712", "i-33": "1315"},
                   phase="allied-movement", control={"axis": "1613 1315"})  # fmt: skip
    turn_by(state, name)
    assert "1613" not in state.control


@BOTH
def test_what_is_won_is_held(name: str) -> None:
    """Luqa was taken, and the only enemy near could take it back."""
    state = battle({**CITIES, "i-33": "1613", "2rwk": {"at": "1411", "steps": 2}, "hq-liv": "1614"},
                   phase="axis-movement", control={"axis": "1613 1614"})  # fmt: skip
    turn_by(state, name)
    assert fighters_in(state, "1613", "axis")


@BOTH
def test_a_beachhead_is_attacked_from_all_sides(name: str) -> None:
    state = battle({**CITIES, "i-33": "1416", "2d": "1515", "1dli": "1314", "4b": "1413", "hq-south": "1813"},
                   turn="30jun-am", phase="allied-movement", control={"axis": "1416"})  # fmt: skip
    orders = turn_by(state, name)
    attacks = [line for line in orders if line.startswith("attack") and line.endswith("1416")]
    assert len(attacks) == 1
    assert len(attacks[0].split()) >= 5, "two or more battalions"


# ── The sea, tanks and staffs


@BOTH
def test_battalions_land_before_guns_while_the_royal_navy_is_to_come(name: str) -> None:
    """Whoever is still at sea on 1 July may be lost; those who take ground come first."""
    state = GAME.begin(Setup("herkules"))
    while state.phase != "embark":
        phase_by(state, "strong")
    landed = [line.split()[1] for line in phase_by(state, name) if line.startswith("embark ") and "--to" in line]
    fighting = [state.units[id].can("combat") for id in landed if state.units[id].type.thirds]
    assert fighting
    assert fighting == sorted(fighting, reverse=True)


@BOTH
def test_a_headquarters_does_not_stay_alone_before_the_enemy(name: str) -> None:
    state = battle({**CITIES, "hq-south": "1813", "2rwk": "1713", "i-33": "1913", "ii-33": "1914"},
                   phase="allied-movement", control={"axis": "1913 1914"})  # fmt: skip
    turn_by(state, name)
    at = state.units["hq-south"].at
    assert fighters_in(state, at, "allied") or not beside(state, at, "axis")


@BOTH
def test_tanks_go_with_men(name: str) -> None:
    """Armour counts only beside infantry in its hex (9.92)."""
    state = battle({**CITIES, "mt-mat": "1711", "1dli": "1711", "4b": "1712", "i-33": "1713", "hq-central": "1711"},
                   phase="allied-movement", control={"axis": "1713"})  # fmt: skip
    attacks = [line.split() for line in turn_by(state, name) if line.startswith("attack")]
    assert all(len(words) > 4 for words in attacks if "mt-mat" in words), "the tanks attack with others"


@BOTH
def test_a_city_of_the_enemy_is_not_stormed_at_even_odds(name: str) -> None:
    state = battle({**CITIES, "2rwk": "1811", "re-24": "1811", "i-33": "1812", "ii-33": "1812"}, phase="axis-combat")
    assert phase_by(state, name) == []


@BOTH
def test_the_last_city_is_entered(name: str) -> None:
    """The Axis hold all cities but Mdina, which stands open, and no enemy can take one back this turn (20.3)."""
    state = battle({"i-33": "1113", "hq-liv": "1113", "2rwk": "0506", "hq-malta": "0506"}, phase="axis-movement",
                   control={"axis": "1113 1709 1810 1811 1911"})  # fmt: skip
    turn_by(state, name)
    assert "1112" in state.control


# ── Objectives that the Axis have left empty (20.3)


SOUTH = {"control": {"axis": "1916 2016 2116"}, "phase": "allied-movement"}


def test_who_stands_between_empty_objectives_takes_them_all_from_the_axis() -> None:
    state = battle({**CITIES, "8m": "1715", "i-33": "1008"}, **SOUTH)
    ground = GroundValue(state, "allied")
    assert ground.denied_from("2015", state.units["8m"]) == sum(
        state.board.objectives[at] for at in ("1916", "2016", "2116")
    )
    assert ground.denied_from("1514", state.units["8m"]) == 0


def test_an_objective_that_is_held_or_denied_already_is_not_taken_again() -> None:
    units = {**CITIES, "8m": "1715", "4b": "2116", "i-33": "1916"}
    state = battle(units, control={"axis": "1916 2016"}, phase="allied-movement")
    ground = GroundValue(state, "allied")
    assert ground.denied_from("2015", state.units["8m"]) == 0
