"""What follows from the hexes that are held.

A set of hexes in the state never changes: another one takes its place. So whatever follows from one is
worked out once and looked up from then on, and can never be out of date.
"""

from collections.abc import Mapping
from functools import cache, lru_cache

from tarawa_cli.games.tarawa.board import PIER_FOOT, betio
from tarawa_cli.kernel.hexes import Hex, neighbours, spread

Hexes = frozenset[Hex]
_REMEMBERED = 128


@lru_cache(_REMEMBERED)
def uncleared(cleared: Hexes) -> Hexes:
    return betio().defended - cleared


@lru_cache(_REMEMBERED)
def friendly(cleared: Hexes, but: Hexes = frozenset()) -> Hexes:
    """The land that is ours: cleared, landing and airstrip hexes."""
    return (cleared | betio().free) - but


@lru_cache(_REMEMBERED)
def secured(cleared: Hexes, occupied: Hexes) -> frozenset[str]:
    """Areas with no uncleared hex in or within three of them, and their airstrip entered (2.2, 9.2.2)."""
    board = betio()
    return frozenset(
        area
        for area in board.areas
        if board.airstrip(area) <= occupied and board.around_area(area, 3).isdisjoint(uncleared(cleared))
    )


@lru_cache(_REMEMBERED)
def lines(cleared: Hexes, starts: Hexes) -> Mapping[Hex, int]:
    """Every hex joined to one of the starts through friendly hexes, with its distance; 2632 is such a hex too."""
    open_ = friendly(cleared) | {PIER_FOOT}
    return spread(sorted(starts), lambda at: [hex for hex in _ashore_around(at) if hex in open_])


@cache
def _ashore_around(at: Hex) -> tuple[Hex, ...]:
    """The neighbours of a hex over which a line can run at all."""
    return tuple(hex for hex in neighbours(at) if hex in betio().land or hex == PIER_FOOT)
