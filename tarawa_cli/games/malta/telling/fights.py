"""Sentences for fights."""

from tarawa_cli.games.malta.model.state import ATTACKER, State
from tarawa_cli.games.malta.telling.sentences import listed, tells
from tarawa_cli.kernel.visible import plural
from tarawa_cli.kernel.wording import Facts


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
