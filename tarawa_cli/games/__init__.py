"""The games. Each one is found by its name and imported only when a save asks for it; and their programs."""

from tarawa_cli.kernel.game import Games, Program, Wording

GAMES = Games({"tarawa": "tarawa_cli.games.tarawa.game", "malta": "tarawa_cli.games.malta.game"})

_PLAYERS = "random|historical|strong"
TARAWA = Program(
    "tarawa",
    "tarawa",
    "Tarawa, November 1943: land the 2nd Marine Division on Betio, one command at a time.",
    {
        "new": {"SCENARIO": Wording("campaign"), "--hits": Wording("ask", "ask|step|morale", "How hits are taken.")},
        "map": {
            "WHERE": Wording(help="An area, beach:red2, a hex or a unit: the close view."),
            "--layer": Wording("units", "units|terrain|areas|control|supply"),
        },
        "units": {"FILTER": Wording(help="ashore, afloat, due, lost, craft, an area, a battalion…")},
        "hex": {"HEX": Wording(help="Four digits: row, column.")},
        "odds": {"COMMAND…": Wording(help="An order, e.g. attack 2/8A --on 2828.")},
        "export": {
            "WHAT": Wording(
                "", "position|json|svg|html", "A scenario that starts here; the whole state; a map; a report."
            )
        },
        "autoplay": {"--player": Wording("historical", _PLAYERS)},
        "advise": {"--player": Wording("strong", _PLAYERS)},
        "simulate": {"--player": Wording("historical", _PLAYERS), "--scenario": Wording("campaign")},
    },
)

_CHANCE = {"player": Word("random", "random")}
MALTA = Program(
    "malta",
    "malta",
    "Island of Death: Malta, summer 1942, invaded at last. Two sides, one command at a time.",
    {
        "new": {"scenario": Word("cottonera")},
        "map": {
            "where": Word(help="A region, zone:south, a place, a hex or a unit: the close view; sea: the whole sheet."),
            "layer": Word("units", "units|terrain|regions|control"),
        },
        "units": {"filter": Word(help="axis, allied, lost, guns, shaken, a formation, a region…")},
        "hex": {"hex": Word(help="Four digits, column and row; or a place, e.g. mdina.")},
        "area": {"area": Word("", "REGION", "A region, or the beginning of its name.")},
        "odds": {"command": Word(help="An attack, e.g. attack i-33 --on 1911.")},
        "export": {"what": Word("", "position|json|svg", "A scenario that starts here; the whole state; a map.")},
        "autoplay": _CHANCE,
        "advise": _CHANCE,
        "simulate": {**_CHANCE, "scenario": Word("cottonera")},
    },
)
