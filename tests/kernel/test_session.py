"""One command on one save, its journal, and what can be taken back and proved; played with the toy game."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.kernel import journal, savefile, session
from tarawa_cli.kernel.dice import auto_die
from tarawa_cli.kernel.errors import BadFile, BadOrder, GameError, NeedDice, Refused
from tarawa_cli.kernel.game import Games
from tarawa_cli.kernel.play import Event, Play
from tarawa_cli.kernel.session import Match
from tests.kernel import toy
from tests.kernel.tools import (
    GAMES,
    command,
    edit,
    examples,
    load_text,
    look,
    new_match,
    new_save,
    prove,
    proven,
    sealed,
    seed_for,
    undo,
)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A race that begins with the dice 3 (a step), 5 (a fork), 6, 1."""
    return new_save(tmp_path / "race.toml", seed=seed_for(3, 5, 6, 1))


@pytest.fixture
def by_hand(tmp_path: Path) -> Path:
    """A race for which the player gives the dice."""
    return new_save(tmp_path / "race.toml", seed=None)


def stamp(path: Path) -> tuple[bytes, int, int]:
    info = path.stat()
    return path.read_bytes(), info.st_mtime_ns, info.st_ino


def entries(path: Path) -> list[str]:
    return look(path).entries


def changed(before: str, after: str) -> tuple[set[str], set[str]]:
    """The lines that are gone, and the lines that are new."""
    old, new = before.splitlines(), after.splitlines()
    return {line for line in old if line not in new}, {line for line in new if line not in old}


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
    with pytest.raises(BadFile, match="a game that is not here: 'chess'"):
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
    with pytest.raises(BadFile, match="exists already"):
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
    assert session.prove(match) == proven(len(match.entries))
    if match.entries:
        session.undo(match, len(match.entries))
    assert match.mulligans == rolled
    match.mulligans = 0
    assert match.text() == first


def test_an_order_given_as_an_object_leaves_the_same_save_as_its_words() -> None:
    spoken, handed = (new_match(seed=seed_for(3, 1, 4)) for _ in range(2))
    for line in ("race red", "cheer blue go", "gust", "race blue"):
        done = session.perform(spoken, line.split())
        assert session.perform_action(handed, toy.GAME.read(handed.state, line.split())) == done
    assert handed.text() == spoken.text()
    assert session.prove(handed).holds


def test_an_order_given_as_an_object_is_judged_all_the_same() -> None:
    match = new_match(seed=7)
    before = match.text()
    with pytest.raises(Refused, match="there is no fork"):
        session.perform_action(match, toy.Order("decide", ("long",)))
    with pytest.raises(BadOrder, match="rolls its own dice"):
        session.perform_action(match, toy.Order("race", ("red",)), [3])
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
    assert session.prove(match).holds


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


# Undo


def test_undo_of_a_command_without_dice_gives_back_the_same_bytes(save: Path) -> None:
    command(save, "race blue")
    before = save.read_bytes()
    command(save, "cheer red go")
    undo(save)
    assert save.read_bytes() == before


def test_undo_of_a_command_with_dice_is_counted_and_changes_nothing_else(save: Path) -> None:
    command(save, "cheer red go")
    before = save.read_text("utf-8")
    command(save, "race red")
    undo(save)
    gone, come = changed(before, save.read_text("utf-8"))
    assert {line.split(" = ")[0] for line in gone} == {line.split(" = ")[0] for line in come} == {"digest", "mulligans"}
    assert "mulligans = 1" in come
    assert prove(save).holds
    assert command(save, "race red").dice == [3], "the same die comes again"


def test_undo_of_an_answer_gives_back_the_question(save: Path) -> None:
    for line in ("race red", "race red", "decide short"):
        command(save, line)
    undo(save)
    assert look(save).state.stack[0].kind == "fork"
    assert look(save).mulligans == 1
    assert command(save, "decide long").dice == []
    assert prove(save).holds


def test_undo_of_many_commands_counts_those_with_dice(save: Path) -> None:
    first = save.read_text("utf-8")
    for line in ("cheer red go", "race red", "cheer blue go", "race blue"):
        command(save, line)
    undo(save, 4)
    assert look(save).mulligans == 2
    gone, _ = changed(first, save.read_text("utf-8"))
    assert {line.split(" = ")[0] for line in gone} == {"digest", "mulligans"}


