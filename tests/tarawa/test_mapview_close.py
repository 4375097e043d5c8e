"""The text map close by, its layers, and what stands below it."""

import re

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.geography.grid import within
from tarawa_cli.games.tarawa.looking.text_map import PALETTE, SIGNS, close_map, whole_map
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.game import Setup
from tests.tarawa import maps
from tests.tarawa.maps import LAYERS, WIDTHS, below, inside, place, put, seen


@pytest.fixture
def new() -> State:
    return GAME.begin(Setup("campaign"))


@pytest.fixture
def battle() -> State:
    return maps.battle()


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


def test_the_areas_layer_names_the_areas_and_counts_what_is_cleared(new: State) -> None:
    takarongo = [at for at in new.board.areas["takarongo"].hexes if at in new.board.defended]
    new.cleared |= set(takarongo[:3])
    assert f"N Takarongo Point (takarongo) cleared 3/{len(takarongo)}" in whole_map(new, layer="areas")


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
    assert SIGNS["secured"].text not in before
    assert SIGNS["secured"].text in seen(text, "4403")
    assert "secured area" in below(text)
    assert SIGNS["secured"].text not in seen(text, "2729")


@pytest.mark.parametrize("width", WIDTHS)
def test_supply_follows_friendly_hexes_from_a_head(new: State, width: int) -> None:
    new.cleared |= {"2631", "2731"}
    new.heads |= {"2731"}
    text = whole_map(new, layer="supply", width=width)
    assert seen(text, "2731")[0] == "$"
    assert [seen(text, at)[0] for at in ("2631", "2730", "2530", "2732", "2632")] == ["∘"] * 5
    assert seen(text, "3535")[0] == "∘"
    assert seen(text, "3425")[0] == "?"
    assert seen(text, "2729")[0] == SIGNS["held"].text


def test_supply_is_cut_where_no_friendly_hex_joins(new: State) -> None:
    new.heads |= {"3425"}
    text = whole_map(new, layer="supply")
    assert [seen(text, at) for at in ("3425", "3426", "3427", "2629")] == ["$ ", "∘ ", "∘ ", "? "]


def test_supply_shows_who_is_cut_off(new: State) -> None:
    new.heads |= {"3425"}
    put(new, "2/8A", "3427", supply="active", group="2/8A@1")
    put(new, "3/8A", "2629", supply="none", unsupplied=2)
    assert [seen(whole_map(new, layer="supply"), at) for at in ("3427", "2629")] == ["I∘", "I?"]
    assert [seen(whole_map(new, layer="supply", width=80), at) for at in ("3427", "2629")] == ["I", "i"]
    text = close_map(new, ["3427", "2629"], layer="supply")
    assert inside(text, "3427") == ["∘ joined", "2/8A 8 act"]
    assert inside(text, "2629") == ["? cut off", "3/8A 8 out2"]


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


# ── Ready at a glance


def test_in_the_phase_of_actions_a_counter_shows_its_ap(battle: State) -> None:
    battle.phase = "actions"
    put(battle, "2/8A", "2629", spent=4)
    text = close_map(battle, within("2629", 1))
    assert inside(text, "2629")[1:] == ["2/8A 7∙4"]
    assert "2/8A 7∙4 unit, its steps and AP left" in below(text)
    assert inside(close_map(battle, within("2629", 1), ascii=True), "2629")[1:] == ["2/8A 7,4"]
    assert inside(close_map(battle, ["2127"]), "2127") == ["lvt-1 5[1/2B 6]"], "afloat nobody acts now"


def test_in_an_impulse_whoever_is_on_the_way_shows_its_ap(battle: State) -> None:
    battle.phase = "impulse-1"
    assert inside(close_map(battle, ["2127"]), "2127") == ["lvt-1 5∙7", "[1/2B 6]"]
    assert inside(close_map(battle, within("2629", 1)), "2629")[1:] == ["2/8A 7"]


def test_where_there_is_no_room_the_ap_have_a_line_of_their_own(battle: State) -> None:
    battle.phase = "actions"
    hexes = [f"26{column}" for column in range(25, 36)]
    assert inside(close_map(battle, hexes, width=100), "2629")[1:] == ["2/8A 7", "∙8"]


def test_whoever_is_done_or_pinned_is_dim(battle: State) -> None:
    battle.phase = "actions"
    dim, bright = (f"\x1b[{PALETTE[style]}m" for style in ("spent", "marine"))
    assert f"{bright}2/8A" in close_map(battle, ["2629"], colour=True)
    put(battle, "2/8A", "2629", spent=8)
    assert f"{dim}2/8A" in close_map(battle, ["2629"], colour=True)
    put(battle, "2/8A", "2629", spent=0, pins=1)
    assert f"{dim}2/8A" in close_map(battle, ["2629"], colour=True)
    assert f"{dim}I" in whole_map(battle, colour=True)
    battle.phase = "embark"
    assert dim not in whole_map(battle, colour=True)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_control_layer_shows_units(battle: State, width: int) -> None:
    assert seen(whole_map(battle, layer="control", width=width), "2628")[0] == "I"
    assert inside(close_map(battle, ["2628"], layer="control"), "2628") == ["o landing", "2/8B 5", "2/8E 4"]


def test_ground_has_the_colour_of_its_owner(battle: State) -> None:
    own, held = (f"\x1b[{PALETTE[style]}m" for style in ("own ground", "held ground"))
    assert f"{own}-" in close_map(battle, ["2727"], colour=True)
    assert f"{held}^" in close_map(battle, ["2828"], colour=True)
    assert own not in close_map(battle, ["2730"], colour=True)
    battle.occupied |= {"2730"}
    assert f"{own}=" in close_map(battle, ["2730"], colour=True)


def test_several_craft_going_home_are_summed_up(battle: State) -> None:
    put(battle, "lvt-5", "1924", beach="red3", homeward=True)
    assert inside(close_map(battle, ["1924"]), "1924") == ["2 home"]
    assert "so many craft going home" in below(close_map(battle, ["1924"]))


def test_a_chit_without_value_is_blank(battle: State) -> None:
    battle.chits["red3"] = 0
    assert "red3 blank" in below(whole_map(battle))


def test_one_sign_stands_for_one_thing() -> None:
    for form in ("text", "plain"):
        meanings: dict[str, set[str]] = {}
        for sign in SIGNS.values():
            if len(getattr(sign, form)) == 1:
                meanings.setdefault(getattr(sign, form), set()).add(sign.meaning)
        doubled = {sign: told for sign, told in meanings.items() if len(told) > 1}
        assert doubled == {"$": {"supply head", "supplies"}}
