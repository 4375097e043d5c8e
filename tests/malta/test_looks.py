"""Maps as text and SVG, and what the looking commands tell."""

import pytest

from tarawa_cli.games.malta.looking.map_views import LAYERS, picture
from tarawa_cli.games.malta.looking.text_map import close_map, whole_map
from tarawa_cli.games.malta.model.board import malta
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.look import Asked
from tests.malta.common import cottonera, table

ISLAND = """\
    05  06  07  08  09  10  11  12  13  14  15  16  17  18  19  20  21  22
            ___
05   ~  ___/ . \\     ~       ~       ~       ~       ~       ~       ~       05
    ___/ . ~___/ ~       ~       ~       ~       ~       ~       ~       ~
06 / W \\_|_/ . \\     ~       ~       ~       ~       ~       ~       ~       06
   \\___- . \\~~~/ ~  ___  ~  ___  ~       ~       ~       ~       ~       ~
07 / . \\^|^~ W \\___/ F \\   / N \\___  ~       ~       ~       ~       ~       07
   \\___^ W \\^^^^ . -.../ ~ \\___~ N \\___  ~  ___  ~       ~       ~       ~
08   ~ \\___- o -...- . \\___/ . -___- N \\___/ N \\___  ~       ~       ~       08
       / . \\___: . \\.|.- o -...- . \\^^^- N \\___/ N \\___  ~       ~       ~
09   ~ \\___/ . \\...: . \\...- . :^^^- o ^^^^- F \\...~ C*\\     ~       ~       09
       / . \\...: . -...: . \\^|^^ F*\\_|_- F*-...- o -_|_/ ~  ___  ~       ~
10   ~ \\___/ W -___/ . \\^^^^ . ^_|_/ o \\___/ . -___/ o*\\___/ E \\___  ~       10
         ~ \\...- o -^^^- . -...- o -___- o \\.|./ o -~~~~ C*~_|_/ E \\___  ~
11   ~  ___/ . :^|^^ . \\___: . \\_|_- . -.|.- o :...- o -~~~~ C*-___- E \\___  11
       / W \\^^^^ F*\\___/ . :___/ A*\\___/ o -...- o -.|.~ C*-___- o \\_|_/ E \\
12   ~ \\___/ . -___- . \\...: C*-___- . -...: . :...: o*-___/ . -.|.- F \\~~~/ 12
       / . \\^^^^ . \\___- . \\_|_^ . -___- o -___- o -_|_- o -___/ . :...- E \\
13   ~ \\___^ . \\^^^/ . \\...- o*-___/ . \\_|_/ . \\...: o \\_|_- . \\_|_/ . \\___/ 13
         ~ \\___^ . ^...: . -_|_^ . \\.../ . \\...: A*-_|_- o \\_|_- o \\___/ E \\
14   ~       ~ \\___/ . \\_|_/ w ^...: o -...: . \\_|_/ A*\\_|_- o -___- o*\\___/ 14
         ~       ~ \\___/ o \\___- w -___- . \\___/ o \\_|_/ . \\...- F -___- F \\
15   ~       ~       ~ \\___/ . \\___^ . \\___- o -___/ o \\___- . :.|./ ~ \\___/ 15
         ~       ~       ~ \\___/ . ^___/ . \\_|_- o -___- . \\_|_/ o \\___  ~
16   ~       ~       ~       ~ \\___^ . \\___/ S ^___/ S \\___- A*-___- o*\\     16
         ~       ~       ~       ~ \\___/ S \\___^ S \\___/ S \\___- F*-___/ ~
                                       \\___/   \\___/   \\___/   \\___/
    05  06  07  08  09  10  11  12  13  14  15  16  17  18  19  20  21  22
"""


def test_25_the_whole_island_without_units() -> None:
    drawn = whole_map(table({}), layer="units")
    assert drawn.startswith(ISLAND)


@pytest.mark.parametrize("layer", LAYERS)
def test_25_the_island_fits_into_80_columns(layer: str) -> None:
    assert max(map(len, whole_map(cottonera(), layer=layer, width=80).split("\n"))) <= 80


def test_25_the_sheet_with_its_sea_fits_into_110_columns() -> None:
    drawn = picture(cottonera(), Asked(layer="terrain", width=110, sea=True))
    assert drawn.startswith("    01  02")
    assert drawn.split("\n")[0].endswith("26")
    assert max(map(len, drawn.split("\n"))) <= 110
    with pytest.raises(BadOrder, match="the whole sheet"):
        picture(cottonera(), Asked("1911", layer="units", sea=True))


