"""Whole games at random: no crash, no dead end, every position sound, nobody lost from sight, every journal proven."""

from pathlib import Path
from random import Random

import pytest

from tarawa_cli.games.tarawa.board import betio
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.invariants import invariants
from tarawa_cli.games.tarawa.legal import legal
from tarawa_cli.games.tarawa.rules.night import bombed, most_hits
from tarawa_cli.games.tarawa.state import NOWHERE, OUTCOMES, State
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.session import Match, perform, prove
from tests.tarawa.tools import write_scenario

HEXES = 303
COMBAT = (
    "2/2A", "2/2B", "2/2E", "3/2A", "3/2B", "3/2E", "2/8A", "2/8B", "2/8E", "3/8A", "3/8B",
    "1/8A", "1/8B", "hawkins", "sherman-1", "stuart-1", "1/10",
)  # fmt: skip
LONGEST = 6000
# how often an order is preferred to the rest of what is legal, by its first word
WEIGHTS = {
    "attack": 6,
    "demolish": 8,
    "embark": 3,
    "fire": 2,
    "move": 2,
    "supply": 5,
    "head": 4,
    "wreck": 3,
    "unload": 4,
}


def new_match(scenario: str, seed: int) -> Match[State]:
    return Match(GAME, Setup(scenario), seed)


def play_out(match: Match[State], seed: int) -> int:
    """Play a game to its end by chance; the number of orders given."""
    rng = Random(seed)
    eager = rng.choice([0.5, 0.8, 0.95])
    perform(match, ["policy", "hits", rng.choice(["ask", "step", "morale"])])
    perform(match, ["policy", "empty-lvt", rng.choice(["pool", "wait"])])
    for number in range(LONGEST):
        if match.state.outcome:
            return number
        order = choose(match.state, rng, eager)
        done = perform(match, order.split())
        assert done.command == order
        check_sound(match, order)
    raise AssertionError(f"turn {match.state.turn}, phase {match.state.phase}: no end in sight")


def choose(state: State, rng: Random, eager: float) -> str:
    """An order that is legal now."""
    if state.question and state.question.kind == "raid":
        return share_out(state, state.question.facts["hits"], rng)
    able = legal(state)
    assert able, f"dead end in turn {state.turn}, phase {state.phase}"
    if "advance --all" in able and rng.random() < 0.7:
        return "advance --all"
    if "next" in able and (len(able) == 1 or rng.random() > eager):
        return "next"
    weights = [WEIGHTS.get(order.split()[0], 1) for order in able]
    return rng.choices(able, weights)[0]


def share_out(state: State, hits: int, rng: Random) -> str:
    """The hits of an air raid, on anybody."""
    shares: dict[str, int] = {}
    for _ in range(hits):
        able = [u.id for u in bombed(state) if shares.get(u.id, 0) < most_hits(state, u)]
        id = rng.choice(able)
        shares[id] = shares.get(id, 0) + 1
    return "decide " + " ".join(f"{id}:{hits}" for id, hits in shares.items())


def check_sound(match: Match[State], order: str) -> None:
    """All that must be true after any order."""
    state = match.state
    assert invariants(state) == [], order
    assert len(state.units) == 62
    for unit in state.units.values():
        places = [
            unit.at in NOWHERE,
            unit.at in state.board.terrain,
            bool(unit.on_pier) and unit.on_pier in ("1431", *state.board.pier_route),
            bool(unit.craft) and state.units[unit.craft].at in state.board.terrain,
        ]
        assert places.count(True) == 1, (order, unit.id, unit.at)
        assert 0 <= unit.steps <= unit.type.steps
    assert state.casualties % 50 == 0
    assert len(state.cleared) + len(state.uncleared) + len(state.board.free) == HEXES
    assert state.stock >= 0
    assert state.shore >= 0


def battle(folder: Path, seed: int) -> Match[State]:
    """The evening of the second day, with half the island cleared and the lines in contact."""
    rng = Random(seed)
    board = betio()
    cleared = {at for at in board.defended if int(at[2:]) > 24 + seed % 12} - set(
        rng.sample(sorted(board.defended), 30)
    )
    places = sorted((cleared | board.free) - {"2632"})
    here = dict(zip(COMBAT, rng.sample(places, len(COMBAT)), strict=True))
    units = {id: {"at": at, "landed": 5, "steps": rng.randint(1, 2)} for id, at in here.items()}
    heads = [at for at in places if board.terrain[at] == "landing"][:2]
    position = {
        "turn": 14, "phase": "actions", "cleared": sorted(cleared), "heads": heads, "stock": 5, "wreck": "occupied",
        "units": units,
    }  # fmt: skip
    return Match(GAME, write_scenario(folder, position), seed)


def check_end(match: Match[State]) -> None:
    state = match.state
    assert state.outcome in OUTCOMES
    assert state.turn == 30 or state.outcome == "called-off" or not state.uncleared
    assert not state.stack
    assert legal(state) == []
    assert GAME.dump(GAME.load(match.setup, GAME.dump(state))) == GAME.dump(state)
    assert prove(match).reason == ""


@pytest.mark.parametrize(("scenario", "seed"), [("campaign", 1), ("free", 3)])
def test_a_game_played_at_random_ends_sound_and_proven(scenario: str, seed: int) -> None:
    match = new_match(scenario, seed)
    play_out(match, seed)
    check_end(match)


@pytest.mark.parametrize("seed", [101])
def test_a_battle_under_way_played_at_random_ends_sound_and_proven(tmp_path: Path, seed: int) -> None:
    match = battle(tmp_path, seed)
    play_out(match, seed)
    check_end(match)


def test_the_checks_of_a_random_game_can_fail() -> None:
    match = new_match("campaign", 1)
    match.state.units["2/8A"].at = "in:lvt-1"
    with pytest.raises(AssertionError):
        check_sound(match, "by hand")
    match = new_match("campaign", 1)
    match.state.casualties = 51
    with pytest.raises(AssertionError):
        check_sound(match, "by hand")
