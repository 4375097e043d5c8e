"""Map, units, tables and charts: whole, and cell by cell what the sheets print."""

from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games.malta import data
from tarawa_cli.games.malta.model import board, scenario, unit_types
from tarawa_cli.games.malta.model.board import distance, malta, neighbours
from tarawa_cli.games.malta.model.charts import CHARTS, table_problems
from tarawa_cli.kernel.board.hexes import hexside

PRINTED = (Path(__file__).parent / "printed.txt").read_text(encoding="utf-8")
ATTACKER_HITS = "3.08 2.67 2.42 2.08 1.81 1.33 .86 .61 .39 .19 .14"
DEFENDER_HITS = ".11 .25 .42 .67 1.00 1.25 1.81 2.64 2.78 3.47 3.56"


def block(name: str) -> tuple[list[list[str]], list[list[str]]]:
    """The printed heads and rows of a table."""
    lines = PRINTED.split(f"[{name}]\n", 1)[1].split("\n\n", 1)[0].strip().split("\n")
    place = lines.index("rows")
    return [line.split() for line in lines[1:place]], [line.split() for line in lines[place + 1 :]]


# ── Tables


def test_the_tables_are_complete() -> None:
    assert list(table_problems()) == []


@pytest.mark.parametrize("name", ["crt", "bombardment", "waterline"])
def test_a_table_is_cell_by_cell_as_printed(name: str) -> None:
    heads, rows = block(name)
    table = CHARTS.table(name)
    plain = [[head.replace("n/a", "-").rstrip("+") for head in row] for row in heads]
    assert [list(row) for row in table.heads.values()] == plain
    assert [row.span for row in table.columns["1"]] == [row[0] for row in rows]
    for number, row in enumerate(rows):
        found = [column[number].result for column in table.columns.values()]
        assert found == [cell.replace("d", "D") for cell in row[1:]], row[0]


def hits(cell: str, side: int) -> int:
    part = cell.split("/")[side].rstrip("DZ")
    return 0 if part == "-" else int(part)


@pytest.mark.parametrize(("side", "expected"), [(0, ATTACKER_HITS), (1, DEFENDER_HITS)])
def test_9_4_the_expected_hits_of_every_column(side: int, expected: str) -> None:
    table = CHARTS.table("crt")
    found = [
        sum(Fraction(hits(table.result(one + other, column), side), 36) for one in range(1, 7) for other in range(1, 7))
        for column in table.columns
    ]
    assert [f"{float(value):.2f}" for value in found] == [f"{float(text):.2f}" for text in expected.split()]


def test_17_2_the_weather() -> None:
    table = CHARTS.table("weather")
    found = [table.result(one + other, "1") for one in range(1, 7) for other in range(1, 7)]
    assert {kind: found.count(kind) for kind in found} == {"clear": 26, "cloudy": 7, "rain": 3}


@pytest.mark.parametrize(("plus", "lost"), [(0, 0), (1, 1), (2, 2)])
def test_18_5_how_many_faces_lose_a_landed_unit(plus: int, lost: int) -> None:
    table = CHARTS.table("landing-loss")
    assert sum(table.result(die + plus, "1") == "eliminated" for die in range(1, 7)) == lost


def test_6_1_the_terrain_chart_is_as_printed() -> None:
    lines = PRINTED.split("[terrain]\n", 1)[1].strip().split("\n")
    chart = CHARTS.terrain | CHARTS.hexsides
    assert sorted(chart) == sorted(line.split()[0] for line in lines)
    for line in lines:
        name, *cells = line.split()
        for mobility, cell in zip(("foot", "motor", "mech"), cells, strict=True):
            tactical, _, strategic = cell.rstrip(")").partition("(")
            for kind, text in ((False, tactical), (True, strategic or tactical)):
                price = chart[name].price(mobility, kind)
                assert price == (None if text == "-" else Fraction(text) * 6), line


def test_2_4_twelve_days_of_four_turns() -> None:
    turns = CHARTS.turns
    assert len(turns) == 48
    assert [turn.id for turn in turns[:5]] == ["29jun-am", "29jun-noon", "29jun-pm", "29jun-night", "30jun-am"]
    assert turns[-1].id == "10jul-night"
    assert [turn.number for turn in turns if turn.night] == list(range(4, 49, 4))


# ── The map


def test_2_3_the_map_is_whole() -> None:
    assert board.problems(data.document("map.toml")) == []
    assert len(malta().land) == 132
    assert len(malta().terrain) == 26 * 20


def test_2_3_even_columns_lie_half_a_hex_lower() -> None:
    assert neighbours("1811") == ("1711", "1712", "1810", "1812", "1911", "1912")
    assert neighbours("1911") == ("1810", "1811", "1910", "1912", "2010", "2011")
    assert distance("1810", "1816") == 6


def test_18_1_the_beaches_of_the_four_zones() -> None:
    assert {zone: " ".join(hexes) for zone, hexes in malta().beaches.items()} == {
        "west": "0611 0710 0506 0607 0707",
        "north": "1107 1207 1308 1408 1508 1608",
        "east": "1910 2010 2111 2211 2212 2213",
        "south": "1816 1716 1616 1516 1416",
    }
    assert all(malta().terrain[at] == "beach" for at in malta().zone_of)


