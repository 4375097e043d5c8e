"""The colours of pictures and films survive colour blindness: what belongs to one side never looks like the other's."""

from itertools import product

import pytest
from terminal_screen import difference, simulated

from tarawa_cli.games import GAMES
from tarawa_cli.games.malta.exports.picture import ground as malta
from tarawa_cli.games.tarawa.exports.picture import ground as tarawa
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup

FAR = 20
"""The least difference (ΔE) of colours that mean different sides."""
KINDS = ("", "deuteranopia", "protanopia", "tritanopia")


def apart(one: str, other: str, kind: str) -> float:
    """How far apart two colours are for somebody."""
    seen = [_rgb(colour) for colour in (one, other)]
    return difference(*(simulated(colour, kind) if kind else colour for colour in seen))


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


def mixed(over: str, below: str, share: float) -> str:
    """A colour that lets another shine through."""
    return "#" + bytes(round(share * a + (1 - share) * b) for a, b in zip(_rgb(over), _rgb(below), strict=True)).hex()


LAND = {kind: colour for kind, colour in tarawa.TERRAIN.items() if kind not in ("reef", "entry", "obstacles", "pier")}


@pytest.mark.parametrize("kind", KINDS)
def test_counters_of_the_two_sides(kind: str) -> None:
    for allied, axis in product(("british", "maltese"), ("italian", "german")):
        assert apart(malta.NATIONS[allied], malta.NATIONS[axis], kind) >= FAR, (allied, axis)
    assert apart(malta.AXIS, malta.ALLIED, kind) >= FAR, "the stripes"


@pytest.mark.parametrize("kind", KINDS)
def test_counters_stand_out_from_every_ground(kind: str) -> None:
    for ground in malta.TERRAIN.values():
        for nation in ("italian", "german"):
            assert apart(malta.NATIONS[nation], ground, kind) >= FAR, (nation, ground)
    for ground in LAND.values():
        assert apart(tarawa.MARINE, ground, kind) >= FAR, ground


@pytest.mark.parametrize("kind", KINDS)
def test_hatching_and_front_stand_out_from_every_terrain(kind: str) -> None:
    for ground in LAND.values():
        assert apart(tarawa.MARINES_INK, ground, kind) >= FAR, ground
        assert apart(mixed(tarawa.JAPANESE_INK, ground, tarawa.HATCHED), ground, kind) >= FAR, ground
    for name, ground in malta.TERRAIN.items():
        if name != "ocean":
            assert apart(malta.AXIS, ground, kind) >= FAR, ground
            assert apart(mixed(malta.AXIS, ground, malta.HATCHED), ground, kind) >= FAR, ground


@pytest.mark.parametrize(("game", "scenario"), [("tarawa", "campaign"), ("malta", "herkules")])
def test_charts_have_the_colours_of_the_map(game: str, scenario: str) -> None:
    match = Match(GAMES(game), Setup(scenario), 3)
    camera = match.game.exports.camera(match.state)
    assert camera
    sides = {tarawa.MARINES_INK, tarawa.JAPANESE_INK} if game == "tarawa" else {malta.AXIS, malta.ALLIED}
    used = {colour for chart in camera.charts for colour in chart.colours.values()}
    assert used == sides
    for chart in camera.charts:
        assert chart.figures.keys() <= chart.colours.keys()
    for kind in KINDS:
        one, other = sorted(sides)
        assert apart(one, other, kind) >= FAR
