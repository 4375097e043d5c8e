"""The sheet: how large hexes are, and where the map lies on it."""

from tarawa_cli.games.tarawa.model import board
from tarawa_cli.games.tarawa.model.board import betio
from tarawa_cli.kernel.render.svg import Point, Sheet

WIDTH = 72
"""A hex from side to side; everything else is measured against it."""
HEAD = 120
EDGE = 36

GRID = Sheet(board.GRID, betio().terrain, WIDTH, Point(EDGE, HEAD))
SIZE = GRID.end.moved(EDGE, EDGE)
