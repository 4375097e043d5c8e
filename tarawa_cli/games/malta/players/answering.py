"""The computer's answers to questions."""

from tarawa_cli.games.malta.model.state import DEFENDER, Fight, State, Unit
from tarawa_cli.games.malta.orders.general import Decide
from tarawa_cli.games.malta.players.ground import GroundValue, prizes
from tarawa_cli.games.malta.players.weighing import Scales
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch09_combat import defence
from tarawa_cli.games.malta.rules.ch09_combat.attacking import (
    ALL,
    DONE,
    NONE,
    advancers,
    ask_follow,
    ask_guns,
    defensive,
    worthwhile,
)
from tarawa_cli.games.malta.rules.ch09_combat.hits import (
    HOLD,
    answers,
    ask_hits,
    ask_step,
    cost_of_retreat,
    exposed,
    losable,
    worth,
)
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import question
from tarawa_cli.kernel.hints import Any, Callable, Mapping
from tarawa_cli.kernel.players import Choice

FIELD = 0.4
"""The worth of any hex in steps to the side that holds it, objectives aside."""
ATTACKED_FROM = 1.0
"""What the hexes of an attack are worth: a step is no reason to give up the initiative."""
ADVANCE = 0.5
"""The worth, in steps, of entering a hex that was fought for, in addition to prizes."""
ALONE = 3.0
"""Units do not advance into a threat that outweighs them by this factor."""


def answer(state: State, by_side: Mapping[str, Scales]) -> Choice:
    """The answer to the question at hand."""
    frame = state.question
    assert frame is not None
    asked = question(state)
    scales = by_side[asked.side or state.active]
    choose: Callable[..., tuple[str, str]] = _ANSWERS.get(frame.handler, _first)
    found, why = choose(state, scales, **frame.facts)
    return Choice(Decide(found if found in asked.options else asked.options[0]), why)


def _first(state: State, scales: Scales, **_: Any) -> tuple[str, str]:
    return question(state).options[0], "no answer is better"


# ── Hits


def _hits(state: State, scales: Scales, role: int) -> tuple[str, str]:
    """Steps, or a hex of retreat: whichever costs less, the ground counted in steps."""
    best = min(answers(state, role), key=lambda answer: (price(state, scales, role, answer), answer != HOLD))
    return best, "the hex is worth holding" if best == HOLD else "this costs the least"


def price(state: State, scales: Scales, role: int, answer: str) -> float:
    """What an answer costs in steps: those lost, and the ground given up."""
    fight = state.current_fight
    units = state.remaining(fight.units(role))
    steps = sum(unit.steps for unit in exposed(state, role))
    foes = fight.origins if role == DEFENDER else (fight.on,)
    hexes = 0 if answer == HOLD else int(answer.rpartition("-")[2])
    lost = fight.hits[role] - hexes + (cost_of_retreat(HexIndex(state), units, foes, hexes) if hexes else 0)
    gives_up = bool(hexes) or lost >= steps
    return min(lost, steps) + (_given_up(state, scales, fight, role) if gives_up else 0.0)


def _given_up(state: State, scales: Scales, fight: Fight, role: int) -> float:
    """What the ground is worth that is left: an attacker gives up the chance to advance, too."""
    value = prizes(state)
    if role == DEFENDER:
        return FIELD + scales.zeal * value.get(fight.on, 0.0)
    here = ATTACKED_FROM + scales.zeal * max(
        (value.get(at, 0.0) for at in fight.origins if not _others_hold(state, at, fight.attackers)), default=0.0
    )
    won = bool(fight.back[DEFENDER]) or not exposed(state, DEFENDER)
    return here + (ADVANCE + scales.zeal * value.get(fight.on, 0.0) if won else 0.0)


def _others_hold(state: State, at: Hex, units: tuple[str, ...]) -> bool:
    """Whether a combat unit stays in a hex after some units have left."""
    side = state.units[units[0]].side
    return any(unit.side == side and unit.can("combat") and unit.id not in units for unit in state.units_at(at))


def _step(state: State, scales: Scales, units: list[str], left: int, sappers: int) -> tuple[str, str]:
    possible = losable(state, units, sappers)
    return min(possible, key=worth).id, "this step is worth least"


# ── Support and advance


def _guns(state: State, scales: Scales) -> tuple[str, str]:
    guns = worthwhile(state, defensive(state))
    return (guns[0].id, "it shifts the column") if guns else (DONE, "more guns would change nothing")


def _follow(state: State, scales: Scales) -> tuple[str, str]:
    """All units that can advance, except those whose hex would then be open to the enemy, and not a few toward many."""
    fight, units = state.current_fight, advancers(state)
    ground = GroundValue(state, units[0].side)
    kept = _kept_back(ground, units)
    going = [unit for unit in units if unit not in kept]
    inside = ground.field.units(ground.side, fight.on)
    shield = sum(map(defence, [*inside, *going])) * ground.walls(fight.on)
    pays = scales.zeal * ground.worth.get(fight.on, 0.0)
    if not going or (not pays and ground.threat(fight.on) > ALONE * max(1, shield)):
        return NONE, "they are needed where they are"
    if not kept:
        return ALL, "take the ground"
    return going[0].id, f"the others hold {kept[0].at}"


def _kept_back(ground: GroundValue, units: list[Unit]) -> list[Unit]:
    """The units that must stay to hold a prize: the best defender of each hex that the enemy could walk into."""
    on = ground.state.current_fight.on
    staying: list[Unit] = []
    for at in sorted({unit.at for unit in units}):
        here = [unit for unit in units if unit.at == at and unit.can("combat")]
        held = any(unit.can("combat") and unit not in here for unit in ground.field.units(ground.side, at))
        if ground.garrison(at) > 1:
            staying += here
            continue
        least = ground.worth.get(on, 0.0) if len(here) == 1 else 0.0
        if here and not held and ground.worth.get(at, 0.0) > least and ground.is_open(at):
            staying.append(max(here, key=lambda unit: (defence(unit), unit.id)))
    return staying


_ANSWERS: dict[Any, Callable[..., tuple[str, str]]] = {
    ask_hits: _hits,
    ask_guns: _guns,
    ask_step: _step,
    ask_follow: _follow,
}
