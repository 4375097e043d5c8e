"""Orders for several units, expanded into plain orders.

Wherever an order takes a unit it takes several: ids, with commas between or not; a formation; a regiment; a battalion
that has broken into companies; everybody in a hex, as `@1812`; `all`. An order of units that act together stays one;
the others become one each. Of a group only those take part who can.
"""

from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.policies import POLICIES
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.unit import ABSENT, LOST
from tarawa_cli.games.malta.orders import ORDERS, Order, check_order, read_order
from tarawa_cli.kernel.board.dice import NoDice, WouldRoll
from tarawa_cli.kernel.engine.batch import nobody_can
from tarawa_cli.kernel.engine.grammar import OrderLine, Words, parsed
from tarawa_cli.kernel.engine.order import expand_routine
from tarawa_cli.kernel.engine.order_words import ALL, Expanded, Named, pieces
from tarawa_cli.kernel.engine.play import Play, question
from tarawa_cli.kernel.errors import Refused, refusal
from tarawa_cli.kernel.hints import Callable, Iterator, NamedTuple, Sequence

BY = "--by"
_TOO_WEAK = "9.3"
"""A unit that is too weak to attack alone may still take part."""
_SEPARATE = ("break", "join", "sail", "shoot")
_OF_BATTALIONS = ("break", "join", "attach", "detach", "replace", "absorb", "series", "cancel")
"""Orders that mean a battalion itself, even when it is broken into companies."""
_STRIKE = "strike"
"""The order whose units are the enemy's."""
_TOLD = 3
"""The number of left-out units whose reason is printed; the others are only named."""


class Parts(NamedTuple):
    """The plain words of an order: what comes before the units, the units, what comes after them."""

    head: list[str]
    units: list[str]
    tail: list[str]


# ── Whom words name


def is_group(state: State, word: str, order: str = "") -> bool:
    """Whether a word means several together; the exact id of a unit in play does not, whatever else it may mean."""
    if word in state.units:
        return state.units[word].is_broken and order not in _OF_BATTALIONS
    return word.startswith("@") or _fellows(state, word) is not None or (order == _STRIKE and is_hex(word))


def _fellows(state: State, word: str) -> Callable[[Unit], bool] | None:
    """Who belongs to a battalion, a formation, a regiment or to all; None if the word is none of them."""
    word = word.lower()
    if word == ALL:
        return lambda _: True
    if word in state.units and state.units[word].is_broken:
        return lambda unit: unit.type.of == word
    if word in state.charts.formations:
        return lambda unit: unit.formation == word
    if word and any(unit.type.regiment == word for unit in state.units.values()):
        return lambda unit: unit.type.regiment == word
    return None


def group(state: State, word: str, order: str = "") -> list[Unit]:
    """The units of the active side that a word names together; coast guns for a strike."""
    fits = _fellows(state, word.removeprefix("@"))
    at = "" if fits else names.hex(state, word.removeprefix("@"))
    return [unit for unit in _playing(state, order) if (fits(unit) if fits else unit.at == at)]


def _playing(state: State, order: str) -> list[Unit]:
    if order == _STRIKE:
        guns = [unit for unit in state.units.values() if unit.can("coast-gun") and unit.on_map]
        return sorted(guns, key=lambda gun: (gun.id in state.silenced, names.known_as(state, gun)))
    return [
        unit
        for unit in state.units.values()
        if unit.side == state.active and unit.at not in (LOST, ABSENT) and not unit.in_battalion and not unit.is_broken
    ]


def named(state: State, words: Sequence[str], order: str = "") -> list[Named]:
    """The units that some words name, each once; those named by id come first."""
    found: dict[str, Named] = {}
    for piece in sorted(pieces(words), key=lambda piece: is_group(state, piece, order)):
        alone = not is_group(state, piece, order)
        for unit in [names.unit(state, piece)] if alone else group(state, piece, order):
            id = names.known_as(state, unit) if unit.on_map else unit.id
            found.setdefault(id, Named(id, alone))
    return list(found.values())


# ── What an order means


def expand(state: State, line: OrderLine) -> Expanded:
    """The plain orders that the words mean; most orders mean themselves."""
    given = parsed(ORDERS, line)
    typed, name = given, given.name
    if name == "decide":
        return _answers(state, given)
    if name == "policy":
        return expand_routine(POLICIES, given)
    if name in ("attack", "break-through"):
        from tarawa_cli.games.malta.orders.combat import aimed  # start-up

        given = aimed(state, given)
    parts = _parts(given)
    words = given.values(BY) if BY in given.options else parts.units
    plain = all("," not in word and not is_group(state, word, name) for word in words)
    if plain and (name not in _SEPARATE or len(words) < 2):
        return Expanded([typed])
    party, everybody = Party(state, given, parts), named(state, words, name)
    return party.one_each(everybody) if name in _SEPARATE else party.together(everybody)


