"""The map as text: which signs stand for what on Betio, in five layers, from afar and close by.

Capital letters and digits are Marines; small letters and other signs are ground, so that units can be told
from terrain without colour. Uncleared ground is hatched, and the hatching goes as it is cleared.
Every sign that comes into the picture is noted as it is drawn: the legend holds these and no others.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, cached_property
from typing import NamedTuple

from tarawa_cli.games.tarawa.board import LAND, PIER_FOOT, Area, Board
from tarawa_cli.games.tarawa.rules.tracing import lines_from
from tarawa_cli.games.tarawa.state import State, Unit
from tarawa_cli.kernel.hexes import FRONT, Hex, hexside, neighbours
from tarawa_cli.kernel.render.hexmap import (
    PITCHES,
    CloseHex,
    Line,
    Piece,
    bands,
    close,
    overview,
    overview_width,
    paint,
    room,
    title_room,
    width_of,
)

ROWS = range(14, 47)
COLUMNS = range(3, 59)

PALETTE = {
    "label": "90",
    "number": "1",
    "marked": "1;7",
    "reef": "34",
    "entry": "36",
    "obstacle": "35",
    "pier": "33",
    "wreck": "1;33",
    "landing": "1;33",
    "airstrip": "37",
    "ground": "32",
    "held": "31",
    "cleared": "1;32",
    "pillbox": "1;97;41",
    "ruin": "90",
    "marine": "1;97;44",
    "craft": "30;46",
    "empty": "1;36",
    "head": "1;30;43",
    "marker": "1;35",
    "enemy": "1;31",
}


class Sign(NamedTuple):
    """A sign of the map, its stand-in in ASCII, and what the legend says."""

    text: str
    plain: str
    style: str
    meaning: str


SIGNS = {
    "counter": Sign("2/8A 8", "2/8A 8", "marine", "unit and its steps"),
    "infantry": Sign("I", "I", "marine", "infantry"),
    "engineer": Sign("E", "E", "marine", "engineers"),
    "tank": Sign("T", "T", "marine", "tanks"),
    "artillery": Sign("A", "A", "marine", "artillery"),
    "lvt": Sign("V", "V", "craft", "amtracs"),
    "boat": Sign("U", "U", "craft", "boats"),
    "empty-lvt": Sign("v", "v", "empty", "amtracs going home"),
    "empty-boat": Sign("u", "u", "empty", "boats going home"),
    "stack": Sign("S", "S", "marine", "stack"),
    "steps": Sign("1-9", "1-9", "marine", "steps"),
    "pair": Sign("II", "II", "marine", "two letters: stack, or craft and load"),
    "more": Sign("+", "+", "marine", "and more units"),
    "adrift": Sign("i", "i", "enemy", "small letter: unit cut off"),
    "pin": Sign("!", "!", "enemy", "pinned"),
    "course": Sign(">SE", ">SE", "marker", "change of course"),
    "home": Sign("home", "home", "empty", "going home"),
    "doing": Sign("dig rec", "dig rec", "marker", "digging in, recovering"),
    "status": Sign("act gen out", "act gen out", "marker", "active, general, no supply"),
    "head": Sign("$", "$", "head", "supply head"),
    "load": Sign("$", "$", "craft", "supplies"),
    "improved": Sign("]", "]", "marker", "improved position"),
    "pillbox": Sign("⌂", "@", "pillbox", "pillbox"),
    "ruin": Sign("/", "/", "ruin", "pillbox destroyed"),
    "demolition": Sign("dem1", "dem1", "marker", "demolition steps"),
    "suppression": Sign("sup1", "sup1", "marker", "suppression markers"),
    "bare": Sign("_-^%&", "_-^%&", "held", "not yet cleared"),
    "held": Sign("░", ":", "held", "uncleared"),
    "cleared": Sign("*", "*", "cleared", "cleared"),
    "secured": Sign("+", "+", "cleared", "secured area"),
    "joined": Sign("+", "+", "cleared", "joined to a head"),
    "cut": Sign("-", "-", "enemy", "friendly, cut off"),
    "capital": Sign("A", "A", "held", "uncleared"),
    "small": Sign("a", "a", "cleared", "cleared, or nothing to clear"),
    "border": Sign("%", "%", "marker", "border of an area"),
    "cargo": Sign("[2/8A 8]", "[2/8A 8]", "marine", "on board"),
    "landing": Sign("o", "o", "landing", "landing hex"),
    "shore": Sign("_", "_", "ground", "shore"),
    "clear": Sign("-", "-", "ground", "clear"),
    "palms": Sign("^", "^", "ground", "palms"),
    "excavation": Sign("%", "%", "ground", "excavation"),
    "dump": Sign("&", "&", "ground", "dump"),
    "airstrip": Sign("=", "=", "airstrip", "airstrip"),
    "entered": Sign("=", "=", "cleared", "airstrip entered"),
    "unentered": Sign("-", "-", "airstrip", "airstrip not yet entered"),
    "road": Sign("road", "road", "airstrip", ""),
    "ditch": Sign("=", "=", "marker", "ditch"),
    "pier": Sign("#", "#", "pier", "pier"),
    "wreck": Sign("w", "w", "wreck", "wreck"),
    "entry": Sign("~", "~", "entry", "entry hex"),
    "obstacles": Sign("x", "x", "obstacle", "obstacles"),
    "reef": Sign("⋅", ".", "reef", "reef"),
}
"""In the order of the legend."""

_KINDS = {"sherman": "tank", "stuart": "tank", "lcvp": "boat", "lcm": "boat"}


class Mark(NamedTuple):
    """A sign or word on its way into the picture.

    `key` holds its entries in the legend, `NAME` or `NAME:SAMPLE`; a glued word follows another without a blank.
    """

    text: str
    style: str = ""
    key: str = ""
    glued: bool = False


BLANK = Mark(" ")


class Look(NamedTuple):
    """A hex from afar: the one sign that counts most, and the signs if there is room for more."""

    short: Mark
    full: tuple[Mark, ...]


class Scene:
    """A position as it is being drawn: who stands where, and which signs have been used."""

    def __init__(self, state: State, layer: str, *, ascii: bool, width: int = 0) -> None:
        self.state = state
        self.board = state.board
        self.layer = layer
        self.width = width
        """Characters a hex; 0 in the close view."""
        self.used: set[str] = set()
        self.marks = {key: Mark(sign.plain if ascii else sign.text, sign.style, key) for key, sign in SIGNS.items()}
        self.places: dict[str, list[Unit]] = {}
        for unit in state.units.values():
            if unit.on_map:
                self.places.setdefault(unit.at, []).append(unit)
        for stack in self.places.values():
            stack.sort(key=_rank)

    def piece(self, mark: Mark) -> Piece:
        """A sign into the picture."""
        self.used.add(mark.key)
        return Piece(mark.text, mark.style)

    def units(self, at: Hex) -> list[Unit]:
        """Who stands in a hex, the most important first; on the pier, if it is a hex of the pier."""
        return self.places.get(f"pier:{at}" if at in self.board.pier else at, [])

    def passenger(self, craft: Unit) -> Unit | None:
        return next(iter(self.places.get(f"in:{craft.id}", ())), None)

    @cached_property
    def joined(self) -> dict[Hex, int]:
        """The hexes joined to a supply head."""
        return lines_from(self.state, self.state.heads)

    @cached_property
    def secured(self) -> frozenset[str]:
        return frozenset(area for area in self.board.areas if self.state.is_secured(area))

    @cached_property
    def open_reef(self) -> frozenset[Hex]:
        """Most of the map: water with nothing in it, which need not be looked at again and again."""
        return _bare_reef(self.board) - self.places.keys()

    @cached_property
    def reef(self) -> Line:
        text, style = self.piece(self.marks["reef"])
        return [Piece(text.ljust(self.width), style)]

    @cached_property
    def sea(self) -> Line:
        return [Piece(" " * self.width)]

    @cached_property
    def pier(self) -> dict[Hex, tuple[Hex, Hex]]:
        """The hexes on either side of the pier where it lies between two: its place, and the hex beyond."""
        sides = [(max(side), min(side)) for side in self.board.pier_sides]
        return {west: (west, east) for west, east in sides} | {east: (west, west) for west, east in sides}

    def letter(self, unit: Unit) -> Mark:
        """The letter of a counter; small for craft on their way back."""
        kind = _KINDS.get(unit.kind, unit.kind)
        return self.marks[f"empty-{kind}" if unit.homeward or unit.emptied else kind]

    def steps(self, unit: Unit) -> Mark:
        return self.marks["steps"]._replace(text=str(min(9, unit.steps)), style=self.letter(unit).style)


@cache
def _bare_reef(board: Board) -> frozenset[Hex]:
    """The reef without the wreck and the hexes along the pier."""
    beside = {at for side in board.pier_sides for at in side}
    return frozenset(at for at, kind in board.terrain.items() if kind == "reef") - beside - {board.wreck}


def _rank(unit: Unit) -> int:
    """Marines before craft, craft before those going home; else the order of the counters."""
    return unit.type.is_craft + (unit.homeward or unit.emptied)


# ── The ground


def _plain(mark: Mark) -> Look:
    return Look(mark, (mark,))


def _water(scene: Scene, at: Hex) -> Look:
    """Water where only the land counts."""
    return _plain(scene.marks["pier" if at in scene.board.pier else "reef"])


def _ground(scene: Scene, at: Hex) -> Look:
    """A hex without units: terrain, and whose it is."""
    kind = scene.board.terrain[at]
    if at in scene.board.defended:
        return _defended(scene, at, scene.marks[kind])
    if kind in ("landing", "entry"):
        return _of_beach(scene, at, kind)
    return _wreck(scene) if at == scene.board.wreck else _plain(scene.marks[kind])


def _defended(scene: Scene, at: Hex, terrain: Mark) -> Look:
    """Land that must be or has been cleared, with its pillboxes."""
    clear = at in scene.state.cleared
    status = scene.marks["cleared" if clear else "held"]
    if at in scene.board.pillboxes:
        boxes = _pillboxes(scene, at)
        return Look(boxes[0], (terrain, *boxes, status))
    if clear:
        return Look(status, (terrain, status))
    return Look(Mark(terrain.text, status.style, f"{terrain.key} bare"), (terrain, status, status))


def _pillboxes(scene: Scene, at: Hex) -> tuple[Mark, ...]:
    """Those that stand, then the destroyed ones."""
    standing = _standing(scene.state, at)
    ruins = scene.board.pillboxes[at] - standing
    return (scene.marks["pillbox"],) * standing + (scene.marks["ruin"],) * ruins


def _standing(state: State, at: Hex) -> int:
    """Clearing a hex destroys all its pillboxes."""
    return 0 if at in state.cleared else state.pillboxes_standing(at)


def _of_beach(scene: Scene, at: Hex, kind: str) -> Look:
    """A landing or entry hex with the short name of its beach."""
    beach = scene.board.landing[at] if kind == "landing" else scene.board.entry_beach(at)
    mark = scene.marks[kind]
    number = beach[-1] if beach[-1].isdigit() else ""
    text = mark.text + (number or beach[0]) if kind == "entry" else (beach[0] + number if number else beach[:2])
    return Look(mark, tuple(Mark(sign, mark.style, f"{kind}:{text}") for sign in text))


def _wreck(scene: Scene) -> Look:
    wreck, held = scene.marks["wreck"], scene.marks["held"]
    return Look(wreck, (wreck, held) if scene.state.wreck == "occupied" else (wreck,))


# ── The layers from afar


def _terrain_look(scene: Scene, at: Hex) -> Look:
    """Only what is printed on the map."""
    kind = "wreck" if at == scene.board.wreck else scene.board.terrain[at]
    mark = scene.marks[kind]
    return Look(mark, (mark,) * 3 if kind in LAND else (mark,))


def _units_look(scene: Scene, at: Hex) -> Look:
    stack = scene.units(at)
    if stack:
        return _stack(scene, at, stack)
    return _plain(scene.marks["head"]) if at in scene.state.heads else _ground(scene, at)


def _stack(scene: Scene, at: Hex, stack: list[Unit]) -> Look:
    """Units from afar: letters for a stack or a load, steps for one alone, and what marks the hex."""
    first = scene.letter(stack[0])
    second = _second(scene, stack)
    markers = [scene.marks[key] for key in _markers(scene.state, at, stack)]
    fighting = [unit for unit in stack if not (unit.homeward or unit.emptied)]
    short = scene.marks["stack"] if len(fighting) > 1 else first
    if scene.width == 2 and markers and markers[0].key != "pin":
        return Look(short, (first, markers[0]))
    return Look(short, (first, second, *markers))


def _second(scene: Scene, stack: list[Unit]) -> Mark:
    """What stands beside the first letter: who else is there, the load of a craft, or the steps."""
    if len(stack) > 2:
        return scene.marks["more"]
    if len(stack) == 2:
        return _paired(scene.letter(stack[1]))
    passenger = scene.passenger(stack[0])
    if passenger:
        return _paired(scene.letter(passenger))
    return scene.marks["load"] if stack[0].load else scene.steps(stack[0])


def _paired(mark: Mark) -> Mark:
    return mark._replace(key=f"{mark.key} pair")


def _markers(state: State, at: Hex, stack: list[Unit]) -> Iterator[str]:
    if at in state.heads:
        yield "head"
    if at in state.improved:
        yield "improved"
    if any(unit.pins for unit in stack):
        yield "pin"


def _areas_look(scene: Scene, at: Hex) -> Look:
    """The letter of the area: large and filled while uncleared, small when there is nothing left to clear."""
    if at not in scene.board.area_of:
        return _water(scene, at)
    letter = scene.board.areas[scene.board.area_of[at]].letter
    if scene.state.is_uncleared(at):
        mark = Mark(letter, "held", "capital")
        return Look(mark, (mark,) * 3)
    return _plain(Mark(letter.lower(), "cleared", "small"))


def _control_look(scene: Scene, at: Hex) -> Look:
    if at not in scene.board.area_of:
        return _water(scene, at)
    mark = scene.marks[_control(scene.state, at)]
    if mark.key == "held":
        return Look(mark, (mark,) * 3)
    secured = scene.marks["secured"]
    return Look(secured, (mark, secured)) if scene.board.area_of[at] in scene.secured else _plain(mark)


def _control(state: State, at: Hex) -> str:
    """The sign for whose a land hex is."""
    status = state.hex_status(at)
    if status == "airstrip":
        return "entered" if at in state.occupied else "unentered"
    return "held" if status == "uncleared" else status


def _supply_look(scene: Scene, at: Hex) -> Look:
    """Friendly ground as far as lines reach, and who stands on it."""
    if scene.state.is_uncleared(at):
        return _plain(scene.marks["held"])
    if not _traces(scene, at):
        return _water(scene, at)
    line = scene.marks["head" if at in scene.state.heads else "joined" if at in scene.joined else "cut"]
    stack = scene.units(at)
    if not stack:
        return _plain(line)
    letter = scene.letter(stack[0])
    adrift = Mark(letter.text.lower(), SIGNS["adrift"].style, f"{letter.key} adrift")
    return Look(letter if at in scene.joined else adrift, (letter, line))


def _traces(scene: Scene, at: Hex) -> bool:
    """Whether supply lines may lead here."""
    return at == PIER_FOOT or at in scene.board.area_of


LOOKS: dict[str, Callable[[Scene, Hex], Look]] = {
    "units": _units_look,
    "terrain": _terrain_look,
    "areas": _areas_look,
    "control": _control_look,
    "supply": _supply_look,
}


# ── The whole map


def whole_map(
    state: State, *, layer: str = "units", width: int = 130, colour: bool = False, ascii: bool = False
) -> str:
    """The island from the reef edge in the north to the one in the south, with a legend."""
    wide = next((wide for wide in (3, 2) if overview_width(len(COLUMNS), wide) <= width), 1)
    columns = COLUMNS[-max(1, width - overview_width(0, 1)) :]
    scene = Scene(state, layer, ascii=ascii, width=wide)
    lines = overview(ROWS, columns, lambda at: _cell(scene, at), wide)
    return _page(scene, lines, state.board.areas.values(), width, colour)


def _cell(scene: Scene, at: Hex) -> Line:
    if at in scene.open_reef:
        return scene.reef
    if at not in scene.board.terrain:
        return scene.sea
    marks = _marks(scene, at)
    if at in scene.pier:
        marks = _beside_pier(scene, at, marks)
    return [scene.piece(mark) for mark in marks]


def _marks(scene: Scene, at: Hex) -> tuple[Mark, ...]:
    """The signs of a hex, as many as it has room for."""
    look = LOOKS[scene.layer](scene, at)
    if scene.width == 1:
        return (look.short,)
    if look.full[0].key == "pier":
        return (BLANK,) * (scene.width - 2) + look.full * 2
    return (*look.full, BLANK, BLANK)[: scene.width]


def _beside_pier(scene: Scene, at: Hex, marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """A hex along the pier gives up its blank to it; the two on either side make the pier whole."""
    place, beyond = scene.pier[at]
    planks = _planks(scene, place)
    if scene.width == 1:
        return _narrow_pier(scene, at, planks[0]) if at == place else marks
    blank, blank_beyond = marks[-1] is BLANK, _marks(scene, beyond)[-1] is BLANK
    if at == place:
        squeezed = planks[0].key != "pier" and not (blank_beyond and scene.board.is_water(beyond))
        return (*marks[:-1], planks[0]) if blank or squeezed else marks
    if not blank or not scene.board.is_water(at):
        return marks
    return (planks[blank_beyond], *((BLANK,) * 2 if marks[0].key == "reef" else marks))[: scene.width]


def _planks(scene: Scene, place: Hex) -> tuple[Mark, Mark]:
    """The pier between two hexes, or who stands on it there."""
    stack = scene.places.get(f"pier:{place}") if scene.layer == "units" else None
    if stack:
        return scene.letter(stack[0]), scene.steps(stack[0])
    return scene.marks["pier"], scene.marks["pier"]


def _narrow_pier(scene: Scene, at: Hex, plank: Mark) -> tuple[Mark, ...]:
    """With one character a hex the pier runs through the hexes it is named after, unless a unit is there."""
    stack = scene.units(at) if scene.layer == "units" else []
    if not stack:
        return (plank,)
    return (scene.letter(stack[0]) if plank.key == "pier" else scene.marks["stack"],)


# ── The close view


def close_map(
    state: State,
    hexes: Iterable[Hex],
    *,
    layer: str = "units",
    width: int = 130,
    colour: bool = False,
    ascii: bool = False,
    marked: Collection[Hex] = (),
) -> str:
    """Some hexes with all that is in them, in parts from west to east if they are too many for the width."""
    shown = [at for at in sorted(set(hexes)) if at in state.board.terrain]
    pitch = next((pitch for pitch in PITCHES if len(bands(shown, pitch, width)) <= 1), 10)
    scene = Scene(state, layer, ascii=ascii)
    parts = [
        close(part, lambda at: _close_hex(scene, at, pitch, at in marked), pitch, lambda *ends: _side(scene, *ends))
        for part in bands(shown, pitch, width)
    ]
    lines = [line for part in parts for line in ([], *part)][1:]
    areas = [state.board.areas[id] for id in state.board.areas_of(at for at in shown if at in state.board.area_of)]
    return _page(scene, lines, areas, width, colour)


def _side(scene: Scene, one: Hex, other: Hex) -> Piece | None:
    """The pier, a ditch, or in the layer of areas the border of an area."""
    side = hexside(one, other)
    if side in scene.board.pier_sides:
        return scene.piece(scene.marks["pier"])
    if scene.layer in ("units", "terrain") and side in scene.board.ditches:
        return scene.piece(scene.marks["ditch"])
    area_of = scene.board.area_of
    if scene.layer == "areas" and area_of.get(one) != area_of.get(other):
        return scene.piece(scene.marks["border"])
    return None


def _close_hex(scene: Scene, at: Hex, pitch: int, marked: bool) -> CloseHex:
    wide = room(pitch)
    lines = [_line(scene, words) for words in _packed(CLOSE[scene.layer](scene, at, wide), wide)]
    return CloseHex(_title(at, title_room(pitch), marked), lines)


def _title(at: Hex, wide: int, marked: bool) -> Piece:
    if not marked:
        return Piece(at, "number")
    return Piece(f">{at}<" if wide > 5 else f">{at}", "marked")


Words = list[Mark]
"""A line of a hex."""


def _packed(lines: Iterable[Words], wide: int) -> Iterator[Words]:
    """Lines broken where they are too long."""
    for words in lines:
        line: Words = []
        for word in words:
            if line and _length([*line, word]) > wide:
                yield line
                line = []
            line.append(word)
        yield line


def _length(words: Words) -> int:
    return len(words[0].text) + sum(len(word.text) + (not word.glued) for word in words[1:])


def _line(scene: Scene, words: Words) -> Line:
    pieces: list[Piece] = []
    for word in words:
        if pieces and not word.glued:
            pieces.append(Piece(" "))
        pieces.append(scene.piece(word))
    return pieces


def _close_terrain(scene: Scene, at: Hex, wide: int) -> Iterator[Words]:
    kind = "wreck" if at == scene.board.wreck else scene.board.terrain[at]
    if kind != "reef":
        yield _named((scene.marks[kind],), kind, wide)
    if any(hexside(at, other) in scene.board.roads for other in neighbours(at)):
        yield [scene.marks["road"]]


def _named(signs: tuple[Mark, ...], name: str, wide: int) -> Words:
    """Signs with a name, if there is room for it."""
    words = [signs[0], *(sign._replace(glued=True) for sign in signs[1:])]
    named = [*words, Mark(name, signs[0].style)]
    return named if _length(named) <= wide else words


def _close_units(scene: Scene, at: Hex, wide: int) -> Iterator[Words]:
    yield from _close_ground(scene, at, wide)
    markers = list(_close_markers(scene, at))
    if markers:
        yield markers
    elif scene.state.is_uncleared(at):
        yield [scene.marks["held"]._replace(text=scene.marks["held"].text * (wide - 2))]
    on_pier = scene.places.get(f"pier:{at}", []) if scene.pier.get(at, ("",))[0] == at else []
    for unit in (*scene.units(at), *on_pier):
        yield list(_counter(scene, unit, wide))


def _close_ground(scene: Scene, at: Hex, wide: int) -> Iterator[Words]:
    kind = scene.board.terrain[at]
    if at in scene.board.defended:
        status = scene.marks["cleared" if at in scene.state.cleared else "held"]
        yield _named((scene.marks[kind], status), kind, wide)
    elif at == scene.board.wreck:
        yield _named(_wreck(scene).full, "wreck", wide)
    elif kind != "reef":
        yield _named(_ground(scene, at).full, kind, wide)


def _close_markers(scene: Scene, at: Hex) -> Iterator[Mark]:
    """Everything that lies on a hex beside units."""
    state, marks = scene.state, scene.marks
    if at in scene.board.pillboxes:
        yield from _pillboxes(scene, at)
    counts = {
        "demolition": 0 if at in state.cleared else state.demolished.get(at, 0),
        "suppression": state.suppressed.get(at, 0),
    }
    yield from (marks[key]._replace(text=marks[key].text[:3] + str(count)) for key, count in counts.items() if count)
    if at in state.heads:
        yield marks["head"]._replace(text=marks["head"].text + "head")
    if at in state.improved:
        yield marks["improved"]._replace(text=marks["improved"].text + "dug")


_SHORT = (("sherman-", "shm-"), ("stuart-", "stu-"), ("hawkins", "hawk"), ("lcvp-", "cvp"))
_SHORTEST = (("shm-", "sh"), ("stu-", "st"))


def _counter(scene: Scene, unit: Unit, wide: int) -> Iterator[Mark]:
    """A counter: its name and steps, what it carries, what has befallen it."""
    plank = scene.marks["pier"].text if unit.on_pier else ""
    style = "craft" if unit.type.is_craft else "marine"
    yield Mark(plank + _name(unit, wide - len(plank)), style, "counter pier" if plank else "counter")
    yield from _cargo(scene, unit, wide)
    if unit.pins:
        yield scene.marks["pin"]._replace(text="!" * unit.pins)
    if unit.course:
        yield scene.marks["course"]._replace(text=f">{_heading(scene, unit)}")
    if unit.homeward or unit.emptied:
        yield scene.marks["home"]
    if unit.digging or unit.recovering:
        yield scene.marks["doing"]._replace(text="dig" if unit.digging else "rec")


def _name(unit: Unit, wide: int) -> str:
    """Name and steps, the name in short where there is no room for all of it."""
    return _shortened(f"{unit.id} {unit.steps}", wide)


def _shortened(text: str, wide: int) -> str:
    for words in (_SHORT, _SHORTEST):
        if len(text) > wide:
            for long, short in words:
                text = text.replace(long, short)
    return text


def _cargo(scene: Scene, craft: Unit, wide: int) -> Iterator[Mark]:
    passenger = scene.passenger(craft)
    if passenger:
        yield Mark(f"[{_name(passenger, wide - 2)}]", "marine", "cargo", glued=True)
    elif craft.load:
        text = _shortened(f"[{scene.marks['load'].text}{craft.load.partition(':')[2]}]", wide)
        yield scene.marks["load"]._replace(text=text, glued=True)


def _heading(scene: Scene, unit: Unit) -> str:
    """Where a change of course will take a unit (6.4)."""
    ahead = FRONT[scene.board.beaches[unit.beach].facing] if unit.beach in scene.board.beaches else ("left", "right")
    return ahead[unit.course == "right"]


def _close_areas(scene: Scene, at: Hex, wide: int) -> Iterator[Words]:
    if at not in scene.board.area_of:
        yield from _close_terrain(scene, at, wide)
        return
    look = _areas_look(scene, at)
    yield _named(look.full[:2], scene.board.area_of[at], wide)


def _close_control(scene: Scene, at: Hex, wide: int) -> Iterator[Words]:
    if at not in scene.board.area_of:
        yield from _close_terrain(scene, at, wide)
        return
    mark = scene.marks[_control(scene.state, at)]
    yield _named((mark,), {"held": "uncleared", "unentered": "not entered"}.get(mark.key, mark.key), wide)
    if scene.board.area_of[at] in scene.secured:
        yield _named((scene.marks["secured"],), "secured", wide)


def _close_supply(scene: Scene, at: Hex, wide: int) -> Iterator[Words]:
    if not _traces(scene, at):
        yield from _close_terrain(scene, at, wide)
        return
    if scene.state.is_uncleared(at):
        yield _named((scene.marks["held"],), "uncleared", wide)
        return
    line = "head" if at in scene.state.heads else "joined" if at in scene.joined else "cut"
    yield _named((scene.marks[line],), "cut off" if line == "cut" else line, wide)
    for unit in scene.units(at):
        status = {"active": "act", "general": "gen", "none": "out"}[unit.supply]
        yield [Mark(_name(unit, wide), "marine", "counter"), scene.marks["status"]._replace(text=status)]


CLOSE: dict[str, Callable[[Scene, Hex, int], Iterator[Words]]] = {
    "units": _close_units,
    "terrain": _close_terrain,
    "areas": _close_areas,
    "control": _close_control,
    "supply": _close_supply,
}


# ── Below the map


def _page(scene: Scene, lines: list[Line], areas: Iterable[Area], width: int, colour: bool) -> str:
    """A picture with its legend and the markers of its areas."""
    below = [*_wrapped(legend(scene), width), *_wrapped(_area_entries(scene, areas), width)]
    notes = [note for line in _notes(scene.state, areas) for note in _wrapped(line, width)]
    return paint([*lines, [], *below, *notes], PALETTE if colour else None)


def legend(scene: Scene) -> list[Line]:
    """What the signs of a drawn scene mean, an entry each."""
    used: dict[str, list[str]] = {}
    for key in sorted(word for keys in scene.used for word in keys.split()):
        name, _, sample = key.partition(":")
        used.setdefault(name, []).append(sample)
    return [_entry(scene.marks[name], used[name]) for name, sign in SIGNS.items() if name in used and sign.meaning]


def _entry(mark: Mark, samples: list[str]) -> Line:
    named = " ".join(dict.fromkeys(sample for sample in samples if sample))
    return [Piece(named or mark.text, mark.style), Piece(f" {SIGNS[mark.key].meaning}{' of that beach' * bool(named)}")]


def _area_entries(scene: Scene, areas: Iterable[Area]) -> Iterator[Line]:
    """Areas with their letters and how many of their defended hexes are left, where this is what one looks for."""
    if scene.layer != "areas" and scene.width:
        return
    for area in areas:
        defended = [at for at in area.hexes if at in scene.board.defended]
        left = sum(at not in scene.state.cleared for at in defended)
        yield [Piece(area.letter, "number"), Piece(f" {area.name} ({area.id}) {left}/{len(defended)}")]


def _wrapped(entries: Iterable[Line], width: int) -> list[Line]:
    """Entries side by side, on as many lines as they need."""
    lines: list[list[Piece]] = []
    for entry in entries:
        if lines and width_of(lines[-1]) + 3 + width_of(entry) <= width:
            lines[-1] += [Piece("   "), *entry]
        else:
            lines.append(list(entry))
    return list(lines)


def _notes(state: State, areas: Iterable[Area]) -> Iterator[list[Line]]:
    """Markers that lie on whole areas."""
    shown = list(areas)
    kinds = {
        "chits": {area: f" {value}" for area, value in state.chits.items()},
        "area suppression": dict.fromkeys(state.area_suppression, ""),
        "air raid": {area: f" ({turns})" for area, turns in state.raids.items()},
    }
    for kind, values in kinds.items():
        entries = [[Piece(area.id + values[area.id], "marker")] for area in shown if area.id in values]
        if entries:
            yield [[Piece(f"{kind}:", "label")], *entries]
