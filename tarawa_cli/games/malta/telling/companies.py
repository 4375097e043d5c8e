"""Sentences for battalions and companies."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.telling.sentences import listed, tells, words
from tarawa_cli.kernel.wording import Facts


@tells("broken-up")
def _broken_up(facts: Facts, state: State) -> str:
    return f"{facts['unit']} breaks into {listed(facts['companies'])}"


@tells("joined")
def _joined(facts: Facts, state: State) -> str:
    join, move = ("join", "move") if len(facts["companies"]) > 1 else ("joins", "moves")
    return f"{listed(facts['companies'])} {join} as {facts['unit']} in {facts['at']} and {move} no farther this turn"


words("step-returned", "{unit} regains a step")
words("company-reduced", "{unit} is reduced")
words("company-restored", "{unit} is at full strength again (stragglers)")


@tells("formation-changed")
def _formation(facts: Facts, state: State) -> str:
    are = "are" if len(facts["units"]) > 1 else "is"
    if facts["to"] == "none":
        return f"{listed(facts['units'])} {are} detached"
    return f"{listed(facts['units'])} {are} attached to {facts['to']}"
