"""A page with a map: title, map, panels beside or below it, legend, who is where, the next step."""

from tarawa_cli.kernel.hints import Iterable, Iterator, Sequence
from tarawa_cli.kernel.narration.visible import Screen
from tarawa_cli.kernel.scene import Counter, LegendEntry, Line, Panel, Scene, StyledText
from tarawa_cli.kernel.scene.cells import Cells
from tarawa_cli.kernel.scene.paint import beside, fitted, in_rows, up_to, width_of
from tarawa_cli.kernel.scene.pointy import EDGE, FOLD, Close, Whole, Window, by_row, whole

_GAP = 2
_RESERVE = 2
"""The lines that are left for the legend below a large map."""
_CORNER = 24
"""The cells of an empty corner that text is put into."""


def whole_page(scene: Scene, screen: Screen, notes: Sequence[Line] = ()) -> list[Line]:
    """The whole map, as large as it fits, with as much around it as there is room for."""
    head, foot = [title(scene, screen.width)], [*notes, *([scene.next] if scene.next else [])]
    room = screen.height - len(head) - len(foot) if screen.height else 0
    panel = _column(scene.panels)
    aside = max(map(width_of, panel), default=0)
    cells, rows = Cells(scene, screen), by_row(scene)
    drawn = whole(scene, rows, screen.width, room and room - _RESERVE)
    if drawn.size.high > 1:
        return [*head, *_with_rest(scene, screen, drawn, cells, room), *foot]
    narrow = whole(scene, rows, screen.width - aside - _GAP, room) if aside else None
    if narrow and narrow.is_whole:
        lines = narrow.lines(cells)
        key = _column([Panel("Key", legend(scene, cells, screen))])
        high = room or len(lines) + len(panel) + len(key)
        below = [roster(scene, screen.width)]
        if len(panel) + 1 + len(key) <= max(len(lines), high - len(below[0])):
            panel = [*panel, [], *key]
        else:
            below.insert(0, in_rows(legend(scene, cells, screen), screen.width, 2))
        body = beside(lines, panel[:high], _GAP)
        return [*head, *body, *_below(below, room, len(body), screen.width), *foot]
    drawn = whole(scene, rows, screen.width, room)
    return [*head, *_with_rest(scene, screen, drawn, cells, room), *foot]


def _with_rest(scene: Scene, screen: Screen, drawn: Whole, cells: Cells, room: int) -> list[Line]:
    """A map over the full width; what belongs to it is in the empty corner below, or under it."""
    lines, last = drawn.lines(cells), drawn.bands[-1]
    start, end = drawn.last_begins, drawn.last_ends
    corner, indent = end - start if start else 0, drawn.indent(last)
    entries, who, told = (
        legend(scene, cells, screen),
        roster(scene, screen.width),
        in_rows(_flat(scene.panels), screen.width),
    )
    parts = [in_rows(entries, screen.width, 2), who, told]
    wide = indent - _GAP
    if corner and indent >= _CORNER and len(key := in_rows(entries, wide, 2)) <= corner:
        gap: list[Line] = [[]]
        aside = _that_fit([key, gap, roster(scene, wide)] if room else [key], corner, wide)
        lines = [*lines[:start], *_into(lines[start:end], aside, indent), *lines[end:]]
        parts = [told] if room else [who, told]
    return [*lines, *_below(parts, room, len(lines), screen.width)]


def _below(parts: Iterable[Sequence[Line]], room: int, taken: int, width: int) -> list[Line]:
    """What still fits below a map."""
    return _that_fit(parts, max(0, room - taken), width) if not room or room > taken else []


def _into(lines: Sequence[Line], aside: Sequence[Line], indent: int) -> list[Line]:
    """Text in the empty corner to the left of lines, behind the numbers of their rows."""
    found: list[Line] = []
    free = iter(aside)
    for line in lines:
        if line and line[0].text == FOLD:
            found.append(line)
            continue
        text = fitted(next(free, []), indent)
        found.append([*text, *_from(line, indent)])
    return found


def _from(line: Line, start: int) -> list[StyledText]:
    """A line from a column on; the number of its row moves there."""
    edge, *rest = [piece for piece in line if piece.text]
    if width_of([edge]) != EDGE:
        return [StyledText(" " * EDGE), *_cut(line, start + EDGE)]
    return [edge, *_cut(rest, start)]


def _cut(line: Iterable[StyledText], start: int) -> list[StyledText]:
    found: list[StyledText] = []
    for piece in line:
        skipped = min(start, len(piece.text))
        start -= skipped
        if piece.text[skipped:]:
            found.append(StyledText(piece.text[skipped:], piece.style))
    return found


def _that_fit(parts: Iterable[Sequence[Line]], room: int, width: int) -> list[Line]:
    """Parts one after the other, up to the last that fits; all of them if there is no limit."""
    found: list[Line] = []
    for part in parts:
        found += up_to(part, room - len(found), width) if room else part
    while found and not found[-1]:
        found.pop()
    return found


def close_page(scene: Scene, screen: Screen, window: Window, notes: Sequence[Line] = ()) -> list[Line]:
    """Some hexes with everything in them, in blocks of three lines, or of two where three do not fit the screen."""
    page = _close_page(scene, screen, window, notes, 3)
    return page if not screen.height or len(page) <= screen.height else _close_page(scene, screen, window, notes, 2)


