"""The text map with all around it: title, legend, lists of stacks, who is off the map."""

from tarawa_cli.games.malta.model.board import GRID, is_hex
from tarawa_cli.games.malta.model.state import ENDINGS, State, Unit
from tarawa_cli.games.malta.model.unit import wave_name, wave_of
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.narration.sentences import PLAYERS, headline, listed
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.views import scene as scenes
from tarawa_cli.games.malta.views.inks import LOOKS, in_ascii, palette
from tarawa_cli.games.malta.views.scene import MARKS
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.errors import refusal
from tarawa_cli.kernel.hints import Collection, Iterable, Iterator, NamedTuple, Sequence
from tarawa_cli.kernel.narration.visible import Screen, plural
from tarawa_cli.kernel.scene import HexView, Line, Scene, StyledText
from tarawa_cli.kernel.scene.flat import EDGE, Drawing, close_size, fill, parted, window
from tarawa_cli.kernel.scene.paint import Size, beside, fitted, in_rows, next_line, paint, up_to, width_of

PANEL, GAP = 25, 2
"""The columns that a panel beside the map needs at least, and those between."""
_FEW, _MANY = 25, 40
"""Lines of a close view of up to five rows, and of more."""
_NATIONS = {"british": "Allied", "italian": "Italian", "german": "German"}
_LEGEND, _LOW = 2, 20
"""Lines of the legend below the whole map on a terminal; a single one if it has fewer rows than this."""


class Wanted(NamedTuple):
    """What to draw, and for which screen."""

    state: State
    layer: str = "units"
    screen: Screen = Screen()
    before: State | None = None
    mover: Unit | None = None
    """The unit whose reach is shown."""

    def scene(self) -> Scene:
        return scenes.scene(self.state, self.layer, self.before, self.mover)


# ── The whole map


