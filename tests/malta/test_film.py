"""The film of an invasion: it keeps what it would draw anew, and a side's film holds no secret of the other's."""

import re
from html import unescape
from typing import Any

import pytest

from tarawa_cli.games.malta.exports.film import MalteseCamera, acts
from tarawa_cli.games.malta.exports.picture import svg
from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.players import player
from tarawa_cli.games.malta.views import facts
from tarawa_cli.games.malta.views.reports import unit_summary
from tarawa_cli.games.malta.views.scene import Position
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.exports.film_page import html
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.narration.story import Story, markdown
from tarawa_cli.kernel.presentation import Asked
from tarawa_cli.kernel.saves import journal
from tests.malta.common import table


def played(scenario: str, seed: int) -> Match[Any]:
    """A short game, played by chance to its end."""
    match: Match[Any] = Match(GAME, Setup(scenario), seed)
    chooser = player("random", str(seed))
    while not match.state.outcome:
        perform(match, chooser.choose(match.state).order.in_words())
    return match


@pytest.fixture(scope="module")
def match() -> Match[Any]:
    return played("cottonera", 5)


@pytest.fixture(scope="module")
def jumps() -> Match[Any]:
    """A game with jumps that the Axis plan in secret."""
    return played("hal-far", 3)


@pytest.mark.parametrize("game", ["match", "jumps"])
def test_a_kept_drawing_is_what_would_be_drawn_anew(game: str, request: pytest.FixtureRequest) -> None:
    match: Match[Any] = request.getfixturevalue(game)
    camera = MalteseCamera(match.state)
    for step in journal.replay(GAME, match.setup, match.seed, match.entries):
        frame = camera.frame(step.state)
        if step.number % 20 == 0:
            assert frame == MalteseCamera(step.state).frame(step.state), step.entry


def test_every_unit_in_play_is_in_it_with_its_facts(match: Match[Any]) -> None:
    state = match.state
    frame = MalteseCamera(state).frame(state)
    here = [unit for unit in state.units.values() if unit.on_map]
    assert here
    for unit in here:
        fact = facts.unit_facts(unit)
        kept = frame[unit.id].facts
        assert {name: str(kept.get(name, "")) for name in ("at", "steps", "state")} == {
            name: str(fact[name]) for name in ("at", "steps", "state")
        }
        assert frame[unit.id].text == "\n".join(unit_summary(state, unit))


def test_layers_figures_and_charts_fit_together(match: Match[Any]) -> None:
    camera = MalteseCamera(match.state)
    figures = camera.figures(match.state)
    layers = {piece.layer for piece in camera.frame(match.state).values()} - {""}
    assert all(f'<g id="{layer}"></g>' in camera.backdrop() for layer in layers)
    assert all(name in camera.names for name in figures)
    assert all(name in figures for chart in camera.charts for name in chart.figures)
    assert figures["allied_steps_lost"] == facts.counts(match.state, "allied")["steps_lost"]


def _hidden(match: Match[Any]) -> set[str]:
    """Coast guns that lie face down from the first order to the last."""
    down: set[str] | None = None
    for step in journal.replay(GAME, match.setup, match.seed, match.entries):
        now = {unit.id for unit in step.state.units.values() if not unit.revealed}
        down = now if down is None else down & now
    return down or set()


def test_nothing_that_the_axis_may_not_know_is_in_their_film_or_diary(match: Match[Any]) -> None:
    secrets = _hidden(match)
    assert secrets
    whole = html(match, MalteseCamera(match.state))
    assert any(f'"{name}"' in whole for name in secrets)
    match.side = "axis"
    try:
        told = html(match, MalteseCamera(match.state)) + markdown(Story(match))
    finally:
        match.side = ""
    assert "coast gun, face down" in told
    assert [
        name for name in sorted(secrets) if f'"{name}"' in told or f" {name} " in told or f"{name} \\u2014" in told
    ] == []


def test_the_allies_do_not_see_where_a_jump_is_planned(jumps: Match[Any]) -> None:
    whole = html(jumps, MalteseCamera(jumps.state))
    assert "drop-zone" in whole.partition('id="f-film"')[2]
    jumps.side = "allied"
    try:
        told = html(jumps, MalteseCamera(jumps.state)).partition('id="f-film"')[2]
    finally:
        jumps.side = ""
    assert "drop-zone" not in told
    assert "the Axis plan their drops" in told


