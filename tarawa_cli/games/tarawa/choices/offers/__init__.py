"""What a player may think of ordering, phase by phase; the law decides which of it is legal.

Every order that `legal` lists is in exactly one offer, once.
"""

from tarawa_cli.games.tarawa import find
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.orders.always import Next
from tarawa_cli.kernel.offers import Offer, offer
from tarawa_cli.kernel.unfinished import question

# phase → the function that makes its offers
_HOMES = {
    "bombardment": "choices.offers.landing:bombardment",
    "embark": "choices.offers.landing:embark",
    "impulse": "choices.offers.landing:impulse",
    "suppression": "choices.offers.landing:suppression",
    "actions": "choices.offers.ashore:actions",
    "supply-points": "choices.offers.ashore:supply_points",
    "supply-check": "choices.offers.ashore:supply_check",
}


_END = offer([Next()])


def offers(state: State, favoured: Unit | None = None) -> list[Offer]:
    """All that may be ordered now, except `policy`.

    Of things that are alike, such as craft of a kind, only one is offered: the favoured unit, if it is among them.
    """
    if state.outcome:
        return []
    if state.question:
        return [_answers(state)]
    home = _HOMES.get(state.phase.rstrip("-123"))
    of_phase = find(home)(state, favoured) if home else ()
    return [*of_phase, _END]


def _answers(state: State) -> Offer:
    from tarawa_cli.games.tarawa.orders.decide import Decide  # start-up
    from tarawa_cli.games.tarawa.rules.ch10.night import shares

    frame = state.stack[-1]
    answers = shares(state, frame.facts["hits"]) if frame.kind == "raid" else question(state).options
    return offer([Decide(answer) for answer in answers])
