"""Exact chances of attacks, bombardments, fire at sea, landings and air strikes, by the code that carries them out.

Questions are answered as the standing answers say; `ask` counts as: no more guns, hold, and nobody advances.
"""

from fractions import Fraction

from tarawa_cli.games.malta import orders, rule
from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.state import ATTACKER, DEFENDER, Fight, State, Unit, other_side
from tarawa_cli.games.malta.model.unit import ABSENT, box_of
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.orders import Order, check_order
from tarawa_cli.games.malta.orders.combat import Attack, Bombard, BreakThrough
from tarawa_cli.games.malta.orders.general import Decide
from tarawa_cli.games.malta.orders.morning_and_air import Strike
from tarawa_cli.games.malta.orders.sea import Embark, Shoot
from tarawa_cli.games.malta.rules import ch10_11_special_combat_morale
from tarawa_cli.games.malta.rules.ch09_combat import Odds, combat_odds, planned
from tarawa_cli.games.malta.rules.ch09_combat.attacking import by_standing_answer, commander, defensive, saved_by_fort
from tarawa_cli.games.malta.rules.ch10_11_special_combat_morale import BombardmentOdds, leaders_for
from tarawa_cli.games.malta.rules.ch16_special_units.coast_guns import ship_hits, volley_hits
from tarawa_cli.games.malta.rules.ch18_landings import points
from tarawa_cli.games.malta.rules.ch18_landings.beaches import danger, is_lost
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.chances import Foresight, Node, added, ends, percent
from tarawa_cli.kernel.engine.grammar import OrderLine
from tarawa_cli.kernel.engine.play import Event, Play, answer, do, is_question, question
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import Any, Callable, NamedTuple, Sequence
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.standard import attrgetter

FORESEEN = ("attack", "bombard", "break-through", "strike", "shoot", "embark")
_ANSWERS = {"guns": "done", "hits": "hold", "follow": "none", "unveil": "done"}
"""Answers to questions without a standing answer; for other questions the first option is taken."""
ANSWER = "decide"
"""This order has odds too, while a question of a fight is open."""
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
    odds: Odds | BombardmentOdds
    outcomes: list[Outcome]
    sides: dict[str, Side]
    """The side of each unit."""
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
    urging = leaders_for(state, state.named(order.units))[0] if isinstance(order, BreakThrough) else None
    leaders = rolling(state, order), urging
    odds = (
        ch10_11_special_combat_morale.bombardment_odds(state, order.hex, order.by(state))
        if isinstance(order, Bombard)
        else combat_odds(*fight_to_come(state, order))
    )
    return Forecast(odds, outcomes, sides, saved, *leaders, _guns(state, order))


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


def falls(outcomes: list[Outcome]) -> Fraction:
    return sum((outcome.chance for outcome in outcomes if outcome.falls), Fraction(0))


@rule("9.2")
def _guns(state: State, order: Foreseen) -> Guns | None:
    """The guns that the defender may add to an attack, whatever the standing answer."""
    if not isinstance(order, Attack):
        return None
    begun, enemy = state.twin(), other_side(state.active)
    begun.fight = planned(state, state.named(order.units), order.on)
    able = tuple(gun.id for gun in defensive(begun))
    shares = [falls(_outcomes(_answering(state, enemy, answer), order, order.on, enemy)) for answer in _EXTREMES]
    return Guns(able, *shares) if able else None


_EXTREMES = ("never", "always")
"""Standing answers: no gun supports the defence, or every one that can."""


def _answering(state: State, side: Side, answer: str) -> State:
    """The position with another standing answer to a side's question of who supports the defence."""
    twin = copied(state)
    twin.policies = {**twin.policies, side: {**twin.policies[side], "support": answer}}
    return twin


def fight_to_come(state: State, order: Attack | BreakThrough) -> tuple[State, Fight]:
    """The fight that the order would begin, and its position: a breakthrough counts from where it attacks."""
    if isinstance(order, BreakThrough):
        state = copied(state)
        for unit in state.named(order.units):
            state.units.put(unit, order.to or unit.at)
    fight = planned(state, state.named(order.units), order.on)
    return state, _with_guns(state, fight) if isinstance(order, Attack) else fight._replace(offence=())


def _with_guns(state: State, fight: Fight) -> Fight:
    """The fight with the guns that the defender's standing answer adds (9.2)."""
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
    falls = not node.state.side_at(defender, on)
    return Outcome(node.chance, node.label or NO_ROLL, losses, states, falls)


def _target(order: Foreseen) -> Hex:
    return order.hex if isinstance(order, Bombard) else order.on


# ── Answers


class AnswerForecast(NamedTuple):
    """The results of an answer in a fight."""

    on: Hex
    outcomes: list[Outcome]
    sides: dict[str, Side]


@rule("24.2")
def forecast_answer(state: State, order: Decide) -> AnswerForecast:
    """Every end of the fight in which the question is asked."""
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


# ── Copies of a position

_values = attrgetter(*Unit.traits)


def copied(state: State) -> State:
    """An independent copy; units out of play do not change in a fight, so both share them."""
    return state.copied(lambda unit: not (unit.on_map or unit.is_broken))


def key(state: State) -> str:
    """A text that is the same for equal positions."""
    units = [(id, _values(unit)) for id, unit in state.units.items() if unit.at != ABSENT]
    return repr((units, state.fight, state.stack))


