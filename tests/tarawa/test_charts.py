"""Tables, units, terrain, turns and morale boxes (2.1, 2.3, 2.4, 9 and the tables), and a player's own numbers."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.games.tarawa.data import SOURCES, document
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.board import betio
from tarawa_cli.games.tarawa.model.charts import Charts, table_problems
from tarawa_cli.games.tarawa.model.own_tables import check_own
from tarawa_cli.games.tarawa.model.unit_types import REGIMENTS
from tarawa_cli.kernel import own_tables
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Setup
from tests.tarawa.tools import examples, members

CHARTS = Charts({})
TABLES = document("tables.toml")
UNITS = document("units.toml")
NUMBERS = document("charts.toml")


def problems(own: dict[str, Any]) -> list[str]:
    """What is wrong with a player's file."""
    try:
        check_own(own, "mine.toml")
    except BadFile as error:
        named = error.message.startswith("mine.toml")
        return list(error.problems) if named else ["the file is not named"]
    return []


# ── The tables

# result by total, from the first total on; the last one holds for all above, and the first for all below
CONTENTS = {
    ("japanese-fire", "afloat", 1): ["-", *["H"] * 3, *["course S*"] * 3, "S* H Pin 1", "S* S Pin 1"],
    ("japanese-fire", "ashore", 2): ["-", "S", "S*", *["S* Pin 1"] * 4, "S* H Pin 1"],
    ("marine-fire", "", 5): ["-", "S", "S", "S", "S*"],
    ("marine-attack", "", 2): ["repulsed Pin 1", "-", "-", "-", *["one hex cleared"] * 3, "all hexes cleared"],
    ("demolition", "", 5): ["-", "D1", "D1", "D2"],
    ("recovery", "", 4): ["-", "1"],
    ("supply-points", "", 0): ["0", "1", "1", "2", "2", "3", "4", "5"],
    ("night-events", "", 1): [
        "air raid", "submarine", "fleet raid", "wreck", "carrier", "banzai", "two banzais", "general banzai",
    ],
    ("banzai", "", 2): ["repelled", "repelled S", "repelled S S", "retreat 1 S", "retreat 2 S S", "retreat 3 S S S"],
}  # fmt: skip
# result by die, without anything above or below
DICE = {
    "traps": ["-", "-", "-", "-", "-", "S"],
    "close-support": ["-", "-", "-", "2", "2", "3"],
    "shore-support": ["0", "0", "1", "2", "2", "3"],
    "bombardment": ["4", "5", "5", "5", "6", "6", "7", "8"],
    "course": ["left", "left", "left", "right", "right", "right"],
    "air-raid": ["1 hit", "2 hits", "3 hits", "4 hits Pin 1", "5 hits Pin 1", "marker"],
    "fleet-raid": ["supply", "supply", "shore", "shore", "shore", "-"],
    "japanese-collapse": [*["2d6 hexes fall"] * 2, *["area falls"] * 4],
    "invasion-collapse": ["-", "-", "-", "no embarking", "no embarking", "called off"],
}
FIXED_TABLES = {"night-events", "air-raid", "fleet-raid"}
FIXED_TOTALS = {
    ("japanese-fire", "afloat"): {5: "R"},
    ("close-support", ""): {1: "R", 2: "R", 3: "R", 5: "R"},
    ("shore-support", ""): {1: "D", 2: "D"},
}


def test_tables_there_are_17_and_no_other():
    assert set(CHARTS.table_ids) == {id for id, _, _ in CONTENTS} | set(DICE)
    assert len(CHARTS.table_ids) == 17


@pytest.mark.parametrize(("id", "column", "first"), CONTENTS)
def test_tables_modified_rolls_give_what_the_rules_say(id, column, first):
    results = CONTENTS[id, column, first]
    table = CHARTS.table(id)
    for total in range(first - 20, first + len(results) + 20):
        place = min(max(total - first, 0), len(results) - 1)
        assert table.result(total, column) == results[place], total


@pytest.mark.parametrize("id", DICE)
def test_tables_plain_rolls_give_what_the_rules_say(id):
    table = CHARTS.table(id)
    assert [table.result(die) for die in range(1, len(DICE[id]) + 1)] == DICE[id]
    for outside in (0, len(DICE[id]) + 1):
        with pytest.raises(LookupError):
            table.row(outside)


@pytest.mark.parametrize("id", TABLES)
def test_tables_are_complete(id):
    assert list(table_problems(id, TABLES[id])) == []


