"""The only place where state changes: one small function for each thing that can happen.

Call them through a play: `apply.phase_begun(play, "3", phase="embark")` records the event and applies it. They stand in
this package's modules by chapter, and all their names are here.
"""

from tarawa_cli.games.tarawa.model.apply.ashore import *  # noqa: F403
from tarawa_cli.games.tarawa.model.apply.landing import *  # noqa: F403
from tarawa_cli.games.tarawa.model.apply.turn import *  # noqa: F403
