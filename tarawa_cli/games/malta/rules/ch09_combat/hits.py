"""9.42, 9.6, 9.94: hits taken as steps or as hexes of retreat; then D and Z."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.board import distance
from tarawa_cli.games.malta.model.policies import AS_HITS
from tarawa_cli.games.malta.model.state import ATTACKER, DEFENDER, DEMORALISED, DISORGANISED, OK, State, Unit
from tarawa_cli.games.malta.model.work import (
    HexesLeft,
    RetreatPath,
    Role,
    SapperSteps,
    StepsLeft,
    UnitIds,
    decision,
    work,
)
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch06_movement import can_cross
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import has_room
from tarawa_cli.games.malta.rules.ch09_combat import attack, defence
from tarawa_cli.games.malta.rules.ch12_15_artillery_to_formations import left_alone
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Play, Question
from tarawa_cli.kernel.hints import Iterable, Sequence
from tarawa_cli.kernel.narration.visible import plural

# ── Hits (9.42, 9.94)


HOLD, RETREAT = "hold", "retreat"


def exposed(state: State, role: int) -> list[Unit]:
    """The remaining units of a side in the fight that take hits: all but leaders."""
    return [unit for unit in state.remaining(state.current_fight.units(role)) if not unit.can("lead")]


@rule("9.42")
def answers(state: State, role: int) -> dict[str, int]:
    """How a side may take its hits, with the hexes of retreat: all as steps, or some of them as hexes."""
    fight = state.current_fight
    if fight.close and role == ATTACKER:
        return {HOLD: 0}
    can_go = not all(unit.is_static for unit in exposed(state, role))
    most = min(fight.hits[role], state.charts.value("retreat")) if can_go else 0
    return {HOLD: 0} | {f"{RETREAT}-{hexes}": hexes for hexes in range(1, most + 1)}


@work
@rule("9.42", "24.2")
def apply_hits(play: Play[State], role: Role) -> None:
    """Ask a side how it takes its hits, unless a standing answer decides; an attacker may have one of its own."""
    state = play.state
    units = exposed(state, role)
    if not state.current_fight.hits[role] or not units:
        return
    options = list(answers(state, role))
    own = state.policies[units[0].side]
    policy = own["attack-hits"] if role == ATTACKER else AS_HITS
    policy = own["hits"] if policy == AS_HITS else policy
    if len(options) > 1 and policy == "ask":
        play.push(ask_hits, role=role)
        return
    chosen = {"retreat": options[-1], "cheapest": cheapest(state, role)} if len(options) > 1 else {}
    hits_answered(play, chosen.get(policy, HOLD), role)


@rule("24.2")
def cheapest(state: State, role: int) -> str:
    """The answer that costs the fewest steps, but never gives up the hex attacked from, nor an objective.

    Where nobody would be left to hold it, nothing is given up. Among equals the one that gives up the least ground.
    """
    fight = state.current_fight
    stays = fight.hits[role] < sum(unit.steps for unit in exposed(state, role))
    if stays and (role == ATTACKER or fight.on in state.prized):
        return HOLD
    field, units = HexIndex(state), state.remaining(fight.units(role))
    foes = fight.origins if role == DEFENDER else (fight.on,)
    options = answers(state, role)
    return min(options, key=lambda one: cost_of_retreat(field, units, foes, options[one]) - options[one])


@decision
def ask_hits(state: State, role: Role) -> Question:
    fight = state.current_fight
    hits, options = fight.hits[role], answers(state, role)
    who = "the defenders of" if role == DEFENDER else "the attackers of"
    far = max(options.values())
    lose = "a step" if hits == 1 else "a step per hit"
    back = "one hex (takes one hit)" if far == 1 else f"up to {far} hexes (one hit per hex)"
    text = f"{plural(hits, 'hit')} on {who} {fight.on}: {HOLD} (lose {lose}) or {RETREAT} {back}?"
    return Question(text, list(options), state.units[fight.units(role)[0]].side)


@ask_hits.answered
def hits_answered(play: Play[State], answer: str, role: int) -> None:
    fight, hexes = play.state.current_fight, answers(play.state, role)[answer]
    steps = fight.hits[role] - hexes
    units = [unit.id for unit in exposed(play.state, role)]
    sappers = -(-steps // 2) if role == ATTACKER and fight.sappers else 0
    apply.hits_taken(play, "9.42", role=role, steps=steps, hexes=hexes)
    if steps:
        play.push(lose, units=units, left=steps, sappers=sappers)


# ── Losing steps


@rule("9.42", "9.92")
def losable(state: State, units: list[str], sappers: int) -> list[Unit]:
    """Units that can lose the next step: engineers that owe it, then combat units, then guns and headquarters."""
    left = [unit for unit in state.named(units) if unit.steps and not unit.is_broken]
    engineers = [unit for unit in left if unit.can("engineer")] if sappers else []
    fighting = [unit for unit in left if unit.can("combat") or unit.can("security")]
    return engineers or fighting or left


@work
@rule("9.42", "9.6", "9.94")
def lose(play: Play[State], units: list[str], left: int, sappers: int) -> None:
    """Lose the next step; the owner chooses whose.

    If the side is gone and hits are left, the other side is spared a hit that it has not yet taken.
    """
    state = play.state
    able = losable(state, units, sappers)
    if not able:
        fight = state.current_fight
        other = DEFENDER if units[0] in fight.attackers else ATTACKER
        if left and fight.hits[other]:
            apply.hit_spared(play, "9.94", role=other, left=fight.hits[other] - 1)
        return
    chosen = chosen_by_answer(state, able)
    if chosen:
        step_answered(play, chosen.id, units, left, sappers)
    else:
        play.push(ask_step, units=units, left=left, sappers=sappers)


@rule("24.2")
def chosen_by_answer(state: State, able: list[Unit]) -> Unit | None:
    """Who of some units of a side loses the step by its standing answer; None, if the player is asked."""
    policy = state.policies[able[0].side]["steps"]
    if policy == "ask" and len(able) > 1:
        return None
    return (min if policy == "weakest" else max)(able, key=worth)


def worth(unit: Unit) -> tuple[int, int]:
    """What the next step of a unit is worth, for the standing answers."""
    now = unit.strength
    after = unit.strength_with(unit.steps - 1) if unit.steps > 1 else (0, 0)
    return sum(now) - sum(after), attack(unit) + defence(unit)


def lose_step(play: Play[State], unit: Unit, rule: str) -> None:
    """Lose one step; a leader left alone is at risk."""
    at, side = unit.at, unit.side
    apply.step_lost(play, rule, unit=unit.id, left=unit.steps - 1)
    if unit.at != at:
        left_alone(play, at, side)


@decision
def ask_step(state: State, units: UnitIds, left: StepsLeft, sappers: SapperSteps) -> Question:
    able = losable(state, units, sappers)
    return Question(f"Who loses a step ({left} to lose)?", [unit.id for unit in able], able[0].side)


@ask_step.answered
def step_answered(play: Play[State], answer: str, units: list[str], left: int, sappers: int) -> None:
    if left > 1:
        play.push(lose, units=units, left=left - 1, sappers=max(0, sappers - 1))
    # hits are taken before either side withdraws; a step lost later is the price of a retreat
    waiting = sum(frame.handler is withdraw for frame in play.state.stack)
    lose_step(play, play.state.units[answer], "9.42" if waiting == len((ATTACKER, DEFENDER)) else "9.6")


# ── Retreats (9.6)


AT_A_COST = "into an enemy zone of control, which costs a step"


@rule("9.6")
def open_hexes(
    field: HexIndex, stack: Sequence[Unit], at: Hex, way: Sequence[Hex], foes: Sequence[Hex], left: int
) -> list[Hex]:
    """The hexes a stack may retreat to next: only the best kind, by number."""
    around = _passable(field, stack, at, way, foes)
    found = [there for there in around if _leads_on(field, stack, there, way, foes, left)]
    side = stack[0].side
    own = [unit for units in field.stacks[side].values() for unit in units if unit.can("hq")]
    homes = [unit.at for unit in own if unit not in stack]
    far = {there: min((distance(there, home) for home in homes), default=0) for there in found}
    ranked = [(field.in_enemy_zone(side, there), far[there], there) for there in found]
    return sorted(there for zone, far, there in ranked if (zone, far) == min(ranked)[:2])


def _passable(field: HexIndex, stack: Sequence[Unit], at: Hex, way: Sequence[Hex], foes: Sequence[Hex]) -> list[Hex]:
    """The hexes into which a stack may retreat: away from the enemy, without enemies, not visited, passable (6.5)."""
    enemies = field.stacks["axis" if stack[0].side == "allied" else "allied"]
    crossing = {unit.type.mobility for unit in stack if not unit.can("lead")}
    return [
        there
        for there in field.board.adjacent[at]
        if there not in way
        and there not in enemies
        and all(distance(there, foe) >= distance(at, foe) for foe in foes)
        and all(can_cross(mobility, at, there) for mobility in crossing)
    ]


def _leads_on(
    field: HexIndex, stack: Sequence[Unit], there: Hex, way: Sequence[Hex], foes: Sequence[Hex], left: int
) -> bool:
    """Whether the stack could stop there, or continue to a hex where it can."""
    if has_room(field, there, list(stack)):
        return True
    further = [*way, there]
    beyond = _passable(field, stack, there, further, foes) if left > 1 else []
    return any(_leads_on(field, stack, next_, further, foes, left - 1) for next_ in beyond)


def is_costly(field: HexIndex, stack: Sequence[Unit], at: Hex) -> bool:
    """An enemy zone of control without a friend in it."""
    side = stack[0].side
    friends = [unit for unit in field.units(side, at) if unit not in stack]
    return field.in_enemy_zone(side, at) and not friends


def cost_of_retreat(field: HexIndex, units: list[Unit], foes: Sequence[Hex], hexes: int) -> int:
    """The steps that a retreat would cost, including static units left behind."""
    cost = sum(unit.steps for unit in units if unit.is_static) if hexes else 0
    for stack in stacks(units):
        way = [stack[0].at]
        for left in range(hexes, 0, -1):
            found = open_hexes(field, stack, way[-1], way, foes, left)
            if not found:
                cost += left
                break
            way.append(found[0])
            cost += is_costly(field, stack, found[0])
    return cost


def stacks(units: Iterable[Unit]) -> list[list[Unit]]:
    """The stacks that can retreat, by hex."""
    found: dict[Hex, list[Unit]] = {}
    for unit in units:
        if not unit.is_static:
            found.setdefault(unit.at, []).append(unit)
    return [found[at] for at in sorted(found)]


# ── Carrying out a retreat


@work
@rule("9.42", "9.6", "6.5")
def withdraw(play: Play[State], role: Role) -> None:
    """Retreat a side that has chosen to; static units are left behind and lost, leaders are not left alone."""
    state, fight = play.state, play.state.current_fight
    units = state.remaining(fight.units(role))
    if not fight.back[role] or not units:
        return
    for unit in units:
        if unit.is_static:
            apply.unit_lost(play, "9.42", unit=unit.id)
    for stack in reversed(stacks(units)):
        at, side = stack[0].at, stack[0].side
        others = [unit for unit in state.side_at(side, at) if unit not in stack]
        going = [*stack, *others] if all(unit.can("lead") for unit in others) else stack
        play.push(retreat, units=[unit.id for unit in going], left=fight.back[role], way=[at], role=role)


def choices(state: State, units: list[str], left: int, way: list[Hex], role: int) -> list[Hex]:
    """The next hexes of a stack that retreats."""
    fight = state.current_fight
    foes = fight.origins if role == DEFENDER else (fight.on,)
    return open_hexes(HexIndex(state), state.remaining(units), way[-1], way, foes, left)


@work
@rule("9.6")
def retreat(play: Play[State], units: UnitIds, left: HexesLeft, way: RetreatPath, role: Role) -> None:
    """Retreat a stack to its next hex; hexes that it cannot retreat cost steps."""
    state, stack = play.state, play.state.remaining(units)
    if not stack or all(unit.can("lead") for unit in stack):
        return
    found = choices(state, units, left, way, role)
    if not found:
        _pay(play, stack, left)
    elif len(found) > 1 and state.policies[stack[0].side]["retreat"] == "ask":
        play.push(ask_way, units=units, left=left, way=way, role=role)
    else:
        way_answered(play, found[0], units, left, way, role)


@decision
def ask_way(state: State, units: UnitIds, left: HexesLeft, way: RetreatPath, role: Role) -> Question:
    stack = state.remaining(units)
    who = " ".join(unit.id for unit in stack)
    found = choices(state, units, left, way, role)
    return Question(f"Where does {who} retreat from {way[-1]}?", found, stack[0].side)


@ask_way.answered
def way_answered(play: Play[State], answer: str, units: list[str], left: int, way: list[Hex], role: int) -> None:
    stack = play.state.remaining(units)
    costly = is_costly(HexIndex(play.state), stack, answer)
    apply.retreated(play, "9.6", units=[unit.id for unit in stack], to=answer)
    if costly:
        play.remark(AT_A_COST)
    if left > 1:
        play.push(retreat, units=units, left=left - 1, way=[*way, answer], role=role)
    if costly:
        _pay(play, stack, 1)


def _pay(play: Play[State], stack: list[Unit], steps: int) -> None:
    units = [unit.id for unit in stack if not unit.can("lead")]
    if units:
        play.push(lose, units=units, left=steps, sappers=0)


# ── D and Z


@work
@rule("9.4")
def check_morale(play: Play[State]) -> None:
    """Apply D and Z to the remaining units."""
    marks = play.state.current_fight.marks
    for role in (DEFENDER, ATTACKER):
        for unit in exposed(play.state, role) if marks[role] else ():
            if not unit.can("coast-gun"):
                mark(play, unit, marks[role], "9.4")


def mark(play: Play[State], unit: Unit, letter: str, rule: str) -> None:
    """D makes a unit Disorganised, a second time Demoralised; Z Demoralised, a second time it costs a step."""
    if letter == "Z" and unit.state == DEMORALISED:
        lose_step(play, unit, rule)
        return
    after = DISORGANISED if letter == "D" and unit.state == OK else DEMORALISED
    if after != unit.state:
        apply.state_changed(play, rule, unit=unit.id, to=after)
