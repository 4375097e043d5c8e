"""Exact chances of every outcome of an order, by going through all dice.

Questions get the standing answer, with `ask` counted as `step`. Of two hexes the first is cleared, and the first
regiment that may gain does so.
"""

from collections import Counter
from fractions import Fraction

from tarawa_cli.games.tarawa.legal.assault_odds import attack
from tarawa_cli.games.tarawa.legal.listing import orders
from tarawa_cli.games.tarawa.model.board import ABSENT, LOST, POOL, SCHEDULE, neighbours
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.orders import Order, check_order, read_order
from tarawa_cli.games.tarawa.orders.actions import Attack, Demolish, Fire, Move, Recover
from tarawa_cli.games.tarawa.orders.general import Decide
from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import may_gain, roll_recovery, rolls_as_one
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.chances import Foresight, Node, ends
from tarawa_cli.kernel.engine.grammar import OrderLine
from tarawa_cli.kernel.engine.play import Event, Play, answer, do, is_question, question
from tarawa_cli.kernel.errors import BadOrder, Refused, refusal
from tarawa_cli.kernel.hints import Any, Callable, Iterable, Iterator, NamedTuple, Sequence
from tarawa_cli.kernel.narration.visible import wrapped
from tarawa_cli.kernel.standard import attrgetter

# ── The goals of an order


OrderGoal = Callable[[State], bool]
"""Whether a goal of an order is reached in a position."""


def goals(start: State, order: Order) -> Iterator[tuple[str, OrderGoal]]:
    """The goals of an order; none for orders whose result says everything."""
    if isinstance(order, Attack):
        yield from _clearing(order.on)
    elif isinstance(order, Demolish):
        steps, standing = start.demolished.get(order.on, 0), start.pillboxes_standing(order.on)
        yield "damaged", lambda after: after.demolished.get(order.on, 0) > steps
        yield "a pillbox destroyed", lambda after: after.pillboxes_standing(order.on) < standing
        yield "cleared", _cleared(order.on)
    elif isinstance(order, Fire):
        markers = start.suppressed.get(order.at, 0)
        yield "suppressed", lambda after: after.suppressed.get(order.at, 0) > markers
    elif isinstance(order, Move):
        yield f"arrives in {order.route[-1]}", lambda after: after.units[order.unit].hex == order.route[-1]


def _clearing(targets: Sequence[str]) -> Iterator[tuple[str, OrderGoal]]:
    if len(targets) > 1:
        yield "both cleared", lambda after: after.cleared.issuperset(targets)
    for at in targets:
        yield f"{at} cleared" if len(targets) > 1 else "cleared", _cleared(at)


def _cleared(at: str) -> OrderGoal:
    return lambda after: at in after.cleared


# ── Rolls


class Roll(NamedTuple):
    """A roll that will be made, with the modifiers that it usually has."""

    table: str
    column: str
    on: str
    modifiers: tuple[tuple[int, str, str], ...]
    """Value, name and paragraph of each."""

    def as_json(self) -> dict[str, Any]:
        modifiers = [{"value": value, "label": label, "rule": rule} for value, label, rule in self.modifiers]
        return {"table": self.table, "column": self.column, "on": self.on, "modifiers": modifiers}

    def text(self, name: str) -> str:
        column, on = f", {self.column}" if self.column else "", f" on {self.on}" if self.on else ""
        each = ", ".join(f"{value:+d} {label} [{rule}]" for value, label, rule in self.modifiers)
        total = f" = {sum(value for value, *_ in self.modifiers):+d}" if len(self.modifiers) > 1 else ""
        return f"{name}{column}{on}: die {each}{total}".rstrip()


class RollTally:
    """Counts what a forecast rolls."""

    def __init__(self, own: Sequence[str]) -> None:
        self.own = own
        self._seen: dict[tuple[str, str], Counter[Roll]] = {}

    def note(self, events: Iterable[Event]) -> None:
        for event in events:
            if event.type == "roll":
                roll = _roll(event.facts)
                self._seen.setdefault((roll.table, roll.on), Counter())[roll] += 1

    def usual(self) -> list[Roll]:
        """Each roll with the modifiers that it has most often, the order's own first."""
        usual = [counted.most_common(1)[0][0] for counted in self._seen.values()]
        return sorted(usual, key=lambda roll: roll.table not in self.own)


