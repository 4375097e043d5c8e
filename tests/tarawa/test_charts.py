"""Tables, units, terrain, turns and morale boxes (2.1, 2.3, 2.4, 9 and the tables)."""

import pytest

from tarawa_cli.games.tarawa.data import SOURCES, document
from tarawa_cli.games.tarawa.model.charts import Charts, table_problems
from tarawa_cli.games.tarawa.model.unit_types import REGIMENTS
from tests.tarawa.tools import members

CHARTS = Charts({})
TABLES = document("tables.toml")
UNITS = document("units.toml")
NUMBERS = document("charts.toml")


# ── The tables

# result by total, from the first total on; the last one holds for all above, and the first for all below
CONTENTS = {
    ("japanese-fire", "afloat", 0): ["-", *["H"] * 4, *["course S*"] * 2, "S* Pin 1", "S* H", "S* H Pin 2"],
    ("japanese-fire", "ashore", 1): ["-", "H", *["S*"] * 4, *["S* Pin 1"] * 2, "S* H Pin 2"],
    ("marine-fire", "", 4): ["-", "S", "S", "S", "S*"],
    ("marine-attack", "", 2): ["repulsed Pin 1", *["-"] * 4, *["one hex cleared"] * 3, "all hexes cleared"],
    ("demolition", "", 4): ["-", "D1", "D1", "D1", "D2"],
    ("recovery", "", 4): ["-", "1"],
    ("supply-points", "", 0): ["0", *["1"] * 5, "2"],
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
FIXED_TABLES = {"air-raid", "fleet-raid"}
FIXED_TOTALS = {
    ("japanese-fire", "afloat"): {5: "R"},
    ("close-support", ""): {1: "R", 2: "R", 3: "R", 5: "R"},
    ("night-events", ""): {4: "R"},
    ("shore-support", ""): {1: "D", 2: "D"},
}


def test_tables_there_are_17_and_no_other() -> None:
    assert set(CHARTS.table_ids) == {id for id, _, _ in CONTENTS} | set(DICE)
    assert len(CHARTS.table_ids) == 17


@pytest.mark.parametrize(("id", "column", "first"), CONTENTS)
def test_tables_modified_rolls_give_what_the_rules_say(id: str, column: str, first: int) -> None:
    results = CONTENTS[id, column, first]
    table = CHARTS.table(id)
    for total in range(first - 20, first + len(results) + 20):
        place = min(max(total - first, 0), len(results) - 1)
        assert table.result(total, column) == results[place], total


@pytest.mark.parametrize("id", DICE)
def test_tables_plain_rolls_give_what_the_rules_say(id: str) -> None:
    table = CHARTS.table(id)
    assert [table.result(die) for die in range(1, len(DICE[id]) + 1)] == DICE[id]
    for outside in (0, len(DICE[id]) + 1):
        with pytest.raises(LookupError):
            table.row(outside)


@pytest.mark.parametrize("id", TABLES)
def test_tables_are_complete(id: str) -> None:
    assert list(table_problems(id, TABLES[id])) == []


def test_tables_only_japanese_fire_has_columns() -> None:
    assert {id: tuple(CHARTS.table(id).columns) for id in TABLES if len(CHARTS.table(id).columns) > 1} == {
        "japanese-fire": ("afloat", "ashore")
    }
    assert all(tuple(CHARTS.table(id).columns) == ("",) for id in TABLES if id != "japanese-fire")


@pytest.mark.parametrize("id", TABLES)
def test_tables_say_where_they_come_from(id: str) -> None:
    table = CHARTS.table(id)
    assert table.tag == ("R" if id in FIXED_TABLES else "X")
    for column, rows in table.columns.items():
        for row in rows:
            totals = FIXED_TOTALS.get((id, column), {})
            dice = range(-9 if row.low is None else row.low, (19 if row.high is None else row.high) + 1)
            assert [totals.get(die, table.tag) for die in dice] == [row.tag] * len(dice), row


def test_tables_carry_the_paragraph_they_belong_to() -> None:
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
    "1/2A": ("infantry", (8, 7), 8, (1, 1, 1), ()),
    "3/6E": ("engineer", (7, 7), 6, (1, 1, 1), ()),
    "hawkins": ("infantry", (8, 6), 2, (1, 1, 1), ()),
    "sherman-2": ("sherman", (8, 4), 4, (2, 1, 1), ()),
    "stuart-5": ("stuart", (8, 4), 4, (1, 0, 0), ()),
    "3/10": ("artillery", (6, 3), 4, (1, 1, 0), ()),
    "lvt-8": ("lvt", (7, 4), 6, None, CARGO),
    "lcvp-10": ("lcvp", (7, 4), 4, None, CARGO),
    "lcm-1": ("lcm", (0, 0), 4, None, ("sherman", "stuart", "artillery")),
}


