"""What can be looked at: reports, facts, maps as text, tables and rules. Here what each looking command shows."""

from tarawa_cli.games.tarawa import find
from tarawa_cli.games.tarawa.model import names
from tarawa_cli.games.tarawa.model.state import POLICIES, State
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.engine.sides import narrowed, page
from tarawa_cli.kernel.presentation import Asked, Look, Looks, Situation, usual_looks

ELSEWHERE = {"brief": "views.facts:brief", "ending": "views.course:ending"}
_WORDS = {
    "good": "cleared suppressed secured demolished recovers captured",
    "bad": "loses lost casualties fails",
    "warning": "pinned flipped isolated unsupplied",
}


def highlights(state: State) -> dict[str, str]:
    found: dict[str, str] = dict.fromkeys(state.units, "marines")
    return found | {word: ink for ink, words in _WORDS.items() for word in words.split()}


def situation(match: Match[State]) -> Situation:
    """The goal and the next steps, for the screen that shows them below the map."""
    state = match.state
    if state.outcome:
        from tarawa_cli.games.tarawa.narration.sentences import next_steps  # start-up

        return Situation([], next_steps(state))
    from tarawa_cli.games.tarawa.narration.next_steps import listed  # start-up

    return Situation(_goal_lines(state), listed(state))


def _goal_lines(state: State) -> list[str]:
    """The goal and the progress toward it, in two lines."""
    from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import limit, progress  # start-up

    scenario = state.setting.scenario
    end = f"by the end of turn {scenario.length} ({state.charts.turn(scenario.length).label})"
    price = f"with fewer than {limit(state):,} casualties"
    if not scenario.goal:
        return [f"Goal: clear every hex of the island {end}, {price}."]
    parts = [f"{part.name}: {part.done} of {part.needed}" for part in progress(state)]
    return [f"Goal: {scenario.goal.text}", f"  {'; '.join(parts)}; {end}, {price}"]


def _units(match: Match[State], asked: Asked) -> Look:
    from tarawa_cli.games.tarawa.legal import filtered  # start-up
    from tarawa_cli.games.tarawa.views import facts, reports

    state, found = match.state, filtered(match.state, asked.word)
    return Look(
        f"units {asked.word}".rstrip(),
        "units",
        lambda: [facts.unit_facts(state, unit) for unit in found],
        lambda: reports.units(state, found),
    )


def _hex(match: Match[State], asked: Asked) -> Look:
    from tarawa_cli.games.tarawa.views import facts, reports  # start-up

    state, at = match.state, names.find_hex(match.state, asked.word)
    return Look(f"hex {at}", "hex", lambda: facts.hex_in_full(state, at), lambda: reports.hex(state, at, asked.verbose))


def _area(match: Match[State], asked: Asked) -> Look:
    from tarawa_cli.games.tarawa.views import facts, reports  # start-up

    state, id = match.state, names.area_or_beach(match.state, asked.word)
    if id.startswith(names.BEACH):
        beach = id.removeprefix(names.BEACH)
        return Look(f"area {id}", "area", lambda: facts.beach(state, beach), lambda: reports.beach(state, beach))
    return Look(f"area {id}", "area", lambda: facts.area_in_full(state, id), lambda: reports.area(state, id))


def _policy(match: Match[State], asked: Asked) -> Look:
    from tarawa_cli.games.tarawa.views import facts  # start-up

    policies, chosen = narrowed(asked.word, POLICIES, {"policy": facts.policy(match.state)})
    return Look("policy", "policy", lambda: chosen["policy"], lambda: page(policies, chosen))


LOOKS: Looks = {
    **usual_looks(find),
    "units": _units,
    "hex": _hex,
    "area": _area,
    "policy": _policy,
}
