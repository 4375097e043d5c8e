"""7.3, 7.4, 7.5, 6.6.2: what Japanese fire does to a target."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import LOST
from tarawa_cli.games.tarawa.model.charts import FireResult
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.model.work import HitUnits, UnitId, decision, work
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch09_morale import LOWEST, move_marker
from tarawa_cli.kernel.engine.play import Play, Question


def apply_effect(play: Play[State], unit: Unit, effect: FireResult, rule: str) -> None:
    """Apply everything except changes of course. A question comes last, so that nothing has to wait for it.

    A craft loses all its steps at once: what is sunk and comes back is not hit again (6.6.2).
    """
    pin(play, unit, effect.pins, rule)
    count_casualties(play, unit, effect.casualties)
    if unit.type.is_craft:
        lose_steps(play, unit, effect.steps + effect.hits, rule)
        return
    lose_steps(play, unit, effect.steps, rule)
    if effect.hits:
        play.push(take_hits, units=[unit.id] * effect.hits)


@rule("7.5", "6.6.2")
def pin(play: Play[State], unit: Unit, pins: int, rule: str) -> None:
    """Tanks and artillery ignore pins; a passenger's pin goes to its craft."""
    if pins > unit.pins and not unit.type.can("ignores-pins"):
        apply.pinned(play, rule, unit=unit.id, pins=pins)


@rule("7.4")
def count_casualties(play: Play[State], unit: Unit, spaces: int) -> None:
    """One space per asterisk, if the target is a combat unit other than a tank."""
    if not spaces or not unit.type.can("counts-as-casualties"):
        return
    state = play.state
    thousand = state.charts.value("casualties-per-morale")
    before = state.casualties // thousand
    total = state.casualties + spaces * state.charts.value("casualty-space")
    apply.casualties_counted(play, "7.4", unit=unit.id, spaces=spaces, total=total)
    for full in range(before + 1, total // thousand + 1):
        move_marker(play, "marines", -1, f"{full * thousand} casualties", "9.2.2")


@work
def take_hits(play: Play[State], units: HitUnits) -> None:
    """Apply hits one at a time, because an answer can change what the next one does."""
    first, *rest = units
    if rest:
        play.push(take_hits, units=rest)
    take_hit(play, play.state.units[first])


@rule("7.3")
def take_hit(play: Play[State], unit: Unit) -> None:
    """The player or the standing answer decides whether a hit costs a step or a box of the regiment's morale."""
    state = play.state
    if not unit.steps:
        return
    if not may_take_morale(state, unit) or state.hits == "step":
        lose_steps(play, unit, 1, "7.3")
    elif state.hits == "morale":
        _as_morale(play, unit)
    else:
        play.push(ask_hit, unit=unit.id)


@rule("7.3")
def may_take_morale(state: State, unit: Unit) -> bool:
    """Whether a hit may be taken as morale: the unit has a regiment, and it is not at -3."""
    regiment = unit.type.regiment
    return bool(regiment) and state.tracks[regiment] > LOWEST


def _as_morale(play: Play[State], unit: Unit) -> None:
    play.note("hit-as-morale", "7.3", unit=unit.id)
    move_marker(play, unit.type.regiment, -1, f"hit on {unit.id}", "9.2.4")


@decision
def ask_hit(state: State, unit: UnitId) -> Question:
    target = state.units[unit]
    at = state.charts.box_name(state.tracks[target.type.regiment])
    return Question(
        f"{unit} ({target.steps} steps; {target.type.regiment} Marines at {at}) is hit: a step, or morale?",
        ["step", "morale"] if may_take_morale(state, target) else ["step"],
    )


@ask_hit.answered
def hit_answered(play: Play[State], answer: str, unit: str) -> None:
    if answer == "step":
        lose_steps(play, play.state.units[unit], 1, "7.3")
    else:
        _as_morale(play, play.state.units[unit])


@rule("7.3", "6.6.2")
def lose_steps(play: Play[State], unit: Unit, steps: int, rule: str) -> None:
    """A craft's passenger loses as many steps as the craft itself does; a unit without steps is removed."""
    if not steps or not unit.steps:
        return
    passenger = play.state.passenger(unit) if unit.type.is_craft else None
    losers, lost = [unit, passenger] if passenger else [unit], min(steps, unit.steps)
    for loser in losers:
        left = max(0, loser.steps - lost)
        apply.steps_lost(play, rule, unit=loser.id, steps=loser.steps - left, left=left)
    for loser in reversed(losers):
        if not loser.steps:
            (_lose_craft if loser.type.is_craft else _lose_unit)(play, loser)


def _lose_unit(play: Play[State], unit: Unit) -> None:
    carrier = play.state.units[unit.craft] if unit.craft else None
    apply.unit_lost(play, "7.3", unit=unit.id)
    if unit.type.can("heartens-japanese"):
        move_marker(play, "japanese", +1, f"{unit.id} is eliminated", "9.2.1")
    if carrier and carrier.steps:
        apply.craft_emptied(play, "6.5", craft=carrier.id)


@rule("6.6.2")
def _lose_craft(play: Play[State], craft: Unit) -> None:
    """Infantry and engineers wade on; artillery, tanks and supplies are lost with the craft."""
    state = play.state
    passenger = state.passenger(craft)
    if passenger and passenger.type.on_foot:
        apply.wades_on(play, "6.6.2", unit=passenger.id, hex=craft.at, beach=craft.beach)
    elif passenger:
        apply.unit_lost(play, "6.6.2", unit=passenger.id)
    if craft.load:
        apply.supply_lost(play, "6.6.2", craft=craft.id)
    apply.unit_lost(play, "6.6.2", unit=craft.id)
    craft_returns(play, craft.kind)


@rule("7.2.6")
def craft_returns(play: Play[State], kind: str) -> None:
    """For every two craft of a kind lost, one returns to the pool on its back side."""
    state = play.state
    apply.craft_loss_counted(play, "7.2.6", kind=kind, lost=state.craft_lost.get(kind, 0) + 1)
    if state.craft_lost[kind] < state.charts.value("craft-lost"):
        return
    first = next(unit for unit in state.units.values() if unit.kind == kind and unit.at == LOST)
    apply.craft_returned(play, "7.2.6", craft=first.id, steps=first.type.steps // 2)
