"""What the command line asks: the legal orders, the chances of one, and the words that TAB offers."""

from tarawa_cli.games.tarawa.legal import word_lists
from tarawa_cli.games.tarawa.legal.word_lists import told as remark
from tarawa_cli.games.tarawa.model.board import is_hex
from tarawa_cli.games.tarawa.model.sequence import PHASES
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import ORDERS
from tarawa_cli.kernel.engine.grammar import OrderLine, Words, parsed
from tarawa_cli.kernel.engine.legal import Cost
from tarawa_cli.kernel.engine.views import Look
from tarawa_cli.kernel.hints import Callable, Iterable, Mapping

PRICED = ("move", "advance", "fire", "attack", "demolish")
"""The orders that cost AP."""
__all__ = ["WORDS", "costs", "idle", "legal", "legal_for", "next_words", "odds", "reach", "remark"]

WORDS: Mapping[str, Callable[[State], list[str]]] = {
    "units": word_lists.units,
    "hexes": word_lists.hexes,
    "areas": word_lists.areas,
    "places": word_lists.places,
    "groups": word_lists.groups,
    "able": word_lists.able,
    "foreseen": word_lists.foreseen,
    "turns": word_lists.turns,
}


def legal(state: State) -> list[str]:
    from tarawa_cli.games.tarawa.legal.listing import commands  # start-up

    return list(commands(state))


def legal_for(state: State, word: str) -> tuple[str, list[str]]:
    from tarawa_cli.games.tarawa.legal.listing import legal_for  # start-up
    from tarawa_cli.games.tarawa.model import names

    unit = names.unit(state, word)
    return unit.id, legal_for(state, unit)


def idle(state: State, name: str) -> list[tuple[str, str]]:
    from tarawa_cli.games.tarawa.legal.idle import reasons  # start-up

    return reasons(state, state.units[name])


def costs(state: State, orders: Iterable[OrderLine]) -> list[Cost | None]:
    asked = [parsed(ORDERS, line) for line in orders]
    if not any(words.name in PRICED for words in asked):
        return [None] * len(asked)
    from tarawa_cli.games.tarawa.legal.costs import costs  # start-up

    return costs(state, asked)


def reach(state: State, word: str) -> dict[str, Cost]:
    from tarawa_cli.games.tarawa.legal.costs import reach  # start-up
    from tarawa_cli.games.tarawa.model import names

    return reach(state, names.unit(state, word))


def odds(state: State, tokens: list[str]) -> Look:
    """Now, or as if the phase had come in which it can be ordered."""
    from tarawa_cli.games.tarawa.legal.odds import copied  # start-up
    from tarawa_cli.kernel.engine.chances import in_its_phase

    return in_its_phase(state, PHASES, copied, lambda there: _odds(there, tokens))


def _odds(state: State, tokens: list[str]) -> Look:
    from tarawa_cli.games.tarawa.legal import odds_report  # start-up
    from tarawa_cli.games.tarawa.legal.odds import chances

    if len(tokens) == 1 and is_hex(tokens[0]):
        return _ways(state, tokens[0])
    words = _one(state, tokens)
    found = chances(state, words)
    return Look(
        f"odds {words.text()}", "odds", lambda: odds_report.facts(found), lambda: odds_report.text(state, found)
    )


def _ways(state: State, word: str) -> Look:
    """The ways to take a hex."""
    from tarawa_cli.games.tarawa.legal import odds_report  # start-up
    from tarawa_cli.games.tarawa.model import names

    at = names.hex(state, word)
    found = odds_report.ways(state, at)
    facts = {"hex": at, "ways": [way.as_json() for way in found]}
    return Look(f"odds {at}", "odds", lambda: facts, lambda: odds_report.ways_text(at, found))


def _one(state: State, tokens: list[str]) -> Words:
    """The plain order that the words mean; there are no odds of several."""
    from tarawa_cli.games.tarawa.orders import expansion, is_plain  # start-up

    words = parsed(ORDERS, tokens)
    return words if not words.grammar.several or is_plain(state, words) else expansion.meant(state, words).only()


def next_words(state: State, words: list[str], last: str) -> Iterable[str]:
    from tarawa_cli.games.tarawa.legal.completion import next_words  # start-up

    return next_words(state, words, last)
