"""Orders for any phase: `next`, `policy`."""

from typing import NamedTuple, Self

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.phases import run, turn
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.orders import Words, find_name
from tarawa_cli.kernel.play import Play

POLICIES = {"hits": ("ask", "step", "morale"), "empty-lvt": ("pool", "wait")}


@rule("3")
class Next(NamedTuple):
    """End my part of the phase."""

    @classmethod
    def read(cls, state: State, tokens: list[str]) -> Self:
        Words("next", tokens).count(0, 0, "next")
        return cls()

    def __bool__(self) -> bool:
        """It is an order, though it holds nothing."""
        return True

    def text(self) -> str:
        return "next"

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
    def read(cls, state: State, tokens: list[str]) -> Self:
        words = Words("policy", tokens).count(2, 2, "policy hits ask|step|morale, or policy empty-lvt pool|wait")
        policy = find_name(words[0], POLICIES, "policy")
        value = find_name(words[1], POLICIES[policy], f"answer for {policy}")
        return cls(policy, value)

    def text(self) -> str:
        return f"policy {self.policy} {self.value}"

    def check(self, state: State) -> None:
        if self.value not in POLICIES[self.policy]:
            raise BadOrder(f"{self.value} is no answer for {self.policy}")

    def resolve(self, play: Play[State]) -> None:
        rule = "7.3" if self.policy == "hits" else "6.5"
        apply.policy_set(play, rule, policy=self.policy, value=self.value)