def _roll(facts: dict[str, Any]) -> Roll:
    modifiers = tuple((each["value"], each["label"], each["rule"]) for each in facts["modifiers"])
    return Roll(facts["table"], facts.get("column", ""), facts.get("on", ""), modifiers)


# ── Chances


FORESEEN = ("bombard", "suppress", "move", "fire", "attack", "demolish", "recover")
"""Orders that roll a manageable number of dice; none of them touches a unit off the map."""
ANSWER = "decide"
"""It has odds too, while a question is open."""
_OWN = ("marine-fire", "marine-attack", "demolition", "bombardment")
"""The tables that give an order's own result."""


class Outcome(NamedTuple):
    chance: Fraction
    result: str
    losses: dict[str, int]
    pinned: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "chance": float(self.chance),
            "exact": str(self.chance),
            "result": self.result,
            "losses": self.losses,
            "pinned": list(self.pinned),
        }


class OrderChances(NamedTuple):
    """The chances of an order."""

    outcomes: list[Outcome]
    """The likeliest first."""
    aims: dict[str, Fraction]
    """The goals of the order, with the chance of each."""
    rolls: list[Roll]
    """What is rolled: the order's own roll first."""

    @property
    def loss(self) -> Fraction:
        """The steps that are lost on average."""
        return sum((each.chance * sum(each.losses.values()) for each in self.outcomes), Fraction(0))


def odds(state: State, line: OrderLine) -> list[Outcome]:
    """Every outcome of an order that is legal now, the likeliest first."""
    return chances(state, line).outcomes


def chances(state: State, line: OrderLine) -> OrderChances:
    """Every outcome of a legal order, the chance of each of its goals, and what is rolled."""
    order = read_order(state, line)
    name = order.name
    if name not in (*FORESEEN, ANSWER):
        raise BadOrder(f"`{name}` has no odds", hint=f"what has odds: {', '.join(FORESEEN)}, {ANSWER}, and a hex")
    check_order(state, order)
    return foreseen(_asked_alone(state) if name == ANSWER else state, order)


def _asked_alone(state: State) -> State:
    """The position with only the question on the stack, so that what follows it does not count."""
    twin = copied(state)
    twin.stack = twin.stack[-1:]
    return twin


def foreseen(state: State, order: Order) -> OrderChances:
    """The chances of an order that is legal."""
    found: dict[tuple[Any, ...], Outcome] = {}
    rolled, wanted = RollTally(_OWN), dict(goals(state, order))
    reached = dict.fromkeys(wanted, Fraction(0))
    for node in _ends(state, order, rolled):
        reached |= {name: reached[name] + node.chance for name, is_so in wanted.items() if is_so(node.state)}
        outcome = _outcome(state, order, node)
        key = outcome.result, *outcome.losses.items(), *outcome.pinned
        before = found[key].chance if key in found else Fraction(0)
        found[key] = outcome._replace(chance=before + outcome.chance)
    sorted_ = sorted(found.values(), key=lambda outcome: (-outcome.chance, outcome.result, str(outcome.losses)))
    return OrderChances(sorted_, reached, rolled.usual())


def _ends(state: State, order: Order, rolled: RollTally) -> Iterable[Node[State]]:
    """Every position in which the order can end."""

    def begin(play: Play[State]) -> None:
        order.resolve(play)
        if isinstance(order, Recover):
            for name in _recovering(state, order):
                roll_recovery(play, name)

    def own_result(before: str, events: Sequence[Event]) -> str:
        rolled.note(events)
        return _own_result(before, events)

    foresight = Foresight(copied, lambda now: _key(state, now), _continue, own_result)
    return ends(state, begin, foresight, answers=isinstance(order, Decide))


def _recovering(state: State, order: Recover) -> list[str]:
    """The units and battalions that an order lets roll in phase `morale`."""
    battalions = dict.fromkeys(state.units[id].type.battalion for id in order.units)
    able = [id for id in order.units if may_gain(state, state.units[id])]
    return able + [battalion for battalion in battalions if rolls_as_one(state, battalion, order.units)]


def _continue(play: Play[State]) -> None:
    """Do the topmost work, or answer the topmost question."""
    if is_question(play.state.stack[-1]):
        answer(play, question(play.state).options[0])
    else:
        do(play, play.pop())


