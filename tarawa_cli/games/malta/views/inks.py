"""The colours and signs of Malta's text map.

Ground that the Axis hold is darker than any other, so that the two can be distinguished without seeing red or green.
"""

from tarawa_cli.kernel.scene import EdgeSign
from tarawa_cli.kernel.scene.flat import Looks
from tarawa_cli.kernel.scene.paint import Ink, Palette
from tarawa_cli.kernel.standard import cache

SEA = "sea"
_BLACK, _WHITE = "#101010", "#ffffff"
_GROUND = {
    "clear": ("#d7af87", "#875f5f"),
    "beach": ("#ffffaf", "#af5f5f"),
    "town": ("#d7af5f", "#8a4450"),
    "city": ("#d7875f", "#5f1818"),
    "fort": ("#bcbcbc", "#5f5f87"),
    "airfield": ("#e4e4e4", "#875f87"),
    "woods": ("#87af5f", "#5f5f00"),
}
"""By terrain: as the Allies hold it, and the Axis."""
_COUNTERS = {
    # full and half strength, ink while it can do something and when it has; the same with few colours
    "british": (("#ffffd7", 15), ("#d7d7af", 7), (_BLACK, 0), ("#7c6c40", 8)),
    "italian": (("#005f00", 2), ("#00875f", 10), (_WHITE, 15), ("#afd7af", 0)),
    "german": (("#303030", 0), ("#585858", 8), (_WHITE, 15), ("#b2b2b2", 7)),
}
_REGIONS = ("#c8a47c", "#8fae7b", "#b58fb5", "#c89b4b", "#8aa5c0", "#b0b0a0")


_INKS: dict[str, Ink] = {
    # on the ground
    "glyph": Ink(),
    "name": Ink(bold=True),
    "number": Ink(),
    "marked": Ink(_WHITE, "#000000", 15, 0, bold=True),
    "more": Ink(bold=True),
    "objective": Ink("#ffe14d", "#a01420", 11, 1, bold=True),
    "strongpoint": Ink(bold=True),
    "given": Ink(_WHITE, "#a04800", 15, 5, bold=True),
    "drop-zone": Ink(_WHITE, "#5a2d7a", 15, 5, bold=True),
    "both": Ink("#000000", "#ffb000", 0, 11, bold=True),
    "road": Ink("#3a2a1a", fg16=0, bold=True),
    "stream": Ink("#005f87", fg16=4),
    "steep": Ink("#5a3010", fg16=0),
    "water": Ink("#005f87", fg16=4),
    # on counters
    "disorganised": Ink("#000000", "#ff8700", 0, 11, bold=True),
    "demoralised": Ink(_WHITE, "#d00000", 15, 9, bold=True),
    "unsupplied": Ink(_WHITE, "#8700af", 15, 13, bold=True),
    "empty": Ink(),
    "fired": Ink(),
    # layers and changes
    "region": Ink(bold=True),
    "axis-zone": Ink(_WHITE, "#7c2832", 15, 1, bold=True),
    "allied-zone": Ink("#000000", "#fff4cc", 0, 15, bold=True),
    "both-zones": Ink(_WHITE, "#5a2d7a", 15, 5, bold=True),
    "source": Ink("#000000", "#ffd700", 0, 11, bold=True),
    "axis-line": Ink(_WHITE, "#7c2832", 15, 1, bold=True),
    "allied-line": Ink("#000000", "#fff4cc", 0, 15, bold=True),
    "both-lines": Ink(_WHITE, "#5a2d7a", 15, 5, bold=True),
    "cut": Ink(_WHITE, "#d00000", 15, 9, bold=True),
    "reach": Ink("#000000", "#87ffd7", 0, 14, bold=True),
    "far": Ink("#000000", "#b0c8ff", 0, 12),
    "sneak": Ink("#000000", "#ffb0d0", 0, 13, bold=True),
    "taken": Ink(_WHITE, "#7c2832", 15, 1, bold=True),
    "retaken": Ink("#000000", "#fff4cc", 0, 15, bold=True),
    "hit": Ink(_WHITE, "#d00000", 15, 9, bold=True),
    "shaken": Ink("#000000", "#ff8700", 0, 11, bold=True),
    "came": Ink("#000000", "#87ffd7", 0, 14, bold=True),
    "gone": Ink("#004030", fg16=0, bold=True),
    # around the map
    "label": Ink("#808080", fg16=8),
    "title": Ink(_WHITE, "#7c1420", 15, 1, bold=True),
    "heading": Ink(bold=True),
    "note": Ink("#d8ecf8", fg16=15),
    "axis": Ink("#ff6b5e", fg16=9, bold=True, light=Ink("#b00010", fg16=1, bold=True)),
    "allied": Ink("#6fb4ff", fg16=12, bold=True, light=Ink("#004fa0", fg16=4, bold=True)),
    "good": Ink("#7fc060", fg16=2, light=Ink("#2f6a1a", fg16=2)),
    "stars": Ink("#ffd700", fg16=11, light=Ink("#8a6a00", fg16=3)),
}


