"""The words that can come next in an unfinished order, for shells to offer.

Most of them come from `legal`. Where `legal` lists one of many (a craft of each kind, the best helpers), this module
adds the others. Each word is then tried in a whole order with `check`, so that no word leads to a dead end.
"""

from itertools import combinations

from tarawa_cli.games.tarawa import phases
from tarawa_cli.games.tarawa.legal.listing import commands
from tarawa_cli.games.tarawa.model.board import BAIRIKI, POOL, is_hex, neighbours
from tarawa_cli.games.tarawa.model.names import MOVERS, UNITS, is_group, named
from tarawa_cli.games.tarawa.model.state import PHASES, POLICIES, State, Unit
from tarawa_cli.games.tarawa.orders import ORDERS, passes, read_order
from tarawa_cli.games.tarawa.rules.ch10_night import bombed, most_hits, read_shares
from tarawa_cli.games.tarawa.rules.japanese_fire import coming_in
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.fast_forward import goals
from tarawa_cli.kernel.engine.order import policy_words
from tarawa_cli.kernel.engine.order_words import ALL
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.hints import Callable, Iterable, Iterator, Sequence
from tarawa_cli.kernel.standard import suppress

HELP = ("--support", "--shore")


class PartialOrder:
    """An order as far as it has been typed."""

    def __init__(self, words: Sequence[str]) -> None:
        grammar = ORDERS[words[0]]
        self.options = {option.name: option for option in grammar.options}
        self.lists = [(word.least, word.most) for word in grammar.words] == [(1, None)]
        """Whether it names any number of things of one kind, and nothing else."""
        self.words = list(words)
        self.plain: list[str] = []
        self.given: dict[str, list[str]] = {}
        self.waiting = ""
        """The option whose value comes next, if any."""
        for word in words[1:]:
            self._take(word)

    def _take(self, word: str) -> None:
        if self.waiting:
            self.given[self.waiting].append(word)
            self.waiting = ""
        elif word in self.options:
            self.given.setdefault(word, [])
            self.waiting = word if self.options[word].takes else ""
        else:
            self.plain.append(word)

    @property
    def name(self) -> str:
        return self.words[0]


def next_words(state: State, words: Sequence[str], begun: str) -> list[str]:
    """The words that can follow and start with `last`: names, values, and the order's own options."""
    if ORDERS[words[0]].ends:
        return _goals(state, words, begun.lower())
    if ORDERS[words[0]].macro:
        return _landing(state, words, begun.lower())
    if words[0] == "policy":
        return _policy(state, words, begun.lower())
    line = PartialOrder([words[0], *(_in_full(state, word) for word in words[1:])])
    listed = (command.split() for command in commands(state))
    known = [PartialOrder(words) for words in listed if words[0] == line.name]
    found = dict.fromkeys(word for one in _by_one(state, line, known) for word in one.words(begun.lower()))
    together = [*_together(state, line, known), *_for_all(line, known)]
    return _in_order(state, [*dict.fromkeys([*found, *(word for word in together if word.startswith(begun.lower()))])])


def _goals(state: State, words: Sequence[str], begun: str) -> list[str]:
    """The phases that `next` can play up to, or `turn`."""
    names = (name for name in PHASES if phases.phase(name).is_players)
    return goals(words, begun, names) if _allowed(state, [words[0]]) else []


def _policy(state: State, words: Sequence[str], begun: str) -> list[str]:
    """The standing answers and what they can be; nothing while they cannot be set."""
    typed = [_in_full(state, word) for word in words[1:]]
    found = policy_words(POLICIES, (), typed) if _allowed(state, ["policy", "hits", "ask"]) else []
    return [word for word in found if word.startswith(begun)]


