"""Unfinished work: the names of all work and questions in a save, and the values that a save may hold for them.

A parameter of a handler is one of the types below, or a type with a reader of its own; a frame in a file must fit it.
"""

from tarawa_cli.games.malta.model.codec import read_wave_box
from tarawa_cli.games.malta.model.state import ATTACKER, DEFENDER, State
from tarawa_cli.games.malta.model.unit import HEXES, UNITS, one
from tarawa_cli.kernel.engine.play import Handlers
from tarawa_cli.kernel.hints import Annotated
from tarawa_cli.kernel.saves.readers import choice, count, names

MOST_STEPS = 99
HANDLERS: Handlers[State] = Handlers(
    "tarawa_cli.games.malta",
    {
        "guns": "rules.ch09_combat.attacking:ask_guns",
        "command": "rules.ch09_combat.attacking:command",
        "take": "rules.ch09_combat.hits:apply_hits",
        "hits": "rules.ch09_combat.hits:ask_hits",
        "step": "rules.ch09_combat.hits:ask_step",
        "withdraw": "rules.ch09_combat.hits:withdraw",
        "retreat": "rules.ch09_combat.hits:retreat",
        "way": "rules.ch09_combat.hits:ask_way",
        "shaken": "rules.ch09_combat.hits:check_morale",
        "advance": "rules.ch09_combat.attacking:advance",
        "follow": "rules.ch09_combat.attacking:ask_follow",
        "fight-over": "rules.ch09_combat.attacking:end",
        "plane-hits": "rules.ch16_special_units.planes_and_ships:plane_hits",
        "plane-hit": "rules.ch16_special_units.planes_and_ships:ask_plane_hit",
        "arrive": "phases:arrive",
        "sequence": "phases:sequence",
        "after-jump": "phases:after_jump",
        "jump-fight": "rules.ch19_drops:jump_fight",
        "expelled": "rules.ch19_drops:expelled",
        "crowd-loss": "rules.ch19_drops.steps:ask_crowd_loss",
        "comes-back": "rules.ch12_15_artillery_to_formations:comes_back",
        "home": "rules.ch12_15_artillery_to_formations:ask_home",
        "ship": "rules.ch17_special_rules:ask_ship",
        "shell-step": "rules.ch10_11_special_combat_morale:ask_shell_step",
        "hide": "rules.ch16_special_units:ask_hide",
        "strike": "rules.ch17_special_rules:fly",
        "unveil": "rules.ch16_special_units:ask_unveil",
        "coast-over": "rules.ch16_special_units.coast_guns:over",
        "fire-at-waves": "rules.ch16_special_units.coast_guns:fire_at_waves",
        "name-targets": "rules.ch16_special_units.coast_guns:name_targets",
        "exchange": "rules.ch16_special_units.coast_guns:exchange",
        "coast": "rules.ch16_special_units.coast_guns:ask_coast",
        "volley": "rules.ch16_special_units.coast_guns:volley",
        "sunk": "rules.ch16_special_units.coast_guns:ask_sunk",
        "ashore": "rules.ch18_landings.beaches:end_fights",
        "waterline": "rules.ch18_landings.beaches:waterline",
        "mark": "rules.ch18_landings.beaches:ask_mark",
        "storm": "rules.ch18_landings.beaches:ask_storm",
        "sufferer": "rules.ch18_landings.beaches:ask_sufferer",
    },
)
"""Names of work in saves; work that is always done before a question needs no name."""
work, decision = HANDLERS.work, HANDLERS.decision

UnitId = Annotated[str, one(UNITS)]
UnitIds = Annotated[list[str], names(UNITS, list)]
LandHex = Annotated[str, one(HEXES)]
RetreatPath = Annotated[list[str], names(HEXES, list)]
"""The hexes of a retreat so far, the first included."""
WaveBox = Annotated[str, read_wave_box]
Role = Annotated[int, count(ATTACKER, DEFENDER)]
StepsLeft = Annotated[int, count(1, MOST_STEPS)]
SapperSteps = Annotated[int, count(0, MOST_STEPS)]
"""How many of the steps engineers owe."""
HexesLeft = Annotated[int, count(1, 3)]
FireStage = Annotated[str, choice("ships", "waves")]
