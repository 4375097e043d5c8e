"""What the orders share: the fields they declare; and the orders of any phase: `next`, `policy`, `decide`, `resign`."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply, names
from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.policies import POLICIES
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.orders import ALWAYS
from tarawa_cli.kernel.board import hexes
from tarawa_cli.kernel.engine import order
from tarawa_cli.kernel.engine.grammar import GOAL, SURE, YES, Grammar, Word, Words
from tarawa_cli.kernel.engine.order import SetPolicy, Takes, check_once, policy_grammar
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.engine.play import Play, asked_side, run
from tarawa_cli.kernel.hints import Annotated, Self

# ── The fields that orders declare


Order = order.Order[State]


def _unit(state: State, word: str) -> str:
    return names.unit(state, word).id


def _zone(state: State, word: str) -> str:
    return find_name(word, state.plan, "drop zone")


Unit = Annotated[str, _unit]
Units = Annotated[tuple[str, ...], Takes(_unit, once=True)]
Guns = Annotated[tuple[str, ...], Takes(_unit, "--by", once=True)]
DropZone = Annotated[str, _zone]
Hex = Annotated[hexes.Hex, names.hex]
Hexes = Annotated[tuple[hexes.Hex, ...], names.hex]


def parted(given: Words) -> list[list[str]]:
    """Units, then hexes, or a place in the last word."""
    place = next((number for number, word in enumerate(given.plain) if is_hex(word)), len(given.plain) - 1)
    if place == 0:
        raise given.wrong("name units first, then hexes")
    return [given.plain[:place], given.plain[place:]]


class UnitsToHex(Order):
    """An order of units that go to one hex together."""

    units: Units
    to: Hex

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        units, route = parted(given)
        ids, hexes = [_unit(state, word) for word in units], [names.hex(state, word) for word in route]
        check_once(ids)
        if len(hexes) > 1:
            raise given.wrong("only one hex")
        return cls(tuple(ids), hexes[0])


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
POLICY = policy_grammar(
    POLICIES,
    group=ALWAYS,
    usage="; ".join(f"policy axis|allied {name} {'|'.join(policy.answers)}" for name, policy in POLICIES.items()),
    sides=SIDES,
)


@rule("4")
class Next(Order, of=NEXT):
    """End the player's part of the phase."""

    def check(self, state: State) -> None:
        from tarawa_cli.games.malta import phases  # start-up

        phases.phase(state.phase).check_leave(state)

    def resolve(self, play: Play[State]) -> None:
        from tarawa_cli.games.malta import phases  # start-up

        phases.leave(play)
        run(play)


@rule("24.2")
class Policy(SetPolicy[State], of=POLICY):
    """A standing answer of one side."""

    policies, sides = POLICIES, SIDES
    side: str
    policy: str
    value: str

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
class Resign(Order, of=RESIGN):
    """Give the game up for the side to move."""

    def resolve(self, play: Play[State]) -> None:
        apply.game_over(play, "24.1", outcome=f"{asked_side(play.state) or play.state.active}-resigned")
