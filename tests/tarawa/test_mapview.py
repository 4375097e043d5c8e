"""The text map: everything is told apart by its sign, stands in its place, and fits the width."""

import unicodedata

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.geography.grid import neighbours, within
from tarawa_cli.games.tarawa.looking.text_map import COLUMNS, PALETTE, ROWS, SIGNS, close_map, whole_map
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.hexes import Hex
from tests.tarawa import maps
from tests.tarawa.maps import LAYERS, WIDTHS, inside, place, put, seen, without_colour


@pytest.fixture
def new() -> State:
    return GAME.begin(Setup("campaign"))


@pytest.fixture
def battle() -> State:
    return maps.battle()


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
