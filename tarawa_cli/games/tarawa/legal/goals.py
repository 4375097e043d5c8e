"""What an order is given for, and what is rolled on the way, with every modifier."""

from collections import Counter

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import Order
from tarawa_cli.games.tarawa.orders.actions import Attack, Demolish, Fire, Move
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Any, Callable, Iterable, Iterator, NamedTuple, Sequence

OrderGoal = Callable[[State], bool]
"""Whether an aim is reached in a position."""


def goals(start: State, order: Order) -> Iterator[tuple[str, OrderGoal]]:
    """What an order is given for; nothing for orders whose result says it all."""
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


class Rolls:
    """Notes what a forecast rolls."""

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