def _answers(state: State, given: Words) -> Expanded:
    """Several answers to one question, one after the other; a battalion means its companies."""
    asked = state.question
    answers = [*_options(state, given.plain)] if asked else []
    if not asked or len(answers) < 2:
        return Expanded([given.changed([word for word, _ in answers] or given.plain)])
    copy, orders, left_out = state.copied(), list[Words](), list[str]()
    for word, alone in answers:
        if not copy.question or copy.question.kind != asked.kind:
            why = f"the question was answered before {word}"
            if alone:
                raise Refused("24.2", why, f"decide {' '.join(order.plain[0] for order in orders)}")
            left_out.append(f"left out: {word}, {why}")
            continue
        order = read_order(copy, given.changed([word]))
        check_order(copy, order)
        orders.append(order.in_words())
        if not _try_out(copy, order):
            copy.stack.clear()  # dice come first, and nobody knows what is asked after them
    return Expanded(orders, left_out)


def _options(state: State, words: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Each answer, and whether it is named by itself; companies of a battalion only if they are options."""
    options = question(state).options
    for word in filter(None, ",".join(words).split(",")):
        companies = [id for id in options if id in state.units and state.units[id].type.of == word.lower()]
        if companies and word.lower() not in options:
            yield from ((id, False) for id in companies)
        else:
            yield word, True


def _parts(given: Words) -> Parts:
    words = given.plain
    if given.name in ("series", "cancel"):
        return Parts(words[:1], words[1:], [])
    if given.name in ("attach", "shoot"):
        return Parts([], words[:-1], words[-1:])
    if given.name in ("support", "bombard"):
        return Parts(words, [], [])
    if given.name == _STRIKE:
        return Parts([], words, [])
    hexes = [place for place, word in enumerate(words) if is_hex(word)]
    goes = given.name in ("move", "infiltrate", "place", "step", "airland", "sail")
    at = hexes[0] if hexes else len(words) - goes
    return Parts([], words[:at], words[at:])


class Party:
    """Who takes part in an order, and who does not."""

    def __init__(self, state: State, given: Words, parts: Parts) -> None:
        self.state, self.given, self.parts = state, given, parts
        self.refusals: list[Refused] = []
        self.left_out: dict[str, str] = {}
        """Why, by unit."""

    def _words(self, units: Sequence[str]) -> Words:
        """The order of these units."""
        if BY in self.given.options:
            return self.given.changed(self.parts.head, {BY: units})
        return self.given.changed([*self.parts.head, *units, *self.parts.tail])

    def together(self, everybody: list[Named]) -> Expanded:
        """One order of the units named by themselves and as many others as it can take."""
        chosen = [who.id for who in everybody if who.alone]
        for who in everybody:
            if not who.alone and self._joins(chosen, who.id):
                chosen.append(who.id)
        if not chosen:
            raise self._nobody()
        return Expanded([self._words(chosen)], self._left_out())

    def _joins(self, chosen: list[str], id: str) -> bool:
        """Whether a unit can take part: alone except for its strength, and together with the others."""
        no = self._refusal(self.state, [id]) or (self._refusal(self.state, [*chosen, id]) if chosen else None)
        if no:
            self._leave_out(id, no)
        return no is None

    def _refusal(self, state: State, units: list[str]) -> Refused | None:
        no = refusal(check_order, state, read_order(state, self._words(units)))
        return None if no and no.rule == _TOO_WEAK else no

    def _leave_out(self, id: str, no: Refused) -> None:
        self.refusals.append(no)
        own = names.unit(self.state, id).id  # which may be another, of a gun that lies face down
        self.left_out[id] = no.message if id in no.message or own in no.message else f"{id}, {no.message}"

    def _left_out(self) -> list[str]:
        """Why units are left out; nothing for `all`, and only the first few reasons for a group."""
        if ALL in (word.lower() for word in self._names()):
            return []
        there = {
            id: why for id, why in self.left_out.items() if id not in self.state.units or self.state.units[id].on_map
        }
        told = [f"left out: {why}" for why in list(there.values())[:_TOLD]]
        return told + [f"left out as well: {', '.join(list(there)[_TOLD:])}"] * (len(there) > _TOLD)

    def _names(self) -> Sequence[str]:
        return self.given.values(BY) if BY in self.given.options else self.parts.units

    def one_each(self, everybody: list[Named]) -> Expanded:
        """An order for each, tried out one after the other on a copy."""
        copy = self.state.copied()
        orders: dict[str, Words] = {}
        for who in everybody:
            no = self._refusal(copy, [who.id])
            if no and not who.alone:
                self._leave_out(who.id, no)
                continue
            order = read_order(copy, self._words([who.id]))
            orders.setdefault(order.text(), order.in_words())
            if not no:
                _try_out(copy, order)
        if not orders:
            raise self._nobody()
        return Expanded(list(orders.values()), self._left_out())

    def _nobody(self) -> Refused:
        """The refusal if all units were refused for the same reason; otherwise the first one."""
        words = self._names()
        named = "nobody" if words == ["all"] else f"none of {' '.join(words)}"
        return nobody_can(f"{named} can {self.given.name}", self.refusals, "`legal` lists what can be done now")


def _try_out(state: State, order: Order) -> bool:
    """Carry an order out on a copy; False, if it takes dice, so that it stops halfway."""
    try:
        order.resolve(Play(state, NoDice()))
    except WouldRoll:
        return False
    return True