# ── Exact chances of a shot of ships and coast guns, and of a landing, by the code that throws the dice


class HitChances(NamedTuple):
    """How likely each number of hits or losses is."""

    what: str
    """The word for what is counted: `hit`, `landing loss`."""
    modifiers: list[Modifier]
    shares: dict[int, Fraction]

    @property
    def average(self) -> Fraction:
        return sum((number * chance for number, chance in self.shares.items()), Fraction(0))

    def facts(self) -> dict[str, Any]:
        shares = {str(n): {"chance": float(share), "exact": str(share)} for n, share in self.shares.items()}
        modifiers = [modifier.facts() for modifier in self.modifiers]
        return {"counted": self.what, "modifiers": modifiers, "shares": shares, "average": float(self.average)}

    def text(self) -> str:
        lines = [f"{modifier.value:+d} {modifier.label} [{modifier.rule}]" for modifier in self.modifiers]
        lines += [f"  {plural(number, self.what):24} {percent(share):>8}" for number, share in self.shares.items()]
        return "\n".join([*lines, f"average {float(self.average):.2f}"])


def sea_forecast(state: State, order: Shoot | Embark) -> HitChances:
    check_order(state, order)
    return _shot(state, order) if isinstance(order, Shoot) else _landing(state, order)


@rule("16.55", "16.56", "16.79")
def _shot(state: State, order: Shoot) -> HitChances:
    """At a unit one hit is enough; in a wave box each costs a unit."""
    by = state.units[order.by]
    if by.can("ship"):
        gun = names.unit(state, order.target).id
        found = _counted(state, lambda play: ship_hits(play, by, gun))
        return HitChances("hit", [], found)
    found = _counted(state, lambda play: volley_hits(play, by, order.target, "16.55"))
    if not box_of(order.target):
        found = added((min(number, 1), share) for number, share in found.items())
    return HitChances("hit", [], dict(sorted(found.items())))


@rule("18.5")
def _landing(state: State, order: Embark) -> HitChances:
    """The chances of landing losses in the current position, before waterline combat."""
    if not order.units:
        raise BadOrder("`embark --plan` has no odds", hint="odds embark UNIT --to HEX, one beach at a time")
    return HitChances("landing loss", danger(state, order.to), _lost(state, state.named(order.units), order.to))


def _lost(state: State, units: Sequence[Unit], at: Hex) -> dict[int, Fraction]:
    dice = [unit for unit in units for _ in range(points(unit))]
    modifiers = danger(state, at)
    if not modifiers:
        return {0: Fraction(1)}
    return _counted(state, lambda play: sum(is_lost(play, unit, modifiers) for unit in dice))


def _counted(state: State, throw: Callable[[Play[State]], int]) -> dict[int, Fraction]:
    """The chances of every number that some dice can give."""

    def begin(play: Play[State]) -> None:
        play.note("counted", "", number=int(throw(play)))

    start = copied(state)
    start.stack = []  # nothing but these dice
    sight: Foresight[State] = Foresight(
        copied, key, lambda play: None, lambda _, events: str(events[-1].facts["number"])
    )
    return dict(sorted(added((int(node.label), node.chance) for node in ends(start, begin, sight)).items()))


# ── Exact chances of air strikes (17.5), by the code that flies them


DESTROYED, SILENCED, READY = "destroyed", "silenced", "ready to fire"


class GunChances(NamedTuple):
    """The chances for each gun, by the name that both sides know."""

    guns: dict[str, dict[str, Fraction]]
    flown: dict[int, Fraction]
    """How many strikes it takes."""

    def facts(self) -> dict[str, Any]:
        guns = {
            gun: {end: {"chance": float(chance), "exact": str(chance)} for end, chance in ends.items()}
            for gun, ends in self.guns.items()
        }
        return {"guns": guns, "flown": {str(count): float(chance) for count, chance in sorted(self.flown.items())}}

    def text(self) -> str:
        lines = [
            f"  {gun:20} {', '.join(f'{end} {percent(chance)}' for end, chance in ends.items())}"
            for gun, ends in self.guns.items()
        ]
        flown = ", ".join(f"{count} {percent(chance)}" for count, chance in sorted(self.flown.items()))
        return "\n".join([*lines, f"strikes flown: {flown}"])


@rule("17.5")
def strike_forecast(state: State, order: Strike) -> GunChances:
    check_order(state, order)
    guns = {gun: names.unit(state, gun).id for gun in order.guns}
    found = [(node.state, node.chance) for node in ends(state, order.resolve, _SIGHT)]
    by_gun = {gun: added((_end_of(after, id), chance) for after, chance in found) for gun, id in guns.items()}
    in_order = {
        gun: {end: ends[end] for end in (DESTROYED, SILENCED, READY) if end in ends} for gun, ends in by_gun.items()
    }
    return GunChances(in_order, added((after.strikes - state.strikes, chance) for after, chance in found))


def _end_of(state: State, gun: str) -> str:
    if not state.units[gun].steps:
        return DESTROYED
    return SILENCED if gun in state.silenced else READY


def _key(state: State) -> str:
    return f"{key(state)} {sorted(state.silenced)} {state.strikes}"


_SIGHT: Foresight[State] = Foresight(copied, _key, go_on, lambda before, _: before)
