"""One command at work: events, rolls, picks, the stack; and the errors with their exit codes."""

import pytest

from tarawa_cli.kernel.board.dice import GivenDice
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Event, Frame, Play
from tarawa_cli.kernel.errors import BadFile, BadOrder, GameError, NeedDice, Refused
from tests.kernel import toy


def play(*dice: int) -> Play[toy.Race]:
    return Play(toy.Race(10, {"red": 0, "blue": 0}), GivenDice(dice))


def test_an_event_is_recorded_and_made_true() -> None:
    now = play()
    toy.moved(now, "1.1", runner="red", fields=3)
    assert now.state.at == {"red": 3, "blue": 0}
    assert now.events == [Event("moved", "1.1", {"runner": "red", "fields": 3})]
    assert now.events[0].as_json() == {"type": "moved", "rule": "1.1", "runner": "red", "fields": 3}


def test_the_name_of_an_event_has_no_underscores() -> None:
    now = play()
    now.state.cheers["red"] = "go"
    toy.cheer_spent(now, "1.2", runner="red")
    assert now.events[0].type == "cheer-spent"


def test_a_roll_is_recorded_with_every_modifier() -> None:
    now = play(2)
    cheer = Modifier(1, "a cheer", "1.2")
    row, total = now.roll(toy.GROUND, [cheer, Modifier(-3, "mud", "1.9")], rule="1.1", on="red")
    assert (row.result, total) == ("stumble", 0)
    assert now.events[0].as_json() == {
        "type": "roll",
        "rule": "1.1",
        "table": "ground",
        "on": "red",
        "dice": [2],
        "modifiers": [
            {"value": 1, "label": "a cheer", "rule": "1.2"},
            {"value": -3, "label": "mud", "rule": "1.9"},
        ],
        "total": 0,
        "result": "stumble",
    }
    assert str(cheer) == "+1 a cheer"


def test_a_missing_die_is_asked_for_with_table_and_target() -> None:
    with pytest.raises(NeedDice, match="die 1 is for the ground on red"):
        play().roll(toy.GROUND, rule="1.1", on="red")


def test_a_roll_on_a_table_with_heads_is_recorded_with_its_shifts() -> None:
    now = play(6, 5)
    shifts = [Modifier(2, "a cheer", "1.2"), Modifier(-1, "mud", "1.9")]
    row, total = now.roll(toy.DUEL, [Modifier(-1, "wind", "1.8")], rule="1.5", column="2", shifts=shifts, on="blue")
    assert (row.result, total) == ("ahead", 10)
    assert now.events[0].as_json() == {
        "type": "roll",
        "rule": "1.5",
        "table": "duel",
        "start": "2",
        "shifts": [
            {"value": 2, "label": "a cheer", "rule": "1.2"},
            {"value": -1, "label": "mud", "rule": "1.9"},
        ],
        "column": "3",
        "on": "blue",
        "dice": [6, 5],
        "modifiers": [{"value": -1, "label": "wind", "rule": "1.8"}],
        "total": 10,
        "result": "ahead",
    }


def test_shifts_beyond_the_last_column_count_as_far_as_it() -> None:
    now = play(1, 1)
    now.roll(toy.DUEL, rule="1.5", column="3", shifts=[Modifier(5, "a crowd", "1.2")])
    assert (now.events[0].facts["start"], now.events[0].facts["column"]) == ("3", "4")
    assert now.events[0].facts["result"] == "-"


def test_a_missing_second_die_is_asked_for_in_the_shifted_column() -> None:
    with pytest.raises(NeedDice, match=r"die 2 is for the duel \(4\) on blue"):
        play(3).roll(toy.DUEL, rule="1.5", column="3", shifts=[Modifier(1, "a cheer", "1.2")], on="blue")


def test_a_throw_is_recorded_as_thrown_and_read_in_order() -> None:
    now = play(6, 2, 4)
    thrown = now.throw(3, [Modifier(4, "clear sky", "12.54")], purpose="shells landed", rule="12.54", on="red")
    assert thrown == ((2, 4, 6), 16)
    assert now.events[0].as_json() == {
        "type": "throw",
        "rule": "12.54",
        "purpose": "shells landed",
        "on": "red",
        "dice": [6, 2, 4],
        "modifiers": [{"value": 4, "label": "clear sky", "rule": "12.54"}],
        "total": 16,
    }
    with pytest.raises(NeedDice, match="die 1 is for flak on blue"):
        play().throw(1, purpose="flak", rule="16.12", on="blue")


def test_a_pick_is_recorded_with_all_its_dice_unless_there_was_no_choice() -> None:
    now = play(5, 6, 2, 6)
    assert now.pick(["red", "blue", "green", "white"], "the gust", "1.4") == "blue"
    assert now.events[0].facts == {
        "purpose": "the gust",
        "dice": [5, 6, 2],
        "among": ["red", "blue", "green", "white"],
        "picked": "blue",
    }
    assert now.pick(["red"], "the gust", "1.4") == "red"
    assert len(now.events) == 1
    now.pick(["red", "blue"], "the gust", "1.4")
    assert now.events[1].facts["among"] == ["red", "blue"], "two are a choice"


def test_work_is_put_on_the_stack_and_taken_from_its_top() -> None:
    now = play()
    now.push(toy.fork, runner="red")
    now.push(toy.fork, runner="blue")
    assert now.pop() == Frame(toy.fork, {"runner": "blue"})
    assert now.state.stack == [Frame(toy.fork, {"runner": "red"})]


@pytest.mark.parametrize(
    ("error", "code", "kind"),
    [
        (Refused("7.2", "no"), 1, "refused"),
        (BadOrder("what?"), 2, "usage"),
        (BadFile("broken"), 3, "file"),
        (NeedDice(0, "x"), 4, "dice"),
    ],
)
def test_every_error_has_its_exit_code_and_its_facts(error: GameError, code: int, kind: str) -> None:
    assert error.exit_code == code
    assert error.facts()["kind"] == kind
    assert error.facts()["message"] == error.message == str(error)


def test_a_refusal_names_its_paragraph_and_a_bad_file_everything_wrong() -> None:
    assert Refused("7.2", "no", "try this").facts() == {
        "kind": "refused",
        "rule": "7.2",
        "message": "no",
        "hint": "try this",
    }
    error = BadFile("unsound:", problems=["one", "two"])
    assert error.message == "unsound:\n  one\n  two"
    assert error.problems == ("one", "two")


def test_a_hint_that_must_be_searched_for_is_searched_only_when_asked_for() -> None:
    asked: list[str] = []

    def search() -> str:
        asked.append("now")
        return "decide long"

    error = Refused("1.3", "there is a fork", search)
    assert asked == []
    assert error.facts()["hint"] == error.hint == "decide long"
    assert asked == ["now", "now"]
