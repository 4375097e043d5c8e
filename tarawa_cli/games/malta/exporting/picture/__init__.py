"""The map as a picture: Malta with the position on it, in one SVG file."""

from collections.abc import Iterator

from tarawa_cli.games.malta.exporting.picture.style import COUNTER, EDGE, HEAD, WIDTH, sheet_style
from tarawa_cli.games.malta.geography.grid import GRID
from tarawa_cli.games.malta.model.board import OCEAN, Board
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.telling.sentences import headline, score
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.render.markup import Markup, ascii_only, element, joined
from tarawa_cli.kernel.render.svg import Point, Sheet, haloed, picture, star, titled, write


def svg(state: State) -> str:
    """The whole file."""
    return ascii_only(Markup(f'<?xml version="1.0" encoding="UTF-8"?>\n{drawing(state)}\n'))


def drawing(state: State) -> Markup:
    """Ground, hexsides, names, counters, one over the other."""
    board = state.board
    sheet = Sheet(GRID, board.terrain, WIDTH, Point(EDGE, HEAD))
    size = sheet.end.moved(EDGE, EDGE)
    return picture(
        size,
        titled(f"{state.setting.scenario.name}: {headline(state)}"),
        sheet_style(),
        element("rect", class_="sea", width=size.x, height=size.y),
        element("g", *_ground(sheet, state), id="ground"),
        element("g", *_lines(sheet, board), id="lines", pointer_events="none"),
        element("g", *_names(sheet, state), id="names", pointer_events="none"),
        element("g", *_counters(sheet, state), id="units"),
        write(f"{state.setting.scenario.name} · {headline(state)}", Point(EDGE, HEAD / 2), class_="title"),
        write(f"{score(state)}. Coast: OpenStreetMap contributors, ODbL", Point(EDGE, HEAD * 0.8), class_="small"),
        class_="malta",
    )


def _ground(sheet: Sheet, state: State) -> Iterator[Markup]:
    for at, kind in state.board.terrain.items():
        held = " axis" if at in state.control else ""
        name = f"{at} {state.board.name_of(at)}: {kind}".replace(" :", ":")
        yield element("path", titled(name), class_=f"hex {kind}{held}", d=sheet.outline(at))


def _lines(sheet: Sheet, board: Board) -> Iterator[Markup]:
    """Roads from middle to middle, hexsides along their sides."""
    yield element("path", class_="road", d=sheet.steps(sorted(board.roads)))
    for name, sides in (("stream", board.streams), ("steep", board.steep), ("water", board.water)):
        yield element("path", class_=name, d=sheet.sides(sorted(sides)))


def _names(sheet: Sheet, state: State) -> Iterator[Markup]:
    board = state.board
    for at, kind in board.terrain.items():
        centre = sheet.centre(at)
        if kind != OCEAN:
            yield write(at, centre.moved(0, -WIDTH * 0.36), class_="number")
        if at in board.places:
            yield haloed(board.name_of(at), centre.moved(0, WIDTH * 0.42), class_="name")
        if at in board.objectives:
            yield element("path", class_="objective", d=star(centre.moved(WIDTH * 0.34, -WIDTH * 0.28), WIDTH * 0.09))
        if at in state.strongpoints:
            yield element("path", class_="strongpoint", d=sheet.outline(at))


def _counters(sheet: Sheet, state: State) -> Iterator[Markup]:
    stacks: dict[Hex, list[Unit]] = {}
    for unit in state.units.values():
        if unit.on_map:
            stacks.setdefault(unit.at, []).append(unit)
    for at in sorted(stacks):
        yield joined(_counter(unit, sheet.centre(at), place, len(stacks[at])) for place, unit in enumerate(stacks[at]))


def _counter(unit: Unit, centre: Point, place: int, count: int) -> Markup:
    """A box in two columns, with name and strength."""
    rows = -(-count // 2)
    corner = centre.moved((place % 2 - 1) * COUNTER.x, (place // 2 - rows / 2) * COUNTER.y)
    attack, defence = unit.strength
    told = titled(f"{unit.type.name}: {attack}-{defence}, {unit.steps} of {unit.type.steps} steps, {unit.state}")
    box = element("rect", x=corner.x, y=corner.y, width=COUNTER.x - 1, height=COUNTER.y - 1, rx=1.5)
    text = write(f"{unit.id} {unit.steps}", corner.moved(COUNTER.x / 2, COUNTER.y * 0.7), class_="counter")
    return element("g", told, box, text, class_=f"unit {unit.side} {unit.state}")
