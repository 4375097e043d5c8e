"""The journal proves the save, and shows where it does not."""

from pathlib import Path

import pytest

from tarawa_cli.kernel.board.dice import auto_die
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.saves import journal
from tests.kernel.tools import (
    edit,
    look,
    new_match,
    played,
    prove,
    proven,
    seed_for,
)


@pytest.mark.parametrize("seal", [False, True], ids=["by hand", "with a forged digest"])
@pytest.mark.parametrize(
    ("old", "new", "at", "said"),
    [
        ("race red # 3", "race red # 4", 2, "die 1 is recorded as 4, but seed"),
        ("decide short # 6", "decide short # 5", 4, "die 3 is recorded as 5, but seed"),
        ("decide short # 6", "decide short", 4, "records 0 dice, too few for the short way"),
        ("race red # 3", "race red # 3 3", 2, "1 more dice than were rolled"),
        ("race red # 3", "race red # 7", 2, "what follows # must be dice"),
        ("race red # 3", "race red # 3 # 3", 2, "what follows # must be dice"),
        ("decide short # 6", "decide long", 5, "die 3 is recorded as 1"),
        ("race blue # 5", "race red # 5", 5, "not the one the journal gives: at"),
        ("cheer red go", "race red # 3", 2, "die 2 is recorded as 3, but seed"),
        ("race red # 3", "fly red # 3", 2, "there is no order 'fly'"),
        ("race red # 3", "decide long", 2, "there is no fork"),
        ("at.red = 2", "at.red = 3", 5, "not the one the journal gives: at"),
        ("dice = 4", "dice = 5", 5, "the save counts 5 dice, the journal 4"),
        ("cheer red go", "* edited", 1, "in a way that cannot be read"),
        ("cheer red go", "* ", 1, "must be one of: edited, snapshot"),
        ("cheer red go", "* wish {}", 1, "must be one of: edited, snapshot"),
        ("cheer red go", "*", 1, "there is no order"),
        ("cheer red go", "* snapshot {", 1, "in a way that cannot be read"),
        ("cheer red go", '* edited {\\"dice\\":-1,\\"state\\":{}}', 1, "in a way that cannot be read"),
        ("cheer red go", '* edited {\\"dice\\":true,\\"state\\":{}}', 1, "in a way that cannot be read"),
        (
            "cheer red go",
            '* edited {\\"state\\":{\\"cheers\\":{\\"red\\":\\"\\\\udcff\\"}}}',
            1,
            "in a way that cannot",
        ),
        ("cheer red go", '* edited {\\"dice\\":0,\\"state\\":{\\"at\\":{\\"red\\":99}}}', 1, "the race is not sound"),
        ("cheer red go", "* edited " + "[" * 5000, 1, "in a way that cannot be read"),
        ("cheer red go", "", 1, "there is no order in an empty line"),
    ],
)
def test_a_changed_save_is_found_out_at_the_entry_where_it_breaks(
    save: Path, old: str, new: str, at: int, said: str, seal: bool
) -> None:
    played(save)
    assert prove(save) == proven(5)
    edit(save, old, new, seal=seal)
    proof = prove(save)
    assert (proof.holds, proof.broken_at) == (False, at)
    assert said in proof.reason


def test_a_changed_command_that_leads_to_the_same_position_still_gives_the_save(save: Path) -> None:
    played(save)
    edit(save, "cheer red go", "cheer red on")
    assert look(save).edited
    assert prove(save).reason == "the save was changed by hand since the last order"


def test_a_die_of_another_seed_is_found_out(save: Path) -> None:
    played(save)
    seed = look(save).seed
    assert seed is not None
    other = next(s for s in range(seed + 1, seed + 99) if auto_die(s, 1) != 3)
    edit(save, f"seed = {seed}", f"seed = {other}")
    assert prove(save).broken_at == 2


def test_replay_tells_the_same_events_as_the_commands_did() -> None:
    match = new_match(seed=seed_for(3, 5, 6, 1))
    done = [session.perform(match, line.split()) for line in ("race red", "race blue", "decide short", "gust")]
    steps = list(journal.replay(match.game, match.setup, match.seed, match.entries))
    assert [step.events for step in steps[1:]] == [one.events for one in done]
    assert [step.used for step in steps] == [0, 1, 2, 3, 4]
    assert [step.entry.command for step in steps[1:]] == [one.command for one in done]
