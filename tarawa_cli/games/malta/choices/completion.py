"""The words that can come next in an order that is not finished yet, for shells to offer.

`legal` names most of them. Where it lists one for many (groups of units, other ways), the others are added here. Every
word is then shown to the law in a whole order, so that none is offered that leads nowhere.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tarawa_cli.games.malta.choices.legal import commands
from tarawa_cli.games.malta.model.state import POLICIES, State
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.orders import ORDERS, passes, read_order
from tarawa_cli.kernel.errors import BadOrder


def next_words(state: State, words: Sequence[str], begun: str) -> list[str]:
    """What may follow the words of an order and begins so."""
    name, *typed = words
    if name == "policy":
        return [word for word in _policy(typed) if word.startswith(begun.lower())]
    known = [command.split() for command in commands(state) if command.split()[0] == name]
    pool = dict.fromkeys(word for word in _pool(name, typed, known) if word.lower().startswith(begun.lower()))
    return [word for word in pool if _leads_on(state, [name, *typed, word], known)]


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
    """Whether the law allows the order as it stands, or with the end of a legal one."""
    ends: Iterator[Sequence[str]] = (order[place:] for order in known for place in range(1, len(order)))
    return _allowed(state, words) or any(_allowed(state, [*words, *end]) for end in dict.fromkeys(map(tuple, ends)))


def _allowed(state: State, words: list[str]) -> bool:
    try:
        return passes(state, read_order(state, words))
    except BadOrder:
        return False
