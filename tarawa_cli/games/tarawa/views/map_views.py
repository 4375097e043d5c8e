"""Betio as a scene, from which all maps, pictures and films are drawn; and what `map` shows of it."""

from tarawa_cli.games.tarawa.legal import is_ready, takes_part
from tarawa_cli.games.tarawa.model import names
from tarawa_cli.games.tarawa.model.board import FRONT, GRID, OFF_MAP, neighbours, parts, within
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left, phase_name
from tarawa_cli.games.tarawa.rules.ch07_actions import is_isolated
from tarawa_cli.games.tarawa.views import ground
from tarawa_cli.games.tarawa.views.ground import PALETTE, formation, legend, letter, mark
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.units import signs
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import Callable, Collection, Iterable, Iterator, NamedTuple
from tarawa_cli.kernel.presentation import Asked
from tarawa_cli.kernel.scene import Counter, HexView, Line, Mark, Name, Panel, Scene, StyledText
from tarawa_cli.kernel.scene.page import close_page, whole_page
from tarawa_cli.kernel.scene.paint import next_line, paint
from tarawa_cli.kernel.scene.pointy import Window, window

# ── Units as counters: tags, names, AP, pins, supply, work


def on_map(state: State) -> list[Unit]:
    """Marines, then craft, then craft going home, each in the order of the units."""
    return sorted(
        (unit for unit in state.units.values() if unit.on_map),
        key=lambda unit: unit.type.is_craft + (unit.homeward or unit.emptied),
    )


def counter(state: State, unit: Unit, in_full: bool) -> Counter:
    """A unit with all its marks, or else only its pins."""
    active = takes_part(state, unit)
    ready = active and not unit.pins and is_ready(state, unit)
    place = parts(unit.at)
    return Counter(
        unit.id,
        state.hex_of(unit),
        "marines",
        formation(unit.type),
        unit.kind,
        _tag(unit),
        _name(unit),
        str(unit.steps),
        unit.steps,
        unit.type.steps,
        ready,
        tuple(_marks(state, unit, active)) if in_full else tuple(_pins(unit)),
        place.craft,
        f"supplies for {unit.supplies}" if unit.load else "",
        active and not ready,
        {"pier": bool(place.pier)},
    )


def _tag(unit: Unit) -> str:
    """`38` for 3/8, `3E` for its engineers, `g1` for 1/10, `M1` for a tank, `v1` for a craft, `$3` for supplies."""
    if unit.load:
        return f"${unit.supplies[0]}"
    nature = unit.type.nature
    if nature.formation == "own":
        return unit.id[:2].capitalize()
    if nature.formation != "battalion":
        return letter(unit.type) + (unit.id[0] if "/" in unit.id else unit.id[-1])
    battalion, _, rest = unit.id.partition("/")
    return battalion + ("E" if rest.endswith("E") else rest[0])


def _name(unit: Unit) -> str:
    """A name of at most four signs: `3/8A`, `lvt1`, `shm1`, `cv10`."""
    text = unit.id
    for short in unit.type.nature.short:
        text = text if len(text) <= 4 else short + text[len(text.rstrip("0123456789")) :]
    text = text.replace("-", "")
    digits = text[len(text.rstrip("0123456789")) :]
    return text if len(text) <= 4 else text[: 4 - len(digits)] + digits


def _marks(state: State, unit: Unit, active: bool) -> Iterator[Mark]:
    """What a close view says below its name."""
    if active:
        left = f"{ap_left(state, unit):g}"
        yield mark("ap", f"∙{left}", f"{left} AP")
    yield from _pins(unit)
    if unit.course:
        way = heading(state, unit)
        yield mark("course", f">{way}", f"drifts {way}")
    if state.is_ashore(unit):
        yield from _supply(state, unit)
    yield from (mark(sign.name, sign.text, sign.words) for sign in signs(unit))
    if unit.load:
        yield mark("cargo", f"${unit.supplies}", f"supplies for {unit.supplies}")
    if unit.on_pier:
        yield mark("on-pier", "pier", "on the pier")


def _pins(unit: Unit) -> Iterator[Mark]:
    if unit.pins:
        yield mark("pin", "!" * unit.pins, f"pinned{f' ×{unit.pins}' if unit.pins > 1 else ''}", unit.pins)


def _supply(state: State, unit: Unit) -> Iterator[Mark]:
    if unit.supply not in ("active", "none"):
        return
    from tarawa_cli.games.tarawa.views.facts import supply_words  # start-up

    if unit.supply == "active":
        yield mark("supplied", "+", supply_words(state, unit))
    else:
        sign = "??" if is_isolated(state, unit) else "?"
        yield mark("unsupplied", f"{sign}{unit.unsupplied or ''}", supply_words(state, unit))


