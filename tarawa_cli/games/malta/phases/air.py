"""The airborne segment (4.23)."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.phases import Phase

PARTS: dict[str, Phase[State]] = {}
