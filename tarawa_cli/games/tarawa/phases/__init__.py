"""Chapter 3: the phases of a turn in order, and the work and questions that can be left unfinished in them."""

from tarawa_cli.games.tarawa import find
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.unfinished import Homes, Unfinished

IMPULSES = (1, 2, 3)
PHASES = (
    "bombardment",
    "support",
    "supply-points",
    "embark",
    *(f"{part}-{n}" for n in IMPULSES for part in ("impulse", "anti-landing", "suppression")),
    "beach-landing",
    "traps",
    "actions",
    "offensive-fire",
    "supply-check",
    "night",
    "morale",
    "final",
)

_WORK = {
    "sequence": "phases.turn:sequence",
    "arrive": "phases.turn:arrive",
    "anti-landing": "phases.anti_landing:fire_on",
    "traps": "phases.traps:spring",
    "move": "rules.ch07.moving:move_on",
    "attack": "rules.ch07.assault:go_on",
    "demolish": "rules.ch07.assault:go_on",
    "offensive-fire": "phases.offensive_fire:fire_on",
    "hits": "rules.ch07.hits:take_hits",
    "banzai": "rules.ch10.banzai:local",
    "general-banzai": "rules.ch10.banzai:by_area",
    "banzai-on": "rules.ch10.banzai:strike",
    "banzai-round": "rules.ch10.banzai:second_round",
    "retreat": "rules.ch10.banzai:retreat",
    "vacated": "rules.ch10.banzai:vacated",
}
_QUESTIONS = {
    "hit": Homes("rules.ch07.hits:hit_question", "rules.ch07.hits:hit_answered"),
    "clear": Homes("rules.ch07.assault:clear_question", "rules.ch07.assault:clear_answered"),
    "gain": Homes("rules.ch07.clearing:gain_question", "rules.ch07.clearing:gain_answered"),
    "raid": Homes("rules.ch10.night:raid_question", "rules.ch10.night:raid_answered"),
    "raid-marker": Homes("rules.ch10.night:marker_question", "rules.ch10.night:marker_answered"),
    "way": Homes("rules.ch10.banzai:way_question", "rules.ch10.banzai:way_answered"),
}
UNFINISHED: Unfinished[State] = Unfinished(find, _WORK, _QUESTIONS)
run, question = UNFINISHED.run, UNFINISHED.question
