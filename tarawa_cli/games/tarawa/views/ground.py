"""The hexes of Betio as they are drawn, the inks of its maps, and the legend of what they mean."""

from tarawa_cli.games.tarawa.model.board import PIER_FOOT, Board, betio, neighbours
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.model.unit_types import UnitType
from tarawa_cli.kernel.board.hexes import Hex, hexside
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.scene import HexView, LegendEntry, Mark
from tarawa_cli.kernel.scene.paint import Ink, in_ascii
from tarawa_cli.kernel.standard import cache

# ── Hexes: ground, signs of the terrain, who holds them, what is on them


GLYPHS = {
    "reef": " ", "obstacles": "×", "entry": "~", "pier": " ", "landing": "·", "shore": ",", "clear": "-",
    "palms": "♣", "airstrip": "=", "excavation": "○", "dump": "■", "wreck": "w",
}  # fmt: skip
JAPANESE, MARINES = "japanese", "marines"


def owner(state: State, at: Hex) -> str:
    """The side that holds a hex; empty if it has no defenders and has not been entered."""
    if at in state.cleared or at in state.occupied:
        return MARINES
    if at in state.board.defended or (at == state.board.wreck and state.wreck == "occupied"):
        return JAPANESE
    return ""


def view(state: State, at: Hex) -> HexView:
    """A hex with its markers."""
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
    """The markers on a land hex."""
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
        from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import lines_from  # start-up

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


# ── Inks and legend


_WEAK = "#eeeeee"
_FORMATIONS = {
    "2nd": Ink("#ffffff", "#005fd7", 15, 4, odd="#005faf"),
    "6th": Ink("#ffffff", "#8700af", 15, 5, odd="#870087"),
    "8th": Ink("#ffffff", "#00755f", 15, 2, odd="#005f5f"),
    "10th": Ink("#ffffff", "#875f00", 15, 3, odd="#754f00"),
    "tanks": Ink("#ffffff", "#262626", 15, 0, odd="#3a3a3a"),
    "scouts": Ink("#ffd75f", "#121212", 11, 0),
    "craft": Ink("#00005f", "#afd7ff", 0, 14, odd="#afd7d7"),
}
_GROUNDS = {
    "sea": Ink(bg="#00245f", bg16=0),
    "reef": Ink("#9fd0dc", "#005f87", 15, 6, odd="#00597f"),
    "beach": Ink("#6b5a20", "#ffffd7", 0, 11, odd="#ffffaf"),
    "beachhead": Ink("#2f2f00", "#afaf87", 0, 10, odd="#afaf5f"),
    "enemy": Ink("#d7875f", "#780c0c", 15, 1, odd="#620808"),
    "cleared": Ink("#1c3a1c", "#87af87", 0, 10, odd="#87af5f"),
    "strip": Ink("#4e4e4e", "#9e9e9e", 0, 7, odd="#949494"),
    "entered": Ink("#ffffff", "#5f875f", 15, 8, odd="#5f8768"),
    "land": Ink("#3a3010", "#d7af87", 0, 3, odd="#d7af5f"),
}


def _weak() -> dict[str, Ink]:
    """Half strength or less: the colour of the formation is the ink, not the fill."""
    return {
        f"{name}-weak": Ink(ink.fg if name == "craft" else ink.bg, _WEAK, 4 if name == "craft" else ink.bg16, 15)
        for name, ink in _FORMATIONS.items()
    }


PALETTE: dict[str, Ink] = (
    _GROUNDS
    | _FORMATIONS
    | _weak()
    | {
        "edge": Ink("#8a8a8a", fg16=8, light=Ink("#6a6a6a", fg16=8)),
        "fold": Ink("#8a8a8a", fg16=8, light=Ink("#6a6a6a", fg16=8)),
        "heading": Ink(bold=True),
        "title": Ink("#ffffff", "#005f00", 15, 2, bold=True),
        "good": Ink("#7fc060", fg16=2, light=Ink("#2f6a1a", fg16=2)),
        "bad": Ink("#ff6a5a", fg16=1, bold=True, light=Ink("#b0201a", fg16=1, bold=True)),
        "dull": Ink("#555555", fg16=8, light=Ink("#bbbbbb", fg16=7)),
        "name": Ink("#ffe9a8", fg16=15, bold=True),
        "number": Ink(),
        "marked": Ink("#000000", "#ffd75f", 0, 11, bold=True),
        "ready": Ink(bold=True),
        "spent": Ink(shade=0.6, bold=False),
        "loaded": Ink(underline=True),
        "listed": Ink("#ffffff", fg16=15, bold=True),
        "entry": Ink("#8fd0d8", fg16=14),
        "obstacles": Ink("#b8dfe0", fg16=15),
        "pier": Ink("#f0c070", fg16=11, bold=True),
        "wreck": Ink("#ffd75f", fg16=11, bold=True),
        "ditch": Ink("#f0b060", fg16=11, bold=True),
        "pillbox": Ink("#ffd75f", fg16=11, bold=True),
        "demolished": Ink("#e8b0a0", fg16=15),
        "ruin": Ink("#2c2c2c", fg16=0),
        "head": Ink("#000000", "#ffd24a", 0, 11, bold=True),
        "improved": Ink("#000000", fg16=0, bold=True),
        "suppression": Ink("#ffffff", fg16=15, bold=True),
        "demolition": Ink("#ffffff", fg16=15, bold=True),
        "ap": Ink("#ffffff", "#3a3a3a", 15, 0),
        "pin": Ink("#ffffff", "#c01a1a", 15, 9, bold=True),
        "supplied": Ink("#000000", "#ffd24a", 0, 11),
        "unsupplied": Ink("#ffffff", "#c01a1a", 15, 9, bold=True),
        "course": Ink("#000000", "#ff9a3a", 0, 11),
        "home": Ink("#0a2030", "#9fb8c8", 0, 7),
        "work": Ink("#000000", "#c8e0a0", 0, 10),
        "reach": Ink("#000000", "#ffe680", 0, 11, bold=True),
        "start": Ink("#000000", "#ffffff", 0, 15, bold=True),
        "joined": Ink("#10300a", fg16=0),
        "cut": Ink("#ffffff", "#c01a1a", 15, 9, bold=True),
        "secured": Ink("#10300a", fg16=0, bold=True),
        "gained": Ink("#000000", "#9fe870", 0, 10, bold=True),
        "fell": Ink("#ffffff", "#c01a1a", 15, 9, bold=True),
        "hit": Ink("#ffffff", "#c0208a", 15, 13, bold=True),
        "came": Ink("#000000", "#ffffff", 0, 15, bold=True),
        "gone": Ink("#ffffff", "#404040", 15, 8),
    }
)