@pytest.mark.parametrize("width", [20, 40, 60, 79, 200])
@pytest.mark.parametrize("layer", LAYERS)
def test_a_narrow_terminal_gets_the_island_in_parts(width: int, layer: str) -> None:
    drawn = whole_map(cottonera(), layer=layer, width=width).split("\n\n")
    lines = [line for part in drawn[:-1] for line in part.split("\n")]
    assert max(map(len, lines)) <= width
    shown = [number for line in lines if line.startswith("    ") for number in line.split() if number.isdigit()]
    assert set(shown) >= {f"{column:02d}" for column in range(5, 23)}


def test_stacks_show_owner_number_and_ground() -> None:
    drawn = whole_map(table({"i-33": "1513", "ii-33": "1513", "hq-liv": "1614", "2rwk": "1810", "fj-kroh": "1112"}))
    for cell in ("i2.", "I o", "b C", "g C"):
        assert cell in drawn, cell


def map_of(drawn: str) -> str:
    """The picture alone, without its legend."""
    return drawn.rpartition("\n\n")[0]


def test_the_layer_of_control() -> None:
    drawn = whole_map(table({}, control={"axis": "1811 1010"}), layer="control")
    assert map_of(drawn).count(" x ") == 1
    assert map_of(drawn).count(" x*") == 1
    assert "x held by the Axis" in drawn


def test_the_layer_of_regions() -> None:
    drawn = whole_map(table({}), layer="regions")
    assert map_of(drawn).count(" Z") == sum(r == "zurrieq" for r in malta().region_of.values())
    assert "Z Luqa, Żurrieq and the south (zurrieq)" in drawn


def test_the_layer_of_zones_of_control() -> None:
    state = table({"i-33": "1513", "i-28": "0708", "11lf": {"at": "1014", "state": "demoralised"}, "2rwk": "1511"})
    drawn = map_of(whole_map(state, layer="zoc"))
    assert drawn.count("x ") == 5, "six hexes around i-33, the guns have none, 1512 is in both"
    assert drawn.count("o ") == 5
    assert drawn.count("# ") == 1
    assert "i' " in drawn
    assert "b' " in drawn


def test_the_layer_of_supply() -> None:
    state = table({"i-33": "1812", "hq-liv": "1913", "iii-87": "1614", "11lf": "1711"}, control={"axis": "1816 1815"})
    drawn = map_of(whole_map(state, layer="supply"))
    for cell in ("i∘ ", "I∘ ", "i? ", " $ ", "b? "):
        assert cell in drawn, cell
    near = close_map(state, ["1812", "1913", "1614", "1816", "1711"], layer="supply")
    for text in ("i-33 hq-liv", "iii-87 ?", "$ beach", "11lf ?"):
        assert text in near, text


def test_the_legend_tells_the_signs_that_are_there_and_no_others() -> None:
    drawn = close_map(table({"i-33": "1513"}), ["1513"]).rpartition("\n\n")[2]
    assert "a unit, its attack and defence" in drawn
    assert "Disorganised" not in drawn
    assert "woods" not in drawn


def test_who_is_off_the_map_stands_in_his_box_below() -> None:
    units = {"i-33": "follow-up:south", "ii-33": "follow-up:south", "fj-kroh": "air", "beak": "track:7jul-am"}
    drawn = whole_map(table(units, given={"1512": ["air"]}, phase="axis-support"))
    for line in ("follow-up:south:   i-33   ii-33", "air:   fj-kroh", "track:7jul-am:   beak", "given:   1512 planes"):
        assert line in drawn, line


def test_many_in_a_box_are_cut_short() -> None:
    units = [id for id, unit in cottonera().units.items() if unit.type.entry == "sea" and not unit.type.of][:15]
    assert "and 5 more (units follow-up:east)" in whole_map(table(dict.fromkeys(units, "follow-up:east")))


def test_ships_are_at_sea() -> None:
    ship = next(id for id, unit in cottonera().units.items() if unit.can("ship"))
    assert "s ~" in whole_map(table({ship: "2018"}), sea=True)
    assert f"warships:   {ship} 2018" in whole_map(table({ship: "2018"}))


# ── What has changed