def whole(wanted: Wanted, sea: bool = False, next_step: bool = False) -> str:
    """The island, or the sheet with its sea, as large as fits; cut to where the fighting is if it must be.

    On a terminal it can end with the next step.
    """
    foot = [_next_step(wanted)] if next_step and wanted.screen.height else []
    wanted = wanted._replace(screen=wanted.screen._replace(height=wanted.screen.height - len(foot)))
    scene, screen = wanted.scene(), wanted.screen
    rows, columns = _sheet(wanted.state, sea)
    key = _LEGEND if screen.height >= _LOW else 1
    lines_left = screen.height - 2 - key if screen.height else 0
    size = _whole_size(len(rows), len(columns), screen, lines_left)
    shown_rows: Sequence[int] = rows
    if lines_left and len(rows) * size.high + size.high // 2 > lines_left:
        shown_rows = window(scene, rows, lines_left - 1, size.high)
    shown_columns = _columns(scene, columns, (screen.width - EDGE) // size.wide)
    shown = [GRID.name(row, column) for row in shown_rows for column in shown_columns]
    drawing = Drawing(scene, shown, size, screen, LOOKS)
    for zone, beaches in wanted.state.board.beaches.items():
        middle = sorted(beaches, key=lambda at: abs(beaches.index(at) - len(beaches) // 2))
        drawing.name_water(zone.upper(), middle, "heading")
    room = screen.width - EDGE - drawing.canvas.wide - GAP
    aside = room >= PANEL and wanted.layer == "units"
    if not aside:
        _write_on_water(drawing, wanted)
    under = wanted._replace(screen=screen._replace(width=screen.width - GAP - room if aside else screen.width))
    cropped = _cropped(rows, shown_rows, columns, shown_columns, len(foot))
    lines = [*drawing.numbered(), *(line for note in cropped for line in _wrapped(note, under.screen.width))]
    lines += [part for note in _still(wanted) for part in _wrapped(note, under.screen.width)]
    most = screen.height - 1 if screen.height else 0
    for part in (_legend([drawing], under), _lists(under, drawing, panel=aside)):
        lines += up_to(part, most - len(lines), under.screen.width) if most else part
    if aside:
        lines = beside(lines, _panel(wanted, room, most), GAP)
    return _painted([_title(wanted), *lines, *foot], screen)


def _next_step(wanted: Wanted) -> Line:
    from tarawa_cli.games.malta.narration.next_steps import commands  # start-up

    if wanted.state.outcome:
        return [StyledText(f"The game is over: {ENDINGS[wanted.state.outcome]}.", "heading")]
    return next_line(commands(wanted.state), wanted.screen.width - 1)


def _sheet(state: State, sea: bool) -> tuple[range, range]:
    """All rows and columns, or those of the land."""
    if sea:
        return state.board.rows, state.board.columns
    rows, columns = (sorted(map(place, state.board.land)) for place in (GRID.row, GRID.column))
    return range(rows[0], rows[-1] + 1), range(columns[0], columns[-1] + 1)


def _whole_size(rows: int, columns: int, screen: Screen, lines: int) -> Size:
    wide = next((wide for wide in (8, 7, 6, 5) if EDGE + columns * wide + GAP + PANEL <= screen.width), 0)
    wide = wide or max(3, min(5, (screen.width - EDGE) // columns))
    high = 3 if wide >= 7 and lines >= rows * 3 + 1 else 2
    return Size(wide if high == 3 else min(wide, 6), high)


def _columns(scene: Scene, columns: Sequence[int], most: int) -> Sequence[int]:
    """As many columns as fit, with as much land and as many units as possible."""
    if len(columns) <= most:
        return columns
    weights = dict.fromkeys(columns, 0)
    for counter in scene.counters.values():
        if is_hex(counter.at) and GRID.column(counter.at) in weights:
            weights[GRID.column(counter.at)] += 4
    for view in scene.hexes.values():
        weights[GRID.column(view.at)] = weights.get(GRID.column(view.at), 0) + bool(view.owner)
    starts = range(len(columns) - most + 1)
    best = max(starts, key=lambda start: sum(weights[column] for column in columns[start : start + most]))
    return columns[best : best + most]


def _cropped(
    rows: Sequence[int], shown_rows: Sequence[int], columns: Sequence[int], shown_columns: Sequence[int], foot: int
) -> Iterator[Line]:
    """Lines about rows and columns that do not fit on the screen, and how to show them."""
    if len(shown_rows) < len(rows):
        text = f"rows {_span(shown_rows)} of {_span(rows)}, where the fighting is; all rows:"
        yield [StyledText(f"⋮ {text} map --height {2 * len(rows) + 5 + foot}", "label")]
    if len(shown_columns) < len(columns):
        text = f"columns {_span(shown_columns)} of {_span(columns)}; all columns:"
        yield [StyledText(f"⋮ {text} map --width {EDGE + 4 * len(columns)}", "label")]


def _span(numbers: Sequence[int]) -> str:
    return f"{numbers[0]:02d}–{numbers[-1]:02d}"


# ── A close view


def close(wanted: Wanted, hexes: Iterable[Hex], marked: Collection[Hex] = (), name: str = "") -> str:
    """Some hexes with their contents; what does not fit into its hex is listed below or at the side."""
    screen, shown = wanted.screen, sorted(set(hexes))
    lines = _close_page(wanted, close_drawings(wanted, shown, marked), name)
    if screen.height and len(lines) > screen.height:
        narrow = wanted._replace(screen=screen._replace(width=max(1, screen.width - PANEL - GAP)))
        drawings = close_drawings(narrow, shown, marked)
        smaller = _close_page(wanted, drawings, name)
        lines = smaller if len(drawings) == 1 and len(smaller) <= screen.height else lines
    return _painted(lines, screen)


def _close_page(wanted: Wanted, drawings: Sequence[Drawing], name: str) -> list[Line]:
    screen, body = wanted.screen, list[Line]()
    for drawing in drawings:
        body += [*([[]] if body else []), *drawing.canvas.lines(not drawing.is_plain)]
    near = {at for drawing in drawings for at in drawing.shown}
    told = [*(line for drawing in drawings for line in _stacks(drawing)), *_still(wanted), *_notes(wanted, near)]
    room = screen.width - max(map(width_of, body)) - GAP
    if room >= PANEL:
        body = beside(body, [line for entry in told for line in _wrapped(entry, room)], GAP)
        told = []
    below = [line for entry in told for line in _wrapped(entry, screen.width)]
    return [_title(wanted, name), *body, *_legend(drawings, wanted), *below]


def close_drawings(wanted: Wanted, hexes: Iterable[Hex], marked: Collection[Hex] = ()) -> list[Drawing]:
    """The drawing of some hexes, in parts from west to east if they are too many for the width."""
    scene, screen = wanted.scene(), wanted.screen
    shown = [at for at in sorted(set(hexes)) if at in scene.hexes]
    high = {GRID.place(at).y for at in shown}
    most = [_FEW if max(high) - min(high) <= 8 else _MANY]
    if screen.height:
        most.append(max(12, screen.height - 1 - _LEGEND))
    size, parts = close_size(scene, shown, screen.width, most, widest=18), [shown]
    if not size:
        parts = parted(scene, shown, max(1, screen.width // 10))
        size = close_size(scene, parts[0], screen.width, most) or Size(max(6, screen.width), 4)
    return [Drawing(scene, part, size, screen, LOOKS, marked) for part in parts]


def _stacks(drawing: Drawing) -> Iterator[Line]:
    """The units of stacks that did not fit into their hexes."""
    for at in drawing.untold:
        view = drawing.scene.hexes[at]
        told = [piece for counter in drawing.stacks[at] for piece in (StyledText(" "), *drawing.full_line(counter))]
        yield [StyledText(f"{at} {view.label}".strip() + ":", "heading"), *told]


def _notes(wanted: Wanted, near: Collection[Hex]) -> Iterator[Line]:
    """Lines below the map: changes, reach, assigned support, drop zones, waves."""
    state = wanted.state
    if wanted.before:
        from tarawa_cli.games.malta.narration.digest import differences  # start-up

        for at, changed in differences(wanted.before, state).items():
            if at in near:
                signs = (f"{MARKS[one.sign].text} {one.words}" for one in changed)
                yield [StyledText(f"{at}: ", "heading"), StyledText(", ".join(signs))]
    if wanted.mover:
        yield from _reach(wanted.state, wanted.mover, near)
    if wanted.layer != "units":
        return
    for at, guns in sorted(state.assigned.items()):
        if at in near:
            yield [StyledText(f"assigned to {at}: ", "heading"), StyledText(listed(guns))]
    for zone, jump in state.plan.items():
        if jump.marker in near:
            when = state.charts.turn(jump.turn).id
            yield [StyledText(f"drop zone {zone}: ", "heading"), StyledText(f"{jump.marker}, {when}")]
    for box, units in state.boxes().items():
        wave = wave_of(box)
        if wave and wave[0] in near:
            yield [StyledText(f"{wave_name(*wave)}: ", "heading"), StyledText(", ".join(units), "axis")]


def _reach(state: State, unit: Unit, near: Collection[Hex]) -> Iterator[Line]:
    """Lines about hexes in reach that are not shown."""
    found = scenes.reach(HexIndex(state), unit)
    beyond: dict[str, list[Hex]] = {}
    for at, mark in found.items():
        if at not in near and mark.name == "reach":
            beyond.setdefault(mark.text, []).append(at)
    far = sum(at not in near and mark.name == "far" for at, mark in found.items())
    for cost, hexes in beyond.items():
        yield [StyledText(f"{unit.id} can reach for {cost}: ", "heading"), StyledText(" ".join(sorted(hexes)))]
    if far:
        more = f"{far} more hexes by strategic movement (map --layer reach {unit.id})"
        yield [StyledText(f"{unit.id} can reach ", "heading"), StyledText(more)]


def _still(wanted: Wanted) -> Iterator[Line]:
    """Why the unit whose reach is shown cannot move."""
    if wanted.mover and not scenes.can_go(wanted.mover):
        yield [StyledText("cannot move now: ", "heading"), StyledText(_why_still(wanted.state, wanted.mover))]


def _why_still(state: State, unit: Unit) -> str:
    from tarawa_cli.games.malta.rules.ch06_movement import check_mover  # start-up

    no = refusal(check_mover, state, unit)
    return f"{no.message} ({no.rule})" if no else "it has already acted"


# ── Around the map


def _moments(state: State, before: State | None) -> Iterator[str]:
    """Turn and phase, or two moments of which the changes are shown, in full and shorter and shorter."""
    now = headline(state).partition(" (`")[0]
    if not before:
        yield now
        return
    (turn, _, phase), (day, _, then) = (text.partition(" · ") for text in (now, headline(before).partition(" (`")[0]))
    yield f"{day} · {then} to {phase if turn == day else now}"
    yield f"{day} to {turn}" if turn != day else f"{then} to {phase}"
    yield f"since {day}" if turn != day else f"since {then}"


def _title(wanted: Wanted, name: str = "") -> Line:
    """Scenario or place, turn and phase; key figures at the end of the line if there is room."""
    state, screen = wanted.state, wanted.screen
    layer = f" · {wanted.layer}" if wanted.layer != "units" else ""
    named = StyledText(f" {name or state.setting.scenario.name} ", "title")
    for what in _moments(state, wanted.before):
        left = [named, StyledText(f" {what}{layer}")]
        if width_of(left) <= screen.width:
            break
    here = [unit for unit in state.units.values() if unit.on_map]
    sides = ((side, sum(unit.steps for unit in here if unit.side == side)) for side in SIDES)
    right = [StyledText("steps"), *(StyledText(f" {PLAYERS[side]} {steps}", side) for side, steps in sides)]
    weather = [StyledText(f"{state.weather} weather  ")]
    for more in ([*weather, *right], right, []):
        if width_of(left) + width_of(more) + GAP <= screen.width:
            return [*fitted(left, screen.width - width_of(more)), *more] if more else left
    return fitted(left, screen.width)


def _legend(drawings: Sequence[Drawing], wanted: Wanted) -> list[Line]:
    """The legend of what is on the map."""
    entries = [*_entries(drawings)]
    if wanted.layer == "regions":
        regions, short = wanted.state.board.regions.values(), wanted.screen.height
        named = ((region.letter, region.id if short else f"{region.name} ({region.id})") for region in regions)
        entries = [[StyledText(letter, "heading"), StyledText(f" {name}")] for letter, name in named]
    rows = in_rows(entries, wanted.screen.width, gap=2)
    return rows if len(rows) <= _LEGEND else in_rows(entries, wanted.screen.width, gap=1)


def _entries(drawings: Sequence[Drawing]) -> Iterator[Line]:
    drawing = drawings[0]
    counters = [counter for one in drawings for stack in one.stacks.values() for counter in stack]
    views = [one.scene.hexes[at] for one in drawings for at in one.shown]
    close_by = drawing.size.high > 3
    for nation, words in _NATIONS.items():
        one = next((counter for counter in counters if counter.formation == nation), None)
        if one:
            yield [
                StyledText(drawing.text(one.name if close_by else one.tag), fill(one, True)),
                StyledText(f" {words}"),
            ]
    if any(len(stack) > 1 for one in drawings for stack in one.stacks.values()) and not close_by:
        yield [StyledText("2" if drawing.screen.ascii else "²"), StyledText(" in the stack")]
    used = {mark.name: mark for view in views for mark in view.marks}
    used |= {mark.name: mark for counter in counters for mark in counter.marks if close_by or mark.value}
    for name, mark in MARKS.items():
        if name in used:
            yield [
                StyledText(drawing.sign(used[name] if name in ("reach", "far") else mark), name),
                StyledText(f" {mark.words}"),
            ]
    if drawing.is_plain and any(view.owner == "axis" for view in views):
        yield [StyledText(LOOKS.textures["axis"][drawing.screen.ascii]), StyledText(" held by the Axis")]
    elif any(view.owner == "axis" for view in views):
        held = next(view.ground for view in views if view.owner == "axis")
        yield [
            StyledText("  ", "axis-held" if held.endswith("held") else "axis-clear"),
            StyledText(" held by the Axis"),
        ]
    grounds: dict[str, HexView] = {}
    for view in views:
        if drawing.glyph(view).strip() and view.terrain != "clear":
            grounds.setdefault(view.terrain, view)
    for terrain, view in grounds.items():
        yield [StyledText(drawing.glyph(view), view.ground), StyledText(f" {terrain}")]
    for kind, sign in LOOKS.edges.items():
        if any(kind in one.edges for one in drawings):
            across = sign.of(drawing.is_plain, drawing.screen.ascii)[0]
            yield [StyledText(across, f"allied-clear {kind}"), StyledText(f" {sign.words}")]


def _off_map(state: State) -> Iterator[tuple[str, Sequence[str]]]:
    """Units in play that are not on the island, by box, ships first."""
    ships = [f"{unit.id} {unit.at}" for unit in state.units.values() if unit.can("ship") and unit.on_map]
    if ships:
        yield "warships", sorted(ships)
    yield from state.boxes().items()


def _write_on_water(drawing: Drawing, wanted: Wanted) -> None:
    """Write the number of units off the map onto open sea, where there is no panel."""
    state = wanted.state
    if wanted.layer != "units":
        return
    lines: list[Line] = [[StyledText(f"{name}: {len(units)}")] for name, units in _off_map(state)]
    title = [StyledText("Off the map", "heading")]
    while lines and not any(drawing.write_on_water([title, *lines], east) for east in (True, False)):
        lines.pop()


def _panel(wanted: Wanted, room: int, high: int) -> list[Line]:
    """Objectives and their holders, then the units off the map, as far as there is room."""
    state = wanted.state
    board, lines = state.board, list[Line]([[StyledText("Objectives", "heading")]])
    for at, weight in sorted(board.objectives.items(), key=lambda one: (-one[1], one[0])):
        side = state.controller(at)
        holder = StyledText({"axis": "■", "allied": "□"}[side], side)
        name = scenes.short_name(board.name_of(at))[: room - 11]
        stars = "★" * weight
        lines.append([holder, StyledText(f" {at} {name:{room - 11}} "), StyledText(stars, "stars")])
    off: list[Line] = [[StyledText("Off the map", "heading")]] if [*_off_map(state)] else []
    for name, units in _off_map(state):
        off += _wrapped([StyledText(f"{name} ", "label"), StyledText(", ".join(units))], room)
    if high and len(lines) + len(off) + 1 > high:
        short = (
            [StyledText(f"{name} ", "label"), StyledText(plural(len(units), "unit"))] for name, units in _off_map(state)
        )
        off = [*off[:1], *(fitted(line, room) for line in short)]
    lines += [[], *off] if off else []
    return lines[:high] if high else lines


def _lists(wanted: Wanted, drawing: Drawing, panel: bool) -> list[Line]:
    """The lists below the map: units for which the map is too small."""
    state = wanted.state
    lines: list[Line] = [*_notes(wanted, drawing.shown)]
    if wanted.layer == "units" and not panel:
        lines += [[StyledText(f"{name}: ", "heading"), StyledText(", ".join(units))] for name, units in _off_map(state)]
    for at, stack in sorted(drawing.stacks.items()):
        if len(stack) > 1:
            names = ", ".join(counter.name for counter in stack)
            lines.append(
                [StyledText(f"{at} {drawing.scene.hexes[at].short}: ".replace(" :", ":"), "heading"), StyledText(names)]
            )
    return [short for line in lines for short in _wrapped(line, wanted.screen.width)]


def _wrapped(line: Line, width: int) -> list[Line]:
    """A line on as many as it needs, broken at blanks."""
    words = [StyledText(word, piece.style) for piece in line for word in _words(piece.text)]
    lines: list[list[StyledText]] = [[]]
    for word in words:
        if lines[-1] and width_of(lines[-1]) + len(word.text.rstrip()) > width:
            lines.append([StyledText("  ")])
        lines[-1].append(word)
    return [*lines]


def _words(text: str) -> list[str]:
    """Words with the blanks behind them."""
    *words, last = text.split(" ")
    return [*(f"{word} " for word in words), last]


def _painted(lines: Sequence[Line], screen: Screen) -> str:
    if screen.ascii:
        lines = [[StyledText(in_ascii(piece.text), piece.style) for piece in line] for line in lines]
    fitting = [line if width_of(line) <= screen.width else fitted(line, screen.width) for line in lines]
    return paint(fitting, palette() if screen.colours else {}, screen)
