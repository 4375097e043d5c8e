"""The Royal Navy (17.6): one die on 1 July."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.places import zone_of
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.work import StepsLeft, decision, work
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.unfinished import Question

TWO, ALL, FLEET = "two-ships-leave", "all-ships-leave", "the-fleet-comes"


def fleet_came(state: State) -> bool:
    """Whether the Royal Navy has come in force."""
    return bool(state.royal_navy) and state.charts.table("royal-navy").result(state.royal_navy, "1") == FLEET


def ships(state: State) -> list[Unit]:
    """Warships that have not left."""
    return [unit for unit in state.units.values() if unit.can("ship") and unit.steps and unit.at != "absent"]


@rule("17.6")
def intervene(play: Play[State]) -> None:
    row, total = play.roll(play.state.charts.table("royal-navy"), rule="17.6", column="1")
    apply.navy_came(play, "17.6", die=total)
    if row.result == TWO:
        play.push(ships_leave, left=play.state.charts.value("navy-ships"))
    elif row.result in (ALL, FLEET):
        for ship in ships(play.state):
            apply.ship_left(play, "17.6", ship=ship.id)
    if row.result == FLEET:
        _sink_transports(play)


def _sink_transports(play: Play[State]) -> None:
    """Everything that is still at sea is lost."""
    for unit in list(play.state.units.values()):
        if zone_of(unit.at):
            apply.unit_lost(play, "17.6", unit=unit.id)


@work
@rule("17.6")
def ships_leave(play: Play[State], left: int) -> None:
    """Some warships leave; the Axis choose which, if they have more."""
    there = ships(play.state)
    if len(there) > left:
        play.push(ask_ship, left=left)
        return
    for ship in there:
        apply.ship_left(play, "17.6", ship=ship.id)


@decision
def ask_ship(state: State, left: StepsLeft) -> Question:
    text = f"The Royal Navy is out: which warship leaves ({left} to go)?"
    return Question(text, [ship.id for ship in ships(state)], "axis")


@ask_ship.answered
def ship_answered(play: Play[State], answer: str, left: int) -> None:
    apply.ship_left(play, "17.6", ship=answer)
    if left > 1:
        play.push(ships_leave, left=left - 1)