def test_2_1_the_units_stand_in_the_order_of_the_table() -> None:
    assert list(CHARTS.units) == ORDER
    assert len(ORDER) == 62
    assert all(unit.id == id for id, unit in CHARTS.units.items())


@pytest.mark.parametrize("id", PRINTED)
def test_2_1_a_counter_shows_what_the_table_says(id: str) -> None:
    kind, ap, steps, support, carries = PRINTED[id]
    unit = CHARTS.units[id]
    assert (unit.kind, unit.ap, unit.steps, unit.carries) == (kind, ap, steps, carries)
    assert unit.support == (dict(zip(("hex", "pillbox", "demolition"), support, strict=True)) if support else {})


def test_2_1_units_of_a_kind_are_alike() -> None:
    for sheet in UNITS.values():
        first, *others = (CHARTS.units[id] for id in sheet["ids"])
        alike = ("kind", "name", "ap", "steps", "support", "carries")
        assert all(getattr(other, key) == getattr(first, key) for other in others for key in alike)


def test_7_2_1_no_allowance_exceeds_8_and_no_back_side_its_front() -> None:
    assert all(0 <= unit.ap[1] <= unit.ap[0] <= 8 for unit in CHARTS.units.values())


def test_9_2_4_four_regiments_have_a_track_and_engineers_belong_to_theirs() -> None:
    regiment = {id: unit.regiment for id, unit in CHARTS.units.items() if unit.regiment}
    assert set(regiment.values()) == set(REGIMENTS) == {"2nd", "6th", "8th", "10th"}
    assert {id for id, of in regiment.items() if of == "8th"} == {f"{n}/8{half}" for n in (1, 2, 3) for half in "ABE"}
    assert {id for id, of in regiment.items() if of == "10th"} == {"1/10", "2/10", "3/10", "4/10"}
    assert len(regiment) == 27 + 4


def test_2_1_tanks_craft_and_hawkins_belong_to_no_regiment() -> None:
    without = {id for id, unit in CHARTS.units.items() if not unit.regiment}
    assert without == {id for id in ORDER if id == "hawkins" or "-" in id}


def test_2_1_a_battalion_is_two_halves_and_engineers_and_hawkins_is_his_own() -> None:
    assert CHARTS.battalions == (*BATTALIONS, "hawkins")
    for battalion in BATTALIONS:
        assert members(CHARTS, battalion) == [f"{battalion}A", f"{battalion}B", f"{battalion}E"]
        assert CHARTS.other_half[f"{battalion}A"] == f"{battalion}B"
        assert CHARTS.other_half[f"{battalion}B"] == f"{battalion}A"
    assert CHARTS.units["hawkins"].battalion == "hawkins"
    assert len(CHARTS.other_half) == 2 * len(BATTALIONS)
    assert all(not CHARTS.units[id].battalion for id in ORDER if "-" in id or id.endswith("/10"))


def test_2_1_tanks_and_amtracs_are_armoured() -> None:
    armoured = {unit.kind for unit in CHARTS.units.values() if unit.can("armoured")}
    assert armoured == {"sherman", "stuart", "lvt"}
    assert {unit.kind for unit in CHARTS.units.values() if unit.on_foot} == {"infantry", "engineer"}
    assert {unit.kind for unit in CHARTS.units.values() if unit.is_craft} == {"lvt", "lcvp", "lcm"}
    assert {unit.kind for unit in CHARTS.units.values() if unit.is_tank} == {"sherman", "stuart"}


def test_2_1_every_number_of_a_unit_has_a_source() -> None:
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
def test_2_3_a_kind_of_terrain_costs_and_covers_as_the_chart_says(
    id: str, foot: int, tank: float | int | None, craft: int | None, combat: int
) -> None:
    terrain = CHARTS.terrain[id]
    cost = {
        kind: terrain.cost(CHARTS.units[kind]) for kind in ("2/8A", "2/8E", "1/10", "sherman-1", "stuart-1", "lvt-1")
    }
    assert cost == {"2/8A": foot, "2/8E": foot, "1/10": foot, "sherman-1": tank, "stuart-1": tank, "lvt-1": craft}
    assert terrain.combat == combat


