"""The two sides: who is to act, whose an order is, and what the other one may not know (24)."""

from copy import copy
from typing import Any

from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import Fight, State, Unit
from tarawa_cli.games.malta.model.unit_types import SIDES, Kind, UnitType
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.kernel.orders import Action
from tarawa_cli.kernel.play import Event, Frame
from tarawa_cli.kernel.sides import Sides

FACE_DOWN = "coast-gun"
"""What a side calls a coast gun that it has not seen, before the number of its hex."""
_OPEN = ("unit-lost", "step-lost")
"""Events that turn a gun over."""


class Maltese(Sides[State]):
    @rule("24.2")
    def to_act(self, state: State) -> str:
        from tarawa_cli.games.malta.phases import UNFINISHED

        return UNFINISHED.side(state) or state.active

    @rule("24.1")
    def owner(self, state: State, order: Action) -> str:
        """A standing answer is its own side's at any time."""
        name, side, *_ = [*order.text().split(), ""]
        return side if name == "policy" else self.to_act(state)

    @rule("24.3", "16.5")
    def view(self, state: State, side: str) -> State:
        """Coast guns of the other side that lie face down are only that."""
        names = _names(state, side)
        if not names:
            return state
        known = copy(state)
        known.units = {id: unit for id, unit in state.units.items() if not is_hidden(unit, side)}
        known.units |= {name: _counter(state.units[id], name) for id, name in names.items()}
        known.fight = _fight(state.fight, names)
        known.stack = [Frame(frame.kind, _facts(frame.facts, names)) for frame in state.stack]
        return known

    @rule("24.3")
    def seen_event(self, event: Event, side: str) -> Event | None:
        if side == "allied" or event.type in _OPEN:
            return event
        lists = {name: list(map(_masked, fact)) for name, fact in event.facts.items() if isinstance(fact, list)}
        return event._replace(facts=event.facts | lists)


def is_hidden(unit: Unit, side: str) -> bool:
    """Whether a side must not know what a unit is; those off the map are nobody's business either."""
    return unit.side != side and not unit.revealed


def _masked(id: object) -> object:
    """The name of a unit that may lie face down, left out of lists."""
    return FACE_DOWN if id in CHARTS.units and CHARTS.units[str(id)].hidden else id


def _names(state: State, side: str) -> dict[str, str]:
    """What a side calls the guns that it has not seen, by their hexes alone; those out of the game it does not know."""
    found: dict[str, str] = {}
    hidden = [unit for unit in state.units.values() if is_hidden(unit, side) and unit.on_map]
    for gun in sorted(hidden, key=lambda gun: gun.at):
        first = f"{FACE_DOWN}-{gun.at}"
        again = sum(name.startswith(first) for name in found.values())
        found[gun.id] = f"{first}-{again + 1}" if again else first
    return found


def _fight(fight: Fight | None, names: dict[str, str]) -> Fight | None:
    return fight._replace(defenders=tuple(names.get(id, id) for id in fight.defenders)) if fight else None


def _facts(facts: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    return {key: [names.get(id, id) for id in fact] if key == "units" else fact for key, fact in facts.items()}


def _counter(gun: Unit, name: str) -> Unit:
    counter = Unit(_backside(name, gun.type.kind, gun.type))
    counter.at, counter.revealed = gun.at, False
    return counter


def _backside(name: str, kind: Kind, gun: UnitType) -> UnitType:
    """What the back of every coast gun shows."""
    return UnitType(
        id=name, name="coast gun, face down", side="allied", nation="british", kind=kind, size="bty",
        formation="fortress", attack=0, defence=0, move=0, morale=gun.morale, mobility="static", steps=1, entry="setup",
        hidden=True,
    )  # fmt: skip


MALTESE = Maltese(*SIDES)