def test_undo_tells_what_it_took_back() -> None:
    match = new_match(seed=seed_for(3))
    session.perform(match, ["cheer", "blue", "go"])
    session.perform(match, ["race", "red"])
    assert session.undo(match, 2) == [journal.Entry("cheer blue go"), journal.Entry("race red", (3,))]


@pytest.mark.parametrize("count", [1, 5])
def test_no_more_can_be_taken_back_than_was_done(tmp_path: Path, count: int) -> None:
    path = new_save(tmp_path / "race.toml")
    with pytest.raises(Refused, match="nothing can be taken back"):
        undo(path, count)
    command(path, "cheer red go")
    before = stamp(path)
    with pytest.raises(Refused, match="only 1 command can be taken back"):
        undo(path, count + 1)
    assert stamp(path) == before


@pytest.mark.parametrize("count", [0, -1])
def test_undo_takes_back_at_least_one_command(save: Path, count: int) -> None:
    command(save, "race red")
    before = stamp(save)
    with pytest.raises(BadOrder):
        undo(save, count)
    assert stamp(save) == before


def test_undo_of_a_game_with_the_players_dice(by_hand: Path) -> None:
    command(by_hand, "cheer red go")
    before = by_hand.read_text("utf-8")
    command(by_hand, "gust", [5])
    undo(by_hand)
    assert by_hand.read_text("utf-8").splitlines()[2:] == [
        line.replace("mulligans = 0", "mulligans = 1") for line in before.splitlines()[2:]
    ]


def test_undo_on_a_journal_that_does_not_hold_is_a_bad_file(save: Path) -> None:
    command(save, "race red")
    command(save, "cheer red go")
    edit(save, "race red # 3", "race red # 4", seal=True)
    before = stamp(save)
    with pytest.raises(BadFile, match="the journal breaks at entry 1"):
        undo(save)
    assert stamp(save) == before


# Proof


def played(save: Path) -> None:
    for line in ("cheer red go", "race red", "race blue", "decide short", "gust"):
        command(save, line)


