"""What `map` shows: the whole island, or the surroundings of a place, drawn from the scene."""

from tarawa_cli.games.tarawa.model import names
from tarawa_cli.games.tarawa.model.board import OFF_MAP, within
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.views.ground import PALETTE
from tarawa_cli.games.tarawa.views.scene import LAYERS, area_line, next_step, scene, turn_heading
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.engine.views import Asked
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import Collection, Iterable, Iterator, NamedTuple
from tarawa_cli.kernel.scene.model import Line, Scene, StyledText
from tarawa_cli.kernel.scene.page import close_page, whole_page
from tarawa_cli.kernel.scene.paint import paint
from tarawa_cli.kernel.scene.pointy import Window, window

RADIUS = 3
"""How far the close view of a hex or unit reaches."""
__all__ = ["LAYERS", "View", "around", "picture", "view"]


class View(NamedTuple):
    """What to show: the scene, the hexes of a close view, and the lines below it."""

    scene: Scene
    hexes: frozenset[Hex]
    """Empty for the whole map."""
    notes: tuple[Line, ...] = ()


class MapPlace(NamedTuple):
    """A place on the map: its name, its hexes, the hex that it is about, its unit or beach."""

    name: str
    hexes: frozenset[Hex]
    centre: Hex = ""
    unit: str = ""
    beach: str = ""


def picture(state: State, asked: Asked) -> str:
    """The map as text."""
    seen, screen = view(state, asked), asked.screen
    if not seen.hexes:
        lines = whole_page(seen.scene, screen, seen.notes)
    else:
        shown = window(seen.scene, seen.hexes, screen.width, screen.height)
        lines = close_page(seen.scene, screen, shown, (*seen.notes, *_beyond(seen, shown)))
    return paint(lines, PALETTE, screen)


def described(state: State, asked: Asked) -> tuple[Scene, Collection[Hex]]:
    """The scene in full, and the hexes to show; none means all."""
    seen = view(state, asked)
    return seen.scene if seen.hexes else scene(state, asked.layer, before=asked.before), seen.hexes


def view(state: State, asked: Asked) -> View:
    """The scene and what is shown of it."""
    since = tuple(_since(asked.before, state)) if asked.before else ()
    if not asked.word:
        if asked.layer == "reach":
            raise BadOrder("--layer reach: whose?", hint="map UNIT --layer reach")
        whole = scene(state, asked.layer, before=asked.before, in_full=False)
        if asked.next_step and asked.screen.height:
            whole = whole._replace(next=next_step(state, asked.screen.width - 1))
        return View(whole, frozenset(), (*since, *_at_wreck(state)))
    place = around(state, asked)
    unit = state.units.get(place.unit)
    if asked.layer == "reach" and not unit:
        raise BadOrder(f"--layer reach: {place.name} is not a unit", hint="map UNIT --layer reach")
    reach = _reach(state, unit) if unit and asked.layer in ("units", "reach") else {}
    found = scene(state, asked.layer, before=asked.before, reach=reach, marked=[place.centre] if place.centre else [])
    titled = found._replace(title=f"{place.name} · {found.title.partition(' · ')[2]}")
    shown = place.hexes | reach.keys()
    changes = (
        tuple(_changes(asked.before, state, {near for at in shown for near in within(at, 1)})) if asked.before else ()
    )
    return View(titled, shown, (*since, *changes, *_notes(state, place, unit, reach)))


def _reach(state: State, unit: Unit) -> dict[Hex, float]:
    from tarawa_cli.games.tarawa.legal.costs import hexes_in_reach  # start-up

    return hexes_in_reach(state, unit)


# ── The lines below a close view


def _beyond(view: View, shown: Window) -> Iterator[Line]:
    """The rows that do not fit on the screen."""
    hidden = sorted({at[:2] for at in view.hexes if int(at[:2]) not in shown.rows and at in view.scene.hexes})
    if hidden:
        yield [StyledText(f"not shown: rows {', '.join(hidden)}; --height shows more", "fold")]


def _since(before: State, state: State) -> Iterator[Line]:
    """From when to when the map shows what has changed."""
    yield [StyledText(f"changes from {turn_heading(before)}", "edge")]
    yield [StyledText(f"          to {turn_heading(state)}", "edge")]


