"""Malta's maps on terminals of every size and kind: as they were stored, within the screen, nothing alike."""

from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from terminal_screen import cells, difference, simulated

from tarawa_cli.games.malta.game import GAME, MALTESE
from tarawa_cli.games.malta.model.state import PHASES as ALL
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.views.inks import LOOKS, palette
from tarawa_cli.games.malta.views.map_views import picture
from tarawa_cli.games.malta.views.scene import scene
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.session import look as look_at
from tarawa_cli.kernel.narration.visible import TRUE, Screen
from tarawa_cli.kernel.presentation import Asked
from tarawa_cli.kernel.scene import Line, StyledText
from tarawa_cli.kernel.scene.flat import Drawing
from tarawa_cli.kernel.scene.paint import Ink, Size, paint
from tests.malta.common import cottonera, table
from tests.malta.positions import by_phase
from tests.screens import golden
from tests.screens.golden import TERMINALS, Terminal, check_fits, check_width, compare

COLOURS = {"true": TRUE, "256": 256, "16": 16, "none": 0}
SAVES = Path(__file__).resolve().parents[1] / "saves" / "0.3.0" / "malta"
SAVED = ("setup-allied", "setup-axis", "absorb", "axis-status")
"""Phases that no recorded game stops in."""
PHASES = sorted([*by_phase(), *SAVED, "surrender"])
CLOSE = ("1911", "harbour", "zone:south", "i-87")
"""Places of which a close view is stored, in the middle of the battle."""


def on(
    terminal: Terminal, state: State, word: str = "", layer: str = "units", before: State | None = None
) -> golden.Screen:
    """What `map` prints there; the last row is the prompt's."""
    screen = Screen(terminal.width, terminal.height - 1, COLOURS[terminal.colours], terminal.light)
    return golden.Screen(terminal, picture(state, Asked(word, layer=layer, before=before, screen=screen)) + "\n", "")


@cache
def saved(phase: str) -> State:
    """A position in a phase; in the last one the game is over."""
    name = "over-herkules" if phase == "surrender" else f"phase-{phase}"
    state: State = look_at(lambda _: GAME, str(SAVES / f"{name}.toml")).truth
    assert state.phase == phase
    return state


# ── As stored


@pytest.mark.sample(5)
@pytest.mark.parametrize("terminal", TERMINALS, ids=lambda terminal: terminal.name)
@pytest.mark.parametrize("phase", PHASES)
def test_the_island_in_every_phase(phase: str, terminal: Terminal) -> None:
    screen = on(terminal, by_phase()[phase] if phase in by_phase() else saved(phase))
    check_fits(screen)
    compare(screen, "malta", phase)


def test_every_phase_in_which_somebody_acts_is_stored() -> None:
    assert {*PHASES} == {*ALL} - {"weather", "ammunition", "royal-navy", "allied-status", "transition"}


@pytest.mark.parametrize("terminal", TERMINALS, ids=lambda terminal: terminal.name)
@pytest.mark.parametrize("word", CLOSE)
def test_close_views(word: str, terminal: Terminal) -> None:
    screen = on(terminal, by_phase()["allied-combat"], word)
    check_width(screen)
    compare(screen, "malta", f"close-{word.replace(':', '-')}")


@pytest.mark.parametrize("layer", ["terrain", "regions", "control", "zoc", "supply", "reach"])
@pytest.mark.parametrize("colours", ["true", "256", "16", "none"])
def test_layers(layer: str, colours: str) -> None:
    screen = on(Terminal(80, 31, colours), by_phase()["axis-movement"], "ii-87" if layer == "reach" else "", layer)
    check_fits(screen)
    compare(screen, "malta", f"layer-{layer}")


def test_the_layer_of_a_unit_that_has_moved_says_why_it_stays() -> None:
    screen = on(Terminal(80, 24, "none"), by_phase()["axis-movement"], "liv-cc", "reach")
    check_fits(screen)
    assert "cannot move now: liv-cc has already moved this turn (6)" in screen.text


def test_a_legend_that_is_cut_says_so_and_every_region_has_its_letter() -> None:
    state = by_phase()["axis-movement"]
    for layer in ("supply", "zoc"):
        (last,) = on(Terminal(80, 19, "none"), state, layer=layer).lines[-1:]
        assert last.endswith(" …")
        assert last.count("…") == 1
    regions = "\n".join(on(Terminal(80, 24, "none"), state, layer="regions").lines[-2:])
    assert all(f"{region.letter} {region.id}" in regions for region in state.board.regions.values())


@pytest.mark.parametrize("colours", ["256", "none"])
def test_changes(colours: str) -> None:
    screen = on(Terminal(80, 31, colours), by_phase()["allied-combat"], before=by_phase()["first-wave"])
    check_fits(screen)
    compare(screen, "malta", "diff")


def test_on_a_light_background() -> None:
    compare(on(Terminal(120, 40, "true", light=True), cottonera()), "malta", "cottonera")


