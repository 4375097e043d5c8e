"""The map as SVG: everything is on it once, where it belongs, and can be found by its name."""

from collections import Counter
from xml.etree import ElementTree

from tarawa_cli.games.malta.exports.picture import counters, off_map, svg
from tarawa_cli.games.malta.exports.picture.counters import SIZES, SYMBOLS
from tarawa_cli.games.malta.exports.picture.ground import GRID, SIZE, WIDTH
from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.board import malta, within
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.views.map_views import picture as text_map
from tarawa_cli.games.malta.views.scene import Position
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.presentation import Asked
from tests.malta.common import cottonera, table

SVG = "{http://www.w3.org/2000/svg}"


SHEET = Asked(sea=True)


def drawn(state: State) -> ElementTree.Element:
    """The whole sheet."""
    return ElementTree.fromstring(svg(state, SHEET))


def texts(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def part(state: State, id: str) -> ElementTree.Element:
    return next(group for group in drawn(state).iter(f"{SVG}g") if group.get("id") == id)


def unit(state: State, id: str) -> ElementTree.Element:
    return next(group for group in drawn(state).iter(f"{SVG}g") if group.get("data-unit") == id)


def test_every_hex_can_be_found_and_says_what_it_is() -> None:
    hexes = {path.get("id"): path for path in drawn(cottonera()).iter(f"{SVG}path") if path.get("id")}
    assert set(hexes) == {f"hex-{at}" for at in malta().terrain}
    told = hexes["hex-1911"].findtext(f"{SVG}title") or ""
    assert told.startswith("1911 The Three Cities: city\n")
    assert "here: 2rwk, " in told


def test_no_name_is_given_twice() -> None:
    ids = Counter(element.get("id") for element in drawn(cottonera()).iter() if element.get("id"))
    assert [id for id, times in ids.items() if times > 1] == []


def test_every_unit_in_play_has_one_counter() -> None:
    units = {"i-33": "1513", "ii-33": "follow-up:south", "fj-kroh": "air", "beak": "track:7jul-am", "iii-33": "lost"}
    found = [unit for group in drawn(table(units)).iter(f"{SVG}g") if (unit := group.get("data-unit"))]
    assert sorted(found) == ["beak", "fj-kroh", "i-33", "ii-33"]


def test_a_counter_shows_strength_state_and_what_it_lacks() -> None:
    state = table({"i-33": {"at": "1513", "steps": 2, "state": "demoralised", "supplied": False}, "i-28": "1614"})
    assert texts(unit(state, "i-33")) == ["i-33", "4-4-6", "Z"]
    assert unit(state, "i-33").get("class") == "unit italian axis demoralised"
    drawn_by = {element.get("class"): element.get("d") or "" for element in unit(state, "i-33").iter()}
    assert drawn_by["pip"].count("M") == 2
    assert drawn_by["pip lost"].count("M") == 1
    assert drawn_by["symbol"].endswith(SIZES["bn"])
    assert "unsupplied" in drawn_by
    assert "6/5 (5)" in texts(unit(state, "i-28"))
    assert "no-ammo" in [element.get("class") for element in unit(state, "i-28").iter()]


def test_the_mouse_over_a_counter_shows_what_unit_says() -> None:
    title = unit(cottonera(), "2rwk").findtext(f"{SVG}title") or ""
    assert "Queen's Own Royal West Kent" in title
    assert "in 1911 (The Three Cities)" in title


def test_the_side_that_may_not_know_a_gun_sees_only_its_back() -> None:
    from tarawa_cli.games.malta.game import MALTESE

    picture = svg(MALTESE.view(cottonera(), "axis"))
    assert "cg-rocco" not in picture
    assert "coast-gun-1911" in picture


def test_a_stack_shows_its_top_counter_and_how_many_they_are() -> None:
    state = table(dict.fromkeys(("i-33", "ii-33", "iii-33", "i-34"), "1513"))
    (stack,) = counters.stacks(Position(state))
    top, *below = (placed.unit.id for placed in stack.counters)
    assert texts(unit(state, top))
    assert not [text for id in below for text in texts(unit(state, id))]
    (tally,) = [group for group in part(state, "units").iter(f"{SVG}g") if group.get("class") == "tally"]
    assert texts(tally) == ["4"]
    for _, box in stack.counters:
        assert abs(box.middle.x - GRID.centre("1513").x) + box.wide / 2 <= WIDTH * 0.6
        assert abs(box.middle.y - GRID.centre("1513").y) + box.high / 2 <= WIDTH * 0.55


def test_both_sides_in_a_hex_lie_side_by_side() -> None:
    state = table({"i-33": "1513", "ii-33": "1513", "11lf": "1512"})
    state.units.put(state.units["11lf"], "1513")
    stacks = [*counters.stacks(Position(state))]
    assert [len(stack.counters) for stack in stacks] == [1, 2]
    one, other = (stack.counters[0].box for stack in stacks)
    assert abs(one.middle.x - other.middle.x) >= (one.wide + other.wide) / 2


def test_boxes_hold_many() -> None:
    fleet = [id for id, type in CHARTS.units.items() if type.entry == "sea" and not type.of]
    placed = list(off_map(Position(table(dict.fromkeys(fleet, "follow-up:south")))))
    assert len(placed) == len(fleet)
    for _, box in placed:
        assert box.corner().x > 0
        assert box.corner(box.wide, box.high).y < SIZE.y


def test_the_size_is_always_the_same() -> None:
    sizes = {root.get("viewBox") for root in map(drawn, (cottonera(), table({"i-33": "air"})))}
    assert len(sizes) == 1


def test_every_kind_of_unit_has_a_symbol() -> None:
    kinds = {type.kind.id for type in CHARTS.units.values()} - {"leader", "warship"}
    assert kinds == set(SYMBOLS)


def test_what_lies_on_a_hex() -> None:
    state = table({"i-33": "1513", "11lf": "1512"}, given={"1512": ["air"]}, strongpoints="1516", phase="axis-support")
    marked = {group.get("data-hex"): group for group in part(state, "markers")}
    assert set(marked) == {"1512", "1516"}
    assert texts(marked["1512"]) == ["planes"]


def test_a_drop_zone_is_shown_to_those_who_know_of_it() -> None:
    from tarawa_cli.games.malta.game import MALTESE

    state = GAME.begin(Setup("hal-far"))
    marked = {group.get("data-hex"): group for group in part(state, "markers")}
    assert texts(marked["1514"]) == ["ramcke", "29jun-am"]
    assert "drop zone ramcke: 1514, 29jun-am" in text_map(state, Asked())
    assert "29jun-am" not in svg(MALTESE.view(state, "allied")).partition('id="ground"')[2]
    assert "drop zone" not in text_map(MALTESE.view(state, "allied"), Asked())


def test_the_line_between_the_sides_and_what_the_axis_hold() -> None:
    def control(state: State) -> dict[str, str]:
        return {path.get("class") or "": path.get("d") or "" for path in part(state, "control")}

    shown = control(table({}, control={"axis": "1513"}))
    assert shown["held"].count("M") == 1
    assert shown["front"].count("M") == len([at for at in within("1513", 1) if at in malta().land]) - 1
    assert control(table({}))["front"] == ""


def test_the_turn_track_and_the_credit() -> None:
    state = cottonera()
    now = [rect for rect in part(state, "track").iter(f"{SVG}rect") if "now" in (rect.get("class") or "")]
    assert len(now) == 1
    for picture in (svg(state), svg(state, SHEET), svg(state, Asked("1911"))):
        assert "OpenStreetMap" in picture
        assert picture.isascii()


def test_the_key_has_a_sample_of_every_terrain_and_kind() -> None:
    told = texts(part(cottonera(), "key"))
    for name in (*(ground.name for ground in CHARTS.terrain.values()), "road", "Disorganised", "out of supply"):
        assert name in told
    for type in CHARTS.units.values():
        assert type.kind.name in told
