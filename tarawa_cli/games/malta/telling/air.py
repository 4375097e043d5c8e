"""Sentences for drops and air-landing."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.telling.sentences import listed, tells, words
from tarawa_cli.kernel.wording import Facts


@tells("steps-over", "steps-allowed", "jump-begun")
def _silent(facts: Facts, state: State) -> str:
    return ""


words("zone-planned", "drop zone {zone}: marker in {marker}, on {turn}")


@tells("series-planned")
def _series(facts: Facts, state: State) -> str:
    where = f", {facts['offset']} from the marker" if facts["offset"] else ", at the marker"
    return f"{listed(facts['units'])} will drop over {facts['zone']}{where}"


@tells("jump-cancelled")
def _cancelled(facts: Facts, state: State) -> str:
    if facts["units"]:
        return f"{listed(facts['units'])} will not drop over {facts['zone']}"
    return f"the drop over {facts['zone']} is cancelled"


@tells("marker-down")
def _marker(facts: Facts, state: State) -> str:
    where = f"in {facts['hex']}" if facts["hex"] else "beyond the map"
    return f"the marker of {facts['zone']} comes down {where}{', in the sea' if facts['sea'] else ''}"


@tells("series-cancelled")
def _at_sea(facts: Facts, state: State) -> str:
    return f"{listed(facts['units'])} would be over the sea: drop cancelled"


@tells("fell-into-sea")
def _drowned(facts: Facts, state: State) -> str:
    return f"{listed(facts['units'])} fall{'s' * (len(facts['units']) == 1)} into the sea"


@tells("came-down")
def _down(facts: Facts, state: State) -> str:
    return f"{listed(facts['units'])} come{'s' * (len(facts['units']) == 1)} down in {facts['to']}"


@tells("close-fight-begun")
def _inside(facts: Facts, state: State) -> str:
    by = f", supported by {listed(facts['by'])}" if facts["by"] else ""
    fights = "fights" if len(facts["units"]) == 1 else "fight"
    return f"{listed(facts['units'])} {fights} {listed(facts['defenders'])} in {facts['on']}{by}"


@tells("hex-taken")
def _taken(facts: Facts, state: State) -> str:
    """A sentence only for an objective or an airfield."""
    name = state.board.name_of(facts["hex"])
    known = facts["hex"] in state.board.objectives or facts["hex"] in state.board.airfields
    return f"the Axis hold {facts['hex']}{f', {name}' if name else ''}" if known else ""


words("stepped", "{unit} moves to {to}")


@tells("air-landed")
def _landed(facts: Facts, state: State) -> str:
    return f"{listed(facts['units'])} land{'s' * (len(facts['units']) == 1)} on {facts['at']}"


words("fired-at-planes", "{gun} fires at the planes on {at}")