def test_tables_only_japanese_fire_has_columns():
    assert {id: tuple(CHARTS.table(id).columns) for id in TABLES if len(CHARTS.table(id).columns) > 1} == {
        "japanese-fire": ("afloat", "ashore")
    }
    assert all(tuple(CHARTS.table(id).columns) == ("",) for id in TABLES if id != "japanese-fire")


@pytest.mark.parametrize("id", TABLES)
def test_tables_say_where_they_come_from(id):
    table = CHARTS.table(id)
    assert table.tag == ("R" if id in FIXED_TABLES else "X")
    for column, rows in table.columns.items():
        for row in rows:
            totals = FIXED_TOTALS.get((id, column), {})
            dice = range(row.low or -9, (row.high or 19) + 1)
            assert [totals.get(die, table.tag) for die in dice] == [row.tag] * len(dice), row


def test_tables_carry_the_paragraph_they_belong_to():
    assert {id: CHARTS.table(id).rule for id in TABLES} == {
        "japanese-fire": "6.6.1",
        "marine-fire": "7.2.2",
        "marine-attack": "7.2.4",
        "demolition": "7.2.5",
        "traps": "7.1",
        "recovery": "7.2.6",
        "close-support": "7.2.3",
        "shore-support": "7.2.3",
        "supply-points": "8.1",
        "bombardment": "5.1",
        "course": "6.4",
        "night-events": "10.1",
        "air-raid": "10.1.1",
        "fleet-raid": "10.1.3",
        "banzai": "10.1.6.3",
        "japanese-collapse": "9.2.3",
        "invasion-collapse": "9.2.3",
    }


# ── Units

BATTALIONS = [f"{number}/{regiment}" for regiment in (2, 6, 8) for number in (1, 2, 3)]
ORDER = [
    *(f"{battalion}{half}" for battalion in BATTALIONS for half in "AB"),
    *(f"{battalion}E" for battalion in BATTALIONS),
    "hawkins",
    *(f"sherman-{n}" for n in range(1, 4)),
    *(f"stuart-{n}" for n in range(1, 6)),
    *(f"{n}/10" for n in range(1, 5)),
    *(f"lvt-{n}" for n in range(1, 9)),
    *(f"lcvp-{n}" for n in range(1, 11)),
    *(f"lcm-{n}" for n in range(1, 5)),
]
CARGO = ("infantry", "engineer", "artillery", "supply")
# kind, AP front and back, steps, support against a hex, a pillbox hex, in demolition, carries
PRINTED = {
    "1/2A": ("infantry", (8, 5), 8, (1, 1, 1), ()),
    "3/6E": ("engineer", (8, 5), 6, (1, 1, 1), ()),
    "hawkins": ("infantry", (8, 6), 2, (1, 1, 1), ()),
    "sherman-2": ("sherman", (8, 4), 4, (2, 1, 1), ()),
    "stuart-5": ("stuart", (8, 4), 4, (1, 0, 0), ()),
    "3/10": ("artillery", (6, 3), 4, (1, 1, 0), ()),
    "lvt-8": ("lvt", (7, 4), 6, None, CARGO),
    "lcvp-10": ("lcvp", (7, 4), 4, None, CARGO),
    "lcm-1": ("lcm", (0, 0), 4, None, ("sherman", "stuart", "artillery")),
}


def test_2_1_the_units_stand_in_the_order_of_the_table():
    assert list(CHARTS.units) == ORDER
    assert len(ORDER) == 62
    assert all(unit.id == id for id, unit in CHARTS.units.items())


@pytest.mark.parametrize("id", PRINTED)
def test_2_1_a_counter_shows_what_the_table_says(id):
    kind, ap, steps, support, carries = PRINTED[id]
    unit = CHARTS.units[id]
    assert (unit.kind, unit.ap, unit.steps, unit.carries) == (kind, ap, steps, carries)
    assert unit.support == (dict(zip(("hex", "pillbox", "demolition"), support, strict=True)) if support else {})


def test_2_1_units_of_a_kind_are_alike():
    for sheet in UNITS.values():
        first, *others = (CHARTS.units[id] for id in sheet["ids"])
        alike = ("kind", "name", "ap", "steps", "support", "carries")
        assert all(getattr(other, key) == getattr(first, key) for other in others for key in alike)


def test_7_2_1_no_allowance_exceeds_8_and_no_back_side_its_front():
    assert all(0 <= unit.ap[1] <= unit.ap[0] <= 8 for unit in CHARTS.units.values())


