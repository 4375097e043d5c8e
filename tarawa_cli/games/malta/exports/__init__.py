"""What `export` writes, by name, and the present position as a scenario."""

import tomli_w

from tarawa_cli.games.malta import find, rule
from tarawa_cli.games.malta.model.codec import dump
from tarawa_cli.games.malta.model.scenario import Goal
from tarawa_cli.games.malta.model.state import Setting, State
from tarawa_cli.kernel.defaults import exports
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.presentation import Exports
from tarawa_cli.kernel.saves import toml


@rule("24.3")
def position(state: State, side: str) -> str:
    """A scenario file of the current position; it holds secrets, so a single side cannot export it."""
    if side:
        raise Refused("24.3", "a position holds what the other side knows", "leave out --as to write it")
    here = state.setting.scenario
    head: dict[str, Any] = {
        "id": f"{here.id}-{state.box.id}",
        "name": f"{here.name}, {state.box.label}",
        "description": f"Position exported from {here.id}.",
        "last": state.charts.turn(here.last).id,
        **({"surrender": here.surrender} if here.surrender else {}),
    }
    doc: dict[str, Any] = {"scenario": head}
    if here.goal:
        doc["goal"] = _goal(here.goal)
    doc["position"] = dump(state, setting=Setting(here, charts=state.charts))  # it may be begun with other options
    lines = tomli_w.dumps(doc).split("\n")
    return "\n".join(line if line.isprintable() else "".join(map(toml.escaped, line)) for line in lines)


def _goal(goal: Goal) -> dict[str, Any]:
    found: dict[str, Any] = {"hexes": " ".join(goal.hexes), "text": goal.text}
    found |= {"needed": " ".join(goal.needed)} if goal.needed else {}
    found |= {"least": goal.least} if goal.least else {}
    found |= {"supplied": True} if goal.supplied else {}
    return found | ({"losses": goal.losses} if goal.losses is not None else {})


ELSEWHERE = {"camera": "exports.film:MalteseCamera"}
EXPORTS: Exports = exports(find, lambda match: position(match.state, match.side), ELSEWHERE["camera"])
