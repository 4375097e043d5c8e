"""A game by mail, in a folder of each side: sittings, dice, what waits for them, and every way to cheat or to fail."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tarawa_cli.kernel import savefile
from tarawa_cli.kernel.mail import chain
from tests.cli.two_sides.mailed import BLUE, RED, Post, die, hashed, other
from tests.cli.two_sides.tools import race
from tests.kernel.rivals import Coaches

LONGEST = 60


@pytest.fixture
def post(tmp_path: Path) -> Post:
    """Both have joined, and Red is to open sitting 2."""
    return Post(tmp_path)


def joined(folder: Path, options: str = "") -> Post:
    folder.mkdir()
    return Post(folder, options)


def waiting(folder: Path) -> Post:
    """A game in which Red has given an order that waits for Blue's dice."""
    folder.mkdir(exist_ok=True)
    for number in range(LONGEST):
        post = joined(folder / str(number))
        post.done(RED, "race red")
        if post.entries(RED)[-1] == "race red #later":
            return post
    raise AssertionError("chance does not want it")


def forked(folder: Path) -> Post:
    """A game in which Red's runner is at a fork, and Blue is asked."""
    folder.mkdir(exist_ok=True)
    for number in range(LONGEST):
        post = joined(folder / str(number))
        post.done(RED, "race red")
        if " # " in post.entries(RED)[-1]:
            return post
    raise AssertionError("chance does not want it")


# ── Joining, and whose sitting it is


def test_a_game_by_mail_is_begun_by_one_side_and_joined_by_the_other(tmp_path: Path) -> None:
    post = Post(tmp_path, begun=False)
    assert post.own(RED).stat().st_mode & 0o777 == 0o600
    post.send(RED)
    post.refused(BLUE, "handover", "this is sitting 0, of red")
    post.refused(BLUE, "policy blue long", "this is sitting 0, of red")
    assert "blue to move" in post.handed(RED).out
    assert "you join the game by handing it over" in post.done(BLUE, "status").err
    post.handed(BLUE)
    assert [entry.split()[:3] for entry in post.entries(RED)] == [
        ["anchor", RED, "1"], ["handover", RED, "0"], ["anchor", BLUE, "1"], ["handover", BLUE, "1"]
    ]  # fmt: skip
    assert "sittings handed over: 2" in post.done(RED, "verify").out
    assert "red owes the next link" in post.done(BLUE, "verify").out


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
    _resigned(post.save(RED), text.replace(head, new))
    assert race(f"status --save {post.save(RED)}").code == 3
    assert race(f"verify --save {post.save(RED)}").code in (1, 3)
    assert post(RED, "race red").code == 3


def _resigned(path: Path, text: str) -> None:
    """Write a save as if the program had: with the digest that its first line wants."""
    journal = text[text.index("journal = [") :]
    content = savefile.dissect(text, str(path))
    path.write_text(savefile.compose(content.doc, content.journal))
    assert journal
    assert not savefile.read(str(path)).edited


def test_before_there_are_dice_only_orders_without_dice_are_given(tmp_path: Path) -> None:
    post = Post(tmp_path, begun=False)
    post.refused(RED, "race red", "there are no dice yet")
    post.refused(RED, "plan fast", "there are no dice yet")
    post.done(RED, "policy red long")
    post.handed(RED)
    post.refused(BLUE, "race blue", "it is the turn of red")
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
    post.refused(BLUE, "undo", "that would go behind the beginning of your sitting")
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
    post.refused(RED, "undo", "that would go behind the beginning of your sitting")
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


# ── Forks, stale saves, rewriting


def test_a_fork_is_refused_for_play_and_can_be_read(post: Post, tmp_path: Path) -> None:
    shutil.copytree(tmp_path / RED, tmp_path / "twin")
    post.done(RED, "race red")
    post.handed(RED)
    _go_on(post, BLUE)
    twin = tmp_path / "twin" / "g.toml"
    for line in ("policy red short", "race red", "handover"):
        assert race(f"{line} --save {twin} --as red").code == 0
    shutil.copy(twin, post.save(BLUE))
    for line in ("race blue", "resume", "decide long", "handover", "undo", "accept"):
        post.refused(BLUE, line, "sitting 2 is not the one that you have played on from: this is another branch")
    for line in ("status", "log", "map"):
        post.done(BLUE, line)
    assert "another branch" in post(BLUE, "verify").out
    assert post(BLUE, "verify").code == 1


def _go_on(post: Post, side: str) -> None:
    """Some order of a side that opens its sitting."""
    if post(side, "resume").code:
        post.done(side, f"policy {side} ask")


