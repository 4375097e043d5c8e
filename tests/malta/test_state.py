"""Save and load, and everything that a position may not be."""

from copy import deepcopy
from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.invariants import invariants
from tarawa_cli.games.malta.model import codec
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import play_on
from tests.malta.common import cottonera, order, table

SETUP = Setup("cottonera")


def again(state: State) -> State:
    return codec.load(state.setting, codec.dump(state), "the test", invariants)


def in_a_fight() -> State:
    """The defender is asked how he takes his hits; the attacker's turn comes after that."""
    state = cottonera()
    order(state, "next")
    order(state, "support 1911 --by i-28 --air")
    order(state, "next")
    order(state, "next")
    order(state, "attack i-33 ii-33 liv-gen --on 1911")
    order(state, "decide done", 6, 2, 2)
    assert [frame.kind for frame in state.stack][-1] == "hits"
    return state


@pytest.mark.parametrize("make", [cottonera, in_a_fight])
def test_a_position_comes_back_as_it_was(make: Any) -> None:
    state = make()
    doc = codec.dump(state)
    assert codec.dump(again(state)) == doc
    assert doc["turn"] == "6jul-am"


def test_a_new_game_of_all_units_stands_where_it_should() -> None:
    """Before there is a scenario for it: set-up, ships, planes, pool (2.1, 25)."""
    state = State(cottonera().setting)
    places = [state.units[id].at for id in ("2rif", "i-33", "fj-kroh", "lspz-1", "re-24", "8ko", "gorizia")]
    assert places == ["1108", "follow-up:east", "air", "air", "pool", "absent", "pool"]
    assert invariants(state) == []


def test_random_games_of_both_sides_stay_sound_and_can_be_saved_anywhere() -> None:
    from tarawa_cli.games.malta.players import player

    for seed in range(3):
        state = GAME.begin(SETUP)
        for number, move in enumerate(play_on(GAME, state, player("random", str(seed)), seed)):
            assert invariants(state) == [], (seed, move.order)
            if number % 10 == 0 or state.question:
                doc = GAME.dump(state)
                assert GAME.dump(GAME.load(SETUP, doc)) == doc, (seed, number)
        assert state.outcome in ("axis", "allied")


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("turn", "6jul", "must be a turn like 29jun-am"),
        ("turn", "7jul-am", "beyond the scenario's last"),
        ("phase", "tea", "phase: must be one of"),
        ("weather", "snow", "weather: must be one of"),
        ("stock", 50, "stock: must be a whole number from 0 to 49"),
        ("control", {"allied": "1811"}, "control: must be a table"),
        ("control", {"axis": "0101"}, "'0101': not a land hex"),
        ("policy", {"axis": {"hits": "run"}}, "policy: must be one of"),
        ("policy", {"axis": {"tea": "ask"}}, "not a standing answer"),
        ("policy", {"neutral": {}}, "policy: must be a table by side"),
        ("given", {"1911": ["i-28"]}, "only while a side supports"),
        ("wings", 1, "wings: no such key"),
        ("fight", {"on": "1911"}, "attackers is missing"),
        ("pending", [{"kind": "hits", "role": 1}], "not a possible stack of work"),
    ],
)
def test_what_a_position_may_not_hold(key: str, value: Any, told: str) -> None:
    doc = codec.dump(cottonera()) | {key: value}
    with pytest.raises(BadFile) as caught:
        GAME.load(SETUP, doc)
    assert any(told in what for what in caught.value.problems), caught.value.problems


@pytest.mark.parametrize(
    ("unit", "keys", "told"),
    [
        ("i-33", {"steps": 4}, "from 0 to 3"),
        ("fri-gen", {"steps": 2}, "at most 1"),
        ("i-33", {"steps": 0}, "without steps is lost"),
        ("i-33", {"at": "0101"}, "all others on land"),
        ("i-33", {"at": "1911"}, "both sides are in 1911"),
        ("i-33", {"at": "nowhere"}, "is not a place"),
        ("i-33", {"ammo": True}, "only guns"),
        ("haa-7", {"moved": "tactical"}, "it is static"),
        ("i-28", {"attacked": True}, "never attacks"),
        ("beak", {"state": "demoralised"}, "always in order"),
        ("beak", {"advanced": True}, "units.beak.advanced: only combat units"),
        ("i-28", {"advanced": True}, "units.i-28.advanced: only combat units"),
        ("i-33", {"formation": "friuli"}, "only independent units"),
        ("i-33", {"formation": "navy"}, "not a formation"),
        ("hq-fri", {"at": "2013"}, "more than stacking allows in 2013"),
        ("moby", {}, "no such unit"),
    ],
)
def test_what_a_unit_may_not_be(unit: str, keys: dict[str, Any], told: str) -> None:
    doc = deepcopy(codec.dump(cottonera()))
    doc["units"][unit] = doc["units"].get(unit, {}) | keys
    with pytest.raises(BadFile) as caught:
        GAME.load(SETUP, doc)
    assert any(told in what for what in caught.value.problems), caught.value.problems


