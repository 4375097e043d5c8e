"""What can be unfinished: the names of all work and questions in a save, and what a save may hold of them.

A parameter of a handler is one of the types below, or a type with a reader of its own; a frame in a file must fit it.
"""

from tarawa_cli.games.malta.model.readers import box
from tarawa_cli.games.malta.model.state import ATTACKER, DEFENDER, State
from tarawa_cli.games.malta.model.unit_readers import HEXES, UNITS, one
from tarawa_cli.kernel.hints import Annotated
from tarawa_cli.kernel.readers import choice, count, names
from tarawa_cli.kernel.unfinished import Handlers

MOST_STEPS = 99
HANDLERS: Handlers[State] = Handlers(
    "tarawa_cli.games.malta",
    {
        "guns": "rules.ch09.support:ask_guns",
        "command": "rules.ch09.attack:command",
        "take": "rules.ch09.hits:take",
        "hits": "rules.ch09.hits:ask_hits",
        "step": "rules.ch09.hits:ask_step",
        "withdraw": "rules.ch09.retreat:withdraw",
        "retreat": "rules.ch09.retreat:retreat",
        "way": "rules.ch09.retreat:ask_way",
        "shaken": "rules.ch09.hits:shake",
        "advance": "rules.ch09.advance:advance",
        "follow": "rules.ch09.advance:ask_follow",
        "fight-over": "rules.ch09.advance:end",
        "plane-hits": "rules.ch16.airlanding:plane_hits",
        "plane-hit": "rules.ch16.airlanding:ask_plane_hit",
        "arrive": "phases.turn:arrive",
        "sequence": "phases.turn:sequence",
        "after-jump": "phases.air:after_jump",
        "jump-fight": "rules.ch19.close:jump_fight",
        "expelled": "rules.ch19.close:expelled",
        "crowd-loss": "rules.ch19.steps:ask_crowd_loss",
        "comes-back": "rules.ch14.aides:comes_back",
        "home": "rules.ch14.aides:ask_home",
        "ship": "rules.ch17.navy:ask_ship",
        "shell-step": "rules.ch10.bombardment:ask_shell_step",
        "hide": "rules.ch16.dummy:ask_hide",
        "strike": "rules.ch17.strikes:fly",
        "unveil": "rules.ch16.dummy:ask_unveil",
        "coast-over": "rules.ch16.coast_guns:over",
        "fire-at-waves": "rules.ch16.coast_guns:fire_at_waves",
        "name-targets": "rules.ch16.coast_guns:name_targets",
        "exchange": "rules.ch16.coast_guns:exchange",
        "coast": "rules.ch16.coast_guns:ask_coast",
        "volley": "rules.ch16.coast_guns:volley",
        "sunk": "rules.ch16.coast_guns:ask_sunk",
        "ashore": "rules.ch18.landing:end_fights",
        "waterline": "rules.ch18.landing:waterline",
        "mark": "rules.ch18.landing:ask_mark",
        "storm": "rules.ch18.storm:ask_storm",
        "sufferer": "rules.ch18.landing:ask_sufferer",
    },
)
"""Names of work in saves; work that is always done before a question needs no name."""
work, decision = HANDLERS.work, HANDLERS.decision

UnitId = Annotated[str, one(UNITS)]
UnitIds = Annotated[list[str], names(UNITS, list)]
LandHex = Annotated[str, one(HEXES)]
RetreatPath = Annotated[list[str], names(HEXES, list)]
"""The hexes of a retreat so far, the first included."""
WaveBox = Annotated[str, box]
Role = Annotated[int, count(ATTACKER, DEFENDER)]
StepsLeft = Annotated[int, count(1, MOST_STEPS)]
SapperSteps = Annotated[int, count(0, MOST_STEPS)]
"""How many of the steps engineers owe."""
HexesLeft = Annotated[int, count(1, 3)]
FireStage = Annotated[str, choice("ships", "waves")]
