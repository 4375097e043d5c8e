"""14.1: Hawkins taken off the pier, and wading from it; changes of course at the pier (11.33)."""

import pytest

from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.games.tarawa.model.board import betio
from tarawa_cli.games.tarawa.narration.next_steps import steps
from tests.tarawa.common import refused
from tests.tarawa.playing import boat, on_pier
from tests.tarawa.playing_reef import Units, afloat, do, facts, match_on, unit

HAWKINS = {"at": "pier:1431"}
WADER: Units = {"2/8B": afloat("2023")}


# ── Hawkins taken off


@pytest.mark.parametrize(("head", "at", "beach"), [("1431", "1430", "red3"), ("1432", "1433", "red2")])
@pytest.mark.parametrize("homeward", [False, True])
def test_14_1_an_empty_amtrac_beside_the_head_takes_hawkins_off(head: str, at: str, beach: str, homeward: bool) -> None:
    units = {"hawkins": {"at": f"pier:{head}"}, "lvt-3": afloat(at, beach, homeward=homeward), **WADER}
    game = match_on(units, policy={"hits": "step"})
    done = do(game, "advance hawkins lvt-3")
    assert facts(done, "taken-aboard") == [{"rule": "14.1", "unit": "hawkins", "craft": "lvt-3"}]
    assert (unit(game, "hawkins").at, unit(game, "hawkins").beach) == ("in:lvt-3", beach)
    assert refused(game, "advance lvt-3").rule == "6.4"
    do(game, "next", 1, 1)
    do(game, "next")
    do(game, "advance hawkins")
    assert unit(game, "lvt-3").at[:2] == "21"


@pytest.mark.parametrize(
    ("hawkins", "craft", "said"),
    [
        ("1431", {"lvt-3": afloat("1433", "red2")}, "lvt-3 can take him off 1431 only from 1430: it is in 1433"),
        ("1432", {"lvt-3": afloat("1430")}, "lvt-3 can take him off 1432 only from 1433: it is in 1430"),
        ("1431", {"lvt-3": afloat("1530")}, "lvt-3 can take him off 1431 only from 1430: it is in 1530"),
        ("1431", boat("lvt-3", "3/8A", "1430"), "lvt-3 is not an empty amtrac"),
        ("1532", {"lvt-3": afloat("1430")}, "an amtrac can take Hawkins off only at the pier head, 1431 or 1432"),
        ("1431", {"lvt-3": afloat("1430", pins=1)}, "both need their whole impulse, unpinned"),
        ("1431", {"lvt-3": afloat("1430", moved=True)}, "both need their whole impulse, unpinned"),
    ],
)
def test_14_1_what_cannot_take_him_off(hawkins: str, craft: Units, said: str) -> None:
    game = match_on({"hawkins": {"at": f"pier:{hawkins}"}, **craft})
    error = refused(game, "advance hawkins lvt-3")
    assert (error.rule, error.message, error.hint) == ("14.1", said, "advance hawkins")


def test_14_1_a_refusal_names_the_amtrac_that_can() -> None:
    game = match_on({"hawkins": HAWKINS, "lvt-1": afloat("1430"), "lvt-3": afloat("1428")})
    assert refused(game, "advance hawkins lvt-3").hint == "advance hawkins lvt-1"


# ── Hawkins wades


@pytest.mark.parametrize(
    ("here", "to", "beach"),
    [
        ("1431", "1430", "red3"), ("1431", "1530", "red3"), ("1431", "1531", "red3"), ("1432", "1433", "red2"),
        ("1832", "1833", "red2"), ("1832", "1831", "red3"), ("1832", "1931", "red3"), ("1932", "1932", "red2"),
        ("1932", "1931", "red3"), ("2532", "2532", "red2"), ("2632", "2633", "red2"),
    ],
)  # fmt: skip
def test_14_1_hawkins_may_leave_the_pier_for_a_hex_beside_it_and_wade(here: str, to: str, beach: str) -> None:
    game = match_on({"hawkins": {"at": f"pier:{here}"}, **WADER})
    assert f"advance hawkins {to}" in legal(game.state)
    done = do(game, f"advance hawkins {to}")
    assert facts(done, "left-pier") == [{"rule": "14.1", "unit": "hawkins", "to": to, "beach": beach, "spent": 3.0}]
    hawkins = unit(game, "hawkins")
    assert (hawkins.at, hawkins.beach, hawkins.spent) == (to, beach, 3)


@pytest.mark.parametrize(("to", "landing"), [("2033", "27"), ("2031", "25")])
def test_14_1_once_in_the_water_he_wades_to_his_beach_and_lands(to: str, landing: str) -> None:
    game = match_on({"hawkins": {"at": "pier:2032"}, **WADER}, phase="impulse-3")
    do(game, f"advance hawkins {to}")
    beach = unit(game, "hawkins").beach
    for _ in range(9):
        if unit(game, "hawkins").at in betio().beaches[beach].landing:
            break
        unit(game, "hawkins").spent = 0
        do(game, "advance hawkins")
    assert unit(game, "hawkins").at[:2] == landing