def _own_result(before: str, events: Sequence[Event]) -> str:
    """The result of the order's own roll (of the last one, if it was repeated), or a line that says who recovers."""
    rolls = [event.facts for event in events if event.type == "roll"]
    if any(event.type == "recovery-begun" for event in events):
        able = [facts["on"] for facts in rolls if facts["table"] == "recovery" and facts["result"] != "-"]
        return f"{', '.join(able) or 'nobody'} {'recover' if len(able) > 1 else 'recovers'}"
    own = [facts["result"] for facts in rolls if facts["table"] in _OWN]
    if any(event.type == "out-of-reach" for event in events):
        return "one hex cleared"
    return str(own[-1]) if own else before


def _outcome(start: State, order: Order, node: Node[State]) -> Outcome:
    after = node.state.units
    losses = {id: u.steps - after[id].steps for id, u in start.units.items() if after[id].steps < u.steps}
    pins = tuple(id for id, u in start.units.items() if after[id].pins > u.pins and after[id].steps)
    return Outcome(node.chance, _result(order, node), losses, pins)


def _result(order: Order, node: Node[State]) -> str:
    if isinstance(order, Move):
        unit = node.state.units[order.unit]
        return f"in {unit.hex}" if unit.steps else "lost"
    if isinstance(order, Attack | Demolish) and not node.label:
        return "stopped by fire"
    return node.label or "done"


_AWAY = (SCHEDULE, POOL, LOST, ABSENT)
_values = attrgetter("spent", *Unit.traits)


def copied(state: State) -> State:
    """An independent copy; the units off the map do not change, so both share them."""
    return state.copied(lambda unit: unit.at in _AWAY)


def _key(start: State, state: State) -> str:
    """A text that is the same for equal positions."""
    units = [(id, now) for id, u in state.units.items() if (now := _values(u)) != _values(start.units[id])]
    rest = {
        name: sorted(value) if isinstance(value, set | frozenset) else value
        for name, value in vars(state).items()
        if name not in ("setting", "units")
    }
    return repr((units, rest))


def summary(outcomes: list[Outcome]) -> dict[str, Any]:
    """Chances by result, and average losses."""
    by_result: dict[str, Fraction] = {}
    steps: dict[str, Fraction] = {}
    for outcome in outcomes:
        by_result[outcome.result] = by_result.get(outcome.result, Fraction(0)) + outcome.chance
        for unit, lost in outcome.losses.items():
            steps[unit] = steps.get(unit, Fraction(0)) + outcome.chance * lost
    return {
        "results": {result: float(chance) for result, chance in by_result.items()},
        "expected_losses": {unit: float(lost) for unit, lost in steps.items()},
        "outcomes": [outcome.as_json() for outcome in outcomes],
    }


def table_text(outcomes: list[Outcome]) -> str:
    """The chances as a table."""
    found = summary(outcomes)
    width = max(20, *(len(result) for result in found["results"]))
    lines = [f"{'result':{width + 2}} chance"]
    lines += [f"  {_result_words(result):{width}} {chance * 100:5.1f} %" for result, chance in found["results"].items()]
    if found["expected_losses"]:
        lines.append("steps lost on average")
        lines += [f"  {unit:{width}} {lost:6.2f}" for unit, lost in found["expected_losses"].items()]
    lines.append("all outcomes")
    for outcome in outcomes[:20]:
        losses = ", ".join(f"{unit} -{lost}" for unit, lost in outcome.losses.items())
        pins = f"pinned: {', '.join(outcome.pinned)}" if outcome.pinned else ""
        what = "; ".join(filter(None, [_result_words(outcome.result), losses, pins]))
        lines.append(f"  {float(outcome.chance) * 100:6.2f} %  {what}")
    more = len(outcomes) - 20
    return "\n".join([*lines, *([f"  … and {more} more, less likely"] if more > 0 else [])])


def _result_words(result: str) -> str:
    return {"-": "no effect", "S": "suppressed (S)"}.get(result, result)


# ── What `odds` prints: the answer first, then the modifiers, then the table


SHOWN = 12
"""How many ways to take a hex are shown."""


