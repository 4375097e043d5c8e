"""What each view command shows of a game, by name."""

from tarawa_cli.games.malta import find
from tarawa_cli.games.malta.model import names
from tarawa_cli.games.malta.model.policies import POLICIES
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.views import facts
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.engine.sides import narrowed, page
from tarawa_cli.kernel.presentation import Asked, Look, Looks, usual_looks

ELSEWHERE = {"brief": "views.facts:brief", "situation": "views.reports:situation", "ending": "views.course:ending"}
_WORDS = {
    "good": "captured silenced recovers",
    "bad": "loses lost destroyed drowned eliminated reduced scattered surrenders",
    "warning": "Disorganised Demoralised disorganised demoralised unsupplied",
}


def highlights(state: State) -> dict[str, str]:
    found: dict[str, str] = {unit.id: unit.type.side for unit in state.units.values()}
    return found | {word: ink for ink, words in _WORDS.items() for word in words.split()}


def _units(match: Match[State], asked: Asked) -> Look:
    from tarawa_cli.games.malta.legal.api import filtered  # start-up
    from tarawa_cli.games.malta.views import reports

    found = filtered(match.state, asked.word)
    command = f"units {asked.word}".rstrip()
    return Look(command, "units", lambda: [facts.unit_facts(unit) for unit in found], lambda: reports.units(found))


def _hex(match: Match[State], asked: Asked) -> Look:
    from tarawa_cli.games.malta.views import reports  # start-up

    state, at = match.state, names.hex(match.state, asked.word)
    return Look(f"hex {at}", "hex", lambda: facts.hex_in_full(state, at), lambda: reports.hex(state, at))


def _area(match: Match[State], asked: Asked) -> Look:
    from tarawa_cli.games.malta.views import reports  # start-up

    state, id = match.state, names.area(match.state, asked.word)
    return Look(f"area {id}", "area", lambda: facts.area_facts(state, id), lambda: reports.area(state, id))


def _policy(match: Match[State], asked: Asked) -> Look:
    """The standing answers of both sides, or of the one that looks (24.2)."""
    own = {f"policy {side}": given for side, given in match.state.policies.items() if match.side in ("", side)}
    policies, chosen = narrowed(asked.word, POLICIES, own)
    by_side = {command.split()[-1]: given for command, given in chosen.items()}
    return Look("policy", "policy", lambda: by_side, lambda: page(policies, chosen))


def _decide(match: Match[State], asked: Asked) -> Look:
    """The open question with all its options."""
    from tarawa_cli.games.malta.narration.next_steps import whole_question  # start-up

    state = match.state
    return Look("decide", "pending", lambda: facts.pending(state), lambda: whole_question(state))


LOOKS: Looks = {
    **usual_looks(find),
    "units": _units,
    "hex": _hex,
    "area": _area,
    "policy": _policy,
    "decide": _decide,
}
