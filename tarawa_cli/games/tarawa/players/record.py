"""The figures of a game by which chapter 15 judges the tables."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Any, Iterable

LOOKS = (5, 14, 23)
"""The evenings on which the battle is measured."""
LAND = 303
ARRIVALS = ("amtracs of turn 1", "waders of turn 2", "1/8")
NIGHTS = 3


def held(state: State) -> float:
    """The share of the island that is cleared, or has been entered if it is beach or airstrip."""
    return (len(state.cleared) + len(state.occupied)) / len(state.board.land)


class Record:
    """Watches a game order by order."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.orders = 0
        self.casualties: dict[str, int] = {}
        self.held: dict[str, float] = {}
        self.pillboxes: dict[int, int] = {}
        """The turn in which the first, second… pillbox hex was cleared."""
        self.banzais = [0] * NIGHTS
        self.collapse = 0
        """The first turn in which Japanese hexes fell without an attack."""
        self._group: dict[str, str] = {}
        self._arrived: dict[str, list[tuple[int, int]]] = {name: [] for name in ARRIVALS}
        self._turn = state.turn

    def take(self, events: Iterable[Event]) -> None:
        """Take note of an order that has been carried out."""
        self.orders += 1
        for event in events:
            watch = _WATCH.get(event.type)
            if watch:
                watch(self, event)

    def _turn_begun(self, event: Event) -> None:
        ended = event.facts["turn"] - 1
        if ended in LOOKS:
            self._measure(str(ended))
        self._turn = event.facts["turn"]

    def _game_over(self, event: Event) -> None:
        """Figures not reached by the end count as they stand then."""
        for turn in (*map(str, LOOKS), "end"):
            if turn not in self.held:
                self._measure(turn)

    def _measure(self, name: str) -> None:
        self.casualties[name] = self.state.casualties
        self.held[name] = held(self.state)

    def _hex_cleared(self, event: Event) -> None:
        if event.rule == "9.2.3":
            self.collapse = self.collapse or self._turn
        if event.facts["hex"] in self.state.board.pillboxes:
            self.pillboxes[len(self.pillboxes) + 1] = self._turn

    def _banzai_struck(self, event: Event) -> None:
        self.banzais[{6: 0, 7: 0, 15: 1, 16: 1}.get(self._turn, 2)] += 1

    # ── Arrivals

    def _embarked(self, event: Event) -> None:
        unit = self.state.units[event.facts["unit"]]
        crosses = self.state.units[event.facts["craft"]].type.crosses
        if not unit.type.can("attacks"):
            return
        if unit.type.battalion == "1/8":
            self._group[unit.id] = "1/8"
        elif self._turn == 1 and crosses == "always":
            self._group[unit.id] = "amtracs of turn 1"
        elif self._turn == 2 and crosses == "high-water":
            self._group[unit.id] = "waders of turn 2"

    def _arrives(self, event: Event) -> None:
        group = self._group.pop(event.facts["unit"], "")
        if group:
            unit = self.state.units[event.facts["unit"]]
            self._arrived[group].append((unit.steps, unit.type.steps))

    def arrivals(self) -> dict[str, float | None]:
        """The share of steps with which each group came ashore; None if nobody of it did."""
        shares: dict[str, float | None] = {}
        for name, units in self._arrived.items():
            full = sum(of for _, of in units)
            shares[name] = sum(steps for steps, _ in units) / full if full else None
        return shares

    def facts(self) -> dict[str, Any]:
        """All figures, in a fixed order."""
        return {
            "outcome": self.state.outcome,
            "turn": self.state.turn,
            "orders": self.orders,
            "casualties": self.casualties,
            "held": self.held,
            "pillboxes_turn_2": sum(1 for turn in self.pillboxes.values() if turn <= 2),
            "eighth_pillbox": self.pillboxes.get(8),
            "arrivals": self.arrivals(),
            "banzais": self.banzais,
            "collapse": self.collapse or None,
            "uncleared": len(self.state.uncleared),
        }


_WATCH = {
    "turn-begun": Record._turn_begun,
    "game-over": Record._game_over,
    "hex-cleared": Record._hex_cleared,
    "banzai-struck": Record._banzai_struck,
    "embarked": Record._embarked,
    "landing-turn-set": Record._arrives,
    "unit-lost": Record._arrives,
}