def test_9_2_4_four_regiments_have_a_track_and_engineers_belong_to_theirs():
    regiment = {id: unit.regiment for id, unit in CHARTS.units.items() if unit.regiment}
    assert set(regiment.values()) == set(REGIMENTS) == {"2nd", "6th", "8th", "10th"}
    assert {id for id, of in regiment.items() if of == "8th"} == {f"{n}/8{half}" for n in (1, 2, 3) for half in "ABE"}
    assert {id for id, of in regiment.items() if of == "10th"} == {"1/10", "2/10", "3/10", "4/10"}
    assert len(regiment) == 27 + 4


def test_2_1_tanks_craft_and_hawkins_belong_to_no_regiment():
    without = {id for id, unit in CHARTS.units.items() if not unit.regiment}
    assert without == {id for id in ORDER if id == "hawkins" or "-" in id}


def test_2_1_a_battalion_is_two_halves_and_engineers_and_hawkins_is_his_own():
    assert CHARTS.battalions == (*BATTALIONS, "hawkins")
    for battalion in BATTALIONS:
        assert members(CHARTS, battalion) == [f"{battalion}A", f"{battalion}B", f"{battalion}E"]
        assert CHARTS.other_half[f"{battalion}A"] == f"{battalion}B"
        assert CHARTS.other_half[f"{battalion}B"] == f"{battalion}A"
    assert CHARTS.units["hawkins"].battalion == "hawkins"
    assert len(CHARTS.other_half) == 2 * len(BATTALIONS)
    assert all(not CHARTS.units[id].battalion for id in ORDER if "-" in id or id.endswith("/10"))


def test_2_1_tanks_and_amtracs_are_armoured():
    armoured = {unit.kind for unit in CHARTS.units.values() if unit.can("armoured")}
    assert armoured == {"sherman", "stuart", "lvt"}
    assert {unit.kind for unit in CHARTS.units.values() if unit.on_foot} == {"infantry", "engineer"}
    assert {unit.kind for unit in CHARTS.units.values() if unit.is_craft} == {"lvt", "lcvp", "lcm"}
    assert {unit.kind for unit in CHARTS.units.values() if unit.is_tank} == {"sherman", "stuart"}


def test_2_1_every_number_of_a_unit_has_a_source():
    reconstructed = {(name, key) for name, sheet in UNITS.items() for key, tag in sheet["tags"].items() if tag == "X"}
    kinds = ("half-battalion", "engineers", "hawkins", "sherman", "stuart", "artillery", "lvt", "lcvp")
    assert reconstructed == {(kind, "ap") for kind in kinds} | {
        (kind, "steps") for kind in ("engineers", "artillery", "lvt", "lcvp", "lcm")
    }
    for sheet in UNITS.values():
        assert set(sheet["tags"]) == set(sheet) & {"ap", "steps", "support", "carries"}
        assert set(sheet["tags"].values()) <= set(SOURCES)


# ── Terrain, turns, morale


@pytest.mark.parametrize(
    ("id", "foot", "tank", "craft", "combat"),
    [
        ("clear", 1, 1, None, 0),
        ("landing", 2, 1, 1, 0),
        ("shore", 2, 1, None, 0),
        ("palms", 3, 2, None, -1),
        ("airstrip", 1, 0.5, None, 1),
        ("excavation", 2, None, None, -1),
        ("dump", 2, 2, None, 0),
        ("reef", 3, 2, 1, 1),
        ("entry", 3, 2, 1, 1),
        ("obstacles", 3, None, None, 1),
        ("pier", 1, None, None, 1),
    ],
)
def test_2_3_a_kind_of_terrain_costs_and_covers_as_the_chart_says(id, foot, tank, craft, combat):
    terrain = CHARTS.terrain[id]
    cost = {
        kind: terrain.cost(CHARTS.units[kind]) for kind in ("2/8A", "2/8E", "1/10", "sherman-1", "stuart-1", "lvt-1")
    }
    assert cost == {"2/8A": foot, "2/8E": foot, "1/10": foot, "sherman-1": tank, "stuart-1": tank, "lvt-1": craft}
    assert terrain.combat == combat


def test_2_3_nobody_enters_the_open_sea():
    sea = CHARTS.terrain["sea"]
    assert (sea.foot, sea.tank, sea.craft) == (None, None, None)


def test_2_3_roads_ditches_and_pillboxes_count_as_the_chart_says():
    crossing = NUMBERS["crossing"]
    assert (crossing["road"]["foot"], crossing["road"]["tank"]) == (1, 1)
    assert (crossing["ditch"]["foot"], crossing["ditch"]["tank"], crossing["ditch"]["combat"]) == (1, 2, -1)
    assert crossing["pillbox"]["combat"] == -3
    assert {line["tag"] for line in crossing.values()} == {"T"}


