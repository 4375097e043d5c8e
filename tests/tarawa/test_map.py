"""The text map of Betio: it fits, everything is told apart, everybody is named, with colours and without."""

import re
import unicodedata
from collections.abc import Callable

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.views.ground import PALETTE
from tarawa_cli.games.tarawa.views.map_views import scene
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.narration.visible import TRUE, Screen
from tarawa_cli.kernel.scene.paint import ASCII, Size
from tests.tarawa import maps
from tests.tarawa.maps import AFAR, CLOSE, COLOURED, LARGE, LAYERS, PLAIN, drawn, put, seen, without_colour

SCREENS = (PLAIN, COLOURED, Screen(colours=16), Screen(ascii=True), Screen(colours=TRUE, light=True))
SIZES = ((80, 24), (120, 40), (200, 50), (80, 0), (100, 30), (60, 20))


@pytest.fixture
def new() -> State:
    return GAME.begin(Setup("campaign"))


@pytest.fixture
def battle() -> State:
    return maps.battle()


# ── It fits


@pytest.mark.sample(17)
@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("screen", SCREENS)
def test_the_whole_map_fits_the_screen(battle: State, size: tuple[int, int], screen: Screen, layer: str) -> None:
    width, height = size
    lines = without_colour(drawn(battle, layer=layer, screen=screen._replace(width=width, height=height))).split("\n")
    assert max(map(len, lines)) <= width
    assert len(lines) <= height or not height


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("width", [80, 120, 200])
@pytest.mark.parametrize("where", ["2731", "red3", "black2", "4403", "tail", "beach:red1", "2/8A"])
def test_the_close_map_fits_the_width_and_shows_every_hex(battle: State, width: int, layer: str, where: str) -> None:
    text = drawn(battle, where, layer, Screen(width))
    assert max(map(len, text.split("\n"))) <= width
    areas = battle.board.areas
    for at in areas[where].hexes if where in areas else ():
        assert at in text


@pytest.mark.parametrize("where", ["red3", "red2", "pocket", "black1", "eastend", "2731"])
def test_a_close_map_has_at_most_25_lines_of_map(battle: State, where: str) -> None:
    text = drawn(battle, where)
    hexes = [line for line in text.split("\n") if re.search(r"\b\d{4}\D+\d{4}", line)]
    assert len(hexes) <= 8
    assert 3 * len(hexes) + 1 <= 25


def test_the_close_map_of_a_beach_area_fits_a_terminal_of_24_rows(battle: State) -> None:
    assert len(drawn(battle, "red3", screen=Screen(80, 24)).split("\n")) <= 24


def test_every_sign_is_one_cell_wide_and_has_its_ascii(battle: State) -> None:
    signs = {sign for layer in LAYERS for where in ("", "red3") for sign in drawn(battle, where, layer)}
    strange = {sign for sign in signs if not sign.isascii()}
    assert {
        sign: unicodedata.east_asian_width(sign)
        for sign in strange
        if unicodedata.east_asian_width(sign) not in ("N", "A")
    } == {}
    assert strange <= ASCII.keys()


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("where", ["", "red3", "2731"])
def test_ascii_is_ascii(battle: State, layer: str, where: str) -> None:
    assert drawn(battle, where, layer, Screen(ascii=True)).isascii()


def test_no_blanks_end_a_line(battle: State) -> None:
    assert [line for line in drawn(battle).split("\n") if line != line.rstrip()] == []


# ── What is left out


def test_open_reef_is_folded_until_somebody_is_there(new: State) -> None:
    assert "15" not in re.findall(r"^\d\d", drawn(new), re.MULTILINE)
    put(new, "lvt-1", "1433", beach="red2")
    assert "rows 15–24: open reef" in drawn(new)
    put(new, "lvt-2", "1934", beach="red2")
    text = drawn(new)
    assert "rows 15–18: open reef" in text
    assert "19" in re.findall(r"^\d\d", text, re.MULTILINE)


def test_a_low_screen_folds_rows_where_nobody_is_and_says_so(battle: State) -> None:
    text = drawn(battle, screen=Screen(80, 20))
    assert re.search(r"rows \d\d–44: no units", text)
    rows = re.findall(r"^\d\d", text, re.MULTILINE)
    assert {"14", "26", "27", "28", "29"} <= {*rows}


@pytest.mark.parametrize("height", range(8, 30))
def test_whoever_is_not_shown_is_named_where_the_map_is_folded(battle: State, height: int) -> None:
    lines = drawn(battle, screen=Screen(80, height)).split("\n")
    rows = {line[:2] for line in lines}
    folded = " ".join(" ".join(lines).split())
    for unit in battle.units.values():
        at = battle.hex_of(unit)
        if at and at[:2] not in rows and not unit.craft:
            assert f"{unit.id} {at}" in folded or "…" in folded