def _landing(state: State, words: Sequence[str], begun: str) -> list[str]:
    """After `land`: units coming in, then landing hexes, and its options."""
    from tarawa_cli.games.tarawa.orders.land import PARTS, STOPS  # start-up

    if state.phase.rstrip("-123") not in PARTS or state.question:
        return []
    coming = coming_in(state)
    units = [(state.passenger(unit) if unit.type.is_craft else None) or unit for unit in coming]
    battalions = [name for name in state.charts.battalions if any(unit.type.battalion == name for unit in units)]
    hexes = sorted({at for unit in coming if unit.beach for at in state.board.beaches[unit.beach].landing})
    options = [option.name for option in ORDERS["land"].options if option.name not in words]
    found, ends = [*(unit.id for unit in units), *battalions, *options], [(), *((at,) for at in hexes)]
    if words[-1] == "--until":
        found, ends = [*STOPS], [(), ("--due",)]
    elif words[-1] in found:
        found = hexes
    fits = (word for word in found if word.lower().startswith(begun) and word not in words)
    ends += [("--due",), (STOPS[-1],)]
    return [word for word in fits if any(_lands(state, [*words[1:], word, *end]) for end in ends)]


def _lands(state: State, words: Sequence[str]) -> bool:
    """Whether `land` with these words gives any order."""
    from tarawa_cli.games.tarawa.orders.land import LAND, Landing  # start-up

    try:
        return bool(Landing(state, LAND.read(words)).order(state))
    except (BadOrder, Refused):
        return False


def _together(state: State, line: PartialOrder, known: list[PartialOrder]) -> list[str]:
    """Battalions of the units that can carry out an order, and `all`, where the first unit is named."""
    if line.plain or line.waiting or not known or not _takes_several(line):
        return []
    words = Ahead(state, line, known).words() if line.given else (other.plain[0] for other in known if other.plain)
    able = [word for word in words if not word.startswith("-")]
    battalions = {_battalion(state, state.units[word]) for word in able if word in state.units}
    names = [name for name in state.charts.battalions if name in battalions and name not in state.units]
    return [*names, ALL] if able else []


def _for_all(line: PartialOrder, known: list[PartialOrder]) -> list[str]:
    """`--due`, `--all`: flags by which an order means all units that can carry it out."""
    if not known or line.plain or line.given:
        return []
    return [option.name for option in line.options.values() if option.several and not option.takes]


def _takes_several(line: PartialOrder) -> bool:
    """Whether it begins with one or more units; an answer is no unit."""
    grammar = ORDERS[line.name]
    return not grammar.answers and any(word.several for word in grammar.words[:1])


def _battalion(state: State, unit: Unit) -> str:
    """The battalion of a unit, or of the load of a craft."""
    passenger = state.passenger(unit) if unit.type.is_craft else None
    return (passenger or unit).type.battalion


def _by_one(state: State, line: PartialOrder, known: list[PartialOrder]) -> Iterator["Ahead"]:
    """The line as it is, or one line for each unit if it begins with several."""
    if not _takes_several(line) or not any("," in word or is_group(state, word) for word in line.plain[:1]):
        yield Ahead(state, line, known)
        return
    if line.name == "embark":  # several take what craft there are
        return
    place = line.words.index(line.plain[0])
    able = {other.plain[0] for other in known if other.plain}
    for id in _first_units(state, line):
        if id in able:
            yield Ahead(state, PartialOrder([*line.words[:place], id, *line.words[place + 1 :]]), known)


def _first_units(state: State, line: PartialOrder) -> list[str]:
    """The units that the first word means; none if it cannot be read."""
    kind = MOVERS if line.name in ("advance", "unload", "withdraw") else UNITS
    with suppress(BadOrder):
        return [who.id for who in named(state, line.plain[:1], kind)]
    return []


