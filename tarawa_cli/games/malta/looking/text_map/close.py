"""The close view: some hexes with all that is in them."""

from collections.abc import Callable, Collection, Iterable, Iterator

from tarawa_cli.games.malta.geography.grid import GRID
from tarawa_cli.games.malta.looking.text_map.layers import lifeline, zone
from tarawa_cli.games.malta.looking.text_map.legend import page
from tarawa_cli.games.malta.looking.text_map.scene import Scene
from tarawa_cli.games.malta.model.state import DEMORALISED, DISORGANISED, State, Unit
from tarawa_cli.games.malta.rules.ch08.supply import needs_supply
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.render.flatmap import Size, bands, close, tall_enough
from tarawa_cli.kernel.render.hexmap import CloseHex, Line, Piece, width_of

EDGES = (14, 12, 10, 8)
"""Widths of a level side that are tried, the widest first."""
_SHAKEN = (DISORGANISED, DEMORALISED)


def close_map(
    state: State,
    hexes: Iterable[Hex],
    *,
    layer: str = "units",
    width: int = 80,
    colour: bool = False,
    ascii: bool = False,
    marked: Collection[Hex] = (),
    before: State | None = None,
) -> str:
    """Some hexes with all that is in them, in parts from west to east if they are too many for the width."""
    scene = Scene(state, layer, ascii=ascii, before=before)
    shown = [at for at in sorted(set(hexes)) if at in state.board.terrain]
    size = _size(scene, shown, width)
    scene.used.clear()
    lines: list[Line] = []
    for part in bands(GRID, shown, size, width):
        lines += [[]] if lines else []
        drawn = close(GRID, part, lambda at: _hex(scene, at, size.edge, at in marked), size, scene.side, scene.is_sea)
        lines += _without_end(drawn)
    return page(scene, lines, width, colour, near=shown)


def _without_end(lines: list[Line]) -> list[Line]:
    """A picture without the blank lines below it: the sea has no border."""
    while lines and not "".join(piece.text for piece in lines[-1]).strip():
        lines = lines[:-1]
    return lines


def _size(scene: Scene, shown: list[Hex], width: int) -> Size:
    """The widest hexes that need not be parted, tall enough for the fullest."""
    heights = (max((_height(_texts(scene, at, edge), edge) for at in shown), default=2) for edge in EDGES)
    sizes = [tall_enough(edge, height) for edge, height in zip(EDGES, heights, strict=True)]
    return next((size for size in sizes if len(bands(GRID, shown, size, width)) <= 1), sizes[-1])


def _height(lines: list[Line], edge: int) -> int:
    """How many lines a hex needs, its title among them, so that no text is cut: it is widest in the middle."""
    return max(len(lines) + 1, *(place + _lack(line, edge) for place, line in enumerate(lines, 1)))