def test_adjacent_hexes_share_a_side_that_is_not_all_water() -> None:
    assert hexside("1810", "1811") in malta().water
    assert "1811" not in malta().adjacent["1810"]
    assert "1812" in malta().adjacent["1811"]


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("terrain", "05"), "~" * 26, "region_of"),
        (("terrain", "05"), "~" * 25, "terrain: 1 hexes"),
        (("stream_hexsides", "x"), "1811|1911 1010|1212", "1010 and 1212 are not neighbours"),
        (("water_hexsides", "x"), "1811|1911", "cannot be both"),
        (("steep_hexsides", "x"), "0101|0102", "not between two land hexes"),
        (("beaches", "west"), "0611", "differ from the terrain"),
        (("objectives", "0101"), 1, "objectives: 0101 is not a land hex"),
        (("sectors", "central"), {"name": "x", "hexes": "1811"}, "exactly one"),
        (("places", "0101"), {"id": "mdina", "name": "Mdina"}, "ids must be unique"),
    ],
)
def test_a_broken_map_is_told(path: tuple[str, str], value: Any, told: str) -> None:
    doc = deepcopy(data.document("map.toml"))
    doc[path[0]][path[1]] = value
    assert any(told in what for what in board.problems(doc)), board.problems(doc)


# ── Units


def test_2_1_the_units_are_sound() -> None:
    assert unit_types.problems(data.document("units.toml")) == []


@pytest.mark.parametrize(
    ("side", "counters", "battalions", "strength", "steps", "guns"),
    [("allied", 61, 13, (93, 116), 80, (40, 58)), ("axis", 78, 30, (196, 213), 123, (43, 39))],
)
def test_2_1_strengths_of_the_two_armies(
    side: str, counters: int, battalions: int, strength: tuple[int, int], steps: int, guns: tuple[int, int]
) -> None:
    base = [unit for unit in CHARTS.units.values() if unit.side == side and not unit.optional and not unit.of]
    ground = [unit for unit in base if unit.can("combat") or unit.can("security") or unit.can("gun")]
    assert (len(base), sum(unit.size == "bn" for unit in base)) == (counters, battalions)
    assert (sum(unit.attack for unit in base), sum(unit.defence for unit in base)) == strength
    assert sum(unit.steps for unit in ground) == steps
    assert (sum(unit.offence for unit in ground), sum(unit.support for unit in ground)) == guns
    assert sum(unit.bombard for unit in base) == (57 if side == "axis" else 0)


@pytest.mark.parametrize(
    ("unit", "steps", "strength"),
    [
        ("2rwk", 3, (6, 6)),
        ("2rwk", 2, (4, 4)),
        ("2rwk", 1, (2, 2)),
        ("fj-burkhardt", 2, (6, 6)),
        ("adra", 1, (2, 2)),
        ("mt-cru", 2, (3, 2)),
        ("mt-cru", 1, (2, 1)),
    ],
)
def test_2_2_strength_by_steps(unit: str, steps: int, strength: tuple[int, int]) -> None:
    assert CHARTS.units[unit].strength(steps) == strength


def test_2_2_a_weakened_gun_has_half_of_everything_rounded_up() -> None:
    gun = CHARTS.units["12f-1"]
    assert (gun.weakened(gun.offence, 1), gun.weakened(gun.support, 1)) == (3, 3)


def test_15_independent_units_are_attached_as_the_rules_say() -> None:
    units = CHARTS.units
    assert [units[id].attached for id in ("bafile", "grado", "adra", "loreto", "student")] == [
        "friuli", "livorno", "folgore", "laspezia", "",
    ]  # fmt: skip
    assert {unit.id for unit in units.values() if unit.formation == "none" and not unit.attached} == {
        "student",
        *(unit.id for unit in units.values() if unit.can("ship")),
    }


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("side", "neutral", "is unknown"),
        ("kind", "cavalry", "is unknown"),
        ("morale", 7, "morale must be 1 to 6"),
        ("mobility", "static", "static units, and only they, have move 0"),
        ("steps", 2, "a step for each company"),
        ("formation", "friuli", "on the other side"),
        ("wings", 2, "unknown: wings"),
        ("hex", "0101", "is unknown"),
    ],
)
def test_a_broken_unit_is_told(key: str, value: Any, told: str) -> None:
    doc = deepcopy(data.document("units.toml"))
    doc["units"]["2rwk"][key] = value
    assert any(told in what for what in unit_types.problems(doc)), unit_types.problems(doc)


def test_a_kind_that_can_do_what_nobody_knows_is_told() -> None:
    doc = deepcopy(data.document("units.toml"))
    doc["kinds"]["tank"]["can"] = ["fly"]
    assert unit_types.problems(doc) == ["kinds.tank: unknown ability fly"]


@pytest.mark.parametrize("name", ["cottonera", "hal-far", "herkules", "last-stand", "south-beach"])
def test_an_introduction_fits_on_eighty_columns(name: str) -> None:
    lines = scenario.load(scenario.locate(name, ".")).introduction.split("\n")
    assert [line for line in lines if len(line) > 80] == []
