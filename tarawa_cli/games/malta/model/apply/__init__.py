"""The only place where state changes: one small function for each thing that can happen.

Call one with a play: `apply.phase_begun(play, "4", phase="embark")` records the event and applies it. The functions are
in the modules of this package, by subject; all of them can be imported from here.
"""

from tarawa_cli.games.malta.model.apply.land import *
from tarawa_cli.games.malta.model.apply.sea_and_air import *
from tarawa_cli.games.malta.model.apply.turn import *
