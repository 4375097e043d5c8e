"""The return of lost headquarters (8.1), and aides of killed leaders (14.43), each morning."""

from tarawa_cli.games.malta.geography.grid import is_hex
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.places import LOST, in_words
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.work import UnitId, decision, work
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch14.leaders import in_play, is_battalion, leader_homes
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.unfinished import Question

# ── Where they come in


@rule("8.1")
def headquarters_homes(state: State, lost: Unit) -> list[str]:
    """Where battalions of its formation are, for the Allies any if there are none; one headquarters a hex."""
    own = [unit for unit in state.units.values() if unit.side == lost.side and in_play(unit) and is_battalion(unit)]
    first = [unit for unit in own if unit.formation == lost.formation]
    found = dict.fromkeys(unit.at for unit in (first if first or lost.side == "axis" else own))
    return [at for at in found if not is_hex(at) or not any(unit.can("hq") for unit in state.units_at(at))]


def homes(state: State, unit: Unit) -> list[str]:
    return leader_homes(state, unit) if unit.can("lead") else headquarters_homes(state, unit)


# ── The phase


@rule("4.1", "14.43")
def bring_back(play: Play[State]) -> None:
    """Headquarters first, then aides, each where its owner wants it."""
    gone = [unit for unit in play.state.units.values() if unit.at == LOST]
    due = [unit for unit in gone if unit.can("hq")] + [unit for unit in gone if unit.can("lead")]
    for unit in reversed(due):
        play.push(comes_back, unit=unit.id)


@work
def comes_back(play: Play[State], unit: UnitId) -> None:
    """The next of them: where there is but one place, or to the place that is chosen."""
    found = homes(play.state, play.state.units[unit])
    if len(found) > 1:
        play.push(ask_home, unit=unit)
    elif found:
        _arrive(play, play.state.units[unit], found[0])


@decision
def ask_home(state: State, unit: UnitId) -> Question:
    lost = state.units[unit]
    who = "the aide of" if lost.can("lead") else "a new"
    found = homes(state, lost)
    told = ", ".join(place if is_hex(place) else f"{place}: {in_words(place)}" for place in found)
    return Question(f"Where does {who} {unit} arrive ({told})?", found, lost.side)


@ask_home.answered
def home_answered(play: Play[State], answer: str, unit: str) -> None:
    _arrive(play, play.state.units[unit], answer)


def _arrive(play: Play[State], unit: Unit, to: str) -> None:
    if unit.can("lead"):
        apply.aide_arrived(play, "14.43", unit=unit.id, to=to, rating=max(1, unit.rating - 1))
    else:
        apply.headquarters_back(play, "8.1", unit=unit.id, to=to)
