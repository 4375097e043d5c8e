"""The grid of Betio's map (2.2): `RRCC`, rows southward, columns westward, pointy hexes, odd rows half a hex west."""

from tarawa_cli.kernel.hexes import Grid

GRID = Grid("pointy", "RRCC", "westward", "odd")

is_hex = GRID.is_hex
neighbour = GRID.neighbour
neighbours = GRID.neighbours
distance = GRID.distance
disc = GRID.disc
within = GRID.within

FRONT = {"S": ("SE", "SW"), "N": ("NW", "NE"), "ESE": ("E", "SE"), "WNW": ("W", "NW")}
"""A craft that faces a corner enters only the hexes left and right of it (6.4)."""
BACK = {"S": ("NW", "NE"), "N": ("SE", "SW"), "ESE": ("W", "NW"), "WNW": ("E", "SE")}
"""The opposite directions: where it comes from."""