def test_a_stale_save_is_refused_for_play_and_can_be_read(post: Post, tmp_path: Path) -> None:
    old = post.save(RED).read_bytes()
    post.done(RED, "race red")
    post.done(RED, "handover")
    post.save(RED).write_bytes(old)
    for line in ("race red", "policy red long", "undo", "resume"):
        post.refused(RED, line, "this save is older than sitting 2, which you have handed over")
    assert "older than sitting 2" in post(RED, "verify").out
    post.done(RED, "status")


def test_another_sitting_than_the_one_handed_over_is_never_handed_over(post: Post) -> None:
    post.done(RED, "policy red long")
    open_ = post.save(RED).read_bytes()
    post.done(RED, "race red")
    post.handed(RED)
    sent = post.save(RED).read_bytes()
    post.save(RED).write_bytes(open_)
    post.refused(RED, "race red", "older than sitting 2")
    post.refused(RED, "handover", "it is still your turn")
    post.save(RED).write_bytes(sent)
    post.done(RED, "handover")


def test_a_sitting_of_ones_own_that_was_rewritten_after_it_was_handed_over_is_found(post: Post) -> None:
    post.done(RED, "policy red long")
    post.done(RED, "race red")
    post.handed(RED)
    _go_on(post, BLUE)
    # Blue has no link of Red's, so he can only cut or change what Red has done, and work the digests out anew
    entries = post.entries(BLUE)
    forged = [entry.replace("policy red long", "policy red short") for entry in entries]
    _rewritten(post.save(BLUE), forged)
    post.send(BLUE)
    result = post(RED, "verify")
    assert result.code == 1
    assert post(RED, "status").code in (0, 3)


def _rewritten(path: Path, entries: list[str]) -> None:
    """A save with another journal, whose digests fit."""
    content = savefile.read(str(path))
    game, numbers = content.doc["mail"]["game"], ["0", "0", "0"]
    head, covered, losses = _start(path), list[str](), 0
    made = []
    for entry in entries:
        name, *words = entry.split()
        if name == "handover":
            numbers = words[4:]
            head = hashed("tarawa-head/1", game, head, *numbers, losses, *covered)
            entry = " ".join([name, *words[:3], head, *numbers])
            covered = []
        covered.append(entry)
        made.append(entry)
    path.write_text(savefile.compose(content.doc, savefile.journal_text(made)))


def _start(path: Path) -> str:
    from tarawa_cli.kernel import session
    from tests.kernel.rivals import GAME

    return session.look(lambda _: GAME, str(path)).post.start


def test_pins_find_what_links_and_digests_do_not(post: Post) -> None:
    """Red changes his own sitting after Blue has played on from it: only Blue's file knows."""
    post.done(RED, "policy red long")
    post.done(RED, "race red")
    post.handed(RED)
    _go_on(post, BLUE)
    forged = [entry.replace("policy red long", "policy red short") for entry in post.entries(RED)]
    _rewritten(post.save(RED), forged)
    post.swapped(RED, ('red = "long"', 'red = "short"'))
    _resigned(post.save(RED), post.save(RED).read_text())
    assert "proven" in race(f"verify --save {post.save(RED)}").out
    post.send(RED)
    assert "sitting 2 is not the one that you have played on from" in post(BLUE, "verify").out
    assert post(BLUE, "verify").code == 1
    post.refused(BLUE, "policy blue long", "another branch")
    assert "another branch" in post(RED, "verify").out, "Red's own file knows it too"


def test_a_journal_that_has_not_only_grown_is_found_by_git(post: Post) -> None:
    folder = post.save(BLUE).parent
    git = ["git", "-C", str(folder), "-c", "user.name=x", "-c", "user.email=x@x"]
    subprocess.run([*git, "init", "-q"], check=True)
    post.done(RED, "policy red long")
    post.done(RED, "race red")
    post.handed(RED)
    for words in (["add", "g.toml"], ["commit", "-qm", "sitting 2"]):
        subprocess.run([*git, *words], check=True)
    assert post.done(BLUE, "verify --since HEAD").out == post.done(BLUE, "verify").out
    _go_on(post, BLUE)
    assert post(BLUE, "verify --since HEAD").code == 0
    forged = [entry.replace("policy red long", "policy red short") for entry in post.entries(RED)]
    _rewritten(post.save(BLUE), forged)
    post.own(BLUE).unlink()
    post.swapped(BLUE, ('red = "long"', 'red = "short"'))
    content = savefile.read(str(post.save(BLUE)))
    doc = content.doc | {"rolled": savefile.read(str(post.save(RED))).doc.get("rolled", {})}
    doc = {key: value for key, value in doc.items() if key != "rolled" or value}
    post.save(BLUE).write_text(savefile.compose(doc | _red_position(post), content.journal))
    assert "of HEAD is not in the journal any more" in post(BLUE, "verify --since HEAD").out
    assert post(BLUE, "verify --since HEAD").code == 1
    assert post(BLUE, "verify --since nosuch").code in (2, 3)


