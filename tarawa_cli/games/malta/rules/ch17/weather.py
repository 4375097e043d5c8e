"""The weather of a day (17.2), and what it leaves of the planes."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch17.navy import fleet_came
from tarawa_cli.kernel.play import Play


@rule("17.2")
def roll_weather(play: Play[State]) -> None:
    """Two dice for the day."""
    row, _ = play.roll(play.state.charts.table("weather"), rule="17.2", column="1")
    apply.weather_changed(play, "17.2", weather=row.result)


@rule("17.2", "17.5", "17.6")
def daily(state: State, what: str) -> int:
    """How many air markers a turn (`air`) or air strikes (`strikes`) the day has."""
    if what == "air" and fleet_came(state):
        return state.charts.value("air-navy-clear") if state.weather == "clear" else 0
    number = state.charts.value(f"{what}-{'first-day' if state.box.day == 1 else state.weather}")
    return -(-number // 2) if what == "strikes" and fleet_came(state) else number
