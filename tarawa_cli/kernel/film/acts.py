"""What a step of a film shows of the action: who goes where, who attacks whom, what is lost.

A game makes acts of its events; the page draws them over its map.
"""

from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Callable, Iterator, Mapping, NamedTuple

MOVE, ATTACK, SUPPORT, FIRE, STRIKE, LOSS = "move", "attack", "support", "fire", "strike", "loss"
JUMP, DRIFT = "jump", "drift"
"""Out of the air, from above the hex where one ends; and off one's course, over land, sea or in the air."""

Said = Callable[[Event], str]
"""What a roll came to, in words."""
Places = Mapping[str, str]
"""The hex of every unit that the picture shows, before the order."""


class Act(NamedTuple):
    """Something that is seen on the map."""

    kind: str
    who: str
    """The piece that does it or that it happens to, or nothing."""
    path: tuple[str, ...]
    """From its first hex to its last one; another piece can stand for a hex. A strike has a target only, and who
    comes from off the map has one hex only."""
    words: str = ""
    """What came of it."""


class Trace:
    """Acts in the making; it knows where everybody is while the events go on."""

    def __init__(self, places: Places) -> None:
        self._places = dict(places)
        self.acts: list[Act] = []

    def at(self, unit: str) -> Hex:
        return self._places.get(unit, "")

    def move(self, unit: str, *route: Hex) -> None:
        """Along a route without its first hex; a unit that goes on makes one path of it."""
        hexes = tuple(hex for hex in route if hex.isdigit())
        if not hexes:
            return
        last = self.acts[-1] if self.acts else None
        if last and last.kind == MOVE and last.who == unit:
            self.acts[-1] = last._replace(path=last.path + hexes)
        else:
            self.acts.append(Act(MOVE, unit, tuple(filter(None, (self.at(unit), *hexes)))))
        self._places[unit] = hexes[-1]

    def drop(self, unit: str, over: Hex, at: Hex) -> None:
        """Out of the air, with the wind from the hex over which a unit jumped."""
        self.acts.append(Act(JUMP, unit, (over, at) if over and over != at else (at,)))
        self._places[unit] = at

    def drift(self, unit: str) -> None:
        """The last move of a unit was not of its own choice."""
        for place in range(len(self.acts) - 1, -1, -1):
            if self.acts[place].kind == MOVE and self.acts[place].who == unit:
                self.acts[place] = self.acts[place]._replace(kind=DRIFT)
                return

    def aim(self, kind: str, unit: str, at: str, words: str = "") -> None:
        """From where a unit is to a target; a strike if nobody knows from where."""
        start = self.at(unit)
        if at:
            known = start and start != at
            self.acts.append(Act(kind, unit, (start, at), words) if known else Act(STRIKE, "", (at,), words))

    def lose(self, unit: str, words: str) -> None:
        if at := self.at(unit):
            self.acts.append(Act(LOSS, unit, (at,), words))

    def told(self) -> Iterator[Act]:
        """The acts; who stays where he is has not moved."""
        return (act for act in self.acts if len(act.path) == 1 or len(set(act.path)) > 1)
