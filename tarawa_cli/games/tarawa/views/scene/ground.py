"""The hexes of Betio as they are drawn: ground, signs of the terrain, who holds them, what lies on them."""

from tarawa_cli.games.tarawa.model.board import PIER_FOOT, betio, neighbours
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.board.hexes import Hex, hexside
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.scene.model import HexView, Mark
from tarawa_cli.kernel.scene.paint import in_ascii
from tarawa_cli.kernel.standard import cache

GLYPHS = {
    "reef": " ", "obstacles": "×", "entry": "~", "pier": " ", "landing": "·", "shore": ",", "clear": "-",
    "palms": "♣", "airstrip": "=", "excavation": "○", "dump": "■", "wreck": "w",
}  # fmt: skip
JAPANESE, MARINES = "japanese", "marines"


def owner(state: State, at: Hex) -> str:
    """Who holds a hex; nobody holds what has no defenders and has not been entered."""
    if at in state.cleared or at in state.occupied:
        return MARINES
    if at in state.board.defended or (at == state.board.wreck and state.wreck == "occupied"):
        return JAPANESE
    return ""


def view(state: State, at: Hex) -> HexView:
    """A hex with everything that lies on it."""
    terrain = "wreck" if at == state.board.wreck else state.board.terrain[at]
    is_land = at in state.board.land
    return HexView(at, *_look(terrain, owner(state, at), is_land), tuple(_marks(state, at)) if is_land else ())


@cache
def water() -> dict[Hex, HexView]:
    """Reef, obstacles, entry hexes and pier, which never change."""
    board = betio()
    return {at: HexView(at, *_look(kind, "", False)) for at, kind in board.terrain.items() if at not in board.land}


@cache
def _look(terrain: str, holder: str, is_land: bool) -> tuple[str, str, str, str, str, str, str, str, str]:
    """The fields of a hex from `terrain` to `short`."""
    glyph, texture = GLYPHS[terrain], "░" if holder == JAPANESE else " "
    plain = glyph + (glyph if is_land and not holder else texture)
    return terrain, _ground(terrain, holder), holder, glyph, in_ascii(glyph), plain, texture, "", ""


def _ground(terrain: str, holder: str) -> str:
    if terrain == "airstrip":
        return "entered" if holder else "strip"
    if terrain == "landing":
        return "beachhead" if holder else "beach"
    return {JAPANESE: "enemy", MARINES: "cleared"}.get(holder, "reef")


def _marks(state: State, at: Hex) -> Iterator[Mark]:
    """What lies on a land hex besides units."""
    if at in state.heads:
        yield mark("head", "⚑", "supply head")
    if at in state.board.pillboxes:
        standing = state.pillboxes_standing(at) if at not in state.cleared else 0
        fallen = state.board.pillboxes[at] - standing
        if standing:
            yield mark("pillbox", "▲" * standing, "pillbox", standing)
        if fallen:
            name, sign = ("ruin", "╳") if at in state.cleared else ("demolished", "△")
            yield mark(name, sign * fallen, "destroyed pillbox", fallen)
    if at in state.improved:
        yield mark("improved", "]", "improved position")
    if count := state.suppressed.get(at, 0):
        yield mark("suppression", f"s{count}", "suppression", count, afar=False)
    if at not in state.cleared and (count := state.demolished.get(at, 0)):
        yield mark("demolition", f"d{count}", "demolition steps", count, afar=False)


def mark(name: str, text: str, words: str, value: int = 0, afar: bool = True) -> Mark:
    return Mark(name, text, in_ascii(text), words, value, afar)


# ── Layers


def printed(state: State, view: HexView) -> HexView:
    """Only what is printed on the map."""
    ground = {"landing": "beach", "airstrip": "strip"}.get(
        view.terrain, "land" if view.at in state.board.land else "reef"
    )
    roads = [other for other in neighbours(view.at) if hexside(view.at, other) in state.board.roads]
    boxes = state.board.pillboxes.get(view.at, 0)
    marks = [mark("pillbox", "▲" * boxes, "pillbox", boxes)] if boxes else []
    marks += [mark("road", "road", "road", afar=False)] if roads else []
    return view._replace(ground=ground, owner="", plain=view.glyph * 2, texture=" ", marks=marks)


def by_area(state: State, view: HexView) -> HexView:
    """The letter of its area: a capital while it is uncleared, a small letter when it is cleared or free."""
    if view.at not in state.board.area_of:
        return view
    letter = state.board.areas[state.board.area_of[view.at]].letter
    text = letter if state.is_uncleared(view.at) else letter.lower()
    name = mark("area", state.board.area_of[view.at][:8], "area", afar=False)
    return view._replace(glyph=text, plain=text + view.texture, marks=(name,), sign=f"area-{letter}")


def controlled(state: State, view: HexView) -> HexView:
    """Who holds it, and whether its area is secured."""
    if view.at not in state.board.area_of:
        return view
    safe = state.is_secured(state.board.area_of[view.at])
    plain = {JAPANESE: "░░", MARINES: "* "}.get(view.owner, view.glyph * 2)
    marks = [mark("secured", "✓", "secured area")] if safe else []
    return view._replace(glyph=" ", plain=plain, marks=marks, sign="holder")


class Supplied:
    """Where lines of supply lead."""

    def __init__(self, state: State) -> None:
        from tarawa_cli.games.tarawa.rules.ch08_supply import lines_from  # start-up

        self._joined = lines_from(state, state.heads)

    def __call__(self, state: State, view: HexView) -> HexView:
        at = view.at
        if at != PIER_FOOT and at not in state.board.area_of:
            return view
        if state.is_uncleared(at):
            return view._replace(glyph=" ", plain="░░", sign="line", marks=())
        if at in state.heads:
            return view._replace(glyph=" ", plain="  ", sign="line", marks=[mark("head", "⚑", "supply head")])
        line = mark("joined", "∘", "joined to a head") if at in self._joined else mark("cut", "?", "cut off")
        return view._replace(glyph=" ", plain="  ", sign="line", marks=[line])
