"""Replacements (17.4): six steps for the Axis on 3 July, security companies for Allied battalions each morning."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.visible import plural

# ── The Axis


def steps_to_give(state: State) -> int:
    return state.charts.value("replacements") - len(state.replaced)


@rule("17.4")
def why_no_replacement(state: State, unit: Unit) -> str:
    """Why a unit gets no step; nothing if it may have one."""
    if unit.side != "axis" or unit.type.nation != "italian" or unit.type.kind.id not in ("infantry", "para"):
        return "only Italian infantry and parachute battalions get replacements"
    if unit.type.size != "bn" or not unit.on_map:
        return "it is not a battalion on the map"
    if unit.id in state.replaced:
        return "it has already got a step"
    if state.steps_left(unit) == unit.type.steps:
        return "it is at full strength"
    if not unit.supplied:
        return "it is out of supply"
    near = [other for at in state.board.adjacent[unit.at] for other in state.units_at(at)]
    return "an enemy is next to it" if any(other.side == "allied" for other in near) else ""


def replaceable(state: State) -> list[Unit]:
    """Battalions that may have a step now."""
    if steps_to_give(state) < 1:
        return []
    return [unit for unit in state.units.values() if not why_no_replacement(state, unit)]


def check_replace(state: State, units: list[Unit]) -> None:
    for unit in units:
        why = why_no_replacement(state, unit)
        if why:
            raise Refused("17.4", f"cannot give {unit.id} a step: {why}", lambda: _example(state))
    if len(units) > steps_to_give(state):
        raise Refused(
            "17.4", f"{plural(len(units), 'step')} ordered, {steps_to_give(state)} left", lambda: _example(state)
        )


def _example(state: State) -> str:
    able = replaceable(state)
    return f"replace {able[0].id}" if able else "next"


def replace(play: Play[State], unit: Unit) -> None:
    apply.replacement_given(play, "17.4", unit=unit.id)
    apply.step_returned(play, "17.4", unit=unit.id)


def end_replacements(play: Play[State]) -> None:
    apply.replacements_over(play, "17.4")


# ── The Allies


@rule("17.4")
def pairs(state: State) -> list[tuple[Unit, Unit]]:
    """Security companies, and battalions in their hexes that have lost steps."""
    return [
        (company, battalion)
        for company in state.units.values()
        if company.can("security") and company.on_map
        for battalion in state.units_at(company.at)
        if not why_not_absorbed(state, company, battalion)
    ]


def why_not_absorbed(state: State, company: Unit, battalion: Unit) -> str:
    if not company.can("security") or not company.on_map:
        return f"{company.id} is not a security company on the map"
    if battalion.side != "allied" or battalion.type.size != "bn":
        return f"{battalion.id} is not an Allied battalion"
    if battalion.at != company.at:
        return f"{battalion.id} is not in {company.at} with {company.id}"
    return "" if state.steps_left(battalion) < battalion.type.steps else f"{battalion.id} is at full strength"


@rule("17.4")
def check_absorb(state: State, company: Unit, battalion: Unit) -> None:
    why = why_not_absorbed(state, company, battalion)
    if why:
        raise Refused("17.4", why, lambda: _first_pair(state))


def _first_pair(state: State) -> str:
    found = pairs(state)
    return f"absorb {found[0][0].id} {found[0][1].id}" if found else "next"


def absorb(play: Play[State], company: Unit, battalion: Unit) -> None:
    apply.security_absorbed(play, "17.4", security=company.id, battalion=battalion.id)
    apply.step_returned(play, "17.4", unit=battalion.id)


def absorb_by_standing_answer(play: Play[State]) -> None:
    """`absorb always`: as many as can be, in the order of the units."""
    while play.state.policies["allied"]["absorb"] == "always" and (found := pairs(play.state)):
        absorb(play, *found[0])


def can_absorb(state: State) -> bool:
    return state.policies["allied"]["absorb"] != "never" and bool(pairs(state))


def asks_absorb(state: State) -> bool:
    return state.policies["allied"]["absorb"] == "ask" and bool(pairs(state))
