"""A race, small enough to read at once: it shows that the kernel knows no game.

Runners go along a track. `race` rolls on a table; a fork in the way is a question, answered by `decide`:
the long way is sure, the short one rolls again. A gust blows one runner forward, picked by dice. A duel is
rolled with two dice, in the column of how far the two have run.
"""

import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Annotated, Any, NamedTuple

from tarawa_cli.kernel.board.tables import Modifier, Row, Rulebook, Table, read_column_table
from tarawa_cli.kernel.engine.grammar import Grammar, OrderLine, Word, Words, parsed
from tarawa_cli.kernel.engine.order_words import Expanded, find_name, split_line
from tarawa_cli.kernel.engine.play import Decision, Frame, Handlers, Play, Question, answer, event
from tarawa_cli.kernel.engine.sides import Sides
from tarawa_cli.kernel.errors import BadFile, BadOrder, Refused
from tarawa_cli.kernel.game import PARTS, Game, Moment, Setup
from tarawa_cli.kernel.saves import readers
from tarawa_cli.kernel.saves.readers import Known, Reader, Wrong, short

BOOK = Rulebook()
SCENARIOS = {"sprint": {"length": 10, "runners": ["red", "blue"]}, "marathon": {"length": 9999, "runners": ["a", "b"]}}
ROWS = (Row(None, 2, "stumble", "R"), Row(3, 4, "step", "R"), Row(5, None, "fork", "R"))
GROUND = Table("ground", "the ground", "1.1", "R", "1d6", {"": ROWS})
DUEL, _ = read_column_table(
    "duel",
    {
        "name": "the duel",
        "rule": "1.5",
        "tag": "R",
        "dice": "2d6",
        "heads": {"": "1:2 1:1 2:1 4:1"},
        "rows": {
            "2..4": "back back - -",
            "5..8": "back - - ahead",
            "9..11": "- - ahead fork",
            "12": "- ahead fork fork",
        },
    },
)
NAMED = Word("RUNNER", "One of the runners.")
RUNNERS = NAMED._replace(several=True)
ORDERS = {
    "duel": Grammar("duel", "Race one runner against another.", (NAMED, NAMED._replace(name="OTHER"))),
    "race": Grammar("race", "Run along the track.", (RUNNERS,)),
    "cheer": Grammar("cheer", "Cheer a runner on.", (RUNNERS, Word("WORD", "What is shouted."))),
    "gust": Grammar("gust", "A gust blows one runner forward."),
    "decide": Grammar("decide", "Take one way at the fork.", (Word("short|long", "Which way."),), answers=True),
}


@dataclass
class Race:
    length: int
    at: dict[str, int]
    cheers: dict[str, str] = field(default_factory=dict)
    stack: list[Frame] = field(default_factory=list)

    @property
    def outcome(self) -> str:
        """Who has arrived."""
        return next((runner for runner, at in self.at.items() if at == self.length), "")


class Order(NamedTuple):
    name: str
    words: tuple[str, ...]

    def text(self) -> str:
        return " ".join((self.name, *self.words))

    def in_words(self) -> Words:
        return Grammar(self.name, "", (Word("WORD…", "", 0, None),)).in_words(*self.words)


RUNNER = Known("a runner", lambda race: race.at)
HANDLERS: Handlers[Race] = Handlers("tests.kernel", {"fork": "toy:fork"})


def one_runner(race: Race, value: Any) -> str:
    return RUNNER.checked([readers.text(race, value)], race)[0]


@event
def moved(race: Race, *, runner: str, fields: int) -> None:
    race.at[runner] = min(max(0, race.at[runner] + fields), race.length)


@event
def cheered(race: Race, *, runner: str, word: str) -> None:
    race.cheers[runner] = word


@event
def cheer_spent(race: Race, *, runner: str) -> None:
    del race.cheers[runner]


@BOOK.rule("1.1")
def race(play: Play[Race], runner: str, at_fork: Decision[Any, ...] | None = None) -> None:
    modifiers = [Modifier(1, "a cheer", "1.2")] if runner in play.state.cheers else []
    if modifiers:
        cheer_spent(play, "1.2", runner=runner)
    row, _ = play.roll(GROUND, modifiers, rule="1.1", on=runner)
    if row.result == "step":
        moved(play, "1.1", runner=runner, fields=1)
    elif row.result == "fork":
        play.push(at_fork or fork, runner=runner)


def ahead(race: Race, runner: str, other: str) -> str | None:
    """The column in which a duel starts."""
    return DUEL.column_for(race.at[runner] + 1, race.at[other] + 1)


@BOOK.rule("1.5")
def duel(play: Play[Race], runner: str, other: str) -> None:
    shifts = [Modifier(1, "a cheer", "1.2")] if runner in play.state.cheers else []
    if shifts:
        cheer_spent(play, "1.2", runner=runner)
    start = ahead(play.state, runner, other) or ""
    row, _ = play.roll(DUEL, rule="1.5", column=start, shifts=shifts, on=other)
    if row.result in ("back", "ahead"):
        moved(play, "1.5", runner=runner, fields=1 if row.result == "ahead" else -1)
    elif row.result == "fork":
        play.push(fork, runner=runner)


@HANDLERS.decision
def fork(race: Race, runner: Annotated[str, one_runner]) -> Question:
    return Question("Which way?", ["long", "short"], side=runner)