def _red_position(post: Post) -> dict[str, object]:
    doc = savefile.read(str(post.save(RED))).doc
    return {key: doc[key] for key in ("at", "turn", "pending", "dice")} | {"ways": {"red": "short"}}


# ── What both must agree to


def test_a_hand_edit_needs_the_consent_of_both(post: Post) -> None:
    post.swapped(RED, ("red = 0", "red = 3"))
    post.refused(RED, "race red", "the save was changed by hand")
    assert "`accept` plays on" in post(RED, "race red").err
    post.refused(RED, "decline", "there is nothing to decline")
    post.done(RED, "accept")
    post.refused(RED, "accept", "there is nothing to accept")
    post.refused(RED, "undo", "")
    post.done(RED, "race red")
    post.handed(RED)
    post.refused(BLUE, "resume", "the save was changed by hand")
    post.refused(BLUE, "policy blue long", "the save was changed by hand")
    post.refused(BLUE, "handover", "", code=1)
    post.done(BLUE, "accept")
    _go_on(post, BLUE)
    told = post.done(BLUE, "verify").out
    assert "accepted 2" in told
    assert "hand edits 1" in told


def test_an_edit_that_is_declined_ends_the_game(post: Post) -> None:
    post.swapped(RED, ("red = 0", "red = 3"))
    post.done(RED, "accept")
    post.done(RED, "race red")
    post.handed(RED)
    post.done(BLUE, "decline")
    for line in ("resume", "accept", "race blue", "handover", "undo"):
        post.refused(BLUE, line, "the game was abandoned")
    post.send(BLUE)
    assert "The game was abandoned" in post.done(RED, "status").err
    assert "the game was abandoned" in post.done(RED, "verify").out


def test_new_rules_need_the_consent_of_both(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.kernel.rivals import GAME, Rivals

    post.done(RED, "policy red long")
    monkeypatch.setattr(Rivals, "rules", GAME.rules + 1)
    post.refused(RED, "race red", "or the program has new rules or tables")
    post.done(RED, "accept")
    assert "* snapshot" in post.entries(RED)[-2]
    post.done(RED, "race red")
    post.handed(RED)
    post.refused(BLUE, "resume", "or the program has new rules or tables")
    post.done(BLUE, "accept")
    _go_on(post, BLUE)
    assert post(BLUE, "verify").code == 0


def test_a_changed_journal_is_not_accepted(post: Post) -> None:
    post.done(RED, "policy red long")
    post.swapped(RED, ("policy red long", "policy red nosuch"))
    before = post.save(RED).read_bytes()
    for line in ("accept", "race red", "handover"):
        assert post(RED, line).code == 3, line
        assert post.save(RED).read_bytes() == before


# ── Going back


def _some_sittings(post: Post, number: int) -> None:
    for sitting in range(2, 2 + number):
        assert post.run((RED, BLUE)[sitting % 2])


def test_both_can_agree_to_go_back_and_no_link_is_used_twice(post: Post) -> None:
    _some_sittings(post, 4)
    wanted = _position_after(post, 3)
    side = RED  # sitting 6
    if "waits for your dice" in post.done(side, "status").err:
        post.done(side, "resume")
    post.refused(side, "back 7", "there is no sitting 7 to go back to")
    post.refused(side, "back 1", "there is no sitting 1 to go back to")
    post.done(side, "back 3")
    post.refused(side, f"policy {side} long", "you have asked to go back")
    post.handed(side)
    post.refused(BLUE, "resume", "the other side asks to go back")
    post.done(BLUE, "accept")
    doc = savefile.read(str(post.save(BLUE))).doc
    assert {key: doc[key] for key in wanted} == wanted
    links = [entry.split()[3] for entry in post.entries(BLUE) if re.match("(sit|handover) [a-z]+ ([2-9]|..)", entry)]
    assert len(links) == len(set(links))
    assert "proven" in post.done(BLUE, "verify").out
    for sitting in range(7, 12):
        if not post.run((RED, BLUE)[sitting % 2]):
            break
    assert "proven" in post.done(RED, "verify").out


def _position_after(post: Post, sitting: int) -> dict[str, object]:
    from tarawa_cli.kernel import journal, session
    from tests.kernel.rivals import GAME

    match = session.look(lambda _: GAME, str(post.save(RED)))
    entry = match.sittings.closed[sitting].entry
    steps = journal.replay(match.game, match.setup, match.source, match.entries)
    return next(dict(GAME.dump(step.state)) for step in steps if step.number == entry)


def test_going_back_can_be_declined(post: Post) -> None:
    _some_sittings(post, 2)
    if post(RED, "resume").code:
        post.done(RED, "policy red ask")
    post.done(RED, "back 2")
    post.handed(RED)
    post.done(BLUE, "decline")
    post.refused(BLUE, "accept", "the game was abandoned")
    assert post(BLUE, "verify").code == 0


# ── A lost file


def test_a_missing_own_file_says_what_to_do(post: Post) -> None:
    post.own(RED).unlink()
    told = post.refused(RED, "race red", "does not hold the chain of red in this game", code=3)
    assert "anchor --lost" in told.err
    post.refused(RED, "anchor", "anchor --lost", code=2)


def test_a_lost_chain_is_begun_anew_with_consent_and_counted(post: Post) -> None:
    post.refused(RED, "anchor --lost", "your chain is not lost")
    post.own(RED).unlink()
    post.done(RED, "anchor --lost")
    post.send(RED)
    closing = post.entries(RED)[-1].split()
    assert closing[:4] == ["handover", RED, "2", "-"]
    post.refused(BLUE, "policy blue long", "has lost its chain")
    post.done(BLUE, "accept")
    post.refused(BLUE, "policy blue long", "this sitting has no dice")
    post.handed(BLUE)
    link = post.entries(RED)[-1].split()[3]
    post.done(RED, "race red")
    told = post.done(RED, "verify").out
    assert "lost chains 1 · accepted 1" in told
    text, entries = post.save(RED).read_text(), post.entries(RED)
    game = re.search(r'game = "([0-9a-f]{32})"', text)
    assert game
    anchors = [entry.split()[3] for entry in entries if entry.startswith("anchor red 2 ")]
    anchors += [entry.split()[3] for entry in entries if entry.startswith("anchor blue 1 ")]
    sit = next(entry.split()[3] for entry in entries if entry.startswith("sit red 4 "))
    root = hashed("tarawa-sitting/1", game[1], *anchors, 4, RED, link, sit)
    if " # " in entries[-1]:
        assert entries[-1] == f"race red # {die(root, '0  red')}"
    post.handed(RED)
    assert "proven" in post.done(BLUE, "verify").out


def test_a_lost_chain_can_be_declined(post: Post) -> None:
    post.own(RED).unlink()
    post.done(RED, "anchor --lost")
    post.send(RED)
    post.done(BLUE, "decline")
    post.refused(BLUE, "accept", "the game was abandoned")
    post.send(BLUE)
    post.refused(RED, "race red", "the game was abandoned")
    assert "lost chains 1" in post.done(RED, "verify").out


def test_a_chain_with_few_links_is_followed_by_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "LENGTH", 13)
    post = Post(tmp_path)
    for sitting in range(2, 16):
        if not post.run((RED, BLUE)[sitting % 2]):
            break
    numbers = {entry.split()[1]: int(entry.split()[2]) for entry in post.entries(RED) if entry.startswith("anchor")}
    assert numbers[RED] >= 2
    assert numbers[BLUE] >= 2
    for side in (RED, BLUE):
        assert "proven" in post.done(side, "verify").out


