"""A whole position that fits what one side knows (24.3), for the computer to play on: what is hidden is guessed.

Only the side's view is looked at, so the guess cannot tell more than the side could work out itself.
"""

from collections.abc import Mapping

from tarawa_cli.games.malta.model import readers
from tarawa_cli.games.malta.model.places import ABSENT, AIR
from tarawa_cli.games.malta.model.plans import units_of
from tarawa_cli.games.malta.model.sequence import PHASES
from tarawa_cli.games.malta.model.state import State, Unit, Zone, hex_of
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch16.dummy import sealed_key
from tarawa_cli.kernel.play import Frame
from tarawa_cli.kernel.roster import Roster

GUNS = "where each coast gun is (the printed places, with the dummy where there is an extra counter)"
JUMPS = "where the Axis drop (as far as possible the scenario's plan)"


@rule("24.3")
def guess(known: State, side: str) -> tuple[State, str]:
    """The position, and in words what was guessed for it; nothing, if all was known."""
    whole, told = known.twin(), []
    guns = _guns(known)
    whole.seals = {}
    if guns or sealed_key(known):
        told.append(GUNS)
        _turn_over(whole, guns)
    if _is_in_the_dark(known, side):
        told.append(JUMPS)
        whole.plan = _jumps(known)
    return whole, "; ".join(told)


# ── Coast guns


def _guns(known: State) -> dict[str, str]:
    """A possible gun for each face-down counter, by the counter's name."""
    counters = [unit for id, unit in known.units.items() if id not in known.charts.units]
    free = [type for id, type in known.charts.units.items() if type.hidden and id not in known.units]
    found: dict[str, str] = {}
    for type in free:
        there = [counter.id for counter in counters if counter.at == type.hex and counter.id not in found]
        if there and not type.dummy:
            found[there[0]] = type.id
    others = [counter.id for counter in counters if counter.id not in found]
    rest = sorted((type for type in free if type.id not in found.values()), key=lambda type: not type.dummy)
    return found | {counter: type.id for counter, type in zip(others, rest, strict=False)}


def _turn_over(state: State, guns: Mapping[str, str]) -> None:
    """Put guns for counters, wherever they are named."""
    fresh = State(state.setting).units
    by_id = {id: counter for counter, id in guns.items()}
    for id, gun in fresh.items():
        if gun.type.hidden and id not in state.units:
            gun.at = state.units[by_id[id]].at if id in by_id else ABSENT
    state.units = Roster([(id, state.units.get(id, unit)) for id, unit in fresh.items()])
    state.aims = {by: guns.get(at, at) for by, at in state.aims.items()}
    state.silenced = {guns.get(id, id) for id in state.silenced}
    state.stack = [frame._replace(facts=_facts(frame, guns)) for frame in state.stack]
    if state.fight:
        state.fight = state.fight._replace(defenders=tuple(guns.get(id, id) for id in state.fight.defenders))


def _facts(frame: Frame, guns: Mapping[str, str]) -> dict[str, object]:
    lists = {key: [guns.get(id, id) for id in fact] for key, fact in frame.facts.items() if key == "units"}
    return frame.facts | lists | {key: guns.get(fact, fact) for key, fact in frame.facts.items() if key == "gun"}


# ── Jumps


def _is_in_the_dark(known: State, side: str) -> bool:
    """Whether there may be planned drops that a side does not know; not when playing alone (21.1)."""
    wait = any(unit.type.entry == "drop" and _waits(unit) for unit in known.units.values())
    return any(not hex_of(key) for key in known.seals) or (
        side == "allied" and wait and not known.setting.options.alone
    )


def _jumps(known: State) -> dict[str, Zone]:
    """Future drop zones of the scenario's plan whose units all still wait."""
    plan = readers.plan(known.setting, known.setting.scenario.plan.jumps)
    return {name: zone for name, zone in plan.items() if _is_to_come(known, zone)}


def _is_to_come(known: State, zone: Zone) -> bool:
    due = zone.turn > known.turn or (zone.turn == known.turn and not _is_past_jumps(known))
    return due and all(_waits(known.units[id]) for id in units_of(zone))


def _is_past_jumps(known: State) -> bool:
    return known.jumped or PHASES.index(known.phase) > PHASES.index("airborne")


def _waits(unit: Unit) -> bool:
    return unit.at == AIR
