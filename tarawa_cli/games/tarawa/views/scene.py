"""Betio as a scene: what is on the map in a position, from which all maps, pictures and films are drawn."""

from tarawa_cli.games.tarawa.legal.unit_filters import is_ready, takes_part
from tarawa_cli.games.tarawa.model.board import FRONT, GRID, Board, neighbours, parts
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left, phase_name
from tarawa_cli.games.tarawa.views import ground
from tarawa_cli.games.tarawa.views.ground import formation, legend, letter, mark
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.units import signs
from tarawa_cli.kernel.hints import Callable, Collection, Iterator
from tarawa_cli.kernel.scene.model import Counter, HexView, Line, Mark, Name, Panel, Scene, StyledText
from tarawa_cli.kernel.scene.paint import next_line

# ── Units as counters: tags, names, AP, pins, supply, work


def counters(state: State, in_full: bool = True) -> dict[str, Counter]:
    """Every unit on the map, with all its marks, or else only its pins."""
    return {unit.id: counter(state, unit, in_full) for unit in on_map(state)}


def on_map(state: State) -> list[Unit]:
    """Marines, then craft, then craft going home, each in the order of the units."""
    return sorted(
        (unit for unit in state.units.values() if unit.on_map),
        key=lambda unit: unit.type.is_craft + (unit.homeward or unit.emptied),
    )


def counter(state: State, unit: Unit, in_full: bool = True) -> Counter:
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
    from tarawa_cli.games.tarawa.narration.supply_status import words  # start-up
    from tarawa_cli.games.tarawa.rules.ch07_actions import is_isolated

    if unit.supply == "active":
        yield mark("supplied", "+", words(state, unit))
    else:
        sign = "??" if is_isolated(state, unit) else "?"
        yield mark("unsupplied", f"{sign}{unit.unsupplied or ''}", words(state, unit))


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
    shown = [Panel("Cleared", [*_areas(state)]), Panel("Morale", [*_morale(state)])]
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


def _morale(state: State) -> Iterator[Line]:
    for track in state.tracks:
        level = state.marker_level(track)
        yield [StyledText(f"{track.capitalize():9} "), StyledText(f"{level:+d}", "bad" if level < 0 else "good")]


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
    shown = counters(state, in_full) if layer not in ("terrain", "areas") else {}
    extra = _extra(before, state, reach or {})
    for at, marks in extra.items():
        views[at] = views[at]._replace(marks=(*marks, *views[at].marks))
    return Scene(
        GRID,
        f"{'BETIO' if not marked else ' '.join(sorted(marked))} · {turn_heading(state)}",
        views,
        shown,
        _edges(board),
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


def _edges(board: Board) -> dict[tuple[Hex, Hex], str]:
    return (
        dict.fromkeys(board.roads, "road")
        | dict.fromkeys(board.ditches, "ditch")
        | dict.fromkeys(board.pier_sides, "pier")
    )


def _extra(before: State | None, state: State, reach: dict[Hex, float]) -> dict[Hex, list[Mark]]:
    """Marks for changes, the most important first, and for hexes in reach."""
    found: dict[Hex, list[Mark]] = {}
    if before:
        from tarawa_cli.games.tarawa.views.differences import marks  # start-up

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
