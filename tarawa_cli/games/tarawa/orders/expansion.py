"""Expansion: the plain orders that one order stands for.

Wherever an order takes a unit it takes several: ids, with commas between or not; a battalion; all units in a hex, as
`@2626`; `all`. Joint orders stay one. The others are tried out one after the other on a copy, so that of a battalion, a
hex or all only those take part who can when their turn comes.
"""

from tarawa_cli.games.tarawa.model import names
from tarawa_cli.games.tarawa.model.board import is_hex
from tarawa_cli.games.tarawa.model.names import ASHORE, CRAFT, MOVERS, WAITING, WordKind, group, is_group, is_one, named
from tarawa_cli.games.tarawa.model.state import POLICIES, State, Unit
from tarawa_cli.games.tarawa.orders import ORDERS, Order, check_open, check_order, need_phase, passes, read_order
from tarawa_cli.games.tarawa.orders.general import Supply, in_turn
from tarawa_cli.games.tarawa.orders.landing import Advance, Suppress, Unload, Withdraw, passage, price
from tarawa_cli.games.tarawa.rules.ch05_06_landing import advancing
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import suppliable
from tarawa_cli.kernel.engine import batch
from tarawa_cli.kernel.engine.batch import left_out
from tarawa_cli.kernel.engine.grammar import OrderLine, Words, parsed
from tarawa_cli.kernel.engine.order import expand_routine
from tarawa_cli.kernel.engine.order_words import ALL, Expanded, Named, pieces
from tarawa_cli.kernel.errors import BadOrder, Refused, refusal
from tarawa_cli.kernel.hints import Callable


def expand(state: State, line: OrderLine) -> Expanded:
    """The plain orders that the words mean; most orders mean themselves."""
    given = parsed(ORDERS, line)
    try:
        return _WAYS[given.name](state, given) or Expanded([given])
    except Refused:
        check_open(state, given.name)
        raise


# ── One after the other


class Trial(batch.Trial[State]):
    """Orders tried out on a copy of a position."""

    def __init__(self, state: State) -> None:
        super().__init__(state, state.copied(), check_order)


def _each(state: State, words: list[str], kind: WordKind, name: str, make: Callable[[State, str], Order]) -> Expanded:
    """An order for each of those named."""
    trial = Trial(state)
    for who in named(state, words, kind):
        trial.add(make(trial.state, who.id), who)
    return trial.expanded(f"{_none(words)} can {name}", not _means_all(words))


def _none(words: list[str]) -> str:
    return "nobody" if _means_all(words) else f"none of {' '.join(words)}"


def _means_all(words: list[str]) -> bool:
    """Whether the words mean `all`: then the answer does not list who stays out."""
    return ALL in (piece.lower() for piece in pieces(words))


def _by_words(name: str, given: Words, rest: list[str]) -> Callable[[State, str], Order]:
    """The same order for one unit: its name, and the rest of the line."""
    options = {option: value for option, value in given.options.items() if option != "--on" or name != "fire"}
    return lambda state, id: read_order(state, given.grammar.compose([id, *rest], options))


# ── The fight ashore


def _ashore(state: State, given: Words) -> Expanded | None:
    """`move`, `fire`: units, then hexes."""
    at = next((place for place, word in enumerate(given.plain) if is_hex(word)), len(given.plain))
    units, rest = given.plain[:at], [*given.plain[at:], *(given.values("--on") if given.name == "fire" else ())]
    if not units or (is_one(state, units) and not _groups_in(state, given)):
        return None
    return _each(state, units, ASHORE, given.name, _by_words(given.name, _with_support(state, given), rest))


def _groups_in(state: State, given: Words) -> bool:
    """Whether an option names several units at once."""
    support = given.values("--support") if "--support" in given.options else []
    return any("," in word or is_group(state, word) for word in support)


