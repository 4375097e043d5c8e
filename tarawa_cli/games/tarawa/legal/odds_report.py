"""What `odds` answers: first what the player asks, then the modifiers, then the table; and the ways to take a hex."""

from fractions import Fraction

from tarawa_cli.games.tarawa.legal.assault_odds import attack
from tarawa_cli.games.tarawa.legal.listing import orders
from tarawa_cli.games.tarawa.legal.odds import OrderChances, foreseen, summary
from tarawa_cli.games.tarawa.legal.odds import text as table_text
from tarawa_cli.games.tarawa.model.board import neighbours
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import Order, check_order
from tarawa_cli.games.tarawa.orders.actions import Attack, Demolish, Move
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Any, Iterator, NamedTuple
from tarawa_cli.kernel.narration.visible import wrapped

SHOWN = 12
"""How many ways to take a hex are shown."""


def facts(found: OrderChances) -> dict[str, Any]:
    return {
        "answer": headline(found),
        "aims": {name: float(chance) for name, chance in found.aims.items()},
        "expected_loss": float(found.loss),
        "rolls": [roll.as_json() for roll in found.rolls],
        **summary(found.outcomes),
    }


def text(state: State, found: OrderChances) -> str:
    rolls = [wrapped(f"  {roll.text(state.charts.table(roll.table).name)}", 4) for roll in found.rolls]
    return "\n".join([headline(found), *rolls, table_text(found.outcomes)])


def headline(found: OrderChances) -> str:
    """`cleared 60.2 %, expected loss 0.4 steps`."""
    said = [f"{name} {percent(chance)}" for name, chance in found.aims.items()]
    result, chance = next(iter(summary(found.outcomes)["results"].items()))
    said = said or [f"most likely {'no effect' if result == '-' else result} ({percent(chance)})"]
    return ", ".join([*said, *([f"expected loss {_steps(found.loss)}"] if found.loss else [])])


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


def ways(state: State, at: Hex) -> list[HexOption]:
    """The legal orders that can win a hex now, the best first; Refused, with the law's reasons, if there are none."""
    if at in state.cleared or at in state.occupied:
        raise Refused("7.2.4", f"{at} is yours already", f"hex {at}")
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
    """Why a hex cannot be taken now, by the law: of those next to it, or because nobody is."""
    near = [unit for unit in state.ashore() if unit.hex in neighbours(at)]
    reasons = [*dict.fromkeys(reason for unit in near for reason in _refusals(state, unit.id, at))]
    if not reasons:
        return Refused("7.2.4", f"no unit is next to {at}", f"map {at}")
    rule = reasons[0][0]
    return Refused(rule, "; ".join(reason for _, reason in reasons[:4]), f"hex {at}")


def _refusals(state: State, unit: str, at: Hex) -> Iterator[tuple[str, str]]:
    """What the law says to an attack, or to a move there."""
    order = Attack((unit,), (at,)) if state.is_uncleared(at) else Move(unit, (at,))
    try:
        check_order(state, order)
    except Refused as no:
        yield no.rule, no.message


def ways_text(at: Hex, found: list[HexOption]) -> str:
    lines = [f"ways to take {at} now, best first", "  chance   steps lost  command"]
    lines += [_way_line(way) for way in found[:SHOWN]]
    more = len(found) - SHOWN
    return "\n".join([*lines, *([f"  … and {more} less likely ones"] if more > 0 else [])])


def _way_line(way: HexOption) -> str:
    note = f"  ({way.note})" if way.note else ""
    return f"  {percent(way.chance):>7}  {way.loss:>10.2f}  {way.command}{note}"