def test_the_tail_stands_below_at_80_columns_and_in_its_place_at_120(new: State) -> None:
    narrow, wide = (drawn(new, screen=Screen(width)).split("\n") for width in (80, 120))
    assert [
        sum(bool(re.fullmatch(r"[\w\W]*\b12 +10 +8 +6 +4\b.*", line)) for line in lines) for lines in (narrow, wide)
    ] == [1, 1]
    assert any("48  46" in line and " 12  10   8" in line for line in wide)
    assert not any("48  46" in line and " 12  10   8" in line for line in narrow)


# ── Names


@pytest.mark.parametrize("width", [80, 120, 200])
def test_everybody_on_the_map_is_named(battle: State, width: int) -> None:
    text = drawn(battle, screen=Screen(width))
    for unit in battle.units.values():
        assert bool(re.search(rf"{unit.id}\b", text)) == unit.on_map, unit.id


@pytest.mark.parametrize("where", ["red3", "2731", "2428", "1732"])
@pytest.mark.parametrize("screen", [PLAIN, Screen(120, 40), Screen(80, 24)])
def test_everybody_in_a_close_view_is_named_in_his_hex_or_in_a_list(battle: State, where: str, screen: Screen) -> None:
    text = drawn(battle, where, screen=screen)
    shown = scene(battle)
    for counter in shown.counters.values():
        if re.search(rf"\b{counter.at}\b", text.partition("on the way")[0]):
            assert counter.name in text or counter.id in text, counter.id


@pytest.mark.parametrize(
    ("id", "tag"),
    [
        ("2/8A", "28"), ("2/8E", "2E"), ("sherman-1", "M1"), ("stuart-2", "S2"), ("3/10", "g3"), ("lvt-5", "v5"),
        ("lcvp-2", "b2"), ("lcm-1", "m1"), ("hawkins", "Ha"),
    ],
)  # fmt: skip
def test_a_unit_stands_where_it_is_under_its_tag(new: State, id: str, tag: str) -> None:
    put(new, id, "2127", beach="red3")
    assert seen(new, "2127") == tag
    assert re.search(rf"^21 .*{tag}", drawn(new), re.MULTILINE)


def test_a_craft_shows_whom_it_carries_and_its_own_name_when_it_goes_home(battle: State) -> None:
    shown = {at: seen(battle, at) for at in ("2127", "2340", "1924", "1441", "1426")}
    assert shown == {"2127": "12", "2340": "$3", "1924": "v3", "1441": "M2", "1426": "1+"}


def test_names_close_up_have_at_most_four_signs_and_are_all_different(new: State) -> None:
    for unit in new.units.values():
        new.units.put(unit, "2127")
    names = [counter.name for counter in scene(new).counters.values()]
    assert max(map(len, names)) <= 4
    assert len({*names}) == len(names)


def test_beaches_are_named_on_the_water_before_them(new: State) -> None:
    text = drawn(new)
    for name in ("RED BEACH 1", "RED BEACH 3", "GREEN", "BLACK BEACH 1", "BLACK BEACH 2"):
        assert name in text or name.replace(" BEACH", "") in text


def test_everybody_bound_for_a_beach_is_told_with_it(battle: State) -> None:
    assert "on the way: 1/6B 1426  1/8A 1832  1/8B 1732  lvt-1 [1/2B] 2127" in drawn(battle, "red3")


# ── No two alike

Change = Callable[[State], None]