def heading(state: State, unit: Unit) -> str:
    """Where a change of course will take a unit (6.4)."""
    beaches = state.board.beaches
    ahead = FRONT[beaches[unit.beach].facing] if unit.beach in beaches else ("left", "right")
    return ahead[unit.course == "right"]


# ── Around the map: areas with bars, morale, key figures, the next step


_BAR = 4


def figures(state: State) -> list[StyledText]:
    """The key figures of the title line, the most important first."""
    cleared = f"{len(state.cleared)}/{len(state.board.defended)}"
    return [
        *(StyledText("casualties "), StyledText(f"{state.casualties:,}", "bad")),
        *(StyledText("  cleared "), StyledText(cleared, "good")),
    ]


def panels(state: State) -> list[Panel]:
    morale: list[Line] = []
    for track in state.tracks:
        level = state.marker_level(track)
        ink = "bad" if level < 0 else "good"
        morale.append([StyledText(f"{track.capitalize():9} "), StyledText(f"{level:+d}", ink)])
    shown = [Panel("Cleared", [*_areas(state)]), Panel("Morale", morale)]
    markers = [[StyledText(line)] for line in _markers(state)]
    return [*shown, *([Panel("Markers", markers)] if markers else [])]


def _areas(state: State) -> Iterator[Line]:
    for id, area in state.board.areas.items():
        defended = [at for at in area.hexes if at in state.board.defended]
        cleared = sum(at in state.cleared for at in defended)
        full = _BAR * cleared // len(defended) if defended else _BAR
        bar = [StyledText("━" * full, "good"), StyledText("─" * (_BAR - full), "dull")]
        yield [StyledText(f"{id:9} "), *bar, StyledText(f" {cleared:2}/{len(defended):<2}")]


def _markers(state: State) -> Iterator[str]:
    """Markers on whole areas."""
    for id in state.board.areas:
        if id in state.chits:
            yield f"{id:9} chit {state.chits[id] or 'blank'}"
        if id in state.area_suppression:
            yield f"{id:9} suppressed"
        if id in state.raids:
            yield f"{id:9} raid, {state.raids[id]}"


def next_step(state: State, width: int) -> Line:
    """What can be done next, as commands, as many as a line holds."""
    from tarawa_cli.games.tarawa.narration.next_steps import commands  # start-up

    if state.outcome:
        return [StyledText(f"The game is over: {state.ending}.", "heading")]
    return next_line(commands(state) or ["next"], width)


def area_line(state: State, id: str) -> Line:
    """An area in a line: how much of it is cleared, and the markers on it."""
    area = state.board.areas[id]
    defended = [at for at in area.hexes if at in state.board.defended]
    cleared = sum(at in state.cleared for at in defended)
    shown = [line[10:].strip() for line in _markers(state) if line.split()[0] == id]
    shown += ["secured"] if state.is_secured(id) else []
    return [
        StyledText(f"{area.name} ({id}): cleared {cleared} of {len(defended)}{''.join(f', {word}' for word in shown)}")
    ]


# ── The whole scene


LAYERS = ("units", "terrain", "areas", "control", "supply", "reach")
_OVERLAYS: dict[str, Callable[[State], Callable[[State, HexView], HexView]]] = {
    "terrain": lambda _: ground.printed,
    "areas": lambda _: ground.by_area,
    "control": lambda _: ground.controlled,
    "supply": ground.Supplied,
}


def scene(
    state: State,
    layer: str = "units",
    *,
    before: State | None = None,
    marked: Collection[Hex] = (),
    reach: dict[Hex, float] | None = None,
    in_full: bool = True,
) -> Scene:
    """Everything on the map: in a layer, with changes since an earlier position, or with what a unit can reach.

    Without `in_full`, units have only the marks that the whole map shows.
    """
    board = state.board
    views = ground.water() | {at: ground.view(state, at) for at in (*board.area_of, board.wreck)}
    if layer in _OVERLAYS:
        over = _OVERLAYS[layer](state)
        views = {at: over(state, view) for at, view in views.items()}
    units = on_map(state) if layer not in ("terrain", "areas") else ()
    shown = {unit.id: counter(state, unit, in_full) for unit in units}
    extra = _extra(before, state, reach or {})
    for at, marks in extra.items():
        views[at] = views[at]._replace(marks=(*marks, *views[at].marks))
    sides = {"road": board.roads, "ditch": board.ditches, "pier": board.pier_sides}
    return Scene(
        GRID,
        f"{'BETIO' if not marked else ' '.join(sorted(marked))} · {turn_heading(state)}",
        views,
        shown,
        {side: kind for kind in ("road", "ditch", "pier") for side in sides[kind]},
        names=[
            Name(beach.name.upper(), beach.name.upper().replace(" BEACH", ""), beach.landing)
            for beach in board.beaches.values()
        ],
        panels=panels(state),
        figures=figures(state),
        legend=legend(state.charts, board),
        weights=_weights(state, shown, extra),
        open_grounds=("reef",),
        folded=("no units", "open reef"),
        marked=frozenset(marked),
    )


