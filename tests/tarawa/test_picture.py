"""The map as a picture: every hex and every unit once and in its place, markers where they lie and nowhere else."""

import re

import pytest

from tarawa_cli.games.tarawa.exports.picture.ground import GRID, SIZE
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.exports.svg import NAMESPACE
from tests.tarawa.pictures import SEEDS, Picture, bare, classes, put, random_picture, title, words
from tests.tarawa.tables import CAMPAIGN
from tests.tarawa.tools import new_state, position


@pytest.fixture
def new() -> State:
    return new_state()


# ── The file


@pytest.mark.parametrize("seed", SEEDS)
def test_any_position_is_drawn_as_xml_of_modest_size_the_same_every_time(seed: int) -> None:
    state, picture = random_picture(seed)
    assert len(picture.text) < 500_000
    assert picture.text.isascii()
    assert picture.text == Picture(GAME.load(CAMPAIGN, GAME.dump(state))).text


def test_it_needs_nothing_from_outside() -> None:
    text = bare().text
    assert text.replace(f'xmlns="{NAMESPACE}"', "").count("://") == 0
    assert not re.search(r"<script|href|@import|@font-face|\son\w+=", text)
    assert set(re.findall(r"url\((.)", text)) == {"#"}


def test_every_pattern_that_is_used_is_there() -> None:
    ids = {part.get("id") for part in bare().root.iter()}
    assert set(re.findall(r"url\(#([\w-]+)\)", bare().text)) <= ids


def test_its_rules_hold_only_inside_the_picture() -> None:
    picture = bare()
    assert picture.root.get("class") == "betio"
    rules = (picture.root.findtext("style") or "").strip().splitlines()
    selectors = [
        selector for rule in rules for selector in rule.removeprefix("@media print { ").partition("{")[0].split(",")
    ]
    assert len(selectors) > 50
    assert all(selector.strip().startswith(".betio ") for selector in selectors)


def test_names_are_text_whatever_is_in_them(new: State) -> None:
    name = 'Red & <script>alert("1")</script> → \x01end'
    new.setting.scenario = new.setting.scenario._replace(name=name)
    picture = Picture(new)
    shown = name.replace("\x01", "\ufffd")
    assert any(shown in text for text in words(picture.layer("margin")))
    assert shown in title(picture.root)
    assert not list(picture.root.iter("script"))


def test_the_header_tells_turn_phase_losses_and_points() -> None:
    state = position(turn=9, phase="actions", casualties=2350, shore=1, stock=7)
    text = " ".join(words(Picture(state).layer("margin")))
    for said in ("Turn 9 · 21 November, 07:00 · Marine actions", "Casualties 2,350", "shore points 1"):
        assert said in text
    assert "supply points 7" in text
    assert "defeat" not in text
    state.outcome = "time"
    assert "Defeat: Betio is not cleared in time." in " ".join(words(Picture(state).layer("margin")))


def test_a_marker_stands_in_its_box_of_the_track_and_the_operative_box_is_framed(new: State) -> None:
    def places(picture: Picture, name: str) -> list[float]:
        return [float(part.get("x", "")) for part in picture.of_class("tracks", name)]

    assert len(places(bare(), "box")) + len(places(bare(), "marker-box")) == 6 * 11
    new.tracks["8th"] -= 2
    picture = Picture(new)
    markers, frames = places(picture, "marker-box"), places(picture, "operative")
    (moved,) = {round(old - now) for old, now in zip(places(bare(), "marker-box"), markers, strict=True)} - {0}
    assert moved > 0
    assert round(frames[4] - markers[4]) + 1 == moved


def test_units_that_are_not_on_the_map_are_listed(new: State) -> None:
    put(new, "3/8B", "lost", steps=0)
    put(new, "2/10", "bairiki")
    text = " ".join(words(Picture(new).layer("off-map")))
    assert re.search(r"Still to come: .*2/8A.*On Bairiki: 2/10.*Lost: 3/8B", text)


def test_no_panel_hides_a_hex(new: State) -> None:
    panels = bare().of_class("margin", "panel")
    assert len(panels) == 2
    for panel in panels:
        x, y, wide, high = (float(panel.get(name, "")) for name in ("x", "y", "width", "height"))
        hidden = [
            at for at in new.board.terrain for c in [GRID.centre(at)] if x < c.x < x + wide and y < c.y < y + high
        ]
        assert not hidden


def test_the_key_explains_every_kind_of_terrain_line_and_marker(new: State) -> None:
    picture = bare()
    key = classes(picture.layer("key"))
    drawn = {part.get("class", "").split()[0] for part in picture.hexes().values()} - {"pier"}
    assert drawn <= key
    lines = {part.get("class", "") for part in picture.layer("lines")} - {"coast"}
    assert lines <= key
    markers = {
        "star",
        "entered",
        "pillbox",
        "ruin",
        "demolition",
        "suppression",
        "improved",
        "head",
        "wreck",
        "held",
        "front",
    }
    assert markers | {"pin", "course", "supply", "back", "craft"} <= key


# ── Ground


def test_every_hex_is_there_once_with_its_terrain_and_number(new: State) -> None:
    picture = bare()
    hexes = picture.hexes()
    assert {at: part.get("class", "").split()[0] for at, part in hexes.items()} == new.board.terrain
    assert len([*picture.layer("ground").iter("path")]) == len(hexes) + 3, "with the shore, its water and its clip"
    assert words(picture.layer("numbers")) == sorted(new.board.terrain)


