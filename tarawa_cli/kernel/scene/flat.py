"""A scene of flat hexes as text: the background is the ground, a filled cell is a counter.

Every hex is a block of characters, and every other column lies half a hex lower. The whole map and the close view are
the same drawing in two sizes. The last column of a block shows the hexsides to the east. `window` and `close_size` say
which part of a map fits a screen, and how large its hexes are.
"""

from tarawa_cli.kernel.board.hexes import Hex, PagePoint
from tarawa_cli.kernel.hints import Callable, Collection, Iterable, Iterator, Mapping, NamedTuple, Sequence
from tarawa_cli.kernel.narration.visible import Screen
from tarawa_cli.kernel.scene import Counter, EdgeSign, HexView, Line, Mark, Scene, StyledText
from tarawa_cli.kernel.scene.paint import Canvas, Size


def window(scene: Scene, rows: Sequence[int], lines: int, high: int) -> Sequence[int]:
    """As many rows as there are lines for, where the fighting is."""
    most = max(1, (lines - high // 2) // high)
    if most >= len(rows):
        return rows
    weights = dict.fromkeys(rows, 0)
    for at, weight in fighting(scene).items():
        if scene.grid.row(at) in weights:
            weights[scene.grid.row(at)] += weight
    middle = sum(row * weight for row, weight in weights.items()) / (sum(weights.values()) or 1)

    def merit(start: int) -> tuple[int, float]:
        """All of the fighting, and as near to the middle as can be."""
        part = rows[start : start + most]
        return sum(weights[row] for row in part), -abs((part[0] + part[-1]) / 2 - middle)

    best = max(range(len(rows) - most + 1), key=merit)
    return rows[best : best + most]


def fighting(scene: Scene) -> dict[Hex, int]:
    """How busy a hex is: more so where enemies are near."""
    sides: dict[str, set[Hex]] = {}
    for at, stack in scene.stacks().items():
        if at in scene.hexes:
            for counter in stack:
                sides.setdefault(counter.side, set()).add(at)
    found: dict[Hex, int] = {}
    for side, hexes in sides.items():
        enemies = {at for other, theirs in sides.items() if other != side for at in theirs}
        for at in hexes:
            near = any(scene.grid.distance(at, enemy) <= 2 for enemy in enemies)
            found[at] = found.get(at, 0) + (8 if near else 1)
    return found


def close_size(scene: Scene, shown: Collection[Hex], width: int, most: Iterable[int], widest: int = 24) -> Size | None:
    """The size of a close view: as wide as fits, as tall as some number of lines allows; None if it is too wide."""
    places = [scene.grid.place(at) for at in shown]
    columns = len({place.x for place in places})
    high, wide = max(place.y for place in places) - min(place.y for place in places), width // columns
    if wide < 9:
        return None
    limit = min(most)
    fits = [lines for lines in (6, 5, 4) if (high // 2 + 1) * lines + (high % 2) * (lines // 2) <= limit]
    return Size(min(wide, widest), fits[0] if fits else 4)


def parted(scene: Scene, shown: Collection[Hex], count: int) -> list[list[Hex]]:
    """Hexes split from west to east into parts of at most that many columns."""
    columns = sorted({scene.grid.place(at).x for at in shown})
    size = -(-len(columns) // -(-len(columns) // count)) if columns else 1
    parts = [columns[start : start + size] for start in range(0, len(columns), size)]
    return [[at for at in sorted(shown) if scene.grid.place(at).x in part] for part in parts]


EDGE = 3
"""The columns for the numbers of rows."""
CLOSE = 3
"""A hex of more lines than this is drawn with its number and all that is in it."""
_UPPER = {"▁": "▔", "▄": "▀"}
_FEW = "¹²³⁴⁵⁶⁷⁸⁹"


class Looks(NamedTuple):
    """What a game says about its drawings."""

    edges: Mapping[str, EdgeSign]
    """By kind, as in `Scene.edges`; in the order of the legend."""
    textures: Mapping[str, tuple[str, str]]
    """By owner: what fills the ground where there is no colour, and in ASCII."""
    sea: str
    """The ink of ground on which names may be written that belong to its neighbours."""
    in_ascii: Callable[[str], str]
    """Any text in ASCII, as many characters long."""
    arms: Mapping[str, tuple[str, str]]
    """The sign of each kind of counter, and in ASCII."""


class Drawing:
    """Some hexes of a scene in one size."""

    def __init__(
        self,
        scene: Scene,
        shown: Collection[Hex],
        size: Size,
        screen: Screen,
        looks: Looks,
        marked: Collection[Hex] = (),
    ) -> None:
        self.scene, self.size, self.screen, self.looks, self.marked = scene, size, screen, looks, marked
        self.shown = [at for at in sorted(shown) if at in scene.hexes]
        self.untold: list[Hex] = []
        """In a close view: hexes whose counters are not all shown in full."""
        places = {at: scene.grid.place(at) for at in self.shown}
        west, self._north = min(place.x for place in places.values()), min(place.y for place in places.values())
        self.corners = {at: ((x - west) * size.wide, self._top(y)) for at, (x, y) in places.items()}
        """The first character of each hex, and its first line."""
        self.stacks = {at: stack for at, stack in scene.stacks().items() if at in self.corners}
        self._places, sides = places, sorted(_sides(scene, places))
        wide, high = (max(along) for along in zip(*self.corners.values(), strict=True))
        self.canvas = Canvas(wide + size.wide, high + size.high)
        self.edges = {kind for side in sides for kind in (side.crossing, side.kind)}
        """The kinds of hexsides that were drawn."""
        for at in self.shown:
            self._lay(at)
        for side in sides:
            if side.direction != "S":
                self._draw_slanting(*side)
        for at in self.shown:
            (self._draw_close if size.high > CLOSE else self._draw_small)(at)
        for side in sides:
            if side.direction == "S":
                self._draw_level(side.at, side.crossing, side.kind)
        if size.high <= CLOSE:
            self._draw_names()

    # ── Where

    def _top(self, y: int) -> int:
        rows, half = divmod(y - self._north, 2)
        return rows * self.size.high + half * (self.size.high // 2)

    def numbered(self) -> list[Line]:
        """The drawing with the numbers of columns above it and of rows beside it."""
        grid, first = self.scene.grid, {}
        for at in self.shown:
            if grid.is_shifted(grid.column(at)) != grid.is_shifted(1):
                continue
            first[self.corners[at][1]] = f"{grid.row(at):02d}"
        columns = {self.corners[at][0]: f"{grid.column(at):02d}" for at in self.shown}
        above = " " * EDGE + "".join(columns[x].center(self.size.wide) for x in sorted(columns))
        lines = self.canvas.lines(not self.is_plain)
        return [
            [StyledText(above.rstrip(), "label")],
            *([StyledText(first.get(y, "").ljust(EDGE), "label"), *line] for y, line in enumerate(lines)),
        ]

    # ── Signs

    @property
    def is_plain(self) -> bool:
        return not self.screen.colours

    def text(self, words: str) -> str:
        return self.looks.in_ascii(words) if self.screen.ascii else words

    def sign(self, mark: Mark) -> str:
        return mark.ascii if self.screen.ascii else mark.text

    def glyph(self, view: HexView) -> str:
        if self.screen.ascii:
            return view.ascii
        return (view.plain or view.glyph) if self.is_plain else view.glyph

    def _ground(self, view: HexView) -> str:
        return f"{view.ground} odd" if self.scene.grid.row(view.at) % 2 else view.ground

    def _lay(self, at: Hex) -> None:
        view, (x, y) = self.scene.hexes[at], self.corners[at]
        texture = self.looks.textures.get(view.owner, (" ", " "))[self.screen.ascii] if self.is_plain else " "
        fill = texture * (self.size.wide - 1) + " "
        self.canvas.lay(x, y, fill, self._ground(view), self.size.high)

    # ── Hexsides

    def _edge(self, crossing: str, kind: str, along: bool) -> str:
        """One character; a road crosses a line of text where the side runs down the page."""
        if crossing and kind:
            return "+" if self.screen.ascii else "╪" if along else "╫"
        if crossing:
            return self.looks.edges[crossing].of(self.is_plain, self.screen.ascii)[along]
        return self.looks.edges[kind].of(self.is_plain, self.screen.ascii)[along]

    def _draw_slanting(self, at: Hex, direction: str, crossing: str, kind: str) -> None:
        x, y = self.corners[at]
        turn = self._top(self._places[at].y + 1) - y
        lines = range(turn) if direction == "NE" else range(turn, self.size.high)
        for line in lines:
            road = crossing if line == lines[len(lines) // 2] else ""
            if road or kind:
                sign = self._edge(road, kind, along=False)
                self.canvas.write(x + self.size.wide - 1, y + line, sign, road or kind)

    def _draw_level(self, at: Hex, crossing: str, kind: str) -> None:
        x, y = self.corners[at]
        last, middle = y + self.size.high - 1, x + (self.size.wide - 1) // 2
        taken = not any(self.canvas.free[last][x : x + self.size.wide - 1])
        line = last + 1 if taken and last + 1 < self.canvas.high else last
        for place in range(x, x + self.size.wide - 1):
            road = crossing if place == middle else ""
            if (road or kind) and self.canvas.free[line][place]:
                sign = self._edge(road, kind, along=True)
                self.canvas.write(place, line, _UPPER.get(sign, sign) if line > last else sign, road or kind)

    # ── Small hexes: the ground and its marks, below them the stack

    def _draw_small(self, at: Hex) -> None:
        view, (x, y) = self.scene.hexes[at], self.corners[at]
        stack = self.stacks.get(at, [])
        if (glyph := self.glyph(view)).strip():
            self.canvas.write(x, y, glyph, "glyph")
        place = x + 1
        for mark in view.marks:
            sign = self.sign(mark)
            if place + len(sign) <= x + self.size.wide:
                self.canvas.write(place, y, sign, mark.name)
                place += len(sign)
        for number, mark in enumerate(worst(stack)[: max(0, x + self.size.wide - place)]):
            self.canvas.write(x + self.size.wide - 1 - number, y, self.sign(mark)[:1], mark.name)
        for line, counters in zip(range(self.size.high - 1, 0, -1), self._by_side(stack), strict=False):
            self._draw_stack(x, y + line, counters)

    def _by_side(self, stack: Sequence[Counter]) -> list[list[Counter]]:
        """A stack for each side, one above the other where there is room."""
        sides = dict.fromkeys(counter.side for counter in stack)
        return [[counter for counter in stack if counter.side == side] for side in sides]

    def _draw_stack(self, x: int, y: int, stack: Sequence[Counter]) -> None:
        """The name of the uppermost and how many there are; in three characters the name alone."""
        top, few = stack[0], self.size.wide < 4
        count = "" if len(stack) == 1 or few else self._count(len(stack))
        room = self.size.wide - (self.size.wide > 4) - len(count)
        named = top.name.upper() if top.tag.isupper() else top.name
        name = self.text(named if len(named) <= room else top.tag)
        wide = 3 if self.size.wide == 4 else room
        ready = any(counter.ready for counter in stack)
        self.canvas.put(x, y, f"{name[:wide]:{wide}}{count}", fill(top, ready))

    def _count(self, number: int) -> str:
        if self.screen.ascii:
            return str(number) if number < 10 else "+"
        return _FEW[number - 1] if number < 10 else "⁺"

    # ── Names on the map

    def _draw_names(self) -> None:
        """Names where they fit: in their hex and to the east of it, or on the water next to it.

        The most valuable hexes come first; where hexes are small, the others have none.
        """
        values = {at: sum(mark.value for mark in self.scene.hexes[at].marks) for at in self.shown}
        small = self.size.wide <= 5
        for at in sorted((at for at in self.shown if values[at] or not small), key=lambda at: (-values[at], at)):
            view = self.scene.hexes[at]
            names = [view.short] if small else [view.label, view.short]
            spots = [(x, y, text) for text in map(self.text, filter(None, names)) for x, y in self._spots(at)]
            for x, y, text in spots:
                if self.canvas.is_free(x, y, len(text)) and not self._is_crowded(x, y, len(text)):
                    self.canvas.write(x, y, text, "name")
                    break

    def _spots(self, at: Hex) -> Iterator[tuple[int, int]]:
        x, y = self.corners[at]
        lines = range(self.size.high - 1, -1, -1)
        yield from ((x + before, y + line) for line in lines for before in range(self.size.wide - 1))
        for direction in ("NE", "N", "SE", "S"):
            other = self.scene.grid.neighbour(at, direction)
            view = self.scene.hexes.get(other or "")
            if other and view and view.ground == self.looks.sea and other in self.shown:
                east, south = self.corners[other]
                yield from ((east, south + line) for line in range(self.size.high))

    def _is_crowded(self, x: int, y: int, wide: int) -> bool:
        """Whether a name would touch another one."""
        around = (place for place in (x - 1, x + wide) if 0 <= place < self.canvas.wide)
        return any(self.canvas.inks[y][place] == "name" for place in around)

    def name_water(self, text: str, shore: Iterable[Hex], ink: str) -> None:
        """A name on the water next to some hexes, if there is room."""
        for at in shore:
            for direction in self.scene.grid.directions:
                other = self.scene.grid.neighbour(at, direction)
                if other in self.shown:
                    x, y = self.corners[other]
                    spots = ((x + self.size.wide - len(text), y), (x, y))
                    for place, line in spots:
                        if place >= 0 and self._is_water(place, line, len(text)):
                            self.canvas.write(place, line, self.text(text), f"note {ink}")
                            return

    def write_on_water(self, lines: Sequence[Line], east: bool = True) -> bool:
        """Lines on open water at the eastern or western edge, if there is room; as many columns as the widest."""
        wide = max((sum(len(piece.text) for piece in line) for line in lines), default=0)
        xs = range(self.canvas.wide - wide - 1, -1, -1) if east else range(1, self.canvas.wide - wide)
        ys = range(self.canvas.high - len(lines) + 1)
        for x in [*xs][:9]:
            for y in ys if east else reversed(ys):
                if all(self._is_water(x, y + line, wide) for line in range(len(lines))):
                    for line, pieces in enumerate(lines):
                        place = x
                        for piece in pieces:
                            self.canvas.write(place, y + line, piece.text, f"note {piece.style}".strip())
                            place += len(piece.text)
                    return True
        return False

    def _is_water(self, x: int, y: int, wide: int) -> bool:
        return self.canvas.is_free(x, y, wide) and all(
            ground.split()[:1] == [self.looks.sea] for ground in self.canvas.grounds[y][x : x + wide]
        )

    # ── Close by: number and name, then every counter

    def _draw_close(self, at: Hex) -> None:
        view, (x, y) = self.scene.hexes[at], self.corners[at]
        room, stack = self.size.wide - 1, self.stacks.get(at, [])
        self._draw_heading(view, x, y, room)
        lines = self.size.high - 1
        shown = stack if len(stack) <= lines else stack[: lines - 1]
        if len(shown) < len(stack):
            more = f"+{len(stack) - len(shown)} more"
            self.canvas.write(x, y + lines, f" {more}"[:room], "more")
        full = [self._draw_counter(x, y + line, counter, room) for line, counter in enumerate(shown, 1)]
        if len(shown) < len(stack) or not all(full):
            self.untold.append(at)

    def _draw_heading(self, view: HexView, x: int, y: int, room: int) -> None:
        """Number and name; on the right what is on the ground."""
        marks = [(self.sign(mark), mark.name) for mark in view.marks]
        if (glyph := self.glyph(view)).strip():
            marks.append((glyph, "glyph"))
        end = x + self.size.wide
        for sign, ink in reversed(marks):
            if end - len(sign) < x + 5:
                break
            end -= len(sign)
            self.canvas.write(end, y, sign, ink)
        marked = view.at in self.marked
        self.canvas.write(x, y, view.at, "marked" if marked else "number")
        left = end - x - 5 - bool(marks)
        name = self.text(view.label if len(view.label) <= left else view.short or view.label)[: max(0, left)]
        if marked and self.is_plain:
            self.canvas.write(x + 4, y, "<", "marked")
        self.canvas.write(x + 5, y, name, "name")

    def _draw_counter(self, x: int, y: int, counter: Counter, room: int) -> bool:
        """A counter in a line; whether all that is known of it is there."""
        marks = "".join(self.sign(mark) for mark in counter.marks)
        name, lost = self.text(counter.name), self.steps(counter)
        short = counter.numbers.rpartition("-")[0] if counter.numbers.count("-") == 2 else counter.numbers
        arm = self.looks.arms.get(counter.kind, (" ", " "))[self.screen.ascii]
        texts = [
            (f"{arm} {name}", f"{counter.numbers}{lost}"),
            (f"{arm}{name}", f"{short}{lost}"),
            (name, f"{short}{lost}"),
            (name, lost),
            (name, ""),
            (self.text(counter.tag), lost),
        ]
        fits = (pair for pair in texts if room - len("".join(pair)) - len(marks) >= bool(pair[1] or marks))
        left, right = next(fits, texts[-1])
        body = f"{left}{' ' * (room - len(left) - len(right) - len(marks))}{right}"[: room - len(marks)]
        self.canvas.put(x, y, body, fill(counter, counter.ready))
        place = x + len(body)
        for mark in counter.marks:
            self.canvas.put(place, y, self.sign(mark), f"{fill(counter, counter.ready)} {mark.name}")
            place += len(self.sign(mark))
        return (left, right) in texts[:3]

    def steps(self, counter: Counter) -> str:
        """How many steps are left, if some are lost."""
        return "" if counter.steps == counter.full else f"{chr(39) if self.screen.ascii else '·'}{counter.steps}"

    def full_line(self, counter: Counter) -> Line:
        """A counter in full, for a list."""
        marks = [StyledText(f" {self.sign(mark)}", mark.name) for mark in counter.marks]
        numbers = f" {counter.numbers}" if counter.numbers else ""
        return [
            StyledText(f"{self.text(counter.name)}{numbers}{self.steps(counter)}", fill(counter, counter.ready)),
            *marks,
        ]


class _Side(NamedTuple):
    """An eastern or lower side of a hex: what crosses it, and what runs along it."""

    at: Hex
    direction: str
    crossing: str
    kind: str


def _sides(scene: Scene, places: Mapping[Hex, PagePoint]) -> Iterator[_Side]:
    """The sides of some hexes on which something lies, from the hex to the west or north of it."""
    for (one, other), kinds in scene.edges.items():
        if one not in places and other not in places:
            continue
        start, end = (places.get(at) or scene.grid.place(at) for at in (one, other))
        if end < start:
            one, start, end = other, end, start
        if one in places:
            direction = "S" if start.x == end.x else "SE" if start.y < end.y else "NE"
            first, _, second = kinds.partition(" ")
            yield _Side(one, direction, *(("road", second) if first == "road" else ("", first)))


def fill(counter: Counter, ready: bool) -> str:
    """The ink of a counter: its formation, weak at half strength, bright while it can do something."""
    ink = counter.formation
    return f"{ink}{'-weak' if counter.is_weak else ''} {ink}-{'ready' if ready else 'spent'}"


def worst(stack: Iterable[Counter]) -> list[Mark]:
    """The marks of a stack, each once, those of the greatest value first."""
    found = {mark.name: mark for counter in stack for mark in counter.marks if mark.value}
    return sorted(found.values(), key=lambda mark: -mark.value)
