"""What is on Malta's map, for every drawing of it: ground and its owner, hexsides, counters, boxes.

A scene is made of a position as a side knows it: what that side may not know never comes here.
"""

from tarawa_cli.games.malta.model.board import GRID, OCEAN, Board, is_hex
from tarawa_cli.games.malta.model.places import ABSENT, LOST, POOL, in_words
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.unit_types import SIDES, Side
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch08_supply import Network, Supply, needs_supply
from tarawa_cli.games.malta.views.inks import GLYPHS, SEA
from tarawa_cli.games.malta.views.tags import tag
from tarawa_cli.kernel.board import hexes
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.traits import all_signs, signs
from tarawa_cli.kernel.hints import Any, Callable, Iterator, Mapping
from tarawa_cli.kernel.scene.model import Counter, HexView, Mark, Scene
from tarawa_cli.kernel.standard import attrgetter, cache, cached_property

LAYERS = ("units", "terrain", "regions", "control", "zoc", "supply", "reach")
BARE = ("terrain", "regions", "control")
"""Layers without counters."""
MARKS = {
    mark.name: mark
    for mark in (
        Mark("taken", "»", ">", "taken by the Axis"),
        Mark("retaken", "«", "<", "taken by the Allies"),
        Mark("hit", "✗", ";", "steps lost"),
        Mark("shaken", "≈", "%", "state changed"),
        Mark("came", "⇢", ")", "moved here"),
        Mark("gone", "⇠", "(", "moved away"),
        Mark("reach", "2", "2", "cost to move there"),
        Mark("far", "2", "2", "cost of strategic movement"),
        Mark("sneak", "∿", "~", "by infiltration"),
        Mark("axis-zone", "x", "x", "in a zone of control of the Axis"),
        Mark("allied-zone", "o", "o", "of the Allies"),
        Mark("both-zones", "#", "#", "of both"),
        Mark("source", "$", "$", "source of supply"),
        Mark("axis-line", "∘", ",", "supply line of the Axis"),
        Mark("allied-line", "∘", ",", "supply line of the Allies"),
        Mark("both-lines", "∘", ",", "supply lines of both"),
        Mark("cut", "?", "?", "no supply line"),
        Mark("both", "!", "!", "both sides in the hex"),
        Mark("objective", "★", "*", "objective"),
        Mark("strongpoint", "▣", "+", "strongpoint"),
        Mark("given", "⊕", "&", "support assigned"),
        Mark("drop-zone", "▽", "v", "drop zone"),
        *(Mark(one.name, one.text, one.ascii, one.words, one.value) for one in all_signs(Unit)),
    )
}
"""In the order of the legend."""
_DONE = {"movement": "moved", "support": "fired", "combat": "attacked"}
"""The flag of a unit that has finished a part of the turn."""
_INKS = {"maltese": "british"}
_PARTS = {0: "", 1: "⅙", 2: "⅓", 3: "½", 4: "⅔", 5: "⅚"}


class Position:
    """What follows from a position and is asked for often."""

    def __init__(
        self, state: State, ground: Mapping[Hex, HexView] | None = None, counters: "Counters | None" = None
    ) -> None:
        self.state, self.board = state, state.board
        self._ground = ground
        """The hexes of the scene, if somebody knows that they are as they were."""
        self._counters = counters

    @cached_property
    def field(self) -> HexIndex:
        return HexIndex(self.state)

    @cached_property
    def networks(self) -> dict[Side, Network]:
        """The supply lines of both sides as they are now (8)."""
        return {side: Network(self.state, side, self.field) for side in SIDES}

    @cached_property
    def scene(self) -> Scene:
        """All that is on the table, for pictures."""
        return scene(self.state, ground=self._ground, known=self._counters)

    @cached_property
    def sources(self) -> dict[Side, frozenset[Hex]]:
        return {side: frozenset(network.sources) for side, network in self.networks.items()}

    def supply(self, unit: Unit) -> Supply:
        return self.networks[unit.side].supply(unit)

    @cached_property
    def supplied(self) -> list[tuple[Unit, Supply]]:
        """Units on the map that need supply, with their lines."""
        units = (unit for unit in self.state.units.values() if unit.on_map and needs_supply(unit))
        return [(unit, self.supply(unit)) for unit in units]


def scene(
    state: State,
    layer: str = "units",
    before: State | None = None,
    mover: Unit | None = None,
    everything: bool = False,
    ground: Mapping[Hex, HexView] | None = None,
    known: "Counters | None" = None,
) -> Scene:
    """A position as it is drawn. `everything`: counters on layers that are drawn without them too."""
    position = Position(state)
    extra = _extra_marks(position, layer, before, mover)
    units = state.units.values() if everything or layer not in BARE else ()
    there = sorted((unit for unit in units if not unit.rests and unit.at not in _NOWHERE), key=_rank)
    made = known.counter if known else counter_of
    counters = [made(unit, not _is_spent(state, unit)) for unit in there]
    return Scene(
        grid=GRID,
        title=state.setting.scenario.name,
        hexes=ground or _Ground(position, layer, extra).views(),
        counters={counter.id: counter for counter in counters},
        edges=edges(state.board),
        boxes={counter.at: in_words(counter.at) for counter in counters if not is_hex(counter.at)},
    )


