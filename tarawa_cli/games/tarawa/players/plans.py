"""What `expert` chooses from: plans for the land phase of a turn, and for how a wave comes in."""

from tarawa_cli.games.tarawa.players.fighting import PlayingStyle
from tarawa_cli.kernel.hints import Mapping, NamedTuple

WEST = ("pocket", "beak", "green", "temakin")
CENTRE = ("red2", "triangle", "taxiway", "black1")
EAST = ("red3", "eastend", "black2", "tail", "takarongo")


class Plan(NamedTuple):
    """A way to play a phase: what usually counts, times these."""

    name: str
    """In words that finish "the plan is to …"."""
    style: Mapping[str, float] = {}
    areas: tuple[str, ...] = ()
    """The areas that it goes for."""
    wades: bool = False
    """Whether infantry without an amtrac wades in."""
    delay: int = 0
    """The impulses given up for a longer bombardment (5.1)."""

    def styled(self, usual: PlayingStyle) -> PlayingStyle:
        changed = {name: getattr(usual, name) * times for name, times in self.style.items()}
        return usual._replace(**changed, areas=self.areas or usual.areas)


USUAL = Plan("do what seems best")
ACTIONS = (
    USUAL,
    Plan("attack only where it costs little", {"price": 2.5, "least_chance": 1.5}),
    Plan("attack wherever ground can be won", {"price": 0.3, "least_chance": 0.7}),
    Plan("break the pillboxes first", {"pillbox": 2.5}),
    Plan("go for the east", areas=EAST),
    Plan("go for the west", areas=WEST),
    Plan("go for the centre", areas=CENTRE),
)
"""For the land phase, the likeliest first."""
WAVES = (Plan("wait for amtracs and the pier"), Plan("let the infantry wade in", wades=True))
"""For a wave."""
SCHEMES = (
    Plan("land at once"),
    Plan("bombard for one more impulse", delay=1),
    Plan("bombard for two more impulses", delay=2),
)
"""For the first morning."""
