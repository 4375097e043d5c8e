"""Maps as text: the island, the sheet, close views, layers, changes, reach."""

import re
import unicodedata

import pytest

from tarawa_cli.games.malta.game import GAME, MALTESE
from tarawa_cli.games.malta.model.board import malta
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.narration.next_steps import commands
from tarawa_cli.games.malta.views.map_pages import Wanted, close_drawings
from tarawa_cli.games.malta.views.map_views import LAYERS, around, described, picture
from tarawa_cli.games.malta.views.scene import tag
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.narration.visible import TRUE, Screen
from tarawa_cli.kernel.presentation import Asked
from tarawa_cli.kernel.scene import counter_facts, hex_facts
from tests.malta.common import cottonera, table
from tests.malta.positions import by_phase

NO_REACH = tuple(layer for layer in LAYERS if layer != "reach")
WORDS = ("", "1911", "harbour", "zone:south", "mdina")
ISLAND = """\
 A test  6 July, morning · Axis combat     clear weather  steps Axis 0 Allies 0
    05  06  07  08  09  10  11  12  13  14  15  16  17  18  19  20  21  22
05 WEST    ···
       ···≈···
06 ∴·· ·│· ···
   ···─··· ≈≈≈
07 ··· ^╪^≈∴··     ◇··     ∴··
   ···^∴·· ^^^^···─┈┈┈     ···≈∴··    NORTH
08     ···╫▫··─┈┈┈╫···     ···╫···─∴··     ∴··
       ··· ···┊··· ┈╪┈╫▫··─┈┈┈╫··· ^^^─∴·· ··· ∴··     Sliema
09     ··· ··· ┈┈┈┊··· ┈┈┈╫···┊^^^╫▫··^^^^─◇·· ┈┈┈≈□★1
       ··· ┈┈┈┊···─┈┈┈┊··· ^╪^^◇★1 ·│·─◇★1─┈┈┈╫▫··─·│· Valletta
10     ··· ∴··─··· ··· ^^^^···^·│· ▫·· ··· ···─··· ▫★1     ∴··
           ┈┈┈─▫··─^^^╫···─┈┈┈╫▫··─···─▫·· ┈╪┈ ▫··─≈≈≈≈□★3≈·│· ∴··     EAST
"""


def drawn(state: State, word: str = "", width: int = 80, height: int = 0, **more: object) -> str:
    screen = Screen(width, height, *(more.pop(name, usual) for name, usual in (("colours", 0),)))  # type: ignore[arg-type]
    if more.pop("ascii", False):
        screen = screen._replace(ascii=True)
    return picture(state, Asked(word, screen=screen, **{"layer": "units"} | more))  # type: ignore[arg-type]


# ── The whole map


def test_25_the_whole_island_without_units() -> None:
    assert drawn(table({}), width=79).startswith(ISLAND)


@pytest.mark.sample(5)
@pytest.mark.parametrize("layer", NO_REACH)
@pytest.mark.parametrize("width", [20, 40, 60, 79, 80, 120, 200])
def test_25_the_map_fits_any_width(layer: str, width: int) -> None:
    for word in WORDS:
        assert max(map(len, drawn(cottonera(), word, width, layer=layer).split("\n"))) <= width, word


@pytest.mark.parametrize("phase", sorted(by_phase()))
def test_25_the_island_is_whole_within_30_lines_and_says_what_is_cut_on_24(phase: str) -> None:
    state = by_phase()[phase]
    whole = drawn(state, height=30).split("\n")
    assert len(whole) <= 30
    numbers = [line[:2] for line in whole if line[:2].isdigit() and line[2:3] == " "]
    assert numbers[:12] == [f"{row:02d}" for row in range(5, 17)]
    for height in (24, 23, 16):
        less = drawn(state, height=height).split("\n")
        assert len(less) <= height
        assert any(line.startswith("⋮ rows ") and "where the fighting is" in line for line in less)


def test_a_small_screen_shows_where_the_fighting_is() -> None:
    north = table({"i-33": "0607", "2rif": "0608", "11lf": "1816"})
    assert "⋮ rows 05–" in drawn(north, height=20)
    south = table({"i-33": "1616", "2rif": "1615", "11lf": "0607"})
    assert "–16 of 05–16, where the fighting is; all rows: map --height 30" in drawn(south, height=20)
    assert "⋮ rows" not in drawn(south, height=30)
    assert "⋮ rows" in drawn(south, height=29)


