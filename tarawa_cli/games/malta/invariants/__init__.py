"""Everything that must hold in any position, whatever led to it; each violation is a sentence."""

from tarawa_cli.games.malta.model.apply.land import number_of
from tarawa_cli.games.malta.model.scenario import units_of
from tarawa_cli.games.malta.model.state import AIR_MARKER, State, Unit, hex_of
from tarawa_cli.games.malta.model.unit import ABSENT, AIR, LOST, box_of
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex, blocks
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import fits
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.units import limits
from tarawa_cli.kernel.engine.play import Frame, question
from tarawa_cli.kernel.hints import Iterator

_FOUGHT = ("jump-fight", "waterline", "storm")
"""Unfinished work in a hex that both sides may share."""

OLD_SEALIFT = 14
"""The sealift of the first morning until version 3 of the rules: saves of that time go on."""


def invariants(state: State) -> list[str]:
    """All that is wrong with a position; nothing if it is sound."""
    wrong = [
        *_game(state),
        *_plan(state),
        *(what for unit in state.units.values() for what in _unit(state, unit)),
        *_hexes(state),
        *state.units.problems(),
    ]
    if wrong or not (state.stack or state.fight):
        return wrong

    return list(problems(state))


def _game(state: State) -> Iterator[str]:
    if state.turn > state.setting.scenario.last:
        yield f"turn: {state.box.id} is beyond the scenario's last, {state.charts.turn(state.setting.scenario.last).id}"
    if state.outcome and state.stack:
        yield "pending: the game is over"
    in_combat = state.phase.endswith(("-support", "-bombardment", "-combat", "-wave"))
    broken = state.phase.endswith("-breakthrough")
    if (state.assigned or state.bombarded or (state.assaulted and not broken)) and not in_combat:
        yield "given, bombarded, assaulted: only while a side supports and attacks"
    if state.aims and state.phase != "coast-fire":
        yield "aims: only while ships and coast guns fire"
    yield from (f"aims: {by} cannot fire at {at}" for by, at in state.aims.items() if not _can_aim(state, by, at))
    if state.lifted > max(OLD_SEALIFT, state.charts.value("sealift-first" if state.turn == 1 else "sealift")):
        yield "lifted: more than the turn's sealift"
    guns = [id for given in state.assigned.values() for id in given if id != AIR_MARKER]
    if len(set(guns)) < len(guns) or any(given.count(AIR_MARKER) > 1 for given in state.assigned.values()):
        yield "given: a gun is given once, and a hex has one air marker"
    yield from (f"given: {id} is not a gun or ship of the active side" for id in guns if not _is_active_gun(state, id))


def _can_aim(state: State, by: str, at: str) -> bool:
    """Whether a unit can still aim: coast guns at waves, ships and coast guns at each other (16.55 to 16.79)."""
    gun = state.units[by]
    if box_of(at):
        return gun.can("coast-gun") and gun.on_map
    target, over = state.units[at], state.stack and not any(frame.kind == "exchange" for frame in state.stack)
    met = gun.can("coast-gun") != target.can("coast-gun") and gun.can("ship") != target.can("ship")
    return met and bool(over or (gun.on_map and target.on_map))


def _plan(state: State) -> Iterator[str]:
    """Units in a plan wait for their drop and are planned once (19.2), in the morning or the afternoon (4.23)."""
    planned = [id for zone in state.plan.values() for id in units_of(zone)]
    yield from (f"plan: {id} is in it twice" for id in sorted(set(planned)) if planned.count(id) > 1)
    for id in dict.fromkeys(planned):
        if state.units[id].at != AIR or state.units[id].type.entry != "drop":
            yield f"plan: {id} is not waiting to drop"
    for name, zone in state.plan.items():
        if state.charts.turn(zone.turn).time not in ("am", "pm"):
            yield f"plan.{name}: drops are only in the morning and the afternoon"
    hidden = [unit.at for unit in state.units.values() if unit.type.dummy and not unit.revealed]
    yield from (f"seals.{key}: the dummy is not there" for key in state.seals if hex_of(key) not in ["", *hidden])
    for name in state.planned_before:
        turn = state.charts.turn(state.charts.turn_numbers[name])
        if turn.time not in ("am", "pm") or turn.number > state.turn or name in state.seals:
            yield f"planned_before.{name}: no plan for that turn has been revealed"


def _is_active_gun(state: State, id: str) -> bool:
    unit = state.units[id]
    return (unit.can("gun") or unit.can("ship")) and unit.side == state.active


_out_of_place = limits(Unit)


