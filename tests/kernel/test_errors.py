"""Refusals and errors: what they carry, and hints that are worked out only when somebody reads them."""

from tarawa_cli.kernel.errors import BadFile, BadOrder, GameError, NeedDice, Refused


def test_a_refusal_carries_paragraph_reason_and_what_would_work() -> None:
    error = Refused("6.2", "1425 is taken", "next")
    assert error.facts() == {"kind": "refused", "rule": "6.2", "message": "1425 is taken", "hint": "next"}


def test_a_hint_that_must_be_searched_for_is_searched_for_only_when_it_is_read() -> None:
    searched = []

    def search() -> str:
        searched.append(1)
        return "embark 2/8A lvt-2 red3"

    error = Refused("6.2", "1425 is taken", search)
    assert searched == []
    assert error.hint == "embark 2/8A lvt-2 red3"
    assert error.facts()["hint"] == "embark 2/8A lvt-2 red3"


def test_every_kind_of_error_has_its_exit_code() -> None:
    kinds: list[GameError] = [Refused("1", "no"), BadOrder("what?"), BadFile("where?"), NeedDice(1, "a roll")]
    assert [error.exit_code for error in kinds] == [1, 2, 3, 4]
    assert [error.hint for error in kinds[:3]] == ["", "", ""]
