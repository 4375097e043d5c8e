"""3, 7.2: who can still do something in this phase, counted from the position without listing what is legal."""

from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left


def takes_part(state: State, unit: Unit) -> bool:
    """Whether a unit has AP to use in this phase: ashore in `actions`, on its way in an impulse."""
    if state.phase == "actions":
        return state.is_ashore(unit)
    if not state.phase.startswith("impulse") or unit.homeward or unit.emptied:
        return False
    return state.board.is_water(unit.at) or bool(unit.on_pier)


def is_ready(state: State, unit: Unit) -> bool:
    """Whether a unit has AP left and nothing keeps it from using them; in phase `embark`, whether it is due."""
    if state.phase == "embark":
        from tarawa_cli.games.tarawa.rules.ch13_timetable import is_due  # start-up

        return is_due(state, unit)
    if not takes_part(state, unit) or ap_left(state, unit) <= 0:
        return False
    if state.phase == "actions":
        from tarawa_cli.games.tarawa.rules.ch07_actions.ground import can_act  # start-up

        return can_act(state, unit)
    from tarawa_cli.games.tarawa.rules.ch06_landing.advancing import can_move  # start-up

    return can_move(state, unit)