def _with_support(state: State, given: Words) -> Words:
    """The words with every supporter named by its id."""
    if "--support" not in given.options:
        return given
    return given.changed(values={"--support": [who.id for who in named(state, given.values("--support"), ASHORE)]})


def _recover(state: State, given: Words) -> Expanded | None:
    """Units named by their ids are one order, a battalion is another; in a hex or of all, each unit rests that can."""
    from tarawa_cli.games.tarawa.orders.actions import Recover  # start-up
    from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import idle_members

    words, pay = pieces(given.plain), given.flag("--pay")
    alone = [ASHORE.one(state, word) for word in words if not is_group(state, word)]
    if not words or (len(alone) == len(words) and words == given.plain):
        return None
    trial = Trial(state)
    for word in (word for word in words if is_group(state, word)):
        if word not in state.charts.battalions:
            _rest_who_can(trial, word, pay)
        elif members := idle_members(trial.state, word):
            trial.add(Recover(members, pay), Named(word, alone=True))
        else:
            raise Refused("7.2.6", f"no unit of {word} is ashore and not yet resting", "units ashore")
    if alone:
        trial.add(Recover(tuple(alone), pay), Named(alone[0], alone=True))
    return trial.expanded(f"{_none(words)} can recover", not _means_all(words))


def _rest_who_can(trial: Trial, word: str, pay: bool) -> None:
    """For `all`: first whole battalions that may raise their regiment's morale, then each unit; those pay that must."""
    from tarawa_cli.games.tarawa.orders.actions import Recover  # start-up
    from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import idle_members, must_pay

    def order(*ids: str) -> Order:
        return Recover(ids, pay and any(must_pay(trial.state, trial.state.units[id]) for id in ids))

    for battalion in trial.start.charts.battalions if word.lower() == ALL else ():
        members = idle_members(trial.state, battalion)
        if members and passes(trial.state, order(*members)):
            trial.add(order(*members), Named(battalion, alone=False))
    for who in named(trial.start, [word], ASHORE):
        if not trial.state.units[who.id].recovering:
            trial.add(order(who.id), who)


def _units(state: State, given: Words) -> Expanded | None:
    """`dig`, `wreck`: units and nothing else."""
    if not given.plain or is_one(state, given.plain):
        return None
    return _each(state, given.plain, ASHORE, given.name, _by_words(given.name, given, []))


def _joint(state: State, given: Words) -> Expanded | None:
    """`attack`, `demolish`: one order. Of groups, the units that can take part, and engineers support an attack."""
    words = [*given.plain, *given.values("--support")]
    if all("," not in word and not is_group(state, word) for word in words):
        return None
    party = Party(state, given)
    return Expanded([given.changed(party.units, {"--support": party.support})], party.left_out)


class Party:
    """The units that take part in an attack or a demolition."""

    def __init__(self, state: State, given: Words) -> None:
        self.state, self.given = state, given
        self.left_out: list[str] = []
        everybody = named(state, given.plain, ASHORE)
        engineers = [who for who in everybody if given.name == "attack" and self._supports(who)]
        self.units = [who.id for who in everybody if who not in engineers and self._takes_part(who)]
        if not self.units:
            raise self._nobody(everybody)
        asked = named(state, given.values("--support"), ASHORE)
        self.support = [who.id for who in asked if who.alone]
        for who in [*(who for who in asked if not who.alone), *engineers]:
            self.support += [who.id] if self._helps(who) else []

    def _supports(self, who: Named) -> bool:
        return not who.alone and self.state.units[who.id].type.can("demolishes")

    def _takes_part(self, who: Named) -> bool:
        """Whether a unit that was not named by its id could do it alone against one of the targets."""
        if who.alone:
            return True
        refusals = [self._refusal([who.id], [at], []) for at in self.given.values("--on")]
        if all(refusals):
            self.left_out += [left_out(who.id, no.message) for no in refusals[:1] if no]
        return not all(refusals)

    def _helps(self, who: Named) -> bool:
        no = self._refusal(self.units, self.given.values("--on"), [*self.support, who.id])
        self.left_out += [left_out(who.id, no.message)] if no else []
        return no is None

    def _refusal(self, units: list[str], on: list[str], support: list[str]) -> Refused | None:
        order = read_order(self.state, self.given.changed(units, {"--on": on, "--support": support}))
        return refusal(check_order, self.state, order)

    def _nobody(self, everybody: list[Named]) -> Refused:
        for who, at in ((who, at) for who in everybody for at in self.given.values("--on")[:1]):
            if no := self._refusal([who.id], [at], []):
                return no
        return Refused("", f"{_none(self.given.plain)} can {self.given.name}", "`legal` lists what you can do")


