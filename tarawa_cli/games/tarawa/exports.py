"""The present position as a scenario of its own."""

from typing import Any

import tomli_w

from tarawa_cli.games.tarawa import codec, scenario
from tarawa_cli.games.tarawa.state import State


def position(state: State) -> str:
    """A scenario file that starts exactly here."""
    here = state.setting.scenario
    head: dict[str, Any] = {
        "id": f"{here.id}-turn-{state.turn}",
        "name": f"{here.name}, turn {state.turn}",
        "description": f"Position exported from {here.id}.",
    }
    doc: dict[str, Any] = {"scenario": head}
    base = _base(here)
    if base:
        head["base"] = base
    else:
        head |= {"length": here.length, "beaches": list(here.beaches), "plan": here.plan, "tracks": here.tracks}
        doc["schedule"] = {who: _arrival(arrival) for who, arrival in here.schedule.items()}
    doc["position"] = codec.dump(state)
    return tomli_w.dumps(doc)


def _base(here: scenario.Scenario) -> str:
    """The shipped scenario that has this one's schedule, beaches and length, if any."""
    for name, path in scenario.shipped().items():
        other = scenario.load(path)
        if (other.schedule, other.beaches, other.length, other.plan, other.tracks) == (
            here.schedule,
            here.beaches,
            here.length,
            here.plan,
            here.tracks,
        ):
            return name
    return ""


def _arrival(arrival: scenario.Arrival) -> dict[str, Any]:
    return {"turn": arrival.turn, "beaches": list(arrival.beaches), "price": arrival.price}