@pytest.mark.parametrize("seal", [False, True], ids=["by hand", "with a forged digest"])
@pytest.mark.parametrize(
    ("old", "new", "at", "said"),
    [
        ("race red # 3", "race red # 4", 2, "die 1 is recorded as 4, but seed"),
        ("decide short # 6", "decide short # 5", 4, "die 3 is recorded as 5, but seed"),
        ("decide short # 6", "decide short", 4, "records 0 dice, too few for the short way"),
        ("race red # 3", "race red # 3 3", 2, "1 dice more than were rolled"),
        ("race red # 3", "race red # 7", 2, "what follows # must be dice"),
        ("race red # 3", "race red # 3 # 3", 2, "what follows # must be dice"),
        ("decide short # 6", "decide long", 5, "die 3 is recorded as 1"),
        ("race blue # 5", "race red # 5", 5, "not the one that the journal gives: at"),
        ("cheer red go", "race red # 3", 2, "die 2 is recorded as 3, but seed"),
        ("race red # 3", "fly red # 3", 2, "there is no order 'fly'"),
        ("race red # 3", "decide long", 2, "there is no fork"),
        ("at.red = 2", "at.red = 3", 5, "not the one that the journal gives: at"),
        ("dice = 4", "dice = 5", 5, "the save says 5 dice were used, the journal gives 4"),
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
        ("cheer red go", "", 1, "an empty word is no order"),
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
    assert prove(save).holds


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


# A save changed by hand


def test_a_hand_edit_is_recorded_by_the_next_command_and_then_holds(save: Path) -> None:
    command(save, "race red")
    edit(save, "at.blue = 0", "at.blue = 7")
    assert look(save).edited
    assert not prove(save).holds
    command(save, "cheer red go")
    assert entries(save) == [
        "race red # 3",
        '* edited {"dice":1,"state":{"at":{"blue":7}}}',
        "cheer red go",
    ]
    assert not look(save).edited
    assert prove(save) == proven(3, [2])
    command(save, "race blue")
    assert len(entries(save)) == 4, "an edit is recorded once"
    assert prove(save).holds


def test_an_order_refused_on_an_edited_save_records_nothing(save: Path) -> None:
    edit(save, "at.blue = 0", "at.blue = 7")
    before = stamp(save)
    with pytest.raises(Refused):
        command(save, "decide long")
    assert stamp(save) == before
    assert look(save).edited


def test_an_edit_of_a_comment_only_is_an_edit_of_nothing(save: Path) -> None:
    edit(save, savefile.BANNER, "# mine")
    command(save, "cheer red go")
    assert entries(save) == ['* edited {"dice":0,"state":{}}', "cheer red go"]
    assert prove(save).edits == [1]
    assert save.read_text("utf-8").startswith(savefile.BANNER + "\n")


def test_an_edit_can_take_away_and_put_in_whole_tables(save: Path) -> None:
    command(save, "cheer red go")
    edit(save, 'cheers.red = "go"\npending = {}', 'cheers = {}\npending.fork = "blue"')
    command(save, "decide long")
    assert entries(save)[1] == '* edited {"dice":0,"state":{"cheers":{"red":null},"pending":{"fork":"blue"}}}'
    assert look(save).state.at["blue"] == 2
    assert prove(save).holds


def test_an_edit_of_the_number_of_dice_is_followed(save: Path) -> None:
    command(save, "race red")
    edit(save, "dice = 1", "dice = 2")
    assert command(save, "race red").dice == [6]
    assert prove(save) == proven(3, [2])


def test_a_hand_edit_with_other_line_ends_is_read(save: Path) -> None:
    command(save, "cheer red go")
    save.write_bytes(save.read_bytes().replace(b"\n", b"\r\n"))
    command(save, "cheer blue go")
    assert b"\r" not in save.read_bytes()
    assert prove(save).holds


def test_an_edited_journal_that_still_plays_is_an_edit(save: Path) -> None:
    played(save)
    edit(save, '    "gust # 1",\n', "")
    command(save, "cheer blue go")
    assert entries(save)[4:] == ['* edited {"dice":4,"state":{"at":{"red":2}}}', "cheer blue go"]
    assert prove(save) == proven(6, [5])


def test_undo_goes_back_over_an_edit(save: Path) -> None:
    command(save, "race red")
    before = save.read_bytes()
    edit(save, "at.blue = 0", "at.blue = 7")
    command(save, "cheer red go")
    undo(save)
    assert (look(save).state.at["blue"], len(entries(save))) == (7, 2)
    assert prove(save).holds
    undo(save)
    assert save.read_bytes() == with_edits(before, 1)


def test_undo_right_after_an_edit_takes_back_the_edit(save: Path) -> None:
    command(save, "race red")
    before = save.read_bytes()
    edit(save, "at.blue = 0", "at.blue = 7")
    undo(save)
    assert save.read_bytes() == with_edits(before, 1)


def test_a_hand_edit_of_the_mulligans_is_not_washed_off_by_undo(save: Path) -> None:
    command(save, "race red")
    undo(save)
    edit(save, "mulligans = 1", "mulligans = 0")
    command(save, "cheer red go")
    undo(save, 2)
    match = look(save)
    assert (match.mulligans, match.edits, match.entries) == (0, 1, [])


def with_edits(before: bytes, edits: int) -> bytes:
    """The same save, except that it remembers hand edits."""
    text = before.decode("utf-8").replace("mulligans = 0\n", f"mulligans = 0\nedits = {edits}\n")
    return sealed(text).encode("utf-8")


def test_a_refused_undo_leaves_the_match_in_memory_as_it_was(save: Path) -> None:
    edit(save, "at.blue = 0", "at.blue = 7")
    match = look(save)
    with pytest.raises(Refused):
        session.undo(match, 9)
    session.perform(match, ["cheer", "red", "go"])
    assert [entry.split()[0] for entry in match.entries] == ["*", "cheer"]


@pytest.mark.parametrize(
    "patch",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"state":[]}',
        '{"state":{},"dice":-1}',
        '{"state":{},"dice":1.0}',
        f'{{"state":{{"x":{2**63}}}}}',
        f'{{"state":{{"x":{"9" * 5000}}}}}',
        '{"state":{"x":' + "[" * 100 + "]" * 100 + "}}",
        '{"state":{"x":' + "[" * 100_000,
        '{"state":{"x":"\\ud800"}}',
    ],
)
@pytest.mark.parametrize("kind", ["edited", "snapshot"])
def test_a_record_that_no_save_could_hold_is_a_bad_file(kind: str, patch: str) -> None:
    with pytest.raises(BadFile, match="in a way that cannot be read"):
        journal.read_outside(journal.Entry(f"* {kind} {patch}"))


