"""The close view: some hexes with everything in them, in each of the five layers."""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import pairwise

from tarawa_cli.games.tarawa.geography.grid import FRONT, GRID, neighbours
from tarawa_cli.games.tarawa.looking.text_map.layers import areas_look, control, ground, owned, pillboxes, traces, wreck
from tarawa_cli.games.tarawa.looking.text_map.legend import page
from tarawa_cli.games.tarawa.looking.text_map.scene import Mark, Scene
from tarawa_cli.games.tarawa.model.board import Board
from tarawa_cli.games.tarawa.model.places import on_pier
from tarawa_cli.games.tarawa.model.state import BUSY, State, Unit
from tarawa_cli.games.tarawa.rules.ch07.allowance import ap_left
from tarawa_cli.games.tarawa.rules.ch07.ground import is_isolated
from tarawa_cli.games.tarawa.rules.ch08.supply import has_marker
from tarawa_cli.kernel.hexes import Hex, hexside
from tarawa_cli.kernel.render.hexmap import PITCHES, CloseHex, Line, Piece, bands, close, room, title_room


def close_map(
    state: State,
    hexes: Iterable[Hex],
    *,
    layer: str = "units",
    width: int = 130,
    colour: bool = False,
    ascii: bool = False,
    marked: Collection[Hex] = (),
    before: State | None = None,
) -> str:
    """Some hexes with everything in them; split into parts from west to east if they do not fit the width."""
    shown = [at for at in sorted(set(hexes)) if at in state.board.terrain]
    pitch = next((pitch for pitch in PITCHES if len(bands(GRID, shown, pitch, width)) <= 1), 10)
    scene = Scene(state, layer, ascii=ascii, before=before)
    parts = [
        close(
            GRID, part, lambda at: _close_hex(scene, at, pitch, at in marked), pitch, lambda *ends: _side(scene, *ends)
        )
        for part in bands(GRID, shown, pitch, width)
    ]
    lines = [line for part in parts for line in ([], *part)][1:]
    areas = [state.board.areas[id] for id in state.board.areas_of(at for at in shown if at in state.board.area_of)]
    return page(scene, lines, areas, width, colour, closely=shown)


def _side(scene: Scene, one: Hex, other: Hex) -> Piece | None:
    """A sign for a hexside: the pier, a ditch, or in the layer of areas a border."""
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
    told = [*CLOSE[scene.layer](scene, at, wide), *_changed(scene, at, wide)]
    lines = [_line(scene, words) for words in _packed(told, wide)]
    return CloseHex(_title(at, title_room(pitch), marked), lines)


def _title(at: Hex, wide: int, marked: bool) -> Piece:
    if not marked:
        return Piece(at, "number")
    return Piece(f">{at}<" if wide > 5 else f">{at}", "marked")


Words = list[Mark]
"""One line in a hex."""


def _packed(lines: Iterable[Words], wide: int) -> Iterator[Words]:
    """Lines, broken where they are too long."""
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


def _changed(scene: Scene, at: Hex, wide: int) -> Iterator[Words]:
    """What has changed since an earlier position."""
    for sign, text, short in scene.changed.get(at, ()):
        mark = scene.marks[sign]
        yield [mark, Mark(shortened(text, wide - 1, short), mark.style, glued=True)]


def _close_terrain(scene: Scene, at: Hex, wide: int) -> Iterator[Words]:
    kind = "wreck" if at == scene.board.wreck else scene.board.terrain[at]
    if kind != "reef":
        yield _named((scene.marks[kind],), kind, wide)
    if any(hexside(at, other) in scene.board.roads for other in neighbours(at)):
        yield [scene.marks["road"]]


def _named(signs: tuple[Mark, ...], name: str, wide: int) -> Words:
    """Signs followed by a name, if there is room for it."""
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
    yield from _counters(scene, at, wide)


def _counters(scene: Scene, at: Hex, wide: int) -> Iterator[Words]:
    """Everybody in a hex; several craft going home are summed up."""
    walkers = scene.places.get(on_pier(at), []) if scene.pier.get(at, ("",))[0] == at else []
    there = (*scene.units(at), *walkers)
    home = [unit for unit in there if unit.homeward or unit.emptied]
    for unit in there:
        if unit not in home or len(home) == 1:
            yield list(_counter(scene, unit, wide))
    if len(home) > 1:
        yield [scene.marks["homeward"]._replace(text=f"{len(home)} home")]


def _close_ground(scene: Scene, at: Hex, wide: int) -> Iterator[Words]:
    kind = scene.board.terrain[at]
    if at in scene.board.defended:
        status = scene.marks["cleared" if at in scene.state.cleared else "held"]
        yield _named((owned(scene, at, scene.marks[kind]), status), kind, wide)
    elif at == scene.board.wreck:
        yield _named(wreck(scene).full, "wreck", wide)
    elif kind != "reef":
        yield _named(ground(scene, at).full, kind, wide)


def _close_markers(scene: Scene, at: Hex) -> Iterator[Mark]:
    """Everything that lies on a hex besides units."""
    state, marks = scene.state, scene.marks
    if at in scene.board.pillboxes:
        yield from pillboxes(scene, at)
    counts = {
        "demolition": 0 if at in state.cleared else state.demolished.get(at, 0),
        "suppression": state.suppressed.get(at, 0),
    }
    yield from (marks[key]._replace(text=marks[key].text[:3] + str(count)) for key, count in counts.items() if count)
    if at in state.heads:
        yield marks["head"]._replace(text=marks["head"].text + "head")
    if at in state.improved:
        yield marks["improved"]._replace(text=marks["improved"].text + "dug")


