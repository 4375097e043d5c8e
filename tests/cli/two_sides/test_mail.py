"""A game by mail, in a folder of each side: sittings, dice, what waits for them, what can be taken back."""

import re
import shutil
from pathlib import Path

import pytest

from tarawa_cli.kernel.saves import savefile
from tests.cli.two_sides.mailed import BLUE, LONGEST, RED, Post, die, forked, hashed, joined, other, resigned, waiting
from tests.cli.two_sides.tools import race
from tests.kernel.rivals import Coaches

# ── Joining, and whose sitting it is


def test_a_game_by_mail_is_begun_by_one_side_and_joined_by_the_other(tmp_path: Path) -> None:
    post = Post(tmp_path, begun=False)
    assert post.own(RED).stat().st_mode & 0o777 == 0o600
    post.send(RED)
    post.refused(BLUE, "handover", "this is sitting 0, of red")
    post.refused(BLUE, "policy blue long", "this is sitting 0, of red")
    assert "Blue to move" in post.handed(RED).out
    assert "you join the game by handing it over" in post.done(BLUE, "status").err
    post.handed(BLUE)
    assert [entry.split()[:3] for entry in post.entries(RED)] == [
        ["anchor", RED, "1"], ["handover", RED, "0"], ["anchor", BLUE, "1"], ["handover", BLUE, "1"]
    ]  # fmt: skip
    assert "sittings handed over: 2" in post.done(RED, "verify").out
    assert "red owes the next link" in post.done(BLUE, "verify").out


def test_a_hand_over_reads_the_save_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    post = Post(tmp_path, begun=False)
    contents, reads = savefile._read, list[str]()
    monkeypatch.setattr(savefile, "_read", lambda file, path: reads.append(path) or contents(file, path))
    post.done(RED, "handover")
    assert reads == [str(post.save(RED))]


def test_sides_alternate_and_the_dice_are_those_of_both_chains(post: Post) -> None:
    numbers = 0
    while post.run((RED, BLUE)[numbers % 2]):
        numbers += 1
        assert numbers < LONGEST * 5
    for side in (RED, BLUE):
        assert "proven" in post.done(side, "verify").out
    _check_all_by_hand(post)


def _check_all_by_hand(post: Post) -> None:
    """Every link and every die of the journal, by the formulas alone."""
    game = re.search(r'game = "([0-9a-f]{32})"', post.save(RED).read_text())
    assert game
    last, anchors, counts = {}, {}, {RED: 0, BLUE: 0}
    closing = root = root_before = ""
    sitting = -1
    rolled, rolled_before = dict[str, int](), dict[str, int]()
    for entry in post.entries(RED):
        name, *words = entry.split()
        if name == "anchor":
            last[words[0]] = anchors[words[0]] = words[2]
        elif name in ("sit", "handover"):
            side, number, link = words[:3]
            if int(number) >= 2:
                assert hashed("tarawa-link/1", game[1], side, 1, counts[side], link) == last[side]
                last[side], counts[side] = link, counts[side] + 1
            if name == "sit":
                root_before, rolled_before, rolled = root, rolled, {}
                root = hashed("tarawa-sitting/1", game[1], anchors[RED], anchors[BLUE], number, side, closing, link)
            else:
                closing = link
                assert int(number) == sitting + 1
                sitting = int(number)
        elif " # " in entry:
            _check_race(entry, root, root_before, rolled, rolled_before, [RED, BLUE][sitting % 2 - 1])


def _check_race(
    entry: str, root: str, before: str, rolled: dict[str, int], rolled_before: dict[str, int], side: str
) -> None:
    order, _, dice = entry.partition(" # ")
    name, *words = order.split()
    assert dice.split()
    if name == "race":
        number = rolled[words[0]] = rolled.get(words[0], 0) + 1
        assert int(dice) == die(root, f"0  {words[0]}", number)
    elif name == "resume":
        # what has waited is the other's race, with the dice of the sitting in which it was ordered
        number = rolled_before.get(other(side), 0) + 1
        assert int(dice.split()[0]) == die(before, f"0  {other(side)}", number)


def test_an_order_outside_ones_sitting_or_without_a_side_is_refused(post: Post) -> None:
    for line in (
        "race red",
        "policy blue long",
        "undo",
        "redo",
        "resume",
        "accept",
        "decline",
        "back 2",
        "anchor --lost",
    ):
        post.refused(BLUE, line, "this is sitting 2, of red")
    before = post.save(RED).read_bytes()
    for line in ("race red", "handover", "resume", "undo", "accept"):
        result = race(f"{line} --save {post.save(RED)}")
        assert (result.code, "add --as red or --as blue" in result.err) == (2, True), line
    assert post.save(RED).read_bytes() == before


