"""`legal` and the law agree: of all orders that name one unit, those that the law allows are listed, and no others."""

from collections.abc import Iterator

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.players import player
from tarawa_cli.games.malta.sides import MALTESE
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
        yield from (f"attack {unit.id} --on {at}" for at in enemies)
        if unit.can("gun"):
            yield from (f"support {at} --by {unit.id}" for at in enemies)
    yield from (f"support {at} --air" for at in enemies)
    yield "next"


def check(state: State) -> None:
    assert law.unlisted(GAME, state, candidates(state)) == []
    listed = GAME.choices.legal(state)
    assert list(law.misjudged(GAME, state, listed[::7])) == []


@pytest.mark.parametrize("seed", range(3))
def test_in_the_land_battle(seed: int) -> None:
    for state in positions(Setup("cottonera"), seed):
        check(state)


@pytest.mark.parametrize("seed", range(4))
def test_in_a_made_up_battle(seed: int, tmp_path: str) -> None:
    for state in positions(setup_of("battle", made_up(MALTA, "battle", seed), str(tmp_path)), seed):
        check(state)
