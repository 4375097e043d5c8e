"""Sentences for what happens to units."""

from tarawa_cli.games.malta.model.places import ABSENT, LOST, turn_of
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.telling.sentences import listed, tells, words
from tarawa_cli.kernel.wording import Facts


@tells("moved")
def _moved(facts: Facts, state: State) -> str:
    how = {"strategic": " by strategic movement", "infiltration": " by infiltration"}.get(facts["how"], "")
    by = f" by {' '.join(facts['route'][:-1])}" if len(facts["route"]) > 1 else ""
    gains = f", {facts['remark']}" if facts.get("remark") else ""
    return f"{facts['unit']} moves to {facts['route'][-1]}{by}{how}{gains}"


words("advanced", "{unit} advances into {to}")


@tells("retreated")
def _retreated(facts: Facts, state: State) -> str:
    cost = f", {facts['remark']}" if facts.get("remark") else ""
    return f"{listed(facts['units'])} retreat{'s' * (len(facts['units']) == 1)} to {facts['to']}{cost}"


@tells("displaced")
def _displaced(facts: Facts, state: State) -> str:
    if turn_of(facts["to"]):
        return f"{facts['unit']} is wounded and returns on {turn_of(facts['to'])}"
    if facts["to"] == ABSENT:
        return f"{facts['unit']} is wounded and out for the rest of the game"
    return f"{facts['unit']} is lost" if facts["to"] == LOST else f"{facts['unit']} goes to {facts['to']}"


@tells("step-lost")
def _step(facts: Facts, state: State) -> str:
    if not facts["left"]:
        return f"{facts['unit']} is eliminated"
    return f"{facts['unit']} loses a step, {facts['left']} left"


words("unit-lost", "{unit} is lost")


@tells("state-changed")
def _state(facts: Facts, state: State) -> str:
    to = {"ok": "in order again", "disorganised": "Disorganised", "demoralised": "Demoralised"}[facts["to"]]
    return f"{facts['unit']} is {to}"


words("leader-back", "{unit} is back in {to}")
