"""Chapter 24: whose order it is, and what the other side may not know."""

import json
from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME, MALTESE
from tarawa_cli.games.malta.views.facts import whole
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.presentation import Asked
from tests.malta.common import cottonera, order, table


def match_of(side: str) -> Match[Any]:
    match: Match[Any] = Match(GAME, Setup("cottonera"), 7)
    match.side = side
    return match


def attacked() -> Match[Any]:
    match = match_of("")
    for line in ("next", "next", "attack i-33 ii-33 liv-gen --on 1911"):
        perform(match, line.split())
    return match


def test_24_2_a_question_goes_to_the_other_side() -> None:
    match = attacked()
    assert MALTESE.to_act(match.truth) == "allied"
    match.side = "axis"
    with pytest.raises(Refused, match="not your turn: allied to move"):
        perform(match, ["decide", "done"])
    match.side = "allied"
    perform(match, ["decide", "done"])


def test_24_1_an_order_of_the_other_side_is_refused() -> None:
    with pytest.raises(Refused, match="not your turn: axis to move"):
        perform(match_of("allied"), ["next"])


def test_24_2_a_standing_answer_is_its_own_sides_at_any_time() -> None:
    perform(match_of("allied"), ["policy", "allied", "hits", "hold"])
    with pytest.raises(Refused):
        perform(match_of("allied"), ["policy", "axis", "hits", "hold"])


def test_24_3_the_axis_see_coast_guns_face_down_and_the_allies_theirs() -> None:
    state = cottonera()
    seen = MALTESE.view(state, "axis")
    assert [id for id in seen.units if id.startswith(("cg-", "coast-gun"))] == ["coast-gun-1509", "coast-gun-1911"]
    assert MALTESE.view(state, "allied") is state
    backs = {seen.units[id].type._replace(id="") for id in ("coast-gun-1509", "coast-gun-1911")}
    assert len(backs) == 1, "nothing tells the dummy from a gun"


def test_24_3_nothing_that_the_axis_are_shown_names_the_dummy() -> None:
    for side, named in (("axis", False), ("allied", True), ("", True)):
        match = match_of(side)
        shown = json.dumps(whole(match.state, match)) + GAME.views.LOOKS["status"](match, Asked()).text()
        assert ("dummy" in shown or "cg-rocco" in shown) is named, side


def test_24_3_nor_does_a_fight_in_which_a_gun_is() -> None:
    match = attacked()
    match.side = "axis"
    seen = match.state
    assert seen.fight.defenders == ("2rwk", "laa-3m", "coast-gun-1911", "rn-1")
    assert "cg-" not in json.dumps(whole(seen, match))


def test_24_3_events_name_no_gun_that_lies_face_down() -> None:
    state = cottonera()
    for line in ("next", "next"):
        order(state, line)
    events = order(state, "attack i-33 ii-33 liv-gen --on 1911")
    seen = [MALTESE.seen_event(event, "axis") for event in events]
    assert "cg-rocco" in str(events)
    assert "cg-rocco" not in str(seen)
    assert [MALTESE.seen_event(event, "allied") for event in events] == events


def test_16_5_a_gun_that_is_lost_is_known() -> None:
    state = table({"i-33": "1513", "cg-dummy": "1512"}, phase="axis-movement")
    order(state, "move i-33 1512")
    assert state.units["cg-dummy"].revealed
    assert "cg-dummy" in MALTESE.view(state, "axis").units


def test_two_guns_in_one_hex_are_told_apart() -> None:
    state = table({"cg-benghisa": "2016", "cg-ben6": "2016"})
    assert [id for id in MALTESE.view(state, "axis").units if "2016" in id] == ["coast-gun-2016", "coast-gun-2016-2"]