# ── A command that is killed between the own file and the save


KILLED = {
    "join": (BLUE, "handover"),
    "sit": (RED, "race red"),
    "resume": (BLUE, "resume"),
    "hand over": (RED, "handover"),
    "only hand over": (BLUE, "handover"),
    "rotate": (RED, "handover"),
    "accept": (RED, "accept"),
    "lost": (RED, "anchor --lost"),
}


def about_to(what: str, folder: Path) -> Post:
    """A game just before a command that is killed."""
    if what == "resume":
        post = waiting(folder)
        post.handed(RED)
        return post
    folder.mkdir()
    post = Post(folder, begun=what != "join", starter=BLUE if what == "only hand over" else RED)
    if what == "join":
        post.handed(RED)
    elif what == "accept":
        post.swapped(RED, ("red = 0", "red = 3"))
    elif what == "lost":
        post.own(RED).unlink()
    elif what in ("hand over", "rotate"):
        post.done(RED, "race red")
    return post


@pytest.mark.parametrize("what", KILLED)
def test_what_was_killed_between_the_own_file_and_the_save_can_be_repeated(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if what == "rotate":
        monkeypatch.setattr(chain, "LENGTH", 9)
    post, (side, line) = about_to(what, tmp_path / "games"), KILLED[what]
    before = post.save(side).read_bytes()
    post.done(side, line)
    wanted, kept = post.entries(side), post.own(side).read_bytes()
    post.save(side).write_bytes(before)
    post.done(side, line)
    assert post.entries(side) == wanted
    assert post.own(side).read_bytes() == kept
    assert post(side, "verify").code == 0
    assert any(entry.startswith("anchor red 2") for entry in wanted) == (what in ("rotate", "lost"))


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
    _resigned(post.save(BLUE), text)
    post.refused(BLUE, "decide long", "the save counts fewer mulligans than at the last hand-over")
    assert post(BLUE, "verify").code == 1
