"""What the cells of a hex show, from afar and close up, in colour and without."""

from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Iterable, Mapping, NamedTuple
from tarawa_cli.kernel.narration.visible import Screen
from tarawa_cli.kernel.scene import Counter, HexView, Mark, Scene
from tarawa_cli.kernel.scene.paint import Canvas, Size
from tarawa_cli.kernel.standard import cached_property


class _Said(NamedTuple):
    """How many lines the counters of a hex took, and whether all of them are shown."""

    lines: int
    all: bool


class Cells:
    """Draws hexes, and notes what it has drawn: the legend explains just that."""

    def __init__(self, scene: Scene, screen: Screen) -> None:
        self.scene = scene
        self.colour = screen.colours > 0
        self.stacks = scene.stacks()
        self.used: set[str] = set()
        self.listed: dict[Hex, tuple[list[Mark], list[Counter]]] = {}
        """Hexes of which not everything could be said in their cells: the signs and the counters that are left."""

        self._piers = {at for side, kind in scene.edges.items() if kind == "pier" for at in side}
        """Hexes beside a pier."""

    @cached_property
    def carried(self) -> dict[str, Counter]:
        return {counter.aboard: counter for counter in self.scene.counters.values() if counter.aboard}

    def draw_row(self, canvas: Canvas, y: int, row: int, places: Mapping[int, int], size: Size) -> None:
        """Draw the hexes of a row, by column with the cell at which each begins, in two shades by turns."""
        name, views, water = self.scene.grid.name, self.scene.hexes, self.scene.water
        for column, x in places.items():
            odd = " odd" if (column + row // 2) % 2 else ""
            if view := views.get(name(row, column)):
                self.draw(canvas, x, y, view, view.ground + odd, size)
            else:
                canvas.lay(x, y, " " * size.wide, water + odd, size.high)

    def draw(self, canvas: Canvas, x: int, y: int, view: HexView, ground: str, size: Size) -> None:
        """Draw a hex with its upper left cell at a place."""
        self.used.add(view.sign or view.terrain)
        self.used.add(view.ground)
        (self._close if size.wide > 4 else self._afar)(canvas, x, y, view, ground, size)

    def _fill(self, view: HexView) -> str:
        return " " if self.colour else view.texture

    def _glyph(self, view: HexView) -> str:
        return view.glyph if self.colour else view.plain or view.glyph

    # ── From afar

    def _afar(self, canvas: Canvas, x: int, y: int, view: HexView, ground: str, size: Size) -> None:
        fill, terrain = self._fill(view), f"{ground} {view.sign or view.terrain}"
        canvas.lay(x, y, fill * size.wide, terrain, size.high)
        if glyph := self._glyph(view).rstrip():
            canvas.write(x, y, glyph[:2], "")
        if view.terrain == "pier" or view.at in self._piers:
            self._pier(canvas, x, y, view, ground, size, range(size.high))
        if stack := self.stacks.get(view.at):
            self._stack_afar(canvas, x, y, stack, ground, size)
        elif view.marks:
            self._mark_afar(canvas, x, y, view, ground)

    def _mark_afar(self, canvas: Canvas, x: int, y: int, view: HexView, ground: str) -> None:
        """The first of the signs on a hex, before that of its terrain."""
        mark = next((mark for mark in view.marks if mark.afar), None)
        if mark is None:
            return
        self.used.add(mark.name)
        text = mark.text if mark.value == 0 else mark.text[:1]
        canvas.put(x, y, text[:2], f"{ground} {mark.name}")
        if len(text) == 1:
            canvas.put(x + 1, y, self._glyph(view)[0], f"{ground} {view.sign or view.terrain}")

    def _stack_afar(self, canvas: Canvas, x: int, y: int, stack: list[Counter], ground: str, size: Size) -> None:
        top = stack[0]
        tag, style = self.tag(top), self.style(top, ground)
        if len(stack) > 1:
            self.used.add("stack")
            tag = tag[0] + "+"
        if size.wide > 2:
            load = self.carried.get(top.id, top)
            canvas.put(x, y, load.name.ljust(size.wide)[: size.wide], style)
            more = f"+{len(stack) - 1}" if len(stack) > 1 else ""
            canvas.put(
                x,
                y + 1,
                f"{load.steps}{'!' * any(mark.name == 'pin' for mark in load.marks)}".ljust(2)[:2] + more.ljust(2),
                style,
            )
        else:
            canvas.put(x, y, tag, style)

    def tag(self, counter: Counter) -> str:
        """The two cells of a counter: the name of whom a craft carries, or its own."""
        return self.carried.get(counter.id, counter).tag

    def style(self, counter: Counter, ground: str) -> str:
        """The inks of a counter: its formation, whether it is weak, whether it is spent."""
        self.used.update((counter.formation, counter.kind, counter.id))
        words = [counter.formation]
        if counter.id in self.carried:
            self.used.add("loaded")
            words.append("loaded")
        if counter.is_weak:
            self.used.add("weak")
            words.append("weak")
            words.append(f"{counter.formation}-weak")
        if counter.spent:
            self.used.add("spent")
        words.append("spent" if counter.spent else "ready")
        return f"{'odd ' if ground.endswith('odd') else ''}{' '.join(words)}"

    # ── Close up

    def _close(self, canvas: Canvas, x: int, y: int, view: HexView, ground: str, size: Size) -> None:
        wide = size.wide
        terrain = f"{ground} {view.sign or view.terrain}"
        glyph = self._glyph(view)
        canvas.put(x, y, view.at, f"{ground} {'marked' if view.at in self.scene.marked else 'number'}")
        canvas.put(x + 4, y, (glyph + self._fill(view) * wide)[: wide - 4], terrain)
        for line in range(1, size.high):
            canvas.put(x, y + line, self._fill(view) * wide, terrain)
        self._pier(canvas, x, y, view, ground, size, range(view.terrain == "pier", size.high))
        self._sides(canvas, x, y, view, ground, size)
        stack = self.stacks.get(view.at, [])
        said = self._counters(canvas, x, y, stack, ground, size)
        left = self._marks(canvas, x, y, view, ground, size, taken=said.lines)
        if left or not said.all:
            self.listed[view.at] = left, [] if said.all else stack

    def _counters(self, canvas: Canvas, x: int, y: int, stack: list[Counter], ground: str, size: Size) -> "_Said":
        """The counters of a hex, as many as there are lines for; one alone with its condition."""
        wide, room = size.wide, size.high - 1
        shown = stack if len(stack) <= room else stack[: max(1, room - 1)]
        for line, counter in enumerate(shown, y + 1):
            canvas.put(x, line, self.face(counter, wide), self.style(counter, ground))
        if len(shown) < len(stack):
            self.used.add("stack")
            more = f"+{len(stack) - len(shown)}"
            if room > 1:
                canvas.put(x, y + room, f"{more}{' more' * (wide > 6)}".ljust(wide), f"{ground} listed")
            else:
                canvas.put(x + wide - len(more), y + 1, more, self.style(shown[0], ground))
            return _Said(room, False)
        if len(stack) == 1 and room > 1:
            fits = self._condition(canvas, x, y + 2, stack[0], ground, wide)
            return _Said(2 if stack[0].marks or stack[0].id in self.carried else 1, fits)
        return _Said(len(stack), not any(one.marks or one.id in self.carried for one in stack))

    def face(self, counter: Counter, wide: int) -> str:
        """Name and steps; so close to the next counter that its steps are small where there is no colour."""
        text = f"{counter.name} {counter.steps}"
        if wide < 7 and not self.colour and counter.steps < 10:
            text = counter.name + chr(0x2080 + counter.steps)
        return text.ljust(wide)[:wide]

    def _condition(self, canvas: Canvas, x: int, y: int, counter: Counter, ground: str, wide: int) -> bool:
        """Below a counter that is alone: whom it carries, AP left, pins, supply; whether all of it fits."""
        load = self.carried.get(counter.id)
        if load:
            canvas.put(x, y, self.face(load, wide), self.style(load, ground))
            return not (counter.marks or load.marks)
        text = "".join(mark.text for mark in counter.marks)
        self.used.update(mark.name for mark in counter.marks)
        across = x
        for mark in counter.marks:
            canvas.put(across, y, mark.text[: x + wide - across], f"{ground} {mark.name}")
            across += len(mark.text)
        return len(text) <= wide

    def _marks(self, canvas: Canvas, x: int, y: int, view: HexView, ground: str, size: Size, taken: int) -> list[Mark]:
        """The signs on a hex: beside its number, then on the lines that no counter needs; those that do not fit."""
        places = [(x + 4 + len(self._glyph(view)), y)]
        places += [(x, y + line) for line in range(taken + 1, size.high)]
        left = list(view.marks)
        for across, line in places:
            while left and across + len(left[0].text) <= x + size.wide:
                mark = left.pop(0)
                self.used.add(mark.name)
                canvas.put(across, line, mark.text, f"{ground} {mark.name}")
                across += len(mark.text) + (line > y)
        return left

    def _pier(
        self, canvas: Canvas, x: int, y: int, view: HexView, ground: str, size: Size, lines: Iterable[int]
    ) -> None:
        """A pier runs through a hex, or along its eastern side; from row to row it is a straight line."""
        if view.terrain != "pier" and not (view.at in self._piers and self.scene.side(view.at, "E") == "pier"):
            return
        self.used.add("pier")
        across = x + (size.wide // 2 if view.terrain == "pier" else size.wide) - 1
        for line in lines:
            canvas.put(across, y + line, "║", f"{ground} pier")

    def _sides(self, canvas: Canvas, x: int, y: int, view: HexView, ground: str, size: Size) -> None:
        """What lies on the eastern and the lower sides of a hex."""
        half = size.wide // 2
        for direction in ("E", "SE", "SW"):
            kind = self.scene.side(view.at, direction)
            if kind not in ("", "pier", "road"):
                self.used.add(kind)
                style = f"{ground} {kind}"
                if direction == "E":
                    canvas.put(x + size.wide - 1, y + 1, "▕", style)
                else:
                    canvas.put(x + (half if direction == "SE" else 0), y + size.high - 1, "▁" * half, style)
