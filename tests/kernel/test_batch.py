"""Several orders given as one: one after the other, an entry each, taken back together."""

from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.kernel.board.dice import WouldRoll
from tarawa_cli.kernel.engine import batch, session
from tarawa_cli.kernel.engine.batch import Stopped
from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadOrder, NeedDice, Refused
from tarawa_cli.kernel.saves import history, journal
from tarawa_cli.kernel.saves.journal import Entry
from tests.kernel.tools import GAMES, edit, look, new_match, new_save, prove, seed_for, undo

STEP, FORK = 3, 5


def give(match: Match[Any], line: str, *dice: int, **how: Any) -> list[str]:
    done = batch.perform(match, batch.expand(match, line.split()).orders, dice or None, **how)
    return [each.command for each in done]


def on_save(path: Path, line: str) -> None:
    with session.held(GAMES, str(path)) as match:
        give(match, line)
        session.keep(str(path), match)


def arrived(match: Match[Any], runner: str) -> Match[Any]:
    match.state.at[runner] = match.state.length
    return match


def test_an_order_means_several() -> None:
    match = new_match()
    assert tuple(batch.expand(match, ["race", "red"])) == ([["race", "red"]], [], {})
    assert tuple(batch.expand(match, ["gust"])) == ([["gust"]], [], {})
    assert batch.expand(match, ["rac", "all"]).orders == [["race", "red"], ["race", "blue"]]
    left = batch.expand(arrived(match, "red"), ["race", "all"])
    assert tuple(left) == ([["race", "blue"]], ["left out: red has arrived"], {})


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (Entry("cheer red go", (), True), "cheer red go #+"),
        (Entry("race red", (4,), True), "race red #+ # 4"),
        (Entry("race red", (4,)), "race red # 4"),
    ],
)
def test_the_mark_of_an_entry_that_follows_is_a_remark_to_those_who_do_not_know_it(entry: Entry, text: str) -> None:
    assert entry.text() == text
    assert journal.read_entry(text) == entry
    assert split_line(text) == entry.command.split()


def test_each_plain_order_is_an_entry_and_all_but_the_first_are_marked() -> None:
    match = new_match(seed=seed_for(STEP, STEP))
    assert give(match, "cheer all go") == ["cheer red go", "cheer blue go"]
    assert give(match, "race red,blue") == ["race red", "race blue"]
    give(match, "cheer red on")
    assert match.entries == [
        *("cheer red go", "cheer blue go #+", f"race red # {STEP}", f"race blue #+ # {STEP}", "cheer red on"),
    ]
    assert history.prove(match).holds


def test_undo_takes_back_a_group_as_one_command_and_one_mulligan(tmp_path: Path) -> None:
    save = new_save(tmp_path / "race.toml", seed=seed_for(STEP, STEP))
    on_save(save, "cheer blue go")
    before = save.read_text("utf-8")
    for line in ("cheer all hey", "race all"):
        on_save(save, line)
    undo(save)
    assert look(save).entries[-1] == "cheer blue hey #+"
    assert look(save).mulligans == 1
    undo(save)
    assert save.read_text("utf-8").partition("journal = ")[2] == before.partition("journal = ")[2]
    assert prove(save).holds
    with pytest.raises(Refused, match="only 1 command can be undone"):
        undo(save, 2)


def test_several_commands_are_taken_back_group_by_group() -> None:
    match = new_match(seed=seed_for(STEP, STEP))
    for line in ("cheer red go", "cheer all hey", "race all"):
        give(match, line)
    assert [entry.command for entry in history.undo(match, 2)] == [
        *("cheer red hey", "cheer blue hey", "race red", "race blue"),
    ]
    assert (match.entries, match.mulligans) == (["cheer red go"], 1)


def test_a_mark_that_follows_a_snapshot_begins_a_command(tmp_path: Path) -> None:
    save = new_save(tmp_path / "race.toml")
    on_save(save, "cheer all go")
    edit(save, '    "cheer red go",\n', "")
    on_save(save, "cheer red on")
    undo(save)
    assert look(save).entries[-1].startswith("* edited")
    assert journal.begun(["cheer blue go #+", "gust"]) == [1, 2]


def test_orders_that_roll_nothing_are_all_or_nothing() -> None:
    match = new_match()
    before = match.text()
    with pytest.raises(BadOrder):
        give(match, "cheer red,nobody go")
    assert match.text() == before


def test_if_the_first_is_refused_nothing_was_done() -> None:
    match = arrived(new_match(), "red")
    before = match.text()
    with pytest.raises(Refused, match="red has arrived"):
        give(match, "race red,blue")
    assert match.text() == before


def test_once_dice_have_rolled_the_first_refusal_stops_the_rest() -> None:
    match = new_match(seed=seed_for(FORK))
    with pytest.raises(Stopped) as stopped:
        give(match, "race red,blue,red")
    stop = stopped.value
    assert (stop.exit_code, stop.rule, stop.message) == (5, "1.3", "there is a fork")
    assert stop.as_json() == {"done": ["race red"], "not_done": ["race blue", "race red"]}
    assert match.entries == [f"race red # {FORK}"]
    assert match.state.stack
    assert history.prove(match).holds


def test_dice_are_shared_out_in_order() -> None:
    match = new_match(seed=None)
    give(match, "race all", STEP, 1)
    assert match.entries == [f"race red # {STEP}", "race blue #+ # 1"]


@pytest.mark.parametrize(("dice", "error"), [((STEP,), NeedDice), ((STEP, 1, 1), BadOrder)])
def test_with_too_few_or_too_many_dice_nothing_is_done(dice: tuple[int, ...], error: type[Exception]) -> None:
    match = new_match(seed=None)
    give(match, "cheer red go")
    before = match.text()
    with pytest.raises(error) as raised:
        give(match, "race all", *dice)
    assert match.text() == before
    assert f"{len(dice)} given" in str(raised.value) or "1 die too many" in str(raised.value)


def test_dice_that_are_left_when_a_refusal_stops_the_rest_do_not_matter() -> None:
    match = new_match(seed=None)
    with pytest.raises(Stopped):
        give(match, "race all", FORK, STEP)
    assert match.entries == [f"race red # {FORK}"]


def test_a_group_may_join_what_came_before_it() -> None:
    match = new_match()
    give(match, "cheer red go")
    give(match, "cheer all on", joined=True)
    assert match.entries == ["cheer red go", "cheer red on #+", "cheer blue on #+"]


def test_what_is_rehearsed_stops_before_the_first_die() -> None:
    match = new_match()
    assert give(match, "cheer all go", rehearsed=True) == ["cheer red go", "cheer blue go"]
    with pytest.raises(WouldRoll):
        give(match, "race all", rehearsed=True)
    assert batch.foresee(new_match(), [["rac", "r"], ["race", "blue"]]) == ["race red", "race blue"]
    with pytest.raises(Refused):
        batch.foresee(arrived(new_match(), "red"), [["race", "red"], ["race", "blue"]])


def test_a_hand_edit_before_a_group_is_recorded_once(tmp_path: Path) -> None:
    save = new_save(tmp_path / "race.toml")
    on_save(save, "cheer red go")
    edit(save, "blue = 0", "blue = 2")
    with session.held(GAMES, str(save)) as match, pytest.raises(BadOrder):
        give(match, "cheer red,nobody hey")
    assert match.edited
    assert match.edits == 0
    on_save(save, "cheer all hey")
    assert [entry.split()[0] for entry in look(save).entries] == ["cheer", "*", "cheer", "cheer"]
    assert look(save).edits == 1
    assert prove(save).holds
