"""The initial segment of a day (4.1)."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch12_artillery import can_land, land_ammunition
from tarawa_cli.games.malta.rules.ch14_leaders import bring_back
from tarawa_cli.games.malta.rules.ch15_formations import changeable
from tarawa_cli.games.malta.rules.ch16_special_units.batteries import asks_dismantle, bring_engineers, engineers_due
from tarawa_cli.games.malta.rules.ch17_special_rules import (
    absorb_by_standing_answer,
    asks_absorb,
    can_absorb,
    can_strike,
    end_replacements,
    end_strikes,
    intervene,
    replaceable,
    roll_weather,
    strike_targets,
)
from tarawa_cli.kernel.engine.phases import Phase


def is_morning(state: State) -> bool:
    return state.box.time == "am"


@rule("4.1")
def is_later_morning(state: State) -> bool:
    """Not on 29 June."""
    return is_morning(state) and state.box.day > 1


def _on_day(state: State, name: str) -> bool:
    return is_morning(state) and state.box.day == state.charts.value(name)


PARTS: dict[str, Phase[State]] = {
    "formations": Phase(is_morning, waits=lambda state: bool(changeable(state))),
    "weather": Phase(is_later_morning, roll_weather),
    "air-strikes": Phase(
        lambda state: is_morning(state) and bool(strike_targets(state)), waits=can_strike, leave=end_strikes
    ),
    "aides": Phase(is_morning, bring_back),
    "replacements": Phase(
        lambda state: _on_day(state, "replacements-day"),
        waits=lambda state: bool(replaceable(state)),
        leave=end_replacements,
    ),
    "absorb": Phase(
        lambda state: is_morning(state) and can_absorb(state), absorb_by_standing_answer, waits=asks_absorb
    ),
    "ammunition": Phase(lambda state: is_later_morning(state) and can_land(state), land_ammunition),
    "dismantle": Phase(
        lambda state: is_later_morning(state) and (asks_dismantle(state) or engineers_due(state) > 0),
        bring_engineers,
        waits=asks_dismantle,
    ),
    "royal-navy": Phase(lambda state: _on_day(state, "navy-day"), intervene),
}
