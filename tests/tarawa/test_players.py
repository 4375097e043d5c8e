"""The computer players: everything they order is legal, their chances are exact, and each plays as it says it does."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.legal import assault_odds
from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.games.tarawa.legal.odds import odds
from tarawa_cli.games.tarawa.model.board import PIER_HEAD
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.model.work import HANDLERS
from tarawa_cli.games.tarawa.orders import passes
from tarawa_cli.games.tarawa.orders.actions import Attack
from tarawa_cli.games.tarawa.orders.landing import Embark, Unload
from tarawa_cli.games.tarawa.players import PLAYERS, Planner, player
from tarawa_cli.games.tarawa.players.landing import embark
from tarawa_cli.games.tarawa.players.planners import Historical, Strong, answer, chance
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import PlayedOrder, play_on
from tarawa_cli.kernel.saves.history import prove
from tests.tarawa.playing_reef import afloat
from tests.tarawa.tables import TABLES
from tests.tarawa.test_odds import red3
from tests.tarawa.tools import position

NAMES = list(PLAYERS)


def new(scenario: str = "campaign") -> State:
    return GAME.begin(Setup(scenario, tables=TABLES))


def opening(name: str, seed: int, orders: int) -> list[PlayedOrder]:
    return list(islice(play_on(GAME, new(), player(name, "x"), seed), orders))


# ── Chances


@pytest.mark.parametrize("japanese", [-5, -1, 3])
@pytest.mark.parametrize("markers", [0, 2])
@pytest.mark.parametrize(
    ("units", "on", "support", "shore"),
    [
        (["2/8A"], ["2828"], [], False),
        (["2/8A", "2/8B"], ["2828"], ["stuart-1"], True),
        (["3/8A"], ["2626"], ["2/8E", "1/10"], False),
        (["2/8A", "2/8B"], ["2827", "2828"], ["1/10"], False),
    ],
)
def test_the_chances_of_an_attack_are_those_of_the_odds(
    units: list[str], on: list[str], support: list[str], shore: bool, markers: int, japanese: int
) -> None:
    state = red3(tracks={"japanese": japanese}, suppressed={on[0]: markers} if markers else {})
    order = Attack(tuple(units), tuple(on), tuple(support), shore)
    outcomes = odds(state, order.text().split())
    exact = sum(float(o.chance) for o in outcomes if "cleared" in o.result)
    assert assault_odds.attack(state, units, on, support, shore).success == pytest.approx(exact)


@pytest.mark.parametrize("markers", [0, 1, 3])
@pytest.mark.parametrize("support", [[], ["sherman-1"], ["sherman-1", "3/8A"]])
def test_the_chances_of_a_demolition_are_those_of_the_odds(support: list[str], markers: int) -> None:
    state = red3(suppressed={"2626": markers} if markers else {})
    words = ["demolish", "2/8E", "--on", "2626", *(w for id in support for w in ("--support", id))]
    outcomes = odds(state, words)
    exact = sum(float(o.chance) for o in outcomes if "D1" in o.result or "D2" in o.result)
    assert assault_odds.demolition(state, ["2/8E"], "2626", support).success == pytest.approx(exact)


def test_markers_still_to_come_count_as_markers() -> None:
    less, more = red3(), red3(suppressed={"2828": 2})
    hoped = assault_odds.attack(less, ["2/8A"], ["2828"], [], False, more=2)
    assert hoped == assault_odds.attack(more, ["2/8A"], ["2828"], [], False)
    assert hoped.success > assault_odds.attack(less, ["2/8A"], ["2828"], [], False).success


# ── Play


@pytest.mark.parametrize("name", NAMES)
def test_what_a_player_orders_is_an_ordinary_game_that_its_journal_proves(name: str) -> None:
    match: Match[State] = Match(GAME, Setup("campaign", tables=TABLES), 11)
    chosen = player(name, "x")
    for _ in range(250):
        if match.state.outcome:
            break
        perform(match, chosen.choose(match.state).order.in_words())
    assert prove(match).reason == ""
    assert match.state.turn > 1 or name == "random"


@pytest.mark.parametrize("name", NAMES)
def test_a_player_does_the_same_in_the_same_game(name: str) -> None:
    assert opening(name, 5, 120) == opening(name, 5, 120)


@pytest.mark.parametrize("name", NAMES)
def test_a_player_goes_on_from_anywhere(name: str) -> None:
    """A plan made anew in mid-phase ends that phase, too."""
    state = new()
    for number, move in enumerate(play_on(GAME, state, player("historical"), 7), 1):
        if number in (5, 40, 90):
            choice = player(name, "x").choose(state)
            assert choice.why
            assert passes(state, choice.order), move
        if number == 90:
            break
    turn = state.turn
    for _ in islice(play_on(GAME, state, player(name, "x"), 8), 400):
        pass
    assert state.turn > turn or state.outcome


def test_a_planner_without_a_plan_cannot_be_played() -> None:
    with pytest.raises(NotImplementedError):
        Planner().choose(new())


def test_random_takes_every_legal_command_alike() -> None:
    state = new()
    drawn = Counter(chance(str(seed)).choose(state).order.text() for seed in range(900))
    assert set(drawn) == set(legal(state))
    assert min(drawn.values()) > 900 / len(drawn) / 2


def test_random_is_stopped_where_nothing_is_legal() -> None:
    state = new()
    state.outcome = "time"
    with pytest.raises(LookupError):
        chance().choose(state)


# ── What the historical player is


def embarked(moves: list[PlayedOrder], turn_of: dict[int, int]) -> dict[str, tuple[int, str, str]]:
    """Who embarked in which turn, in which craft, for which beach."""
    return {
        move.order.who: (turn_of[number], move.order.craft.split("-")[0], move.order.beach)
        for number, move in enumerate(moves)
        if isinstance(move.order, Embark)
    }


def play_turns(name: str, seed: int, turns: int) -> dict[str, tuple[int, str, str]]:
    state = new()
    moves: list[PlayedOrder] = []
    turn_of: dict[int, int] = {}
    turn = 1
    for move in play_on(GAME, state, player(name), seed):
        turn_of[len(moves)] = turn
        moves.append(move)
        turn = state.turn
        if turn > turns:
            break
    return embarked(moves, turn_of)


def test_historical_lands_by_the_timetable_in_amtracs_first_and_then_in_boats() -> None:
    came = play_turns("historical", 3, 2)
    for battalion, beach in {"2/2": "red2", "3/2": "red1", "2/8": "red3"}.items():
        assert came[f"{battalion}A"] == came[f"{battalion}B"] == (1, "lvt", beach)
    for battalion, beach in {"1/2": "red2", "3/8": "red3"}.items():
        assert came[f"{battalion}A"] == came[f"{battalion}B"] == (2, "lcvp", beach)


def test_whoever_embarks_is_told_how_it_comes_in() -> None:
    turns = play_on(GAME, new(), player("historical"), 3)
    why = {move.order.who: move.why for move in islice(turns, 120) if isinstance(move.order, Embark)}
    assert why["hawkins"] == "it is due, and walks in along the pier"
    assert why["2/8A"] == "it is due, and an amtrac brings it ashore"
    assert why["sherman-1"] == "it is due, and tanks come by LCM"
    assert why["1/2A"] == why["3/8A"] == "it is due, and comes over the pier"
    assert why["1/2B"] == why["3/8B"] == "it is due, and wades in from the edge of the reef"


def test_artillery_in_a_boat_is_told_of_the_amtrac_that_takes_it_over() -> None:
    units = {"1/10": {"at": "schedule"}, "lcvp-1": {"at": "pool"}, "lvt-1": afloat("1425"), "2/8A": {"at": "2531"}}
    state = position(turn=4, phase="embark", default="absent", units=units)
    (choice,) = embark(state, wade=True)
    assert choice.order.text() == "embark 1/10 lcvp-1 red3 1424"
    assert choice.why == "it is due, and an amtrac takes it over at the edge of the reef"


def unloadings(name: str, seed: int) -> Iterator[tuple[str, str, str]]:
    """In the first four turns: where each craft unloads, its entry hex, and what was told when its unit embarked."""
    state, told = new(), dict[str, tuple[str, str]]()
    for move in play_on(GAME, state, player(name), seed):
        if isinstance(move.order, Embark):
            told[move.order.craft] = move.order.hex, move.why
        elif isinstance(move.order, Unload):
            yield move.order.to, *told[move.order.craft]
        if state.turn > 4:
            break


@pytest.mark.parametrize("name", ["historical", "strong"])
def test_whoever_embarks_comes_in_as_it_was_told(name: str) -> None:
    """Over the pier from amtracs, too; and into the water if Hawkins stands on the head of the pier."""
    seen = [unloaded for seed in (0, 3) for unloaded in unloadings(name, seed)]
    for to, hex, why in seen:
        assert (to in PIER_HEAD) == why.endswith("comes over the pier"), (to, why)
        assert (to == hex) == why.endswith(("wades in from the edge of the reef", "tanks come by LCM")), (to, why)
    assert {to in PIER_HEAD for to, _, _ in seen} == {True, False}


def test_strong_does_not_wade() -> None:
    """Whoever finds no amtrac comes by boat only to the pier."""
    came = play_turns("strong", 3, 2)
    state = new()
    boats = [id for id, (_, kind, _) in came.items() if kind == "lcvp" and state.units[id].type.on_foot]
    assert len(boats) <= 2


@pytest.mark.parametrize("planner", [Historical, Strong])
def test_the_ships_fire_where_there_are_marines_too(planner: type[Historical]) -> None:
    """2/8 is ashore in `red3`; nobody is on Red 1, in the pocket, yet."""
    state = red3(phase="suppression-1")
    for id, at, beach in (("3/8B", "2327", "red3"), ("3/2A", state.board.beaches["red1"].entry[0], "red1")):
        state.units.put(state.units[id], at)
        state.units[id].beach = beach
    orders = [choice.order.text() for choice in planner().orders(state)]
    assert "suppress red3" in orders
    assert "suppress pocket" in orders


def test_by_night_those_in_contact_dig_in() -> None:
    state = new()
    dug = 0
    for move in play_on(GAME, state, player("historical"), 4):
        if state.turn == 6 and move.order.text().startswith("dig"):
            dug += 1
        if state.turn > 6:
            break
    assert dug > 2


# ── Answers


def asked(kind: str, facts: dict[str, Any], **keys: Any) -> tuple[str, str]:
    state = red3(**keys)
    state.stack.append(HANDLERS.frame(kind, **facts))
    return answer(state)


@pytest.mark.parametrize(("box", "said"), [(3, "morale"), (1, "morale"), (0, "step"), (-4, "step")])
def test_hits_go_on_morale_as_long_as_that_costs_nothing(box: int, said: str) -> None:
    assert asked("hit", {"unit": "2/8A"}, tracks={"8th": box})[0] == said


def test_the_last_step_of_a_unit_is_saved_by_morale_if_possible() -> None:
    state = red3(tracks={"8th": -1})
    state.units["2/8A"].steps = 1
    state.stack.append(HANDLERS.frame("hit", unit="2/8A"))
    assert answer(state)[0] == "morale"


def test_the_regiment_with_the_lowest_morale_gains() -> None:
    assert asked("gain", {"regiments": ["2nd", "8th"]}, tracks={"2nd": 1, "8th": -2})[0] == "8th"


def test_an_air_raid_is_shared_out_among_the_strongest_so_that_nobody_is_lost() -> None:
    state = red3()
    state.stack.append(HANDLERS.frame("raid", hits=5, pins=0))
    shares = dict(word.rsplit(":", 1) for word in answer(state)[0].split())
    assert sum(map(int, shares.values())) == 5
    assert all(int(hits) < state.units[id].steps for id, hits in shares.items())