@pytest.mark.parametrize("phase", sorted(by_phase()))
def test_the_map_on_a_screen_ends_with_the_next_step(phase: str) -> None:
    state = by_phase()[phase]
    last = drawn(state, height=24).split("\n")[-1]
    listed = [command for command in commands(state) if command in last]
    assert last.startswith("→ "), phase
    assert commands(state)[-1] in listed, phase
    assert drawn(state, height=24, next_step=False).split("\n")[-1] != last, "where the steps are printed below"
    assert "→ " not in drawn(state), "a pipe gets the map alone"


def test_only_the_side_that_may_act_is_told_the_next_step() -> None:
    match = Match(GAME, Setup("herkules"), 1)
    acting = MALTESE.to_act(match.state)
    last = {}
    for side in ("", "axis", "allied"):
        match.side = side
        last[side] = GAME.views.LOOKS["map"](match, Asked(screen=Screen(80, 24))).text().split("\n")[-1]
    assert last[""] == last[acting]
    assert last[acting].endswith("→ next")
    assert all("→" not in line for side, line in last.items() if side not in ("", acting))


def test_25_the_sheet_with_its_sea() -> None:
    sheet = drawn(cottonera(), width=107, sea=True, layer="terrain").split("\n")
    assert sheet[1].split() == [f"{column:02d}" for column in range(1, 27)]
    assert max(map(len, sheet)) <= 107
    assert "⋮ columns 01–25 of 01–26" in drawn(cottonera(), sea=True)
    with pytest.raises(BadOrder, match="the whole map"):
        drawn(cottonera(), "1911", sea=True)


def test_stacks_show_who_is_on_top_and_how_many_there_are() -> None:
    state = table({"i-33": "1513", "ii-33": "1513", "hq-liv": "1614", "2rwk": "1810", "fj-kroh": "1112"})
    shown = drawn(state)
    for text in ("33a²", "hql", "2RW", "kro"):
        assert text in shown, text
    assert "i-33, ii-33" in shown, "and a list says who"
    wide = drawn(state, width=200, height=50)
    for text in ("i-33  ²", "hq-liv", "2RWK", "fj-kroh"):
        assert text in wide, text


def test_every_unit_has_a_short_name_of_its_own_and_its_case_tells_the_side() -> None:
    tags = {id: tag(id, "1812") for id in CHARTS.units}
    assert len(set(tags.values())) == len(tags)
    for id, unit in CHARTS.units.items():
        assert 1 <= len(tags[id]) <= 3
        assert tags[id].isupper() if unit.side == "allied" else tags[id].islower(), id


def test_who_is_disorganised_or_out_of_supply_shows_from_afar() -> None:
    state = table({"i-33": {"at": "1513", "state": "disorganised"}, "2rwk": {"at": "1810", "supplied": False}})
    shown = drawn(state)
    for text in ("D Disorganised", "▲ out of supply"):
        assert text in shown, text
    assert "Demoralised" not in shown
    lines = shown.split("\n")
    above = lines[next(number for number, line in enumerate(lines) if "2RW" in line) - 1]
    assert "▲" in above


def test_who_is_off_the_map_is_told() -> None:
    units = {"i-33": "follow-up:south", "ii-33": "follow-up:south", "fj-kroh": "air", "beak": "track:7jul-am"}
    state = table(units, given={"1512": ["air"]}, phase="axis-support")
    pipe, screen, wide = drawn(state), drawn(state, height=24), drawn(state, width=120, height=40)
    for line in ("follow-up:south: i-33, ii-33", "air: fj-kroh", "track:7jul-am: beak", "assigned to 1512: planes"):
        assert line in pipe, line
    for text in ("Off the map", "follow-up:south: 2", "air: 1"):
        assert text in screen, text
    for text in ("Off the map", "follow-up:south i-33,", "air fj-kroh"):
        assert text in wide, text


def test_a_panel_lists_the_objectives_and_who_holds_them() -> None:
    wide = drawn(table({}, control={"axis": "1613"}), width=120, height=40)
    assert "■ 1613 Luqa " in wide
    assert "□ 1810 Valletta" in wide
    assert "★★★" in wide


def test_ships_are_at_sea() -> None:
    state = table({"gorizia": "2018"})
    assert "gor" in drawn(state, sea=True)
    assert "warships: gorizia 2018" in drawn(state)


def test_roads_streams_scarps_and_water_are_on_the_map_and_in_its_legend() -> None:
    for text in ("─ road", "┊ stream", "^ steep", "≈ water"):
        assert text in drawn(table({})), text
    assert "- road" in drawn(table({}), ascii=True)
    assert "road" not in drawn(table({}), "2209", radius=0)


# ── Layers


