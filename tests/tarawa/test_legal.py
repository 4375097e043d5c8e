"""`legal`: all that it lists is allowed, and no kind of order that is allowed is missing."""

from collections.abc import Iterator
from random import Random

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.legal.listing import is_legal, legal, legal_for
from tarawa_cli.games.tarawa.model.board import PIER_HEAD, within
from tarawa_cli.games.tarawa.model.state import PHASES, State
from tarawa_cli.games.tarawa.model.work import HANDLERS
from tarawa_cli.games.tarawa.orders import check_order, read_order
from tarawa_cli.kernel.engine.play import question
from tarawa_cli.kernel.engine.session import Match, perform
from tests.tarawa.playing_reef import afloat, carried, do, match_on, new_match
from tests.tarawa.tables import CAMPAIGN
from tests.tarawa.tools import position, random_state

LANDING = [phase for phase in PHASES if phase.rstrip("-123") in ("embark", "impulse", "suppression")]


def landing_state(seed: int, phase: str) -> State:
    """A random sound position in a phase of the landing, with nothing pending."""
    state = random_state(seed)
    state.outcome, state.stack, state.phase = "", [], phase
    return state


def all_pass(state: State) -> None:
    for command in legal(state):
        order = read_order(state, command.split())
        check_order(state, order)
        assert order.text() == command


@pytest.mark.parametrize("phase", LANDING)
def test_everything_listed_passes_the_law_in_random_positions(phase: str) -> None:
    listed = 0
    for seed in range(12):
        state = landing_state(seed, phase)
        all_pass(state)
        listed += len(legal(state))
    assert listed > 12


def test_as_the_game_begins_the_bombardment_is_listed() -> None:
    match = new_match()
    assert legal(match.state) == ["bombard", "bombard --delay 1", "bombard --delay 2"]
    do(match, "bombard", 1)
    assert legal(match.state)[:2] == ["chits beak green temakin pocket", "chits green temakin pocket red2"]
    assert len(legal(match.state)) == len(match.state.board.areas)
    do(match, "chits beak green temakin pocket", *[1, 1] * 4)
    assert legal(match.state) == ["next"]


# ── Nothing is missing


def allowed(state: State, commands: Iterator[str]) -> set[str]:
    return {command for command in commands if is_legal(state, command)}


def impulse_orders(state: State, far: int) -> Iterator[str]:
    """Every order of an impulse: the shortest way, a way to any hex not too far off, an unloading."""
    yield "advance --all"
    board = state.board
    for unit in state.units.values():
        if unit.craft or not (unit.on_pier or board.is_water(unit.at)):
            continue
        yield f"advance {unit.id}"
        near = [hex for hex in within(unit.hex, far) if hex in board.terrain]
        yield from (f"advance {unit.id} {hex}" for hex in near)
        if unit.id == "hawkins":
            yield from (f"advance hawkins {craft.id}" for craft in state.units.values() if craft.type.is_craft)
    for craft in state.units.values():
        if craft.type.is_craft and craft.on_map:
            places = [craft.at, *PIER_HEAD, *(other.id for other in state.units.values() if other.type.is_craft)]
            yield from (f"unload {craft.id} {to}" for to in places)


@pytest.mark.parametrize("seed", range(8))
def test_no_way_and_no_unloading_that_is_allowed_is_missing(seed: int) -> None:
    state = landing_state(seed, f"impulse-{seed % 3 + 1}")
    listed = {command for command in legal(state) if command != "next"}
    assert listed == allowed(state, impulse_orders(state, 8))


def test_no_way_that_is_allowed_is_missing_in_play() -> None:
    match: Match[State] = Match(GAME, CAMPAIGN, 3)
    rng, seen = Random(3), 0
    for _ in range(60):
        commands = legal(match.state)
        if match.state.phase.startswith("impulse") and not match.state.question:
            assert {command for command in commands if command != "next"} == allowed(
                match.state, impulse_orders(match.state, 8)
            )
            seen += 1
        perform(match, rng.choice(commands).split())
    assert seen > 5


