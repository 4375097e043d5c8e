"""The amphibious segment (4.22): waves, warships, coast guns, landings."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.phases import Phase

PARTS: dict[str, Phase[State]] = {}