def test_both_own_files_in_one_folder_are_refused_unless_that_was_agreed(tmp_path: Path) -> None:
    post = joined(tmp_path / "mail")
    shutil.copy(post.own(BLUE), post.save(RED).parent)
    post.refused(RED, "race red", "is here too: a game by mail is for two people")
    post.refused(RED, "handover", "is here too")
    post.done(RED, "status")
    hot = joined(tmp_path / "hot", "--hot-seat")
    shutil.copy(hot.own(BLUE), hot.save(RED).parent)
    hot.done(RED, "race red")
    assert "both players' own files may be in one folder (--hot-seat)" in hot.done(RED, "verify").out
    assert race("new --hot-seat").code == 2


def test_that_both_sit_at_one_table_cannot_be_added_later(post: Post) -> None:
    game = re.search(r'mail = \{ ?game = ".{32}"', post.save(RED).read_text()) or re.search(
        r'game = "[0-9a-f]{32}"', post.save(RED).read_text()
    )
    assert game
    text = post.save(RED).read_text()
    head = game[0]
    new = f"{head}, hot_seat = true" if head.startswith("mail") else f"{head}\nhot_seat = true"
    resigned(post.save(RED), text.replace(head, new))
    assert race(f"status --save {post.save(RED)}").code == 3
    assert race(f"verify --save {post.save(RED)}").code in (1, 3)
    assert post(RED, "race red").code == 3


def test_before_there_are_dice_only_orders_without_dice_are_given(tmp_path: Path) -> None:
    post = Post(tmp_path, begun=False)
    post.refused(RED, "race red", "there are no dice yet")
    post.refused(RED, "plan fast", "there are no dice yet")
    post.done(RED, "policy red long")
    post.handed(RED)
    post.refused(BLUE, "race blue", "not your turn: red to move")
    post.done(BLUE, "policy blue short")
    post.handed(BLUE)
    assert post.done(BLUE, "verify").out.startswith("g.toml: proven, 6 entries")


def test_a_side_that_the_computer_plays_cannot_be_in_a_game_by_mail(post: Post) -> None:
    for line in ("delegate all", "delegate race"):
        post.refused(RED, line, "a game by mail is for two people", code=2)
    content = savefile.read(str(post.save(RED)))
    doc = content.doc | {"delegated": {"blue": {"all": "coach"}}}
    post.save(RED).write_text(savefile.compose(doc, content.journal))
    assert "delegated: must be empty in a game by mail" in post(RED, "race red").err


@pytest.mark.parametrize("line", ["new --mail --seed 3", "new --mail --dice manual"])
def test_a_game_by_mail_takes_no_other_dice(line: str) -> None:
    result = race(line)
    assert (result.code, "leave out --seed and --dice" in result.err) == (2, True)


# ── What waits


def test_an_order_that_ends_a_turn_waits_for_the_other_sides_dice(tmp_path: Path) -> None:
    post = waiting(tmp_path / "games")
    assert "waits for dice, which blue will roll" in post.done(RED, "status").err
    post.refused(RED, "race red", "waits for dice, which blue will roll")
    post.refused(RED, "policy red long", "waits for dice, which blue will roll")
    post.refused(RED, "resume", "nothing waits for your dice")
    post.handed(RED)
    assert "waits for your dice" in post.done(BLUE, "status").err
    for line in ("race blue", "policy blue long", "plan x", "handover", "back 2"):
        post.refused(BLUE, line, "it is still your turn" if line == "handover" else "waits for your dice")
    told = post.done(BLUE, "resume").out
    assert "roll" in told
    entries = post.entries(BLUE)
    assert entries[-2].startswith("sit blue 3 ")
    assert entries[-1].startswith("resume # ")
    post.refused(BLUE, "undo", "that would go back past the start of your sitting")
    post.refused(BLUE, "resume", "nothing waits for your dice")
    assert "proven" in post.done(BLUE, "verify").out


def test_an_order_that_waits_is_told_as_far_as_the_other_may_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = waiting(tmp_path / "games")
    post.handed(RED)
    monkeypatch.setattr(Coaches, "seen_order", lambda *_: "something")
    for line in ("status", "policy blue long", "log"):
        result = post(BLUE, line)
        assert "something" in result.out + result.err
        assert "race red" not in result.out + result.err
    assert "race red" in post(RED, "log").out


def test_to_wait_is_no_way_to_other_dice(tmp_path: Path) -> None:
    """What an order rolls before the turn ends is the same, whether it waits or not."""
    post = waiting(tmp_path / "games")
    text, entries = post.save(RED).read_text(), post.entries(RED)
    game = re.search(r'game = "([0-9a-f]{32})"', text)
    assert game
    sit, closing = entries[4].split(), entries[3].split()[3]
    root = hashed("tarawa-sitting/1", game[1], entries[0].split()[3], entries[2].split()[3], 2, RED, closing, sit[3])
    post.handed(RED)
    post.done(BLUE, "resume")
    assert post.entries(BLUE)[-1].split(" # ")[1].split()[0] == str(die(root, "0  red"))


def test_what_ends_the_game_does_not_wait(post: Post) -> None:
    sides = 0
    while post.run((RED, BLUE)[sides % 2]):
        sides += 1
    last = [entry for entry in post.entries(RED) if not entry.startswith("handover")][-1]
    assert not last.endswith("#later")