def turn_heading(state: State) -> str:
    """Turn, date and phase."""
    return f"Turn {state.turn} · {state.charts.turn(state.turn).label} · {phase_name(state.phase)}"


def _extra(before: State | None, state: State, reach: dict[Hex, float]) -> dict[Hex, list[Mark]]:
    """Marks for changes, the most important first, and for hexes in reach."""
    found: dict[Hex, list[Mark]] = {}
    if before:
        from tarawa_cli.games.tarawa.views.course import marks  # start-up

        found = marks(before, state)
    for at, price in reach.items():
        found.setdefault(at, []).append(mark("reach", f"{price:g}", f"{price:g} AP to go there"))
    return found


def _weights(state: State, shown: dict[str, Counter], new: Collection[Hex]) -> dict[Hex, int]:
    """How much there is to see in a hex: land, fronts, units and changes count most."""
    weights = dict.fromkeys(state.board.land, 1)
    held = state.cleared | state.occupied
    enemy = state.board.defended - state.cleared
    few, many = sorted((held, enemy), key=len)
    front = {(at, other) for at in few for other in neighbours(at) if other in many}
    weights |= dict.fromkeys((at for side in front for at in side if at in held), 2)
    for at in (*state.heads, *((state.board.wreck,) if state.wreck == "occupied" else ())):
        weights[at] = 2
    return weights | dict.fromkeys((one.at for one in shown.values()), 3) | dict.fromkeys(new, 3)


# ── What `map` shows: the whole island, or the surroundings of a place

RADIUS = 3
"""How far the close view of a hex or unit reaches."""


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
            raise BadOrder("map --layer reach needs a unit", hint="map UNIT --layer reach")
        whole = scene(state, asked.layer, before=asked.before, in_full=False)
        if asked.next_step and asked.screen.height:
            whole = whole._replace(next=next_step(state, asked.screen.width - 1))
        return View(whole, frozenset(), (*since, *_at_wreck(state)))
    place = around(state, asked)
    unit = state.units.get(place.unit)
    if asked.layer == "reach" and not unit:
        raise BadOrder(f"--layer reach: {place.name} is not a unit", hint="map UNIT --layer reach")
    reach: dict[Hex, float] = {}
    if unit and asked.layer in ("units", "reach"):
        from tarawa_cli.games.tarawa.legal.listing import hexes_in_reach  # start-up

        reach = hexes_in_reach(state, unit)
    found = scene(state, asked.layer, before=asked.before, reach=reach, marked=[place.centre] if place.centre else [])
    titled = found._replace(title=f"{place.name} · {found.title.partition(' · ')[2]}")
    shown = place.hexes | reach.keys()
    changes = (
        tuple(_changes(asked.before, state, {near for at in shown for near in within(at, 1)})) if asked.before else ()
    )
    return View(titled, shown, (*since, *changes, *_notes(state, place, unit, reach)))


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
    from tarawa_cli.games.tarawa.views.course import differences  # start-up

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
    words = []
    for unit in bound:
        passenger = state.passenger(unit) if unit.type.is_craft else None
        load = f" [{passenger.id}]" if passenger else f" [supplies for {unit.supplies}]" if unit.load else ""
        words += [f"{unit.id}{load} {unit.hex}"] if not unit.homeward and not unit.emptied else []
    if words:
        yield [StyledText("on the way: ", "edge"), *(StyledText(f"{word}  ") for word in words)]


def _supplies(state: State, hexes: Iterable[Hex]) -> Iterator[Line]:
    """The supply of each unit, unless it is plain general supply or none, which its counter shows (8.2, 8.4)."""
    from tarawa_cli.games.tarawa.views.facts import by_supply  # start-up

    shown = frozenset(hexes)
    seen = [unit for unit in state.ashore() if unit.hex in shown and unit.supply != "none"]
    for words, units in by_supply(state, seen).items():
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
