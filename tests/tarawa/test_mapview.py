"""The text map: everything is told apart by its sign, stands in its place, and fits the width."""

import re
import unicodedata
from typing import Any

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.geography.grid import neighbours, within
from tarawa_cli.games.tarawa.looking.text_map import COLUMNS, LOOKS, PALETTE, ROWS, SIGNS, close_map, whole_map
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.hexes import Hex

WIDTHS = {80: 1, 130: 2, 200: 3}
LAYERS = tuple(LOOKS)
CLEARED = "2728 2727 2726 2626 2731 2631 2630 2832 2833 2835 2933 2934 2935 3032 3034 2844 2944 2943 3044 3045"


def put(state: State, id: str, at: str, **values: Any) -> None:
    unit = state.units[id]
    unit.at = at
    for name, value in values.items():
        setattr(unit, name, value)


@pytest.fixture
def new() -> State:
    return GAME.begin(Setup("campaign"))


@pytest.fixture
def battle(new: State) -> State:
    """The second morning, more or less: every kind of unit and marker is on the map."""
    new.cleared |= set(CLEARED.split()) & new.board.defended
    new.heads |= {"2731", "2745"}
    put(new, "2/8A", "2629", steps=7)
    put(new, "2/8B", "2628", steps=5)
    put(new, "2/8E", "2628", steps=4)
    put(new, "sherman-1", "2728", steps=3)
    for id in ("3/8A", "3/8B", "3/8E", "stuart-1"):
        put(new, id, "2731")
    put(new, "hawkins", "pier:2632")
    put(new, "1/8A", "pier:1832", beach="red3")
    put(new, "1/8B", "pier:1732", beach="red3")
    put(new, "2/2A", "2933", steps=5, pins=2)
    put(new, "2/2B", "3034", steps=4, digging=True)
    put(new, "1/10", "2834")
    put(new, "lvt-1", "2127", beach="red3", steps=5)
    put(new, "1/2B", "in:lvt-1", steps=6)
    put(new, "lvt-3", "1924", beach="red3", homeward=True)
    put(new, "lvt-4", "2340", beach="red1", course="left", load="supply:3/2")
    put(new, "lcvp-10", "1426", beach="red3", emptied=True)
    put(new, "1/6B", "1426", beach="red3")
    put(new, "lcm-1", "1441", beach="red1")
    put(new, "sherman-2", "in:lcm-1")
    new.improved.add("3034")
    new.suppressed |= {"2828": 2, "3038": 1}
    new.demolished |= {"3330": 2, "3038": 1}
    new.chits = {"red2": -1, "pocket": -2}
    new.area_suppression = {"red3"}
    new.raids = {"green": 1}
    return new


