"""Sentences for events: units, fights, supply, the morning, the sea, the air, secrets."""

from tarawa_cli.games.malta.model.state import ATTACKER, State, hex_of
from tarawa_cli.games.malta.model.unit import ABSENT, LOST, in_words, target_name, turn_of, zone_of
from tarawa_cli.games.malta.narration.sentences import listed, tells, words
from tarawa_cli.kernel.narration.digest import Facts
from tarawa_cli.kernel.narration.visible import plural

# ── Sentences for what happens to units


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


# ── Sentences for battalions and companies


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


# ── Sentences for fights


@tells("support-given")
def _support(facts: Facts, state: State) -> str:
    return f"{listed(facts['by'])} assigned to {facts['hex']}"


@tells("bombarded")
def _bombarded(facts: Facts, state: State) -> str:
    return f"{listed(facts['by'])} bombard{'s' * (len(facts['by']) == 1)} {facts['hex']}, strength {facts['strength']}"


@tells("breakthrough-tried")
def _tried(facts: Facts, state: State) -> str:
    if not facts["succeeds"]:
        return f"{facts['leader'].capitalize()} fails to lead {listed(facts['units'])} on"
    return f"{facts['leader'].capitalize()} leads {listed(facts['units'])} on"


@tells("broken-through")
def _broken_through(facts: Facts, state: State) -> str:
    return f"{listed(facts['units'])} break{'s' * (len(facts['units']) == 1)} through to {facts['to']}"


@tells("attack-begun")
def _attack(facts: Facts, state: State) -> str:
    by = f", supported by {listed(facts['by'])}" if facts["by"] else ""
    return f"{listed(facts['units'])} attack{'s' * (len(facts['units']) == 1)} {facts['on']}{by}"


@tells("defence-supported")
def _defence(facts: Facts, state: State) -> str:
    return f"{listed(facts['by'])} support{'s' * (len(facts['by']) == 1)} the defence"


@tells("command-taken")
def _command(facts: Facts, state: State) -> str:
    return f"{facts['leader'].capitalize()} is in command"


@tells("fight-decided")
def _decided(facts: Facts, state: State) -> str:
    told = [
        f"{who} {plural(hits, 'hit')}{_MARKS[mark]}"
        for who, hits, mark in zip(("attacker", "defender"), facts["hits"], facts["marks"], strict=True)
    ]
    spared = f", {facts['remark']}" if facts.get("remark") else ""
    return f"{'; '.join(told)}{spared}"


_MARKS = {"": "", "D": " and all Disorganised", "Z": " and all Demoralised"}


@tells("hits-taken")
def _taken(facts: Facts, state: State) -> str:
    who = "the attackers" if facts["role"] == ATTACKER else "the defenders"
    parts = [f"lose {plural(facts['steps'], 'step')}"] if facts["steps"] else []
    hexes = "1 hex" if facts["hexes"] == 1 else f"{facts['hexes']} hexes"
    parts += [f"retreat {hexes}"] if facts["hexes"] else []
    return f"{who} {' and '.join(parts)}"


@tells("hit-spared")
def _spared(facts: Facts, state: State) -> str:
    who = "the attackers" if facts["role"] == ATTACKER else "the defenders"
    return f"overkill: {who} are spared a hit"


# ── Sentences for supply and ammunition


@tells("supply-checked")
def _supply(facts: Facts, state: State) -> str:
    told = [("out of supply", facts["out"]), ("in supply again", facts["back"])]
    return "; ".join(f"{what}: {listed(units)}" for what, units in told if units)


@tells("ammunition-given")
def _ammunition(facts: Facts, state: State) -> str:
    axis = state.units[facts["units"][0]].side == "axis"
    left = f"; {facts['stock']} left in stock" if axis else ""
    return f"ammunition for {listed(facts['units'])}{left}"


# ── Sentences for the initial segment of a day


@tells("strikes-over", "replacements-over", "replacement-given", "strike-flown")
def _silent_morning(facts: Facts, state: State) -> str:
    return ""


words("weather-changed", "the day is {weather}")
words("gun-silenced", "{gun} is silenced until next morning")


@tells("headquarters-back")
def _headquarters(facts: Facts, state: State) -> str:
    return f"{facts['unit']} is set up again, {in_words(facts['to'])}"


@tells("aide-arrived")
def _aide(facts: Facts, state: State) -> str:
    return f"an aide takes over from {facts['unit']}, {in_words(facts['to'])}: rating {facts['rating']}"


