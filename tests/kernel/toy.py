"""A race, small enough to read at once: it shows that the kernel knows no game.

Runners go along a track. `run` rolls on a table; a fork in the way is a question, answered by `decide`:
the long way is sure, the short one rolls again. A gust blows one runner forward, picked by dice.
"""

import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from tarawa_cli.kernel.errors import BadFile, BadOrder, Refused
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.grammar import Grammar, Word
from tarawa_cli.kernel.modifiers import Modifier
from tarawa_cli.kernel.orders import find_name, split_line
from tarawa_cli.kernel.play import Frame, Play, event
from tarawa_cli.kernel.rulebook import rule
from tarawa_cli.kernel.tables import Row, Table

SCENARIOS = {"sprint": {"length": 10, "runners": ["red", "blue"]}, "marathon": {"length": 9999, "runners": ["a", "b"]}}
ROWS = (Row(None, 2, "stumble", "R"), Row(3, 4, "step", "R"), Row(5, None, "fork", "R"))
GROUND = Table("ground", "the ground", "1.1", "R", "1d6", {"": ROWS})
RUNNER = Word("RUNNER", "One of the runners.")
ORDERS = {
    "run": Grammar("run", "Run along the track.", (RUNNER,)),
    "cheer": Grammar("cheer", "Cheer a runner on.", (RUNNER, Word("WORD", "What is shouted."))),
    "gust": Grammar("gust", "A gust blows one runner forward."),
    "decide": Grammar("decide", "Take one way at the fork.", (Word("short|long", "Which way."),)),
}


@dataclass
class Race:
    length: int
    at: dict[str, int]
    cheers: dict[str, str] = field(default_factory=dict)
    stack: list[Frame] = field(default_factory=list)


class Order(NamedTuple):
    name: str
    words: tuple[str, ...]

    def text(self) -> str:
        return " ".join((self.name, *self.words))


@event
def moved(race: Race, *, runner: str, fields: int) -> None:
    race.at[runner] = min(max(0, race.at[runner] + fields), race.length)


@event
def cheered(race: Race, *, runner: str, word: str) -> None:
    race.cheers[runner] = word


@event
def cheer_spent(race: Race, *, runner: str) -> None:
    del race.cheers[runner]


@rule("1.1")
def run(play: Play[Race], runner: str) -> None:
    modifiers = [Modifier(1, "a cheer", "1.2")] if runner in play.state.cheers else []
    if modifiers:
        cheer_spent(play, "1.2", runner=runner)
    row, _ = play.roll(GROUND, modifiers, rule="1.1", on=runner)
    if row.result == "step":
        moved(play, "1.1", runner=runner, fields=1)
    elif row.result == "fork":
        play.push("fork", runner=runner)


@rule("1.3")
def decide(play: Play[Race], way: str) -> None:
    runner = play.pop().facts["runner"]
    die = play.dice.die("the short way") if way == "short" else 0
    moved(play, "1.3", runner=runner, fields=2 if way == "long" else 4 if die > 3 else -1)


class Toy:
    id = "toy"
    rules = 1
    orders = ORDERS

    def complete(self, setup: Setup) -> Setup:
        return setup

    def digest(self, setup: Setup) -> str:
        known = json.dumps([self._scenario(setup), str(GROUND)])
        return sha256(known.encode()).hexdigest()[:16]

    def begin(self, setup: Setup) -> Race:
        scenario = self._scenario(setup)
        return Race(scenario["length"], dict.fromkeys(scenario["runners"], 0))

    def load(self, setup: Setup, doc: dict[str, Any]) -> Race:
        race, parts = self.begin(setup), ("at", "cheers", "pending")
        wrong = [f"{name}: unknown" for name in doc if name not in parts]
        wrong += [f"{name}: must be a table" for name in parts if not isinstance(doc.get(name), dict)]
        if wrong:
            raise BadFile("the race is not sound:", problems=wrong)
        at, cheers, pending = (doc[name] for name in parts)
        if set(at) != set(race.at) or not all(type(n) is int and 0 <= n <= race.length for n in at.values()):
            wrong.append("at: must say of every runner how far he is")
        if not all(runner in race.at and isinstance(word, str) for runner, word in cheers.items()):
            wrong.append("cheers: must be words for runners")
        if not all(kind == "fork" and runner in [*race.at] for kind, runner in pending.items()):
            wrong.append("pending: must be a runner at a fork")
        if wrong:
            raise BadFile("the race is not sound:", problems=wrong)
        stack = [Frame(kind, {"runner": runner}) for kind, runner in pending.items()]
        return Race(race.length, {name: at[name] for name in race.at}, dict(cheers), stack)

    def dump(self, state: Race) -> dict[str, Any]:
        pending = {frame.kind: frame.facts["runner"] for frame in state.stack}
        return {"at": dict(state.at), "cheers": dict(sorted(state.cheers.items())), "pending": pending}

    def read(self, state: Race, tokens: list[str]) -> Order:
        name = find_name(tokens[0] if tokens else "", ORDERS, "order")
        words = ORDERS[name].read(tokens[1:]).plain
        if name in ("run", "cheer"):
            words[0] = find_name(words[0], state.at, "runner")
        if name == "decide":
            words[0] = find_name(words[0], ("short", "long"), "way")
        if not all(split_line(word) == [word] for word in words):
            raise BadOrder("a word must be one word, and no comment")
        return Order(name, tuple(words))

    def check(self, state: Race, action: Any) -> None:
        if (action.name == "decide") != bool(state.stack):
            raise Refused("1.3", "there is a fork" if state.stack else "there is no fork", "decide long")
        if action.name == "run" and state.at[action.words[0]] >= state.length:
            raise Refused("1.1", f"{action.words[0]} has arrived")

    def resolve(self, play: Play[Race], action: Any) -> None:
        if action.name == "cheer":
            cheered(play, "1.2", runner=action.words[0], word=action.words[1])
        elif action.name == "gust":
            moved(play, "1.4", runner=play.pick(list(play.state.at), "the gust", "1.4"), fields=1)
        else:
            {"run": run, "decide": decide}[action.name](play, *action.words)

    def _scenario(self, setup: Setup) -> dict[str, Any]:
        if setup.scenario not in SCENARIOS:
            raise BadFile(f"there is no race {setup.scenario!r}")
        length = setup.tables.get("length", 1)
        if set(setup.tables) - {"length"} or type(length) is not int or not 1 <= length < 1000:
            raise BadFile("the only table of a race is its length, below 1000")
        return SCENARIOS[setup.scenario] | setup.tables


GAME = Toy()