def test_what_has_changed_is_marked() -> None:
    before = table({"i-33": "1513", "ii-33": "1613", "11lf": "1512", "2rwk": "1811"}, control={"axis": "1513 1613"})
    units = {"i-33": {"at": "1514", "steps": 2}, "11lf": {"at": "1512", "state": "demoralised"}, "2rwk": "lost"}
    after = table(units | {"ii-33": "1613"}, control={"axis": "1513 1514"})
    drawn = map_of(whole_map(after, before=before))
    for cell in ("»✗.", "« A", "✗ C", "≈ ", "⇠ ."):
        assert cell in drawn, cell
    near = close_map(after, ["1512", "1513", "1514", "1613", "1811"], before=before)
    for text in ("»Axis", "✗i-33 -1", "⇢i-33", "⇠i-33", "≈11lf Z", "«Allies", "✗2rwk lost", "changes:   from 6 July"):
        assert text in near, text


def test_only_ascii() -> None:
    before, after = table({"i-33": "1513"}), table({"i-33": {"at": "1514", "steps": 2}}, control={"axis": "1514"})
    for drawn in (
        whole_map(after, ascii=True, before=before, layer="regions"),
        close_map(after, malta().land, ascii=True, before=before),
    ):
        assert map_of(drawn).isascii()


@pytest.mark.parametrize("word", ["1911", "i-33", "harbour", "zone:south", "mdina"])
@pytest.mark.parametrize("width", [80, 130])
def test_close_views_fit_the_width(word: str, width: int) -> None:
    drawn = picture(cottonera(), Asked(word, radius=2, layer="units", width=width))
    assert max(map(len, drawn.split("\n"))) <= width


def test_a_close_view_has_everything_in_it() -> None:
    state = table({"i-33": {"at": "1513", "state": "disorganised"}, "12f-1": "1512", "mt-mat": "1512"})
    drawn = close_map(state, ["1511", "1512", "1513", "1612"], marked=["1512"])
    for text in (">1512<", "i-33 6-6 D", "12f-1 5/6", "mt-mat 2-3", "Tal-Ħandaq", "....", "|"):
        assert text in drawn, text


def test_every_unit_of_the_largest_stack_is_shown() -> None:
    drawn = picture(cottonera(), Asked("1911", radius=3, layer="units", width=80))
    for unit in ("2rwk", "laa-3m", "cg-rocco", "rn-1", "chirieleison", "liv-gen"):
        assert unit in drawn, unit


@pytest.mark.parametrize("width", [80, 130, 200])
def test_no_counter_is_cut(width: int) -> None:
    units = {"fj-burkhardt": "pool", "fj-burkhardt-1": {"at": "1513", "state": "demoralised"}, "fj-burkhardt-2": "1513"}
    state = table(units | {"fj-burkhardt-3": "1513", "chirieleison": "1513", "liv-mort": "1513"})
    drawn = picture(state, Asked("1513", radius=1, layer="units", width=width))
    for text in ("fj-burkhardt-1 3-3 Z", "-2 3-3", "-3 2-2", "chirieleison 3", "liv-mort 3/3 no ammo"):
        assert text in drawn, text
    assert max(map(len, map_of(drawn).split("\n"))) <= width


def test_a_place_that_is_not_there() -> None:
    for word in ("2799", "gozo", "i-34"):
        with pytest.raises(BadOrder):
            picture(cottonera(), Asked(word, layer="units"))


# ── Widths


@pytest.mark.parametrize("width", [80, 130, 200])
@pytest.mark.parametrize("zone", ["south", "north", "west", "east"])
def test_a_close_map_of_a_zone_fits_any_width_and_ends_with_its_last_hex(zone: str, width: int) -> None:
    lines = picture(cottonera(), Asked(f"zone:{zone}", width=width, layer="units")).split("\n")
    assert max(map(len, lines)) <= width
    before_legend = max(number for number, line in enumerate(lines) if not line.strip())
    assert lines[before_legend - 1].strip()


def test_boxes_stand_beside_the_map_where_there_is_room_and_below_it_elsewhere() -> None:
    state = table({"i-33": "1513", "ii-33": "follow-up:south", "bafile": "wave:1416:1", "fj-kroh": "air"})
    narrow, wide = (picture(state, Asked(width=width, layer="units")).split("\n") for width in (80, 200))
    for box in ("follow-up:south:   ii-33", "wave:1416:1:   bafile", "air:   fj-kroh"):
        assert [line for line in narrow if line.startswith(box)], box
        assert [line for line in wide if line.endswith(box) and len(line) > 80], box
    assert max(map(len, wide)) <= 200