def without_colour(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def seen(text: str, at: Hex) -> str:
    """What a whole map shows in a hex, found by the numbers on its edges."""
    lines = text.split("\n")
    legend = lines.index("")
    numbers = [line for line in lines[: legend // 2] if re.fullmatch(r"[ \d]+", line) and not line[:2].strip()]
    line = next(line for line in lines[len(numbers) :] if line.startswith(at[:2]))
    shifted = int(at[:2]) % 2
    if re.search(r"\d\d \d\d \d\d", numbers[0]):
        left = re.search(rf"\b{at[2:]}\b", numbers[0])
        assert left
        return line[left.start() - shifted :][:3]
    if len(numbers[0].split()) > 1:
        left = re.search(rf"\b{at[2:]}\b", numbers[int(at[2:]) % 2])
        assert left
        return line[left.start() - shifted :][:2]
    pairs = ["".join(pair) for pair in zip(*numbers, strict=True)]
    return line[pairs.index(at[2:])]


def below(text: str) -> str:
    """Everything under the picture."""
    return text[text.rindex("\n\n") :]


def place(text: str, word: str) -> tuple[int, int]:
    found = [(number, line.index(word)) for number, line in enumerate(text.split("\n")) if word in line]
    assert len(found) == 1, (word, found)
    return found[0]


def inside(text: str, at: Hex) -> list[str]:
    """The lines of text in a hex of a close view."""
    lines = text.split("\n")
    line, left = place(text, at)
    middle = left + 2
    found = []
    for row in lines[line + 1 :]:
        if row[middle : middle + 1] in ("'", "") or "'" in row:
            break
        west = max(row.rfind("|", 0, middle), row.rfind("#", 0, middle - 5))
        found.append(row[west + 1 : middle + (middle - west)].strip())
    return [row for row in found if row]


# ── Width, colour, signs


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("width", [70, 80, 118, 119, 130, 160, 174, 175, 200])
def test_the_whole_map_keeps_to_the_width(battle: State, width: int, layer: str, ascii: bool) -> None:
    text = whole_map(battle, width=width, layer=layer, ascii=ascii)
    assert max(map(len, text.split("\n"))) <= width


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("width", [80, 130, 200])
@pytest.mark.parametrize("where", ["2731", "red3", "black2", "4403"])
def test_the_close_map_keeps_to_the_width_and_shows_every_hex(
    battle: State, width: int, layer: str, where: str
) -> None:
    areas = battle.board.areas
    hexes = {n for at in areas[where].hexes for n in neighbours(at)} if where in areas else set(within(where, 4))
    text = close_map(battle, hexes, width=width, layer=layer)
    assert max(map(len, text.split("\n"))) <= width
    for at in sorted(hexes & set(battle.board.terrain)):
        place(text, at)


def test_the_width_decides_how_many_characters_a_hex_has(new: State) -> None:
    shown = {width: seen(whole_map(new, width=width), "3330") for width in WIDTHS}
    assert {width: len(text) for width, text in shown.items()} == WIDTHS


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("ascii", [False, True])
def test_colour_changes_nothing_but_escapes(battle: State, width: int, layer: str, ascii: bool) -> None:
    hexes = within("2731", 3)
    for plain, coloured in (
        (
            whole_map(battle, width=width, layer=layer, ascii=ascii),
            whole_map(battle, width=width, layer=layer, ascii=ascii, colour=True),
        ),
        (
            close_map(battle, hexes, width=width, layer=layer, ascii=ascii, marked=["2731"]),
            close_map(battle, hexes, width=width, layer=layer, ascii=ascii, marked=["2731"], colour=True),
        ),
    ):
        assert "\x1b" in coloured
        assert "\x1b" not in plain
        assert without_colour(coloured) == plain
        assert [line for line in plain.split("\n") if line != line.rstrip()] == []
        assert plain.isascii() or not ascii


def test_the_default_has_signs_of_its_own(battle: State) -> None:
    assert not whole_map(battle).isascii()


def test_every_sign_is_one_column_wide_everywhere() -> None:
    signs = "".join(sign.text for sign in SIGNS.values())
    assert {sign: unicodedata.east_asian_width(sign) for sign in signs if not sign.isascii()}.items() <= {
        (sign, "N") for sign in signs
    }
    assert "".join(sign.plain for sign in SIGNS.values()).isascii()


def test_every_style_has_a_colour() -> None:
    assert {sign.style for sign in SIGNS.values()} <= set(PALETTE)


# ── The edges


@pytest.mark.parametrize("width", WIDTHS)
def test_every_row_and_column_has_its_number(new: State, width: int) -> None:
    lines = whole_map(new, width=width).split("\n")
    lines = lines[: lines.index("")]
    deep = 1 if width == 200 else 2
    assert [(line[:2], line[-2:]) for line in lines[deep:-deep]] == [(str(row), str(row)) for row in ROWS]
    for numbers in (lines[:deep], lines[-deep:]):
        read = " ".join(numbers).split()
        if width == 80:
            read = ["".join(pair) for pair in zip(*read, strict=True)]
        assert sorted(read) == [f"{column:02d}" for column in COLUMNS]


# ── Ground


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("at", ["2729", "2728", "3245", "3330", "3320"])
def test_cleared_ground_differs_from_uncleared(new: State, width: int, ascii: bool, at: Hex) -> None:
    before = seen(whole_map(new, width=width, ascii=ascii), at)
    new.cleared |= {at}
    assert seen(whole_map(new, width=width, ascii=ascii), at) != before


@pytest.mark.parametrize("layer", ["units", "areas", "control"])
@pytest.mark.parametrize("ascii", [False, True])
def test_cleared_ground_differs_in_the_close_view(new: State, layer: str, ascii: bool) -> None:
    before = close_map(new, ["2729"], layer=layer, ascii=ascii)
    new.cleared |= {"2729"}
    after = close_map(new, ["2729"], layer=layer, ascii=ascii)
    assert inside(before, "2729") != inside(after, "2729")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("ascii", [False, True])
def test_kinds_of_terrain_are_told_apart(new: State, width: int, ascii: bool) -> None:
    text = whole_map(new, layer="terrain", width=width, ascii=ascii)
    by_kind = {kind: at for at, kind in sorted(new.board.terrain.items()) if at not in new.board.pier_route}
    signs = {kind: seen(text, at) for kind, at in by_kind.items()}
    assert len(set(signs.values())) == len(signs) >= 10


def test_the_terrain_layer_shows_nothing_else(battle: State) -> None:
    fresh = GAME.begin(Setup("campaign"))
    picture = whole_map(battle, layer="terrain").split("\n\n")[0]
    assert picture == whole_map(fresh, layer="terrain").split("\n\n")[0]


@pytest.mark.parametrize("width", WIDTHS)
def test_a_pillbox_stands_out_and_falls(new: State, width: int) -> None:
    standing = SIGNS["pillbox"].text
    assert standing in seen(whole_map(new, width=width), "2728")
    new.cleared |= {"2728"}
    after = seen(whole_map(new, width=width), "2728")
    assert standing not in after
    assert SIGNS["ruin"].text in after


def test_two_pillboxes_fall_one_by_one(new: State) -> None:
    box, ruin = SIGNS["pillbox"].text, SIGNS["ruin"].text
    assert seen(whole_map(new, width=200), "3330")[1:] == box + box
    new.demolished["3330"] = 2
    assert seen(whole_map(new, width=200), "3330")[1:] == box + ruin
    assert inside(close_map(new, ["3330"]), "3330")[1] == f"{box} {ruin} dem2"


def test_landing_and_entry_hexes_name_their_beach(new: State) -> None:
    text = whole_map(new)
    shown = {at: seen(text, at) for at in ("2744", "2838", "2629", "2846", "3649", "3427", "1440", "1430", "3058")}
    assert shown == {
        "2744": "r1", "2838": "r2", "2629": "r3", "2846": "gr", "3649": "b1", "3427": "b2",
        "1440": "~1", "1430": "~3", "3058": "~g",
    }  # fmt: skip


@pytest.mark.parametrize(("width", "pier"), [(130, "##"), (200, " ##")])
def test_the_pier_is_a_straight_line(new: State, width: int, pier: str) -> None:
    lines = whole_map(new, width=width).split("\n")
    head = lines[[line[:2] for line in lines].index("16")].index("##")
    for row in range(15, 25):
        line = next(line for line in lines if line.startswith(str(row)))
        assert (row, line.find("##")) == (row, head)
    assert seen(whole_map(new, width=width), "1632") == pier


def test_the_wreck_is_held_when_the_japanese_are_on_it(new: State) -> None:
    assert seen(whole_map(new), "1436") == "w "
    new.wreck = "occupied"
    assert seen(whole_map(new), "1436") == "w" + SIGNS["held"].text


# ── Units from afar


@pytest.mark.parametrize(
    ("id", "at", "letter"),
    [
        ("2/8A", "2629", "I"), ("2/8E", "3042", "E"), ("sherman-1", "2744", "T"), ("stuart-2", "3425", "T"),
        ("3/10", "2834", "A"), ("lvt-5", "2940", "V"), ("lcvp-2", "1424", "U"), ("lcm-1", "1441", "U"),
        ("2/8A", "2632", "I"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("width", WIDTHS)
def test_a_unit_stands_where_it_is(new: State, id: str, at: str, letter: str, width: int) -> None:
    before = whole_map(new, width=width)
    put(new, id, f"pier:{at}" if at in new.board.pier else at, beach="red3", steps=4)
    after = whole_map(new, width=width)
    assert seen(after, at).strip() == (letter if width == 80 else letter + "4")
    changed = [pair for pair in zip(before.split("\n\n")[0], after.split("\n\n")[0], strict=True) if len(set(pair)) > 1]
    assert 1 <= len(changed) <= 3


def test_a_stack_shows_letters_and_one_sign_at_80_columns(battle: State) -> None:
    assert [seen(whole_map(battle, width=width), "2628") for width in WIDTHS] == ["S", "IE", "IE "]
    assert [seen(whole_map(battle, width=width), "2731") for width in WIDTHS] == ["S", "I$", "I+$"]


def test_a_craft_shows_its_load_and_a_small_letter_when_it_goes_home(battle: State) -> None:
    text = whole_map(battle)
    assert {at: seen(text, at) for at in ("2127", "2340", "1924", "1441", "1426")} == {
        "2127": "VI", "2340": "V$", "1924": "v6", "1441": "UT", "1426": "Iu",
    }  # fmt: skip


def test_a_supply_head_without_units(battle: State) -> None:
    assert [seen(whole_map(battle, width=width), "2745").strip() for width in WIDTHS] == ["$", "$", "$"]


def test_an_improved_position_and_a_pin(battle: State) -> None:
    assert seen(whole_map(battle, width=130), "3034") == "I]"
    assert seen(whole_map(battle, width=200), "3034") == "I4]"
    assert seen(whole_map(battle, width=200), "2933") == "I5!"


@pytest.mark.parametrize("width", [130, 200])
def test_a_unit_on_the_pier_between_two_hexes_stands_on_the_pier(new: State, width: int) -> None:
    before = whole_map(new, width=width).split("\n")
    line = next(number for number, text in enumerate(before) if text.startswith("17"))
    left = before[line].index("##")
    put(new, "1/8B", "pier:1732", beach="red3", steps=7)
    after = whole_map(new, width=width).split("\n")
    assert after[line] == before[line][:left] + "I7" + before[line][left + 2 :]


@pytest.mark.parametrize("wide", [1, 2, 3])
def test_units_beside_the_pier_and_on_it_are_all_seen(new: State, wide: int) -> None:
    width = {wide: width for width, wide in WIDTHS.items()}[wide]
    put(new, "1/8B", "pier:1732", beach="red3", steps=7)
    put(new, "lvt-1", "1732", beach="red2")
    put(new, "lvt-2", "1731", beach="red3")
    text = whole_map(new, width=width)
    both = seen(text, "1732") + seen(text, "1731")
    assert both == {1: "SV", 2: "VIV6", 3: "V6I7V6"}[wide]


def test_a_unit_beside_the_pier_leaves_the_pier_on_its_other_side(new: State) -> None:
    put(new, "lvt-1", "1732", beach="red2")
    text = whole_map(new)
    assert seen(text, "1732") + seen(text, "1731") == "V6# "
    put(new, "1/8B", "pier:1732", beach="red3", steps=7)
    text = whole_map(new)
    assert seen(text, "1732") + seen(text, "1731") == "V6I "


def test_units_that_are_not_on_the_map_are_not_shown(new: State) -> None:
    before = whole_map(new)
    put(new, "2/8A", "lost", steps=0)
    put(new, "1/10", "bairiki")
    assert whole_map(new) == before


# ── The close view


def test_neighbours_stand_around_a_hex(new: State) -> None:
    text = close_map(new, within("2731", 1))
    line, left = place(text, "2731")
    for at, right, down in (("2730", 16, 0), ("2732", -16, 0), ("2631", 8, -1), ("2632", -8, -1), ("2831", 8, 1)):
        other_line, other_left = place(text, at)
        assert other_left - left == right
        assert (other_line > line) - (other_line < line) == down


def test_a_stack_is_listed_with_steps(battle: State) -> None:
    text = close_map(battle, within("2731", 1))
    assert inside(text, "2731") == ["_* shore", "$head", "3/8A 8", "3/8B 8", "3/8E 6", "stuart-1 4"]


def test_pins_digging_and_improved_positions(battle: State) -> None:
    text = close_map(battle, within("2933", 1))
    assert inside(text, "2933")[1:] == ["2/2A 5 !!"]
    assert inside(text, "3034")[1:] == ["]dug", "2/2B 4 dig"]


def test_craft_with_what_they_carry(battle: State) -> None:
    assert inside(close_map(battle, ["2127"]), "2127") == ["lvt-1 5[1/2B 6]"]
    assert inside(close_map(battle, ["2340"]), "2340") == ["lvt-4 6[$3/2]", ">SE"]
    assert inside(close_map(battle, ["1924"]), "1924") == ["lvt-3 6 home"]
    assert inside(close_map(battle, ["1426"]), "1426") == ["~3 entry", "1/6B 8", "lcvp-10 4 home"]
    assert inside(close_map(battle, ["1441"]), "1441") == ["~1 entry", "lcm-1 4", "[sherman-2 4]"]


@pytest.mark.parametrize(
    ("beach", "course", "heading"),
    [("red2", "left", "SE"), ("red2", "right", "SW"), ("black1", "left", "NW"), ("green", "left", "E")],
)
def test_6_4_a_change_of_course_points_where_it_leads(new: State, beach: str, course: str, heading: str) -> None:
    put(new, "2/6A", "2050", beach=beach, course=course)
    assert inside(close_map(new, ["2050"]), "2050") == [f"2/6A 8 >{heading}"]


def test_units_on_the_pier_are_marked_as_such(battle: State) -> None:
    text = close_map(battle, within("1732", 1))
    assert inside(text, "1732") == ["#1/8B 8"]
    assert inside(text, "1832") == ["# pier", "#1/8A 8"]
    line, left = place(text, "1732")
    assert text.split("\n")[line + 1][left + 2 + 8] == "#"


def test_a_unit_in_a_reef_hex_is_not_on_the_pier(battle: State) -> None:
    put(battle, "lvt-2", "1732", beach="red2")
    assert inside(close_map(battle, within("1732", 1)), "1732") == ["lvt-2 6", "#1/8B 8"]


def test_markers_on_japanese_hexes(battle: State) -> None:
    held = SIGNS["held"].text
    assert inside(close_map(battle, within("3038", 1)), "3038") == [
        f"^{held} palms",
        f"{SIGNS['pillbox'].text} dem1 sup1",
    ]
    assert inside(close_map(battle, ["2828"]), "2828") == [f"^{held} palms", "sup2"]


def test_an_uncleared_hex_is_hatched_up_to_its_borders(new: State) -> None:
    text = close_map(new, ["2729"], ascii=True)
    line, _ = place(text, "2729")
    assert text.split("\n")[line + 2] == f"| {':' * 13} |"


def test_the_marked_hex_is_marked(new: State) -> None:
    assert ">2731<" in close_map(new, within("2731", 1), marked=["2731"])
    assert ">" not in close_map(new, within("2731", 1))


def test_ditches_are_drawn_on_their_side(new: State) -> None:
    text = close_map(new, ["3319", "3320"])
    line, left = place(text, "3319")
    assert text.split("\n")[line + 1][left + 2 - 8] == SIGNS["ditch"].text
    assert text.split("\n")[line + 1][left + 2 + 8] == "|"


def test_open_sea_is_left_out(new: State) -> None:
    assert close_map(new, ["4701", "1301", "9999"]).strip() == ""
    assert "4404" not in close_map(new, ["4403"])
    assert re.findall(r"\b\d{4}\b", close_map(new, within("4403", 1))) == ["4303", "4404", "4403"]


@pytest.mark.parametrize("width", [45, 60])
def test_names_are_shortened_rather_than_cut(new: State, width: int) -> None:
    for number, id in enumerate(("lcvp-10", "sherman-2", "stuart-5", "hawkins")):
        put(new, id, ("1426", "2629", "2628", "2627")[number], beach="red3")
    put(new, "lcm-1", "1428", beach="red3")
    put(new, "sherman-3", "in:lcm-1")
    hexes = [f"{row}{column}" for row in (14, 26) for column in range(25, 30)]
    text = close_map(new, hexes, width=width)
    for pattern in (r"cvp-?10 4", r"sh\S*2 4", r"st\S*5 4", r"hawk\w* 2", r"\[sh\S*3 4\]"):
        assert re.search(pattern, text), pattern


# ── Layers


@pytest.mark.parametrize("width", WIDTHS)
def test_areas_have_large_letters_until_they_are_cleared(new: State, width: int) -> None:
    new.cleared |= {"2728"}
    text = whole_map(new, layer="areas", width=width)
    wide = WIDTHS[width]
    assert seen(text, "2729") == "F" * wide
    assert seen(text, "2728") == "f".ljust(wide)
    assert seen(text, "2629") == "f".ljust(wide)
    assert {seen(text, at)[0].upper() for at in new.board.area_of} == set("ABCDEFGHJKLMN")


def test_the_areas_layer_names_the_areas_and_counts_what_is_left(new: State) -> None:
    takarongo = [at for at in new.board.areas["takarongo"].hexes if at in new.board.defended]
    new.cleared |= set(takarongo[:3])
    assert f"N Takarongo Point (takarongo) {len(takarongo) - 3}/{len(takarongo)}" in whole_map(new, layer="areas")


@pytest.mark.parametrize("width", WIDTHS)
def test_control_tells_five_kinds_of_land_apart(new: State, width: int) -> None:
    new.cleared |= {"2728"}
    new.occupied |= {"2730"}
    text = whole_map(new, layer="control", width=width)
    shown = [seen(text, at) for at in ("2729", "2728", "2629", "2730", "2831")]
    assert len(set(shown)) == 5


@pytest.mark.parametrize("width", WIDTHS)
def test_a_secured_area_is_marked(new: State, width: int) -> None:
    before = seen(whole_map(new, layer="control", width=width), "4403")
    new.cleared |= new.board.defended & new.board.around_area("takarongo", 3)
    text = whole_map(new, layer="control", width=width)
    assert "+" not in before
    assert "+" in seen(text, "4403")
    assert "secured area" in below(text)
    assert "+" not in seen(text, "2729")


@pytest.mark.parametrize("width", WIDTHS)
def test_supply_follows_friendly_hexes_from_a_head(new: State, width: int) -> None:
    new.cleared |= {"2631", "2731"}
    new.heads |= {"2731"}
    text = whole_map(new, layer="supply", width=width)
    assert seen(text, "2731")[0] == "$"
    assert [seen(text, at)[0] for at in ("2631", "2730", "2530", "2732", "2632")] == ["+"] * 5
    assert seen(text, "3535")[0] == "+"
    assert seen(text, "3425")[0] == "-"
    assert seen(text, "2729")[0] == SIGNS["held"].text


def test_supply_is_cut_where_no_friendly_hex_joins(new: State) -> None:
    new.heads |= {"3425"}
    text = whole_map(new, layer="supply")
    assert [seen(text, at) for at in ("3425", "3426", "3427", "2629")] == ["$ ", "+ ", "+ ", "- "]


def test_supply_shows_who_is_cut_off(new: State) -> None:
    new.heads |= {"3425"}
    put(new, "2/8A", "3427", supply="active", group="2/8A@1")
    put(new, "3/8A", "2629", supply="none", unsupplied=2)
    assert [seen(whole_map(new, layer="supply"), at) for at in ("3427", "2629")] == ["I+", "I-"]
    assert [seen(whole_map(new, layer="supply", width=80), at) for at in ("3427", "2629")] == ["I", "i"]
    text = close_map(new, ["3427", "2629"], layer="supply")
    assert inside(text, "3427") == ["+ joined", "2/8A 8 act"]
    assert inside(text, "2629") == ["- cut off", "3/8A 8 out2"]


# ── Below the map


def test_the_legend_lists_what_is_in_the_picture_and_nothing_else(new: State) -> None:
    empty = below(whole_map(new))
    assert not re.search(r"infantry|amtracs|\* cleared|destroyed|supply head|stack", empty)
    assert re.search(r"palms.*airstrip", empty, re.DOTALL)
    put(new, "lvt-1", "2127", beach="red3")
    new.cleared |= {"2728"}
    busy = below(whole_map(new))
    assert re.search(r"V amtracs", busy)
    assert re.search(r"/ pillbox destroyed", busy)
    assert "infantry" not in busy


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("layer", LAYERS)
def test_every_sign_in_the_picture_is_in_the_legend(battle: State, width: int, layer: str) -> None:
    text = whole_map(battle, width=width, layer=layer)
    picture = "".join(re.sub(r"^\d\d|\d\d$", "", line) for line in text.split("\n\n")[0].split("\n"))
    signs = {sign for sign in picture if not sign.isspace() and not sign.isdigit()}
    if layer == "areas":
        signs = {sign.upper() for sign in signs}
    assert {sign for sign in signs if sign not in below(text)} == set()


def test_markers_of_whole_areas_are_named_below(battle: State) -> None:
    text = below(whole_map(battle))
    assert re.search(r"chits: +pocket -2 +red2 -1", text)
    assert re.search(r"area suppression: +red3", text)
    assert re.search(r"air raid: +green \(1\)", text)


def test_a_close_view_names_only_the_areas_it_shows(battle: State) -> None:
    text = below(close_map(battle, within("2835", 1)))
    assert "chits:   red2 -1" in text
    assert "pocket" not in text
    assert "air raid" not in text


def test_drawing_changes_nothing(battle: State) -> None:
    before = GAME.dump(battle)
    for layer in LAYERS:
        whole_map(battle, layer=layer)
        close_map(battle, within("2731", 2), layer=layer)
    assert GAME.dump(battle) == before
