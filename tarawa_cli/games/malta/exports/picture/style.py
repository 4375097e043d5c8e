"""The size of the sheet and its hexes; colours and patterns as a style sheet that applies only inside the picture."""

from tarawa_cli.games.malta.model import board
from tarawa_cli.games.malta.model.board import malta
from tarawa_cli.kernel.exports.svg import Markup, Point, Sheet, element, pattern, style

WIDTH = 96
"""A hex from side to side; everything else is measured against it."""
HEAD = 120
EDGE = 36

GRID = Sheet(board.GRID, malta().terrain, WIDTH, Point(EDGE, HEAD))
PANEL = Point(GRID.end.x + EDGE, HEAD)
"""The corner of the panel beside the map."""
PANEL_WIDE = 620
TRACK = Point(EDGE, GRID.end.y + EDGE)
"""The corner of the turn track below the map."""
TRACK_HIGH = 96
BOXES = TRACK.moved(0, TRACK_HIGH + EDGE)
"""The corner of the boxes below the track."""
BOXES_HIGH = 480
SIZE = Point(PANEL.x + PANEL_WIDE + EDGE, BOXES.y + BOXES_HIGH + EDGE)


PAPER = "#f7f1e1"
INK = "#2b2a26"
SEA = "#7fb0cb"
TERRAIN = {
    "ocean": "#8fbdd4",
    "clear": "#e9dfb8",
    "beach": "#f8efc0",
    "airfield": "#d3d0c6",
    "town": "#e2c9a2",
    "city": "#cfa585",
    "fort": "#cdc2ab",
    "woods": "#a9c48a",
}
NATIONS = {"british": "#fff4cc", "maltese": "#f0dca0", "italian": "#005f28", "german": "#5d6a63"}
AXIS, ALLIED = "#8c1018", "#1f4e8c"
"""The hatching and the front line of one side, the stripe of the other."""
HATCHED = 0.75
"""How much of the hatching's colour covers the terrain."""
ZONES = {"west": "#7a3b8f", "north": "#1f6b33", "east": "#a3541a", "south": "#b3261e"}

# Terrain that needs more than a colour: the size of a tile, and what is drawn on it.
_TILES = {
    "ocean": ((36, 30), '<path d="M5,9q4,-4 8,0t8,0M20,24q4,-4 8,0" fill="none" stroke="#79aac5" stroke-width="1.2"/>'),
    "beach": ((14, 14), '<path d="M2,4h2M9,11h2" stroke="#d5be77" stroke-width="1.6"/>'),
    "town": ((22, 20), '<path d="M4,9v-4h5v4zM13,17v-5h6v5z" fill="#b98a5b" stroke="#7c5631" stroke-width=".8"/>'),
    "city": (
        (18, 18),
        '<path d="M2,7v-5h6v5zM10,7v-5h6v5zM2,16v-6h6v6zM10,16v-6h6v6z" fill="#a5694a" stroke="#6b3c25"/>',
    ),
    "fort": ((24, 24), '<path d="M12,3l8,5v8l-8,5l-8,-5v-8z" fill="#b5a689" stroke="#6b5f48" stroke-width="1.2"/>'),
    "woods": (
        (22, 22),
        '<g fill="#6d9150" stroke="#486b30" stroke-width=".8"><circle cx="6" cy="6" r="4"/>'
        '<circle cx="16" cy="16" r="4"/></g>',
    ),
    "airfield": ((40, 40), '<path d="M4,30l30,-20M6,36l30,-20" stroke="#a9a394" stroke-width="3"/>'),
}

_HATCHING = element(
    "pattern",
    element("path", d="M-3,3l6,-6M0,14l14,-14M11,17l6,-6", stroke=AXIS, stroke_width=2.6, stroke_opacity=HATCHED),
    id="hatching",
    width=14,
    height=14,
    patternUnits="userSpaceOnUse",
)
"""Ground that the Axis hold: lines over it, which leave the terrain as it looks."""