def test_14_1_he_may_walk_first_and_wade_then_with_the_ap_that_are_left() -> None:
    game = match_on({"hawkins": {"at": "pier:1632"}})
    do(game, "advance hawkins 1832")
    do(game, "advance hawkins 1833")
    assert (unit(game, "hawkins").at, unit(game, "hawkins").spent) == ("1833", 5)
    do(game, "advance hawkins 1933")
    assert (unit(game, "hawkins").at, unit(game, "hawkins").spent) == ("1933", 8)


def test_14_1_too_few_ap_keep_him_on_the_pier() -> None:
    game = match_on({"hawkins": {"at": "pier:1832", "ap": 2, "moved": True}, **WADER})
    assert refused(game, "advance hawkins 1833").rule == "11.33"
    assert "advance hawkins 1833" not in legal(game.state)


def test_14_1_the_number_of_the_pier_hex_ahead_means_the_pier_even_if_it_is_taken() -> None:
    game = match_on({"hawkins": {"at": "pier:1632"}})
    do(game, "advance hawkins 1732")
    assert unit(game, "hawkins").at == "pier:1732"
    behind = match_on({"hawkins": {"at": "pier:1632"}, "3/8A": on_pier("1732"), **WADER})
    assert refused(behind, "advance hawkins 1732").rule == "11.33"


def test_14_1_a_hex_that_does_not_touch_the_pier_is_not_beside_it() -> None:
    game = match_on({"hawkins": {"at": "pier:1532"}, **WADER})
    assert refused(game, "advance hawkins 1533").rule == "11.33"
    assert not {"advance hawkins 1533", "advance hawkins 1334"} & set(legal(game.state))


@pytest.mark.parametrize("more", [{"3/8A": afloat("1833", "red2")}, {"hawkins": {"at": "pier:1832", "pins": 1}}])
def test_14_1_a_hex_that_is_taken_or_a_pin_keeps_him_on_the_pier(more: Units) -> None:
    game = match_on({"hawkins": {"at": "pier:1832"}, **WADER, **more})
    assert refused(game, "advance hawkins 1833").rule in ("11.33", "6.4")
    assert "advance hawkins 1833" not in legal(game.state)


def test_14_1_all_together_he_stays_on_the_pier() -> None:
    game = match_on({"hawkins": {"at": "pier:1832"}})
    do(game, "advance --all")
    assert unit(game, "hawkins").at == "pier:2632"


def test_3_an_impulse_waits_for_hawkins_though_he_can_only_wade() -> None:
    units: Units = {"hawkins": {"at": "pier:2632"}, "lvt-1": afloat("2326", homeward=True), "1/10": {"at": "schedule"}}
    game = match_on(units, phase="embark")
    do(game, "next")
    assert game.state.phase == "impulse-1"
    assert "→ advance hawkins 2532 — off the pier, to wade in" in steps(game.state)


@pytest.mark.parametrize("to", ["1833", "1831"])
def test_14_1_nobody_else_wades_from_the_pier(to: str) -> None:
    game = match_on({"3/8A": on_pier("1832")})
    assert refused(game, f"advance 3/8A {to}").rule == "11.33"
    assert not [command for command in legal(game.state) if command == f"advance 3/8A {to}"]


def test_6_6_1_in_the_water_hawkins_is_fired_at_as_a_wader_of_his_beach() -> None:
    game = match_on({"hawkins": {"at": "pier:1832"}})
    do(game, "advance hawkins 1833")
    (roll,) = [fact for fact in facts(do(game, "next", 1), "roll") if fact["table"] == "japanese-fire"]
    assert [modifier["label"] for modifier in roll["modifiers"]] == ["target on the reef", "beside the pier"]


# ── Changes of course


@pytest.mark.parametrize(
    ("units", "said"),
    [
        ({"3/8A": on_pier("1832", pins=2)}, {"rule": "11.33", "unit": "3/8A", "why": "it is on the pier"}),
        ({"3/8A": afloat("1833", "red2", pins=2)}, {"rule": "11.33", "unit": "3/8A", "why": "it is next to the pier"}),
        (boat("lcvp-1", "3/8A", "1426", pins=2), {"rule": "6.4", "unit": "lcvp-1", "why": "it is at the edge"}),
    ],
)
def test_11_33_a_change_of_course_without_effect_is_told(units: Units, said: dict[str, str]) -> None:
    """The rulebook's 5 is a change of course and S*."""
    beside = 1 if said["why"].endswith("next to the pier") else 0
    game = match_on(units)
    done = do(game, "next", 4 + beside)
    assert facts(done, "course-kept") == [said]
    assert facts(done, "course-changed") == []
    assert not any(unit.course for unit in game.state.units.values())


def test_14_1_hawkins_who_has_walked_or_is_pinned_is_not_taken_off() -> None:
    for more in ({"pins": 1}, {"moved": True, "ap": 7}):
        game = match_on({"hawkins": HAWKINS | more, "lvt-3": afloat("1430"), **WADER})
        assert refused(game, "advance hawkins lvt-3").rule == "14.1"
