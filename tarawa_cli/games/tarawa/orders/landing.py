"""Orders on the way to the beach: `bombard`, `chits`, `embark`, `withdraw`, `advance`, `unload`, `suppress`."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model import apply, names
from tarawa_cli.games.tarawa.model.board import PIER_HEAD, POOL, is_hex
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.orders import LANDING, need_phase, passes
from tarawa_cli.games.tarawa.rules.ch05_06_landing import (
    advancing,
    bombard,
    check_chits,
    chits_example,
    embarking,
    place_chits,
)
from tarawa_cli.games.tarawa.rules.ch05_06_landing.embarking import best_entry
from tarawa_cli.games.tarawa.rules.ch05_06_landing.reef import best_unloading, check_unload, unload, unloadings
from tarawa_cli.games.tarawa.rules.ch11_pier import check_taken_off
from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import arrival, beaches_for, pay_for
from tarawa_cli.games.tarawa.rules.japanese_fire import check_suppress, suppress_area
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.grammar import Grammar, Number, Option, Word, Words
from tarawa_cli.kernel.engine.order import Order
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.hints import Annotated, Iterator, Self
from tarawa_cli.kernel.standard import suppress

# ── Orders of phase `bombardment`: `bombard`, `chits`


BOMBARD = Grammar(
    "bombard",
    "Roll the pre-invasion bombardment (5.1).",
    options=(Option("--delay", "Give up impulses of turn 1 for a better roll.", "0..2", number=Number(), default="0"),),
    group=LANDING,
    usage="bombard [--delay 0|1|2]",
    phases=("bombardment",),
)
CHITS = Grammar(
    "chits",
    "Place the bombardment's chits, one on each area named (5.1).",
    (Word("AREA…", "Name as many areas as chits were won.", most=None),),
    group=LANDING,
    usage="chits AREA AREA …",
    phases=("bombardment",),
)


def _delay(state: State, delay: str) -> int:
    if delay not in ("0", "1", "2"):
        raise BadOrder(f"--delay {shown(delay)}: none, one or two impulses can be given up", hint="bombard --delay 1")
    return int(delay)


@rule("5.1")
class Bombard(Order[State], of=BOMBARD):
    delay: Annotated[int, _delay] = 0

    def check(self, state: State) -> None:
        need_phase(state, "bombard", "5.1", "bombardment")
        if state.chits_due:
            raise Refused("5.1", "the fleet bombards once", chits_example(state))
        if state.chits:
            raise Refused("5.1", "the fleet bombards once", "next")

    def resolve(self, play: Play[State]) -> None:
        bombard(play, self.delay)


@rule("5.1")
class Chits(Order[State], of=CHITS):
    areas: names.AreasField

    def check(self, state: State) -> None:
        need_phase(state, "chits", "5.1", "bombardment")
        check_chits(state, self.areas)

    def resolve(self, play: Play[State]) -> None:
        place_chits(play, self.areas)


# ── Orders of phase `embark`: `embark`, `withdraw`


EMBARK = Grammar(
    "embark",
    """Put units, supplies or an empty amtrac at the edge (6.2).