def _counter(scene: Scene, unit: Unit, wide: int) -> Iterator[Mark]:
    """A counter: its name and steps, its load, and what has happened to it."""
    plank = scene.marks["pier"].text if unit.on_pier else ""
    style = "spent" if scene.is_spent(unit) else "craft" if unit.type.is_craft else "marine"
    yield from _labels(scene, unit, wide, plank, style)
    yield from _cargo(scene, unit, wide)
    if unit.pins:
        yield scene.marks["pin"]._replace(text="!" * unit.pins)
    if unit.course:
        yield scene.marks["course"]._replace(text=f">{heading(scene.board, unit)}")
    if unit.homeward or unit.emptied:
        yield scene.marks["home"]
    if unit.supply == "none" and scene.state.is_ashore(unit):
        yield _supply(scene, unit)
    if unit.busy:
        yield scene.marks["doing"]._replace(text=BUSY[unit.busy][0])


def _labels(scene: Scene, unit: Unit, wide: int, plank: str, style: str) -> Iterator[Mark]:
    """Name and steps, and in a phase in which it has some, its AP; these stand alone where there is no room."""
    key = "counter pier" if plank else "counter"
    name = plank + _name(unit, wide - len(plank))
    if not scene.has_ap(unit):
        yield Mark(name, style, key)
        return
    points = f"{scene.marks['points'].text[-2]}{ap_left(scene.state, unit):g}"
    yield Mark(name, style, key.replace("counter", "points"))
    yield Mark(points, style, glued=len(name + points) <= wide)


def _name(unit: Unit, wide: int) -> str:
    """Name and steps; the name is shortened where there is too little room."""
    return shortened(f"{unit.id} {unit.steps}", wide, unit.type.nature.short)


def shortened(text: str, wide: int, steps: Iterable[str]) -> str:
    """A name in at most so many characters, shortened step by step."""
    for long, short in pairwise(steps):
        if len(text) > wide:
            text = text.replace(long, short)
    return text


def _cargo(scene: Scene, craft: Unit, wide: int) -> Iterator[Mark]:
    passenger = scene.passenger(craft)
    if passenger:
        yield Mark(f"[{_name(passenger, wide - 2)}]", "marine", "cargo", glued=True)
    elif craft.load:
        battalion = craft.supplies
        units = scene.state.charts.units.values()
        steps = next((unit.nature.short for unit in units if unit.battalion == battalion), ())
        text = shortened(f"[{scene.marks['load'].text}{battalion}]", wide, steps)
        yield scene.marks["load"]._replace(text=text, glued=True)


def heading(board: Board, unit: Unit) -> str:
    """Where a change of course will take a unit (6.4)."""
    ahead = FRONT[board.beaches[unit.beach].facing] if unit.beach in board.beaches else ("left", "right")
    return ahead[unit.course == "right"]


def _close_areas(scene: Scene, at: Hex, wide: int) -> Iterator[Words]:
    if at not in scene.board.area_of:
        yield from _close_terrain(scene, at, wide)
        return
    look = areas_look(scene, at)
    yield _named(look.full[:2], scene.board.area_of[at], wide)


def _close_control(scene: Scene, at: Hex, wide: int) -> Iterator[Words]:
    if at not in scene.board.area_of:
        yield from _close_terrain(scene, at, wide)
        return
    mark = scene.marks[control(scene.state, at)]
    yield _named((mark,), {"held": "uncleared", "unentered": "airstrip"}.get(mark.key, mark.key), wide)
    if scene.board.area_of[at] in scene.secured:
        yield _named((scene.marks["secured"],), "secured", wide)
    yield from _counters(scene, at, wide)


def _close_supply(scene: Scene, at: Hex, wide: int) -> Iterator[Words]:
    if not traces(scene, at):
        yield from _close_terrain(scene, at, wide)
        return
    if scene.state.is_uncleared(at):
        yield _named((scene.marks["held"],), "uncleared", wide)
        return
    line = "head" if at in scene.state.heads else "joined" if at in scene.joined else "cut"
    yield _named((scene.marks[line],), "cut off" if line == "cut" else line, wide)
    for unit in scene.units(at):
        yield [Mark(_name(unit, wide), "marine", "counter"), _supply(scene, unit)]


def _supply(scene: Scene, unit: Unit) -> Mark:
    """Where a unit gets its supply, or for how many turns it has had none."""
    if unit.supply == "none":
        mark = scene.marks["isolated" if is_isolated(scene.state, unit) else "unsupplied"]
        return mark._replace(text=f"{mark.text[:3]}{unit.unsupplied or ''}")
    active = "by-marker" if has_marker(unit) else "by-landing"
    return scene.marks[active if unit.supply == "active" else "general"]


CLOSE: dict[str, Callable[[Scene, Hex, int], Iterator[Words]]] = {
    "units": _close_units,
    "terrain": _close_terrain,
    "areas": _close_areas,
    "control": _close_control,
    "supply": _close_supply,
}
