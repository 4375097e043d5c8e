"""Pictures of a part of the island, and of the ground alone."""

import pytest

from tarawa_cli.games.tarawa.exports.picture import svg
from tarawa_cli.games.tarawa.exports.picture.ground import GRID, Stage, area_place
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.presentation import Asked
from tests.tarawa.pictures import put
from tests.tarawa.tools import new_state


def box(text: str) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of what is shown."""
    x, y, wide, high = map(float, text.partition('viewBox="')[2].partition('"')[0].split())
    return x, y, x + wide, y + high


@pytest.fixture
def state() -> State:
    return put(new_state(), "2/8A", "2625")


def test_a_part_shows_all_its_hexes_and_not_much_more(state: State) -> None:
    left, top, right, bottom = box(svg(state, Asked("red3")))
    places = [GRID.centre(at) for at in state.board.areas["red3"].hexes]
    assert left < min(place.x for place in places)
    assert max(place.x for place in places) < right
    assert top < min(place.y for place in places)
    assert max(place.y for place in places) < bottom
    assert right - left < (box(svg(state))[2]) / 3


def test_the_land_is_shown_unless_something_else_is_asked_for(state: State) -> None:
    left, top, right, bottom = box(svg(state))
    assert svg(state) == svg(state, Asked("land"))
    places = [GRID.centre(at) for at in state.board.land]
    assert left < min(place.x for place in places) < max(place.x for place in places) < right
    assert top < min(place.y for place in places) < max(place.y for place in places) < bottom
    whole = box(svg(state, Asked(sea=True)))
    assert bottom - top < (whole[3] - whole[1]) * 0.7
    for beach in state.board.beaches.values():
        assert beach.name.upper() in svg(state), "its name is not cut off"


def test_it_scales_to_its_page_unless_it_has_a_width(state: State) -> None:
    left, top, right, bottom = box(svg(state))
    assert "width" not in svg(state).partition(">")[2].partition(">")[0]
    head = svg(state, Asked(pixels=900)).partition("?>")[2].partition(">")[0]
    assert 'width="900"' in head
    assert f'height="{round(900 * (bottom - top) / (right - left))}"' in head


@pytest.mark.parametrize("word", ["", "land", "red3", "beach:red2", "2625", "2/8A"])
def test_a_part_has_a_caption_and_no_key(state: State, word: str) -> None:
    text = svg(state, Asked(word))
    assert 'id="key"' not in text
    assert text.count('class="caption"') == 1
    assert "Turn 1 &#183; 20 November, 09:00" in text


def test_what_is_no_place_is_refused(state: State) -> None:
    with pytest.raises(BadOrder):
        svg(state, Asked("nosuch"))
    with pytest.raises(BadOrder, match="2/6A is not on the map: it is still to come"):
        svg(state, Asked("2/6A"))
    with pytest.raises(BadOrder, match="layer"):
        svg(state, Asked(layer="nosuch"))


def test_layers(state: State) -> None:
    state.cleared = frozenset({"2828"})
    units, control, terrain = (svg(state, Asked(layer=layer)) for layer in ("units", "control", "terrain"))
    assert ["data-unit=" in text for text in (units, control, terrain)] == [True, False, False]
    assert ['<path class="front"' in text for text in (units, control, terrain)] == [True, True, False]
    assert ['<path class="star"' in text.partition('id="key"')[0] for text in (units, control, terrain)] == [
        True, True, False,
    ]  # fmt: skip


def test_the_name_of_an_area_keeps_off_units(state: State) -> None:
    """As long as there is a hex in the area with nobody in it or beside it."""
    for at in sorted(state.board.areas["red3"].hexes)[::3]:
        put(state, "2/8A", at)
        scene = Stage(state)
        assert area_place(scene, "red3") != GRID.centre(at)
