"""The games. Each one is found by its name and imported only when a save asks for it; and their programs."""

from tarawa_cli.kernel.game import Games, Program, Wording
from tarawa_cli.kernel.grammar import Option

GAMES = Games({"tarawa": "tarawa_cli.games.tarawa.game", "malta": "tarawa_cli.games.malta.game"})

_PLAYERS = "random|historical|strong"
_EXPORTS = Wording(
    "",
    "position|json|svg|png|gif|html|report",
    "A scenario that starts here; the whole state; a map, also turn by turn; a film; a report.",
)
TARAWA = Program(
    "tarawa",
    "tarawa",
    "Tarawa, November 1943: land the 2nd Marine Division on Betio, one command at a time.",
    {
        "new": {"SCENARIO": Wording("campaign"), "--hits": Wording("ask", "ask|step|morale", "How hits are taken.")},
        "map": {
            "WHERE": Wording(help="An area, a beach (beach:red2 is not the area red2), a hex or a unit: a close view."),
            "--layer": Wording("units", "units|terrain|areas|control|supply|reach"),
            "--diff": Wording(
                help="Mark what has changed since a moment: ground gained and lost, units moved and hit."
            ),
        },
        "units": {"FILTER": Wording(help="ready, ashore, afloat, due, lost, craft, an area, a battalion…")},
        "hex": {"HEX": Wording(help="Four digits: row, column.")},
        "odds": {"COMMAND…": Wording(help="An order, e.g. attack 2/8A --on 2828.")},
        "export": {
            "WHAT": _EXPORTS,
            "WHERE": Wording(help="Of a map: land, an area, a beach, a hex or a unit."),
            "--layer": Wording("units", "units|terrain|control"),
        },
        "autoplay": {"--player": Wording("historical", _PLAYERS)},
        "advise": {"--player": Wording("strong", _PLAYERS)},
        "simulate": {"--player": Wording("historical", _PLAYERS), "--scenario": Wording("campaign")},
        "forecast": {"--player": Wording("historical", _PLAYERS)},
        "delegate": {"--player": Wording("strong", _PLAYERS)},
    },
)

MALTA = Program(
    "malta",
    "malta",
    "Island of Death: Malta, summer 1942, invaded at last. Two sides, one command at a time.",
    {
        "new": {"SCENARIO": Wording("cottonera")},
        "map": {
            "WHERE": Wording(help="A region, zone:south, a place, hex or unit: the close view."),
            "--layer": Wording("units", "units|terrain|regions|control|zoc|supply|reach"),
            "--diff": Wording(help="Mark what has changed since a moment: ground taken, units moved, hit and shaken."),
            "--sea": Wording(help="The whole sheet, with the sea around the island, in 110 columns."),
        },
        "units": {"FILTER": Wording(help="axis, allied, lost, guns, shaken, a formation, a region…")},
        "hex": {"HEX": Wording(help="Four digits, column and row; or a place, e.g. mdina.")},
        "area": {"AREA": Wording("", "REGION", "A region, or the beginning of its name.")},
        "odds": {"COMMAND…": Wording(help="An attack, e.g. attack i-33 --on 1911; or a hex: by all who can.")},
        "export": {
            "WHAT": _EXPORTS,
            "WHERE": Wording(help="Of a map: land, a region, zone:south, a place, hex or unit."),
            "--layer": Wording("units", "units|terrain|regions|control|zoc|supply"),
        },
        "autoplay": {"--player": Wording("historical", _PLAYERS)},
        "advise": {"--player": Wording("strong", _PLAYERS)},
        "simulate": {"--player": Wording("historical", _PLAYERS), "--scenario": Wording("cottonera")},
        "forecast": {"--player": Wording("historical", _PLAYERS)},
        "delegate": {"--player": Wording("strong", _PLAYERS)},
    },
    (
        Option("--setup", "Set up the Allies your own way.", "printed|own", default="printed"),
        Option("--plan", "Make your own plan for the Axis.", "printed|own", default="printed"),
        Option("--with", "Units of the variants that take part, e.g. 8ko,1ches.", "UNIT,…", default=""),
        Option("--delayed", "Landings may be delayed (22.39); `herkules` only."),
        Option("--sealed", "Keep the plan of jumps out of the save until it is carried out (24.3)."),
        Option("--alone", "One person plays both sides: no plans, landing zones by dice (21)."),
    ),
)

PROGRAMS = {program.name: program for program in (TARAWA, MALTA)}
