"""Chapter 4: the phases of a turn. When each applies, what happens by itself, when it waits for the player."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import OK, PHASES, State
from tarawa_cli.games.malta.model.work import work
from tarawa_cli.games.malta.rules.ch06_movement import movers
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import check_supply
from tarawa_cli.games.malta.rules.ch09_combat import held_by_enemy, targets
from tarawa_cli.games.malta.rules.ch09_combat.attacking import air_markers, offensive
from tarawa_cli.games.malta.rules.ch10_11_special_combat_morale import bombardable, recover, thrusts
from tarawa_cli.games.malta.rules.ch12_15_artillery_to_formations import (
    bring_back,
    can_land,
    changeable,
    come_back,
    issue,
    land_ammunition,
    must_share,
)
from tarawa_cli.games.malta.rules.ch16_special_units import (
    ask_to_seal,
    asks_dismantle,
    bring_engineers,
    coast_guns,
    engineers_due,
    hide_dummy,
)
from tarawa_cli.games.malta.rules.ch16_special_units.planes_and_ships import (
    fire_at_planes,
    landable,
    open_fields,
    place_rest,
    ships,
    unplaced,
)
from tarawa_cli.games.malta.rules.ch17_special_rules import (
    absorb_by_standing_answer,
    asks_absorb,
    can_absorb,
    can_strike,
    gather,
    intervene,
    replaceable,
    roll_weather,
    strike_targets,
)
from tarawa_cli.games.malta.rules.ch18_landings import draw_boxes, possible, waiting
from tarawa_cli.games.malta.rules.ch18_landings.beaches import beaches_of, joining, land
from tarawa_cli.games.malta.rules.ch19_drops import DROP_TIMES, check_airlift, due, jump, jumpers, open_turns
from tarawa_cli.games.malta.rules.ch19_drops.steps import end_steps, steppers
from tarawa_cli.games.malta.rules.ch20_22_victory_scenarios import delay, judge
from tarawa_cli.games.malta.rules.ch24_two_players import check_all_revealed, drop_seal, to_reveal
from tarawa_cli.kernel.engine.phases import Phase, TurnSequence
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.standard import partial

# ── The initial segment of a day (4.1)


def is_morning(state: State) -> bool:
    return state.box.time == "am"


@rule("4.1")
def is_later_morning(state: State) -> bool:
    """Not on 29 June."""
    return is_morning(state) and state.box.day > 1


def _is_day(state: State, name: str) -> bool:
    return is_morning(state) and state.box.day == state.charts.value(name)


_MORNING: dict[str, Phase[State]] = {
    "formations": Phase(is_morning, waits=lambda state: bool(changeable(state))),
    "weather": Phase(is_later_morning, roll_weather),
    "air-strikes": Phase(
        lambda state: is_morning(state) and bool(strike_targets(state)),
        waits=can_strike,
        leave=lambda play: apply.strikes_over(play, "17.5"),
    ),
    "aides": Phase(is_morning, bring_back),
    "replacements": Phase(
        lambda state: _is_day(state, "replacements-day"),
        waits=lambda state: bool(replaceable(state)),
        leave=lambda play: apply.replacements_over(play, "17.4"),
    ),
    "absorb": Phase(
        lambda state: is_morning(state) and can_absorb(state), absorb_by_standing_answer, waits=asks_absorb
    ),
    "ammunition": Phase(lambda state: is_later_morning(state) and can_land(state), land_ammunition),
    "dismantle": Phase(
        lambda state: is_later_morning(state) and (asks_dismantle(state) or engineers_due(state) > 0),
        bring_engineers,
        waits=asks_dismantle,
    ),
    "royal-navy": Phase(lambda state: _is_day(state, "navy-day"), intervene),
}


# ── Before the first turn: set-up and approach (4.1a)


def _is_first(state: State) -> bool:
    return state.turn == 1


def _end_setup(play: Play[State]) -> None:
    apply.steps_over(play, "22")
    hide_dummy(play)


@rule("4.1", "18.2", "21.2")
def _approaches(state: State) -> bool:
    """By choice, unless one person plays both sides."""
    return bool(waiting(state)) and not state.setting.options.alone


@rule("4.1")
def _end_approach(play: Play[State]) -> None:
    if play.state.setting.options.alone:
        draw_boxes(play)
    if not play.state.setting.options.own_setup:
        hide_dummy(play)
    ask_to_seal(play)


# ── The amphibious segment (4.22): waves, warships, coast guns, landings


@rule("4.22")
def _has_waiting(state: State) -> bool:
    return not state.night and bool(waiting(state))


@rule("18.6")
def _rest(play: Play[State]) -> None:
    """Units that were thrown back recover the next morning."""
    shaken = [unit.id for unit in waiting(play.state) if unit.state != OK]
    if shaken and play.state.box.time == "am":
        apply.rested_at_sea(play, "18.6", units=shaken)


@rule("4.22", "16.7")
def _places_ships(state: State) -> bool:
    return _is_first(state) and bool(unplaced(state))


@rule("4.22")
def _exchanges_fire(state: State) -> bool:
    return not state.night and coast_guns.is_due(state)


def _lands(state: State, wave: int) -> bool:
    return not state.night and bool(beaches_of(state, wave))


@rule("18.7")
def _can_act(state: State) -> bool:
    """Whether a landed unit can move a hex, or companies can join."""
    return bool(steppers(state)) or bool(joining(state))


def _wave(number: int) -> Phase[State]:
    return Phase(
        partial(_lands, wave=number),
        partial(land, wave=number),
        waits=_can_act,
        leave=lambda play: apply.steps_over(play, "18.7"),
    )


_SEA: dict[str, Phase[State]] = {
    "setup-allied": Phase(
        lambda state: _is_first(state) and state.setting.options.own_setup, waits=lambda _: True, leave=_end_setup
    ),
    "setup-axis": Phase(lambda state: _is_first(state) and state.setting.options.own_plan, waits=lambda _: True),
    "approach": Phase(lambda state: _is_first(state) and bool(waiting(state)), waits=_approaches, leave=_end_approach),
    "embark": Phase(_has_waiting, _rest, waits=lambda state: next(possible(state), None) is not None),
    "ships": Phase(_places_ships, waits=_places_ships, leave=place_rest),
    "coast-fire": Phase(_exchanges_fire, waits=coast_guns.has_targets, leave=coast_guns.fire),
    "first-wave": _wave(1),
    "second-wave": _wave(2),
}


# ── The planning of drops (4.1e) and the airborne segment (4.23)


@rule("4.1", "19.3")
def _plans(state: State) -> bool:
    """Whether drops can be planned: not when playing alone (21.1), and only with a turn and units left for it."""
    alone, morning = state.setting.options.alone, state.box.time == "am"
    return morning and not alone and bool(open_turns(state)) and bool(jumpers(state))


@rule("4.23")
def _jumps(state: State) -> bool:
    return state.box.time in DROP_TIMES and (bool(due(state)) or can_choose(state) or state.box.id in state.seals)


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


def _waits_in_airborne(state: State) -> bool:
    return bool(due(state)) or can_choose(state) or bool(steppers(state)) or bool(to_reveal(state))


def _check_leave_airborne(state: State) -> None:
    check_all_revealed(state)
    check_airlift(state)


def _leave_airborne(play: Play[State]) -> None:
    """Drop, then wait for the one-hex moves, then leave the phase."""
    if due(play.state):
        play.pop()
        play.push(after_jump)
        play.push(jump)
    else:
        end_steps(play)


@work
def after_jump(play: Play[State]) -> None:
    """Wait for the one-hex moves, if there are any."""

    if not steppers(play.state):
        play.push(sequence)
        end_steps(play)


_AIR: dict[str, Phase[State]] = {
    "plan-drops": Phase(_plans, waits=_plans),
    "airborne": Phase(_jumps, _cancel_in_rain, _waits_in_airborne, _check_leave_airborne, _leave_airborne),
}


# ── The land phases of a player turn: status, movement, support, combat with recovery (4.2, 4.3)


@rule("4.21", "4.31")
def _status(play: Play[State]) -> None:
    """Supply, ammunition, and leaders who come back."""
    check_supply(play, play.state.active)
    issue(play, play.state.active)
    come_back(play, play.state.active)
    if play.state.active == "axis":
        gather(play)
        delay(play)


@rule("4.24", "4.32")
def _can_move(state: State) -> bool:
    """Whether a unit can move, sail or be landed by plane."""
    if state.active == "axis" and any(landable(state, at) for at in open_fields(state)):
        return True
    if state.active == "axis" and any(not ship.moved for ship in ships(state)):
        return True
    return bool(movers(state))


@rule("4.24", "16.12")
def _end_movement(play: Play[State]) -> None:
    if play.state.active == "axis":
        fire_at_planes(play)


@rule("4.25", "4.33")
def _can_support(state: State) -> bool:
    return any(air_markers(state) > 0 or offensive(state, at) for at in held_by_enemy(state))


@rule("10.1", "24.2")
def _can_bombard(state: State) -> bool:
    """Whether anything assigned can bombard; by standing answer, whether it could not be used in an attack."""
    found = bombardable(state)
    if found and state.policies[state.active]["bombardment"] == "needed":
        near = targets(state)
        return any(at not in near for at in found)
    return bool(found)


@rule("4.26", "4.34")
def _can_break_through(state: State) -> bool:
    return bool(thrusts(state))


def _end_breakthrough(play: Play[State]) -> None:
    if any(unit.advanced or unit.tried for unit in play.state.units.values()):
        apply.breakthroughs_ended(play, "10.3")


def _end_combat(play: Play[State]) -> None:
    recover(play)
    apply.combat_phase_ended(play, "9.2")


_LAND: dict[str, Phase[State]] = {
    "status": Phase(enter=_status),
    "movement": Phase(waits=_can_move, leave=_end_movement),
    "support": Phase(waits=_can_support),
    "bombardment": Phase(waits=_can_bombard),
    "combat": Phase(waits=lambda state: bool(targets(state)), leave=_end_combat),
    "breakthrough": Phase(waits=_can_break_through, leave=_end_breakthrough),
}
AXIS_STATUS: Phase[State] = Phase(enter=_status, waits=must_share)


# ── From phase to phase (4)


@rule("4.42")
def _end_turn(play: Play[State]) -> None:
    apply.counters_readied(play, "4.42")
    apply.turn_begun(play, "4.42", turn=play.state.turn + 1)


def complete(parts: dict[str, Phase[State]]) -> dict[str, Phase[State]]:
    """The same phases; ValueError unless they are exactly those of a day."""
    astray = sorted(set(parts) ^ set(PHASES))
    if astray:
        raise ValueError(f"phases without a name in the sequence, or names without a phase: {', '.join(astray)}")
    return parts


_PHASES = complete(
    {
        **_MORNING,
        **_SEA,
        **_AIR,
        "surrender": Phase(enter=judge),
        "transition": Phase(enter=_end_turn),
        **{f"{side}-{part}": phase for side in ("axis", "allied") for part, phase in _LAND.items()},
        "axis-status": AXIS_STATUS,
    }
)


@rule("4")
def phase(name: str) -> Phase[State]:
    return _PHASES[name]


TURN: TurnSequence[State] = TurnSequence(PHASES, phase, apply.phase_begun, "4")
sequence, arrive = TURN.sequence, TURN.arrive


def leave(play: Play[State]) -> None:
    """End a phase for the player; a position that was loaded in the status phase of the Axis enters it first."""
    if play.state.phase == "axis-status" and not must_share(play.state):
        play.push(arrive)
        AXIS_STATUS.enter(play)
    else:
        TURN.leave(play)