NIGHTS = (6, 7, 15, 16, 24, 25)


def test_2_4_there_are_30_turns_from_20_november_9_to_23_november_13():
    assert [turn.number for turn in CHARTS.turns] == list(range(1, 31))
    assert (CHARTS.turn(1).date, CHARTS.turn(1).time) == ("20 November", "09:00")
    assert (CHARTS.turn(30).date, CHARTS.turn(30).time) == ("23 November", "13:00")


def test_2_4_six_turns_are_night():
    assert tuple(turn.number for turn in CHARTS.turns if turn.night) == NIGHTS
    assert [CHARTS.turn(number).time for number in NIGHTS] == ["19:00", "00:00"] * 3
    assert "night" in CHARTS.turn(6).label
    assert "night" not in CHARTS.turn(5).label


def test_2_4_days_of_two_hours_and_nights_of_five_close_exactly():
    hour = 9
    for turn in CHARTS.turns:
        day, of_day = divmod(hour, 24)
        assert turn.time == f"{of_day:02d}:00"
        # the turn that begins at midnight is printed with the night before it
        assert turn.date == f"{20 + day - (of_day == 0)} November"
        hour += 5 if turn.night else 2


def test_6_3_high_water_is_midday_of_the_second_day():
    assert CHARTS.value("high-water") == [11, 12, 13]
    assert [(CHARTS.turn(n).date, CHARTS.turn(n).time) for n in (11, 12, 13)] == [
        ("21 November", "11:00"),
        ("21 November", "13:00"),
        ("21 November", "15:00"),
    ]


def test_9_a_track_has_eleven_boxes_and_starts_on_the_first_plus_two():
    assert CHARTS.boxes == (-3, -2, -2, -1, -1, 0, 1, 1, 2, 2, 3)
    assert [CHARTS.level(box) for box in range(-5, 6)] == list(CHARTS.boxes)
    start = NUMBERS["morale"]["start"]
    assert (start, CHARTS.level(start), CHARTS.level(start - 1)) == (3, 2, 1)
    assert NUMBERS["morale"]["tracks"] == ["japanese", "marines", "2nd", "6th", "8th", "10th"]


@pytest.mark.parametrize(
    ("name", "value", "tag"),
    [
        ("cup", {"-2": 9, "-1": 5, "0": 0}, "X"),
        ("casualty-space", 50, "D"),
        ("casualties-per-morale", 1000, "R"),
        ("high-water", [11, 12, 13], "R"),
        ("rushed-ap", 3, "R"),
        ("pier-units", 2, "R"),
        ("pier-artillery", 1, "R"),
        ("least-ap", 1, "X"),
        ("craft-lost", 2, "R"),
        ("supply-turn", 3, "R"),
        ("heads", 4, "X"),
        ("fire-ap", 1, "R"),
        ("support-ap", 1, "R"),
        ("attack-ap", 3, "R"),
        ("demolition-ap", 2, "R"),
        ("fire-supporters", 1, "R"),
        ("attack-targets", 2, "R"),
        ("further-attackers", 2, "X"),
        ("integrity-distance", 2, "R"),
        ("pillbox-steps", 2, "R"),
        ("airstrip-distance", 3, "R"),
        ("offensive-distance", 2, "R"),
        ("bairiki-areas", ["tail", "takarongo"], "R"),
        ("isolated-after", 2, "R"),
        ("victory", 5000, "R"),
        ("ruin", 6000, "R"),
    ],
)
def test_values_are_those_of_the_rules(name, value, tag):
    assert CHARTS.value(name) == value
    assert NUMBERS["values"][name]["tag"] == tag


@pytest.mark.parametrize(
    ("name", "value", "tag"),
    [
        ("delay", 1, "R"),
        ("reef", 1, "T"),
        ("pier", 1, "T"),
        ("area-suppression", -1, "R"),
        ("destroyed-pillbox", -1, "R"),
        ("suppressed-pillbox", -1, "R"),
        ("air-raid-marker", -1, "R"),
        ("hawkins-on-pier", -2, "X"),
        ("beside-pier", -1, "R"),
        ("ships-guns", 2, "X"),
        ("unit-on-pier", 1, "X"),
    ],
)
def test_modifiers_are_those_of_the_rules(name, value, tag):
    assert CHARTS.modifier(name).value == value
    assert NUMBERS["modifiers"][name]["tag"] == tag


def test_values_and_modifiers_all_carry_a_name_a_paragraph_and_a_source():
    for part, word in (("values", "name"), ("modifiers", "label")):
        for name, sheet in NUMBERS[part].items():
            assert set(sheet) >= {"value", word, "rule", "tag"}, name
            assert sheet[word]
            assert sheet["rule"]
            assert sheet["tag"] in SOURCES


