"""A journal of a game by mail: what is malformed, reordered, repeated, dropped or changed in it is found."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tarawa_cli.games import GAMES
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile, GameError
from tarawa_cli.kernel.mail.dice import checked
from tarawa_cli.kernel.mail.sittings import Sittings
from tarawa_cli.kernel.saves import savefile
from tarawa_cli.kernel.saves.history import Proof, prove
from tests.cli.two_sides.mailed import BLUE, RED, Post
from tests.kernel.rivals import GAME, Rivalry, Rivals


class Played:
    """A game by mail, and variants of it as somebody might forge them."""

    def __init__(self, path: Path) -> None:
        self.path, self.content = path, savefile.read(str(path))
        self.entries = savefile.journal_entries(self.content.journal)
        self.doc = self.content.doc

    def match(self, entries: list[str]) -> Match[Rivalry]:
        """The game with another journal, in a save that says that the program has written it."""
        text = savefile.compose(self.doc, savefile.journal_text(entries))
        found: Match[Rivalry] = session.load(lambda _: GAME, str(self.path), savefile.dissect(text, "forged"))
        assert not found.edited
        return found

    def proof(self, entries: list[str]) -> Proof:
        return prove(self.match(entries))

    @property
    def last(self) -> int:
        """The place of the last hand-over."""
        return max(place for place, entry in enumerate(self.entries) if entry.startswith("handover"))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """Several sittings, with orders that wait, an answer, a hand edit, a lost chain and a return; one is open."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES.names, "rivals", "tests.kernel.rivals")
        patch.delenv("TARAWA_SIDE", raising=False)
        post = Post(tmp_path_factory.mktemp("mail"))
        post.done(RED, "policy red long")
        post.run(RED)
        post.run(BLUE)
        post.run(RED)
        post.swapped(BLUE, ("mulligans = 0", "mulligans = 0 # by hand"))
        post.done(BLUE, "accept")
        post.run(BLUE)
        post.done(RED, "accept")
        if "waits for your dice" in post.done(RED, "status").err:
            post.done(RED, "resume")
        if post(RED, "back 4").code == 0:
            post.handed(RED)
            post.done(BLUE, "accept")
            post.run(BLUE)
        else:
            post.run(RED)
            post.own(BLUE).unlink()
            post.done(BLUE, "anchor --lost")
            post.send(BLUE)
            post.done(RED, "accept")
            post.handed(RED)
            post.run(BLUE)
        if "waits for your dice" in post.done(RED, "status").err:
            post.done(RED, "resume")
        post(RED, "policy red ask")
        yield Played(post.save(RED))


def test_the_game_itself_is_proven(played: Played) -> None:
    proof = played.proof(played.entries)
    assert proof.holds, proof.reason
    assert any("#later" in entry for entry in played.entries)
    assert any(entry.startswith("* edited") for entry in played.entries)
    assert played.last < len(played.entries) - 1, "a sitting is open"


def dropped(entries: list[str]) -> Iterator[tuple[int, list[str]]]:
    return ((place, entries[:place] + entries[place + 1 :]) for place in range(len(entries)))


def doubled(entries: list[str]) -> Iterator[tuple[int, list[str]]]:
    return ((place, entries[: place + 1] + entries[place:]) for place in range(len(entries)))


def exchanged(entries: list[str]) -> Iterator[tuple[int, list[str]]]:
    for place in range(len(entries) - 1):
        yield place, [*entries[:place], entries[place + 1], entries[place], *entries[place + 2 :]]


