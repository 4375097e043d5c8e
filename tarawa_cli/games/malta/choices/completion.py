"""The words that can come next in an order that is not finished yet, for shells to offer.

`legal` names most of them. Where it lists one for many (groups of units, other ways), the others are added here. Every
word is then shown to the law in a whole order, so that none is offered that leads nowhere.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from tarawa_cli.games.malta.choices.legal import commands
from tarawa_cli.games.malta.model.state import POLICIES, State
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.orders import ORDERS, passes, read_order
from tarawa_cli.games.malta.phases import PHASES
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.grammar import YES
from tarawa_cli.kernel.onward import TURN


def next_words(state: State, words: Sequence[str], begun: str) -> list[str]:
    """What may follow the words of an order and begins so."""
    name, *typed = words
    if ORDERS[name].ends:
        return _goals(state, words, begun.lower())
    if name == "policy":
        return [word for word in _policy(typed) if word.startswith(begun.lower())]
    known = [command.split() for command in commands(state) if command.split()[0] == name]
    pool = dict.fromkeys(word for word in _pool(name, typed, known) if word.lower().startswith(begun.lower()))
    return [word for word in pool if _leads_on(state, [name, *typed, word], known)]


def _goals(state: State, words: Sequence[str], begun: str) -> list[str]:
    """The phases to which `next` can go on, or `turn`."""
    from tarawa_cli.games.malta.phases import turn

    plain = [word for word in words[1:] if not word.startswith("-")]
    goals = [name for name in PHASES if turn.phase(name).is_players] if not plain else []
    goals += [TURN] if not plain else []
    able = _allowed(state, [words[0]])
    return [word for word in [*goals, YES.name] if able and word.startswith(begun) and word not in words]


def _policy(typed: Sequence[str]) -> Sequence[str]:
    choices: list[Sequence[str]] = [SIDES, list(POLICIES), POLICIES.get(typed[1], ()) if len(typed) > 1 else ()]
    return choices[len(typed)] if len(typed) < len(choices) else ()


def _pool(name: str, typed: Sequence[str], known: list[list[str]]) -> Iterator[str]:
    """Words of the legal orders; of the options those that may come again."""
    options = {option.name: option for option in ORDERS[name].options}
    last = options.get(typed[-1]) if typed else None
    if last and last.takes:
        pairs = (pair for order in known for pair in pairwise(order))
        yield from (after for word, after in pairs if word == last.name)
        return
    for order in known:
        yield from (word for word in order[1:] if word not in typed or (word in options and options[word].many))


def _leads_on(state: State, words: list[str], known: list[list[str]]) -> bool:
    """Whether the words begin a legal order, or the law allows them as they stand or with the end of a legal one."""
    if any(order[: len(words)] == words for order in known) or _allowed(state, words):
        return True
    name, *rest = words
    units = list(takewhile(state.units.__contains__, rest))
    if not units:
        return any(_allowed(state, [*words, *end]) for end in _ends_after(rest, known))
    tail = tuple(rest[len(units) :])
    ends = (end for end in _ends_of(units, known) if end[: len(tail)] == tail)
    return any(_allowed(state, [name, *units, *end]) for end in ends)


def _ends_of(units: list[str], known: list[list[str]]) -> list[tuple[str, ...]]:
    """How orders of each of these units end, as far as all of them have that end."""
    ends = [dict.fromkeys(tuple(order[2:]) for order in known if order[1] == unit) for unit in units]
    return [end for end in ends[0] if all(end in others for others in ends[1:])]


def _ends_after(rest: list[str], known: list[list[str]]) -> list[tuple[str, ...]]:
    """The ends of legal orders that begin with the same word."""
    alike = (order for order in known if order[1:2] == rest[:1])
    return list(dict.fromkeys(tuple(order[place:]) for order in alike for place in range(1, len(order))))


def _allowed(state: State, words: list[str]) -> bool:
    try:
        return passes(state, read_order(state, words))
    except BadOrder:
        return False
