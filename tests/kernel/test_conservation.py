"""A ledger balances as long as events and table agree, and says so when they do not, in any game."""

from typing import Any

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tests.kernel.tools import new_match, seed_for
from tests.kernel.toy_subject import Fields
from tests.kit.conservation import Ledger

STEP = 3


def opened(*dice: int) -> tuple[Match[Any], Ledger[Any]]:
    """A ledger opened in the middle of a race."""
    match = new_match(seed=seed_for(STEP, *dice))
    session.perform(match, ["race", "red"])
    return match, Ledger(match, [Fields])


def test_a_ledger_balances_while_events_and_table_agree() -> None:
    match, ledger = opened(STEP)
    for line in ("race blue", "cheer red go", "gust"):
        assert ledger.after(session.perform(match, line.split()), match) == []


def test_what_no_event_tells_of_does_not_balance() -> None:
    match, ledger = opened(STEP)
    done = session.perform(match, ["race", "blue"])
    match.state.at["red"] += 2
    assert ledger.after(done, match) == ["fields of red: 1 by what has happened, but 3 on the table"]


def test_a_die_that_is_not_told_does_not_balance() -> None:
    match, ledger = opened(STEP)
    done = session.perform(match, ["race", "blue"])
    untold = done._replace(events=[event for event in done.events if event.type != "roll"])
    assert ledger.after(untold, match) == ["dice: [3] were rolled, but the events report []"]


def test_a_die_that_is_not_counted_or_not_in_the_journal_does_not_balance() -> None:
    match, ledger = opened(STEP, STEP)
    first, second = (session.perform(match, ["race", runner]) for runner in ("blue", "red"))
    uncounted, misplaced, far = ledger.after(first, match)
    assert uncounted == "dice: 2 were rolled since the game began, but 3 are counted"
    assert misplaced == "dice: 'race blue' rolled [3], but the journal ends with 'race red # 3'"
    assert far == "fields of red: 1 by what has happened, but 2 on the table"
    assert ledger.after(second, match) == []
