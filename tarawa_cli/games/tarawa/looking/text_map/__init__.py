"""The map as text: the signs for Betio, in five layers, from afar and close by.

Capital letters and digits are Marines; small letters and other signs are ground, so that units can be told from terrain
without colour. Uncleared ground is hatched.
"""

from tarawa_cli.games.tarawa.looking.text_map.close import close_map
from tarawa_cli.games.tarawa.looking.text_map.layers import LOOKS
from tarawa_cli.games.tarawa.looking.text_map.legend import legend
from tarawa_cli.games.tarawa.looking.text_map.scene import PALETTE, SIGNS
from tarawa_cli.games.tarawa.looking.text_map.whole import COLUMNS, ROWS, whole_map

__all__ = ["COLUMNS", "LOOKS", "PALETTE", "ROWS", "SIGNS", "close_map", "legend", "whole_map"]