def _lack(line: Line, edge: int) -> int:
    """How many lines must lie above and below a text, so that the hex is wide enough for it."""
    return max(0, -(-(width_of(line) - edge) // 2))


def _hex(scene: Scene, at: Hex, edge: int, marked: bool) -> CloseHex:
    title = Piece(f">{at}<", "marked") if marked else Piece(at, "number")
    return CloseHex(title, _texts(scene, at, edge))


def _texts(scene: Scene, at: Hex, edge: int) -> list[Line]:
    """The ground, then what the layer shows, then what has changed; as many on a line as fit."""
    changed = (
        [scene.sign(one.sign), Piece(scene.text(one.text), scene.sign(one.sign).style)]
        for one in scene.changed.get(at, ())
    )
    return _lowered([_ground(scene, at, edge), *_packed([*CLOSE[scene.layer](scene, at), *changed], edge)], edge)


def _lowered(lines: Iterable[Line], edge: int) -> list[Line]:
    """Texts with blank lines before those that are too wide for their place."""
    placed: list[Line] = []
    for line in lines:
        placed += [[]] * (_lack(line, edge) - len(placed) - 1)
        placed.append(line)
    return placed


def _ground(scene: Scene, at: Hex, edge: int) -> Line:
    """The letter of the ground, and the name of the place as far as there is room."""
    if scene.is_sea(at):
        return [scene.ground(at)]
    name = scene.text(scene.board.name_of(at))[: edge - 1]
    return [scene.ground(at), scene.mark(at), Piece(name)]


def _units(scene: Scene, at: Hex) -> Iterator[Line]:
    if at in scene.state.given:
        yield [scene.sign("given")]
    last = ""
    for unit in scene.units(at):
        yield counter(scene, unit, unit.id.removeprefix(unit.type.of) if unit.type.of == last != "" else unit.id)
        last = unit.type.of


def counter(scene: Scene, unit: Unit, name: str) -> Line:
    """Name, strength, and what else lies on a counter; of further companies of a battalion only the number."""
    style = scene.style([unit])
    return [Piece(name, style), *_numbers(scene, unit, style), *_markers(scene, unit)]


def _numbers(scene: Scene, unit: Unit, style: str) -> Iterator[Piece]:
    """What it fights with; and its steps, if it has lost some."""
    attack, defence = unit.strength
    if unit.can("gun"):
        yield scene.sign("guns", f" {support(unit)}", style)
    elif unit.can("lead"):
        yield scene.sign("leader", f" {unit.rating}", style)
    elif attack or defence:
        yield scene.sign("fighters", f" {attack}-{defence}", style)
    if unit.steps < unit.type.steps:
        yield scene.sign("weakened", f"{chr(39) if scene.ascii else '·'}{unit.steps}", style)


def support(unit: Unit) -> str:
    """What a gun adds to an attack and to a defence with the steps it has left (2.2)."""
    return "/".join(str(unit.type.weakened(value, unit.steps)) for value in (unit.type.offence, unit.type.support))


def _markers(scene: Scene, unit: Unit) -> Iterator[Piece]:
    found = [unit.state] if unit.state in _SHAKEN else []
    found += [] if unit.supplied else ["unsupplied"]
    if unit.can("gun"):
        found += ["fired"] if unit.fired else [] if unit.ammo else ["empty"]
    for key in found:
        yield Piece(" ")
        yield scene.sign(key)


def _packed(words: Iterable[Line], room: int) -> Iterator[Line]:
    """Words on lines, a comma between them; the middle of a hex is wider than its edge."""
    line: list[Piece] = []
    for word in words:
        if line and width_of(line) + width_of(word) > room:
            yield line
            line = []
        line += [Piece(", "), *word] if line else word
    if line:
        yield line


def _terrain(scene: Scene, at: Hex) -> Iterator[Line]:
    if scene.is_sea(at):
        return
    yield [Piece(scene.board.terrain[at])]
    weight = scene.board.objectives.get(at)
    if weight:
        yield [scene.sign("objective", f"objective {weight}")]


def _regions(scene: Scene, at: Hex) -> Iterator[Line]:
    if at in scene.board.region_of:
        yield [scene.sign("region", scene.board.region_of[at])]


def _control(scene: Scene, at: Hex) -> Iterator[Line]:
    if not scene.is_sea(at):
        side = scene.state.controller(at)
        yield [scene.sign(side), Piece(f" {side}", f"{side} ground")]


def _zones(scene: Scene, at: Hex) -> Iterator[Line]:
    if not scene.is_sea(at):
        yield [zone(scene, at)]
        yield from ([Piece(unit.id, unit.side)] for unit in scene.units(at) if unit.can("combat"))


def _supply(scene: Scene, at: Hex) -> Iterator[Line]:
    """What a hex is to supply; whose line begins there, and which headquarters it leads to."""
    if scene.is_sea(at):
        return
    yield [lifeline(scene, at), *_source(scene, at)]
    for unit in scene.units(at):
        if needs_supply(unit):
            supply = scene.supply(unit)
            by = "" if supply.hq == unit.id else f" {supply.hq or 'own'}"
            yield [Piece(unit.id, unit.side), scene.sign("cut", " ?") if supply.why else Piece(by)]


def _source(scene: Scene, at: Hex) -> list[Piece]:
    kinds = [network.sources[at] for network in scene.networks.values() if at in network.sources]
    return [Piece(f" {kind}") for kind in kinds]


CLOSE: dict[str, Callable[[Scene, Hex], Iterator[Line]]] = {
    "units": _units,
    "terrain": _terrain,
    "regions": _regions,
    "control": _control,
    "zoc": _zones,
    "supply": _supply,
}
