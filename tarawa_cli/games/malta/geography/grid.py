"""The grid of Malta's map (2.3): `CCRR`, columns eastward, rows southward, flat tops, even columns half a hex lower."""

from tarawa_cli.kernel.hexes import Grid

GRID = Grid("flat", "CCRR", "eastward", "even")

is_hex = GRID.is_hex
neighbours = GRID.neighbours
distance = GRID.distance
disc = GRID.disc
within = GRID.within
