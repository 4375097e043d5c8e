"""A turn goes from phase to phase by itself, and stops where the player has something to do or is asked something."""

from dataclasses import dataclass, field

import pytest

from tarawa_cli.kernel.board.dice import GivenDice
from tarawa_cli.kernel.engine.phases import Phase, TurnSequence
from tarawa_cli.kernel.engine.play import Event, Frame, Handlers, Play, Question, answer, event, run
from tarawa_cli.kernel.errors import Refused


@dataclass
class Day:
    """A day of a shepherd."""

    phase: str = "morning"
    outcome: str = ""
    sheep: int = 3
    rain: bool = False
    wolves: bool = False
    stack: list[Frame] = field(default_factory=list)


@event
def phase_begun(day: Day, *, phase: str) -> None:
    day.phase = phase


@event
def wolf_came(day: Day) -> None:
    day.sheep -= 1
    day.outcome = "" if day.sheep else "eaten"


def count_sheep(play: Play[Day]) -> None:
    play.note("counted", "2", sheep=play.state.sheep)


def hear_wolves(play: Play[Day]) -> None:
    if play.state.wolves:
        play.push(bark)


HANDLERS: Handlers[Day] = Handlers(__package__, {"bark": "test_phases:bark"})


@HANDLERS.decision
def bark(day: Day) -> Question:
    return Question("The dog barks.", ["wake", "sleep"])


@bark.answered
def answered(play: Play[Day], answer: str) -> None:
    if answer == "sleep":
        wolf_came(play, "2")


def check_sheep(day: Day) -> None:
    if day.sheep > 5:
        raise Refused("2", "there are too many sheep")


PHASES: dict[str, Phase[Day]] = {
    "morning": Phase(waits=lambda day: True, check_leave=check_sheep, leave=count_sheep),
    "graze": Phase(applies=lambda day: not day.rain, missed=lambda day: "it rains", waits=lambda day: True),
    "drink": Phase(applies=lambda day: not day.rain, missed=lambda day: "it rains"),
    "nap": Phase(applies=lambda day: False),
    "shear": Phase(
        enter=lambda play: play.note("shears-out", "2"), waits=lambda day: day.sheep > 3, leave=lambda play: None
    ),
    "night": Phase(enter=hear_wolves, leave=count_sheep),
}
TURN: TurnSequence[Day] = TurnSequence(list(PHASES), PHASES.__getitem__, phase_begun, "1", openings=["shears-out"])


def following(day: Day) -> list[Event]:
    """The player ends his part of a phase."""
    play = Play(day, GivenDice([]))
    TURN.leave(play)
    run(play)
    return play.events


def told(events: list[Event]) -> list[str]:
    return [f"{event.type} {' '.join(map(str, event.facts.values()))}".strip() for event in events]


def test_a_phase_is_left_and_the_next_one_waits() -> None:
    day = Day()
    assert told(following(day)) == ["counted 3", "phase-begun graze"]
    assert (day.phase, day.stack) == ("graze", [])


def test_phases_run_by_themselves_round_to_the_next_turn_where_the_player_has_no_part() -> None:
    day = Day("graze")
    events = following(day)
    assert told(events) == [
        "phase-begun drink",
        "shears-out",
        "phase-passed shear",
        "phase-begun night",
        "counted 3",
        "phase-begun morning",
    ]
    assert {event.rule for event in events if event.type.startswith("phase")} == {"1"}
    assert day.phase == "morning"


def test_phases_left_out_for_one_reason_are_one_line_and_without_a_reason_none() -> None:
    day = Day(rain=True)
    assert told(following(day))[:3] == ["counted 3", "phases-left-out ['graze', 'drink'] it rains", "shears-out"]


def test_a_phase_waits_only_if_the_player_has_something_to_do() -> None:
    day = Day("graze", sheep=4)
    assert told(following(day)) == ["phase-begun drink", "phase-begun shear", "shears-out"]
    assert day.phase == "shear"


def test_a_question_in_a_phase_stops_the_turn_and_the_answer_goes_on() -> None:
    day = Day("shear", wolves=True)
    assert told(following(day)) == ["phase-begun night"]
    assert [frame.kind for frame in day.stack] == ["arrive", "bark"]
    play = Play(day, GivenDice([]))
    answer(play, "sleep")
    run(play)
    assert told(play.events) == ["wolf-came", "counted 2", "phase-begun morning"]


def test_a_game_that_is_over_goes_nowhere() -> None:
    day = Day("shear", sheep=1, wolves=True)
    following(day)
    play = Play(day, GivenDice([]))
    answer(play, "sleep")
    run(play)
    assert told(play.events) == ["wolf-came"]
    assert (day.phase, day.outcome, day.stack) == ("night", "eaten", [])


def test_a_position_in_a_phase_of_the_engine_is_run_from_its_beginning() -> None:
    day = Day("night", wolves=True)
    assert following(day) == []
    assert [frame.kind for frame in day.stack] == ["arrive", "bark"]


def test_a_phase_may_refuse_to_be_left() -> None:
    TURN.phase("morning").check_leave(Day())
    TURN.phase("night").check_leave(Day(sheep=6))
    with pytest.raises(Refused):
        TURN.phase("morning").check_leave(Day(sheep=6))
