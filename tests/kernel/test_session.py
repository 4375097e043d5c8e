"""One command on one save, and its journal; played with the toy game."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.play import Event, Play
from tarawa_cli.kernel.errors import BadFile, BadOrder, GameError, NeedDice, Refused
from tarawa_cli.kernel.saves import history, savefile
from tests.kernel import toy
from tests.kernel.tools import (
    changed,
    command,
    edit,
    entries,
    examples,
    load_text,
    look,
    new_match,
    new_save,
    prove,
    proven,
    seed_for,
    stamp,
    undo,
)

# One command


def test_a_new_save_is_one_readable_file(tmp_path: Path) -> None:
    path = new_save(tmp_path / "race.toml", seed=7)
    data = toy.GAME.digest(look(path).setup)
    lines = path.read_text("utf-8").splitlines()
    assert lines[0] == savefile.BANNER
    assert lines[1].startswith('digest = "')
    assert lines[2:] == [
        "format = 2",
        'game = "toy"',
        "rules = 1",
        'scenario = "sprint"',
        f'data = "{data}"',
        "seed = 7",
        "dice = 0",
        "mulligans = 0",
        "at.red = 0",
        "at.blue = 0",
        "cheers = {}",
        "pending = {}",
        "journal = []",
    ]


def test_a_command_changes_only_the_lines_it_means_and_adds_one_to_the_journal(save: Path) -> None:
    command(save, "cheer blue go")
    before = save.read_text("utf-8")
    command(save, "race red")
    gone, come = changed(before, save.read_text("utf-8"))
    assert {line for line in gone if not line.startswith("digest")} == {"dice = 0", "at.red = 0"}
    assert {line for line in come if not line.startswith("digest")} == {"dice = 1", "at.red = 1", '    "race red # 3",'}


def test_every_command_is_one_line_of_the_journal_with_its_dice(save: Path) -> None:
    for line in ("cheer red go", "r RED", "race blue", "decide s", "gust"):
        command(save, line)
    # a 3 with a cheer is a step, a 5 is a fork, a 6 goes the short way, a 1 picks the first runner
    assert entries(save) == ["cheer red go", "race red # 3", "race blue # 5", "decide short # 6", "gust # 1"]
    assert look(save).used == 4
    assert look(save).state.at == {"red": 2, "blue": 4}
    assert prove(save).holds


def test_what_a_command_did_is_told(save: Path) -> None:
    done = command(save, "r red")
    assert (done.command, done.dice) == ("race red", [3])
    assert [event.type for event in done.events] == ["roll", "moved"]
    assert done.events[1] == Event("moved", "1.1", {"runner": "red", "fields": 1})


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("fly red", BadOrder),
        ("race", BadOrder),
        ("race green", BadOrder),
        ("race red --fast", BadOrder),
        ("", BadOrder),
        ("decide long", Refused),
    ],
)
def test_an_order_that_fails_leaves_the_save_byte_for_byte(save: Path, line: str, error: type[GameError]) -> None:
    before = stamp(save)
    with pytest.raises(error):
        command(save, line)
    assert stamp(save) == before


def test_a_command_that_breaks_in_the_middle_leaves_the_save_byte_for_byte(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(self: toy.Toy, play: Play[toy.Race], action: Any) -> None:
        toy.moved(play, "1.1", runner="red", fields=5)
        play.dice.die("nothing")
        raise RuntimeError("in the middle")

    before = stamp(save)
    monkeypatch.setattr(toy.Toy, "resolve", breaks)
    with pytest.raises(RuntimeError, match="in the middle"):
        command(save, "race red")
    assert stamp(save) == before


def test_looking_and_proving_leave_the_file_alone(save: Path) -> None:
    command(save, "race red")
    before = stamp(save)
    look(save)
    prove(save)
    session.read_order(look(save), ["race", "blue"])
    assert stamp(save) == before


def test_a_game_that_is_not_here_is_a_bad_file(save: Path) -> None:
    edit(save, 'game = "toy"', 'game = "chess"')
    with pytest.raises(BadFile, match="a game that is not installed: 'chess'"):
        look(save)


def test_everything_wrong_with_the_head_of_a_save_is_said_at_once(save: Path) -> None:
    edit(save, "dice = 0", "dice = -1")
    edit(save, "mulligans = 0", "mulligans = true")
    edit(save, 'scenario = "sprint"', "scenario = 3")
    with pytest.raises(BadFile) as caught:
        look(save)
    assert [problem.split(":")[0] for problem in caught.value.problems] == ["scenario", "dice", "mulligans"]


def test_a_players_own_tables_are_kept_in_the_save(tmp_path: Path) -> None:
    path = tmp_path / "race.toml"
    savefile.create(str(path), new_match(tables={"length": 3}, seed=seed_for(4)).text())
    command(path, "race red")
    assert "tables.length = 3" in path.read_text("utf-8").splitlines()
    assert look(path).state.length == 3
    assert prove(path).holds


def test_the_other_scenario_plays_as_well(tmp_path: Path) -> None:
    path = new_save(tmp_path / "race.toml", "marathon", seed_for(4))
    command(path, "race b")
    assert look(path).state.at == {"a": 0, "b": 1}
    assert prove(path).holds


# A new game in the place of an old one


def test_a_new_game_is_not_put_over_an_old_one_without_force(save: Path) -> None:
    before = stamp(save)
    with pytest.raises(BadFile, match="already exists"):
        session.begin(str(save), new_match("marathon"), force=False)
    assert stamp(save) == before
    session.begin(str(save), new_match("marathon"), force=True)
    assert look(save).setup.scenario == "marathon"


def test_force_puts_a_new_game_over_a_damaged_one_and_where_there_is_none(tmp_path: Path) -> None:
    damaged, missing, dangling = tmp_path / "damaged", tmp_path / "missing", tmp_path / "dangling"
    damaged.write_bytes(b"\xff not a save")
    dangling.symlink_to("elsewhere")
    for path in (damaged, missing, dangling):
        session.begin(str(path), new_match(), force=True)
        assert look(path).entries == []
    assert dangling.is_symlink()


# The text of a save


@given(st.integers(0, 2**40), st.lists(st.sampled_from(["race red", "race blue", "cheer red go", "gust"]), max_size=12))
@examples(40)
def test_a_save_read_and_written_again_is_the_same_and_holds_and_goes_all_the_way_back(
    seed: int, lines: list[str]
) -> None:
    match = new_match(seed=seed)
    first = match.text()
    rolled = 0
    for line in lines:
        tokens = ["decide", "short"] if match.state.stack else line.split()
        if tokens[0] == "race" and match.state.at[tokens[1]] == match.state.length:
            continue
        rolled += bool(session.perform(match, tokens).dice)
        again = load_text(match.text())
        assert again.text() == match.text()
        assert not again.edited
        match = again
    assert history.prove(match) == proven(len(match.entries))
    if match.entries:
        history.undo(match, len(match.entries))
    assert match.mulligans == rolled
    match.mulligans, match.taken_back = 0, []
    assert match.text() == first


def test_an_order_given_as_an_object_leaves_the_same_save_as_its_words() -> None:
    spoken, handed = (new_match(seed=seed_for(3, 1, 4)) for _ in range(2))
    for line in ("race red", "cheer blue go", "gust", "race blue"):
        done = session.perform(spoken, line.split())
        assert session.perform(handed, toy.GAME.read(handed.state, line.split()).in_words()) == done
    assert handed.text() == spoken.text()
    assert history.prove(handed).holds


def test_an_order_given_as_an_object_is_judged_all_the_same() -> None:
    match = new_match(seed=7)
    before = match.text()
    with pytest.raises(Refused, match="there is no fork"):
        session.perform(match, toy.Order("decide", ("long",)).in_words())
    with pytest.raises(BadOrder, match="rolls its own dice"):
        session.perform(match, toy.Order("race", ("red",)).in_words(), [3])
    assert match.text() == before


def test_looking_at_the_journal_between_orders_changes_nothing() -> None:
    looked, unseen = new_match(seed=7), new_match(seed=7)
    for number in range(1, 6):
        for match in (looked, unseen):
            session.perform(match, ["cheer", "red", f"word{number}"])
        assert len(looked.entries) == number
    assert looked.text() == unseen.text()


@pytest.mark.parametrize(
    "word", ['"quoted"', "back\\slash", "ä—é日本", "nul\0", "\x7f", "]", "journal=[", "digest", "a#b"]
)
def test_odd_words_survive_in_state_and_journal(save: Path, word: str) -> None:
    command(save, f"cheer red {word}")
    assert look(save).state.cheers == {"red": word}
    assert entries(save) == [f"cheer red {word}"]
    assert not look(save).edited
    assert prove(save).holds


def test_what_is_not_unicode_is_refused_and_nothing_is_written(save: Path) -> None:
    before = stamp(save)
    with pytest.raises(BadFile, match="not Unicode text"):
        command(save, "cheer red \udcff")
    assert stamp(save) == before


@pytest.mark.parametrize(("name", "line"), [("dice", "race red"), ("mulligans", "")])
def test_a_number_that_no_save_can_hold_is_refused_and_nothing_is_written(save: Path, name: str, line: str) -> None:
    command(save, "race red")
    edit(save, f"{name} = {look(save).used if name == 'dice' else 0}", f"{name} = {2**63 - 1}", seal=True)
    before = stamp(save)
    with pytest.raises(BadFile, match="a save cannot hold this: a whole number has more than 64 bits"):
        command(save, line) if line else undo(save)
    assert stamp(save) == before


# The player's own dice


def test_the_players_dice_are_used_in_order(by_hand: Path) -> None:
    command(by_hand, "race red", [6])
    command(by_hand, "decide short", [4])
    assert entries(by_hand) == ["race red # 6", "decide short # 4"]
    assert look(by_hand).state.at["red"] == 4
    assert prove(by_hand).holds


@pytest.mark.parametrize(("line", "dice", "needed"), [("race red", None, 1), ("race red", [], 1), ("gust", [], 1)])
def test_too_few_dice_are_asked_for_and_nothing_is_written(
    by_hand: Path, line: str, dice: list[int] | None, needed: int
) -> None:
    before = stamp(by_hand)
    with pytest.raises(NeedDice, match=f"at least {needed}") as caught:
        command(by_hand, line, dice)
    assert caught.value.exit_code == 4
    assert stamp(by_hand) == before


@pytest.mark.parametrize(
    ("line", "dice", "said"),
    [
        ("race red", [3, 4], "1 die too many: 1 was needed"),
        ("cheer red go", [1], "1 die too many: 0 were needed"),
        ("gust", [1, 1, 1], "2 dice too many: 1 was needed"),
    ],
)
def test_too_many_dice_are_a_bad_order_and_nothing_is_written(
    by_hand: Path, line: str, dice: list[int], said: str
) -> None:
    before = stamp(by_hand)
    with pytest.raises(BadOrder, match=said) as caught:
        command(by_hand, line, dice)
    assert caught.value.exit_code == 2
    assert stamp(by_hand) == before


@pytest.mark.parametrize("dice", [[], [3, 4]])
def test_after_dice_that_do_not_fit_the_match_in_memory_is_as_it_was(dice: list[int]) -> None:
    match = new_match(seed=None)
    session.perform(match, ["cheer", "red", "go"])
    before = match.text()
    with pytest.raises(GameError):
        session.perform(match, ["race", "red"], dice)
    assert match.text() == before
    session.perform(match, ["race", "red"], [3])
    assert history.prove(match).holds


@pytest.mark.parametrize("die", [0, 7, -1, 60])
def test_a_die_shows_1_to_6(by_hand: Path, die: int) -> None:
    before = stamp(by_hand)
    with pytest.raises(BadOrder, match="a die shows 1 to 6"):
        command(by_hand, "race red", [die])
    assert stamp(by_hand) == before


def test_a_game_that_rolls_its_own_dice_takes_none(save: Path) -> None:
    before = stamp(save)
    with pytest.raises(BadOrder, match="rolls its own dice"):
        command(save, "race red", [3])
    assert stamp(save) == before


# A question in the middle of a roll


def test_a_pending_question_survives_in_the_save_and_is_answered_later(save: Path) -> None:
    command(save, "race red")
    command(save, "race red")
    assert 'pending.fork = "red"' in save.read_text("utf-8").splitlines()
    assert [(frame.kind, frame.facts) for frame in look(save).state.stack] == [("fork", {"runner": "red"})]
    assert prove(save).holds
    before = stamp(save)
    with pytest.raises(Refused, match="there is a fork") as caught:
        command(save, "race blue")
    assert (caught.value.exit_code, caught.value.rule, caught.value.hint) == (1, "1.3", "decide long")
    assert stamp(save) == before
    command(save, "decide long")
    assert look(save).state.stack == []
    assert look(save).state.at["red"] == 3
    assert prove(save).holds
