"""What is on Malta's map, for every drawing of it: ground and its owner, hexsides, counters, boxes.

A scene is made of a position as a side knows it: what that side may not know never comes here.
"""

from tarawa_cli.games.malta.model.board import GRID, OCEAN, Board, is_hex
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.unit import ABSENT, LOST, POOL, in_words
from tarawa_cli.games.malta.model.unit_types import SIDES, Side
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import Network, SupplyLine, needs_supply
from tarawa_cli.games.malta.views.inks import GLYPHS, SEA
from tarawa_cli.kernel.board import hexes
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.units import all_signs, signs
from tarawa_cli.kernel.hints import Any, Callable, Iterator, Mapping
from tarawa_cli.kernel.scene import Counter, HexView, Mark, Scene
from tarawa_cli.kernel.standard import attrgetter, cache, cached_property

# ── The names of units in three characters, for a small map: those of the Allies in capitals


_TAGS = """
    2rif=2RI/2R 8m=8M/8M 1komr=1KO/1K 2rwk=2RW/2W 11lf=11L/1L 10komr=10K/0K 1h=1H/1H 1d=1D/1D 2d=2D/2D 3komr=3KO/3K
    4b=4B/4B 1dli=1DL/DL 2komr=2KO/2K 8ko=8KO/8K 1ches=1CH/1C mt-mat=MAT mt-cru=CRU mt-lt=LT re-24=R24 re-173=R17
    re-malta=RMA 12f-1=F1 12f-2=F2 12f-3=F3 26d-18n=D18 26d-18s=D1S 26d-37=D37 26d-6=D6 haa-4=H4 haa-7=H7 haa-10=H10
    haa-2m=H2M haa-11m=H11 laa-32=L32 laa-65=L65 laa-74=L74 laa-3m=L3M cg-madliena=GMA cg-bingemma=GBI
    cg-leonardo=GLE cg-benghisa=GBE cg-ben6=GBN cg-campbell=GCA cg-rocco=GRO cg-delimara=GDE cg-dummy=GDU
    hq-malta=HQM hq-north=HQN hq-central=HQC hq-south=HQS hq-west=HQW gort=GOR beak=BEA oxley=OXL delabere=DEL
    smith=SMI brittorous=BRI rn-1=RN1 rn-2=RN2 raf-1=RA1 raf-2=RA2 raf-3=RA3 raf-4=RA4 i-33=33a/3a ii-33=33b/3b
    iii-33=33c/3c i-34=34a/4a ii-34=34b/4b iii-34=34c/4c i-87=87a/8a ii-87=87b/8b iii-87=87c/8c i-88=88a/8d
    ii-88=88b/8e iii-88=88c/8f i-28=28a ii-28=28b iii-28=28c i-35=35a ii-35=35b iii-35=35c liv-mort=lmo fri-mort=fmo
    liv-cc=lcc fri-cc=fcc liv-gen=lge fri-gen=fge gua-30=g30 hq-liv=hql hq-fri=hqf hq-xxx=hqx chirieleison=chi
    carboni=car sogno=sog 42cn=42c/2c 43cn=43c/4d 60cn=60c/6c 88cn=88n/8n 96cn=96c/9c bafile=baf/ba grado=gra/gr
    assalto=ass/as loreto=lor/lo adra=adr/ad nuot=nuo l3-1=l31 l3-2=l32 s47=s47 s75=s75 moto-1=mo1 moto-2=mo2
    fj-kroh=kro/kr fj-heydte=hey/he fj-huebner=hue/hu fj-burkhardt=bur/bu fj-art=art fj-pio=pio fj-pak=pak
    hq-ramcke=hqr ramcke=ram student=stu ii-folgore=2fo/2f iii-folgore=3fo/3f iv-folgore=4fo/4f v-folgore=5fo/5f
    vi-folgore=6fo/6f vii-folgore=7fo/7f ix-folgore=9fo/9f x-folgore=10f/1f xi-folgore=11f/1a folg-a1=fa1
    folg-gua=fgu hq-folg=hqo frattini=fra lspz-1=z1/z1 lspz-2=z2/z2 lspz-3=z3/z3 39b=39b/9b lspz-art=zar lspz-cc=zcc
    lspz-gen=zge hq-lspz=hqs pizzolato=piz gorizia=gor garibaldi=gar aosta=aos eugenio=eug montecuccoli=mon
    oriani=ori ascari=asc
"""
"""The tag of each unit; of a battalion also how the tags of its companies begin."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def tag(id: str, at: str) -> str:
    """The short name of a unit; of a gun that is face down one for its hex."""
    if found := _tags().get(id):
        return found.partition("/")[0]
    battalion, _, company = id.rpartition("-")
    if found := _tags().get(battalion):
        return f"{found.partition('/')[2]}{company}"
    return f"G{_LETTERS[int(at[:2]) - 1]}{_LETTERS[int(at[2:]) - 1]}" if at.isdigit() else "G??"


@cache
def _tags() -> dict[str, str]:
    entries = (entry.partition("=") for entry in _TAGS.split())
    return {id: found for id, _, found in entries}


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
        """The hexes of the scene, if the caller knows that they have not changed."""
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

    def supply(self, unit: Unit) -> SupplyLine:
        return self.networks[unit.side].supply(unit)

    @cached_property
    def supplied(self) -> list[tuple[Unit, SupplyLine]]:
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
    there = sorted((unit for unit in units if not unit.in_battalion and unit.at not in _NOWHERE), key=_rank)
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
                "given": self._state.assigned.get(at, []),
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
        if at in self._state.assigned:
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
        from tarawa_cli.games.malta.narration.digest import differences  # start-up

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
    """The zones of control of both sides (5)."""
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