Units without a craft take the best that is free: `embark 2/8`, or `embark --due` for all that are due. `--due -n` shows
which craft each would take. Embark supplies, and units that cost morale, by name.""",
    (
        Word("UNIT", "Name a unit; or `supply`, or `none` for an empty amtrac.", least=0, several=True),
        Word("CRAFT BEACH [HEX]", "Name craft, beach and entry hex; for Hawkins 1431 or 1432.", least=0, most=3),
    ),
    (
        Option("--for", "Name the battalion that the supplies are for.", "BATTALION"),
        Option("--bairiki", "Send artillery to Bairiki, without craft."),
        Option("--due", "Embark all that are due, each in the best craft that is left.", several=True),
    ),
    group=LANDING,
    usage="embark UNIT CRAFT BEACH [HEX] | embark UNIT… | embark --due | "
    "embark supply CRAFT BEACH [HEX] --for BATTALION | embark none LVT BEACH [HEX] | "
    "embark ARTILLERY --bairiki | embark hawkins 1431",
    phases=("embark",),
)
WITHDRAW = Grammar(
    "withdraw",
    "Send craft from the edge back to the pool (6.2).",
    (Word("CRAFT…", "Name craft: ids, @HEX, a battalion for its boats, all.", most=None, several=True),),
    group=LANDING,
    calls_off=True,
    phases=("embark",),
)


@rule("6.2")
class Embark(Order[State], of=EMBARK):
    """A unit in a craft, supplies for a battalion (`supply`), or an empty amtrac (`none`)."""

    who: str
    craft: str = ""
    beach: str = ""
    hex: names.HexField = ""
    battalion: str = ""

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        plain = given.count(1, 4)
        who = plain[0].lower() if plain[0].lower() in ("supply", "none") else names.combat_unit(state, plain[0]).id
        battalion = names.battalion(state, given.value("--for")) if given.value("--for") else ""
        if given.flag("--due"):
            raise given.wrong("--due takes no other words")
        if given.flag("--bairiki"):
            return cls._elsewhere(who, plain, "", given)
        if len(plain) == 2 and is_hex(plain[1]):
            return cls._elsewhere(who, plain[:1], names.hex(state, plain[1]), given)
        if len(plain) < 3 or (battalion and who != "supply"):
            raise given.wrong("the order is incomplete")
        if who == "supply" and not battalion:
            raise BadOrder("embark supply: name the battalion with --for", hint="embark supply lvt-1 red3 --for 2/8")
        craft, beach = names.craft(state, plain[1]), names.beach(state, plain[2])
        kind = who if who in ("supply", "none") else state.units[who].kind
        hex = names.hex(state, plain[3]) if len(plain) == 4 else embarking.best_entry(state, craft, kind, beach)
        return cls(who, craft.id, beach, hex, battalion)

    @classmethod
    def _elsewhere(cls, who: str, plain: list[str], hex: Hex, given: Words) -> Self:
        """Places that need no craft: Bairiki, or the head of the pier."""
        if len(plain) != 1 or who in ("supply", "none") or given.value("--for"):
            raise given.wrong("the order is incomplete")
        return cls(who, "", "", hex)

    def in_words(self) -> Words:
        where = filter(None, (self.craft, self.beach, self.hex))
        nowhere = not self.craft and not self.hex
        return EMBARK.in_words(self.who, *where, for_=[self.battalion] if self.battalion else [], bairiki=nowhere)

    def check(self, state: State) -> None:
        need_phase(state, "embark", "6.2", "embark")
        try:
            self._check_law(state)
        except Refused as no:
            raise Refused(no.rule, no.message, no.hint or (lambda: self._instead(state))) from None

    def _check_law(self, state: State) -> None:
        if not self.craft:
            unit = state.units[self.who]
            if self.hex:
                embarking.check_hawkins(state, unit, self.hex)
            else:
                embarking.check_bairiki(state, unit)
            return
        craft = state.units[self.craft]
        if self.who == "supply":
            embarking.check_embark_supply(state, craft, self.beach, self.hex)
        elif self.who == "none":
            embarking.check_put_out(state, craft, self.beach, self.hex)
        else:
            embarking.check_embark(state, state.units[self.who], craft, self.beach, self.hex)

    def _instead(self, state: State) -> str:
        """The closest legal order: the same load with another place or craft; nothing if there is none."""
        for order in self._others(state):
            with suppress(Refused):
                order._check_law(state)
                return order.text()
        return "next"

    def _others(self, state: State) -> Iterator[Self]:
        load = self.who if self.who in ("supply", "none") else state.units[self.who].kind
        unit = state.units.get(self.who)
        if unit and unit.type.can("starts-on-pier"):
            yield from (self._replace(craft="", beach="", hex=head) for head in PIER_HEAD)
            return
        for beach in dict.fromkeys([self.beach, *state.setting.scenario.beaches]):
            for craft in [*filter(None, [self.craft]), *_pool(state)] if beach else ():
                hex = embarking.best_entry(state, state.units[craft], load, beach)
                yield self._replace(craft=craft, beach=beach, hex=hex)
        if unit and unit.type.can("goes-to-bairiki"):
            yield self._replace(craft="", beach="", hex="")

    def resolve(self, play: Play[State]) -> None:
        if self.who == "supply":
            apply.supply_embarked(
                play, "6.2", craft=self.craft, battalion=self.battalion, beach=self.beach, hex=self.hex
            )
        elif self.who == "none":
            apply.lvt_put_out(play, "6.2", craft=self.craft, beach=self.beach, hex=self.hex)
        else:
            self._unit_comes(play)

    def _unit_comes(self, play: Play[State]) -> None:
        pay_for(play, play.state.units[self.who])
        if self.craft:
            apply.embarked(play, "6.2", unit=self.who, craft=self.craft, beach=self.beach, hex=self.hex)
        elif self.hex:
            apply.put_on_pier(play, "6.2", unit=self.who, hex=self.hex)
        else:
            apply.sent_to_bairiki(play, "11.2", unit=self.who)


def _pool(state: State) -> list[str]:
    """Free craft: the first of each kind."""
    kinds = {unit.kind: unit.id for unit in reversed(state.units.values()) if unit.at == POOL}
    return [id for id in state.units if id in kinds.values()]


@rule("6.2")
class Withdraw(Order[State], of=WITHDRAW):
    craft: names.CraftField

    def check(self, state: State) -> None:
        need_phase(state, "withdraw", "6.2", "embark")
        embarking.check_withdraw(state, state.units[self.craft])

    def resolve(self, play: Play[State]) -> None:
        craft = play.state.units[self.craft]
        passenger = play.state.passenger(craft)
        apply.withdrawn(play, "6.2", craft=craft.id, load=passenger.id if passenger else craft.load)


# ── Orders of the impulses: `advance`, `unload`


ADVANCE = Grammar(
    "advance",
    "Move units and craft over the reef or along the pier (6.4, 11.33).",
    (Word("UNIT [HEX…]", "Name a unit or craft, and the hexes to enter.", least=0, most=None, several=True),),
    (Option("--all", "Move everyone who can, by the shortest way.", several=True),),
    group=LANDING,
    usage="advance UNIT_OR_CRAFT [HEX…] | advance UNIT,UNIT… | advance --all | advance hawkins LVT",
    phases=("impulse",),
)
UNLOAD = Grammar(
    "unload",
    """Unload craft at the edge (6.3).