def test_what_is_land_keeps_within_the_coast(new: State) -> None:
    (within,) = [part for part in bare().layer("ground").iter() if part.get("clip-path") == "url(#land)"]
    assert {part.get("id") for part in within} == {f"hex-{at}" for at in new.board.land}
    (clip,) = [part for part in bare().root.iter("clipPath") if part.get("id") == "land"]
    (coast,) = bare().of_class("lines", "coast")
    assert clip[0].get("d") == coast.get("d")


def test_hexes_lie_as_on_the_text_map(new: State) -> None:
    """West is left: the green beach lies to the left of the pier, the tail to the right, the black beaches below."""

    picture = bare()

    def start(at: str) -> tuple[float, ...]:
        return tuple(map(float, re.findall(r"[\d.]+", picture.hex(at).get("d", ""))[:2]))

    assert start("3146")[0] < start("2632")[0] < start("4403")[0]
    assert start("2632")[1] < start("3430")[1]
    assert start("2531")[0] == start("2731")[0]
    assert start("2631")[0] > start("2531")[0], "even rows stand half a hex to the east"


def test_all_of_it_lies_on_the_sheet(new: State) -> None:
    corners = [corner for at in new.board.terrain for corner in GRID.corners(at)]
    assert all(0 < corner.x < SIZE.x and 0 < corner.y < SIZE.y for corner in corners)


def test_a_hex_tells_what_is_there(new: State) -> None:
    new.suppressed["3330"] = 2
    put(new, "2/8A", "2629")
    put(new, "hawkins", "pier:1832", beach="red3")
    picture = Picture(new)
    assert title(picture.hex("1520")) == "1520 — reef\n  combat number +1"
    told = title(picture.hex("3330"))
    assert told.startswith("3330 — clear, uncleared, Black Beach 2\n")
    assert "pillboxes: 2 of 2 standing" in told
    assert "2 suppression markers" in told
    assert "here: 2/8A" in title(picture.hex("2629"))
    assert "here: hawkins on the pier" in title(picture.hex("1832"))


def test_cleared_and_uncleared_hexes_are_told_apart(new: State) -> None:
    def hatched(picture: Picture) -> int:
        (path,) = picture.of_class("control", "held")
        return path.get("d", "").count("M")

    assert hatched(bare()) == len(new.board.defended)
    assert not bare().of_class("markers", "star")
    new.cleared |= {"2729"}
    picture = Picture(new)
    assert hatched(picture) == len(new.board.defended) - 1
    assert "cleared" in classes(picture.hex("2729"))
    assert "uncleared" in classes(picture.hex("2728"))
    assert len(picture.of_class("markers", "star")) == 1
    assert classes(picture.marks("2729")) == {"star"}


def test_a_bold_line_runs_between_the_marines_and_the_rest_of_the_island(new: State) -> None:
    def sides(picture: Picture) -> int:
        (path,) = picture.of_class("control", "front")
        return path.get("d", "").count("M")

    assert sides(bare()) == 0
    new.cleared |= {"2929"}
    assert sides(Picture(new)) == 6
    new.cleared |= {"2928"}
    assert sides(Picture(new)) == 10


def test_lines_run_along_every_side_and_step_that_the_map_has(new: State) -> None:
    picture, board = bare(), new.board
    counts = {
        part.get("class", ""): part.get("d", "").count("M")
        for part in picture.layer("lines")
        if part.get("class") in ("ditch", "road", "border", "pier-bed")
    }
    between = {
        frozenset((at, other))
        for at in board.land
        for other in board.land
        if board.area_of[at] != board.area_of[other] and at != other and _touch(at, other)
    }
    assert counts == {"ditch": len(board.ditches), "road": len(board.roads), "border": len(between), "pier-bed": 2}
    assert len(picture.of_class("lines", "open")) == len(board.open_sides)
    assert len(picture.of_class("lines", "limit")) == len(board.beaches)


def _touch(one: str, other: str) -> bool:
    here, there = GRID.centre(one), GRID.centre(other)
    return (here.x - there.x) ** 2 + (here.y - there.y) ** 2 < (GRID.width * 1.1) ** 2


def test_areas_and_beaches_are_named_once_and_count_what_is_left(new: State) -> None:
    def named(picture: Picture, kind: str) -> list[str]:
        return [part.text or "" for part in picture.of_class("names", kind) if part.get("aria-hidden") is None]

    assert named(bare(), "area") == [area.name for area in new.board.areas.values()]
    assert named(bare(), "beach") == [beach.name.upper() for beach in new.board.beaches.values()]
    assert "cleared 0 of 32" in named(bare(), "count")
    assert "secured" not in named(bare(), "count")
    new.cleared |= new.board.defended
    new.occupied |= new.board.free
    assert set(named(Picture(new), "count")) == {"secured"}


def test_landing_and_entry_hexes_are_named_after_their_beach_unless_a_unit_hides_it(new: State) -> None:
    def codes(picture: Picture) -> int:
        return sum(part.text == "Red 3" for part in picture.of_class("names", "code"))

    beach = new.board.beaches["red3"]
    assert codes(bare()) == len(beach.landing) + len(beach.entry)
    put(new, "2/8A", beach.landing[0])
    assert codes(Picture(new)) == len(beach.landing) + len(beach.entry) - 1
