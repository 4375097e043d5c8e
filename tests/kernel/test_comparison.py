"""Two documents, compared key by key."""

from tarawa_cli.kernel.narration.digest import Change, changes


def test_every_change_is_found_with_its_path() -> None:
    before = {"turn": 1, "units": {"a": {"at": "1", "steps": 3}, "b": {"at": "2"}}, "held": ["1"]}
    after = {"turn": 1, "units": {"a": {"at": "2", "steps": 3}, "c": {"at": "9"}}, "held": ["1", "2"]}
    assert [*changes(before, after)] == [
        Change(("units", "a", "at"), "1", "2"),
        Change(("units", "b", "at"), "2", None),
        Change(("units", "c", "at"), None, "9"),
        Change(("held",), ["1"], ["1", "2"]),
    ]


def test_the_same_document_has_no_changes() -> None:
    assert not [*changes({"a": {"b": 1}}, {"a": {"b": 1}})]


def test_a_change_can_be_told_without_knowing_the_game() -> None:
    assert Change(("units", "a", "at"), None, "2").text() == "units a at: - → 2"
    assert Change(("held",), ["1"], ["1", "2"]).text() == "held: 1 → 1 2"