class Ahead:
    """What can follow an unfinished order, given the legal orders with its name."""

    def __init__(self, state: State, line: PartialOrder, known: list[PartialOrder]) -> None:
        self.state, self.line, self.known = state, line, known
        self._listed = {tuple(other.words[: len(line.words) + 1]) for other in known}

    def words(self, begun: str = "") -> Iterator[str]:
        fits = dict.fromkeys(word for word in self._pool() if word.lower().startswith(begun))
        return (word for word in fits if self._leads_on(word))

    def _pool(self) -> Iterator[str]:
        """Every word that could come next, legal or not."""
        if not self.known:
            return
        yield from self._named()
        more = _MORE.get(self.line.waiting or self.line.name)
        if more:
            yield from more(self.state, self.line, self.known)
        if not self.line.waiting:
            given = self.line.given
            yield from (option.name for option in self.line.options.values() if option.many or option.name not in given)

    def _named(self) -> Iterator[str]:
        """The next words of the legal orders."""
        line, here = self.line, len(self.line.plain)
        for known in self.known:
            if line.waiting:
                yield from known.given.get(line.waiting, ())
            elif line.lists:
                yield from known.plain
            elif known.plain[:here] == line.plain:
                yield from known.plain[here : here + 1]
        yield from self._targets()

    def _targets(self) -> Iterator[str]:
        """The hexes that can end an order instead of an option."""
        line = self.line
        if line.plain and not line.waiting:
            for option in line.options.values():
                if option.trailing and option.name not in line.given:
                    yield from (at for known in self.known for at in known.given.get(option.name, ()))

    def _leads_on(self, word: str) -> bool:
        """Whether the order is legal with this word, either as it is or with some ending."""
        words = [*self.line.words, word]
        if tuple(words) in self._listed:
            return True
        line = PartialOrder(words)
        if line.waiting:
            return any(Ahead(self.state, line, self.known).words())
        return any(_allowed(self.state, [*words, *rest]) for rest in self._endings(line))

    def _endings(self, line: PartialOrder) -> Iterator[Sequence[str]]:
        """Endings to try: none, those of the legal orders, and those that `legal` leaves out."""
        yield ()
        yield from dict.fromkeys(tuple(_rest(known, line)) for known in self.known if _alike(known, line))
        more = _ENDS.get(line.name)
        if more:
            yield from more(self.state, line, self.known)


def _allowed(state: State, words: list[str]) -> bool:
    try:
        return passes(state, read_order(state, words))
    except BadOrder:
        return False


def _alike(known: PartialOrder, line: PartialOrder) -> bool:
    """Whether a legal order begins with the same name."""
    return known.plain[:1] == line.plain[:1] or not line.plain


def _rest(known: PartialOrder, line: PartialOrder) -> Iterator[str]:
    """The part of a legal order that an unfinished one lacks; support can always be left out."""
    yield from known.plain[len(line.plain) :]
    for option, values in known.given.items():
        if option not in line.given and option not in HELP:
            yield from (word for value in values for word in (option, value)) if values else (option,)


# ── Words that `legal` does not name


def _embark_words(state: State, line: PartialOrder, known: list[PartialOrder]) -> Iterable[str]:
    """Every craft in the pool, not one of each kind; every free entry hex, not only the best."""
    if len(line.plain) == 1:
        return [unit.id for unit in state.units.values() if unit.at == POOL]
    if len(line.plain) == 2:
        return state.setting.scenario.beaches
    beach = state.board.beaches.get(line.plain[2]) if len(line.plain) == 3 else None
    return beach.entry if beach else ()


def _advance_words(state: State, line: PartialOrder, known: list[PartialOrder]) -> Iterable[str]:
    """Passengers as well as their craft, every hex within reach, and the hexes beyond it."""
    if not line.plain:
        return [unit.id for unit in state.units.values() if unit.craft]
    unit = state.units.get(line.plain[0])
    if not unit:
        return ()
    if len(line.plain) > 1:
        return _around(line.plain[-1])
    return within_reach(state, unit)


def within_reach(state: State, unit: Unit) -> list[Hex]:
    """Every hex that a unit may advance to, nearest first. Each hex on the way is itself one of them."""
    found = dict[Hex, None]()
    edge = [state.hex_of(unit)]
    while edge:
        near = {at for here in edge for at in _around(here)} - found.keys()
        edge = [at for at in sorted(near) if _allowed(state, ["advance", unit.id, at])]
        found |= dict.fromkeys(edge)
    return list(found)


def _move_words(state: State, line: PartialOrder, known: list[PartialOrder]) -> Iterable[str]:
    """The next hexes of a route that the player types hex by hex."""
    return _around(line.plain[-1]) if len(line.plain) > 1 else ()


def _around(at: str) -> Iterable[Hex]:
    return neighbours(at) if is_hex(at) else ()


def _areas(state: State, line: PartialOrder, known: list[PartialOrder]) -> Iterable[str]:
    return state.board.areas


def _supply_words(state: State, line: PartialOrder, known: list[PartialOrder]) -> Iterable[str]:
    """The battalions of the units that are listed."""
    return [] if line.plain else [state.units[other.plain[0]].type.battalion for other in known]


