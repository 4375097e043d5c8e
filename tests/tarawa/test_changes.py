"""What has changed between two positions of the battle, in sentences."""

from tarawa_cli.games.tarawa.model import codec
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.narration.effects import BOOKKEEPING_KEYS, SHOWN_KEYS, changed
from tarawa_cli.kernel.narration.digest import changes
from tests.tarawa.ground import ashore


def told(before: State, after: State) -> list[str]:
    return [line.strip() for line in changed(before, after, [*changes(codec.dump(before), codec.dump(after))])]


def test_every_key_of_a_save_is_told_or_known_to_be_bookkeeping() -> None:
    assert {*codec.STATE} <= {*SHOWN_KEYS, *BOOKKEEPING_KEYS}
    assert not {*SHOWN_KEYS} & {*BOOKKEEPING_KEYS}


def test_ground_units_and_tallies_are_told() -> None:
    start = {"occupied": ["2627", "2628"], "casualties": 400, "cleared": ["2630"]}
    before = ashore({"2/8A": "2627", "2/8B": "2628", "2/8E": "2627"}, **start)
    after = ashore(
        {"2/8A": {"at": "2627", "steps": 5, "pins": 1}, "2/8B": {"at": "2727"}, "2/8E": {"at": "lost"}},
        **start | {"casualties": 450, "cleared": ["2727"], "suppressed": {"2626": 2}, "demolished": {"2626": 1}},
    )
    assert told(before, after) == [
        "cleared (1): 2727",
        "lost again (1): 2630",
        "2626: 1 demolition step, pillboxes 1 of 1 standing",
        "2626: suppression markers none → 2",
        "casualties 400 → 450 (+50)",
        "2/8A: -3 steps, 5 left, pinned",
        "2/8B: 2628 → 2727",
        "2/8E: lost",
    ]


def test_what_only_the_books_know_is_not_told() -> None:
    before, after = (ashore({"2/8A": {"at": "2627", "acted": acted}}) for acted in (False, True))
    assert told(before, after) == []


def test_a_position_has_not_changed_from_itself() -> None:
    state = ashore({"2/8A": {"at": "2627"}})
    assert told(state, state) == []