# ── Pictures of a part


def test_a_picture_of_a_part_is_smaller_and_has_the_units_there(match: Match[Any]) -> None:
    whole, part = svg(match.state, Asked(sea=True)), svg(match.state, Asked("1911"))
    assert _wide(part) < _wide(svg(match.state, Asked("land"))) < _wide(whole)
    assert 'id="key"' not in part
    assert 'class="caption"' in part


def test_layers_without_units(match: Match[Any]) -> None:
    assert "data-unit=" in svg(match.state)
    assert "data-unit=" not in svg(match.state, Asked(layer="control"))
    held = '<path d="M[^"]*" class="held"'
    assert re.search(held, svg(match.state, Asked(layer="control")))
    assert not re.search(held, svg(match.state, Asked(layer="terrain")))
    with pytest.raises(BadOrder, match="must be units, terrain, control, regions, zoc or supply"):
        svg(match.state, Asked(layer="nosuch"))


def test_layers_that_lie_over_the_ground(match: Match[Any]) -> None:
    position = Position(match.state)
    regions = svg(match.state, Asked(layer="regions"))
    assert all(region.name in unescape(regions) for region in match.state.board.regions.values())
    assert "data-unit=" not in regions
    zoc = svg(match.state, Asked(layer="zoc"))
    assert [kind for kind in ("axis-zone", "allied-zone", "both-zones") if f'class="tint {kind}"' in zoc]
    assert "data-unit=" in zoc
    supply = svg(match.state, Asked(layer="supply"))
    sources = sum(len(hexes) for hexes in position.sources.values())
    assert supply.count('<circle class="source ') == sources > 0
    cut = {unit.at for unit, supply in position.supplied if supply.why}
    assert supply.count('class="cut-off"') == len(cut)
    for asked in (Asked(layer="supply"), Asked("1911", layer="supply"), Asked(layer="supply", sea=True)):
        assert "supply lines: red of the axis" in svg(match.state, asked).lower()


# ── Those who are not on the map


def test_those_in_boxes_are_in_the_film_below_the_map_with_their_wave() -> None:
    state = table({"i-33": "1513", "ii-33": "follow-up:south", "bafile": "wave:1416:1", "fj-kroh": "air", "2d": "lost"})
    camera = MalteseCamera(state)
    frame = camera.frame(state)
    lowest = max(frame[at].at.y for at in state.board.land)
    for id in ("ii-33", "bafile", "fj-kroh"):
        assert frame[id].layer == "units"
        assert frame[id].at.y > lowest
    assert frame["i-33"].layer == "units"
    assert (frame["2d"].layer, frame["2d"].facts["place"]) == ("", "lost")
    assert frame["bafile"].facts["place"] == "in the first wave to 1416"
    assert "first wave to 1416" in frame["the boxes"].drawn
    assert "Waiting for aircraft" in camera.backdrop()


def _wide(text: str) -> float:
    return float(text.partition('viewBox="')[2].partition('"')[0].split()[2])


def test_a_jump_shows_where_the_wind_took_the_marker_and_the_series() -> None:
    events = [
        Event("marker-down", "19.41", {"zone": "kroh", "hex": "1414", "sea": False}),
        Event("roll", "19.41", {"table": "jump", "on": "fj-kroh over 1414"}),
        Event("came-down", "19.41", {"units": ["fj-kroh-1", "fj-kroh-2"], "to": "1411", "until": 8}),
        Event("roll", "19.41", {"table": "jump", "on": "fj-art over 1415"}),
        Event("came-down", "19.41", {"units": ["fj-art"], "to": "1415", "until": 8}),
        Event("roll", "19.46", {"table": "airborne-loss", "on": "fj-art"}),
        Event("air-landed", "19.5", {"units": ["lspz-1"], "at": "1613", "points": 1, "until": 8}),
    ]
    found = [*acts(events, {}, lambda event: "reduced", [], {"kroh": "1514"})]
    assert [(act.kind, act.who, act.path, act.words) for act in found] == [
        ("drift", "", ("1514", "1414"), ""),
        ("jump", "fj-kroh-1", ("1414", "1411"), ""),
        ("jump", "fj-kroh-2", ("1414", "1411"), ""),
        ("jump", "fj-art", ("1415",), "reduced"),
        ("jump", "lspz-1", ("1613",), ""),
    ]
