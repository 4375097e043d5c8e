"""The sheet: the size of hexes, the place of the map, and of the panels next to it and below it."""

from tarawa_cli.games.malta.model import board
from tarawa_cli.games.malta.model.board import malta
from tarawa_cli.kernel.render.svg import Point, Sheet

WIDTH = 96
"""A hex from side to side; everything else is measured against it."""
HEAD = 120
EDGE = 36

GRID = Sheet(board.GRID, malta().terrain, WIDTH, Point(EDGE, HEAD))
PANEL = Point(GRID.end.x + EDGE, HEAD)
"""The corner of the panel beside the map."""
PANEL_WIDE = 620
TRACK = Point(EDGE, GRID.end.y + EDGE)
"""The corner of the turn track below the map."""
TRACK_HIGH = 96
BOXES = TRACK.moved(0, TRACK_HIGH + EDGE)
"""The corner of the boxes below the track."""
BOXES_HIGH = 480
SIZE = Point(PANEL.x + PANEL_WIDE + EDGE, BOXES.y + BOXES_HIGH + EDGE)