def test_a_side_sees_what_it_may_know() -> None:
    state = by_phase()["approach"]
    axis, allied = (on(Terminal(80, 31, "none"), MALTESE.view(state, side)) for side in ("axis", "allied"))
    assert "GMA" in allied.text
    assert "GMA" not in axis.text
    compare(axis, "malta", "as-axis")


# ── Two hexes that differ look different


SMALL = [Size(3, 2), Size(4, 2), Size(5, 2), Size(8, 3)]


@pytest.mark.sample(5)
@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("size", SMALL, ids=str)
def test_from_afar_ground_owner_and_who_is_there_can_be_told_apart(size: Size, colours: str) -> None:
    for phase in ("approach", "first-wave", "axis-combat", "allied-movement"):
        assert_told_apart(by_phase()[phase], by_phase()[phase].board.terrain, size, COLOURS[colours], close=False)


@pytest.mark.parametrize("colours", COLOURS)
def test_close_by_steps_states_and_supply_can_be_told_apart_too(colours: str) -> None:
    for phase in ("axis-combat", "allied-movement", "allied-combat"):
        state = by_phase()[phase]
        assert_told_apart(state, state.board.land, Size(18, 6), COLOURS[colours], close=True)


def test_the_same_unit_looks_different_with_fewer_steps_shaken_or_cut_off() -> None:
    keys: tuple[dict[str, Any], ...] = (
        {},
        {"steps": 2},
        {"steps": 1},
        {"state": "disorganised"},
        {"state": "demoralised"},
        {"supplied": False},
    )
    for colours in COLOURS.values():
        for size in (Size(16, 5), Size(10, 4)):
            looks = []
            for key in keys:
                state = table({"ii-33": {"at": "1513", **key}})
                drawing = Drawing(scene(state), ["1513"], size, Screen(80, 0, colours), LOOKS)
                looks.append(look(drawing, by_cell(drawing), "1513"))
            assert len(set(looks)) == len(looks)


def assert_told_apart(state: State, hexes: object, size: Size, colours: int, *, close: bool) -> None:
    drawing = Drawing(scene(state), list(hexes), size, Screen(300, 0, colours), LOOKS)  # type: ignore[call-overload]
    found: dict[object, set[object]] = {}
    lines = by_cell(drawing)
    for at in drawing.shown:
        found.setdefault(look(drawing, lines, at), set()).add(meaning(state, at, close=close))
    assert all(len(meanings) == 1 for meanings in found.values()), [one for one in found.values() if len(one) > 1]


def meaning(state: State, at: Hex, *, close: bool) -> object:
    """What must show: ground, owner, who is there and whose; close by also in which state."""
    units = [(unit.id, *((unit.steps, unit.state, unit.supplied) if close else ())) for unit in state.units_at(at)]
    if not close:
        units = units[:1]
    return state.board.terrain[at], at in state.control, tuple(units[:1] if not close else units)


def by_cell(drawing: Drawing) -> list[Line]:
    return [[StyledText(sign, piece.style) for piece in line for sign in piece.text] for line in drawing.canvas.lines()]


def look(drawing: Drawing, lines: list[Line], at: Hex) -> object:
    """The signs and colours of a hex, without its number and name; close by with what the list says of it."""
    x, y = drawing.corners[at]
    block = [
        [
            piece if "name" not in piece.style and "number" not in piece.style else piece._replace(text=" ")
            for piece in line
        ]
        for line in (line[x : x + drawing.size.wide] for line in lines[y : y + drawing.size.high])
    ]
    listed = [drawing.full_line(counter) for counter in drawing.stacks[at]] if at in drawing.untold else []
    return paint([[*line] for line in (*block, *listed)], {**palette(), "odd": Ink()}, drawing.screen)


# ── Colours


def test_sides_can_be_told_apart_without_seeing_red_or_green() -> None:
    def seen(ink: str) -> tuple[int, int, int]:
        colour = palette()[ink].bg
        red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
        return simulated((red, green, blue), "deuteranopia")

    grounds = {
        side: [ink for ink in palette() if ink.startswith(f"{side}-") and palette()[ink].bg]
        for side in ("axis", "allied")
    }
    for one in grounds["axis"]:
        for other in grounds["allied"]:
            if {one.partition("-")[2], other.partition("-")[2]} & {"zone", "line", "held"}:
                continue
            assert difference(seen(one), seen(other)) >= 20, (one, other)
    for one, other in combinations(("british", "italian", "german"), 2):
        assert difference(seen(one), seen(other)) >= 20, (one, other)
    for one in ("italian-weak", "german-weak"):
        assert difference(seen(one), seen("british-weak")) >= 20


def test_no_colour_means_no_colour() -> None:
    for word in ("", "1911"):
        shown = on(Terminal(80, 24, "none"), cottonera(), word)
        assert "\x1b" not in shown.text
        assert all(cell.style == cells("a")[0][0].style for row in shown.rows for cell in row)
