"""Chapters 7 and 8: stacking, and supply."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.board import distance
from tarawa_cli.games.malta.model.state import State, Unit, other_side
from tarawa_cli.games.malta.model.unit_types import Side
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.hints import Iterable, NamedTuple
from tarawa_cli.kernel.standard import cached_property, deque

# ── 7 Stacking


THIRDS = 3


@rule("7")
def fits(state: State, units: Iterable[Unit]) -> bool:
    """Whether these units may be in one hex together."""
    return _is_room_for(state, *_load(units))


def _is_room_for(state: State, thirds: int, headquarters: int) -> bool:
    return thirds <= state.charts.value("stacking") * THIRDS and headquarters <= state.charts.value("hqs")


def _load(units: Iterable[Unit]) -> tuple[int, int]:
    """Thirds of a battalion equivalent, and headquarters."""
    thirds = headquarters = 0
    for unit in units:
        thirds += unit.type.thirds
        headquarters += unit.can("hq")
    return thirds, headquarters


def has_room(field: HexIndex, at: Hex, newcomers: list[Unit]) -> bool:
    """Whether units may stop in a hex with their own units there."""
    side = newcomers[0].side
    there = field.units(side, at)
    if (side, at) not in field.loads:
        field.loads[side, at] = _load(there)
    before, coming = field.loads[side, at], _load([unit for unit in newcomers if unit not in there])
    return _is_room_for(field.state, before[0] + coming[0], before[1] + coming[1])


def equivalents(units: Iterable[Unit]) -> int:
    """Battalion equivalents, rounded up."""
    return -(-sum(unit.type.thirds for unit in units) // THIRDS)


# ── 8 Supply


# ── Supply (8)
#
# `Network(state, side).supply(unit)` gives the line of a unit as it is now, or says why it has none. The marker on
# the counter (`unit.supplied`) is older: it stays as the last status phase found it (8.4).


Line = tuple[Hex, ...]


class SupplyLine(NamedTuple):
    """How a unit is supplied, or why it is not."""

    to_hq: Line = ()
    """From the unit to its headquarters, both ends included."""
    to_source: Line = ()
    """From there to the source."""
    hq: str = ""
    why: str = ""
    """Why there is no supply; nothing if there is."""
    rule: str = "8.1"

    @property
    def line(self) -> Line:
        """The whole line, each hex once."""
        return self.to_hq + self.to_source[1:]


class Network:
    """The lines of one side in a position."""

    def __init__(self, state: State, side: Side, field: HexIndex | None = None) -> None:
        self.state, self.side = state, side
        self.field = field or HexIndex(state)

    # ── Sources

    @cached_property
    @rule("8.2")
    def sources(self) -> dict[Hex, str]:
        """Every source of the side and what it is, by number."""
        found = self._axis_sources() if self.side == "axis" else self._cities()
        return dict(sorted(found.items()))

    def _cities(self) -> dict[Hex, str]:
        board = self.state.board
        return {at: "city" for at in board.land if board.terrain[at] == "city" and at not in self.state.control}

    def _axis_sources(self) -> dict[Hex, str]:
        state, board = self.state, self.state.board
        beaches = () if state.royal_navy == state.charts.value("navy-in-force") else board.zone_of
        airfields = () if state.weather == "rain" else [at for at in board.airfields if self._is_quiet(at)]
        quays = [at for port in board.ports.values() for at in port.quays if self._is_quiet(at)]
        kinds = {"beach": beaches, "airfield": airfields, "port": quays}
        return {at: kind for kind, hexes in kinds.items() for at in hexes if at in state.control}

    def _is_quiet(self, at: Hex) -> bool:
        """Whether no enemy combat unit is there or adjacent."""
        there = any(unit.can("combat") for unit in self.field.units(other_side(self.side), at))
        return not there and not self.field.is_beside_combat_unit(self.side, at)

    # ── Lines

    @cached_property
    def _barred(self) -> frozenset[Hex]:
        """Hexes that no line enters: enemies are there."""
        return frozenset(self.field.stacks[other_side(self.side)])

    @rule("8.1")
    def _leads_on(self, at: Hex) -> bool:
        """Whether a line can go through a hex."""
        own = any(unit.can("combat") for unit in self.field.units(self.side, at))
        return own or not self.field.in_enemy_zone(self.side, at)

    def _lines_from(self, start: Hex, most: int | None) -> dict[Hex, Line]:
        """The shortest line from a hex to every hex within a number of steps."""
        found: dict[Hex, Line] = {start: (start,)}
        ahead = deque([start])
        while ahead:
            here = ahead.popleft()
            if (here != start and not self._leads_on(here)) or len(found[here]) - 1 == most:
                continue
            for there in self.state.board.adjacent[here]:
                if there not in found and there not in self._barred:
                    found[there] = (*found[here], there)
                    ahead.append(there)
        return found

    @cached_property
    @rule("8.1")
    def headquarters(self) -> dict[str, Line]:
        """The line of every headquarters on the map to its nearest source; empty if it has none."""
        return {unit.id: self._to_source(unit) for unit in self._all() if unit.can("hq")}

    def _all(self) -> list[Unit]:
        return [unit for units in self.field.stacks[self.side].values() for unit in units]

    def _to_source(self, hq: Unit) -> Line:
        most = self.state.charts.value("line-to-source") if self.side == "axis" else None
        lines = self._lines_from(hq.at, most)
        return next((line for at, line in lines.items() if at in self.sources), ())

    @cached_property
    @rule("8.1", "22")
    def fed(self) -> frozenset[Hex]:
        """Every hex that would be in reach of a headquarters as its source."""
        most = self.state.charts.value("line-to-source") if self.side == "axis" else None
        starts = [unit.at for unit in self._all() if unit.can("hq")]
        return frozenset(at for start in starts for at in self._lines_from(start, most))

    @cached_property
    def _around(self) -> dict[str, dict[Hex, Line]]:
        """The hexes that each headquarters serves, with the lines to them."""
        most = self.state.charts.value("line-to-hq")
        return {id: self._lines_from(self.state.units[id].at, most) for id in self.headquarters}

    # ── Units

    @rule("8.1", "8.3")
    def supply(self, unit: Unit) -> SupplyLine:
        """The shortest line of a unit; a headquarters needs only a source."""
        if unit.carries_until >= self.state.turn:
            return SupplyLine((unit.at,), rule="8.3")
        serving = [unit.id] if unit.can("hq") else [id for id in self.headquarters if self._serves(id, unit)]
        if not serving:
            return SupplyLine(why=self._no_headquarters(unit))
        near = [id for id in serving if unit.at in self._around[id]]
        if not near:
            return SupplyLine(why=self._too_far(unit, serving))
        fed = [id for id in near if self.headquarters[id]]
        if not fed:
            return SupplyLine(why=f"{near[0]} has no free line {self._reach()}to a source", hq=near[0])
        best = min(fed, key=lambda id: len(self._around[id][unit.at]) + len(self.headquarters[id]))
        return SupplyLine(self._around[best][unit.at][::-1], self.headquarters[best], best)

    @rule("8.1", "15")
    def _serves(self, id: str, unit: Unit) -> bool:
        """Whether a headquarters serves a unit: any Allied one; an Axis one its formation, a corps all from the sea."""
        hq = self.state.units[id]
        if self.side == "allied" or hq.formation == unit.formation != "none":
            return True
        comes = self.state.charts.formations.get(unit.formation, {}).get("comes", "")
        return hq.type.formation == "none" and comes == hq.type.entry

    def _no_headquarters(self, unit: Unit) -> str:
        if self.side == "allied":
            return "no headquarters of its side is on the map"
        if unit.formation == "none":
            return "it is not attached to a formation"
        return f"no headquarters of its formation {unit.formation} is on the map"

    def _too_far(self, unit: Unit, serving: list[str]) -> str:
        hq = min(serving, key=lambda id: distance(unit.at, self.state.units[id].at))
        most = self.state.charts.value("line-to-hq")
        away = distance(unit.at, self.state.units[hq].at)
        cut = "and the enemy cuts every line" if away <= most else f"and a line may have at most {most}"
        return f"{hq} in {self.state.units[hq].at} is {away} hexes away, {cut}"

    def _reach(self) -> str:
        return f"of at most {self.state.charts.value('line-to-source')} hexes " if self.side == "axis" else ""


def needs_supply(unit: Unit) -> bool:
    """Units on land that need supply; leaders and coast guns do not."""
    return unit.on_map and not any(map(unit.can, ("lead", "coast-gun", "ship")))


def supply_of(state: State, unit: Unit) -> SupplyLine:
    """The line of a unit as it is now, or why it has none."""
    return Network(state, unit.side).supply(unit)


# ── The check of supply in the status phase of each side (8.4)


@rule("8.4")
def check_supply(play: Play[State], side: Side) -> None:
    """Mark units without a supply line and unmark the others, but not on the first morning and noon."""
    state = play.state
    if state.turn < state.charts.value("first-supply"):
        return
    network = Network(state, side)
    units = [unit for unit in state.units.values() if unit.side == side and needs_supply(unit)]
    without = {unit.id for unit in units if network.supply(unit).why}
    out = [unit.id for unit in units if unit.supplied and unit.id in without]
    back = [unit.id for unit in units if not unit.supplied and unit.id not in without]
    if out or back:
        apply.supply_checked(play, "8.4", out=out, back=back)
