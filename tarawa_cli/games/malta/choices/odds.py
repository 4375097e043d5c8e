"""Exact chances of every outcome of an attack or a bombardment, by the very code that carries it out.

Questions are answered as the standing answers say; `ask` counts as: no more guns, hold, and nobody advances.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import attrgetter

from tarawa_cli.games.malta import orders
from tarawa_cli.games.malta.model import results
from tarawa_cli.games.malta.model.places import ABSENT
from tarawa_cli.games.malta.model.state import AIR_MARKER, ATTACKER, DEFENDER, Fight, State, Unit, other_side
from tarawa_cli.games.malta.model.unit_types import SIDES, Side
from tarawa_cli.games.malta.orders import Order
from tarawa_cli.games.malta.orders.combat import Attack, Bombard, BreakThrough
from tarawa_cli.games.malta.orders.decide import Decide
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch09.attack import Odds, commander, planned, reckon, saved_by_fort
from tarawa_cli.games.malta.rules.ch09.strengths import Sum
from tarawa_cli.games.malta.rules.ch09.support import by_standing_answer, defensive
from tarawa_cli.games.malta.rules.ch10 import bombardment
from tarawa_cli.games.malta.rules.ch10.bombardment import Barrage
from tarawa_cli.games.malta.rules.ch10.breakthrough import leaders_for
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.forecast import Foresight, Node, added, ends, percent
from tarawa_cli.kernel.grammar import OrderLine
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.hints import Any, NamedTuple
from tarawa_cli.kernel.play import Event, Play
from tarawa_cli.kernel.unfinished import answer, do, is_question, question

FORESEEN = ("attack", "bombard", "break-through", "strike", "shoot", "embark")
_ANSWERS = {"guns": "done", "hits": "hold", "follow": "none", "unveil": "done"}
"""Of questions that no standing answer answers; of others the first option is taken."""
ANSWER = "decide"
"""It has odds too, while a question of a fight is open."""
_FIGHT = ("command", "fight-over")
"""The lowest work of a fight on the stack, before the roll and after it."""
ROLES = ("attackers", "defenders")
NO_ROLL = "no roll"
ASSUMED = "using the standing answers; where they ask: no more guns, hold, no advance [24.2]"
Foreseen = Attack | Bombard | BreakThrough


class Outcome(NamedTuple):
    """One end of an order."""

    chance: Fraction
    result: str
    """What the table said."""
    losses: dict[str, int]
    """Steps by unit."""
    states: dict[str, str]
    """Units whose state has changed, and to what."""
    falls: bool
    """Whether no defender is left in the hex."""

    def as_json(self) -> dict[str, Any]:
        return self._asdict() | {"chance": float(self.chance), "exact": str(self.chance)}


class Guns(NamedTuple):
    """The guns that the defender may add (9.2), and how likely the hex falls without any and with all of them."""

    able: tuple[str, ...]
    without: Fraction
    with_all: Fraction


class Forecast(NamedTuple):
    odds: Odds | Barrage
    outcomes: list[Outcome]
    sides: dict[str, Side]
    """Whose each unit is."""
    saved: int = 0
    """Hits that a fort spares the defenders."""
    commanders: tuple[Unit, ...] = ()
    """Leaders who roll for command, the attackers' first."""
    leader: Unit | None = None
    """Who must roll before a breakthrough."""
    guns: Guns | None = None


@rule("9.3", "9.4", "10.1")
def forecast(state: State, line: OrderLine) -> Forecast:
    """Every outcome of an order that is legal now, the likeliest first."""
    order = orders.read_order(state, line)
    name = order.name
    if not isinstance(order, Foreseen):
        raise BadOrder(f"`{name}` has no odds", hint=f"what has odds: {', '.join((*FORESEEN, ANSWER))}")
    orders.check_order(state, order)
    outcomes = _outcomes(state, order, _target(order), other_side(state.active))
    sides = {id: unit.side for id, unit in state.units.items()}
    saved = saved_by_fort(state, _target(order))
    leaders = rolling(state, order), _urging(state, order)
    return Forecast(_reckoned(state, order), outcomes, sides, saved, *leaders, _guns(state, order))


def _outcomes(state: State, order: Order, on: Hex, defender: Side) -> list[Outcome]:
    """Every outcome, the likeliest first."""
    found: dict[str, Outcome] = {}
    foresight = Foresight(copied, key, go_on, _result)
    for node in ends(state, order.resolve, foresight, answers=isinstance(order, Decide)):
        outcome = _outcome(state, on, defender, node)
        same = repr(outcome[1:])
        before = found[same].chance if same in found else Fraction(0)
        found[same] = outcome._replace(chance=before + outcome.chance)
    return sorted(found.values(), key=lambda outcome: (-outcome.chance, outcome.result, str(outcome.losses)))


