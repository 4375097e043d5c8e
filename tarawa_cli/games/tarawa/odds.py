"""Exact chances of every outcome of an order, by going through all dice.

A forecast plays the order on copies of the position. At each roll it takes every row of the table that
the six faces can give, with its share of them, so that faces with the same result are gone through once.
Questions are answered as the standing answer says; `ask` counts as `step`, a choice of hexes as the first.
"""

import copy
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from tarawa_cli.games.tarawa import orders
from tarawa_cli.games.tarawa.questions import question
from tarawa_cli.games.tarawa.state import State
from tarawa_cli.games.tarawa.work import ANSWERS, find, run
from tarawa_cli.kernel.dice import GivenDice
from tarawa_cli.kernel.modifiers import Modifier
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.tables import Row, Table


class Branches:
    """The way taken through the rolls of one run, and the ways not yet taken."""

    def __init__(self, taken: list[int]) -> None:
        self.taken = taken
        self.place = 0
        self.weight = Fraction(1)
        self.open: list[list[int]] = []

    def choose(self, shares: list[int]) -> int:
        """Which of some possibilities comes next; new ones are noted for later runs."""
        if self.place == len(self.taken):
            self.open += [[*self.taken, other] for other in range(1, len(shares))]
            self.taken = [*self.taken, 0]
        choice = self.taken[self.place]
        self.place += 1
        self.weight *= Fraction(shares[choice], sum(shares))
        return choice


class Forecast(Play[State]):
    """A play whose dice are chosen one after the other until all have been gone through."""

    def __init__(self, state: State, branches: Branches) -> None:
        super().__init__(state, GivenDice(()))
        self.branches = branches

    def roll(
        self, table: Table, modifiers: Sequence[Modifier] = (), *, rule: str, column: str = "", on: str = ""
    ) -> tuple[Row, int]:
        plus = sum(modifier.value for modifier in modifiers)
        faces: dict[Row, list[int]] = {}
        for face in range(1, 7):
            faces.setdefault(table.row(face + plus, column), []).append(face)
        rows = list(faces)
        row = rows[self.branches.choose([len(faces[row]) for row in rows])]
        self.note("roll", rule, table=table.id, on=on, result=row.result)
        return row, faces[row][0] + plus

    def pick(self, things: Sequence[Any], purpose: str, rule: str) -> Any:
        return things[self.branches.choose([1] * len(things))]


Ending = tuple[str, tuple[tuple[str, int], ...], tuple[str, ...]]
"""The order's result, who lost how many steps, who is pinned."""


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


def odds(state: State, tokens: list[str]) -> list[Outcome]:
    """Every outcome of an order that is legal now, the likeliest first."""
    order = orders.read_order(state, tokens)
    orders.check_order(state, order)
    found: dict[Ending, Fraction] = {}
    open_ = [list[int]()]
    while open_:
        branches = Branches(open_.pop())
        key = _run(state, order, branches)
        found[key] = found.get(key, Fraction(0)) + branches.weight
        open_ += branches.open
    outcomes = [
        Outcome(Fraction(chance), result, dict(losses), pins) for (result, losses, pins), chance in found.items()
    ]
    return sorted(outcomes, key=lambda outcome: (-outcome.chance, outcome.result, str(outcome.losses)))


def _run(
    state: State, order: orders.Order, branches: Branches
) -> tuple[str, tuple[tuple[str, int], ...], tuple[str, ...]]:
    """One run to its end: its result, and who lost what."""
    play = Forecast(copied(state), branches)
    order.resolve(play)
    while play.state.stack:
        _answer(play)
    after = play.state.units
    losses = tuple((id, u.steps - after[id].steps) for id, u in state.units.items() if after[id].steps < u.steps)
    pins = tuple(id for id, u in state.units.items() if after[id].pins > u.pins and after[id].steps)
    return _result(play), losses, pins


def _answer(play: Forecast) -> None:
    frame = play.pop()
    play.state.stack.append(frame)
    option = question(play.state).options[0]
    play.state.stack.pop()
    find(ANSWERS[frame.kind])(play, frame, option)
    run(play)


def _result(play: Forecast) -> str:
    """The order's own roll, or that it never came to it."""
    own = [e.facts["result"] for e in play.events if e.type == "roll" and e.facts["table"] in _OWN]
    if own:
        return str(own[-1])
    return "stopped by fire" if any(e.type == "assault-stopped" for e in play.events) else "done"


_OWN = ("marine-fire", "marine-attack", "demolition", "recovery")


def copied(state: State) -> State:
    """A position of its own: everything that can change is copied, the setting is shared."""
    twin = copy.copy(state)
    twin.units = {id: copy.copy(unit) for id, unit in state.units.items()}
    for unit in twin.units.values():
        unit.fired = list(unit.fired)
    for name, value in vars(state).items():
        if isinstance(value, dict | set | list) and name != "units":
            setattr(twin, name, copy.copy(value))
    return twin


def summary(outcomes: list[Outcome]) -> dict[str, Any]:
    """Chances by result, and what is lost on average."""
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


def text(outcomes: list[Outcome]) -> str:
    """The chances as a table."""
    found = summary(outcomes)
    lines = ["result                 chance"]
    lines += [f"  {result:20} {chance:7.1%}" for result, chance in found["results"].items()]
    if found["expected_losses"]:
        lines.append("steps lost on average")
        lines += [f"  {unit:20} {lost:7.2f}" for unit, lost in found["expected_losses"].items()]
    lines.append("all outcomes")
    for outcome in outcomes[:20]:
        losses = ", ".join(f"{unit} -{lost}" for unit, lost in outcome.losses.items())
        pins = f"pinned: {', '.join(outcome.pinned)}" if outcome.pinned else ""
        what = "; ".join(filter(None, [outcome.result, losses, pins]))
        lines.append(f"  {float(outcome.chance):7.2%}  {what}")
    more = len(outcomes) - 20
    return "\n".join([*lines, *([f"  … and {more} less likely ones"] if more > 0 else [])])
