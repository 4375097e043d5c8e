"""What the command line asks: the legal orders, the chances of one, and the words that TAB offers."""

from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.places import in_words
from tarawa_cli.games.malta.model.state import PHASES, State
from tarawa_cli.games.malta.orders import ORDERS, read_order
from tarawa_cli.games.malta.sides import MALTESE
from tarawa_cli.kernel.engine.grammar import OrderLine, Words, parsed
from tarawa_cli.kernel.engine.legal import Cost
from tarawa_cli.kernel.engine.views import Look
from tarawa_cli.kernel.hints import Callable, Iterable, Mapping

ELSEWHERE = {"next_words": "legal.completion:next_words"}


def legal(state: State) -> list[str]:
    from tarawa_cli.games.malta.legal.offers import commands  # start-up

    return list(commands(state))


def legal_for(state: State, word: str) -> tuple[str, list[str]]:
    from tarawa_cli.games.malta.legal.offers import legal_for  # start-up

    unit = names.unit(state, word)
    return unit.id, legal_for(state, unit)


def idle(state: State, name: str) -> list[tuple[str, str]]:
    """Why a unit without legal orders has none."""
    unit = state.units[name]
    if state.outcome:
        return [("22", "the game is over")]
    if not unit.on_map:
        return [("2.1", f"{name} is {in_words(unit.at)}")]
    if unit.side != MALTESE.to_act(state):
        return [("24.1", "it is the other side's turn")]
    done = [("6.3", f"{name} has moved")] if unit.moved else []
    done += [("12.1", f"{name} has fired")] if unit.fired else []
    done += [("9.1", f"{name} has attacked")] if unit.attacked else []
    return done or [("4", f"{name} can do nothing in this phase")]


def costs(state: State, orders: Iterable[OrderLine]) -> list[Cost | None]:
    asked = [parsed(ORDERS, line) for line in orders]
    if not any(words.name == "move" for words in asked):
        return [None] * len(asked)
    from tarawa_cli.games.malta.legal.costs import costs  # start-up

    return costs(state, asked)


def reach(state: State, word: str) -> dict[str, Cost]:
    from tarawa_cli.games.malta.legal.costs import reach  # start-up

    return reach(state, names.unit(state, word))


def odds(state: State, tokens: list[str]) -> Look:
    """The odds of an order, now or in the phase in which it can be given."""
    from tarawa_cli.games.malta.legal.odds import copied  # start-up
    from tarawa_cli.kernel.engine.chances import in_its_phase

    return in_its_phase(state, PHASES, copied, lambda there: _odds(there, tokens))


def _odds(state: State, tokens: list[str]) -> Look:
    from tarawa_cli.games.malta.legal import odds, odds_report  # start-up
    from tarawa_cli.games.malta.orders.general import Decide
    from tarawa_cli.games.malta.orders.morning import Strike
    from tarawa_cli.games.malta.orders.sea import Embark, Shoot

    if len(tokens) == 1 and is_hex(tokens[0]):
        tokens = ["attack", "all", "--on", tokens[0]]
    words = _one_order(state, tokens)
    title, order = f"odds {words.text()}", read_order(state, words)
    if isinstance(order, Strike):
        chances = odds.strike_forecast(state, order)
        return Look(title, "odds", chances.facts, chances.text)
    if isinstance(order, Shoot | Embark):
        shares = odds.sea_forecast(state, order)
        return Look(title, "odds", shares.facts, shares.text)
    if isinstance(order, Decide):
        answer = odds.forecast_answer(state, order)
        return Look(title, "odds", lambda: odds_report.answer_facts(answer), lambda: odds_report.answer_text(answer))
    found = odds.forecast(state, words)
    return Look(title, "odds", lambda: odds_report.summary(found), lambda: odds_report.text(state, found))


def _one_order(state: State, tokens: list[str]) -> Words:
    """The one plain order that the words mean."""
    from tarawa_cli.games.malta.orders import expansion  # start-up

    words = parsed(ORDERS, tokens)
    return expansion.expand(state, words).only() if words.grammar.several else words


def remark(state: State, word: str) -> str:
    """A few words about a name, for shells that show them."""
    unit = state.units.get(word)
    if unit:
        return f"{unit.type.kind.name} {in_words(unit.at)}"
    if is_hex(word):
        return ", ".join(filter(None, [state.board.terrain.get(word), state.board.name_of(word)]))
    region = state.board.regions.get(word)
    return region.name if region else ""


def _units(state: State) -> list[str]:
    return [id for id, unit in state.units.items() if not unit.in_battalion]


def _hexes(state: State) -> list[str]:
    return sorted(state.board.land)


def _areas(state: State) -> list[str]:
    return [*state.board.regions, *state.board.beaches, *state.board.sectors]


def _places(state: State) -> list[str]:
    on_map = [unit.id for unit in state.units.values() if unit.on_map]
    zones = [f"zone:{zone}" for zone in state.board.beaches]
    return [*state.board.regions, *zones, *state.board.hexes_by_place, *on_map, *_hexes(state)]


def _groups(state: State) -> list[str]:
    from tarawa_cli.games.malta.legal.unit_filters import filters  # start-up

    return list(filters(state))


def _able(state: State) -> list[str]:
    named = {word for command in legal(state) for word in command.split()}
    return [id for id in state.units if id in named]


def _foreseen(state: State) -> list[str]:
    from tarawa_cli.games.malta.legal.odds import ANSWER, FORESEEN  # start-up

    now = {command.split()[0] for command in legal(state)}
    return [name for name in (*FORESEEN, ANSWER) if name in now]


def _turns(state: State) -> list[str]:
    return [str(turn) for turn in range(1, state.turn + 1)]


WORDS: Mapping[str, Callable[[State], list[str]]] = {
    "units": _units,
    "hexes": _hexes,
    "areas": _areas,
    "places": _places,
    "groups": _groups,
    "able": _able,
    "foreseen": _foreseen,
    "turns": _turns,
}
