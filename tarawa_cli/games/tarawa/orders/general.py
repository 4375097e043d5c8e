"""Orders for any phase (`next`, `policy`, `decide`, `resign`) and for the supply phases (`supply`, `head`)."""

from tarawa_cli.games.tarawa import phases, rule
from tarawa_cli.games.tarawa.model import apply, names
from tarawa_cli.games.tarawa.model.state import POLICIES, RESIGNED, State, Unit
from tarawa_cli.games.tarawa.orders import LANDING, SUPPLIES, need_phase
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import (
    check_head,
    check_supply,
    group_of,
    largest_group,
    relieve,
    supply,
)
from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import end_if_reached
from tarawa_cli.kernel.engine import order
from tarawa_cli.kernel.engine.grammar import GOAL, SURE, YES, Grammar, Word, Words
from tarawa_cli.kernel.engine.order import Order, SetPolicy, policy_grammar
from tarawa_cli.kernel.engine.order_words import Expanded, shown
from tarawa_cli.kernel.engine.play import Play, question, run
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import Self

# ── Orders for any phase: `next`, `policy`


NEXT = Grammar(
    "next",
    """End the phase, and play on until you must act again.

`next actions` continues until that phase, `next turn` until the next turn; both stop at every question. On a terminal,
or with --strict, it is refused while you still have something to use, unless you add --yes.""",
    (GOAL,),
    (YES,),
    group=LANDING,
    usage="next [PHASE|turn [N]] [--yes]",
    ends=True,
)
POLICY = policy_grammar(
    POLICIES,
    group=LANDING,
    usage=" | ".join(f"policy {name} {'|'.join(policy.answers)}" for name, policy in POLICIES.items()),
)


@rule("3")
class Next(Order[State], of=NEXT):
    """End the player's part of the phase."""

    def check(self, state: State) -> None:
        phases.phase(state.phase).check_leave(state)

    def resolve(self, play: Play[State]) -> None:
        phases.leave(play)
        run(play)


class Policy(SetPolicy[State], of=POLICY):
    """A standing answer."""

    policies = POLICIES
    policy: str
    value: str

    def resolve(self, play: Play[State]) -> None:
        apply.policy_set(play, POLICIES[self.policy].rule, policy=self.policy, value=self.value)


# ── `decide`: the answer to the pending question


DECIDE = Grammar(
    "decide",
    """Answer the open question.

Without an answer, show the question with its answers. Several answers are for one question after the other, e.g.
`decide step morale`.""",
    (Word("ANSWER…", "Choose one of its answers; several for the questions that follow.", most=None, several=True),),
    group=LANDING,
    answers=True,
)


def in_turn(state: State, given: Words) -> Expanded | None:
    """One answer after the other; the hits of an air raid are shared out in one."""
    words = [piece for word in given.plain for piece in word.split(",") if piece]
    if len(words) < 2 or (state.question and state.question.kind == "raid"):
        return None
    return Expanded([given.changed([word]) for word in words])


@rule("3")
class Decide(order.Decide[State], of=DECIDE):
    law, noun = "3", "answer to this question"

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        words = given.plain
        if not state.question:
            return cls(" ".join(words))
        if state.question.kind == "raid":
            return cls(_shares(state, words))
        if len(words) > 1:
            options = question(state).options
            raise BadOrder("this decision takes one word", hint=f"one of: {', '.join(options)}")
        return super().read(state, given)

    def in_words(self) -> Words:
        """The shares of an air raid are several words."""
        return DECIDE.in_words(*self.answer.split())

    def check(self, state: State) -> None:
        if not state.question or state.question.kind != "raid":
            super().check(state)
            return
        from tarawa_cli.games.tarawa.rules.ch10_night import check_shares, read_shares  # start-up

        check_shares(state, read_shares(self.answer), **state.question.facts)


def _shares(state: State, words: list[str]) -> str:
    """The shares of an air raid's hits; each unit may be named once."""
    shares = [_share(state, word) for word in words]
    units = [share.rpartition(":")[0] for share in shares]
    twice = next((unit for unit in units if units.count(unit) > 1), "")
    if twice:
        raise BadOrder(f"{twice} is named twice", hint=f"e.g. decide {question(state).options[0]}")
    return " ".join(shares)


def _share(state: State, word: str) -> str:
    """A unit and its hits, from `2/8A:2`."""
    unit, colon, hits = word.rpartition(":")
    if not colon or not hits.isascii() or not hits.isdigit() or len(hits) > 2:
        raise BadOrder(f"{shown(word)} is not UNIT:HITS", hint=f"e.g. decide {question(state).options[0]}")
    return f"{names.combat_unit(state, unit).id}:{int(hits)}"


# ── `resign`


RESIGN = Grammar(
    "resign",
    """Resign: the game ends, and you have lost it.

On a terminal, or with --strict, it is refused unless you add --yes. An open question must be answered first.""",
    options=(SURE,),
    group=LANDING,
    gives_up=True,
)


@rule("12")
class Resign(Order[State], of=RESIGN):
    """Give the game up."""

    def resolve(self, play: Play[State]) -> None:
        apply.game_over(play, "12", outcome=RESIGNED)


# ── Orders of the supply phases: `supply`, `head`

SUPPLY = Grammar(
    "supply",
    """Give supply points to battalions or to units' groups (8.2).

Each gets one point: `supply 2/8 3/8`, or `supply all`.""",
    (Word("BATTALION_OR_UNIT…", "Name a battalion, or a unit for its group, or all.", most=None, several=True),),
    group=SUPPLIES,
    phases=("supply-points",),
)
HEAD = Grammar(
    "head",
    "Set up a supply head (8.3).",
    (Word("HEX", "Name a friendly shore hex."),),
    group=SUPPLIES,
    phases=("supply-check",),
)


@rule("8.2")
class Supply(Order[State], of=SUPPLY):
    """A supply point for a unit's group, or for the largest group of a battalion."""

    whom: names.BattalionOrUnitField

    def _group(self, state: State) -> list[Unit]:
        if self.whom in state.charts.battalions:
            return largest_group(state, self.whom)
        unit = state.units[self.whom]
        return group_of(state, unit) if state.is_ashore(unit) else []

    def check(self, state: State) -> None:
        need_phase(state, "supply", "8.2", "supply-points")
        check_supply(state, self.whom, self._group(state))

    def resolve(self, play: Play[State]) -> None:
        supply(play, self._group(play.state))


@rule("8.3")
class Head(Order[State], of=HEAD):
    at: names.HexField

    def check(self, state: State) -> None:
        need_phase(state, "head", "8.3", "supply-check")
        check_head(state, self.at)

    def resolve(self, play: Play[State]) -> None:
        apply.head_placed(play, "8.3", hex=self.at)
        relieve(play)
        end_if_reached(play)
