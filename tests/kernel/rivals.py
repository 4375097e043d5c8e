"""The race of `toy` with two coaches: it shows what the kernel knows of sides.

Red and Blue race in turn, each with his own runner. At a fork the rival says which way; he may have said so before
(`policy`). Each may write down a plan, with a secret die for its luck. The other learns that there is one, no more.
"""

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Annotated, Any

from tarawa_cli.kernel.engine.grammar import Grammar, OrderLine, Word, parsed
from tarawa_cli.kernel.engine.order_words import Action, find_name
from tarawa_cli.kernel.engine.play import Event, Handlers, Play, Question, answer, asked_side, event
from tarawa_cli.kernel.engine.sides import Sides
from tarawa_cli.kernel.errors import BadFile, Refused
from tarawa_cli.kernel.game import PARTS, Setup
from tarawa_cli.kernel.saves import readers
from tarawa_cli.kernel.saves.readers import Known, Reader, Wrong, choice, short
from tests.kernel import toy
from tests.kernel.toy import Order, Race, Toy

SIDES = ("red", "blue")
WAYS = ("ask", "long", "short")
ORDERS = {name: toy.ORDERS[name] for name in ("race", "decide")} | {
    "plan": Grammar("plan", "Write down a plan, which the other may not know.", (Word("WORD", "The plan."),)),
    "drop": Grammar("drop", "Give up a plan.", (Word("PLAN", "Which one."),)),
    "policy": Grammar(
        "policy",
        "Say before which way the rival goes at a fork.",
        (Word("SIDE", "Who says so."), Word("ask|long|short", "Which way.")),
        shows=True,
    ),
}


@dataclass
class Rivalry(Race):
    turn: str = "red"
    plans: dict[str, str] = field(default_factory=dict)
    ways: dict[str, str] = field(default_factory=dict)


def rival(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


@event
def turn_passed(race: Rivalry, *, to: str) -> None:
    race.turn = to


@event
def planned(race: Rivalry, *, side: str, plan: str) -> None:
    race.plans[side] = plan


@event
def dropped(race: Rivalry, *, side: str) -> None:
    del race.plans[side]


@event
def policy_set(race: Rivalry, *, side: str, way: str) -> None:
    race.ways[side] = way


HANDLERS: Handlers[Any] = Handlers("tests.kernel", {"fork": "rivals:fork"})


@HANDLERS.decision
def fork(race: Rivalry, runner: Annotated[str, toy.one_runner]) -> Question:
    return Question("Which way shall he go?", ["long", "short"], side=rival(runner))


fork.answered(toy.way_taken)


class Coaches(Sides[Rivalry]):
    def to_act(self, state: Rivalry) -> str:
        return asked_side(state) or ("" if state.outcome else state.turn)

    def active(self, state: Rivalry) -> str:
        return "" if state.outcome else state.turn

    def owner(self, state: Rivalry, order: Any) -> str:
        return str(order.words[0]) if order.name == "policy" else self.to_act(state)

    def view(self, state: Rivalry, side: str) -> Rivalry:
        seen = deepcopy(state)
        seen.plans.pop(rival(side), None)
        return seen

    def seen_event(self, event: Event, side: str) -> Event | None:
        """Of the rival's plan only that there is one; of its luck nothing."""
        if event.type == "throw" and event.facts.get("on", side) != side:
            return None
        if event.type == "planned" and event.facts["side"] != side:
            return event._replace(facts={"side": rival(side)})
        return event

    def seen_order(self, order: Action, side: str) -> str:
        name = order.text().partition(" ")[0]
        return f"{name} …" if name in ("plan", "drop") else order.text()


SIDE = Known("a side", lambda _: SIDES)


def by_side(read: Reader[Race]) -> Reader[Race]:
    """A table of something for each side."""

    def table(race: Race, value: Any) -> dict[str, str]:
        if not isinstance(value, dict):
            raise Wrong(f"must be a table, not {short(value)}")
        return {side: read(race, value[side]) for side in SIDE.checked(value, race)}

    return table


KEYS: dict[str, Reader[Race]] = {
    "turn": choice(*SIDES),
    "plans": by_side(readers.text),
    "ways": by_side(choice(*WAYS)),
}


class Rivals(Toy):
    id = "rivals"
    orders: Any = ORDERS
    sides = Coaches(*SIDES)
    parts = dict.fromkeys(PARTS, "rivals_door")

    def begin(self, setup: Setup) -> Rivalry:
        race = super().begin(setup)
        return Rivalry(race.length, race.at)

    def load(self, setup: Setup, doc: dict[str, Any]) -> Rivalry:
        race, wrong = super().load(setup, {key: value for key, value in doc.items() if key not in KEYS}), list[str]()
        own = readers.table(KEYS, {key: doc.get(key) for key in KEYS}, race, "", wrong)
        if wrong:
            raise BadFile("the race is not sound:", problems=wrong)
        stack = [HANDLERS.frame(frame.kind, **frame.facts) for frame in race.stack]
        return Rivalry(race.length, race.at, race.cheers, stack, **own)

    def dump(self, state: Race) -> dict[str, Any]:
        assert isinstance(state, Rivalry)
        plans, ways = dict(sorted(state.plans.items())), dict(sorted(state.ways.items()))
        return super().dump(state) | {"turn": state.turn, "plans": plans, "ways": ways}

    def read(self, state: Race, line: OrderLine) -> Order:
        assert isinstance(state, Rivalry)
        given = parsed(ORDERS, line)
        name, words = given.name, given.count(given.grammar.least, given.grammar.most)
        known: Any = {
            "race": [SIDES],
            "decide": [WAYS[1:]],
            "policy": [SIDES, WAYS],
            "drop": [state.plans.values()],
        }.get(name, [])
        found = [find_name(word, names, "name") for word, names in zip(words, known, strict=False)]
        return Order(name, tuple(found or words))

    def check(self, state: Race, action: Any) -> None:
        assert isinstance(state, Rivalry)
        if action.name == "policy":
            return
        super().check(state, action)
        if action.name == "race" and action.words[0] != state.turn:
            raise Refused("2.1", f"{state.turn} is to run", f"race {state.turn}")
        if action.name == "plan" and action.words[0] == state.plans.get(rival(state.turn)):
            raise Refused("2.2", f"{rival(state.turn)} has the plan {action.words[0]}")
        if action.name == "drop" and action.words[0] != state.plans.get(state.turn):
            raise Refused("2.3", f"{rival(state.turn)} has the plan {action.words[0]}")

    def resolve(self, play: Play[Any], action: Any) -> None:
        if action.name == "policy":
            policy_set(play, "2.4", side=action.words[0], way=action.words[1])
        elif action.name == "plan":
            play.throw(1, purpose="luck", rule="2.2", on=play.state.turn)
            planned(play, "2.2", side=play.state.turn, plan=action.words[0])
        elif action.name == "drop":
            dropped(play, "2.3", side=play.state.turn)
        else:
            self._run(play, action)

    def _run(self, play: Play[Any], action: Any) -> None:
        """A runner's way, up to a question that is not answered yet; then it is the other's turn."""
        state = play.state
        if action.name == "race":
            toy.race(play, action.words[0], at_fork=fork)
        else:
            answer(play, *action.words)
        if state.stack and (way := state.ways.get(rival(state.turn), "ask")) != "ask":
            answer(play, way)
        if not state.stack:
            turn_passed(play, "2.1", to=rival(state.turn))


GAME = Rivals()
