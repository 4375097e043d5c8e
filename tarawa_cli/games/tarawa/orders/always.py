"""Orders for any phase: `next`, `policy`."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.policies import POLICIES
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import LANDING
from tarawa_cli.games.tarawa.phases import turn
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.grammar import GOAL, YES, Grammar, Word, Words
from tarawa_cli.kernel.hints import Self
from tarawa_cli.kernel.order import Order
from tarawa_cli.kernel.orders import find_name
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.policies import ROUTINE, routine
from tarawa_cli.kernel.unfinished import run

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
POLICY = Grammar(
    "policy",
    """Show the standing answers with what each means, or set one.

`policy routine` sets those that only leave out questions without a real choice: {routine}.""".format(
        routine=", ".join(f"{name} {answer}" for name, answer in routine(POLICIES).items())
    ),
    (
        Word("|".join([*POLICIES, ROUTINE]), "Choose the standing answer, or `routine`.", several=True),
        Word("ANSWER", "Set it to this.", least=0),
    ),
    group=LANDING,
    usage=" | ".join(f"policy {name} {'|'.join(policy.answers)}" for name, policy in POLICIES.items()),
    shows=True,
)


@rule("3")
class Next(Order[State], of=NEXT):
    """End the player's part of the phase."""

    def check(self, state: State) -> None:
        turn.phase(state.phase).check_leave(state)

    def resolve(self, play: Play[State]) -> None:
        turn.leave(play)
        run(play)


class Policy(Order[State], of=POLICY):
    """A standing answer."""

    policy: str
    value: str

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        name, answer = given.count(2, 2)
        policy = find_name(name, POLICIES, "policy")
        return cls(policy, find_name(answer, POLICIES[policy].answers, f"answer for {policy}"))

    def check(self, state: State) -> None:
        if self.value not in POLICIES[self.policy].answers:
            raise BadOrder(f"{self.value} is not an answer for {self.policy}")

    def resolve(self, play: Play[State]) -> None:
        apply.policy_set(play, POLICIES[self.policy].rule, policy=self.policy, value=self.value)
