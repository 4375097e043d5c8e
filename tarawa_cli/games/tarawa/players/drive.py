"""The drive to the far end of the island, which decides whether the time is enough."""

from tarawa_cli.games.tarawa.model.board import friendly_hexes, neighbours, uncleared_hexes
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Collection, Mapping, NamedTuple
from tarawa_cli.kernel.standard import lru_cache

TOUGH = -1
"""Japanese morale is high while its level is this or above."""
DETOUR = 2
"""How much longer than the shortest way from the front to the far end a way may be, in hexes."""
PACE, RESERVE = 1.5, 3
"""A drive in supply makes so many hexes a turn, and should arrive so many turns before the end."""


class Drive(NamedTuple):
    """The way from the front to the far end, the uncleared hex that is farthest from all ground of the Marines."""

    length: int
    """In hexes."""
    detours: Mapping[Hex, int]
    """The hexes at the front from which the way leads on, each with what is longer about the way through it."""


NONE = Drive(0, {})


def drive(state: State) -> Drive:
    """The drive that is on: once the Japanese are shaken, if the whole island must be cleared."""
    if state.setting.scenario.goal or state.level("japanese") >= TOUGH:
        return NONE
    return _drive(state.cleared)


def is_late(state: State) -> bool:
    """Whether the drive will hardly arrive in time."""
    return drive(state).length > PACE * (state.setting.scenario.length - state.turn - RESERVE)


@lru_cache(64)
def _drive(cleared: frozenset[Hex]) -> Drive:
    left = uncleared_hexes(cleared)
    depth = _steps(sorted(friendly_hexes(cleared)), left)
    inland = {at: steps for at, steps in depth.items() if steps}
    if not inland:
        return NONE
    far_end = min(inland, key=lambda at: (-inland[at], at))
    way = _steps([far_end], left)
    front = {at: way[at] for at, steps in inland.items() if steps == 1 and at in way}
    shortest = min(front.values())
    detours = {at: steps - shortest for at, steps in front.items() if steps <= shortest + DETOUR}
    return Drive(shortest + 1, detours)


def _steps(start: list[Hex], land: Collection[Hex]) -> dict[Hex, int]:
    """The distance of the hexes of some land from where one starts, through that land, in hexes."""
    steps = dict.fromkeys(start, 0)
    queue = list(start)
    for here in queue:
        for there in neighbours(here):
            if there in land and there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps
