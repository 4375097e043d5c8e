"""Colours and patterns of the printed map as one style sheet; its rules apply only inside the picture."""

from tarawa_cli.kernel.render.markup import Markup, element
from tarawa_cli.kernel.render.svg import pattern, style

PAPER = "#f6efdc"
INK = "#33281c"
SEA = "#5f97b9"
TERRAIN = {
    "reef": "#a8d5da",
    "entry": "#86bfd4",
    "obstacles": "#a8d5da",
    "pier": "#a8d5da",
    "landing": "#f8eec6",
    "shore": "#e7d3a0",
    "clear": "#efe0b2",
    "palms": "#a9c274",
    "airstrip": "#d2cdc4",
    "excavation": "#d0ab77",
    "dump": "#dcc590",
}
BEACHES = {
    "red1": "#b3261e",
    "red2": "#b3261e",
    "red3": "#b3261e",
    "green": "#1f6b33",
    "black1": "#262626",
    "black2": "#262626",
}
MARINES, JAPANESE = "#123c7a", "#a3261c"
"""The front line of one side, and the hatching of the other."""
HATCHED = 0.75
"""How much of the hatching's colour covers the terrain."""
MARINE = "#55632f"
"""The cards of units."""
REGIMENTS = {"2nd": "#5fafff", "6th": "#d787ff", "8th": "#5fd7af", "10th": "#ffd75f", "": "#9aa27c"}
"""The hues of the text map, light enough for the stripe of a dark counter."""
SUPPLY = {"active": "#ffd84a", "general": "#ffffff", "none": "#d3271c"}

# Terrain that needs more than a colour: the size of a tile, and what is drawn on it.
_TILES = {
    "palms": (
        (26, 24),
        '<g fill="none" stroke="#4f7431" stroke-width="1.3">'
        '<path d="M7,11v-5q-3,-3 -5,0m5,0q3,-3 5,0m-5,0q-3,1 -4,4m4,-4q3,1 4,4"/>'
        '<path d="M20,22v-5q-3,-3 -5,0m5,0q3,-3 5,0m-5,0q-3,1 -4,4m4,-4q3,1 4,4"/></g>',
    ),
    "shore": ((12, 12), '<path d="M2,3h1.5M8,9h1.5" stroke="#b4975a" stroke-width="1.4"/>'),
    "landing": ((14, 14), '<path d="M2,4h2M9,11h2" stroke="#d8c68a" stroke-width="1.4"/>'),
    "excavation": ((16, 14), '<path d="M2,10q4,-7 8,0m2,-5l2,4" fill="none" stroke="#8a5f2c" stroke-width="1.3"/>'),
    "dump": ((24, 22), '<path d="M4,5h7v6h-7zm0,0l7,6m5,3h6v6h-6z" fill="none" stroke="#7a5a24" stroke-width="1.2"/>'),
    "airstrip": ((20, 20), '<path d="M3,6h3M13,16h3" stroke="#b8b1a5" stroke-width="1.2"/>'),
    "obstacles": (
        (24, 20),
        '<path d="M4,4l7,7m0,-7l-7,7M15,12l6,6m0,-6l-6,6" stroke="#4d5a62" stroke-width="1.5"/>',
    ),
    "reef": ((30, 26), '<path d="M4,8q3,-3 6,0M18,20q3,-3 6,0" fill="none" stroke="#8cc3cb" stroke-width="1.2"/>'),
    "entry": ((24, 16), '<path d="M3,6q4,-4 8,0t8,0" fill="none" stroke="#6aa9c4" stroke-width="1.3"/>'),
}
_HATCHING = (
    f'<path d="M-2,2l4,-4M0,10l10,-10M8,12l4,-4" stroke="{JAPANESE}" stroke-width="1.8" stroke-opacity="{HATCHED}"/>'
)

