"""What the command line asks: legal orders, their costs and odds, groups of units, and the words that TAB offers."""

from tarawa_cli.games.malta.game import MALTESE
from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.state import PHASES, State, Unit
from tarawa_cli.games.malta.model.unit import in_words
from tarawa_cli.games.malta.orders import ORDERS, read_order
from tarawa_cli.games.malta.rules import ch06_movement
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.kernel.board.hexes import Hex, Path
from tarawa_cli.kernel.engine.grammar import OrderLine, Words, parsed
from tarawa_cli.kernel.engine.legal import Cost
from tarawa_cli.kernel.errors import GameError
from tarawa_cli.kernel.hints import TYPE_CHECKING, Callable, Iterable, Mapping
from tarawa_cli.kernel.presentation import Look
from tarawa_cli.kernel.standard import partial

if TYPE_CHECKING:
    from tarawa_cli.games.malta.orders.movement import Move
from tarawa_cli.games.malta.model.state import OK
from tarawa_cli.games.malta.model.unit import ABSENT, AIR, LOST, wave_of, zone_of
from tarawa_cli.kernel.engine.order_words import find_name

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
    """The cost of each order in movement points; None for one that costs none, or is not legal."""
    asked = [parsed(ORDERS, line) for line in orders]
    if not any(words.name == "move" for words in asked):
        return [None] * len(asked)
    moves = Moves(state)
    return [moves.cost(words) if words.name == "move" else None for words in asked]


class Moves:
    """The moves of a position; the paths of each unit are computed once."""

    def __init__(self, state: State) -> None:
        self.state, self.field = state, HexIndex(state)

    def cost(self, line: OrderLine) -> Cost | None:
        """The path and cost of a move; for several units, of the one that spends the largest part of its allowance."""
        from tarawa_cli.games.malta.orders.movement import Move  # start-up

        try:
            order = read_order(self.state, line)
            units = self.state.named(order.units) if isinstance(order, Move) else []
            found = [self._one(unit, units, order) for unit in units if isinstance(order, Move)]
        except GameError:
            return None
        return max(found, key=lambda each: each[0])[1] if found else None

    def _one(self, unit: Unit, units: list[Unit], order: "Move") -> tuple[float, Cost]:
        unit = ch06_movement.guide(unit, units)
        has = ch06_movement.allowance(self.state, unit, order.strategic)
        way = self._way(unit, order)
        return way.price / max(has, 1), priced(way, has)

    def _way(self, unit: Unit, order: "Move") -> Path:
        near = self.near(unit, order.strategic) if len(order.route) == 1 else {}
        return near.get(order.route[0]) or ch06_movement.find_way(self.field, unit, order.route, order.strategic)

    def near(self, unit: Unit, strategic: bool = False) -> Mapping[Hex, Path]:
        """The cheapest path to every hex within reach of a unit."""
        return ch06_movement.reach(self.field, unit, strategic)


def priced(way: Path, has: int) -> Cost:
    """The cost of a path. A foot unit enters one hex whatever it costs, and then spends its whole allowance."""
    return Cost(f"{ch06_movement.points(min(way.price, has))} MP", ch06_movement.points(has), way.hexes)


def reach(state: State, word: str) -> dict[Hex, Cost]:
    """Every hex that a unit can move to now, with the cost, the cheapest first; none where it cannot move."""
    unit = names.unit(state, word)
    if state.question or state.outcome or unit not in ch06_movement.movers(state):
        return {}
    has, found = ch06_movement.allowance(state, unit), ch06_movement.stops(HexIndex(state), unit)
    return {at: priced(way, has) for at, way in sorted(found.items(), key=lambda each: (each[1].price, each[0]))}


def odds(state: State, tokens: list[str]) -> Look:
    """The odds of an order, now or in the phase in which it can be given."""
    from tarawa_cli.games.malta.legal.odds import copied  # start-up
    from tarawa_cli.kernel.engine.chances import in_its_phase

    return in_its_phase(state, PHASES, copied, lambda there: _odds(there, tokens))