words("security-absorbed", "{battalion} absorbs {security}")
words("ammunition-landed", "ammunition landed: {landed}, {stock} in stock")
words("strongpoint-dismantled", "the strongpoint in {hex} is dismantled")
words("engineers-arrived", "{unit} arrives in {to}")


@tells("navy-came")
def _navy(facts: Facts, state: State) -> str:
    told = state.charts.table("royal-navy").result(facts["die"], "1")
    return {
        "-": "the Royal Navy stays away",
        "two-ships-leave": f"the Royal Navy is out: {plural(state.charts.value('navy-ships'), 'warship')} must leave",
        "all-ships-leave": "the Royal Navy is out: all warships leave",
        "the-fleet-comes": "the Royal Navy comes in force: all ships leave, and beaches supply no units",
    }[told]


words("ship-left", "{ship} leaves")


# ── Sentences for what happens at sea and on the beaches


@tells("approached")
def _approached(facts: Facts, state: State) -> str:
    return f"off the {zone_of(facts['to'])} beaches: {listed(facts['units'])}"


@tells("embarked")
def _embarked(facts: Facts, state: State) -> str:
    return f"{listed(facts['units'])} {in_words(facts['to'])}: {plural(facts['points'], 'point')} of sealift"


words("landings-delayed", "the landings in the {zone} sail a turn later")
words("ship-placed", "{ship} is placed in {to}")
words("ship-sailed", "{ship} sails to {to}")
words("dummy-placed", "the dummy battery is in {to}")
words("dummy-laid", "the dummy battery is hidden among the other guns of its hex")
words("beach-taken", "the Axis hold the beach {hex}")
words("set-up", "{unit} is set up in {to}")


@tells("aimed")
def _aimed(facts: Facts, state: State) -> str:
    return f"{facts['by']} aims at {target_name(facts['at'])}"


@tells("gun-fired")
def _fired(facts: Facts, state: State) -> str:
    return f"{facts['unit']} fires at {target_name(facts['at'])}"


@tells("landed")
def _landed_by_sea(facts: Facts, state: State) -> str:
    return f"{listed(facts['units'])} land{'s' * (len(facts['units']) == 1)} in {facts['at']}"


@tells("thrown-back")
def _thrown_back(facts: Facts, state: State) -> str:
    return f"{listed(facts['units'])} thrown back to the ships in the {zone_of(facts['to'])}, Disorganised"


@tells("rested-at-sea")
def _rested(facts: Facts, state: State) -> str:
    return f"in order again, at sea: {listed(facts['units'])}"


@tells("coast-fire-over", "beach-support-spent")
def _silent_sea(facts: Facts, state: State) -> str:
    return ""


# ── Sentences for drops and air-landing


@tells("steps-over", "steps-allowed", "jump-begun")
def _silent_air(facts: Facts, state: State) -> str:
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
def _plane_hits_taken(facts: Facts, state: State) -> str:
    """A sentence only for an objective or an airfield."""
    name = state.board.name_of(facts["hex"])
    known = facts["hex"] in state.board.objectives or facts["hex"] in state.board.airfields
    return f"the Axis hold {facts['hex']}{f', {name}' if name else ''}" if known else ""


words("stepped", "{unit} moves to {to}")


@tells("air-landed")
def _landed_by_air(facts: Facts, state: State) -> str:
    return f"{listed(facts['units'])} land{'s' * (len(facts['units']) == 1)} on {facts['at']}"


words("fired-at-planes", "{gun} fires at the planes on {at}")


# ── Sentences for sealed secrets


words("plan-sealed", "the drops of {key} are planned and sealed")
words("dummy-sealed", "the dummy battery is one of the coast guns in {at}; which one is sealed")
words("dummy-left-out", "the Allies go without a dummy battery")
words("dummy-given-up", "the dummy's place in {at} is lost: counters under fire count as guns")
words("plan-void", "{what} is struck from the plan: {why}")


@tells("seal-lost")
def _lost(facts: Facts, state: State) -> str:
    keys = facts["keys"]
    return f"the plan of {', '.join(keys)} is lost: nobody drops{' then' * (len(keys) > 1)}"


@tells("seal-opened")
def _opened(facts: Facts, state: State) -> str:
    at = hex_of(facts["key"])
    return f"the seal on the dummy in {at} is opened" if at else f"the plan of {facts['key']} is opened"