def test_modifiers_that_apply_several_times_say_so():
    twice = CHARTS.modifier("destroyed-pillbox", 2)
    assert (twice.value, twice.rule) == (-2, "6.6.1")
    assert twice.label.endswith("×2")
    assert "×" not in CHARTS.modifier("destroyed-pillbox").label


# ── A player's own numbers in place of reconstructed ones

OPEN_TABLES = [id for id in TABLES if TABLES[id]["tag"] == "X"]


def columns_of(rows: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return rows if isinstance(next(iter(rows.values())), dict) else {"": rows}


def replaceable(id: str) -> list[tuple[str, str]]:
    """Column and span of every row of a table that no source fixes."""
    fixed = TABLES[id].get("fixed", {})
    return [
        (column, span)
        for column, rows in columns_of(TABLES[id]["rows"]).items()
        for span in rows
        if (f"{column}.{span}" if column else span) not in fixed
    ]


def with_row(id: str, column: str, span: str, result: Any) -> dict[str, Any]:
    """A player's file with one row of a table changed."""
    rows = copy.deepcopy(TABLES[id]["rows"])
    columns_of(rows)[column][span] = result
    return {"tables": {id: rows}}


@pytest.mark.parametrize("id", OPEN_TABLES)
def test_own_every_reconstructed_row_can_be_replaced_and_is_used(id):
    rows = columns_of(TABLES[id]["rows"])
    for column, span in replaceable(id):
        other = next(result for result in rows[column].values() if result != rows[column][span])
        own = with_row(id, column, span, other)
        assert problems(own) == []
        table = Charts(own).table(id)
        place = list(rows[column]).index(span)
        assert table.columns[column][place].result == other
        changed = [row for row, before in zip(table.columns[column], CHARTS.table(id).columns[column], strict=True) if
                   row != before]  # fmt: skip
        assert len(changed) == 1
        assert table.notes
        assert not CHARTS.table(id).notes


@pytest.mark.parametrize("id", OPEN_TABLES)
def test_own_a_table_may_be_cut_into_other_spans(id):
    """The same chart, die by die: nothing that is fixed has changed."""
    low, high = TABLES[id].get("die", (None, None))
    rows: dict[str, Any] = {}
    for column in columns_of(TABLES[id]["rows"]):
        table = CHARTS.table(id)
        first, last = (low if low is not None else -3), (high if high is not None else 12)
        spans = {str(total): table.result(total, column) for total in range(first, last + 1)}
        if low is None:
            spans = {f"..{first - 1}": table.result(first - 1, column), **spans}
        if high is None:
            spans[f"{last + 1}.."] = table.result(last + 1, column)
        rows[column] = spans
    own = {"tables": {id: rows.get("", rows)}}
    assert problems(own) == []
    for column in rows:
        results = [CHARTS.table(id).result(total, column) for total in range(1, 7)]
        assert [Charts(own).table(id).result(total, column) for total in range(1, 7)] == results


@pytest.mark.parametrize("id", sorted(FIXED_TABLES))
def test_own_a_table_of_the_rulebook_is_refused_with_the_reason(id):
    (problem,) = problems({"tables": {id: TABLES[id]["rows"]}})
    assert problem.startswith(f"tables.{id}: fixed (rulebook, ")
    assert TABLES[id]["rule"] in problem


@pytest.mark.parametrize(
    ("id", "column", "span", "result", "source"),
    [
        ("japanese-fire", "afloat", "5", "course", "rulebook"),
        ("close-support", "", "1..3", "2", "rulebook"),
        ("close-support", "", "5", "3", "rulebook"),
        ("shore-support", "", "1..2", "1", "derived"),
    ],
)
def test_own_a_row_that_a_source_fixes_must_stay(id, column, span, result, source):
    (problem,) = problems(with_row(id, column, span, result))
    assert problem.startswith(f"tables.{id}: {column + '.' if column else ''}{span} is fixed")
    assert source in problem


def test_own_tables_may_let_the_japanese_fight_on_though_ours_never_does():
    rows = {"1..2": "-", "3..6": "1d6 hexes fall"}
    assert problems({"tables": {"japanese-collapse": rows}}) == []
    assert problems({"tables": {"japanese-collapse": rows | {"1..2": "3d6 hexes fall"}}}) == [
        "tables.japanese-collapse: 1..2: '3d6 hexes fall' is none of: -, 1d6 hexes fall, 2d6 hexes fall, "
        "area falls (9.2.3)"
    ]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ({"..3": "S*", "4..": " ".join(["H"] * 41)}, "4..: the result must be a text of at most 80 signs"),
        ({"..0": "-", **{str(n): "-" for n in range(1, 200)}, "200..": "-"}, "201 rows are too many"),
    ],
)
def test_own_tables_of_absurd_size_are_refused_before_they_are_compared(
    monkeypatch: pytest.MonkeyPatch, rows: dict[str, str], said: str
) -> None:
    for compares in ("_is_known", "_overlap"):
        monkeypatch.setattr(own_tables, compares, lambda *_: pytest.fail("results are compared"))
    own = {"tables": {"japanese-fire": {**TABLES["japanese-fire"]["rows"], "ashore": rows}}}
    (problem,) = problems(own)
    assert problem.startswith(f"tables.japanese-fire.ashore: {said}")