def _without(kind: str) -> Any:
    return lambda doc: doc.update(pending=[frame for frame in doc["pending"] if frame["kind"] != kind])


def _fight(**facts: Any) -> Any:
    return lambda doc: doc["fight"].update(facts)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (_without("fight-over"), "not a possible stack of work"),
        (_without("hits"), "not a possible stack of work"),
        (lambda doc: doc.pop("pending"), "go together"),
        (lambda doc: doc.update(phase="axis-support"), "only in a combat phase"),
        (_fight(attackers=["2rwk"]), "the active side must attack"),
        (_fight(hits=[1]), "must be two values"),
        (_fight(hits=[1, 0]), "no hits to take"),
        (_fight(origins=[]), "hexes it is made from"),
        (_fight(wings=2), "no such key"),
    ],
)
def test_what_a_fight_may_not_be(change: Any, told: str) -> None:
    doc = deepcopy(codec.dump(in_a_fight()))
    change(doc)
    with pytest.raises(BadFile) as caught:
        GAME.load(SETUP, doc)
    assert any(told in what for what in caught.value.problems), caught.value.problems


def _coast_fire(**keys: Any) -> State:
    asked = ["sequence", "coast-over", "fire-at-waves"]
    frames = [*({"kind": kind} for kind in asked), {"kind": "name-targets", "stage": "waves"}, {"kind": "exchange"}]
    units = {"cg-benghisa": "2016", "cg-ben6": "2016", "gorizia": "1919", "2rwk": "0810"}
    given = {"turn": "29jun-am", "phase": "coast-fire", "pending": [*frames, {"kind": "coast", "stage": "ships"}]}
    return table(units, **(given | keys))


def test_16_55_ships_and_coast_guns_fire_at_each_other() -> None:
    assert _coast_fire(aims={"gorizia": "cg-ben6", "cg-benghisa": "gorizia"}).question


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"aims": {"cg-benghisa": "2rwk"}}, "cg-benghisa cannot fire at 2rwk"),
        ({"aims": {"cg-benghisa": "ascari"}}, "cg-benghisa cannot fire at ascari"),
        ({"aims": {"cg-leonardo": "1816:1"}}, "cg-leonardo cannot fire at 1816:1"),
        ({"aims": {"gorizia": "1816:1"}}, "gorizia cannot fire at 1816:1"),
        ({"phase": "first-wave"}, "coast-over does not belong to this phase"),
    ],
)
def test_what_the_fire_of_coast_guns_may_not_be(keys: dict[str, Any], told: str) -> None:
    with pytest.raises(BadFile) as caught:
        _coast_fire(**keys)
    assert any(told in what for what in caught.value.problems), caught.value.problems


@pytest.mark.parametrize(
    ("waiting", "told"),
    [
        (["i-33"], "i-33 is not a lost headquarters or leader"),
        (["hq-liv"], "hq-liv is not a lost headquarters or leader"),
        (["hq-fri"], "a unit comes back only once"),
    ],
)
def test_8_1_who_may_not_come_back(waiting: list[str], told: str) -> None:
    units = {"hq-fri": {"at": "lost"}, "i-87": "1513", "i-88": "1514", "i-33": "1415", "hq-liv": "1416"}
    frames = [{"kind": "arrive"}, *({"kind": "comes-back", "unit": id} for id in waiting)]
    with pytest.raises(BadFile) as caught:
        table(units, phase="aides", pending=[*frames, {"kind": "home", "unit": "hq-fri"}])
    assert any(told in what for what in caught.value.problems), caught.value.problems


def test_18_6_units_share_a_beach_only_if_it_is_fought_for() -> None:
    frames = [{"kind": "arrive"}, {"kind": "ashore"}, {"kind": "waterline", "hex": "1416", "part": 2}]
    units = {"ii-87-2": {"at": "1416", "landed": True}, "ii-87": "pool", "2komr": "1416", "11lf": "1415"}
    keys: dict[str, Any] = {"turn": "29jun-am", "phase": "second-wave"}
    mark = {"kind": "mark", "hex": "1416"}
    assert table(units, pending=[*frames, mark], **keys).question
    with pytest.raises(BadFile) as caught:
        table(units, pending=[*frames[:2], mark], **keys)
    assert "units: both sides are in 1416" in caught.value.problems


def test_a_question_about_hits_needs_hits() -> None:
    state = table({"i-33": "1513", "11lf": "1512"})
    order(state, "attack i-33 --on 1512", 4, 6)
    assert codec.dump(again(state)) == codec.dump(state)


@pytest.mark.parametrize("last", ["[]", "{}", "3", '"7jul"', "true"])
def test_a_last_turn_that_is_no_turn_is_told(last: str) -> None:
    from tarawa_cli.games.malta.model.scenario import parsed
    from tarawa_cli.kernel.errors import BadFile

    with pytest.raises(BadFile, match=r"scenario\.last: must be a turn"):
        parsed(f'[scenario]\nid = "x"\nname = "X"\nlast = {last}\n', "x.toml")
