"""Sentences for supply and ammunition."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.telling.sentences import listed, tells
from tarawa_cli.kernel.wording import Facts


@tells("supply-checked")
def _supply(facts: Facts, state: State) -> str:
    told = [("out of supply", facts["out"]), ("in supply again", facts["back"])]
    return "; ".join(f"{what}: {listed(units)}" for what, units in told if units)


@tells("ammunition-given")
def _ammunition(facts: Facts, state: State) -> str:
    axis = state.units[facts["units"][0]].side == "axis"
    left = f"; {facts['stock']} left in stock" if axis else ""
    return f"ammunition for {listed(facts['units'])}{left}"
