"""Sentences for supply, recovery, collapse and the night."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.telling.sentences import tells, words
from tarawa_cli.kernel.visible import plural
from tarawa_cli.kernel.wording import Facts

words("head-placed", "a supply head is set up at {hex}")
words("recovery-failed", "{unit} was attacked: its recovery fails")
words("trapped", "{unit} may not try to recover this turn")
words("step-recovered", "{unit} recovers a step: {steps} now")
words("hexes-give-up", "the defenders of {number} hexes give up")
words("no-banzai", "no unit is near enough: no banzai")
words("banzai-struck", "banzai against {unit} in {hex}!")
words("banzai-repelled", "{unit} repels the banzai")
words("could-not-retreat", "{unit} cannot retreat, and holds {hex}")
words("hex-held", "{hex} is held: the banzai is spent")
words("pin-lasts", "{unit} stays pinned until the end of the next turn")
words("retreated", "{unit} falls back to {to}")
words("hex-lost", "{hex} is lost to the Japanese")
words("wreck-party-sent", "{unit} goes out to the wreck for the whole turn")
words("nothing-happens", "nothing happens: {why}")
words("raid-marker-placed", "bombs on {area}: its fire is weaker for {turns} day turns")
words("supply-ship-sunk", "a supply ship is sunk: -1 to supply rolls, {loss} in all")
words("supply-rolls-hurt", "the fleet is damaged: -1 to supply rolls, {loss} in all")
words("shore-points-hurt", "the fleet is damaged: one shore point less each turn, {loss} in all")
words("carrier-sunk", "a carrier is sunk: one shore point less each turn, {loss} in all")


@tells("supply-points-won")
def _won(facts: Facts, state: State) -> str:
    return f"{plural(facts['points'], 'supply point')}; {facts['stock']} in stock"


@tells("supply-given", "free-marker-given")
def _given(facts: Facts, state: State) -> str:
    return f"active supply: {', '.join(facts['units'])}"


@tells("landing-supply-over")
def _landing_over(facts: Facts, state: State) -> str:
    return f"landing supply has run out: {', '.join(facts['units'])}"


@tells("markers-used")
def _used(facts: Facts, state: State) -> str:
    return f"supply markers used up: {', '.join(facts['units'])}"


@tells("supply-status")
def _status(facts: Facts, state: State) -> str:
    turns = f" ({plural(facts['unsupplied'], 'turn')})" if facts["unsupplied"] else ""
    names = {"none": "unsupplied", "general": "in general supply", "active": "in active supply"}
    return f"{facts['unit']} is {names[facts['supply']]}{turns}"


@tells("stock-lost")
def _stock_lost(facts: Facts, state: State) -> str:
    return f"{plural(facts['points'], 'supply point')} lost: no supply head"


@tells("embarking-stopped")
def _stopped(facts: Facts, state: State) -> str:
    return "no unit can embark next turn" if facts["stopped"] else ""


@tells("raid-markers-fade")
def _fade(facts: Facts, state: State) -> str:
    left = ", ".join(f"{area} {plural(turns, 'turn')}" for area, turns in facts["left"].items())
    return f"air-raid markers: {left or 'gone'}"


@tells("wreck-taken")
def _wreck(facts: Facts, state: State) -> str:
    return "the Japanese occupy the wreck" if facts["wreck"] == "occupied" else "the wreck is silenced"


@tells("wreck-shelled")
def _shelled(facts: Facts, state: State) -> str:
    return f"all shore points go to the wreck, for the {'first' if facts['turns'] == 1 else 'second'} turn"


@tells("wreck-party-done")
def _party(facts: Facts, state: State) -> str:
    return "the wreck has been searched"


@tells("die")
def _die(facts: Facts, state: State) -> str:
    return f"{facts['purpose']}: die {facts['dice'][0]}"


@tells("ground-rolled-for")
def _ground(facts: Facts, state: State) -> str:
    dice = ", ".join(f"{hex} {die}" for hex, die in zip(facts["among"], facts["dice"], strict=True))
    again = f"; {', '.join(facts['again'])} roll again" if facts["again"] else ""
    return f"a die for each hex, the highest are lost: {dice}{again}"


@tells("head-lost")
def _head_lost(facts: Facts, state: State) -> str:
    return f"the supply head at {facts['hex']} falls, with {plural(facts['points'], 'supply point')}"
