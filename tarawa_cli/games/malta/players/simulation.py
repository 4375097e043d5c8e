"""Many games by a computer player, summed up."""

from collections.abc import Iterable, Iterator, Sequence

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import OUTCOMES, State
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.players import player
from tarawa_cli.kernel import simulation
from tarawa_cli.kernel.door import Figures
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.play import Event
from tarawa_cli.kernel.simulation import Series, chances, chances_line, figure

DECIDED = ("surrender", "called-off")
STEPS = 3
"""Of a battalion."""


class Record:
    """Watches a game order by order."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.orders = self.attacks = 0
        self.first_day: int | None = None
        """Axis steps lost by the end of the first day."""

    def take(self, events: Iterable[Event]) -> None:
        self.orders += 1
        if self.state.box.day == 1:
            self.first_day = self.state.lost_steps
        self.attacks += sum(event.type == "attack-begun" for event in events)

    def facts(self) -> dict[str, Any]:
        lost = {
            side: sum(
                unit.type.steps - self.state.steps_left(unit)
                for unit in self.state.units.values()
                if unit.side == side and not unit.type.of
            )
            for side in SIDES
        }
        return {
            "outcome": self.state.outcome,
            "turn": self.state.turn,
            "days": self.state.box.day,
            "first day": None if self.first_day is None else round(self.first_day / STEPS, 2),
            "orders": self.orders,
            "attacks": self.attacks,
            "steps lost": lost,
        }


def play_game(series: Series, number: int) -> dict[str, Any]:
    """One game of a series, as its figures."""
    return simulation.play_game(GAME, series, number, player, Record)


def play_series(series: Series, jobs: int) -> Iterator[dict[str, Any]]:
    return simulation.play_series(play_game, series, jobs)


def figures(series: Series, played: Sequence[dict[str, Any]]) -> Figures:
    outcomes = {name: sum(game["outcome"] == name for game in played) for name in OUTCOMES}
    decided = [game["days"] for game in played if game["outcome"] in DECIDED]
    rows = {
        "days, if decided": decided,
        "battalions lost, Axis, first day": [game["first day"] for game in played],
        "orders": [game["orders"] for game in played],
        "attacks": [game["attacks"] for game in played],
        **{f"steps lost, {side}": [game["steps lost"][side] for game in played] for side in SIDES},
    }
    found = [one for name, values in rows.items() if (one := figure(name, values))]
    told = ", ".join(f"{name} {number} ({number / len(played) * 100:.1f} %)" for name, number in outcomes.items())
    lines = [told, "", f"{'':34}{'median':>9}{'10 %':>9}{'90 %':>9}"]
    lines += [f"{one.name:34}{one.middle:9,.1f}{one.low:9,.1f}{one.high:9,.1f}" for one in found]
    return Figures({"outcomes": outcomes, "figures": [one.facts() for one in found]}, lines)


def prospects(series: Series, played: Sequence[dict[str, Any]]) -> Figures:
    """What may become of a position: how the game ends, and the steps that each side has lost by then."""
    told = chances({name: sum(game["outcome"] == name for game in played) for name in OUTCOMES}, len(played))
    lost = {side: figure(f"steps lost, {side}", [game["steps lost"][side] for game in played]) for side in SIDES}
    rows = [one for one in lost.values() if one]
    lines = [chances_line(told), *(f"{one.name} {one.low:,.0f} to {one.high:,.0f}" for one in rows)]
    return Figures({"outcomes": told, "figures": [one.facts() for one in rows]}, lines)