PLAIN = st.integers(0, 3) | st.text(max_size=2) | st.booleans().map(str) | st.lists(st.integers(0, 2), max_size=2)
TREES = st.dictionaries(
    st.sampled_from("abcd"), PLAIN | st.dictionaries(st.sampled_from("abcd"), PLAIN, max_size=3), max_size=4
)


@given(TREES, TREES)
@examples(200)
def test_a_difference_put_in_makes_one_document_into_the_other(before: dict[str, Any], after: dict[str, Any]) -> None:
    patch = journal.difference(before, after)
    assert journal.merged(before, patch) == after
    assert bool(patch) == (before != after)
    entry = journal.read_entry(journal.edited_entry(before, after, 5))
    assert journal.read_outside(entry) == ("edited", {"dice": 5, "state": patch})


@given(st.text(), st.lists(st.integers(1, 6)))
@examples(100)
def test_an_entry_of_the_journal_reads_back_the_same(word: str, dice: list[int]) -> None:
    entry = journal.Entry(f"cheer red {''.join(word.split())}".rstrip(), tuple(dice))
    assert journal.read_entry(entry.text()) == entry


# Older and newer formats


def old_save(path: Path, monkeypatch: pytest.MonkeyPatch) -> Match[Any]:
    """A save as format 2 might have been, while this is format 4: places were called otherwise, cheers unknown."""
    match = new_match(seed=seed_for(3))
    session.perform(match, ["race", "red"])
    doc = savefile.dissect(match.text(), "it").doc
    doc["places"] = doc.pop("at")
    del doc["cheers"]
    path.write_text(savefile.compose(doc, match.journal), "utf-8")
    monkeypatch.setattr(savefile, "FORMAT", 4)
    monkeypatch.setitem(savefile.UPGRADES, 2, lambda doc: {**doc, "cheers": {}})
    monkeypatch.setitem(savefile.UPGRADES, 3, lambda doc: {"at": doc.pop("places"), **doc})
    return match


def test_an_older_save_takes_every_step_to_the_present_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "race.toml"
    match = old_save(path, monkeypatch)
    before = stamp(path)
    assert look(path).state == match.state
    assert not look(path).edited
    assert prove(path).holds
    assert stamp(path) == before, "looking upgrades nothing on disk"
    command(path, "cheer red go")
    assert "format = 4" in path.read_text("utf-8").splitlines()
    assert entries(path) == ["race red # 3", "cheer red go"]
    assert prove(path).holds


def test_an_older_save_edited_by_hand_is_upgraded_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "race.toml"
    old_save(path, monkeypatch)
    edit(path, "places.red = 1", "places.red = 2")
    command(path, "cheer red go")
    assert entries(path)[1] == '* edited {"dice":1,"state":{"at":{"red":2}}}'
    assert prove(path).holds


@pytest.mark.parametrize("seal", [False, True], ids=["by hand", "as written"])
def test_a_newer_save_is_refused_and_left_alone(save: Path, seal: bool) -> None:
    edit(save, "format = 2", "format = 3", seal=seal)
    before = stamp(save)
    for attempt in (look, prove, lambda path: command(path, "race red"), undo):
        with pytest.raises(BadFile, match=r"newer version \(format 3; this one reads up to 2\)") as caught:
            attempt(save)
        assert caught.value.exit_code == 3
    assert stamp(save) == before


@pytest.mark.parametrize("version", ["0", "-1", "true", '"1"', "1.0", "[]"])
def test_a_save_without_a_sound_format_number_is_no_save(save: Path, version: str) -> None:
    edit(save, "format = 2", f"format = {version}", seal=True)
    with pytest.raises(BadFile, match="it has no format number"):
        look(save)


def test_games_are_found_by_name_and_loaded_only_then() -> None:
    missing = Games({"toy": "tests.kernel.toy", "ghost": "tests.kernel.no_such_module"})
    assert missing("toy") is toy.GAME is GAMES("toy")
    with pytest.raises(ModuleNotFoundError):
        missing("ghost")
