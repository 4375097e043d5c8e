"""Hits (9.42, 9.94): taken as steps or as hexes of retreat, by the side that owns them; then D and Z."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.policies import AS_HITS
from tarawa_cli.games.malta.model.state import (
    ATTACKER,
    DEFENDER,
    DEMORALISED,
    DISORGANISED,
    OK,
    Fight,
    State,
    Unit,
)
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.model.work import Role, SapperSteps, StepsLeft, UnitIds, decision, work
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch09.retreat import cost_of_retreat, is_static, withdraw
from tarawa_cli.games.malta.rules.ch09.strengths import attack, defence
from tarawa_cli.games.malta.rules.ch14.leaders import left_alone
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.unfinished import Question
from tarawa_cli.kernel.visible import plural

HOLD, RETREAT = "hold", "retreat"


def fight_of(state: State) -> Fight:
    assert state.fight is not None
    return state.fight


def alive(state: State, role: int) -> list[Unit]:
    """Those of a side in the fight who are left, leaders included."""
    return [unit for unit in state.named(fight_of(state).units(role)) if unit.steps and unit.on_map]


def with_steps(units: list[Unit]) -> list[Unit]:
    return [unit for unit in units if not unit.can("lead")]


# ── Steps or retreat


@rule("9.42")
def answers(state: State, role: int) -> list[str]:
    """How a side may take its hits: all as steps, or some of them as hexes of retreat."""
    if fight_of(state).close and role == ATTACKER:
        return [HOLD]
    hits = fight_of(state).hits[role]
    movable = [unit for unit in with_steps(alive(state, role)) if not is_static(unit)]
    most = min(hits, state.charts.value("retreat")) if movable else 0
    return [HOLD, *(f"{RETREAT}-{hexes}" for hexes in range(1, most + 1))]


@work
@rule("9.42")
def take(play: Play[State], role: Role) -> None:
    """Ask a side how it takes its hits, unless a standing answer decides."""
    state = play.state
    if not fight_of(state).hits[role] or not with_steps(alive(state, role)):
        return
    options = answers(state, role)
    policy = standing_answer(state, alive(state, role)[0].side, role)
    if len(options) > 1 and policy == "ask":
        play.push(ask_hits, role=role)
        return
    chosen = {"retreat": options[-1], "cheapest": cheapest(state, role)} if len(options) > 1 else {}
    _settle(play, role, chosen.get(policy, HOLD))


@rule("24.2")
def standing_answer(state: State, side: Side, role: int) -> str:
    """How a side wants to take its hits: an attacker may have an answer of its own for that."""
    own = state.policies[side]
    attacking = own["attack-hits"] if role == ATTACKER else AS_HITS
    return own["hits"] if attacking == AS_HITS else attacking


@rule("24.2")
def cheapest(state: State, role: int) -> str:
    """The answer that costs the fewest steps, but never gives up the hex attacked from, nor an objective.

    Where nobody would be left to hold it, nothing is given up. Among equals the one that gives up the least ground.
    """
    fight = fight_of(state)
    units = alive(state, role)
    stays = fight.hits[role] < sum(unit.steps for unit in with_steps(units))
    if stays and (role == ATTACKER or fight.on in state.prized):
        return HOLD
    foes = fight.origins if role == DEFENDER else (fight.on,)

    def price(answer: str) -> tuple[int, int]:
        hexes = _hexes(answer)
        return fight.hits[role] - hexes + cost_of_retreat(state, units, foes, hexes), hexes

    return min(answers(state, role), key=price)


def _hexes(answer: str) -> int:
    return 0 if answer == HOLD else int(answer.removeprefix(f"{RETREAT}-"))


@decision
def ask_hits(state: State, role: Role) -> Question:
    fight = fight_of(state)
    hits, options = fight.hits[role], answers(state, role)
    who = "the defenders of" if role == DEFENDER else "the attackers of"
    far = _hexes(options[-1])
    lose = "a step" if hits == 1 else "a step per hit"
    back = "one hex (takes one hit)" if far == 1 else f"up to {far} hexes (one hit per hex)"
    text = f"{plural(hits, 'hit')} on {who} {fight.on}: {HOLD} (lose {lose}) or {RETREAT} {back}?"
    return Question(text, options, alive(state, role)[0].side)


@ask_hits.answered
def hits_answered(play: Play[State], answer: str, role: int) -> None:
    _settle(play, role, answer)


def _settle(play: Play[State], role: int, answer: str) -> None:
    state = play.state
    hits, hexes = fight_of(state).hits[role], _hexes(answer)
    steps = hits - hexes
    units = [unit.id for unit in with_steps(alive(state, role))]
    sappers = -(-steps // 2) if role == ATTACKER and fight_of(state).sappers else 0
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
@rule("9.42", "9.6")
def lose(play: Play[State], units: list[str], left: int, sappers: int) -> None:
    """The next of some steps; the owner chooses whose."""
    state = play.state
    able = losable(state, units, sappers)
    if not able:
        _overkill(play, units, left)
        return
    policy = state.policies[able[0].side]["steps"]
    if policy == "ask" and len(able) > 1:
        play.push(ask_step, units=units, left=left, sappers=sappers)
        return
    choose = min if policy == "weakest" else max
    _lose_one(play, choose(able, key=worth), units, left, sappers)


def worth(unit: Unit) -> tuple[int, int]:
    """What the next step of a unit is worth, for the standing answers."""
    now = unit.strength
    after = unit.strength_with(unit.steps - 1) if unit.steps > 1 else (0, 0)
    return sum(now) - sum(after), attack(unit) + defence(unit)


def _lose_one(play: Play[State], unit: Unit, units: list[str], left: int, sappers: int) -> None:
    if left > 1:
        play.push(lose, units=units, left=left - 1, sappers=max(0, sappers - 1))
    lose_step(play, unit, _paragraph(play.state))


def _paragraph(state: State) -> str:
    """Hits are taken before either side withdraws; what is lost later is the price of a retreat."""
    waiting = sum(frame.handler is withdraw for frame in state.stack)
    return "9.42" if waiting == len((ATTACKER, DEFENDER)) else "9.6"


def lose_step(play: Play[State], unit: Unit, rule: str) -> None:
    """One step, and whatever that means for a leader who is with it."""
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
    _lose_one(play, play.state.units[answer], units, left, sappers)


@rule("9.94")
def _overkill(play: Play[State], units: list[str], left: int) -> None:
    """A side is gone and hits are left: the other one is spared a hit that it has not yet taken."""
    fight = fight_of(play.state)
    other = DEFENDER if units[0] in fight.attackers else ATTACKER
    if left and fight.hits[other]:
        apply.hit_spared(play, "9.94", role=other, left=fight.hits[other] - 1)


# ── D and Z


@work
@rule("9.4")
def shake(play: Play[State]) -> None:
    """Apply D and Z to the remaining units."""
    fight = fight_of(play.state)
    for role in (DEFENDER, ATTACKER):
        for unit in alive(play.state, role):
            if fight.marks[role] and not unit.can("lead") and not unit.can("coast-gun"):
                mark(play, unit, fight.marks[role], "9.4")


def mark(play: Play[State], unit: Unit, letter: str, rule: str) -> None:
    """D makes a unit Disorganised, a second time Demoralised; Z Demoralised, a second time it costs a step."""
    if letter == "Z" and unit.state == DEMORALISED:
        lose_step(play, unit, rule)
        return
    after = DISORGANISED if letter == "D" and unit.state == OK else DEMORALISED
    if after != unit.state:
        apply.state_changed(play, rule, unit=unit.id, to=after)
