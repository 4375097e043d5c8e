"""The map as text: the whole island within 80 columns, or a part of it from close by."""

from tarawa_cli.games.malta.looking.text_map.close import close_map as close_map
from tarawa_cli.games.malta.looking.text_map.whole import whole_map as whole_map
