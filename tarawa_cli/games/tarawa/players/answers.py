"""Answers to questions that the rules ask in the middle of a roll."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.phases import question
from tarawa_cli.games.tarawa.rules.ch09.morale import LOWEST
from tarawa_cli.games.tarawa.rules.ch10.night import bombed, most_hits
from tarawa_cli.kernel.play import Frame


def answer(state: State) -> tuple[str, str]:
    """The answer to the pending question, and the reason."""
    frame = state.stack[-1]
    if frame.kind == "hit":
        return _hit(state, frame)
    if frame.kind == "gain":
        return _gain(state, frame)
    if frame.kind == "raid":
        return _raid(state, frame)
    return question(state).options[0], "one is as good as the other"


def _hit(state: State, frame: Frame) -> tuple[str, str]:
    """Take morale while it is above 0. Below 0 it costs AP, and at -3 the regiment breaks."""
    unit = state.units[frame.facts["unit"]]
    box = state.tracks[unit.type.regiment]
    if box > 0 or (unit.steps == 1 and box > LOWEST + 1):
        return "morale", f"the {unit.type.regiment} can bear it"
    return "step", f"the morale of the {unit.type.regiment} is low"


def _gain(state: State, frame: Frame) -> tuple[str, str]:
    options = [name for name in question(state).options if name != "none"]
    if not options:
        return "none", "no regiment can gain"
    return min(options, key=lambda name: state.tracks[name]), "its morale is the lowest"


def _raid(state: State, frame: Frame) -> tuple[str, str]:
    """One hit each, the strongest units first, so that none is lost."""
    hits, shares = frame.facts["hits"], dict[str, int]()
    while hits:
        able = [unit for unit in bombed(state) if shares.get(unit.id, 0) < most_hits(state, unit)]
        victim = max(able, key=lambda unit: most_hits(state, unit) - 3 * shares.get(unit.id, 0))
        shares[victim.id] = shares.get(victim.id, 0) + 1
        hits -= 1
    return " ".join(f"{id}:{share}" for id, share in shares.items()), "the strongest can bear it"
