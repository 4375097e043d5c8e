"""Answers to questions that the rules ask in the middle of a roll."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rules.ch07_actions.assault import ask_gain
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import LOWEST
from tarawa_cli.games.tarawa.rules.ch10_night import ask_raid, bombed, most_hits
from tarawa_cli.games.tarawa.rules.japanese_fire import ask_hit
from tarawa_cli.kernel.engine.play import question


def answer(state: State) -> tuple[str, str]:
    """The answer to the pending question, and the reason."""
    frame = state.stack[-1]
    if frame.handler is ask_hit:
        return _hit(state, **frame.facts)
    if frame.handler is ask_gain:
        return _gain(state)
    if frame.handler is ask_raid:
        return _raid(state, **frame.facts)
    return question(state).options[0], "neither is better"


def _hit(state: State, unit: str) -> tuple[str, str]:
    """Take morale while it is above 0. Below 0 it costs AP, and at -3 the regiment breaks."""
    regiment, steps = state.units[unit].type.regiment, state.units[unit].steps
    box = state.tracks[regiment]
    if box > 0 or (steps == 1 and box > LOWEST + 1):
        return "morale", f"the {regiment} can take it"
    return "step", f"the morale of the {regiment} is low"


def _gain(state: State) -> tuple[str, str]:
    options = [name for name in question(state).options if name != "none"]
    if not options:
        return "none", "no regiment can gain"
    return min(options, key=lambda name: state.tracks[name]), "its morale is the lowest"


def _raid(state: State, hits: int, pins: int) -> tuple[str, str]:
    """One hit each, the strongest units first, so that none is lost."""
    shares = dict[str, int]()
    while hits:
        able = [unit for unit in bombed(state) if shares.get(unit.id, 0) < most_hits(state, unit)]
        victim = max(able, key=lambda unit: most_hits(state, unit) - 3 * shares.get(unit.id, 0))
        shares[victim.id] = shares.get(victim.id, 0) + 1
        hits -= 1
    return " ".join(f"{id}:{share}" for id, share in shares.items()), "the strongest can take it"
