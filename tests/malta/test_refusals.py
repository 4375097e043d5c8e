"""Every refusal cites a paragraph that there is, and offers what would work: an order that the law takes, or advice."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from tarawa_cli.games.malta import data
from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders import ORDERS
from tarawa_cli.games.malta.players import player
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import play_on
from tests.kit.fuzzing.starts import made_up, setup_of
from tests.malta.fuzzed import MALTA

PARAGRAPHS = data.document("rules.toml")
EVERY, MOST, LINES = 9, 8, 60
"""How often a game is looked at, how often at most, and with how many orders."""


SHAPES = """
move U H | move U H --strategic | move U H H | infiltrate U H | break U | join U | support H --by U | support H --air
bombard H | bombard H --by U | attack U --on H | attack U U --on H | break-through U --on H | break-through U U H --on H
ammo U | attach U livorno | detach U | strike U | replace U | absorb U U | dismantle H | dismantle H --at U
zone x H --turn T | series Z U U | series Z U | cancel Z | cancel Z U | step U H | airland U H | airland U U A
approach U west | embark U --to B | embark U U --to H --wave 2 | embark U U --to B --wave 2 | embark --plan | place U H
sail U H | shoot U U | shoot U B:1 | decide hold | next
"""
"""Orders of every kind: U is a unit, H a hex, B a beach, A an airfield, Z a drop zone, T a turn."""


def lines(state: State, rng: Random) -> Iterator[str]:
    """Orders with units and hexes at random: most of them make no sense."""
    board, held = state.board, [unit.at for unit in state.units.values() if unit.on_map]
    words = {
        "U": list(state.units), "H": [*sorted(board.land), *held], "B": sorted(board.zone_of),
        "A": sorted(board.airfields), "Z": [*state.plan, "x"], "T": [turn.id for turn in state.charts.turns],
    }  # fmt: skip
    shapes = [shape.strip() for line in SHAPES.strip().split("\n") for shape in line.split("|")]
    for _ in range(LINES):
        yield re.sub(r"\b[UHBAZT]\b", lambda found: rng.choice(words[found[0]]), rng.choice(shapes))


def refusals(state: State, rng: Random) -> Iterator[tuple[str, Refused]]:
    for line in lines(state, rng):
        try:
            GAME.check(state, GAME.read(state, line.split()))
        except Refused as error:
            yield line, error
        except BadOrder:
            continue


def flaws(state: State, line: str, error: Refused) -> Iterator[str]:
    """What is wrong with a refusal."""
    where = f"{state.phase}: {line}: ({error.rule}) {error.message}"
    if error.rule not in PARAGRAPHS:
        yield f"no such paragraph: {where}"
    if not error.hint:
        yield f"nothing is offered: {where}"
    elif error.hint.split()[0] in ORDERS and ", " not in error.hint:
        try:
            GAME.check(state, GAME.read(state, error.hint.split()))
        except (Refused, BadOrder) as no:
            yield f"{error.hint!r} is offered, and ({no.rule}) {no.message}: {where}"


def check_game(setup: Setup, seed: int) -> None:
    state, rng, looked = GAME.begin(setup), Random(seed), 0
    for number, _ in enumerate(play_on(GAME, state, player("random", str(seed)), seed)):
        if number % EVERY == 0 and not state.outcome:
            found = [flaw for line, error in refusals(state, rng) for flaw in flaws(state, line, error)]
            assert found == []
            looked += 1
        if looked == MOST:
            return


@pytest.mark.sample(5)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", ["cottonera", "hal-far", "south-beach", "last-stand", "herkules"])
def test_in_a_scenario(name: str, seed: int) -> None:
    check_game(Setup(name), seed)


@pytest.mark.sample(5)
@pytest.mark.parametrize("kind", ["battle", "invasion", "landing", "late", "thrust"])
@pytest.mark.parametrize("seed", range(2))
def test_in_a_made_up_position(kind: str, seed: int, tmp_path: str) -> None:
    check_game(setup_of(kind, made_up(MALTA, kind, seed), str(tmp_path)), seed)