def _changes(before: State, state: State, hexes: Collection[Hex]) -> Iterator[Line]:
    """What has changed in some hexes, in words."""
    from tarawa_cli.games.tarawa.views.differences import differences  # start-up

    found = {at: each for at, each in differences(before, state).items() if at in hexes}
    if found:
        yield [StyledText(f"{at} {', '.join(one.words for one in each)}   ") for at, each in found.items()]


def _at_wreck(state: State) -> Iterator[Line]:
    """The party at the wreck, which may not have landed yet (10.1.4)."""
    if party := [unit.id for unit in state.units.values() if unit.wrecking]:
        yield [StyledText("at the wreck: ", "edge"), StyledText(" ".join(party))]


def _notes(state: State, place: MapPlace, unit: Unit | None, reach: dict[Hex, float]) -> Iterator[Line]:
    if unit:
        yield [StyledText(_reach_words(unit, reach))]
    for area in state.board.areas_of(at for at in place.hexes if at in state.board.area_of):
        if not unit and not place.centre:
            yield area_line(state, area)
    yield from _bound(state, place)
    yield from _supplies(state, place.hexes)


def _reach_words(unit: Unit, reach: dict[Hex, float]) -> str:
    if not reach:
        return f"{unit.id} cannot move now; `unit {unit.id}` shows why"
    return f"{unit.id} can go to the hexes with a number, which is the cost in AP"


def _bound(state: State, place: MapPlace) -> Iterator[Line]:
    """The units on the way to a beach, with where they are now."""
    if not place.beach:
        return
    bound = [unit for unit in state.units.values() if unit.beach == place.beach and unit.on_map and not unit.craft]
    words = [_on_the_way(state, unit) for unit in bound if not unit.homeward and not unit.emptied]
    if words:
        yield [StyledText("on the way: ", "edge"), *(StyledText(f"{word}  ") for word in words)]


def _on_the_way(state: State, unit: Unit) -> str:
    passenger = state.passenger(unit) if unit.type.is_craft else None
    load = f" [{passenger.id}]" if passenger else f" [supplies for {unit.supplies}]" if unit.load else ""
    return f"{unit.id}{load} {unit.hex}"


def _supplies(state: State, hexes: Iterable[Hex]) -> Iterator[Line]:
    """The supply of each unit, unless it is plain general supply or none, which its counter shows (8.2, 8.4)."""
    from tarawa_cli.games.tarawa.narration.supply_status import by_words  # start-up

    shown = frozenset(hexes)
    seen = [unit for unit in state.ashore() if unit.hex in shown and unit.supply != "none"]
    for words, units in by_words(state, seen).items():
        if words != "general":
            yield [StyledText(f"supply {words}: ", "edge"), *(StyledText(f"{id} ") for id in units)]


# ── Places


def around(state: State, asked: Asked) -> MapPlace:
    """The place named, with the hexes around it that are shown."""
    word = asked.word.lower()
    board = state.board
    if names.is_beach(state, word):
        return _beach(state, names.beach(state, word.removeprefix(names.BEACH)))
    if word.isdigit():
        at = names.hex(state, word)
        return MapPlace(at, _near(at, asked), at)
    name = find_name(word, dict.fromkeys([*board.areas, *board.beaches, *state.units]), "area, beach or unit")
    if name in board.areas:
        return MapPlace(
            board.areas[name].name, frozenset(board.areas[name].hexes), beach=name if name in board.beaches else ""
        )
    if name in board.beaches:
        return _beach(state, name)
    unit = state.units[name]
    at = state.hex_of(unit)
    if not at:
        where = OFF_MAP.get(unit.at, unit.at)
        raise BadOrder(f"{unit.id} is not on the map: it is {where}", hint=f"tarawa unit {unit.id}")
    return MapPlace(unit.id, _near(at, asked), at, unit.id)


def _near(at: Hex, asked: Asked) -> frozenset[Hex]:
    return frozenset(within(at, RADIUS if asked.radius is None else asked.radius))


def _beach(state: State, id: str) -> MapPlace:
    beach = state.board.beaches[id]
    return MapPlace(beach.name, frozenset(near for hex in beach.limit for near in within(hex, 1)), beach=id)
