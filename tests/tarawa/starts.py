"""Made-up starts, so that what is rare or late in a campaign comes up often."""

from collections.abc import Callable, Iterable, Set
from random import Random
from typing import Any

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.board import distance, in_hex, neighbours
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.rules.ch07_actions import has_room
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import head_sites
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves import toml

Position = dict[str, Any]

_HEAD = '[scenario]\nid = "{name}"\nname = "A made-up start"\nbase = "campaign"\n\n[position]\n'
_PIER: Position = {"pier_walked": True, "cleared": "2731", "stock": 6}
LANDINGS: dict[str, Position] = {
    "the pier cleared": _PIER | {"turn": 4},
    "a head at the pier": _PIER | {"turn": 5, "heads": "2731"},
    "high water": {"turn": 11, "stock": 5, "policy": {"empty-lvt": "wait"}},
    "the tide about to fall": {"turn": 13, "stock": 5},
    "night": {"turn": 6, "stock": 3},
    "broken regiments": {"turn": 3, "tracks": {"2nd": -4, "8th": -5, "10th": -5, "japanese": 5}},
}


def landing(rng: Random) -> Position:
    """The fleet still has all its units, and something is unusual."""
    return {"phase": "embark"} | LANDINGS[rng.choice(list(LANDINGS))]


def battle(rng: Random) -> Position:
    """The fight ashore at any time: ground won with some holes, units of all strengths, morale of all levels."""
    state = GAME.begin(Setup("campaign"))
    state.turn = rng.randint(2, 29)
    state.cleared = _ground_won(state, rng)
    units = _forces(state, rng)
    heads = head_sites(state)
    held = sorted({unit.at for unit in state.units.values() if unit.at in state.board.land})
    return {
        "turn": state.turn,
        "phase": rng.choice(["actions", "embark"]),
        "tracks": {track: rng.randint(-5, 5) for track in state.tracks},
        "casualties": 50 * rng.randint(0, 110),
        "shore": rng.randint(0, 3),
        "stock": rng.randint(0, 6),
        "cleared": sorted(state.cleared),
        "occupied": sorted(rng.sample(sorted(state.board.free), rng.randint(0, len(state.board.free)))),
        "heads": rng.sample(heads, min(len(heads), rng.randint(0, 4))),
        "improved": rng.sample(held, rng.randint(0, len(held) // 3)),
        "pier_walked": rng.random() < 0.5,
        "wreck": rng.choice(["", "", "occupied", "cleared"]),
        "wreck_fire": rng.randint(0, 2),
        "wreck_party": rng.random() < 0.3,
        "supply_loss": rng.randint(0, 2),
        "shore_loss": rng.randint(0, 2),
        "chits": {area: rng.randint(-2, 0) for area in rng.sample(list(state.board.areas), 3)},
        "units": units,
    }


def _ground_won(state: State, rng: Random) -> frozenset[Hex]:
    """Hexes within some distance of the Red beaches, up to nearly the whole island, with holes."""
    depth, holes = rng.choice([2, 3, 5, 8, 12, 20, 30, 40]), rng.choice([0.02, 0.1, 0.3])
    beaches = [hex for hex, beach in state.board.landing.items() if beach.startswith("red")]
    near = [hex for hex in sorted(state.board.defended) if min(distance(hex, start) for start in beaches) < depth]
    return frozenset(hex for hex in near if rng.random() > holes) - {"4403"}


def _forces(state: State, rng: Random) -> dict[str, Position]:
    """Most units ashore, some lost, some still to come."""
    friendly = state.board.free | state.cleared
    front = {hex for other in state.uncleared for hex in neighbours(other)} & friendly
    units: dict[str, Position] = {}
    for unit in state.units.values():
        fate = rng.random()
        if fate < 0.1:
            units[unit.id] = {"at": "lost"}
        elif unit.type.is_craft:
            units[unit.id] = {"steps": rng.randint(1, unit.type.steps)}
        elif fate < 0.7:
            units[unit.id] = _ashore(state, unit, (front, friendly) if rng.random() < 0.8 else (friendly,), rng)
    return units


def _ashore(state: State, unit: Unit, grounds: Iterable[Set[Hex]], rng: Random) -> Position:
    """Place a unit on the first ground that has room; it is put there, so that the next one stands beside it."""
    rooms = ([hex for hex in sorted(ground) if has_room(state, hex, unit)] for ground in grounds)
    state.units.put(unit, in_hex(rng.choice(next(room for room in rooms if room))))
    supply = rng.choice(["active", "active", "active", "general", "none"])
    return {
        "at": unit.at,
        "steps": rng.randint(1, unit.type.steps),
        "landed": rng.randint(1, state.turn - 1),
        "supply": supply,
        "unsupplied": rng.randint(1, 3) if supply == "none" else 0,
        "pins": rng.choice([0, 0, 0, 1, 2]),
    }


def file_of(name: str, position: Position) -> str:
    """The scenario file that starts in a position."""
    return _HEAD.format(name=name) + "\n".join(toml.lines(position)) + "\n"


MADE_UP: dict[str, Callable[[Random], str]] = {
    "battle": lambda rng: file_of("battle", battle(rng)),
    "landing": lambda rng: file_of("landing", landing(rng)),
}