def misspelt(entries: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Another sign in the place of any one: of a link, a digest, a count, a side or a number."""
    for place, entry in enumerate(entries):
        if not entry.startswith(("anchor", "sit", "handover", "back", "accept", "resume")):
            continue
        signs = range(len(entry)) if not entry.startswith("handover") else [*range(30), *range(70, len(entry))]
        for sign in [*[*signs][:: 1 if len(entry) < 40 else 3], len(entry) - 1]:
            other = "0" if entry[sign] != "0" else "1"
            yield place, [*entries[:place], entry[:sign] + other + entry[sign + 1 :], *entries[place + 1 :]]


@pytest.mark.parametrize("forge", [dropped, doubled, exchanged, misspelt])
def test_every_change_to_the_journal_is_found(forge: object, played: Played) -> None:
    assert callable(forge)
    tried = 0
    for place, entries in forge(played.entries):
        tried += 1
        proof = played.proof(entries)
        if place <= played.last:
            assert not proof.holds, (place, played.entries[place])
        elif proof.holds:
            same = GAME.dump(played.match(entries).truth) == GAME.dump(played.match(played.entries).truth)
            assert same, (place, played.entries[place])
    assert tried >= len(played.entries) - 1


def test_no_other_end_of_the_line_or_blank_is_taken(played: Played) -> None:
    for place, entry in enumerate(played.entries[: played.last + 1]):
        for wrong in (
            f"{entry} ",
            f" {entry}",
            entry.replace(" ", "  ", 1),
            f"{entry}\n",
            f"{entry} # ",
            f"{entry} #+",
        ):
            if wrong == entry:
                continue
            changed = [*played.entries[:place], wrong, *played.entries[place + 1 :]]
            assert not played.proof(changed).holds, repr(wrong)


def test_a_mailed_entry_takes_no_dice_and_no_marks(played: Played) -> None:
    """In the open sitting no digest covers an entry yet."""
    place = next(place for place in range(played.last + 1, len(played.entries)) if played.entries[place][:4] == "sit ")
    for mark in (" # 3", " #+", " #later", " #later # 3"):
        changed = [*played.entries]
        changed[place] += mark
        assert not played.proof(changed).holds, mark


def test_other_heads_of_the_save_are_found(played: Played) -> None:
    """What is not in the journal, but in the digest of the start."""
    for doc in (
        played.doc | {"scenario": "marathon"},
        played.doc | {"mail": {"game": "0" * 32}},
        played.doc | {"mail": played.doc["mail"] | {"hot_seat": True}},
        played.doc | {"options": {"x": True}},
        played.doc | {"own_scenario": ["x"]},
        played.doc | {"tables": {"x": {"y": 1}}},
        played.doc | {"data": "0" * 16},
        played.doc | {"rules": 0},
        played.doc | {"dice": played.doc["dice"] + 1},
        played.doc | {"rolled": {"0  red": 9}},
    ):
        assert not _holds(played, doc), doc


def _holds(played: Played, doc: dict[str, object]) -> bool:
    """Whether a save with another head is opened and proven."""
    try:
        text = savefile.compose(doc, played.content.journal)
        match: Match[Rivalry] = session.load(lambda _: GAME, str(played.path), savefile.dissect(text, "forged"))
    except GameError:
        return False
    return prove(match).holds


@pytest.mark.parametrize(
    "entry",
    [
        "anchor", "anchor red", "anchor red 1", "anchor red 1 xyz", "anchor green 1 " + "0" * 64, "sit",
        "sit red 0 " + "0" * 64, "handover", "handover red 0 - - 0 0 0", "resume", "accept", "decline", "back",
        "back 0",
        "back -1", "back 99999999999999999999999", "back \u0663", "resume x", "accept x", "decline x",
        "policy red long",
        "race red # 3", "race red #later", "* edited {}", "anchor red 1 " + "0" * 63, "anchor red 1 " + "A" * 64,
        "anchor red 01 " + "0" * 64, "anchor red 2 " + "0" * 64, "anchor red 1 " + "0" * 64 + " 1",
    ],
)  # fmt: skip
def test_nothing_but_an_anchor_begins_a_journal(entry: str, played: Played) -> None:
    post = played.match(played.entries).post
    with pytest.raises(BadFile, match="the journal breaks at entry 1: "):
        checked(post, [entry])


@pytest.mark.parametrize(
    "entry",
    [
        "handover {side} {number} - {head} 0 0 0",
        "handover {side} {number} {link} {head} 0 0",
        "handover {side} {number} {link} {head} -1 0 0",
        "handover {side} {number} {link} {head} 0 0 9999999999",
        "handover {side} {number} {link} {head} 0 0 0 0",
        "handover {side} 0{number} {link} {head} 0 0 0",
        "handover {other} {number} {link} {head} 0 0 0",
        "sit {side} {number} {link}",
        "sit {other} {number} {link}",
        "anchor {side} 9 {link}",
        "anchor {other} 2 {link}",
        "resume",
        "accept",
        "decline",
        "back 0",
        "back 1",
        "back {number}",
    ],
)
def test_what_does_not_fit_the_open_sitting_is_found(entry: str, played: Played) -> None:
    sittings = played.match(played.entries).sittings
    link = next(entry.split()[3] for entry in played.entries if entry.startswith("sit "))
    words = {"side": sittings.side, "other": sittings.other(sittings.side), "number": sittings.current}
    text = entry.format(link=link, head="0" * 64, **words)
    with pytest.raises(BadFile):
        _copy(played).take(text)


def _copy(played: Played) -> Sittings:
    return checked(played.match(played.entries).post, played.entries)


def test_the_digest_is_that_of_the_documentation(played: Played) -> None:
    from tests.cli.two_sides.mailed import hashed

    game, head, covered, losses = played.doc["mail"]["game"], played.match(played.entries).post.start, list[str](), 0
    found = 0
    for entry in played.entries:
        name, *words = entry.split()
        if name == "handover":
            losses += words[2] == "-"
            head = hashed("tarawa-head/1", game, head, *words[4:], losses, *covered)
            assert words[3] == head
            covered, found = [], found + 1
        covered.append(entry)
    assert found > 6


def test_no_link_is_shown_twice(played: Played) -> None:
    shown = [
        word for entry in played.entries if not entry.startswith("*") for word in re.findall("[0-9a-f]{64}", entry)
    ]
    late = [word for word in shown if shown.count(word) > 1]
    anchors = [entry.split()[3] for entry in played.entries if entry.startswith("anchor")]
    assert set(late) <= set(anchors), "an anchor also closes the first sitting of its side"


def test_links_are_checked_even_if_the_rules_have_changed(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rivals, "rules", GAME.rules + 1)
    assert played.proof(played.entries).holds
    place = next(place for place, entry in enumerate(played.entries) if entry.startswith("sit "))
    forged = played.entries[place][:-1] + ("0" if played.entries[place][-1] != "0" else "1")
    proof = played.proof([*played.entries[:place], forged, *played.entries[place + 1 :]])
    assert (proof.holds, f"the journal breaks at entry {place + 1}" in proof.reason) == (False, True)
