"""The games. Each one is found by its name and imported only when a save asks for it; and their programs."""

from tarawa_cli.kernel.engine.grammar import Option
from tarawa_cli.kernel.game import Games, Program, Wording

GAMES = Games({"tarawa": "tarawa_cli.games.tarawa.game", "malta": "tarawa_cli.games.malta.game"})

_PLAYERS = "random|historical|strong|expert"
_PLAYER = {"--player": Wording("strong", _PLAYERS)}
"""The computer player that is meant if none is named, whatever the command."""
_SEARCHING = {**_PLAYER, "--playouts": Wording()}
"""For commands by which `expert` can be told how often it plays its plans out."""
_EXPORTS = Wording(
    "",
    "position|json|svg|png|gif|html|report|csv|jsonl",
    "Choose a scenario that starts here, the whole state, a map (gif: turn by turn), a film, a report, or data.",
)
TARAWA = Program(
    "tarawa",
    "tarawa",
    "Tarawa, November 1943: land the 2nd Marine Division on Betio, one command at a time.",
    {
        "new": {
            "SCENARIO": Wording("campaign"),
            "--hits": Wording("ask", "ask|step|morale", "Set how hits are taken."),
        },
        "map": {
            "WHERE": Wording(
                help="Draw a close view of an area, a beach (beach:red2 is not the area red2), a hex or a unit."
            ),
            "--layer": Wording("units", "units|terrain|areas|control|supply|reach"),
            "--diff": Wording(
                help="Mark what has changed since a moment: ground gained and lost, units moved and hit."
            ),
        },
        "units": {
            "FILTER…": Wording(
                help="Choose ready, pinned, unsupplied, ashore, afloat, due, lost, craft, @HEX, an area, a battalion…"
            )
        },
        "hex": {"HEX": Wording(help="Give its four digits: row, then column.")},
        "odds": {"COMMAND…": Wording(help="Name an order, e.g. attack 2/8A 2828; or a hex: all ways to take it.")},
        "export": {
            "WHAT": _EXPORTS,
            "WHERE": Wording(help="Draw only land, an area, a beach, a hex or a unit."),
            "--layer": Wording("units", "units|terrain|control"),
        },
        "autoplay": _SEARCHING,
        "advise": {**_SEARCHING, "--think": Wording()},
        "play": {"--think": Wording()},
        "simulate": {**_SEARCHING, "--scenario": Wording("campaign")},
        "forecast": _SEARCHING,
        "delegate": _PLAYER,
    },
    aliases={"adv": "advance", "att": "attack", "sup": "suppress", "dem": "demolish", "mv": "move", "emb": "embark"},
)

MALTA = Program(
    "malta",
    "malta",
    "Island of Death: the invasion of Malta, summer 1942. Two sides, one command at a time.",
    {
        "new": {"SCENARIO": Wording("cottonera")},
        "map": {
            "WHERE": Wording(help="Draw a close view of a region, zone:south, a place, hex or unit."),
            "--layer": Wording("units", "units|terrain|regions|control|zoc|supply|reach"),
            "--diff": Wording(help="Mark what has changed since a moment: ground taken, units moved, hit and shaken."),
            "--sea": Wording(help="Draw the whole map with the sea around the island, in 110 columns."),
        },
        "units": {
            "FILTER…": Wording(
                help="Choose ready, axis, allied, lost, guns, shaken, unsupplied, @HEX, a formation, a region…"
            )
        },
        "hex": {"HEX": Wording(help="Give its four digits, column and row; or a place, e.g. mdina.")},
        "area": {"AREA": Wording("", "REGION", "Name a region, or begin its name.")},
        "odds": {
            "COMMAND…": Wording(help="Name an order, e.g. attack i-33 1911; or a hex: an attack by all units that can.")
        },
        "export": {
            "WHAT": _EXPORTS,
            "WHERE": Wording(help="Draw only land, a region, zone:south, a place, hex or unit."),
            "--layer": Wording("units", "units|terrain|regions|control|zoc|supply"),
        },
        "autoplay": _SEARCHING,
        "advise": {**_SEARCHING, "--think": Wording()},
        "play": {"--think": Wording()},
        "simulate": {**_SEARCHING, "--scenario": Wording("cottonera")},
        "forecast": _SEARCHING,
        "delegate": _PLAYER,
    },
    (
        Option("--setup", "Set up the Allies your own way.", "printed|own", default="printed"),
        Option("--plan", "Make your own plan for the Axis.", "printed|own", default="printed"),
        Option("--with", "Add units of the variants, e.g. 8ko,1ches.", "UNIT,…", default=""),
        Option("--delayed", "Let landings be delayed (22.39), in `herkules` only."),
        Option("--sealed", "Keep the plan of drops out of the save until it is carried out (24.3)."),
        Option("--alone", "Play both sides alone: no planning, dice choose the landing zones (21)."),
    ),
    {"att": "attack", "bt": "break-through", "inf": "infiltrate", "mv": "move", "sup": "support", "bom": "bombard"},
    {"easy": "historical", "medium": "strong", "hard": "expert"},
)

PROGRAMS = {program.name: program for program in (TARAWA, MALTA)}
