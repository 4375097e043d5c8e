"""Files for others to read: positions, pictures, films, reports. Here what `export` writes, by name."""

import tomli_w

from tarawa_cli.games.tarawa import find
from tarawa_cli.games.tarawa.model import codec, scenario
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.defaults import exports
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.presentation import Exports
from tarawa_cli.kernel.saves import toml


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
        doc["schedule"] = {
            who: {"turn": arrival.turn, "beaches": list(arrival.beaches), "price": arrival.price}
            for who, arrival in here.schedule.items()
        }
        if here.goal:
            doc["goal"] = here.goal.as_doc()
    doc["position"] = codec.dump(state)
    lines = tomli_w.dumps(doc).split("\n")
    return "\n".join(line if line.isprintable() else "".join(map(toml.escaped, line)) for line in lines)


def _base(here: scenario.Scenario) -> str:
    """The shipped scenario with the same schedule, beaches, length and goal, if there is one."""
    for name, path in scenario.shipped().items():
        other = scenario.load(path)
        if _given_by_base(other) == _given_by_base(here):
            return name
    return ""


def _given_by_base(it: scenario.Scenario) -> tuple[object, ...]:
    return it.schedule, it.beaches, it.length, it.plan, it.tracks, it.goal


ELSEWHERE = {"camera": "exports.film:BetioCamera"}


def _position(match: Match[State]) -> str:
    return position(match.state)


EXPORTS: Exports = exports(find, _position, ELSEWHERE["camera"])