_NOWHERE = (LOST, ABSENT, POOL)


@cache
def edges(board: Board) -> Mapping[hexes.Side, str]:
    """The features of every hexside, a road first."""
    kinds = {"road": board.roads, "stream": board.streams, "steep": board.steep, "water": board.water}
    found: dict[hexes.Side, str] = {}
    for kind, sides in kinds.items():
        for side in sides:
            found[side] = f"{found[side]} {kind}" if side in found else kind
    return found


# ── Hexes


class _Ground:
    """The hexes of a position in a layer."""

    def __init__(self, position: Position, layer: str, extra: Mapping[Hex, list[Mark]]) -> None:
        self._state, self._board, self._layer, self._extra = position.state, position.board, layer, extra
        one, other = (position.field.stacks[side] for side in SIDES)
        self._shared = set(one) & set(other)
        self._jumps: dict[Hex, list[str]] = {}
        """The drop zones that are planned in each hex, and when (19.2)."""
        for name, zone in position.state.plan.items():
            self._jumps.setdefault(zone.marker, []).append(f"{name} {position.state.charts.turn(zone.turn).id}")

    def views(self) -> dict[Hex, HexView]:
        return {at: self._view(at, terrain) for at, terrain in self._board.terrain.items()}

    def _view(self, at: Hex, terrain: str) -> HexView:
        owner = "" if terrain == OCEAN else self._state.controller(at)
        glyph, *signs = GLYPHS[terrain]
        name = self._board.name_of(at)
        return HexView(
            at=at,
            terrain=terrain,
            ground=self._ground(at, terrain, owner),
            owner=owner,
            glyph=glyph,
            plain=signs[owner == "axis"],
            ascii=signs[2 + (owner == "axis")],
            label=name,
            short=short_name(name) if name else "",
            marks=[*self._extra.get(at, ()), *self._marks(at)],
            notes={
                "zone": self._board.zone_of.get(at),
                "region": self._board.region_of.get(at),
                "given": self._state.given.get(at, []),
                "jumps": self._jumps.get(at, []),
            },
        )

    def _ground(self, at: Hex, terrain: str, owner: str) -> str:
        if not owner:
            return SEA
        if self._layer == "regions":
            return f"region-{list(self._board.regions).index(self._board.region_of[at])}"
        return f"{owner}-held" if self._layer == "control" else f"{owner}-{terrain}"

    def _marks(self, at: Hex) -> Iterator[Mark]:
        if at in self._shared:
            yield MARKS["both"]
        if weight := self._board.objectives.get(at):
            star = MARKS["objective"]
            yield star._replace(text=f"{star.text}{weight}", ascii=f"{star.ascii}{weight}", value=weight)
        if at in self._state.strongpoints:
            yield MARKS["strongpoint"]
        if at in self._state.given:
            yield MARKS["given"]
        if at in self._jumps:
            yield MARKS["drop-zone"]


def short_name(name: str) -> str:
    """A place without what is not needed to know it."""
    return name.removeprefix("The ").partition(" and ")[0].removesuffix(" airfield").removesuffix(" strip")


# ── Counters


def _rank(unit: Unit) -> tuple[int, int]:
    """A sort key: the strongest fighters, guns, headquarters and leaders."""
    if unit.can("combat"):
        return 0, -sum(unit.strength) if unit.steps else 0
    return (2 if unit.can("hq") or unit.can("lead") else 1), 0


def counter_of(unit: Unit, ready: bool = True) -> Counter:
    """A unit as it looks."""
    return Counter(
        id=unit.id,
        at=unit.at,
        side=unit.side,
        formation=_INKS.get(unit.type.nation, unit.type.nation),
        kind=unit.type.kind.id,
        tag=tag(unit.id, unit.at),
        name=unit.id,
        numbers=_numbers(unit),
        steps=unit.steps,
        full=unit.type.steps,
        ready=ready,
        marks=[MARKS[one.name] for one in signs(unit)],
        notes=_notes(unit),
    )