def _unit(state: State, unit: Unit) -> Iterator[str]:
    where = f"units.{unit.id}"
    if unit.steps > unit.type.steps:
        yield f"{where}.steps: it has at most {unit.type.steps}"
    if (unit.steps == 0) != (unit.at == LOST):
        yield f"{where}.steps: a unit without steps is lost, and only such a unit"
    yield from _company(state, unit, where) if unit.type.of else _battalion(state, unit, where)
    if unit.on_map and (unit.at in state.board.land) == unit.can("ship"):
        yield f"{where}.at: ships are at sea, and all others on land"
    if (unit.ammo and not unit.can("gun")) or (unit.fired and not (unit.can("gun") or unit.can("ship"))):
        yield f"{where}.ammo, fired: only guns have them"
    yield from (f"{where}.{what}" for what in _out_of_place(state, unit))
    if unit.formation != unit.type.formation and unit.type.formation != "none":
        yield f"{where}.formation: only independent units are attached"
    if unit.at == ABSENT and (unit.moved or unit.attacked or unit.fired):
        yield f"{where}.at: it is not in this game, but has acted"


def _company(state: State, unit: Unit, where: str) -> Iterator[str]:
    """A company is in play only if its battalion is not, or has detached it; only some have a reduced side."""
    battalion = state.units[unit.type.of]
    if unit.reduced and not unit.type.reduced:
        yield f"{where}.reduced: it has no reduced side"
    if unit.steps and not unit.in_battalion and battalion.at == ABSENT:
        yield f"{where}.at: its battalion is not in this game"
    if unit.steps and not unit.in_battalion and not battalion.is_broken and number_of(unit) in battalion.numbers:
        yield f"{where}.at: {battalion.id} holds it"


def _battalion(state: State, unit: Unit, where: str) -> Iterator[str]:
    if unit.reduced:
        yield f"{where}.reduced: only companies are reduced"
    if unit.companies and (not unit.type.type or unit.is_broken or len(unit.companies) != unit.steps):
        yield f"{where}.companies: only for a battalion that is not broken into companies, one for each step"
    if unit.companies and unit.type.type and max(unit.companies) > unit.type.steps:
        yield f"{where}.companies: it has {unit.type.steps}"
    if unit.is_broken and unit.steps != len(state.companies_out(unit)):
        yield f"{where}.steps: a battalion in the pool has one for each of its companies"


def _hexes(state: State) -> Iterator[str]:
    """The sides share no hex unless they fight in it, and only paratroops that just dropped may be over the limit."""
    field = HexIndex(state)
    shared = sorted(set(field.stacks["axis"]) & set(field.stacks["allied"]) - fought_in(state))
    yield from (f"units: both sides are in {at}" for at in shared)
    for side, stacks in field.stacks.items():
        full = [at for at, units in sorted(stacks.items()) if not fits(state, _staying(state, units))]
        yield from (
            f"units: more than stacking allows in {at}" for at in full if not may_crowd(state, side, stacks[at])
        )


def _staying(state: State, units: list[Unit]) -> list[Unit]:
    """The units in a hex that are not in the middle of a retreat, which counts only where it ends (9.6)."""
    leaving = {id for frame in state.stack if "way" in frame.facts for id in frame.facts["units"]}
    return [unit for unit in units if unit.id not in leaving]


def fought_in(state: State) -> set[Hex]:
    """Hexes in which both sides fight, or will."""
    if not state.stack:
        return set()
    waiting = {frame.facts["hex"] for frame in state.stack if frame.kind in _FOUGHT}
    return waiting | ({state.fight.on} if state.fight and state.fight.close else set())


def may_crowd(state: State, side: Side, units: list[Unit]) -> bool:
    """Whether stacks may be over the limit now: paratroops are checked after their one-hex move (19.5)."""
    return side == "axis" and state.phase == "airborne" and any(unit.landed for unit in units)


# ── Unfinished work: what may be on the stack, and what must hold of each
#
# A document is only written while a side is asked something, so it holds one of a few stacks. Anything else in a file
# is refused when it is read.


CLOSE_PHASES = ("first-wave", "second-wave", "airborne")
"""Phases in which units fight in the hex of their enemies (18.6, 19.5)."""
_AFTER = "fight-over (advance|expelled)"
_IN_FIGHT = (
    "(after-jump( jump-fight)* |arrive ashore( waterline)* )?"
    "(command guns"
    f"|{_AFTER} shaken withdraw withdraw( take)? (hits|step)"
    f"|{_AFTER} shaken( withdraw)?( retreat)* (way|step)"
    "|fight-over follow"
    "|fight-over (way|step))"
)
_ELSEWHERE = (
    "arrive( comes-back)* home|arrive ship|sequence crowd-loss|sequence( plane-hits)* plane-hit|shell-step"
    "|sequence coast-over fire-at-waves( name-targets exchange)? coast"
    "|sequence coast-over( volley)* sunk"
    "|sequence hide|(strike )+unveil|sequence coast-over fire-at-waves name-targets exchange name-targets unveil"
    "|arrive ashore( waterline)* (mark|sufferer|storm)"
)
_HOMES = {
    "after-jump": ("airborne",),
    "ashore": ("first-wave", "second-wave"),
    "coast-over": ("coast-fire",),
    "home": ("aides",),
    "hide": ("approach",),
    "strike": ("air-strikes",),
}
"""Work that belongs to some phases."""


