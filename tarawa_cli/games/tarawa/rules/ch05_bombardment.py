"""5: the pre-invasion bombardment."""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.charts import result_number
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import Refused


@rule("5.1")
def bombard(play: Play[State], delay: int) -> None:
    """One roll, plus one for each impulse of turn 1 that is given up."""
    charts = play.state.charts
    modifiers = [charts.modifier("delay", delay)] if delay else []
    row, _ = play.roll(charts.table("bombardment"), modifiers, rule="5.1")
    apply.bombarded(play, "5.1", chits=result_number(row.result), delay=delay)


@rule("5.1")
def place_chits(play: Play[State], areas: tuple[str, ...]) -> None:
    """Draw a chit blind for each area named."""
    cup = full_cup(play.state)
    for area in areas:
        chit = play.pick(cup, f"the chit for {area}", "5.1")
        cup.remove(chit)
        apply.chit_placed(play, "5.1", area=area, chit=chit)


def full_cup(state: State) -> list[int]:
    """All chits in the order in which a draw counts them: -2s, -1s, blanks."""
    cup = state.charts.value("cup")
    return [int(chit) for chit in sorted(cup, key=int) for _ in range(cup[chit])]


@rule("5.1")
def check_chits(state: State, areas: tuple[str, ...]) -> None:
    due = state.chits_due
    if not due:
        raise Refused("5.1", "there are no chits to place", "next" if state.chits else "bombard")
    twice = next((area for area in areas if areas.count(area) > 1), "")
    if twice:
        raise Refused(
            "5.1", f"an area takes one chit, and {twice} is named more than once", chits_example(state, areas)
        )
    if len(areas) != due:
        raise Refused(
            "5.1", f"the bombardment won {due} chits, but {len(areas)} areas are named", chits_example(state, areas)
        )


def chits_example(state: State, areas: tuple[str, ...] = ()) -> str:
    """As many different areas as there are chits, starting with those named."""
    wanted = dict.fromkeys([*areas, *state.board.areas])
    return "chits " + " ".join(list(wanted)[: state.chits_due])


@rule("5.2")
def age_chits(play: Play[State]) -> None:
    """At the start of a turn: in turn 2 a -2 becomes -1 and the others go; in turn 3 all go."""
    state = play.state
    if not state.chits:
        return
    left = {area: -1 for area, chit in state.chits.items() if chit == -2} if state.turn == 2 else {}
    apply.chits_aged(play, "5.2", left=left)