A load goes into the water, on the pier head, or into an amtrac. `unload --all` unloads every boat that can, into the
water first.""",
    (
        Word("CRAFT", "Name craft: ids with commas, @HEX, a battalion for its boats, all.", least=0, several=True),
        Word("HEX_OR_CRAFT", "Unload into its own hex, a pier head, or an empty amtrac.", least=0),
    ),
    (Option("--all", "Unload every boat that can.", several=True),),
    group=LANDING,
    usage="unload CRAFT [HEX_OR_CRAFT] | unload CRAFT,CRAFT… | unload --all",
    phases=("impulse",),
)


@rule("6.4")
class Advance(Order[State], of=ADVANCE):
    """Moves one unit by a route or the shortest way, all units, or Hawkins into an amtrac."""

    unit: str = ""
    route: names.HexesField = ()
    craft: str = ""

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        if given.flag("--all"):
            given.count(0, 0)
            return cls()
        first, *rest = given.count(1, None)
        unit = names.unit(state, first)
        if len(rest) == 1 and not rest[0].isdigit():
            return cls(unit.id, (), names.craft(state, rest[0]).id)
        return cls(unit.id, tuple(names.hex(state, word) for word in rest))

    def in_words(self) -> Words:
        return ADVANCE.in_words(*filter(None, (self.unit, *self.route, self.craft)), all=not self.unit)

    def check(self, state: State) -> None:
        need_phase(state, "advance", "6.4", "impulse")
        if not self.unit:
            if not advancing.anybody_moves(state):
                raise Refused("6.4", "no unit can move in this impulse", "next")
        elif self.craft:
            self._check_aboard(state, state.units[self.unit], state.units[self.craft])
        else:
            advancing.plan_move(state, advancing.mover_of(state, state.units[self.unit]), self.route)

    def _check_aboard(self, state: State, unit: Unit, craft: Unit) -> None:
        try:
            check_taken_off(state, unit, craft)
        except Refused as no:
            raise Refused(no.rule, no.message, lambda: self._instead(state, unit)) from None

    def _instead(self, state: State, unit: Unit) -> str:
        """Another amtrac, or the rest of the walk along the pier."""
        for craft in state.units.values():
            with suppress(Refused):
                check_taken_off(state, unit, craft)
                return f"advance {unit.id} {craft.id}"
        return f"advance {unit.id}" if advancing.has_way(state, advancing.mover_of(state, unit)) else "next"

    def resolve(self, play: Play[State]) -> None:
        if self.craft:
            apply.taken_aboard(play, "14.1", unit=self.unit, craft=self.craft)
        elif self.unit:
            self._advance(play, self.unit, self.route)
        else:
            while able := advancing.movers(play.state):  # nearest the shore first; others get another chance
                for unit in able:
                    if advancing.has_way(play.state, unit):
                        self._advance(play, unit.id, ())

    def _advance(self, play: Play[State], id: str, route: tuple[Hex, ...]) -> None:
        mover = advancing.mover_of(play.state, play.state.units[id])
        advancing.advance(play, mover, advancing.plan_move(play.state, mover, route))


@rule("6.3")
class Unload(Order[State], of=UNLOAD):
    craft: str
    to: str

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        if given.flag("--all"):
            raise given.wrong("--all takes no other words")
        first, *rest = given.count(1, 2)
        craft = names.craft(state, first)
        if not rest:
            return cls(craft.id, best_unloading(state, craft))
        return cls(craft.id, names.hex(state, rest[0]) if is_hex(rest[0]) else names.craft(state, rest[0]).id)

    def check(self, state: State) -> None:
        need_phase(state, "unload", "6.3", "impulse")
        craft = state.units[self.craft]
        try:
            check_unload(state, craft, self.to)
        except Refused as no:
            raise Refused(no.rule, no.message, lambda: self._instead(state, craft)) from None

    def _instead(self, state: State, craft: Unit) -> str:
        """What the craft can do in this impulse instead: unload elsewhere, advance, or wait."""
        options = unloadings(state, craft)
        if options:
            return f"unload {craft.id} {options[0]}"
        return f"advance {craft.id}" if advancing.has_way(state, craft) else "next"

    def resolve(self, play: Play[State]) -> None:
        unload(play, play.state.units[self.craft], self.to)


# ── Order of the suppression segments: `suppress`


SUPPRESS = Grammar(
    "suppress",
    """Suppress areas with ships and aircraft (6.7).

