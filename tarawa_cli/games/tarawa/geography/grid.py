"""The grid of Betio's map (2.2): `RRCC`, rows south, columns west, pointy-top hexes, odd rows half a hex west."""

from tarawa_cli.kernel.hexes import (
    DIRECTIONS,
    FRONT,
    column,
    direction,
    disc,
    distance,
    hex_at,
    is_hex,
    neighbour,
    neighbours,
    row,
    westing,
    within,
)

__all__ = [
    "DIRECTIONS",
    "FRONT",
    "column",
    "direction",
    "disc",
    "distance",
    "hex_at",
    "is_hex",
    "neighbour",
    "neighbours",
    "row",
    "westing",
    "within",
]
