"""Orders for any phase: `next`, `policy`, `decide`, `resign`."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply, policies
from tarawa_cli.games.malta.model.state import POLICIES, State
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.orders import ALWAYS
from tarawa_cli.kernel.engine import order
from tarawa_cli.kernel.engine.grammar import GOAL, SURE, YES, Grammar, Word, Words
from tarawa_cli.kernel.engine.order import Order
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.engine.play import Play, asked_side, run
from tarawa_cli.kernel.engine.sides import ROUTINE, routine
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import Self

# ── Orders for any phase: `next`, `policy`


NEXT = Grammar(
    "next",
    """End the phase and play on to the next decision.

`next combat` continues to that phase, `next turn` to the next turn; both stop at every question. On a terminal,
or with --strict, it is refused while you still have something to use, unless you add --yes.""",
    (GOAL,),
    (YES,),
    group=ALWAYS,
    usage="next [PHASE|turn [N]] [--yes]",
    ends=True,
)
POLICY = Grammar(
    "policy",
    """Show the standing answers and their meaning, or set one.

`policy axis routine` sets those that only skip questions without a real choice: {routine}.""".format(
        routine=", ".join(f"{name} {answer}" for name, answer in routine(policies.POLICIES).items())
    ),
    (
        Word("|".join(SIDES), "Choose the side."),
        Word("|".join([*POLICIES, ROUTINE]), "Choose the standing answer, or `routine`.", several=True),
        Word("ANSWER", "Set it to this.", least=0),
    ),
    group=ALWAYS,
    usage="; ".join(f"policy axis|allied {name} {'|'.join(answers)}" for name, answers in POLICIES.items()),
    shows=True,
)


@rule("4")
class Next(Order[State], of=NEXT):
    """End the player's part of the phase."""

    def check(self, state: State) -> None:
        from tarawa_cli.games.malta import phases  # start-up

        phases.phase(state.phase).check_leave(state)

    def resolve(self, play: Play[State]) -> None:
        from tarawa_cli.games.malta import phases  # start-up

        phases.leave(play)
        run(play)


@rule("24.2")
class Policy(Order[State], of=POLICY):
    """A standing answer of one side."""

    side: str
    policy: str
    value: str

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        side, name, answer = given.count(3, 3)
        policy = find_name(name, POLICIES, "policy")
        return cls(find_name(side, SIDES, "side"), policy, find_name(answer, POLICIES[policy], f"answer for {policy}"))

    def check(self, state: State) -> None:
        if self.value not in POLICIES[self.policy]:
            raise BadOrder(f"{self.value} is not an answer for {self.policy}")

    def resolve(self, play: Play[State]) -> None:
        apply.policy_set(play, "24.2", side=self.side, policy=self.policy, value=self.value)


# ── `decide`: the answer to the pending question


DECIDE = Grammar(
    "decide",
    """Answer the open question.

Without an answer, show the question and the possible answers.""",
    (
        Word(
            "ANSWER…",
            "Choose an answer, or several units; a battalion stands for its companies.",
            most=None,
            several=True,
        ),
    ),
    group=ALWAYS,
    usage="decide | decide ANSWER…",
    answers=True,
)


@rule("24.2")
class Decide(order.Decide[State], of=DECIDE):
    law, otherwise = "24.2", "reveal"


# ── `resign`


RESIGN = Grammar(
    "resign",
    """Resign for the side to move: the game ends, and the other side has won.

On a terminal, or with --strict, it is refused unless you add --yes. An open question must be answered first.""",
    options=(SURE,),
    group=ALWAYS,
    gives_up=True,
)


@rule("24.1")
class Resign(Order[State], of=RESIGN):
    """Give the game up for the side to move."""

    def resolve(self, play: Play[State]) -> None:
        apply.game_over(play, "24.1", outcome=f"{asked_side(play.state) or play.state.active}-resigned")