def test_own_results_of_many_parts_are_known_whatever_their_order() -> None:
    rows = {"..3": "-", "4": " ".join(["Pin 2", "S*", "H"] * 3), "5..": "course H"}
    own = {"tables": {"japanese-fire": {**TABLES["japanese-fire"]["rows"], "ashore": rows}}}
    assert problems(own) == []
    rows["4"] = "Pin 2 S* Pin"
    assert len(problems(own)) == 1


def test_own_a_fixed_total_cannot_hide_in_another_span():
    rows = {"1": "-", "2": "2", "3": "-", "4..5": "2", "6": "3"}
    (problem,) = problems({"tables": {"close-support": rows}})
    assert "1..3" in problem
    assert problems({"tables": {"close-support": rows | {"2": "-"}}}) == []


@pytest.mark.parametrize("id", OPEN_TABLES)
def test_own_an_incomplete_table_is_refused(id):
    for column, rows in columns_of(TABLES[id]["rows"]).items():
        for span in rows:
            own = copy.deepcopy({"tables": {id: TABLES[id]["rows"]}})
            del columns_of(own["tables"][id])[column][span]
            found = problems(own)
            assert found, f"{id} without {span}"
            assert all(what.startswith(f"tables.{id}") for what in found)


@pytest.mark.parametrize("id", OPEN_TABLES)
def test_own_overlapping_disordered_and_unreadable_spans_are_refused(id):
    column, rows = next(iter(columns_of(TABLES[id]["rows"]).items()))
    first = next(iter(rows))
    for bad in ("3..2", "x", "1-3", "", "5"):
        changed = {bad: "-", **rows} if bad not in rows else dict(reversed(rows.items()))
        own = {"tables": {id: changed if not column else {**TABLES[id]["rows"], column: changed}}}
        assert problems(own), bad
    assert problems(with_row(id, column, first, 7)) == [
        f"tables.{id}{'.' + column if column else ''}: {first}: the result must be a text"
    ]


@pytest.mark.parametrize("id", OPEN_TABLES)
def test_own_unknown_results_are_refused_and_the_known_ones_named(id):
    column, span = replaceable(id)[0]
    for result in ("boom", "", "-5", "²", "123"):
        found = problems(with_row(id, column, span, result))
        assert found, result
        assert found[0].startswith(f"tables.{id}: {span}: {result!r} is none of: ")


@pytest.mark.parametrize("id", ["bombardment", "shore-support", "supply-points"])
def test_own_a_table_of_numbers_takes_other_numbers(id):
    column, span = replaceable(id)[-1]
    own = with_row(id, column, span, "11")
    assert problems(own) == []
    assert Charts(own).table(id).columns[""][-1].result == "11"


@pytest.mark.parametrize("result", ["2", "0", "3"])
def test_7_2_6_own_recovery_gives_one_step_and_no_other_number(result):
    assert problems(with_row("recovery", "", "5..", result)) == [
        f"tables.recovery: 5..: {result!r} is none of: -, 1 (7.2.6)"
    ]
    assert problems({"tables": {"recovery": {"..3": "-", "4..": "1"}}}) == []


def test_5_1_own_bombardment_wins_a_chit_at_least():
    assert problems(with_row("bombardment", "", "1", "0")) == [
        "tables.bombardment: 0 chits are too few, every bombardment wins one at least (5.1)"
    ]


def test_5_1_own_cup_holds_no_more_chits_than_dice_can_tell_apart():
    assert problems({"values": {"cup": {"-2": 99, "-1": 99, "0": 18}}}) == []
    assert problems({"values": {"cup": {"-2": 99, "-1": 99, "0": 19}}}) == [
        "values.cup: 217 chits are too many, three dice tell 216 apart (5.1)"
    ]


def test_7_3_own_fire_is_put_together_of_a_few_parts():
    assert problems(with_row("japanese-fire", "ashore", "9..", " ".join(["H"] * 9))) == []
    (problem,) = problems(with_row("japanese-fire", "ashore", "9..", " ".join(["H"] * 10)))
    assert "is none of" in problem


@pytest.mark.parametrize("steps", [0, 1])
@pytest.mark.parametrize("kind", ["lvt", "lcvp", "lcm", "engineers", "artillery"])
def test_7_2_6_own_units_have_two_steps_at_least_for_their_back_side(kind, steps):
    assert problems({"units": {kind: {"steps": 2}}}) == []
    (problem,) = problems({"units": {kind: {"steps": steps}}})
    assert problem.startswith(f"units.{kind}.steps: must be from 2 to 99, not {steps} (2.1, 7.2.6")


@pytest.mark.parametrize("ap", [0, 9])
def test_6_4_own_least_allowance_is_one_that_a_unit_can_have(ap):
    (problem,) = problems({"values": {"least-ap": ap}})
    assert problem.startswith(f"values.least-ap: must be from 1 to 8, not {ap} (6.4")


@pytest.mark.parametrize("rows", [5, "..5", [], True, {}, {"afloat": {}}, {"6": {"6": "S"}}, {"..": 1}])
@pytest.mark.parametrize("id", ["marine-fire", "japanese-fire", "bombardment"])
def test_own_a_table_of_the_wrong_shape_is_refused(id, rows):
    found = problems({"tables": {id: rows}})
    assert found
    assert all(what.startswith(f"tables.{id}") for what in found)


def test_own_the_wrong_shape_says_which_shape_is_right():
    assert problems({"tables": {"marine-fire": 5}}) == ["tables.marine-fire: must have spans and results"]
    assert problems({"tables": {"japanese-fire": {"..5": "-"}}}) == [
        "tables.japanese-fire: must have the columns afloat, ashore"
    ]


def test_5_1_own_chits_must_find_an_area_and_be_in_the_cup():
    areas = len(betio().areas)
    assert problems(with_row("bombardment", "", "8", str(areas))) == []
    (problem,) = problems(with_row("bombardment", "", "8", str(areas + 1)))
    assert "areas" in problem
    (problem,) = problems({"values": {"cup": {"-2": 1, "-1": 1, "0": 1}}})
    assert "cup" in problem


def test_5_1_an_own_cup_holds_no_more_chits_than_three_dice_can_tell_apart():
    assert problems({"values": {"cup": {"-2": 72, "-1": 72, "0": 72}}}) == []
    (problem,) = problems({"values": {"cup": {"-2": 72, "-1": 72, "0": 73}}})
    assert problem == "values.cup: 217 chits are too many, three dice tell 216 apart (5.1)"


X_VALUES = [
    (part, name) for part in ("values", "modifiers") for name, sheet in NUMBERS[part].items() if sheet["tag"] == "X"
]
FIXED_VALUES = [
    (part, name) for part in ("values", "modifiers") for name, sheet in NUMBERS[part].items() if sheet["tag"] != "X"
]


