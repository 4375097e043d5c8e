"""What may be ordered now, offer by offer. Only the module of the present phase is loaded."""

from tarawa_cli.games.malta import find
from tarawa_cli.games.malta.choices.offers_by_phase import offers_of_phase
from tarawa_cli.games.malta.choices.sea_offers import IN_QUESTIONS
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders.always import Next
from tarawa_cli.games.malta.orders.decide import Decide
from tarawa_cli.kernel.offers import Offer, sure
from tarawa_cli.kernel.unfinished import question

LAND = {
    "movement": "choices.movement_offers:movement",
    **{
        part: f"choices.combat_offers:{part}" for part in ("status", "support", "bombardment", "combat", "breakthrough")
    },
}
"""By the part of a player turn: where its offers are made."""


def offers(state: State) -> list[Offer]:
    """Every kind of order that could be given, `policy` aside."""
    if state.outcome:
        return []
    if state.question:
        return _answers(state)
    part = state.phase.rpartition("-")[2]
    land = find(LAND[part])(state) if part in LAND else []
    return [*land, *offers_of_phase(state), Offer(1, lambda: [Next()])]


def _answers(state: State) -> list[Offer]:
    """The answers to a question, and the orders allowed before it is answered."""
    asked = state.question.kind if state.question else ""
    answers = (Decide(answer) for answer in question(state).options)
    return [sure(answers), sure(IN_QUESTIONS[asked](state) if asked in IN_QUESTIONS else ())]