_RULES = f"""
text {{ font-family: Helvetica, Arial, 'DejaVu Sans', sans-serif; text-anchor: middle }}
.serif, .place, .zone, .region {{ font-family: Georgia, 'Times New Roman', 'DejaVu Serif', serif }}
.left {{ text-anchor: start }}
.sea {{ fill: {SEA} }}
#ground path {{ stroke: #6d6a55; stroke-opacity: .4; stroke-width: 1 }}
#numbers text {{ font-size: 13px; fill: #2f3a40; fill-opacity: .75 }}
.held {{ fill: url(#hatching) }}
.tint {{ fill-opacity: .38; stroke: none }}
.region-0 {{ fill: #b3261e }}
.region-1 {{ fill: #1f4e8c }}
.region-2 {{ fill: #2e7d32 }}
.region-3 {{ fill: #e0a100 }}
.region-4 {{ fill: #6a3d9a }}
.region-5 {{ fill: #00838f }}
.axis-zone {{ fill: #b3261e }}
.allied-zone {{ fill: #1f4e8c }}
.both-zones {{ fill: #6a1b9a }}
.supply-line {{ fill: none; stroke-width: 7; stroke-opacity: .75; stroke-linejoin: round; stroke-linecap: round }}
.source {{ fill: none; stroke-width: 6 }}
.supply-line.axis, .source.axis {{ stroke: #b3261e }}
.supply-line.allied, .source.allied {{ stroke: #1f4e8c }}
.cut-off {{ fill: none; stroke: #000; stroke-width: 6; stroke-opacity: .7 }}
.region {{ font-size: 24px; font-weight: bold; fill: {INK} }}
.front-bed {{ fill: none; stroke: #fff; stroke-width: 12; stroke-linecap: round }}
.front {{ fill: none; stroke: {AXIS}; stroke-width: 7; stroke-linecap: round }}
#ground .shallows {{ fill: #a9cfdf; stroke: #a9cfdf; stroke-width: 40; stroke-opacity: 1; stroke-linejoin: round }}
.coast {{ fill: none; stroke: #4d4630; stroke-width: 3; stroke-linecap: round }}
.water {{ fill: none; stroke: #2f6f96; stroke-width: 9; stroke-linecap: round }}
.stream {{ fill: none; stroke: #3c82b0; stroke-width: 4; stroke-linecap: round }}
.steep {{ fill: none; stroke: #6b4a2b; stroke-width: 7; stroke-linecap: butt }}
.steep-teeth {{ fill: none; stroke: #e9dfb8; stroke-width: 4; stroke-dasharray: 3 4 }}
.road-bed {{ fill: none; stroke: #7d3f22; stroke-width: 6; stroke-linecap: round }}
.road {{ fill: none; stroke: #fdf2cf; stroke-width: 3.2; stroke-linecap: round }}
.place {{ font-size: 15px; fill: {INK} }}
.zone {{ font-size: 26px; font-weight: bold; letter-spacing: 6px }}
.caption {{ font-family: Georgia, 'DejaVu Serif', serif; font-weight: bold; fill: {INK}; text-anchor: start }}
.strip {{ fill: {PAPER} }}
.halo {{ paint-order: stroke; stroke: {PAPER}; stroke-width: 3.5; stroke-opacity: .8; stroke-linejoin: round }}
.objective {{ fill: #c8102e; stroke: #fff; stroke-width: 1 }}
.weight {{ font-size: 14px; font-weight: bold; fill: #fff }}
.strongpoint {{ fill: none; stroke: #222; stroke-width: 3.5; stroke-dasharray: 7 4 }}
.quay {{ fill: none; stroke: #123f5c; stroke-width: 2 }}
.given rect {{ fill: #c85a00; stroke: #fff; stroke-width: 1 }}
.given text {{ fill: #fff; font-size: 14px; font-weight: bold }}
.canopy {{ fill: #fff; fill-opacity: .85; stroke: #55306b; stroke-width: 1.6 }}
.drop-zone text {{ fill: #55306b; font-size: 14px; font-weight: bold }}
.card {{ stroke: #1c1c14; stroke-width: 1.1 }}
.tally rect {{ fill: #ffd84a; stroke: #17150f; stroke-width: 1.4 }}
.tally text {{ fill: #17150f; font-weight: bold }}
.shade {{ fill: #000; fill-opacity: .3 }}
.british .card {{ fill: {NATIONS["british"]} }}
.maltese .card {{ fill: {NATIONS["maltese"]} }}
.italian .card {{ fill: {NATIONS["italian"]} }}
.german .card {{ fill: {NATIONS["german"]} }}
.unit text {{ fill: #17150f; font-weight: bold }}
.axis.unit text, .axis .pip, .axis .ammo {{ fill: #fff }}
.axis .pip.lost, .axis .no-ammo {{ fill: none; stroke: #fff }}
.axis.unit .solid {{ fill: #fff }}
.stripe {{ fill: {ALLIED} }}
.axis .stripe {{ fill: #e5483c }}
.symbol {{ fill: none; stroke: #17150f; stroke-width: 1.3 }}
.frame {{ fill: #fff; fill-opacity: .55; stroke: #17150f; stroke-width: 1.2 }}
.solid {{ fill: #17150f; stroke: none }}
.disorganised .card {{ stroke: #e07000; stroke-width: 2.6 }}
.demoralised .card {{ stroke: #c00018; stroke-width: 3.2 }}
.spent text, .spent .symbol, .spent .frame, .spent .solid {{ opacity: .6 }}
.state {{ stroke: #fff; stroke-width: .8 }}
.state.disorganised {{ fill: #e07000 }}
.state.demoralised {{ fill: #c00018 }}
.unit .badge {{ fill: #fff; font-size: 12px }}
.unsupplied {{ fill: #c00018; stroke: #fff; stroke-width: .8 }}
.ammo {{ fill: #17150f; stroke: none }}
.no-ammo {{ fill: #fff; stroke: #17150f; stroke-width: .9 }}
.pip {{ fill: #17150f }}
.pip.lost {{ fill: #fff; stroke: #17150f; stroke-width: .7 }}
.panel {{ fill: {PAPER}; stroke: {INK}; stroke-width: 2 }}
.title {{ font-size: 44px; font-weight: bold; fill: #fff; font-family: Georgia, 'DejaVu Serif', serif }}
.subtitle {{ font-size: 24px; fill: #fff }}
.heading {{ font-size: 22px; font-weight: bold; fill: {INK}; font-family: Georgia, 'DejaVu Serif', serif }}
.said {{ font-size: 17px; fill: {INK} }}
.small {{ font-size: 14px; fill: {INK} }}
.box {{ fill: #fff; fill-opacity: .7; stroke: #8a7d63; stroke-width: 1 }}
.box.night {{ fill: #b9bccb }}
.box.now {{ fill: #ffd84a; stroke: {INK}; stroke-width: 2.5 }}
.day {{ font-size: 15px; font-weight: bold; fill: {INK} }}
.time {{ font-size: 11px; fill: {INK} }}
.needle {{ fill: #fff; stroke: {INK}; stroke-width: 1.5 }}
"""


def sheet() -> Markup:
    return style(_RULES, TERRAIN, _TILES, within="malta")


def patterns() -> Markup:
    tiles = (pattern(kind, size, Markup(drawn), colour=TERRAIN[kind]) for kind, (size, drawn) in _TILES.items())
    return element("defs", *tiles, _HATCHING)