def _odds(state: State, tokens: list[str]) -> Look:
    from tarawa_cli.games.malta.legal import odds, odds_report  # start-up
    from tarawa_cli.games.malta.orders.general import Decide
    from tarawa_cli.games.malta.orders.morning_and_air import Strike
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


# ── The filters of `units`: groups, formations, regions, boxes, kinds, beginnings of names


Filter = Callable[[Unit], bool]
_GROUPS: dict[str, Filter] = {
    "all": lambda unit: _in_play(unit),
    "axis": lambda unit: unit.side == "axis" and unit.on_map,
    "allied": lambda unit: unit.side == "allied" and unit.on_map,
    "lost": lambda unit: unit.at == LOST,
    "guns": lambda unit: unit.can("gun") and unit.on_map,
    "shaken": lambda unit: unit.state != OK and unit.on_map,
    "unsupplied": lambda unit: not unit.supplied and unit.on_map,
    "disorganised": lambda unit: unit.state == "disorganised" and unit.on_map,
    "demoralised": lambda unit: unit.state == "demoralised" and unit.on_map,
    "reduced": lambda unit: unit.reduced and unit.on_map,
    "moved": lambda unit: bool(unit.moved) and unit.on_map,
    "fired": lambda unit: unit.fired and unit.on_map,
    "at-sea": lambda unit: bool(zone_of(unit.at) or wave_of(unit.at)),
    "air": lambda unit: unit.at == AIR,
}


def _in_play(unit: Unit) -> bool:
    """Whether the unit itself is in this game, not as part of a battalion."""
    return unit.at != ABSENT and not unit.in_battalion


def filters(state: State) -> dict[str, Filter]:
    """The words by which units can be listed, besides names and hexes."""
    found: dict[str, Filter] = {"ready": _is_ready(state), **_GROUPS}
    kinds = dict.fromkeys(unit.type.kind.id for unit in state.units.values())
    tests: list[tuple[Iterable[str], Callable[[str, Unit], bool]]] = [
        (state.charts.formations, lambda word, unit: unit.formation == word and _in_play(unit)),
        (state.board.regions, lambda word, unit: unit.at in state.board.regions[word].hexes),
        (state.boxes(), lambda word, unit: unit.at == word),
        (kinds, lambda word, unit: unit.type.kind.id == word and unit.on_map),
    ]
    for words, test in tests:
        for word in words:
            found.setdefault(word, partial(test, word))
    return found


def _is_ready(state: State) -> Filter:
    able: set[str] = set()

    def test(unit: Unit) -> bool:
        from tarawa_cli.games.malta.legal.offers import ready  # start-up

        if not able:
            able.update(["", *(found.id for found in ready(state))])
        return unit.id in able

    return test


def filtered(state: State, words: str) -> list[Unit]:
    """The units that all words select; without one, those on the map."""
    if not words.strip(" "):
        return [unit for unit in state.units.values() if unit.on_map]
    found = [_filtered(state, word) for word in words.split(" ") if word]
    return [unit for unit in found[0] if all(unit in others for others in found[1:])]


def _filtered(state: State, word: str) -> list[Unit]:
    """The units that a word selects: a group, formation, region, box, kind or hex, or the beginning of a name."""
    units, low = list(state.units.values()), word.lower()
    if low.startswith("@"):
        return list(state.units_at(names.hex(state, low.removeprefix("@"))))
    if is_hex(low):
        return list(state.units_at(names.hex(state, low)))
    known = filters(state)
    begun = [unit for unit in units if unit.id.lower().startswith(low) and _in_play(unit)]
    if begun and low not in known:
        return begun
    use = f"use {', '.join(['ready', *_GROUPS])}, a formation, a region, a box, a kind, @HEX or a unit"
    return [unit for unit in units if known[find_name(low, known, "group of units", use)](unit)]
