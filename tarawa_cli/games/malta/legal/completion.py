"""The words that can come next in an order that is not finished yet, for shells to offer.

`legal` names most of them. Where it lists one for many (groups of units, other routes), the others are added here.
Every word is then checked in a whole order, so that none is offered that leads to no legal order.
"""

from itertools import pairwise, takewhile

from tarawa_cli.games.malta.legal.offers import commands
from tarawa_cli.games.malta.model.policies import POLICIES
from tarawa_cli.games.malta.model.state import PHASES, State
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.orders import ORDERS, passes, read_order
from tarawa_cli.games.malta.orders.expansion import group, is_group, named
from tarawa_cli.games.malta.orders.sea import AT_SEA
from tarawa_cli.kernel.engine.fast_forward import goals
from tarawa_cli.kernel.engine.order import policy_words
from tarawa_cli.kernel.engine.order_words import ALL
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import Iterator, Sequence

_SEVERAL = 2


def next_words(state: State, words: Sequence[str], begun: str) -> list[str]:
    """The words that may follow those of an order, with a given beginning."""
    name, *typed = words
    if ORDERS[name].ends:
        return _goals(state, words, begun.lower())
    if ORDERS[name].macro:
        return [word for word in _macro(state, words) if word.startswith(begun.lower())]
    if name == "policy":
        return [word for word in policy_words(POLICIES, SIDES, typed) if word.startswith(begun.lower())]
    known = [command.split() for command in commands(state) if command.split()[0] == name]
    known += [order for command in known for order in _guns_first(name, command)]
    found: dict[str, None] = {}
    for line in _by_one(state, name, typed, known):
        pool = dict.fromkeys(word for word in _pool(name, line, known) if word.lower().startswith(begun.lower()))
        found |= dict.fromkeys(word for word in pool if _leads_on(state, [name, *line, word], known))
    taken = {who.id for word in typed if _is_many(state, name, word) for who in named(state, [word], name)}
    groups = [word for word in _groups(state, name, typed, known) if word.startswith(begun.lower())]
    return [*(word for word in found if word not in taken), *(groups if ORDERS[name].several else ())]


def _guns_first(name: str, order: list[str]) -> Iterator[list[str]]:
    """`support 1911 --by i-28` also as `support i-28 1911`."""
    for option in ORDERS[name].options:
        if option.leading:
            guns = [after for word, after in pairwise(order) if word == option.name]
            yield from ([name, gun, order[1]] for gun in guns)


def _by_one(state: State, name: str, typed: Sequence[str], known: list[list[str]]) -> Iterator[list[str]]:
    """The words as typed; groups are replaced by one able unit at a time."""
    able = {order[1] for order in known if len(order) > 1}
    spread = [
        [who.id for who in named(state, [word], name) if who.id in able] if _is_many(state, name, word) else [word]
        for word in typed
    ]
    for place in range(max(map(len, spread), default=1) if all(spread) else 0):
        yield [ids[min(place, len(ids) - 1)] for ids in spread]


def _is_many(state: State, name: str, word: str) -> bool:
    try:
        several = not word.startswith("--") and ("," in word or is_group(state, word, name))
        return several and bool(named(state, [word], name))
    except BadOrder:
        return False


def _groups(state: State, name: str, typed: Sequence[str], known: list[list[str]]) -> list[str]:
    """Battalions, formations, regiments and all, where several can begin such an order and no unit is named yet."""
    able = [state.units[order[1]] for order in known if order[1:2] and order[1] in state.units]
    if typed or len({unit.id for unit in able}) < _SEVERAL:
        return []
    words = dict.fromkeys(
        word
        for unit in able
        for word in (unit.type.of, unit.formation, unit.type.regiment)
        if is_group(state, word, name)
    )
    return [*(word for word in words if len({u.id for u in able if u in group(state, word, name)}) >= _SEVERAL), ALL]


def _goals(state: State, words: Sequence[str], begun: str) -> list[str]:
    """The phases to which `next` can continue, or `turn`."""
    from tarawa_cli.games.malta.phases import phase  # start-up

    waiting = (name for name in PHASES if phase(name).is_players)
    return goals(words, begun, waiting, SIDES) if _allowed(state, [words[0]]) else []


def _macro(state: State, words: Sequence[str]) -> Sequence[str]:
    """The words that follow `land`: how far to play."""
    if words[0] != "land" or state.phase not in AT_SEA or state.question:
        return ()
    return ("--until",) if len(words) == 1 else AT_SEA if words[-1] == "--until" else ()


def _pool(name: str, typed: Sequence[str], known: list[list[str]]) -> Iterator[str]:
    """The words of legal orders that can follow; an option only if it is new or may be repeated."""
    options = {option.name: option for option in ORDERS[name].options}
    last = options.get(typed[-1]) if typed else None
    if last and last.takes:
        pairs = (pair for order in known for pair in pairwise(order))
        yield from (after for word, after in pairs if word == last.name)
        return
    for order in known:
        yield from (word for word in order[1:] if word not in typed or (word in options and options[word].many))


def _leads_on(state: State, words: list[str], known: list[list[str]]) -> bool:
    """Whether the words begin a legal order, or are legal as they are or with the end of a legal one."""
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
    """The ends that the orders of all these units share."""
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