def kind_of(state: State, command: str) -> str:
    """An embarking by its unit or load, kind of craft, and beach; others as they are."""
    words = command.split()
    if words[0] == "embark" and len(words) > 3:
        kind = state.units[words[2]].kind
        return f"embark {words[1]} {kind} {words[3]}"
    return command


def embark_orders(state: State) -> Iterator[str]:
    """Every unit in one craft of each kind and strength, on every entry hex of every beach."""
    pool: dict[tuple[str, int], str] = {}
    for craft in state.units.values():
        if craft.type.is_craft:
            yield f"withdraw {craft.id}"
            if craft.at == "pool":
                pool.setdefault((craft.kind, craft.steps), craft.id)
    entries = [(beach.id, hex) for beach in state.board.beaches.values() for hex in beach.entry]
    loads = [unit.id for unit in state.units.values() if not unit.type.is_craft and unit.at == "schedule"]
    for load in [*loads, "none"]:
        yield from (f"embark {load} {craft} {beach} {hex}" for craft in pool.values() for beach, hex in entries)
    for load in loads:
        yield from (f"embark {load} {hex}" for hex in PIER_HEAD)
        yield f"embark {load} --bairiki"


@pytest.mark.parametrize("seed", range(5))
def test_no_kind_of_embarking_that_is_allowed_is_missing(seed: int) -> None:
    state = landing_state(seed + 100, "embark")
    listed = {kind_of(state, command) for command in legal(state) if "supply" not in command and command != "next"}
    assert listed == {kind_of(state, command) for command in allowed(state, embark_orders(state))}


def test_supplies_are_listed_for_every_battalion_ashore() -> None:
    state = position(turn=4, phase="embark", stock=2, units={"2/8A": {"at": "2531", "landed": 1}})
    listed = {kind_of(state, command) for command in legal(state) if command.startswith("embark supply")}
    assert listed == {f"embark supply lvt {beach}" for beach in ("red1", "red2", "red3", "green")}
    assert all(command.endswith("--for 2/8") for command in legal(state) if command.startswith("embark supply"))


@pytest.mark.parametrize("seed", range(6))
def test_no_area_that_may_be_suppressed_is_missing(seed: int) -> None:
    state = landing_state(seed, f"suppression-{seed % 3 + 1}")
    may = allowed(state, (f"suppress {area}" for area in state.board.areas))
    assert set(legal(state)) == may | {"next"}


def test_the_options_of_a_decision_and_nothing_else() -> None:
    match = match_on({"3/8A": afloat("1926")})
    do(match, "next", 3)
    assert legal(match.state) == ["decide step", "decide morale"]
    assert question(match.state).options == ["step", "morale"]


def test_when_the_game_is_over_nothing_is_legal() -> None:
    match = match_on({"3/8A": afloat("1926")})
    match.state.outcome = "time"
    assert legal(match.state) == []


def test_what_one_unit_may_do() -> None:
    match = match_on(carried("3/8A", "lvt-1", "1926") | {"3/8B": afloat("1924")})
    state = match.state
    listed = legal_for(state, state.units["lvt-1"])
    assert listed[:4] == ["advance lvt-1", "advance lvt-1 2026", "advance lvt-1 2027", "advance lvt-1 2126"]
    assert "advance lvt-1 2527" in listed, "six hexes ahead"
    assert all(command.startswith("advance lvt-1") for command in listed)
    assert legal_for(state, state.units["3/8A"]) == listed
    assert all("3/8B" in command for command in legal_for(state, state.units["3/8B"]))


def test_a_question_that_a_save_holds_can_be_answered() -> None:
    state = position(
        turn=2,
        phase="anti-landing-1",
        default="absent",
        units={"3/8A": afloat("1926")},
        pending=[{"kind": "arrive"}, {"kind": "hit", "unit": "3/8A"}],
    )
    assert state.stack == [HANDLERS.frame("arrive"), HANDLERS.frame("hit", unit="3/8A")]
    all_pass(state)
