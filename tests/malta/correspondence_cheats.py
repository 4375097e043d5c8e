"""What a player of a game with chains may send the other: each such save is refused, and the right one is played on."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tarawa_cli.games.malta.legal.offers import pick
from tarawa_cli.kernel.saves import savefile
from tests.malta.correspondence import Attack, Correspondence, Task, Wrong, other_side

MOST_ORDERS = 60
Forge = Callable[[list[str], Random], list[str]]
ZEROS = "0" * 64


def _sent(
    game: Correspondence, side: str, order: list[str], save: bytes, codes: tuple[int, ...] = (1, 3), again: bool = False
) -> None:
    """The other side sends a save that must not be played; then the right one comes.

    `again`: what was handed over last may be handed over again.
    """
    right = game.save(side).read_bytes()
    game.save(side).write_bytes(save)
    own = game.own(side).read_bytes()
    for words in (order, ["resume"], *([] if again else [["handover"]])):
        game.must_not(words, side, codes=codes)
    if game.own(side).read_bytes() != own:
        raise Wrong("a save that was refused leaves a trace in the own file")
    game.save(side).write_bytes(right)


def _with_journal(game: Correspondence, side: str, forge: Forge) -> bytes:
    """A save whose journal was forged, in a file that says that the program has written it."""
    content = savefile.read(str(game.save(side)))
    entries = forge(savefile.journal_entries(content.journal), game.rng)
    return savefile.compose(content.doc, savefile.journal_text(entries)).encode()


def _forging(name: str, forge: Forge) -> Attack:
    def attack(game: Correspondence, side: str, order: list[str]) -> None:
        _sent(game, side, order, _with_journal(game, side, forge))

    attack.__name__ = name
    return attack


def _changed(entries: list[str], place: int, word: int, new: str) -> list[str]:
    words = entries[place].split()
    words[word] = new
    return [*entries[:place], " ".join(words), *entries[place + 1 :]]


def _places(entries: list[str], *names: str) -> list[int]:
    return [place for place, entry in enumerate(entries) if entry.split()[0] in names]


def forged_link(entries: list[str], rng: Random) -> list[str]:
    return _changed(entries, rng.choice(_places(entries, "handover", "sit")), 3, f"{rng.getrandbits(256):064x}")


def replayed_link(entries: list[str], rng: Random) -> list[str]:
    """A link of the same side that was shown before; of a game that has hardly begun, the anchor of the other."""
    *earlier, last = _places(entries, "handover", "sit")
    known = [entries[place].split()[3] for place in earlier]
    return _changed(entries, last, 3, rng.choice([link for link in known if link != entries[last].split()[3]]))


def swapped_anchors(entries: list[str], rng: Random) -> list[str]:
    one, other, *_ = _places(entries, "anchor")
    swapped = _changed(entries, one, 3, entries[other].split()[3])
    return _changed(swapped, other, 3, entries[one].split()[3])


def dropped_handover(entries: list[str], rng: Random) -> list[str]:
    place = rng.choice(_places(entries, "handover"))
    return entries[:place] + entries[place + 1 :]


def changed_counts(entries: list[str], rng: Random) -> list[str]:
    place, count = rng.choice(_places(entries, "handover")), rng.choice([5, 6, 7])
    return _changed(entries, place, count, str(int(entries[place].split()[count]) + rng.randint(1, 9)))


def changed_digest(entries: list[str], rng: Random) -> list[str]:
    return _changed(entries, rng.choice(_places(entries, "handover")), 4, ZEROS)


def stale(game: Correspondence, side: str, order: list[str]) -> None:
    """The save as it was before this side's last hand-over."""
    other = other_side(side)
    if other in game.begun and side in game.begun:
        content = savefile.read(str(game.save(side)))
        entries = savefile.journal_entries(content.journal)
        last = max(place for place in _places(entries, "handover") if entries[place].split()[1] == side)
        _sent(game, side, order, _truncated(content, entries[:last]), again=True)


def _truncated(content: savefile.Content, entries: list[str]) -> bytes:
    return savefile.compose(content.doc, savefile.journal_text(entries)).encode()


def fork(game: Correspondence, side: str, order: list[str]) -> None:
    """The other side goes back to the beginning of its last sitting, plays another one, and hands that over."""
    other = other_side(side)
    if other not in game.begun:
        return
    game.must(["policy", side, "hits", "ask"], side)  # this side has played on from what was handed over first
    with TemporaryDirectory(prefix="fork ") as folder:
        for forked in _played_otherwise(game, other, Path(folder)):
            _sent(game, side, order, forked, codes=(1,))
            game.seen["forks"] += 1


def _played_otherwise(game: Correspondence, other: str, folder: Path) -> Iterator[bytes]:
    twin = Correspondence.__new__(Correspondence)
    twin.folder, twin.task, twin.rng, twin.seen = folder, Task(game.task.start, 0, 0), game.rng, game.seen.copy()
    twin.chained, twin.revealed, twin.begun = True, game.revealed, {}
    (folder / other).mkdir()
    for path, content in zip((twin.save(other), twin.own(other)), game.begun[other], strict=True):
        path.write_bytes(content)
    waiting = twin.match(other).sittings.waiting
    if waiting:
        twin.must(["resume"], other)
    for answer in ("ask", "hold"):
        twin.give(["policy", other, "hits", answer], other)
    for _ in range(MOST_ORDERS):
        if twin.can_hand_over(other):
            break
        match = twin.match(other)
        found = None if match.to_reveal else pick(match.state, twin.rng.randrange)
        if found is None:
            return
        twin.must(found.text().split(), other)
    if not twin.can_hand_over(other):
        return
    twin.must(["handover"], other)
    shutil.copy(twin.save(other), folder / "sent.toml")
    forked = (folder / "sent.toml").read_bytes()
    if savefile.read(str(folder / "sent.toml")).journal not in game.save(other).read_text():
        yield forked


CHEATS: tuple[Attack, ...] = (
    _forging("forged_link", forged_link),
    _forging("replayed_link", replayed_link),
    _forging("swapped_anchors", swapped_anchors),
    _forging("dropped_handover", dropped_handover),
    _forging("changed_counts", changed_counts),
    _forging("changed_digest", changed_digest),
    stale,
    fork,
)