Each area can be fired on once in a segment.""",
    (
        Word(
            "AREA…",
            "Name areas with landing hexes of a beach in use, or a beach for its areas.",
            least=0,
            most=None,
            several=True,
        ),
    ),
    (Option("--all", "Fire on every area that you can.", several=True),),
    group=LANDING,
    phases=("suppression",),
)


@rule("6.7")
class Suppress(Order[State], of=SUPPRESS):
    area: names.AreaField

    @classmethod
    def read(cls, state: State, given: Words) -> Self:
        if given.flag("--all"):
            raise given.wrong("--all takes no other words")
        return super().read(state, given)

    def check(self, state: State) -> None:
        need_phase(state, "suppress", "6.7", "suppression")
        check_suppress(state, self.area)

    def resolve(self, play: Play[State]) -> None:
        suppress_area(play, self.area)


# ── How a unit comes if the player names no craft: in the best that is left


BEST_FIRST = ("always", "high-water", "never")
"""Craft by when they cross the reef: amtracs, Higgins boats, LCMs."""


def passage(state: State, unit: Unit) -> Embark:
    """The first way in that is legal; if there is none, the first way at all, so that `check` says why."""
    ways = list(_ways(state, unit))
    return next((way for way in ways if passes(state, way)), ways[0])


def _ways(state: State, unit: Unit) -> Iterator[Embark]:
    if unit.type.can("starts-on-pier"):
        yield from (Embark(unit.id, hex=hex) for hex in PIER_HEAD)
        return
    beaches = beaches_for(state, unit) or state.setting.scenario.beaches
    for craft in _craft(state, unit):
        for beach in beaches:
            yield Embark(unit.id, craft.id, beach, best_entry(state, craft, unit.kind, beach))


def _craft(state: State, unit: Unit) -> list[Unit]:
    """The strongest free craft of each sort that carries the unit, best first; any of them if none is free."""
    able = [craft for craft in state.units.values() if craft.type.is_craft and unit.kind in craft.type.carries]
    ranked = sorted(able, key=lambda craft: (craft.at != POOL, BEST_FIRST.index(craft.type.crosses), -craft.steps))
    first: dict[str, Unit] = {}
    for craft in ranked:
        first.setdefault(craft.type.crosses, craft)
    return list(first.values())


def price(state: State, unit: Unit) -> bool:
    """Whether the arrival of a unit would cost morale: such a unit is called in by name."""
    coming = arrival(state, unit)
    return coming is not None and bool(coming.price) and (unit.type.battalion or unit.id) not in state.paid
