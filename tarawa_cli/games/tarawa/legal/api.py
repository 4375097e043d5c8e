"""What the command line needs: the legal orders, the chances of one, and the words that TAB offers."""

from tarawa_cli.games.tarawa.model.board import is_hex
from tarawa_cli.games.tarawa.model.state import PHASES, State
from tarawa_cli.games.tarawa.orders import ORDERS
from tarawa_cli.kernel.engine.grammar import OrderLine, Words, parsed
from tarawa_cli.kernel.engine.legal import Cost
from tarawa_cli.kernel.engine.views import Look
from tarawa_cli.kernel.hints import Callable, Iterable, Mapping

# ── Names that shells offer to the looking commands, and remarks about them


def remark(state: State, word: str) -> str:
    """A few words about a name, for shells that show them."""
    unit = state.units.get(word.partition(":")[0])
    if unit:
        return f"{unit.kind} {unit.where}, steps {unit.steps}"
    if is_hex(word):
        return ", ".join(filter(None, [state.hex_status(word), state.board.area_of.get(word)]))
    beach = state.board.beaches.get(word.removeprefix("beach:"))
    area = state.board.areas.get(word)
    return area.name if area else beach.name if beach else ""


def unit_names(state: State) -> list[str]:
    return list(state.units)


def hex_names(state: State) -> list[str]:
    return sorted(state.board.terrain)


def area_names(state: State) -> list[str]:
    """Areas, and beaches whose name no area has."""
    return list(dict.fromkeys([*state.board.areas, *state.board.beaches]))


def place_names(state: State) -> list[str]:
    """The places that a close map can be centred on; any hex works too, but a list of 1,546 is of no use."""
    beaches = [f"beach:{id}" for id in state.board.beaches]
    on_map = [unit.id for unit in state.units.values() if state.hex_of(unit)]
    return [*area_names(state), *beaches, *on_map]


def filter_words(state: State) -> list[str]:
    """What `units` can list."""
    from tarawa_cli.games.tarawa.legal.unit_filters import filters  # start-up

    return filters(state)


def able_units(state: State) -> list[str]:
    """Units that can do something now."""
    from tarawa_cli.games.tarawa.legal.listing import commands  # start-up

    named = {word for command in commands(state) for word in command.split()}
    return [unit.id for unit in state.units.values() if {unit.id, unit.craft} & named]


def orders_with_odds(state: State) -> list[str]:
    """Legal orders that have odds."""
    from tarawa_cli.games.tarawa.legal.listing import commands  # start-up
    from tarawa_cli.games.tarawa.legal.odds import ANSWER, FORESEEN

    now = {command.split()[0] for command in commands(state)}
    return [name for name in (*FORESEEN, ANSWER) if name in now]


def turn_numbers(state: State) -> list[str]:
    """The turns that have been played."""
    return [str(turn) for turn in range(1, state.turn + 1)]


PRICED = ("move", "advance", "fire", "attack", "demolish")
"""The orders that cost AP."""
__all__ = ["WORDS", "costs", "idle", "legal", "legal_for", "next_words", "odds", "reach", "remark"]

WORDS: Mapping[str, Callable[[State], list[str]]] = {
    "units": unit_names,
    "hexes": hex_names,
    "areas": area_names,
    "places": place_names,
    "groups": filter_words,
    "able": able_units,
    "foreseen": orders_with_odds,
    "turns": turn_numbers,
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
    from tarawa_cli.games.tarawa.legal.listing import reasons  # start-up

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
    """The odds now, or in the phase in which the order can be given."""
    from tarawa_cli.games.tarawa.legal.odds import copied  # start-up
    from tarawa_cli.kernel.engine.chances import in_its_phase

    return in_its_phase(state, PHASES, copied, lambda there: _odds(there, tokens))


def _odds(state: State, tokens: list[str]) -> Look:
    from tarawa_cli.games.tarawa.legal.odds import (  # start-up
        chances,
        odds_facts,
        odds_text,
    )

    if len(tokens) == 1 and is_hex(tokens[0]):
        return _ways(state, tokens[0])
    words = _single_order(state, tokens)
    found = chances(state, words)
    return Look(f"odds {words.text()}", "odds", lambda: odds_facts(found), lambda: odds_text(state, found))


def _ways(state: State, word: str) -> Look:
    """The ways to take a hex."""
    from tarawa_cli.games.tarawa.legal.odds import ways_to_take, ways_to_take_text  # start-up
    from tarawa_cli.games.tarawa.model import names

    at = names.hex(state, word)
    found = ways_to_take(state, at)
    facts = {"hex": at, "ways": [way.as_json() for way in found]}
    return Look(f"odds {at}", "odds", lambda: facts, lambda: ways_to_take_text(at, found))


def _single_order(state: State, tokens: list[str]) -> Words:
    """The plain order that the words mean; there are no odds of several."""
    from tarawa_cli.games.tarawa.orders import expansion, is_plain  # start-up

    words = parsed(ORDERS, tokens)
    return words if not words.grammar.several or is_plain(state, words) else expansion.expand(state, words).only()


def next_words(state: State, words: list[str], last: str) -> Iterable[str]:
    from tarawa_cli.games.tarawa.legal.completion import next_words  # start-up

    return next_words(state, words, last)