def test_an_answer_in_the_others_turn_never_rolls(tmp_path: Path) -> None:
    post = forked(tmp_path / "games")
    post.handed(RED)
    post.done(BLUE, "decide short")
    assert post.entries(BLUE)[-1] == "decide short #later"
    post.handed(BLUE)
    post.refused(RED, "race red", "waits for your dice")
    post.done(RED, "resume")
    assert re.fullmatch("resume # [1-6]", post.entries(RED)[-1])
    post.handed(RED)
    assert "proven" in post.done(BLUE, "verify").out


def test_an_order_that_waits_can_be_taken_back_and_done_again(tmp_path: Path) -> None:
    post = waiting(tmp_path / "games")
    before = post.entries(RED)
    post.done(RED, "undo")
    post.done(RED, "redo")
    assert post.entries(RED) == before
    post.done(RED, "undo")
    post.done(RED, "policy red long")
    post.done(RED, "race red")
    assert post.entries(RED)[-1] == "race red #later"
    post.handed(RED)
    post.refused(RED, "undo", "this is sitting 3, of blue")


# ── Taking back


def test_undo_stays_in_the_open_sitting_and_gives_the_same_dice(tmp_path: Path) -> None:
    post = forked(tmp_path / "games")
    rolled, entries = post.save(RED).read_text(), post.entries(RED)
    post.done(RED, "undo")
    assert "mulligans 1" in post.done(RED, "verify").out
    post.refused(RED, "undo", "that would go back past the start of your sitting")
    post.done(RED, "redo")
    assert post.entries(RED) == entries
    post.done(RED, "undo")
    post.done(RED, "race red")
    assert post.entries(RED) == entries
    assert rolled.split("journal = [")[1] == post.save(RED).read_text().split("journal = [")[1]
    post.handed(RED)
    assert post.entries(RED)[-1].split()[5:] == ["2", "0", "0"]
    assert "mulligans 2" in post.done(BLUE, "verify").out


def test_making_other_rolls_first_changes_no_die(tmp_path: Path) -> None:
    post = forked(tmp_path / "games")
    race_red = post.entries(RED)[-1]
    post.done(RED, "undo")
    post.done(RED, "policy red short")
    post.done(RED, "race red")
    assert post.entries(RED)[-1] == race_red


def test_the_same_sitting_opened_again_has_the_same_dice(tmp_path: Path) -> None:
    post = Post(tmp_path)
    shutil.copy(post.save(RED), tmp_path / "kept.toml")
    post.done(RED, "race red")
    first = post.entries(RED)
    shutil.copy(tmp_path / "kept.toml", post.save(RED))
    post.done(RED, "race red")
    assert post.entries(RED) == first


def test_handing_over_twice_says_the_same_and_writes_once(post: Post) -> None:
    post.done(RED, "race red")
    first = post.done(RED, "handover")
    before = post.save(RED).read_bytes(), post.own(RED).read_bytes()
    for _ in range(2):
        assert post.done(RED, "handover") == first
    assert (post.save(RED).read_bytes(), post.own(RED).read_bytes()) == before


def test_a_sitting_is_not_handed_over_while_it_is_ones_turn(post: Post) -> None:
    post.refused(RED, "handover", "it is still your turn as red")
    post.done(RED, "policy red long")
    post.refused(RED, "handover", "it is still your turn as red")


# ── The computer's help


@pytest.mark.parametrize("line", ["autoplay", "advise --do"])
def test_the_computer_helps_only_in_ones_own_sitting_and_its_orders_wait_too(line: str, post: Post) -> None:
    post.refused(BLUE, line, "", code=1)
    for sitting in range(2, 8):
        side = (RED, BLUE)[sitting % 2]
        if "waits for your dice" in post.done(side, "status").err:
            assert "> resume" in post.done(side, line).out
        while post(side, "handover").code:
            post.done(side, line)
        post.send(side)
        assert "proven" in post.done(other(side), "verify").out


# ── Peeks


def test_a_script_that_was_refused_after_dice_counts_a_peek_and_opens_the_sitting(tmp_path: Path) -> None:
    for number in range(LONGEST):
        folder = tmp_path / str(number)
        post = joined(folder)
        result = post(RED, "run -", "race red\nrace nobody\n")
        assert result.code in (1, 2)
        if "the save counts a peek" in result.err:
            break
    assert "peeks 1" in post.done(RED, "verify").out
    assert post.entries(RED)[-1].startswith("sit red 2 ")
    post.done(RED, "race red")
    post.handed(RED)
    assert post.entries(RED)[-1].split()[5:] == ["0", "1", "0"]


def test_fewer_mulligans_than_at_the_last_hand_over_are_found_before_anything_is_done(tmp_path: Path) -> None:
    post = forked(tmp_path / "games")
    post.done(RED, "undo")
    post.done(RED, "redo")
    post.handed(RED)
    text = post.save(BLUE).read_text().replace("mulligans = 1", "mulligans = 0")
    resigned(post.save(BLUE), text)
    post.refused(BLUE, "decide long", "the save counts fewer mulligans than at the last hand-over")
    assert post(BLUE, "verify").code == 1
