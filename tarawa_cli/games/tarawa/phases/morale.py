"""Phase `morale`: the markers' levels become operative."""

from tarawa_cli.games.tarawa.phases import Phase
from tarawa_cli.games.tarawa.rules.morale import copy_levels

PHASE = Phase(enter=copy_levels)
