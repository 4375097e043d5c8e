"""`legal` and the law agree: of all orders that name one unit, those that the law allows are listed, and no others."""

from collections.abc import Iterator

import pytest

from tarawa_cli.games.malta.game import GAME, MALTESE
from tarawa_cli.games.malta.model.scenario import units_of
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.players import player
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import play_on
from tests.kit import law
from tests.kit.fuzzing.starts import made_up, setup_of
from tests.malta.fuzzed import MALTA

EVERY = 17
MOST = 6
"""Positions of a game that are looked at."""


def positions(setup: Setup, seed: int) -> Iterator[State]:
    """Some positions of a random game."""
    state, found = GAME.begin(setup), 0
    for number, _ in enumerate(play_on(GAME, state, player("random", str(seed)), seed)):
        if number % EVERY == 0 and not state.outcome and not state.question:
            yield state
            found += 1
        if found == MOST:
            return


def candidates(state: State) -> Iterator[str]:
    """Orders of each kind with one unit, whether they make sense or not."""
    own = [unit for unit in state.units.values() if unit.side == MALTESE.to_act(state) and unit.at != "absent"]
    enemies = sorted({unit.at for unit in state.units.values() if unit.on_map and unit not in own})
    for unit in own:
        yield from (f"{name} {unit.id}" for name in ("break", "join"))
        around = state.board.adjacent.get(unit.at, ())
        yield from (f"{name} {unit.id} {at}" for name in ("move", "infiltrate") for at in around)
        yield from (f"move {unit.id} {at} --strategic" for at in around)
        yield from (f"attack {unit.id} --on {at}" for at in enemies)
        if unit.can("gun"):
            yield from (f"support {at} --by {unit.id}" for at in enemies)
    yield from (f"support {at} --air" for at in enemies)
    yield "next"


def check(state: State) -> None:
    assert law.unlisted(GAME, state, candidates(state)) == []
    listed = GAME.legal.legal(state)
    assert list(law.misjudged(GAME, state, listed[::7])) == []


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(3))
def test_in_the_land_battle(seed: int) -> None:
    for state in positions(Setup("cottonera"), seed):
        check(state)


@pytest.mark.sample(5)
@pytest.mark.parametrize("seed", range(4))
def test_in_a_made_up_battle(seed: int, tmp_path: str) -> None:
    for state in positions(setup_of("battle", made_up(MALTA, "battle", seed), str(tmp_path)), seed):
        check(state)


def at_sea(state: State) -> Iterator[str]:
    """Orders of those who come by sea and by air, in the phases before they land."""
    units = [unit for unit in state.units.values() if unit.side == "axis" and unit.at != "absent"]
    yield from (f"embark {unit.id} --to {at}" for unit in units for at in state.board.zone_of)
    yield from (f"approach {unit.id} {zone}" for unit in units for zone in state.board.beaches if not unit.type.of)
    yield from (f"place {unit.id} {at}" for unit in units if unit.can("ship") for at in ("1320", "1420", "1516"))
    for name, zone in state.plan.items():
        yield from (f"cancel {name} {id}".rstrip() for id in ("", *units_of(zone)))


def stays(state: State, line: str) -> bool:
    """Whether an order puts somebody into the box in which he is."""
    name, unit, *to = line.split()
    return name == "approach" and state.units[unit].at == f"follow-up:{to[0]}"


def test_from_the_sea_and_in_the_plan() -> None:
    match = Match(GAME, Setup("herkules", options={"plan": "own"}), 1)
    phases = []
    for line in ("zone a 1713 --turn 30jun-am", "series a fj-kroh", "approach i-87 south", *["next"] * 6):
        session.perform(match, line.split())
        phases.append(match.state.phase)
        lines = (line for line in at_sea(match.state) if not stays(match.state, line))
        assert law.unlisted(GAME, match.state, lines) == []
    assert {"setup-axis", "approach", "plan-drops", "embark", "ships"} <= set(phases)