def _falls(outcomes: list[Outcome]) -> Fraction:
    return sum((outcome.chance for outcome in outcomes if outcome.falls), Fraction(0))


@rule("9.2")
def _guns(state: State, order: Foreseen) -> Guns | None:
    """The guns that the defender may add to an attack, whatever the standing answer."""
    if not isinstance(order, Attack):
        return None
    begun, enemy = state.twin(), other_side(state.active)
    begun.fight = planned(state, state.named(order.units), order.on)
    able = tuple(gun.id for gun in defensive(begun))
    shares = [_falls(_outcomes(_answering(state, enemy, answer), order, order.on, enemy)) for answer in _EXTREMES]
    return Guns(able, *shares) if able else None


_EXTREMES = ("never", "always")
"""Standing answers: no gun supports the defence, or every one that can."""


def _answering(state: State, side: Side, answer: str) -> State:
    """The position with another standing answer of a side to who supports the defence."""
    twin = copied(state)
    twin.policies = {**twin.policies, side: {**twin.policies[side], "support": answer}}
    return twin


def _reckoned(state: State, order: Foreseen) -> Odds | Barrage:
    """Strengths and shifts."""
    return (
        bombardment.reckon(state, order.hex, order.by(state))
        if isinstance(order, Bombard)
        else reckon(*fight_to_come(state, order))
    )


def fight_to_come(state: State, order: Attack | BreakThrough) -> tuple[State, Fight]:
    """The fight to come, and the position in it: a stack that breaks through counts where it attacks from."""
    if isinstance(order, BreakThrough):
        state = copied(state)
        for unit in state.named(order.units):
            state.units.put(unit, order.to or unit.at)
    fight = planned(state, state.named(order.units), order.on)
    return state, _with_guns(state, fight) if isinstance(order, Attack) else fight._replace(offence=())


def _with_guns(state: State, fight: Fight) -> Fight:
    """With the guns that the defender's standing answer gives to it (9.2)."""
    begun = state.twin()
    begun.fight = fight
    return fight._replace(support=tuple(gun.id for gun in by_standing_answer(begun, defensive(begun))))


def rolling(state: State, order: Foreseen) -> tuple[Unit, ...]:
    """Who rolls for command in the fight (14.2)."""
    if isinstance(order, Bombard):
        return ()
    there, fight = fight_to_come(state, order)
    found = (commander(there, fight, role) for role in (ATTACKER, DEFENDER))
    return tuple(leader for leader in found if leader)


def _urging(state: State, order: Foreseen) -> Unit | None:
    return leaders_for(state, state.named(order.units))[0] if isinstance(order, BreakThrough) else None


def go_on(play: Play[State]) -> None:
    """The topmost work, or the answer to the topmost question."""
    frame = play.state.stack[-1]
    if is_question(frame):
        answer(play, _ANSWERS.get(frame.kind) or question(play.state).options[0])
    else:
        do(play, play.pop())


def _result(before: str, events: Sequence[Event]) -> str:
    rolls = [
        event.facts["result"]
        for event in events
        if event.type == "roll" and event.facts["table"] in ("crt", "bombardment")
    ]
    return str(rolls[0]) if rolls else before


def _outcome(start: State, on: Hex, defender: Side, node: Node[State]) -> Outcome:
    after = node.state.units
    whole = {id: unit.steps for id, unit in start.units.items() if not unit.is_broken}
    losses = {id: steps - after[id].steps for id, steps in whole.items() if after[id].steps < steps}
    states = {
        id: after[id].state for id, unit in start.units.items() if after[id].steps and after[id].state != unit.state
    }
    falls = not any(unit.side == defender for unit in node.state.units_at(on))
    return Outcome(node.chance, node.told or NO_ROLL, losses, states, falls)


def _target(order: Foreseen) -> Hex:
    return order.hex if isinstance(order, Bombard) else order.on


# ── Answers


class AnswerForecast(NamedTuple):
    """What comes of an answer in a fight."""

    on: Hex
    outcomes: list[Outcome]
    sides: dict[str, Side]


@rule("24.2")
def forecast_answer(state: State, order: Decide) -> AnswerForecast:
    """Every end of the fight that a question is asked in."""
    orders.check_order(state, order)
    fight = state.fight
    if fight is None:
        raise BadOrder("this question has no odds", hint="only questions of a fight have odds")
    lowest = max((place for place, frame in enumerate(state.stack) if frame.kind in _FIGHT), default=-1)
    alone = copied(state)
    alone.stack = alone.stack[lowest:]
    defender = other_side(state.units[fight.attackers[0]].side)
    sides = {id: unit.side for id, unit in state.units.items()}
    return AnswerForecast(fight.on, _outcomes(alone, order, fight.on, defender), sides)