def problems(state: State) -> Iterator[str]:
    """Why the unfinished work of a position could not be finished."""
    import re  # start-up

    kinds = " ".join(frame.kind for frame in state.stack)
    if not kinds and not state.fight:
        return
    in_fight = bool(kinds and re.fullmatch(_IN_FIGHT, kinds))
    if kinds and not in_fight and not re.fullmatch(_ELSEWHERE, kinds):
        yield f"pending: {kinds} is not a possible stack of work"
        return
    if bool(state.fight) != in_fight:
        yield "pending: a fight and its questions go together"
        return
    yield from _fight_problems(state) if state.fight else ()
    homeless = (frame.kind for frame in state.stack if state.phase not in _HOMES.get(frame.kind, (state.phase,)))
    yield from (f"pending: {kind} does not belong to this phase" for kind in homeless)
    yield from _return_problems(state)
    yield from (what for frame in state.stack for what in _frame_problems(state, frame))
    if state.question and state.question.kind == "shell-step" and not state.phase.endswith("-bombardment"):
        yield "pending: only in a bombardment phase"


def _fight_problems(state: State) -> Iterator[str]:
    fight = state.fight
    assert fight is not None
    breaking = state.phase.endswith(("-combat", "-breakthrough"))
    if fight.close != (state.phase in CLOSE_PHASES) or not (fight.close or breaking):
        yield "fight: only in a combat phase, or where units land or drop"
    if not fight.attackers or not fight.defenders or not fight.origins:
        yield "fight: needs attackers, defenders and the hexes it is made from"
    sides = [{state.units[id].side for id in ids} for ids in (fight.attackers, fight.defenders)]
    if sides[0] != {state.active} or sides[1] & sides[0]:
        yield "fight: the active side must attack the other"


def _return_problems(state: State) -> Iterator[str]:
    """Problems with returns: lost headquarters and aides of lost leaders come back once each (8.1, 14.43)."""
    back = [frame.facts["unit"] for frame in state.stack if frame.kind in ("comes-back", "home")]
    if len(set(back)) < len(back):
        yield "pending: a unit comes back only once"
    for unit in state.named(back):
        if unit.at != LOST or not (unit.can("hq") or unit.can("lead")):
            yield f"pending: {unit.id} is not a lost headquarters or leader"


def _frame_problems(state: State, frame: Frame) -> Iterator[str]:
    fight = state.fight
    units: list[str] = frame.facts.get("units", [])
    if "units" in frame.facts and not units:
        yield f"pending: {frame.kind} must name units"
    if units and not _belong_together(state, units):
        yield f"pending: {frame.kind} names units that are not in the fight"
    if frame.kind == "hits" and fight and not fight.hits[frame.facts["role"]]:
        yield "pending: there are no hits to take"
    if frame.kind == "storm" and not _is_contested(state, frame.facts["hex"]):
        yield f"pending: nobody fights for {frame.facts['hex']}"
    if "way" in frame.facts and not frame.facts["way"]:
        yield "pending: a retreat needs a starting hex"
    if frame is state.stack[-1] and units and not any(state.units[id].steps for id in units):
        yield "pending: no unit is left to ask about"
    elif frame is state.stack[-1] and not _can_be_asked(state):
        yield "pending: this question has no answer"


def _is_contested(state: State, at: Hex) -> bool:
    """Whether both sides have units in a hex that fight for it."""
    landed, held = state.side_at("axis", at), state.side_at("allied", at)
    return any(unit.can("combat") for unit in landed) and any(map(blocks, held))


def _belong_together(state: State, units: list[str]) -> bool:
    """Whether units belong to one side of a fight; landed and dropped units include guns and headquarters."""
    fight = state.fight
    if fight is None or (fight.close and {state.units[id].side for id in units} == {state.active}):
        return len({state.units[id].side for id in units}) == 1
    fighting = {id for id in units if not state.units[id].can("lead")}
    return fighting <= set(fight.attackers) or fighting <= set(fight.defenders)


def _can_be_asked(state: State) -> bool:
    """Whether a question has a side to answer it, and answers."""
    try:
        found = question(state)
    except (IndexError, ValueError):
        return False
    return bool(found.options) or state.stack[-1].kind == "unveil"  # that one is answered with an order (24.3)