_RULES = f"""
text {{ font-family: Helvetica, Arial, 'DejaVu Sans', sans-serif; text-anchor: middle }}
.serif, .area, .beach {{ font-family: Georgia, 'Times New Roman', 'DejaVu Serif', serif }}
.left {{ text-anchor: start }}
.bold, .id, .steps {{ font-weight: bold }}
.sea {{ fill: {SEA} }}
#ground path {{ stroke: #6d6a55; stroke-opacity: .45; stroke-width: 1 }}
#numbers text {{ font-size: 11px; fill: #2f3a40; fill-opacity: .75 }}
.held {{ fill: url(#hatching) }}
.front-bed {{ fill: none; stroke: #fff; stroke-width: 10; stroke-linecap: round }}
.front {{ fill: none; stroke: {MARINES}; stroke-width: 6; stroke-linecap: round }}
.road-bed {{ fill: none; stroke: #7d6136; stroke-width: 8; stroke-linecap: round }}
.road {{ fill: none; stroke: #fdf6dd; stroke-width: 5; stroke-linecap: round }}
#ground .shallows {{ fill: #b9e0df; stroke: #b9e0df; stroke-width: 30; stroke-opacity: 1; stroke-linejoin: round }}
.coast {{ fill: none; stroke: #5d4a2a; stroke-width: 2.5; stroke-linecap: round }}
.limit {{ fill: none; stroke-width: 6; stroke-linecap: round }}
.border {{ fill: none; stroke: #7a1f4d; stroke-width: 3; stroke-dasharray: 9 5; stroke-linecap: butt }}
.ditch {{ fill: none; stroke: #4a2f16; stroke-width: 7; stroke-linecap: round }}
.ditch-teeth {{ fill: none; stroke: #e3c88e; stroke-width: 4; stroke-dasharray: 3 4 }}
.open {{ fill: #efe0b2; stroke: #8c7a45; stroke-width: .8 }}
.pier-bed {{ fill: none; stroke: #5b3f20; stroke-width: 13; stroke-linejoin: round; stroke-linecap: square }}
.pier-planks {{ fill: none; stroke: #c39a63; stroke-width: 9; stroke-dasharray: 4 1.5 }}
.area {{ font-size: 24px; font-style: italic; font-weight: bold; letter-spacing: 1px; fill: #54203c }}
.beach {{ font-size: 30px; font-weight: bold; letter-spacing: 5px }}
.caption {{ font-family: Georgia, 'DejaVu Serif', serif; font-weight: bold; fill: {INK}; text-anchor: start }}
.strip {{ fill: {PAPER} }}
.halo {{ paint-order: stroke; stroke: {PAPER}; stroke-width: 4; stroke-opacity: .75; stroke-linejoin: round }}
.count {{ font-size: 13px; fill: #54203c; font-weight: bold }}
.code {{ font-size: 13px; font-weight: bold }}
.chip rect {{ fill: #fff8d8; stroke: #7a1f4d; stroke-width: 1.5 }}
.chip text {{ font-size: 12px; font-weight: bold; fill: #7a1f4d }}
.star {{ fill: #1f4e8c; stroke: #ffffff; stroke-width: 1.6 }}
.entered {{ fill: none; stroke: #1f4e8c; stroke-width: 1.4 }}
.pillbox {{ fill: #3a3a3a; stroke: #e8261b; stroke-width: 2 }}
.slit {{ fill: #f6c9c5 }}
.ruin {{ fill: none; stroke: #4a4a4a; stroke-width: 1.8 }}
.suppression rect {{ fill: #6a1b9a; stroke: #fff; stroke-width: 1 }}
.demolition rect {{ fill: #c85a00; stroke: #fff; stroke-width: 1 }}
.suppression text, .demolition text {{ fill: #fff; font-size: 9.5px; font-weight: bold }}
.improved {{ fill: none; stroke: #3b2a10; stroke-width: 2.6; stroke-linejoin: miter }}
.head rect {{ fill: #ffcf33; stroke: #4a3600; stroke-width: 1.6 }}
.head path {{ fill: none; stroke: #4a3600; stroke-width: 1.4 }}
.load text {{ fill: #4a3600; font-weight: bold }}
.wreck {{ fill: #4b4a48; stroke: #1d1c1b; stroke-width: 1.2 }}
.flag {{ fill: #fff; stroke: #444; stroke-width: .8 }}
.sun {{ fill: #d3271c }}
.card {{ stroke: #1c1c14; stroke-width: 1.2 }}
.tally rect {{ fill: #ffd84a; stroke: #1c1c14; stroke-width: 1.2 }}
.tally text {{ fill: #1c1c14; font-weight: bold }}
.shade {{ fill: #000; fill-opacity: .3 }}
.marine .card {{ fill: {MARINE} }}
.marine text {{ fill: #fff }}
.marine .symbol {{ fill: none; stroke: #fff; stroke-width: 1.4 }}
.craft .card {{ fill: #2f5068 }}
.craft text {{ fill: #fff }}
.craft .symbol {{ fill: none; stroke: #fff; stroke-width: 1.4 }}
.back .card {{ fill: #e6e0bd; stroke-dasharray: 4 2 }}
.back text {{ fill: #2d3316 }}
.back .symbol {{ stroke: #2d3316 }}
.craft.back .card {{ fill: #c6d5de }}
.craft.back text {{ fill: #17303f }}
.craft.back .symbol {{ stroke: #17303f }}
.home text, .home .symbol {{ opacity: .6 }}
.pin circle {{ fill: #d3271c; stroke: #fff; stroke-width: 1 }}
.unit .pin text, .pin text {{ fill: #fff; font-size: 9px; font-weight: bold }}
.course {{ fill: #ff8a00; stroke: #4a2800; stroke-width: 1 }}
.supply {{ stroke: #1c1c14; stroke-width: .9 }}
.panel {{ fill: {PAPER}; stroke: {INK}; stroke-width: 2 }}
.title {{ font-size: 44px; font-weight: bold; fill: #fff; font-family: Georgia, 'DejaVu Serif', serif }}
.subtitle {{ font-size: 27px; fill: #fff }}
.heading {{ font-size: 24px; font-weight: bold; fill: {INK}; font-family: Georgia, 'DejaVu Serif', serif }}
.said {{ font-size: 18px; fill: {INK} }}
.small {{ font-size: 15px; fill: {INK} }}
.box {{ fill: #fff; stroke: #8a7d63; stroke-width: 1 }}
.level {{ font-size: 13px; fill: #8a7d63 }}
.marker-box {{ fill: #b3261e }}
.marker-box.own {{ fill: {MARINE} }}
.on-marker {{ font-size: 14px; fill: #fff; font-weight: bold }}
.operative {{ fill: none; stroke: {INK}; stroke-width: 3 }}
.needle {{ fill: #fff; stroke: {INK}; stroke-width: 1.5 }}
"""


def sheet() -> Markup:
    return style(_RULES, TERRAIN, _TILES, within="betio")


def patterns() -> Markup:
    tiles = (pattern(kind, size, Markup(drawn), colour=TERRAIN[kind]) for kind, (size, drawn) in _TILES.items())
    return element("defs", *tiles, pattern("hatching", (10, 10), Markup(_HATCHING)))