def answer_facts(found: AnswerForecast) -> dict[str, Any]:
    outcomes = found.outcomes
    return {
        "falls": float(_falls(outcomes)),
        "expected_steps": {side: float(steps) for side, steps in _steps_by_side(outcomes, found.sides).items()},
        "expected_losses": _losses(outcomes),
        "states": _states(outcomes),
        "outcomes": [outcome.as_json() for outcome in outcomes],
    }


def answer_text(found: AnswerForecast) -> str:
    facts = answer_facts(found)
    lines = [f"{found.on} falls: {percent(facts['falls'])}; {_steps_text(facts)}"]
    lines += _table("steps lost on average", facts["expected_losses"], "{:.2f}".format)
    return "\n".join([*lines, *_table("states", facts["states"], percent), ASSUMED])


# ── Copies of a position

_values = attrgetter(*Unit.traits)


def copied(state: State) -> State:
    """An independent copy; units out of play do not change in a fight, so both share them."""
    return state.copied(_is_away)


def _is_away(unit: Unit) -> bool:
    return not (unit.on_map or unit.is_broken)


def key(state: State) -> str:
    """The same text for positions that are the same."""
    units = [(id, _values(unit)) for id, unit in state.units.items() if unit.at != ABSENT]
    return repr((units, state.fight, state.stack))


# ── Telling them


def summary(found: Forecast) -> dict[str, Any]:
    """Strengths, shifts, chances by result, by hits and of the hex, and what is lost on average."""
    outcomes = found.outcomes
    return {
        **_reckoning(found.odds),
        "falls": float(_falls(outcomes)),
        **_guns_facts(found.guns),
        "expected_steps": {side: float(steps) for side, steps in _steps_by_side(outcomes, found.sides).items()},
        "results": _shares((outcome.result, outcome.chance) for outcome in outcomes),
        "hits": {role: {str(n): float(share) for n, share in rows.items()} for role, rows in hits(found).items()},
        "expected_losses": _losses(outcomes),
        "states": _states(outcomes),
        "outcomes": [outcome.as_json() for outcome in outcomes],
    }


def _guns_facts(guns: Guns | None) -> dict[str, Any]:
    if guns is None:
        return {}
    shares = {"without": float(guns.without), "with_all": float(guns.with_all)}
    return {"defenders_guns": {"guns": list(guns.able), "falls": shares}}


def _states(outcomes: list[Outcome]) -> dict[str, float]:
    return _shares((f"{id} {to}", o.chance) for o in outcomes for id, to in o.states.items())


def _reckoning(odds: Odds | Barrage) -> dict[str, Any]:
    if isinstance(odds, Barrage):
        strengths: dict[str, Any] = {"strength": odds.total, "by": {line.unit: line.value for line in odds.lines}}
        return strengths | _columns(odds)
    return {
        "attack": _sum_facts(odds.attack),
        "defence": _sum_facts(odds.defence),
        **_columns(odds),
    }


def _columns(odds: Odds | Barrage) -> dict[str, Any]:
    return {"heads": odds.heads, "column": odds.start, "shifts": [shift.facts() for shift in odds.shifts]}


def _sum_facts(side: Sum) -> dict[str, Any]:
    return {
        "total": side.total,
        "units": {line.unit: line.value for line in side.units},
        "support": {line.unit: line.value for line in side.support},
        "times": side.times,
    }


def _shares(chances: Any) -> dict[str, float]:
    found = sorted(added(chances).items(), key=lambda pair: (-pair[1], pair[0]))
    return {name: float(chance) for name, chance in found}


def _losses(outcomes: list[Outcome]) -> dict[str, float]:
    found = added((unit, o.chance * lost) for o in outcomes for unit, lost in o.losses.items())
    return {unit: float(lost) for unit, lost in found.items()}


@rule("9.42", "9.94")
def hits(found: Forecast) -> dict[str, dict[int, Fraction]]:
    """The chance of each number of hits on a side, with a fort counted; nothing for a bombardment."""
    if isinstance(found.odds, Barrage):
        return {}
    rolled = [(o.chance, _hits_of(o.result, found.saved)) for o in found.outcomes]
    return {
        role: dict(sorted(added((pair[number], chance) for chance, pair in rolled).items()))
        for number, role in enumerate(ROLES)
    }


def _hits_of(result: str, saved: int) -> tuple[int, int]:
    """Hits on attacker and defender; without a roll there are none."""
    if result == NO_ROLL:
        return 0, 0
    found = results.combat(result)
    return found.attacker.hits, max(0, found.defender.hits - saved)


