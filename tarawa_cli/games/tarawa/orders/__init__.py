"""The orders: one small class for each, which reads, writes, checks and carries it out."""

from tarawa_cli.games.tarawa import find
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.engine.grammar import Orders, Words
from tarawa_cli.kernel.engine.play import question
from tarawa_cli.kernel.errors import OtherPhase, Refused, allows
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tarawa_cli.kernel.engine import order

    Order = order.Order[State]
else:
    Order = Any  # the class itself is loaded with the first order

# name → module
ORDERS: Orders[State] = Orders(
    find,
    {
        **dict.fromkeys(("policy", "next"), "orders.general"),
        **dict.fromkeys(("bombard", "chits"), "orders.landing"),
        **dict.fromkeys(("embark", "withdraw"), "orders.landing"),
        "land": "orders.land",
        **dict.fromkeys(("advance", "unload"), "orders.landing"),
        "suppress": "orders.landing",
        **dict.fromkeys(("move", "fire", "attack", "demolish", "recover", "dig"), "orders.actions"),
        "wreck": "orders.actions",
        **dict.fromkeys(("supply", "head", "decide", "resign"), "orders.general"),
    },
)
read_order = ORDERS.read
# headings of the command reference
LANDING = "Playing: bombardment, landing, decisions"
ASHORE = "Playing: the fight ashore"
SUPPLIES = "Playing: supply and the wreck"
ANY_TIME = ("policy", "decide")
_JOINT = ("attack", "demolish", "recover")
SEVERAL = "ids separated by commas or spaces, a battalion, @HEX, all"
"""How units can be named."""


def is_plain(state: State, given: Words) -> bool:
    """Whether an order certainly means only itself; if not, `expansion` works it out."""
    name, words = given.name, given.plain
    if given.options.get("--all") or given.options.get("--due"):
        return False
    if name == "policy":
        return len(words) != 1
    if name == "decide":
        return len(words) == 1 and "," not in words[0]
    if name == "suppress":
        return len(words) == 1 and words[0] in state.board.areas
    options = [value for values in given.options.values() if isinstance(values, list) for value in values]
    units = [word for word in [*words, *options] if not word.isdecimal()]
    if not all(word in state.units or word in state.board.beaches for word in units):
        return False
    return name in _JOINT or (len(units) > 1 if name == "embark" else words[:1] == units)


def check_order(state: State, order: Order) -> None:
    """Refuse an order that is not legal: first by the state of the game, then by the order's own paragraphs."""
    if state.outcome or state.question:
        check_open(state, order.name)
    order.check(state)


def check_open(state: State, name: str) -> None:
    """Refuse an order while a question is open or after the end of the game."""
    if state.outcome and name != "policy":
        raise Refused(
            "12", "the game is over", "you can still look around; `undo` undoes a command, `new` starts a game"
        )
    if state.question and name not in ANY_TIME:
        raise Refused("3", "a decision is pending: answer it first", f"decide {question(state).options[0]}")


def passes(state: State, order: Order) -> bool:
    """Whether an order is legal."""
    return allows(check_order, state, order)


def _way_on(state: State) -> str:
    """`next`, or the order that the present phase needs before it."""
    from tarawa_cli.games.tarawa.phases import phase  # start-up

    try:
        phase(state.phase).check_leave(state)
    except Refused as owed:
        return owed.hint
    return "next"


def need_phase(state: State, name: str, rule: str, *phases: str) -> None:
    """Refuse an order that does not belong to the present phase."""
    if state.phase not in phases and state.phase.rstrip("-123") not in phases:
        *others, last = (f"`{phase}`" for phase in phases)
        where = f"{', '.join(others)} or {last}" if others else last
        here = f"this is `{state.phase}` of turn {state.turn}"
        raise OtherPhase(rule, f"`{name}` works only in phase {where}; {here}", _way_on(state))
