"""Orders of phase `embark`: `embark`, `withdraw`."""

from collections.abc import Iterator
from contextlib import suppress

from tarawa_cli.games.tarawa.geography.grid import is_hex
from tarawa_cli.games.tarawa.model import apply, names
from tarawa_cli.games.tarawa.model.board import PIER_HEAD
from tarawa_cli.games.tarawa.model.places import POOL
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import LANDING, fields, need_phase
from tarawa_cli.games.tarawa.orders.fields import Order
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch06 import embarking
from tarawa_cli.games.tarawa.rules.ch13 import plan
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.grammar import Grammar, Option, Word, Words
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.hints import Self
from tarawa_cli.kernel.play import Play

EMBARK = Grammar(
    "embark",
    """Put units, supplies or an empty amtrac at the edge (6.2).

Units without a craft take the best that is free: `embark 2/8`, or `embark --due` for all that are due. `--due -n` shows
beforehand who would go in what. Embark supplies, and units that cost morale, by name.""",
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
class Embark(Order, of=EMBARK):
    """A unit in a craft, supplies for a battalion (`supply`), or an empty amtrac (`none`)."""

    who: str
    craft: str = ""
    beach: str = ""
    hex: fields.Hex = ""
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
        plan.pay_for(play, play.state.units[self.who])
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
class Withdraw(Order, of=WITHDRAW):
    craft: fields.Craft

    def check(self, state: State) -> None:
        need_phase(state, "withdraw", "6.2", "embark")
        embarking.check_withdraw(state, state.units[self.craft])

    def resolve(self, play: Play[State]) -> None:
        craft = play.state.units[self.craft]
        passenger = play.state.passenger(craft)
        apply.withdrawn(play, "6.2", craft=craft.id, load=passenger.id if passenger else craft.load)