def _close_page(scene: Scene, screen: Screen, window: Window, notes: Sequence[Line], high: int) -> list[Line]:
    """The page; what does not fit into a hex is listed beside the map or below it."""
    cells = Cells(scene, screen)
    lines = Close(scene, window, screen.width, high).lines(cells)
    listed = stack_list(scene, cells)
    wide = screen.width - max(map(width_of, lines), default=0) - _GAP
    wrapped = [part for line in listed for part in _broken(line, wide)] if wide >= _CORNER else []
    if 0 < len(wrapped) <= len(lines):
        lines, listed = beside(lines, wrapped, _GAP), []
    below = [part for line in (*in_rows(listed, screen.width, 2), *notes) for part in _broken(line, screen.width)]
    return [title(scene, screen.width), *lines, *_in_two(legend(scene, cells, screen), screen.width), *below]


def _in_two(entries: list[Line], width: int) -> list[Line]:
    """A legend in two lines, closer together if it must be."""
    wide = in_rows(entries, width, 2)
    return wide if len(wide) <= 2 else in_rows(entries, width, 1)


def stack_list(scene: Scene, cells: Cells) -> list[Line]:
    """The counters and signs that did not fit into the hexes, in words."""
    found: list[Line] = []
    for at, (marks, stack) in sorted(cells.listed.items()):
        line = [StyledText(at, "edge")]
        line += [StyledText(f" {mark.words}{f' ×{mark.value}' if mark.value > 1 else ''}") for mark in marks]
        for counter in stack:
            line += [StyledText(" "), *in_words(counter, cells)]
        found.append(line)
    return found


def in_words(counter: Counter, cells: Cells) -> list[StyledText]:
    """A counter in full, with whom it carries."""
    style = cells.style(counter, "")
    line = [StyledText(f"{counter.id} {counter.steps}", style)]
    if load := cells.carried.get(counter.id):
        line += [StyledText(" with "), *in_words(load, cells)]
    told = ", ".join(mark.words for mark in counter.marks)
    return [*line, *([StyledText(f" ({told})")] if told else [])]


def _broken(line: Line, width: int) -> list[Line]:
    """A line broken between its pieces where it is too long."""
    found: list[list[StyledText]] = [[]]
    for piece in line:
        if found[-1] and width_of([*found[-1], piece]) > width:
            found.append([StyledText("     ")])
            piece = StyledText(piece.text.lstrip(), piece.style)
        found[-1].append(StyledText(piece.text[: max(1, width - width_of(found[-1]))], piece.style))
    return [*found]


# ── Parts


def title(scene: Scene, width: int) -> Line:
    """The title, and the key figures at the right as far as there is room."""
    name, _, rest = scene.title.partition(" · ")
    line = [StyledText(f" {name} ", "title"), StyledText(f" {rest}" if rest else "")]
    figures = list(scene.figures)
    while figures and (width_of([*line, *figures]) + 2 > width or not figures[-1].style):
        figures.pop()
    blank = width - width_of([*line, *figures])
    return fitted([*line, StyledText(" " * max(0, blank)), *figures], width)


def legend(scene: Scene, cells: Cells, screen: Screen) -> list[Line]:
    """What the signs and colours on the map mean; without colours, those of the signs alone."""
    there = [entry for entry in scene.legend if entry.key in cells.used]
    return [_entry(entry, screen) for entry in there if screen.colours or (entry.plain or entry.sample).strip()]


def _entry(entry: LegendEntry, screen: Screen) -> Line:
    sample = entry.sample if screen.colours else entry.plain or entry.sample
    return [StyledText(sample, entry.style), StyledText(f" {entry.words}")]


def roster(scene: Scene, width: int) -> list[Line]:
    """All counters on the map, by hex."""
    carried = {counter.aboard: counter for counter in scene.counters.values() if counter.aboard}
    entries: list[Line] = []
    for at, stack in sorted(scene.stacks().items()):
        if at in scene.hexes:
            names = [
                one.id + (f" [{carried[one.id].id}]" if one.id in carried else f" [{one.cargo}]" if one.cargo else "")
                for one in stack
            ]
            entries.append([StyledText(at, "edge"), *(StyledText(f" {name}") for name in names)])
    return in_rows(entries, width, 2)


def _column(panels: Iterable[Panel]) -> list[Line]:
    found: list[Line] = []
    for panel in panels:
        found += (
            [[], [StyledText(panel.title, "heading")], *panel.lines]
            if found
            else [[StyledText(panel.title, "heading")], *panel.lines]
        )
    return found


def _flat(panels: Iterable[Panel]) -> list[Line]:
    """The lines of panels, closed up."""
    return [[*_closed_up(line)] for panel in panels for line in panel.lines]


def _closed_up(line: Line) -> Iterator[StyledText]:
    for place, piece in enumerate(line):
        text = " ".join(piece.text.split())
        yield StyledText(
            f"{' ' * (place > 0 and piece.text[:1] == ' ')}{text}{' ' * (not place and len(line) > 1)}", piece.style
        )
