"""Maps as text and SVG, and what the looking commands tell."""

from xml.etree import ElementTree

import pytest

from tarawa_cli.games.malta.exporting.picture import svg
from tarawa_cli.games.malta.looking.map_views import picture
from tarawa_cli.games.malta.looking.text_map import close_map, whole_map
from tarawa_cli.games.malta.looking.text_map.scene import LAYERS
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
    assert max(map(len, whole_map(cottonera(), layer=layer).split("\n"))) <= 80


def test_25_the_sheet_with_its_sea() -> None:
    drawn = picture(cottonera(), Asked("sea", layer="terrain"))
    assert drawn.startswith("    01  02")
    assert max(map(len, drawn.split("\n"))) <= 111


def test_stacks_show_owner_number_and_ground() -> None:
    drawn = whole_map(table({"i-33": "1513", "ii-33": "1513", "hq-liv": "1614", "2rwk": "1810", "fj-kroh": "1112"}))
    for cell in ("i2.", "I o", "b C", "g C"):
        assert cell in drawn, cell


def test_other_layers() -> None:
    state = table({}, control={"axis": "1811"})
    assert whole_map(state, layer="control").split("in a hex")[0].count(" x ") == 1
    assert whole_map(state, layer="regions").count(" Z ") == sum(r == "zurrieq" for r in malta().region_of.values())


@pytest.mark.parametrize("word", ["1911", "i-33", "harbour", "zone:south", "mdina"])
@pytest.mark.parametrize("width", [80, 130])
def test_close_views_fit_the_width(word: str, width: int) -> None:
    drawn = picture(cottonera(), Asked(word, radius=2, layer="units", width=width))
    picture_lines = drawn.split("in a hex")[0].split("\n")
    assert max(map(len, picture_lines)) <= width


def test_a_close_view_has_everything_in_it() -> None:
    state = table({"i-33": {"at": "1513", "state": "disorganised"}, "12f-1": "1512", "mt-mat": "1512"})
    drawn = close_map(state, ["1511", "1512", "1513", "1612"], marked=["1512"])
    for text in (">1512<", "i-33 3 D", "12f-1 2", "mt-mat", "Tal-Ħandaq", "....", "|"):
        assert text in drawn, text


def test_every_unit_of_the_largest_stack_is_shown() -> None:
    drawn = picture(cottonera(), Asked("1911", radius=3, layer="units", width=80))
    for unit in ("2rwk", "laa-3m", "cg-rocco", "rn-1", "chirieleison", "liv-gen"):
        assert unit in drawn, unit


def test_a_place_that_is_not_there() -> None:
    for word in ("2799", "gozo", "i-34"):
        with pytest.raises(BadOrder):
            picture(cottonera(), Asked(word, layer="units"))


def test_the_picture_is_xml_with_every_hex_and_counter() -> None:
    state = cottonera()
    root = ElementTree.fromstring(svg(state))
    titles = [title.text or "" for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert sum(title.startswith("Light") or ": " in title for title in titles) > 520
    counters = [g for g in root.iter("{http://www.w3.org/2000/svg}g") if "unit" in g.get("class", "")]
    assert len(counters) == sum(unit.on_map for unit in state.units.values())
    assert "OpenStreetMap" in svg(state)
