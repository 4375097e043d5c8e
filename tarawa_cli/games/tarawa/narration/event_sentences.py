"""Sentences for what happens ashore, and for supply, recovery, collapse and the night."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.narration.sentences import tells, words
from tarawa_cli.kernel.narration.digest import Facts
from tarawa_cli.kernel.narration.visible import plural

# ── Sentences for what happens ashore


words("digging-begun", "{unit} starts to dig in")
words("out-of-reach", "every unit next to {hex} is pinned: it cannot be cleared")
words("positions-improved", "{unit} has dug in: improved positions in {hex}")


@tells("moved")
def _moved(facts: Facts, state: State) -> str:
    return f"{facts['unit']} moves to {facts['to']} ({facts['cost']:g} AP)"


@tells("ap-spent")
def _fired(facts: Facts, state: State) -> str:
    return f"{facts['unit']} fires ({facts['cost']:g} AP)"


@tells("assaulted")
def _assaulted(facts: Facts, state: State) -> str:
    what = "attacks" if state.units[facts["unit"]].type.can("attacks") else "lays charges"
    return f"{facts['unit']} {what} ({facts['cost']:g} AP)"


@tells("hex-suppressed")
def _hex_suppressed(facts: Facts, state: State) -> str:
    return f"{facts['unit']} suppresses {facts['hex']}: {plural(facts['markers'], 'marker')} on it"


@tells("hex-cleared")
def _cleared(facts: Facts, state: State) -> str:
    pillboxes = state.board.pillboxes.get(facts["hex"], 0)
    fallen = f", and {'its pillbox is' if pillboxes == 1 else 'its pillboxes are'} gone" if pillboxes else ""
    return f"{facts['hex']} is cleared{fallen}"


@tells("recovery-begun")
def _recovering(facts: Facts, state: State) -> str:
    return f"{facts['unit']} tries to recover{', for a supply point' if facts['paid'] else ''}"


@tells("supported")
def _supported(facts: Facts, state: State) -> str:
    return f"{facts['unit']} supports ({facts['cost']:g} AP)"


@tells("shore-point-used")
def _shore_used(facts: Facts, state: State) -> str:
    return f"the ships fire: 1 shore point used, {facts['left'] or 'none'} left"


@tells("demolished")
def _demolished(facts: Facts, state: State) -> str:
    whole = state.whole_demolition(facts["hex"])
    return f"{plural(facts['steps'], 'demolition step')} in {facts['hex']}, {facts['total']} of {whole}"


@tells("area-secured")
def _secured(facts: Facts, state: State) -> str:
    return f"{state.board.areas[facts['area']].name} is secured"


@tells("assault-stopped")
def _attack_stopped(facts: Facts, state: State) -> str:
    return f"stopped by fire: {', '.join(facts['units'])} pinned"


# ── Sentences for supply, recovery, collapse and the night


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
