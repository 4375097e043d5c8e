"""What can be done next, with commands to type."""

from collections.abc import Callable, Iterable
from textwrap import fill

from tarawa_cli.games.malta.model.state import OUTCOMES, State, Unit
from tarawa_cli.games.malta.phases import question
from tarawa_cli.games.malta.telling.sentences import SIDE_NAMES, headline, score

MOST = 12


def do(command: str, why: str = "") -> str:
    return f"  → {command}{f'   ({why})' if why else ''}"


def next_steps(state: State) -> str:
    if state.outcome:
        return f"{headline(state)}\n  the game is over: {OUTCOMES[state.outcome]}; {score(state)}"
    if state.question:
        return "\n".join([headline(state), *_question(state)])
    part = state.phase.rpartition("-")[2]
    return "\n".join([headline(state), *_STEPS.get(part, _nothing)(state)])


def _question(state: State) -> list[str]:
    asked = question(state)
    return [f"  {SIDE_NAMES[asked.side]}: {asked.text}", *(do(f"decide {answer}") for answer in asked.options)]


def _some(names: Iterable[str]) -> str:
    found = list(names)
    more = f" and {len(found) - MOST} more" if len(found) > MOST else ""
    return f"{', '.join(found[:MOST])}{more}"


def _movement(state: State) -> list[str]:
    from tarawa_cli.games.malta.choices.offers import movers

    able = movers(state)
    return [
        fill(f"can move: {_some(_placed(unit) for unit in able)}", 100, initial_indent="  ", subsequent_indent="    "),
        do(f"legal {able[0].id}", "all that a unit may do") if able else "",
        do("next", "then support, and attacks"),
    ]


def _placed(unit: Unit) -> str:
    return f"{unit.id} ({unit.at})"


def _support(state: State) -> list[str]:
    from tarawa_cli.games.malta.choices.offers import support_orders
    from tarawa_cli.games.malta.rules.ch09.support import air_markers

    found = [order.text() for order in support_orders(state)]
    air = air_markers(state)
    lines = [f"  air support markers left: {air}"] if air else []
    return [*lines, *map(do, found[:MOST]), do("next", "then attacks")]


def _combat(state: State) -> list[str]:
    from tarawa_cli.games.malta.choices.offers import attack_orders

    found = [order.text() for order in attack_orders(state, together=True)]
    lines = [do(command) for command in found[:MOST]]
    example = [do(f"odds {found[0]}", "what would come of it")] if found else []
    return [*lines, *example, do("next", "recovery, then the other side" if state.active == "axis" else "recovery")]


def _nothing(state: State) -> list[str]:
    return [do("next")]


_STEPS: dict[str, Callable[[State], list[str]]] = {"movement": _movement, "support": _support, "combat": _combat}
