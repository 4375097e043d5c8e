"""The only place where state changes: one small function for each thing that can happen.

Call one with a play: `apply.phase_begun(play, "3", phase="embark")` records the event and applies it. The functions are
in the modules of this package, by chapter; all of them can be imported from here.
"""

from tarawa_cli.games.tarawa.model.apply.landing import *
from tarawa_cli.games.tarawa.model.apply.turn import *
