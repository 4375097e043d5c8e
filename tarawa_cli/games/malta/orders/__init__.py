"""The orders: one small class for each, read from words and written as words, with its check."""

from tarawa_cli.games.malta import find, rule
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.engine.grammar import Orders
from tarawa_cli.kernel.engine.play import question
from tarawa_cli.kernel.errors import OtherPhase, Refused, allows
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tarawa_cli.games.malta.orders.general import Order as Order
else:
    Order = Any  # the class itself is loaded with the first order

# name → module
ORDERS: Orders[State] = Orders(
    find,
    {
        **dict.fromkeys(("policy", "next"), "orders.general"),
        **dict.fromkeys(("move", "infiltrate"), "orders.movement"),
        **dict.fromkeys(("break", "join"), "orders.movement"),
        **dict.fromkeys(("support", "bombard", "attack", "break-through"), "orders.combat"),
        "ammo": "orders.combat",
        **dict.fromkeys(("attach", "detach"), "orders.movement"),
        **dict.fromkeys(("strike", "replace", "absorb", "dismantle"), "orders.morning_and_air"),
        **dict.fromkeys(("zone", "series", "cancel", "step", "airland"), "orders.morning_and_air"),
        **dict.fromkeys(("sealed", "revealed"), "orders.morning_and_air"),
        **dict.fromkeys(("approach", "embark", "place", "sail", "shoot"), "orders.sea"),
        **dict.fromkeys(("land", "drop"), "orders.sea"),
        **dict.fromkeys(("decide", "resign"), "orders.general"),
    },
)
read_order = ORDERS.read
# headings of the command reference
ALWAYS = "Playing: any phase"
MORNING = "Playing: the morning of a day"
SEA = "Playing: from the sea"
AIRBORNE = "Playing: from the air"
LAND = "Playing: the land war"
SEALED_GAMES = "In sealed games, written by `seal` and `reveal`"
SEVERAL = "ids, @HEX, a formation, a regiment, all"
"""How units are named, for the help."""
ANY_TIME = ("policy", "decide")
IN_QUESTIONS = {"coast": ("shoot",), "storm": ("support",), "hide": ("sealed",), "unveil": ("revealed",)}
"""Orders that may be given while a question is open, because they belong to its answer (16.55, 18.6, 24.3)."""


@rule("4")
def check_order(state: State, order: Order) -> None:
    """Refuse an order that the state of the game or the order's own paragraphs forbid."""
    name = order.name
    if state.outcome and name != "policy":
        raise Refused(
            "22", "the game is over", "you can still look around, `undo` the last order, or start a `new` game"
        )
    if state.question and name not in (*ANY_TIME, *IN_QUESTIONS.get(state.question.kind, ())):
        raise Refused("24.2", "a decision is pending: answer it first", lambda: _answer(state))
    order.check(state)


def passes(state: State, order: Order) -> bool:
    """Whether an order is legal."""
    return allows(check_order, state, order)


def _answer(state: State) -> str:
    return next((f"decide {option}" for option in question(state).options), "reveal")


def need_part(state: State, name: str, rule: str, part: str) -> None:
    """Refuse an order outside its part of a player turn, whichever side's it is."""
    if not state.phase.endswith(f"-{part}"):
        here = f"this is `{state.phase}` of {state.box.id}"
        raise OtherPhase(rule, f"`{name}` works only in the {part} phase; {here}", "next")


def need_phase(state: State, name: str, rule: str, *phases: str) -> None:
    """Refuse an order that does not belong to the present phase."""
    if state.phase not in phases:
        where = " or ".join(f"`{phase}`" for phase in phases)
        raise OtherPhase(
            rule, f"`{name}` works only in phase {where}; this is `{state.phase}` of {state.box.id}", "next"
        )
