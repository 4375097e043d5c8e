"""Set-up and approach (4.1a), then the amphibious segment (4.22): waves, warships, coast guns, landings."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import OK, State
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch16_special_units import coast_guns
from tarawa_cli.games.malta.rules.ch16_special_units.batteries import ask_to_seal, hide_dummy
from tarawa_cli.games.malta.rules.ch16_special_units.ships import place_rest, unplaced
from tarawa_cli.games.malta.rules.ch18_landings.beaches import beaches_of, joining, land
from tarawa_cli.games.malta.rules.ch18_landings.boxes import draw_boxes, possible, waiting
from tarawa_cli.games.malta.rules.ch19_drops.steps import steppers
from tarawa_cli.kernel.engine.phases import Phase
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.standard import partial

# ── Before the first turn


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


# ── The amphibious segment


@rule("4.22")
def _has_waiting(state: State) -> bool:
    return not state.night and bool(waiting(state))


@rule("18.6")
def _rest(play: Play[State]) -> None:
    """Units that were thrown back recover the next morning."""
    shaken = [unit.id for unit in waiting(play.state) if unit.state != OK]
    if shaken and play.state.box.time == "am":
        apply.rested_at_sea(play, "18.6", units=shaken)


def _can_embark(state: State) -> bool:
    return next(possible(state), None) is not None


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


def _end_wave(play: Play[State]) -> None:
    apply.steps_over(play, "18.7")


def _wave(number: int) -> Phase[State]:
    return Phase(partial(_lands, wave=number), partial(land, wave=number), waits=_can_act, leave=_end_wave)


PARTS: dict[str, Phase[State]] = {
    "setup-allied": Phase(
        lambda state: _is_first(state) and state.setting.options.own_setup, waits=lambda _: True, leave=_end_setup
    ),
    "setup-axis": Phase(lambda state: _is_first(state) and state.setting.options.own_plan, waits=lambda _: True),
    "approach": Phase(lambda state: _is_first(state) and bool(waiting(state)), waits=_approaches, leave=_end_approach),
    "embark": Phase(_has_waiting, _rest, waits=_can_embark),
    "ships": Phase(_places_ships, waits=_places_ships, leave=place_rest),
    "coast-fire": Phase(_exchanges_fire, waits=coast_guns.has_targets, leave=coast_guns.fire),
    "first-wave": _wave(1),
    "second-wave": _wave(2),
}
