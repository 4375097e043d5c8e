"""The computer players of Malta: legal orders, games that end, the better player wins more."""

from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.scenario import units_of
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit import AIR, POOL
from tarawa_cli.games.malta.players import PLAYERS, player
from tarawa_cli.games.malta.players.answering import answer
from tarawa_cli.games.malta.players.ground import GroundValue, steps_from
from tarawa_cli.games.malta.players.invasion import stay_behind
from tarawa_cli.games.malta.players.simulation import AFTER_6, figures, play_game
from tarawa_cli.games.malta.players.strong import SCALES
from tarawa_cli.games.malta.players.weighing import Force, Scales, assaults, expected
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import Choice, Pairing, play_on
from tarawa_cli.kernel.players.simulation import GameSeries
from tests.malta.common import HELD, asked, cottonera, order, table

GAMES = 6


class Judged:
    """A player whose every order is shown to the law, whether or not he says that it was."""

    def __init__(self, inner: Pairing[State]) -> None:
        self.inner = inner

    def choose(self, state: State) -> Choice:
        return self.inner.choose(state)._replace(judged=False)


def games(axis: str, allied: str) -> list[dict[str, Any]]:
    series = GameSeries(Setup("cottonera"), axis, GAMES, 1, sides={"axis": axis, "allied": allied})
    return [play_game(series, number) for number in range(GAMES)]


def wins(axis: str, allied: str) -> int:
    return sum(game["outcome"] == "axis" for game in games(axis, allied))


@pytest.mark.parametrize("name", [name if name != "expert" else "expert:4" for name in PLAYERS])
def test_every_order_of_a_player_is_legal_and_the_game_ends(name: str) -> None:
    state = cottonera()
    both = Pairing(GAME, {"axis": player(name, "1"), "allied": player(name, "2")})
    orders = [move.order for move in play_on(GAME, state, Judged(both), seed=3)]
    assert state.outcome
    assert len(orders) > 10


def test_the_same_seed_gives_the_same_game() -> None:
    assert games("strong", "historical") == games("strong", "historical")


def test_who_weighs_his_attacks_beats_who_does_not() -> None:
    assert wins("strong", "random") >= GAMES - 1
    assert wins("random", "strong") <= 1


def test_23_the_average_of_a_column_is_that_of_the_table() -> None:
    """Against so many that nothing is wiped out, and in order only by the letters."""
    many, calm = Force(99, 0.0), 99.0
    first, last = (expected(CHARTS, column, 0, many, many, calm, 0.0) for column in (1, 11))
    assert (first.own, first.foe) == pytest.approx((3.08, 0.11), abs=0.005)
    assert (last.own, last.foe) == pytest.approx((0.14, 3.56), abs=0.005)
    assert expected(CHARTS, 11, 1, many, many, calm, 0.0).foe < last.foe, "a fort spares a hit"


def test_disorder_costs_the_more_the_more_there_are() -> None:
    few, many, foe = Force(3, 3.0), Force(18, 18.0), Force(6, 6.0)
    costs = [expected(CHARTS, 4, 0, own, foe, 0.0, 0.0).own for own in (few, many)]
    assert costs[1] > costs[0] + 1


def test_a_hopeless_attack_is_not_made() -> None:
    weak = table({"i-33": {"at": "2011", "steps": 1}, "2rwk": "1911", "11lf": "1911"})
    assert assaults(weak, Scales(1.0, 0.0), {}, supported=False) == []
    strong = table({"i-33": "2011", "ii-33": "2011", "iii-33": "2011", "3komr": {"at": "2010", "steps": 1}})
    assert [one.on for one in assaults(strong, Scales(1.0, 0.0), {}, supported=False)] == ["2010"]


def test_ground_is_worth_more_the_nearer_it_is_to_a_prize() -> None:
    state = cottonera()
    ground = GroundValue(state, "axis")
    assert ground.pull("1911") > ground.pull("2012") > ground.pull("2015")
    assert steps_from("1911")["1911"] == 0


def test_strong_plans_his_own_jumps_and_ships() -> None:
    state = GAME.begin(GAME.complete(Setup("herkules", options={"plan": "own"})))
    both = Pairing(GAME, {"axis": player("strong", "1"), "allied": player("strong", "2")})
    for _ in play_on(GAME, state, Judged(both), seed=3):
        if state.phase == "embark":
            break
    planned = [unit for zone in state.plan.values() for unit in units_of(zone)]
    assert {"fj-kroh", "ii-folgore", "hq-ramcke", "hq-folg"} <= set(planned)
    assert all(zone.marker in state.board.land for zone in state.plan.values())
    assert not [ship for ship in state.units.values() if ship.can("ship") and ship.at == POOL]


