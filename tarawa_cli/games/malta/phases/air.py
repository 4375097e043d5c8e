"""The planning of drops (4.1 e) and the airborne segment (4.23)."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.work import work
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch19_drops.plan import TIMES, check_airlift, due, jumpers, open_turns
from tarawa_cli.games.malta.rules.ch19_drops.steps import end_steps, steppers
from tarawa_cli.games.malta.rules.ch24_two_players import check_all_revealed, drop_seal, to_reveal
from tarawa_cli.kernel.engine.phases import Phase
from tarawa_cli.kernel.engine.play import Play


@rule("4.1", "19.3")
def _plans(state: State) -> bool:
    """Whether drops can be planned: not when playing alone (21.1), and only with a turn and units left for it."""
    alone, morning = state.setting.options.alone, state.box.time == "am"
    return morning and not alone and bool(open_turns(state)) and bool(jumpers(state))


@rule("4.23")
def _jumps(state: State) -> bool:
    return state.box.time in TIMES and (bool(due(state)) or can_choose(state) or state.box.id in state.seals)


@rule("21.1")
def can_choose(state: State) -> bool:
    """Whether drops are chosen now, as when playing alone (21.1)."""
    return state.setting.options.alone and bool(open_turns(state)) and bool(jumpers(state))


@rule("19.35", "17.2")
def _cancel_in_rain(play: Play[State]) -> None:
    if play.state.weather == "rain":
        drop_seal(play)
        for zone in due(play.state):
            apply.jump_cancelled(play, "19.35", zone=zone, units=[])


def _waits(state: State) -> bool:
    return bool(due(state)) or can_choose(state) or bool(steppers(state)) or bool(to_reveal(state))


def _check_leave(state: State) -> None:
    check_all_revealed(state)
    check_airlift(state)


def _leave(play: Play[State]) -> None:
    """Drop, then wait for the one-hex moves, then leave the phase."""
    if due(play.state):
        from tarawa_cli.games.malta.rules.ch19_drops.drop import jump  # start-up

        play.pop()
        play.push(after_jump)
        play.push(jump)
    else:
        end_steps(play)


@work
def after_jump(play: Play[State]) -> None:
    """Wait for the one-hex moves, if there are any."""
    from tarawa_cli.games.malta.phases.turn import sequence  # cycle

    if not steppers(play.state):
        play.push(sequence)
        end_steps(play)


PARTS: dict[str, Phase[State]] = {
    "plan-drops": Phase(_plans, waits=_plans),
    "airborne": Phase(_jumps, _cancel_in_rain, _waits, _check_leave, _leave),
}
