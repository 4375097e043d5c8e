"""15: a lower total never does more, and what lowers it is worth having."""

from fractions import Fraction
from itertools import pairwise

import pytest

from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.own_tables import dips, effect, rising_tables, shipped_dips

CHARTS = Charts({})
ROWS = {"..3": "-", "4": "Pin 1", "5": "course S*", "6..": "S* S*"}


def expected(table: str, column: str, modifier: int) -> Fraction:
    """What a roll does on average, in tenths of a step."""
    results = [CHARTS.table(table).row(die + modifier, column).result for die in range(1, 7)]
    return Fraction(sum(effect(table, result) for result in results), 6)


def own(afloat: dict[str, str], ashore: dict[str, str]) -> dict[str, object]:
    return {"tables": {"japanese-fire": {"afloat": afloat, "ashore": ashore}}}


def test_15_every_fire_table_rises_and_so_do_attack_and_demolition() -> None:
    assert rising_tables() == ["japanese-fire", "marine-fire", "marine-attack", "demolition"]
    assert shipped_dips() == []


@pytest.mark.parametrize("column", ["afloat", "ashore"])
@pytest.mark.parametrize("modifier", range(-6, 7))
def test_15_a_lower_modifier_is_never_worse(column: str, modifier: int) -> None:
    assert expected("japanese-fire", column, modifier) <= expected("japanese-fire", column, modifier + 1)


def test_15_fire_at_the_landing_falls_clearly_with_each_point() -> None:
    at = [expected("japanese-fire", "afloat", modifier) for modifier in range(4)]
    assert all(higher - lower >= Fraction(1, 2) for lower, higher in pairwise(at))


@pytest.mark.parametrize(
    ("die", "modifier", "result"), [(4, 0, "-"), (5, 0, "D1"), (6, 0, "D1"), (6, 2, "D2"), (5, 2, "D1")]
)
def test_15_an_engineer_without_help_can_demolish_and_with_two_points_at_one_blow(
    die: int, modifier: int, result: str
) -> None:
    assert CHARTS.table("demolition").row(die + modifier).result == result


def test_5_1_and_15_the_cup_keeps_blanks() -> None:
    assert all(CHARTS.value("cup")[chit] > 0 for chit in ("-2", "-1", "0"))


@pytest.mark.parametrize(("column", "most"), [("afloat", 10), ("ashore", 10)])
def test_15_a_pin_2_can_occur_on_the_way_in_and_ashore_where_it_outlasts_its_turn(column: str, most: int) -> None:
    """A die of 6, +3 for Japanese morale and +1 for the reef or the airstrip."""
    results = [CHARTS.table("japanese-fire").row(total, column).result for total in range(1, most + 1)]
    assert any("Pin 2" in result for result in results)


def test_15_a_result_counts_as_its_parts() -> None:
    assert [effect("japanese-fire", result) for result in ("-", "H", "S* Pin 1", "course S* H")] == [0, 10, 13, 22]
    assert effect("marine-attack", "repulsed Pin 1") < effect("marine-attack", "-") == 0


def test_15_own_tables_that_rise_are_taken_without_a_word() -> None:
    assert dips(own(ROWS, ROWS)) == []
    assert dips({"values": {"heads": 3}}) == []


def test_15_own_tables_that_dip_are_named_row_by_row() -> None:
    dip = {"..2": "-", "3": "S*", "4": "Pin 1", "5": "course S*", "6..": "H"}
    assert dips(own(ROWS, dip)) == [
        "tables.japanese-fire.ashore: 3 (S*) does more than 4 (Pin 1) (15)",
        "tables.japanese-fire.ashore: 5 (course S*) does more than 6+ (H) (15)",
    ]
