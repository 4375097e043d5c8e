"""What is on the map: hexes, counters, hexsides, places off the map.

A game makes one `Scene` of a position. Text maps, pictures, films and `map --json` are drawn from it, so that all of
them show the same. A text or style in it is for people; rules never read a scene.
"""

from tarawa_cli.kernel.board.hexes import Grid, Hex, Side, hexside
from tarawa_cli.kernel.hints import Any, Collection, Iterable, Mapping, NamedTuple, Sequence


class Mark(NamedTuple):
    """A sign on a hex or a counter: a pillbox, an objective, a pin."""

    name: str
    """What it is, one word: its key in JSON, its ink in the palette, its class in a picture."""
    text: str
    """The sign, as short as it can be: `▲`, `★2`, `!`."""
    ascii: str
    words: str
    """For the legend and for notes: "pillbox"."""
    value: int = 0
    """How many, where that is said."""
    afar: bool = True
    """Whether the whole map shows it, too."""


class HexView(NamedTuple):
    """A hex as it is drawn."""

    at: Hex
    terrain: str
    """As the map calls it: "palms", "town"."""
    ground: str
    """The ink of its background: terrain and owner in one, "enemy", "cleared", "reef"."""
    owner: str
    """The side that holds it, or nothing."""
    glyph: str
    """The dim sign of its terrain, one cell or two; a blank for none."""
    ascii: str
    plain: str = ""
    """The glyph where there is no colour, if it must say more: who holds it."""
    texture: str = " "
    """What fills the rest of the hex where there is no colour."""
    label: str = ""
    """The name of the place."""
    short: str = ""
    """The same where there is little room."""
    marks: Sequence[Mark] = ()
    sign: str = ""
    """The ink of its glyph, and its key in the legend, if that is not its terrain."""
    notes: Mapping[str, Any] = {}
    """Further facts for JSON and pictures."""


class Counter(NamedTuple):
    """A unit as it is drawn."""

    id: str
    at: str
    """Its hex, or the name of a box off the map."""
    side: str
    formation: str
    """Its ink: the colour of its regiment, division or nation."""
    kind: str
    """Its arm: the symbol of a picture."""
    tag: str
    """Its name in two or three cells: `38` for 3/8."""
    name: str
    """Its name close up: `3/8A`."""
    numbers: str
    """What a counter prints: `6-6-6`, or the steps."""
    steps: int
    full: int
    ready: bool
    """Whether it can still do something in this phase."""
    marks: Sequence[Mark] = ()
    """Its condition, shown below its name: AP left, pins, supply, work."""
    aboard: str = ""
    """The counter that carries it."""
    cargo: str = ""
    """What it carries that is no counter."""
    spent: bool = False
    """Whether it could have done something in this phase, and cannot any more."""
    notes: Mapping[str, Any] = {}

    @property
    def is_weak(self) -> bool:
        """Half strength or less."""
        return 2 * self.steps <= self.full


class EdgeSign(NamedTuple):
    """How a hexside is drawn: across a line of text, and along one; the same without colours, and in ASCII."""

    across: str
    along: str
    plain_across: str
    plain_along: str
    ascii_across: str
    ascii_along: str
    words: str

    def of(self, plain: bool, ascii: bool) -> tuple[str, str]:
        """The signs across and along a line."""
        if ascii:
            return self.ascii_across, self.ascii_along
        return (self.plain_across, self.plain_along) if plain else (self.across, self.along)


class Panel(NamedTuple):
    """A few lines beside or below the map; each is made of pieces in inks."""

    title: str
    lines: "Sequence[Line]"


class StyledText(NamedTuple):
    """Text in a style: the names of inks, the later ones on top."""

    text: str
    style: str = ""


Line = Sequence[StyledText]


class Name(NamedTuple):
    """The name of a place, which is written into open water near its hexes."""

    text: str
    short: str
    hexes: Sequence[Hex]
    style: str = "name"