class Counters:
    """The counters of one position after another, each made anew only when its unit has changed."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[tuple[Any, ...], Counter]] = {}

    def counter(self, unit: Unit, ready: bool) -> Counter:
        sign = (ready, *_ALL(unit))
        kept = self._kept.get(unit.id)
        if kept is None or kept[0] != sign:
            self._kept[unit.id] = kept = sign, counter_of(unit, ready)
        return kept[1]


_ALL = attrgetter(*Unit.__slots__)
"""All that a counter follows from."""


def _notes(unit: Unit) -> dict[str, Any]:
    """What only some drawings show."""
    type = unit.type
    told = {
        "name": type.name,
        "division": unit.formation,
        "nation": type.nation,
        "size": type.size,
        "range": type.range,
    }
    return told | ({"ammo": unit.ammo} if unit.can("gun") else {})


def _numbers(unit: Unit) -> str:
    """Attack, defence and movement; of guns what they support with; of leaders the rating; of ships their guns."""
    type = unit.type
    if not unit.revealed:
        return "?"
    if unit.can("gun"):
        return support(unit)
    if unit.can("lead"):
        return str(unit.rating)
    if unit.can("ship"):
        return f"{type.bombard}-{type.move}"
    if unit.can("coast-gun"):
        return str(type.factors)
    attack, defence = unit.strength if unit.steps else (0, 0)
    return f"{attack}-{defence}-{type.move}" if attack or defence else ""


def support(unit: Unit) -> str:
    """The support of a gun for attack and defence with its remaining steps (2.2)."""
    return "/".join(str(unit.type.weakened(value, unit.steps)) for value in (unit.type.offence, unit.type.support))


def _is_spent(state: State, unit: Unit) -> bool:
    done = _DONE.get(state.phase.partition("-")[2], "")
    return bool(done) and unit.side == state.active and bool(getattr(unit, done))


# ── Layers


def _extra_marks(position: Position, layer: str, before: State | None, mover: Unit | None) -> dict[Hex, list[Mark]]:
    """The marks of a layer for a hex, and of changes."""
    found: dict[Hex, list[Mark]] = {}
    if before:
        from tarawa_cli.games.malta.views.differences import differences  # start-up

        for at, changes in differences(before, position.state).items():
            found[at] = [*dict.fromkeys(MARKS[change.sign] for change in changes)][:2]
    for at, mark in _LAYERS[layer](position) if layer in _LAYERS else ():
        found.setdefault(at, []).append(mark)
    if mover:
        for at, mark in reach(position.field, mover).items():
            found.setdefault(at, []).append(mark)
    return found


def reach(field: HexIndex, unit: Unit) -> dict[Hex, Mark]:
    """Where a unit can go, and what that costs (6)."""
    from tarawa_cli.games.malta.rules.ch06_movement import can_go_far, infiltrations, stops  # start-up

    if not can_go(unit):
        return {}
    found = {at: _cost("sneak", 0) for at in infiltrations(field, unit)}
    near = sorted(stops(field, unit).items(), key=lambda one: one[1].price)
    found |= {at: _cost("reach", way.price) for at, way in near}
    if can_go_far(field, unit):
        ways = stops(field, unit, strategic=True)
        found |= {at: _cost("far", way.price) for at, way in ways.items() if at not in found}
    return found


def can_go(unit: Unit) -> bool:
    """Whether a unit can still move, in either side's turn."""
    still = unit.moved or unit.fired or unit.landed or unit.can("ship") or unit.type.mobility == "static"
    return unit.on_map and not still


def _cost(name: str, sixths: float) -> Mark:
    """A price in points of movement."""
    if name == "sneak":
        return MARKS[name]
    whole, rest = divmod(int(sixths), 6)
    text = f"{whole or ''}{_PARTS[rest]}" or "0"
    ascii = f"{whole}.{rest * 10 // 6}" if rest else str(whole)
    return MARKS[name]._replace(text=text, ascii=ascii, words=text)


def _regions(position: Position) -> Iterator[tuple[Hex, Mark]]:
    board = position.board
    for at, region in board.region_of.items():
        letter = board.regions[region].letter
        yield at, Mark("region", letter, letter, "letter of the region")


def _zones(position: Position) -> Iterator[tuple[Hex, Mark]]:
    """Whose zones of control cover a hex (5)."""
    for at in sorted(position.board.land):
        axis, allied = (position.field.in_enemy_zone(side, at) for side in ("allied", "axis"))
        if axis or allied:
            yield at, MARKS["both-zones" if axis and allied else "axis-zone" if axis else "allied-zone"]


def _supply(position: Position) -> Iterator[tuple[Hex, Mark]]:
    """The supply mark of a hex (8)."""
    lines: dict[Hex, set[str]] = {}
    cut = {unit.at for unit, supply in position.supplied if supply.why}
    for unit, supply in position.supplied:
        for at in supply.line:
            lines.setdefault(at, set()).add(unit.side)
    sources = {at for network in position.networks.values() for at in network.sources}
    for at in sorted(position.board.land):
        if at in cut:
            yield at, MARKS["cut"]
        if at in sources:
            yield at, MARKS["source"]
        elif at in lines:
            sides = lines[at]
            yield at, MARKS["both-lines" if len(sides) > 1 else f"{min(sides)}-line"]


_LAYERS: dict[str, Callable[[Position], Iterator[tuple[Hex, Mark]]]] = {
    "regions": _regions,
    "zoc": _zones,
    "supply": _supply,
}
