"""The film of a battle: what it keeps from step to step is what it would draw anew, and says what the looks say."""

from typing import Any

import pytest

from tarawa_cli.games.tarawa.exports.film import BetioCamera, acts
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.board import ABSENT
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.narration.turn_report import highlights
from tarawa_cli.games.tarawa.players import player
from tarawa_cli.games.tarawa.views import facts, reports
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.exports.film import Frame
from tarawa_cli.kernel.exports.film_page import html
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves import journal
from tarawa_cli.kernel.saves.journal import ReplayedEntry
from tests.tarawa.tools import new_state, random_state


@pytest.fixture(scope="module")
def match() -> Match[Any]:
    """A short game, played to its end."""
    match: Match[Any] = Match(GAME, Setup("red-beach-3"), 3)
    chooser = player("historical")
    while not match.state.outcome:
        perform(match, chooser.choose(match.state).order.in_words())
    return match


def steps(match: Match[Any]) -> list[ReplayedEntry]:
    return list(journal.replay(GAME, match.setup, match.seed, match.entries))


def test_a_kept_drawing_is_what_would_be_drawn_anew(match: Match[Any]) -> None:
    camera = BetioCamera(match.state)
    for step in journal.replay(GAME, match.setup, match.seed, match.entries):
        frame = camera.frame(step.state)
        if step.number % 5 == 0:
            assert frame == BetioCamera(step.state).frame(step.state), step.entry


@pytest.mark.parametrize("seed", range(4))
def test_every_unit_and_hex_of_any_position_is_in_it_once_with_its_facts(seed: int) -> None:
    state = random_state(seed)
    camera = BetioCamera(new_state())
    frame: Frame = {**camera.still, **camera.frame(state)}
    assert {at for at in frame if at.isdigit()} == set(state.board.terrain)
    for at in sorted(state.board.land):
        _same(frame, at, facts.hex_facts(state, at))
    shown = [unit for unit in state.units.values() if unit.on_map or not unit.type.is_craft]
    for unit in shown:
        if unit.at != ABSENT:
            _same(frame, unit.id, facts.unit_facts(state, unit))
            assert frame[unit.id].text == "\n".join(reports.unit_summary(state, unit))
            assert bool(frame[unit.id].layer) == unit.on_map


def _same(frame: Frame, name: str, fact: dict[str, Any]) -> None:
    kept = frame[name].facts
    assert kept
    for key, value in kept.items():
        if key == "below":  # how many counters lie on it
            continue
        assert str(value) == str(int(fact[key]) if isinstance(fact[key], bool) else fact[key]), (name, key)


def test_figures_are_those_of_every_answer(match: Match[Any]) -> None:
    camera, state = BetioCamera(match.state), match.state
    told, figures = facts.brief(state, match), camera.figures(state)
    assert figures["casualties"] == told["casualties"] > 0
    assert {name: figures[name] for name in ("held", "cleared", "lost")} == {
        name: told["counts"][name] for name in ("held", "cleared", "lost")
    }
    assert figures["japanese"] == told["tracks"]["japanese"]["marker"]["level"]
    assert all(name in camera.names for name in figures)
    assert all(name in figures for chart in camera.charts for name in chart.figures)


def test_layers_of_pieces_are_groups_of_the_backdrop(match: Match[Any]) -> None:
    camera = BetioCamera(match.state)
    backdrop = camera.backdrop()
    layers = {piece.layer for piece in camera.frame(match.state).values()} - {""}
    assert layers <= {"hexes", "areas", "units", "tallies"}
    assert all(f'<g id="{layer}"></g>' in backdrop for layer in layers)
    assert "<title>" not in backdrop


def test_a_short_game_makes_a_small_page(match: Match[Any]) -> None:
    text = html(match, BetioCamera(match.state))
    assert 200_000 < len(text) < 1_200_000
    assert text.isascii()


# ── Highlights


def state_with(**values: Any) -> State:
    state = new_state()
    for name, value in values.items():
        setattr(state, name, value)
    return state


def test_the_first_landing_is_a_highlight_and_the_second_is_not() -> None:
    state = new_state()
    state.units["2/8A"].landed = 1
    landed = Event("landing-turn-set", "6.5", {"unit": "2/8A", "turn": 1})
    assert highlights([landed], state) == ["the first Marines are ashore"]
    state.units["2/8B"].landed = 1
    assert highlights([landed], state) == []


def test_the_first_hex_that_is_cleared_is_one_and_the_next_is_not() -> None:
    cleared = Event("hex-cleared", "7.2.4", {"hex": "2828"})
    assert highlights([cleared], state_with(cleared=frozenset({"2828"}))) == ["2828 is the first hex to be cleared"]
    assert highlights([cleared], state_with(cleared=frozenset({"2828", "2827"}))) == []


def test_a_lost_unit_is_one_and_a_lost_craft_is_not() -> None:
    lost = [Event("unit-lost", "7.3", {"unit": name}) for name in ("2/8A", "lvt-1")]
    assert highlights(lost, new_state()) == ["2/8A is lost"]


def test_every_finished_game_ends_with_one(match: Match[Any]) -> None:
    last = steps(match)[-1]
    assert any(
        told.startswith(("Victory: ", "Pyrrhic victory: ", "Defeat: ")) for told in highlights(last.events, last.state)
    )


def test_a_move_off_course_is_drift_and_no_ordinary_move() -> None:
    places = {"lvt-1": "2127", "lvt-2": "2128"}
    moved = [Event("advanced", "6.4", {"unit": unit, "route": ["2227"], "spent": 1.0}) for unit in places]
    back = Event("course-run", "6.4", {"unit": "lvt-1"})
    found = [*acts([moved[0], back, moved[1]], places, lambda event: "")]
    assert [(act.kind, act.who, act.path) for act in found] == [
        ("drift", "lvt-1", ("2127", "2227")),
        ("move", "lvt-2", ("2128", "2227")),
    ]