class LegendEntry(NamedTuple):
    """A line of the legend; it is shown if what it explains is on the map."""

    key: str
    """A terrain, a ground, a mark, a formation, or "weak", "spent", "stack"."""
    sample: str
    style: str
    words: str
    plain: str = ""
    """The sample where there is no colour; without one, the entry is for colours only if its sample is blank."""


class Scene(NamedTuple):
    """All that is drawn of one position, through the view of the side that looks."""

    grid: Grid
    title: str
    hexes: Mapping[Hex, HexView]
    counters: Mapping[str, Counter]
    edges: Mapping[Side, str]
    """What lies on a hexside: "pier", "stream", "steep", "road"; "road stream" is both."""
    boxes: Mapping[str, str] = {}
    """Places off the map that hold counters, with their names."""
    panels: Sequence[Panel] = ()
    figures: Sequence[StyledText] = ()
    """The key figures of the title line."""
    names: Sequence[Name] = ()
    legend: Sequence[LegendEntry] = ()
    weights: Mapping[Hex, int] = {}
    """How much there is to see in a hex: 1 land, 2 a front, 3 a counter or a change; nothing for open water."""
    water: str = "sea"
    """The ground of places on the page that are no hex of the map."""
    open_grounds: Sequence[str] = ("sea",)
    """The grounds on which names of places may be written."""
    folded: tuple[str, str] = ("land", "open water")
    """What is left out: land on which nobody is, or open water."""
    marked: frozenset[Hex] = frozenset()
    """The hexes that were asked for."""
    next: Line = ()
    """The next step."""

    def side(self, at: Hex, direction: str) -> str:
        """What lies on a side of a hex, or nothing."""
        beyond = self.grid.neighbour(at, direction)
        return self.edges.get(hexside(at, beyond), "") if beyond else ""

    def stacks(self) -> dict[str, list[Counter]]:
        """The counters by place, in the order in which they are stacked."""
        found: dict[str, list[Counter]] = {}
        for counter in self.counters.values():
            if not counter.aboard:
                found.setdefault(counter.at, []).append(counter)
        return found


Facts = dict[str, Any]


def hex_facts(scene: Scene, part: Collection[Hex] = ()) -> dict[Hex, Facts]:
    """The hexes of a part of the map, or all, by number; what is not there is left out."""
    return {at: _hex(scene, view) for at, view in sorted(scene.hexes.items()) if not part or at in part}


def _hex(scene: Scene, view: HexView) -> Facts:
    sides = {way: kind for way in scene.grid.directions if (kind := scene.side(view.at, way))}
    told: Facts = {"terrain": view.terrain, "owner": view.owner, "label": view.label, "sides": sides}
    told |= {"marks": _marks(view.marks), **view.notes}
    return {key: value for key, value in told.items() if value or key == "terrain"}


def counter_facts(scene: Scene, part: Collection[Hex] = ()) -> dict[str, Facts]:
    """The counters on a part of the map, or all, in the order in which they are stacked."""
    return {id: _counter(one) for id, one in scene.counters.items() if not part or one.at in part}


def _counter(one: Counter) -> Facts:
    told: Facts = {"at": one.at, "side": one.side, "formation": one.formation, "kind": one.kind}
    told |= {"tag": one.tag, "numbers": one.numbers, "steps": one.steps, "full": one.full, "ready": one.ready}
    return told | {"aboard": one.aboard, "cargo": one.cargo, "marks": _marks(one.marks), **one.notes}


def _marks(marks: Iterable[Mark]) -> dict[str, str | int]:
    """By name: how many, or what the mark says."""
    return {mark.name: mark.value or mark.words for mark in marks}


class HexChange(NamedTuple):
    """A change in a hex: its sign, and what a close view says of it."""

    sign: str
    words: str


Changes = dict[Hex, list[HexChange]]


def by_hex(found: Iterable[tuple[Hex, HexChange]], order: Sequence[str]) -> Changes:
    """The changes of each hex, by number, those with the first signs first."""
    changes: Changes = {}
    for at, change in found:
        changes.setdefault(at, []).append(change)
    return {at: sorted(each, key=lambda one: order.index(one.sign)) for at, each in sorted(changes.items())}
