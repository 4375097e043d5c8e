"""A game by mail in trouble: forks, rewritten saves, what both must agree to, lost files, commands that are killed."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tarawa_cli.kernel.mail import dice
from tarawa_cli.kernel.saves import savefile
from tests.cli.two_sides.mailed import BLUE, RED, Post, die, hashed, resigned, waiting
from tests.cli.two_sides.tools import race

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
    from tarawa_cli.kernel.engine import session
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
    resigned(post.save(RED), post.save(RED).read_text())
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
    assert "of HEAD is no longer in the journal" in post(BLUE, "verify --since HEAD").out
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
    post.refused(side, "back 7", "there is no sitting 7 to return to")
    post.refused(side, "back 1", "there is no sitting 1 to return to")
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
    from tarawa_cli.kernel.engine import session
    from tarawa_cli.kernel.saves import journal
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
    monkeypatch.setattr(dice, "LENGTH", 13)
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
        monkeypatch.setattr(dice, "LENGTH", 9)
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
