"""What follows from the hexes that are held.

A set of hexes in the state never changes: a new set replaces it. So whatever follows from a set is computed once, then
looked up, and never out of date.
"""

from tarawa_cli.games.tarawa.model.board import PIER_FOOT, betio, neighbours
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Mapping
from tarawa_cli.kernel.standard import lru_cache

Hexes = frozenset[Hex]
_REMEMBERED = 128


@lru_cache(_REMEMBERED)
def uncleared(cleared: Hexes) -> Hexes:
    return betio().defended - cleared


@lru_cache(_REMEMBERED)
def friendly(cleared: Hexes, but: Hexes = frozenset()) -> Hexes:
    """Land that is ours: cleared, landing and airstrip hexes."""
    return (cleared | betio().free) - but


@lru_cache(_REMEMBERED)
def with_foot(hexes: Hexes) -> Hexes:
    """Some hexes plus 2632, the foot of the pier (11.33)."""
    return hexes | {PIER_FOOT}


@lru_cache(_REMEMBERED)
def secured(cleared: Hexes, occupied: Hexes) -> frozenset[str]:
    """Areas with no uncleared hex in them or within three hexes, and with all their airstrip entered (2.2, 9.2.2)."""
    board, left = betio(), uncleared(cleared)
    return frozenset(
        name
        for name, area in board.areas.items()
        if board.airstrip(name) <= occupied
        and left.isdisjoint(area.hexes)  # most are settled by this, which is quick
        and left.isdisjoint(board.around_area(name, 3))
    )


@lru_cache(_REMEMBERED)
def airstrip_near_unsecured(secured: frozenset[str], far: int) -> Hexes:
    """The airstrip hexes in an unsecured area or within some distance of one (11.31)."""
    board = betio()
    near = {hex for area in board.areas if area not in secured for hex in board.around_area(area, far)}
    return frozenset(hex for hex in near if board.terrain[hex] == "airstrip")


@lru_cache(_REMEMBERED)
def lines(cleared: Hexes, starts: Hexes) -> Mapping[Hex, int]:
    """Every hex connected to one of the starts through friendly hexes (2632 included), with its distance."""
    open_ = with_foot(friendly(cleared))
    found: dict[Hex, int] = {}
    edge, steps = starts, 0
    while edge:
        found |= dict.fromkeys(edge, steps)
        edge, steps = (frozenset().union(*map(neighbours, edge)) & open_) - found.keys(), steps + 1
    return found