def test_2_3_nobody_enters_the_open_sea() -> None:
    sea = CHARTS.terrain["sea"]
    assert (sea.foot, sea.tank, sea.craft) == (None, None, None)


def test_2_3_roads_ditches_and_pillboxes_count_as_the_chart_says() -> None:
    crossing = NUMBERS["crossing"]
    assert (crossing["road"]["foot"], crossing["road"]["tank"]) == (1, 1)
    assert (crossing["ditch"]["foot"], crossing["ditch"]["tank"], crossing["ditch"]["combat"]) == (1, 2, -1)
    assert crossing["pillbox"]["combat"] == -3
    assert {line["tag"] for line in crossing.values()} == {"T"}


NIGHTS = (6, 7, 15, 16, 24, 25)


def test_2_4_there_are_30_turns_from_20_november_9_to_23_november_13() -> None:
    assert [turn.number for turn in CHARTS.turns] == list(range(1, 31))
    assert (CHARTS.turn(1).date, CHARTS.turn(1).time) == ("20 November", "09:00")
    assert (CHARTS.turn(30).date, CHARTS.turn(30).time) == ("23 November", "13:00")


def test_2_4_six_turns_are_night() -> None:
    assert tuple(turn.number for turn in CHARTS.turns if turn.night) == NIGHTS
    assert [CHARTS.turn(number).time for number in NIGHTS] == ["19:00", "00:00"] * 3
    assert "night" in CHARTS.turn(6).label
    assert "night" not in CHARTS.turn(5).label


def test_2_4_days_of_two_hours_and_nights_of_five_close_exactly() -> None:
    hour = 9
    for turn in CHARTS.turns:
        day, of_day = divmod(hour, 24)
        assert turn.time == f"{of_day:02d}:00"
        # the turn that begins at midnight is printed with the night before it
        assert turn.date == f"{20 + day - (of_day == 0)} November"
        hour += 5 if turn.night else 2


def test_6_3_high_water_is_midday_of_the_second_day() -> None:
    assert CHARTS.value("high-water") == [11, 12, 13]
    assert [(CHARTS.turn(n).date, CHARTS.turn(n).time) for n in (11, 12, 13)] == [
        ("21 November", "11:00"),
        ("21 November", "13:00"),
        ("21 November", "15:00"),
    ]


def test_9_a_track_has_eleven_boxes_and_starts_on_the_first_plus_two() -> None:
    assert CHARTS.boxes == (-3, -2, -2, -1, -1, 0, 1, 1, 2, 2, 3)
    assert [CHARTS.level(box) for box in range(-5, 6)] == list(CHARTS.boxes)
    start = NUMBERS["morale"]["start"]
    assert (start, CHARTS.level(start), CHARTS.level(start - 1)) == (3, 2, 1)
    assert NUMBERS["morale"]["tracks"] == ["japanese", "marines", "2nd", "6th", "8th", "10th"]


@pytest.mark.parametrize(
    ("name", "value", "tag"),
    [
        ("cup", {"-2": 8, "-1": 4, "0": 2}, "X"),
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
        ("fire-supporters", 1, "X"),
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
def test_values_are_those_of_the_rules(name: str, value: object, tag: str) -> None:
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
def test_modifiers_are_those_of_the_rules(name: str, value: int, tag: str) -> None:
    assert CHARTS.modifier(name).value == value
    assert NUMBERS["modifiers"][name]["tag"] == tag


def test_values_and_modifiers_all_carry_a_name_a_paragraph_and_a_source() -> None:
    for part, word in (("values", "name"), ("modifiers", "label")):
        for name, sheet in NUMBERS[part].items():
            assert set(sheet) >= {"value", word, "rule", "tag"}, name
            assert sheet[word]
            assert sheet["rule"]
            assert sheet["tag"] in SOURCES


def test_modifiers_that_apply_several_times_say_so() -> None:
    twice = CHARTS.modifier("destroyed-pillbox", 2)
    assert (twice.value, twice.rule) == (-2, "6.6.1")
    assert twice.label.endswith("×2")
    assert "×" not in CHARTS.modifier("destroyed-pillbox").label