# ── Areas and supply


def _suppress(state: State, given: Words) -> Expanded | None:
    from tarawa_cli.games.tarawa.rules.japanese_fire import suppressible  # start-up

    words = pieces(given.count(0, 0) or [ALL] if given.flag("--all") else given.plain)
    open_ = [area for area in suppressible(state) if area not in state.suppression_tried]
    if _means_all(words):
        areas = [Named(area, alone=False) for area in open_ or state.board.areas]
    elif len(words) < 2 and not any(names.is_beach(state, word) for word in words):
        return None
    else:
        areas = [each for word in words for each in _areas(state, word, open_)]
    trial = Trial(state)
    for area in {area.id: area for area in areas}.values():
        trial.add(Suppress(area.id), area)
    return trial.expanded("no area can be fired on", talks=False)


def _areas(state: State, word: str, open_: list[str]) -> list[Named]:
    """An area, or the areas of a beach that can be fired on."""
    if not names.is_beach(state, word):
        return [Named(names.area(state, word), alone=True)]
    areas = state.board.beach_areas(names.beach(state, word.lower().removeprefix(names.BEACH)))
    return [Named(area, alone=False) for area in [area for area in areas if area in open_] or areas]


def _supply(state: State, given: Words) -> Expanded | None:
    """A battalion is one name here; `all` are those that can be supplied."""
    words = pieces(given.plain)
    if len(words) == 1 and words[0].lower() != ALL and not words[0].startswith("@"):
        return None
    check_open(state, "supply")
    need_phase(state, "supply", "8.2", "supply-points")
    trial = Trial(state)
    for word in words:
        everybody = suppliable(state) if word.lower() == ALL else group(state, word) if word[0] == "@" else None
        for name in [word] if everybody is None else everybody:
            order = Supply.read(state, ORDERS["supply"].read([name]))
            trial.add(order, Named(order.whom, alone=everybody is None))
    return trial.expanded("no unit can be supplied", talks=False)


# ── The landing


def _embark(state: State, given: Words) -> Expanded | None:
    """`--due`, or units without craft: each takes the best craft left."""
    words = given.plain
    if given.flag("--due"):
        words = given.count(0, 0) or [ALL]
    elif len(words) != 1 or given.flag("--bairiki") or words[0].lower() in ("supply", "none"):
        return None
    check_open(state, "embark")
    need_phase(state, "embark", "6.2", "embark")
    trial = Trial(state)
    infantry_first = sorted(named(state, words, WAITING), key=lambda each: not state.units[each.id].type.can("attacks"))
    for who in infantry_first:
        if who.alone or _comes(trial, trial.state.units[who.id], _means_all(words)):
            trial.add(passage(trial.state, trial.state.units[who.id]), who)
    return trial.expanded("no unit is due" if _means_all(words) else f"{_none(words)} can embark", talks=True)


def _comes(trial: Trial, unit: Unit, one_of_all: bool) -> bool:
    """Whether a unit is due, costs no morale, and finds a craft. If not, note why, unless it is not even due."""
    from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import check_due  # start-up

    try:
        check_due(trial.state, unit)
    except Refused as no:
        trial.refusals.append(no)
        trial.left_out += [] if one_of_all else [left_out(unit.id, no.message)]
        return False
    costs, way = price(trial.state, unit), passage(trial.state, unit)
    if not costs and passes(trial.state, way):
        return True
    why = "which costs morale: embark it by name" if costs else "no craft left for it"
    trial.left_out.append(left_out(unit.id, why))
    return False


