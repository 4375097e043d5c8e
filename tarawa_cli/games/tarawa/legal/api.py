"""What the command line needs: legal orders, their chances, the effects of answers, and the words that TAB offers."""

from tarawa_cli.games.tarawa.legal import filters
from tarawa_cli.games.tarawa.model.board import distance, is_hex
from tarawa_cli.games.tarawa.model.state import PHASES, State
from tarawa_cli.games.tarawa.orders import ORDERS, is_plain
from tarawa_cli.kernel.engine.grammar import OrderLine, Words, parsed
from tarawa_cli.kernel.engine.legal import Cost
from tarawa_cli.kernel.engine.play import question
from tarawa_cli.kernel.hints import Any, Callable, Iterable, Mapping
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.presentation import Look

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


def area_names(state: State) -> list[str]:
    """Areas, and beaches whose name no area has."""
    return list(dict.fromkeys([*state.board.areas, *state.board.beaches]))


def place_names(state: State) -> list[str]:
    """The places that a close map can be centred on; any hex works too, but a list of 1,546 is of no use."""
    beaches = [f"beach:{id}" for id in state.board.beaches]
    on_map = [unit.id for unit in state.units.values() if state.hex_of(unit)]
    return [*area_names(state), *beaches, *on_map]


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
    "units": lambda state: list(state.units),
    "hexes": lambda state: sorted(state.board.terrain),
    "areas": area_names,
    "places": place_names,
    "groups": filters,
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
    from tarawa_cli.games.tarawa.legal.listing import costs  # start-up

    return costs(state, asked)


def reach(state: State, word: str) -> dict[str, Cost]:
    from tarawa_cli.games.tarawa.legal.listing import reach  # start-up
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
    from tarawa_cli.games.tarawa.orders import expansion  # start-up

    words = parsed(ORDERS, tokens)
    return words if not words.grammar.several or is_plain(state, words) else expansion.expand(state, words).only()


def next_words(state: State, words: list[str], last: str) -> Iterable[str]:
    from tarawa_cli.games.tarawa.legal.completion import next_words  # start-up

    return next_words(state, words, last)


# ── What each answer to the pending question would do, in a few words

Describe = Callable[..., str]
"""The position, an answer, and what the question is about → what the answer would do."""


def stakes(state: State) -> dict[str, str]:
    """By answer, in the order of the answers."""
    if not state.question:
        return {}
    about, describe = state.question.facts, _KINDS[state.question.kind]
    return {option: describe(state, option, **about) for option in question(state).options}


def _hit(state: State, answer: str, unit: str) -> str:
    type, steps = state.units[unit].type, state.units[unit].steps
    if answer == "morale":
        return f"{type.regiment} Marines {_moved(state, type.regiment, -1)}"
    if steps > 1:
        return f"{unit} {steps} → {plural(steps - 1, 'step')}"
    lost = f"{unit} is lost: its last step"
    return f"{lost}; Japanese morale +1" if type.can("heartens-japanese") else lost


def _moved(state: State, track: str, by: int) -> str:
    """`+1, first box → 0`."""
    box = state.tracks[track]
    return f"{state.charts.box_name(box)} → {state.charts.box_name(box + by)}"


def _gain(state: State, answer: str, **_: Any) -> str:
    return "no regiment gains" if answer == "none" else f"{answer} Marines {_moved(state, answer, +1)}"


def _clear(state: State, answer: str, **_: Any) -> str:
    pillboxes = state.pillboxes_standing(answer)
    area = state.board.areas[state.board.area_of[answer]]
    left = sum(state.is_uncleared(at) for at in area.hexes) - 1
    gone = f"{plural(pillboxes, 'pillbox').replace('boxs', 'boxes')} gone, Japanese morale -1; " if pillboxes else ""
    return f"{gone}{left or 'no'} uncleared left in {area.name}"


def _raid(state: State, answer: str, **_: Any) -> str:
    shares = dict(word.rsplit(":", 1) for word in answer.split())
    return ", ".join(_share(state, unit, int(hits)) for unit, hits in shares.items())


def _share(state: State, id: str, hits: int) -> str:
    unit = state.units[id]
    left = unit.steps - max(0, hits - (unit.at in state.improved))
    return f"{id} {unit.steps} → {plural(left, 'step')}" if left > 0 else f"{id} is lost"


def _marker(state: State, answer: str, **_: Any) -> str:
    area = state.board.areas[answer]
    hexes = [at for at in area.hexes if state.is_uncleared(at)]
    pillboxes = sum(state.pillboxes_standing(at) for at in hexes)
    turns = state.charts.value("raid-marker-turns")
    return f"{len(hexes)} uncleared, {pillboxes} of them with pillboxes: weaker fire for {plural(turns, 'day turn')}"


def _way(state: State, answer: str, **_: Any) -> str:
    far = min((distance(answer, at) for at in state.uncleared), default=0)
    there = [unit.id for unit in state.units_at(answer) if not unit.type.is_craft]
    fellows = f", with {', '.join(there)}" if there else ""
    return f"{far} hex{'es' * (far != 1)} from the enemy{fellows}"


_KINDS: dict[str, Describe] = {
    "hit": _hit,
    "clear": _clear,
    "gain": _gain,
    "raid": _raid,
    "raid-marker": _marker,
    "way": _way,
}