@cache
def palette() -> Palette:
    inks = {
        SEA: Ink("#87d7ff", "#005f87", 14, 4),
        "odd": Ink(shade=0.93),
        "allied-held": Ink(_BLACK, "#d7d7af", 0, 7),
        "axis-held": Ink("#ffe0d8", "#870000", 15, 1),
    }
    for terrain, (allied, axis) in _GROUND.items():
        inks[f"allied-{terrain}"] = Ink("#4a3c28", allied, 0, 3)
        inks[f"axis-{terrain}"] = Ink("#ecd4cc", axis, 15, 1)
    for nation, (full, weak, ready, spent) in _COUNTERS.items():
        inks[nation] = Ink(ready[0], full[0], ready[1], full[1])
        inks[f"{nation}-weak"] = Ink(ready[0], weak[0], ready[1], weak[1])
        inks[f"{nation}-ready"] = Ink(bold=True)
        inks[f"{nation}-spent"] = Ink(spent[0], fg16=spent[1])
    for number, colour in enumerate(_REGIONS):
        inks[f"region-{number}"] = Ink(_BLACK, colour, 0, (3, 2, 5, 7, 6, 15)[number])
    return inks | _INKS


LOOKS = Looks(
    edges={
        "road": EdgeSign("─", "│", "─", "│", "-", "|", "road"),
        "stream": EdgeSign("▕", "▁", "┊", "┈", ":", ".", "stream"),
        "steep": EdgeSign("▐", "▄", "^", "^", "^", "^", "steep"),
        "water": EdgeSign("▐", "▄", "≈", "≈", "~", "~", "water"),
    },
    textures={"axis": ("░", "%"), "allied": ("·", ".")},
    sea=SEA,
    in_ascii=lambda words: in_ascii(words),
    arms={
        "infantry": ("╳", "I"),
        "para": ("╳", "P"),
        "glider": ("╳", "G"),
        "commando": ("╳", "C"),
        "marine": ("╳", "M"),
        "motorcycle": ("╳", "B"),
        "engineer": ("╥", "E"),
        "tank": ("◊", "T"),
        "antitank": ("∧", "K"),
        "artillery": ("●", "A"),
        "aa": ("⌒", "F"),
        "coast-gun": ("◉", "O"),
        "hq": ("⚑", "H"),
        "leader": ("☆", "L"),
        "security": ("╱", "S"),
        "warship": ("◄", "W"),
    },
)
GLYPHS = {
    # with colours; without them as the Allies hold it, and the Axis; the same in ASCII
    "ocean": (" ", " ", " ", " ", " "),
    "clear": ("·", "·", "░", ".", "%"),
    "beach": ("∴", "∴", "∵", ":", ";"),
    "town": ("▪", "▫", "▪", "o", "@"),
    "city": ("■", "□", "■", "#", "&"),
    "fort": ("◆", "◇", "◆", "<", ">"),
    "airfield": ("✈", "=", "≡", "=", "$"),
    "woods": ("♣", "♧", "♣", "w", "W"),
}


def in_ascii(words: str) -> str:
    """A text without dots and bars on its letters, character for character."""
    return "".join(map(_letter, words))


_LETTERS = dict(zip("ħĦ×·—–…⋮→", "hHx---.:>", strict=True))


def _letter(sign: str) -> str:
    from unicodedata import normalize  # start-up

    if sign.isascii():
        return sign
    return _LETTERS.get(sign) or normalize("NFKD", sign).encode("ascii", "ignore").decode()[:1] or "?"
