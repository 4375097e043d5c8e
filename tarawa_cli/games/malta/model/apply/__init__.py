"""The only place where state changes: one small function for each thing that can happen.

Call one with a play: `apply.phase_begun(play, "4", phase="embark")` records the event and applies it. The functions are
in the modules of this package, by subject; all of them can be imported from here.
"""

from tarawa_cli.games.malta.model.apply.air import *
from tarawa_cli.games.malta.model.apply.companies import *
from tarawa_cli.games.malta.model.apply.fights import *
from tarawa_cli.games.malta.model.apply.morning import *
from tarawa_cli.games.malta.model.apply.sea import *
from tarawa_cli.games.malta.model.apply.seals import *
from tarawa_cli.games.malta.model.apply.supply import *
from tarawa_cli.games.malta.model.apply.turn import *
from tarawa_cli.games.malta.model.apply.units import *