def _advance(state: State, given: Words) -> Expanded | None:
    """Nearest the shore first; units held up behind others get another chance."""
    words = given.plain
    everybody = given.flag("--all")
    at = next((place for place, word in enumerate(words) if is_hex(word)), len(words))
    units, rest = words[:at], words[at:]
    if not everybody and (not units or is_one(state, units) or _goes_aboard(state, units)):
        return None
    if everybody:
        units = given.count(0, 0) or [ALL]
    if rest:
        return _each(state, units, MOVERS, "advance", _by_words("advance", given, rest))
    return _all_the_way(state, named(state, units, MOVERS), units)


def _goes_aboard(state: State, units: list[str]) -> bool:
    """`advance hawkins lvt-1`: one order with two names."""
    if len(units) != 2 or units[0].lower() == ALL:
        return False
    try:
        return names.unit(state, units[0]).type.can("starts-on-pier") and names.unit(state, units[1]).type.is_craft
    except BadOrder:
        return False


def _all_the_way(state: State, who: list[Named], words: list[str]) -> Expanded:
    trial = Trial(state)
    by_mover = {advancing.mover_of(state, state.units[each.id]).id: each for each in who}
    while able := [unit for unit in advancing.movers(trial.state) if unit.id in by_mover and _is_open(trial.state)]:
        for unit in able:
            if advancing.has_way(trial.state, unit):
                trial.add(Advance(unit.id), by_mover[unit.id])
    moved, ashore = {order.plain[0] for order in trial.orders}, {unit.id for unit in state.ashore() if _is_open(state)}
    for each in (each for mover, each in by_mover.items() if mover not in moved):
        if each.alone or each.id not in ashore:
            trial.add(Advance(each.id), each)
    return trial.expanded("no unit can move in this impulse", not _means_all(words))


def _is_open(state: State) -> bool:
    """Whether any unit may advance now."""
    return bool(state.impulse) and state.phase.startswith("impulse") and not state.question


def _unload(state: State, given: Words) -> Expanded | None:
    words = given.count(0, 0) or [ALL] if given.flag("--all") else [*given.plain]
    if not words or (is_one(state, words[:1]) and (len(words) == 1 or _is_target(state, words[-1]))):
        return None
    to = [words.pop()] if len(words) > 1 and _is_target(state, words[-1]) else []
    trial = Trial(state)
    for who in named(state, words, CRAFT):
        if who.alone or state.is_loaded(state.units[who.id]):
            trial.add(Unload.read(trial.state, ORDERS["unload"].read([who.id, *to])), who)
    return trial.expanded("no boat can unload", not _means_all(words))


def _is_target(state: State, word: str) -> bool:
    """Whether a load can go there: a hex, or an amtrac."""
    return is_hex(word) or (word in state.units and state.units[word].type.can("takes-loads-over"))


def _withdraw(state: State, given: Words) -> Expanded | None:
    if is_one(state, given.plain):
        return None
    return _each(state, given.plain, CRAFT, "withdraw", lambda _, id: Withdraw(id))


_WAYS: dict[str, Callable[[State, Words], Expanded | None]] = {
    "embark": _embark,
    "withdraw": _withdraw,
    "advance": _advance,
    "unload": _unload,
    "suppress": _suppress,
    "move": _ashore,
    "fire": _ashore,
    "attack": _joint,
    "demolish": _joint,
    "recover": _recover,
    "dig": _units,
    "wreck": _units,
    "decide": in_turn,
    "supply": _supply,
    "policy": lambda _, given: expand_routine(POLICIES, given),
}
