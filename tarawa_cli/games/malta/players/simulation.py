"""Many games by a computer player, and their figures."""

from tarawa_cli.games.malta import data
from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import OUTCOMES, RESIGNED, State
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.players import player
from tarawa_cli.games.malta.rules.ch20_22_victory_scenarios import WHOLE_BATTLE, has_every_city
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Any, Iterable, Iterator, Sequence
from tarawa_cli.kernel.players import simulation
from tarawa_cli.kernel.players.simulation import Figure, GameSeries, chances, chances_line, figure
from tarawa_cli.kernel.presentation import Figures

STEPS = 3
"""Of a battalion."""
ALL_SHIPS = 6
"""The Royal Navy's die that sinks all who are still at sea (17.6)."""
EQUAL = "strong"
"""Who plays both sides where chapter 23 is measured."""
ENDS = {"Malta surrenders": "surrender", "called off": "called-off", "Malta stands": "stands"}
BY_ROLL, AFTER_6 = "surrenders by the roll", "surrenders after a Royal Navy 6"
SHARES = (*ENDS, BY_ROLL, AFTER_6)
"""Figures that are shares of games."""


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
            "every city": has_every_city(self.state),
            "royal navy": self.state.royal_navy,
            "first day": None if self.first_day is None else round(self.first_day / STEPS, 2),
            "orders": self.orders,
            "attacks": self.attacks,
            "steps lost": lost,
        }


def play_game(series: GameSeries, number: int) -> dict[str, Any]:
    """One game of a series, as its figures."""
    return simulation.play_game(GAME, series, number, player, Record)


def play_series(series: GameSeries, jobs: int) -> Iterator[dict[str, Any]]:
    return simulation.play_series(play_game, series, jobs)


def figures(series: GameSeries, played: Sequence[dict[str, Any]]) -> Figures:
    """The figures of a series, with the bands of chapter 23 if two equal players play the whole battle."""
    outcomes = _outcomes(played)
    bands = data.document("bands.toml")["bands"] if _is_judged(series) else {}
    shares = _shares(played) if series.setup.scenario == WHOLE_BATTLE else {}
    found = [figure(name, values, bands.get(name), average=True) for name, values in shares.items()]
    found += [figure(name, values, bands.get(name)) for name, values in _rows(played).items()]
    known = [one for one in found if one]
    told = ", ".join(f"{name} {number} ({number / len(played) * 100:.1f} %)" for name, number in outcomes.items())
    head = f"{'':34}{'median':>9}{'10 %':>9}{'90 %':>9}{'   chapter 23' if bands else ''}"
    return Figures(
        {"outcomes": outcomes, "figures": [one.facts() for one in known]}, [told, "", head, *map(_line, known)]
    )


def _outcomes(played: Sequence[dict[str, Any]]) -> dict[str, int]:
    """How many games ended in each way; resignations are counted where there are any."""
    counted = {name: sum(game["outcome"] == name for game in played) for name in (*OUTCOMES, *RESIGNED)}
    return {name: count for name, count in counted.items() if count or name in OUTCOMES}


def _shares(played: Sequence[dict[str, Any]]) -> dict[str, list[bool]]:
    """Games of which chapter 23 wants a share: whether each is one."""
    surrendered = [game for game in played if game["outcome"] == "surrender"]
    attacked = [game for game in played if game["royal navy"] == ALL_SHIPS]
    return {
        **{name: [game["outcome"] == end for game in played] for name, end in ENDS.items()},
        BY_ROLL: [not game["every city"] for game in surrendered],
        AFTER_6: [game["outcome"] == "surrender" for game in attacked],
    }


def _is_judged(series: GameSeries) -> bool:
    setup, players = series.setup, {series.player, *series.sides.values()}
    plain = not (setup.tables or setup.options or series.start)
    return setup.scenario == WHOLE_BATTLE and plain and players == {EQUAL}


def _rows(played: Sequence[dict[str, Any]]) -> dict[str, list[Any]]:
    return {
        "days": [game["days"] for game in played],
        "battalions lost, Axis, first day": [game["first day"] for game in played],
        "orders": [game["orders"] for game in played],
        "attacks": [game["attacks"] for game in played],
        **{f"steps lost, {side}": [game["steps lost"][side] for game in played] for side in SIDES},
    }


def _line(one: Figure) -> str:
    if one.name in SHARES:
        row = f"{one.name:34}{one.middle * 100:7.1f} %"
    else:
        row = f"{one.name:34}{one.middle:9,.1f}{one.low:9,.1f}{one.high:9,.1f}"
    return row + (f"{'':{61 - len(row)}}   {_band(one)}" if one.band else "")


def _band(one: Figure) -> str:
    low, high = one.band or (0, 0)
    told = f"{low * 100:.0f} to {high * 100:.0f} %" if one.name in SHARES else f"{low:g} to {high:g}"
    return f"{told}: {'holds' if one.holds else 'does not hold'}"


def prospects(series: GameSeries, played: Sequence[dict[str, Any]]) -> Figures:
    """The forecast of a position: outcomes, and the steps that each side has lost by the end."""
    told = chances(_outcomes(played), len(played))
    lost = {side: figure(f"steps lost, {side}", [game["steps lost"][side] for game in played]) for side in SIDES}
    rows = [one for one in lost.values() if one]
    lines = [chances_line(told), *(f"{one.name} {one.low:,.0f} to {one.high:,.0f}" for one in rows)]
    return Figures({"outcomes": told, "figures": [one.facts() for one in rows]}, lines)