def test_the_layer_of_control() -> None:
    shown = drawn(table({}, control={"axis": "1811 1010"}), layer="control")
    assert "░ held by the Axis" in shown
    scene, _ = described(table({}, control={"axis": "1811 1010"}), Asked(layer="control"))
    assert [at for at, view in scene.hexes.items() if view.ground == "axis-held"] == ["1010", "1811"]


def test_the_layer_of_regions() -> None:
    shown = drawn(table({}), layer="regions").split("\n")
    body = "\n".join(shown[2:27])
    assert sum(body.count(f"{sign}Z") for sign in "·▫□◇♧=∴") == sum(r == "zurrieq" for r in malta().region_of.values())
    assert "Z Luqa, Żurrieq and the south (zurrieq)" in "\n".join(shown)


def test_the_layer_of_zones_of_control() -> None:
    state = table({"i-33": "1513", "i-28": "0708", "11lf": {"at": "1014", "state": "demoralised"}, "2rwk": "1511"})
    scene, _ = described(state, Asked(layer="zoc"))
    marks = [mark.name for view in scene.hexes.values() for mark in view.marks if "zone" in mark.name]
    assert marks.count("axis-zone") == 5, "six hexes around i-33, the guns have none, 1512 is in both"
    assert marks.count("allied-zone") == 5
    assert marks.count("both-zones") == 1
    assert "x in a zone of control of the Axis" in drawn(state, layer="zoc")


def test_the_layer_of_supply() -> None:
    state = table({"i-33": "1812", "hq-liv": "1913", "iii-87": "1614", "11lf": "1711"}, control={"axis": "1816 1815"})
    scene, _ = described(state, Asked(layer="supply"))
    marks = {at: [mark.name for mark in view.marks] for at, view in scene.hexes.items()}
    assert "axis-line" in marks["1812"]
    assert "axis-line" in marks["1913"]
    assert "cut" in marks["1614"]
    assert "cut" in marks["1711"]
    assert "source" in marks["1816"]
    for word in ("", "1713"):
        shown = drawn(state, word, layer="supply")
        for text in ("∘ supply line of the Axis", "? no supply line"):
            assert text in shown, text


def test_a_map_of_a_unit_shows_where_it_can_go_and_what_that_costs() -> None:
    state = table({"i-33": "1513"}, phase="axis-movement")
    near = drawn(state, "i-33")
    assert "i-33 in 1513" in near.split("\n")[0]
    assert "cost to move there" in near
    assert "1512··········2·" in near, "two points over a stream"
    assert "1513<Tal-Ħanda" in near
    assert "i-33 can reach for 4: 1211 1212 1214 1811 1812 1813" in near
    whole = drawn(state, "i-33", layer="reach")
    assert "cost to move there" in whole
    with pytest.raises(BadOrder, match="needs a unit"):
        drawn(state, layer="reach")


def test_a_unit_that_has_moved_reaches_nothing() -> None:
    near = drawn(table({"i-33": {"at": "1513", "moved": "tactical"}}, phase="axis-movement"), "i-33")
    assert "cannot move now: i-33 has already moved this turn (6)" in near
    assert "cost to move" not in near


# ── What has changed


def test_what_has_changed_is_marked() -> None:
    before = table({"i-33": "1513", "ii-33": "1613", "11lf": "1512", "2rwk": "1811"}, control={"axis": "1513 1613"})
    units = {"i-33": {"at": "1514", "steps": 2}, "11lf": {"at": "1512", "state": "demoralised"}, "2rwk": "lost"}
    after = table(units | {"ii-33": "1613"}, control={"axis": "1513 1514"})
    shown = drawn(after, before=before)
    for text in ("░»✗", "=«★3", "□✗★3", "·≈", "░⇠", "6 July, morning · Axis combat to Axis combat"):
        assert text in shown, text
    near = drawn(after, "1613", before=before)
    for text in ("» Axis", "✗ i-33 -1", "⇢ i-33", "⇠ i-33", "≈ 11lf Z", "« Allies", "✗ 2rwk lost"):
        assert text in near, text


# ── Close views


@pytest.mark.parametrize("word", ["1911", "i-33", "1211", "0506"])
@pytest.mark.parametrize("phase", sorted(by_phase()))
def test_a_view_of_a_hex_takes_25_lines_of_map_at_most(phase: str, word: str) -> None:
    state = by_phase()[phase]
    if word == "i-33" and not state.units["i-33"].on_map:
        word = "1614"
    for height in (0, 24):
        assert map_lines(state, word, height=height) <= min(25, (height or 26) - 1)


@pytest.mark.sample(5)
@pytest.mark.parametrize("region", malta().regions)
@pytest.mark.parametrize("width", [80, 120, 200])
def test_a_region_takes_40_lines_of_map_at_most(region: str, width: int) -> None:
    for state in by_phase().values():
        assert map_lines(state, region, width) <= 40


