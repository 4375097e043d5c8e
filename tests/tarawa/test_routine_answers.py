"""Standing answers that leave out only questions without a real choice; without them everything is asked as before."""

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import ATTRIBUTES, POLICIES
from tarawa_cli.games.tarawa.phases.actions import supply_check_waits
from tarawa_cli.games.tarawa.rules.ch07_actions.assault import clear_hex
from tarawa_cli.kernel.board.dice import NoDice
from tarawa_cli.kernel.engine import batch, fast_forward
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.game import Setup
from tests.tarawa.playing_reef import afloat, carried, match_on, phases, rolls
from tests.tarawa.playing_reef import do as do_afloat
from tests.tarawa.playing_supply import do, start
from tests.tarawa.test_08_heads import at_check, cleared_around


def test_routine_sets_them_all_in_one_command_and_nothing_else() -> None:
    match = Match(GAME, Setup("campaign"), 1)
    orders = batch.expand(match, ["policy", "Routine"]).orders
    batch.perform(match, orders)
    chosen = {name: getattr(match.state, attribute) for name, attribute in ATTRIBUTES.items()}
    assert chosen == {name: policy.routine or policy.usual for name, policy in POLICIES.items()}
    usual = {"hits": "ask", "empty-lvt": "pool"}
    set_ = {"empty-phases": "pass", "suppress": "always", "gain": "only", "heads": "needed"}
    assert GAME.dump(match.state)["policy"] == usual | set_


def test_a_new_game_and_an_old_save_have_none_of_them() -> None:
    match = Match(GAME, Setup("campaign"), 1)
    assert GAME.dump(match.state)["policy"] == {"hits": "ask", "empty-lvt": "pool"}


def test_6_7_ships_that_always_fire_roll_what_they_would_by_hand() -> None:
    by_hand, standing = (match_on(carried("2/8A", "lvt-1", "1427")) for _ in range(2))
    do_afloat(standing, "policy suppress always")
    do_afloat(by_hand, "next", 1)
    fired = do_afloat(by_hand, "suppress red3", 5)
    do_afloat(by_hand, "next")
    done = do_afloat(standing, "next", 1, 5)
    assert rolls(done, "marine-fire") == rolls(fired, "marine-fire")
    assert "suppression-1" in phases(done)
    assert not [event for event in done.events if event.type == "phase-passed"]
    assert standing.state.phase == by_hand.state.phase == "impulse-2"
    assert standing.state.area_suppression == by_hand.state.area_suppression == {"red3"}


@pytest.mark.parametrize(
    ("answer", "regiments", "asked"),
    [
        ("ask", ["2/8A"], True),
        ("only", ["2/8A"], False),
        ("only", ["2/8A", "2/2A"], True),
        ("lowest", ["2/8A", "2/2A"], False),
    ],
)
def test_9_2_4_one_regiment_is_no_question(answer: str, regiments: list[str], asked: bool) -> None:
    places = dict(zip(regiments, ("2627", "2625"), strict=False))
    match = start(dict(places), turn=2, phase="actions", tracks={"2nd": -1, "8th": 0})
    do(match, f"policy gain {answer}")
    clear_hex(Play(match.state, NoDice()), "2626", regiments, "7.2.4")
    assert (match.state.question is not None) == asked
    gained = {name: match.state.tracks[name] for name in ("2nd", "8th")}
    if not asked:
        assert gained == ({"2nd": -1, "8th": 1} if len(regiments) == 1 else {"2nd": 0, "8th": 0})


def test_8_3_no_head_is_asked_for_where_everybody_has_a_line() -> None:
    quiet = cleared_around("2531", 2)
    match = at_check({"2/8A": {"at": "2531"}}, cleared=[*quiet, *cleared_around("2529", 2)], heads=["2531", "2731"])
    do(match, "policy heads needed")
    assert not supply_check_waits(match.state)
    do(match, "policy heads ask")
    assert supply_check_waits(match.state)


def test_8_3_a_head_is_asked_for_if_units_have_no_line_or_2731_is_open() -> None:
    cut_off = at_check({"2/8A": {"at": "2531"}}, cleared=cleared_around("2531", 2))
    pier = at_check(cleared="2731")
    for match in (cut_off, pier):
        do(match, "policy heads needed")
        assert supply_check_waits(match.state)


def test_6_land_stops_when_a_unit_or_supplies_are_lost() -> None:
    land = GAME.orders["land"]
    weak = match_on({"2/8A": afloat("2127", steps=1), "2/8B": afloat("1427")})
    do_afloat(weak, "policy hits step")
    gone = fast_forward.go_on(weak, land.read([]), [1, 1])
    assert gone.note == "`land` stopped: 2/8A is lost; `land` continues"
    sunk = match_on({"lvt-1": afloat("1427", load="supply:2/8", steps=1), "2/8B": afloat("1428")}, turn=4)
    do_afloat(sunk, "policy hits step")
    gone = fast_forward.go_on(sunk, land.read([]), [1, 1])
    assert gone.note == "`land` stopped: lvt-1 is sunk with the supplies for 2/8; `land` continues"


def test_what_routine_leaves_out_can_be_played_by_hand_again() -> None:
    match = Match(GAME, Setup("campaign"), 1)
    for name, policy in POLICIES.items():
        for answer in policy.answers:
            perform(match, ["policy", name, answer])
            assert GAME.load(match.setup, GAME.dump(match.state))