_REGIMENTS = (
    LegendEntry("2nd", "32", "2nd ready", "3/2"),
    LegendEntry("6th", "16", "6th ready", "1/6"),
    LegendEntry("8th", "38", "8th ready", "3/8"),
)
_SIGNS = (
    LegendEntry("loaded", "38", "craft loaded", "in a craft", " "),
    LegendEntry("stack", "3+", "heading", "and more"),
    LegendEntry("weak", "38", "8th-weak ready", "half or less", " "),
    LegendEntry("spent", "38", "8th spent", "spent", " "),
    LegendEntry("reach", "3 ", "reach", "can go there, AP"),
    LegendEntry("head", "⚑", "head", "head"),
    LegendEntry("pillbox", "▲", "enemy pillbox", "pillbox"),
    LegendEntry("demolished", "△", "enemy demolished", "destroyed"),
    LegendEntry("ruin", "╳", "cleared ruin", "ruin"),
    LegendEntry("improved", "]", "cleared improved", "dug in"),
    LegendEntry("suppression", "s2", "enemy suppression", "suppression"),
    LegendEntry("demolition", "d1", "enemy demolition", "demolition"),
    LegendEntry("ap", "∙4", "ap", "AP left"),
    LegendEntry("pin", "!", "pin", "pinned"),
    LegendEntry("supplied", "+", "supplied", "active supply"),
    LegendEntry("unsupplied", "?2", "unsupplied", "no supply"),
    LegendEntry("course", ">SE", "course", "drifts"),
    LegendEntry("home", "<", "home", "goes home"),
    LegendEntry("work", "dig", "work", "busy all turn"),
    LegendEntry("joined", "∘", "cleared joined", "joined to a head"),
    LegendEntry("cut", "?", "cut", "cut off"),
    LegendEntry("secured", "✓", "cleared secured", "secured area"),
    LegendEntry("gained", "»", "gained", "ground gained"),
    LegendEntry("fell", "«", "fell", "ground lost"),
    LegendEntry("hit", "╳", "hit", "steps lost"),
    LegendEntry("came", "⇢", "came", "moved here"),
    LegendEntry("gone", "⇠", "gone", "moved away"),
    LegendEntry("enemy", "  ", "enemy", "Japanese", "░░"),
    LegendEntry("cleared", "  ", "cleared", "cleared"),
    LegendEntry("beach", "··", "beach", "beach", "··"),
    LegendEntry("beachhead", "· ", "beachhead", "beachhead", "·"),
    LegendEntry("strip", "= ", "strip", "airstrip", "=="),
    LegendEntry("entered", "= ", "entered", "entered", "="),
    LegendEntry("palms", "♣", "cleared palms", "palms"),
    LegendEntry("shore", ",", "cleared shore", "shore"),
    LegendEntry("clear", "-", "cleared clear", "clear"),
    LegendEntry("excavation", "○", "cleared excavation", "excavation"),
    LegendEntry("dump", "■", "cleared dump", "dump"),
    LegendEntry("entry", "~", "reef entry", "entry hex"),
    LegendEntry("obstacles", "×", "reef obstacles", "obstacles"),
    LegendEntry("pier", "║", "reef pier", "pier"),
    LegendEntry("wreck", "w", "reef wreck", "wreck"),
    LegendEntry("ditch", "▁", "cleared ditch", "ditch"),
)


_LETTERS = {"sherman": "M", "stuart": "S", "lvt": "v", "lcvp": "b", "lcm": "m", "artillery": "g"}
"""Letters for kinds whose counters share one."""


def formation(type: UnitType) -> str:
    """Whose colour a counter has."""
    if type.is_craft:
        return "craft"
    return type.regiment or ("tanks" if type.is_tank else "scouts")


def letter(type: UnitType) -> str:
    """The letter of a unit that is not named after its battalion; a small one for craft."""
    own = type.nature.letter.lower() if type.is_craft else type.nature.letter
    return _LETTERS.get(type.kind, own)


def legend(charts: Charts, board: Board) -> list[LegendEntry]:
    """What can be on a map: regiments, the letters of all other kinds of units, signs and grounds, areas."""
    kinds = {type.kind: type for type in charts.units.values() if type.nature.formation in ("none", "regiment")}
    letters = [
        LegendEntry(kind, f"{letter(type)}1", f"{formation(type)} ready", type.nature.plural)
        for kind, type in kinds.items()
    ]
    own = [
        LegendEntry(type.id, type.id[:2].capitalize(), f"{formation(type)} ready", type.id)
        for type in charts.units.values()
        if type.nature.formation == "own"
    ]
    areas = [LegendEntry(f"area-{area.letter}", area.letter, "", id) for id, area in board.areas.items()]
    return [*_REGIMENTS, *letters, *own, *areas, *_SIGNS]