def odds_facts(found: OrderChances) -> dict[str, Any]:
    return {
        "answer": headline(found),
        "aims": {name: float(chance) for name, chance in found.aims.items()},
        "expected_loss": float(found.loss),
        "rolls": [roll.as_json() for roll in found.rolls],
        **summary(found.outcomes),
    }


def odds_text(state: State, found: OrderChances) -> str:
    rolls = [wrapped(f"  {roll.text(state.charts.table(roll.table).name)}", 4) for roll in found.rolls]
    return "\n".join([headline(found), *rolls, table_text(found.outcomes)])


def headline(found: OrderChances) -> str:
    """`cleared 60.2 %, expected loss 0.4 steps`."""
    parts = [f"{name} {percent(chance)}" for name, chance in found.aims.items()]
    result, chance = next(iter(summary(found.outcomes)["results"].items()))
    parts = parts or [f"most likely {'no effect' if result == '-' else result} ({percent(chance)})"]
    return ", ".join([*parts, *([f"expected loss {_steps(found.loss)}"] if found.loss else [])])


def percent(chance: Fraction | float) -> str:
    return f"{float(chance) * 100:.1f} %"


def _steps(loss: Fraction) -> str:
    number = f"{float(loss):.2g}"
    return f"{number} step{'' if number == '1' else 's'}"


# ── The ways to take a hex


class HexOption(NamedTuple):
    """An order that can win a hex, with its chance and its price."""

    command: str
    chance: float
    loss: float
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        return {"command": self.command, "chance": self.chance, "expected_loss": self.loss, "note": self.note}


def ways_to_take(state: State, at: Hex) -> list[HexOption]:
    """The legal orders that can win a hex now, the best first; Refused, with reasons, if there are none."""
    if at in state.cleared or at in state.occupied:
        raise Refused("7.2.4", f"{at} is already yours", f"hex {at}")
    found = [_way(state, order) for order in orders(state) if _is_on(order, at)]
    if not found:
        raise why_not(state, at)
    return sorted(found, key=lambda way: (-round(way.chance, 9), round(way.loss, 9), len(way.command), way.command))


def _is_on(order: Order, at: Hex) -> bool:
    """An attack or demolition there, or on ground that is open, a move there."""
    if isinstance(order, Attack):
        return order.on == (at,)
    return (isinstance(order, Demolish) and order.on == at) or (isinstance(order, Move) and order.route[-1] == at)


def _way(state: State, order: Order) -> HexOption:
    """Attacks by many units would take long to play out; the tables give the same chances at once."""
    if isinstance(order, Attack):
        outlook = attack(state, order.units, order.on, order.support, order.shore)
        return HexOption(order.text(), outlook.success, outlook.steps)
    found = foreseen(state, order)
    *others, (_, chance) = found.aims.items()
    note = ", ".join(f"{name} {percent(share)}" for name, share in others)
    return HexOption(order.text(), float(chance), float(found.loss), note)


def why_not(state: State, at: Hex) -> Refused:
    """Why a hex cannot be taken now: the refusals of the units next to it, or that there are none."""
    near = [unit for unit in state.ashore() if unit.hex in neighbours(at)]
    reasons = [*dict.fromkeys(reason for unit in near for reason in _refusals(state, unit.id, at))]
    if not reasons:
        return Refused("7.2.4", f"no unit is next to {at}", f"map {at}")
    rule = reasons[0][0]
    return Refused(rule, "; ".join(reason for _, reason in reasons[:4]), f"hex {at}")


def _refusals(state: State, unit: str, at: Hex) -> Iterator[tuple[str, str]]:
    """The refusal of an attack, or of a move there."""
    order = Attack((unit,), (at,)) if state.is_uncleared(at) else Move(unit, (at,))
    if no := refusal(check_order, state, order):
        yield no.rule, no.message


def ways_to_take_text(at: Hex, found: list[HexOption]) -> str:
    lines = [f"ways to take {at} now, best first", "  chance   steps lost  command"]
    lines += [_way_line(way) for way in found[:SHOWN]]
    more = len(found) - SHOWN
    return "\n".join([*lines, *([f"  … and {more} less likely ones"] if more > 0 else [])])


def _way_line(way: HexOption) -> str:
    note = f"  ({way.note})" if way.note else ""
    return f"  {percent(way.chance):>7}  {way.loss:>10.2f}  {way.command}{note}"
