"""Chapter 15: formations, and who is attached to them."""

from typing import Any

import pytest

from tarawa_cli.games.malta.model.state import State
from tests.malta.common import may, order, refused, table

FAR = {"2rwk": "0810"}


def morning(units: dict[str, Any]) -> State:
    return table(FAR | units, phase="formations", turn="1jul-am")


def test_15_at_the_start_the_unit_list_says_who_is_attached_to_whom() -> None:
    state = table({"bafile": "1716", "grado": "2213", "adra": "1716", "loreto": "1716", "student": "1716"})
    found = {id: state.units[id].formation for id in ("bafile", "grado", "adra", "loreto", "student")}
    assert found == {"bafile": "friuli", "grado": "livorno", "adra": "folgore", "loreto": "laspezia", "student": "none"}


def test_15_2_an_independent_unit_is_attached_moved_and_detached() -> None:
    state = morning({"bafile": "1716", "s75": "1716"})
    order(state, "attach bafile s75 livorno")
    assert [state.units[id].formation for id in ("bafile", "s75")] == ["livorno", "livorno"]
    order(state, "detach bafile")
    assert state.units["bafile"].formation == "none"
    order(state, "attach bafile ramcke")
    assert state.units["bafile"].formation == "ramcke"


def test_15_2_also_before_it_has_landed() -> None:
    for at in ("follow-up:south", "air"):
        assert may(morning({"bafile": at}), "attach bafile livorno"), at


@pytest.mark.parametrize(
    ("units", "line", "why"),
    [
        ({"bafile": "1716", "1d": "1715"}, "attach bafile livorno", "in an enemy zone of control"),
        ({"i-33": "1716"}, "attach i-33 friuli", "not independent"),
        ({"sogno": "1716"}, "attach sogno livorno", "not independent"),
        ({"gorizia": "1320"}, "attach gorizia livorno", "not independent"),
        ({"2rwk": "0810"}, "attach 2rwk livorno", "not independent"),
        ({"bafile": "lost"}, "detach bafile", "not in play"),
        ({"bafile": "1716"}, "attach bafile friuli", "already attached to friuli"),
        ({"bafile": {"at": "1716", "formation": "none"}}, "detach bafile", "not attached to a formation"),
        ({"bafile": "pool", "bafile-1": "1716"}, "detach bafile", "it is broken into companies"),
    ],
)
def test_15_2_who_does_not_change(units: dict[str, Any], line: str, why: str) -> None:
    no = refused(morning({"grado": "2213"} | units), line)
    assert no.rule == "15.2"
    assert why in no.message
    assert no.hint


def test_15_2_only_in_the_phase_for_it_which_waits_for_those_who_can_change() -> None:
    assert refused(table({"bafile": "1716"}), "attach bafile livorno").rule == "15.2"
    assert refused(table({"bafile": "1716"}), "detach bafile").rule == "15.2"
    weather = (3, 4)
    for unit, dice, waits in (("bafile", (), True), ("i-33", weather, False)):
        state = table(FAR | {unit: "1716"}, phase="approach", turn="2jul-am")
        order(state, "next", *dice)
        assert (state.phase == "formations") is waits, unit


def test_15_an_unattached_unit_is_a_formation_of_its_own() -> None:
    """So it makes an attack mixed, and no headquarters serves it."""
    from tarawa_cli.games.malta.rules.ch09_combat import combat_odds, planned

    for formation, mixed in (("livorno", False), ("none", True), ("friuli", True)):
        state = table({"i-33": "1513", "grado": {"at": "1513", "formation": formation}, "11lf": "1512"})
        found = combat_odds(state, planned(state, state.named(["i-33", "grado"]), "1512"))
        assert any(shift.label == "mixed formations" for shift in found.shifts) is mixed, formation


def test_15_fortress_troops_never_make_an_attack_mixed() -> None:
    from tarawa_cli.games.malta.rules.ch09_combat import combat_odds, planned

    for other, mixed in (("re-24", False), ("2d", True), ("2rwk", False)):
        state = table({"11lf": "1513", other: "1513", "i-33": "1512"}, phase="allied-combat")
        found = combat_odds(state, planned(state, state.named(["11lf", other]), "1512"))
        assert any(shift.label == "mixed formations" for shift in found.shifts) is mixed, other


def test_17_2_rain_costs_wheels_and_tracks_a_point_more_off_the_road() -> None:
    from tarawa_cli.games.malta.rules.ch06_movement import steps

    board = table({}).board
    for mobility, more in (("foot", 0), ("motor", 6), ("mech", 6)):
        dry, wet = steps(mobility, False), steps(mobility, False, rain=True)
        for one, other in [(here, there) for here in dry for there, _ in dry[here]]:
            road = tuple(sorted((one, other))) in board.roads
            assert dict(wet[one])[other] - dict(dry[one])[other] == (0 if road else more), (mobility, one, other)