def one_more(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: one_more(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [one_more(inner) for inner in value]
    return value + ("s" if isinstance(value, str) else 1)


@pytest.mark.parametrize(("part", "name"), X_VALUES)
def test_own_every_reconstructed_value_and_modifier_can_be_replaced_and_is_used(part, name):
    value = one_more(NUMBERS[part][name]["value"])
    own = {part: {name: value}}
    assert problems(own) == []
    used = Charts(own).value(name) if part == "values" else Charts(own).modifier(name).value
    assert used == value
    assert used != (CHARTS.value(name) if part == "values" else CHARTS.modifier(name).value)


@pytest.mark.parametrize(("part", "name"), FIXED_VALUES)
def test_own_fixed_values_and_modifiers_are_refused_with_the_reason(part, name):
    sheet = NUMBERS[part][name]
    (problem,) = problems({part: {name: one_more(sheet["value"])}})
    assert problem.startswith(f"{part}.{name}: fixed ({SOURCES[sheet['tag']]}, {sheet['rule']})")


@pytest.mark.parametrize(("part", "name"), X_VALUES)
def test_own_values_of_the_wrong_shape_are_refused(part, name):
    for value in ("3", True, 1.5, None, [], [1], {}, {"x": 1}, 1000, -100):
        (problem,) = problems({part: {name: value}})
        assert problem.startswith(f"{part}.{name}: must look like ")


X_UNITS = [(kind, key) for kind, sheet in UNITS.items() for key, tag in sheet["tags"].items() if tag == "X"]
FIXED_UNITS = [(kind, key) for kind, sheet in UNITS.items() for key, tag in sheet["tags"].items() if tag != "X"]


@pytest.mark.parametrize(("kind", "key"), X_UNITS)
def test_own_every_reconstructed_number_of_a_unit_can_be_replaced_and_is_used(kind, key):
    value = [7, 2] if key == "ap" else 5
    own = {"units": {kind: {key: value}}}
    assert problems(own) == []
    for id in UNITS[kind]["ids"]:
        assert getattr(Charts(own).units[id], key) == ((7, 2) if key == "ap" else 5)
        assert Charts(own).units[id]._replace(**{key: None}) == CHARTS.units[id]._replace(**{key: None})


@pytest.mark.parametrize(("kind", "key"), FIXED_UNITS)
def test_own_fixed_numbers_of_units_are_refused_with_the_reason(kind, key):
    (problem,) = problems({"units": {kind: {key: UNITS[kind][key]}}})
    assert problem.startswith(f"units.{kind}.{key}: fixed ({SOURCES[UNITS[kind]['tags'][key]]}, ")


@pytest.mark.parametrize(("kind", "key"), X_UNITS)
def test_own_numbers_of_units_of_the_wrong_shape_are_refused(kind, key):
    wrong = ["8", True, 1.5, {}, [8], [8, 5, 2], [8, "5"], -1, 100]
    for value in wrong if key == "steps" else [*wrong, 8, [8, -1]]:
        (problem,) = problems({"units": {kind: {key: value}}})
        assert problem.startswith(f"units.{kind}.{key}: must look like ")


@pytest.mark.parametrize("ap", [[9, 5], [8, 0]])
def test_7_2_1_own_units_keep_at_most_8_ap_and_at_least_one(ap):
    (problem,) = problems({"units": {"engineers": {"ap": ap}}})
    assert problem.startswith("units.engineers.ap: must be from 1 to 8, not ")


def test_own_everything_wrong_is_told_at_once():
    found = problems(
        {
            "tables": {"night-events": {}, "marine-fire": {"..5": "-"}, "no-such": {}},
            "units": {"hawkins": {"steps": 3, "ids": ["x"], "wings": 2}, "dragoons": {}, "lvt": 3},
            "values": {"heads": "four", "ruin": 1, "luck": 3},
            "modifiers": {"reef": 2, "luck": 1},
            "map": {},
        }
    )
    keys = [what.split(": ")[0] for what in found]
    assert keys == [
        "tables.night-events",
        "tables.marine-fire",
        "tables.no-such",
        "units.hawkins.steps",
        "units.hawkins.ids",
        "units.hawkins.wings",
        "units.dragoons",
        "units.lvt",
        "values.heads",
        "values.ruin",
        "values.luck",
        "modifiers.reef",
        "modifiers.luck",
        "map",
    ]
    assert all(len(what.split(": ", 1)[1]) > 10 for what in found)


@pytest.mark.parametrize("part", ["tables", "units", "values", "modifiers"])
def test_own_a_part_that_is_no_table_is_refused(part):
    assert problems({part: 5}) == [f"{part}: must be a table"]
    assert problems({part: {}}) == []


JUNK = st.recursive(
    st.one_of(st.booleans(), st.integers(-200, 200), st.floats(), st.sampled_from(["-", "S", "2", "left", "²", ""])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["1", "1..3", "2..6", "..5", "6..", "..", "4", "afloat", "ashore", "ap", "steps", "x"]),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=8,
)
NAMES = {
    "tables": [*TABLES, "none"],
    "units": [*UNITS, "none"],
    "values": [*NUMBERS["values"], "none"],
    "modifiers": [*NUMBERS["modifiers"], "none"],
}


def some_of(part: str) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(st.sampled_from(NAMES[part]), JUNK, min_size=1, max_size=3).map(lambda own: {part: own})


@examples(150)
@given(st.one_of(st.dictionaries(st.sampled_from([*NAMES, "map"]), JUNK, max_size=3), *map(some_of, NAMES)))
def test_own_whatever_it_holds_it_is_refused_or_can_be_played(own):
    if problems(own):
        return
    charts = Charts(own)
    for id in charts.table_ids:
        low, high = TABLES[id].get("die", (-9, 19))
        for column in charts.table(id).columns:
            assert all(charts.table(id).result(total, column) for total in range(low, high + 1))
    state = GAME.begin(Setup("campaign", tables=own))
    assert GAME.dump(GAME.load(Setup("campaign", tables=own), GAME.dump(state))) == GAME.dump(state)