@fork.answered
@BOOK.rule("1.3")
def way_taken(play: Play[Race], way: str, runner: str) -> None:
    die = play.throw(1, purpose="the short way", rule="1.3").total if way == "short" else 0
    moved(play, "1.3", runner=runner, fields=2 if way == "long" else 4 if die > 3 else -1)


def cheers(race: Race, value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise Wrong(f"must be a table, not {short(value)}")
    return {runner: readers.text(race, value[runner]) for runner in RUNNER.checked(value, race)}


def pending(race: Race, value: Any) -> list[Frame]:
    """Nothing, or a fork and who is at it."""
    if value not in [{}, *({"fork": runner} for runner in race.at)]:
        raise Wrong(f"must be a runner at a fork, not {short(value)}")
    return HANDLERS.read(race, [{"kind": kind, "runner": runner} for kind, runner in value.items()])


KEYS: dict[str, Reader[Race]] = {
    "at": lambda race, value: readers.counts(RUNNER, 0, race.length)(race, value),
    "cheers": cheers,
    "pending": pending,
}


class Toy(Game[Any]):
    id = "toy"
    orders: Any = ORDERS
    sides = Sides("coach")
    parts = dict.fromkeys(PARTS, "toy_door")

    def digest(self, setup: Setup) -> str:
        known = json.dumps([self._scenario(setup), str(GROUND), str(DUEL)])
        return sha256(known.encode()).hexdigest()[:16]

    def begin(self, setup: Setup) -> Race:
        scenario = self._scenario(setup)
        return Race(scenario["length"], dict.fromkeys(scenario["runners"], 0))

    def load(self, setup: Setup, doc: dict[str, Any]) -> Race:
        race, wrong = self.begin(setup), list[str]()
        found = readers.table(KEYS, doc, race, "", wrong)
        wrong += [f"{name}: is not there" for name in KEYS if name not in doc]
        if not wrong and len(found["at"]) < len(race.at):
            wrong.append("at: must say of every runner how far he is")
        if wrong:
            raise BadFile("the race is not sound:", problems=wrong)
        return Race(race.length, {name: found["at"][name] for name in race.at}, found["cheers"], found["pending"])

    def dump(self, state: Race) -> dict[str, Any]:
        pending = {frame.kind: frame.facts["runner"] for frame in state.stack}
        return {"at": dict(state.at), "cheers": dict(sorted(state.cheers.items())), "pending": pending}

    def read(self, state: Race, line: OrderLine) -> Order:
        given = parsed(ORDERS, line)
        name, words = given.name, [*given.count(given.grammar.least, given.grammar.most)]
        if name in ("race", "cheer"):
            words[0] = find_name(words[0], state.at, "runner")
        if name == "duel":
            words = [find_name(word, state.at, "runner") for word in words]
        if name == "decide":
            words[0] = find_name(words[0], ("short", "long"), "way")
        if not all(split_line(word) == [word] for word in words):
            raise BadOrder("a word must be one word, and no comment")
        return Order(name, tuple(words))

    def expand(self, state: Race, line: OrderLine) -> Expanded:
        """`race red,blue` is two orders, and so is `race all`, if both are still on their way."""
        given = parsed(ORDERS, line)
        first, *words = given.plain or [""]
        able = [runner for runner, at in state.at.items() if at < state.length]
        runners = able if first == "all" else first.split(",")
        if len(runners) == 1 and first != "all":
            return Expanded([given])
        if not runners:
            raise Refused("1.1", "all have arrived")
        out = [f"left out: {runner} has arrived" for runner in state.at if runner not in runners]
        return Expanded([given.changed([runner, *words]) for runner in runners], out if first == "all" else [])

    def check(self, state: Race, action: Any) -> None:
        if (action.name == "decide") != bool(state.stack):
            raise Refused("1.3", *(("there is a fork", "decide long") if state.stack else ("there is no fork", "gust")))
        if action.name == "race" and state.at[action.words[0]] >= state.length:
            raise Refused("1.1", f"{action.words[0]} has arrived")
        if action.name == "duel" and (action.words[0] == action.words[1] or not ahead(state, *action.words)):
            raise Refused("1.5", f"{action.words[0]} is too far behind {action.words[1]}")

    def resolve(self, play: Play[Race], action: Any) -> None:
        if action.name == "cheer":
            cheered(play, "1.2", runner=action.words[0], word=action.words[1])
        elif action.name == "gust":
            moved(play, "1.4", runner=play.pick(list(play.state.at), "the gust", "1.4"), fields=1)
        elif action.name == "decide":
            answer(play, *action.words)
        else:
            (race if action.name == "race" else duel)(play, *action.words)

    def moment(self, state: Race) -> Moment:
        return Moment(over="1.6" if state.outcome else "")

    def _scenario(self, setup: Setup) -> dict[str, Any]:
        if setup.scenario not in SCENARIOS:
            raise BadFile(f"there is no race {setup.scenario!r}")
        length = setup.tables.get("length", 1)
        if set(setup.tables) - {"length"} or type(length) is not int or not 1 <= length < 1000:
            raise BadFile("the only table of a race is its length, below 1000")
        return SCENARIOS[setup.scenario] | setup.tables


GAME = Toy()