def _steps_by_side(outcomes: list[Outcome], sides: dict[str, Side]) -> dict[str, Fraction]:
    """What each side loses on average, in steps."""
    lost = added((sides[unit], o.chance * steps) for o in outcomes for unit, steps in o.losses.items())
    return {side: lost.get(side, Fraction(0)) for side in SIDES}


def text(state: State, found: Forecast) -> str:
    """The answer first; then what it is made of, each shift with its paragraph; then the tables."""
    facts = summary(found)
    lines = [_answer(found, facts), *_strengths(found), *_shifted(state, found.odds), *_commanded(state, found)]
    lines += ["result     chance"]
    lines += [f"  {result:7} {percent(chance):>8}" for result, chance in facts["results"].items()]
    lines += _hits_table(found)
    lines += _table("steps lost on average", facts["expected_losses"], "{:.2f}".format)
    lines += _table("states", facts["states"], percent)
    return "\n".join([*lines, ASSUMED])


def _answer(found: Forecast, facts: dict[str, Any]) -> str:
    falls = "" if isinstance(found.odds, Barrage) else f"the hex falls: {percent(facts['falls'])}; "
    return f"{falls}{_guns_text(found.guns)}{_steps_text(facts)}"


def _steps_text(facts: dict[str, Any]) -> str:
    return "steps lost on average: " + ", ".join(f"{side} {lost:.2f}" for side, lost in facts["expected_steps"].items())


def _guns_text(guns: Guns | None) -> str:
    """The best and the worst case."""
    if guns is None:
        return ""
    best, worst = percent(guns.without), percent(guns.with_all)
    return f"{best} if the defender adds no guns, {worst} with {' '.join(guns.able)}; "


def _hits_table(found: Forecast) -> list[str]:
    """Hits on either side, with their chances side by side."""
    by_role = hits(found)
    numbers = sorted({number for rows in by_role.values() for number in rows})
    if not numbers:
        return []
    rows = [[percent(by_role[role].get(number, 0)) for role in ROLES] for number in numbers]
    head = f"hits {' '.join(f'{role:>10}' for role in ROLES)}"
    return [head, *(f"  {n:<3}{' '.join(f'{cell:>10}' for cell in row)}" for n, row in zip(numbers, rows, strict=True))]


def _strengths(found: Forecast) -> list[str]:
    odds, leader = found.odds, found.leader
    if isinstance(odds, Barrage):
        return [barrage_text(odds)]
    rolls = [f"{leader.id} must roll {leader.rating} or less first [10.3]"] if leader else []
    return [*rolls, sum_text("attack", odds.attack), sum_text("defence", odds.defence)]


def _shifted(state: State, odds: Odds | Barrage) -> list[str]:
    """The column that the roll starts in, every shift by its name and paragraph, and where they lead."""
    if not odds.start:
        return []
    name = bombardment.TABLE if isinstance(odds, Barrage) else "crt"
    table = state.charts.table(name)
    head = table.heads[odds.heads][int(odds.start) - 1]
    row = f"{odds.heads} in the hex" if isinstance(odds, Barrage) else odds.heads
    by = sum(shift.value for shift in odds.shifts)
    end = table.shifted(odds.start, by)
    shifts = [f"  {shift.value:+d} {shift.label} [{shift.rule}]" for shift in odds.shifts]
    cut = "" if int(end) == int(odds.start) + by else f": the {'last' if by > 0 else 'first'} one"
    return [f"column {odds.start} ({head}, {row})", *shifts, f"rolled in column {end}{cut}"]


def _commanded(state: State, found: Forecast) -> list[str]:
    """Leaders who may shift the column, with their chances."""
    signs = {leader.id: "+1" if leader.side == state.active else "-1" for leader in found.commanders}
    return [f"  {signs[him.id]} command ({him.id}), at {percent(him.rating / 6)} [14.2]" for him in found.commanders]


def _table(title: str, rows: dict[str, float], written: Callable[[float], str]) -> list[str]:
    return [title, *(f"  {name:28} {written(value):>8}" for name, value in rows.items())] if rows else []


def barrage_text(barrage: Barrage) -> str:
    by = " + ".join(f"{'planes' if line.unit == AIR_MARKER else line.unit} {line.value}" for line in barrage.lines)
    return f"bombardment {barrage.total}: {by}"


def sum_text(name: str, side: Sum) -> str:
    units = " + ".join(f"{line.unit} {line.value}" for line in side.units)
    doubled = f", times {side.times} for walls" if side.times > 1 else ""
    support = f"; support {' + '.join(f'{line.unit} {line.value}' for line in side.support)}" if side.support else ""
    given = sum(line.value for line in side.support)
    capped = f", of which only {side.own} counts, the units' own strength [9.2]" if given > side.own else ""
    return f"{name} {side.total}: {units}{doubled}{support}{capped}"
