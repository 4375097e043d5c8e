"""Chapter 4: the phases of a day in their order, and what may be unfinished in them."""

from tarawa_cli.games.malta import find
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.unfinished import Homes, Unfinished

INITIAL = (
    "setup-allied",
    "setup-axis",
    "approach",
    "formations",
    "weather",
    "air-strikes",
    "plan-drops",
    "aides",
    "replacements",
    "absorb",
    "ammunition",
    "dismantle",
    "royal-navy",
)
"""The initial segment, once a day (4.1); before the first one the players may set up their own way (22)."""
LANDINGS = ("embark", "ships", "coast-fire", "first-wave", "second-wave", "airborne")
LAND = ("movement", "support", "bombardment", "combat", "breakthrough")
PHASES = (
    *INITIAL,
    "axis-status",
    *LANDINGS,
    *(f"axis-{part}" for part in LAND),
    "allied-status",
    *(f"allied-{part}" for part in LAND),
    "surrender",
    "transition",
)

_WORK = {
    "sequence": "phases.turn:sequence",
    "arrive": "phases.turn:arrive",
    "leader": "rules.ch14.leaders:decide_fate",
    "defence": "rules.ch09.support:offer",
    "command": "rules.ch09.attack:command",
    "combat": "rules.ch09.attack:combat",
    "take": "rules.ch09.hits:take",
    "lose": "rules.ch09.hits:lose",
    "withdraw": "rules.ch09.retreat:withdraw",
    "retreat": "rules.ch09.retreat:retreat",
    "shaken": "rules.ch09.hits:shake",
    "advance": "rules.ch09.advance:advance",
    "fight-over": "rules.ch09.advance:end",
    "jump": "rules.ch19.jump:jump",
    "after-jump": "phases.air:after_jump",
    "jump-fight": "rules.ch19.close:jump_fight",
    "expelled": "rules.ch19.close:expelled",
    "plane-hits": "rules.ch16.airlanding:plane_hits",
    "crowd": "rules.ch19.steps:crowd",
    "strike": "rules.ch17.strikes:fly",
    "comes-back": "rules.ch14.aides:comes_back",
    "ships-leave": "rules.ch17.navy:ships_leave",
    "thrust": "rules.ch10.breakthrough:thrust",
    "shelled": "rules.ch10.bombardment:shelled",
    "name-targets": "rules.ch16.coast_guns:name_targets",
    "exchange": "rules.ch16.coast_guns:exchange",
    "fire-at-waves": "rules.ch16.coast_guns:fire_at_waves",
    "volley": "rules.ch16.coast_guns:volley",
    "sink": "rules.ch16.coast_guns:sink",
    "coast-over": "rules.ch16.coast_guns:over",
    "waterline": "rules.ch18.landing:waterline",
    "suffer": "rules.ch18.landing:suffer",
    "ashore": "rules.ch18.landing:end_fights",
}
_QUESTIONS = {
    "guns": Homes("rules.ch09.support:guns_question", "rules.ch09.support:guns_answered"),
    "hits": Homes("rules.ch09.hits:hits_question", "rules.ch09.hits:hits_answered"),
    "step": Homes("rules.ch09.hits:step_question", "rules.ch09.hits:step_answered"),
    "way": Homes("rules.ch09.retreat:way_question", "rules.ch09.retreat:way_answered"),
    "shell-step": Homes("rules.ch10.bombardment:shell_question", "rules.ch10.bombardment:shell_answered"),
    "hide": Homes("rules.ch16.dummy:hide_question", "rules.ch16.dummy:goes_without"),
    "unveil": Homes("rules.ch16.dummy:unveil_question", "rules.ch16.dummy:goes_on"),
    "coast": Homes("rules.ch16.coast_guns:coast_question", "rules.ch16.coast_guns:coast_answered"),
    "sunk": Homes("rules.ch16.coast_guns:sunk_question", "rules.ch16.coast_guns:sunk_answered"),
    "mark": Homes("rules.ch18.landing:mark_question", "rules.ch18.landing:mark_answered"),
    "sufferer": Homes("rules.ch18.landing:sufferer_question", "rules.ch18.landing:sufferer_answered"),
    "storm": Homes("rules.ch18.storm:storm_question", "rules.ch18.storm:storm_answered"),
    "follow": Homes("rules.ch09.advance:follow_question", "rules.ch09.advance:follow_answered"),
    "plane-hit": Homes("rules.ch16.airlanding:plane_hit_question", "rules.ch16.airlanding:plane_hit_answered"),
    "crowd-loss": Homes("rules.ch19.steps:crowd_question", "rules.ch19.steps:crowd_answered"),
    "home": Homes("rules.ch14.aides:home_question", "rules.ch14.aides:home_answered"),
    "ship": Homes("rules.ch17.navy:ship_question", "rules.ch17.navy:ship_answered"),
}
UNFINISHED: Unfinished[State] = Unfinished(find, _WORK, _QUESTIONS)
run, question = UNFINISHED.run, UNFINISHED.question