@pytest.mark.sample(19)
@pytest.mark.parametrize("screen", [PLAIN, COLOURED, Screen(colours=16), Screen(ascii=True)])
@pytest.mark.parametrize("size", [AFAR, LARGE, CLOSE])
def test_hexes_of_another_ground_or_owner_never_look_the_same(new: State, screen: Screen, size: Size) -> None:
    """Every kind of ground, held by anybody who can hold it, with everything that can stand on it."""
    looks: dict[str, tuple[str, ...]] = {}
    board = new.board
    for held in (False, True):
        if held:
            new.cleared, new.occupied, new.wreck = board.defended, board.free, "occupied"
        for at, kind in board.terrain.items():
            if at in board.pier_route or any(at in side for side in (*board.pier_sides, *board.ditches)):
                continue
            owner = held and (at in board.land or at == board.wreck)
            meant = ("wreck" if at == board.wreck else kind, str(owner), str(at in board.pillboxes))
            shade = "" if not screen.colours else str((int(at[2:]) + int(at[:2]) // 2) % 2)
            look = seen(new, at, size, screen).replace(at, "") + shade
            assert looks.setdefault(look, meant) == meant, (at, look)


CLOSE_UP: dict[str, Change] = {
    "alone": lambda state: None,
    "weaker": lambda state: put(state, "2/8A", "2629", steps=3),
    "pinned": lambda state: put(state, "2/8A", "2629", pins=1),
    "pinned twice": lambda state: put(state, "2/8A", "2629", pins=2),
    "active": lambda state: put(state, "2/8A", "2629", supply="active"),
    "unsupplied": lambda state: put(state, "2/8A", "2629", supply="none", unsupplied=1),
    "longer": lambda state: put(state, "2/8A", "2629", supply="none", unsupplied=2),
    "digging": lambda state: put(state, "2/8A", "2629", digging=True),
    "half spent": lambda state: put(state, "2/8A", "2629", spent=4),
    "another": lambda state: (put(state, "2/8A", "schedule"), put(state, "2/8B", "2629"))[0],
    "other regiment": lambda state: (put(state, "2/8A", "schedule"), put(state, "2/2A", "2629"))[0],
    "two": lambda state: put(state, "2/8B", "2629"),
    "two, one pinned": lambda state: put(state, "2/8B", "2629", pins=1),
    "three": lambda state: (put(state, "2/8B", "2629"), put(state, "2/8E", "2629"))[0],
    "other three": lambda state: (put(state, "2/8B", "2629"), put(state, "3/8E", "2629"))[0],
    "nobody": lambda state: put(state, "2/8A", "schedule"),
    "head": lambda state: setattr(state, "heads", frozenset({"2629"})),
    "dug in": lambda state: state.improved.add("2629"),
    "entered": lambda state: setattr(state, "occupied", frozenset({"2629"})),
}  # fmt: skip


@pytest.mark.parametrize("screen", [PLAIN, COLOURED, Screen(colours=16), Screen(ascii=True)])
@pytest.mark.parametrize("size", [CLOSE, Size(6, 2), Size(8, 3)])
def test_close_up_steps_pins_supply_and_company_all_show(screen: Screen, size: Size) -> None:
    looks: dict[str, str] = {}
    for name, change in CLOSE_UP.items():
        state = GAME.begin(Setup("campaign"))
        state.phase = "actions"
        put(state, "2/8A", "2629", steps=7)
        change(state)
        look = seen(state, "2629", size, screen)
        assert looks.setdefault(look, name) == name


@pytest.mark.parametrize("screen", [PLAIN, COLOURED, Screen(colours=16), Screen(ascii=True)])
def test_from_afar_whoever_is_there_shows_and_the_list_names_the_company(screen: Screen) -> None:
    looks: dict[str, str] = {}
    for name in ("alone", "another", "other regiment", "two", "three", "other three", "nobody", "entered"):
        state = GAME.begin(Setup("campaign"))
        put(state, "2/8A", "2629", steps=7)
        CLOSE_UP[name](state)
        look = drawn(state, screen=screen)
        assert looks.setdefault(look, name) == name


# ── Ground


def test_a_pillbox_stands_out_and_falls(new: State) -> None:
    assert seen(new, "2728") == "▲-"
    new.demolished["2728"] = int(new.charts.value("pillbox-steps"))
    assert seen(new, "2728") == "△-"
    new.cleared |= {"2728"}
    assert seen(new, "2728") == "╳-"


def test_two_pillboxes_fall_one_by_one(new: State) -> None:
    assert seen(new, "3330") == "▲-"
    assert "▲▲" in seen(new, "3330", CLOSE)
    new.demolished["3330"] = 2
    assert "▲△" in seen(new, "3330", Size(8, 3)).replace(" ", "")


def test_the_pier_is_a_straight_line(new: State) -> None:
    put(new, "lvt-1", "1433", beach="red2")
    for width in (80, 120, 200):
        put(new, "lvt-2", "1934", beach="red2")
        lines = [line for line in drawn(new, screen=Screen(width)).split("\n") if re.match(r"(19|2[0-4]) ", line)]
        assert {line.index("║") for line in lines} == {lines[0].index("║")}


def test_the_terrain_layer_shows_nothing_but_the_map(battle: State, new: State) -> None:
    legendless = [re.split(r"beak", drawn(state, layer="terrain"))[0].split("\n", 1)[1] for state in (battle, new)]
    assert legendless[0] == legendless[1]


def test_areas_have_large_letters_until_they_are_cleared(new: State) -> None:
    new.cleared |= {"2728"}
    assert [seen(new, at, layer="areas") for at in ("2729", "2728", "2629")] == ["F░", "f", "f"]
    assert "F red3" in drawn(new, layer="areas")


def test_control_tells_who_holds_what_and_marks_secured_areas(new: State) -> None:
    new.cleared |= {"2728"}
    new.occupied |= {"2730"}
    shown = [seen(new, at, layer="control") for at in ("2729", "2728", "2629", "2831")]
    assert len({*shown}) == 4
    new.cleared |= new.board.defended & new.board.around_area("takarongo", 3)
    assert "✓" in seen(new, "4403", layer="control")
    assert "secured area" in drawn(new, layer="control")


def test_supply_follows_friendly_hexes_from_a_head(new: State) -> None:
    new.cleared |= {"2631", "2731"}
    new.heads |= {"2731"}
    shown = {at: seen(new, at, layer="supply")[0] for at in ("2731", "2631", "2730", "2632", "3425", "2729")}
    assert shown == {"2731": "⚑", "2631": "∘", "2730": "∘", "2632": "∘", "3425": "?", "2729": "░"}


def test_marks_of_whole_areas_are_told(battle: State) -> None:
    text = drawn(battle)
    for said in ("pocket chit -2", "red2 chit -1", "red3 suppressed", "green raid, 1"):
        assert said in text
    battle.chits["red3"] = 0
    assert "red3 chit blank" in drawn(battle)


# ── Colours


def test_whoever_is_done_or_pinned_is_dim_and_whoever_is_ready_bold(battle: State) -> None:
    battle.phase = "actions"
    ready = seen(battle, "2629", screen=COLOURED)
    assert ready.startswith("\x1b[1;")
    put(battle, "2/8A", "2629", spent=8)
    spent = seen(battle, "2629", screen=COLOURED)
    assert not spent.startswith("\x1b[1;")
    put(battle, "2/8A", "2629", spent=0, pins=1)
    assert seen(battle, "2629", screen=COLOURED) == spent


@pytest.mark.parametrize("colours", [16, 256, TRUE])
def test_every_ink_has_its_colour_in_each_number_of_colours(colours: int) -> None:
    for name, ink in PALETTE.items():
        assert not ink.fg or ink.fg16 >= 0, name
        assert not ink.bg or ink.bg16 >= 0, name


def test_every_style_on_a_map_is_in_the_palette(battle: State) -> None:
    from tarawa_cli.kernel.scene.page import whole_page

    unknown = {
        word
        for layer in LAYERS
        for line in whole_page(scene(battle, layer), COLOURED)
        for piece in line
        for word in piece.style.split()
    } - PALETTE.keys()
    bare = {"odd", "weak", "clear", "shore", "palms", "landing", "airstrip", "excavation", "dump", "line", "holder"}
    assert {word for word in unknown if not word.startswith("area-")} <= bare


# ── The legend, and what changes nothing


def test_the_legend_explains_what_is_on_the_map_and_nothing_else(new: State) -> None:
    empty = drawn(new)
    assert not re.search(r"amtracs|ruin|head|and more|3/8", empty)
    assert re.search(r"palms", empty)
    put(new, "lvt-1", "2127", beach="red3")
    new.cleared |= {"2728"}
    busy = drawn(new)
    assert "v1 amtracs" in busy
    assert "╳ ruin" in busy


def test_drawing_changes_nothing(battle: State) -> None:
    before = GAME.dump(battle)
    for layer in LAYERS:
        for where in ("", "red3", "2/8A"):
            drawn(battle, where, layer)
    assert GAME.dump(battle) == before


# ── Reach


def test_a_unit_s_map_shows_where_it_can_go_and_what_that_costs(battle: State) -> None:
    from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import destinations

    battle.phase = "actions"
    text = drawn(battle, "2/8A")
    able = destinations(battle, battle.units["2/8A"])
    assert able
    assert "2/8A can go to the hexes with a number" in text
    reached = {at: seen(battle, at, CLOSE, reach=able) for at in able}
    for at, price in able.items():
        assert re.search(rf"(?<!\d){price:g}(?!\d)", reached[at].replace(at, "")), at
    battle.phase = "embark"
    assert "2/8A cannot move now" in drawn(battle, "2/8A")


def test_in_an_impulse_a_craft_shows_how_far_it_gets(battle: State) -> None:
    battle.phase = "impulse-1"
    assert "lvt-1 can go" in drawn(battle, "lvt-1")
    assert "1/2B can go" in drawn(battle, "1/2B"), "by its craft"


# ── Changes


def test_changes_are_marked_in_their_hexes(battle: State) -> None:
    before = maps.battle()
    put(battle, "2/8A", "2727", steps=5)
    battle.cleared |= {"2729"}
    text = drawn(battle, before=before)
    assert "changes from Turn 1" in text
    shown = {at: seen(battle, at, CLOSE, before=before) for at in ("2729", "2727", "2629")}
    assert "»" in shown["2729"]
    assert "2/8A -2" in shown["2727"] or "╳" in shown["2727"]
    assert "⇠" in shown["2629"]
