"""`legal` against brute force: whatever the law allows is listed, or one of its kind; and `pick` draws from that."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.legal.listing import is_legal, legal, legal_for, orders, pick
from tarawa_cli.games.tarawa.legal.offers import offers
from tarawa_cli.games.tarawa.model.board import PIER_FOOT, disc, neighbours
from tarawa_cli.games.tarawa.model.state import PHASES, State, Unit
from tarawa_cli.games.tarawa.model.work import HANDLERS
from tarawa_cli.games.tarawa.orders import passes, read_order
from tarawa_cli.games.tarawa.orders.actions import Attack, Demolish, Dig, Fire, Move, Recover
from tarawa_cli.games.tarawa.orders.general import Supply
from tarawa_cli.games.tarawa.rules.ch07_actions.fire import check_support, supporters
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.order import Order
from tarawa_cli.kernel.engine.session import perform
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.saves.history import prove
from tests.tarawa.battles import battle, new_match
from tests.tarawa.battles import position as ashore_position
from tests.tarawa.common import all_but
from tests.tarawa.ground import ashore
from tests.tarawa.playing_reef import afloat, carried, match_on
from tests.tarawa.tables import CAMPAIGN
from tests.tarawa.tools import position, random_state

SEEDS = range(5)


def in_battle(seed: int) -> State:
    """Some battalions ashore in the first turns, in contact with the enemy."""
    return GAME.load(CAMPAIGN, ashore_position(Random(seed)))


def anywhere(seed: int, phase: str) -> State:
    """Some sound position in a phase, with nothing pending."""
    state = random_state(seed)
    state.outcome, state.stack, state.phase = "", [], phase
    return state


def texts(state: State, candidates: Iterator[Order[State]]) -> set[str]:
    """Those of some orders that the law allows."""
    return {order.text() for order in candidates if passes(state, order)}


def landsmen(state: State) -> list[Unit]:
    return [unit for unit in state.units.values() if state.is_ashore(unit)]


def enemy_beside(state: State, unit: Unit) -> list[Hex]:
    return [at for at in neighbours(unit.hex) if state.is_uncleared(at)]


# ── Actions: one by one


@pytest.mark.parametrize("seed", SEEDS)
def test_every_move_that_the_law_allows_is_listed_and_no_other(seed: int) -> None:
    state = in_battle(seed)
    some = Random(seed).sample(landsmen(state), 5)
    near = {unit.id: sorted(disc(unit.hex, 9) & (state.board.land | {PIER_FOOT})) for unit in some}
    allowed = texts(state, (Move(id, (at,)) for id, hexes in near.items() for at in hexes))
    assert {c for c in legal(state) if c.startswith("move ") and c.split()[1] in near} == allowed


@pytest.mark.parametrize("seed", SEEDS)
def test_every_fire_that_the_law_allows_is_listed_and_no_other(seed: int) -> None:
    state = in_battle(seed)
    helps = [(), *((id,) for id in state.units if not state.units[id].type.is_craft)]
    tried = (
        Fire(unit.id, at, help, shore)
        for unit in landsmen(state)
        for at in enemy_beside(state, unit)
        for help in helps
        for shore in (False, True)
    )
    assert {c for c in legal(state) if c.startswith("fire ")} == texts(state, tried)


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_7_2_2_with_another_number_of_supporters_every_kind_of_fire_is_listed_and_no_other(most: int) -> None:
    own = CAMPAIGN._replace(tables={"values": {"fire-supporters": most}})
    state = GAME.load(own, ashore_position(Random(1)))
    fires = [order for order in orders(state) if isinstance(order, Fire)]
    assert all(passes(state, order) for order in fires)
    assert max(len(order.support) for order in fires) == most
    crowd = next(order for order in orders(in_battle(1)) if isinstance(order, Fire) and order.support)
    more = crowd._replace(support=tuple(supporters(state, [crowd.unit], [crowd.at], False))[: most + 1])
    assert not passes(state, more) or len(more.support) <= most


@pytest.mark.parametrize("seed", SEEDS)
def test_every_order_of_one_unit_alone_that_the_law_allows_is_listed_and_no_other(seed: int) -> None:
    state = in_battle(seed)
    ids = [unit.id for unit in state.units.values() if not unit.type.is_craft]
    targets = sorted({at for unit in landsmen(state) for at in enemy_beside(state, unit)})
    tried = [
        *(Attack((id,), (at,), (), shore) for id in ids for at in targets for shore in (False, True)),
        *(Demolish((id,), at) for id in ids for at in targets),
        *(Recover((id,), pay) for id in ids for pay in (False, True)),
        *(Dig((id,)) for id in ids),
    ]
    listed = {order.text() for order in orders(state) if order in tried}
    assert listed == texts(state, iter(tried))


# ── Actions: together, in kind


def kind(order: Attack | Demolish) -> tuple[object, ...]:
    """One attacker or several, no supporter, one or several, with ships or without."""
    return min(len(order.units), 2), min(len(order.support), 2), getattr(order, "shore", False)


@pytest.mark.parametrize("seed", SEEDS)
def test_of_every_kind_of_attack_on_a_hex_that_the_law_allows_one_is_listed(seed: int) -> None:
    state = in_battle(seed)
    listed = {(order.on, kind(order)) for order in orders(state) if isinstance(order, Attack | Demolish)}
    beside: dict[Hex, list[str]] = {}
    for unit in landsmen(state):
        for at in enemy_beside(state, unit):
            beside.setdefault(at, []).append(unit.id)
    helpers = [unit.id for unit in state.units.values() if unit.at == "bairiki" or state.is_ashore(unit)]
    for at, near in beside.items():
        for party in [*((id,) for id in near), *combinations(near, 2)]:
            some = [id for id in helpers if passes(state, Fire(near[0], at, (id,))) or id in near]
            for help in [(), *((id,) for id in some), *combinations(some, 2)]:
                tried: list[Attack | Demolish] = [Attack(party, (at,), help, shore) for shore in (False, True)]
                for order in [*tried, Demolish(party, at, help)]:
                    assert not passes(state, order) or (order.on, kind(order)) in listed, order.text()


@pytest.mark.parametrize("seed", SEEDS)
def test_of_every_kind_of_attack_on_two_hexes_that_the_law_allows_one_is_listed(seed: int) -> None:
    """If they are next to each other or to the same unit; who would strike two hexes far apart at once?"""
    state = in_battle(seed)
    listed = {(order.on, kind(order)) for order in orders(state) if isinstance(order, Attack) and len(order.on) > 1}
    assert listed
    near = {unit.id: enemy_beside(state, unit) for unit in landsmen(state) if unit.kind == "infantry"}
    pairs = {pair for hexes in near.values() for pair in combinations(hexes, 2)}
    for pair in sorted(pairs):
        able = [id for id, hexes in near.items() if set(hexes) & set(pair)]
        for party in [*((id,) for id in able), *combinations(able, 2)]:
            for help, shore in product([(), *((unit.id,) for unit in landsmen(state))], (False, True)):
                order = Attack(party, pair, help, shore)
                assert not passes(state, order) or (pair, kind(order)) in listed, order.text()


@pytest.mark.parametrize("seed", SEEDS)
def test_several_units_recover_and_dig_together_if_each_may(seed: int) -> None:
    state = in_battle(seed)
    listed = list(orders(state))
    for make in (lambda them: Recover(them), lambda them: Recover(them, True), Dig):
        able = [id for id in state.units if not state.units[id].type.is_craft and passes(state, make((id,)))]
        most = able[: state.stock] if make(()) == Recover((), True) else able
        assert (make(tuple(most)) in listed) == (len(most) > 1)


@pytest.mark.parametrize("seed", range(20))
def test_a_battalion_is_listed_as_a_whole_if_the_law_lets_it_rest(seed: int) -> None:
    """Behind the lines, with and without losses, a head and supply points."""
    random = Random(seed)
    at = {half: random.choice(["2529", "2530", "2531"]) for half in ("2/8A", "2/8B", "2/8E", "3/8A", "3/8B")}
    units = {id: {"at": hex, "steps": random.choice([3, 6])} for id, hex in at.items()}
    units["3/8A"]["at"] = units["3/8B"]["at"] = "2628"
    units["2/8E"] |= random.choice([{}, {"hurt": True}, {"supply": "none", "unsupplied": 1}])
    calm = {"cleared": all_but("4403"), "casualties": random.choice([0, 2000, 4000])}
    heads, stock = random.choice(["", "2531"]), random.randint(0, 3)
    state = ashore(units, **calm, heads=heads, stock=stock, tracks={"8th": random.choice([3, 5])})
    parties = [party for size in (1, 2, 3) for party in combinations(("2/8A", "2/8B", "2/8E"), size)]
    whole = [("2/8A", "2/8B", "2/8E"), ("3/8A", "3/8B"), *((id,) for id in at)]
    tried = [Recover(party, pay) for party in [*parties, *whole] for pay in (False, True)]
    listed = {order.text() for order in orders(state) if isinstance(order, Recover)}
    assert listed <= texts(state, iter([*orders(state)]))
    assert {text for text in listed if read_order(state, text.split()) in tried} >= texts(
        state, (order for order in tried if order.units in whole)
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_supporters_are_those_whom_the_law_lets_support(seed: int) -> None:
    state = in_battle(seed)
    targets = sorted({at for unit in landsmen(state) for at in enemy_beside(state, unit)})

    def may(unit: Unit, hexes: list[Hex], demolition: bool) -> bool:
        try:
            check_support(state, (), [unit.id], hexes, demolition)
        except Refused:
            return False
        return True

    units = [unit for unit in state.units.values() if not unit.type.is_craft]
    for hexes in [*([at] for at in targets), *(list(pair) for pair in combinations(targets[:6], 2))]:
        for demolition in (False, True):
            found = supporters(state, ["2/8A"], hexes, demolition)
            allowed = [unit.id for unit in units if unit.id != "2/8A" and may(unit, hexes, demolition)]
            assert sorted(found) == sorted(allowed)


# ── The other phases


def test_chits_may_be_laid_on_every_area() -> None:
    state = position(chits_due=3)
    listed = [command.split()[1:] for command in legal(state)]
    assert {area for areas in listed for area in areas} == set(state.board.areas)
    assert {areas[0] for areas in listed} == set(state.board.areas)
    assert all(len(set(areas)) == 3 for areas in listed)


@pytest.mark.parametrize("seed", SEEDS)
def test_supplies_are_sent_to_every_battalion_that_has_come(seed: int) -> None:
    state = anywhere(seed, "embark")
    state.no_embarking, state.stock = False, 3
    come = {unit.type.battalion for unit in state.units.values() if unit.on_map} - {""}
    ways: dict[tuple[str, ...], set[str]] = {}
    for command in legal(state):
        words = command.split()
        if words[:2] == ["embark", "supply"]:
            ways.setdefault(tuple(words[2:5]), set()).add(words[-1])
    assert all(battalions == come for battalions in ways.values())
    possible = {
        (unit.kind, unit.steps, beach)
        for unit in state.units.values()
        if unit.at == "pool"
        for beach in state.board.beaches
        if any(
            is_legal(state, f"embark supply {unit.id} {beach} {hex} --for 2/8")
            for hex in state.board.beaches[beach].entry
        )
    }
    units = state.units
    assert {(units[craft].kind, units[craft].steps, beach) for craft, beach, _ in ways} == possible


def test_supplies_can_be_sent_before_anybody_has_come() -> None:
    state = position(turn=4, phase="embark", stock=1)
    assert {c.split()[-1] for c in legal(state) if "supply" in c} == set(state.charts.battalions)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_group_to_which_a_point_may_be_given_is_listed(seed: int) -> None:
    state = anywhere(seed, "supply-points")
    state.stock = 3
    names = [*state.charts.battalions, *(unit.id for unit in state.units.values() if not unit.type.is_craft)]
    allowed = [Supply(name) for name in names if passes(state, Supply(name))]

    def group(order: Supply) -> tuple[str, ...]:
        return tuple(unit.id for unit in order._group(state))

    listed = [order for order in orders(state) if isinstance(order, Supply)]
    assert {group(order) for order in listed} == {group(order) for order in allowed}
    assert len({group(order) for order in listed}) == len(listed)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_place_for_a_head_is_listed_and_no_other(seed: int) -> None:
    state = anywhere(seed, "supply-check")
    state.cleared, state.heads = state.cleared | {"2731"}, frozenset({"2531"})
    allowed = {f"head {at}" for at in state.board.terrain if is_legal(state, f"head {at}")}
    assert "head 2731" in allowed
    assert set(legal(state)) == allowed | {"next"}


@pytest.mark.parametrize("been_there", [False, True])
def test_the_ships_and_everybody_who_may_go_to_the_wreck_are_listed(tmp_path: Path, been_there: bool) -> None:
    state = battle(tmp_path, 3).state
    state.shore, state.wreck_party = 2, been_there
    state.units.put(state.units["2/2A"], sorted(state.board.beaches["red2"].landing)[0])
    tried = ["wreck --shore", *(f"wreck {unit.id}" for unit in state.units.values() if not unit.type.is_craft)]
    allowed = {command for command in tried if is_legal(state, command)}
    assert "wreck --shore" in allowed
    assert ("wreck 2/2A" in allowed) != been_there
    assert {command for command in legal(state) if command.startswith("wreck")} == allowed


@pytest.mark.parametrize("seed", SEEDS)
def test_the_hits_of_an_air_raid_may_fall_on_anybody(seed: int) -> None:
    state = in_battle(seed)
    state.stack = [HANDLERS.frame("raid", hits=2, pins=0)]
    listed = legal(state)
    assert all(is_legal(state, command) for command in listed)
    assert [command.split()[1].partition(":")[0] for command in listed] == [unit.id for unit in landsmen(state)]


# ── One unit


def test_what_a_craft_in_the_pool_may_do_is_told_for_each_of_them() -> None:
    state = position(turn=1, phase="embark")
    for id in ("lvt-1", "lvt-6", "lcvp-3"):
        listed = legal_for(state, state.units[id])
        assert listed
        assert all(command.split()[2] == id and is_legal(state, command) for command in listed)
    same = [
        {command.replace(id, "craft") for command in legal_for(state, state.units[id])} for id in ("lvt-1", "lvt-6")
    ]
    assert same[0] == same[1]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_unit_is_told_of_the_point_that_its_group_may_have(seed: int) -> None:
    state = anywhere(seed, "supply-points")
    state.stock = 3
    for unit in landsmen(state):
        assert (f"supply {unit.id}" in legal_for(state, unit)) == is_legal(state, f"supply {unit.id}")


@pytest.mark.parametrize("seed", SEEDS)
def test_every_supporter_is_told_of_the_attacks_that_it_may_support(seed: int) -> None:
    state = in_battle(seed)
    attacks = [order for order in orders(state) if isinstance(order, Attack) and not order.support and not order.shore]
    for unit in landsmen(state):
        told = legal_for(state, unit)
        may = [order._replace(support=(unit.id,)) for order in attacks]
        assert {order.text() for order in may if passes(state, order)} <= set(told)


# ── Orders and offers


def positions(tmp_path: Path) -> Iterator[State]:
    yield from (anywhere(seed, PHASES[seed % len(PHASES)]) for seed in range(len(PHASES)))
    yield from (in_battle(seed) for seed in SEEDS)
    yield battle(tmp_path, 5).state
    yield new_match("free", 1).state
    for unit, craft, at in (("3/8A", "lvt-1", "1427"), ("sherman-1", "lcm-1", "1428"), ("2/2A", "lvt-2", "1932")):
        yield match_on(carried(unit, craft, at)).state
    yield match_on({"3/8A": afloat("1626"), "stuart-1": afloat("1628"), "hawkins": {"at": "pier:1431"}}).state


def test_an_order_is_the_same_after_its_text_has_been_read(tmp_path: Path) -> None:
    for state in positions(tmp_path):
        for order in orders(state):
            assert read_order(state, order.text().split()) == order


def test_everything_legal_is_offered_exactly_once(tmp_path: Path) -> None:
    for state in positions(tmp_path):
        offered = [order.text() for offer in offers(state) for order in offer.orders()]
        assert Counter(offered).most_common(1)[0][1] == 1
        assert [text for text in offered if is_legal(state, text)] == legal(state)


def test_an_offer_never_holds_more_than_it_says_and_is_sure_only_of_what_is_legal(tmp_path: Path) -> None:
    for state in positions(tmp_path):
        for offer in offers(state):
            held = list(offer.orders())
            assert len(held) <= offer.most
            assert not offer.sure or all(passes(state, order) for order in held)


def test_every_legal_order_is_drawn_as_often_as_any_other() -> None:
    units = {"2/8A": {"at": "2627", "supply": "active", "ap": 3}, "3/8E": "2625", "1/10": "2530"}
    state = ashore(units, heads="2530", stock=1)
    listed, rng, rounds = legal(state), Random(1), 40
    assert {command.split()[0] for command in listed} >= {"move", "fire", "attack", "dig", "next"}
    picked = [pick(state, rng.randrange) for _ in range(rounds * len(listed))]
    drawn = Counter(order.text() for order in picked if order)
    assert set(drawn) == set(listed)
    spread = sum((count - rounds) ** 2 for count in drawn.values()) / rounds
    assert spread < len(listed) + 3 * (2 * len(listed)) ** 0.5, "chi-square, three deviations"


def test_whatever_chance_says_an_order_is_found_or_there_is_none() -> None:
    state = in_battle(2)
    for below in (lambda n: 0, lambda n: n - 1, lambda n: n // 2):
        order = pick(state, below)
        assert order is not None
        assert passes(state, order)
    state.outcome = "time"
    assert pick(state, lambda n: 0) is None


def test_a_game_of_picked_orders_is_proven() -> None:
    match, rng = new_match("campaign", 4), Random(4)
    for _ in range(150):
        order = pick(match.state, rng.randrange)
        assert order is not None
        done = perform(match, order.in_words())
        assert done.command == order.text()
    assert prove(match).reason == ""