def map_lines(state: State, word: str, width: int = 80, height: int = 0) -> int:
    """The lines of a close view without its title, legend and lists."""
    part = around(state, Asked(word))
    drawings = close_drawings(Wanted(state, screen=Screen(width, height)), part.hexes, part.middle)
    return sum(drawing.canvas.high for drawing in drawings)


@pytest.mark.sample(3)
@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("word", ["1911", "harbour", "zone:south", "zurrieq", "1211"])
def test_every_unit_of_a_close_view_is_named(word: str, width: int) -> None:
    for state in by_phase().values():
        scene, part = described(state, Asked(word, layer="units"))
        shown = drawn(state, word, width)
        units = [counter.name for counter in scene.counters.values() if counter.at in part]
        assert not [name for name in units if not re.search(rf"(?<![\w-]){name}(?![\w-])", shown)]


def test_a_close_view_has_everything_in_it() -> None:
    state = table({"i-33": {"at": "1513", "state": "disorganised"}, "12f-1": {"at": "1512", "ammo": False}})
    shown = drawn(state, "1512")
    for text in ("1512<", "╳ i-33", "6-6-6D", "● 12f-1", "5/6○", "Tal-Ħanda", "┊", "─", "D Disorganised"):
        assert text in shown, text


def test_steps_and_what_a_hex_has_no_room_for_are_told() -> None:
    units = {"fj-burkhardt": "pool", "fj-burkhardt-1": {"at": "1513", "state": "demoralised"}, "fj-burkhardt-2": "1513"}
    units |= {"fj-burkhardt-3": "1513", "chirieleison": "1513", "liv-mort": "1513", "ii-33": {"at": "1513", "steps": 2}}
    shown = drawn(table(units), "1513")
    for text in ("+3 more", "fj-burkhardt-1 3-3-6 Z", "fj-burkhardt-2 3-3-6", "chirieleison 3", "ii-33 4-4-6·2"):
        assert text in shown, text


def test_a_place_that_is_not_there() -> None:
    for word in ("2799", "gozo", "i-34"):
        with pytest.raises(BadOrder):
            drawn(cottonera(), word)


# ── Signs


@pytest.mark.sample(5)
@pytest.mark.parametrize("phase", sorted(by_phase()))
def test_every_sign_is_one_cell_wide_and_ascii_is_ascii(phase: str) -> None:
    state = by_phase()[phase]
    for word in WORDS:
        for colours in (0, TRUE):
            shown = drawn(state, word, colours=colours)
            wide = {sign for sign in shown if unicodedata.east_asian_width(sign) not in ("N", "Na", "A")}
            assert not wide
            assert not any(map(unicodedata.combining, shown))
        assert drawn(state, word, ascii=True).isascii()


def test_only_ascii_in_layers_and_changes_too() -> None:
    before, after = table({"i-33": "1513"}), table({"i-33": {"at": "1514", "steps": 2}}, control={"axis": "1514"})
    for layer in NO_REACH:
        assert drawn(after, ascii=True, before=before, layer=layer).isascii()
        assert drawn(after, "1513", ascii=True, before=before, layer=layer).isascii()


# ── Facts


def test_the_facts_of_a_map_are_its_hexes_and_counters() -> None:
    state = table({"i-33": {"at": "1513", "steps": 2}, "ii-33": "follow-up:south"}, control={"axis": "1513"})
    scene, part = described(state, Asked(layer="units"))
    hexes, counters = hex_facts(scene, part), counter_facts(scene, part)
    assert len(hexes) == 26 * 20
    assert hexes["1613"]["terrain"] == "airfield"
    assert hexes["1613"]["owner"] == "allied"
    assert hexes["1613"]["marks"] == {"objective": 3}
    assert counters["i-33"]["steps"] == 2
    assert counters["ii-33"]["at"] == "follow-up:south"
    near = described(state, Asked("1513", layer="units"))
    assert set(hex_facts(*near)) == near[1]
    assert set(counter_facts(*near)) == {"i-33"}


def test_the_facts_of_a_side_hold_no_secrets() -> None:
    state = by_phase()["first-wave"]
    for side in ("axis", "allied"):
        scene, _ = described(MALTESE.view(state, side), Asked(layer="units"))
        names = set(scene.counters)
        hidden = {unit.id for unit in state.units.values() if not unit.revealed and unit.side != side}
        assert not names & hidden
    assert hidden == set()
    assert "drop-zone" not in {mark.name for view in scene.hexes.values() for mark in view.marks}
