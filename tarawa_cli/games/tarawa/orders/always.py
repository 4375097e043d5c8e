"""Orders for any phase: `next`, `policy`."""

from typing import NamedTuple, Self

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import LANDING
from tarawa_cli.games.tarawa.phases import run, turn
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.grammar import Grammar, Word, Words
from tarawa_cli.kernel.orders import find_name
from tarawa_cli.kernel.play import Play

POLICIES = {"hits": ("ask", "step", "morale"), "empty-lvt": ("pool", "wait")}

NEXT = Grammar("next", "End my part: the automatic phases run up to my next one.", group=LANDING)
POLICY = Grammar(
    "policy",
    "Show the standing answers kept in the save, or set one.",
    (Word("hits|empty-lvt", "Which standing answer."), Word("ask|step|morale|pool|wait", "The answer.")),
    group=LANDING,
    usage="policy hits ask|step|morale, or policy empty-lvt pool|wait",
    shows=True,
)


@rule("3")
class Next(NamedTuple):
    """End the player's part of the phase."""

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        return cls()

    def __bool__(self) -> bool:
        """An empty tuple is false, but this is an order."""
        return True

    def text(self) -> str:
        return NEXT.text()

    def check(self, state: State) -> None:
        turn.phase(state.phase).check_leave(state)

    def resolve(self, play: Play[State]) -> None:
        turn.leave(play)
        run(play)


class Policy(NamedTuple):
    """A standing answer."""

    policy: str
    value: str

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        name, answer = given.plain
        policy = find_name(name, POLICIES, "policy")
        return cls(policy, find_name(answer, POLICIES[policy], f"answer for {policy}"))

    def text(self) -> str:
        return POLICY.text(self.policy, self.value)

    def check(self, state: State) -> None:
        if self.value not in POLICIES[self.policy]:
            raise BadOrder(f"{self.value} is no answer for {self.policy}")

    def resolve(self, play: Play[State]) -> None:
        rule = "7.3" if self.policy == "hits" else "6.5"
        apply.policy_set(play, rule, policy=self.policy, value=self.value)