def test_alone_the_jumps_are_chosen_when_they_are_made() -> None:
    state = GAME.begin(GAME.complete(Setup("herkules", options={"alone": True})))
    both = Pairing(GAME, {"axis": player("strong", "1"), "allied": player("strong", "2")})
    for _ in play_on(GAME, state, Judged(both), seed=3):
        if state.phase == "axis-movement":
            break
    jumped = [unit for unit in state.units.values() if unit.type.entry == "drop" and unit.at != AIR and unit.steps]
    assert len(jumped) >= 10


def test_19_1_who_finds_no_plane_stays() -> None:
    state = GAME.begin(Setup("hal-far"))
    state.phase, state.weather = "airborne", "cloudy"
    found = stay_behind(state)
    assert found is not None
    order: Any = found[0]
    assert order.units[0] in units_of(state.plan[order.zone])
    state.weather = "clear"
    assert stay_behind(state) is None


def test_hits_count_for_more_where_nobody_can_get_away() -> None:
    three, six = Force(3, 3.0), Force(6, 6.0)
    pinned, free = (expected(CHARTS, 8, 0, six, three, price, 0.0) for price in (1.0, 0.0))
    assert pinned.foe > free.foe


def test_strong_sends_no_more_than_an_attack_needs() -> None:
    regiment = dict.fromkeys(("i-33", "ii-33", "iii-33", "liv-gen"), "2011")
    state = table({**regiment, "3komr": {"at": "2010", "steps": 1}, "1d": "2012"})
    all_in, sparing = (assaults(state, Scales(1.0, 0.0, spares), {}, supported=False) for spares in (False, True))
    assert len(all_in[0].units) > len(sparing[0].units)


@pytest.mark.parametrize(("steps", "decided"), [(3, "hold"), (2, "retreat-1")])
def test_24_2_the_computer_keeps_the_hex_that_it_attacks_from_if_anybody_is_left_to_hold_it(
    steps: int, decided: str
) -> None:
    """Column 5 (4 for two steps), total 7: 2D/1 or 2D/- on the attackers."""
    state = table({"i-33": {"at": "1513", "steps": steps}, "10komr": {"at": "1512", "steps": steps}, "hq-liv": "1714"},
                  policy={"allied": HELD["allied"]})  # fmt: skip
    order(state, "attack i-33 --on 1512", 3, 4)
    assert asked(state) == "hits"
    assert answer(state, SCALES).order.text() == f"decide {decided}"


# ── Chapter 23


def _played(outcome: str, day: int, every_city: bool = False, navy: int = 1) -> dict[str, Any]:
    lost = {"axis": 30, "allied": 30}
    return {"seed": 1, "outcome": outcome, "turn": 4 * day, "days": day, "every city": every_city, "royal navy": navy,
            "first day": 8.0, "orders": 900, "attacks": 50, "steps lost": lost}  # fmt: skip


def test_23_simulate_shows_every_share_that_the_chapter_wants() -> None:
    games = [
        *(_played("surrender", 7, every_city=True), _played("surrender", 6, navy=6)),
        *(_played("called-off", 5, navy=6), _played("stands", 12)),
    ]
    found = {one["name"]: one for one in figures(GameSeries(Setup("herkules"), "strong", 4, 1), games).facts["figures"]}
    shares = ("Malta surrenders", "called off", "Malta stands", "surrenders by the roll", AFTER_6)
    assert [found[name]["middle"] for name in shares] == [0.5, 0.25, 0.25, 0.5, 0.5]
    assert found["days"]["middle"] == 6.5
    assert all(found[name]["holds"] for name in (*shares, "days"))


def test_23_other_numbers_are_counted_but_not_judged() -> None:
    series = GameSeries(Setup("herkules", tables={"values": {"sealift": 8}}), "strong", 1, 1)
    found = {one["name"]: one for one in figures(series, [_played("stands", 12)]).facts["figures"]}
    assert found["Malta stands"]["middle"] == 1
    assert all(one["band"] is None for one in found.values())