def _shares(state: State, line: PartialOrder, known: list[PartialOrder]) -> Iterator[str]:
    """Hits of an air raid for each unit that has been given none yet."""
    if state.question and state.question.kind == "raid":
        taken = _hits_taken(line)
        left = state.question.facts["hits"] - sum(taken.values())
        for unit in bombed(state):
            if unit.id not in taken:
                yield from (f"{unit.id}:{hits}" for hits in range(1, min(left, most_hits(state, unit)) + 1))


def _hits_taken(line: PartialOrder) -> dict[str, int]:
    return read_shares(" ".join(word for word in line.plain if word.rpartition(":")[2].isdecimal()))


def _helpers(state: State, line: PartialOrder, known: list[PartialOrder]) -> Iterable[str]:
    return [unit.id for unit in state.units.values() if state.is_ashore(unit) or unit.at == BAIRIKI]


def _times(state: State, line: PartialOrder, known: list[PartialOrder]) -> Iterable[str]:
    return ("2", "3", "4", "5", "6")


_MORE: dict[str, Callable[[State, PartialOrder, list[PartialOrder]], Iterable[str]]] = {
    "embark": _embark_words,
    "advance": _advance_words,
    "move": _move_words,
    "chits": _areas,
    "supply": _supply_words,
    "decide": _shares,
    "--support": _helpers,
    "--times": _times,
}


# ── Ends that `legal` does not know


def _chits_end(state: State, line: PartialOrder, known: list[PartialOrder]) -> Iterator[Sequence[str]]:
    """Further areas for the chits that are left."""
    others = [area for area in state.board.areas if area not in line.plain]
    yield others[: max(0, state.chits_due - len(line.plain))]


def _attack_end(state: State, line: PartialOrder, known: list[PartialOrder]) -> Iterator[Sequence[str]]:
    """Two targets, or the second one."""
    on = line.given.get("--on", ())
    near = sorted(_targets_beside(state, line.plain, known).difference(on))
    yield from (("--on", at) for at in near if len(on) == 1)
    yield from (("--on", one, "--on", other) for one, other in combinations(near, 2) if not on)


def _targets_beside(state: State, units: Iterable[str], known: list[PartialOrder]) -> set[Hex]:
    targets = {at for other in known for at in other.given.get("--on", ())}
    return {at for id in units if id in state.units for at in _around(state.units[id].hex)} & targets


def _decide_end(state: State, line: PartialOrder, known: list[PartialOrder]) -> Iterator[Sequence[str]]:
    """The remaining hits of an air raid, on units that can take them."""
    if state.question and state.question.kind == "raid":
        taken = _hits_taken(line)
        left, shares = state.question.facts["hits"] - sum(taken.values()), list[str]()
        for unit in bombed(state):
            hits = 0 if unit.id in taken else min(left, most_hits(state, unit))
            shares += [f"{unit.id}:{hits}"] if hits else []
            left -= hits
        yield shares


_ENDS: dict[str, Callable[[State, PartialOrder, list[PartialOrder]], Iterator[Sequence[str]]]] = {
    "chits": _chits_end,
    "attack": _attack_end,
    "decide": _decide_end,
}


# ── Names


def _in_full(state: State, word: str) -> str:
    """A name in its full spelling; other words stay as they are."""
    if word.isdecimal() or word.startswith("-"):
        return word
    low = word.lower()
    for names in (state.units, state.charts.battalions, state.board.areas, state.board.beaches, POLICIES):
        fits = [name for name in names if name.lower().startswith(low)]
        exact = [name for name in fits if len(name) == len(low)]
        if len(exact or fits) == 1:
            return (exact or fits)[0]
    return word


def _in_order(state: State, words: list[str]) -> list[str]:
    """Sorts units in the order of the unit list, then other names, hexes by number, options last."""
    places = {id: place for place, id in enumerate(state.units)}

    def key(word: str) -> tuple[int, int, str]:
        unit, _, share = word.partition(":")
        if unit in places:
            return 0, places[unit], share
        return (2, 0, word) if is_hex(word) else (3 if word.startswith("-") else 1, 0, "")

    return sorted(words, key=key)
